/* radices.c - the cheapest radices for a length, by a dynamic programme over its divisors.
 *
 * Where neighbouring points belong to different lines, an engine's vectors run across the lines and every order serves.
 * A line whose points are neighbours fills the vectors by itself: its last radix gives the lanes (see the CPU engine's
 * stages), so that the best radices are those with the best last one: a radix of 4 leaves vectors of 16 numbers empty.
 */
#include "planner/radices.h"

#include <math.h>
#include <string.h>

#include "core/integer.h"

/* --- Divisors ---------------------------------------------------------------------------------------------------- */

enum { MAX_PRIMES = 16, MAX_DIVISORS = 4096 };

/* The divisors of prime[0]^exponent[0] prime[1]^exponent[1] ...: number d has the exponents d / weight[i] modulo
 * exponent[i] + 1. */
typedef struct divisors {
    int primes, count;
    int64_t prime[MAX_PRIMES];
    int exponent[MAX_PRIMES], weight[MAX_PRIMES];
} divisors;

static bool find_divisors(int64_t n, divisors *all)
{
    *all = (divisors){.count = 1};
    while (n > 1) {
        if (all->primes == MAX_PRIMES) return false;
        const int64_t prime = ata_integer_smallest_factor(n);
        int exponent = 0;
        for (; n % prime == 0; n /= prime) exponent++;
        if (all->count > MAX_DIVISORS / (exponent + 1)) return false;
        all->prime[all->primes] = prime;
        all->exponent[all->primes] = exponent;
        all->weight[all->primes++] = all->count;
        all->count *= exponent + 1;
    }
    return true;
}

static int exponent_of(const divisors *all, int divisor, int i)
{
    return divisor / all->weight[i] % (all->exponent[i] + 1);
}

/* The number of `radix` among the divisors; 0 when it is none (or 1). */
static int number_of(const divisors *all, int64_t radix)
{
    int number = 0;
    for (int i = 0; i < all->primes; i++) {
        int exponent = 0;
        for (; radix % all->prime[i] == 0; radix /= all->prime[i]) exponent++;
        if (exponent > all->exponent[i]) return 0;
        number += exponent * all->weight[i];
    }
    return radix == 1 ? number : 0;
}

static bool divides(const divisors *all, int a, int b)
{
    for (int i = 0; i < all->primes; i++)
        if (exponent_of(all, a, i) > exponent_of(all, b, i)) return false;
    return true;
}

/* --- The cheapest radices of every divisor ------------------------------------------------------------------------ */

typedef struct table {
    divisors all;
    int number[ATA_COSTS_RADICES]; /* of each radix that divides n and may be used; 0 for the others */
    double best[MAX_DIVISORS];     /* ns a point */
    int64_t radix[MAX_DIVISORS];   /* the radix that reaches this divisor best */
} table;

static double cost_of(const ata_costs *costs, int64_t radix)
{
    return costs->radix[radix] + costs->stage;
}

/* `ends`: only such radices as read and write the caller's memory. */
static void fill(const ata_costs *costs, bool ends, table *t)
{
    for (int64_t r = 0; r < ATA_COSTS_RADICES; r++)
        t->number[r] = r > 1 && costs->radix[r] > 0 && (costs->ends[r] || !ends) ? number_of(&t->all, r) : 0;
    t->best[0] = 0;
    for (int d = 1; d < t->all.count; d++) {
        t->best[d] = INFINITY;
        for (int64_t r = 2; r < ATA_COSTS_RADICES; r++) {
            if (t->number[r] == 0 || t->number[r] > d || !divides(&t->all, t->number[r], d)) continue;
            const double ns = t->best[d - t->number[r]] + cost_of(costs, r);
            if (!ata_costs_less(ns, t->best[d])) continue;
            t->best[d] = ns;
            t->radix[d] = r;
        }
    }
}

