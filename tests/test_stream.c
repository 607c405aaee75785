/* test_stream.c - streams: results in order and once, back-pressure, time limits, flushing, draining, ending at any
 * moment, callbacks, overlapping frames and guards, bad use.
 */
#include "test_stream.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "cli/file.h"

/* --- Going through ------------------------------------------------------------------------------------------------ */

static void test_common_case(void)
{
    ata_stream *stream;
    ata_stream_frames frames;
    point signal[100 * FRAME];
    int64_t accepted, next = 0;
    frames_write(signal, 0, 100);
    CHECK(ata_stream_create(&stream, &frame_problem, NULL) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_stream_submit(stream, signal, 100, -1, &accepted) == ATA_OK && accepted == 100);
    CHECK(ata_stream_collect(stream, &frames, 0) == ATA_ERROR_WOULD_BLOCK && frames.count == 0); /* no whole batch */
    CHECK(ata_stream_drain(stream, -1) == ATA_OK);
    ata_stream_info info = info_of(stream);
    CHECK(info.accepted == 100 && info.ready == 100 && info.collected == 0 && info.devices == 1);
    collect_some(stream, &next, 100);
    CHECK(next == 100 && info_of(stream).collected == 100);
    CHECK(ata_stream_collect(stream, &frames, 0.001) == ATA_ERROR_WOULD_BLOCK);
    ata_stream_destroy(stream);
    ata_stream_destroy(NULL);
}

/* Many rounds through the rings, pieces of every length, devices of several kinds. */
static void check_through(const ata_stream_options *options, int64_t total)
{
    ata_stream *stream;
    int64_t fed = 0, collected = 0;
    CHECK(ata_stream_create(&stream, &frame_problem, options) == ATA_OK, "%s", ata_last_error()->message);
    if (!stream) return;
    for (unsigned int random = 1; fed < total;) {
        random = random * 1664525 + 1013904223;
        feed_some(stream, &fed, 1 + (random >> 16) % 100);
        if (random >> 28 == 0) CHECK(ata_stream_flush(stream) == ATA_OK);
        collect_some(stream, &collected, 0);
    }
    CHECK(ata_stream_drain(stream, -1) == ATA_OK);
    collect_some(stream, &collected, fed - collected);
    const ata_stream_info info = info_of(stream);
    CHECK(collected == fed && info.ready == fed && info.collected == fed && info.redone == 0);
    double half, all;
    CHECK(ata_stream_get_latency(stream, 0.5, &half) == ATA_OK && ata_stream_get_latency(stream, 1, &all) == ATA_OK);
    CHECK(half > 0 && half <= all && all < 3600, "median %g, worst %g", half, all);
    int64_t done = 0;
    ata_stream_device device;
    for (int d = 0; ata_stream_get_device(stream, d, &device) == ATA_OK; d++) {
        CHECK(device.error.status == ATA_OK && device.engine[0] && device.lanes > 0);
        done += device.frames;
    }
    CHECK(done == fed);
    ata_stream_destroy(stream);
}

static void test_order(void)
{
    check_through(&(ata_stream_options){.devices = "cpu"}, 20000);
    check_through(&(ata_stream_options){.devices = "cpu", .frames = 7, .depth = 2}, 20000);
    check_through(&(ata_stream_options){.devices = "cpu,cpu,cpu", .frames = 16, .depth = 3}, 50000);
    check_through(&(ata_stream_options){.devices = "cpu,cpu", .frames = 5, .preference = ATA_LATENCY}, 20000);
    check_through(&(ata_stream_options){.devices = "cpu", .frames = 1, .depth = 2}, 2000);
    check_through(&(ata_stream_options){.devices = "cpu", .rate = 1e5, .deadline = 1e-3}, 20000);
}

static void test_emulator(void)
{
    check_through(&(ata_stream_options){.devices = test_engines("emu"), .frames = 64, .lanes = 2}, 3000);
    check_through(&(ata_stream_options){.devices = test_engines("emu,cpu,emu"), .frames = 33, .lanes = 1}, 6000);
    /* Batches of 4096 frames on the one, of fewer on the other. */
    check_through(&(ata_stream_options){.devices = test_engines("emu,cpu"), .frames = 4096, .lanes = 2}, 30000);
}

/* --- Back-pressure ------------------------------------------------------------------------------------------------ */

