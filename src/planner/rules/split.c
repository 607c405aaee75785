/* split.c - a line too long for the cache in two or more passes, each on lines that fit: the four-step algorithm and
 * its continuation.
 *
 * n = n1 n2 ...: the first pass transforms n1 points at a distance of n / n1 and twiddles them; the rest is the same
 * problem on n / n1 points; the last pass stores transposed. The factors are chosen as equal as the divisors of n
 * allow.
 */
#include <math.h>

#include "core/integer.h"
#include "planner/rules/rules.h"

enum { LEAST_FACTOR = 16 }; /* shorter lines would waste the pass */

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static bool applies(const ata_costs *costs, const ata_goal *goal)
{
    return !costs->unsplit && goal->n > costs->split_points;
}

/* --- The steps it makes ------------------------------------------------------------------------------------------ */

/* The divisor of n that is nearest to `wanted`, by ratio; all are tried. */
static int64_t nearest_divisor(int64_t n, double wanted)
{
    int64_t prime[16];
    int exponent[16], count = 0;
    for (int64_t rest = n; rest > 1; count++) {
        prime[count] = ata_integer_smallest_factor(rest);
        for (exponent[count] = 0; rest % prime[count] == 0; rest /= prime[count]) exponent[count]++;
    }
    int64_t best = 1;
    int digit[16] = {0};
    for (;;) {
        int64_t divisor = 1;
        for (int i = 0; i < count; i++)
            for (int e = 0; e < digit[i]; e++) divisor *= prime[i];
        if (fabs(log((double)divisor / wanted)) < fabs(log((double)best / wanted))) best = divisor;
        int i = 0;
        while (i < count && digit[i] == exponent[i]) digit[i++] = 0;
        if (i == count) return best;
        digit[i]++;
    }
}

/* Each pass does lines side by side, however the whole line lies. */
static ata_status make_passes(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const double limit = (double)ata_planner_costs(planner)->pass_points;
    int passes = 2;
    while (pow(limit, passes) < (double)goal->n) passes++;
    for (int64_t rest = goal->n; passes > 0; passes--) {
        const int64_t n = passes == 1 ? rest : nearest_divisor(rest, pow((double)rest, 1.0 / passes));
        if (n < LEAST_FACTOR || (double)n > 4 * limit) return ata_rule_give_up(&ata_rule_split, goal);
        const ata_goal line = {.type = ATA_GOAL_COMPLEX, .n = n};
        ATA_TRY(ata_rule_wrap(&ata_rule_one_pass, planner, &line, &line, steps));
        rest /= n;
    }
    return ATA_OK;
}

static ata_status make(ata_planner *planner, const ata_goal *goal, ata_steps *steps)
{
    const ata_lines lines = ata_planner_lines(planner);
    const ata_pairs pairs = ata_planner_pairs(planner);
    ata_planner_set_lines(planner, ATA_LINES_COLUMNS);
    /* Between passes points are multiplied with their parts apart. */
    ata_planner_set_pairs(planner, (ata_pairs){.are = false});
    const ata_status status = make_passes(planner, goal, steps);
    ata_planner_set_lines(planner, lines);
    ata_planner_set_pairs(planner, pairs);
    return status;
}

/* --- What it costs ----------------------------------------------------------------------------------------------- */

/* Its steps are those of one-pass, which knows their cost; the multiplications between passes are counted with the
 * recipe. */

const ata_rule ata_rule_split = {
    .name = "split",
    .summary = "a long line in several passes over memory, each on lines that fit the cache (four-step)",
    .type = ATA_GOAL_PASSES,
    .op = ATA_OP_COUNT, /* none of its own */
    .applies = applies,
    .make = make,
};
