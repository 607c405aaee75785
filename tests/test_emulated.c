/* test_emulated.c - the GPU engine on the emulator: every problem of the gpu list, recipes that no tuning table has, a
 * GPU without clusters, and arrays in the memory of the device.
 *
 * Every check runs the kernels a few times, an emulated million points take a good part of a second, and the way back
 * is another kernel to compile. So the way back is for one problem in four, the identities are for few points, and
 * large problems are held against the reference alone; `atalanta verify --list gpu --on emu` does it all.
 * ATALANTA_TEST_LIMIT, which is set under sanitizers, leaves one problem in eight, of few points.
 */
#include <math.h>
#include <stdlib.h>

#include "check/array.h"
#include "check/number.h"
#include "check/problems.h"
#include "check/verify.h"
#include "engine/emu/machine.h"
#include "tests/test.h"

static int get_limit(void)
{
    const char *limit = getenv("ATALANTA_TEST_LIMIT");
    return limit ? atoi(limit) : 0;
}

static double count_points(const ata_problem *problem)
{
    double points = 1;
    for (int d = 0; d < problem->rank; d++) points *= (double)problem->dim[d].n;
    for (int d = 0; d < problem->batch_rank; d++) points *= (double)problem->batch[d].n;
    return points;
}

static void verify(const char *text, const char *recipe, uint64_t seed)
{
    ata_problem problem;
    check_result result;
    const ata_options options = {.engine = "emu", .recipe = recipe};
    if (ata_problem_parse(&problem, text) != ATA_OK) {
        CHECK(false, "%s: %s", text, ata_last_error()->message);
        return;
    }
    const double points = count_points(&problem), most = get_limit() > 0 ? 64.0 * get_limit() : 1e9;
    if (points > most) return;
    unsigned checks = CHECK_ALL;
    if (points > 0x1p14) checks &= ~CHECK_IDENTITIES;
    if (points > 0x1p17) checks = CHECK_BIT(CHECK_NAME_REFERENCE);
    const bool one_way = problem.order == ATA_BIT_REVERSED || (problem.kind != ATA_C2C && problem.rank > 1);
    if (seed % 4 != 0 || (recipe && one_way)) /* the recipe is for one way alone */
        checks &= ~CHECK_BIT(CHECK_NAME_ROUND_TRIP);
    const ata_status status = check_problem(&problem, &options, checks, seed, &result);
    CHECK(result.item[CHECK_NAME_REFERENCE].ran, "%s: no reference", text);
    CHECK(status == ATA_OK && result.passed, "%s\n  \"%s\" %s on emu, seed %d", result.failure, text,
          recipe ? recipe : "", (int)seed);
}

/* Part `part` of `parts` of the list: problems by turns. */
static void verify_list(int part, int parts)
{
    const int step = get_limit() > 0 ? 8 * parts : parts;
    for (int i = part; i < check_problems_gpu_count; i += step) verify(check_problems_gpu[i], NULL, (uint64_t)i);
}

static void list_one(void)
{
    verify_list(0, 2);
}

static void list_two(void)
{
    verify_list(1, 2);
}

/* --- Recipes of several passes, at lengths that would take one --------------------------------------------------- */

typedef struct asked {
    const char *problem, *recipe;
} asked;

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

#define TWO "{X(8), X(8)} {X(16), X(4)}"
#define THREE "{X(4), X(4)} {X(4), X(4)} {X(4), X(4)}"
#define REAL_TWO "{X(half:4096(line:32(32), line:64(8, 8)))}"
#define REAL_THREE "{X(half:4096(line:8(8), line:16(16), line:16(4, 4)))}"