/* Append the radices of divisor d, the largest first; false when there is no room. */
static bool append(const table *t, int d, ata_steps *steps)
{
    const int first = steps->count;
    for (; d > 0; d -= t->number[t->radix[d]]) {
        if (ata_steps_add(steps, ATA_OP_RADIX, t->radix[d]) < 0) return false;
        for (int i = steps->count - 1; i > first && steps->step[i].n > steps->step[i - 1].n; i--) {
            const ata_step swap = steps->step[i];
            steps->step[i] = steps->step[i - 1];
            steps->step[i - 1] = swap;
        }
    }
    return true;
}

/* --- Order ------------------------------------------------------------------------------------------------------- */

static void move_step(ata_step *step, int from, int to)
{
    const ata_step moved = step[from];
    if (from < to) memmove(step + from, step + from + 1, (size_t)(to - from) * sizeof *step);
    else memmove(step + to + 1, step + to, (size_t)(from - to) * sizeof *step);
    step[to] = moved;
}

/* Turn the order of steps around: append() has the longest radix first. */
static void reverse_steps(ata_step *step, int count)
{
    for (int i = 0; i < count; i++) move_step(step, count - 1, i);
}

/* Of steps first .. end - 1, put the first one that can read and write the caller's memory to `to`; false when there is
 * none. */
static bool put_end(const ata_costs *costs, ata_steps *steps, int first, int end, int to)
{
    if (first < 0 || to < first) return false; /* no steps at all */
    for (int i = first; i < end; i++)
        if (costs->ends[steps->step[i].n]) {
            move_step(steps->step, i, to);
            return true;
        }
    return false;
}

/* --- Lines side by side ------------------------------------------------------------------------------------------ */

/* What radices cost as stages of columns with both parts of a number in one vector; those that have no such form are
 * none. */
static ata_costs paired_columns(const ata_costs *costs)
{
    ata_costs columns = *costs;
    for (int64_t r = 2; r < ATA_COSTS_RADICES; r++)
        columns.radix[r] = costs->paired[r] / (double)(r * costs->paired_lanes);
    return columns;
}

/* Whether the radices of n points are better such as are paired: where lines of several are, and columns like them. */
static bool fill_paired(const ata_costs *costs, bool ends, table *t)
{
    if (costs->paired_stages == 0) return false;
    const ata_costs columns = paired_columns(costs);
    fill(&columns, ends, t);
    return isfinite(t->best[t->all.count - 1]);
}

/* The radices of the whole length, with ends that need no copy where there are any. */
static double append_columns(const ata_costs *costs, bool pairs, table *t, bool ends, ata_steps *steps)
{
    const int whole = t->all.count - 1, first = steps->count;
    const bool paired = pairs && fill_paired(costs, ends, t);
    if (!paired) fill(costs, ends, t);
    if (!isfinite(t->best[whole]) || !append(t, whole, steps)) return INFINITY;
    const int count = steps->count - first; /* one at least: n is not 1 */
    double ns = t->best[whole];
    if (paired && !costs->paired_rises) return ns; /* any radix can be an end */
    if (paired) { /* the same, but that some columns are done with their parts apart after all */
        reverse_steps(steps->step + first, count);
        if (!costs->ends[steps->step[steps->count - 1].n]) put_end(costs, steps, first, steps->count, steps->count - 1);
        if (!costs->ends[steps->step[first].n]) put_end(costs, steps, first, steps->count - 1, first);
        return ns;
    }
    if (!put_end(costs, steps, first, steps->count, steps->count - 1)) ns += costs->pass / 2;
    if (count > 1 && !put_end(costs, steps, first, steps->count - 1, first)) ns += costs->pass / 2;
    return ns;
}

/* --- Lines by themselves ----------------------------------------------------------------------------------------- */

/* The widest vectors that a line of n points fills when its last radix is this; 0 for none. */
static int64_t width_of(const ata_costs *costs, int64_t n, int64_t last)
{
    int64_t width = 0;
    if (!costs->combines[last]) return 0;
    for (int64_t w = costs->narrowest; w <= costs->lanes && w <= last && w <= n / last; w *= 2) width = w;
    return width;
}

