/* test_stream_faults.c - streams whose devices fail, whose consumer is slow, whose memory cannot be had; and the soak:
 * a million frames with all of that, each exactly once and in order.
 *
 * ATALANTA_TEST_SOAK is the number of frames of the soak, on the CPU and on the emulator.
 */
#include "test_stream.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

/* --- A device that fails ------------------------------------------------------------------------------------------ */

typedef struct trouble {
    int64_t fail_from[4]; /* device d fails batches that begin here or later; 0 for never */
    _Atomic int dropped;  /* a bit for each device that was told of */
    _Atomic int told;
    _Atomic int64_t heard; /* frames, by a callback */
    char words[512];
} trouble;

static int rehearse(void *context, int device, int64_t first, int64_t count)
{
    const trouble *t = context;
    return t->fail_from[device] > 0 && first + count > t->fail_from[device];
}

static void note_drop(void *context, int device, const ata_error *error)
{
    trouble *t = context;
    snprintf(t->words, sizeof t->words, "%s", error->message);
    atomic_fetch_or(&t->dropped, 1 << device);
    atomic_fetch_add(&t->told, 1);
}

static void check_failing(const char *devices, int count, trouble *t, int64_t total)
{
    const ata_stream_options options = {.devices = devices,
                                        .frames = 16,
                                        .depth = 8,
                                        .lanes = 2,
                                        .rehearse = rehearse,
                                        .on_drop = note_drop,
                                        .context = t};
    ata_stream *stream;
    int64_t fed = 0, collected = 0;
    CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    while (stream && fed < total) {
        feed_some(stream, &fed, total - fed < 50 ? total - fed : 50);
        collect_some(stream, &collected, 0);
    }
    CHECK(ata_stream_drain(stream, -1) == ATA_OK, "%s", ata_last_error()->message);
    collect_some(stream, &collected, fed - collected);
    const ata_stream_info info = info_of(stream);
    int wanted = 0;
    for (int d = 0; d < count; d++) {
        ata_stream_device device;
        CHECK(ata_stream_get_device(stream, d, &device) == ATA_OK);
        const bool fails = t->fail_from[d] > 0 && device.error.status != ATA_OK;
        if (fails) wanted |= 1 << d;
        CHECK(device.error.status == ATA_OK || strstr(device.error.message, "rehearse"), "%s", device.error.message);
    }
    CHECK(collected == total && info.ready == total);
    CHECK(wanted == t->dropped && __builtin_popcount((unsigned int)wanted) == t->told, "dropped %d", t->dropped);
    CHECK(info.devices == count && info.devices_left == count - t->told);
    CHECK((info.redone > 0) == (t->told > 0), "%lld redone", (long long)info.redone);
    ata_stream_destroy(stream);
}

static void test_dropped(void)
{
    for (int64_t at = 1; at < 200; at += 13) {
        check_failing("cpu,cpu", 2, &(trouble){.fail_from = {at}}, 1000);
        check_failing("cpu,cpu,cpu", 3, &(trouble){.fail_from = {0, at, at + 50}}, 1000);
    }
    bool told = false;
    for (int tries = 0; tries < 20 && !told; tries++) { /* a slow device may find nothing left to do */
        trouble t = {.fail_from = {1}};
        check_failing(test_engines("emu,cpu"), 2, &t, 3000);
        told = t.dropped == 1 && strstr(t.words, "device 0 failed");
    }
    CHECK(told, "no device was dropped");
}

/* Two lanes of a device fail, the one with the first frames while the caller is being told of the other: frames that
 * the device failed at are not ready before the caller knows. */
typedef struct slow_telling {
    ata_stream *stream;
    _Atomic int victim; /* the device that has the first frames, counted from 1 */
    _Atomic bool tells;
    _Atomic int64_t ready; /* when the caller was told */
} slow_telling;

static int fail_two_lanes(void *context, int device, int64_t first, int64_t count)
{
    slow_telling *s = context;
    (void)count;
    if (first == 0 && !s->tells) s->victim = device + 1;
    for (int ms = 0; ms < 10000 && !s->victim; ms++) usleep(1000);
    const bool fails = device + 1 == s->victim;
    for (int ms = 0; ms < 10000 && !s->tells && (first == 0 || !fails); ms++) usleep(1000);
    return fails;
}

