/* alone.c - the radices of lines whose points are neighbours. */
#include <math.h>

#include "core/integer.h"
#include "planner/radices/ways.h"

/* Of the steps from `first` on, put a prime last that cannot be the last of a line by itself: then lines are done side
 * by side. False when there is none. */
static bool put_uncombined(const ata_costs *costs, ata_steps *steps, int first)
{
    for (int i = first; i < steps->count; i++)
        if (!costs->combines[steps->step[i].n] && ata_integer_is_prime(steps->step[i].n)) {
            ata_radices_move(steps->step, i, steps->count - 1);
            return true;
        }
    return false;
}

int64_t ata_line_width(const ata_costs *costs, bool pads, int64_t n, int64_t last)
{
    enum { NEVER_PADDED = 4 }; /* vectors of so few numbers: see PADS_ROWS of the CPU engine */
    int64_t width = 0;
    if (costs->combines_widest[last]) return pads && n / last >= costs->lanes ? costs->lanes : 0;
    if (!costs->combines[last]) return 0;
    pads = pads && n <= costs->padded_points;
    for (int64_t w = costs->narrowest; w <= costs->lanes && w <= n / last; w *= 2)
        if (w <= last || (pads && w > NEVER_PADDED && 8 * last >= costs->padded_eighths * w)) width = w;
    return width;
}

/* The vectors that a line which is one call may have. */
enum { NARROWEST_SQUARE = 4, WIDEST_SQUARE = 8 };

/* What it takes, beside moving points, that a line is not read where it lies. */
static const double COPY_NS = 60;

/* Whether some radix of divisor d can read the caller's memory. */
static bool has_end(const ata_costs *costs, const ata_radix_table *t, int d)
{
    for (; d > 0; d -= t->number[t->radix[d]])
        if (costs->ends[t->radix[d]]) return true;
    return false;
}

/* Whether some radix of it, a prime, cannot be the last of a line by itself. */
static bool has_uncombined(const ata_costs *costs, const ata_radix_table *t, int d)
{
    for (; d > 0; d -= t->number[t->radix[d]])
        if (!costs->combines[t->radix[d]] && ata_integer_is_prime(t->radix[d])) return true;
    return false;
}

/* How much of what single lines cost is taken by one whose radices are those of divisor `rest`, then one as wide as
 * the vectors: less where it is one call. Where one line follows another, and vectors are wide, all take less: the next
 * one begins while the last is still being written; narrower vectors do so less. */
static double share_of(const ata_costs *costs, ata_lines lines, const ata_radix_table *t, int rest, int64_t width,
                       bool last_fits)
{
    enum { MOST_ROWS = 16 };
    const int64_t rows = t->radix[rest];
    if (lines < ATA_LINES_FEW && costs->lanes > costs->narrowest) return width == costs->lanes ? 0.5 : 0.7;
    const bool square = lines == ATA_LINES_FEW && last_fits && t->number[rows] == rest && rows <= MOST_ROWS;
    return square && costs->ends[rows] && costs->square > 0 ? costs->square : 1;
}

/* The cheapest last radix, with the cost of all; 0 when a line fills no vectors. */
static int64_t choose_last(const ata_costs *costs, ata_lines lines, bool pairs, const ata_radix_table *t, int64_t n,
                           double *ns)
{
    int64_t best = 0;
    for (int64_t last = 2; last < ATA_COSTS_RADICES; last++) {
        if (t->number[last] == 0 || t->number[last] == t->all.count - 1) continue;
        const int64_t width = ata_line_width(costs, pairs, n, last);
        if (width == 0) continue;
        /* Narrow vectors take longer, if not by as much as they are narrower; and some may be partly empty: one of the
         * vectors of a row, or, which costs less for what is empty, the only one. */
        const double slower = pow((double)costs->lanes / (double)width, 0.75);
        const double filled = (double)last / (double)((last + width - 1) / width * width);
        const double emptied = last < width ? 0.2 : 0.4;
        const int rest = t->all.count - 1 - t->number[last];
        if (!isfinite(t->best[rest])) continue;
        const bool copied = lines == ATA_LINES_APART || !has_end(costs, t, rest);
        const double all = (t->best[rest] + ata_stage_cost(costs, last)) * slower;
        const bool fits = last == width && width >= NARROWEST_SQUARE && width <= WIDEST_SQUARE;
        const double share = share_of(costs, lines, t, rest, width, fits);
        const bool two = t->number[t->radix[rest]] == rest && last % costs->lanes == 0 && last <= ATA_LONGEST_WIDE;
        const double more = pairs && !two ? costs->combine_more[last] : 0;
        const double total = (all * (1 + emptied * (1 / filled - 1)) + costs->combine + more) * share +
                             (copied ? costs->pass + COPY_NS / (double)n : 0);
        if (!ata_costs_less(total, *ns)) continue;
        *ns = total;
        best = last;
    }
    return best;
}

/* Several side by side in vectors where there are many, no wider ones than a
 * line is long; number by number otherwise. */
