/* test_three_sets.c - the algorithms of three sets, for 512 points: asked for by name they give the right answer, on
 * every engine; and what their names say of shared memory is so.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "atalanta.h"
#include "engine/gpu/real.h"
#include "engine/gpu/shape.h"
#include "test.h"
#include "test_engines.h"

enum { N = 512, BATCH = 5 };

static void transform(const char *engine, const char *algorithm, const float *in, float *out)
{
    ata_problem problem = {.rank = 1, .dim = {{.n = N}}, .batch_rank = 1, .batch = {{.n = BATCH}}};
    const ata_options options = {.engine = engine};
    ata_plan *plan;
    char text[64];
    snprintf(problem.algorithm, sizeof problem.algorithm, "%s", algorithm);
    CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s: %s", algorithm, ata_last_error()->message);
    CHECK(plan && ata_plan_execute(plan, in, out) == ATA_OK, "%s: %s", algorithm, ata_last_error()->message);
    if (*algorithm) {
        const bool plain = strstr(algorithm, "plain") != NULL;
        CHECK(ata_plan_print_recipe(plan, text, sizeof text, NULL) == ATA_OK);
        CHECK(strcmp(text, plain ? "{plain: X(8), X(8), X(8)}" : "{X(8), X(8), X(8)}") == 0, "%s is %s", algorithm,
              text);
    }
    ata_plan_destroy(plan);
}

static void test_answers(void)
{
    const char *const engines[] = {"cpu", test_engines("emu")};
    static const char *const algorithms[] = {"three-sets", "three-sets-plain"};
    static float in[2 * N * BATCH], expected[2 * N * BATCH], out[2 * N * BATCH];
    for (int i = 0; i < 2 * N * BATCH; i++) in[i] = (float)(i * 37 % 101 - 50);
    transform("cpu", "", in, expected);
    for (int e = 0; e < 2; e++)
        for (int a = 0; a < 2; a++) {
            transform(engines[e], algorithms[a], in, out);
            bool good = true;
            for (int i = 0; i < 2 * N * BATCH; i++) good = good && fabsf(out[i] - expected[i]) < 0.01f;
            CHECK(good, "%s on %s", algorithms[a], engines[e]);
        }
}

/* Turns that the banks take for both exchanges of a warp, over the fewest that could be. */
static double conflicts(bool plain)
{
    ata_gpu_shape shape = {.n = N,
                           .leg_count = 1,
                           .leg = {{.n = N}},
                           .stage_count = 3,
                           .lines = 2,
                           .threads = 128,
                           .points = 8,
                           .cluster = 1,
                           .real_bytes = 4,
                           .near_in = 1,
                           .near_out = 1,
                           .plain = plain,
                           .stage = {{.radix = 8}, {.radix = 8}, {.radix = 8}}};
    int turns = 0, fewest = 0;
    CHECK(ata_gpu_shape_make(&shape) == ATA_OK, "%s", ata_last_error()->message);
    for (int s = 0; s < 3; s++) {
        const ata_gpu_stage *stage = &shape.stage[s];
        for (int out = 0; out < 2; out++) {
            if (s == (out ? 2 : 0)) continue; /* the ends are in global memory */
            const int elements = (out ? stage->out_pair : stage->in_pair) ? 2 : 1;
            turns += ata_banks_wavefronts(out ? &stage->writes : &stage->reads, out ? stage->out : stage->in, 8,
                                          8 * elements, INT_MAX) /
                     elements;
            fewest += 2; /* 32 numbers of 8 bytes, 128 bytes at a time */
        }
    }
    return (double)turns / fewest;
}

static void test_conflicts(void)
{
    CHECK(conflicts(false) == 1, "%g times as many turns as need be", conflicts(false));
    CHECK(conflicts(true) >= 2, "%g times as many turns as need be", conflicts(true));
}

/* On its way to the kernels a recipe is expanded, and must still say so. */
static void test_kept(void)
{
    ata_recipe recipe, expanded;
    CHECK(ata_recipe_read(&recipe, 1, "{plain: X(8), X(8), X(8)}") == ATA_OK && recipe.pass[0].plain);
    CHECK(ata_gpu_real_expand(&recipe, &expanded) == ATA_OK && ata_recipe_equal(&recipe, &expanded));
}

static const test_case cases[] = {{"kept", test_kept}, {"answers", test_answers}, {"conflicts", test_conflicts}};
TEST_MAIN(cases)
