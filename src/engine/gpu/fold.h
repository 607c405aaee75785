/* fold.h - real transforms along several dimensions as complex ones of half as many points, in joined sweeps.
 *
 * Where the recipe joins the half step to a part of another dimension (to all of it: plane.h), rows of n real points
 * are rows of n/2 complex ones all the way: every sweep is one of a complex problem, and the last of r2c, or the first
 * of c2r, makes the n/2 + 1 columns of the one from the n/2 of the other as well (kernels/fold.cuh). For that it has to
 * have whole lines and their mirror images: all of X, and of the other dimensions at most one, are counted by loops.
 */
#ifndef ATA_GPU_FOLD_H
#define ATA_GPU_FOLD_H

#include "engine/gpu/pass.h"

/* Whether the recipe has the real step in a sweep without X. */
bool ata_gpu_fold_is(const ata_problem *problem, const ata_recipe *recipe);
/* The complex problem, in `packed`, where an expanded recipe is of that kind; `problem` itself elsewhere. */
const ata_problem *ata_gpu_fold_problem(const ata_problem *problem, const ata_recipe *recipe, ata_problem *packed);
/* Whether the real problem can be done so: ATA_ERROR_UNSUPPORTED where its numbers do not lie in pairs. */
ata_status ata_gpu_fold_check(const ata_problem *problem, const ata_recipe *recipe);
/* What the sweep that begins with pass p has to know of the real problem. */
void ata_gpu_fold_set_ends(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p);
/* How many bytes it writes. */
int64_t ata_gpu_fold_bytes(const ata_gpu_pass *pass, const ata_problem *problem);

#endif
