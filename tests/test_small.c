/* test_small.c - small problems, which the CPU does by programs of codelets: every short length and small shape, alone
 * and several at a time, packed, with gaps and as columns, in place and not, scaled, forwards and back, at even and at
 * odd addresses, through every check that applies. */
#include <stdio.h>

#include "check/verify.h"
#include "tests/test.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static uint64_t seed;      /* odd ones put arrays at odd addresses */
static const char *recipe; /* NULL for the planner's */

static void verify(const char *text)
{
    ata_problem problem;
    check_result result;
    const ata_options options = {.threads = 1 + (int)(seed % 3), .recipe = recipe};
    if (ata_problem_parse(&problem, text) != ATA_OK) {
        CHECK(false, "%s: %s", text, ata_last_error()->message);
        return;
    }
    const ata_status status = check_problem(&problem, &options, CHECK_ALL, seed, &result);
    CHECK(status == ATA_OK && result.passed, "%s\n  atalanta verify \"%s\" --seed %llu", result.failure, text,
          (unsigned long long)seed);
    seed++;
}

/* --- Lines ------------------------------------------------------------------------------------------------------- */

static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct2", "dct3", "dst2", "dst3"};
static const char *const types[] = {"", "f64 "};

static void test_lengths(void)
{
    static const char *const rest[] = {"", "*2 inplace", "*11", "*5 scale=0.25", "*9 inplace scale=3"};
    char text[128];
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (size_t t = 0; t < COUNT_OF(types); t++)
            for (int n = 1; n <= 34; n++)
                for (size_t r = 0; r < COUNT_OF(rest); r++) {
                    snprintf(text, sizeof text, "%s %s%d%s", kinds[k], types[t], n, rest[r]);
                    verify(text);
                }
}

/* One line of neighbours, which may be all of an execution: at even addresses, and at odd ones. */
static void verify_alone(const char *text)
{
    for (uint64_t odd = 0; odd < 2; odd++) {
        seed += (seed + odd) % 2;
        verify(text);
    }
}

static void test_alone(void)
{
    static const char *const rest[] = {"", " inplace", " inverse", " inverse inplace"};
    char text[128], ordered[64];
    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (size_t r = 0; r < COUNT_OF(rest); r++) {
            for (int n = 1; n <= 32; n++)
                for (size_t k = 0; k < COUNT_OF(kinds); k++) {
                    const bool is_complex = k == 0;
                    if (!is_complex && r >= 2) continue; /* real ones have no direction */
                    snprintf(text, sizeof text, "%s %s%d%s", kinds[k], types[t], n, rest[r]);
                    verify_alone(text);
                }
            for (int rows = 2; rows <= 16; rows++)
                for (int last = 2; last <= 8; last *= 2) {
                    snprintf(text, sizeof text, "c2c %s%d%s", types[t], rows * last, rest[r]);
                    snprintf(ordered, sizeof ordered, "{X(%d), X(%d)}", rows, last);
                    recipe = ordered;
                    verify_alone(text);
                    recipe = NULL;
                }
        }
}

/* With gaps between the lines, as columns, and with steps that go backwards. */
static void test_strides(void)
{
    char text[128];
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (int n = 2; n <= 20; n += 3) {
            snprintf(text, sizeof text, "%s %s%d*6 idist=%d odist=%d", kinds[k], types[n % 2], n, n + 5, n + 3);
            verify(text);
            snprintf(text, sizeof text, "%s %s%d*7 istride=7 ostride=7 idist=1 odist=1", kinds[k], types[n % 2], n);
            verify(text);
            snprintf(text, sizeof text, "%s %s%d*4 istride=-2 ostride=3 idist=50 odist=-80", kinds[k], types[n % 2], n);
            verify(text);
        }
}

static void test_complex(void)
{
    static const char *const rest[] = {"%d inverse",         "%d*13 inverse inplace",    "%d*5 split",
                                       "%d*4 split inverse", "f64 %d inverse scale=0.5", "%d*6 in=i16 out=f16"};
    char text[128], tail[64];
    for (int n = 2; n <= 33; n++)
        for (size_t r = 0; r < COUNT_OF(rest); r++) {
            snprintf(tail, sizeof tail, rest[r], n);
            snprintf(text, sizeof text, "c2c %s", tail);
            verify(text);
        }
}