/* The vectors that a line which is one call may have. */
enum { NARROWEST_SQUARE = 4, WIDEST_SQUARE = 8 };

/* What it takes, beside moving points, that a line is not read where it lies. */
static const double COPY_NS = 60;

/* Whether some radix of divisor d can read the caller's memory. */
static bool has_end(const ata_costs *costs, const table *t, int d)
{
    for (; d > 0; d -= t->number[t->radix[d]])
        if (costs->ends[t->radix[d]]) return true;
    return false;
}

/* How much of what single lines cost is taken by one whose radices are those of divisor `rest`, then one as wide as
 * the vectors: less where it is one call. Where one line follows another, and vectors are wide, all take less: the next
 * one begins while the last is still being written. */
static double share_of(const ata_costs *costs, ata_lines lines, const table *t, int rest, bool last_fits)
{
    enum { MOST_ROWS = 16 };
    const int64_t rows = t->radix[rest];
    if (lines < ATA_LINES_FEW && costs->lanes > costs->narrowest) return 0.5;
    const bool square = lines == ATA_LINES_FEW && last_fits && t->number[rows] == rest && rows <= MOST_ROWS;
    return square && costs->ends[rows] && costs->square > 0 ? costs->square : 1;
}

/* The cheapest last radix, with the cost of all; 0 when a line fills no vectors. */
static int64_t choose_last(const ata_costs *costs, ata_lines lines, const table *t, int64_t n, double *ns)
{
    int64_t best = 0;
    for (int64_t last = 2; last < ATA_COSTS_RADICES; last++) {
        if (t->number[last] == 0 || t->number[last] == t->all.count - 1) continue;
        const int64_t width = width_of(costs, n, last);
        if (width == 0) continue;
        /* Narrow vectors take longer, if not by as much as they are narrower; and some may be partly empty in the first
         * stage. */
        const double slower = pow((double)costs->lanes / (double)width, 0.75);
        const double filled = (double)last / (double)((last + width - 1) / width * width);
        const int rest = t->all.count - 1 - t->number[last];
        if (!isfinite(t->best[rest])) continue;
        const bool copied = lines == ATA_LINES_APART || !has_end(costs, t, rest);
        const double all = (t->best[rest] + cost_of(costs, last)) * slower;
        const bool fits = last == width && width >= NARROWEST_SQUARE && width <= WIDEST_SQUARE;
        const double share = share_of(costs, lines, t, rest, fits);
        const double total = (all * (1 + 0.4 * (1 / filled - 1)) + costs->combine) * share +
                             (copied ? costs->pass + COPY_NS / (double)n : 0);
        if (!ata_costs_less(total, *ns)) continue;
        *ns = total;
        best = last;
    }
    return best;
}

/* The longest butterfly whose numbers all stay in registers. */
enum { LONGEST_WIDE = 16 };

/* The cost of a line that is one butterfly: several side by side in vectors where there are many, no wider ones than a
 * line is long; number by number otherwise. */
static double whole_cost(const ata_costs *costs, ata_lines lines, const table *t, int64_t n)
{
    enum { LONGEST = 32 };
    if (n > LONGEST || t->number[n] != t->all.count - 1) return INFINITY;
    const double whole = costs->whole > 0 ? costs->whole : costs->alone;
    if (lines == ATA_LINES_FEW) return cost_of(costs, n) * whole;
    if (lines == ATA_LINES_APART) return cost_of(costs, n) * whole * 0.6; /* several in a vector */
    int64_t width = costs->narrowest;
    while (2 * width <= costs->lanes && 2 * width <= n) width *= 2;
    const double spilled = n > LONGEST_WIDE && costs->spill > 1 ? costs->spill : 1;
    return cost_of(costs, n) * pow((double)costs->lanes / (double)width, 0.75) * spilled + costs->combine;
}

/* The same where a vector is one number, both parts of it: a line is a column by itself. */
static double whole_paired_cost(const ata_costs *costs, int64_t n)
{
    if (costs->paired_lanes != 1 || n >= ATA_COSTS_RADICES || costs->paired[n] <= 0) return INFINITY;
    return costs->paired[n] / (double)n;
}

