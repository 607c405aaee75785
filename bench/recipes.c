/* recipes.c - the planner's choice of radices beside others: what src/engine/cpu/measured.h was fitted to.
 *
 *     cmake --build build/release --target atalanta_recipes
 *     build/release/atalanta_recipes 200 "c2c f64 4096" "c2c 720*80 istride=80 ostride=80 idist=1 odist=1"
 *
 * times up to 200 recipes of each problem, of one dimension, complex or r2c of an even length: those of one pass whose
 * radices are as few as can be, or one more, in any order. Then the best ten take turns with the planner's choice, and
 * a line says how many times longer that takes than the best. With a 0 in front of the number, as in 0200, the times of
 * all are printed too.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atalanta.h"
#include "samples.h"

enum {
    MOST_RADICES = 12,
    MOST_FOUND = 40000,
    BEST = 10,
    TURNS = 9,
    TURN_NS = 100000,
    MOST_COUNT = 1 << 20,
    TEXT = 512
};

static const int radices[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 23, 25, 29, 31, 32, 64};
enum { RADICES = sizeof radices / sizeof radices[0] };

/* --- Recipes ----------------------------------------------------------------------------------------------------- */

typedef struct candidate {
    int radix[MOST_RADICES], count;
    double ns;
} candidate;

typedef struct candidates {
    candidate *found;
    int count;
} candidates;

/* All products of at most `most` radices that are n, behind what `begun` has. */
static void find(int64_t n, int most, candidate *begun, candidates *all)
{
    if (n == 1) {
        if (all->count < MOST_FOUND) all->found[all->count++] = *begun;
        return;
    }
    for (int i = 0; i < RADICES && most > 0; i++) {
        if (n % radices[i] != 0) continue;
        begun->radix[begun->count++] = radices[i];
        find(n / radices[i], most - 1, begun, all);
        begun->count--;
    }
}

/* Those of as few radices as can be, and of one more; of too many, some at random (of more than MOST_FOUND, the first).
 */
static void find_few(int64_t n, int most, candidates *all)
{
    all->count = 0;
    for (int few = 1; few < MOST_RADICES && all->count == 0; few++) {
        candidate none = {.count = 0};
        find(n, few, &none, all);
        if (all->count == 0) continue;
        all->count = 0;
        find(n, few + 1, &none, all);
    }
    while (all->count > most) {
        const int out = rand() % all->count;
        all->found[out] = all->found[--all->count];
    }
}

static void write_recipe(const ata_problem *problem, const candidate *of, char *text)
{
    const bool real = problem->kind == ATA_R2C;
    int at = real ? snprintf(text, TEXT, "{X(half:%lld(", (long long)problem->dim[0].n) : snprintf(text, TEXT, "{");
    for (int i = 0; i < of->count; i++)
        at += snprintf(text + at, TEXT - (size_t)at, real ? "%s%d" : "%sX(%d)", i ? ", " : "", of->radix[i]);
    snprintf(text + at, TEXT - (size_t)at, real ? "))}" : "}");
}

/* --- Times ------------------------------------------------------------------------------------------------------- */

typedef struct arrays {
    double *in, *out;
    size_t count;
} arrays;

static double time_executions(const ata_plan *plan, const arrays *of, long count)
{
    const double begin = now();
    for (long i = 0; i < count; i++)
        if (ata_plan_execute(plan, of->in, of->out) != ATA_OK) exit(1);
    return (now() - begin) / (double)count;
}

/* How many executions make a turn. */
static long count_of(const ata_plan *plan, const arrays *of)
{
    long count = 1;
    time_executions(plan, of, 1);
    while (count < MOST_COUNT && time_executions(plan, of, count) * (double)count < TURN_NS) count *= 2;
    return count;
}

static double measure(const ata_plan *plan, const arrays *of, int turns)
{
    const long count = count_of(plan, of);
    double least = time_executions(plan, of, count);
    for (int t = 1; t < turns; t++) {
        const double ns = time_executions(plan, of, count);
        if (ns < least) least = ns;
    }
    return least;
}

static int compare_candidates(const void *a, const void *b)
{
    return compare(&((const candidate *)a)->ns, &((const candidate *)b)->ns);
}

/* NULL, and a sentence, where there is no such plan. */
static ata_plan *plan_of(const ata_problem *problem, const char *recipe)
{
    ata_plan *plan;
    const ata_options options = {.engine = "cpu", .recipe = recipe};
    if (ata_plan_create(&plan, problem, &options) == ATA_OK) return plan;
    fprintf(stderr, "%s: %s\n", recipe ? recipe : "the planner's choice", ata_last_error()->message);
    return NULL;
}

/* --- One problem ------------------------------------------------------------------------------------------------- */

