/* test_parallel.c - work that is shared out is all done, once, and adds up the same on any number of threads. */
#include <stdatomic.h>

#include "check/parallel.h"
#include "tests/test.h"

enum { ITEMS = 1000 };

typedef struct marks {
    atomic_int times[ITEMS];
} marks;

static void mark(void *state, int64_t part)
{
    marks *m = state;
    atomic_fetch_add(&m->times[part], 1);
}

static void every_part_is_done_once(void)
{
    static const int threads[] = {-1, 0, 1, 2, 7, 64, 10000};
    static const int64_t parts[] = {0, 1, 2, 63, ITEMS};
    for (int t = 0; t < 7; t++) {
        for (int p = 0; p < 5; p++) {
            static marks m;
            memset(&m, 0, sizeof m);
            check_parallel_run(threads[t], parts[p], mark, &m);
            for (int64_t i = 0; i < ITEMS; i++) {
                CHECK(m.times[i] == (i < parts[p]), "part %d of %d, %d threads", (int)i, (int)parts[p], threads[t]);
            }
        }
    }
}

typedef struct ranges {
    int64_t count, step;
    atomic_int items, wrong;
} ranges;

static void look_at(void *state, int64_t part, int64_t begin, int64_t end)
{
    ranges *r = state;
    const int64_t last = r->count < begin + r->step ? r->count : begin + r->step;
    if (begin != part * r->step || end != last || end <= begin) atomic_fetch_add(&r->wrong, 1);
    atomic_fetch_add(&r->items, (int)(end - begin));
}

static void ranges_cover_the_items(void)
{
    static const int64_t counts[] = {0, 1, 5, 99, 100, 101, 1000}, steps[] = {1, 7, 100, 5000};
    for (int c = 0; c < 7; c++) {
        for (int s = 0; s < 4; s++) {
            ranges r = {.count = counts[c], .step = steps[s]};
            check_parallel_split(r.count, r.step, look_at, &r);
            CHECK(r.items == counts[c] && r.wrong == 0, "%d items by %d", (int)counts[c], (int)steps[s]);
        }
    }
}

static void parts_are_few(void)
{
    static const int64_t counts[] = {0, 1, CHECK_PARTS, CHECK_PARTS + 1, 1000003, (int64_t)1 << 40};
    for (int c = 0; c < 6; c++) {
        const int64_t step = check_parallel_get_step(counts[c], 10);
        CHECK(step >= 10 && check_parallel_count_parts(counts[c], step) <= CHECK_PARTS, "%lld", (long long)counts[c]);
    }
    CHECK(check_parallel_get_step(100, 10) == 10);
}

/* Inside a part that runs beside others, nothing is shared out again: the order is that of one thread. */
static void follow(void *state, int64_t part)
{
    int64_t *next = state;
    if (*next == part) (*next)++;
}

static void nest(void *state, int64_t part)
{
    (void)part;
    int64_t next = 0;
    check_parallel_run(8, ITEMS, follow, &next);
    if (next != ITEMS) atomic_fetch_add((atomic_int *)state, 1);
}

static void cores_are_shared_out_once(void)
{
    atomic_int wrong = 0;
    check_parallel_run(4, 16, nest, &wrong);
    CHECK(wrong == 0, "%d", wrong);
}

typedef struct sum {
    double part[CHECK_PARTS];
} sum;

static void add(void *state, int64_t part)
{
    sum *s = state;
    for (int i = 1; i < 1000; i++) s->part[part] += 1.0 / (double)(part * 1000 + i);
}

static void sums_do_not_depend_on_threads(void)
{
    double total[3] = {0};
    static const int threads[] = {1, 3, 16};
    for (int t = 0; t < 3; t++) {
        sum s = {0};
        check_parallel_run(threads[t], CHECK_PARTS, add, &s);
        for (int p = 0; p < CHECK_PARTS; p++) total[t] += s.part[p];
    }
    CHECK(total[0] == total[1] && total[0] == total[2], "%.17g %.17g %.17g", total[0], total[1], total[2]);
}

static const test_case cases[] = {
    {"every part is done once", every_part_is_done_once},
    {"ranges cover the items", ranges_cover_the_items},
    {"parts are few", parts_are_few},
    {"cores are shared out once", cores_are_shared_out_once},
    {"sums do not depend on threads", sums_do_not_depend_on_threads},
};
TEST_MAIN(cases)