static void several_passes(void)
{
    static const asked list[] = {
        {"c2c 4096", "{X(1)} {X(8), X(8)} {X(8), X(8)}"}, /* without factors */
        {"c2c 2^15 algo=ct-dif order=bitrev inverse", NULL},
        {"c2c 4096*3", TWO},
        {"c2c 4096 inplace", TWO},
        {"c2c f16 4096*2 inverse scale=n", TWO},
        {"c2c bf16 4096 split", TWO},
        {"c2c 4096*3 istride=3 idist=1 ostride=3 odist=1", TWO},
        {"c2c f64 4096 order=bitrev", "{dif: X(8), X(8)} {dif: X(16), X(4)}"},
        {"c2c 4096*2 order=bitrev inverse inplace", "{dit: X(8), X(8)} {dit: X(16), X(4)}"},
        {"c2c 4096*3", THREE},
        {"c2c f64 4096 inplace inverse", THREE},
        {"c2c f16 4096 inverse scale=n inplace", THREE},
        {"c2c bf16 4096*5", THREE},
        {"c2c f16 4096 in=i16 scale=n", THREE},
        {"c2c 4096 in=f16 out=i16", TWO},
        {"c2c 4096*2 split istride=-1 idist=4096", THREE},
        {"c2c 4096*3 order=bitrev", "{dif: X(4), X(4)} {dif: X(4), X(4)} {dif: X(4), X(4)}"},
        {"c2c 8*5", "{X(2)} {X(2)} {X(2)}"},
        {"c2c 64*3", "{X(64)}"},
        {"c2c 65536*2", "{X(64), X(32), X(32)}"},
        {"c2c 131072 inplace inverse", "{X(64), X(32), X(64)}"},
        {"c2c f64 128*7", "{X(2), X(64)}"},
        {"c2c f16 2048*3 inplace", "{X(64), X(32)}"},
        {"c2c 32*9 inverse", "{X(2), X(2), X(2), X(4)}"},
        {"c2c 4096*3",
         "{X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2)}"}, /* 4 points a thread */
        {"c2c 512 order=bitrev", "{dif: X(2), X(32), X(8)}"},
        {"c2c 32x64 inplace", "{X(8), X(8)} {Y(4)} {Y(8)}"},
        {"r2c 64*9 scale=n", "{X(half:64(2, 2, 2, 4))}"},
        {"c2r f64 1024*3", "{X(half:1024(64, 8))}"},
        {"r2c 32x64 inplace", "{X(half:64(32))} {Y(4)} {Y(8)}"},
        {"c2r f16 32x64 scale=n", "{Y(4)} {Y(8)} {X(half:64(4, 8))}"},
        {"c2r 32x64 inplace", "{Y(4)} {Y(8)} {X(half:64(4, 8))}"},
        {"r2c 4096*3", REAL_TWO},
        {"c2r 4096*3", REAL_TWO},
        {"r2c f64 4096 inplace", REAL_TWO},
        {"c2r f64 4096*2 inplace scale=n", REAL_THREE},
        {"r2c f16 4096*3 scale=n inplace", REAL_THREE},
        {"c2r f16 4096 scale=n", REAL_TWO},
        {"c2r bf16 4096*5", REAL_THREE},
        {"r2c 4096*3 split", REAL_TWO},
        {"c2r 4096*3 split", REAL_THREE},
        {"r2c 4096*3 istride=3 idist=1 ostride=3 odist=1", REAL_TWO},
        {"c2r 4096*3 istride=3 idist=1 ostride=3 odist=1", REAL_TWO},
        {"r2c 4096 ostride=-1", REAL_THREE},
        {"c2r 4096*3 odist=4097", REAL_TWO},
        {"c2r 4096 in=f16 out=i16 scale=n", REAL_TWO},
        {"r2c 4x4096", REAL_TWO " {Y(4)}"},
        {"c2r 4x4096", "{Y(4)} " REAL_TWO},
        {"r2c 4x4096 inplace", REAL_THREE " {Y(4)}"},
        {"c2r 4x4096 inplace", "{Y(4)} " REAL_THREE},
        {"r2c 64*3", "{X(half:64(line:16(16), line:2(2)))}"},
        {"r2c 16x16x64", "{X(half:64(32)), Y(4)} {Y(4), Z(16)}"},
        {"c2r 16x16x64", "{Z(16), Y(4)} {Y(4), X(half:64(32))}"},
        {"r2c f64 16x16x64 inplace", "{X(half:64(32)), Y(4)} {Y(4), Z(16)}"},
        {"c2r f16 16x16x64*3 inplace scale=n", "{Z(16), Y(4)} {Y(4), X(half:64(32))}"},
        {"r2c 16x16x64", "{X(half:64(8, 4)), Z(4)} {Z(4)} {Y(4), Y(4)}"},
        {"c2r 16x16x64", "{Y(4), Y(4)} {Z(4)} {Z(4), X(half:64(8, 4))}"},
        {"r2c 4x16x16x8", "{X(half:8(4)), Y(8)} {Y(2), Z(16), D4(4)}"},
        {"c2r 4x16x16x8", "{D4(4), Z(16), Y(2)} {Y(8), X(half:8(4))}"},
        {"r2c 16x16x16", "{X(half:16(8)), Y(2)} {Y(4)} {Y(2), Z(16)}"},
        {"r2c 16x16x32 ostride=1,16,256", "{X(half:32(16)), Y(4)} {Y(4), Z(16)}"},
        {"r2c 16x16x32 ostride=16,1,256", "{X(half:32(16)), Y(4)} {Y(4), Z(16)}"},
        {"r2c 16*3", "{X(half:16(line:4(4), line:2(2)))}"},
        {"c2c 16x16x16", "{plain: X(16), Y(4)} {plain: Y(4), Z(16)}"},
        {"r2c 4x4x4x2", "{X(half:2(1))} {Y(4)} {Z(4)} {D4(4)}"},
        {"c2r 64*3", "{X(half:64(line:2(2), line:16(16)))}"},
        {"r2c 8*9", "{X(half:8(line:2(2), line:2(2)))}"},
        {"c2r 64*3", "{X(half:64(line:1(1), line:32(32)))}"},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++)
        if (get_limit() == 0 || i % 3 == 0) verify(list[i].problem, list[i].recipe, i);
}

