/* test_columns.c - long lines whose points lie apart: copies of columns, which lines are copied, and that results are
 * right, whatever the number of threads. */
#include <math.h>
#include <string.h>

#include "check/verify.h"
#include "engine/cpu/apart.h"
#include "engine/cpu/collect.h"
#include "tests/test_same.h"

/* --- Copies ------------------------------------------------------------------------------------------------------ */

enum { ROWS = 23, MOST_LINES = 33, MOST_UNIT = 16, GUARD = 0x5a };
enum { ROW = MOST_LINES * MOST_UNIT + 7, STEP = ROWS * MOST_UNIT + 5 }; /* aligned to nothing */

/* Byte `byte` of point `row` of a line. */
static unsigned char byte_of(int row, int line, int byte)
{
    return (unsigned char)(row * 31 + line * 7 + byte);
}

static unsigned char expected_byte(int row, int line, int byte, int first, int end)
{
    return row >= first && row < end ? byte_of(row, line, byte) : GUARD;
}

/* Rows first .. end - 1 there, and from the buffer to another array; nothing else is written. */
static void copy(int unit, int lines, int first, int end)
{
    static char array[ROWS * ROW], buffer[MOST_LINES * STEP], back[ROWS * ROW];
    memset(array, GUARD, sizeof array);
    memset(buffer, GUARD, sizeof buffer);
    memset(back, GUARD, sizeof back);
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < lines * unit; i++) array[r * ROW + i] = (char)byte_of(r, i / unit, i % unit);
    ata_collection what = {array, ROW, buffer, STEP, lines, unit};
    ata_collect(&what, first, end);
    what.array = back;
    ata_distribute(&what, first, end);
    int wrong = 0;
    for (int line = 0; line < MOST_LINES; line++)
        for (int i = 0; i < STEP; i++) {
            const int row = line < lines && i < ROWS * unit ? i / unit : -1;
            const unsigned char is = (unsigned char)buffer[line * STEP + i];
            wrong += is != (row < 0 ? GUARD : expected_byte(row, line, i % unit, first, end));
        }
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < ROW; i++) {
            const unsigned char is = (unsigned char)back[r * ROW + i];
            wrong += is != (i < lines * unit ? expected_byte(r, i / unit, i % unit, first, end) : GUARD);
        }
    CHECK(wrong == 0, "%d lines of %d bytes, rows %d to %d: %d bytes are wrong", lines, unit, first, end, wrong);
}

static void columns_become_lines_and_columns_again(void)
{
    for (int unit = 1; unit <= MOST_UNIT; unit *= 2)
        for (int lines = 1; lines <= MOST_LINES; lines++) {
            copy(unit, lines, 0, ROWS);
            copy(unit, lines, 3, 18);
            copy(unit, lines, 5, 6);
            copy(unit, lines, 4, 4);
        }
}

/* --- Which lines ------------------------------------------------------------------------------------------------- */

static bool is_collected(const ata_problem *problem)
{
    ata_problem complete;
    return ata_problem_complete(problem, &complete) == ATA_OK && ata_cpu_collects(&complete, 0);
}

static void expect(const char *text, bool collected)
{
    const ata_problem problem = parse(text);
    CHECK(is_collected(&problem) == collected, "%s: %s", text, collected ? "is not copied" : "is copied");
}

/* What all machines agree on. */
static void long_columns_are_copied(void)
{
    expect("c2c 1048576*8 istride=8 ostride=8 idist=1 odist=1", true);
    expect("c2c f64 262144x16", true);
    expect("r2c 65536*5 istride=5 ostride=5 idist=1 odist=1", true);
    expect("dct2 f64 4096*3 istride=3 ostride=3 idist=1 odist=1", true);
    expect("r2c 256*500x2 istride=1000 ostride=1000 idist=2,1 odist=2,1", false);   /* they are 1000 */
    expect("dct2 256*8 istride=8 ostride=8 idist=1 odist=1 in=i16 out=i16", false); /* converted */
    expect("c2c 256x256", false);
    expect("c2c 1048576*8", false);                                           /* neighbours */
    expect("c2c 1048576*8 istride=16 ostride=16 idist=2 odist=2", false);     /* nothing beside them */
    expect("c2c 1048576*8 istride=8 ostride=8 idist=1 odist=1 split", false); /* two arrays */
    expect("c2c 1048576*8 istride=8 ostride=8 idist=1 odist=1 order=bitrev", false);
    expect("c2c 1000003*8 istride=8 ostride=8 idist=1 odist=1", false); /* a convolution */
    expect("c2c 1594323*8 istride=8 ostride=8 idist=1 odist=1", false); /* fills no vectors by itself */
    expect("c2c 1048576 istride=2 ostride=2", false);                   /* one line */
}

