/* planning.c - how long it takes to make plans: of powers of two, and of random lengths up to a million.
 *
 *     cmake --build build/release --target atalanta_planning && build/release/atalanta_planning 300 1
 *
 * plans each power of two to 2^24, 300 random lengths, drawn with seed 1, and those of which a long table is made:
 * complex ones of both precisions and real ones. A time is the median of five; the first plan of a process also waits
 * for its memory.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "atalanta.h"
#include "samples.h"

enum { SAMPLES = 5, MOST = 10000, LONGEST = 1000000, SLOWEST = 12, TEXT = 64 };

typedef struct result {
    double ns;
    char text[TEXT];
} result;

/* Slowest first. */
static int compare_results(const void *a, const void *b)
{
    return compare(&((const result *)b)->ns, &((const result *)a)->ns);
}

static result measure(const char *kind, int64_t n)
{
    result is;
    double sample[SAMPLES];
    ata_problem problem;
    snprintf(is.text, sizeof is.text, "%s %" PRId64, kind, n);
    for (int s = 0; s < SAMPLES; s++) {
        ata_plan *plan;
        const double begin = now();
        if (ata_problem_parse(&problem, is.text) != ATA_OK || ata_plan_create(&plan, &problem, NULL) != ATA_OK) {
            fprintf(stderr, "%s: %s\n", is.text, ata_last_error()->message);
            exit(1);
        }
        sample[s] = now() - begin;
        ata_plan_destroy(plan);
    }
    qsort(sample, SAMPLES, sizeof *sample, compare);
    is.ns = sample[SAMPLES / 2];
    return is;
}

/* Lengths of one kind, and a summary of their times: the slowest, the median, how many take longer than so many ms. */
static void report(const char *kind, const char *what, const int64_t *length, int count, double bound_ms)
{
    static result all[MOST];
    int beyond = 0;
    for (int i = 0; i < count; i++) {
        all[i] = measure(kind, length[i]);
        beyond += all[i].ns > bound_ms * 1e6;
    }
    qsort(all, (size_t)count, sizeof *all, compare_results);
    printf("%s, %d %s: median %.3f ms, %d beyond %g ms; slowest:\n", kind, count, what, all[count / 2].ns / 1e6, beyond,
           bound_ms);
    for (int i = 0; i < count && i < SLOWEST; i++) printf("  %-20s %9.3f ms\n", all[i].text, all[i].ns / 1e6);
    fflush(stdout);
}

/* The next number of a sequence that looks random (xorshift). */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

int main(int argument_count, char **arguments)
{
    /* Primes by Bluestein and by Rader, twice a prime, and squares of primes. */
    static const int64_t hard[] = {999983, 995329, 999958, 994009, 786433, 516961};
    static const char *const kinds[] = {"c2c", "c2c f64", "r2c", "r2c f64"};
    enum { HARD = sizeof hard / sizeof hard[0], POWERS = 24 };
    const int count = argument_count > 1 ? atoi(arguments[1]) : 0;
    uint64_t state = argument_count > 2 ? strtoull(arguments[2], NULL, 10) * 0x9e3779b97f4a7c15u + 1 : 1;
    if (count < 1 || count > MOST - HARD) {
        fprintf(stderr, "usage: atalanta_planning COUNT [SEED], with 1 to %d random lengths\n", MOST - HARD);
        return 2;
    }
    static int64_t length[MOST], power[POWERS];
    for (int i = 0; i < HARD; i++) length[i] = hard[i];
    for (int i = 0; i < count; i++) length[HARD + i] = 2 + (int64_t)(draw(&state) % (LONGEST - 1));
    for (int i = 0; i < POWERS; i++) power[i] = (int64_t)2 << i;
    printf("atalanta %s, one thread\n", ata_version());
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        report(kinds[k], "powers of two", power, POWERS, 1);
        report(kinds[k], "lengths to a million", length, HARD + count, 10);
    }
    return 0;
}