/* --- Real planes and cubes in one sweep -------------------------------------------------------------------------- */

static const asked plane_list[] = {
    {"r2c 8x64*5", "{X(half:64(32)), Y(8)}"},
    {"c2r 8x64*5", "{Y(8), X(half:64(32))}"},
    {"r2c 64x64 inplace", "{X(half:64(4, 8)), Y(8), Y(8)}"},
    {"c2r 64x64*3 inplace scale=n", "{Y(8), Y(8), X(half:64(8, 4))}"},
    {"r2c 64x8x16", "{X(half:16(2, 4)), Y(8), Z(8), Z(8)}"},
    {"c2r 64x8x16 inplace", "{Z(8), Z(8), Y(8), X(half:16(2, 4))}"},
    {"r2c 4x8x8x4*3", "{X(half:4(2)), Y(8), Z(8), D4(4)}"},
    {"c2r 4x8x8x4*3", "{D4(4), Z(8), Y(8), X(half:4(2))}"},
    {"r2c 16x16x64 inplace", "{X(half:64(8, 4)), Y(16)} {Z(4), Z(4)}"},
    {"c2r 16x16x64", "{Z(4), Z(4)} {Y(16), X(half:64(8, 4))}"},
    {"r2c f64 32x64*3 inplace scale=n", "{X(half:64(8, 4)), Y(32)}"},
    {"c2r f64 64x64", "{Y(8), Y(8), X(half:64(4, 8))}"},
    {"r2c f16 32x64*3 scale=n", "{X(half:64(8, 4)), Y(32)}"},
    {"c2r f16 4x32x64 scale=n", "{Z(4)} {Y(32), X(half:64(8, 4))}"},
    {"c2r bf16 32x64*3 split", "{Y(32), X(half:64(8, 4))}"},
    {"r2c 32x64*3 split", "{X(half:64(8, 4)), Y(32)}"},
    {"c2r 32x64*7 split in=f16 out=i16 scale=n", "{Y(32), X(half:64(8, 4))}"},
    {"r2c 1x64", "{X(half:64(8, 4)), Y(1)}"},
    {"r2c 16x16x32 ostride=16,1,256", "{X(half:32(4, 4)), Y(16), Z(16)}"},
    {"r2c 16x16x32 istride=1,16,256", "{X(half:32(4, 4)), Y(16), Z(16)}"},
    {"c2r 16x16x32 istride=1,16,256", "{Z(16), Y(16), X(half:32(4, 4))}"},
    {"c2r 16x16x32 ostride=1,16,256", "{Z(16), Y(16), X(half:32(4, 4))}"},
    {"r2c 16x16*9 istride=144,9 idist=1 ostride=81,9 odist=1", "{X(half:16(2, 4)), Y(16)}"},
    {"c2r 16x16*9 istride=81,9 idist=1 ostride=144,9 odist=1", "{Y(16), X(half:16(2, 4))}"},
    {"r2c 32x32*3 ostride=18,1 odist=576", "{X(half:32(4, 4)), Y(32)}"},
    /* In a cluster of blocks. */
    {"r2c 256x256*2", "{X(half:256(8, 16)), Y(16), Y(16)}"},
    {"c2r 256x256 inplace", "{Y(16), Y(16), X(half:256(16, 8))}"},
    {"r2c 256x256 inplace", "{X(half:256(32, 4)), Y(16), Y(16)}"},
    {"c2r 256x256", "{Y(16), Y(16), X(half:256(2, 64))}"},
    {"r2c f64 128x128 inplace", "{X(half:128(8, 8)), Y(16), Y(8)}"},
    {"c2r 8x128x32 split", "{Z(8), Y(8), Y(16), X(half:32(4, 4))}"},
    {"r2c 8x128x32", "{X(half:32(4, 4)), Y(16), Y(8), Z(8)}"},
};

