/* cost.c - the cost of steps, passes and recipes. */
#include "planner/cost.h"

#include <math.h>
#include <stdlib.h>

#include "planner/planner.h"

static const ata_rule *rule_of(const ata_rule *const *rules, ata_op op)
{
    for (; *rules; rules++)
        if ((*rules)->op == op) return *rules;
    return NULL;
}

static bool is_convolution(const ata_step *step)
{
    return step->op == ATA_OP_RADER || step->op == ATA_OP_BLUESTEIN;
}

/* How many times longer a convolution takes than what it has inside would in a cache: a long one is in none, and goes
 * through memory for each of its stages, there and back. Those that are not taken for streams cost that already, by
 * slowness() of mixed_radix.c. */
static double beyond_cache(const ata_costs *costs, const ata_step *step, int64_t inside)
{
    const bool streams = costs->spread_least > 0 && inside >= costs->spread_least;
    return is_convolution(step) && streams && inside >= costs->spread_parted ? costs->out_of_cache : 1;
}

/* What convolutions of a line take more because there are other stages: their points are gathered one by one, unless
 * the last radix gives lanes enough to do some side by side. */
static double cost_around(const ata_costs *costs, const ata_step *first, int count, int64_t line)
{
    double ns = 0;
    int last = 0;
    for (int s = 0; s < count; last = s, s += first[s].span)
        if (is_convolution(&first[s]) && first[s].span < count) ns += (double)(line / first[s].n) * costs->around;
    const bool beside = costs->narrowest > 0 && first[last].n % (2 * costs->narrowest) == 0;
    return beside ? 0 : ns;
}

double ata_cost_steps(const ata_rule *const *rules, const ata_costs *costs, const ata_step *first, int count,
                      int64_t line)
{
    double sum = cost_around(costs, first, count, line);
    for (int s = 0; s < count; s += first[s].span) {
        const ata_step *step = &first[s];
        const ata_rule *rule = rule_of(rules, step->op);
        if (!rule) return INFINITY;
        const int64_t inner = ata_steps_length(step + 1, step->span - 1);
        /* The two steps inside Good-Thomas share one line; everything else wraps a line of its own. */
        const double wrapped = step->span > 1 ? ata_cost_steps(rules, costs, step + 1, step->span - 1, inner) : 0;
        const double ns = rule->cost(costs, step, line, wrapped * beyond_cache(costs, step, inner));
        sum += (double)line / (double)step->n * ns * costs->bias[step->op];
    }
    return sum;
}

/* How many times longer a long line takes that has a short convolution for a stage, which is one of many side by side:
 * its points lie apart, and what is done at a time does not stay in the cache. */
static double slowness(const ata_costs *costs, const ata_step *first, int count, int64_t line)
{
    if (line <= costs->split_points || costs->out_of_cache < 1) return 1;
    for (int s = 0; s < count; s += first[s].span) {
        if (!is_convolution(&first[s]) || line / first[s].n < costs->convolutions) continue;
        const int64_t inside = ata_steps_length(first + s + 1, first[s].span - 1);
        if (!ata_rule_is_one_by_one(costs, inside)) return costs->out_of_cache;
    }
    return 1;
}

/* Whether other stages of a line are butterflies beside a convolution, which do not go through memory as streams. If
 * they are whole vectors they are about as fast. */
static bool is_no_stream(const ata_costs *costs, const ata_step *first, int count, int64_t line)
{
    if (line % costs->lanes == 0 || costs->lanes == costs->narrowest) return false;
    for (int s = 0; s < count; s += first[s].span)
        if (is_convolution(&first[s])) return true;
    return false;
}

double ata_cost_line(const ata_rule *const *rules, const ata_costs *costs, const ata_step *first, int count,
                     int64_t line)
{
    const double slower = slowness(costs, first, count, line);
    if (costs->spread_least == 0 || !is_no_stream(costs, first, count, line))
        return ata_cost_steps(rules, costs, first, count, line) * slower;
    ata_costs others = *costs;
    others.spread_least = 0;
    return ata_cost_steps(rules, &others, first, count, line) * slower;
}

/* How many times `costs->pass` a line of pass p takes: once for every point; but where an engine's speed is that of
 * memory, n real points are n/2 + 1 complex ones in each sweep. */
static double count_points(const ata_costs *costs, const ata_recipe *recipe, int p, int64_t n)
{
    const ata_pass *pass = &recipe->pass[p];
    if (!costs->ways || pass->count == 0 || recipe->steps.step[pass->first].op != ATA_OP_HALF) return (double)n;
    return (double)(n / 2 + 1) * ata_recipe_lines_inside(recipe, p);
}

/* Whether pass p and the one before it are done for one piece of the data before the next: a plane of a cube, or one
 * transform of a batch. */
static bool is_near(const ata_costs *costs, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    if (p == 0 || costs->piece_bytes == 0) return false;
    const ata_dim *a = &problem->dim[recipe->pass[p - 1].dim], *b = &problem->dim[recipe->pass[p].dim];
    const int64_t points_a = a->n * llabs(a->stride_out), points_b = b->n * llabs(b->stride_out);
    const int64_t element = ata_problem_element_bytes_in(problem) + ata_problem_element_bytes_out(problem);
    const int64_t all = ata_problem_batch_count(problem) * ata_problem_points(problem);
    const int64_t piece = points_a > points_b ? points_a : points_b;
    return piece < all && piece <= costs->piece_bytes / element;
}

double ata_planner_cost(const ata_rule *const *rules, const ata_costs *costs, const ata_problem *problem,
                        const ata_recipe *recipe)
{
    double ns = 0;
    for (int p = 0; p < recipe->pass_count; p++) {
        const ata_pass *pass = &recipe->pass[p];
        const ata_pass_place place = ata_recipe_place(recipe, p);
        const double line = ata_cost_line(rules, costs, recipe->steps.step + pass->first, pass->count, place.n);
        double each = line;
        const double load = is_near(costs, problem, recipe, p) ? costs->pass * costs->near : costs->pass;
        if (!pass->joined) each += load * count_points(costs, recipe, p, place.n);
        if (pass->reorder == ATA_REORDER_NONE && place.index + 1 < place.total)
            each += costs->twiddle * (double)place.n;
        ns += each * (double)ata_recipe_line_count(recipe, p, problem);
    }
    return ns * 1e-9;
}

int64_t ata_planner_bytes(const ata_problem *problem, int passes)
{
    /* First the input is read, last the output written; between passes lie numbers of the computing type. */
    const int64_t real = ata_type_bytes(ata_problem_compute_type(problem));
    int64_t between = ata_problem_batch_count(problem) * (ata_problem_complex_between(problem) ? 2 * real : real);
    for (int d = 0; d < problem->rank; d++) between *= ata_problem_length_between(problem, d);
    return ata_problem_minimal_bytes(problem) + 2 * (int64_t)(passes - 1) * between;
}
