/* test_relay.c - two sweeps in one launch: the right answers for every kind of chunk, and a launch shared where it
 * should be. The emulated device has a small cache, so that small data will do.
 */
#include <stdio.h>

#include "atalanta.h"
#include "engine/emu/machine.h"
#include "engine/gpu/real.h"
#include "engine/gpu/relay.h"
#include "test_answer.h"

typedef struct row {
    const char *problem, *recipe;
    int relays; /* how many pairs of sweeps share a launch */
} row;

static const row rows[] = {
    /* The transforms of a batch. */
    {"c2c 8192*17 inverse scale=n", "{X(16), X(8)} {X(8), X(8)}", 1},
    {"c2c 4096*32 split", "{X(8), X(8)} {X(8), X(8)}", 1},
    {"c2c 4096*32 order=bitrev", "{dif: X(8), X(8)} {dif: X(8), X(8)}", 1},
    {"c2c f64 4096*20", "{X(8), X(8)} {X(8), X(8)}", 1},
    {"c2c 4096*36 in=i8 out=f32", "{X(8), X(8)} {X(8), X(8)}", 1},
    {"c2c 4096*33 idist=4100 odist=4099", "{X(8), X(8)} {X(8), X(8)}", 1},
    {"c2c 4096*2x20", "{X(8), X(8)} {X(8), X(8)}", 1},
    {"c2c 64x64*33", "{X(8), X(8)} {Y(8), Y(8)}", 1},
    {"c2c 64x64*32 istride=70,1 ostride=66,1 idist=4500 odist=4300", "{X(8), X(8), Y(2)} {Y(4), Y(8)}", 1},
    /* Radices that take more points a thread, and a tile of twice as many. */
    {"c2c 128x128*9 inverse", "{X(32), X(4)} {Y(32), Y(4)}", 1},
    {"c2c 16384*9", "{X(16), X(32)} {X(32)}", 1},
    /* The planes of a cube. */
    {"c2c 32x64x64", "{X(8), X(8), Y(2)} {Y(4), Y(8)} {Z(4), Z(8)}", 1},
    /* The columns of a plane. */
    {"c2c 1024x128", "{X(8), X(16)} {Y(4), Y(8)} {Y(4), Y(8)}", 1},
    /* The frequencies that the first of three passes has found, of every transform. */
    {"c2c 2^17", "{X(8), X(16)} {X(4), X(8)} {X(4), X(8)}", 1},
    {"c2c 2^16*3 inverse scale=n", "{X(8), X(8)} {X(4), X(8)} {X(4), X(8)}", 1},
    {"c2c f64 2^16*2 split", "{X(8), X(8)} {X(4), X(8)} {X(4), X(8)}", 1},
    {"c2c 2^16*3x2 idist=200000,65600 odist=131200,65600", "{X(8), X(8)} {X(4), X(8)} {X(4), X(8)}", 1},
    {"c2c 2^17 inplace", "{X(8), X(16)} {X(4), X(8)} {X(4), X(8)}", 1},
    {"c2c 2^17 istride=2 ostride=3", "{X(8), X(16)} {X(4), X(8)} {X(4), X(8)}", 1},
    /* Less than the cache holds; chunks that are too large, or too few; what is between stays in scratch; real points,
     * and numbers of two bytes. */
    {"c2c 4096*16", "{X(8), X(8)} {X(8), X(8)}", 0},
    {"c2c 65536*8", "{X(16), X(16)} {X(16), X(16)}", 0},
    {"c2c 512x512", "{X(8), X(8), X(8)} {Y(8), Y(8), Y(8)}", 0},
    {"c2c 4096*40 inplace", "{X(8), X(8)} {X(8), X(8)}", 0},
    {"c2c 2^16*4 istride=4 idist=1 ostride=4 odist=1", "{X(8), X(8)} {X(4), X(8)} {X(4), X(8)}", 0},
    {"r2c 32x64x128", "{X(half:128(8, 8))} {Y(8), Y(8)} {Z(4), Z(8)}", 0},
    {"c2c f16 8192*32", "{X(8), X(16)} {X(8), X(8)}", 0},
};

