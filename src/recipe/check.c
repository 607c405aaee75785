/* check.c - does a recipe compute a problem?
 *
 * Recipes come from the planner, which is trusted, and from callers and wisdom files, which are not. An engine may
 * build any recipe that passes here without looking again.
 */
#include <stdio.h>

#include "core/integer.h"
#include "recipe/recipe.h"

ata_status ata_recipe_refuse(const char *value, const char *why)
{
    return ata_fail(ATA_ERROR_RECIPE, "recipe", value, "a recipe of this problem", "recipe: %s: %s", value, why);
}

static ata_status refuse_step(const ata_step *step, const char *why)
{
    char value[64];
    const char *name = ata_op_name(step->op);
    snprintf(value, sizeof value, "%s%s%lld", name ? name : "", name ? ":" : "radix ", (long long)step->n);
    return ata_recipe_refuse(value, why);
}

/* No array is longer, so no step need be; a recipe from outside must not make lengths overflow, nor have a convolution
 * swallow all memory. */
enum { MAX_CONVOLUTION = 16 }; /* times the length that is asked for */
static const int64_t max_length = (int64_t)1 << 47;

/* --- Steps ------------------------------------------------------------------------------------------------------ */

/* `inside`: within a convolution, where there must be no other. It would double the rounding errors, and text from
 * outside could nest them until time and memory run out. */
static ata_status check_complex(const ata_step *step, bool inside);

/* The steps that `step` wraps are complex ones and multiply to `length`. */
static ata_status check_wrapped(const ata_step *step, int64_t length, bool inside)
{
    if (ata_steps_length(step + 1, step->span - 1) != length)
        return refuse_step(step, "what it wraps has another length");
    for (int s = 1; s < step->span; s += step[s].span) ATA_TRY(check_complex(step + s, inside));
    return ATA_OK;
}

static ata_status check_bluestein(const ata_step *step)
{
    const int64_t length = ata_steps_length(step + 1, step->span - 1);
    if (length == 0 || length / MAX_CONVOLUTION > step->n) return refuse_step(step, "its convolution is far too long");
    if (length < 2 * step->n - 1) return refuse_step(step, "the convolution must be at least 2n - 1 long");
    return check_wrapped(step, length, true);
}

static ata_status check_good_thomas(const ata_step *step, bool inside)
{
    const ata_step *a = step + 1;
    if (a->span == step->span - 1) return refuse_step(step, "it wraps two steps");
    const ata_step *b = a + a->span;
    if (a->span + b->span != step->span - 1) return refuse_step(step, "it wraps two steps");
    if (ata_integer_gcd(a->n, b->n) != 1) return refuse_step(step, "what it wraps must have no common factor");
    return check_wrapped(step, step->n, inside);
}

/* A step of complex numbers to complex numbers. */
static ata_status check_complex(const ata_step *step, bool inside)
{
    if (step->n > max_length) return refuse_step(step, "no array is so long");
    if (step->op != ATA_OP_RADIX && step->span < 2) return refuse_step(step, "it wraps no step");
    switch (step->op) {
    case ATA_OP_RADIX: return ATA_OK; /* which radices there are is the engine's to say */
    case ATA_OP_LINE: return check_wrapped(step, step->n, inside);
    case ATA_OP_RADER:
        if (inside) return refuse_step(step, "there may be no convolution inside a convolution");
        if (step->n < 3 || !ata_integer_is_prime(step->n)) return refuse_step(step, "the length must be an odd prime");
        return check_wrapped(step, step->n - 1, true);
    case ATA_OP_BLUESTEIN:
        if (inside) return refuse_step(step, "there may be no convolution inside a convolution");
        return check_bluestein(step);
    case ATA_OP_GOOD_THOMAS: return check_good_thomas(step, inside);
    default: return refuse_step(step, "it does not transform complex numbers");
    }
}

/* A step of n real numbers to or from n/2 + 1 complex ones. */
static ata_status check_real(const ata_step *step)
{
    if (step->op == ATA_OP_HALF && step->n % 2 == 0 && step->span > 1) return check_wrapped(step, step->n / 2, false);
    if (step->op == ATA_OP_FULL && step->span > 1) return check_wrapped(step, step->n, false);
    return refuse_step(step, "a step of real numbers is half (of an even length) or full");
}

static ata_status check_wrapped_real(const ata_step *step, int64_t length)
{
    if (step->span < 2 || step[1].span != step->span - 1 || step[1].n != length)
        return refuse_step(step, "it wraps one half or full step of the right length");
    return check_real(step + 1);
}

/* The one step of a cosine, sine or Hartley transform. */
static ata_status check_trigonometric(const ata_step *step, ata_kind kind)
{
    switch (kind) {
    case ATA_DCT1:
    case ATA_DST1:
        if (step->op == ATA_OP_MIRROR) return check_wrapped_real(step, ata_kind_logical_length(kind, step->n));
        break;
    case ATA_DCT2:
    case ATA_DCT3:
    case ATA_DST2:
    case ATA_DST3:
        if (step->op == ATA_OP_FOLD) return check_wrapped_real(step, step->n);
        break;
    case ATA_DCT4:
    case ATA_DST4:
        if (step->op == ATA_OP_QUARTER && step->n % 2 == 0 && step->span > 1)
            return check_wrapped(step, step->n / 2, false);
        if (step->op == ATA_OP_ODD_QUARTER && step->span > 1) return check_wrapped(step, 2 * step->n, false);
        break;
    default:
        if (step->op == ATA_OP_HARTLEY) return check_wrapped_real(step, step->n);
        break;
    }
    return refuse_step(step, "it does not compute the problem's kind");
}

