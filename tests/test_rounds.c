/* test_rounds.c - passes that are done piece by piece: which they are and in what pieces, that the results are right,
 * and that the number of threads changes no bit of them.
 */
#include "test.h"

#include <inttypes.h>

#include "atalanta.h"
#include "check/array.h"
#include "check/verify.h"
#include "engine/cpu/rounds.h"
#include "problem/problem.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static ata_problem problem_of(const char *text)
{
    ata_problem problem = {.rank = 0};
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_problem_complete(&problem, &problem) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return problem;
}

/* --- Which passes, and which pieces ------------------------------------------------------------------------------ */

typedef struct expected {
    const char *problem, *recipe;
    int first, end; /* both 0 where there is no round */
    int64_t count;
} expected;

static void check_round(const expected *e)
{
    const ata_problem problem = problem_of(e->problem);
    ata_recipe recipe;
    ata_array route[ATA_MAX_PASSES + 1];
    ata_round round = {.first = 0};
    CHECK(ata_recipe_read(&recipe, problem.rank, e->recipe) == ATA_OK, "%s: %s", e->recipe, ata_last_error()->message);
    CHECK(ata_recipe_check(&recipe, &problem) == ATA_OK, "%s: %s", e->recipe, ata_last_error()->message);
    CHECK(ata_view_route(&problem, &recipe, route) >= 0, "%s", e->problem);
    const bool found = ata_cpu_round_find(&round, &problem, &recipe, route, 0);
    CHECK(found == (e->end > 0), "%s %s: found is %d", e->problem, e->recipe, found);
    if (!found) return;
    CHECK(round.first == e->first && round.end == e->end && round.count == e->count,
          "%s %s: passes %d to %d in %" PRId64 " pieces", e->problem, e->recipe, round.first, round.end - 1,
          round.count);
    CHECK(!ata_cpu_round_find(&round, &problem, &recipe, route, e->end), "%s %s: a second round", e->problem,
          e->recipe);
}

