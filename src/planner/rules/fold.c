/* fold.c - DCT-II, DCT-III, DST-II and DST-III through a real transform of n points (Makhoul).
 *
 * The even points in order, then the odd ones backwards, make a sequence whose real transform gives the cosine
 * transform by one rotation of each frequency. The sine forms differ by signs and by the order of the points.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->kind == ATA_DCT2 || goal->kind == ATA_DCT3 || goal->kind == ATA_DST2 || goal->kind == ATA_DST3;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_REAL, .n = goal->n};
    return ata_rule_wrap(&ata_rule_fold, planner, goal, &inner, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + (double)step->n * (costs->permute + costs->multiply);
}

const ata_rule ata_rule_fold = {
    .name = "fold",
    .summary = "DCT-II, DCT-III, DST-II and DST-III as a real transform of the points reordered",
    .type = ATA_GOAL_TRIGONOMETRIC,
    .op = ATA_OP_FOLD,
    .applies = applies,
    .make = make,
    .cost = cost,
};