/* The cost of the best radices of all, as they are: one by one, without vectors; or copied to lie side by side. Where
 * there are vectors of several widths, that is not done to what fills some by itself, or is one short butterfly. */
static double plain_cost(const ata_costs *costs, ata_lines lines, const table *t, int64_t n, double alone)
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
    if (several && smallest < n && width_of(costs, n, smallest) > 0) return INFINITY;
    const double slower =
        lines == ATA_LINES_SOME ? pow((double)costs->lanes / (double)costs->narrowest, 0.75) : 1; /* half empty */
    return t->best[whole] * slower + costs->pass;
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
static double paired_cost(const ata_costs *costs, ata_lines lines, int64_t n, int64_t *first)
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
        if (lines < ATA_LINES_FEW && width_of(costs, n, s) == 0) continue;
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
static double append_chain(const ata_costs *costs, ata_lines lines, const divisors *all, int64_t n, double most,
                           ata_steps *steps)
{
    if (n > costs->paired_stages) return INFINITY;
    table t;
    t.all = *all;
    ata_costs columns = paired_columns(costs);
    columns.stage = costs->paired_line / 2 / (double)n; /* as much for two as paired_cost() has it */
    fill(&columns, false, &t);
    double best = INFINITY;
    int64_t last = 0;
    for (int64_t s = 2; s < ATA_COSTS_RADICES; s++) {
        const int rest = t.number[s] > 0 ? all->count - 1 - t.number[s] : 0;
        if (rest == 0 || !isfinite(t.best[rest]) || t.number[t.radix[rest]] == rest || width_of(costs, n, s) == 0)
            continue;
        const double empty = (double)(paired_vectors(costs, s) * costs->paired_lanes) / (double)s - 1;
        const double ns = t.best[rest] * (1 + 0.4 * empty) + columns.stage + columns.radix[s] +
                          last_cost(costs, s) / (double)(s * costs->paired_lanes);
        if (!ata_costs_less(ns, best)) continue;
        best = ns;
        last = s;
    }
    if (lines == ATA_LINES_APART) best += costs->pass + COLLECT_NS / (double)n;
    if (!ata_costs_less(best, most)) return best;
    const bool added =
        append(&t, all->count - 1 - t.number[last], steps) && ata_steps_add(steps, ATA_OP_RADIX, last) >= 0;
    return added ? best : INFINITY;
}

bool ata_radices_can_pair(const ata_costs *costs, int64_t n)
{
    int64_t first;
    return isfinite(paired_cost(costs, ATA_LINES_FEW, n, &first));
}

/* Whether the pieces of a line are whole vectors, which begins with stages of so many branches, has those of divisor
 * `rest` and then its last one: all but the longest of the rest, which is done last, must fill them. */
static bool fills_pieces(const ata_costs *costs, const table *t, int64_t branches, int rest)
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
    return last % costs->spread_rows == 0 || n / first > 2 * costs->spread_parted ? 2 : 1;
}

/* Whether a line of n points may begin and end so. Branches are no more than can be gone through by turns, and where
 * two stages make them so many that each stays in a cache. */
static bool may_be(const ata_costs *costs, const table *t, int64_t n, spread_ends ends)
{
    enum { FEWEST_TWICE = 30, ENOUGH_TWICE = 60, MOST_TWICE = 128, MOST_ONCE = 10, LONG = 16 };
    if (n % (ends.first * ends.second * ends.last) != 0) return false;
    const int parting = parting_of(costs, n, ends.first, ends.last);
    if (parting < 2) return ends.second == 1 && (parting == 0 || ends.first <= MOST_ONCE);
    const int64_t branches = ends.first * ends.second;
    const int64_t least = n < LONG * costs->spread_parted ? FEWEST_TWICE : ENOUGH_TWICE;
    return t->number[ends.second] > 0 && branches >= least && branches <= MOST_TWICE;
}

