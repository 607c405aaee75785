/* test_keep.c - little data, and about as much as the L2 cache holds: which ways and tiles it has, what stays in the
 * cache between two sweeps, when launches may begin, and the right answers. The emulated device has a cache of 1 MB, so
 * that small data will do.
 */
#include <stdio.h>
#include <stdlib.h>

#include "atalanta.h"
#include "engine/emu/machine.h"
#include "engine/gpu/built.h"
#include "engine/gpu/keep.h"
#include "test_answer.h"

typedef struct row {
    const char *problem, *recipe;
    bool held;       /* what is between the sweeps */
    int lines, last; /* of a tile, in the first sweep and in the last; 0: whatever they are */
} row;

static const row rows[] = {
    {"c2c 2^16", "{X(16), X(16)} {X(16), X(16)}", true, 0, 0},
    {"c2c 2^16*2 inverse scale=n", "{X(16), X(16)} {X(16), X(16)}", true, 0, 0},
    {"c2c 2^16 split", "{X(16), X(16)} {X(16), X(16)}", true, 0, 0},
    {"c2c f64 2^15", "{X(8), X(16)} {X(16), X(16)}", true, 0, 0},
    {"c2c 256x256", "{X(16), X(16)} {Y(16), Y(16)}", true, 0, 0},
    {"c2c f64 2^16", "{X(8), X(8), X(8)} {X(8), X(16)}", true, 2, 0}, /* so few tiles that they are cut again */
    {"c2c 2^16", "{X(32)} {X(32), X(64)}", true, 0, 4},
    /* Too little, too much; where the second sweep does not overwrite it; numbers of two bytes; real ones. */
    {"c2c 2^15", "{X(8), X(16)} {X(16), X(16)}", false, 0, 0},
    {"c2c 2^16*3", "{X(16), X(16)} {X(16), X(16)}", false, 0, 0},
    {"c2c 2^16 inplace", "{X(16), X(16)} {X(16), X(16)}", false, 0, 0},
    {"c2c 2^16 in=i16 out=f16", "{X(16), X(16)} {X(16), X(16)}", false, 0, 0},
    {"c2c f16 2^17", "{X(16), X(16)} {X(32), X(16)}", false, 0, 0},
    {"r2c 512x256", "{X(half:256(8, 16))} {Y(16), Y(32)}", false, 0, 0},
};

/* The same with a cache as large as an H200's: nobody computes them here. */
static const row large_rows[] = {
    {"c2c 2^20", "{X(32), X(32)} {X(32), X(32)}", false, 4, 4},
    {"c2c 2^21", "{X(32), X(64)} {X(32), X(32)}", false, 4, 8},
    {"c2c 2^20*4", "{X(32), X(32)} {X(32), X(32)}", true, 8, 8},
    {"c2c 2^22", "{X(32), X(32)} {X(64), X(64)}", true, 8, 16},
    {"c2c 2^23", "{X(32), X(64)} {X(64), X(64)}", true, 16, 16},
    {"c2c 2^24", "{X(32), X(64)} {X(64), X(16), X(8)}", false, 16, 16},
    {"c2c f64 2^19", "{X(32), X(32)} {X(8), X(8), X(8)}", false, 2, 4},
    {"c2c f64 2^20*2", "{X(32), X(32)} {X(32), X(32)}", true, 4, 4},
    {"c2c f64 2^20*8", "{X(32), X(32)} {X(32), X(32)}", false, 8, 8},
    {"c2c 2048x2048", "{X(16), X(16), X(8)} {Y(32), Y(64)}", true, 0, 4},
    /* Strips of pieces of 32 bytes that are whole. */
    {"c2c 2^21 split", "{X(32), X(64)} {X(32), X(32)}", false, 16, 8},
    {"c2c 2^20*2 in=i8 out=f32", "{X(32), X(32)} {X(32), X(32)}", false, 16, 8},
    {"r2c 2048x2048", "{X(half:2048(8, 8, 16))} {Y(32), Y(64)}", false, 0, 16},
    {"c2c 2^22 ostride=2", "{X(32), X(32)} {X(64), X(64)}", false, 0, 0},
};

/* --- A machine of our own ---------------------------------------------------------------------------------------- */

/* The emulator with a cache of another size, and notes on what it is asked to launch. */
static ata_machine machine;
static ata_device_limits limits;
static ata_launch launched[8];
static unsigned int early[8];
static int launch_count;

static const ata_device_limits *get_limits(const ata_device *device)
{
    (void)device;
    return &limits;
}

static ata_status note_launch(ata_device *device, const ata_device_kernel *kernel, const ata_launch *work)
{
    if (launch_count < 8) {
        launched[launch_count] = *work;
        early[launch_count++] = ((const ata_kernel_arguments *)work->arguments)->early;
    }
    return ata_machine_emu.launch(device, kernel, work);
}

static ata_site *open_site(int64_t cache_bytes)
{
    ata_site *site = NULL;
    machine = ata_machine_emu;
    machine.limits = get_limits;
    machine.launch = note_launch;
    if (ata_gpu_open(&machine, 0, &site) != ATA_OK) exit(2);
    limits = *ata_machine_emu.limits(site->device);
    if (cache_bytes > 0) limits.cache_bytes = cache_bytes;
    return site;
}

static ata_built *build(ata_site *site, const char *text, const char *recipe_text, ata_problem *problem)
{
    ata_problem parsed;
    ata_recipe recipe;
    ata_built *built = NULL;
    CHECK(ata_problem_parse(&parsed, text) == ATA_OK && ata_problem_check(&parsed, problem) == ATA_OK &&
              ata_recipe_read(&recipe, problem->rank, recipe_text) == ATA_OK &&
              ata_gpu_build(site, problem, &recipe, 1, NULL, &built) == ATA_OK,
          "%s %s: %s", text, recipe_text, ata_last_error()->message);
    return built;
}

