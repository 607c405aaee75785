/* radices.c - the cheapest radices for a length, by a dynamic programme over its divisors.
 *
 * Where neighbouring points belong to different lines, an engine's vectors run across the lines and every order serves.
 * A line whose points are neighbours fills the vectors by itself: its last radix gives the lanes (see the CPU engine's
 * stages), so that the best radices are those with the best last one: a radix of 4 leaves vectors of 16 numbers empty.
 */
#include "planner/radices.h"

#include <math.h>

#include "planner/radices/ways.h"
#include "planner/solver.h"

/* Two radices that were measured to be best for lines which they make one call each; NULL for none, or where one of
 * them is left out. */
static const ata_known_way *find_call(const ata_costs *costs, ata_lines lines, ata_pairs pairs, int64_t n)
{
    if (!pairs.are || lines == ATA_LINES_COLUMNS || lines == ATA_LINES_APART) return NULL;
    const ata_known_way *call = ata_rule_find_way(costs->calls, n);
    if (!call && lines == ATA_LINES_FEW) call = ata_rule_find_way(costs->few_calls, n);
    return call && costs->radix[call->radix[0]] > 0 && costs->radix[call->radix[1]] > 0 ? call : NULL;
}

/* What this costs is for the estimate: there is nothing that it is compared with. */
static double append_call(const ata_costs *costs, const ata_known_way *call, ata_steps *steps)
{
    double ns = 0;
    for (int i = 0; i < 2; i++) {
        if (ata_steps_add(steps, ATA_OP_RADIX, call->radix[i]) < 0) return INFINITY;
        ns += costs->radix[call->radix[i]];
    }
    return ns;
}

double ata_radices_append(ata_planner *planner, ata_pairs pairs, int64_t n, ata_steps *steps)
{
    const ata_costs *costs = ata_planner_costs(planner);
    const ata_lines lines = ata_planner_lines(planner);
    ata_radix_tables *tables = ata_planner_tables(planner);
    ata_radix_table *t = &tables->line;
    if (n == 1) return ata_steps_add(steps, ATA_OP_RADIX, 1) < 0 ? INFINITY : costs->radix[1];
    if (!ata_divisors_find(n, &t->all)) return INFINITY;
    const ata_known_way *call = find_call(costs, lines, pairs, n);
    if (call) return append_call(costs, call, steps);
    if (ata_radices_is_whole(costs, lines, n)) {
        ata_radix_table_fill(costs, false, t);
        return ata_steps_add(steps, ATA_OP_RADIX, n) < 0 ? INFINITY : ata_radices_whole_cost(costs, lines, t, n);
    }
    if (lines == ATA_LINES_COLUMNS) return ata_radices_columns(costs, pairs, t, n, steps);
    double best = INFINITY;
    /* Long lines first: what they cost is not to be compared with others. */
    for (int spread = 1; spread >= 0 && !isfinite(best); spread--)
        for (int ends = 0; ends < 2; ends++) {
            tables->tried.count = 0;
            const double ns = spread ? ata_radices_spread(costs, pairs.are, t, n, ends, &tables->tried)
                                     : ata_radices_alone(costs, lines, pairs.are, tables, n, ends, &tables->tried);
            if (!ata_costs_less(ns, best)) continue;
            best = ns;
            tables->found = tables->tried;
        }
    return isfinite(best) && ata_steps_append(steps, &tables->found) ? best : INFINITY;
}
