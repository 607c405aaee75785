/* pass.c - the geometry of a pass, and its blocks run. */
#include "engine/cpu/pass.h"

#include <stdlib.h>

#include "core/memory.h"
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
static void choose_lanes(ata_cpu_pass *pass)
{
    for (int a = 1; a < pass->loop_count; a++)
        for (int b = a; b > 0 && reach(&pass->loop[b]) > reach(&pass->loop[b - 1]); b--) {
            const ata_loop swap = pass->loop[b];
            pass->loop[b] = pass->loop[b - 1];
            pass->loop[b - 1] = swap;
        }
    pass->lane = (ata_loop){.n = 1};
    if (pass->loop_count > 0) pass->lane = pass->loop[--pass->loop_count];
    pass->lanes =
        ata_cpu_lanes(pass->functions->block_scratch(pass->line) * (int64_t)pass->functions->real_bytes, pass->lane.n);
    pass->block_count = (pass->lane.n + pass->lanes - 1) / pass->lanes;
    for (int i = 0; i < pass->loop_count; i++) pass->block_count *= pass->loop[i].n;
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static ata_role role_of(const ata_problem *problem, int dim)
{
    if (!ata_problem_is_real_dim(problem, dim)) return ATA_ROLE_COMPLEX;
    if (problem->kind == ATA_R2C) return ATA_ROLE_REAL_FORWARD;
    return problem->kind == ATA_C2R ? ATA_ROLE_REAL_INVERSE : ATA_ROLE_TRIGONOMETRIC;
}

static ata_status init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const ata_pass *what = &recipe->pass[p];
    const ata_role role = role_of(problem, what->dim);
    pass->functions = ata_problem_compute_type(problem) == ATA_F64 ? &ata_line_f64 : &ata_line_f32;
    pass->exchange = role == ATA_ROLE_COMPLEX && problem->direction == ATA_INVERSE;
    pass->scale = p == recipe->pass_count - 1 ? problem->scale_number : 1;
    pass->view_in = ata_view_get(problem, pass->from);
    pass->view_out = ata_view_get(problem, pass->to);
    ATA_TRY(pass->functions->build(recipe->steps.step + what->first, what->count, role, problem->kind, what->form,
                                   &pass->line));
    for (int b = 0; b < problem->batch_rank; b++)
        add_loop(pass, problem->batch[b].n, pass->view_in.batch[b], pass->view_out.batch[b], false);
    for (int d = 0; d < problem->rank; d++)
        if (d != what->dim)
            add_loop(pass, ata_problem_length_between(problem, d), pass->view_in.dim[d], pass->view_out.dim[d], false);
    add_own_loops(pass, recipe, p, pass->view_in.dim[what->dim], pass->view_out.dim[what->dim]);
    merge_loops(pass);
    choose_lanes(pass);
    const int64_t numbers = pass->functions->block_scratch(pass->line) * pass->lanes;
    pass->block_bytes = ata_memory_round((size_t)numbers * pass->functions->real_bytes);
    if (!pass->twiddled) return ATA_OK;
    const ata_pass_place place = ata_recipe_place(recipe, p);
    return ata_roots_init(&pass->roots, place.n * (pass->twiddle_first ? place.before : place.after));
}

ata_status ata_cpu_pass_init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             ata_array from, ata_array to)
{
    *pass = (ata_cpu_pass){.from = from, .to = to};
    const ata_status status = init(pass, problem, recipe, p);
    if (status != ATA_OK) ata_cpu_pass_fini(pass);
    return status;
}

void ata_cpu_pass_fini(ata_cpu_pass *pass)
{
    if (pass->line) pass->functions->destroy(pass->line);
    ata_roots_fini(&pass->roots);
    pass->line = NULL;
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

/* Where block number `index` lies, and its twiddles' `rest`. */
static void locate(const ata_cpu_pass *pass, int64_t index, int64_t *in, int64_t *out, ata_block *block)
{
    const int64_t lane_blocks = (pass->lane.n + pass->lanes - 1) / pass->lanes;
    const int64_t lane = index % lane_blocks * pass->lanes;
    *in = lane * pass->lane.in;
    *out = lane * pass->lane.out;
    block->lanes = pass->lane.n - lane < pass->lanes ? pass->lane.n - lane : pass->lanes;
    block->rest = pass->lane.is_rest ? lane : 0;
    block->rest_step = pass->lane.is_rest ? 1 : 0;
    index /= lane_blocks;
    for (int i = pass->loop_count - 1; i >= 0; i--) {
        const int64_t at = index % pass->loop[i].n;
        index /= pass->loop[i].n;
        *in += at * pass->loop[i].in;
        *out += at * pass->loop[i].out;
        if (pass->loop[i].is_rest) block->rest = at;
    }
}

void ata_cpu_pass_run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch)
{
    ata_block block = {.row_in = pass->row_in,
                       .row_out = pass->row_out,
                       .lane_in = pass->lane.in,
                       .lane_out = pass->lane.out,
                       .type_in = pass->view_in.type,
                       .type_out = pass->view_out.type,
                       .scale = pass->scale,
                       .roots = pass->twiddled ? &pass->roots : NULL,
                       .twiddle_first = pass->twiddle_first,
                       .scratch = scratch};
    for (int64_t index = first; index < end; index++) {
        int64_t at_in, at_out;
        locate(pass, index, &at_in, &at_out, &block);
        block.in_re = in.re + at_in;
        block.in_im = pass->view_in.is_complex ? in.im + at_in : NULL;
        block.out_re = out.re + at_out;
        block.out_im = pass->view_out.is_complex ? out.im + at_out : NULL;
        if (pass->exchange) {
            const char *swap_in = block.in_re;
            char *swap_out = block.out_re;
            block.in_re = block.in_im;
            block.in_im = swap_in;
            block.out_re = block.out_im;
            block.out_im = swap_out;
        }
        pass->functions->run_block(pass->line, &block);
    }
}
