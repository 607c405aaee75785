/* bench_random.c - random problems as people have them, each from two numbers alone.
 *
 * check/generate.h throws dice for every field, to find what is wrong; most of its problems nobody has. These are the
 * usual ones, in about the mix in which they are met:
 *
 *     kind      c2c half, r2c and c2r a fifth each, dct2 and dct3 the rest; f32 three of five, else f64
 *     lengths   2 to 2^20, even in the logarithm: a third powers of two, a third products of 2, 3, 5 and 7, a third any
 *     shape     1-D three of five, else 2-D and 3-D, whose sides are drawn alike
 *     batch     four of ten 1-D, two of ten others
 *     layout    in place a quarter; half of the other batches of 1-D have room between them, or lie side by side
 *     points    at most 2^21 in all
 */
#include <math.h>
#include <string.h>

#include "check/random.h"
#include "cli/bench.h"

enum { ATTEMPTS = 100 };
#define POINTS_MAX ((int64_t)1 << 21)
#define LENGTH_MAX ((int64_t)1 << 20)

static int64_t dice(check_random *random, int64_t low, int64_t high)
{
    return check_random_get_int(random, low, high);
}

static bool chance(check_random *random, int percent)
{
    return dice(random, 1, 100) <= percent;
}

/* Any number from low to high, each octave as likely as another. */
static int64_t log_uniform(check_random *random, int64_t low, int64_t high)
{
    const double unit = (check_random_get_unit(random) + 1) / 2;
    const double drawn = (double)low * exp2(unit * log2((double)(high + 1) / (double)low));
    return (int64_t)drawn < high ? (int64_t)drawn : high;
}

/* The greatest number up to n that has no prime factor beyond 7. */
static int64_t smooth_below(int64_t n)
{
    int64_t best = 1;
    for (int64_t a = 1; a <= n; a *= 7) {
        for (int64_t b = a; b <= n; b *= 5) {
            for (int64_t c = b; c <= n; c *= 3) {
                int64_t d = c;
                while (2 * d <= n) d *= 2;
                if (d > best) best = d;
            }
        }
    }
    return best;
}

typedef enum length_class { POWER_OF_TWO, SMOOTH, ANY } length_class;

static int64_t choose_length(check_random *random, length_class class, int64_t high)
{
    const int64_t n = log_uniform(random, 2, high > 2 ? high : 2);
    switch (class) {
    case POWER_OF_TWO: return (int64_t)1 << (int)log2((double)n);
    case SMOOTH: return smooth_below(n);
    default: return n;
    }
}

static void choose_kind(ata_problem *problem, check_random *random)
{
    const int64_t group = dice(random, 1, 100);
    problem->kind = group <= 50   ? ATA_C2C
                    : group <= 70 ? ATA_R2C
                    : group <= 90 ? ATA_C2R
                    : group <= 95 ? ATA_DCT2
                                  : ATA_DCT3;
    problem->type = chance(random, 60) ? ATA_F32 : ATA_F64;
    if (problem->kind == ATA_C2C && chance(random, 30)) problem->direction = ATA_INVERSE;
    if (chance(random, 25)) problem->place = ATA_IN_PLACE;
}

static void choose_shape(ata_problem *problem, check_random *random)
{
    const length_class class = (length_class)dice(random, 0, 2);
    const int64_t group = dice(random, 1, 100);
    problem->rank = group <= 60 ? 1 : group <= 85 ? 2 : 3;
    /* Sides of an image or a volume differ, but not by thousands. */
    const int64_t high = problem->rank == 1 ? LENGTH_MAX : (int64_t)pow((double)POINTS_MAX, 1.0 / problem->rank);
    int64_t points = 1;
    for (int i = 0; i < problem->rank; i++) {
        problem->dim[i].n = choose_length(random, class, high);
        points *= problem->dim[i].n;
    }
    if (!chance(random, problem->rank == 1 ? 40 : 20) || points > POINTS_MAX / 2) return;
    const int64_t room = POINTS_MAX / points;
    problem->batch_rank = 1;
    problem->batch[0].n = log_uniform(random, 2, room < 4096 ? room : 4096);
}

/* Columns: neighbours in memory belong to different transforms. */
static void choose_columns(ata_problem *problem)
{
    problem->batch[0].stride_in = problem->batch[0].stride_out = 1;
    problem->dim[0].stride_in = problem->dim[0].stride_out = problem->batch[0].n;
}

/* Rows with some room behind them, as of images that are aligned. */
static void choose_padding(ata_problem *problem, check_random *random)
{
    const int64_t n = problem->dim[0].n, half = n / 2 + 1, room = dice(random, 1, 16);
    problem->batch[0].stride_in = (problem->kind == ATA_C2R ? half : n) + room;
    problem->batch[0].stride_out = (problem->kind == ATA_R2C ? half : n) + room;
}

static void choose_layout(ata_problem *problem, check_random *random)
{
    const bool batched_lines = problem->rank == 1 && problem->batch_rank == 1;
    if (!batched_lines || problem->place == ATA_IN_PLACE || !chance(random, 50)) return;
    if (chance(random, 50)) choose_columns(problem);
    else choose_padding(problem, random);
}

void cli_bench_random_problem(ata_problem *problem, uint64_t seed, uint64_t index)
{
    const uint64_t key = check_random_get_keyed(seed, index);
    for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        check_random random;
        check_random_init(&random, check_random_get_keyed(key, attempt));
        memset(problem, 0, sizeof *problem);
        choose_kind(problem, &random);
        choose_shape(problem, &random);
        choose_layout(problem, &random);
        if (ata_problem_check(problem, NULL) == ATA_OK) return;
    }
    *problem = (ata_problem){.rank = 1, .dim = {{.n = 2 + (int64_t)(key % 64)}}};
}
