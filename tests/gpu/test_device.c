/* test_device.c - what the GPU engine promises to callers with data on the device: streams, graphs, contexts, scratch.
 *
 * Built everywhere, run by `make gpu-test` where there is a GPU: without one it says so and fails, for a test that did
 * not run has not passed.
 */
#include <pthread.h>
#include <stdlib.h>

#include "tests/gpu/device.h"
#include "tests/test.h"

/* One of each way to compute: registers, one block, several passes; the lengths are of no other meaning. */
static const char *const texts[] = {"c2c 8*1000", "c2c 256*100", "c2c 4096*16", "c2c f64 1024*9 inverse",
                                    "c2c 2^15*2", "c2c 2^16",    "c2c 2^20",    "c2c f64 2^17"};
enum { TEXTS = sizeof texts / sizeof texts[0] };

/* Execute once in the device's stream, and compare. */
static void expect_right(const ata_plan *plan, device_case *c, const char *what)
{
    const ata_status status = device_execute(plan, c, device.stream, NULL, 0);
    CHECK(status == ATA_OK, "%s: %s", what, ata_last_error()->message);
    const double error = device_case_error(c, device.stream);
    CHECK(error <= device_case_bound(c), "%s: the relative error is %g", what, error);
}

static void device_pointers_on_a_stream(void)
{
    for (int i = 0; i < TEXTS; i++) {
        device_case c;
        device_case_create(&c, texts[i], 0);
        ata_plan *plan = device_plan(&c, 0);
        if (plan) expect_right(plan, &c, texts[i]);
        ata_plan_destroy(plan);
        device_case_destroy(&c);
    }
}

/* Offset by one element of f32: 8 bytes, where vectors of 16 would like more. */
static void misaligned_device_pointers(void)
{
    static const char *const some[] = {"c2c 8*33", "c2c 256*17", "c2c 4096*3", "c2c 2^16", "c2c 2^18"};
    for (int i = 0; i < 5; i++) {
        device_case c;
        device_case_create(&c, some[i], 8);
        ata_plan *plan = device_plan(&c, 0);
        if (plan) expect_right(plan, &c, some[i]);
        ata_plan_destroy(plan);
        device_case_destroy(&c);
    }
}

static void in_place(void)
{
    static const char *const some[] = {"c2c 64*100 inplace", "c2c 2^13*5 inplace inverse", "c2c 2^16 inplace",
                                       "c2c 2^20 inplace"};
    for (int i = 0; i < 4; i++) {
        device_case c;
        device_case_create(&c, some[i], 0);
        ata_plan *plan = device_plan(&c, 0);
        if (plan) expect_right(plan, &c, some[i]);
        ata_plan_destroy(plan);
        device_case_destroy(&c);
    }
}

/* An event behind many calls is not ready when they return, for they take the GPU milliseconds. */
static void a_call_does_not_wait(void)
{
    static const char *const some[] = {"c2c 1024*65536", "c2c 2^24"};
    for (int i = 0; i < 2; i++) {
        enum { CALLS = 20 };
        device_case c;
        device_case_create(&c, some[i], 0);
        ata_plan *plan = device_plan(&c, 0);
        if (plan) {
            expect_right(plan, &c, some[i]); /* what is loaded at a first call is loaded */
            bool good = true;
            for (int k = 0; k < CALLS; k++) good = good && !device_execute(plan, &c, device.stream, NULL, 0);
            CHECK(good, "%s: %s", some[i], ata_last_error()->message);
            CHECK(device.call->event_record(device.end, device.stream) == GPU_SUCCESS, "recording an event");
            const int state = device_call.event_query(device.end);
            CHECK(state == DEVICE_NOT_READY, "%s: the calls waited for the GPU (%d)", some[i], state);
            CHECK(device.call->stream_synchronize(device.stream) == GPU_SUCCESS, "waiting");
        }
        ata_plan_destroy(plan);
        device_case_destroy(&c);
    }
}

