/* engine.c - the CPU engine: builds the passes of a recipe and runs them, split over threads block by block; or, of a
 * batch that is done in slices (slices.h) and has enough of them, slice by slice.
 *
 * Scratch of an execution, or, where threads share slices, of each of them:
 *
 *     | scratch array 0 | scratch array 1 | block of part 0 | block of part 1 | ... |
 *       only if the route needs them        one for each thread
 *
 * Which slices and blocks there are does not depend on the number of threads, so results are the same to the bit
 * whatever it is.
 */
#include "engine/cpu/engine.h"

#include <stdio.h>

#include "core/memory.h"
#include "core/pool.h"
#include "engine/cpu/flat.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/pass.h"
#include "engine/cpu/rounds.h"
#include "engine/cpu/slices.h"
#include "engine/cpu/tables.h"
#include "engine/cpu/unplanned.h"
#include "engine/cpu/whole.h"

/* The passes of a slice, made ready. */
typedef struct sequence {
    ata_program *program; /* of all passes; NULL for none */
    ata_flat *flat;       /* the same where parts alternate; NULL for none */
    ata_round *round;     /* those of several pieces */
    int round_count;
    int pass_count;
    ata_cpu_pass pass[]; /* those of the recipe, and behind them the same for smaller pieces */
} sequence;

