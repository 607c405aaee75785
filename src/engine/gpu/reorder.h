/* reorder.h - reorderings of a recipe as kernels: points that change places along a dimension, and nothing else.
 *
 * Each of them moves the bits of the index along its dimension to other places. So does a tile: it has the points that
 * differ in the bits that are nearest in memory at one end, or at the other. A block reads them in the order of the
 * input, and writes them in the order of the output; in between they are in shared memory (kernels/reorder.cu).
 * Neighbouring lines count as points do, by the bits of their number: where a dimension is not the nearest one, they
 * are what is read and written together.
 */
#ifndef ATA_GPU_REORDER_H
#define ATA_GPU_REORDER_H

#include "core/text.h"
#include "engine/gpu/pass.h"

/* Everything but what is on the device, for the reordering that is pass p. */
ata_status ata_gpu_reorder_init(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                                const ata_device_limits *limits);

/* The constants in front of the kernel's text. */
void ata_gpu_reorder_prelude_write(const ata_gpu_pass *pass, ata_text *text);

#endif
