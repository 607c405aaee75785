/* lines.c - passes of lines: their geometry, and their blocks run. */
#include <stdlib.h>

#include "core/memory.h"
#include "engine/cpu/functions.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/pass.h"
#include "engine/cpu/tables.h"

/* --- Loops ------------------------------------------------------------------------------------------------------- */

/* The line's own strides, and the loops over the rest of its dimension, when it is split: see recipe.h. */
static void add_own_loops(ata_cpu_pass *pass, const ata_recipe *recipe, int p, int64_t in, int64_t out)
{
    ata_cpu_lines *lines = &pass->lines;
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const int64_t n = place.n, before = place.before, after = place.after;
    const bool last = place.index == place.total - 1;
    ata_form form = recipe->pass[p].form;
    if (form == ATA_FORM_NATURAL && !last) form = ATA_FORM_DIF;
    lines->twiddle_first = form == ATA_FORM_DIT && place.index > 0;
    lines->twiddled = form == ATA_FORM_DIT ? lines->twiddle_first : !last;
    if (recipe->pass[p].turned) {
        lines->row_in = in;
        lines->row_out = out;
        ata_loops_add(&pass->loops, after, n * in, n * out, false);
        ata_loops_add(&pass->loops, before, n * after * in, n * after * out, true);
    } else if (form == ATA_FORM_DIT) {
        lines->row_in = before * in;
        lines->row_out = before * out;
        ata_loops_add(&pass->loops, after, n * before * in, n * before * out, false);
        ata_loops_add(&pass->loops, before, in, out, true);
    } else if (form == ATA_FORM_DIF) {
        lines->row_in = after * in;
        lines->row_out = after * out;
        ata_loops_add(&pass->loops, before, n * after * in, n * after * out, false);
        ata_loops_add(&pass->loops, after, in, out, true);
    } else if (form == ATA_FORM_GEOMETRY) {
        lines->row_in = before * after * in;
        lines->row_out = out;
        ata_loops_add(&pass->loops, before, in, n * out, false);
        ata_loops_add(&pass->loops, after, before * in, before * n * out, true);
    } else {
        /* Stores transposed: the digits of the index, slowest first on the way in, are fastest first on the way out. */
        lines->row_in = in;
        lines->row_out = before * out;
        int64_t weight_in = n * before, weight_out = 1;
        for (int q = 0; q < p; q++) {
            if (recipe->pass[q].dim != recipe->pass[p].dim) continue;
            const int64_t digit = ata_recipe_place(recipe, q).n;
            weight_in /= digit;
            ata_loops_add(&pass->loops, digit, weight_in * in, weight_out * out, false);
            weight_out *= digit;
        }
    }
}

/* --- The line and its functions ---------------------------------------------------------------------------------- */

/* The narrowest vectors there are. */
static int64_t narrowest_of(const ata_problem *problem)
{
    const ata_line_functions *const *sets = ata_line_sets(ata_problem_compute_type(problem));
    while (sets[1]) sets++;
    return (*sets)->width;
}

/* Whether the loop whose steps are shortest lies inside the lines: columns, and fewer of them than fill a vector. */
static bool has_narrow_columns(const ata_cpu_pass *pass, int64_t narrowest)
{
    if (pass->loops.count == 0) return false;
    const ata_loop *last = &pass->loops.loop[pass->loops.count - 1];
    return last->n < narrowest && llabs(last->in) < llabs(pass->lines.row_in) &&
           llabs(last->out) < llabs(pass->lines.row_out);
}

/* The loop that gives the lanes. Where columns are few, and lines of one butterfly each follow one another without a
 * gap, it is those that fill the vectors. */
static ata_loop choose_lane(ata_cpu_pass *pass, const ata_problem *problem, const ata_step *steps, int count)
{
    const int64_t narrowest = narrowest_of(problem);
    const bool narrow = has_narrow_columns(pass, narrowest);
    if (pass->small && (!narrow || count == 1)) return ata_loops_take_long(&pass->loops, narrowest);
    if (pass->lines.twiddled || count > 1 || pass->loops.count < 2 || !narrow) return ata_loops_take(&pass->loops);
    const ata_loop *next = &pass->loops.loop[pass->loops.count - 2];
    const bool dense = llabs(next->in) <= steps->n * llabs(pass->lines.row_in) &&
                       llabs(next->out) <= steps->n * llabs(pass->lines.row_out);
    return ata_loops_take_long(&pass->loops, dense && next->n >= narrowest ? narrowest : 1);
}