/* The best few of all in turns with the choice, which is the last. */
static void compare_best(const char *text, const ata_problem *problem, const candidates *all, const arrays *of)
{
    ata_plan *plan[BEST + 1];
    char recipe[BEST + 1][TEXT];
    double least[BEST + 1];
    int count = 0, best = 0;
    for (int i = 0; i < BEST && i < all->count; i++) {
        write_recipe(problem, &all->found[i], recipe[count]);
        plan[count] = plan_of(problem, recipe[count]);
        if (plan[count]) count++;
    }
    plan[count] = plan_of(problem, NULL);
    if (!plan[count] || ata_plan_print_recipe(plan[count], recipe[count], TEXT, NULL) != ATA_OK) exit(1);
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i <= count; i++) {
            const double ns = measure(plan[i], of, 1);
            if (turn == 0 || ns < least[i]) least[i] = ns;
        }
    for (int i = 1; i <= count; i++)
        if (least[i] < least[best]) best = i;
    printf("%s: %s %.1f ns, best %s %.1f ns: %.3f\n", text, recipe[count], least[count], recipe[best], least[best],
           least[count] / least[best]);
    for (int i = 0; i <= count; i++) ata_plan_destroy(plan[i]);
}

/* Whether the arrays hold a problem. */
static bool fits(const ata_problem *problem, const arrays *of)
{
    const int64_t bytes = (int64_t)(of->count * sizeof(double));
    ata_extent reach;
    return ata_problem_extent(problem, &reach) == ATA_OK && reach.in_before == 0 && reach.out_before == 0 &&
           reach.in_bytes <= bytes && reach.out_bytes <= bytes;
}

/* Whether its recipes are what is looked at here. */
static bool is_wanted(const ata_problem *problem)
{
    const int64_t n = problem->dim[0].n;
    const bool real = problem->kind == ATA_R2C;
    return problem->rank == 1 && problem->place == ATA_OUT_OF_PLACE && problem->layout == ATA_INTERLEAVED &&
           problem->order == ATA_NATURAL && (problem->kind == ATA_C2C || (real && n % 2 == 0)) && n > 2;
}

static void compare_recipes(const char *text, int most, bool all_times, candidates *all, const arrays *of)
{
    ata_problem problem;
    if (ata_problem_parse(&problem, text) != ATA_OK) {
        fprintf(stderr, "%s: %s\n", text, ata_last_error()->message);
        exit(2);
    }
    const bool real = problem.kind == ATA_R2C;
    const int64_t n = problem.dim[0].n;
    if (!is_wanted(&problem) || !fits(&problem, of)) {
        fprintf(stderr,
                "%s: wanted is one dimension of more than 2 points, c2c or r2c of an even length, out of place, "
                "interleaved, in natural order, in arrays of at most %zu bytes\n",
                text, of->count * sizeof(double));
        exit(2);
    }
    find_few(real ? n / 2 : n, most, all);
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        char recipe[TEXT];
        write_recipe(&problem, &all->found[i], recipe);
        ata_plan *plan = plan_of(&problem, recipe);
        if (!plan) continue;
        all->found[kept] = all->found[i];
        all->found[kept].ns = measure(plan, of, 3);
        if (all_times) printf("%s: %s %.1f ns\n", text, recipe, all->found[kept].ns);
        kept++;
        ata_plan_destroy(plan);
    }
    all->count = kept;
    qsort(all->found, (size_t)kept, sizeof *all->found, compare_candidates);
    compare_best(text, &problem, all, of);
    fflush(stdout);
}

int main(int argument_count, char **arguments)
{
    enum { NUMBERS = 1 << 24, APART = 72 };
    const int most = argument_count > 2 ? atoi(arguments[1]) : 0;
    if (most < 1) {
        fprintf(stderr, "usage: atalanta_recipes NUMBER PROBLEM...\ne.g.   atalanta_recipes 200 \"c2c f64 4096\"\n");
        return 2;
    }
    candidates all = {malloc(MOST_FOUND * sizeof *all.found), 0};
    /* Not a multiple of pages apart, or loads would wait for stores to addresses that look the same. */
    arrays of = {malloc((2 * (size_t)NUMBERS + APART) * sizeof(double)), NULL, NUMBERS};
    if (!all.found || !of.in) return 1;
    of.out = of.in + NUMBERS + APART;
    float *const numbers = (float *)of.in; /* of either precision they are numbers between -1 and 1 */
    for (size_t i = 0; i < 2 * (size_t)NUMBERS; i++) numbers[i] = (float)rand() / (float)RAND_MAX - 0.5F;
    for (int i = 2; i < argument_count; i++) compare_recipes(arguments[i], most, arguments[1][0] == '0', &all, &of);
    free(of.in);
    free(all.found);
    return 0;
}
