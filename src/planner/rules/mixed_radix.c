/* mixed_radix.c - Cooley-Tukey: a line of n = r1 r2 r3 ... points in stages of radix r1, r2, r3 ...
 *
 * The radices are those that cost least in sum (96 = 12 8, 6 16, 3 32 ...), by a dynamic programme over the divisors of
 * n. A prime factor without a butterfly becomes one stage that wraps Rader's or Bluestein's algorithm; it stands first.
 *
 * Their order matters little to an engine that does many lines side by side, and much to one that fills its vectors from
 * a single line: see put_ends().
 */
#include <math.h>

#include "core/integer.h"
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool has_radix(const ata_costs *costs, int64_t n)
{
    return n < ATA_COSTS_RADICES && costs->radix[n] > 0;
}

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return has_radix(costs, goal->n) || ata_integer_smallest_factor(goal->n) < goal->n;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

enum { MAX_PRIMES = 16, MAX_DIVISORS = 4096 };

/* The divisors of prime[0]^exponent[0] prime[1]^exponent[1] ...: number d has the exponents d / weight[i] modulo
 * exponent[i] + 1. */
typedef struct divisors {
    int primes, count;
    int64_t prime[MAX_PRIMES];
    int exponent[MAX_PRIMES], weight[MAX_PRIMES];
} divisors;

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

/* Append the cheapest radices whose product is the last of the divisors, or the cheapest of those that can read and write
 * the caller's memory. `whole` is a factor on the cost of a single one. Returns what they cost; infinitely much when there are none. */
static double add_radices(const ata_costs *costs, const divisors *all, double whole, bool ends, ata_steps *steps)
{
    double best[MAX_DIVISORS] = {0};
    int64_t last[MAX_DIVISORS] = {0}; /* the radix that reaches this divisor best */
    int number[ATA_COSTS_RADICES] = {0};
    for (int64_t radix = 2; radix < ATA_COSTS_RADICES; radix++)
        if (costs->radix[radix] > 0 && (costs->ends[radix] || !ends)) number[radix] = number_of(all, radix);
    for (int d = 1; d < all->count; d++) {
        best[d] = INFINITY;
        for (int64_t radix = 2; radix < ATA_COSTS_RADICES; radix++) {
            if (number[radix] == 0 || number[radix] > d || !divides(all, number[radix], d)) continue;
            const double factor = number[radix] == all->count - 1 ? whole : 1;
            const double ns = best[d - number[radix]] + costs->radix[radix] * factor;
            if (ns >= best[d]) continue;
            best[d] = ns;
            last[d] = radix;
        }
    }
    if (!isfinite(best[all->count - 1])) return INFINITY;
    for (int d = all->count - 1; d > 0; d -= number[last[d]])
        if (ata_steps_add(steps, ATA_OP_RADIX, last[d]) < 0) return INFINITY;
    return best[all->count - 1];
}

/* Large radices first. */
static void sort_radices(ata_steps *steps)
{
    for (int i = 1; i < steps->count; i++)
        for (int j = i; j > 0 && steps->step[j].n > steps->step[j - 1].n; j--) {
            const ata_step swap = steps->step[j];
            steps->step[j] = steps->step[j - 1];
            steps->step[j - 1] = swap;
        }
}

static void move_step(ata_steps *steps, int from, int to)
{
    const ata_step moved = steps->step[from];
    for (int i = from; i < to; i++) steps->step[i] = steps->step[i + 1];
    for (int i = from; i > to; i--) steps->step[i] = steps->step[i - 1];
    steps->step[to] = moved;
}

/* How well a radix serves as the last: an engine whose vectors hold `lanes` points takes the lanes of a single line from
 * it. Multiples waste nothing; shorter ones leave only narrower vectors. */
static int rank_last(const ata_costs *costs, int64_t radix)
{
    int rank = 0;
    if (!costs->combines[radix]) return rank;
    for (int64_t width = 2; width <= costs->lanes && width <= radix; width *= 2) rank += radix % width == 0 ? 3 : 2;
    return rank;
}