enum { BLOCK_POINTS = 2048 }; /* of a block of lines that are one call, where blocks are shared out to threads */

/* Lines that are one call each can be done with one call for two loops. */
static void choose_runs(ata_cpu_pass *pass, int64_t narrowest)
{
    ata_cpu_lines *lines = &pass->lines;
    if (lines->line->single && pass->small) {
        lines->runs = lines->lane;
        lines->cut = lines->lane = (ata_loop){.n = 1};
    } else if (!lines->line->single && lines->lanes == lines->lane.n) {
        const int64_t most = BLOCK_POINTS / (lines->line->n * lines->lanes) + 1;
        lines->runs = lines->cut = ata_loops_take(&pass->loops);
        if (!pass->small && lines->runs.n > most) lines->runs.n = most;
        lines->cut_size = lines->runs.n;
    } else if (!pass->small && !lines->line->single && has_narrow_columns(pass, narrowest)) {
        lines->runs = ata_loops_take(&pass->loops);
    }
}

static ata_side side_of(const ata_view *view, bool exchange, int64_t row, int64_t lane, int64_t run, int64_t next)
{
    return (ata_side){.type = view->type,
                      .is_complex = view->is_complex,
                      .apart = exchange ? -view->imag : view->imag,
                      .row = row,
                      .lane = lane,
                      .run = run,
                      .next = next};
}

/* Columns that are few go through a buffer, where those of several runs fill its rows. */
static void gather_runs(ata_cpu_pass *pass, int64_t lane_bytes)
{
    ata_cpu_lines *lines = &pass->lines;
    const ata_line_functions *functions = pass->functions;
    const ata_side in = side_of(&pass->view_in, false, lines->row_in, lines->lane.in, 0, 0);
    const ata_side out = side_of(&pass->view_out, false, lines->row_out, lines->lane.out, 0, 0);
    if (lines->lanes < lines->lane.n || pass->loops.count == 0 ||
        !functions->gathers(lines->line, &in, &out, lines->lanes))
        return;
    const int64_t available = pass->loops.loop[pass->loops.count - 1].n;
    const int64_t runs =
        ata_cpu_lanes(lane_bytes, lines->lanes * available, functions->width, functions->real_bytes) / lines->lanes;
    if (runs < 2) return;
    lines->runs = lines->cut = ata_loops_take(&pass->loops);
    const int64_t blocks = (available + runs - 1) / runs;
    lines->runs.n = lines->cut_size = (available + blocks - 1) / blocks;
}

/* Short single lines of two radices: several of them do one stage, then the other. Of more, one after the other. */
static void choose_paired_runs(ata_cpu_pass *pass)
{
    enum { BUFFER_BYTES = 3584 }; /* with a little beside it, on the stack */
    ata_cpu_lines *lines = &pass->lines;
    const ata_side in = side_of(&pass->view_in, false, lines->row_in, lines->lane.in, 0, 0);
    const ata_side out = side_of(&pass->view_out, false, lines->row_out, lines->lane.out, 0, 0);
    if (lines->lanes > 1 || !pass->functions->is_paired(lines->line, &in, &out)) return;
    const int64_t line_bytes = 2 * lines->line->n * (int64_t)pass->functions->real_bytes;
    const int64_t most = lines->line->stage_count > 2                ? 1
                         : pass->functions->is_one_call(lines->line) ? BLOCK_POINTS / lines->line->n
                                                                     : BUFFER_BYTES / line_bytes;
    lines->runs = lines->cut = lines->lane;
    if (lines->runs.n > most) lines->runs.n = most > 1 ? most : 1;
    lines->cut_size = lines->runs.n;
    lines->lane = (ata_loop){.n = 1};
}

