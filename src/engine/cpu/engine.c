/* engine.c - the CPU engine: builds the passes of a recipe and runs them; of a batch that is done in slices (slices.h)
 * slice by slice, by threads that share the slices, where there are enough, or else each of them (sequence.h).
 *
 * Threads that share slices have scratch of their own, each as sequence.h has it. Which slices, pieces and blocks there
 * are does not depend on the number of threads, so results are the same to the bit whatever it is.
 */
#include "engine/cpu/engine.h"

#include <stdio.h>

#include "core/memory.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/sequence.h"
#include "engine/cpu/share.h"
#include "engine/cpu/slices.h"
#include "engine/cpu/tables.h"
#include "engine/cpu/unplanned.h"

struct ata_built {
    ata_room room;
    int parts;          /* threads that find work */
    bool shares_slices; /* threads share slices, not what is done of each */
    size_t block_bytes; /* scratch beside the arrays of each slice that is done at a time */
    ata_slices slices;
    ata_sequence *sequence[2]; /* of all slices, but for the last one where it is another */
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
    const size_t runs = built->shares_slices ? (size_t)built->parts : 1;
    return (ata_cpu_arrays_bytes(&built->room) + built->block_bytes) * runs;
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static void destroy(ata_built *built)
{
    if (!built) return;
    for (int i = 0; i < 2; i++) ata_cpu_sequence_destroy(built->sequence[i]);
    ata_pool_release(built->room.pool);
    ata_memory_destroy(built);
}

static ata_status build_sequence(ata_built *built, int index, const ata_problem *problem, ata_cpu_setting setting,
                                 int threads)
{
    setting.problem = setting.whole = problem;
    return ata_cpu_sequence_create(&built->sequence[index], &setting, &built->room, threads);
}

/* Threads share slices where each has several, so that the last ones to end are not much later than the others; and
 * where slices are programs, which cannot be shared out by their blocks, or such lines as threads could only share step
 * by step, if all have nearly as many. */
static void choose_sharing(ata_built *built, int threads)
{
    enum { SLICES_EACH = 4 };
    const int64_t count = built->slices.count;
    int parts = 1, crew = 1;
    for (int i = 0; i < 2 && built->sequence[i]; i++) {
        if (built->sequence[i]->parts > parts) parts = built->sequence[i]->parts;
        if (built->sequence[i]->crew > crew) crew = built->sequence[i]->crew;
    }
    const bool apart = parts == 1 && count > 1 && (crew == 1 || ata_share_is_even(count, threads));
    built->shares_slices = threads > 1 && (apart || count / SLICES_EACH >= threads);
    built->parts = crew > parts ? crew : parts;
    if (built->shares_slices) built->parts = count < threads ? (int)count : threads;
}

static ata_status build_sequences(ata_built *built, const ata_cpu_setting *setting, int threads)
{
    const ata_slices *slices = &built->slices;
    ATA_TRY(build_sequence(built, 0, &slices->problem, *setting, threads));
    if (slices->full < slices->count) ATA_TRY(build_sequence(built, 1, &slices->rest, *setting, threads));
    choose_sharing(built, threads);
    for (int i = 0; i < 2 && built->sequence[i]; i++) {
        const size_t bytes = ata_cpu_sequence_block_bytes(built->sequence[i], built->shares_slices ? 1 : built->parts);
        if (bytes > built->block_bytes) built->block_bytes = bytes;
    }
    return built->parts > 1 ? ata_pool_acquire(&built->room.pool, built->parts) : ATA_OK;
}

static ata_status build_with(const ata_problem *problem, const ata_cpu_setting *setting, int array_count, int threads,
                             ata_built **built)
{
    ATA_TRY(ata_memory_create_zeroed((void **)built, 1, sizeof **built, "a plan"));
    ata_cpu_slices_init(&(*built)->slices, problem, setting->recipe, array_count);
    (*built)->room.array_count = array_count;
    (*built)->room.array_bytes = ata_memory_round((size_t)ata_view_scratch_bytes(&(*built)->slices.problem));
    const ata_status status = build_sequences(*built, setting, threads);
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
    ata_cpu_setting setting = {.recipe = recipe, .route = route, .window = window};
    if (array_count >= 0) return build_with(problem, &setting, array_count, threads, built);
    /* A reordering by itself, within its array: behind a copy, which is the transposition of a single row. */
    ata_recipe longer = {.pass_count = 0};
    const ata_pass *only = &recipe->pass[0];
    ATA_TRY(ata_recipe_add_reorder(&longer, ATA_REORDER_TRANSPOSE, only->dim, problem->dim[only->dim].n));
    ATA_TRY(ata_recipe_add_reorder(&longer, only->reorder, only->dim, only->reorder_n));
    array_count = ata_view_route(problem, &longer, route);
    setting.recipe = &longer;
    return build_with(problem, &setting, array_count, threads, built);
}

/* --- Executing --------------------------------------------------------------------------------------------------- */

/* Slices first .. end - 1. */
static void run_slices(const ata_built *built, ata_arrays arrays, int64_t first, int64_t end, int parts)
{
    const ata_slices *slices = &built->slices;
    const int64_t in = first * slices->in, out = first * slices->out;
    arrays.in = (const char *)arrays.in + in;
    arrays.out = (char *)arrays.out + out;
    if (arrays.in_imag) arrays.in_imag = (const char *)arrays.in_imag + in;
    if (arrays.out_imag) arrays.out_imag = (char *)arrays.out_imag + out;
    for (int64_t i = first; i < end; i++) {
        ata_cpu_sequence_run(built->sequence[i < slices->full ? 0 : 1], &built->room, &arrays, parts);
        arrays.in = (const char *)arrays.in + slices->in;
        arrays.out = (char *)arrays.out + slices->out;
        if (arrays.in_imag) arrays.in_imag = (const char *)arrays.in_imag + slices->in;
        if (arrays.out_imag) arrays.out_imag = (char *)arrays.out_imag + slices->out;
    }
}

typedef struct sliced_work {
    const ata_built *built;
    const ata_arrays *arrays;
} sliced_work;

static void run_part_of_slices(void *context, int part)
{
    const sliced_work *w = context;
    const ata_room *room = &w->built->room;
    const ata_share share = ata_share_of(w->built->slices.count, w->built->parts, part);
    ata_arrays arrays = *w->arrays;
    arrays.scratch = (char *)arrays.scratch + (size_t)part * (ata_cpu_arrays_bytes(room) + w->built->block_bytes);
    run_slices(w->built, arrays, share.first, share.end, 1);
}

static ata_status execute(const ata_built *built, const ata_arrays *arrays)
{
    sliced_work w = {built, arrays};
    if (built->shares_slices) ata_pool_run(built->room.pool, built->parts, run_part_of_slices, &w);
    else run_slices(built, *arrays, 0, built->slices.count, built->parts);
    return ATA_OK;
}

/* A little scratch lies on the stack: no more, for a program's threads may have small ones. */
enum { STACK_BYTES = 4096 };

static ata_status run_on_stack(const void *flat, const void *in, void *out)
{
    _Alignas(ATA_ALIGNMENT) char scratch[STACK_BYTES];
    ata_flat_run(flat, in, out, scratch);
    return ATA_OK;
}

static ata_status run_without_scratch(const void *flat, const void *in, void *out)
{
    ata_flat_run(flat, in, out, NULL);
    return ATA_OK;
}

/* Whether a step takes both ends as they come, one part behind the other, whichever is first. */
static bool begins_at_once(const ata_flat_step *step)
{
    const ptrdiff_t in = step->in_re < step->in_im ? step->in_re : step->in_im;
    const ptrdiff_t out = step->out_re < step->out_im ? step->out_re : step->out_im;
    return in == 0 && out == 0;
}

static ata_straight straight(const ata_built *built)
{
    const ata_sequence *passes = built->sequence[0];
    const ata_flat *flat = built->slices.count == 1 ? passes->flat : NULL;
    if (!flat || passes->program->scratch_bytes > STACK_BYTES) return (ata_straight){.misaligned = UINTPTR_MAX};
    const ata_flat_step *step = flat->step;
    ata_straight way = {.run = passes->program->scratch_bytes > 0 ? run_on_stack : run_without_scratch,
                        .state = flat,
                        .misaligned = passes->misaligned};
    if (flat->count > 1 || step->from != ATA_BASE_IN || step->to != ATA_BASE_OUT) return way;
    way.run = begins_at_once(step) ? ata_line_whole_of(step->function, step->call) : NULL;
    way.state = step->call;
    way.step = step->function;
    way.in_re = step->in_re;
    way.in_im = step->in_im;
    way.out_re = step->out_re;
    way.out_im = step->out_im;
    return way;
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
