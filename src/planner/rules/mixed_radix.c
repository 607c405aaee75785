/* mixed_radix.c - Cooley-Tukey: a line of n = r1 r2 r3 ... points in stages of radix r1, r2, r3 ...
 *
 * ata_radices_append() finds the radices. A prime factor without a butterfly becomes one stage that wraps Rader's or
 * Bluestein's algorithm; it stands first.
 */
#include <math.h>

#include "core/integer.h"
#include "planner/radices.h"
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

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_costs *costs = ata_planner_costs(planner);
    int64_t smooth = 1;
    for (int64_t rest = goal->n; rest > 1;) {
        const int64_t prime = ata_integer_smallest_factor(rest);
        const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = prime};
        for (; rest % prime == 0; rest /= prime) {
            if (has_radix(costs, prime)) smooth *= prime;
            else ATA_TRY(ata_planner_solve(planner, &inner, steps));
        }
    }
    if (smooth == 1 && goal->n > 1) return ATA_OK; /* nothing but wrapped stages */
    const ata_pairs pairs = smooth == goal->n ? ata_planner_pairs(planner) : (ata_pairs){.are = false};
    if (!isfinite(ata_radices_append(planner, pairs, smooth, steps)))
        return ata_rule_give_up(&ata_rule_mixed_radix, goal);
    return ATA_OK;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

/* Whether the CPU engine does a line by itself as streams. */
static bool is_stream(const ata_costs *costs, int64_t line)
{
    return costs->spread_least > 0 && line >= costs->spread_least;
}

/* Out of the cache a stage is slower; most where its rows, at distances that are powers of two, fall on the same few
 * lines of the cache. */
static double slowness(const ata_costs *costs, int64_t line)
{
    enum { CONFLICT = 1024, FAR = 16 };
    const double least = 1 + (costs->out_of_cache - 1) / 3;
    if (line <= costs->cache_points) return 1;
    if (is_stream(costs, line)) return costs->spread_slow;
    if (line % CONFLICT == 0 || line > FAR * costs->cache_points) return costs->out_of_cache;
    return least;
}

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)wrapped;
    if (!has_radix(costs, step->n)) return INFINITY;
    return (double)step->n * (costs->radix[step->n] + costs->stage) * slowness(costs, line);
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
