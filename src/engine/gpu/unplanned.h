/* unplanned.h - what a GPU does without a plan: the roots and the bounds of an ata_engine, and the kernels for them. */
#ifndef ATA_GPU_UNPLANNED_H
#define ATA_GPU_UNPLANNED_H

#include "engine/engine.h"
#include "engine/gpu/machine.h"

ata_status ata_gpu_roots(ata_site *site, const ata_roots_wanted *wanted);
ata_status ata_gpu_bounds(ata_site *site, int threads, ata_bounds *bounds);

/* How much is measured: arrays of so many bytes, a power of two of at least 64 KiB (halved where memory is short), and
 * launches that take so many seconds together. */
typedef struct ata_gpu_bounds_effort {
    int64_t copy_bytes;
    double seconds;
} ata_gpu_bounds_effort;

/* The same with another effort, for tests. */
ata_status ata_gpu_bounds_with(ata_site *site, const ata_gpu_bounds_effort *effort, ata_bounds *bounds);

/* The kernels: roots of f32 and of f64; bounds. */
extern const ata_kernel_text ata_gpu_roots_texts[2];
typedef enum ata_gpu_bound {
    ATA_GPU_BOUND_COPY,
    ATA_GPU_BOUND_F32,
    ATA_GPU_BOUND_F64,
    ATA_GPU_BOUND_EXCHANGE,
    ATA_GPU_BOUND_COUNT
} ata_gpu_bound;
extern const ata_kernel_text ata_gpu_bounds_texts[ATA_GPU_BOUND_COUNT];

#endif