static void test_back_pressure(void)
{
    const ata_stream_options options = {.devices = "cpu", .frames = 10, .depth = 3};
    point signal[50 * FRAME];
    ata_stream *stream;
    int64_t accepted, fed = 0, collected = 0;
    void *memory;
    frames_write(signal, 0, 50);
    CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
    CHECK(info_of(stream).frames_held == 30 && info_of(stream).frames_batch == 10);
    /* As many as fit are taken, and the rest is refused: at once, or when the time is over. */
    CHECK(ata_stream_submit(stream, signal, 50, 0, &accepted) == ATA_ERROR_WOULD_BLOCK && accepted == 30);
    CHECK(ata_stream_submit(stream, signal, 1, 0.002, &accepted) == ATA_ERROR_WOULD_BLOCK && accepted == 0);
    CHECK(ata_stream_take(stream, &memory, &accepted, 0) == ATA_ERROR_WOULD_BLOCK && !memory && accepted == 0);
    CHECK(ata_stream_give(stream, 1) == ATA_ERROR_OPTION);
    fed = 30;
    CHECK(ata_stream_drain(stream, -1) == ATA_OK);
    /* Room comes with what is released, and no sooner. */
    ata_stream_frames frames;
    CHECK(ata_stream_collect(stream, &frames, 0) == ATA_OK && frames.count == 30);
    CHECK(ata_stream_take(stream, &memory, &accepted, 0) == ATA_ERROR_WOULD_BLOCK);
    CHECK(ata_stream_release(stream, 4) == ATA_OK && ata_stream_release(stream, 27) == ATA_ERROR_OPTION);
    CHECK(ata_stream_take(stream, &memory, &accepted, 0) == ATA_OK && accepted == 4);
    CHECK(ata_stream_give(stream, 5) == ATA_ERROR_OPTION && ata_stream_give(stream, 0) == ATA_OK);
    collected = 4;
    collect_some(stream, &collected, 26);
    feed_some(stream, &fed, 20);
    CHECK(ata_stream_drain(stream, -1) == ATA_OK);
    collect_some(stream, &collected, 20);
    CHECK(fed == 50 && collected == 50);
    ata_stream_destroy(stream);
}

/* A feeder that waits is let go on by another thread's collecting. */
static void *collect_all(void *context)
{
    int64_t collected = 0;
    collect_some(context, &collected, 5000);
    CHECK(collected == 5000);
    return NULL;
}

static void test_two_threads(void)
{
    const ata_stream_options options = {.devices = "cpu,cpu", .frames = 20, .depth = 2};
    point *signal = malloc(5000 * FRAME * sizeof *signal);
    ata_stream *stream;
    pthread_t thread;
    int64_t accepted;
    frames_write(signal, 0, 5000);
    CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
    CHECK(pthread_create(&thread, NULL, collect_all, stream) == 0);
    CHECK(ata_stream_submit(stream, signal, 5000, -1, &accepted) == ATA_OK && accepted == 5000);
    CHECK(ata_stream_flush(stream) == ATA_OK);
    pthread_join(thread, NULL);
    CHECK(info_of(stream).collected == 5000);
    ata_stream_destroy(stream);
    free(signal);
}

/* --- Ending, whatever is under way -------------------------------------------------------------------------------- */

static void test_destroy_any_time(void)
{
    for (int frames = 0; frames < 60; frames += 3)
        for (int how = 0; how < 4; how++) {
            const ata_stream_options options = {.devices = how == 3 ? test_engines("cpu,emu") : "cpu,cpu",
                                                .frames = 8,
                                                .depth = 4,
                                                .preference = how % 2};
            ata_stream *stream;
            int64_t fed = 0;
            CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
            feed_some(stream, &fed, frames < 30 ? frames : 30);
            if (how == 1) (void)ata_stream_flush(stream);
            if (how == 2) (void)ata_stream_drain(stream, 0);
            ata_stream_destroy(stream);
        }
}

