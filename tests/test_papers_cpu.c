/* test_papers_cpu.c - the algorithms of the papers as recipes, on the CPU: reorderings, passes in every form, one stage
 * a pass, whatever the length, the layout, the type at the ends and the number of threads.
 */
#include <math.h>
#include <stdlib.h>

#include "atalanta.h"
#include "check/array.h"
#include "check/verify.h"
#include "core/text.h"
#include "test.h"

enum { BLOCK_BITS = 10, MAX_BITS = 20 }; /* the first pass of a recipe that works by blocks; the longest transform */

/* --- Recipes ----------------------------------------------------------------------------------------------------- */

/* A pass of `stages` stages of radix 2. */
static void write_stages(ata_text *text, const char *words, int stages)
{
    for (int i = 0; i < stages; i++) ata_text_print(text, "%s%s", i == 0 ? words : ", ", "X(2)");
    ata_text_print(text, "} ");
}

static void write_reorder(ata_text *text, const char *word, int bits)
{
    ata_text_print(text, "{%s: X(%lld)} ", word, 1LL << bits);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Decimation in time behind a reversal, the first pass in blocks; `most` stages in each of the others. */
static void write_blocks(ata_text *text, int bits, const char *words, int most)
{
    const int first = least(bits, BLOCK_BITS);
    write_reorder(text, "reverse", bits);
    write_stages(text, "{dit: ", first);
    for (int done = first, now; done < bits; done += now) {
        now = least(bits - done, most);
        write_stages(text, words, now);
    }
}

static void write_straightforward(ata_text *text, int bits)
{
    write_blocks(text, bits, "{dit lines=1: ", BLOCK_BITS);
}

static void write_locality(ata_text *text, int bits)
{
    write_blocks(text, bits, "{dit lines=32: ", 5);
}

static void write_transpose(ata_text *text, int bits)
{
    const int first = least(bits, BLOCK_BITS);
    write_reorder(text, "reverse", bits);
    write_stages(text, "{dit: ", first);
    for (int done = first, now; done < bits; done += now) {
        now = least(bits - done, BLOCK_BITS);
        write_reorder(text, "transpose", done);
        write_stages(text, "{dit turned: ", now);
        write_reorder(text, "transpose", bits - done);
    }
}

/* The same with so few stages a pass that short transforms have several; every pass is turned and back. */
static void write_transpose_often(ata_text *text, int bits)
{
    write_reorder(text, "reverse", bits);
    write_stages(text, "{dit: ", 1);
    for (int done = 1, now; done < bits; done += now) {
        now = least(bits - done, 1 + done % 3);
        write_reorder(text, "transpose", done);
        write_stages(text, "{dit turned: ", now);
        write_reorder(text, "transpose", bits - done);
    }
}

static void write_radix8(ata_text *text, int bits)
{
    for (int done = 0, now; done < bits; done += now) {
        now = least(bits - done, 9);
        for (int i = 0; i < now; i += 3)
            ata_text_print(text, "%sX(%d)", i == 0 ? "{plain: " : ", ", 1 << least(now - i, 3));
        ata_text_print(text, "} ");
    }
}

static void write_ct_dif(ata_text *text, int bits)
{
    for (int i = 0; i < bits; i++) write_stages(text, "{dif: ", 1);
    write_reorder(text, "reverse", bits);
}

static void write_dit(ata_text *text, int bits)
{
    write_reorder(text, "reverse", bits);
    for (int i = 0; i < bits; i++) write_stages(text, "{dit: ", 1);
}

static void write_geometry(ata_text *text, int bits)
{
    for (int i = 0; i < bits; i++) write_stages(text, "{geometry: ", 1);
    write_reorder(text, "reverse", bits);
}

/* Constant geometry by several stages of other radices. */
static void write_geometry_wide(ata_text *text, int bits)
{
    for (int done = 0, now; done < bits; done += now) {
        now = least(bits - done, 5);
        ata_text_print(text, "{geometry: X(%d)", 1 << least(now, 3));
        if (now > 3) ata_text_print(text, ", X(%d)", 1 << (now - 3));
        ata_text_print(text, "} ");
    }
    for (int b = bits; b > 1; b--) write_reorder(text, "unshuffle", b); /* a reversal step by step */
}

typedef struct way {
    const char *name;
    void (*write)(ata_text *text, int bits);
} way;

static const way ways[] = {
    {"straightforward", write_straightforward},
    {"locality", write_locality},
    {"transpose", write_transpose},
    {"transpose often", write_transpose_often},
    {"radix8", write_radix8},
    {"ct-dif", write_ct_dif},
    {"dit", write_dit},
    {"constant-geometry", write_geometry},
    {"constant geometry, other radices", write_geometry_wide},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* --- Answers ----------------------------------------------------------------------------------------------------- */

/* What is true of an answer, whatever computed it. The way back would want a recipe of its own. */
static const unsigned checks = CHECK_BIT(CHECK_NAME_REFERENCE) | CHECK_BIT(CHECK_NAME_INPUT) |
                               CHECK_BIT(CHECK_NAME_WRITTEN) | CHECK_BIT(CHECK_NAME_GUARDS);

static void check(const char *problem_text, const char *recipe, int threads, uint64_t seed)
{
    ata_problem problem;
    check_result result;
    const ata_options options = {.engine = "cpu", .recipe = recipe, .threads = threads};
    CHECK(ata_problem_parse(&problem, problem_text) == ATA_OK, "%s: %s", problem_text, ata_last_error()->message);
    check_problem(&problem, &options, checks, seed, &result);
    CHECK(result.passed, "%s by %s: %s", problem_text, recipe, result.failure);
    CHECK(!result.passed || result.item[CHECK_NAME_REFERENCE].ran, "%s has no reference", problem_text);
}

/* Lengths, with a batch and without, and everything else a problem can ask for in turn. */
static void check_forms(const char *const *forms, int count, int most_bits)
{
    for (int w = 0; w < WAYS; w++)
        for (int bits = 1; bits <= most_bits; bits++) {
            char recipe[2048], problem[128];
            ata_text text = {recipe, sizeof recipe, 0};
            ways[w].write(&text, bits);
            for (int f = 0; f < count; f++) {
                snprintf(problem, sizeof problem, forms[f], 1LL << bits);
                check(problem, recipe, 1, (uint64_t)(w + bits + f));
            }
        }
}

static void test_lengths(void)
{
    static const char *const forms[] = {"c2c %lld", "c2c f64 %lld*3 inverse scale=n"};
    check_forms(forms, 2, 8);
}

static void test_layouts(void)
{
    static const char *const forms[] = {
        "c2c %lld*3 inplace",
        "c2c %lld inplace inverse scale=n",
        "c2c %lld*3 split",
        "c2c f64 %lld split inplace inverse",
        "c2c %lld*3 istride=3 idist=1 ostride=3 odist=1",
        "c2c %lld*2 istride=2 idist=1",
        "c2c %lld ostride=-2 inverse",
        "c2c f64 %lld*5 istride=5 idist=1 inplace ostride=5 odist=1",
    };
    check_forms(forms, (int)(sizeof forms / sizeof forms[0]), 7);
}

static void test_types(void)
{
    static const char *const forms[] = {
        "c2c %lld in=i8 out=f16",       "c2c f16 %lld*3 scale=sqrt",        "c2c %lld*2 in=i16 out=i8 scale=n split",
        "c2c f64 %lld in=bf16 inverse", "c2c %lld in=f16 out=bf16 inplace",
    };
    check_forms(forms, (int)(sizeof forms / sizeof forms[0]), 7);
}

/* Other dimensions beside the one that is done in this way, and the order in which the papers leave it. */
static void test_dimensions(void)
{
    static const char dif[] = "{dif: X(2)} {dif: X(2)} {dif: X(2)} {dif: X(2)}";
    static const char dit[] = "{dit: X(2)} {dit: X(2)} {dit: X(2)} {dit: X(2)}";
    static const char geometry[] = "{geometry: X(2)} {geometry: X(2)} {geometry: X(2)} {geometry: X(2)}";
    check("c2c 16*3 order=bitrev", dif, 1, 1);
    check("c2c f64 16 order=bitrev inplace", dif, 1, 2);
    check("c2c 16*3 order=bitrev inverse scale=n", dit, 1, 3);
    check("c2c f64 16 order=bitrev", geometry, 1, 4);
    check("c2c 16*3 order=bitrev inplace scale=0.5", geometry, 1, 5);
    check("c2c 64*70 istride=70 idist=1 ostride=70 odist=1 inplace", "{reverse: X(64)} {dit: X(8)} {dit: X(8)}", 2, 6);
    check("c2c 32x12", "{X(12)} {dif: Y(2)} {dif: Y(4)} {dif: Y(4)} {reverse: Y(32)}", 1, 6);
    check("c2c 16x64*2 inplace",
          "{geometry: Y(2)} {geometry: Y(8)} {reverse: X(64)} {dit: X(8)} {dit: X(8)} {reverse: Y(16)}", 1, 7);
    check("r2c 64x30",
          "{X(half:30(15))} {reverse: Y(64)} {dit: Y(8)} {transpose: Y(8)} {dit turned: Y(8)} "
          "{transpose: Y(8)}",
          1, 8);
    check("c2r f64 8x8x6",
          "{geometry: Y(2)} {geometry: Y(4)} {unshuffle: Y(8)} {unshuffle: Y(4)} {reverse: Z(8)} "
          "{dit: Z(8)} {X(half:6(3))}",
          1, 9);
}

/* The permutation by itself, all checks: its way back is itself. */
static void test_reversals(void)
{
    static const char *const forms[] = {
        "reverse %lld algo=%s",
        "reverse f64 %lld*3 inplace algo=%s",
        "reverse %lld split inplace inverse algo=%s",
        "reverse %lld*2 in=i8 out=f16 algo=%s",
        "reverse %lld in=f16 out=i16 inplace algo=%s",
        "reverse bf16 %lld split algo=%s",
        "reverse %lld in=i8 out=i8 split inplace algo=%s",
        "reverse %lld*3 istride=3 idist=1 ostride=4 odist=1 algo=%s",
        "reverse %lld istride=-2 algo=%s",
    };
    for (int i = 0; i < (int)(sizeof forms / sizeof forms[0]); i++)
        for (int bits = 1; bits <= 13; bits += bits < 9 ? 1 : 4)
            for (int steps = 0; steps < 2; steps++) {
                char text[96];
                ata_problem problem;
                check_result result;
                const ata_options options = {.engine = "cpu", .threads = 1 + bits % 3};
                snprintf(text, sizeof text, forms[i], 1LL << bits, steps ? "step-efficient" : "work-efficient");
                CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
                check_problem(&problem, &options, CHECK_ALL, (uint64_t)(i + bits), &result);
                CHECK(result.passed, "%s: %s", text, result.failure);
            }
    check("reverse 64*70 istride=70 idist=1 ostride=71 odist=1", "{reverse: X(64)}", 2, 0);
    check("reverse 8x4x16", "{reverse: Y(4)} {reverse: X(16)} {reverse: Z(8)}", 2, 1);
    check("reverse 4096 inplace", "{transpose: X(4096)} {reverse: X(4096)}", 2, 1);
    check("reverse 64 inplace", "{transpose: X(8)} {reverse: X(8)} {transpose: X(8)} {reverse: X(8)} {transpose: X(8)}",
          2, 2);
}

/* A window is for the points as they come: before a reversal that is first, or a copy. */
static void test_window(void)
{
    enum { N = 64, BATCH = 2 };
    static const char *const recipes[] = {
        "{reverse: X(64)} {dit: X(8)} {dit: X(8)}",
        "{dif: X(2)} {dif: X(32)} {reverse: X(64)}",
        "{geometry: X(4)} {geometry: X(16)} {reverse: X(64)}",
        "{transpose: X(64)} {transpose: X(4)} {transpose: X(16)} {X(8), X(8)}",
    };
    double window[N];
    static float in[2 * N * BATCH], weighed[2 * N * BATCH], out[2 * N * BATCH], expected[2 * N * BATCH];
    for (int i = 0; i < N; i++) window[i] = 0.25 * (1 + i % 16);
    for (int r = 0; r < 4; r++)
        for (int apart = 0; apart < 2; apart++) { /* lines one after the other, or side by side */
            const int64_t stride = apart ? 1 : BATCH, dist = apart ? N : 1;
            const ata_problem problem = {.rank = 1,
                                         .dim = {{.n = N, .stride_in = stride, .stride_out = stride}},
                                         .batch_rank = 1,
                                         .batch = {{.n = BATCH, .stride_in = dist, .stride_out = dist}}};
            const ata_options options = {.engine = "cpu", .recipe = recipes[r], .window = window},
                              plain = {.engine = "cpu"};
            ata_plan *with = NULL, *without = NULL;
            for (int i = 0; i < 2 * N * BATCH; i++) {
                in[i] = (float)(i * 37 % 101 - 50);
                weighed[i] = in[i] * (float)window[i / 2 / stride % N];
            }
            CHECK(ata_plan_create(&with, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
            CHECK(ata_plan_create(&without, &problem, &plain) == ATA_OK, "%s", ata_last_error()->message);
            CHECK(with && ata_plan_execute(with, in, out) == ATA_OK);
            CHECK(without && ata_plan_execute(without, weighed, expected) == ATA_OK);
            float worst = 0;
            for (int i = 0; i < 2 * N * BATCH; i++) worst = fmaxf(worst, fabsf(out[i] - expected[i]));
            CHECK(worst < 0.01f, "%s: off by %g", recipes[r], (double)worst);
            ata_plan_destroy(with);
            ata_plan_destroy(without);
        }
}

/* --- The same to the bit ------------------------------------------------------------------------------------------ */

/* The digest of a result by so many threads. */
static uint64_t digest_of(const ata_problem *problem, const char *recipe, int threads)
{
    check_arrays arrays;
    ata_plan *plan = NULL;
    const ata_options options = {.engine = "cpu", .recipe = recipe, .threads = threads};
    CHECK(check_arrays_create(&arrays, problem, 0) == ATA_OK);
    CHECK(ata_plan_create(&plan, problem, &options) == ATA_OK, "%s: %s", recipe, ata_last_error()->message);
    check_arrays_set_poison(&arrays, CHECK_POISON);
    check_arrays_fill(&arrays, 5);
    const ata_buffers buffers = check_arrays_get_buffers(&arrays);
    CHECK(plan && ata_plan_execute_with(plan, &buffers) == ATA_OK);
    const uint64_t digest = check_arrays_get_output_digest(&arrays);
    ata_plan_destroy(plan);
    check_arrays_destroy(&arrays);
    return digest;
}

static void test_threads(void)
{
    static const char *const forms[] = {"c2c %lld*3", "c2c f64 %lld inplace inverse scale=n", "c2c %lld in=i8 split"};
    static const int lengths[] = {3, 8, 13, 14};
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < 12; i++) {
            char recipe[2048], problem_text[128];
            ata_problem problem;
            ata_text text = {recipe, sizeof recipe, 0};
            ways[w].write(&text, lengths[i / 3]);
            snprintf(problem_text, sizeof problem_text, forms[i % 3], 1LL << lengths[i / 3]);
            CHECK(ata_problem_parse(&problem, problem_text) == ATA_OK);
            CHECK(digest_of(&problem, recipe, 1) == digest_of(&problem, recipe, 3), "%s: %s", problem_text, recipe);
        }
}

/* --- Long ones ---------------------------------------------------------------------------------------------------- */

/* Against the planner's own recipe, by two threads. */
static void test_long(void)
{
    static const int lengths[] = {9, 10, 11, 12, 13, 14, 15, 16, MAX_BITS};
    for (int i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++) {
        const int64_t n = (int64_t)1 << lengths[i];
        double *in = malloc(2 * (size_t)n * sizeof *in), *expected = malloc(2 * (size_t)n * sizeof *in),
               *out = malloc(2 * (size_t)n * sizeof *in);
        const ata_problem problem = {.type = ATA_F64, .rank = 1, .dim = {{.n = n}}};
        for (int64_t j = 0; j < 2 * n; j++) in[j] = (double)(j * 7919 % 1009 - 504);
        for (int w = -1; w < WAYS; w++) {
            char recipe[2048];
            ata_text text = {recipe, sizeof recipe, 0};
            ata_plan *plan = NULL;
            if (w >= 0) ways[w].write(&text, lengths[i]);
            const ata_options options = {.engine = "cpu", .recipe = w < 0 ? NULL : recipe, .threads = 2};
            CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s: %s", recipe, ata_last_error()->message);
            CHECK(plan && ata_plan_execute(plan, in, w < 0 ? expected : out) == ATA_OK);
            ata_plan_destroy(plan);
            if (w < 0) continue;
            double difference = 0, norm = 0;
            for (int64_t j = 0; j < 2 * n; j++) {
                difference += (out[j] - expected[j]) * (out[j] - expected[j]);
                norm += expected[j] * expected[j];
            }
            CHECK(sqrt(difference / norm) < 2e-15, "2^%d by %s: %g", lengths[i], ways[w].name, sqrt(difference / norm));
        }
        free(in);
        free(expected);
        free(out);
    }
}

static const test_case cases[] = {
    {"lengths", test_lengths},       {"layouts", test_layouts},     {"types", test_types},
    {"dimensions", test_dimensions}, {"reversals", test_reversals}, {"window", test_window},
    {"threads", test_threads},       {"long", test_long},
};
TEST_MAIN(cases)
