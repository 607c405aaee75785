/* full.c - n real points through a complex transform of n points whose imaginary parts are 0: for odd lengths.
 *
 * Where an engine knows that the first stage meets real points, of the r sequences that a radix r leaves it need only
 * do r/2 + 1, since the others are their conjugates. A large r leaves the least; a very large one costs too much.
 */
#include "planner/rules/rules.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    (void)costs;
    return goal->n >= 1;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

/* The radix to begin with, if it is to halve the work of the rest, which should fill vectors; 0 for none. */
static int64_t choose_first(const ata_costs *costs, int64_t n)
{
    enum { LARGEST = 16 };
    int64_t best = 0;
    for (int64_t r = 3; r < ATA_COSTS_RADICES && r < n; r++) {
        const bool good = r <= LARGEST && n / r >= costs->narrowest;
        if (n % r == 0 && costs->divides[r] && (good || best == 0)) best = r;
    }
    return n % 2 == 1 ? best : 0;
}

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const int64_t first = choose_first(ata_planner_costs(planner), goal->n);
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = first > 0 ? goal->n / first : goal->n};
    if (first == 0) return ata_rule_wrap(&ata_rule_full, planner, goal, &inner, steps);
    const int index = ata_steps_add(steps, ATA_OP_FULL, goal->n);
    if (index < 0 || ata_steps_add(steps, ATA_OP_RADIX, first) < 0) return ata_rule_give_up(&ata_rule_full, goal);
    ATA_TRY(ata_planner_solve(planner, &inner, steps));
    ata_steps_close(steps, index);
    return ATA_OK;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

static double cost(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped)
{
    (void)line;
    const int64_t first = step->span > 2 && step->n % 2 == 1 && step[1].span == 1 ? step[1].n : 1;
    const bool divides = first < ATA_COSTS_RADICES && costs->divides[first];
    const double part = divides ? (double)(first / 2 + 1) / (double)first : 1;
    return wrapped * part + (double)step->n * costs->real_step;
}

const ata_rule ata_rule_full = {
    .name = "full",
    .summary = "real points as complex ones whose imaginary part is 0",
    .type = ATA_GOAL_REAL,
    .op = ATA_OP_FULL,
    .applies = applies,
    .make = make,
    .cost = cost,
};
