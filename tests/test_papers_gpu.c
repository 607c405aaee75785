/* test_papers_gpu.c - the algorithms of the papers on the emulator: every one of them at every length, in other types,
 * orders and layouts, and the sweeps of the three-dimensional plans.
 *
 * Nearly all of the time goes into compiling kernels, each of which serves one length and one layout. So every length
 * is computed once, and what else there may be is tried at some. ATALANTA_TEST_LIMIT, which is set under sanitizers,
 * leaves short lengths and one problem in four.
 */
#include <stdlib.h>

#include "atalanta.h"
#include "check/verify.h"
#include "tests/test.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static bool is_short(void)
{
    return getenv("ATALANTA_TEST_LIMIT") != NULL;
}

static void verify(const char *text, const char *recipe)
{
    ata_problem problem;
    check_result result;
    const ata_options options = {.engine = "emu", .recipe = recipe};
    if (ata_problem_parse(&problem, text) != ATA_OK) {
        CHECK(false, "%s: %s", text, ata_last_error()->message);
        return;
    }
    unsigned checks = CHECK_BIT(CHECK_NAME_REFERENCE); /* each of the others runs all kernels again */
    if (problem.rank == 1 && problem.dim[0].n <= 512)
        checks |= CHECK_BIT(CHECK_NAME_WRITTEN) | CHECK_BIT(CHECK_NAME_GUARDS) | CHECK_BIT(CHECK_NAME_INPUT);
    const ata_status status = check_problem(&problem, &options, checks, 0, &result);
    CHECK(status == ATA_OK && result.passed && result.item[CHECK_NAME_REFERENCE].ran, "%s\n  \"%s\" %s on emu",
          result.failure, text, recipe ? recipe : "");
}

/* "reverse 2^5 algo=step-efficient" for every length 2^first to 2^last. */
static void verify_lengths(const char *kind, const char *algorithm, int first, int last)
{
    for (int s = first; s <= last && (s < 8 || !is_short()); s++) {
        char text[128];
        snprintf(text, sizeof text, "%s 2^%d algo=%s", kind, s, algorithm);
        verify(text, NULL);
    }
}

/* --- Every length ------------------------------------------------------------------------------------------------- */

/* Stages of radix 2, up to ten of them in a block. */
static void by_blocks(void)
{
    verify_lengths("c2c", "straightforward", 1, 14);
    verify_lengths("c2c", "transpose", 11, 14); /* shorter ones are the same */
    verify_lengths("c2c", "locality", 11, 14);
}

/* One stage a pass: as many kernels as stages. */
static void short_stages(void)
{
    verify_lengths("c2c", "ct-dif", 1, 10);
}

static void long_stages(void)
{
    verify_lengths("c2c", "ct-dif", 11, 14);
}

static void short_equal_stages(void)
{
    verify_lengths("c2c", "constant-geometry", 1, 10);
}

static void long_equal_stages(void)
{
    verify_lengths("c2c", "constant-geometry", 11, 14);
}

static void by_eights(void)
{
    verify_lengths("c2c", "radix8", 1, 14);
}

static void short_reversals(void)
{
    verify_lengths("reverse", "work-efficient", 1, 14);
    verify_lengths("reverse", "step-efficient", 1, 9);
}

static void long_reversals(void)
{
    verify_lengths("reverse", "step-efficient", 10, 14);
}

/* --- Whatever else there is --------------------------------------------------------------------------------------- */

typedef struct asked {
    const char *problem, *recipe;
} asked;

static void verify_list(const asked *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!is_short() || i % 4 == 0) verify(list[i].problem, list[i].recipe);
}

static void types_and_layouts(void)
{
    static const asked list[] = {
        {"c2c f64 4096*3 split algo=straightforward", NULL},
        {"c2c f16 2048 inverse scale=n inplace algo=straightforward", NULL},
        {"c2c 2048*3 in=i16 out=i16 scale=n algo=transpose", NULL},
        {"c2c f64 2048*3 istride=3 idist=1 ostride=3 odist=1 inverse algo=transpose", NULL},
        {"c2c bf16 2048 in=i8 out=f32 algo=locality", NULL},
        {"c2c 4096*3 inverse scale=n inplace algo=locality", NULL},
        {"c2c 16*3 inplace algo=ct-dif", NULL},
        {"c2c f64 16*3 split inverse scale=n algo=ct-dif", NULL},
        {"c2c f16 32 split algo=ct-dif order=bitrev", NULL},
        {"c2c 32*3 inverse inplace algo=ct-dif order=bitrev", NULL},
        {"c2c 8*100 istride=100 idist=1 algo=ct-dif", NULL},
        {"c2c 16*3 inplace algo=constant-geometry", NULL},
        {"c2c f64 16*3 inverse scale=n algo=constant-geometry", NULL},
        {"c2c 32 split algo=constant-geometry order=bitrev", NULL},
        {"c2c f16 16*3 istride=-1 idist=64 ostride=2 odist=129 algo=constant-geometry", NULL},
        {"c2c f16 512*3 inverse scale=n algo=radix8", NULL},
        {"reverse 2*5 inplace", NULL},
        {"reverse 2048*3 inplace", NULL},
        {"reverse f16 64*7 split inplace algo=step-efficient", NULL},
        {"reverse f64 64*33 istride=33 idist=1", NULL},
        {"reverse 16x32*3", NULL},
        {"reverse f64 256 in=i8 ostride=-3", NULL},
        {"reverse bf16 1024*3 istride=2 idist=2049", NULL},
    };
    verify_list(list, COUNT_OF(list));
}

