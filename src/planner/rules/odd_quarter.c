/* odd_quarter.c - DCT-IV and DST-IV of any length through a complex transform of 2n points, half of them 0: for odd
 * lengths.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->kind == ATA_DCT4 || goal->kind == ATA_DST4;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = 2 * goal->n};
    return ata_rule_wrap(&ata_rule_odd_quarter, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + 2 * (double)step->n * costs->multiply;
}

const ata_rule ata_rule_odd_quarter = {
    .name = "odd-quarter",
    .summary = "DCT-IV and DST-IV of any length as twice as many complex points",
    .type = ATA_GOAL_TRIGONOMETRIC,
    .op = ATA_OP_ODD_QUARTER,
    .applies = applies,
    .make = make,
    .cost = cost,
};
