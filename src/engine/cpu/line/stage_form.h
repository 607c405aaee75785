/* stage_form.h - text of one function: a butterfly stage of radix RADIX on vectors, in one of its forms.
 *
 * Included by radix.h once for every form, with
 *
 *     NAME        what the function is called
 *     DFT_FILE    the codelet
 *     SOURCE      SPLIT, PAIRS or TURNED: how the points lie that it reads. Parts apart; parts alternating; alternating
 *                 and to be exchanged, which makes the transform an inverse one
 *     SINK        the same, for those that it writes
 *     TWIDDLE     NONE; ONE_EACH, a number for each output, the same in all lanes; LANES, a product of two numbers for
 *                 each output and lane
 *     PAST        where it is defined, results go past the caches: runs are whole vectors then
 */
#if RADIX == 2 && SOURCE != SPLIT && SOURCE == SINK && TWIDDLE == NONE
/* Sums and differences do not ask which part a number is. */
#define WHOLE 1
#else
#define WHOLE 0
#endif

#if WHOLE
#define LOAD(j, re, im)                                                  \
    re = vec_load((SOURCE == PAIRS ? x_re : x_im) + (j)*x_next + 2 * q); \
    im = vec_load((SOURCE == PAIRS ? x_re : x_im) + (j)*x_next + 2 * q + WIDTH)
#elif SOURCE == SPLIT
#define LOAD(j, re, im)                   \
    re = vec_load(x_re + (j)*x_next + q); \
    im = vec_load(x_im + (j)*x_next + q)
#elif SOURCE == PAIRS
#define LOAD(j, re, im) vec_load_pairs(x_re + (j)*x_next + 2 * q, &re, &im)
#else
#define LOAD(j, re, im) vec_load_pairs(x_im + (j)*x_next + 2 * q, &im, &re)
#endif

#if WHOLE
#define PUT(k, re, im)                                                 \
    vec_store((SINK == PAIRS ? y_re : y_im) + (k)*y_next + 2 * q, re); \
    vec_store((SINK == PAIRS ? y_re : y_im) + (k)*y_next + 2 * q + WIDTH, im)
#elif SINK == SPLIT && defined(PAST)
#define PUT(k, re, im)                         \
    vec_store_past(y_re + (k)*y_next + q, re); \
    vec_store_past(y_im + (k)*y_next + q, im)
#elif SINK == SPLIT
#define PUT(k, re, im)                    \
    vec_store(y_re + (k)*y_next + q, re); \
    vec_store(y_im + (k)*y_next + q, im)
#elif SINK == PAIRS
#define PUT(k, re, im) vec_store_pairs(y_re + (k)*y_next + 2 * q, re, im)
#else
#define PUT(k, re, im) vec_store_pairs(y_im + (k)*y_next + 2 * q, im, re)
#endif

#if TWIDDLE == NONE
#define STORE(k, re, im) PUT(k, re, im)
#elif TWIDDLE == ONE_EACH
#define STORE(k, re, im)                                                                   \
    do {                                                                                   \
        vec a_ = re, b_ = im;                                                              \
        if ((k) > 0) vec_multiply(&a_, &b_, vec_all(w[2 * (k)-2]), vec_all(w[2 * (k)-1])); \
        PUT(k, a_, b_);                                                                    \
    } while (0)
#else
#define STORE(k, re, im)                                                   \
    do {                                                                   \
        vec a_ = re, b_ = im, c_ = lane_re, d_ = lane_im;                  \
        if ((k) > 0)                                                       \
            vec_multiply(&c_, &d_, vec_load(each + 2 * (k)*call->run + q), \
                         vec_load(each + (2 * (k) + 1) * call->run + q));  \
        vec_multiply(&a_, &b_, c_, d_);                                    \
        PUT(k, a_, b_);                                                    \
    } while (0)
#endif

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, run = call->run;
    for (ptrdiff_t p = 0; p < call->count; p++) {
        const real *const x_re = in_re + p * call->x_step, *const x_im = in_im + p * call->x_step;
        real *const y_re = out_re + p * call->y_step, *const y_im = out_im + p * call->y_step;
        (void)x_re, (void)x_im, (void)y_re, (void)y_im;
#if TWIDDLE == ONE_EACH
        const real *const w = (const real *)call->twiddle + p * 2 * (RADIX - 1);
#elif TWIDDLE == LANES
        const real *const each = call->twiddle, *const lane = (const real *)call->lane_twiddle + p * 2 * run;
#endif
        for (ptrdiff_t q = 0; q < run;) {
#if TWIDDLE == LANES
            const vec lane_re = vec_load(lane + q), lane_im = vec_load(lane + run + q);
#endif
#include DFT_FILE
            /* The last vector overlaps the one before it where the run is not a multiple of the width. */
            q = q + WIDTH < run && q + 2 * WIDTH > run ? run - WIDTH : q + WIDTH;
        }
    }
}

#undef WHOLE
#undef LOAD
#undef PUT
#undef STORE
#undef NAME
#undef SOURCE
#undef SINK
#undef TWIDDLE
#undef PAST
