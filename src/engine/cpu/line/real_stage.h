/* real_stage.h - text of two functions: the stage of real butterflies at which a real line of odd length begins, and
 * the one at which the way back ends; see divided.h. Included by real_size.h with FORWARD and INVERSE, their names,
 * FORWARD_FILE and INVERSE_FILE, the codelets, and ALONG: 1 for a single line, where vectors run along the line and so
 * does the factor of each point; 0 for lines side by side, all with the same factor.
 *
 * Element k of butterfly p has the factor number k x_lane + p of `twiddle`, real parts, and of `lane_twiddle`. A run
 * shorter than a vector reads and writes a whole one. */
#define ZERO vec_all(0)
#if ALONG
#define FACTOR(table, k) vec_load((table) + (k)*call->x_lane + q)
#else
#define FACTOR(table, k) vec_all((table)[(k)*call->x_lane + p])
#endif
#define FOR_RUNS(p, q)                                  \
    for (ptrdiff_t p = 0; p < call->count; p++)         \
        for (ptrdiff_t q = 0, run = call->run; q < run; \
             q = q + WIDTH < run && q + 2 * WIDTH > run ? run - WIDTH : q + WIDTH)

#define LOAD_REAL(j, value) value = vec_load(x + (j)*x_next + q)
#define STORE(k, re, im)                                                                 \
    do {                                                                                 \
        vec a_ = re, b_ = im;                                                            \
        if ((k) > 0) vec_multiply(&a_, &b_, FACTOR(factor_re, k), FACTOR(factor_im, k)); \
        vec_store(y_re + (k)*y_next + q, a_);                                            \
        vec_store(y_im + (k)*y_next + q, b_);                                            \
    } while (0)

static void FORWARD(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next;
    const real *const factor_re = call->twiddle, *const factor_im = call->lane_twiddle;
    FOR_RUNS(p, q)
    {
        const real *const x = in_re + p * call->x_step;
        real *const y_re = out_re + p * call->y_step, *const y_im = out_im + p * call->y_step;
#include FORWARD_FILE
    }
}

#undef LOAD_REAL
#undef STORE
#define LOAD(k, re, im)                                                                   \
    do {                                                                                  \
        re = vec_load(x_re + (k)*x_next + q);                                             \
        im = vec_load(x_im + (k)*x_next + q);                                             \
        if ((k) > 0) vec_multiply(&re, &im, FACTOR(factor_re, k), -FACTOR(factor_im, k)); \
    } while (0)
#define LOAD_RE(k, re) re = vec_load(x_re + (k)*x_next + q)
#define STORE_REAL(j, value) vec_store(y + (j)*y_next + q, value)

static void INVERSE(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next;
    const real *const factor_re = call->twiddle, *const factor_im = call->lane_twiddle;
    FOR_RUNS(p, q)
    {
        const real *const x_re = in_re + p * call->x_step, *const x_im = in_im + p * call->x_step;
        real *const y = out_re + p * call->y_step;
#include INVERSE_FILE
    }
}

#undef LOAD
#undef LOAD_RE
#undef STORE_REAL
#undef FOR_RUNS
#undef FACTOR
#undef ZERO
#undef FORWARD
#undef INVERSE
#undef ALONG
