/* spread.c - the radices of long lines by themselves, which go through memory as streams. */
#include <math.h>

#include "planner/radices/ways.h"

/* Whether the pieces of a line are whole vectors, which begins with stages of so many branches, has those of divisor
 * `rest` and then its last one: all but the longest of the rest, which is done last, must fill them. */
static bool fills_pieces(const ata_costs *costs, const ata_radix_table *t, int64_t branches, int rest)
{
    int64_t longest = 1, product = branches;
    for (int d = rest; d > 0; d -= t->number[t->radix[d]]) {
        product *= t->radix[d];
        if (t->radix[d] > longest) longest = t->radix[d];
    }
    return rest > 0 && product / longest % costs->lanes == 0;
}

/* How a long line begins and ends; 1 for the second radix where that is one like the rest. */
typedef struct spread_ends {
    int64_t first, second, last;
} spread_ends;

/* How many stages part a line of n points, as the CPU engine has it. */
static int parting_of(const ata_costs *costs, int64_t n, int64_t first, int64_t last)
{
    if (n < costs->spread_parted) return 0;
    return last % costs->spread_rows == 0 || n / first > 2 * costs->spread_known ? 2 : 1;
}

/* Whether a line of n points, whose length they divide, may begin and end so. Branches are no more than can be gone
 * through by turns, and where two stages make them so many that each stays in a cache. */
static bool may_be(const ata_costs *costs, int64_t n, spread_ends ends)
{
    enum { FEWEST_TWICE = 30, ENOUGH_TWICE = 60, MOST_TWICE = 128, MOST_ONCE = 10, LONG = 16 };
    const int parting = parting_of(costs, n, ends.first, ends.last);
    if (parting < 2) return ends.second == 1 && (parting == 0 || ends.first <= MOST_ONCE);
    const int64_t branches = ends.first * ends.second;
    const int64_t least = n < LONG * costs->spread_known ? FEWEST_TWICE : ENOUGH_TWICE;
    return ends.second > 1 && branches >= least && branches <= MOST_TWICE;
}

/* What such ends cost, a point, with a third radix behind them. Points of a butterfly that lie where the caller has
 * them take longer the more of them there are, beyond a few which stay in a cache wherever they lie: twice as much
 * where two stages part a line, since hardware looks ahead of a block at a time, no further. There the third, too, has
 * rows by themselves, which must be long for as many factors as its butterflies have. */
static double ends_cost(const ata_costs *costs, spread_ends ends, int64_t third)
{
    enum { FEW_POINTS = 4 };
    const double ns = ata_stage_cost(costs, ends.first) + ata_stage_cost(costs, ends.last);
    const int64_t few = ends.second > 1 ? costs->spread_rows / 2 : FEW_POINTS; /* of half a line of the cache each */
    const double far = ends.first > few ? costs->spread_first * (double)(ends.first - few) : 0;
    if (ends.second == 1) return ns + far;
    const double factors = third > ends.last / 2 ? costs->spread_factor * (double)(third - ends.last / 2) : 0;
    return ns + 2 * far + ata_stage_cost(costs, ends.second) + factors;
}

/* The shortest radix of a divisor. */
static int64_t shortest_of(const ata_radix_table *t, int d)
{
    int64_t shortest = ATA_COSTS_RADICES;
    for (; d > 0; d -= t->number[t->radix[d]])
        if (t->radix[d] < shortest) shortest = t->radix[d];
    return shortest;
}

/* Whether the pieces of a line have to be whole vectors: because it parts, or because the points of its butterflies
 * fall on the same few lines of a cache unless there are gaps between pieces. Other lines are faster with radices as
 * they come. */
static bool wants_whole_pieces(const ata_costs *costs, int64_t n)
{
    enum { CONFLICT = 1024 };
    if (n < costs->spread_parted) return n % CONFLICT == 0;
    return n < costs->spread_known || n % costs->lanes == 0;
}

/* The best of what was looked at so far. */
typedef struct spread_best {
    double ns;
    spread_ends ends;
} spread_best;