struct ata_built {
    ata_pool *pool;     /* NULL for one thread */
    int parts;          /* threads that find work */
    bool shares_slices; /* threads share slices, not the blocks of each */
    size_t array_bytes; /* of one scratch array */
    int array_count;
    size_t block_bytes;
    uintptr_t misaligned; /* bits of addresses that programs cannot use */
    ata_slices slices;
    sequence *sequence[2]; /* of all slices, but for the last one where it is another */
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

/* Of whoever runs all passes. */
static size_t arrays_bytes(const ata_built *built)
{
    return built->array_bytes * (size_t)built->array_count;
}

static size_t scratch_bytes(const ata_built *built)
{
    const size_t runs = built->shares_slices ? (size_t)built->parts : 1;
    return arrays_bytes(built) * runs + built->block_bytes * (size_t)built->parts;
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static void destroy(ata_built *built)
{
    if (!built) return;
    for (int i = 0; i < 2; i++) {
        sequence *passes = built->sequence[i];
        for (int p = 0; passes && p < 2 * passes->pass_count; p++) ata_cpu_pass_fini(&passes->pass[p]);
        if (passes) ata_memory_destroy(passes->round);
        if (passes) ata_memory_destroy(passes->program);
        if (passes) ata_memory_destroy(passes->flat);
        ata_memory_destroy(passes);
    }
    ata_pool_release(built->pool);
    ata_memory_destroy(built);
}

/* Whether the caller's parts lie in arrays of their own. */
static bool are_apart(const ata_view *in, const ata_view *out)
{
    return (in->is_complex && in->imag == 0) || (out->is_complex && out->imag == 0);
}

static ata_status build_programs(const ata_built *built, sequence *passes)
{
    const ata_view *in = &passes->pass[0].view_in, *out = &passes->pass[passes->pass_count - 1].view_out;
    ATA_TRY(ata_cpu_whole_create(passes->pass, passes->pass_count, (int64_t)built->array_bytes,
                                 (int64_t)arrays_bytes(built), &passes->program));
    if (!passes->program || are_apart(in, out)) return ATA_OK;
    return ata_flat_create(&passes->flat, passes->program, in->imag, out->imag);
}

static ata_status find_rounds(sequence *passes, const ata_problem *problem, const ata_recipe *recipe,
                              const ata_array *route)
{
    ata_round round;
    int count = 0;
    for (int p = 0; ata_cpu_round_find(&round, problem, recipe, route, p); p = round.end) count++;
    if (count == 0) return ATA_OK;
    ATA_TRY(ata_memory_create((void **)&passes->round, (size_t)count, sizeof round, "the rounds of a plan"));
    passes->round_count = count;
    for (int i = 0, p = 0; i < count; p = passes->round[i++].end)
        ata_cpu_round_find(&passes->round[i], problem, recipe, route, p);
    return ATA_OK;
}

/* A pass of so many pieces. */
static ata_status build_pass(ata_built *built, ata_cpu_pass *pass, const ata_cpu_setting *setting, int p,
                             int64_t pieces, int threads, int *parts)
{
    ATA_TRY(ata_cpu_pass_init(pass, setting, p));
    if (pass->block_bytes > built->block_bytes) built->block_bytes = pass->block_bytes;
    const int64_t blocks = pass->block_count * pieces;
    const int useful = blocks < threads ? (int)blocks : threads;
    if (useful > *parts) *parts = useful;
    return ATA_OK;
}

static ata_status build_sequence(ata_built *built, const ata_problem *problem, const ata_recipe *recipe,
                                 const ata_array *route, int threads, const double *window, sequence **built_passes)
{
    const size_t bytes = sizeof(sequence) + 2 * (size_t)recipe->pass_count * sizeof(ata_cpu_pass);
    ATA_TRY(ata_memory_create_zeroed((void **)built_passes, 1, bytes, "the passes of a plan"));
    sequence *passes = *built_passes;
    passes->pass_count = recipe->pass_count;
    ATA_TRY(find_rounds(passes, problem, recipe, route));
    int parts = 1;
    const ata_round *round = passes->round, *end = round + passes->round_count;
    for (int p = 0; p < recipe->pass_count; p++) {
        while (round < end && round->end <= p) round++;
        const ata_round *own = round < end && round->first <= p ? round : NULL;
        ata_problem piece = own ? ata_cpu_round_piece(own, problem, false) : *problem;
        ata_cpu_setting setting = {&piece, problem, recipe, route, own && own->first == p ? own->count : 1, window};
        ATA_TRY(build_pass(built, &passes->pass[p], &setting, p, own ? own->count : 1, threads, &parts));
        if (!own || !ata_cpu_round_has_rest(own)) continue;
        piece = ata_cpu_round_piece(own, problem, true);
        ATA_TRY(build_pass(built, &passes->pass[passes->pass_count + p], &setting, p, 1, threads, &parts));
    }
    if (passes->round_count == 0) ATA_TRY(build_programs(built, passes));
    if (!passes->program && parts > built->parts) built->parts = parts;
    return ATA_OK;
}

static ata_status build_sequences(ata_built *built, const ata_recipe *recipe, const ata_array *route, int threads,
                                  const double *window)
{
    enum { SLICES_EACH = 4 }; /* of a thread: the last ones to end are then not much later than the others */
    const ata_slices *slices = &built->slices;
    built->parts = 1;
    ATA_TRY(build_sequence(built, &slices->problem, recipe, route, threads, window, &built->sequence[0]));
    if (slices->full < slices->count)
        ATA_TRY(build_sequence(built, &slices->rest, recipe, route, threads, window, &built->sequence[1]));
    built->misaligned = (uintptr_t)ata_type_bytes(ata_problem_compute_type(&slices->problem)) - 1;
    /* Slices that are programs cannot be shared out by their blocks. */
    const bool whole = built->parts == 1 && slices->count > 1;
    built->shares_slices = threads > 1 && (whole || slices->count / SLICES_EACH >= threads);
    if (built->shares_slices) built->parts = slices->count < threads ? (int)slices->count : threads;
    return built->parts > 1 ? ata_pool_acquire(&built->pool, built->parts) : ATA_OK;
}

static ata_status build_with(const ata_problem *problem, const ata_recipe *recipe, const ata_array *route,
                             int array_count, int threads, const double *window, ata_built **built)
{
    ATA_TRY(ata_memory_create_zeroed((void **)built, 1, sizeof **built, "a plan"));
    ata_cpu_slices_init(&(*built)->slices, problem, recipe);
    (*built)->array_count = array_count;
    (*built)->array_bytes = ata_memory_round((size_t)ata_view_scratch_bytes(&(*built)->slices.problem));
    const ata_status status = build_sequences(*built, recipe, route, threads, window);
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

static void run_whole(const ata_built *built, const sequence *passes, const ata_arrays *arrays)
{
    const ata_base in = base_of(built, arrays, ATA_ARRAY_IN, &passes->pass[0].view_in);
    const ata_base out = base_of(built, arrays, ATA_ARRAY_OUT, &passes->pass[passes->pass_count - 1].view_out);
    ata_program_run(passes->program, in.re, in.im, out.re, out.im, arrays->scratch);
}

/* --- Rounds --- */

typedef struct round_work {
    const ata_built *built;
    const sequence *passes;
    const ata_round *round;
    const ata_arrays *arrays;
    int parts;
    int pass; /* -1 for all of each piece */
} round_work;

static inline ata_base base_at(const round_work *w, const ata_cpu_pass *pass, int64_t piece, bool out)
{
    const ata_array array = out ? pass->to : pass->from;
    ata_base base = base_of(w->built, w->arrays, array, out ? &pass->view_out : &pass->view_in);
    const int64_t offset = ata_cpu_round_offset(w->round, piece, array);
    base.re += offset;
    if (base.im) base.im += offset;
    return base;
}

static const ata_cpu_pass *pass_of(const round_work *w, int p, int64_t piece)
{
    return &w->passes->pass[ata_cpu_round_is_rest(w->round, piece) ? w->passes->pass_count + p : p];
}

static void run_pieces(void *context, int part)
{
    const round_work *w = context;
    const ata_round *round = w->round;
    const int64_t share = round->count / w->parts, more = round->count % w->parts;
    const int64_t first = part * share + (part < more ? part : more), end = first + share + (part < more ? 1 : 0);
    char *scratch = (char *)w->arrays->scratch + arrays_bytes(w->built) + (size_t)part * w->built->block_bytes;
    for (int64_t piece = first; piece < end; piece++)
        for (int p = round->first; p < round->end; p++) {
            const ata_cpu_pass *pass = pass_of(w, p, piece);
            ata_cpu_pass_run(pass, base_at(w, pass, piece, false), base_at(w, pass, piece, true), 0, pass->block_count,
                             scratch);
        }
}

static void run_blocks_of_pieces(void *context, int part)
{
    const round_work *w = context;
    const ata_round *round = w->round;
    const int64_t blocks = w->passes->pass[w->pass].block_count;
    const int64_t count = blocks * round->count, share = count / w->parts, more = count % w->parts;
    int64_t first = part * share + (part < more ? part : more);
    const int64_t end = first + share + (part < more ? 1 : 0);
    char *scratch = (char *)w->arrays->scratch + arrays_bytes(w->built) + (size_t)part * w->built->block_bytes;
    while (first < end) {
        const int64_t piece = first / blocks, next = (piece + 1) * blocks < end ? (piece + 1) * blocks : end;
        const ata_cpu_pass *pass = pass_of(w, w->pass, piece);
        /* A smaller piece has other blocks, of which a part takes as large a share. */
        const int64_t begin = (first - piece * blocks) * pass->block_count / blocks;
        const int64_t stop = (next - piece * blocks) * pass->block_count / blocks;
        ata_cpu_pass_run(pass, base_at(w, pass, piece, false), base_at(w, pass, piece, true), begin, stop, scratch);
        first = next;
    }
}

static void run_round(const ata_built *built, const sequence *passes, const ata_round *round, const ata_arrays *arrays,
                      int parts)
{
    round_work w = {built, passes, round, arrays, parts, -1};
    if (parts == 1) {
        run_pieces(&w, 0);
        return;
    }
    const int64_t turns = (round->count + parts - 1) / parts;
    if (turns * parts * 7 <= round->count * 8) {
        ata_pool_run(built->pool, parts, run_pieces, &w);
        return;
    }
    for (w.pass = round->first; w.pass < round->end; w.pass++) {
        const int64_t count = passes->pass[w.pass].block_count * round->count;
        w.parts = count < parts ? (int)count : parts;
        ata_pool_run(built->pool, w.parts, run_blocks_of_pieces, &w);
    }
}

/* All passes of a slice, whose blocks `parts` threads share. */
static void run_sequence(const ata_built *built, const sequence *passes, const ata_arrays *arrays, int parts)
{
    const uintptr_t addresses =
        (uintptr_t)arrays->in | (uintptr_t)arrays->in_imag | (uintptr_t)arrays->out | (uintptr_t)arrays->out_imag;
    if (passes->program && (addresses & built->misaligned) == 0) {
        run_whole(built, passes, arrays);
        return;
    }
    work w = {.built = built, .blocks = (char *)arrays->scratch + arrays_bytes(built)};
    const ata_round *round = passes->round;
    for (int p = 0; p < passes->pass_count; p++) {
        if (round && round < passes->round + passes->round_count && round->first == p) {
            run_round(built, passes, round, arrays, parts);
            p = round->end - 1;
            round++;
            continue;
        }
        w.pass = &passes->pass[p];
        w.in = base_of(built, arrays, w.pass->from, &w.pass->view_in);
        w.out = base_of(built, arrays, w.pass->to, &w.pass->view_out);
        w.parts = w.pass->block_count < parts ? (int)w.pass->block_count : parts;
        if (w.parts == 1) ata_cpu_pass_run(w.pass, w.in, w.out, 0, w.pass->block_count, w.blocks);
        else ata_pool_run(built->pool, w.parts, run_part, &w);
    }
}

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
        run_sequence(built, built->sequence[i < slices->full ? 0 : 1], &arrays, parts);
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
    const int64_t count = w->built->slices.count, parts = w->built->parts, share = count / parts, more = count % parts;
    const int64_t first = part * share + (part < more ? part : more);
    ata_arrays arrays = *w->arrays;
    arrays.scratch = (char *)arrays.scratch + (size_t)part * (arrays_bytes(w->built) + w->built->block_bytes);
    run_slices(w->built, arrays, first, first + share + (part < more ? 1 : 0), 1);
}

static ata_status execute(const ata_built *built, const ata_arrays *arrays)
{
    sliced_work w = {built, arrays};
    if (built->shares_slices) ata_pool_run(built->pool, built->parts, run_part_of_slices, &w);
    else run_slices(built, *arrays, 0, built->slices.count, built->parts);
    return ATA_OK;
}

/* A little scratch lies on the stack: no more, for a program's threads may have small ones. */
enum { STACK_BYTES = 4096 };

static void run_on_stack(const void *flat, const void *in_re, const void *in_im, void *out_re, void *out_im)
{
    _Alignas(ATA_ALIGNMENT) char scratch[STACK_BYTES];
    (void)in_im, (void)out_im;
    ata_flat_run(flat, in_re, out_re, scratch);
}

static ata_straight straight(const ata_built *built)
{
    const sequence *passes = built->sequence[0];
    const ata_flat *flat = built->slices.count == 1 ? passes->flat : NULL;
    if (!flat || passes->program->scratch_bytes > STACK_BYTES) return (ata_straight){.misaligned = UINTPTR_MAX};
    const ata_flat_step *step = flat->step;
    if (flat->count == 1 && step->from == ATA_BASE_IN && step->to == ATA_BASE_OUT)
        return (ata_straight){.run = step->function,
                              .state = step->call,
                              .in_re = step->in_re,
                              .in_im = step->in_im,
                              .out_re = step->out_re,
                              .out_im = step->out_im,
                              .misaligned = built->misaligned};
    return (ata_straight){.run = run_on_stack, .state = flat, .misaligned = built->misaligned};
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
