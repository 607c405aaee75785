/* rader.c - Rader's algorithm: a transform of prime length n as a cyclic convolution of n - 1 points.
 *
 * The powers of a generator of the multiplicative group modulo n put the points in an order in which the transform is a
 * convolution with a fixed sequence; the convolution is done by two transforms of n - 1 points. Where n - 1 has large
 * prime factors of its own, it would be a convolution inside a convolution, with twice the rounding errors: there
 * Bluestein's algorithm serves, whose convolution has a length of choice.
 */
#include "core/integer.h"
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    const int64_t largest = ata_rule_largest_prime(costs);
    return goal->n > largest && ata_integer_is_prime(goal->n) && ata_integer_largest_factor(goal->n - 1) <= largest;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    /* A line by itself fills no vectors where most of it is one large butterfly. */
    enum { LARGEST_ALONE = 19 };
    const bool alone = ata_rule_lines_inside(planner, goal->n - 1) >= ATA_LINES_FEW;
    if (alone && ata_integer_largest_factor(goal->n - 1) > LARGEST_ALONE)
        return ata_rule_give_up(&ata_rule_rader, goal);
    return ata_rule_convolve(&ata_rule_rader, planner, goal, goal->n - 1, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    return 2 * wrapped + (double)step->n * (2 * costs->permute + costs->multiply);
}

const ata_rule ata_rule_rader = {
    .name = "rader",
    .summary = "a prime length as a cyclic convolution of one point less",
    .type = ATA_GOAL_COMPLEX,
    .op = ATA_OP_RADER,
    .applies = applies,
    .make = make,
    .cost = cost,
};
