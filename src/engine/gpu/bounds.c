/* bounds.c - what a GPU allows: kernels that copy, compute or exchange and do nothing else (kernels/bounds.cu), timed.
 *
 * A clock of the host is good enough, because so much work is put into a queue at once that the way there and back does
 * not count.
 */
#include <string.h>

#include "core/clock.h"
#include "engine/gpu/engine.h"
#include "engine/gpu/kernels/unplanned.h"
#include "engine/gpu/unplanned.h"
#include "engine/timing.h"

enum {
    THREADS = 256,
    EXCHANGE_BYTES = THREADS * ATA_BOUNDS_ELEMENTS * 8,
    MOST_TIMES = 1 << 14, /* more are not tried to make a measurement long enough */
    LEAST_COPY = 32 << 20
};

#define F32 "#define REAL float\n#define REAL_BITS 32\n"
#define F64 "#define REAL double\n#define REAL_BITS 64\n"
#define FOUR "#define BLOCKS_WANTED 4\n" /* on a multiprocessor: sums need registers */
#define SIX "#define BLOCKS_WANTED 6\n"  /* exchange needs threads, and there are GPUs that run no more */

const ata_kernel_text ata_gpu_bounds_texts[ATA_GPU_BOUND_COUNT] = {
    {"bounds: copy", "bounds", F32 FOUR "#define COPY 1\n", 0, THREADS, 1, 4, NULL, false},
    {"bounds: arithmetic of f32", "bounds", F32 FOUR "#define ARITHMETIC 1\n", 0, THREADS, 1, 4, NULL, false},
    {"bounds: arithmetic of f64", "bounds", F64 FOUR "#define ARITHMETIC 1\n", 0, THREADS, 1, 4, NULL, false},
    {"bounds: exchange", "bounds", F32 SIX "#define EXCHANGE 1\n", EXCHANGE_BYTES, THREADS, 1, 6, NULL, false},
};

/* One measurement: so many launches, or copies by the driver, one behind another. */
typedef struct work {
    const ata_machine *machine;
    ata_device *device;
    ata_device_queue *queue;
    ata_device_kernel *kernel; /* NULL for the driver's copy */
    ata_kernel_bounds arguments;
    int64_t blocks;
    int64_t bytes; /* copied by the driver, or written by a launch */
    int64_t times;
} work;

/* --- Timing ------------------------------------------------------------------------------------------------------- */

static ata_status enqueue(work *w)
{
    if (!w->kernel) {
        return w->machine->queue_copy(w->queue, w->arguments.out, w->arguments.in, (size_t)w->bytes);
    }
    const ata_launch launch = {.blocks = w->blocks,
                               .arguments = &w->arguments,
                               .argument_bytes = sizeof w->arguments,
                               .bytes_written = w->bytes,
                               .stream = w->machine->queue_stream(w->queue)};
    return w->machine->launch(w->device, w->kernel, &launch);
}

/* Nothing may be under way after a failure either: the arrays are going to be freed. */
static ata_status run(void *context)
{
    work *w = context;
    ata_status status = ATA_OK;
    for (int64_t i = 0; i < w->times && status == ATA_OK; i++) status = enqueue(w);
    return ata_gpu_queue_settle(w->machine, w->queue, status);
}

/* Seconds of one launch, timed so often that they take `enough` together. */
static ata_status measure(work *w, double enough, double *seconds)
{
    w->times = 1;
    for (;;) {
        const double begin = ata_clock_get();
        ATA_TRY(run(w));
        *seconds = ata_clock_get() - begin;
        if (*seconds >= enough || w->times >= MOST_TIMES) break;
        w->times *= 2;
    }
    ATA_TRY(ata_timing_measure(run, w, seconds));
    *seconds /= (double)w->times;
    return ATA_OK;
}

/* --- The bounds --------------------------------------------------------------------------------------------------- */

static ata_status load(work *w, ata_gpu_bound which)
{
    return w->machine->load(w->device, &ata_gpu_bounds_texts[which], &w->kernel);
}

/* By a kernel and by the driver; the faster counts. */
static ata_status time_copies(work *w, double enough, double *seconds)
{
    double by_kernel, by_driver;
    w->blocks = w->bytes / (THREADS * ATA_BOUNDS_VECTORS * 16);
    ATA_TRY(load(w, ATA_GPU_BOUND_COPY));
    ATA_TRY(measure(w, enough, &by_kernel));
    w->kernel = NULL;
    ATA_TRY(measure(w, enough, &by_driver));
    *seconds = by_kernel < by_driver ? by_kernel : by_driver;
    return ATA_OK;
}

