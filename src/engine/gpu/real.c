/* real.c - passes of real transforms: their ends, their recipe in complex points, the stage between the two. */
#include "engine/gpu/real.h"

#include "engine/gpu/fold.h"
#include "engine/gpu/plane.h"

/* --- Recipes ------------------------------------------------------------------------------------------------------ */

static ata_status refuse_joined(void)
{
    return ata_fail(
        ATA_ERROR_UNSUPPORTED, "recipe", "half", "braces of its own",
        "recipe: on a GPU a real line in several passes is not joined to others; give it braces of its own");
}

/* Radices are the stages of one pass; lines are passes. */
static ata_status add_passes(ata_recipe *expanded, const ata_pass *pass, const ata_step *half)
{
    const bool lines = half[1].op == ATA_OP_LINE;
    ata_steps steps = {.count = 0};
    if (half->op == ATA_OP_FULL && half->n > 1)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "full", "half",
                        "recipe: on a GPU there is full for one point only; use half");
    for (int s = 1; s < half->span; s++) {
        if (half[s].op != ATA_OP_LINE) steps.step[steps.count++] = half[s];
        const bool ends = lines ? s + 1 == half->span || half[s + 1].op == ATA_OP_LINE : s + 1 == half->span;
        if (!ends) continue;
        /* A line of one point is nothing to do, unless it is all there is. */
        const bool empty = ata_steps_length(steps.step, steps.count) == 1;
        if (!empty || (half->n <= 2 && s + 1 == half->span))
            ATA_TRY(ata_recipe_add_pass(expanded, pass->form, pass->dim, &steps));
        steps.count = 0;
    }
    return ATA_OK;
}

ata_status ata_gpu_real_expand(const ata_recipe *recipe, ata_recipe *expanded)
{
    *expanded = (ata_recipe){.pass_count = 0};
    for (int p = 0; p < recipe->pass_count; p++) {
        const ata_pass *pass = &recipe->pass[p];
        const ata_step *step = recipe->steps.step + pass->first;
        if (pass->count > 0 && (step->op == ATA_OP_HALF || step->op == ATA_OP_FULL)) {
            const bool joined = pass->joined || ata_recipe_sweep_end(recipe, p) > p + 1;
            if (joined && ata_recipe_lines_inside(recipe, p) > 1) return refuse_joined();
            ATA_TRY(add_passes(expanded, pass, step));
            expanded->pass[expanded->pass_count - 1].joined = pass->joined;
            expanded->pass[expanded->pass_count - 1].plain = pass->plain;
            continue;
        }
        ata_steps same = {.count = pass->count};
        for (int s = 0; s < pass->count; s++) same.step[s] = step[s];
        ATA_TRY(ata_recipe_add_pass(expanded, pass->form, pass->dim, &same));
        ata_pass *copy = &expanded->pass[expanded->pass_count - 1];
        const int first = copy->first;
        *copy = *pass;
        copy->first = first;
    }
    return ATA_OK;
}

/* --- Ends --------------------------------------------------------------------------------------------------------- */

bool ata_gpu_is_real(const ata_problem *problem, ata_gpu_array array)
{
    return (array == ATA_GPU_IN && problem->kind == ATA_R2C) || (array == ATA_GPU_OUT && problem->kind == ATA_C2R);
}

static int64_t own_stride(const ata_dim *dim, ata_gpu_array array)
{
    return array == ATA_GPU_IN ? dim->stride_in : dim->stride_out;
}

/* Whether the two numbers of a point are neighbours, and all pairs at even places. */
bool ata_gpu_lies_in_pairs(const ata_problem *problem, ata_gpu_array array)
{
    const int last = problem->rank - 1;
    if (problem->dim[last].n == 1 || own_stride(&problem->dim[last], array) != 1) return false;
    for (int d = 0; d < last; d++)
        if (problem->dim[d].n > 1 && own_stride(&problem->dim[d], array) % 2 != 0) return false;
    for (int b = 0; b < problem->batch_rank; b++)
        if (problem->batch[b].n > 1 && own_stride(&problem->batch[b], array) % 2 != 0) return false;
    return true;
}

int64_t ata_gpu_real_stride(const ata_problem *problem, ata_gpu_array array, int d)
{
    const int64_t stride = own_stride(d >= 0 ? &problem->dim[d] : &problem->batch[-1 - d], array);
    const int64_t points = d == problem->rank - 1 ? 2 * stride : stride;
    return ata_gpu_lies_in_pairs(problem, array) ? points / 2 : points;
}

static void set_real_end(ata_gpu_end *end, const ata_problem *problem, ata_gpu_array array)
{
    const ata_dim *last = &problem->dim[problem->rank - 1];
    end->real = true;
    end->split = !ata_gpu_lies_in_pairs(problem, array);
    end->imag = last->n == 1 ? 0 : own_stride(last, array);
}

