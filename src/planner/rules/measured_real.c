/* measured_real.c - n real points, n even, as n/2 complex ones in the way that an engine has measured to be best.
 *
 * A way in one pass is stages inside a half step. One in several is lines inside it, one for each sweep over memory;
 * the sweep that combines points K and n/2 - K, which is the last of r2c and the first of c2r, is the last of the way.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return goal->n % 2 == 0 && ata_rule_find_way(costs->ways, goal->n / 2) != NULL;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_costs *costs = ata_planner_costs(planner);
    const ata_known_way *way = goal->kind == ATA_C2R ? ata_rule_find_way(costs->real_back, goal->n / 2) : NULL;
    if (!way) way = ata_rule_find_way(costs->real, goal->n / 2);
    if (!way && ata_planner_lines(planner) == ATA_LINES_COLUMNS) way = ata_rule_find_way(costs->columns, goal->n / 2);
    if (!way) way = ata_rule_find_way(costs->ways, goal->n / 2);
    ata_steps lines = {.count = 0};
    const int half = ata_steps_add(steps, ATA_OP_HALF, goal->n);
    bool good = half >= 0 && ata_rule_append_way(way, goal->kind == ATA_C2R, &lines);
    if (good && lines.step[0].span == lines.count) { /* one pass */
        for (int s = 1; s < lines.count && good; s++) good = ata_steps_add(steps, ATA_OP_RADIX, lines.step[s].n) >= 0;
    } else good = good && ata_steps_append(steps, &lines);
    if (!good) return ata_rule_give_up(&ata_rule_measured_real, goal);
    ata_steps_close(steps, half);
    return ATA_OK;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

/* The cost of a half step and of lines is known to others; nothing is compared with it. */

const ata_rule ata_rule_measured_real = {
    .name = "measured-real",
    .summary = "real points as half as many complex ones, in passes and radices from the engine's own table",
    .type = ATA_GOAL_REAL,
    .op = ATA_OP_COUNT, /* none of its own */
    .decides = true,
    .applies = applies,
    .make = make,
};
