/* roots.c - roots of unity, written by a kernel (kernels/roots.cu) to the memory of the device, or from there to the
 * host's. */
#include <math.h>
#include <string.h>

#include "engine/gpu/engine.h"
#include "engine/gpu/kernels/unplanned.h"
#include "engine/gpu/places.h"
#include "engine/gpu/unplanned.h"

enum { THREADS = 256, BLOCKS = 4 /* wanted on a multiprocessor */ };

#define PRELUDE "#define REAL double\n#define REAL_BITS 64\n#define BLOCKS_WANTED 4\n"

const ata_kernel_text ata_gpu_roots_texts[2] = {
    {"roots of unity, f32", "roots", PRELUDE "#define OUT_BYTES 4\n", 0, THREADS, 1, BLOCKS, NULL, false},
    {"roots of unity, f64", "roots", PRELUDE "#define OUT_BYTES 8\n", 0, THREADS, 1, BLOCKS, NULL, false},
};

/* pi/2 divided by n, in twice the digits of a double. */
static void divide_quarter(int64_t n, double *hi, double *lo)
{
    const double quarter_hi = 0x1.921fb54442d18p+0, quarter_lo = 0x1.1a62633145c07p-54, divisor = (double)n;
    *hi = quarter_hi / divisor;
    *lo = (fma(-*hi, divisor, quarter_hi) + quarter_lo) / divisor;
}

static ata_status launch(ata_site *site, const ata_roots_wanted *wanted, void *out, int64_t bytes)
{
    const int64_t tile = THREADS * ATA_ROOTS_PER_THREAD;
    ata_device_kernel *kernel;
    ATA_TRY(site->machine->load(site->device, &ata_gpu_roots_texts[wanted->type == ATA_F64], &kernel));
    ata_kernel_roots arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.out = out;
    arguments.n = wanted->n;
    arguments.count = wanted->count;
    divide_quarter(wanted->n, &arguments.step_hi, &arguments.step_lo);
    const ata_launch work = {.blocks = (wanted->count + tile - 1) / tile,
                             .arguments = &arguments,
                             .argument_bytes = sizeof arguments,
                             .bytes_written = bytes,
                             .stream = wanted->stream};
    return site->machine->launch(site->device, kernel, &work);
}

ata_status ata_gpu_roots(ata_site *site, const ata_roots_wanted *wanted)
{
    const ata_machine *machine = site->machine;
    const int64_t element = wanted->type == ATA_F64 ? 16 : 8, bytes = wanted->count * element;
    ata_memory_home home;
    ATA_TRY(ata_gpu_home_find(machine, site->device, wanted->out, "out", &home));
    if (home == ATA_HOME_DEVICE) {
        ATA_TRY(ata_gpu_address_check(wanted->out, element, "out"));
        return launch(site, wanted, wanted->out, bytes);
    }
    void *there;
    ATA_TRY(machine->allocate(site->device, (size_t)bytes, "roots of unity", &there));
    ata_status status = launch(site, wanted, there, bytes);
    if (status == ATA_OK) status = machine->copy_out(site->device, wanted->out, there, (size_t)bytes, wanted->stream);
    machine->release(site->device, there);
    return status;
}