/* --- Results ----------------------------------------------------------------------------------------------------- */

static void verify(const char *text)
{
    const ata_problem problem = parse(text);
    check_result result;
    CHECK(is_collected(&problem), "%s is not copied", text);
    const ata_status status = check_problem(&problem, &(ata_options){.threads = 2}, CHECK_ALL, 7, &result);
    CHECK(status == ATA_OK && result.passed, "%s: %s", text, result.failure);
}

static void results_are_right(void)
{
    verify("c2c 262144*3 istride=3 ostride=3 idist=1 odist=1");
    verify("c2c f64 262144*5 istride=7 ostride=5 idist=1 odist=1 inverse scale=n");
    verify("c2c 262144x17 inplace");
    verify("c2c f16 262144*4 istride=4 ostride=4 idist=1 odist=1");
    verify("r2c 65536*19 istride=19 ostride=20 idist=1 odist=1");
    verify("c2r f64 65536*9 istride=9 ostride=9 idist=1 odist=1 scale=sqrt");
    verify("dct2 f64 4096*9 istride=9 ostride=9 idist=1 odist=1 inplace");
    verify("dct3 1000*33 istride=33 ostride=33 idist=1 odist=1");
    verify("dst2 f64 4004*2 istride=2 ostride=2 idist=1 odist=1");
    verify("dst4 f64 16384*4 istride=4 ostride=4 idist=1 odist=1");
    verify("dht 4096*3 istride=3 ostride=3 idist=1 odist=1");
    verify("dct1 4097*2 istride=2 ostride=2 idist=1 odist=1");
    verify("dct2 f64 4096x5x7");
    verify("r2c 65536*20 istride=20 ostride=20 idist=1 odist=1 in=i8");
    verify("c2r 65536*6 istride=6 ostride=6 idist=1 odist=1 out=i8");
    verify("c2c bf16 262144*3 istride=3 ostride=3 idist=1 odist=1");
    verify("c2c 262144*4 istride=4 ostride=4 idist=1 odist=1 in=i16");
    verify("c2c 65536*8x4 istride=32 ostride=32 idist=4,1 odist=4,1");
}

/* Columns that are a convolution each, fewer than fill any vectors, some, and the widest: by themselves, side by
 * side, or one by one. */
static void few_convolutions_are_right(void)
{
    static const char *const kinds[] = {"c2c", "c2c f64", "r2c f64", "dct2"};
    static const int lengths[] = {131, 1009, 1487}, beside[] = {2, 3, 5, 8, 9, 16};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            for (size_t b = 0; b < sizeof beside / sizeof beside[0]; b++) {
                char text[120];
                const int lanes = beside[b], n = kinds[k][0] == 'c' ? lengths[l] : 2 * lengths[l];
                snprintf(text, sizeof text, "%s %d*%d istride=%d ostride=%d idist=1 odist=1", kinds[k], n, lanes, lanes,
                         lanes);
                const ata_problem problem = parse(text);
                check_result result;
                const ata_status status = check_problem(&problem, NULL, CHECK_ALL, 3, &result);
                CHECK(status == ATA_OK && result.passed, "%s: %s", text, result.failure);
            }
}

/* --- Threads ----------------------------------------------------------------------------------------------------- */

