/* reversal.c - the bit-reversal permutation by itself, in two ways. Work-efficient: every point goes to its place at
 * once, which moves it as little as can be. Step-efficient: log2 N - 1 steps that move all points, even ones before odd
 * ones, in parts that get half as long each time; each step is simple, and reads and writes in order.
 */
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

/* --- What they apply to ------------------------------------------------------------------------------------------ */

static const char *refuses(const ata_problem *problem)
{
    return problem->kind == ATA_REVERSE && problem->rank == 1 ? NULL : "one dimension of the kind reverse";
}

/* --- The recipes they make --------------------------------------------------------------------------------------- */

static ata_status make_at_once(const ata_problem *problem, ata_recipe *recipe)
{
    return ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, 0, problem->dim[0].n);
}

/* Two points are where they belong, and are moved all the same: an output is to be written. */
static ata_status make_in_steps(const ata_problem *problem, ata_recipe *recipe)
{
    int64_t n = problem->dim[0].n;
    do ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_UNSHUFFLE, 0, n));
    while ((n /= 2) > 2);
    return ATA_OK;
}

const ata_named ata_named_work_efficient = {
    .name = "work-efficient",
    .paper = ATA_PAPER_EFFECTIVENESS,
    .summary = "a reversal that takes every point to its place at once",
    .refuses = refuses,
    .make = make_at_once,
};

const ata_named ata_named_step_efficient = {
    .name = "step-efficient",
    .paper = ATA_PAPER_EFFECTIVENESS,
    .summary = "a reversal in log2 N - 1 steps, each even points before odd ones",
    .refuses = refuses,
    .make = make_in_steps,
};
