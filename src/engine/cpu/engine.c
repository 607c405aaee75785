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
#include "engine/cpu/whole.h"

struct ata_built {
    ata_pool *pool;     /* NULL for one thread */
    int parts;          /* threads that find work */
    size_t array_bytes; /* of one scratch array */
    int array_count;
    size_t block_bytes;
    ata_program *program; /* of all passes; NULL for none */
    uintptr_t misaligned; /* bits of addresses that it cannot use */
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
        return ata_fail(
            ATA_ERROR_UNSUPPORTED, "recipe", value, "radices 1 to 17 19 20 23 25 29 31 32 64",
            "recipe: the cpu engine has no butterfly of radix %s; use 1 to 17, 19, 20, 23, 25, 29, 31, 32 or 64",
            value);
    }
    for (int p = 0; p < recipe->pass_count; p++) {
        if (!recipe->pass[p].joined) continue;
        char value[64];
        ata_text text = {value, sizeof value, 0};
        ata_sweep_write(recipe, p - 1, problem->rank, &text);
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", value, "one dimension between two braces",
                        "recipe: %s has several dimensions between two braces, which the cpu engine does not do; give "
                        "each braces of "
                        "its own, or use a GPU",
                        value);
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
    ata_memory_destroy(built->program);
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
    built->misaligned = (uintptr_t)ata_type_bytes(ata_problem_compute_type(problem)) - 1;
    ATA_TRY(ata_cpu_whole_create(built->pass, built->pass_count, (int64_t)built->array_bytes,
                                 (int64_t)built->array_bytes * built->array_count, &built->program));
    if (built->program) built->parts = 1;
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

static void run_whole(const ata_built *built, const ata_arrays *arrays)
{
    const ata_base in = base_of(built, arrays, ATA_ARRAY_IN, &built->pass[0].view_in);
    const ata_base out = base_of(built, arrays, ATA_ARRAY_OUT, &built->pass[built->pass_count - 1].view_out);
    ata_program_run(built->program, in.re, in.im, out.re, out.im, arrays->scratch);
}

static ata_status execute(const ata_built *built, const ata_arrays *arrays)
{
    const uintptr_t addresses =
        (uintptr_t)arrays->in | (uintptr_t)arrays->in_imag | (uintptr_t)arrays->out | (uintptr_t)arrays->out_imag;
    if (built->program && (addresses & built->misaligned) == 0) {
        run_whole(built, arrays);
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

/* A little scratch lies on the stack: no more, for a program's threads may have small ones. */
enum { STACK_BYTES = 4096 };

static void run_on_stack(const void *program, const void *in_re, const void *in_im, void *out_re, void *out_im)
{
    _Alignas(ATA_ALIGNMENT) char scratch[STACK_BYTES];
    ata_program_run(program, in_re, in_im, out_re, out_im, scratch);
}

/* How far behind the caller's pointer an address is. */
static int64_t offset_of(ata_address address, const ata_view *view)
{
    const bool imag = address.origin == ATA_ORIGIN_IN_IM || address.origin == ATA_ORIGIN_OUT_IM;
    return address.at + (imag ? view->imag : 0);
}

static ata_straight straight(const ata_built *built)
{
    const ata_program *program = built->program;
    const ata_view *in = &built->pass[0].view_in, *out = &built->pass[built->pass_count - 1].view_out;
    const bool apart = (in->is_complex && in->imag == 0) || (out->is_complex && out->imag == 0);
    if (!program || apart || program->scratch_bytes > STACK_BYTES) return (ata_straight){.misaligned = UINTPTR_MAX};
    const ata_program_step *step = program->step;
    if (program->count == 1)
        return (ata_straight){.run = step->function,
                              .state = &step->call,
                              .in_re = offset_of(step->in_re, in),
                              .in_im = offset_of(step->in_im, in),
                              .out_re = offset_of(step->out_re, out),
                              .out_im = offset_of(step->out_im, out),
                              .misaligned = built->misaligned};
    return (ata_straight){
        .run = run_on_stack, .state = program, .in_im = in->imag, .out_im = out->imag, .misaligned = built->misaligned};
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
    .straight = straight,
    .destroy = destroy,
    .roots = ata_cpu_roots,
    .bounds = ata_cpu_bounds,
};
