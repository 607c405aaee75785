/* test_window.c - windows: a plan with one gives what a plan without gives for an input that was multiplied before, on
 * every engine, whatever the way of the lines through it.
 */
#include <math.h>
#include <stdlib.h>

#include "atalanta.h"
#include "cli/file.h"
#include "test.h"
#include "test_engines.h"

static double weight(int64_t t)
{
    return 0.25 + (double)(t * 7 % 32) / 32; /* exact in every type, so that integers can be multiplied before */
}

/* Numbers along time, of one or two parts, for `batch` lines. */
static void fill(void *in, ata_type type, int64_t n, int64_t batch, int64_t parts, bool weighed)
{
    for (int64_t i = 0; i < n * batch * parts; i++) {
        const int64_t t = i / parts % n;
        const double value = (double)((i * 37 + i / 11) % 32) - 15; /* times 32 weights, still whole */
        file_number_store(type, in, i, (weighed ? weight(t) : 1) * 32 * value);
    }
}

static void check_window(const char *text, const char *engine, const char *recipe)
{
    ata_problem problem;
    ata_extent extent;
    ata_plan *with = NULL, *without = NULL;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK && ata_problem_check(&problem, &problem) == ATA_OK);
    CHECK(ata_problem_extent(&problem, &extent) == ATA_OK);
    const int64_t n = problem.dim[0].n, batch = problem.batch_rank ? problem.batch[0].n : 1;
    const int64_t parts = problem.kind == ATA_C2C ? 2 : 1;
    double *window = malloc((size_t)n * sizeof *window);
    for (int64_t t = 0; t < n; t++) window[t] = weight(t);
    const ata_options options = {.engine = engine, .recipe = recipe, .window = window};
    const ata_options plain = {.engine = engine, .recipe = recipe};
    CHECK(ata_plan_create(&with, &problem, &options) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_plan_create(&without, &problem, &plain) == ATA_OK);
    for (int64_t t = 0; t < n; t++) window[t] = NAN; /* read when the plan was made, and not again */
    char *in = malloc((size_t)extent.in_bytes), *a = calloc(1, (size_t)extent.out_bytes),
         *b = calloc(1, (size_t)extent.out_bytes);
    fill(in, problem.type_in, n, batch, parts, false);
    CHECK(with && ata_plan_execute(with, in, a) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    fill(in, problem.type_in, n, batch, parts, true);
    CHECK(without && ata_plan_execute(without, in, b) == ATA_OK);
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < extent.out_bytes / (int64_t)file_number_size(problem.type_out); i++) {
        const double x = file_number_load(problem.type_out, a, i), y = file_number_load(problem.type_out, b, i);
        if (!(fabs(x - y) <= worst)) worst = fabs(x - y);
        if (fabs(y) > largest) largest = fabs(y);
    }
    CHECK(largest > 0 && worst <= 1e-5 * largest, "%s on %s: off by %g of %g", text, engine, worst, largest);
    ata_plan_destroy(with);
    ata_plan_destroy(without);
    free(window);
    free(in);
    free(a);
    free(b);
}

static void test_cpu(void)
{
    static const char *const texts[] = {"c2c 1",
                                        "c2c 2*100",
                                        "c2c 8",
                                        "c2c 64",
                                        "c2c 64*100",
                                        "c2c 512*7 in=i16",
                                        "c2c 1000*5",
                                        "c2c 1009",
                                        "c2c 17*33",
                                        "c2c f64 4096",
                                        "c2c 2^18",
                                        "c2c f64 2^17*2",
                                        "r2c 16*40",
                                        "r2c 512*9",
                                        "r2c 4096",
                                        "r2c 999*3",
                                        "r2c f64 8*100",
                                        "r2c 2^16 in=i16",
                                        "c2c 64*3 inverse",
                                        "c2c 1024 inverse",
                                        "c2c f16 96 in=f32 out=f32",
                                        "r2c 1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) check_window(texts[i], "cpu", NULL);
    check_window("c2c 4096", "cpu", "{X(64)} {X(64)}");
    check_window("c2c 1000*3", "cpu", "{X(10)} {X(10), X(10)}");
}

static void test_emulator(void)
{
    static const char *const texts[] = {
        "c2c 2",         "c2c 8*100",        "c2c 512*5 in=i16", "c2c 64*7 inverse",   "c2c 1024",
        "c2c f64 256*3", "c2c 8192*2",       "c2c 2^15",         "c2c f64 128 in=f32", "r2c 1",
        "r2c 2*3",       "r2c 512*9 in=i16", "r2c f64 4096",     "r2c 2^15*2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) check_window(texts[i], test_engines("emu"), NULL);
    check_window("c2c 4096*2", test_engines("emu"), "{X(8), X(8)} {X(8), X(8)}");
    check_window("c2c 16*24 algo=ct-dif", test_engines("emu"), NULL);
    check_window("c2c 16*24 algo=constant-geometry", test_engines("emu"), NULL);
}

static void test_refused(void)
{
    const double numbers[64] = {0};
    ata_problem turned;
    ata_plan *none;
    const ata_options first = {.engine = "emu", .window = numbers};
    CHECK(ata_problem_parse(&turned, "c2c 64 algo=locality") == ATA_OK);
    CHECK(ata_plan_create(&none, &turned, &first) == ATA_ERROR_UNSUPPORTED && !none);
    CHECK(strstr(ata_last_error()->message, "begins with steps") != NULL, "%s", ata_last_error()->message);
    static const char *const texts[] = {"c2r 64", "c2c 8x8", "dct2 64", "c2c 64 order=bitrev"};
    const double window[64] = {0};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ata_problem problem;
        ata_plan *plan;
        const ata_options options = {.window = window};
        CHECK(ata_problem_parse(&problem, texts[i]) == ATA_OK);
        CHECK(ata_plan_create(&plan, &problem, &options) == ATA_ERROR_UNSUPPORTED && !plan, "%s", texts[i]);
        CHECK(strstr(ata_last_error()->message, "window is set") != NULL);
    }
}

static const test_case cases[] = {{"cpu", test_cpu}, {"emulator", test_emulator}, {"refused", test_refused}};
TEST_MAIN(cases)