/* --- What is chosen ----------------------------------------------------------------------------------------------- */

static void check_choice(ata_site *site, const row *r)
{
    ata_problem problem;
    ata_built *built = build(site, r->problem, r->recipe, &problem);
    if (!built) return;
    const ata_gpu_kernel *a = &built->pass[0].kernel, *b = &built->pass[1].kernel;
    const bool between = a->in.keep == ATA_KEEP_BRIEFLY && b->in.keep == ATA_KEEP_BRIEFLY &&
                         b->out.keep == ATA_KEEP_BRIEFLY && built->pass[0].to == built->pass[1].to;
    CHECK(built->pass_count == 2 && (a->out.keep == ATA_KEEP_LONGEST) == r->held && (between || !r->held), "%s %s",
          r->problem, r->recipe);
    CHECK((r->lines == 0 || r->lines == a->shape.lines) && (r->last == 0 || r->last == b->shape.lines),
          "%s %s: %d and %d lines", r->problem, r->recipe, a->shape.lines, b->shape.lines);
    ata_gpu_destroy(built);
}

static void test_choice(void)
{
    ata_site *site = open_site(0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) check_choice(site, &rows[i]);
    ata_gpu_close(site);
    site = open_site(60 << 20);
    for (size_t i = 0; i < sizeof large_rows / sizeof large_rows[0]; i++) check_choice(site, &large_rows[i]);
    ata_gpu_close(site);
}

/* Which ways the planner is given, by how much data there is, beside a cache as large as an H200's. */
static void test_ways(void)
{
    enum { FEW, MIDDLING, RELAYED, NARROW, NONE };
    static const struct {
        const char *problem;
        int ways;
    } list[] = {
        {"c2c 2^16", FEW},         {"c2c 2^17*8", FEW},    {"c2c 2^18", MIDDLING},     {"c2c 2^21", MIDDLING},
        {"c2c 2^22", MIDDLING},    {"c2c 2^23", MIDDLING}, {"c2c 2^24", NONE},         {"c2c 2^20*4", MIDDLING},
        {"c2c 2^20*8", RELAYED},   {"c2c f64 2^16", FEW},  {"c2c f64 2^18", MIDDLING}, {"c2c f64 2^22", MIDDLING},
        {"c2c f64 2^23", NONE},    {"c2c f16 2^20", FEW},  {"c2c f16 2^24", NARROW},   {"r2c 2^20", FEW},
        {"c2c 1024x1024*4", NONE},
    };
    ata_site *site = open_site(60 << 20);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        ata_problem parsed, problem;
        CHECK(ata_problem_parse(&parsed, list[i].problem) == ATA_OK && ata_problem_check(&parsed, &problem) == ATA_OK);
        const ata_gpu_tuning *t = &ata_gpu_tuning_90[ata_problem_compute_type(&problem) == ATA_F64];
        const ata_known_way *const tables[] = {t->few, t->middling, t->relayed, t->narrow_ways, NULL};
        CHECK(ata_gpu_costs(site, &problem).few == tables[list[i].ways], "%s", list[i].problem);
    }
    ata_gpu_close(site);
}

/* Kernels with few blocks, or with many waves of them, let others come early; those whose counters are cleared first
 * begin when all before them has ended. */
static void test_launches(void)
{
    static const struct {
        const char *problem, *recipe;
        int launches;
        bool early, alone; /* the first */
    } list[] = {
        {"c2c 4096*4", "{X(16), X(16), X(16)}", 1, true, false},
        {"c2c 4096*40", "{X(16), X(16), X(16)}", 1, false, false},
        {"c2c 64*100000", "{X(8), X(8)}", 1, true, false},
        {"c2c 2^16", "{X(16), X(16)} {X(16), X(16)}", 2, false, false},
        {"c2c 2^13*32", "{X(8), X(8)} {X(8), X(16)}", 1, false, true},
    };
    ata_site *site = open_site(0);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        ata_problem problem;
        ata_built *built = build(site, list[i].problem, list[i].recipe, &problem);
        if (!built) continue;
        const size_t bytes = (size_t)ata_gpu_scratch_bytes(&problem);
        void *in = calloc(1, bytes), *out = calloc(1, bytes), *scratch = NULL;
        if (ata_gpu_scratch(built) > 0 && ata_gpu_scratch_create(site, ata_gpu_scratch(built), &scratch) != ATA_OK)
            exit(2);
        const ata_arrays arrays = {.in = in, .out = out, .scratch = scratch};
        launch_count = 0;
        CHECK(ata_gpu_execute(built, &arrays) == ATA_OK, "%s: %s", list[i].problem, ata_last_error()->message);
        CHECK(launch_count == list[i].launches, "%s: %d launches", list[i].problem, launch_count);
        CHECK(launched[0].alone == list[i].alone, "%s", list[i].problem);
        CHECK(list[i].alone || early[0] == list[i].early, "%s: %lld blocks", list[i].problem,
              (long long)launched[0].blocks);
        ata_gpu_scratch_destroy(site, scratch);
        free(in);
        free(out);
        ata_gpu_destroy(built);
    }
    ata_gpu_close(site);
}

static void test_answers(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) check_answer(rows[i].problem, rows[i].recipe, i);
}

static const test_case cases[] = {
    {"choice", test_choice}, {"ways", test_ways}, {"launches", test_launches}, {"answers", test_answers}};
TEST_MAIN(cases)
