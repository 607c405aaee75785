/* pass.c - the geometry of a pass, and its blocks run. */
#include "engine/cpu/pass.h"

#include <stdlib.h>

#include "core/memory.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/tables.h"

/* --- Loops ------------------------------------------------------------------------------------------------------- */

static void add_loop(ata_cpu_pass *pass, int64_t n, int64_t in, int64_t out, bool is_rest)
{
    if (n > 1) pass->loop[pass->loop_count++] = (ata_loop){n, in, out, is_rest};
}

/* The loops over the rest of the pass's own dimension, when it is split (see recipe.h), and the line's own strides. */
static void add_own_loops(ata_cpu_pass *pass, const ata_recipe *recipe, int p, int64_t in, int64_t out)
{
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const ata_form form = recipe->pass[p].form;
    const bool last = place.index == place.total - 1;
    if (form == ATA_FORM_DIT) {
        pass->row_in = place.before * in;
        pass->row_out = place.before * out;
        add_loop(pass, place.after, place.n * place.before * in, place.n * place.before * out, false);
        add_loop(pass, place.before, in, out, true);
        pass->twiddled = pass->twiddle_first = place.index > 0;
    } else if (form == ATA_FORM_DIF || !last) {
        pass->row_in = place.after * in;
        pass->row_out = place.after * out;
        add_loop(pass, place.before, place.n * place.after * in, place.n * place.after * out, false);
        add_loop(pass, place.after, in, out, true);
        pass->twiddled = !last;
    } else {
        /* Stores transposed: the digits of the index, slowest first on the way in, are fastest first on the way out. */
        pass->row_in = in;
        pass->row_out = place.before * out;
        int64_t weight_in = place.n * place.before, weight_out = 1;
        for (int q = 0; q < p; q++) {
            if (recipe->pass[q].dim != recipe->pass[p].dim) continue;
            const int64_t n = ata_recipe_place(recipe, q).n;
            weight_in /= n;
            add_loop(pass, n, weight_in * in, weight_out * out, false);
            weight_out *= n;
        }
    }
}

/* Two loops that together run over evenly spaced places are one. */
static void merge_loops(ata_cpu_pass *pass)
{
    for (bool merged = true; merged;) {
        merged = false;
        for (int a = 0; a < pass->loop_count && !merged; a++)
            for (int b = 0; b < pass->loop_count && !merged; b++) {
                ata_loop *outer = &pass->loop[a], *inner = &pass->loop[b];
                if (a == b || outer->is_rest || inner->is_rest) continue;
                if (outer->in != inner->in * inner->n || outer->out != inner->out * inner->n) continue;
                inner->n *= outer->n;
                pass->loop[a] = pass->loop[--pass->loop_count];
                merged = true;
            }
    }
}

static int64_t reach(const ata_loop *loop)
{
    return llabs(loop->in) + llabs(loop->out);
}

/* Take the loop with the shortest steps for the lanes, and order the others with long steps outside. */
static void choose_lane_loop(ata_cpu_pass *pass)
{
    for (int a = 1; a < pass->loop_count; a++)
        for (int b = a; b > 0 && reach(&pass->loop[b]) > reach(&pass->loop[b - 1]); b--) {
            const ata_loop swap = pass->loop[b];
            pass->loop[b] = pass->loop[b - 1];
            pass->loop[b - 1] = swap;
        }
    pass->lane = (ata_loop){.n = 1};
    if (pass->loop_count > 0) pass->lane = pass->loop[--pass->loop_count];
}

/* --- The line and its functions ---------------------------------------------------------------------------------- */

/* Whether the points of a line lie side by side, in and out. */
static bool is_contiguous(const ata_cpu_pass *pass)
{
    const int64_t in = ata_type_bytes(pass->view_in.type), out = ata_type_bytes(pass->view_out.type);
    return pass->row_in == (pass->view_in.imag ? 2 * in : in) && pass->row_out == (pass->view_out.imag ? 2 * out : out);
}

/* Lines are done one at a time where each fills the vectors by itself, or where there are too few to fill them
 * together; and in blocks otherwise. The widest vectors that are filled are taken. */
static bool choose_functions(ata_cpu_pass *pass, ata_type precision, const ata_step *steps, int count, ata_role role)
{
    const ata_line_functions *const *sets = ata_line_sets(precision);
    const int64_t n = ata_steps_length(steps, count);
    while (steps->span == count && steps->op != ATA_OP_RADIX) { /* to the stages inside */
        count = steps->span - 1;
        steps++;
    }
    /* Short real lines are better done together: what surrounds the butterflies weighs more. */
    enum { SHORT_REAL = 128 };
    const bool together = role == ATA_ROLE_TRIGONOMETRIC || (role != ATA_ROLE_COMPLEX && n < SHORT_REAL);
    if (!pass->twiddled && !together && is_contiguous(pass))
        for (int i = 0; sets[i]; i++)
            if (sets[i]->combines(steps, count)) {
                pass->functions = sets[i];
                return true;
            }
    /* Lines whose points are neighbours are transposed, a square as wide as a vector at a time. */
    const int64_t square = is_contiguous(pass) ? n : INT64_MAX;
    while (sets[1] && (pass->lane.n < (*sets)->width || square < (*sets)->width)) sets++;
    pass->functions = *sets;
    if (pass->twiddled || pass->lane.n >= (*sets)->width) return false;
    for (sets = ata_line_sets(precision); *sets; sets++) /* too few lines: one at a time, from a buffer if need be */
        if ((*sets)->combines(steps, count)) {
            pass->functions = *sets;
            break;
        }
    return true;
}

