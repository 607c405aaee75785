/* test_keep.c - little data, and about as much as the L2 cache holds: which tiles it has, what stays in the cache between
 * two sweeps, and the right answers. The emulated device has a cache of 1 MB, so that small data will do.
 */
#include <stdio.h>

#include "atalanta.h"
#include "check/verify.h"
#include "engine/emu/machine.h"
#include "engine/gpu/keep.h"
#include "engine/gpu/real.h"
#include "test.h"

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
};

/* The two sweeps, each with a launch of its own, as a plan has them on a device with clusters. */
static bool make(const row *r, int64_t cache_bytes, ata_gpu_pass pass[2])
{
    ata_problem parsed, problem;
    ata_recipe recipe, expanded;
    ata_device *device = NULL;
    ata_gpu_array route[ATA_MAX_PASSES + 1];
    CHECK(ata_problem_parse(&parsed, r->problem) == ATA_OK && ata_problem_check(&parsed, &problem) == ATA_OK, "%s",
          ata_last_error()->message);
    CHECK(ata_recipe_read(&recipe, problem.rank, r->recipe) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_gpu_real_expand(&recipe, &expanded) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_machine_emu.open(-1, &device) == ATA_OK, "%s", ata_last_error()->message);
    ata_device_limits limits = *ata_machine_emu.limits(device);
    if (cache_bytes > 0) limits.cache_bytes = cache_bytes;
    const ata_gpu_tuning *tuning =
        ata_gpu_tuning_find(&limits, (int)ata_type_bytes(ata_problem_compute_type(&problem)));
    (void)ata_gpu_route(&problem, &expanded, route);
    bool made = true;
    for (int sweep = 0; sweep < 2; sweep++)
        made = made && ata_gpu_pass_init(&pass[sweep], &problem, &expanded, sweep, route[sweep], route[sweep + 1], NULL,
                                         &limits, tuning) == ATA_OK;
    CHECK(made, "%s: %s", r->problem, ata_last_error()->message);
    if (made) ata_gpu_keep_between(pass, &problem, &limits, tuning);
    ata_machine_emu.close(device);
    return made;
}

static void check_choice(const row *r, int64_t cache_bytes)
{
    static ata_gpu_pass pass[2];
    if (!make(r, cache_bytes, pass)) return;
    const bool between = pass[0].kernel.in.keep == ATA_KEEP_BRIEFLY && pass[1].kernel.in.keep == ATA_KEEP_BRIEFLY &&
                         pass[0].to == pass[1].to;
    CHECK((pass[0].kernel.out.keep == ATA_KEEP_LONGEST) == r->held && (between || !r->held), "%s %s", r->problem,
          r->recipe);
    CHECK(pass[1].kernel.out.keep != ATA_KEEP_LONGEST, "%s %s", r->problem, r->recipe);
    const int first = pass[0].kernel.shape.lines, last = pass[1].kernel.shape.lines;
    CHECK((r->lines == 0 || r->lines == first) && (r->last == 0 || r->last == last), "%s %s: %d and %d lines",
          r->problem, r->recipe, first, last);
}

static void test_choice(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) check_choice(&rows[i], 0);
    for (size_t i = 0; i < sizeof large_rows / sizeof large_rows[0]; i++) check_choice(&large_rows[i], 60 << 20);
}

static void test_answers(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ata_options options = {.engine = "emu", .recipe = rows[i].recipe};
        const unsigned checks = CHECK_ALL & ~CHECK_IDENTITIES;
        ata_problem problem;
        check_result result;
        CHECK(ata_problem_parse(&problem, rows[i].problem) == ATA_OK);
        CHECK(check_problem(&problem, &options, checks, i, &result) == ATA_OK && result.passed, "%s %s: %s",
              rows[i].problem, rows[i].recipe, result.failure);
    }
}

static const test_case cases[] = {{"choice", test_choice}, {"answers", test_answers}};
TEST_MAIN(cases)