/* As many lines as fill vectors of every kind, and fewer, and more: side by side, one behind the other, with gaps. */
static void test_batches(void)
{
    static const char *const rest[] = {
        "%s%d*%d", "%s%d*%d inverse inplace", "%s%d*%d istride=%d ostride=%d idist=1 odist=1",
        "%s%d*%d inplace inverse istride=%d ostride=%d idist=1 odist=1", "%s%d*%d idist=%d odist=%d"};
    static const int lengths[] = {2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15, 16, 20, 23, 29, 32};
    static const int lanes[] = {2, 3, 4, 5, 6, 7, 9, 10, 13, 15, 17, 24, 31};
    char text[128], tail[96];
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (size_t l = 0; l < COUNT_OF(lanes); l++)
            for (size_t r = 0; r < COUNT_OF(rest); r++) {
                const int n = lengths[i], apart = r < 4 ? lanes[l] : n + 1;
                snprintf(tail, sizeof tail, rest[r], types[(i + l + r) % 2], n, lanes[l], apart, apart);
                snprintf(text, sizeof text, "c2c %s", tail);
                verify(text);
            }
}

/* Columns of several radices: of which some can read and write the caller's memory and others cannot, and as many as
 * fill vectors of every kind, half of the second one, and a part more. */
static void test_columns(void)
{
    static const char *const rest[] = {"c2c %s%d*%d istride=%d ostride=%d idist=1 odist=1",
                                       "c2c %s%d*%d inverse istride=%d ostride=%d idist=1 odist=1",
                                       "c2c %s%d*%d inplace scale=0.5 istride=%d ostride=%d idist=1 odist=1",
                                       "r2c %s%d*%d istride=%d ostride=%d idist=1 odist=1",
                                       "c2r %s%d*%d istride=%d ostride=%d idist=1 odist=1",
                                       "dct3 %s%d*%d istride=%d ostride=%d idist=1 odist=1"};
    static const struct {
        int n;
        const char *recipe; /* of complex columns */
    } lines[] = {{22, "{X(2), X(11)}"}, {22, "{X(11), X(2)}"}, {28, "{X(4), X(7)}"},        {30, "{X(2), X(15)}"},
                 {39, "{X(13), X(3)}"}, {40, "{X(20), X(2)}"}, {50, "{X(5), X(10)}"},       {143, "{X(11), X(13)}"},
                 {64, "{X(4), X(16)}"}, {75, "{X(3), X(25)}"}, {154, "{X(11), X(2), X(7)}"}};
    static const int lanes[] = {3, 8, 9, 11, 12, 16, 18, 24, 27};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        for (size_t l = 0; l < COUNT_OF(lanes); l++)
            for (size_t r = 0; r < 2 * COUNT_OF(rest); r++) {
                const char *const form = rest[r / 2];
                recipe = form[0] == 'c' && form[2] == 'c' ? lines[i].recipe : NULL;
                snprintf(text, sizeof text, form, types[r % 2], lines[i].n, lanes[l], lanes[l], lanes[l]);
                verify(text);
            }
    recipe = NULL;
}

/* Neighbours on one side alone: what is copied there by vectors goes to, or comes from, a list of places. */
static void test_turned(void)
{
    static const char *const rest[] = {"%s %s%d*%d istride=%d idist=1 ostride=1 odist=%d",
                                       "%s %s%d*%d istride=1 idist=%d ostride=%d odist=1",
                                       "%s %s%d*%d istride=1 idist=%d ostride=%d odist=2"};
    static const int lanes[] = {3, 5, 6, 7, 9, 11, 15, 17, 23};
    char text[128];
    for (size_t k = 0; k < 5; k++)
        for (size_t l = 0; l < COUNT_OF(lanes); l++)
            for (int n = 28; n <= 66; n += 19)
                for (size_t r = 0; r < 2 * COUNT_OF(rest); r++) {
                    const int next = lanes[l] * (r / 2 == 2 ? 2 : 1), line = n + 3;
                    snprintf(text, sizeof text, rest[r / 2], kinds[k], types[r % 2], n, lanes[l],
                             r / 2 == 0 ? next : line, r / 2 == 0 ? line : next);
                    verify(text);
                }
}

/* --- Shapes ------------------------------------------------------------------------------------------------------ */

