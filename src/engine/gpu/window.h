/* window.h - the numbers that a kernel multiplies its input by, behind its twiddle factors. */
#ifndef ATA_GPU_WINDOW_H
#define ATA_GPU_WINDOW_H

#include "engine/gpu/pass.h"

/* For the first pass of a recipe along one dimension in natural order; ATA_ERROR_UNSUPPORTED for a reordering. */
ata_status ata_gpu_window_place(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe);

/* Write them to their place in the tables. */
void ata_gpu_window_write(const ata_gpu_kernel *kernel, const double *window, void *tables);

#endif