static void test_flush_and_drain(void)
{
    const ata_stream_options options = {.devices = "cpu", .frames = 100};
    ata_stream *stream;
    int64_t fed = 0, collected = 0;
    CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
    CHECK(ata_stream_flush(stream) == ATA_OK && ata_stream_drain(stream, -1) == ATA_OK); /* of nothing */
    for (int i = 0; i < 20; i++) {
        feed_some(stream, &fed, i);
        CHECK(ata_stream_flush(stream) == ATA_OK);
        collect_some(stream, &collected, i); /* comes without a whole batch */
        feed_some(stream, &fed, 3);
        CHECK(ata_stream_drain(stream, -1) == ATA_OK && info_of(stream).ready == fed);
        collect_some(stream, &collected, 3);
    }
    CHECK(fed == collected);
    ata_stream_destroy(stream);
    /* With a deadline nobody has to flush. */
    const ata_stream_options lingering = {.devices = "cpu", .frames = 100, .deadline = 4e-3};
    fed = collected = 0;
    CHECK(ata_stream_create(&stream, &frame_problem, &lingering) == ATA_OK);
    for (int i = 0; i < 5; i++) {
        feed_some(stream, &fed, 2);
        collect_some(stream, &collected, 2);
    }
    CHECK(fed == 10 && collected == 10);
    ata_stream_destroy(stream);
}

/* --- Callbacks ---------------------------------------------------------------------------------------------------- */

typedef struct listener {
    int64_t next;
    bool good;
    ata_stream *stream;
    ata_status inside; /* of a drain from the callback */
} listener;

static void hear(void *context, const ata_stream_frames *frames)
{
    listener *l = context;
    l->good = frames_check(frames, &l->next) && l->good;
    if (l->stream) l->inside = ata_stream_drain(l->stream, 0);
}

static void test_callback(void)
{
    listener l = {.good = true};
    const ata_stream_options options = {
        .devices = "cpu,cpu", .frames = 16, .depth = 2, .on_frames = hear, .context = &l};
    ata_stream *stream;
    ata_stream_frames frames;
    point signal[1000 * FRAME];
    frames_write(signal, 0, 1000);
    CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
    CHECK(ata_stream_submit(stream, signal, 1000, -1, NULL) == ATA_OK);
    CHECK(ata_stream_drain(stream, -1) == ATA_OK && l.next == 1000 && l.good);
    CHECK(ata_stream_collect(stream, &frames, 0) == ATA_ERROR_OPTION && ata_stream_release(stream, 0) != ATA_OK);
    l = (listener){.good = true, .next = 1000, .stream = stream};
    frames_write(signal, 1000, 1);
    CHECK(ata_stream_submit(stream, signal, 1, -1, NULL) == ATA_OK && ata_stream_drain(stream, -1) == ATA_OK);
    CHECK(l.inside == ATA_ERROR_OPTION && l.next == 1001 && l.good);
    l.stream = NULL;
    CHECK(ata_stream_submit(stream, signal, 20, -1, NULL) == ATA_OK);
    ata_stream_destroy(stream); /* while it is being called */
}

/* --- Frames that overlap, and frames apart ------------------------------------------------------------------------ */

static float sample(int64_t t)
{
    return (float)((t * t * 37 + 11 * t) % 101 - 50) / 8;
}

static bool is_near(const float *a, const float *b, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (!(fabsf(a[k] - b[k]) < 1e-3f)) return false;
    return true;
}

/* Every frame against a plan's execution of the same samples. */
static void check_hop(const char *devices, int64_t hop, int64_t offset, int64_t frames_batch, int64_t steps)
{
    enum { N = 64 };
    const ata_problem problem = {.kind = ATA_R2C, .rank = 1, .dim = {{.n = N}}};
    const ata_problem complex = {.rank = 1, .dim = {{.n = N}}};
    const bool real = strcmp(devices, "cpu") == 0;
    const ata_stream_options options = {
        .devices = devices, .hop = hop, .offset = offset, .frames = frames_batch, .depth = 3, .lanes = 1};
    const int64_t parts = real ? 1 : 2, out = real ? 2 * (N / 2 + 1) : 2 * N;
    float *signal = malloc((size_t)(steps * hop * parts) * sizeof *signal), expected[2 * N];
    for (int64_t t = 0; t < steps * hop * parts; t++) signal[t] = sample(t);
    ata_stream *stream;
    ata_plan *plan;
    CHECK(ata_stream_create(&stream, real ? &problem : &complex, &options) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_plan_create(&plan, real ? &problem : &complex, NULL) == ATA_OK);
    int64_t fed = 0, next = 0, accepted;
    for (int piece = 1; stream && plan && fed < steps; piece = piece % 9 + 1) {
        const int64_t count = piece < steps - fed ? piece : steps - fed;
        const ata_status status = ata_stream_submit(stream, signal + fed * hop * parts, count, 0, &accepted);
        CHECK(status == ATA_OK || status == ATA_ERROR_WOULD_BLOCK);
        fed += accepted;
        if (fed == steps || piece == 4) CHECK(ata_stream_drain(stream, -1) == ATA_OK);
        ata_stream_frames frames;
        while (ata_stream_collect(stream, &frames, 0) == ATA_OK) {
            for (int64_t i = 0; i < frames.count; i++, next++) {
                const float *result = (const float *)frames.data + i * out;
                CHECK(ata_plan_execute(plan, signal + (next * hop + offset) * parts, expected) == ATA_OK);
                CHECK(is_near(result, expected, out), "hop %lld, frame %lld", (long long)hop, (long long)next);
            }
            CHECK(ata_stream_release(stream, frames.count) == ATA_OK);
        }
    }
    const int64_t whole = steps - (offset + N - 1) / hop;
    CHECK(next == (whole > 0 ? whole : 0), "hop %lld: %lld frames", (long long)hop, (long long)next);
    CHECK(info_of(stream).accepted == next && info_of(stream).steps == steps);
    ata_stream_destroy(stream);
    ata_plan_destroy(plan);
    free(signal);
}

