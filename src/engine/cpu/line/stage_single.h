/* stage_single.h - text of one function: a butterfly stage of radix RADIX on single numbers, wherever they lie. For
 * what is too narrow for vectors. Included by radix.h with NAME, DFT_FILE and TWIDDLE as for stage_form.h. */
#define LOAD(j, re, im)    \
    re = x_re[(j)*x_next]; \
    im = x_im[(j)*x_next]

#if TWIDDLE == NONE
#define STORE(k, re, im)   \
    y_re[(k)*y_next] = re; \
    y_im[(k)*y_next] = im
#else
#define STORE(k, re, im)                                             \
    do {                                                             \
        real a_ = re, b_ = im;                                       \
        if ((k) > 0) multiply(&a_, &b_, w[2 * (k)-2], w[2 * (k)-1]); \
        y_re[(k)*y_next] = a_;                                       \
        y_im[(k)*y_next] = b_;                                       \
    } while (0)
#endif
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    for (ptrdiff_t p = 0; p < call->count; p++) {
        const real *x_re = in_re + p * call->x_step, *x_im = in_im + p * call->x_step;
        real *y_re = out_re + p * call->y_step, *y_im = out_im + p * call->y_step;
#if TWIDDLE == ONE_EACH
        const real *const w = (const real *)call->twiddle + p * 2 * (RADIX - 1);
#endif
        for (ptrdiff_t q = call->run; q > 0; q--, x_re += x_lane, x_im += x_lane, y_re += y_lane, y_im += y_lane) {
#include DFT_FILE
        }
    }
}

#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#undef LOAD
#undef STORE
#undef NAME
#undef TWIDDLE