static void a_graph_gives_the_same_bits(void)
{
    enum { CAPTURE_GLOBAL = 0, CALLS = 3 }; /* global: no call anywhere may do what cannot be captured */
    const gpu_driver *call = device.call;
    for (int i = 0; i < TEXTS; i++) {
        device_case c;
        device_case_create(&c, texts[i], 0);
        ata_plan *plan = device_plan(&c, 0);
        if (!plan) continue;
        expect_right(plan, &c, texts[i]);
        void *first = malloc(c.out_bytes);
        if (first) memcpy(first, c.host_out, c.out_bytes);
        device_case_reset(&c);
        gpu_graph *graph = NULL;
        gpu_graph_ready *ready = NULL;
        CHECK(call->stream_begin_capture(device.stream, CAPTURE_GLOBAL) == GPU_SUCCESS, "capturing");
        for (int k = 0; k < CALLS; k++) {
            CHECK(device_execute(plan, &c, device.stream, NULL, 0) == ATA_OK, "%s", ata_last_error()->message);
        }
        CHECK(call->stream_end_capture(device.stream, &graph) == GPU_SUCCESS, "%s cannot be captured", texts[i]);
        CHECK(call->graph_instantiate(&ready, graph, 0) == GPU_SUCCESS, "making a graph");
        for (int k = 0; k < 2 && ready; k++) {
            device_case_reset(&c);
            CHECK(call->graph_launch(ready, device.stream) == GPU_SUCCESS, "launching a graph");
            const double error = device_case_error(&c, device.stream);
            CHECK(error <= device_case_bound(&c), "%s in a graph: the relative error is %g", texts[i], error);
            CHECK(first && memcmp(first, c.host_out, c.out_bytes) == 0, "%s in a graph: other bits", texts[i]);
        }
        if (ready) call->graph_ready_destroy(ready);
        if (graph) call->graph_destroy(graph);
        free(first);
        ata_plan_destroy(plan);
        device_case_destroy(&c);
    }
}

static void two_plans_on_two_streams(void)
{
    enum { ROUNDS = 50 };
    device_case c[2];
    ata_plan *plan[2];
    gpu_stream *stream[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        device_case_create(&c[i], i ? "c2c 2^20" : "c2c 2^18*2", 0);
        plan[i] = device_plan(&c[i], 0);
        CHECK(device.call->stream_create(&stream[i], GPU_STREAM_NON_BLOCKING) == GPU_SUCCESS, "making a stream");
    }
    for (int k = 0; k < ROUNDS && plan[0] && plan[1]; k++) {
        for (int i = 0; i < 2; i++) {
            const ata_status status = device_execute(plan[i], &c[i], stream[i], NULL, 0);
            if (status != ATA_OK) CHECK(false, "%s", ata_last_error()->message);
        }
    }
    for (int i = 0; i < 2; i++) {
        const double error = device_case_error(&c[i], stream[i]);
        CHECK(error <= device_case_bound(&c[i]), "stream %d: the relative error is %g", i, error);
        device.call->stream_destroy(stream[i]);
        ata_plan_destroy(plan[i]);
        device_case_destroy(&c[i]);
    }
}

/* One plan, each stream with a scratch of its own. */
static void own_scratch(void)
{
    device_case c[2];
    void *scratch[2] = {NULL, NULL};
    gpu_stream *stream[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) device_case_create(&c[i], "c2c 2^20", 0);
    ata_plan *plan = device_plan(&c[0], 1);
    ata_plan_info info = {0};
    if (plan) CHECK(ata_plan_get_info(plan, &info) == ATA_OK, "%s", ata_last_error()->message);
    const size_t bytes = info.scratch_bytes;
    if (plan && bytes > 0) {
        const ata_status status = device_execute(plan, &c[0], device.stream, NULL, 0);
        CHECK(status == ATA_ERROR_SCRATCH, "no scratch gives %s", ata_status_name(status));
    }
    for (int i = 0; i < 2 && plan; i++) {
        scratch[i] = bytes ? cli_gpu_allocate(&device, (int64_t)bytes) : NULL;
        CHECK(device.call->stream_create(&stream[i], GPU_STREAM_NON_BLOCKING) == GPU_SUCCESS, "making a stream");
    }
    for (int k = 0; k < 20 && plan; k++) {
        for (int i = 0; i < 2; i++) {
            const ata_status status = device_execute(plan, &c[i], stream[i], scratch[i], bytes);
            if (status != ATA_OK) CHECK(false, "%s", ata_last_error()->message);
        }
    }
    for (int i = 0; i < 2; i++) {
        if (plan) {
            const double error = device_case_error(&c[i], stream[i]);
            CHECK(error <= device_case_bound(&c[i]), "stream %d: the relative error is %g", i, error);
            device.call->stream_destroy(stream[i]);
        }
        cli_gpu_free(&device, scratch[i]);
    }
    ata_plan_destroy(plan);
    for (int i = 0; i < 2; i++) device_case_destroy(&c[i]);
}

static gpu_context *current(void)
{
    gpu_context *context = NULL;
    device_call.context_get(&context);
    return context;
}