static void test_shapes(void)
{
    static const char *const shapes[] = {
        "4x3",    "2x2",   "3x2",     "12x2*3", "8x4",     "5x8",    "9x5",       "2x5x6",  "8x4x4",    "2x3x2",
        "7x10x4", "64x4",  "4x64",    "3x1x5",  "1x7",     "16x2*5", "33x2",      "12x5*7", "2x64x2",   "5x31x3",
        "20x25",  "32x32", "2x2x2x3", "7x15x3", "13x15x2", "34x3",   "2x21x2*70", "6x21",   "5x81x3*9", "4x44x2*40"};
    static const char *const rest[] = {"", " inplace", " scale=0.125"};
    char text[128];
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (size_t s = 0; s < COUNT_OF(shapes); s++)
            for (size_t r = 0; r < COUNT_OF(rest); r++) {
                snprintf(text, sizeof text, "%s %s%s%s", kinds[k], types[(s + r) % 2], shapes[s], rest[r]);
                verify(text);
            }
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        snprintf(text, sizeof text, "c2c %s inverse%s", shapes[s], s % 2 ? " split" : "");
        verify(text);
    }
}

/* Two rows, which are one call where they are one butterfly each; more rows, whose columns are no whole vectors; and
 * two lines by themselves, whose columns nothing asks for. */
static void test_few_rows(void)
{
    static const char *const rest[] = {
        "c2c %s%dx%d",           "c2c %s%dx%d inplace", "c2c %s%dx%d inverse", "c2c %s%dx%d inverse inplace",
        "c2c %s%dx%d scale=0.5", "c2c %s%dx%d split",   "c2c %s%dx%d*3",       "c2c %s%dx%d in=f16",
        "r2c %s%dx%d",           "c2r %s%dx%d inplace", "dct2 %s%dx%d",        "c2c %s%d*%d"};
    char text[128];
    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (int rows = 2; rows <= 5; rows++)
            for (int n = 2; n <= 23; n++)
                for (size_t r = 0; r < COUNT_OF(rest); r++) {
                    snprintf(text, sizeof text, rest[r], types[t], rows, n);
                    verify(text);
                }
    /* Rows and columns apart. */
    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (int n = 2; n <= 16; n++) {
            snprintf(text, sizeof text, "c2c %s2x%d istride=%d,1 ostride=%d,3", types[t], n, n + 3, 3 * n);
            verify(text);
            snprintf(text, sizeof text, "c2c %s2x%d inverse istride=1,2 ostride=%d,1", types[t], n, n + 1);
            verify(text);
        }
}

/* Lines of two points with gaps between them, on one side or both. */
static void test_gaps(void)
{
    static const char *const rest[] = {"c2c %s2*%d idist=6 odist=2", "c2c %s2*%d inverse idist=2 odist=3",
                                       "c2c %s2*%d inplace idist=5 odist=5", "c2c %s2*%dx3 idist=50,4 odist=60,4"};
    char text[128];
    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (int lines = 2; lines <= 19; lines++)
            for (size_t r = 0; r < COUNT_OF(rest); r++) {
                snprintf(text, sizeof text, rest[r], types[t], lines);
                verify(text);
            }
}

/* Lines of a radix that reads and writes parts that lie apart only, first and last. */
static void test_parted(void)
{
    static const int primes[] = {17, 19, 23, 29, 31};
    static const char *const rest[] = {
        "c2c %s%d", "c2c %s%d inverse inplace",  "c2c %s%d*3 scale=0.5", "r2c %s%d inplace",
        "c2r %s%d", "c2r %s%d*2 inplace scale=2"};
    char text[128], ordered[64];
    for (size_t i = 0; i < COUNT_OF(primes); i++)
        for (int other = 2; other <= 4; other++)
            for (size_t r = 0; r < 4 * COUNT_OF(rest); r++) {
                const char *const form = rest[r / 4], *const type = types[r % 2];
                const bool is_real = form[0] == 'r' || form[2] == 'r';
                const int n = primes[i] * other, first = r / 2 % 2 ? other : primes[i];
                snprintf(text, sizeof text, form, type, is_real ? 2 * n : n);
                if (is_real) snprintf(ordered, sizeof ordered, "{X(half:%d(%d, %d))}", 2 * n, first, n / first);
                else snprintf(ordered, sizeof ordered, "{X(%d), X(%d)}", first, n / first);
                recipe = ordered;
                verify(text);
            }
    recipe = NULL;
}

