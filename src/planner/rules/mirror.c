/* mirror.c - DCT-I and DST-I through the real transform of their even or odd extension.
 *
 * Twice the work of an algorithm without redundancy, but those lose accuracy as the square root of n.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->kind == ATA_DCT1 || goal->kind == ATA_DST1;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_REAL, .n = ata_kind_logical_length(goal->kind, goal->n)};
    return ata_rule_wrap(&ata_rule_mirror, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + (double)step->n * costs->permute;
}

const ata_rule ata_rule_mirror = {
    .name = "mirror",
    .summary = "DCT-I and DST-I as the real transform of their even or odd extension",
    .type = ATA_GOAL_TRIGONOMETRIC,
    .op = ATA_OP_MIRROR,
    .applies = applies,
    .make = make,
    .cost = cost,
};
