/* test_gpu_edges.c - what random numbers of size one do not reach: f16 near the end of its range between passes, tiny
 * doubles stored coarsely, tiles at odd addresses, threads that share a plan's scratch, arrays on both sides. */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/emu/machine.h"
#include "test.h"
#include "test_gpu_shape.h"

static ata_plan *plan_of(const char *text, const char *engine, const char *recipe)
{
    ata_problem problem;
    ata_plan *plan = NULL;
    const ata_options options = {.engine = engine, .recipe = recipe};
    CHECK(ata_problem_parse(&problem, text) == ATA_OK && ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s: %s",
          text, ata_last_error()->message);
    return plan;
}

/* --- f16 between passes ------------------------------------------------------------------------------------------ */

/* A constant, or a comb, as large as f16 goes: with the scale that keeps the result in range, nothing may saturate on
 * the way. 0x7b53 is 60000 in f16. */
static void check_range(const char *text, int n, int comb)
{
    uint16_t *in = calloc((size_t)n, 4), *out = calloc((size_t)n, 4), *expected = calloc((size_t)n, 4);
    const int numbers = text[0] == 'r' ? 1 : 2; /* of a point */
    for (int j = 0; j < n; j += comb) in[numbers * j] = 0x7b53;
    ata_plan *plan = plan_of(text, "emu", NULL), *cpu = plan_of(text, "cpu", NULL);
    CHECK(plan && ata_plan_execute(plan, in, out) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(cpu && ata_plan_execute(cpu, in, expected) == ATA_OK);
    int worst = 0;
    for (int i = 0; i < 2 * n; i++) { /* units of the last place, of numbers of one sign */
        const int apart = abs((int16_t)out[i] - (int16_t)expected[i]);
        if ((expected[i] & 0x7fff) > 0x2000 && apart > worst) worst = apart;
    }
    CHECK(worst <= 2, "%s: off by %d units", text, worst);
    ata_plan_destroy(plan);
    ata_plan_destroy(cpu);
    free(in);
    free(out);
    free(expected);
}

static void f16_keeps_its_range(void)
{
    check_range("c2c f16 4x1024 scale=n", 4096, 1);
    check_range("c2c f16 16x64 scale=n", 1024, 1);
    check_range("c2c f16 64x16 scale=sqrt", 1024, 32);
    check_range("c2c f16 2^17 scale=n", 1 << 17, 1);
    check_range("c2c f16 2^16 scale=sqrt", 1 << 16, 256);
    check_range("r2c f16 64x64 scale=n", 4096, 1);
    check_range("r2c f16 2^15 scale=n", 1 << 15, 1);
    check_range("c2r f16 2^15 scale=n", 1 << 15, 1);
    check_range("c2r f16 64x64 scale=n", 4096, 4096);
}

/* --- Real numbers at odd addresses -------------------------------------------------------------------------------- */

/* Pairs of real numbers are read and written at once only where their address allows. */
static void check_odd(const char *text, int numbers_in, int numbers_out)
{
    enum { MOST = 2100 };
    ata_device *device;
    float in[MOST], out[MOST], expected[MOST], *there = NULL;
    CHECK(ata_machine_emu.open(-1, &device) == ATA_OK);
    CHECK(ata_machine_emu.allocate(device, 2 * MOST * sizeof(float), "a test", (void **)&there) == ATA_OK);
    for (int i = 0; i < numbers_in; i++) in[i] = (float)(i * 37 % 101) - 50;
    ata_plan *plan = plan_of(text, "emu", NULL), *cpu = plan_of(text, "cpu", NULL);
    CHECK(cpu && ata_plan_execute(cpu, in, expected) == ATA_OK);
    for (int odd = 0; odd < 2; odd++) {
        const int real_in = numbers_in < numbers_out ? odd : 0, real_out = numbers_in > numbers_out ? odd : 0;
        float *from = there + real_in, *to = there + MOST + real_out, most = 0;
        CHECK(ata_machine_emu.copy_in(device, from, in, (size_t)numbers_in * 4, NULL) == ATA_OK);
        CHECK(plan && ata_plan_execute(plan, from, to) == ATA_OK, "%s: %s", text, ata_last_error()->message);
        CHECK(ata_machine_emu.copy_out(device, out, to, (size_t)numbers_out * 4, NULL) == ATA_OK);
        for (int i = 0; i < numbers_out; i++)
            if (!(fabsf(out[i] - expected[i]) <= most)) most = fabsf(out[i] - expected[i]);
        CHECK(most < 0.02F, "%s, %d: off by %g", text, odd, (double)most);
    }
    ata_plan_destroy(plan);
    ata_plan_destroy(cpu);
    ata_machine_emu.release(device, there);
    ata_machine_emu.close(device);
}

static void real_at_odd_addresses(void)
{
    check_odd("r2c 512*4", 2048, 2056);
    check_odd("c2r 512*4", 2056, 2048);
    check_odd("r2c 4*16", 64, 96);
    check_odd("c2r 16x64", 16 * 66, 1024);
}

/* --- Doubles stored coarsely -------------------------------------------------------------------------------------- */

static void tiny_doubles(void)
{
    static const double values[] = {-1e-46, -1e-60, -1e-300, 1e-46, 1e-300, -3e-8, 65519.0, -65521.0, 1e300, -1e300};
    static const char *const texts[] = {"c2c f64 1 out=f16", "c2c f64 1 out=bf16", "c2c f64 1 out=i16"};
    for (int t = 0; t < 3; t++) {
        ata_plan *plan = plan_of(texts[t], "emu", NULL), *cpu = plan_of(texts[t], "cpu", NULL);
        for (size_t i = 0; plan && cpu && i < sizeof values / sizeof values[0]; i++) {
            const double in[2] = {values[i], -values[i]};
            uint16_t out[2] = {1, 1}, expected[2] = {2, 2};
            CHECK(ata_plan_execute(plan, in, out) == ATA_OK && ata_plan_execute(cpu, in, expected) == ATA_OK);
            CHECK(out[0] == expected[0] && out[1] == expected[1], "%s of %g: %04x %04x, not %04x %04x", texts[t],
                  values[i], out[0], out[1], expected[0], expected[1]);
        }
        ata_plan_destroy(plan);
        ata_plan_destroy(cpu);
    }
}

/* --- Fetching ahead ----------------------------------------------------------------------------------------------- */

static void only_whole_pieces_are_fetched(void)
{
    static const struct {
        const char *problem;
        bool fetched;
    } list[] = {{"c2c 8192*300", true},
                {"c2c 8192*300 idist=8194", true},
                {"c2c 8192*300 idist=8193", false},
                {"c2c 8192*30x10 idist=81921,8192", false},
                {"c2c 8192*300 split", false},
                {"c2c f16 8192*300 idist=8194", false}};
    const ata_device_limits limits = limits_of(90);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        ata_gpu_pass pass;
        CHECK(make_only_pass(&pass, list[i].problem, "{X(16), X(16), X(32)}", &limits) == ATA_OK, "%s",
              ata_error_last()->message);
        CHECK(pass.kernel.shape.fetch_ahead == list[i].fetched, "%s", list[i].problem);
    }
}

