/* measured.c - the passes of a length that an engine has measured to be best, from its table. */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

const ata_known_way *ata_rule_find_way(const ata_known_way *ways, int64_t n)
{
    for (const ata_known_way *way = ways; way && way->n > 0; way++)
        if (way->n == n) return way;
    return NULL;
}

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return ata_rule_find_way(costs->ways, goal->n) != NULL;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

bool ata_rule_append_way(const ata_known_way *way, bool backwards, ata_steps *steps)
{
    int first[sizeof way->radix], passes = 0; /* where each pass begins */
    for (int i = 0; way->radix[i] != 0; i++) {
        first[passes++] = i;
        while (way->radix[i] != 0) i++;
    }
    for (int p = 0; p < passes; p++) {
        const int line = ata_steps_add(steps, ATA_OP_LINE, 1);
        if (line < 0) return false;
        for (int i = first[backwards ? passes - 1 - p : p]; way->radix[i] != 0; i++) {
            steps->step[line].n *= way->radix[i];
            if (ata_steps_add(steps, ATA_OP_RADIX, way->radix[i]) < 0) return false;
        }
        ata_steps_close(steps, line);
    }
    return true;
}

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
