/* choose.c - recipes for whole problems, made of the solutions along each dimension.
 *
 * To list recipes worth measuring, the planner is asked again with a cost table that makes some choice dearer or
 * cheaper than it is believed to be: whatever it then answers is the best recipe that makes, or avoids, that choice.
 */
#include <math.h>
#include <stdlib.h>

#include "core/integer.h"
#include "core/memory.h"
#include "planner/join.h"
#include "planner/planner.h"
#include "planner/radices.h"
#include "planner/solver.h"

static ata_goal goal_of(const ata_problem *problem, int d)
{
    ata_goal goal = {.type = ATA_GOAL_PASSES, .kind = ATA_C2C, .n = problem->dim[d].n};
    if (!ata_problem_is_real_dim(problem, d)) return goal;
    if (problem->kind == ATA_R2C || problem->kind == ATA_C2R) {
        goal.type = ATA_GOAL_REAL;
        goal.kind = problem->kind;
        return goal;
    }
    goal.type = ATA_GOAL_TRIGONOMETRIC;
    goal.kind = problem->kind;
    return goal;
}

/* How many lines lie between the points of a line along dimension d; no more than needed to see that there are
 * `enough`. */
static int64_t count_beside(const ata_problem *problem, int64_t enough, int d)
{
    const int64_t in = llabs(problem->dim[d].stride_in), out = llabs(problem->dim[d].stride_out);
    int64_t beside = 1;
    for (int other = 0; other < problem->rank && beside < enough; other++) {
        const ata_dim *dim = &problem->dim[other];
        if (other != d && llabs(dim->stride_in) < in && llabs(dim->stride_out) < out)
            beside *= ata_problem_length_between(problem, other);
    }
    for (int b = 0; b < problem->batch_rank && beside < enough; b++) {
        const ata_dim *dim = &problem->batch[b];
        if (llabs(dim->stride_in) < in && llabs(dim->stride_out) < out) beside *= dim->n;
    }
    return beside;
}

/* Whether they are fewer than fill any vector, and other lines are behind them: two or three columns, many times. */
static bool has_narrow_columns(const ata_problem *problem, const ata_costs *costs, int d)
{
    const int64_t beside = count_beside(problem, costs->narrowest, d);
    return beside > 1 && beside < costs->narrowest;
}

/* How many lines there are along dimension d; no more than needed to see that there are `enough`. */
static int64_t count_lines(const ata_problem *problem, int64_t enough, int d)
{
    int64_t lines = ata_problem_batch_count(problem);
    for (int other = 0; other < problem->rank && lines < enough; other++)
        if (other != d) lines *= ata_problem_length_between(problem, other);
    return lines;
}

/* Whether lines along dimension d may be done with both parts of a number in one vector. Complex ones whose points lie
 * apart are collected first where there are few of them; `columns`: where they lie side by side, they are done as they
 * are. */
static bool has_pairs(const ata_problem *problem, const ata_costs *costs, int d, bool columns)
{
    const ata_type type = ata_problem_compute_type(problem);
    const bool contiguous = (problem->dim[d].stride_in == 1 && problem->dim[d].stride_out == 1) || costs->collected[d];
    const bool few = costs->behind[d] || count_lines(problem, costs->narrowest, d) < costs->narrowest;
    return problem->layout == ATA_INTERLEAVED && problem->order == ATA_NATURAL && problem->type_in == type &&
           problem->type_out == type && (contiguous || ((few || columns) && !ata_problem_is_real_dim(problem, d)));
}

/* The same, and of columns what ata_pairs tells: those of several dimensions are done where the result goes. */
static ata_pairs pairs_of(const ata_problem *problem, const ata_costs *costs, int d, bool columns)
{
    if (!has_pairs(problem, costs, d, columns)) return (ata_pairs){.are = false};
    if (!columns || ata_problem_is_real_dim(problem, d)) return (ata_pairs){.are = true};
    const int64_t bytes = 2 * ata_type_bytes(ata_problem_compute_type(problem));
    const ata_dim *dim = &problem->dim[d];
    const int64_t in = problem->rank > 1 ? dim->stride_out : dim->stride_in;
    const bool few = count_beside(problem, costs->lanes, d) < costs->lanes;
    return (ata_pairs){.are = true, .row_in = bytes * in, .row_out = bytes * dim->stride_out, .few = few};
}

/* From which length on real lines along dimension d are done each by itself; 0 for none. */
static int64_t least_alone(const ata_problem *problem, const ata_costs *costs, int d)
{
    const int64_t n = problem->dim[d].n;
    const bool pairs = (problem->kind == ATA_R2C || problem->kind == ATA_C2R) && n % 2 == 0 && n != costs->paired_but &&
                       has_pairs(problem, costs, d, false) && ata_radices_can_pair(costs, n / 2);
    if (!pairs || costs->paired_points == 0) return costs->real_points;
    const bool few = costs->paired_few_points > 0 && count_lines(problem, costs->paired_many, d) < costs->paired_many;
    return few ? costs->paired_few_points : costs->paired_points;
}