/* Real lines that are no codelets, fewer than fill vectors and more. */
static void test_few_real_lines(void)
{
    static const int lengths[] = {34, 36, 44, 46, 64, 74, 82, 92}, lines[] = {1, 2, 3, 5, 15, 16};
    static const char *const rest[] = {"r2c %s%d*%d", "c2r %s%d*%d", "r2c %s%d*%d inplace"};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (size_t l = 0; l < COUNT_OF(lines); l++)
            for (size_t r = 0; r < 2 * COUNT_OF(rest); r++) {
                snprintf(text, sizeof text, rest[r / 2], types[r % 2], lengths[i], lines[l]);
                verify(text);
            }
}

/* Columns that leave the first cache, whose rows begin with lines of the cache or not. */
static void test_long_rows(void)
{
    static const int lengths[] = {2, 3, 4, 6, 12, 16, 17}, columns[] = {640, 1001, 1002};
    static const char *const rest[] = {"", " inplace", " inverse"};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (size_t c = 0; c < COUNT_OF(columns); c++)
            for (size_t r = 0; r < COUNT_OF(rest); r++) {
                snprintf(text, sizeof text, "c2c f64 %d*%d istride=%d ostride=%d idist=1 odist=1%s", lengths[i],
                         columns[c], columns[c], columns[c], rest[r]);
                verify(text);
            }
}

/* Lines of two radices, the last as wide as a vector of some instruction set, or holding as many points: those are one
 * call. By themselves and many at a time, with gaps, and inside real lines. */
static void test_squares(void)
{
    static const int rows[] = {4, 5, 6, 7, 8, 9, 10, 12, 16};
    static const char *const rest[] = {"c2c %s%d",
                                       "c2c %s%d inverse inplace",
                                       "c2c %s%d*3",
                                       "c2c %s%d*22 inplace",
                                       "c2c %s%d*300 inverse scale=0.5",
                                       "c2c %s%d*9 idist=130 odist=131",
                                       "r2c %s%d",
                                       "c2r %s%d",
                                       "r2c %s%d*22",
                                       "c2r %s%d*5 inplace"};
    char text[128], ordered[64];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int last = 4; last <= 8; last += 4)
            for (size_t r = 0; r < 2 * COUNT_OF(rest); r++) {
                const bool is_real = r / 2 >= 6;
                const int n = rows[i] * last * (is_real ? 2 : 1);
                snprintf(text, sizeof text, rest[r / 2], types[r % 2], n);
                verify(text);
                if (is_real) snprintf(ordered, sizeof ordered, "{X(half:%d(%d, %d))}", n, rows[i], last);
                else snprintf(ordered, sizeof ordered, "{X(%d), X(%d)}", rows[i], last);
                recipe = ordered;
                verify(text);
                recipe = NULL;
            }
}

/* Lines of two radices, which fill vectors of every width, or some of them twice: with both parts of a number in one
 * vector, by themselves and several at a time, and inside real lines. */
static void test_two_radices(void)
{
    static const int radices[] = {2, 3, 5, 6, 7, 9, 11, 13, 14, 15, 20, 23, 32};
    static const char *const rest[] = {"c2c %s%d",
                                       "c2c %s%d inverse inplace",
                                       "c2c %s%d*7 inverse scale=0.5",
                                       "c2c %s%d*19 inplace",
                                       "c2c %s%d split",
                                       "c2c %s%d*2 in=i16",
                                       "r2c %s%d",
                                       "c2r %s%d*3",
                                       "r2c %s%d*2 inplace"};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(radices); i++)
        for (size_t j = 0; j <= i; j++)
            for (size_t r = 0; r < COUNT_OF(rest); r++) {
                snprintf(text, sizeof text, rest[r], types[(i + j + r) % 2], radices[i] * radices[j] * (r < 6 ? 1 : 2));
                verify(text);
            }
}