static void test_found(void)
{
    static const expected list[] = {
        {"c2c 64x256x256", "{X(16), X(16)} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 2, 64},
        {"c2c 64x256x256 inplace", "{X(16), X(16)} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 2, 64},
        {"r2c 64x256x256", "{X(half:256(16, 8))} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 2, 64},
        {"r2c 64x256x256 inplace", "{X(half:256(16, 8))} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 2, 64},
        {"c2r 64x256x256", "{Z(8), Z(8)} {Y(16), Y(16)} {X(half:256(16, 8))}", 1, 3, 64},
        /* Planes of 32 KiB at both ends together: several at a time, and fewer at last. */
        {"c2c 331x32x64", "{X(8), X(8)} {Y(32)} {Z(rader:331(10, 11, 3))}", 0, 2, 67},
        /* Every plane of a batch of cubes. */
        {"c2c 16x256x256*3", "{X(16), X(16)} {Y(16), Y(16)} {Z(16)}", 0, 2, 48},
        /* Two dimensions outside, and one. */
        {"c2c 8x8x128x128", "{X(16), X(8)} {Y(16), Y(8)} {Z(8)} {D4(8)}", 0, 3, 8},
        {"c2c 8x32x256x256", "{X(16), X(16)} {Y(16), Y(16)} {Z(32)} {D4(8)}", 0, 2, 256},
        /* Long rows in two passes each. */
        {"c2c 32x65536", "{X(16), X(16)} {X(16), X(16)} {Y(32)}", 0, 2, 32},
        /* Nothing outside, or nothing that would leave the cache, or planes that do not stay in it. */
        {"c2c 1024x1024", "{X(32), X(32)} {Y(32), Y(32)}", 0, 0, 0},
        {"c2c 32x32x32", "{X(32)} {Y(32)} {Z(32)}", 0, 0, 0},
        {"c2c 4x1024x1024", "{X(32), X(32)} {Y(32), Y(32)} {Z(4)}", 0, 0, 0},
        /* Z lies inside. */
        {"c2c 64x256x256 istride=1,16384,64 ostride=1,16384,64", "{X(16), X(16)} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 0, 0},
        {"c2c 64x256x256 istride=1,16384,64 ostride=65536,256,1", "{X(16), X(16)} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 0,
         0},
        /* In place, rows of planes that lie within one another. */
        {"r2c 64x256x256 inplace istride=512,32768,1 ostride=256,16384,1",
         "{X(half:256(16, 8))} {Y(16), Y(16)} {Z(8), Z(8)}", 0, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++) check_round(&list[i]);
}

/* --- Pieces ------------------------------------------------------------------------------------------------------ */

static void test_pieces(void)
{
    const ata_problem problem = problem_of("c2c 331x16x32*2");
    ata_recipe recipe;
    ata_array route[ATA_MAX_PASSES + 1];
    ata_round round;
    CHECK(ata_recipe_read(&recipe, 3, "{X(32)} {Y(16)} {Z(rader:331(10, 11, 3))}") == ATA_OK);
    CHECK(ata_view_route(&problem, &recipe, route) >= 0);
    CHECK(ata_cpu_round_find(&round, &problem, &recipe, route, 0) && ata_cpu_round_has_rest(&round));
    int64_t planes = 0, next = 0;
    for (int64_t piece = 0; piece < round.count; piece++) {
        const ata_problem part = ata_cpu_round_piece(&round, &problem, ata_cpu_round_is_rest(&round, piece));
        const int64_t at = ata_cpu_round_offset(&round, piece, ATA_ARRAY_OUT);
        CHECK(at == next, "piece %" PRId64 " lies at %" PRId64, piece, at);
        CHECK(part.batch[0].n == 1 && part.dim[1].n == 16 && part.dim[2].n == 32);
        planes += part.dim[0].n;
        next += part.dim[0].n * 16 * 32 * 8;
    }
    CHECK(planes == 2 * 331, "%" PRId64 " planes", planes);
}

/* --- Results ----------------------------------------------------------------------------------------------------- */

static uint64_t compute(const ata_problem *problem, int threads, int misalign)
{
    const ata_options options = {.threads = threads};
    ata_plan *plan;
    check_arrays arrays;
    if (ata_plan_create(&plan, problem, &options) != ATA_OK) return 0;
    uint64_t digest = 0;
    if (check_arrays_create(&arrays, problem, misalign) == ATA_OK) {
        check_arrays_set_poison(&arrays, CHECK_POISON);
        check_arrays_fill(&arrays, 3);
        const ata_buffers buffers = check_arrays_get_buffers(&arrays);
        if (ata_plan_execute_with(plan, &buffers) == ATA_OK) digest = check_arrays_get_output_digest(&arrays);
        check_arrays_destroy(&arrays);
    }
    ata_plan_destroy(plan);
    return digest;
}

/* Of one megabyte or little more, which is when there are pieces. */
static const char *const computed[] = {
    "c2c 40x64x64",
    "c2c 67x32x64 inverse inplace",
    "c2c f64 33x40x48",
    "c2c 331x16x32",
    "c2c 9x128x128 split",
    "c2c 5x6x64x64",
    "c2c 24x48x64*2 inplace",
    "r2c 67x48x50",
    "r2c 67x48x50 inplace",
    "r2c f64 21x64x66",
    "c2r 67x48x50",
    "c2r 40x64x66 inplace",
    "c2r f64 3x16x48x50",
    "c2c f16 64x64x64",
    "c2c 64x64x64 in=i16 out=f32",
    "dct2 40x64x64",
    "dst3 f64 33x40x64 inplace",
    "dht 67x64x33",
    "c2c 6x32768",
    "c2c 6x32768 inplace",
    "c2c 16x64x64 order=bitrev",
    "c2c 40x64x48 istride=4000,60,1 ostride=3100,1,64",
    "c2c 40x64x64 istride=-4096,64,1 ostride=4096,-64,1",
    "c2c 64x64x40 istride=1,64,4096",
};

static void test_results(void)
{
    for (size_t i = 0; i < COUNT_OF(computed); i++) {
        const ata_problem problem = problem_of(computed[i]);
        const ata_options options = {.threads = 1 + (int)(i % 3)};
        check_result result;
        const ata_status status = check_problem(&problem, &options, CHECK_ALL, i, &result);
        CHECK(status == ATA_OK && result.passed, "%s\n  atalanta verify \"%s\" --seed %zu --threads %d", result.failure,
              computed[i], i, options.threads);
    }
}

static void test_thread_counts(void)
{
    static const int counts[] = {2, 5, 65};
    for (size_t i = 0; i < COUNT_OF(computed); i++) {
        const ata_problem problem = problem_of(computed[i]);
        const uint64_t one = compute(&problem, 1, 0), odd = compute(&problem, 1, 1);
        CHECK(one != 0 && odd != 0, "%s: %s", computed[i], ata_last_error()->message);
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            CHECK(compute(&problem, counts[c], 0) == one, "%s with %d threads and with one", computed[i], counts[c]);
            CHECK(compute(&problem, counts[c], 1) == odd, "%s with %d threads and with one, at odd addresses",
                  computed[i], counts[c]);
        }
    }
}

static const test_case cases[] = {
    {"found", test_found}, {"pieces", test_pieces}, {"results", test_results}, {"thread_counts", test_thread_counts}};
TEST_MAIN(cases)