/* The best radix for the end goes there, and one that can read the caller's memory to the beginning; among equals the
 * largest. The steps are sorted. */
static void put_ends(const ata_costs *costs, ata_steps *steps)
{
    if (steps->count == 0) return;
    int last = 0;
    for (int i = 1; i < steps->count; i++)
        if (rank_last(costs, steps->step[i].n) > rank_last(costs, steps->step[last].n)) last = i;
    move_step(steps, last, steps->count - 1);
    for (int i = 0; i < steps->count - 1; i++)
        if (costs->ends[steps->step[i].n]) {
            move_step(steps, i, 0);
            return;
        }
}

/* Whether a list that put_ends() has ordered needs no copy on its way in. */
static bool begins_well(const ata_costs *costs, const ata_steps *steps)
{
    return steps->count < 2 || costs->ends[steps->step[0].n];
}

/* Whether a line can be two butterflies that each fill the narrowest vectors. */
static bool can_halve(const ata_costs *costs, int64_t n)
{
    for (int64_t radix = costs->narrowest; radix < ATA_COSTS_RADICES; radix++)
        if (costs->combines[radix] && n % radix == 0 && n / radix >= costs->narrowest) return true;
    return false;
}

/* Append the radices of a smooth length, in order; false when there are none, or no room. */
static bool append_radices(const ata_costs *costs, ata_lines lines, int64_t n, const divisors *smooth, ata_steps *steps)
{
    const double whole = can_halve(costs, n) ? costs->whole[lines] : 1;
    ata_steps any = {.count = 0}, direct = {.count = 0};
    if (n == 1) ata_steps_add(&any, ATA_OP_RADIX, 1);
    const double any_ns = add_radices(costs, smooth, whole, false, &any);
    if (!isfinite(any_ns)) return false;
    sort_radices(&any);
    put_ends(costs, &any);
    if (begins_well(costs, &any)) return ata_steps_append(steps, &any);
    const double direct_ns = add_radices(costs, smooth, whole, true, &direct);
    if (direct_ns > any_ns + costs->pass) return ata_steps_append(steps, &any);
    sort_radices(&direct);
    put_ends(costs, &direct);
    return ata_steps_append(steps, &direct);
}

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_costs *costs = ata_planner_costs(planner);
    divisors smooth = {.count = 1};
    for (int64_t rest = goal->n; rest > 1;) {
        const int64_t prime = ata_integer_smallest_factor(rest);
        int exponent = 0;
        for (; rest % prime == 0; rest /= prime) exponent++;
        if (has_radix(costs, prime)) {
            if (smooth.primes == MAX_PRIMES || smooth.count > MAX_DIVISORS / (exponent + 1))
                return ata_rule_give_up(&ata_rule_mixed_radix, goal);
            smooth.prime[smooth.primes] = prime;
            smooth.exponent[smooth.primes] = exponent;
            smooth.weight[smooth.primes++] = smooth.count;
            smooth.count *= exponent + 1;
        } else {
            const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = prime};
            for (int i = 0; i < exponent; i++) ATA_TRY(ata_planner_solve(planner, &inner, steps));
        }
    }
    if (!append_radices(costs, ata_planner_lines(planner), goal->n, &smooth, steps))
        return ata_rule_give_up(&ata_rule_mixed_radix, goal);
    return ATA_OK;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)wrapped;
    if (!has_radix(costs, step->n)) return INFINITY;
    const double ns = (double)step->n * costs->radix[step->n];
    return line > costs->cache_points ? ns * costs->out_of_cache : ns;
}

const ata_rule ata_rule_mixed_radix = {
    .name = "mixed-radix",
    .summary = "butterfly stages whose radices multiply to the length (Cooley-Tukey)",
    .type = ATA_GOAL_COMPLEX,
    .op = ATA_OP_RADIX,
    .applies = applies,
    .make = make,
    .cost = cost,
};
