/* batches.c - what several lines take, in times of as many lines by themselves: more than 1 is a wrong choice of how
 * they are done (src/engine/cpu/alone.c), or of their recipe.
 *
 *     cmake --build build/release --target atalanta_batches && build/release/atalanta_batches 1.15
 *
 * prints those above 1.15, of all kinds and both precisions, of usual lengths or of those that follow the number.
 * Points are neighbours, and all lies in the caches.
 */
#include <stdio.h>
#include <stdlib.h>

#include "atalanta.h"
#include "samples.h"

enum { SAMPLES = 9, TURN_NS = 150000, MOST_COUNT = 1 << 20, MOST_LINES = 64, TEXT = 64 };

typedef struct arrays {
    double *in, *out;
} arrays;

static double time_executions(const ata_plan *plan, const arrays *of, long count)
{
    const double begin = now();
    for (long i = 0; i < count; i++)
        if (ata_plan_execute(plan, of->in, of->out) != ATA_OK) return 0;
    return (now() - begin) / (double)count;
}

/* Nanoseconds of one execution: the median of some turns. Negative if there is none. */
static double measure(const char *text, const arrays *of)
{
    ata_problem problem;
    ata_plan *plan;
    if (ata_problem_parse(&problem, text) != ATA_OK || ata_plan_create(&plan, &problem, NULL) != ATA_OK) {
        fprintf(stderr, "%s: %s\n", text, ata_last_error()->message);
        return -1;
    }
    long count = 1;
    while (count < MOST_COUNT && time_executions(plan, of, count) * (double)count < TURN_NS) count *= 2;
    double sample[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) sample[s] = time_executions(plan, of, count);
    qsort(sample, SAMPLES, sizeof *sample, compare);
    ata_plan_destroy(plan);
    return sample[SAMPLES / 2];
}

/* All batches of one length. */
static void compare_batches(const char *kind, const char *type, int n, double least, const arrays *of)
{
    static const int lines[] = {2, 3, 4, 5, 7, 8, 12, 16, 33, MOST_LINES};
    char one[TEXT], several[2 * TEXT];
    snprintf(one, sizeof one, "%s %s%d", kind, type, n);
    const double single = measure(one, of);
    for (size_t i = 0; single > 0 && i < sizeof lines / sizeof lines[0]; i++) {
        snprintf(several, sizeof several, "%s*%d", one, lines[i]);
        const double all = measure(several, of);
        if (all > least * lines[i] * single)
            printf("%-20s %10.1f ns, one %9.1f: %.2f\n", several, all, single, all / (lines[i] * single));
    }
    fflush(stdout);
}

static void compare_all(const arrays *of, double least, const int *length, int count)
{
    static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dht"};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int wide = 0; wide < 2; wide++)
            for (int i = 0; i < count; i++) compare_batches(kinds[k], wide ? "f64 " : "", length[i], least, of);
}

int main(int argument_count, char **arguments)
{
    enum { MOST_LENGTHS = 100, LONGEST = 8192, NUMBERS = 2 * (LONGEST + 2) * MOST_LINES, APART = 72 };
    static const int usual[] = {8,  12, 16, 18, 20,  24,  25,  27,  30,  32,  33,  35,  36,  40,   45,   48,
                                50, 60, 64, 75, 100, 105, 128, 200, 231, 256, 343, 512, 625, 1000, 1024, 2025};
    int length[MOST_LENGTHS], count = 0;
    const double least = argument_count > 1 ? strtod(arguments[1], NULL) : 0;
    for (int i = 2; i < argument_count && count < MOST_LENGTHS; i++) {
        length[count] = atoi(arguments[i]);
        if (length[count] < 2 || length[count++] > LONGEST) {
            fprintf(stderr, "%s: a length from 2 to %d is wanted\n", arguments[i], LONGEST);
            return 2;
        }
    }
    /* Not a multiple of pages apart, or loads would wait for stores to addresses that look the same. */
    arrays of = {malloc((2 * NUMBERS + APART) * sizeof(double)), NULL};
    if (!of.in) return 1;
    of.out = of.in + NUMBERS + APART;
    for (int i = 0; i < NUMBERS; i++) of.in[i] = (double)rand() / RAND_MAX - 0.5;
    if (count > 0) compare_all(&of, least, length, count);
    else compare_all(&of, least, usual, (int)(sizeof usual / sizeof usual[0]));
    free(of.in);
    return 0;
}