static void threads_do_not_matter(void)
{
    is_the_same_by_threads("c2c 262144*5 istride=5 ostride=5 idist=1 odist=1", NULL, 2 * 262144 * 5);
    is_the_same_by_threads("c2c 1048576*2 istride=2 ostride=2 idist=1 odist=1", NULL, 2 * 1048576 * 2);
    is_the_same_by_threads("dct2 f64 4096*9 istride=9 ostride=9 idist=1 odist=1", NULL, 2 * 4096 * 9);
    is_the_same_by_threads("dct2 16384*37 istride=37 ostride=37 idist=1 odist=1", NULL, 16384 * 37);
    is_the_same_by_threads("c2c f64 143*43 istride=43 ostride=43 idist=1 odist=1", NULL, 4 * 143 * 43);
    is_the_same_by_threads("c2c 50*825 istride=825 ostride=825 idist=1 odist=1", NULL, 2 * 50 * 825);
}

/* --- Windows ----------------------------------------------------------------------------------------------------- */

enum { WINDOW_POINTS = 16384, WINDOW_LINES = 8, WINDOW_NUMBERS = 2 * WINDOW_POINTS * WINDOW_LINES };

/* Numbers of few bits, so that their products are exact: as if the caller had multiplied. */
static void a_window_is_a_product(void)
{
    static float in[WINDOW_NUMBERS], weighed[WINDOW_NUMBERS], one[WINDOW_NUMBERS], other[WINDOW_NUMBERS];
    static double window[WINDOW_POINTS];
    const ata_problem problem = parse("c2c 16384*8 istride=8 ostride=8 idist=1 odist=1");
    CHECK(is_collected(&problem), "columns with a window are not copied");
    for (int j = 0; j < WINDOW_POINTS; j++) window[j] = (double)(j * 7 % 64) / 64;
    for (int i = 0; i < WINDOW_NUMBERS; i++) {
        in[i] = (float)(i * 31 % 997 - 500);
        weighed[i] = (float)(in[i] * window[i / (2 * WINDOW_LINES)]);
    }
    transform(&problem, &(ata_options){.threads = 1}, weighed, one);
    for (int threads = 1; threads <= 3; threads++) {
        transform(&problem, &(ata_options){.threads = threads, .window = window}, in, other);
        double most = 0, error = 0;
        for (int i = 0; i < WINDOW_NUMBERS; i++) {
            const double difference = fabs((double)one[i] - other[i]);
            if (fabs(one[i]) > most) most = fabs(one[i]);
            if (difference > error) error = difference;
        }
        CHECK(error < 1e-6 * most, "%d threads: the difference is %g of %g", threads, error, most);
    }
}

/* How a problem is computed, as text. */
static void read_recipe(const char *text, char *recipe, size_t size)
{
    const ata_problem problem = parse(text);
    ata_plan *plan = NULL;
    recipe[0] = 0;
    CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK, "\"%s\": %s", text, ata_last_error()->message);
    CHECK(ata_plan_print_recipe(plan, recipe, size, NULL) == ATA_OK, "\"%s\": %s", text, ata_last_error()->message);
    ata_plan_destroy(plan);
}

/* The convolution of a prime line has points of its own, so that it does not matter where those of the line are. */
static void convolutions_are_the_same(void)
{
    enum { TEXT = 200 };
    char rows[TEXT], columns[TEXT];
    read_recipe("c2c f64 77849*21", rows, TEXT);
    read_recipe("c2c f64 77849*21 istride=21 ostride=21 idist=1 odist=1", columns, TEXT);
    CHECK(strcmp(rows, columns) == 0, "%s in columns, %s in rows", columns, rows);
}

static const test_case cases[] = {
    {"columns become lines, and columns again", columns_become_lines_and_columns_again},
    {"long columns are copied", long_columns_are_copied},
    {"results are right", results_are_right},
    {"few convolutions are right", few_convolutions_are_right},
    {"threads do not matter", threads_do_not_matter},
    {"a window is a product", a_window_is_a_product},
    {"convolutions are the same", convolutions_are_the_same},
};

TEST_MAIN(cases)
