/* recipe.c - building recipes and reading what they imply. */
#include "recipe/recipe.h"

#include <string.h>

#include "core/integer.h"

static const char *const op_names[ATA_OP_COUNT] = {
    [ATA_OP_LINE] = "line",           [ATA_OP_RADER] = "rader",
    [ATA_OP_BLUESTEIN] = "bluestein", [ATA_OP_GOOD_THOMAS] = "good-thomas",
    [ATA_OP_HALF] = "half",           [ATA_OP_FULL] = "full",
    [ATA_OP_MIRROR] = "mirror",       [ATA_OP_FOLD] = "fold",
    [ATA_OP_QUARTER] = "quarter",     [ATA_OP_ODD_QUARTER] = "odd-quarter",
    [ATA_OP_HARTLEY] = "hartley",
};

const char *ata_op_name(ata_op op)
{
    return op_names[op];
}

const char *ata_reorder_name(ata_reorder reorder)
{
    static const char *const names[ATA_REORDER_COUNT] = {[ATA_REORDER_REVERSE] = "reverse",
                                                         [ATA_REORDER_UNSHUFFLE] = "unshuffle",
                                                         [ATA_REORDER_TRANSPOSE] = "transpose"};
    return names[reorder];
}

int64_t ata_reorder_index(ata_reorder reorder, int64_t n, int64_t length, int64_t i)
{
    const int64_t low = i % n;
    switch (reorder) {
    case ATA_REORDER_REVERSE: return i - low + ata_integer_reverse_bits(low, ata_integer_log2(n));
    case ATA_REORDER_UNSHUFFLE: return i - low + low / 2 + low % 2 * (n / 2);
    case ATA_REORDER_TRANSPOSE: return low * (length / n) + i / n;
    default: return i;
    }
}

int ata_steps_add(ata_steps *steps, ata_op op, int64_t n)
{
    if (steps->count == ATA_MAX_STEPS) return -1;
    steps->step[steps->count] = (ata_step){.op = op, .span = 1, .n = n};
    return steps->count++;
}

bool ata_steps_append(ata_steps *steps, const ata_steps *more)
{
    if (more->count > ATA_MAX_STEPS - steps->count) return false;
    memcpy(steps->step + steps->count, more->step, (size_t)more->count * sizeof more->step[0]);
    steps->count += more->count;
    return true;
}

void ata_steps_close(ata_steps *steps, int index)
{
    steps->step[index].span = steps->count - index;
}

ata_status ata_recipe_add_pass(ata_recipe *recipe, ata_form form, int dim, const ata_steps *steps)
{
    const int first = recipe->steps.count;
    if (recipe->pass_count == ATA_MAX_PASSES || !ata_steps_append(&recipe->steps, steps))
        return ata_fail(ATA_ERROR_RECIPE, "recipe", "", "fewer passes and steps",
                        "the recipe needs more than %d passes or %d steps; use fewer dimensions", ATA_MAX_PASSES,
                        ATA_MAX_STEPS);
    recipe->pass[recipe->pass_count++] = (ata_pass){.form = form, .dim = dim, .first = first, .count = steps->count};
    return ATA_OK;
}

ata_status ata_recipe_add_reorder(ata_recipe *recipe, ata_reorder reorder, int dim, int64_t n)
{
    ATA_TRY(ata_recipe_add_pass(recipe, ATA_FORM_NATURAL, dim, &(ata_steps){.count = 0}));
    recipe->pass[recipe->pass_count - 1].reorder = reorder;
    recipe->pass[recipe->pass_count - 1].reorder_n = n;
    return ATA_OK;
}

ata_status ata_recipe_join_pass(ata_recipe *recipe, ata_form form, int dim, const ata_steps *steps)
{
    ATA_TRY(ata_recipe_add_pass(recipe, form, dim, steps));
    recipe->pass[recipe->pass_count - 1].joined = recipe->pass_count > 1;
    return ATA_OK;
}

bool ata_recipe_equal(const ata_recipe *a, const ata_recipe *b)
{
    if (a->pass_count != b->pass_count || a->steps.count != b->steps.count) return false;
    for (int p = 0; p < a->pass_count; p++) {
        const ata_pass *x = &a->pass[p], *y = &b->pass[p];
        if (x->form != y->form || x->joined != y->joined || x->dim != y->dim) return false;
        if (x->first != y->first || x->count != y->count) return false;
        if (x->reorder != y->reorder || x->reorder_n != y->reorder_n || x->lines != y->lines) return false;
        if (x->turned != y->turned || x->plain != y->plain) return false;
    }
    for (int s = 0; s < a->steps.count; s++) {
        const ata_step *x = &a->steps.step[s], *y = &b->steps.step[s];
        if (x->op != y->op || x->span != y->span || x->n != y->n) return false;
    }
    return true;
}

int64_t ata_steps_length(const ata_step *first, int count)
{
    int64_t length = 1;
    for (int s = 0; s < count; s += first[s].span)
        if (__builtin_mul_overflow(length, first[s].n, &length)) return 0;
    return length;
}

ata_pass_place ata_recipe_place(const ata_recipe *recipe, int p)
{
    const ata_pass *pass = &recipe->pass[p];
    ata_pass_place place = {
        .n = ata_steps_length(recipe->steps.step + pass->first, pass->count), .before = 1, .after = 1};
    for (int q = 0; q < recipe->pass_count; q++) {
        const ata_pass *other = &recipe->pass[q];
        if (other->dim != pass->dim || other->reorder != ATA_REORDER_NONE) continue;
        place.total++;
        if (q == p) continue;
        int64_t *product = q < p ? &place.before : &place.after;
        *product *= ata_steps_length(recipe->steps.step + other->first, other->count);
        if (q < p) place.index++;
    }
    return place;
}

int ata_recipe_sweep_count(const ata_recipe *recipe)
{
    int count = 0;
    for (int p = 0; p < recipe->pass_count; p++) count += !recipe->pass[p].joined;
    return count;
}

int ata_recipe_sweep_end(const ata_recipe *recipe, int p)
{
    do p++;
    while (p < recipe->pass_count && recipe->pass[p].joined);
    return p;
}

bool ata_recipe_transposes(const ata_recipe *recipe, int p)
{
    const ata_pass_place place = ata_recipe_place(recipe, p);
    if (recipe->pass[p].form != ATA_FORM_NATURAL || recipe->pass[p].reorder != ATA_REORDER_NONE) return false;
    return place.total > 1 && place.index == place.total - 1;
}

int ata_recipe_lines_inside(const ata_recipe *recipe, int p)
{
    const ata_pass *pass = &recipe->pass[p];
    const ata_step *step = recipe->steps.step + pass->first;
    int lines = 0;
    if (pass->count > 0 && step->op == ATA_OP_HALF)
        for (int s = 1; s < step->span; s += step[s].span) lines += step[s].op == ATA_OP_LINE && step[s].n > 1;
    return lines > 1 ? lines : 1;
}

int64_t ata_recipe_line_count(const ata_recipe *recipe, int p, const ata_problem *problem)
{
    int64_t count = ata_problem_batch_count(problem);
    for (int d = 0; d < problem->rank; d++)
        if (d != recipe->pass[p].dim) count *= ata_problem_length_between(problem, d);
    return count * (problem->dim[recipe->pass[p].dim].n / ata_recipe_place(recipe, p).n);
}

ata_form ata_form_of(const ata_problem *problem)
{
    if (problem->order == ATA_NATURAL) return ATA_FORM_NATURAL;
    return problem->direction == ATA_FORWARD ? ATA_FORM_DIF : ATA_FORM_DIT;
}
