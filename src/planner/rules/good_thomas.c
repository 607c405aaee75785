/* good_thomas.c - the prime factor algorithm: n = a b with no common factor becomes an a x b transform without
 * twiddles.
 *
 * The price is a permutation of the points on the way in and out. It pays where one of the factors is dear, so that
 * what surrounds it hardly matters, or where lines are short.
 */
#include "core/integer.h"
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

/* The power of the largest prime in n. */
static int64_t largest_prime_power(int64_t n)
{
    const int64_t prime = ata_integer_largest_factor(n);
    int64_t power = 1;
    for (; n % prime == 0; n /= prime) power *= prime;
    return power;
}

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return goal->n > 1 && goal->n <= costs->cache_points && largest_prime_power(goal->n) < goal->n;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

/* Append the solution for n as one step. */
static ata_status add_factor(ata_planner *planner, const ata_goal *goal, int64_t n, ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = n};
    ata_steps solution = {.count = 0};
    ATA_TRY(ata_planner_solve(planner, &inner, &solution));
    const bool single = solution.step[0].span == solution.count;
    const int line = single ? 0 : ata_steps_add(steps, ATA_OP_LINE, n);
    if (line < 0 || !ata_steps_append(steps, &solution)) return ata_rule_give_up(&ata_rule_good_thomas, goal);
    if (!single) ata_steps_close(steps, line);
    return ATA_OK;
}

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const int64_t power = largest_prime_power(goal->n);
    const int index = ata_steps_add(steps, ATA_OP_GOOD_THOMAS, goal->n);
    if (index < 0) return ata_rule_give_up(&ata_rule_good_thomas, goal);
    ATA_TRY(add_factor(planner, goal, goal->n / power, steps));
    ATA_TRY(add_factor(planner, goal, power, steps));
    ata_steps_close(steps, index);
    return ATA_OK;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return wrapped + 2 * (double)step->n * costs->permute;
}

const ata_rule ata_rule_good_thomas = {
    .name = "good-thomas",
    .summary = "coprime factors as a two-dimensional transform without twiddles (prime factor algorithm)",
    .type = ATA_GOAL_COMPLEX,
    .op = ATA_OP_GOOD_THOMAS,
    .applies = applies,
    .make = make,
    .cost = cost,
};