/* Such ends, with what is left between them, if there is something. */
static void try_ends(const ata_costs *costs, bool measured, const ata_radix_table *t, int64_t n, spread_ends ends,
                     int rest, spread_best *best)
{
    if (rest == 0 || !isfinite(t->best[rest]) || !may_be(costs, n, ends)) return;
    const double more = measured ? costs->spread_end[ends.last] : 0;
    const double ns = t->best[rest] + ends_cost(costs, ends, shortest_of(t, rest)) + more;
    if (!ata_costs_less(ns, best->ns)) return;
    if (wants_whole_pieces(costs, n) && !fills_pieces(costs, t, ends.first * ends.second, rest)) return;
    *best = (spread_best){ns, ends};
}

/* The cheapest ends of a long line, with the cost of all; infinitely much for none. */
static double choose_ends(const ata_costs *costs, bool measured, const ata_radix_table *t, int64_t n, spread_ends *ends)
{
    spread_best best = {.ns = INFINITY};
    for (int k = t->some_count - 1; k >= 0; k--) {
        const int last = t->some[k], inside = t->all.count - 1 - t->number[last];
        if (last > costs->spread_last || ata_line_width(costs, false, n, last) < costs->lanes) continue;
        for (int i = 0; i < t->some_count; i++) {
            const int first = t->some[i], behind = inside - t->number[first];
            if (!costs->ends[first] || !ata_divisors_divide(&t->all, t->number[first], inside)) continue;
            try_ends(costs, measured, t, n, (spread_ends){first, 1, last}, behind, &best);
            for (int j = 0; j < t->some_count; j++) {
                const int second = t->some[j], number = t->number[second];
                if (!ata_divisors_divide(&t->all, number, behind)) continue;
                try_ends(costs, measured, t, n, (spread_ends){first, second, last}, behind - number, &best);
            }
        }
    }
    *ends = best.ends;
    return best.ns;
}

/* The same with the table of what is between them. */
static double choose_spread(ata_costs *costs, bool pairs, ata_radix_table *t, int64_t n, bool ends, spread_ends *found)
{
    static const double SPILLED = 1.3; /* registers, to where the streams go */
    const bool measured = pairs && n < costs->spread_parted;
    costs->stage += costs->spread_stage;
    for (int64_t r = 2; r < ATA_COSTS_RADICES; r++) {
        const double streamed = r > ATA_LONGEST_WIDE ? SPILLED * costs->radix[r] : costs->radix[r];
        const bool known = measured && costs->spread_radix[r] > 0 && costs->radix[r] > 0;
        costs->radix[r] = known ? costs->spread_radix[r] : streamed;
    }
    ata_radix_table_fill(costs, ends, t);
    return choose_ends(costs, measured, t, n, found);
}

/* The radices of a long line. The last stage but one finds the points of its butterflies furthest apart, and does best
 * with the longest of those that are neither first nor last. Those of branches become longer one by one. */
double ata_radices_spread(const ata_costs *given, bool pairs, ata_radix_table *t, int64_t n, bool ends,
                          ata_steps *steps)
{
    spread_ends at = {0};
    ata_costs costs = *given;
    if (costs.spread_least == 0 || n < costs.spread_least) return INFINITY;
    double ns = choose_spread(&costs, pairs, t, n, ends, &at);
    /* A line that cannot part, unless none but those that part are streams. */
    if (!isfinite(ns) && given->spread_least < given->spread_parted && n >= given->spread_parted &&
        n < given->spread_known) {
        costs = *given;
        costs.spread_parted = n + 1;
        ns = choose_spread(&costs, pairs, t, n, ends, &at);
    }
    if (!isfinite(ns) || ata_steps_add(steps, ATA_OP_RADIX, at.first) < 0) return INFINITY;
    if (at.second > 1 && ata_steps_add(steps, ATA_OP_RADIX, at.second) < 0) return INFINITY;
    const int behind = steps->count, second = t->number[at.second]; /* 1 has the number 0 */
    if (!ata_radix_table_append(t, t->all.count - 1 - t->number[at.first] - second - t->number[at.last], steps))
        return INFINITY;
    if (second == 0) ata_radices_move(steps->step, behind, steps->count - 1);
    else ata_radices_reverse(steps->step + behind, steps->count - behind);
    return ata_steps_add(steps, ATA_OP_RADIX, at.last) < 0 ? INFINITY : ns + costs.combine;
}
