/* real_apart.h - text of two functions: a short real transform, as many lines at a time as a vector holds, and the way
 * back. Included by real_size.h with FORWARD and INVERSE, their names, FORWARD_FILE and INVERSE_FILE, the codelets, and
 * SIDE_BY_SIDE, 1 where lines lie so on both sides, 0 where they lie anywhere. The parts of complex points alternate.
 * Runs are of WIDTH lines or more; the last ones are done twice where they are no multiple of it. */
#define ZERO vec_all(0)
#define FOR_RUNS(q)                                                                       \
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) \
        for (ptrdiff_t q = 0; q < run; q = q + WIDTH < run && q + 2 * WIDTH > run ? run - WIDTH : q + WIDTH)

#if SIDE_BY_SIDE
#define LOAD_REAL(j, value) value = vec_load(x + (j)*x_next)
#define STORE(k, re, im) vec_store_pairs(y + (k)*y_next, re, im)
#else
#define LOAD_REAL(j, value) value = vec_gather(x + (j)*x_next, x_lane)
#define STORE(k, re, im) vec_store_apart(y + (k)*y_next, y_lane, re, im)
#endif

static void FORWARD(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    const ptrdiff_t run = call->run;
    const real *from = in_re;
    real *to = out_re;
    FOR_RUNS(q)
    {
        const real *const x = from + q * x_lane;
        real *const y = to + q * y_lane;
#include FORWARD_FILE
    }
}

#undef LOAD_REAL
#undef STORE
#if SIDE_BY_SIDE
#define LOAD(k, re, im) vec_load_pairs(x + (k)*x_next, &re, &im)
#define LOAD_RE(k, re)                                 \
    do {                                               \
        vec ignored;                                   \
        vec_load_pairs(x + (k)*x_next, &re, &ignored); \
    } while (0)
#define STORE_REAL(j, value) vec_store(y + (j)*y_next, value)
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
    const real *from = in_re;
    real *to = out_re;
    FOR_RUNS(q)
    {
        const real *const x = from + q * x_lane;
        real *const y = to + q * y_lane;
#include INVERSE_FILE
    }
}

#undef LOAD
#undef LOAD_RE
#undef STORE_REAL
#undef FOR_RUNS
#undef ZERO
#undef FORWARD
#undef INVERSE
#undef SIDE_BY_SIDE