static void test_hops(void)
{
    check_hop("cpu", 16, 0, 8, 300);  /* frames overlap by three quarters */
    check_hop("cpu", 7, 0, 9, 300);   /* by a length that divides nothing */
    check_hop("cpu", 1, 0, 64, 500);  /* by all but one sample */
    check_hop("cpu", 72, 8, 5, 100);  /* a guard of 8 samples before each */
    check_hop("cpu", 64, 10, 5, 100); /* begun in the middle */
    check_hop("cpu", 100, 90, 4, 60); /* a frame that reaches into the next step */
    check_hop("cpu", 16, 0, 0, 2);    /* too few for one frame */
    check_hop(test_engines("emu,cpu"), 16, 0, 8, 40);
    check_hop(test_engines("emu"), 72, 8, 5, 30);
}

/* --- Storage types, shapes, more than one transform a frame ------------------------------------------------------- */

/* Many frames at once may be done by another recipe than one, and rounded otherwise. */
static bool is_same(const char *a, const char *b, int64_t bytes, const ata_problem *problem)
{
    ata_problem complete;
    CHECK(ata_problem_check(problem, &complete) == ATA_OK);
    const ata_type type = complete.type_out;
    const int64_t count = bytes / (int64_t)file_number_size(type);
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < count; i++) {
        const double x = file_number_load(type, a, i), y = file_number_load(type, b, i);
        if (isnan(x)) return false;
        if (fabs(x - y) > worst) worst = fabs(x - y);
        if (fabs(y) > largest) largest = fabs(y);
    }
    return type == ATA_I8 || type == ATA_I16 ? worst <= 1 && largest > 8 : worst <= 0.01 * largest && largest > 0;
}

/* Gaps are what an execution over zeros leaves zero, and one over ones ones. */
static bool has_zeros_in_gaps(const char *frame, const char *over_zeros, const char *over_ones, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i++)
        if (over_zeros[i] == 0 && over_ones[i] == 1 && frame[i] != 0) return false;
    return true;
}

