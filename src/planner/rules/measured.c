/* measured.c - the passes of a length that an engine has measured to be best, from its table. */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return ata_rule_find_way(costs->ways, goal->n) != NULL;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_costs *costs = ata_planner_costs(planner);
    const ata_known_way *way = ata_rule_find_way(costs->few, goal->n);
    const bool backwards = way && costs->few_backwards;
    if (!way && ata_planner_lines(planner) == ATA_LINES_COLUMNS) way = ata_rule_find_way(costs->columns, goal->n);
    if (!way) way = ata_rule_find_way(costs->ways, goal->n);
    return ata_rule_append_way(way, backwards, steps) ? ATA_OK : ata_rule_give_up(&ata_rule_measured, goal);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

/* What its stages and passes cost; nothing is compared with it. */

const ata_rule ata_rule_measured = {
    .name = "measured",
    .summary = "passes and radices from the engine's own table",
    .type = ATA_GOAL_PASSES,
    .op = ATA_OP_COUNT, /* none of its own */
    .decides = true,
    .applies = applies,
    .make = make,
};