double ata_radices_whole_cost(const ata_costs *costs, ata_lines lines, const ata_radix_table *t, int64_t n)
{
    enum { LONGEST = 32 };
    if (n > LONGEST || t->number[n] != t->all.count - 1) return INFINITY;
    const double whole = costs->whole > 0 ? costs->whole : costs->alone;
    if (lines == ATA_LINES_FEW) return ata_stage_cost(costs, n) * whole;
    if (lines == ATA_LINES_APART) return ata_stage_cost(costs, n) * whole * 0.6; /* several in a vector */
    int64_t width = costs->narrowest;
    while (2 * width <= costs->lanes && 2 * width <= n) width *= 2;
    const double spilled = n > ATA_LONGEST_WIDE && costs->spill > 1 ? costs->spill : 1;
    return ata_stage_cost(costs, n) * pow((double)costs->lanes / (double)width, 0.75) * spilled + costs->combine;
}

/* The cost of the best radices of all, as they are: one by one, without vectors; or copied to lie side by side. Where
 * there are vectors of several widths, that is not done to what fills some by itself, unless it ends with a radix that
 * cannot, or is one short butterfly. */
static double plain_cost(const ata_costs *costs, ata_lines lines, const ata_radix_table *t, int64_t n, double alone)
{
    const int whole = t->all.count - 1;
    const bool several = costs->lanes > costs->narrowest;
    /* Number by number wide columns of a few lines take longer than a line by itself: every address is computed. */
    const double apart = several && lines == ATA_LINES_APART ? 1.5 : 1;
    if (lines >= ATA_LINES_FEW || !isfinite(t->best[whole])) return t->best[whole] * costs->alone * apart;
    int64_t smallest = n;
    for (int d = whole; d > 0; d -= t->number[t->radix[d]])
        if (t->radix[d] < smallest) smallest = t->radix[d];
    if (several && smallest == n && isfinite(alone)) return alone;
    if (several && smallest < n && ata_line_width(costs, false, n, smallest) > 0 && !has_uncombined(costs, t, whole))
        return INFINITY;
    static const double WIDE_COLUMNS = 1.6; /* of so few lines that a block is not worth its turns */
    const double half_empty = lines == ATA_LINES_SOME ? pow((double)costs->lanes / (double)costs->narrowest, 0.75) : 1;
    return t->best[whole] * half_empty * (several ? WIDE_COLUMNS : 1) + costs->pass;
}

/* Of a line that leaves the caches, the stage before the last finds the points of its butterflies furthest apart, and
 * does best with the longest radix, as where lines are streams (spread.c); the first one stays
 * (bench/results/xeon-recipes-long.txt). */
static void put_longest_last(ata_steps *steps, int first)
{
    int longest = first + 1;
    for (int i = first + 2; i < steps->count; i++)
        if (steps->step[i].n > steps->step[longest].n) longest = i;
    if (longest < steps->count) ata_radices_move(steps->step, longest, steps->count - 1);
}

double ata_radices_alone(const ata_costs *costs, ata_lines lines, bool pairs, ata_radix_tables *tables, int64_t n,
                         bool ends, ata_steps *steps)
{
    ata_radix_table *t = &tables->line;
    const int whole = t->all.count - 1, first = steps->count;
    ata_radix_table_fill(costs, ends, t);
    const double alone =
        fmin(ata_radices_whole_cost(costs, lines, t, n), pairs ? ata_paired_whole_cost(costs, n) : INFINITY);
    double ns = plain_cost(costs, lines, t, n, alone);
    const bool one = !ata_costs_less(ns, alone);
    if (one) ns = alone;
    int64_t radix = 0;
    const double paired = pairs ? ata_paired_cost(costs, lines, n, &radix) : INFINITY;
    const bool two = ata_costs_less(paired, ns);
    if (two) ns = paired;
    const double chain = pairs ? ata_paired_append(costs, lines, tables, n, ns, steps) : INFINITY;
    if (ata_costs_less(chain, ns)) return chain;
    /* Where lines are many, and vectors wide, lanes of their own are no better than this. */
    const bool many = lines < ATA_LINES_FEW && costs->lanes > costs->narrowest;
    const bool best = isfinite(chain) || (isfinite(paired) && (many || costs->paired_stages > 0));
    const int64_t last = best ? 0 : choose_last(costs, lines, pairs, t, n, &ns);
    if (!isfinite(ns)) return INFINITY;
    if (two && !last)
        return ata_steps_add(steps, ATA_OP_RADIX, radix) < 0 || ata_steps_add(steps, ATA_OP_RADIX, n / radix) < 0
                   ? INFINITY
                   : ns;
    if (one && !last) return ata_steps_add(steps, ATA_OP_RADIX, n) < 0 ? INFINITY : ns;
    if (!ata_radix_table_append(t, last ? whole - t->number[last] : whole, steps)) return INFINITY;
    const bool beside = !last && many && put_uncombined(costs, steps, first);
    if (!ata_radices_put_end(costs, steps, first, steps->count - beside, first) && !last) ns += costs->pass;
    if (last && costs->spread_parted > 0 && n >= costs->spread_parted) put_longest_last(steps, first);
    if (last && ata_steps_add(steps, ATA_OP_RADIX, last) < 0) return INFINITY;
    return ns;
}

/* Stages would be copied to lie side by side, and vectors of several widths do without. */
bool ata_radices_is_whole(const ata_costs *costs, ata_lines lines, int64_t n)
{
    const bool many = lines == ATA_LINES_CONTIGUOUS || lines == ATA_LINES_SOME;
    return many && n <= ATA_LONGEST_WIDE && costs->radix[n] > 0 && costs->lanes > costs->narrowest;
}
