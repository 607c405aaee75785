/* real.h - real transforms on a GPU: n real points as n/2 complex ones, with a step between the two at one end of the
 * line (kernels/real.cuh).
 *
 * The real end of a line needs no kernel of its own: points 2j and 2j + 1 are the parts of complex point j. Where they
 * are neighbours and every other stride is even, that is an interleaved array; otherwise a split one, whose imaginary
 * parts begin one real point behind the real ones.
 */
#ifndef ATA_GPU_REAL_H
#define ATA_GPU_REAL_H

#include "engine/gpu/pass.h"

/* The recipe with the pass along a real dimension made those of its complex points, one for each sweep over memory;
 * ATA_ERROR_UNSUPPORTED where that cannot be done. */
ata_status ata_gpu_real_expand(const ata_recipe *recipe, ata_recipe *expanded);

/* Whether the two numbers of a point are neighbours in a real array, and all pairs at even places. */
bool ata_gpu_lies_in_pairs(const ata_problem *problem, ata_gpu_array array);
/* Whether an array holds real numbers. */
bool ata_gpu_is_real(const ata_problem *problem, ata_gpu_array array);
/* The stride of dimension d, or of batch dimension -1 - d, of such an array, in complex points or, where they are
 * apart, in real numbers. */
int64_t ata_gpu_real_stride(const ata_problem *problem, ata_gpu_array array, int d);
/* What a pass has to know of being real: its ends, and in which stage the step between real and complex is. Sets
 * exchange too. */
void ata_gpu_real_set_ends(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p);

/* By how many powers of two the step between real and complex points may make numbers grow, in the pass that has it. */
int ata_gpu_real_growth(const ata_problem *problem, const ata_recipe *recipe, int p);
/* The kind of a kernel, for its title: "c2c" also for the other dimensions of a real transform. */
const char *ata_gpu_real_title(const ata_gpu_kernel *kernel);
/* How many bytes a pass writes. */
int64_t ata_gpu_bytes_written(const ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p);

/* Fit the lines of a tile to strips. */
void ata_gpu_real_widen(ata_gpu_shape *shape);
/* Give the shape a stage for the step: one of radix 1, at that end, which rows of short lines have already. */
void ata_gpu_real_add_stage(ata_gpu_shape *shape);

#endif
