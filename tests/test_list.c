/* test_list.c - every problem of the quick and the normal list, through every check that applies; and every value
 * that a small storage type has, through a transform that should leave it alone.
 *
 * ATALANTA_TEST_LIMIT, which lowers lengths under sanitizers, leaves out problems of more than 64 times as many
 * points.
 */
#include <math.h>
#include <stdlib.h>

#include "check/number.h"
#include "check/problems.h"
#include "check/verify.h"
#include "tests/test.h"

static double get_most_points(void)
{
    const char *limit = getenv("ATALANTA_TEST_LIMIT");
    return limit && atoi(limit) > 0 ? 64.0 * atoi(limit) : INFINITY;
}

static double count_points(const ata_problem *problem)
{
    double points = 1;
    for (int d = 0; d < problem->rank; d++) points *= (double)problem->dim[d].n;
    for (int d = 0; d < problem->batch_rank; d++) points *= (double)problem->batch[d].n;
    return points;
}

static void verify_tier(check_tier tier)
{
    check_listed listed;
    for (int i = 0; check_problems_get(i, &listed); i++) {
        if (listed.tier != tier) continue;
        ata_problem problem;
        check_result result;
        const ata_options options = {.threads = 1 + i % 3};
        CHECK(ata_problem_parse(&problem, listed.text) == ATA_OK, "%s: %s", listed.text, ata_last_error()->message);
        if (count_points(&problem) > get_most_points()) continue;
        const ata_status status = check_problem(&problem, &options, CHECK_ALL, (uint64_t)i, &result);
        CHECK(status == ATA_OK && result.passed, "%s\n  atalanta verify \"%s\" --seed %d --threads %d", result.failure,
              listed.text, i, options.threads);
    }
}

static void quick_list(void)
{
    verify_tier(CHECK_TIER_QUICK);
}

static void normal_list(void)
{
    verify_tier(CHECK_TIER_NORMAL);
}

static void large_list_is_valid(void)
{
    check_listed listed;
    for (int i = 0; check_problems_get(i, &listed); i++) {
        ata_problem problem;
        CHECK(ata_problem_parse(&problem, listed.text) == ATA_OK && ata_problem_check(&problem, NULL) == ATA_OK,
              "%s: %s", listed.text, ata_last_error()->message);
    }
}

/* An emulator takes a second for what a GPU does in microseconds. */
static void gpu_list_is_small(void)
{
    check_listed listed;
    int count = 0;
    for (int i = 0; check_problems_get(i, &listed); i++) {
        if (listed.tier != CHECK_TIER_GPU) continue;
        ata_problem problem;
        CHECK(ata_problem_parse(&problem, listed.text) == ATA_OK, "%s", listed.text);
        CHECK(count_points(&problem) <= (problem.batch_rank ? 0x1p17 : 0x1p21), "%s", listed.text);
        count++;
    }
    CHECK(count == check_problems_gpu_count && count > 100, "%d problems", count);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Run "c2c ... 1*COUNT", `count` numbers (an even number) of in_type to as many of out_type. */
static void execute_copy(ata_type type, ata_type in_type, ata_type out_type, int64_t count, const void *in, void *out)
{
    const ata_problem problem = {.type = type,
                                 .type_in = in_type,
                                 .type_out = out_type,
                                 .rank = 1,
                                 .dim = {{.n = 1}},
                                 .batch_rank = 1,
                                 .batch = {{.n = count / 2}}};
    ata_plan *plan = NULL;
    CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_plan_execute(plan, in, out) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
}

/* All 65536 patterns of f16, bf16 and i16, and the 256 of i8, in and out again. */
static void every_stored_value_is_loaded(void)
{
    static const ata_type types[] = {ATA_F16, ATA_BF16, ATA_I16, ATA_I8};
    static uint16_t in[65536];
    static double out[65536];
    for (unsigned i = 0; i < 65536; i++) in[i] = (uint16_t)i;
    for (int t = 0; t < 4; t++) {
        execute_copy(ATA_F64, types[t], ATA_F64, 65536, in, out);
        for (int i = 0; i < 65536; i++) {
            const double expected =
                check_number_load(types[t], (const unsigned char *)in + i * check_number_get_bytes(types[t]));
            if (!same(out[i], expected)) CHECK(false, "type %d, number %d: %g, not %g", types[t], i, out[i], expected);
        }
    }
}

/* Numbers on, just below and just above the points where rounding turns, at both ends of the range and beyond it. */
static void storing_rounds_to_even(void)
{
    static const ata_type types[] = {ATA_F16, ATA_BF16, ATA_I16, ATA_I8};
    enum { STEPS = 0x7f80 };
    static double wide[6 * STEPS];
    static float narrow[6 * STEPS];
    static unsigned char stored[2 * 6 * STEPS];
    for (int t = 0; t < 4; t++) {
        const bool whole = types[t] == ATA_I16 || types[t] == ATA_I8;
        for (int i = 0; i < STEPS; i++) {
            const uint16_t bits = (uint16_t)i;
            const double value = whole ? i / 2 : check_number_load(types[t], &bits);
            double low, high;
            check_number_get_origin(types[t], isfinite(value) ? value : 0, &low, &high);
            const double turn = isinf(high) ? 1e37 : high;
            const double six[] = {turn, nextafterf((float)turn, 0), nextafterf((float)turn, INFINITY), -turn, value,
                                  1e36};
            for (int k = 0; k < 6; k++) narrow[6 * i + k] = (float)six[k], wide[6 * i + k] = (float)six[k];
        }
        for (int w = 0; w < 2; w++) {
            execute_copy(w ? ATA_F64 : ATA_F32, w ? ATA_F64 : ATA_F32, types[t], 6 * STEPS, w ? (void *)wide : narrow,
                         stored);
            for (int i = 0; i < 6 * STEPS; i++) {
                double expected;
                unsigned char room[8];
                const int bytes = check_number_get_bytes(types[t]);
                check_number_store(types[t], room, wide[i]);
                expected = check_number_load(types[t], room);
                const double found = check_number_load(types[t], stored + i * bytes);
                if (!same(found, expected))
                    CHECK(false, "%a stored in type %d is %g, not %g", wide[i], types[t], found, expected);
            }
        }
    }
}

static const test_case cases[] = {
    {"every stored value is loaded", every_stored_value_is_loaded},
    {"storing rounds to even", storing_rounds_to_even},
    {"large list is valid", large_list_is_valid},
    {"gpu list is small", gpu_list_is_small},
    {"quick list", quick_list},
    {"normal list", normal_list},
};

TEST_MAIN(cases)
