/* columns.c - the radices of lines side by side.
 *
 * Every order serves, but for the ends. With both parts of a number in one vector any butterfly can read the caller's
 * memory and write it, unless its rows fall on the same few lines of the cache: then the engine does all with the parts
 * apart, where some butterflies cannot, and points are copied. So the ends are chosen together with the rest.
 */
#include <math.h>
#include <stdlib.h>

#include "planner/radices/ways.h"

/* Columns of n points, whose stages have these costs. */
typedef struct columns {
    const ata_costs *costs;
    ata_pairs pairs; /* whether both parts of a number are in one vector */
    int64_t n;
} columns;

/* The first and the last radix. */
typedef struct column_ends {
    int64_t first, last;
} column_ends;

/* Whether a butterfly of the caller's rows finds too many on the same lines of the cache. */
static bool conflicts(const columns *of, int64_t radix, int64_t row)
{
    const ata_costs *costs = of->costs;
    const int64_t period = of->pairs.few ? 0 : costs->column_period;
    return period > 0 && row != 0 && radix > costs->column_rows &&
           of->n / radix % period * (llabs(row) % period) % period == 0;
}

/* What such ends take beside their stages; infinitely much where they cannot be. */
static double ends_cost(const columns *of, column_ends ends)
{
    const ata_costs *costs = of->costs;
    if (!of->pairs.are)
        return costs->column_apart + (costs->ends[ends.first] ? 0 : costs->column_copy) +
               (costs->ends[ends.last] ? 0 : costs->column_copy);
    const bool reads = costs->column_reads && conflicts(of, ends.first, of->pairs.row_in);
    return reads || conflicts(of, ends.last, of->pairs.row_out) ? INFINITY : 0;
}

/* The cheapest ends, with the cost of all; infinitely much for none. Of those that cost the same the first is the
 * shortest, whose points lie furthest apart, and the last the longest. */
static double choose_ends(const columns *of, const ata_radix_table *t, column_ends *ends)
{
    const ata_costs *costs = of->costs;
    const int whole = t->all.count - 1;
    double best = INFINITY;
    for (int64_t a = 2; a < ATA_COSTS_RADICES; a++) {
        const int behind = whole - t->number[a];
        if (t->number[a] == 0 || behind == 0) continue;
        for (int64_t b = ATA_COSTS_RADICES - 1; b > 1; b--) {
            if (t->number[b] == 0 || !ata_divisors_divide(&t->all, t->number[b], behind)) continue;
            const column_ends found = {a, b};
            const double stages = ata_stage_cost(costs, a) + ata_stage_cost(costs, b) + t->best[behind - t->number[b]];
            const double ns = stages + ends_cost(of, found);
            if (!ata_costs_less(ns, best)) continue;
            best = ns;
            *ends = found;
        }
    }
    return best;
}

/* What one butterfly takes that is all of a column; infinitely much where there is none. A long one with its parts
 * apart takes as much more as copies do, where vectors are wide or others have theirs beside each other. */
static double whole_cost(const columns *of, const ata_radix_table *t)
{
    if (of->n >= ATA_COSTS_RADICES || t->number[of->n] == 0) return INFINITY;
    const bool wide = of->costs->lanes > of->costs->narrowest || of->costs->paired_lanes > 0;
    const bool slow = wide && of->n > ATA_LONGEST_WIDE && !of->costs->ends[of->n] && of->costs->paired[of->n] <= 0;
    const double apart = of->pairs.are ? 0 : of->costs->column_apart;
    return ata_stage_cost(of->costs, of->n) + apart + (slow ? 2 * of->costs->column_copy : 0);
}

/* What stages of a caller's columns cost, with their numbers' parts apart or not. */
static ata_costs costs_of(const ata_costs *given, bool pairs)
{
    ata_costs costs = pairs ? ata_paired_columns(given) : *given;
    const double *column = pairs ? given->paired_column : given->column;
    for (int64_t r = 2; r < ATA_COSTS_RADICES; r++)
        if (column[r] > 0 && given->radix[r] > 0) costs.radix[r] = column[r] - given->stage;
    return costs;
}

/* The best of one kind. */
static double append_some(const ata_costs *given, ata_pairs pairs, ata_radix_table *t, int64_t n, ata_steps *steps)
{
    const int whole = t->all.count - 1;
    const ata_costs costs = costs_of(given, pairs.are);
    const columns of = {&costs, pairs, n};
    column_ends at = {0};
    ata_radix_table_fill(&costs, false, t);
    const double one = whole_cost(&of, t), several = choose_ends(&of, t, &at);
    if (!ata_costs_less(several, one))
        return isfinite(one) && ata_steps_add(steps, ATA_OP_RADIX, n) >= 0 ? one : INFINITY;
    if (!isfinite(several) || ata_steps_add(steps, ATA_OP_RADIX, at.first) < 0) return INFINITY;
    const int inside = steps->count;
    if (!ata_radix_table_append(t, whole - t->number[at.first] - t->number[at.last], steps)) return INFINITY;
    ata_radices_reverse(steps->step + inside, steps->count - inside);
    return ata_steps_add(steps, ATA_OP_RADIX, at.last) < 0 ? INFINITY : several;
}

/* Others: the cheapest radices, or such as need no copies, with the longest last. */
static double append_others(const ata_costs *costs, ata_radix_table *t, ata_steps *steps)
{
    const int whole = t->all.count - 1, first = steps->count;
    double best = INFINITY;
    ata_steps found = *steps;
    for (int ends = 0; ends < 2; ends++) {
        ata_steps tried = *steps;
        ata_radix_table_fill(costs, ends, t);
        if (!isfinite(t->best[whole]) || !ata_radix_table_append(t, whole, &tried)) continue;
        const bool writes = ata_radices_put_end(costs, &tried, first, tried.count, tried.count - 1);
        const bool one = tried.count == first + 1;
        const bool reads = one || ata_radices_put_end(costs, &tried, first, tried.count - 1, first);
        const double ns = t->best[whole] + (writes ? 0 : costs->pass / 2) + (reads ? 0 : costs->pass / 2);
        if (!ata_costs_less(ns, best)) continue;
        best = ns;
        found = tried;
    }
    *steps = found;
    return best;
}

double ata_radices_columns(const ata_costs *costs, ata_pairs pairs, ata_radix_table *t, int64_t n, ata_steps *steps)
{
    static const ata_pairs not_paired = {.are = false};
    const bool may_pair = costs->paired_stages > 0 || (pairs.few && costs->paired_column[2] > 0);
    if (!pairs.are || (pairs.few && !may_pair)) return append_others(costs, t, steps);
    ata_steps found = *steps;
    const double paired = may_pair ? append_some(costs, pairs, t, n, &found) : INFINITY;
    const double apart = pairs.few && isfinite(paired) ? INFINITY : append_some(costs, not_paired, t, n, steps);
    if (!ata_costs_less(paired, apart)) return apart;
    *steps = found;
    return paired;
}