/* Recipes that the algorithms do not make: several later passes of each form, tiles of any number of lines, reorderings
 * along the dimensions of a plane. */
static void forms(void)
{
    static const asked list[] = {
        {"c2c 4096", "{reverse: X(4096)} {dit: X(2), X(8)} {dit lines=1: X(4), X(4)} {dit lines=4: X(16)}"},
        {"c2c 512*3", "{reverse: X(512)} {dit: X(8)} {transpose: X(8)} {dit turned: X(8)} {transpose: X(64)} "
                      "{transpose: X(64)} {dit turned: X(2), X(4)} {transpose: X(8)}"},
        {"c2c 512 order=bitrev", "{dif lines=64: X(8)} {dif lines=2: X(8)} {dif lines=32: X(8)}"},
        {"c2c f64 512*2 order=bitrev", "{geometry: X(8)} {geometry: X(2), X(4)} {geometry lines=8: X(8)}"},
        {"c2c 64*9", "{geometry: X(4), X(2)} {geometry: X(8)} {reverse: X(64)}"},
        {"c2c 32*7", "{lines=4: X(8), X(4)}"},
        {"c2c 2", "{dif lines=1: X(2)}"},
        {"c2c 16x32 inplace", "{reverse: Y(16)} {reverse: X(32)} {dit: X(4), X(8)} {dit: Y(4)} {dit: Y(4)}"},
        {"c2c 16x8*3", "{X(8)} {unshuffle: Y(16)} {unshuffle: Y(8)} {unshuffle: Y(4)} {dit: Y(16)}"},
        {"c2c 8x16", "{geometry: Y(4)} {geometry: Y(2)} {reverse: Y(8)} {X(16)}"},
    };
    verify_list(list, COUNT_OF(list));
}

/* --- Three dimensions --------------------------------------------------------------------------------------------- */

/* The plans for Tesla and for Fermi, X in full and Y and Z shorter, forwards to natural and to bit-reversed order. */
static void cubes(void)
{
    static const asked list[] = {
        {"c2c 4x4x256", "{X(4), Y(2)} {Y(2)} {X(8), Z(2)} {X(8), Z(2)}"},
        {"c2c 4x4x512 order=bitrev", "{dif: X(8), Y(2)} {dif: Y(2)} {dif: X(8), Z(2)} {dif: X(8), Z(2)}"},
        {"c2c 4x4x1024", "{X(4), Y(2)} {X(4), Y(2)} {X(8), Z(2)} {X(8), Z(2)}"},
        {"c2c 16x16x128 order=bitrev", "{dif: X(4), Y(4)} {dif: X(8), Y(4), Z(4)} {dif: X(4), Z(4)}"},
        {"c2c 16x16x256", "{X(4), Y(4)} {X(8), Y(4), Z(4)} {X(8), Z(4)}"},
        {"c2c 8x8x512 order=bitrev", "{dif: X(4), Y(2)} {dif: X(4), Y(4)} {dif: X(8), Z(2)} {dif: X(4), Z(4)}"},
        {"c2c 16x8x128", "{X(2), Y(4)} {X(8), Y(2)} {Z(4)} {X(8), Z(4)}"},
        {"c2c 16x16x128 order=bitrev", "{dif: X(2), Y(4)} {dif: X(8), Y(4)} {dif: Z(4)} {dif: X(8), Z(4)}"},
        {"c2c 8x8x128", "{X(2), Y(4)} {X(8), Y(2)} {X(8), Z(2)} {Z(4)}"},
        {"c2c 8x8x256 order=bitrev", "{dif: X(4), Y(2)} {dif: Y(4)} {dif: X(8), Z(2)} {dif: X(8), Z(4)}"},
        {"c2c 16x8x256", "{X(4), Y(2)} {X(8), Y(4)} {X(8), Z(4)} {Z(4)}"},
        {"c2c 8x8x512 order=bitrev", "{dif: X(8), Y(2)} {dif: X(8), Y(4)} {dif: Z(2)} {dif: X(8), Z(4)}"},
        {"c2c 16x16x128 order=bitrev inverse", "{dit: X(4), Z(4)} {dit: X(8), Y(4), Z(4)} {dit: X(4), Y(4)}"},
        {"c2c 32x32x128 inverse scale=n", "{X(4), Y(8)} {X(8), Y(4), Z(4)} {X(4), Z(8)}"},
    };
    verify_list(list, COUNT_OF(list));
}

/* One a line: tests/CMakeLists.txt makes a test of each. */
/* clang-format off */
static const test_case cases[] = {
    {"by blocks", by_blocks},
    {"short stages", short_stages},
    {"long stages", long_stages},
    {"short equal stages", short_equal_stages},
    {"long equal stages", long_equal_stages},
    {"by eights", by_eights},
    {"short reversals", short_reversals},
    {"long reversals", long_reversals},
    {"types and layouts", types_and_layouts},
    {"forms", forms},
    {"cubes", cubes},
};
/* clang-format on */

TEST_MAIN(cases)
