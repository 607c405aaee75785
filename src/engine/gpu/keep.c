/* keep.c - how long data stays in the L2 cache, as it was measured to pay (h200-kept.txt, h200-middling.txt). */
#include "engine/gpu/keep.h"

/* Whether one leg is a part of the rows, which are done in several sweeps. */
static bool has_part_of_rows(const ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe)
{
    for (int l = 0; l < pass->kernel.shape.leg_count; l++) {
        const ata_pass_place place = ata_recipe_place(recipe, pass->leg[l]);
        if (recipe->pass[pass->leg[l]].dim == problem->rank - 1 && place.before * place.after > 1) return true;
    }
    return false;
}

/* Whether what a sweep reads and writes may stay in the L2 cache as long as anything else there (h200-kept.txt): that
 * pays where blocks write less than whole lines of it, or points far apart, but not where it takes the place of what
 * two sweeps have between them; nor did it in any sweep of c2r, nor in r2c outside clusters, nor in lines of r2c that
 * take several sweeps (h200-ways.txt). */
static bool is_kept(const ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe,
                    const ata_gpu_tuning *tuning)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    const ata_kind kind = problem->kind;
    if (!tuning->kept || pass->share.chunks > 0 || pass->share.tile_lines > 0) return false;
    if (shape->cluster > 1) return kind == ATA_C2C || (kind == ATA_R2C && !has_part_of_rows(pass, problem, recipe));
    return kind == ATA_C2C && (shape->lines_in || shape->lines_out);
}

void ata_gpu_keep_sweep(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe,
                        const ata_gpu_tuning *tuning)
{
    pass->kernel.in.keep = pass->kernel.out.keep =
        is_kept(pass, problem, recipe, tuning) ? ATA_KEEP_AS_USUAL : ATA_KEEP_BRIEFLY;
}

/* What the first sweep writes is to stay longest (numbers of split arrays that are written one by one, as usual), and
 * whatever else is read or written to make room for it. Nothing is left behind so: the second sweep writes over all of
 * it. Of less data than that most stays anyway, of more too little would; so it would of points with gaps between. */
void ata_gpu_keep_between(ata_gpu_pass pass[2], const ata_problem *problem, const ata_device_limits *limits,
                          const ata_gpu_tuning *tuning)
{
    const double share = (double)ata_gpu_scratch_bytes(problem) / (double)limits->cache_bytes;
    if (share < tuning->between.least || share > tuning->between.most) return;
    if (problem->kind != ATA_C2C || ata_type_bytes(ata_gpu_scratch_type(problem)) == 2) return;
    if (pass[0].to != pass[1].to || problem->dim[problem->rank - 1].stride_out != 1) return;
    if (pass[0].reorder.kind != ATA_REORDER_NONE || pass[1].reorder.kind != ATA_REORDER_NONE) return;
    for (int sweep = 0; sweep < 2; sweep++) pass[sweep].kernel.in.keep = pass[sweep].kernel.out.keep = ATA_KEEP_BRIEFLY;
    pass[0].kernel.out.keep = ATA_KEEP_LONGEST;
}
