/* factors.h - the tables of a kernel's twiddle factors, as kernels/twiddle.cuh reads them. */
#ifndef ATA_GPU_FACTORS_H
#define ATA_GPU_FACTORS_H

#include "engine/gpu/shape.h"

/* Decide where in the tables the factors of each stage stand; returns how many complex numbers there are. */
int64_t ata_gpu_factors_place(ata_gpu_shape *shape);

/* Write them: complex numbers of the shape's precision. */
ata_status ata_gpu_factors_write(const ata_gpu_shape *shape, void *tables);

#endif
