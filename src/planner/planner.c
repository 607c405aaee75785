/* planner.c - solving goals: every rule that applies makes its steps, the cheapest are kept and remembered.
 *
 * What a goal takes while it is being solved lies in the planner, not on the stack: goals inside goals would fill the
 * small one that a thread may have. */
#include "planner/planner.h"

#include <math.h>
#include <stdio.h>

#include "core/integer.h"
#include "core/memory.h"
#include "planner/cost.h"
#include "planner/solver.h"

enum { MEMORY = 96, MAX_DEPTH = 24 };

typedef struct solved {
    ata_goal goal;
    ata_lines lines;
    ata_pairs pairs;
    double ns; /* for one line; infinite when there is no way */
    ata_steps steps;
} solved;

/* A goal that is being solved. */
typedef struct level {
    solved best;
    ata_steps tried; /* of the rule at hand */
} level;

struct ata_planner {
    const ata_rule *const *rules;
    const ata_costs *costs;
    ata_lines lines;
    int depth;       /* of goals inside goals */
    ata_op op;       /* of the rule that makes steps for the innermost one */
    ata_pairs pairs; /* see ata_planner_pairs() */
    int count;
    solved known[MEMORY];
    level levels[MAX_DEPTH + 1];
    ata_radix_tables tables;
};

ata_status ata_planner_create(ata_planner **planner, const ata_rule *const *rules, const ata_costs *costs)
{
    ATA_TRY(ata_memory_create((void **)planner, 1, sizeof **planner, "the planner"));
    (*planner)->rules = rules;
    (*planner)->costs = costs;
    (*planner)->lines = ATA_LINES_COLUMNS;
    (*planner)->depth = 0;
    (*planner)->op = ATA_OP_COUNT;
    (*planner)->pairs = (ata_pairs){.are = false};
    (*planner)->count = 0;
    return ATA_OK;
}

void ata_planner_destroy(ata_planner *planner)
{
    ata_memory_destroy(planner);
}

const ata_costs *ata_planner_costs(const ata_planner *planner)
{
    return planner->costs;
}

ata_radix_tables *ata_planner_tables(ata_planner *planner)
{
    return &planner->tables;
}

ata_lines ata_planner_lines(const ata_planner *planner)
{
    return planner->lines;
}

void ata_planner_set_lines(ata_planner *planner, ata_lines lines)
{
    planner->lines = lines;
}

ata_pairs ata_planner_pairs(const ata_planner *planner)
{
    return planner->pairs;
}

void ata_planner_set_pairs(ata_planner *planner, ata_pairs pairs)
{
    planner->pairs = pairs;
}

static bool same_goal(const ata_goal *a, const ata_goal *b)
{
    return a->type == b->type && a->kind == b->kind && a->n == b->n;
}

static bool same_pairs(ata_pairs a, ata_pairs b)
{
    return a.are == b.are && a.row_in == b.row_in && a.row_out == b.row_out && a.few == b.few;
}

static const solved *recall(const ata_planner *planner, const ata_goal *goal)
{
    for (int i = 0; i < planner->count; i++)
        if (planner->known[i].lines == planner->lines && same_pairs(planner->known[i].pairs, planner->pairs) &&
            same_goal(&planner->known[i].goal, goal))
            return &planner->known[i];
    return NULL;
}

/* Nanoseconds for everything that `steps` does to one line (or, for passes, to one dimension). */
static double cost_of(const ata_planner *planner, const ata_goal *goal, const ata_steps *steps)
{
    if (goal->type != ATA_GOAL_PASSES)
        return ata_cost_steps(planner->rules, planner->costs, steps->step, steps->count, goal->n);
    double ns = 0;
    for (int s = 0; s < steps->count; s += steps->step[s].span) {
        const ata_step *line = &steps->step[s];
        const double wrapped = ata_cost_line(planner->rules, planner->costs, line + 1, line->span - 1, line->n);
        ns += (double)goal->n * (wrapped / (double)line->n + planner->costs->pass);
        if (s + line->span < steps->count) ns += (double)goal->n * planner->costs->twiddle;
    }
    return ns;
}

