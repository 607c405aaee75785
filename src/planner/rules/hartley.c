/* hartley.c - the discrete Hartley transform: real part minus imaginary part of a real transform.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->kind == ATA_DHT;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_REAL, .n = goal->n};
    return ata_rule_wrap(&ata_rule_hartley, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + (double)step->n * costs->permute;
}

const ata_rule ata_rule_hartley = {
    .name = "hartley",
    .summary = "the discrete Hartley transform from a real transform",
    .type = ATA_GOAL_TRIGONOMETRIC,
    .op = ATA_OP_HARTLEY,
    .applies = applies,
    .make = make,
    .cost = cost,
};