/* Side by side, two or three single lines are read and written together. */
static int64_t lines_together(const ata_cpu_pass *pass)
{
    const ata_cpu_lines *lines = &pass->lines;
    if (lines->twiddled || pass->window) return 1;
    const ata_side in = side_of(&pass->view_in, false, lines->row_in, lines->lane.in, 0, 0);
    const ata_side out = side_of(&pass->view_out, false, lines->row_out, lines->lane.out, 0, 0);
    return pass->functions->lines_together(lines->line, &in, &out, lines->lane.n);
}

/* Whether the caller's numbers are as wide as those computed with: others go through a buffer. */
static bool has_types_of(const ata_cpu_pass *pass, size_t real_bytes)
{
    return (size_t)ata_type_bytes(pass->view_in.type) == real_bytes &&
           (size_t)ata_type_bytes(pass->view_out.type) == real_bytes;
}

/* A block of short lines takes one call, which should be worth it: as many as leave blocks for threads to share. All of
 * them, where they are no more, whether or not they are whole vectors: then the call goes over another loop as well. */
static int64_t lengthen(const ata_cpu_lines *lines, int64_t lanes, int width)
{
    const int64_t most = BLOCK_POINTS / lines->line->n / width * width;
    if (lines->lane.n <= most) return lines->lane.n;
    return most > lanes ? most : lanes;
}

/* How many lanes a block has, and runs of them. */
static void choose_lanes(ata_cpu_pass *pass, int64_t narrowest)
{
    ata_cpu_lines *lines = &pass->lines;
    const ata_line_functions *functions = pass->functions;
    const int64_t lane_bytes =
        (int64_t)functions->block_bytes(lines->line, functions->width, NULL, 1) / functions->width;
    lines->lanes = lines_together(pass);
    if (!lines->line->single) {
        lines->lanes = ata_cpu_lanes(lane_bytes, lines->lane.n, functions->width, functions->real_bytes);
        lines->lanes = ata_cpu_wide_lanes(lines->lanes, lane_bytes, lines->lane.n,
                                          ata_loops_count(&pass->loops) * pass->far_times, functions->real_bytes);
    }
    const bool is_short = !lines->twiddled && !pass->window && functions->is_short(lines->line);
    enum { VECTORS = 4 }; /* in a block, of short lines: the last ones need not be whole */
    if (is_short && !lines->line->single && has_types_of(pass, functions->real_bytes))
        lines->lanes = lengthen(lines, lines->lanes, functions->width);
    const bool few = is_short ? lines->lane.n < VECTORS * functions->width
                              : !lines->twiddled && lines->lane.n - lines->lanes < functions->width;
    if (few && !lines->line->single) lines->lanes = lines->lane.n;
    lines->cut_size = lines->lanes;
    if (is_short) choose_runs(pass, narrowest);
    else if (!lines->twiddled && !pass->window && !lines->line->single) gather_runs(pass, lane_bytes);
    else if (!lines->twiddled && !pass->window) choose_paired_runs(pass);
}

/* How many blocks there are, of how many lanes. */
static void count_blocks(ata_cpu_pass *pass, int64_t narrowest)
{
    ata_cpu_lines *lines = &pass->lines;
    lines->runs = (ata_loop){.n = 1};
    lines->cut = lines->lane;
    if (lines->strips) lines->cut_size = lines->lanes = ata_cpu_strip_lanes(lines->line->n, pass->functions->width);
    else choose_lanes(pass, narrowest);
    lines->full_blocks = lines->cut.n / lines->cut_size;
    lines->cut_blocks = (lines->cut.n + lines->cut_size - 1) / lines->cut_size;
    pass->block_count = lines->cut_blocks * ata_loops_count(&pass->loops);
}

