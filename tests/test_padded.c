/* test_padded.c - lines by themselves, with every last radix: their rows may be padded to whole vectors, by whichever
 * set of vectors is in use. Results, and that nothing beside a caller's points is touched. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check/verify.h"
#include "tests/test_same.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const int last_radices[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 25, 32};
static const char *const types[] = {"", "f64 "};

/* --- Results ----------------------------------------------------------------------------------------------------- */

/* What is in front of the last radix. */
typedef struct front {
    int n;
    const char *radices;
} front;

static void verify(const char *text, const char *recipe, int threads)
{
    const ata_problem problem = parse(text);
    check_result result;
    const ata_options options = {.recipe = recipe, .threads = threads};
    const ata_status status = check_problem(&problem, &options, CHECK_ALL, 3, &result);
    CHECK(status == ATA_OK && result.passed, "%s\n  atalanta verify \"%s\" --recipe \"%s\"", result.failure, text,
          recipe);
}

/* One stage in front, some that cannot read the caller's memory, and more than one. */
static void results_are_right(void)
{
    static const front fronts[] = {{8, "X(8)"},
                                   {11, "X(11)"},
                                   {16, "X(16)"},
                                   {17, "X(17)"},
                                   {32, "X(32)"},
                                   {36, "X(4), X(9)"},
                                   {240, "X(6), X(5), X(8)"}};
    static const char *const rest[] = {"", " inverse", " inplace", " inverse inplace", " split", "*3 scale=0.5"};
    char text[128], recipe[128];
    for (size_t f = 0; f < COUNT_OF(fronts); f++)
        for (size_t l = 0; l < COUNT_OF(last_radices); l++)
            for (size_t r = 0; r < 2 * COUNT_OF(rest); r++) {
                const int n = fronts[f].n * last_radices[l];
                snprintf(text, sizeof text, "c2c %s%d%s", types[r % 2], n, rest[r / 2]);
                snprintf(recipe, sizeof recipe, "{%s, X(%d)}", fronts[f].radices, last_radices[l]);
                verify(text, recipe, 1);
            }
}

/* Inside real lines, and around and inside convolutions. */
static void lines_inside_others_are_right(void)
{
    char text[128], recipe[128];
    for (size_t l = 0; l < COUNT_OF(last_radices); l++)
        for (size_t t = 0; t < COUNT_OF(types); t++) {
            const int last = last_radices[l], n = 2 * 48 * last;
            snprintf(recipe, sizeof recipe, "{X(half:%d(4, 12, %d))}", n, last);
            snprintf(text, sizeof text, "r2c %s%d", types[t], n);
            verify(text, recipe, 1);
            snprintf(text, sizeof text, "c2r %s%d inplace", types[t], n);
            verify(text, recipe, 1);
            snprintf(text, sizeof text, "c2c %s%d", types[t], 37 * 8 * last);
            snprintf(recipe, sizeof recipe, "{X(rader:37(3, 12)), X(8), X(%d)}", last);
            verify(text, recipe, 1);
            snprintf(text, sizeof text, "c2c %s%d", types[t], 16 * last - 1);
            snprintf(recipe, sizeof recipe, "{X(bluestein:%d(2, 16, %d))}", 16 * last - 1, last);
            verify(text, recipe, 1);
        }
}

/* Lines that go through memory as streams: some short enough to be padded, longer ones, and one that parts. */
static void long_lines_are_right(void)
{
    char text[128], recipe[128];
    for (size_t l = 3; l < COUNT_OF(last_radices); l++) {
        const int last = last_radices[l];
        const bool is_longer = last == 7 || last == 15 || last == 25;
        const int n = (is_longer ? 16384 : 4096) * last;
        snprintf(recipe, sizeof recipe, "{X(%d), X(16), X(16), X(%d)}", is_longer ? 64 : 16, last);
        snprintf(text, sizeof text, "c2c %s%d%s", types[l % 4 == 0], n, l % 2 ? "" : " inverse inplace");
        verify(text, recipe, 2);
    }
    is_the_same_by_threads("c2c 28672", "{X(16), X(16), X(16), X(7)}", 2 * 28672);
    is_the_same_by_threads("c2c 40960", "{X(16), X(16), X(16), X(10)}", 2 * 40960);
    is_the_same_by_threads("c2c 61440", "{X(16), X(16), X(16), X(15)}", 2 * 61440);
}

/* --- The caller's memory ----------------------------------------------------------------------------------------- */

enum { GUARDED_PAGES = 64 };

/* Memory between two pages that nothing may touch. */
static char *create_guarded(size_t page)
{
    char *memory = mmap(NULL, (GUARDED_PAGES + 2) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + page, GUARDED_PAGES * page, PROT_READ | PROT_WRITE) != 0) abort();
    return memory + page;
}

typedef enum form { FORWARDS, INVERSE, IN_PLACE, SPLIT, FORMS } form;
static const char *const form_texts[FORMS] = {"", " inverse", " inplace", " split"};

/* Transform so many points that begin or end where memory does. */
static void stay_inside(const char *recipe, int n, bool wide, form how, char *in, char *out, size_t room)
{
    char text[64];
    snprintf(text, sizeof text, "c2c %s%d%s", types[wide], n, form_texts[how]);
    const size_t number = wide ? sizeof(double) : sizeof(float), bytes = 2 * (size_t)n * number;
    const ata_problem problem = parse(text);
    ata_plan *plan = NULL;
    CHECK(ata_plan_create(&plan, &problem, &(ata_options){.recipe = recipe}) == ATA_OK, "%s %s: %s", text, recipe,
          ata_last_error()->message);
    CHECK(bytes <= room);
    for (int at_end = 0; plan && bytes <= room && at_end < 2; at_end++) {
        /* Of split ones both parts touch an end of memory, by turns. */
        const size_t first = at_end ? room - bytes : 0, half = how == SPLIT ? bytes / 2 : 0;
        const ata_buffers of = {.in = in + first,
                                .out = (how == IN_PLACE ? in : out) + first,
                                .in_imag = half ? in + first + half : NULL,
                                .out_imag = half ? out + first + half : NULL};
        CHECK(ata_plan_execute_with(plan, &of) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    }
    ata_plan_destroy(plan);
}

static void nothing_else_is_touched(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = GUARDED_PAGES * page;
    char *const in = create_guarded(page), *const out = create_guarded(page), two[64], three[64];
    for (size_t l = 0; l < COUNT_OF(last_radices); l++)
        for (int first = 2; first <= 16; first++) {
            const int last = last_radices[l], n = first * last;
            snprintf(two, sizeof two, "{X(%d), X(%d)}", first, last);
            snprintf(three, sizeof three, "{X(%d), X(6), X(%d)}", first, last);
            for (int i = 0; i < 2 * FORMS; i++) {
                stay_inside(two, n, i % 2, (form)(i / 2), in, out, room);
                stay_inside(three, 6 * n, i % 2, (form)(i / 2), in, out, room);
            }
        }
    munmap(in - page, (GUARDED_PAGES + 2) * page);
    munmap(out - page, (GUARDED_PAGES + 2) * page);
}

static const test_case cases[] = {
    {"results are right", results_are_right},
    {"lines inside others are right", lines_inside_others_are_right},
    {"long lines are right", long_lines_are_right},
    {"nothing else is touched", nothing_else_is_touched},
};

TEST_MAIN(cases)
