/* engine.c - the CPU engine: builds the passes of a recipe and runs them, split over threads block by block.
 *
 * Scratch of an execution:
 *
 *     | scratch array 0 | scratch array 1 | block of part 0 | block of part 1 | ... |
 *       only if the route needs them        one for each thread
 *
 * Which blocks there are does not depend on the number of threads, so results are the same to the bit whatever it is.
 */
#include "engine/cpu/engine.h"

#include <stdio.h>

#include "core/memory.h"
#include "core/pool.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/pass.h"
#include "engine/cpu/tables.h"
#include "engine/cpu/unplanned.h"

struct ata_built {
    ata_pool *pool;     /* NULL for one thread */
    int parts;          /* threads that find work */
    size_t array_bytes; /* of one scratch array */
    int array_count;
    size_t block_bytes;
    bool one_block; /* one line, from array to array */
    int pass_count;
    ata_cpu_pass pass[];
};

/* --- Questions --------------------------------------------------------------------------------------------------- */

static const char *missing(void)
{
    return NULL;
}

static ata_costs costs(const ata_site *site, const ata_problem *problem)
{
    (void)site;
    return ata_cpu_costs(problem);
}

/* Every set has the same radices. */
static ata_status can_run(const ata_problem *problem, const ata_recipe *recipe)
{
    ATA_TRY(ata_line_check_isa());
    const ata_line_functions *functions = ata_line_sets(ata_problem_compute_type(problem))[0];
    for (int s = 0; s < recipe->steps.count; s++) {
        const ata_step *step = &recipe->steps.step[s];
        if (step->op != ATA_OP_RADIX || functions->has_radix(step->n)) continue;
        char value[24];
        snprintf(value, sizeof value, "%lld", (long long)step->n);
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", value, "radices 1 to 17 19 20 25 32 64",
                        "recipe: the cpu engine has no butterfly of radix %s; use 1 to 17, 19, 20, 25, 32 or 64",
                        value);
    }
    for (int p = 0; p < recipe->pass_count; p++) {
        if (!recipe->pass[p].joined) continue;
        char value[64];
        ata_text text = {value, sizeof value, 0};
        ata_sweep_write(recipe, p - 1, problem->rank, &text);
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", value, "one dimension between two braces",
                        "recipe: the cpu engine does one dimension in a pass; give each braces of its own");
    }
    return ATA_OK;
}