/* How many pairs of the sweeps of a recipe would share a launch. */
static int count_relays(const row *r)
{
    ata_problem parsed, problem;
    ata_recipe typed, recipe;
    ata_device *device = NULL;
    ata_gpu_array route[ATA_MAX_PASSES + 1];
    static ata_gpu_pass pass[2];
    int relays = 0;
    CHECK(ata_problem_parse(&parsed, r->problem) == ATA_OK && ata_problem_check(&parsed, &problem) == ATA_OK, "%s",
          ata_last_error()->message);
    CHECK(ata_recipe_read(&typed, problem.rank, r->recipe) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_gpu_real_expand(&typed, &recipe) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_machine_emu.open(-1, &device) == ATA_OK, "%s", ata_last_error()->message);
    const ata_device_limits *limits = ata_machine_emu.limits(device);
    const ata_gpu_tuning *tuning = ata_gpu_tuning_find(limits, (int)ata_type_bytes(ata_problem_compute_type(&problem)));
    ata_gpu_route(&problem, &recipe, route);
    for (int p = 0, sweep = 0; p < recipe.pass_count; p = ata_recipe_sweep_end(&recipe, p), sweep++) {
        if (!ata_gpu_relay_make(pass, &problem, &recipe, p, &route[sweep], limits, tuning)) continue;
        relays++;
        sweep++;
        p = ata_recipe_sweep_end(&recipe, p);
        CHECK(pass[0].kernel.shape.threads == pass[1].kernel.shape.threads, "%s", r->problem);
        CHECK(pass[0].share.lead >= 1 && pass[0].share.lead < pass[0].share.chunks, "%s", r->problem);
    }
    ata_machine_emu.close(device);
    return relays;
}

static void test_choice(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(count_relays(&rows[i]) == rows[i].relays, "%s: %d pairs share a launch", rows[i].problem,
              count_relays(&rows[i]));
}

/* Recipes of three passes are for launches that can be shared, by caches large enough for a chunk. */
static void test_expected(void)
{
    static const struct {
        const char *problem;
        int megabytes; /* of the cache */
        bool expected;
    } list[] = {
        {"c2c 2^26*4", 60, true},
        {"c2c 2^26*4", 40, false},
        {"c2c 2^26*4 istride=4 idist=1 ostride=4 odist=1", 60, false},
        {"c2c 2^26 inplace", 60, true},
        {"c2c 2^25*8", 60, false},
        {"c2c 2^20*256", 60, true},
        {"c2c 2^20*256 inplace", 60, false},
        {"r2c 2^27", 60, false},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        ata_problem parsed, problem;
        const ata_device_limits limits = {.largest_cluster = 16, .cache_bytes = (int64_t)list[i].megabytes << 20};
        CHECK(ata_problem_parse(&parsed, list[i].problem) == ATA_OK);
        CHECK(ata_problem_check(&parsed, &problem) == ATA_OK, "%s", ata_last_error()->message);
        CHECK(ata_gpu_relay_expected(&problem, &limits, ata_gpu_tuning_find(&limits, 4)) == list[i].expected,
              "%s, %d MB", list[i].problem, list[i].megabytes);
    }
}

static void test_answers(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].relays > 0) check_answer(rows[i].problem, rows[i].recipe, i);
}

/* Of many sweeps all but the first may work in place, and that is found without trying everything. */
static void test_route(void)
{
    char text[512];
    size_t length = (size_t)snprintf(text, sizeof text, "{reverse: X(%d)}", 1 << 24);
    for (int pass = 0; pass < 24; pass++)
        length += (size_t)snprintf(text + length, sizeof text - length, " {dit: X(2)}");
    ata_problem parsed, problem;
    ata_recipe recipe;
    ata_gpu_array route[ATA_MAX_PASSES + 1];
    CHECK(ata_problem_parse(&parsed, "c2c 2^24 inplace") == ATA_OK && ata_problem_check(&parsed, &problem) == ATA_OK);
    CHECK(ata_recipe_read(&recipe, 1, text) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_gpu_route(&problem, &recipe, route) == 1);
    CHECK(route[0] == ATA_GPU_IN && route[1] == ATA_GPU_SCRATCH && route[25] == ATA_GPU_OUT);
    int moves = 0;
    for (int sweep = 1; sweep < 25; sweep++) moves += route[sweep] != route[sweep + 1];
    CHECK(moves == 1, "%d", moves);
}

static const test_case cases[] = {
    {"choice", test_choice}, {"expected", test_expected}, {"route", test_route}, {"answers", test_answers}};
TEST_MAIN(cases)