/* --- Passes ----------------------------------------------------------------------------------------------------- */

static ata_status check_pass(const ata_recipe *recipe, int p, const ata_problem *problem)
{
    const ata_pass *pass = &recipe->pass[p];
    const ata_step *step = recipe->steps.step + pass->first;
    if (pass->reorder != ATA_REORDER_NONE) return ATA_OK; /* bits.c has seen it */
    if (ata_problem_is_real_dim(problem, pass->dim)) {
        if (step->span != pass->count) return refuse_step(step, "a pass of real numbers is one step");
        if (problem->kind == ATA_R2C || problem->kind == ATA_C2R) return check_real(step);
        return check_trigonometric(step, problem->kind);
    }
    for (int s = 0; s < pass->count; s += step[s].span) {
        ATA_TRY(check_complex(step + s, false));
        if (pass->form != ATA_FORM_NATURAL && (step[s].op != ATA_OP_RADIX || !ata_integer_is_power_of_two(step[s].n)))
            return refuse_step(step + s, "bit-reversed order is made of radices that are powers of two");
    }
    return ATA_OK;
}

/* The passes along dimension d: together as long as it, and only one where it is real. A complex length of 1 needs
 * none. */
static ata_status check_dimension(const ata_recipe *recipe, const ata_problem *problem, int d)
{
    int64_t length = 1;
    int passes = 0;
    for (int p = 0; p < recipe->pass_count; p++) {
        if (recipe->pass[p].dim != d || recipe->pass[p].reorder != ATA_REORDER_NONE) continue;
        if (problem->kind == ATA_REVERSE)
            return ata_recipe_refuse("its steps", "a reversal is made of reorderings alone");
        const int64_t n = ata_steps_length(recipe->steps.step + recipe->pass[p].first, recipe->pass[p].count);
        if (n == 0 || __builtin_mul_overflow(length, n, &length))
            return ata_recipe_refuse("its steps", "they multiply beyond 64 bits");
        passes++;
    }
    const bool real = ata_problem_is_real_dim(problem, d);
    const int64_t n = problem->dim[d].n;
    if (problem->kind == ATA_REVERSE) return ATA_OK; /* where its reorderings take the points, bits.c follows */
    if (passes == 0 && n == 1 && !real) return ATA_OK;
    char name[16], value[64], why[64];
    ata_text writer = {name, sizeof name, 0};
    ata_dim_write(d, problem->rank, &writer);
    if (passes) snprintf(value, sizeof value, "length %lld along %s", (long long)length, name);
    else snprintf(value, sizeof value, "no pass along %s", name);
    snprintf(why, sizeof why, "the problem has %lld points there", (long long)n);
    if (passes == 0 || length != n) return ata_recipe_refuse(value, why);
    if (real && passes > 1) return ata_recipe_refuse(name, "a dimension of real numbers takes one pass");
    return ATA_OK;
}

/* Whether the passes along dimension d are in the form of the problem, so that nothing has to be followed. */
static bool is_usual(const ata_recipe *recipe, const ata_problem *problem, int d)
{
    if (problem->kind == ATA_REVERSE) return false;
    for (int p = 0; p < recipe->pass_count; p++) {
        const ata_pass *pass = &recipe->pass[p];
        if (pass->dim == d && (pass->reorder != ATA_REORDER_NONE || pass->turned || pass->form != ata_form_of(problem)))
            return false;
    }
    return true;
}

/* r2c begins, and c2r ends, with the one pass along the last dimension; everything else is up to the planner. */
static ata_status check_order(const ata_recipe *recipe, const ata_problem *problem)
{
    const int last = problem->rank - 1;
    if (problem->kind == ATA_R2C && recipe->pass[0].dim != last)
        return ata_recipe_refuse("X", "the first pass of an r2c must be along it");
    if (problem->kind == ATA_C2R && recipe->pass[recipe->pass_count - 1].dim != last)
        return ata_recipe_refuse("X", "the last pass of a c2r must be along it");
    return ATA_OK;
}

ata_status ata_recipe_check(const ata_recipe *recipe, const ata_problem *problem)
{
    if (recipe->pass_count < 1) return ata_recipe_refuse("", "it has no pass");
    for (int d = 0; d < problem->rank; d++) {
        ATA_TRY(check_dimension(recipe, problem, d));
        if (!is_usual(recipe, problem, d)) ATA_TRY(ata_recipe_check_bits(recipe, problem, d));
    }
    for (int p = 0; p < recipe->pass_count; p++) ATA_TRY(check_pass(recipe, p, problem));
    return check_order(recipe, problem);
}