static size_t scratch_bytes(const ata_built *built)
{
    return built->array_bytes * (size_t)built->array_count + built->block_bytes * (size_t)built->parts;
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static void destroy(ata_built *built)
{
    if (!built) return;
    for (int p = 0; p < built->pass_count; p++) ata_cpu_pass_fini(&built->pass[p]);
    ata_pool_release(built->pool);
    ata_memory_destroy(built);
}

static ata_status build_passes(ata_built *built, const ata_problem *problem, const ata_recipe *recipe,
                               const ata_array *route, int threads, const double *window)
{
    built->parts = 1;
    for (int p = 0; p < recipe->pass_count; p++) {
        ata_cpu_pass *pass = &built->pass[p];
        ATA_TRY(ata_cpu_pass_init(pass, problem, recipe, p, route[p], route[p + 1], p == 0 ? window : NULL));
        built->pass_count++;
        if (pass->block_bytes > built->block_bytes) built->block_bytes = pass->block_bytes;
        const int useful = pass->block_count < threads ? (int)pass->block_count : threads;
        if (useful > built->parts) built->parts = useful;
    }
    const ata_cpu_pass *pass = &built->pass[0];
    built->one_block = built->pass_count == 1 && built->array_count == 0 && pass->block_count == 1 &&
                       pass->work == &ata_cpu_work_lines;
    return built->parts > 1 ? ata_pool_acquire(&built->pool, built->parts) : ATA_OK;
}

static ata_status build_with(const ata_problem *problem, const ata_recipe *recipe, const ata_array *route,
                             int array_count, int threads, const double *window, ata_built **built)
{
    const size_t bytes = sizeof **built + (size_t)recipe->pass_count * sizeof(ata_cpu_pass);
    ATA_TRY(ata_memory_create_zeroed((void **)built, 1, bytes, "the passes of a plan"));
    (*built)->array_count = array_count;
    (*built)->array_bytes = ata_memory_round((size_t)ata_view_scratch_bytes(problem));
    const ata_status status = build_passes(*built, problem, recipe, route, threads, window);
    if (status != ATA_OK) {
        destroy(*built);
        *built = NULL;
    }
    return status;
}

static ata_status build(ata_site *site, const ata_problem *problem, const ata_recipe *recipe, int threads,
                        const double *window, ata_built **built)
{
    (void)site;
    ata_array route[ATA_MAX_PASSES + 1];
    int array_count = ata_view_route(problem, recipe, route);
    if (array_count >= 0) return build_with(problem, recipe, route, array_count, threads, window, built);
    /* A reordering by itself, within its array: behind a copy, which is the transposition of a single row. */
    ata_recipe longer = {.pass_count = 0};
    const ata_pass *only = &recipe->pass[0];
    ATA_TRY(ata_recipe_add_reorder(&longer, ATA_REORDER_TRANSPOSE, only->dim, problem->dim[only->dim].n));
    ATA_TRY(ata_recipe_add_reorder(&longer, only->reorder, only->dim, only->reorder_n));
    array_count = ata_view_route(problem, &longer, route);
    return build_with(problem, &longer, route, array_count, threads, window, built);
}

/* --- Executing --------------------------------------------------------------------------------------------------- */

typedef struct work {
    const ata_built *built;
    const ata_cpu_pass *pass;
    ata_base in, out;
    char *blocks; /* scratch of the parts */
    int parts;
} work;

static void run_part(void *context, int part)
{
    const work *w = context;
    const int64_t count = w->pass->block_count, share = count / w->parts, more = count % w->parts;
    const int64_t first = part * share + (part < more ? part : more);
    const int64_t end = first + share + (part < more ? 1 : 0);
    ata_cpu_pass_run(w->pass, w->in, w->out, first, end, w->blocks + (size_t)part * w->built->block_bytes);
}

static inline ata_base base_of(const ata_built *built, const ata_arrays *arrays, ata_array array, const ata_view *view)
{
    ata_base base = {NULL, NULL};
    switch (array) {
    case ATA_ARRAY_IN: base = (ata_base){(char *)arrays->in, (char *)arrays->in_imag}; break;
    case ATA_ARRAY_OUT: base = (ata_base){arrays->out, arrays->out_imag}; break;
    case ATA_ARRAY_SCRATCH_0: base.re = arrays->scratch; break;
    default: base.re = (char *)arrays->scratch + built->array_bytes; break;
    }
    if (view->imag) base.im = base.re + view->imag;
    return base;
}

/* One block from the input to the output: for the smallest transforms every nanosecond on the way counts. */
static inline void run_block(const ata_cpu_pass *pass, const ata_arrays *arrays)
{
    const int64_t in_apart = pass->view_in.imag, out_apart = pass->view_out.imag;
    char *const in_re = (char *)arrays->in, *const in_im = in_apart ? in_re + in_apart : (char *)arrays->in_imag;
    char *const out_re = arrays->out, *const out_im = out_apart ? out_re + out_apart : arrays->out_imag;
    const bool exchange = pass->exchange;
    const ata_blocks block = {.count = 1,
                              .in_re = exchange ? in_im : in_re,
                              .in_im = exchange ? in_re : in_im,
                              .out_re = exchange ? out_im : out_re,
                              .out_im = exchange ? out_re : out_im,
                              .scratch = arrays->scratch};
    pass->functions->run_blocks(pass->lines.line, &pass->lines.way[0], &block);
}

static ata_status execute(const ata_built *built, const ata_arrays *arrays)
{
    if (built->one_block) {
        run_block(&built->pass[0], arrays);
        return ATA_OK;
    }
    work w = {.built = built, .blocks = (char *)arrays->scratch + built->array_bytes * (size_t)built->array_count};
    for (int p = 0; p < built->pass_count; p++) {
        w.pass = &built->pass[p];
        w.in = base_of(built, arrays, w.pass->from, &w.pass->view_in);
        w.out = base_of(built, arrays, w.pass->to, &w.pass->view_out);
        w.parts = w.pass->block_count < built->parts ? (int)w.pass->block_count : built->parts;
        if (w.parts == 1) ata_cpu_pass_run(w.pass, w.in, w.out, 0, w.pass->block_count, w.blocks);
        else ata_pool_run(built->pool, w.parts, run_part, &w);
    }
    return ATA_OK;
}

const ata_engine ata_engine_cpu = {
    .name = "cpu",
    .summary = ata_line_summary,
    .missing = missing,
    .costs = costs,
    .can_run = can_run,
    .build = build,
    .scratch_bytes = scratch_bytes,
    .execute = execute,
    .destroy = destroy,
    .roots = ata_cpu_roots,
    .bounds = ata_cpu_bounds,
};