static void planes(void)
{
    for (size_t i = 0; i < COUNT_OF(plane_list); i++)
        if (get_limit() == 0 || i % 3 == 0) verify(plane_list[i].problem, plane_list[i].recipe, i);
}

/* Whether two results of c2r, of f32, are the same but for rounding. */
static bool is_near(const float *a, const float *b, size_t count)
{
    double difference = 0, norm = 0;
    for (size_t i = 0; i < count; i++) {
        difference += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
        norm += (double)a[i] * a[i];
    }
    return norm > 0 && difference < 1e-11 * norm;
}

/* What is no transform of real points becomes real as on the CPU: of the columns of which half is wanted only the part
 * that becomes real counts. */
static void planes_of_anything(void)
{
    static const asked list[] = {
        {"c2r 32x64", "{Y(32), X(half:64(8, 4))}"},
        {"c2r 8x8x32", "{Z(8), Y(8), X(half:32(4, 4))}"},
        {"c2r 8x8x32", "{Z(8)} {Y(8), X(half:32(4, 4))}"},
    };
    enum { MOST = 8 * 8 * 34 };
    static float in[MOST], out[2][MOST];
    unsigned int state = 1;
    for (size_t i = 0; i < MOST; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (float)(int)state * 0x1p-31f;
    }
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        ata_problem problem;
        CHECK(ata_problem_parse(&problem, list[i].problem) == ATA_OK, "%s", ata_last_error()->message);
        for (int on = 0; on < 2; on++) {
            const ata_options options = {.engine = on ? "emu" : "cpu", .recipe = on ? list[i].recipe : NULL};
            ata_plan *plan = NULL;
            CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
            CHECK(ata_plan_execute(plan, in, out[on]) == ATA_OK, "%s", ata_last_error()->message);
            ata_plan_destroy(plan);
        }
        CHECK(is_near(out[0], out[1], (size_t)count_points(&problem)), "%s %s", list[i].problem, list[i].recipe);
    }
}

/* --- Storage types ----------------------------------------------------------------------------------------------- */