/* Two arrays, as long as there is memory for. */
static ata_status allocate_copy(work *w, int64_t bytes)
{
    const ata_error before = *ata_error_last();
    for (;; bytes /= 2) {
        void *in, *out;
        ata_status status = w->machine->allocate(w->device, (size_t)bytes, "an array to copy", &in);
        if (status == ATA_OK) {
            status = w->machine->allocate(w->device, (size_t)bytes, "the copy of an array", &out);
            if (status != ATA_OK) w->machine->release(w->device, in);
        }
        if (status == ATA_OK) {
            w->arguments.in = in;
            w->arguments.out = out;
            w->bytes = bytes;
            ata_error_restore(&before);
            return ATA_OK;
        }
        if (status != ATA_ERROR_MEMORY || bytes < 2 * LEAST_COPY) return status;
    }
}

static ata_status measure_copy(work w, const ata_gpu_bounds_effort *effort, ata_bounds *bounds)
{
    double seconds = 0;
    ATA_TRY(allocate_copy(&w, effort->copy_bytes));
    const ata_status status = time_copies(&w, effort->seconds, &seconds);
    w.machine->release(w.device, (void *)w.arguments.in);
    w.machine->release(w.device, w.arguments.out);
    bounds->copy_bytes = w.bytes;
    if (status == ATA_OK) bounds->copy_gb_per_s = 2 * (double)w.bytes / seconds / 1e9;
    return status;
}

/* How much a second, in 10^9, of which a thread does `amount` in a round. A launch fills the GPU once, with as many
 * rounds as take a tenth of a measurement, found by doubling them. */
static ata_status measure_rate(work w, ata_gpu_bound which, double amount, double enough, double *rate)
{
    void *out;
    w.blocks = (int64_t)w.machine->limits(w.device)->multiprocessors * ata_gpu_bounds_texts[which].blocks;
    w.bytes = w.blocks * THREADS * 4;
    ATA_TRY(load(&w, which));
    ATA_TRY(w.machine->allocate(w.device, (size_t)w.bytes, "results of a measurement", &out));
    w.arguments.out = out;
    ata_status status = ATA_OK;
    double seconds = 0;
    w.times = 1;
    for (w.arguments.rounds = 64; w.arguments.rounds < MOST_TIMES && status == ATA_OK; w.arguments.rounds *= 2) {
        const double begin = ata_clock_get();
        status = run(&w);
        if (ata_clock_get() - begin >= enough / 10) break;
    }
    if (status == ATA_OK) status = measure(&w, enough, &seconds);
    w.machine->release(w.device, out);
    if (status == ATA_OK) *rate = amount * (double)w.arguments.rounds * THREADS * (double)w.blocks / seconds / 1e9;
    return status;
}

static ata_status measure_all(const work *w, const ata_gpu_bounds_effort *effort, ata_bounds *bounds)
{
    const double operations = 2.0 * ATA_BOUNDS_CHAINS * ATA_BOUNDS_RUN, bytes = 2.0 * ATA_BOUNDS_ELEMENTS * 8,
                 enough = effort->seconds;
    ATA_TRY(measure_copy(*w, effort, bounds));
    ATA_TRY(measure_rate(*w, ATA_GPU_BOUND_F32, operations, enough, &bounds->arithmetic_gflops));
    ATA_TRY(measure_rate(*w, ATA_GPU_BOUND_F64, operations, enough, &bounds->arithmetic_f64_gflops));
    return measure_rate(*w, ATA_GPU_BOUND_EXCHANGE, bytes, enough, &bounds->exchange_gb_per_s);
}

ata_status ata_gpu_bounds_with(ata_site *site, const ata_gpu_bounds_effort *effort, ata_bounds *bounds)
{
    work w;
    memset(&w, 0, sizeof w);
    w.machine = site->machine;
    w.device = site->device;
    w.arguments.factor = 0x1p-60; /* too small to change a sum, which the compiler cannot know */
    ATA_TRY(w.machine->queue_create(w.device, false, &w.queue));
    bounds->processors = w.machine->limits(w.device)->multiprocessors;
    bounds->repeats = ATA_TIMING_REPEATS;
    bounds->exchange_bytes = EXCHANGE_BYTES;
    const ata_status status = measure_all(&w, effort, bounds);
    w.machine->queue_destroy(w.queue);
    return status;
}

ata_status ata_gpu_bounds(ata_site *site, int threads, ata_bounds *bounds)
{
    const ata_gpu_bounds_effort effort = {.copy_bytes = (int64_t)512 << 20, .seconds = 10e-3};
    (void)threads;
    return ata_gpu_bounds_with(site, &effort, bounds);
}
