/* tiled.c - whether two sweeps are made so, how many lines a tile has, and where points lie then. */
#include "engine/gpu/tiled.h"

/* Two passes in natural order along the last dimension, which is contiguous in all arrays. */
static bool is_for(const ata_problem *problem, const ata_recipe *recipe)
{
    const int x = problem->rank - 1;
    if (problem->kind != ATA_C2C || recipe->pass_count != 2 || ata_recipe_sweep_count(recipe) != 2) return false;
    for (int p = 0; p < 2; p++) {
        const ata_pass *pass = &recipe->pass[p];
        if (pass->dim != x || pass->form != ATA_FORM_NATURAL || pass->turned || pass->lines > 0) return false;
        if (pass->reorder != ATA_REORDER_NONE || pass->plain) return false;
    }
    return problem->dim[x].stride_in == 1 && problem->dim[x].stride_out == 1;
}

/* Data that is much larger than the cache; but not so large that the scratch, which is needed for this alone unless the
 * transform is in place, might be what the caller has no memory for. */
static bool pays(const ata_problem *problem, const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    const int64_t bytes = ata_gpu_scratch_bytes(problem), most = (int64_t)4 << 30;
    if (tuning->tiled == 0 || (double)bytes < tuning->tiled * (double)limits->cache_bytes) return false;
    return problem->place == ATA_IN_PLACE || bytes <= most;
}

/* One of the two sweeps; whether it could be made. */
static bool make(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, ata_gpu_share share,
                 bool second, const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    static const ata_gpu_array route[3] = {ATA_GPU_IN, ATA_GPU_SCRATCH, ATA_GPU_OUT};
    const int sweep = second ? 1 : 0;
    const ata_error before = *ata_error_last();
    share.second = second;
    if (ata_gpu_pass_init(pass, problem, recipe, sweep, route[sweep], route[sweep + 1],
                          share.tile_lines > 0 ? &share : NULL, limits, tuning) == ATA_OK)
        return true;
    ata_error_restore(&before);
    return false;
}

bool ata_gpu_tiled_make(ata_gpu_pass pass[2], const ata_problem *problem, const ata_recipe *recipe,
                        const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    enum { TRIES = 3 }; /* how many lines a tile has may depend on how they lie */
    if (!is_for(problem, recipe) || !pays(problem, limits, tuning)) return false;
    const int64_t known = ata_recipe_place(recipe, 1).before;
    const ata_gpu_shape *shape = &pass[1].kernel.shape;
    ata_gpu_share share = {0};
    for (int t = 0; t < TRIES; t++) {
        if (!make(&pass[1], problem, recipe, share, true, limits, tuning)) return false;
        /* One block has its strips sooner than the blocks of a cluster, who wait for each other's. */
        if (!shape->lines_in || shape->cluster == 1 || known % shape->lines != 0) return false;
        if (share.tile_lines == shape->lines) return make(&pass[0], problem, recipe, share, false, limits, tuning);
        share.tile_lines = shape->lines;
    }
    return false;
}

void ata_gpu_tiled_add_loops(ata_gpu_loops *list, ata_gpu_pass *pass, const ata_pass_place *place, int64_t in,
                             int64_t out)
{
    const int64_t lines = pass->share.tile_lines;
    ata_gpu_kernel *kernel = &pass->kernel;
    if (pass->share.second) {
        kernel->in.point[0] = lines * in;
        kernel->out.point[0] = place->before * out;
        ata_gpu_loops_add(list, lines, in, out, -1);
        ata_gpu_loops_add(list, place->before / lines, lines * place->n * in, lines * out, -1);
    } else {
        kernel->in.point[0] = place->after * in;
        kernel->out.point[0] = out;
        kernel->out.piece = lines;
        kernel->out.far = lines * place->after * out;
        ata_gpu_loops_add(list, place->after, in, lines * out, 0);
    }
}
