/* mixed_radix.c - Cooley-Tukey: a line of n = r1 r2 r3 ... points in stages of radix r1, r2, r3 ...
 *
 * Each prime's power is cut into the radices that cost least in sum (16 = 16, 4 4, 2 8 ...), by a small dynamic
 * programme over the exponent. A prime factor without a butterfly becomes one stage that wraps Rader's or Bluestein's
 * algorithm; it stands last, where a Stockham stage works on the longest contiguous runs.
 */
#include <math.h>

#include "core/integer.h"
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool has_radix(const ata_costs *costs, int64_t n)
{
    return n < ATA_COSTS_RADICES && costs->radix[n] > 0;
}

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return has_radix(costs, goal->n) || ata_integer_smallest_factor(goal->n) < goal->n;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

enum { MAX_EXPONENT = 62 };

/* Append the cheapest radices whose product is prime^exponent; false when there are none. */
static bool add_radices(const ata_costs *costs, int64_t prime, int exponent, ata_steps *steps)
{
    double best[MAX_EXPONENT + 1] = {0};
    int last[MAX_EXPONENT + 1] = {0}; /* exponent of the radix that reaches this exponent best */
    for (int e = 1; e <= exponent; e++) {
        best[e] = INFINITY;
        int64_t radix = prime;
        for (int part = 1; part <= e && radix < ATA_COSTS_RADICES; part++, radix *= prime) {
            if (costs->radix[radix] == 0 || best[e - part] + costs->radix[radix] >= best[e]) continue;
            best[e] = best[e - part] + costs->radix[radix];
            last[e] = part;
        }
    }
    if (!isfinite(best[exponent])) return false;
    for (int e = exponent; e > 0; e -= last[e]) {
        int64_t radix = 1;
        for (int part = 0; part < last[e]; part++) radix *= prime;
        if (ata_steps_add(steps, ATA_OP_RADIX, radix) < 0) return false;
    }
    return true;
}

/* Large radices first: the stages after the first then work on long runs even when there is one line only. */
static void sort_radices(ata_steps *steps)
{
    for (int i = 1; i < steps->count; i++)
        for (int j = i; j > 0 && steps->step[j].n > steps->step[j - 1].n; j--) {
            const ata_step swap = steps->step[j];
            steps->step[j] = steps->step[j - 1];
            steps->step[j - 1] = swap;
        }
}

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_costs *costs = ata_planner_costs(planner);
    ata_steps radices = {.count = 0}, wrapped = {.count = 0};
    if (goal->n == 1) ata_steps_add(&radices, ATA_OP_RADIX, 1);
    for (int64_t rest = goal->n; rest > 1;) {
        const int64_t prime = ata_integer_smallest_factor(rest);
        int exponent = 0;
        for (; rest % prime == 0; rest /= prime) exponent++;
        if (has_radix(costs, prime)) {
            if (!add_radices(costs, prime, exponent, &radices)) return ata_rule_give_up(&ata_rule_mixed_radix, goal);
        } else {
            const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = prime};
            for (int i = 0; i < exponent; i++) ATA_TRY(ata_planner_solve(planner, &inner, &wrapped));
        }
    }
    sort_radices(&radices);
    if (!ata_steps_append(steps, &radices) || !ata_steps_append(steps, &wrapped))
        return ata_rule_give_up(&ata_rule_mixed_radix, goal);
    return ATA_OK;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)wrapped;
    if (!has_radix(costs, step->n)) return INFINITY;
    const double ns = (double)step->n * costs->radix[step->n];
    return line > costs->cache_points ? ns * costs->out_of_cache : ns;
}

const ata_rule ata_rule_mixed_radix = {
    .name = "mixed-radix",
    .summary = "butterfly stages whose radices multiply to the length (Cooley-Tukey)",
    .type = ATA_GOAL_COMPLEX,
    .op = ATA_OP_RADIX,
    .applies = applies,
    .make = make,
    .cost = cost,
};