/* What such ends cost, a point, with a third radix behind them. Points of a butterfly that lie where the caller has
 * them take longer the more of them there are, beyond a few which stay in a cache wherever they lie: twice as much
 * where two stages part a line, since hardware looks ahead of a block at a time, no further. There the third, too, has
 * rows by themselves, which must be long for as many factors as its butterflies have. */
static double ends_cost(const ata_costs *costs, spread_ends ends, int64_t third)
{
    enum { FEW_POINTS = 4 };
    const double ns = cost_of(costs, ends.first) + cost_of(costs, ends.last);
    const int64_t few = ends.second > 1 ? costs->spread_rows / 2 : FEW_POINTS; /* of half a line of the cache each */
    const double far = ends.first > few ? costs->spread_first * (double)(ends.first - few) : 0;
    if (ends.second == 1) return ns + far;
    const double factors = third > ends.last / 2 ? costs->spread_factor * (double)(third - ends.last / 2) : 0;
    return ns + 2 * far + cost_of(costs, ends.second) + factors;
}

/* The shortest radix of a divisor. */
static int64_t shortest_of(const table *t, int d)
{
    int64_t shortest = ATA_COSTS_RADICES;
    for (; d > 0; d -= t->number[t->radix[d]])
        if (t->radix[d] < shortest) shortest = t->radix[d];
    return shortest;
}

/* The cheapest ends of a long line, with the cost of all; infinitely much for none. */
static double choose_spread(const ata_costs *costs, const table *t, int64_t n, spread_ends *ends)
{
    const int whole = t->all.count - 1;
    double best = INFINITY;
    for (int64_t c = costs->spread_last; c > 1; c--) {
        if (t->number[c] == 0 || width_of(costs, n, c) < costs->lanes) continue;
        for (int64_t a = 2; a < ATA_COSTS_RADICES; a++) {
            if (t->number[a] == 0 || !costs->ends[a]) continue;
            for (int64_t b = 1; b < ATA_COSTS_RADICES; b++) {
                const spread_ends found = {a, b, c};
                if (!may_be(costs, t, n, found)) continue;
                const int rest = whole - t->number[a] - t->number[b] - t->number[c]; /* 1 has the number 0 */
                if (!isfinite(t->best[rest])) continue;
                const double ns = t->best[rest] + ends_cost(costs, found, shortest_of(t, rest));
                if (!ata_costs_less(ns, best) || !fills_pieces(costs, t, a * b, rest)) continue;
                best = ns;
                *ends = found;
            }
        }
    }
    return best;
}

/* Whether a line by itself has radices of its own because it is spread: those before the last two must fill vectors. */
static bool is_spread(const ata_costs *costs, int64_t n)
{
    return costs->spread_least > 0 && n >= costs->spread_least && n % costs->lanes == 0;
}

/* The radices of a long line. The last stage but one finds the points of its butterflies furthest apart, and does best
 * with the longest of those that are neither first nor last. Those of branches become longer one by one. */
static double append_spread(const ata_costs *given, table *t, int64_t n, bool ends, ata_steps *steps)
{
    static const double SPILLED = 1.3; /* registers, to where the streams go */
    spread_ends at = {0};
    ata_costs costs = *given;
    if (!is_spread(&costs, n)) return INFINITY;
    costs.stage += costs.spread_stage;
    for (int64_t r = LONGEST_WIDE + 1; r < ATA_COSTS_RADICES; r++) costs.radix[r] *= SPILLED;
    fill(&costs, ends, t);
    const double ns = choose_spread(&costs, t, n, &at);
    if (!isfinite(ns) || ata_steps_add(steps, ATA_OP_RADIX, at.first) < 0) return INFINITY;
    if (at.second > 1 && ata_steps_add(steps, ATA_OP_RADIX, at.second) < 0) return INFINITY;
    const int behind = steps->count, second = t->number[at.second]; /* 1 has the number 0 */
    if (!append(t, t->all.count - 1 - t->number[at.first] - second - t->number[at.last], steps)) return INFINITY;
    if (second == 0) move_step(steps->step, behind, steps->count - 1);
    else reverse_steps(steps->step + behind, steps->count - behind);
    return ata_steps_add(steps, ATA_OP_RADIX, at.last) < 0 ? INFINITY : ns + costs.combine;
}

