/* device.c - what the tests on a GPU share. */
#include "tests/gpu/device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/random.h"
#include "cli/symbol.h"
#include "tests/test.h"

gpu device;
device_functions device_call;

static const char *open_gpu(void)
{
    const char *missing = cli_gpu_open(&device, 0);
    if (missing) return missing;
    void *library = device.call->library;
    const bool found = cli_symbol_get(library, "cuCtxCreate_v2", &device_call.context_create) &&
                       cli_symbol_get(library, "cuCtxDestroy_v2", &device_call.context_destroy) &&
                       cli_symbol_get(library, "cuCtxGetCurrent", &device_call.context_get) &&
                       cli_symbol_get(library, "cuEventQuery", &device_call.event_query);
    return found ? NULL : "the CUDA driver lacks functions that the tests call; install one of CUDA 11.8 or later";
}

const char *device_open(void)
{
    const char *name, *summary, *missing;
    for (int i = 0; ata_engine_get(i, &name, &summary, &missing) == ATA_OK; i++) {
        if (strcmp(name, "gpu") != 0) continue;
        return missing ? missing : open_gpu();
    }
    return "this library has no engine named gpu";
}

static gpu_memory address(const void *memory)
{
    return (gpu_memory)(uintptr_t)memory;
}

static double load(const device_case *c, const void *numbers, size_t i)
{
    return c->problem.type == ATA_F64 ? ((const double *)numbers)[i] : (double)((const float *)numbers)[i];
}

static void fill(device_case *c)
{
    check_random random;
    check_random_init(&random, 1);
    const bool wide = c->problem.type == ATA_F64;
    const size_t count = c->in_bytes / (wide ? 8 : 4);
    for (size_t i = 0; i < count; i++) {
        const double number = check_random_get_unit(&random);
        if (wide) ((double *)c->host_in)[i] = number;
        else ((float *)c->host_in)[i] = (float)number;
    }
}

/* The CPU engine's answer, which other tests hold against the definition. */
static void find_right(device_case *c)
{
    ata_problem problem = c->problem;
    problem.place = ATA_OUT_OF_PLACE;
    ata_plan *plan;
    const ata_options options = {.engine = "cpu", .threads = 4};
    CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_plan_execute(plan, c->host_in, c->right) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
}

void device_case_create(device_case *c, const char *text, size_t offset)
{
    *c = (device_case){0};
    ata_extent extent;
    CHECK(ata_problem_parse(&c->problem, text) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_problem_check(&c->problem, &c->problem) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_problem_extent(&c->problem, &extent) == ATA_OK, "%s", ata_last_error()->message);
    const bool in_place = c->problem.place == ATA_IN_PLACE;
    c->in_bytes = (size_t)extent.in_bytes;
    c->out_bytes = (size_t)extent.out_bytes;
    c->host_in = malloc(c->in_bytes);
    c->host_out = malloc(c->out_bytes);
    c->right = malloc(c->out_bytes);
    c->memory_in = cli_gpu_allocate(&device, (int64_t)(c->in_bytes + offset));
    c->memory_out = in_place ? NULL : cli_gpu_allocate(&device, (int64_t)(c->out_bytes + offset));
    if (!c->host_in || !c->host_out || !c->right || !c->memory_in || (!in_place && !c->memory_out)) {
        fprintf(stderr, "test_device: out of memory for \"%s\"\n", text);
        exit(1);
    }
    c->in = (char *)c->memory_in + offset;
    c->out = in_place ? c->in : (char *)c->memory_out + offset;
    fill(c);
    find_right(c);
    device_case_reset(c);
}

void device_case_destroy(device_case *c)
{
    cli_gpu_free(&device, c->memory_in);
    cli_gpu_free(&device, c->memory_out);
    free(c->host_in);
    free(c->host_out);
    free(c->right);
}

void device_case_reset(device_case *c)
{
    memset(c->host_out, 0xff, c->out_bytes);
    if (c->out != c->in) {
        CHECK(device.call->copy_in(address(c->out), c->host_out, c->out_bytes) == GPU_SUCCESS, "wiping the output");
    }
    CHECK(device.call->copy_in(address(c->in), c->host_in, c->in_bytes) == GPU_SUCCESS, "copying the input");
    CHECK(device.call->stream_synchronize(NULL) == GPU_SUCCESS, "waiting until the copies have arrived");
}

double device_case_error(device_case *c, gpu_stream *stream)
{
    const int error = device.call->stream_synchronize(stream);
    CHECK(error == GPU_SUCCESS, "%s", cli_gpu_error(error));
    CHECK(device.call->copy_out(c->host_out, address(c->out), c->out_bytes) == GPU_SUCCESS, "copying the output");
    const size_t count = c->out_bytes / (c->problem.type == ATA_F64 ? 8 : 4);
    double difference = 0, norm = 0;
    for (size_t i = 0; i < count; i++) {
        const double right = load(c, c->right, i), off = load(c, c->host_out, i) - right;
        difference += off * off;
        norm += right * right;
    }
    return sqrt(difference / norm);
}

double device_case_bound(const device_case *c)
{
    return c->problem.type == ATA_F64 ? 1e-14 : 2e-6;
}

ata_plan *device_plan(const device_case *c, int own_scratch)
{
    ata_plan *plan = NULL;
    const ata_options options = {.engine = "gpu", .caller_scratch = own_scratch};
    CHECK(ata_plan_create(&plan, &c->problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    return plan;
}

ata_status device_execute(const ata_plan *plan, const device_case *c, gpu_stream *stream, void *scratch,
                          size_t scratch_bytes)
{
    const ata_buffers buffers = {
        .in = c->in, .out = c->out, .scratch = scratch, .scratch_bytes = scratch_bytes, .stream = stream};
    return ata_plan_execute_with(plan, &buffers);
}