static void check_shape(const char *text, const char *devices)
{
    ata_problem problem;
    ata_extent extent;
    ata_stream *stream = NULL;
    ata_plan *plan = NULL;
    enum { FRAMES = 11 };
    CHECK(ata_problem_parse(&problem, text) == ATA_OK && ata_problem_extent(&problem, &extent) == ATA_OK);
    const ata_stream_options options = {.devices = devices, .frames = 5, .lanes = 1};
    const ata_options on = {.engine = devices};
    CHECK(ata_stream_create(&stream, &problem, &options) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_plan_create(&plan, &problem, &on) == ATA_OK);
    char *in = calloc(FRAMES, (size_t)extent.in_bytes), *out = calloc(2, (size_t)extent.out_bytes);
    char *over_ones = out + extent.out_bytes;
    memset(over_ones, 1, (size_t)extent.out_bytes);
    int16_t *numbers = (int16_t *)in; /* small numbers of any type that is not broken by it */
    for (int64_t i = 0; i < FRAMES * extent.in_bytes / 2; i++)
        numbers[i] =
            (int16_t)(problem.type_in == ATA_I8 || problem.type_in == ATA_I16 ? i % 11 * 257 : 0x3c00 + i % 77);
    CHECK(ata_stream_submit(stream, in, FRAMES, -1, NULL) == ATA_OK && ata_stream_drain(stream, -1) == ATA_OK);
    ata_stream_frames frames;
    int64_t next = 0;
    while (ata_stream_collect(stream, &frames, 0) == ATA_OK) {
        for (int64_t i = 0; i < frames.count; i++, next++) {
            const char *frame = (const char *)frames.data + i * extent.out_bytes;
            const char *from = in + next * extent.in_bytes + extent.in_before;
            CHECK(ata_plan_execute(plan, from, out + extent.out_before) == ATA_OK);
            CHECK(ata_plan_execute(plan, from, over_ones + extent.out_before) == ATA_OK);
            CHECK(is_same(frame, out, extent.out_bytes, &problem), "%s on %s: frame %lld", text, devices,
                  (long long)next);
            CHECK(has_zeros_in_gaps(frame, out, over_ones, extent.out_bytes), "%s on %s: frame %lld", text, devices,
                  (long long)next);
        }
        CHECK(ata_stream_release(stream, frames.count) == ATA_OK);
    }
    CHECK(next == FRAMES);
    ata_stream_destroy(stream);
    ata_plan_destroy(plan);
    free(in);
    free(out);
}

static void test_shapes(void)
{
    static const char *const texts[] = {"c2c 512 in=i8 out=i8 scale=0.01",
                                        "c2c 512 in=i16 out=i16 scale=0.01",
                                        "c2c f16 512 scale=sqrt",
                                        "c2c bf16 256",
                                        "c2c 16x32",
                                        "c2c 64*3 inverse",
                                        "c2c 64 istride=-1",
                                        "c2c 4 ostride=2",
                                        "r2c 4x8 ostride=9,1",
                                        "c2r 8 in=i8 out=i8 ostride=-2",
                                        "c2c f64 128 in=i8"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_shape(texts[i], "cpu");
        check_shape(texts[i], test_engines("emu"));
    }
    check_shape("r2c 1000", "cpu");
    check_shape("dct2 100 in=i16", "cpu");
}

/* Without a hop, frames lie as in a batch without a distance. */
static void test_usual_hop(void)
{
    static const char *const texts[] = {"c2c 8",
                                        "r2c 8 istride=2",
                                        "c2c 8 istride=-3",
                                        "c2r 8 istride=2",
                                        "c2c 4x8 istride=1,4",
                                        "r2c 4x8 istride=20,2",
                                        "r2c 8*3 istride=3 idist=1",
                                        "r2c 64*3 idist=16",
                                        "dct2 9 istride=5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ata_problem frame, batch;
        ata_stream *stream;
        ata_extent one, two;
        CHECK(ata_problem_parse(&frame, texts[i]) == ATA_OK);
        batch = frame;
        memmove(batch.batch + 1, batch.batch, (size_t)batch.batch_rank * sizeof batch.batch[0]);
        batch.batch[0] = (ata_dim){.n = 2};
        batch.batch_rank++;
        CHECK(ata_problem_extent(&frame, &one) == ATA_OK && ata_problem_extent(&batch, &two) == ATA_OK);
        CHECK(ata_stream_create(&stream, &frame, &(ata_stream_options){.devices = "cpu"}) == ATA_OK, "%s: %s", texts[i],
              ata_last_error()->message);
        CHECK(info_of(stream).step_bytes == two.in_bytes - one.in_bytes, "%s: a step of %lld bytes instead of %lld",
              texts[i], (long long)info_of(stream).step_bytes, (long long)(two.in_bytes - one.in_bytes));
        ata_stream_destroy(stream);
    }
}

/* --- Bad use ------------------------------------------------------------------------------------------------------ */

static void refuse(const ata_problem *problem, ata_stream_options options, ata_status status, const char *words)
{
    ata_stream *stream = (ata_stream *)&options;
    const ata_status got = ata_stream_create(&stream, problem, &options);
    CHECK(got == status && !stream, "%s for \"%s\"", ata_status_name(got), words);
    CHECK(strstr(ata_last_error()->message, words) != NULL, "\"%s\" is not in: %s", words, ata_last_error()->message);
    ata_stream_destroy(got == ATA_OK ? stream : NULL);
}