/* Whatever context is current stays so: the plan's own, another, and none. */
static void the_context_is_left_alone(void)
{
    const gpu_driver *call = device.call;
    device_case c;
    device_case_create(&c, "c2c 2^16", 0);
    ata_plan *plan = device_plan(&c, 0);
    CHECK(current() == device.context, "making a plan changed the context");
    if (plan) expect_right(plan, &c, "its own context");
    CHECK(current() == device.context, "executing changed the context");

    gpu_context *other = NULL;
    CHECK(device_call.context_create(&other, 0, device.device) == GPU_SUCCESS && current() == other,
          "a second context");
    if (plan) CHECK(device_execute(plan, &c, device.stream, NULL, 0) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(current() == other, "executing a plan of another context changed the context");
    while (current()) call->context_set(NULL); /* each takes the topmost off */
    if (plan) CHECK(device_execute(plan, &c, device.stream, NULL, 0) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(current() == NULL, "executing without a context left one");
    call->context_set(other);
    ata_plan_destroy(plan);
    CHECK(current() == other, "destroying a plan of another context changed the context");
    call->context_set(device.context);
    device_case_destroy(&c);
    if (other) device_call.context_destroy(other);
    call->context_set(device.context);
}

/* A plan is made in the context that is current then, and works there. */
static void a_plan_in_a_second_context(void)
{
    const gpu_driver *call = device.call;
    gpu_context *other = NULL;
    gpu_stream *stream = NULL;
    CHECK(device_call.context_create(&other, 0, device.device) == GPU_SUCCESS, "a second context");
    CHECK(call->stream_create(&stream, GPU_STREAM_NON_BLOCKING) == GPU_SUCCESS, "a stream in it");
    device_case c;
    device_case_create(&c, "c2c 2^17", 0);
    ata_plan *plan = device_plan(&c, 0);
    CHECK(current() == other, "making a plan changed the context");
    if (plan) {
        CHECK(device_execute(plan, &c, stream, NULL, 0) == ATA_OK, "%s", ata_last_error()->message);
        const double error = device_case_error(&c, stream);
        CHECK(error <= device_case_bound(&c), "the relative error is %g", error);
    }
    ata_plan_destroy(plan);
    device_case_destroy(&c);
    if (stream) call->stream_destroy(stream);
    if (other) device_call.context_destroy(other);
    call->context_set(device.context);
}

static void host_pointers(void)
{
    for (int i = 0; i < TEXTS; i++) {
        device_case c;
        device_case_create(&c, texts[i], 0);
        ata_plan *plan = device_plan(&c, 0);
        if (plan) {
            CHECK(ata_plan_execute(plan, c.host_in, c.host_out) == ATA_OK, "%s", ata_last_error()->message);
            /* The result is ready as soon as the call returns: move it to where the comparison looks. */
            CHECK(device.call->copy_in((gpu_memory)(uintptr_t)c.out, c.host_out, c.out_bytes) == GPU_SUCCESS, "moving");
            const double error = device_case_error(&c, device.stream);
            CHECK(error <= device_case_bound(&c), "%s on the host: the relative error is %g", texts[i], error);
        }
        ata_plan_destroy(plan);
        device_case_destroy(&c);
    }
}

/* Plans made by several threads at once; each thread has the context made current for itself. */
static void *make_plans(void *argument)
{
    static const char *const some[] = {"c2c 128*50", "c2c f64 512*9", "c2c 2048*4", "c2c 2^17"};
    long *failures = argument;
    device.call->context_set(device.context);
    for (int i = 0; i < 8; i++) {
        ata_problem problem;
        ata_plan *plan = NULL;
        const ata_options options = {.engine = "gpu"};
        *failures += ata_problem_parse(&problem, some[i % 4]) != ATA_OK;
        *failures += ata_plan_create(&plan, &problem, &options) != ATA_OK;
        ata_plan_destroy(plan);
    }
    return NULL;
}

static void threads_make_plans_at_once(void)
{
    enum { THREADS = 2 };
    pthread_t thread[THREADS];
    long failures[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, make_plans, &failures[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CHECK(failures[i] == 0, "thread %d: %ld calls failed", i, failures[i]);
    }
}

static size_t available(void)
{
    size_t bytes = 0, total = 0;
    CHECK(device.call->stream_synchronize(device.stream) == GPU_SUCCESS, "waiting");
    CHECK(device.call->memory_info(&bytes, &total) == GPU_SUCCESS, "asking for memory");
    return bytes;
}

/* Executing takes no memory of the device, and a plan gives back what it took. */
static void nothing_leaks(void)
{
    enum { CALLS = 1000, PLANS = 50, SLACK = 8 << 20 }; /* the driver keeps some for itself */
    device_case c;
    device_case_create(&c, "c2c 2^18", 0);
    ata_plan *plan = device_plan(&c, 0);
    if (plan) {
        expect_right(plan, &c, "first");
        const size_t before = available();
        bool good = true;
        for (int i = 0; i < CALLS; i++) good = good && !device_execute(plan, &c, device.stream, NULL, 0);
        CHECK(good, "%s", ata_last_error()->message);
        const size_t after = available();
        CHECK(after == before, "%d executions took %lld bytes", CALLS, (long long)before - (long long)after);
    }
    ata_plan_destroy(plan);
    const size_t before = available();
    for (int i = 0; i < PLANS; i++) {
        plan = device_plan(&c, 0);
        if (plan) expect_right(plan, &c, "again");
        ata_plan_destroy(plan);
    }
    const size_t after = available();
    CHECK(after + SLACK >= before, "%d plans left %lld bytes", PLANS, (long long)before - (long long)after);
    device_case_destroy(&c);
}

/* --- Without a plan ----------------------------------------------------------------------------------------------- */

/* Roots in the memory of the device, next to the CPU's: both are within a unit in the last place. */
static void check_roots(const void *there, int64_t n, int64_t count, const char *what)
{
    double *host = malloc((size_t)count * 16), *right = malloc((size_t)count * 16);
    CHECK(host && right && !cli_gpu_copy_out(&device, host, there, count * 16), "%s: copying", what);
    CHECK(ata_roots(NULL, n, count, ATA_F64, right) == ATA_OK, "%s", ata_last_error()->message);
    double worst = 0;
    for (int64_t i = 0; i < 2 * count; i++) {
        const double off = host[i] > right[i] ? host[i] - right[i] : right[i] - host[i];
        if (!(off <= worst)) worst = off;
    }
    CHECK(worst <= 0x1p-53, "%s: off by %g", what, worst);
    free(host);
    free(right);
}

static void roots_in_device_memory(void)
{
    enum { COUNT = 1 << 23, CALLS = 200 };
    void *there = cli_gpu_allocate(&device, (int64_t)COUNT * 16);
    const ata_options options = {.engine = "gpu", .stream = device.stream};
    CHECK(there && ata_roots(&options, 3 * COUNT, COUNT, ATA_F64, there) == ATA_OK, "%s", ata_last_error()->message);
    check_roots(there, 3 * COUNT, COUNT, "alone");
    device_case c;
    device_case_create(&c, "c2c 2^10", 0);
    ata_plan *plan = device_plan(&c, 0); /* as long as it lives, so does the kernel */
    CHECK(ata_roots(&options, COUNT, COUNT, ATA_F64, there) == ATA_OK, "%s", ata_last_error()->message);
    bool good = true;
    for (int k = 0; k < CALLS; k++) good = good && !ata_roots(&options, 2 * COUNT, COUNT, ATA_F64, there);
    CHECK(good, "%s", ata_last_error()->message);
    CHECK(device.call->event_record(device.end, device.stream) == GPU_SUCCESS, "recording an event");
    const int state = device_call.event_query(device.end);
    CHECK(state == DEVICE_NOT_READY, "the calls waited for the GPU (%d)", state);
    CHECK(device.call->stream_synchronize(device.stream) == GPU_SUCCESS, "waiting");
    check_roots(there, 2 * COUNT, COUNT, "beside a plan");
    ata_plan_destroy(plan);
    device_case_destroy(&c);
    cli_gpu_free(&device, there);
}

static void bounds_are_measured(void)
{
    const ata_options options = {.engine = "gpu"};
    ata_bounds b;
    CHECK(ata_bounds_measure(&options, &b) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(b.copy_gb_per_s > 0 && b.arithmetic_gflops > b.arithmetic_f64_gflops && b.arithmetic_f64_gflops > 0 &&
              b.exchange_gb_per_s > b.copy_gb_per_s,
          "copy %g, arithmetic %g and %g, exchange %g", b.copy_gb_per_s, b.arithmetic_gflops, b.arithmetic_f64_gflops,
          b.exchange_gb_per_s);
}

static const test_case cases[] = {
    {"device pointers on a stream", device_pointers_on_a_stream},
    {"misaligned device pointers", misaligned_device_pointers},
    {"in place", in_place},
    {"a call does not wait", a_call_does_not_wait},
    {"a graph gives the same bits", a_graph_gives_the_same_bits},
    {"two plans on two streams", two_plans_on_two_streams},
    {"own scratch", own_scratch},
    {"the context is left alone", the_context_is_left_alone},
    {"a plan in a second context", a_plan_in_a_second_context},
    {"host pointers", host_pointers},
    {"threads make plans at once", threads_make_plans_at_once},
    {"nothing leaks", nothing_leaks},
    {"roots in device memory", roots_in_device_memory},
    {"bounds are measured", bounds_are_measured},
};

int main(int argc, char **argv)
{
    const char *missing = device_open();
    if (missing) {
        fprintf(stderr, "test_device: nothing was tested: %s\n", missing);
        return 1;
    }
    printf("on %s\n", device.name);
    const int failed = test_main(cases, (int)(sizeof cases / sizeof cases[0]), argc, argv);
    cli_gpu_close(&device);
    return failed;
}