/* The multiplication after, or before, the line. Its tables are kept where they are short: they cost time to make. */
static ata_status init_between(ata_cpu_pass *pass, int64_t n, int64_t others)
{
    enum { MOST_KEPT = 1 << 18 };
    ata_cpu_lines *lines = &pass->lines;
    const ata_line_functions *functions = pass->functions;
    ata_between *between = &lines->between;
    ATA_TRY(ata_roots_init(&lines->roots, n * others));
    *between = (ata_between){
        .rows = n, .width = functions->between_width(lines->line), .lanes = lines->lanes, .roots = &lines->roots};
    const int64_t numbers = functions->between_numbers(between, lines->lanes);
    const bool all = numbers <= MOST_KEPT / lines->cut_blocks;
    if (!lines->lane.is_rest || lines->lanes % functions->width != 0 || (!all && !lines->strips)) return ATA_OK;
    const int64_t blocks = all ? lines->cut_blocks : 1;
    ATA_TRY(ata_memory_create((void **)&lines->kept, (size_t)(numbers * blocks), functions->real_bytes,
                              "the factors between two passes"));
    for (int64_t b = 0; b < blocks; b++) {
        const int64_t left = lines->lane.n - b * lines->lanes, width = functions->width;
        const int64_t lanes = left < lines->lanes ? (left + width - 1) / width * width : lines->lanes;
        functions->make_between(between, b * lines->lanes, 1, lanes,
                                lines->kept + (size_t)(b * numbers) * functions->real_bytes);
    }
    if (all) between->tables = lines->kept;
    else between->steps = lines->kept;
    return ATA_OK;
}

/* Bytes of so many points of a line, of one part where parts are two arrays; 0 where they are no neighbours. */
static int64_t line_bytes(const ata_view *view, const ata_side *side, int64_t points)
{
    const int64_t number = ata_type_bytes(view->type);
    const int64_t point = view->is_complex && llabs(side->apart) == number ? 2 * number : number;
    return side->row == point ? points * point : 0;
}

/* Whether what the next block reads and writes may be asked for while one is done: of a pass that leaves the second
 * cache, in blocks of one line, of which it holds several. A block of more goes from one to the next often enough for
 * hardware to follow, and codelets and lines that are one call read and write them in the order in which they lie. */
static bool asks_ahead(const ata_cpu_pass *pass, const ata_way *way)
{
    enum { LEAST_BYTES = 4 << 20, MOST_BLOCK = 40 << 10 };
    const ata_cpu_lines *lines = &pass->lines;
    if (way->in.line == 0 || way->out.line == 0 || way->lanes > 1 || way->runs > 1) return false;
    if (way->in.line > MOST_BLOCK || way->out.line > MOST_BLOCK) return false;
    const int64_t block = way->in.line + (way->in_place ? 0 : way->out.line);
    if (block > MOST_BLOCK || pass->functions->is_short(lines->line) || pass->functions->is_one_call(lines->line))
        return false;
    return block * pass->block_count * pass->far_times >= LEAST_BYTES;
}

/* The way of full blocks, and of the one at the end of the loop that is cut, which may have fewer lanes, or runs. */
static ata_status prepare_ways(ata_cpu_pass *pass, const ata_problem *problem, int dim, const ata_pass_place *place)
{
    enum { NEAR_BYTES = 512 << 10, NEAREST_BYTES = 48 << 10 };
    ata_cpu_lines *lines = &pass->lines;
    const int64_t point = 2 * (int64_t)pass->functions->real_bytes;
    const int64_t rest = lines->cut.n % lines->cut_size;
    const bool by_lanes = lines->cut.n == lines->lane.n && lines->cut_size == lines->lanes;
    const int ways = rest != 0 ? 2 : 1;
    const int64_t lanes = lines->lanes * pass->block_count * pass->far_times;
    const bool in_place = ata_view_same_memory(problem, pass->from, pass->to);
    const int64_t nearest = NEAREST_BYTES / (in_place ? 1 : 2) / lanes / lines->runs.n;
    const bool whole = place->total == 1;
    const int64_t points_in = whole ? ata_problem_length_in(problem, dim) : place->n;
    const int64_t points_out = whole ? ata_problem_length_out(problem, dim) : place->n;
    for (int tail = 0; tail < ways; tail++) {
        ata_way *way = &lines->way[tail];
        *way = (ata_way){.in = side_of(&pass->view_in, pass->exchange, lines->row_in, lines->lane.in, lines->runs.in,
                                       lines->cut_size * lines->cut.in),
                         .out = side_of(&pass->view_out, pass->exchange, lines->row_out, lines->lane.out,
                                        lines->runs.out, lines->cut_size * lines->cut.out),
                         .lanes = tail && by_lanes ? rest : lines->lanes,
                         .runs = tail && !by_lanes ? rest : lines->runs.n,
                         .in_place = in_place,
                         .scale = pass->scale,
                         .between = lines->twiddled ? &lines->between : NULL,
                         .twiddle_first = lines->twiddle_first,
                         .rest_step = lines->lane.is_rest ? 1 : 0,
                         .window = pass->window,
                         .window_row = place->after,
                         .strips = lines->strips,
                         .far = lines->line->n * point > NEAR_BYTES / lanes,
                         .beyond = lines->line->n * point > nearest};
        if (lines->strips) continue;
        way->in.line = line_bytes(&pass->view_in, &way->in, points_in);
        way->out.line = line_bytes(&pass->view_out, &way->out, points_out);
        pass->functions->prepare(lines->line, way);
        ata_writer writer;
        ata_writer_begin(&writer);
        pass->functions->write(lines->line, way, &writer);
        ATA_TRY(ata_program_create(&way->program, &writer));
        if (!way->program) continue;
        if (way->program->scratch_bytes > pass->block_bytes)
            pass->block_bytes = ata_memory_round(way->program->scratch_bytes);
        way->ahead = asks_ahead(pass, way);
    }
    return ATA_OK;
}