static void test_bad_use(void)
{
    const ata_problem *p = &frame_problem;
    ata_problem in_place = *p, split = *p;
    in_place.place = ATA_IN_PLACE;
    split.layout = ATA_SPLIT;
    refuse(&in_place, (ata_stream_options){0}, ATA_ERROR_PLACE, "place is in place");
    refuse(&split, (ata_stream_options){0}, ATA_ERROR_KIND, "layout is split");
    refuse(p, (ata_stream_options){.devices = "cpu,gpo"}, ATA_ERROR_ENGINE, "devices is \"cpu,gpo\": engine is");
    CHECK(strcmp(ata_last_error()->field, "devices") == 0, "%s", ata_last_error()->field);
    refuse(p, (ata_stream_options){.devices = "cpu,"}, ATA_ERROR_ENGINE, "devices is \"cpu,\"");
    refuse(p, (ata_stream_options){.devices = "a-name-that-is-much-too-long"}, ATA_ERROR_ENGINE, "devices is");
    refuse(p, (ata_stream_options){.devices = "cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu"},
           ATA_ERROR_OPTION, "more than 16");
    refuse(p, (ata_stream_options){.frames = -1}, ATA_ERROR_OPTION, "frames is -1");
    refuse(p, (ata_stream_options){.depth = 1}, ATA_ERROR_OPTION, "depth is 1");
    refuse(p, (ata_stream_options){.lanes = 17}, ATA_ERROR_OPTION, "lanes is 17");
    refuse(p, (ata_stream_options){.devices = "emu,emu,emu,emu,emu", .lanes = 16}, ATA_ERROR_OPTION, "64 lanes");
    refuse(p, (ata_stream_options){.hop = 1, .offset = 1 << 28}, ATA_ERROR_OPTION, "offset is");
    refuse(p, (ata_stream_options){.preference = 2}, ATA_ERROR_OPTION, "preference is 2");
    refuse(p, (ata_stream_options){.rate = NAN}, ATA_ERROR_OPTION, "rate is nan");
    refuse(p, (ata_stream_options){.deadline = -1}, ATA_ERROR_OPTION, "deadline is -1");
    refuse(p, (ata_stream_options){.hop = -4}, ATA_ERROR_OPTION, "hop is -4");
    refuse(p, (ata_stream_options){.offset = -1}, ATA_ERROR_OPTION, "offset is -1");
    refuse(p, (ata_stream_options){.hop = 1, .frames = 3}, ATA_ERROR_OPTION, "7 or more");
    refuse(p, (ata_stream_options){.hop = INT64_MAX / 2}, ATA_ERROR_OVERFLOW, "hop is");
    refuse(p, (ata_stream_options){.hop = INT64_MAX / 16, .frames = 4}, ATA_ERROR_OVERFLOW, "hop is");
    refuse(p, (ata_stream_options){.hop = (int64_t)1 << 46, .frames = 4}, ATA_ERROR_OVERFLOW, "hop is");
    refuse(p, (ata_stream_options){.offset = INT64_MAX / 8}, ATA_ERROR_OVERFLOW, "offset is");
    refuse(p, (ata_stream_options){.plan = &(ata_options){.threads = -1}}, ATA_ERROR_OPTION, "threads is -1");
    refuse(NULL, (ata_stream_options){0}, ATA_ERROR_NULL, "problem is NULL");
    CHECK(ata_stream_create(NULL, p, NULL) == ATA_ERROR_NULL);
    /* A stream that is there, asked for nonsense. */
    ata_stream *stream;
    ata_stream_device device;
    ata_stream_frames frames;
    ata_stream_info info;
    double seconds;
    int64_t count;
    void *memory;
    CHECK(ata_stream_create(&stream, p, NULL) == ATA_OK);
    CHECK(ata_stream_submit(stream, NULL, 1, 0, NULL) == ATA_ERROR_NULL);
    CHECK(ata_stream_submit(stream, &count, -1, 0, NULL) == ATA_ERROR_OPTION);
    CHECK(ata_stream_submit(stream, &count, 0, NAN, NULL) == ATA_ERROR_OPTION);
    CHECK(ata_stream_take(stream, NULL, &count, 0) == ATA_ERROR_NULL);
    CHECK(ata_stream_take(stream, &memory, NULL, 0) == ATA_ERROR_NULL);
    CHECK(ata_stream_collect(stream, NULL, 0) == ATA_ERROR_NULL && ata_stream_release(stream, 1) == ATA_ERROR_OPTION);
    CHECK(ata_stream_get_device(stream, 1, &device) == ATA_ERROR_OPTION);
    CHECK(ata_stream_get_latency(stream, 1.5, &seconds) == ATA_ERROR_OPTION);
    CHECK(ata_stream_get_latency(stream, 0.5, &seconds) == ATA_OK && seconds == 0);
    CHECK(ata_stream_get_info(stream, NULL) == ATA_ERROR_NULL && ata_stream_get_info(NULL, &info) == ATA_ERROR_NULL);
    CHECK(ata_stream_collect(NULL, &frames, 0) == ATA_ERROR_NULL && ata_stream_flush(NULL) == ATA_ERROR_NULL);
    ata_stream_destroy(stream);
}

