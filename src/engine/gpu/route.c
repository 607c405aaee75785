/* route.c - which array holds the data between passes. */
#include "engine/gpu/pass.h"

/* Whether the sweep that begins with pass p leaves every line where it was, so that it may work in place. */
static bool stays(const ata_recipe *recipe, int p)
{
    for (const int end = ata_recipe_sweep_end(recipe, p); p < end; p++)
        if (recipe->pass[p].form == ATA_FORM_NATURAL && ata_recipe_place(recipe, p).after > 1) return false;
    return true;
}

/* Whether f16 would lack the range that the input has. */
static bool is_wide(const ata_problem *problem)
{
    const ata_type in = problem->type_in;
    return problem->type == ATA_F16 && (in == ATA_BF16 || in == ATA_F32 || in == ATA_F64);
}

/* Whether the output can hold what is between two passes: numbers at least as fine as the result is asked to be. */
static bool output_can_hold(const ata_problem *problem)
{
    if (problem->type_out == problem->type) return !is_wide(problem);
    return ata_type_bytes(problem->type_out) > ata_type_bytes(problem->type) && problem->type_out <= ATA_BF16;
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
    return ata_problem_points(problem) * ata_problem_batch_count(problem) * 2 *
           ata_type_bytes(ata_gpu_scratch_type(problem));
}

/* Whether the sweep that begins with pass p and those behind it can go on from route[0], with `scratch` arrays; tries to
 * stay in the output. */
static bool find(const ata_problem *problem, const ata_recipe *recipe, int p, int scratch, ata_gpu_array *route)
{
    static const ata_gpu_array choices[] = {ATA_GPU_OUT, ATA_GPU_SCRATCH, ATA_GPU_SECOND};
    if (p == recipe->pass_count) return route[0] == ATA_GPU_OUT;
    const int end = ata_recipe_sweep_end(recipe, p);
    const bool last = end == recipe->pass_count;
    for (int choice = 0; choice <= scratch; choice++) {
        const ata_gpu_array to = choices[choice];
        if (to == ATA_GPU_OUT && !last && !output_can_hold(problem)) continue;
        const bool same =
            to == route[0] || (problem->place == ATA_IN_PLACE && to == ATA_GPU_OUT && route[0] == ATA_GPU_IN);
        if (same && !stays(recipe, p)) continue;
        route[1] = to;
        if (find(problem, recipe, end, scratch, route + 1)) return true;
    }
    return false;
}

int ata_gpu_route(const ata_problem *problem, const ata_recipe *recipe, ata_gpu_array *route)
{
    int scratch = 0;
    route[0] = ATA_GPU_IN;
    while (!find(problem, recipe, 0, scratch, route)) scratch++; /* with two there is always a way */
    return scratch;
}
