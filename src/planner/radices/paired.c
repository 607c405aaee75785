/* paired.c - the radices of short lines with both parts of a number in one vector. */
#include <math.h>

#include "planner/radices.h"
#include "planner/radices/ways.h"

ata_costs ata_paired_columns(const ata_costs *costs)
{
    ata_costs columns = *costs;
    for (int64_t r = 2; r < ATA_COSTS_RADICES; r++)
        columns.radix[r] = costs->radix[r] > 0 ? costs->paired[r] / (double)(r * costs->paired_lanes) : 0;
    return columns;
}

/* Where a vector is one number, both parts of it, a line is a column by itself. */
double ata_paired_whole_cost(const ata_costs *costs, int64_t n)
{
    if (costs->paired_lanes != 1 || n >= ATA_COSTS_RADICES || costs->paired[n] <= 0) return INFINITY;
    return costs->paired[n] / (double)n;
}

/* What it takes, beside moving points, that paired lines are copied to where their points are neighbours. */
static const double COLLECT_NS = 20;

/* What it takes that the last stage of paired lines gathers its points and turns them, beside the butterfly, for a
 * vector: this decides between the two orders of the same radices. */
static double last_cost(const ata_costs *costs, int64_t radix)
{
    static const double EACH_NS = 0.1; /* a point */
    return costs->paired_last[radix] > 0 ? costs->paired_last[radix] : EACH_NS * (double)radix;
}

/* How many vectors a stage of paired lines takes for so many lines: of the widest that they fill, some done twice. */
static int64_t paired_vectors(const ata_costs *costs, int64_t lines)
{
    int64_t width = costs->paired_lanes;
    while (width > lines) width /= 2;
    return (lines + width - 1) / width;
}

/* Whether a line of these two radices had better have lanes of its own. */
static bool prefers_lanes(const ata_costs *costs, int64_t first, int64_t last)
{
    return costs->lanes_first > 0 && first % costs->lanes_first == 0 && last % costs->lanes_last == 0 &&
           costs->ends[first] && costs->combines[last];
}

/* Whether paired lines of these two radices are one call, and not better one butterfly: of four points, and of twice
 * three or five where a vector holds two rows, which are done as four and six. */
static bool is_paired_square(const ata_costs *costs, int64_t first, int64_t last)
{
    enum {
        MOST_ROWS = 16,
        FEW_ROWS = 5,
        MOST_POINTS = sizeof costs->paired_square / sizeof costs->paired_square[0] - 1
    };
    if (last == 2 && (first == 2 || (first <= FEW_ROWS && first % costs->paired_lanes != 0))) return false;
    return last <= MOST_POINTS && costs->paired_square[last] > 0 && first <= MOST_ROWS;
}

/* The cheapest two radices of paired lines, of which *first is the first, with their cost; infinitely much for none, as
 * where lanes of the line's own do better. */
double ata_paired_cost(const ata_costs *costs, ata_lines lines, int64_t n, int64_t *first)
{
    enum { LONGEST_BUTTERFLY = 16, LONGEST_ALONE = 63 }; /* shorter lines are one butterfly, but for squares */
    double best = INFINITY;
    if (costs->paired_lanes == 0) return INFINITY;
    /* Where all vectors hold four numbers, short lines of two radices are done each by itself, however many. */
    const bool alone = costs->lanes == costs->narrowest && costs->lanes == 4 && n <= LONGEST_ALONE;
    if (alone && (lines == ATA_LINES_CONTIGUOUS || lines == ATA_LINES_SOME)) lines = ATA_LINES_FEW;
    for (int64_t r = 2; r < ATA_COSTS_RADICES && r < n; r++) {
        const int64_t s = n / r;
        if (n % r != 0 || s >= ATA_COSTS_RADICES || costs->paired[r] <= 0 || costs->paired[s] <= 0) continue;
        if (prefers_lanes(costs, r, s)) return INFINITY;
        const bool square = is_paired_square(costs, r, s);
        if (n <= LONGEST_BUTTERFLY && !square) continue;
        if (lines < ATA_LINES_FEW && ata_line_width(costs, false, n, s) == 0) continue;
        const double each = square                  ? 0
                            : lines < ATA_LINES_FEW ? costs->paired_line / 4 /* several at a time */
                                                    : costs->paired_line;
        const double last =
            square && lines >= ATA_LINES_FEW ? costs->paired_square[s] : costs->paired[s] + last_cost(costs, s);
        const double vectors =
            (double)paired_vectors(costs, s) * costs->paired[r] + (double)paired_vectors(costs, r) * last;
        const double ns = each + vectors;
        if (!ata_costs_less(ns, best)) continue;
        best = ns;
        *first = r;
    }
    const double collected = lines == ATA_LINES_APART ? costs->pass + COLLECT_NS / (double)n : 0;
    return best / (double)n + collected;
}

/* Append the cheapest paired line of three radices or more, if it takes less than `most`, and return its cost;
 * infinitely much for none. All but the last are stages of columns, as many side by side as the last one has points. */
double ata_paired_append(const ata_costs *costs, ata_lines lines, ata_radix_tables *tables, int64_t n, double most,
                         ata_steps *steps)
{
    if (n > costs->paired_stages) return INFINITY;
    ata_radix_table *t = &tables->paired;
    t->all = tables->line.all;
    ata_costs columns = ata_paired_columns(costs);
    columns.stage = costs->paired_line / 2 / (double)n; /* as much for two as ata_paired_cost() has it */
    ata_radix_table_fill(&columns, false, t);
    const int whole = t->all.count - 1;
    double best = INFINITY;
    int64_t last = 0;
    for (int64_t s = 2; s < ATA_COSTS_RADICES; s++) {
        const int rest = t->number[s] > 0 ? whole - t->number[s] : 0;
        if (rest == 0 || !isfinite(t->best[rest]) || t->number[t->radix[rest]] == rest ||
            ata_line_width(costs, false, n, s) == 0)
            continue;
        const double empty = (double)(paired_vectors(costs, s) * costs->paired_lanes) / (double)s - 1;
        const double ns = t->best[rest] * (1 + 0.4 * empty) + columns.stage + columns.radix[s] +
                          last_cost(costs, s) / (double)(s * costs->paired_lanes);
        if (!ata_costs_less(ns, best)) continue;
        best = ns;
        last = s;
    }
    if (lines == ATA_LINES_APART) best += costs->pass + COLLECT_NS / (double)n;
    if (!ata_costs_less(best, most)) return best;
    const bool added =
        ata_radix_table_append(t, whole - t->number[last], steps) && ata_steps_add(steps, ATA_OP_RADIX, last) >= 0;
    return added ? best : INFINITY;
}

bool ata_radices_can_pair(const ata_costs *costs, int64_t n)
{
    int64_t first;
    return isfinite(ata_paired_cost(costs, ATA_LINES_FEW, n, &first));
}