/* --- Passes that are counted -------------------------------------------------------------------------------------- */

/* Lines inside a half step are passes over memory on a GPU, and not on the CPU. */
static void passes_are_counted(void)
{
    static const char recipe[] = "{X(half:4096(line:32(32), line:64(8, 8)))} {Y(4)}";
    ata_plan *plan = plan_of("r2c 4x4096", "emu", recipe), *cpu = plan_of("r2c 4x4096", "cpu", recipe);
    ata_plan_info there = {0}, here = {0};
    char report[2000];
    CHECK(ata_plan_get_info(plan, &there) == ATA_OK && ata_plan_get_info(cpu, &here) == ATA_OK);
    CHECK(there.passes == 3 && here.passes == 2, "%d and %d", there.passes, here.passes);
    const int64_t between = 2 * 4 * 2049 * 8;
    CHECK(there.bytes_estimated == there.bytes_minimal + 2 * between);
    CHECK(here.bytes_estimated == there.bytes_minimal + between);
    CHECK(ata_plan_print_report(plan, report, sizeof report, NULL) == ATA_OK &&
              strstr(report, "in 2 passes over memory"),
          "%s", report);
    ata_plan_destroy(plan);
    ata_plan_destroy(cpu);
}

/* --- Threads that share a plan's scratch -------------------------------------------------------------------------- */

enum { POINTS = 256, TIMES = 20 };

typedef struct work {
    ata_plan *plan;
    float value;
    int wrong;
} work;

/* The transform of a constant: its sum in front, zeros behind. */
static void *execute_often(void *context)
{
    work *w = context;
    for (int i = 0; i < TIMES; i++) {
        float x[2 * POINTS] = {0};
        for (int j = 0; j < POINTS; j++) x[2 * j] = w->value;
        if (ata_plan_execute(w->plan, x, x) != ATA_OK || x[0] != w->value * POINTS || x[2] != 0) w->wrong++;
    }
    return NULL;
}

static void threads_share_scratch(void)
{
    ata_plan *plan = plan_of("c2c 256 inplace", "emu", "{X(16)} {X(16)}");
    work works[3] = {{plan, 1, 0}, {plan, 2, 0}, {plan, 3, 0}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) CHECK(pthread_create(&threads[i], NULL, execute_often, &works[i]) == 0);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        CHECK(works[i].wrong == 0, "%d of %d are wrong", works[i].wrong, TIMES);
    }
    ata_plan_destroy(plan);
}

/* --- Arrays on both sides ----------------------------------------------------------------------------------------- */

static void arrays_lie_together(void)
{
    ata_device *device;
    void *there = NULL;
    float here[2 * POINTS] = {0}, other[2 * POINTS] = {0};
    CHECK(ata_machine_emu.open(-1, &device) == ATA_OK);
    CHECK(ata_machine_emu.allocate(device, sizeof here, "a test", &there) == ATA_OK);
    ata_plan *plan = plan_of("c2c 256", "emu", NULL), *split = plan_of("c2c 256 split", "emu", NULL);
    CHECK(ata_plan_execute(plan, there, here) == ATA_ERROR_PLACE && !strcmp(ata_last_error()->field, "out"));
    CHECK(ata_plan_execute(plan, here, there) == ATA_ERROR_PLACE);
    CHECK(ata_plan_execute_with(split,
                                &(ata_buffers){.in = here, .in_imag = there, .out = other, .out_imag = other + 256}) ==
          ATA_ERROR_PLACE);
    CHECK(!strcmp(ata_last_error()->field, "in_imag"), "%s", ata_last_error()->message);
    CHECK(ata_plan_execute(plan, here, other) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
    ata_plan_destroy(split);
    ata_machine_emu.release(device, there);
    ata_machine_emu.close(device);
}

static const test_case cases[] = {
    {"f16_keeps_its_range", f16_keeps_its_range},
    {"real_at_odd_addresses", real_at_odd_addresses},
    {"tiny_doubles", tiny_doubles},
    {"only_whole_pieces_are_fetched", only_whole_pieces_are_fetched},
    {"passes_are_counted", passes_are_counted},
    {"threads_share_scratch", threads_share_scratch},
    {"arrays_lie_together", arrays_lie_together},
};
TEST_MAIN(cases)