/* How the lines along dimension d lie. */
static ata_lines lines_of(const ata_problem *problem, const ata_costs *costs, int d)
{
    const int64_t lines = count_lines(problem, costs->lanes, d);
    const ata_dim *dim = &problem->dim[d];
    const bool contiguous = dim->stride_in == 1 && dim->stride_out == 1;
    if (costs->collected[d] || costs->behind[d]) return ATA_LINES_FEW;
    if (lines < costs->narrowest) return contiguous || lines == 1 ? ATA_LINES_FEW : ATA_LINES_APART;
    if (ata_problem_is_real_dim(problem, d) && !costs->ways) {
        const int64_t least = least_alone(problem, costs, d);
        const bool usually = least > 0 && dim->n >= least;
        const bool alone = contiguous && (costs->real_alone != 0 ? costs->real_alone > 0 : usually);
        return alone ? ATA_LINES_FEW : ATA_LINES_COLUMNS; /* of the packed points, once they are gathered */
    }
    if (!contiguous)
        return costs->lanes > costs->narrowest && has_narrow_columns(problem, costs, d) ? ATA_LINES_APART
                                                                                        : ATA_LINES_COLUMNS;
    return lines < costs->lanes ? ATA_LINES_SOME : ATA_LINES_CONTIGUOUS;
}

/* Whether a line in bit-reversed order is better done in natural order, and reversed by a pass of its own. */
static bool reverses(const ata_costs *costs, const ata_problem *problem, const ata_steps *passes)
{
    return problem->rank == 1 && problem->order != ATA_NATURAL && costs->reverse_points > 0 &&
           problem->dim[0].n >= costs->reverse_points && passes->step[0].span == passes->count &&
           lines_of(problem, costs, 0) != ATA_LINES_COLUMNS;
}

/* Append the passes along dimension d: those inside the ATA_OP_LINE steps of a complex dimension, or the one of a real
 * dimension. */
static ata_status add_dimension(ata_planner *planner, const ata_problem *problem, int d, ata_recipe *recipe)
{
    const ata_goal goal = goal_of(problem, d);
    ata_steps steps = {.count = 0}, line;
    const ata_lines lines = lines_of(problem, ata_planner_costs(planner), d);
    ata_planner_set_lines(planner, lines);
    ata_planner_set_pairs(planner, pairs_of(problem, ata_planner_costs(planner), d, lines == ATA_LINES_COLUMNS));
    ATA_TRY(ata_planner_solve(planner, &goal, &steps));
    if (goal.type != ATA_GOAL_PASSES) return ata_recipe_add_pass(recipe, ATA_FORM_NATURAL, d, &steps);
    const bool apart = reverses(ata_planner_costs(planner), problem, &steps);
    const ata_form form = apart ? ATA_FORM_NATURAL : ata_form_of(problem);
    if (apart && problem->direction == ATA_INVERSE)
        ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, d, goal.n));
    for (int s = 0; s < steps.count; s += steps.step[s].span) {
        line.count = 0;
        for (int i = 1; i < steps.step[s].span; i++) line.step[line.count++] = steps.step[s + i];
        ATA_TRY(ata_recipe_add_pass(recipe, form, d, &line));
    }
    if (apart && problem->direction == ATA_FORWARD)
        ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, d, goal.n));
    return ATA_OK;
}

static bool trivial(const ata_problem *problem, int d)
{
    return problem->dim[d].n == 1 && !ata_problem_is_real_dim(problem, d);
}

/* A reversal goes over memory once along each dimension. */
static ata_status make_reversal(const ata_problem *problem, ata_recipe *recipe)
{
    for (int d = problem->rank - 1; d >= 0; d--)
        ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, d, problem->dim[d].n));
    return ATA_OK;
}

static ata_status make_recipe(ata_planner *planner, const ata_problem *problem, ata_recipe *recipe)
{
    *recipe = (ata_recipe){.pass_count = 0};
    if (problem->kind == ATA_REVERSE) return make_reversal(problem, recipe);
    if (ata_join_applies(ata_planner_costs(planner), problem)) {
        ATA_TRY(ata_join_make(ata_planner_costs(planner), problem, recipe));
        if (recipe->pass_count > 0) return ATA_OK;
    }
    const int rank = problem->rank;
    /* The last dimension first, except that c2r ends with it. */
    for (int i = 0; i < rank; i++) {
        const int d = problem->kind == ATA_C2R ? (i < rank - 1 ? rank - 2 - i : rank - 1) : rank - 1 - i;
        if (!trivial(problem, d)) ATA_TRY(add_dimension(planner, problem, d, recipe));
    }
    /* A transform of one point still has to be copied, converted and scaled. */
    if (recipe->pass_count == 0) ATA_TRY(add_dimension(planner, problem, rank - 1, recipe));
    return ATA_OK;
}

