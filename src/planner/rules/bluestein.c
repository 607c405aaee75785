/* bluestein.c - Bluestein's chirp algorithm: a transform of any length n as a convolution of m >= 2n - 1 points.
 *
 * With j k = (j^2 + k^2 - (k - j)^2) / 2 the transform is a multiplication by a chirp, a convolution with the conjugate
 * chirp, and another multiplication. The convolution may have any length from 2n - 1 on, so that one is taken which is
 * cheap, and that leaves what it takes for the chirp's spectrum to be known without a transform.
 */
#include <math.h>

#include "core/chirp.h"
#include "core/integer.h"
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return ata_integer_largest_factor(goal->n) > ata_rule_largest_prime(costs);
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

/* The cheapest of the lengths c 2^k that are just long enough. For a long one, where every per cent is many points,
 * there are more of them, with more radices and small ones: those must be cheaper by more than an estimate is worth. */
static int64_t choose_length(ata_planner *planner, int64_t n)
{
    static const int64_t odd[] = {1,  3,  5,  7,  9,   15,  21,  25,  27,  35,  45,
                                  49, 63, 75, 81, 105, 125, 135, 147, 175, 189, 225};
    enum { ALL = sizeof odd / sizeof odd[0], FEW = ALL / 2, LONG = 8192 };
    static const double WORTH = 1.03;
    const int64_t least = ata_chirp_least(n);
    int64_t best = 0;
    double best_ns = INFINITY;
    for (int i = 0; i < (least < LONG ? FEW : ALL); i++) {
        int64_t m = odd[i];
        while (m < least) m *= 2;
        const double ns = ata_rule_estimate_inside(planner, m) * (i < FEW ? 1 : WORTH);
        if (ata_costs_less(ns, best_ns)) {
            best_ns = ns;
            best = m;
        }
    }
    return best;
}

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const int64_t m = choose_length(planner, goal->n);
    if (m == 0) return ata_rule_give_up(&ata_rule_bluestein, goal);
    return ata_rule_convolve(&ata_rule_bluestein, planner, goal, m, steps);
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    const double m = (double)ata_steps_length(step + 1, step->span - 1);
    return 2 * wrapped + (m + 2 * (double)step->n) * costs->multiply + costs->chirp;
}

const ata_rule ata_rule_bluestein = {
    .name = "bluestein",
    .summary = "any length as a convolution with a chirp, of a length that is cheap",
    .type = ATA_GOAL_COMPLEX,
    .op = ATA_OP_BLUESTEIN,
    .applies = applies,
    .make = make,
    .cost = cost,
};
