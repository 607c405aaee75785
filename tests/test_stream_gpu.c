/* test_stream_gpu.c - streams on GPUs, over a driver without one (fake_cuda.h) whose kernels copy their input: every
 * failing call, every failing allocation and thread is either reported by ata_stream_create or drops one device of two;
 * frames come out once and in order, and nothing is left behind.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "fake_cuda.h"
#include "test_stream.h"

static fake_cuda *fake;
static fake_cuda_reset_function *reset;
static fake_cuda_forget_function *forget;

/* --- Requests that fail ------------------------------------------------------------------------------------------- */

static _Atomic int failing_request, requests, failing_thread, threads;

int __real_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    return failing_request && ++requests == failing_request ? ENOMEM : __real_posix_memalign(memory, alignment, size);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    return failing_thread && ++threads == failing_thread ? EAGAIN
                                                         : __real_pthread_create(thread, attributes, run, argument);
}

/* --- One stream, from its making to its end ----------------------------------------------------------------------- */

static void *symbol(const char *name)
{
    void *library = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, name) : NULL;
    CHECK(found != NULL, "%s has no %s", FAKE_CUDA, name);
    return found;
}

static void begin(void)
{
    setenv("ATALANTA_CUDA_DRIVER", FAKE_CUDA, 1);
    setenv("ATALANTA_NVRTC", FAKE_CUDA, 1);
    setenv("ATALANTA_CACHE", "off", 1);
    fake_cuda_get_function *get;
    *(void **)&get = symbol("fake_cuda_get");
    *(void **)&reset = symbol("fake_cuda_reset");
    *(void **)&forget = symbol("fake_cuda_forget");
    fake = get();
    reset();
    fake->identity = 1;
}

static void check_nothing_left(const char *when)
{
    CHECK(fake->modules == 0 && fake->programs == 0, "%s: %d modules", when, fake->modules);
    CHECK(fake->events == 0 && fake->streams == 0, "%s: %d events, %d streams", when, fake->events, fake->streams);
    CHECK(fake->memories == 0 && fake->host_memories == 0, "%s: %d and %d pieces of memory", when, fake->memories,
          fake->host_memories);
    CHECK(fake->retained[0] == 0 && fake->retained[1] == 0, "%s: contexts", when);
}

enum { TOTAL = 120 };

/* The kernels copy, so that a result is its frame. */
static bool is_copied(const ata_stream_frames *frames, int64_t next)
{
    point expected[FRAME];
    for (int64_t i = 0; i < frames->count; i++) {
        frame_write(expected, next + i);
        if (memcmp((const point *)frames->data + i * FRAME, expected, sizeof expected) != 0) return false;
    }
    return frames->first == next;
}

/* Returns whether the stream could be made; what it then takes in comes out, whatever happens. */
static bool run_stream(const char *when, int *dropped)
{
    const ata_stream_options options = {.devices = "gpu:0,gpu:1", .frames = 10, .depth = 4, .lanes = 2};
    ata_stream *stream;
    ata_stream_frames frames;
    int64_t fed = 0, next = 0;
    *dropped = 0;
    const ata_status status = ata_stream_create(&stream, &frame_problem, &options);
    if (status != ATA_OK) {
        CHECK(!stream && ata_last_error()->status == status && ata_last_error()->message[0], "%s", when);
        return false;
    }
    CHECK(info_of(stream).page_locked);
    while (next < TOTAL) {
        feed_some(stream, &fed, TOTAL - fed < 17 ? TOTAL - fed : 17);
        if (fed == TOTAL) CHECK(ata_stream_drain(stream, -1) == ATA_OK, "%s: %s", when, ata_last_error()->message);
        while (ata_stream_collect(stream, &frames, 0) == ATA_OK) {
            CHECK(is_copied(&frames, next), "%s: frame %lld", when, (long long)next);
            next += frames.count;
            CHECK(ata_stream_release(stream, frames.count) == ATA_OK);
        }
    }
    const ata_stream_info info = info_of(stream);
    *dropped = info.devices - info.devices_left;
    ata_stream_device device;
    for (int d = 0; d < 2; d++)
        if (ata_stream_get_device(stream, d, &device) == ATA_OK && device.error.status != ATA_OK)
            CHECK(device.error.message[0] && info.redone > 0, "%s", when);
    CHECK(next == TOTAL && info.ready == TOTAL, "%s", when);
    ata_stream_destroy(stream);
    return true;
}

static void test_through(void)
{
    begin();
    int dropped;
    CHECK(run_stream("undisturbed", &dropped) && dropped == 0, "%s", ata_last_error()->message);
    check_nothing_left("undisturbed");
}

static void test_failing_calls(void)
{
    begin();
    int created = 0, lost = 0, refused = 0, dropped;
    for (int call = 1;; call++) {
        char when[64];
        reset();
        fake->identity = 1;
        fake->fail_at = call;
        snprintf(when, sizeof when, "call %d fails", call);
        if (run_stream(when, &dropped)) created++;
        else refused++;
        lost += dropped;
        CHECK(dropped <= 1, "%s: %d dropped", when, dropped);
        /* Where a context cannot be entered it is gone, and with it all that would be freed. */
        if (fake->failed && strcmp(fake->failed, "cuCtxPushCurrent") == 0) forget();
        check_nothing_left(fake->failed ? fake->failed : when);
        if (!fake->failed) break; /* there is no such call any more */
    }
    CHECK(refused > 20 && created > 20 && lost > 10, "%d refused, %d created, %d lost", refused, created, lost);
}

static void test_failing_requests(void)
{
    begin();
    int refused = 0, dropped;
    for (int request = 1;; request++) {
        requests = 0;
        failing_request = request;
        const bool made = run_stream("a request for memory fails", &dropped);
        failing_request = 0;
        CHECK(made ? dropped == 0 : ata_last_error()->status == ATA_ERROR_MEMORY, "request %d: %s", request,
              ata_last_error()->message);
        check_nothing_left("a request for memory fails");
        if (!made) refused++;
        if (requests < request) break;
    }
    CHECK(refused > 10, "%d refused", refused);
    for (int thread = 1; thread < 20; thread++) {
        threads = 0;
        failing_thread = thread;
        const bool made = run_stream("a thread does not start", &dropped);
        failing_thread = 0;
        CHECK(made || ata_last_error()->status == ATA_ERROR_THREAD, "%s", ata_last_error()->message);
        check_nothing_left("a thread does not start");
        if (threads < thread) break;
    }
}

static const test_case cases[] = {
    {"through", test_through}, {"calls", test_failing_calls}, {"requests", test_failing_requests}};
TEST_MAIN(cases)
