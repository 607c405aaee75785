/* half.c - n real points, n even, through a complex transform of n/2 points.
 *
 * Points 2j and 2j + 1 become the real and imaginary part of one complex point; one sweep afterwards (before, for c2r)
 * takes the two interwoven spectra apart and joins them.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->n % 2 == 0;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = goal->n / 2};
    return ata_rule_wrap(&ata_rule_half, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + (double)step->n * costs->real_step;
}

const ata_rule ata_rule_half = {
    .name = "half",
    .summary = "an even number of real points as half as many complex ones",
    .type = ATA_GOAL_REAL,
    .op = ATA_OP_HALF,
    .applies = applies,
    .make = make,
    .cost = cost,
};
