/* one_pass.c - a whole line in one pass over memory. */
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
    return ata_rule_wrap(&ata_rule_one_pass, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

/* Inside another step a line costs what it wraps; what a pass costs beside is counted with the recipe. */
static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)costs, (void)step, (void)line;
    return wrapped;
}

const ata_rule ata_rule_one_pass = {
    .name = "one-pass",
    .summary = "a line in one pass over memory",
    .type = ATA_GOAL_PASSES,
    .op = ATA_OP_LINE,
    .applies = applies,
    .make = make,
    .cost = cost,
};
