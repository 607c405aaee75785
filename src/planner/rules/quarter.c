/* quarter.c - DCT-IV and DST-IV of even length through a complex transform of n/2 points.
 *
 * Point 2j and point n - 1 - 2j become the real and imaginary part of one complex point, rotated before and after.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return (goal->kind == ATA_DCT4 || goal->kind == ATA_DST4) && goal->n % 2 == 0;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = goal->n / 2};
    return ata_rule_wrap(&ata_rule_quarter, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + (double)step->n * (costs->permute + costs->multiply);
}

const ata_rule ata_rule_quarter = {
    .name = "quarter",
    .summary = "DCT-IV and DST-IV of even length as half as many complex points",
    .type = ATA_GOAL_TRIGONOMETRIC,
    .op = ATA_OP_QUARTER,
    .applies = applies,
    .make = make,
    .cost = cost,
};