ata_status ata_planner_choose(const ata_rule *const *rules, const ata_costs *costs, const ata_problem *problem,
                              ata_choice *choice)
{
    ata_planner *planner;
    ATA_TRY(ata_planner_create(&planner, rules, costs));
    const ata_status status = make_recipe(planner, problem, &choice->recipe);
    ata_planner_destroy(planner);
    ATA_TRY(status);
    choice->seconds = ata_planner_cost(rules, costs, problem, &choice->recipe);
    return ATA_OK;
}

/* --- Alternatives ------------------------------------------------------------------------------------------------ */

/* Cost tables that differ from the believed one: composite radices only up to 16, or to 8; lines split later, or
 * sooner, or never; one algorithm avoided or favoured. And of an engine that joins passes, less in a sweep. */
enum { VARIANTS = 14, JOINED_VARIANTS = 17 };

static void forbid_above(ata_costs *costs, int64_t largest)
{
    for (int64_t radix = largest + 1; radix < ATA_COSTS_RADICES; radix++)
        if (!ata_integer_is_prime(radix)) costs->radix[radix] = 0; /* primes have no other way */
}

/* Shorter lines had better be split into passes. */
static void split_more(ata_costs *costs, int64_t factor)
{
    costs->unsplit = false;
    costs->split_points /= factor;
    costs->cache_points /= factor;
    costs->out_of_cache *= (double)factor;
    costs->spread_slow *= (double)factor;
}

/* Tiles that one processor works on, and none that several share. */
static void limit_tiles(ata_costs *costs, ata_sweeps *sweeps)
{
    *sweeps = *costs->sweeps;
    for (int bits = 0; bits < ATA_SWEEP_BITS; bits++) {
        if (bits > sweeps->block_bits) sweeps->contiguous[bits] = 0;
        if (bits + sweeps->strip_bits > sweeps->block_bits) sweeps->columns[bits] = 0;
    }
    costs->sweeps = sweeps;
}

/* Dimension by dimension, in the shortest passes that are known. */
static void take_short_ways(ata_costs *costs)
{
    costs->sweeps = NULL;
    if (!costs->short_ways) return;
    costs->ways = costs->short_ways;
    costs->columns = costs->few = costs->real = costs->real_back = NULL;
}

/* `sweeps`: room for those of the variant. */
static ata_costs variant(const ata_costs *believed, int index, ata_sweeps *sweeps)
{
    static const ata_op avoided[] = {ATA_OP_RADER, ATA_OP_BLUESTEIN, ATA_OP_GOOD_THOMAS, ATA_OP_HALF};
    ata_costs costs = *believed;
    switch (index) {
    case 0: break;
    case 1: forbid_above(&costs, 16); break;
    case 2: forbid_above(&costs, 8); break;
    case 3: costs.radix[9] = 0; break;
    case 4: costs.unsplit = true; break;
    case 5: costs.split_points *= 4; break;
    case 6: split_more(&costs, 4); break;
    case 7: split_more(&costs, 16); break;
    case 8: costs.bias[ATA_OP_GOOD_THOMAS] = 0.1; break;
    case 9: costs.calls = costs.few_calls = NULL; break;
    case 14: limit_tiles(&costs, sweeps); break;
    case 15: costs.sweeps = NULL; break;
    case 16: take_short_ways(&costs); break;
    default: costs.bias[avoided[index - 10]] = 1e6; break;
    }
    return costs;
}

static void insert(ata_choice *choices, int room, int *count, const ata_choice *choice)
{
    for (int i = 0; i < *count; i++)
        if (ata_recipe_equal(&choices[i].recipe, &choice->recipe)) return;
    if (*count == room && choice->seconds >= choices[room - 1].seconds) return;
    int at = *count < room ? (*count)++ : room - 1;
    for (; at > 0 && choices[at - 1].seconds > choice->seconds; at--) choices[at] = choices[at - 1];
    choices[at] = *choice;
}

ata_status ata_planner_list(const ata_rule *const *rules, const ata_costs *costs, const ata_problem *problem, int room,
                            ata_choice *choices, int *count)
{
    double least = 0;
    *count = 0;
    for (int v = 0; v < (costs->sweeps ? JOINED_VARIANTS : VARIANTS); v++) {
        ata_sweeps sweeps;
        const ata_costs varied = variant(costs, v, &sweeps);
        ata_choice choice;
        const ata_status status = ata_planner_choose(rules, &varied, problem, &choice);
        if (status == ATA_ERROR_UNSUPPORTED) continue; /* without that choice there may be no way */
        ATA_TRY(status);
        choice.seconds = ata_planner_cost(rules, costs, problem, &choice.recipe);
        /* What is believed to be best stays so: radices are chosen by more than the cost of their stages. */
        if (v == 0) least = choice.seconds;
        else if (choice.seconds < least) choice.seconds = least;
        if (isfinite(choice.seconds)) insert(choices, room, count, &choice);
    }
    return ATA_OK;
}