/* Limits and deadlines beyond any clock wait for ever; and what is released has been told of. */
static void test_endless_limits(void)
{
    static const double limits[] = {1e10, 1e19, 1e300, INFINITY, -INFINITY};
    point signal[8 * FRAME];
    frames_write(signal, 0, 8);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const ata_stream_options options = {.devices = "cpu", .frames = 4, .deadline = 1e300};
        ata_stream *stream;
        ata_stream_frames frames;
        CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
        CHECK(ata_stream_submit(stream, signal, 4, limits[i], NULL) == ATA_OK);
        CHECK(ata_stream_collect(stream, &frames, limits[i]) == ATA_OK && frames.count == 4);
        CHECK(ata_stream_submit(stream, signal + 4 * FRAME, 4, limits[i], NULL) == ATA_OK);
        CHECK(ata_stream_drain(stream, limits[i]) == ATA_OK);
        CHECK(ata_stream_release(stream, 8) == ATA_ERROR_OPTION && ata_stream_release(stream, 4) == ATA_OK);
        CHECK(ata_stream_release(stream, 1) == ATA_ERROR_OPTION);
        ata_stream_destroy(stream);
    }
}

/* What is left of a batch does not wait for the lane that has the rest of it, but goes to one that is free. */
static atomic_int begun;

static int hold_first(void *context, int device, int64_t first, int64_t count)
{
    (void)context, (void)device, (void)count;
    if (first > 0) atomic_store(&begun, 1);
    while (first == 0 && !atomic_load(&begun)) sched_yield();
    return 0;
}

static void test_remainder(void)
{
    point signal[6 * FRAME];
    frames_write(signal, 0, 6);
    for (int latency = 0; latency < 2; latency++) {
        const ata_stream_options options = {.devices = "cpu,cpu",
                                            .frames = 4,
                                            .depth = 8,
                                            .preference = latency ? ATA_LATENCY : ATA_THROUGHPUT,
                                            .deadline = latency ? 0 : 0.01,
                                            .rehearse = hold_first};
        ata_stream *stream;
        ata_stream_frames frames = {0};
        int64_t collected = 0;
        atomic_store(&begun, 0);
        CHECK(ata_stream_create(&stream, &frame_problem, &options) == ATA_OK);
        CHECK(ata_stream_submit(stream, signal, 5, -1, NULL) == ATA_OK);
        CHECK(ata_stream_submit(stream, signal + 5 * FRAME, 1, -1, NULL) == ATA_OK);
        while (collected < 6) { /* for ever, if it waits */
            CHECK(ata_stream_collect(stream, &frames, -1) == ATA_OK);
            collected += frames.count;
            CHECK(ata_stream_release(stream, frames.count) == ATA_OK);
        }
        ata_stream_destroy(stream);
    }
}

static const test_case cases[] = {
    {"endless limits", test_endless_limits},
    {"remainder", test_remainder},
    {"common case", test_common_case},
    {"order", test_order},
    {"emulator", test_emulator},
    {"back pressure", test_back_pressure},
    {"threads", test_two_threads},
    {"destroy", test_destroy_any_time},
    {"flush", test_flush_and_drain},
    {"callback", test_callback},
    {"hops", test_hops},
    {"shapes", test_shapes},
    {"usual hop", test_usual_hop},
    {"bad use", test_bad_use},
};
TEST_MAIN(cases)
