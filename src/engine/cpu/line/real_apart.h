/* real_apart.h - text of two functions: a short real transform, as many lines at a time as a vector holds, and the way
 * back. Included by real_size.h with FORWARD and INVERSE, their names, FORWARD_FILE and INVERSE_FILE, the codelets, and
 * LINES:
 *
 *     COLUMNS     that lie side by side at both ends
 *     APART       that lie anywhere
 *     TRANSPOSED  whose points are neighbours: whole vectors of them are moved, and squares transposed
 *
 * The parts of complex points alternate. Runs are of WIDTH lines or more; the last ones are done twice where they are
 * no multiple of it. */
#define ZERO vec_all(0)
#define PAIRED_NUMBERS (2 * (N / 2 + 1)) /* of the complex points */
#define FOR_RUNS(q)                                                                       \
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) \
        for (ptrdiff_t q = 0; q < run; q = q + WIDTH < run && q + 2 * WIDTH > run ? run - WIDTH : q + WIDTH)

#if LINES == COLUMNS
#define LOAD_REAL(j, value) value = vec_load(x + (j)*x_next)
#define STORE(k, re, im) vec_store_pairs(y + (k)*y_next, re, im)
#elif LINES == TRANSPOSED
#define LOAD_REAL(j, value) value = points[j]
#define STORE(k, re, im)   \
    results[2 * (k)] = re; \
    results[2 * (k) + 1] = im
#else
#define LOAD_REAL(j, value) value = vec_gather(x + (j)*x_next, x_lane)
#define STORE(k, re, im) vec_store_apart(y + (k)*y_next, y_lane, re, im)
#endif

static void FORWARD(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    const ptrdiff_t run = call->run;
    (void)x_next, (void)y_next;
    const real *from = in_re;
    real *to = out_re;
    FOR_RUNS(q)
    {
        const real *const x = from + q * x_lane;
        real *const y = to + q * y_lane;
#if LINES == TRANSPOSED
        vec points[N], results[PAIRED_NUMBERS];
        load_lines(x, x_lane, N, points);
#endif
#include FORWARD_FILE
#if LINES == TRANSPOSED
        store_lines(y, y_lane, PAIRED_NUMBERS, results);
#endif
    }
}

#undef LOAD_REAL
#undef STORE
#if LINES == COLUMNS
#define LOAD(k, re, im) vec_load_pairs(x + (k)*x_next, &re, &im)
#define LOAD_RE(k, re)                                 \
    do {                                               \
        vec ignored;                                   \
        vec_load_pairs(x + (k)*x_next, &re, &ignored); \
    } while (0)
#define STORE_REAL(j, value) vec_store(y + (j)*y_next, value)
#elif LINES == TRANSPOSED
#define LOAD(k, re, im)   \
    re = points[2 * (k)]; \
    im = points[2 * (k) + 1]
#define LOAD_RE(k, re) re = points[2 * (k)]
#define STORE_REAL(j, value) results[j] = value
#else
#define LOAD(k, re, im) vec_load_apart(x + (k)*x_next, x_lane, &re, &im)
#define LOAD_RE(k, re) re = vec_gather(x + (k)*x_next, x_lane)
#define STORE_REAL(j, value) vec_scatter(y + (j)*y_next, y_lane, value)
#endif

static void INVERSE(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    const ptrdiff_t run = call->run;
    (void)x_next, (void)y_next;
    const real *from = in_re;
    real *to = out_re;
    FOR_RUNS(q)
    {
        const real *const x = from + q * x_lane;
        real *const y = to + q * y_lane;
#if LINES == TRANSPOSED
        vec points[PAIRED_NUMBERS], results[N];
        load_lines(x, x_lane, PAIRED_NUMBERS, points);
#endif
#include INVERSE_FILE
#if LINES == TRANSPOSED
        store_lines(y, y_lane, N, results);
#endif
    }
}

#undef LOAD
#undef LOAD_RE
#undef STORE_REAL
#undef FOR_RUNS
#undef ZERO
#undef FORWARD
#undef INVERSE
#undef LINES
#undef PAIRED_NUMBERS