/* How many blocks there are, of how many lanes. */
static void count_blocks(ata_cpu_pass *pass)
{
    const ata_line_functions *functions = pass->functions;
    const int64_t lane_bytes = (int64_t)functions->block_bytes(pass->line, functions->width, NULL) / functions->width;
    pass->lanes = 1;
    if (!pass->line->single)
        pass->lanes = ata_cpu_lanes(lane_bytes, pass->lane.n, functions->width, functions->real_bytes);
    pass->full_blocks = pass->lane.n / pass->lanes;
    pass->lane_blocks = (pass->lane.n + pass->lanes - 1) / pass->lanes;
    pass->block_count = pass->lane_blocks;
    for (int i = 0; i < pass->loop_count; i++) pass->block_count *= pass->loop[i].n;
}

/* The multiplication after, or before, the line. Its tables are kept where they are short: they cost time to make. */
static ata_status init_between(ata_cpu_pass *pass, int64_t n, int64_t others)
{
    enum { MOST_KEPT = 1 << 17 };
    const ata_line_functions *functions = pass->functions;
    ata_between *between = &pass->between;
    ATA_TRY(ata_roots_init(&pass->roots, n * others));
    *between = (ata_between){.rows = n, .width = functions->between_width(pass->line), .roots = &pass->roots};
    const int64_t numbers = functions->between_numbers(between, pass->lanes);
    if (!pass->lane.is_rest || pass->lane.n % pass->lanes != 0 || pass->lanes % functions->width != 0 ||
        numbers > MOST_KEPT / pass->lane_blocks)
        return ATA_OK;
    ATA_TRY(ata_memory_create((void **)&pass->kept, (size_t)(numbers * pass->lane_blocks), functions->real_bytes,
                              "the factors between two passes"));
    for (int64_t b = 0; b < pass->lane_blocks; b++)
        functions->make_between(between, b * pass->lanes, 1, pass->lanes,
                                pass->kept + (size_t)(b * numbers) * functions->real_bytes);
    between->tables = pass->kept;
    return ATA_OK;
}

static ata_side side_of(const ata_view *view, bool exchange, int64_t row, int64_t lane, int64_t lanes)
{
    return (ata_side){.type = view->type,
                      .is_complex = view->is_complex,
                      .apart = exchange ? -view->imag : view->imag,
                      .row = row,
                      .lane = lane,
                      .next = lanes * lane};
}

/* The way of full blocks, and of the one at the end of the lanes that may have fewer of them. */
static ata_status prepare_ways(ata_cpu_pass *pass, const ata_problem *problem, int64_t window_row, bool last)
{
    enum { NEAR_BYTES = 512 << 10 };
    const int64_t point = 2 * (int64_t)pass->functions->real_bytes;
    const int ways = pass->lane.n % pass->lanes != 0 ? 2 : 1;
    for (int tail = 0; tail < ways; tail++) {
        ata_way *way = &pass->way[tail];
        *way = (ata_way){.in = side_of(&pass->view_in, pass->exchange, pass->row_in, pass->lane.in, pass->lanes),
                         .out = side_of(&pass->view_out, pass->exchange, pass->row_out, pass->lane.out, pass->lanes),
                         .lanes = tail ? pass->lane.n % pass->lanes : pass->lanes,
                         .scale = last ? problem->scale_number : 1,
                         .between = pass->twiddled ? &pass->between : NULL,
                         .twiddle_first = pass->twiddle_first,
                         .rest_step = pass->lane.is_rest ? 1 : 0,
                         .window = pass->window,
                         .window_row = window_row,
                         .far = pass->line->n * point > NEAR_BYTES / pass->lanes / pass->block_count};
        ATA_TRY(pass->functions->prepare(pass->line, way));
    }
    return ATA_OK;
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static ata_role role_of(const ata_problem *problem, int dim)
{
    if (!ata_problem_is_real_dim(problem, dim)) return ATA_ROLE_COMPLEX;
    if (problem->kind == ATA_R2C) return ATA_ROLE_REAL_FORWARD;
    return problem->kind == ATA_C2R ? ATA_ROLE_REAL_INVERSE : ATA_ROLE_TRIGONOMETRIC;
}

/* In the precision of the line. */
static ata_status init_window(ata_cpu_pass *pass, const double *window, int64_t n)
{
    const size_t bytes = pass->functions->real_bytes;
    ATA_TRY(ata_memory_create(&pass->window, (size_t)n, bytes, "a window"));
    for (int64_t i = 0; i < n; i++) {
        if (bytes == sizeof(double)) ((double *)pass->window)[i] = window[i];
        else ((float *)pass->window)[i] = (float)window[i];
    }
    return ATA_OK;
}

static ata_status init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                       const double *window)
{
    const ata_pass *what = &recipe->pass[p];
    const ata_step *steps = recipe->steps.step + what->first;
    const ata_role role = role_of(problem, what->dim);
    pass->exchange = role == ATA_ROLE_COMPLEX && problem->direction == ATA_INVERSE;
    pass->view_in = ata_view_get(problem, pass->from);
    pass->view_out = ata_view_get(problem, pass->to);
    for (int b = 0; b < problem->batch_rank; b++)
        add_loop(pass, problem->batch[b].n, pass->view_in.batch[b], pass->view_out.batch[b], false);
    for (int d = 0; d < problem->rank; d++)
        if (d != what->dim)
            add_loop(pass, ata_problem_length_between(problem, d), pass->view_in.dim[d], pass->view_out.dim[d], false);
    add_own_loops(pass, recipe, p, pass->view_in.dim[what->dim], pass->view_out.dim[what->dim]);
    merge_loops(pass);
    choose_lane_loop(pass);
    const bool single = choose_functions(pass, ata_problem_compute_type(problem), steps, what->count, role);
    ATA_TRY(pass->functions->build(steps, what->count, role, problem->kind, what->form, single, &pass->line));
    count_blocks(pass);
    const ata_pass_place place = ata_recipe_place(recipe, p);
    if (pass->twiddled) ATA_TRY(init_between(pass, place.n, pass->twiddle_first ? place.before : place.after));
    pass->block_bytes =
        ata_memory_round(pass->functions->block_bytes(pass->line, pass->lanes, pass->twiddled ? &pass->between : NULL));
    if (window) ATA_TRY(init_window(pass, window, problem->dim[what->dim].n));
    return prepare_ways(pass, problem, place.after, p == recipe->pass_count - 1);
}

