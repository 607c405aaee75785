/* plane.c - real transforms of whole planes: which sweeps they are. */
#include "engine/gpu/plane.h"

bool ata_gpu_plane_is(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const bool real = problem->kind == ATA_R2C || problem->kind == ATA_C2R;
    const int end = ata_recipe_sweep_end(recipe, p);
    if (!real || end == p + 1 || (problem->kind == ATA_R2C ? p > 0 : end < recipe->pass_count)) return false;
    bool rows = false;
    for (int q = p; q < end; q++) {
        if (recipe->pass[q].form != ATA_FORM_NATURAL || ata_recipe_place(recipe, q).total > 1) return false;
        rows = rows || recipe->pass[q].dim == problem->rank - 1;
    }
    return rows;
}

bool ata_gpu_plane_has(const ata_problem *problem, const ata_recipe *recipe)
{
    for (int p = 0; p < recipe->pass_count; p = ata_recipe_sweep_end(recipe, p))
        if (ata_gpu_plane_is(problem, recipe, p)) return true;
    return false;
}

ata_status ata_gpu_plane_check(const ata_problem *problem, const ata_recipe *recipe)
{
    if (!ata_gpu_plane_has(problem, recipe) || problem->dim[problem->rank - 1].n >= 4) return ATA_OK;
    return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "half", "braces of its own",
                    "recipe: on a GPU rows of 4 real points or more are joined to other dimensions; give the half step "
                    "braces of its own");
}
