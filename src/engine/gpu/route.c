/* route.c - which array holds the data between passes. */
#include "engine/gpu/fold.h"

/* Whether the sweep that begins with pass p leaves every line where it was, so that it may work in place. */
static bool stays(const ata_recipe *recipe, int p)
{
    for (const int end = ata_recipe_sweep_end(recipe, p); p < end; p++) {
        const ata_pass_place place = ata_recipe_place(recipe, p);
        if (recipe->pass[p].reorder != ATA_REORDER_NONE) return false;
        if (recipe->pass[p].form == ATA_FORM_NATURAL && place.after > 1) return false;
        if (recipe->pass[p].form == ATA_FORM_GEOMETRY && place.total > 1) return false;
    }
    return true;
}

/* Whether f16 would lack the range that the input has. */
static bool is_wide(const ata_problem *problem)
{
    const ata_type in = problem->type_in;
    return problem->type == ATA_F16 && (in == ATA_BF16 || in == ATA_F32 || in == ATA_F64);
}

/* Which of the caller's arrays may hold what is between two passes: the output, but for c2r, whose output is real, the
 * input where that is the same memory. */
static ata_gpu_array callers_choice(const ata_problem *problem)
{
    return problem->kind == ATA_C2R ? ATA_GPU_IN : ATA_GPU_OUT;
}

/* Whether it can: numbers at least as fine as the result is asked to be. */
static bool callers_can_hold(const ata_problem *problem)
{
    if (problem->kind == ATA_C2R && problem->place != ATA_IN_PLACE) return false;
    const ata_type type = problem->kind == ATA_C2R ? problem->type_in : problem->type_out;
    if (type == problem->type) return !is_wide(problem);
    return ata_type_bytes(type) > ata_type_bytes(problem->type) && type <= ATA_BF16;
}

/* The problem's own, so that scratch is no larger than the data; where an end is stored otherwise, that of the
 * arithmetic, for f16 may lack the range. */
ata_type ata_gpu_scratch_type(const ata_problem *problem)
{
    const bool own = problem->type_out == problem->type && !is_wide(problem);
    return own ? problem->type : ata_problem_compute_type(problem);
}

int64_t ata_gpu_scratch_bytes(const ata_problem *problem)
{
    int64_t points = ata_problem_batch_count(problem);
    for (int d = 0; d < problem->rank; d++) points *= ata_problem_length_between(problem, d);
    return points * 2 * ata_type_bytes(ata_gpu_scratch_type(problem));
}

/* Whether the first `count` sweeps, which begin with the passes `first`, can end in route[count], with `scratch`
 * arrays. Looked for from the back: what can work in place does, so that two sweeps may share a launch (relay.h). */
static bool find(const ata_problem *problem, const ata_recipe *recipe, const int *first, int count, int scratch,
                 ata_gpu_array *route)
{
    const ata_gpu_array to = route[count];
    const ata_gpu_array choices[] = {to, callers_choice(problem), ATA_GPU_SCRATCH, ATA_GPU_SECOND};
    const bool in_place = problem->place == ATA_IN_PLACE;
    if (count == 1) {
        const bool same = to == ATA_GPU_IN || (in_place && to == ATA_GPU_OUT);
        route[0] = ATA_GPU_IN;
        return !same || stays(recipe, first[0]);
    }
    for (int choice = 0; choice < 2 + scratch; choice++) {
        const ata_gpu_array from = choices[choice];
        if (choice > 0 && from == to) continue; /* was the first */
        const bool same = from == to || (in_place && from == ATA_GPU_IN && to == ATA_GPU_OUT);
        if (same && !stays(recipe, first[count - 1])) continue;
        if (choice == 0 && to == ATA_GPU_OUT && callers_choice(problem) != ATA_GPU_OUT) continue;
        if (from == callers_choice(problem) && !callers_can_hold(problem)) continue;
        route[count - 1] = from;
        if (find(problem, recipe, first, count - 1, scratch, route)) return true;
    }
    return false;
}

bool ata_gpu_route_is_missing(const ata_problem *problem, const ata_recipe *recipe)
{
    return problem->place == ATA_IN_PLACE && ata_recipe_sweep_count(recipe) == 1 && !stays(recipe, 0);
}

int ata_gpu_route(const ata_problem *outer, const ata_recipe *recipe, ata_gpu_array *route)
{
    ata_problem packed;
    const ata_problem *problem = ata_gpu_fold_problem(outer, recipe, &packed);
    int first[ATA_MAX_PASSES], count = 0, scratch = 0;
    for (int p = 0; p < recipe->pass_count; p = ata_recipe_sweep_end(recipe, p)) first[count++] = p;
    route[count] = ATA_GPU_OUT;
    while (!find(problem, recipe, first, count, scratch, route)) scratch++; /* with two there is always a way */
    return scratch;
}