ata_status ata_cpu_pass_init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             ata_array from, ata_array to, const double *window)
{
    *pass = (ata_cpu_pass){.from = from, .to = to};
    const ata_status status = init(pass, problem, recipe, p, window);
    if (status != ATA_OK) ata_cpu_pass_fini(pass);
    return status;
}

void ata_cpu_pass_fini(ata_cpu_pass *pass)
{
    if (pass->line) pass->functions->destroy(pass->line);
    ata_roots_fini(&pass->roots);
    ata_memory_destroy(pass->kept);
    ata_memory_destroy(pass->window);
    pass->line = NULL;
    pass->window = NULL;
    pass->kept = NULL;
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

/* Where block number `index` lies, its twiddles' `rest`, and how many blocks like it follow along the lanes. Returns
 * their way. */
static const ata_way *locate(const ata_cpu_pass *pass, int64_t index, int64_t *in, int64_t *out, ata_blocks *blocks)
{
    *in = *out = blocks->rest = 0;
    int64_t at_lane = index, lane = 0;
    if (pass->loop_count > 0) {
        at_lane = index % pass->lane_blocks;
        index /= pass->lane_blocks;
        for (int i = pass->loop_count - 1; i >= 0; i--) {
            const int64_t at = index % pass->loop[i].n;
            index /= pass->loop[i].n;
            *in += at * pass->loop[i].in;
            *out += at * pass->loop[i].out;
            if (pass->loop[i].is_rest) blocks->rest = at;
        }
    }
    lane = at_lane * pass->lanes;
    *in += lane * pass->lane.in;
    *out += lane * pass->lane.out;
    if (pass->lane.is_rest) blocks->rest = lane;
    const bool tail = lane + pass->lanes > pass->lane.n;
    blocks->count = tail ? 1 : pass->full_blocks - at_lane;
    return &pass->way[tail];
}

/* Run blocks that lie `at_in` and `at_out` bytes into the arrays. */
static inline void run_at(const ata_cpu_pass *pass, const ata_way *way, ata_base in, ata_base out, int64_t at_in,
                          int64_t at_out, ata_blocks *blocks)
{
    char *const in_re = in.re + at_in, *const in_im = pass->view_in.is_complex ? in.im + at_in : NULL;
    char *const out_re = out.re + at_out, *const out_im = pass->view_out.is_complex ? out.im + at_out : NULL;
    blocks->in_re = pass->exchange ? in_im : in_re;
    blocks->in_im = pass->exchange ? in_re : in_im;
    blocks->out_re = pass->exchange ? out_im : out_re;
    blocks->out_im = pass->exchange ? out_re : out_im;
    pass->functions->run_blocks(pass->line, way, blocks);
}

void ata_cpu_pass_run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch)
{
    ata_blocks blocks = {.count = 1, .scratch = scratch};
    if (pass->block_count == 1) {
        run_at(pass, &pass->way[0], in, out, 0, 0, &blocks);
        return;
    }
    for (int64_t index = first; index < end; index += blocks.count) {
        int64_t at_in, at_out;
        const ata_way *way = locate(pass, index, &at_in, &at_out, &blocks);
        if (blocks.count > end - index) blocks.count = end - index;
        run_at(pass, way, in, out, at_in, at_out, &blocks);
    }
}