/* Of the sweep that begins with pass p. */
static ata_gpu_mirror mirror_of(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    if (ata_gpu_plane_is(problem, recipe, p)) return problem->kind == ATA_R2C ? ATA_MIRROR_OUT : ATA_MIRROR_IN;
    if (!ata_problem_is_real_dim(problem, recipe->pass[p].dim)) return ATA_MIRROR_NONE;
    const ata_pass_place place = ata_recipe_place(recipe, p);
    if (problem->kind == ATA_R2C) return place.after == 1 ? ATA_MIRROR_OUT : ATA_MIRROR_NONE;
    return place.before == 1 ? ATA_MIRROR_IN : ATA_MIRROR_NONE;
}

/* A sum of two halves, and of two sums of two; in the last sweep of a folded r2c, or the first of such a c2r. */
int ata_gpu_real_growth(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    if (ata_gpu_fold_is(problem, recipe)) {
        if (problem->kind == ATA_C2R) return p == 0 ? 2 : 0;
        return ata_recipe_sweep_end(recipe, p) == recipe->pass_count ? 1 : 0;
    }
    const ata_gpu_mirror mirror = mirror_of(problem, recipe, p);
    return mirror == ATA_MIRROR_NONE ? 0 : mirror == ATA_MIRROR_OUT ? 1 : 2;
}

void ata_gpu_real_set_ends(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    ata_gpu_kernel *kernel = &pass->kernel;
    if (problem->kind == ATA_C2C) return;
    if (ata_gpu_is_real(problem, pass->from)) set_real_end(&kernel->in, problem, pass->from);
    if (ata_gpu_is_real(problem, pass->to)) set_real_end(&kernel->out, problem, pass->to);
    kernel->shape.mirror = mirror_of(problem, recipe, p);
    if (ata_gpu_plane_is(problem, recipe, p)) {
        kernel->shape.plane = (int)(problem->dim[problem->rank - 1].n / 2);
        return;
    }
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const int64_t lines = place.before * place.after;
    if (kernel->shape.mirror != ATA_MIRROR_NONE && lines > 1) kernel->shape.strips = lines;
    /* The step wants numbers as they are, and leaves them exchanged, as the transform behind it wants them. */
    if (kernel->shape.mirror == ATA_MIRROR_IN) kernel->in.exchange = p > 0;
}

const char *ata_gpu_real_title(const ata_gpu_kernel *kernel)
{
    if (kernel->in.real || kernel->shape.mirror == ATA_MIRROR_OUT) return "r2c";
    return kernel->out.real || kernel->shape.mirror == ATA_MIRROR_IN ? "c2r" : "c2c";
}

int64_t ata_gpu_bytes_written(const ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    const int last = problem->rank - 1;
    int64_t points = ata_problem_batch_count(problem);
    for (int d = 0; d < last; d++) points *= ata_problem_length_between(problem, d);
    const bool rows = recipe->pass[p].dim == last;
    if (kernel->shape.plane > 0 && kernel->shape.mirror == ATA_MIRROR_IN) points *= kernel->shape.plane;
    else if (problem->kind != ATA_C2C && rows && kernel->shape.mirror != ATA_MIRROR_OUT) {
        const ata_pass_place place = ata_recipe_place(recipe, p); /* points that are, or will be, two real ones each */
        points *= place.n * place.before * place.after;
    } else points *= ata_problem_length_between(problem, last);
    const bool alone = kernel->out.real && kernel->out.imag == 0;
    return points * (alone ? 1 : 2) * ata_type_bytes(kernel->out.type);
}

/* Strips from the front and from the back are half as wide as others: a block of twice the threads makes up for it. */
void ata_gpu_real_widen(ata_gpu_shape *shape)
{
    if (shape->lines == 1 || (shape->threads <= 256 && shape->blocks_wanted > 1)) {
        shape->lines *= 2;
        shape->threads *= 2;
        shape->blocks_wanted = (shape->blocks_wanted + 1) / 2;
    }
    /* The pairs of a thread are of the same two lines. */
    while (shape->points > 2 * shape->n) {
        shape->points /= 2;
        shape->threads *= 2;
    }
    while (shape->lines > shape->strips) {
        shape->lines /= 2;
        shape->threads /= 2;
    }
    /* What is ready for the twiddles behind the pass takes more registers than where lines follow each other. */
    if (shape->mirror == ATA_MIRROR_IN && shape->points <= 16) shape->in_turn = true;
}

/* --- Stages ------------------------------------------------------------------------------------------------------- */

void ata_gpu_real_add_stage(ata_gpu_shape *shape)
{
    const int last = shape->stage_count - 1;
    if (shape->mirror == ATA_MIRROR_OUT && shape->stage[last].radix > 1) {
        shape->stage[last + 1].radix = 1;
        shape->stage[last + 1].leg = shape->stage[last].leg;
        shape->stage_count++;
    }
    if (shape->mirror == ATA_MIRROR_IN && shape->stage[0].radix > 1) {
        for (int s = shape->stage_count++; s > 0; s--) {
            shape->stage[s].radix = shape->stage[s - 1].radix;
            shape->stage[s].leg = shape->stage[s - 1].leg;
        }
        shape->stage[0].radix = 1;
    }
}