/* Run "c2c ... 1*COUNT" on the emulator: `count` numbers (an even number) of one type to as many of another. */
static void execute_copy(ata_type type, ata_type in_type, ata_type out_type, int64_t count, const void *in, void *out)
{
    const ata_problem problem = {.type = type,
                                 .type_in = in_type,
                                 .type_out = out_type,
                                 .rank = 1,
                                 .dim = {{.n = 1}},
                                 .batch_rank = 1,
                                 .batch = {{.n = count / 2}}};
    const ata_options options = {.engine = "emu"};
    ata_plan *plan = NULL;
    CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_plan_execute(plan, in, out) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Every pattern of the narrow types becomes the number that it stands for. */
static void stored_values_are_loaded(void)
{
    static const ata_type types[] = {ATA_F16, ATA_BF16, ATA_I16, ATA_I8};
    enum { COUNT = 65536 };
    static uint16_t in[COUNT];
    static double wide[COUNT];
    static float narrow[COUNT];
    for (unsigned i = 0; i < COUNT; i++) in[i] = (uint16_t)i;
    for (int t = 0; t < 4; t++) {
        execute_copy(ATA_F64, types[t], ATA_F64, COUNT, in, wide);
        execute_copy(ATA_F32, types[t], ATA_F32, COUNT, in, narrow);
        int wrong = 0;
        for (int i = 0; i < COUNT; i++) {
            const double right =
                check_number_load(types[t], (const unsigned char *)in + i * check_number_get_bytes(types[t]));
            wrong += !same(wide[i], right) || !same((double)narrow[i], right);
        }
        CHECK(wrong == 0, "type %d: %d numbers", types[t], wrong);
    }
}

/* Numbers on both sides of where rounding turns, as near as their own type has them; ties; some beyond its range. */
static void stored_values_are_rounded_once(void)
{
    static const ata_type types[] = {ATA_F16, ATA_BF16, ATA_I16, ATA_I8};
    enum { STEPS = 0x7f80 / 4, COUNT = 6 * STEPS };
    static double wide[COUNT];
    static float narrow[COUNT];
    static unsigned char stored[2 * COUNT];
    for (int t = 0; t < 4; t++) {
        const bool whole = types[t] == ATA_I16 || types[t] == ATA_I8;
        for (int i = 0; i < STEPS; i++) {
            const uint16_t bits = (uint16_t)(4 * i + i % 4);
            const double value = whole ? bits / 2 : check_number_load(types[t], &bits);
            double low, high;
            check_number_get_origin(types[t], isfinite(value) ? value : 0, &low, &high);
            const double turn = isinf(high) ? 1e37 : high;
            const double six[] = {turn,  nextafter(turn, 0),  nextafter(turn, INFINITY),
                                  -turn, -nextafter(turn, 0), 1e300};
            const float six_narrow[] = {
                (float)turn, nextafterf((float)turn, 0), nextafterf((float)turn, INFINITY), -(float)turn, (float)value,
                1e36F};
            memcpy(wide + 6 * i, six, sizeof six);
            memcpy(narrow + 6 * i, six_narrow, sizeof six_narrow);
        }
        for (int w = 0; w < 2; w++) {
            execute_copy(w ? ATA_F64 : ATA_F32, w ? ATA_F64 : ATA_F32, types[t], COUNT, w ? (void *)wide : narrow,
                         stored);
            int wrong = 0;
            for (int i = 0; i < COUNT; i++) {
                unsigned char room[8];
                check_number_store(types[t], room, w ? wide[i] : (double)narrow[i]);
                wrong += !same(check_number_load(types[t], stored + i * check_number_get_bytes(types[t])),
                               check_number_load(types[t], room));
            }
            CHECK(wrong == 0, "f%d to type %d: %d numbers", w ? 64 : 32, types[t], wrong);
        }
    }
}

static void execute_text(const char *text, const void *in, void *out)
{
    const ata_options options = {.engine = "emu"};
    ata_problem problem;
    ata_plan *plan = NULL;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK && ata_plan_create(&plan, &problem, &options) == ATA_OK &&
              ata_plan_execute(plan, in, out) == ATA_OK,
          "%s: %s", text, ata_last_error()->message);
    ata_plan_destroy(plan);
}

/* Results of one transform in a type of two bytes, some beyond its range: each is what the same kernel's result in f32
 * becomes. `bad`: among the input are an infinity and a NaN. */
