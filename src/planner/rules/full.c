/* full.c - n real points through a complex transform of n points whose imaginary parts are 0: for odd lengths.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->n >= 1;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = goal->n};
    return ata_rule_wrap(&ata_rule_full, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + (double)step->n * costs->real_step;
}

const ata_rule ata_rule_full = {
    .name = "full",
    .summary = "real points as complex ones whose imaginary part is 0",
    .type = ATA_GOAL_REAL,
    .op = ATA_OP_FULL,
    .applies = applies,
    .make = make,
    .cost = cost,
};