/* Lines of three radices or more in the same way: the next to last may stay where it is, or not. */
static void test_three_radices(void)
{
    static const int lengths[] = {90, 125, 162, 343, 512, 539, 600, 675, 768, 1000, 1024, 1210, 1296, 1573, 2048, 2100};
    static const char *const rest[] = {"c2c %s%d",
                                       "c2c %s%d inverse inplace",
                                       "c2c %s%d*3 inverse scale=0.5",
                                       "c2c %s%d split",
                                       "c2c %s%d*2 istride=3 idist=1",
                                       "r2c %s%d",
                                       "c2r %s%d*3",
                                       "r2c %s%d*2 inplace"};
    static const char *const recipes[][2] = {{"c2c 240", "{X(5), X(6), X(8)}"},
                                             {"c2c f64 240 inverse", "{X(4), X(3), X(4), X(5)}"},
                                             {"c2c 280 inplace", "{X(7), X(4), X(10)}"},
                                             {"c2c f64 2002", "{X(11), X(14), X(13)}"}};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (size_t r = 0; r < 2 * COUNT_OF(rest); r++) {
            snprintf(text, sizeof text, rest[r / 2], types[r % 2], lengths[i] * (r < 10 ? 1 : 2));
            verify(text);
        }
    for (size_t i = 0; i < COUNT_OF(recipes); i++) {
        recipe = recipes[i][1];
        verify(recipes[i][0]);
    }
    recipe = NULL;
}

/* Columns too few to fill the widest vectors with their parts apart, of several radices, packed and with gaps. */
static void test_narrow_columns(void)
{
    static const int lengths[] = {6, 15, 18, 35, 64, 120, 182, 420};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (int columns = 2; columns <= 18; columns += columns < 9 ? 1 : 3)
            for (int gap = 0; gap < 3; gap += 2) {
                const int apart = columns + gap;
                snprintf(text, sizeof text, "c2c %s%d*%d istride=%d ostride=%d idist=1 odist=1%s",
                         types[(columns + gap / 2) % 2], lengths[i], columns, apart, apart, i % 2 ? " inverse" : "");
                verify(text);
                snprintf(text, sizeof text, "c2c %s%dx%d%s", types[(columns + gap / 2) % 2], lengths[i], columns,
                         gap ? " inplace" : " inverse scale=2");
                verify(text);
            }
}

/* Real lines by the definition: by themselves, few and many, wherever they lie. */
static void test_direct(void)
{
    static const int lengths[] = {33, 35, 37, 39, 41, 47, 53, 55, 61, 63, 67, 77, 79, 89, 97, 113, 127, 131};
    static const char *const rest[] = {"%s %s%d",
                                       "%s %s%d inplace scale=0.5",
                                       "%s %s%d*3",
                                       "%s %s%d*2 istride=2 ostride=2 idist=1 odist=1",
                                       "%s %s%d*5 istride=5 ostride=6 idist=1 odist=1",
                                       "%s %s%d*40",
                                       "%s %s%d split",
                                       "%s %s%d istride=2 ostride=3"};
    char text[128];
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (size_t r = 0; r < 4 * COUNT_OF(rest); r++) {
            snprintf(text, sizeof text, rest[r / 4], r % 2 ? "c2r" : "r2c", types[r / 2 % 2], lengths[i]);
            verify(text);
        }
    verify("r2c 47x37");
    verify("c2r f64 37x41*3");
    verify("r2c f64 5x61x3 inplace");
}

/* Lines in two passes, whose factors between them come from two tables, also where the first length is a prime. */
static void test_factors_between(void)
{
    static const struct {
        const char *problem, *recipe;
    } split[] = {
        {"c2c f64 208", "{X(13)} {X(16)}"},
        {"c2c 208 inverse", "{X(13)} {X(16)}"},
        {"c2c f64 629 inplace", "{X(rader:37(6, 6))} {X(17)}"},
        {"c2c 1739", "{X(bluestein:47(10, 10))} {X(rader:37(6, 6))}"},
        {"c2c f64 1739*3 inverse", "{X(bluestein:47(10, 10))} {X(rader:37(6, 6))}"},
    };
    for (size_t i = 0; i < COUNT_OF(split); i++) {
        recipe = split[i].recipe;
        verify(split[i].problem);
    }
    recipe = NULL;
}

static const test_case cases[] = {
    {"lengths", test_lengths},
    {"alone", test_alone},
    {"strides", test_strides},
    {"complex", test_complex},
    {"batches", test_batches},
    {"columns", test_columns},
    {"turned", test_turned},
    {"shapes", test_shapes},
    {"few rows", test_few_rows},
    {"gaps", test_gaps},
    {"squares", test_squares},
    {"parted", test_parted},
    {"few_real_lines", test_few_real_lines},
    {"long_rows", test_long_rows},
    {"two radices", test_two_radices},
    {"three radices", test_three_radices},
    {"direct", test_direct},
    {"narrow columns", test_narrow_columns},
    {"factors between", test_factors_between},
};

TEST_MAIN(cases)