static void check_saturates(const char *form, const char *name, ata_type type, bool bad)
{
    enum { COUNT = 2 * 4096 };
    static float in[COUNT], wide[COUNT];
    static uint16_t stored[COUNT];
    char narrow_text[80], wide_text[80];
    unsigned int state = 1;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525U + 1013904223U;
        in[i] = state >> 28 ? 0 : (type == ATA_F16 ? 1.5e5F : 3e38F) * ((float)(int)(state << 4) * 0x1p-31F);
    }
    if (bad) in[100] = INFINITY, in[900] = NAN;
    memset(wide, 0, sizeof wide);
    memset(stored, 0, sizeof stored);
    snprintf(narrow_text, sizeof narrow_text, form, name, name);
    snprintf(wide_text, sizeof wide_text, form, name, "f32");
    execute_text(narrow_text, in, stored);
    execute_text(wide_text, in, wide);
    int wrong = 0, beyond = 0, finite = 0;
    for (int i = 0; i < COUNT; i++) {
        unsigned char room[8];
        check_number_store(type, room, (double)wide[i]);
        const double right = check_number_load(type, room);
        wrong += !same(check_number_load(type, stored + i), right);
        beyond += isfinite(wide[i]) && fabs((double)wide[i]) > 1.001 * fabs(right) && fabs((double)wide[i]) > 1;
        finite += isfinite(wide[i]) && wide[i] != 0;
    }
    CHECK(wrong == 0, "%s: %d numbers", narrow_text, wrong);
    CHECK(type != ATA_F16 || bad || (beyond > 10 && beyond < finite), "%s: %d of %d beyond the range", narrow_text,
          beyond, finite);
}