static void tell_slowly(void *context, int device, const ata_error *error)
{
    slow_telling *s = context;
    (void)device, (void)error;
    s->tells = true;
    usleep(200000); /* others fail meanwhile, and could be done again */
    s->ready = info_of(s->stream).ready;
}

static void test_told_first(void)
{
    slow_telling s = {.ready = -1};
    const ata_stream_options options = {.devices = test_engines("emu,emu"),
                                        .frames = 8,
                                        .depth = 32,
                                        .lanes = 2,
                                        .rehearse = fail_two_lanes,
                                        .on_drop = tell_slowly,
                                        .context = &s};
    int64_t fed = 0, collected = 0;
    CHECK(ata_stream_create(&s.stream, &frame_problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    if (!s.stream) return;
    feed_some(s.stream, &fed, 256);
    CHECK(ata_stream_drain(s.stream, -1) == ATA_OK, "%s", ata_last_error()->message);
    collect_some(s.stream, &collected, fed);
    CHECK(s.ready == 0, "%lld frames were ready before the caller was told", (long long)s.ready);
    CHECK(info_of(s.stream).redone == 16 && info_of(s.stream).devices_left == 1);
    ata_stream_destroy(s.stream);
}

/* When none is left, what was finished is still there, and then the reason. */
static void test_all_dropped(void)
{
    trouble t = {.fail_from = {40, 60}};
    const ata_stream_options options = {
        .devices = "cpu,cpu", .frames = 8, .depth = 4, .rehearse = rehearse, .on_drop = note_drop, .context = &t};
    ata_stream *stream;
    ata_stream_frames frames;
    int64_t fed = 0, collected = 0, accepted;
    void *memory;
    point frame[FRAME];
    CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
    ata_status status = ATA_OK;
    while (status == ATA_OK || status == ATA_ERROR_WOULD_BLOCK) {
        frame_write(frame, fed);
        status = ata_stream_submit(stream, frame, 1, 0.01, &accepted);
        fed += accepted;
        collect_some(stream, &collected, 0);
    }
    CHECK(status == ATA_ERROR_DEVICE && strstr(ata_last_error()->message, "rehearse"), "%s", ata_last_error()->message);
    CHECK(ata_stream_take(stream, &memory, &accepted, -1) == ATA_ERROR_DEVICE);
    CHECK(ata_stream_drain(stream, -1) == ATA_ERROR_DEVICE && ata_stream_flush(stream) == ATA_ERROR_DEVICE);
    collect_some(stream, &collected, 0);
    CHECK(ata_stream_collect(stream, &frames, -1) == ATA_ERROR_DEVICE && frames.count == 0);
    CHECK(collected <= 60 && collected == info_of(stream).ready && info_of(stream).devices_left == 0);
    CHECK(t.told == 2 && t.dropped == 3);
    ata_stream_destroy(stream);
}

/* With results by callback: those that were finished are delivered, and draining ends. */
static void count_frames(void *context, const ata_stream_frames *frames)
{
    trouble *t = context;
    atomic_fetch_add(&t->heard, frames->count);
}

static void test_lost_callback(void)
{
    for (int round = 0; round < 50; round++) {
        trouble t = {.fail_from = {1 + 7 * round}};
        const ata_stream_options options = {.devices = test_engines("emu"),
                                            .frames = 8,
                                            .depth = 50,
                                            .lanes = 3,
                                            .rehearse = rehearse,
                                            .on_frames = count_frames,
                                            .context = &t};
        ata_stream *stream;
        int64_t fed = 0;
        CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK, "%s", ata_last_error()->message);
        feed_some(stream, &fed, 400);
        CHECK(ata_stream_drain(stream, -1) == ATA_ERROR_DEVICE);
        CHECK(t.heard == info_of(stream).ready && t.heard < 1 + 7 * round + 8, "%lld frames", (long long)t.heard);
        ata_stream_destroy(stream);
    }
}

/* --- The soak ----------------------------------------------------------------------------------------------------- */

typedef struct soak {
    trouble trouble; /* first: the callbacks see this */
    int64_t total;
    ata_stream *stream;
    int64_t next;
    uint64_t sum; /* of what came out */
} soak;

static uint64_t mix(uint64_t sum, int64_t number)
{
    return (sum ^ (uint64_t)number) * 0x9e3779b97f4a7c15u + 1;
}

static void *feed_all(void *context)
{
    soak *s = context;
    for (int64_t fed = 0; fed < s->total;) {
        void *memory;
        int64_t room;
        if (ata_stream_take(s->stream, &memory, &room, -1) != ATA_OK) break;
        const int64_t most = 1 + (fed * 7919 >> 3) % 3000;
        if (room > most) room = most;
        if (room > s->total - fed) room = s->total - fed;
        frames_write(memory, fed, room);
        if (ata_stream_give(s->stream, room) != ATA_OK) break;
        fed += room;
    }
    return NULL;
}

/* Collects slowly now and then, so that the feeder has to wait. */
static void collect_slowly(soak *s)
{
    ata_stream_frames frames;
    for (int round = 0; s->next < s->total; round++) {
        const ata_status status = ata_stream_collect(s->stream, &frames, 0.05);
        if (status == ATA_ERROR_WOULD_BLOCK) {
            CHECK(ata_stream_flush(s->stream) == ATA_OK); /* the feeder has ended within a batch */
            continue;
        }
        CHECK(status == ATA_OK, "%s", ata_last_error()->message);
        if (status != ATA_OK) return;
        const int64_t most = round % 3 == 0 ? 1 + round % 100 : frames.count;
        if (frames.count > most) frames.count = most;
        const int64_t first = s->next;
        CHECK(frames_check(&frames, &s->next), "frame %lld", (long long)frames.first);
        for (int64_t f = first; f < s->next; f++) s->sum = mix(s->sum, f);
        if (round % 64 == 0) usleep(500);
        CHECK(ata_stream_release(s->stream, frames.count) == ATA_OK);
    }
}

static void run_soak(const char *devices, int count, int64_t batch, int64_t total)
{
    soak s = {.total = total};
    for (int d = 1; d < count; d++) s.trouble.fail_from[d] = total / count * d; /* all but the first, one by one */
    const ata_stream_options options = {.devices = devices,
                                        .frames = batch,
                                        .lanes = 2,
                                        .deadline = 0.01,
                                        .rehearse = rehearse,
                                        .on_drop = note_drop,
                                        .context = &s};
    pthread_t feeder;
    uint64_t expected = 0;
    CHECK(ata_stream_create(&s.stream, &frame_problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    if (!s.stream) return;
    CHECK(pthread_create(&feeder, NULL, feed_all, &s) == 0);
    collect_slowly(&s);
    pthread_join(feeder, NULL);
    for (int64_t f = 0; f < total; f++) expected = mix(expected, f);
    CHECK(s.next == total && s.sum == expected);
    const ata_stream_info info = info_of(s.stream);
    CHECK(info.devices_left == count - s.trouble.told && (info.redone > 0) == (s.trouble.told > 0));
    CHECK(info.accepted == total && info.collected == total);
    ata_stream_destroy(s.stream);
}

static int64_t soak_frames(void)
{
    const char *text = getenv("ATALANTA_TEST_SOAK");
    return text ? atoll(text) : 1000000;
}

static void test_soak_cpu(void)
{
    run_soak("cpu,cpu,cpu", 3, 500, soak_frames());
}

static void test_soak_emulator(void)
{
    run_soak(test_engines("emu,emu,emu"), 3, 1024, soak_frames());
}

/* An interrupt: feeding stops anywhere, and everything accepted comes out. */
static void test_interrupt(void)
{
    for (int64_t stop = 1; stop < 400; stop += 37) {
        const ata_stream_options options = {.devices = "cpu,cpu", .frames = 64};
        ata_stream *stream;
        int64_t fed = 0, collected = 0;
        CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
        feed_some(stream, &fed, stop);
        CHECK(ata_stream_drain(stream, -1) == ATA_OK);
        collect_some(stream, &collected, fed);
        CHECK(fed == stop && collected == stop);
        ata_stream_destroy(stream);
    }
}

static const test_case cases[] = {
    {"dropped", test_dropped},
    {"told first", test_told_first},
    {"all dropped", test_all_dropped},
    {"interrupt", test_interrupt},
    {"lost callback", test_lost_callback},
    {"soak cpu", test_soak_cpu},
    {"soak emulator", test_soak_emulator},
};
TEST_MAIN(cases)
