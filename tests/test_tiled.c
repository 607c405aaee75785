/* test_tiled.c - what lies between two sweeps in tiles of the second: the right answers, and where it is done. The
 * emulated device has a small cache, so that small data will do.
 */
#include <stdio.h>

#include "atalanta.h"
#include "engine/emu/machine.h"
#include "engine/gpu/tiled.h"
#include "test_answer.h"

typedef struct row {
    const char *problem, *recipe;
    int lines; /* of a tile; 0 where what is between lies in the order of the data */
} row;

static const row rows[] = {
    {"c2c 2^15*16", "{X(16)} {X(32), X(64)}", 16},
    {"c2c 2^15*17 inverse scale=n", "{X(16)} {X(32), X(64)}", 16},
    {"c2c 2^16*8 inplace", "{X(4), X(8)} {X(32), X(64)}", 16},
    {"c2c 2^15*16 split", "{X(16)} {X(32), X(64)}", 16},
    {"c2c f16 2^16*16", "{X(32)} {X(32), X(64)}", 8},
    {"c2c 2^15*16 in=i16 out=f32", "{X(16)} {X(32), X(64)}", 16},
    {"c2c 2^15*4x4 idist=140000,33000 odist=131072,32768", "{X(16)} {X(32), X(64)}", 16},
    {"c2c 2x2^15*8", "{X(16)} {X(32), X(64)} {Y(2)}", 0},
    {"c2c 2^16*8", "{X(16)} {X(64), X(64)}", 16},
    {"c2c 2^17*4 inverse", "{X(16)} {X(64), X(16), X(8)}", 8},
    {"c2c 2^17*4", "{X(8)} {X(64), X(16), X(16)}", 8},
    /* Too little data, and more than anyone would want scratch for; fewer frequencies known than a tile has lines; a
     * second sweep in single blocks; lines side by side; other orders; three sweeps; f64, for which it did not pay. */
    {"c2c 2^15*8", "{X(16)} {X(32), X(64)}", 0},
    {"c2c 2^15*20000", "{X(16)} {X(32), X(64)}", 0},
    {"c2c 2^14*32", "{X(8)} {X(32), X(64)}", 0},
    {"c2c 2^16*8", "{X(64)} {X(32), X(32)}", 0},
    {"c2c 2^15*16 istride=16 idist=1 ostride=16 odist=1", "{X(16)} {X(32), X(64)}", 0},
    {"c2c 2^15*16 order=bitrev", "{dif: X(16)} {dif: X(32), X(64)}", 0},
    {"c2c 2^17*4", "{X(4)} {X(16)} {X(32), X(64)}", 0},
    {"c2c f64 2^16*8", "{X(32)} {X(16), X(8), X(16)}", 0},
};

/* How many lines of the second sweep lie together. */
static int find_lines(const row *r)
{
    static ata_gpu_pass pass[2];
    ata_problem parsed, problem;
    ata_recipe recipe;
    ata_device *device = NULL;
    CHECK(ata_problem_parse(&parsed, r->problem) == ATA_OK && ata_problem_check(&parsed, &problem) == ATA_OK, "%s",
          ata_last_error()->message);
    CHECK(ata_recipe_read(&recipe, problem.rank, r->recipe) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_machine_emu.open(-1, &device) == ATA_OK, "%s", ata_last_error()->message);
    const ata_device_limits *limits = ata_machine_emu.limits(device);
    const ata_gpu_tuning *tuning = ata_gpu_tuning_find(limits, (int)ata_type_bytes(ata_problem_compute_type(&problem)));
    const bool made = ata_gpu_tiled_make(pass, &problem, &recipe, limits, tuning);
    ata_machine_emu.close(device);
    if (!made) return 0;
    const ata_gpu_kernel *first = &pass[0].kernel, *second = &pass[1].kernel;
    CHECK(pass[0].to == ATA_GPU_SCRATCH && pass[1].from == ATA_GPU_SCRATCH, "%s", r->problem);
    CHECK(first->out.piece == second->shape.lines && second->in.point[0] == second->shape.lines, "%s", r->problem);
    CHECK(second->in.line == 1 && pass[1].loop[0].count == second->shape.lines, "%s", r->problem);
    return second->shape.lines;
}

static void test_choice(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(find_lines(&rows[i]) == rows[i].lines, "%s %s: %d lines", rows[i].problem, rows[i].recipe,
              find_lines(&rows[i]));
}

static void test_answers(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].lines > 0) check_answer(rows[i].problem, rows[i].recipe, i);
}

static const test_case cases[] = {{"choice", test_choice}, {"answers", test_answers}};
TEST_MAIN(cases)