static void stored_results_saturate(void)
{
    static const char *const forms[] = {"c2c %s 64*9 in=f32 out=%s", "c2c %s 1024*3 inverse in=f32 out=%s",
                                        "c2c %s 4096 in=f32 out=%s", "r2c %s 256*5 in=f32 out=%s",
                                        "c2c %s 32*7 istride=7 idist=1 in=f32 out=%s"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        for (int bad = 0; bad < 2; bad++) {
            check_saturates(forms[i], "f16", ATA_F16, bad);
            check_saturates(forms[i], "bf16", ATA_BF16, bad);
        }
}

/* --- A GPU without clusters -------------------------------------------------------------------------------------- */

/* Problems that such a GPU does otherwise: what a cluster does in one pass takes two, and the tables are its own. */
static void without_clusters(void)
{
    static const asked list[] = {
        {"c2c 16*40 inverse", NULL},
        {"c2c f64 16*33 istride=33 idist=1 inplace ostride=33 odist=1", NULL},
        {"c2c f16 32*77", NULL},
        {"c2c 1024*5 inplace", NULL},
        {"c2c 4096*3 split inverse", NULL},
        {"c2c 2^13 scale=n", NULL},
        {"c2c f64 4096*2", NULL},
        {"c2c f64 2^13 inplace", NULL},
        {"c2c 2^14*3", NULL},
        {"c2c 2^14 inplace inverse", NULL},
        {"c2c f16 2^14*2 inverse scale=n", NULL},
        {"c2c bf16 2^15", NULL},
        {"c2c f64 2^14 order=bitrev", NULL},
        {"c2c 2^14 order=bitrev inverse inplace", NULL},
        {"c2c 2^14x2", NULL},
        {"c2c 2^16 split", NULL},
        {"c2c f64 2^17", NULL},
        {"c2c 2^18 in=i8", NULL},
        {"c2c 4096*2", "{X(4), X(4)} {X(4), X(4)} {X(4), X(4)}"},
        {"c2c f64 1024 inplace inverse", "{X(4), X(2)} {X(4), X(4)} {X(2), X(4)}"},
        {"c2c f16 2^15 inverse scale=n", "{X(8), X(4)} {X(8), X(4)} {X(8), X(4)}"},
    };
    setenv("ATALANTA_EMU_ARCH", "80", 1);
    for (size_t i = 0; i < COUNT_OF(list); i++)
        if (get_limit() == 0 || i % 3 == 0) verify(list[i].problem, list[i].recipe, i);
    unsetenv("ATALANTA_EMU_ARCH");
}

/* Where the recipe that is planned first takes more shared memory than a block has, another is taken. */
static void another_recipe(void)
{
    static const char *const large[] = {"c2r bf16 16384x32 out=i8 scale=n", "r2c f16 16384x32 in=i8 scale=n"};
    static const char *const small[] = {"r2c 4096x4", "c2r 4096x4 inplace", "r2c f64 2048x4", "c2r f64 1024x8"};
    if (get_limit() == 0)
        for (size_t i = 0; i < COUNT_OF(large); i++) verify(large[i], NULL, i);
    setenv("ATALANTA_EMU_ARCH", "86", 1);
    for (size_t i = 0; i < COUNT_OF(small); i++) verify(small[i], NULL, i);
    ata_problem problem;
    ata_plan *plan = NULL;
    const ata_options options = {.engine = "emu", .recipe = "{X(half:4(2)), Y(16), Y(16), Y(16)}"};
    CHECK(ata_problem_parse(&problem, "r2c 4096x4") == ATA_OK);
    CHECK(ata_plan_create(&plan, &problem, &options) == ATA_ERROR_UNSUPPORTED && !plan,
          "what is asked for is what runs");
    unsetenv("ATALANTA_EMU_ARCH");
}

/* --- Arrays in the memory of the device -------------------------------------------------------------------------- */

/* An array's copy on the device, `shift` elements behind the start of its memory, so that vectors may not fit. */
static char *create_there(ata_device *device, const void *from, size_t bytes, size_t shift, void **memory)
{
    CHECK(ata_machine_emu.allocate(device, bytes + shift, "a test", memory) == ATA_OK, "%s", ata_last_error()->message);
    char *there = (char *)*memory + shift;
    CHECK(ata_machine_emu.copy_in(device, there, from, bytes, NULL) == ATA_OK, "%s", ata_last_error()->message);
    return there;
}

static void check_there(const char *text, ata_device *device, size_t shift)
{
    ata_problem problem;
    check_arrays arrays;
    ata_plan *plan;
    const ata_options options = {.engine = "emu"};
    void *memory[2];
    CHECK(ata_problem_parse(&problem, text) == ATA_OK && check_arrays_create(&arrays, &problem, 0) == ATA_OK);
    CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    const size_t element = (size_t)arrays.out.numbers * 4;
    const size_t bytes = (size_t)count_points(&problem) * element; /* packed, of f32 */
    check_arrays_fill(&arrays, 5);
    char *in = create_there(device, arrays.in_re, bytes, shift * element, &memory[0]);
    char *out = create_there(device, arrays.in_re, bytes, shift * element, &memory[1]);
    CHECK(ata_plan_execute(plan, arrays.in_re, arrays.out_re) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_plan_execute(plan, in, out) == ATA_OK, "%s, %zu elements on: %s", text, shift, ata_last_error()->message);
    char *back = malloc(bytes);
    CHECK(ata_machine_emu.copy_out(device, back, out, bytes, NULL) == ATA_OK);
    CHECK(memcmp(back, arrays.out_re, bytes) == 0, "%s, %zu elements on: another result than with host arrays", text,
          shift);
    free(back);
    for (int i = 0; i < 2; i++) ata_machine_emu.release(device, memory[i]);
    ata_plan_destroy(plan);
    check_arrays_destroy(&arrays);
}

static void arrays_on_the_device(void)
{
    static const char *const texts[] = {"c2c 2*9",
                                        "c2c 32*3",
                                        "c2c 256*5 order=bitrev",
                                        "c2c 4096*2",
                                        "c2c 8192",
                                        "c2c 16*8 istride=8 idist=1",
                                        "c2c 16x8*2 inverse",
                                        "c2c 2^14*2 inverse"};
    ata_device *device;
    CHECK(ata_machine_emu.open(0, &device) == ATA_OK, "%s", ata_last_error()->message);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (size_t shift = 0; shift < 4; shift++) check_there(texts[i], device, shift);
    ata_machine_emu.close(device);
}

static const test_case cases[] = {
    {"list one", list_one},
    {"list two", list_two},
    {"several passes", several_passes},
    {"planes", planes},
    {"planes of anything", planes_of_anything},
    {"without clusters", without_clusters},
    {"another recipe", another_recipe},
    {"stored values are loaded", stored_values_are_loaded},
    {"stored values are rounded once", stored_values_are_rounded_once},
    {"stored results saturate", stored_results_saturate},
    {"arrays on the device", arrays_on_the_device},
};

TEST_MAIN(cases)