/* Whether columns of a whole dimension are so long, and their points so far apart and so many of them on the same lines
 * of a cache, that strips were measured to gain. */
static bool are_far_columns(int64_t n, int width, const ata_side *in, const ata_side *out)
{
    enum { MULTIPLE = 1024, LEAST_NUMBERS = 4096, LEAST_ROW_BYTES = 2048 };
    return n % MULTIPLE == 0 && n * width >= LEAST_NUMBERS && llabs(in->row) >= LEAST_ROW_BYTES &&
           llabs(out->row) >= LEAST_ROW_BYTES;
}

/* Whether a pass is done in strips, of blocks of the widest vectors: along a part of a dimension, or far columns. */
static bool choose_strips(ata_cpu_pass *pass, const ata_problem *problem, const ata_pass *what, const ata_step *steps)
{
    const ata_cpu_lines *lines = &pass->lines;
    const int64_t n = ata_steps_length(steps, what->count);
    const ata_line_functions *widest = ata_line_sets(ata_problem_compute_type(problem))[0];
    const ata_side in = side_of(&pass->view_in, pass->exchange, lines->row_in, lines->lane.in, 0, 0);
    const ata_side out = side_of(&pass->view_out, pass->exchange, lines->row_out, lines->lane.out, 0, 0);
    if (ata_problem_is_real_dim(problem, what->dim) || what->form != ATA_FORM_NATURAL || pass->window) return false;
    if (lines->twiddle_first || (n == problem->dim[what->dim].n && !are_far_columns(n, widest->width, &in, &out)))
        return false;
    if (lines->lane.n % ata_cpu_strip_lanes(n, widest->width) != 0) return false;
    if (!widest->makes_strips(steps, what->count, &in, &out, lines->twiddled)) return false;
    pass->functions = widest;
    return true;
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static ata_role role_of(const ata_problem *problem, int dim)
{
    if (!ata_problem_is_real_dim(problem, dim)) return ATA_ROLE_COMPLEX;
    if (problem->kind == ATA_R2C) return ATA_ROLE_REAL_FORWARD;
    return problem->kind == ATA_C2R ? ATA_ROLE_REAL_INVERSE : ATA_ROLE_TRIGONOMETRIC;
}

/* One bit needs no reversing. Constant geometry leaves its line as dif does, in another place. */
static ata_form form_of(ata_form form, int64_t n)
{
    if (n <= 2) return ATA_FORM_NATURAL;
    return form == ATA_FORM_GEOMETRY ? ATA_FORM_DIF : form;
}

static size_t crew_bytes(const ata_cpu_pass *pass, int threads)
{
    const ata_cpu_lines *lines = &pass->lines;
    const ata_between *between = lines->twiddled ? &lines->between : NULL;
    const ata_line_functions *functions = pass->functions;
    return ata_memory_round(lines->strips ? functions->strip_bytes(lines->line, lines->lanes, between)
                                          : functions->block_bytes(lines->line, lines->lanes, between, threads));
}

static void fini(ata_cpu_pass *pass)
{
    ata_cpu_lines *lines = &pass->lines;
    if (lines->line) pass->functions->destroy(lines->line);
    ata_roots_fini(&lines->roots);
    ata_memory_destroy(lines->kept);
    for (int tail = 0; tail < 2; tail++) ata_memory_destroy(lines->way[tail].program);
}

static ata_status init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    ata_cpu_lines *lines = &pass->lines;
    const ata_pass *what = &recipe->pass[p];
    const ata_step *steps = recipe->steps.step + what->first;
    const ata_role role = role_of(problem, what->dim);
    pass->exchange = role == ATA_ROLE_COMPLEX && problem->direction == ATA_INVERSE;
    add_own_loops(pass, recipe, p, pass->view_in.dim[what->dim], pass->view_out.dim[what->dim]);
    ata_loops_arrange(&pass->loops);
    lines->lane = choose_lane(pass, problem, steps, what->count);
    lines->strips = choose_strips(pass, problem, what, steps);
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const bool single =
        !lines->strips && ata_cpu_choose_functions(pass, ata_problem_compute_type(problem), steps, what->count, role);
    ATA_TRY(pass->functions->build(steps, what->count, role, problem->kind, form_of(what->form, place.n), single,
                                   &lines->line));
    count_blocks(pass, narrowest_of(problem));
    if (lines->twiddled) ATA_TRY(init_between(pass, place.n, lines->twiddle_first ? place.before : place.after));
    pass->block_bytes = crew_bytes(pass, 1);
    ATA_TRY(prepare_ways(pass, problem, what->dim, &place));
    if (!lines->way[0].program) pass->most_threads = pass->functions->most_threads(lines->line);
    pass->shares_part = pass->functions->shares_part(lines->line);
    return ATA_OK;
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

const ata_way *ata_cpu_lines_locate(const ata_cpu_pass *pass, int64_t index, ata_offset *place, ata_blocks *blocks)
{
    const ata_cpu_lines *lines = &pass->lines;
    int64_t block = index;
    *place = (ata_offset){0, 0, 0};
    if (pass->loops.count > 0) {
        block = index % lines->cut_blocks;
        *place = ata_loops_at(&pass->loops, index / lines->cut_blocks);
    }
    const int64_t first = block * lines->cut_size;
    place->in += first * lines->cut.in;
    place->out += first * lines->cut.out;
    blocks->rest = lines->cut.is_rest ? first : place->rest;
    const bool tail = first + lines->cut_size > lines->cut.n;
    blocks->count = tail ? 1 : lines->full_blocks - block;
    return &lines->way[tail];
}

/* Run blocks that lie so many bytes into the arrays. */
static inline void run_at(const ata_cpu_pass *pass, const ata_way *way, ata_base in, ata_base out,
                          const ata_offset *place, ata_blocks *blocks)
{
    char *const in_re = in.re + place->in, *const in_im = pass->view_in.is_complex ? in.im + place->in : NULL;
    char *const out_re = out.re + place->out, *const out_im = pass->view_out.is_complex ? out.im + place->out : NULL;
    blocks->in_re = pass->exchange ? in_im : in_re;
    blocks->in_im = pass->exchange ? in_re : in_im;
    blocks->out_re = pass->exchange ? out_im : out_re;
    blocks->out_im = pass->exchange ? out_re : out_im;
    pass->functions->run_blocks(pass->lines.line, way, blocks);
}

static void run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch,
                const ata_crew *crew)
{
    ata_blocks blocks = {.count = 1, .scratch = scratch, .crew = crew};
    ata_offset place = {0, 0, 0};
    if (pass->block_count == 1) {
        run_at(pass, &pass->lines.way[0], in, out, &place, &blocks);
        return;
    }
    for (int64_t index = first; index < end; index += blocks.count) {
        const ata_way *way = ata_cpu_lines_locate(pass, index, &place, &blocks);
        if (blocks.count > end - index) blocks.count = end - index;
        run_at(pass, way, in, out, &place, &blocks);
    }
}

const ata_cpu_work ata_cpu_work_lines = {init, fini, run, crew_bytes};
