/* bits.c - do passes and reorderings along a dimension of 2^s points leave every bit of the index where it is wanted?
 *
 * Each place of the index, from 0 for the lowest, holds a bit of the time index or one of the frequency, and every pass
 * makes some of the former into the latter: those of the time from the highest on, those of the frequency from the
 * lowest on. So what holds which is followed from pass to pass. Every form wants all places filled in its own way:
 * where other digits are decides the factors.
 */
#include <stdio.h>
#include <string.h>

#include "core/integer.h"
#include "recipe/recipe.h"

enum { MAX_BITS = 64 };

/* What each place holds: time bit b as b, frequency bit b as -1 - b. */
typedef struct row {
    int bits;
    int place[MAX_BITS];
} row;

/* Bits of the frequency that are known, the others of time, as a pass of this form wants them. */
static row wanted(ata_form form, int bits, int known)
{
    row r = {.bits = bits};
    for (int i = 0; i < bits; i++) switch (form) {
        case ATA_FORM_DIF: r.place[i] = i < bits - known ? i : -1 - (bits - 1 - i); break;
        case ATA_FORM_DIT: r.place[i] = i < known ? -1 - i : bits - 1 - i; break;
        case ATA_FORM_GEOMETRY: r.place[i] = i < known ? -1 - (known - 1 - i) : i - known; break;
        default: r.place[i] = known == 0 ? i : -1 - i; break;
        }
    return r;
}

/* Moves take bits to bits. */
static row moved(const row *r, ata_reorder reorder, int64_t n)
{
    row to = {.bits = r->bits};
    for (int i = 0; i < r->bits; i++)
        to.place[ata_integer_log2(ata_reorder_index(reorder, n, (int64_t)1 << r->bits, (int64_t)1 << i))] = r->place[i];
    return to;
}

static bool equal(const row *a, const row *b)
{
    return memcmp(a->place, b->place, (size_t)a->bits * sizeof a->place[0]) == 0;
}

static ata_status follow_reorder(const ata_pass *pass, row *r)
{
    char value[64];
    snprintf(value, sizeof value, "%s(%lld)", ata_reorder_name(pass->reorder), (long long)pass->reorder_n);
    if (pass->reorder_n < 2 || !ata_integer_is_power_of_two(pass->reorder_n) || pass->reorder_n > (int64_t)1 << r->bits)
        return ata_recipe_refuse(value, "its length must be a power of two, from 2 to the dimension's");
    *r = moved(r, pass->reorder, pass->reorder_n);
    return ATA_OK;
}

static ata_status follow_pass(const ata_recipe *recipe, int p, row *r)
{
    const ata_pass *pass = &recipe->pass[p];
    const ata_pass_place place = ata_recipe_place(recipe, p);
    /* Passes multiply to the dimension, so that each is a power of two as it is. */
    const int known = ata_integer_log2(place.before), then = known + ata_integer_log2(place.n);
    if (pass->form == ATA_FORM_NATURAL && place.total > 1)
        return ata_recipe_refuse("its passes",
                                 "with reorderings, and out of the usual order, several are dif, dit or geometry");
    if (pass->turned && (pass->form != ATA_FORM_DIT || place.before == 1))
        return ata_recipe_refuse("turned", "it stands for dit, behind other passes");
    row now = wanted(pass->form, r->bits, known), after = wanted(pass->form, r->bits, then);
    if (pass->turned) {
        now = moved(&now, ATA_REORDER_TRANSPOSE, place.before);
        after = moved(&after, ATA_REORDER_TRANSPOSE, place.before);
    }
    if (!equal(r, &now)) {
        char value[32];
        snprintf(value, sizeof value, "pass %d", p + 1);
        return ata_recipe_refuse(value,
                                 "the digits of the index are not where its form takes them; a reordering is missing");
    }
    *r = after;
    return ATA_OK;
}

/* Before or behind which pass the factors between two are applied is the form's to say: both have the same. */
static ata_status check_forms(const ata_recipe *recipe, int d)
{
    const ata_pass *first = NULL;
    for (int p = 0; p < recipe->pass_count; p++) {
        const ata_pass *pass = &recipe->pass[p];
        if (pass->dim != d || pass->reorder != ATA_REORDER_NONE) continue;
        if (!first) first = pass;
        if (pass->form != first->form)
            return ata_recipe_refuse("dif, dit, geometry", "the passes along a dimension all have the same form");
    }
    return ATA_OK;
}

ata_status ata_recipe_check_bits(const ata_recipe *recipe, const ata_problem *problem, int d)
{
    const int64_t n = problem->dim[d].n;
    if (ata_problem_is_real_dim(problem, d) || !ata_integer_is_power_of_two(n))
        return ata_recipe_refuse("its forms and reorderings",
                                 "they are for complex dimensions of a power of two of points");
    const int bits = ata_integer_log2(n);
    const bool reversed = problem->order == ATA_BIT_REVERSED, forward = problem->direction == ATA_FORWARD;
    row r = wanted(reversed && !forward ? ATA_FORM_DIT : ATA_FORM_NATURAL, bits, 0);
    ATA_TRY(check_forms(recipe, d));
    for (int p = 0; p < recipe->pass_count; p++) {
        if (recipe->pass[p].dim != d) continue;
        ATA_TRY(recipe->pass[p].reorder != ATA_REORDER_NONE ? follow_reorder(&recipe->pass[p], &r)
                                                            : follow_pass(recipe, p, &r));
    }
    row end = wanted(reversed && forward ? ATA_FORM_DIF : ATA_FORM_NATURAL, bits, bits);
    if (problem->kind == ATA_REVERSE) end = wanted(ATA_FORM_DIT, bits, 0); /* as dit takes them: reversed, of time */
    return equal(&r, &end)
               ? ATA_OK
               : ata_recipe_refuse("its passes", "they leave the points in another order than is asked for");
}
