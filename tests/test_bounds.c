/* test_bounds.c - ata_bounds_measure on the CPU, what it refuses, and the kernels that measure a GPU, run on the
 * emulator: there they have no speed, but copy, compute and exchange what they should, without conflicts. */
#include <math.h>

#include "atalanta.h"
#include "engine/gpu/kernels/unplanned.h"
#include "engine/gpu/unplanned.h"
#include "test_emu.h"

/* --- The CPU ------------------------------------------------------------------------------------------------------ */

static bool is_rate(double rate)
{
    return isfinite(rate) && rate > 0;
}

static void measured(void)
{
    for (int threads = 0; threads <= 2; threads++) {
        const ata_options options = {.engine = "cpu", .threads = threads};
        ata_bounds bounds;
        CHECK(ata_bounds_measure(&options, &bounds) == ATA_OK, "%s", ata_last_error()->message);
        CHECK(is_rate(bounds.copy_gb_per_s) && is_rate(bounds.exchange_gb_per_s), "%g and %g GB/s",
              bounds.copy_gb_per_s, bounds.exchange_gb_per_s);
        CHECK(is_rate(bounds.arithmetic_gflops) && is_rate(bounds.arithmetic_f64_gflops), "%g and %g GFLOP/s",
              bounds.arithmetic_gflops, bounds.arithmetic_f64_gflops);
        CHECK(bounds.processors == (threads ? threads : 1) && bounds.repeats > 0);
        CHECK(bounds.copy_bytes >= 1 << 20 && bounds.exchange_bytes >= 1 << 10);
    }
}

static void check_refused(const ata_options *options, ata_status status, const char *field)
{
    ata_bounds bounds, before;
    memset(&bounds, 0x5a, sizeof bounds);
    before = bounds;
    CHECK(ata_bounds_measure(options, &bounds) == status, "%s: %s", field, ata_last_error()->message);
    CHECK(strcmp(ata_last_error()->field, field) == 0 && strstr(ata_last_error()->message, field), "%s",
          ata_last_error()->message);
    CHECK(memcmp(&bounds, &before, sizeof bounds) == 0, "%s: a refused call wrote", field);
}

static void refusals(void)
{
    check_refused(&(ata_options){.threads = -1}, ATA_ERROR_OPTION, "threads");
    check_refused(&(ata_options){.threads = ATA_MAX_THREADS + 1}, ATA_ERROR_OPTION, "threads");
    check_refused(&(ata_options){.engine = "abacus"}, ATA_ERROR_ENGINE, "engine");
    check_refused(&(ata_options){.engine = "emu"}, ATA_ERROR_UNSUPPORTED, "engine");
    CHECK(ata_bounds_measure(NULL, NULL) == ATA_ERROR_NULL && strcmp(ata_last_error()->field, "bounds") == 0);
}

/* --- Kernels ------------------------------------------------------------------------------------------------------ */

static ata_device_kernel *load(ata_gpu_bound which)
{
    ata_device_kernel *loaded = NULL;
    CHECK(machine->load(device, &ata_gpu_bounds_texts[which], &loaded) == ATA_OK, "%s", ata_last_error()->message);
    return loaded;
}

static void run(const ata_device_kernel *kernel, int64_t blocks, ata_kernel_bounds given, int64_t bytes)
{
    const ata_launch all = {blocks, &given, sizeof given, bytes, NULL, false};
    CHECK(kernel && machine->launch(device, kernel, &all) == ATA_OK, "%s", ata_last_error()->message);
}

static void kernel_that_copies(void)
{
    const int64_t tile = (int64_t)ata_gpu_bounds_texts[ATA_GPU_BOUND_COPY].threads * ATA_BOUNDS_VECTORS * 16;
    const int64_t bytes = 3 * tile;
    unsigned char *in = allocate((size_t)bytes), *out = allocate((size_t)bytes);
    for (int64_t i = 0; i < bytes; i++) in[i] = (unsigned char)(i * 2654435761U >> 24);
    run(load(ATA_GPU_BOUND_COPY), 3, (ata_kernel_bounds){.in = in, .out = out}, bytes);
    CHECK(memcmp(in, out, (size_t)bytes) == 0);
    machine->release(device, in), machine->release(device, out);
}

/* With a factor of 1 every sum is doubled by each multiply-add. */
static void check_work(ata_gpu_bound which)
{
    const int threads = ata_gpu_bounds_texts[which].threads;
    float *out = allocate(2 * (size_t)threads * sizeof *out);
    run(load(which), 2, (ata_kernel_bounds){.out = out, .rounds = 1, .factor = 1}, 8 * threads);
    const float grown = (float)(1 << ATA_BOUNDS_RUN);
    for (int t = 0; t < 2 * threads; t++) {
        const int sum = ATA_BOUNDS_CHAINS * (t % threads) + ATA_BOUNDS_CHAINS * (ATA_BOUNDS_CHAINS - 1) / 2;
        CHECK(out[t] == grown * (float)sum, "thread %d: %g", t, (double)out[t]);
    }
    machine->release(device, out);
}

static void kernels_that_compute(void)
{
    check_work(ATA_GPU_BOUND_F32);
    check_work(ATA_GPU_BOUND_F64);
}

/* After r rounds a thread has the numbers of the thread r warps further on. */
static void kernel_that_exchanges(void)
{
    enum { ROUNDS = 3, WARP = 32 };
    const int threads = ata_gpu_bounds_texts[ATA_GPU_BOUND_EXCHANGE].threads;
    ata_device_kernel *loaded = load(ATA_GPU_BOUND_EXCHANGE);
    float *out = allocate(2 * (size_t)threads * sizeof *out);
    run(loaded, 2, (ata_kernel_bounds){.out = out, .rounds = ROUNDS}, 8 * threads);
    for (int t = 0; t < 2 * threads; t++) {
        int sum = 0;
        for (int i = 0; i < ATA_BOUNDS_ELEMENTS; i++) sum += (t + ROUNDS * WARP) % threads + i * threads;
        CHECK(out[t] == (float)sum, "thread %d: %g", t, (double)out[t]);
    }
    int64_t ideal = 0, actual = 0;
    ata_emu_conflicts(loaded, &ideal, &actual);
    CHECK(ideal > 0 && actual == ideal, "%lld turns of the banks for %lld", (long long)actual, (long long)ideal);
    machine->release(device, out);
}

static const test_case cases[] = {
    {"measured", measured},
    {"refusals", refusals},
    {"kernel that copies", kernel_that_copies},
    {"kernels that compute", kernels_that_compute},
    {"kernel that exchanges", kernel_that_exchanges},
};

int main(int argc, char **argv)
{
    return test_emu_main(cases, (int)(sizeof cases / sizeof cases[0]), argc, argv);
}
