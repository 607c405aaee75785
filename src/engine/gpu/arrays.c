/* arrays.c - strides and types of the arrays that passes go between. */
#include "engine/gpu/pass.h"

#include "engine/gpu/real.h"

int64_t ata_gpu_stride(const ata_problem *problem, ata_gpu_array array, int d)
{
    const ata_dim *dim = d >= 0 ? &problem->dim[d] : &problem->batch[-1 - d];
    if (ata_gpu_is_real(problem, array)) return ata_gpu_real_stride(problem, array, d);
    if (array == ATA_GPU_IN) return dim->stride_in;
    if (array == ATA_GPU_OUT) return dim->stride_out;
    int64_t stride = 1;
    for (int i = problem->rank - 1; i >= 0 && i != d; i--) stride *= ata_problem_length_between(problem, i);
    if (d >= 0) return stride;
    for (int i = problem->batch_rank - 1; i > -1 - d; i--) stride *= problem->batch[i].n;
    return stride;
}

static bool is_split(const ata_problem *problem, ata_gpu_array array)
{
    return problem->layout == ATA_SPLIT && (array == ATA_GPU_IN || array == ATA_GPU_OUT);
}

static ata_type type_of(const ata_problem *problem, ata_gpu_array array)
{
    return array == ATA_GPU_IN    ? problem->type_in
           : array == ATA_GPU_OUT ? problem->type_out
                                  : ata_gpu_scratch_type(problem);
}

void ata_gpu_set_ends(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const bool inverse = problem->direction == ATA_INVERSE;
    const bool first = p == 0, last = ata_recipe_sweep_end(recipe, p) == recipe->pass_count;
    pass->kernel.in = (ata_gpu_end){
        .type = type_of(problem, pass->from), .split = is_split(problem, pass->from), .exchange = inverse && first};
    pass->kernel.out = (ata_gpu_end){
        .type = type_of(problem, pass->to), .split = is_split(problem, pass->to), .exchange = inverse && last};
}