/* The cheapest way to reach a goal. Fails only where memory or steps run out; no way at all is an infinite cost. */
static ata_status search(ata_planner *planner, const ata_goal *goal, level *at)
{
    solved *best = &at->best;
    best->goal = *goal;
    best->lines = planner->lines;
    best->pairs = planner->pairs;
    best->ns = INFINITY;
    best->steps.count = 0;
    if (planner->depth == MAX_DEPTH) return ATA_OK;
    planner->depth++;
    ata_status status = ATA_OK;
    for (const ata_rule *const *rule = planner->rules; *rule && status == ATA_OK; rule++) {
        if ((*rule)->type != goal->type || !(*rule)->applies(planner->costs, goal)) continue;
        at->tried.count = 0;
        planner->op = (*rule)->op;
        status = (*rule)->make(planner, goal, &at->tried);
        if (status == ATA_ERROR_UNSUPPORTED) {
            status = ATA_OK;
            continue;
        }
        if (status != ATA_OK) break;
        const double ns = cost_of(planner, goal, &at->tried);
        if (ata_costs_less(ns, best->ns)) {
            best->ns = ns;
            best->steps = at->tried;
        }
        if ((*rule)->decides) break;
    }
    planner->depth--;
    return status;
}

/* How the points of what is asked for next lie, as ata_planner_pairs() has it: as they do in the goal of a caller, and
 * inside it in a whole line, or that of half as many points as there are real ones. */
static ata_pairs pairs_inside(const ata_planner *planner)
{
    const bool same = planner->depth == 0 || planner->op == ATA_OP_LINE || planner->op == ATA_OP_HALF;
    return planner->depth <= 1 && same ? planner->pairs : (ata_pairs){.are = false};
}

static ata_status solve(ata_planner *planner, const ata_goal *goal, ata_steps *steps, double *ns)
{
    const ata_pairs pairs = planner->pairs;
    const ata_op op = planner->op;
    planner->pairs = pairs_inside(planner);
    const solved *known = recall(planner, goal);
    level *at = &planner->levels[planner->depth];
    ata_status status = ATA_OK;
    if (!known) status = search(planner, goal, at);
    planner->pairs = pairs;
    planner->op = op;
    ATA_TRY(status);
    if (!known) {
        known = &at->best;
        if (planner->count < MEMORY) planner->known[planner->count++] = at->best;
    }
    *ns = known->ns;
    if (!steps) return ATA_OK;
    if (!isfinite(known->ns) || !ata_steps_append(steps, &known->steps))
        return ata_fail(ATA_ERROR_UNSUPPORTED, "n", "", "another length",
                        "no rule of the planner reaches the length %lld", (long long)goal->n);
    return ATA_OK;
}

ata_status ata_planner_solve(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    double ns;
    return solve(planner, goal, steps, &ns);
}

double ata_planner_estimate(ata_planner *planner, int64_t n)
{
    double ns;
    const ata_goal goal = {.type = ATA_GOAL_COMPLEX, .n = n};
    return solve(planner, &goal, NULL, &ns) == ATA_OK ? ns : INFINITY;
}

int64_t ata_rule_largest_prime(const ata_costs *costs)
{
    int64_t radix = ATA_COSTS_RADICES - 1;
    while (radix > 1 && !(costs->radix[radix] > 0 && ata_integer_is_prime(radix))) radix--;
    return radix;
}

bool ata_rule_is_one_by_one(const ata_costs *costs, int64_t m)
{
    return costs->one_by_one > 0 && m >= costs->one_by_one;
}

ata_lines ata_rule_lines_inside(const ata_planner *planner, int64_t m)
{
    return ata_rule_is_one_by_one(planner->costs, m) ? ATA_LINES_FEW : planner->lines;
}

ata_status ata_rule_give_up(const ata_rule *rule, const ata_goal *goal)
{
    return ata_fail(ATA_ERROR_UNSUPPORTED, "n", "", "another length", "the rule %s finds no way for the length %lld",
                    rule->name, (long long)goal->n);
}

ata_status ata_rule_wrap(const ata_rule *rule, ata_planner *planner, const ata_goal *goal, const ata_goal *inner,
                         ata_steps *steps)
{
    const int index = ata_steps_add(steps, rule->op, goal->n);
    if (index < 0) return ata_rule_give_up(rule, goal);
    ATA_TRY(ata_planner_solve(planner, inner, steps));
    ata_steps_close(steps, index);
    return ATA_OK;
}

double ata_rule_estimate_inside(ata_planner *planner, int64_t m)
{
    const ata_lines lines = planner->lines;
    planner->lines = ata_rule_lines_inside(planner, m);
    const double ns = ata_planner_estimate(planner, m);
    planner->lines = lines;
    return ns;
}

ata_status ata_rule_convolve(const ata_rule *rule, ata_planner *planner, const ata_goal *goal, int64_t m,
                             ata_steps *steps)
{
    const ata_goal inner = {.type = ATA_GOAL_COMPLEX, .n = m};
    const ata_lines lines = planner->lines;
    planner->lines = ata_rule_lines_inside(planner, m);
    const ata_status status = ata_rule_wrap(rule, planner, goal, &inner, steps);
    planner->lines = lines;
    return status;
}