static double append_contiguous(const ata_costs *costs, ata_lines lines, bool pairs, table *t, int64_t n, bool ends,
                                ata_steps *steps)
{
    const int whole = t->all.count - 1, first = steps->count;
    const double spread = append_spread(costs, t, n, ends, steps);
    if (isfinite(spread)) return spread;
    steps->count = first;
    fill(costs, ends, t);
    const double alone = fmin(whole_cost(costs, lines, t, n), pairs ? whole_paired_cost(costs, n) : INFINITY);
    double ns = plain_cost(costs, lines, t, n, alone);
    const bool one = !ata_costs_less(ns, alone);
    if (one) ns = alone;
    int64_t radix = 0;
    const double paired = pairs ? paired_cost(costs, lines, n, &radix) : INFINITY;
    const bool two = ata_costs_less(paired, ns);
    if (two) ns = paired;
    const double chain = pairs ? append_chain(costs, lines, &t->all, n, ns, steps) : INFINITY;
    if (ata_costs_less(chain, ns)) return chain;
    /* Where lines are many, and vectors wide, lanes of their own are no better than this. */
    const bool many = lines < ATA_LINES_FEW && costs->lanes > costs->narrowest;
    const bool best = isfinite(chain) || (isfinite(paired) && (many || costs->paired_stages > 0));
    const int64_t last = best ? 0 : choose_last(costs, lines, t, n, &ns);
    if (!isfinite(ns)) return INFINITY;
    if (two && !last)
        return ata_steps_add(steps, ATA_OP_RADIX, radix) < 0 || ata_steps_add(steps, ATA_OP_RADIX, n / radix) < 0
                   ? INFINITY
                   : ns;
    if (one && !last) return ata_steps_add(steps, ATA_OP_RADIX, n) < 0 ? INFINITY : ns;
    if (!append(t, last ? whole - t->number[last] : whole, steps)) return INFINITY;
    if (!put_end(costs, steps, first, steps->count, first) && !last) ns += costs->pass;
    if (last && ata_steps_add(steps, ATA_OP_RADIX, last) < 0) return INFINITY;
    return ns;
}

/* Whether many lines of n neighbouring points are one butterfly each, whatever stages would seem to cost: those would
 * be copied to lie side by side, and vectors of several widths do without. */
static bool is_one_butterfly(const ata_costs *costs, ata_lines lines, int64_t n)
{
    const bool many = lines == ATA_LINES_CONTIGUOUS || lines == ATA_LINES_SOME;
    return many && n <= LONGEST_WIDE && costs->radix[n] > 0 && costs->lanes > costs->narrowest;
}

/* --- Either ------------------------------------------------------------------------------------------------------ */

double ata_radices_append(const ata_costs *costs, ata_lines lines, bool pairs, int64_t n, ata_steps *steps)
{
    table t;
    if (n == 1) return ata_steps_add(steps, ATA_OP_RADIX, 1) < 0 ? INFINITY : costs->radix[1];
    if (!find_divisors(n, &t.all)) return INFINITY;
    if (is_one_butterfly(costs, lines, n)) {
        fill(costs, false, &t);
        return ata_steps_add(steps, ATA_OP_RADIX, n) < 0 ? INFINITY : whole_cost(costs, lines, &t, n);
    }
    double best = INFINITY;
    ata_steps found = {.count = 0};
    for (int ends = 0; ends < 2; ends++) {
        ata_steps tried = {.count = 0};
        const double ns = lines == ATA_LINES_COLUMNS ? append_columns(costs, pairs, &t, ends, &tried)
                                                     : append_contiguous(costs, lines, pairs, &t, n, ends, &tried);
        if (!ata_costs_less(ns, best)) continue;
        best = ns;
        found = tried;
    }
    return isfinite(best) && ata_steps_append(steps, &found) ? best : INFINITY;
}
