/* fold.c - real transforms as complex ones of half as many points, along several dimensions. */
#include "engine/gpu/fold.h"

#include "engine/gpu/plane.h"
#include "engine/gpu/real.h"

bool ata_gpu_fold_is(const ata_problem *problem, const ata_recipe *recipe)
{
    if (problem->kind != ATA_R2C && problem->kind != ATA_C2R) return false;
    if (ata_gpu_plane_has(problem, recipe)) return false;
    for (int p = 0; p < recipe->pass_count; p++)
        if (recipe->pass[p].dim == problem->rank - 1)
            return recipe->pass[p].joined || ata_recipe_sweep_end(recipe, p) > p + 1;
    return false;
}

const ata_problem *ata_gpu_fold_problem(const ata_problem *problem, const ata_recipe *recipe, ata_problem *packed)
{
    if (!ata_gpu_fold_is(problem, recipe)) return problem;
    *packed = *problem;
    packed->kind = ATA_C2C;
    packed->dim[problem->rank - 1].n /= 2;
    const ata_gpu_array real = problem->kind == ATA_R2C ? ATA_GPU_IN : ATA_GPU_OUT;
    for (int d = 0; d < problem->rank; d++) {
        const int64_t stride = ata_gpu_real_stride(problem, real, d);
        if (real == ATA_GPU_IN) packed->dim[d].stride_in = stride;
        else packed->dim[d].stride_out = stride;
    }
    for (int b = 0; b < problem->batch_rank; b++) {
        const int64_t stride = ata_gpu_real_stride(problem, real, -1 - b);
        if (real == ATA_GPU_IN) packed->batch[b].stride_in = stride;
        else packed->batch[b].stride_out = stride;
    }
    return packed;
}

/* The sweep with the step: whether one of its passes is along X. */
static bool has_x(const ata_problem *problem, const ata_recipe *recipe)
{
    int p = 0;
    if (problem->kind == ATA_R2C)
        for (int q = 0; q < recipe->pass_count; q = ata_recipe_sweep_end(recipe, q)) p = q;
    for (const int end = ata_recipe_sweep_end(recipe, p); p < end; p++)
        if (recipe->pass[p].dim == problem->rank - 1) return true;
    return false;
}

ata_status ata_gpu_fold_check(const ata_problem *problem, const ata_recipe *recipe)
{
    if (!ata_gpu_fold_is(problem, recipe)) return ATA_OK;
    const ata_gpu_array real = problem->kind == ATA_R2C ? ATA_GPU_IN : ATA_GPU_OUT;
    const bool pairs = problem->layout == ATA_INTERLEAVED && problem->dim[problem->rank - 1].n >= 8 &&
                       ata_gpu_lies_in_pairs(problem, real);
    if (pairs && !has_x(problem, recipe)) return ATA_OK;
    return ata_fail(
        ATA_ERROR_UNSUPPORTED, "recipe", "half", "braces of its own",
        "recipe: on a GPU 8 real points or more are joined to other dimensions where that takes two passes or more, "
        "real numbers lie in pairs and complex ones are interleaved; give the half step braces of its own");
}

void ata_gpu_fold_set_ends(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    ata_gpu_kernel *kernel = &pass->kernel;
    const bool last = ata_recipe_sweep_end(recipe, p) == recipe->pass_count;
    /* Pairs of real numbers may be at addresses that are no multiples of a pair's. */
    kernel->in.real = ata_gpu_is_real(problem, pass->from);
    kernel->out.real = ata_gpu_is_real(problem, pass->to);
    kernel->in.imag = kernel->out.imag = 1;
    if (problem->kind == ATA_R2C && last) kernel->shape.mirror = ATA_MIRROR_OUT;
    if (problem->kind == ATA_C2R && p == 0) {
        kernel->shape.mirror = ATA_MIRROR_IN;
        kernel->in.exchange = false;
    }
    if (kernel->shape.mirror == ATA_MIRROR_NONE) return;
    kernel->shape.strips = problem->dim[problem->rank - 1].n / 2;
    kernel->shape.fold = true;
    kernel->shape.fold_count = 1;
}

int64_t ata_gpu_fold_bytes(const ata_gpu_pass *pass, const ata_problem *problem)
{
    const int last = problem->rank - 1;
    int64_t points = ata_problem_batch_count(problem);
    for (int d = 0; d < last; d++) points *= problem->dim[d].n;
    points *= problem->dim[last].n / 2 + (pass->kernel.shape.mirror == ATA_MIRROR_OUT ? 1 : 0);
    return points * 2 * ata_type_bytes(pass->kernel.out.type);
}
