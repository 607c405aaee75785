/* test_spot.c - single outputs by the definition: right of right results, and not of wrong ones. */
#include <math.h>
#include <stdlib.h>

#include "check/array.h"
#include "check/spot.h"
#include "cli/gpu.h"
#include "tests/test.h"

/* A problem's arrays, filled and transformed. */
static void run(check_arrays *arrays, const char *text)
{
    ata_problem problem;
    ata_plan *plan = NULL;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(check_arrays_create(arrays, &problem, 0) == ATA_OK, "%s", text);
    check_arrays_set_poison(arrays, CHECK_POISON);
    check_arrays_fill(arrays, 1);
    const ata_buffers buffers = check_arrays_get_buffers(arrays);
    CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_plan_execute_with(plan, &buffers) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    ata_plan_destroy(plan);
}

static void right_results_are_right(void)
{
    static const char *const texts[] = {
        "c2c 8",
        "c2c 300",
        "c2c f64 1000",
        "c2c 4096*3 inverse",
        "c2c f64 30x20x7 scale=n",
        "r2c 64x10*3",
        "r2c f64 1001",
        "c2c f16 512*2",
        "c2c 1024 order=bitrev",
        "c2c 16x32 split order=bitrev",
        "c2c 60*4 istride=4 idist=1 ostride=-2 odist=-130",
    };
    for (int i = 0; i < (int)(sizeof texts / sizeof texts[0]); i++) {
        check_arrays arrays;
        check_spots spots;
        run(&arrays, texts[i]);
        CHECK(check_spots_create(&spots, &arrays.problem, arrays.in_re, arrays.in_im, 1e6, 7) == ATA_OK, "%s",
              texts[i]);
        const ata_type type = arrays.problem.type;
        const double bound = type == ATA_F64 ? 2e-15 : type == ATA_F16 ? 2e-3 : 1e-6;
        const double error = check_spots_get_error(&spots, arrays.out_re, arrays.out_im, 1);
        CHECK(error <= bound, "%s: %g", texts[i], error);
        CHECK(!(check_spots_get_error(&spots, arrays.out_re, arrays.out_im, 2) <= bound), "%s, twice", texts[i]);
        check_arrays_destroy(&arrays);
    }
}

/* Something wrong anywhere, be it at no spot. */
static void wrong_results_are_wrong(void)
{
    enum { N = 4096 };
    check_arrays arrays;
    check_spots spots;
    run(&arrays, "c2c 4096");
    CHECK(check_spots_create(&spots, &arrays.problem, arrays.in_re, arrays.in_im, N, 7) == ATA_OK, "");
    float *out = arrays.out_re, kept[2 * N];
    for (int i = 0; i < 2 * N; i++) kept[i] = out[i];
    out[99] = NAN;
    CHECK(isnan(check_spots_get_error(&spots, out, NULL, 1)), "a NaN");
    for (int i = 0; i < 2 * N; i++) out[i] = i < N ? kept[i] : 0;
    CHECK(!(check_spots_get_error(&spots, out, NULL, 1) < 0.1), "a half that is zero");
    for (int i = 0; i < 2 * N; i++) out[i] = kept[(i + 2) % (2 * N)];
    CHECK(!(check_spots_get_error(&spots, out, NULL, 1) < 0.1), "one place off");
    check_arrays_destroy(&arrays);
}

static void some_problems_have_no_spots(void)
{
    static const char *const texts[] = {"c2r 8", "dct2 8", "c2c 8 inverse order=bitrev", "c2c 128"};
    for (int i = 0; i < 4; i++) {
        check_spots spots;
        ata_problem problem;
        CHECK(ata_problem_parse(&problem, texts[i]) == ATA_OK && !ata_problem_check(&problem, &problem), "%s",
              texts[i]);
        CHECK(check_spots_create(&spots, &problem, NULL, NULL, 100, 1) == ATA_ERROR_OPTION, "%s", texts[i]);
    }
}

static void names_of_gpus(void)
{
    static const struct {
        const char *name;
        int index;
    } names[] = {{"gpu", 0},   {"gpu:0", 0}, {"gpu:1", 1},   {"gpu:12", 12}, {NULL, -1},       {"", -1},    {"cpu", -1},
                 {"gpu:", -1}, {"gpus", -1}, {"gpu:-1", -1}, {"gpu:1x", -1}, {"gpu:9999", -1}, {"auto", -1}};
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        CHECK(cli_gpu_index(names[i].name) == names[i].index, "%s", names[i].name ? names[i].name : "NULL");
    }
}

static const test_case cases[] = {
    {"right results are right", right_results_are_right},
    {"wrong results are wrong", wrong_results_are_wrong},
    {"some problems have no spots", some_problems_have_no_spots},
    {"names of GPUs", names_of_gpus},
};

TEST_MAIN(cases)
