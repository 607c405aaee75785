/* plane.h - real transforms of whole planes, or of cubes, in one sweep.
 *
 * Where the recipe joins the half step to all of one or more other dimensions, the rows of n real points are the first
 * leg of r2c, n/2 complex ones, and the last of c2r; the stage of them that is next to the other legs has the step
 * between real and complex points. A row then has n/2 + 1 points, of which the first and the last are real: together
 * they are one complex point, so that what the other legs have is n/2 columns, and column 0 is taken apart at the end
 * (kernels/plane.cuh).
 */
#ifndef ATA_GPU_PLANE_H
#define ATA_GPU_PLANE_H

#include "engine/gpu/pass.h"

/* Whether the sweep of an expanded recipe that begins with pass p is of that kind. */
bool ata_gpu_plane_is(const ata_problem *problem, const ata_recipe *recipe, int p);
/* Whether one of its sweeps is. */
bool ata_gpu_plane_has(const ata_problem *problem, const ata_recipe *recipe);
/* Whether such a sweep can be done: ATA_ERROR_UNSUPPORTED where rows are too short. */
ata_status ata_gpu_plane_check(const ata_problem *problem, const ata_recipe *recipe);

#endif
