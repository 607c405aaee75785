/* stage_single.h - text of one function: a butterfly stage of radix RADIX on single numbers, wherever they lie. For
 * what is too narrow for vectors. Included by radix.h with NAME, DFT_FILE and TWIDDLE as for stage_form.h. */
#define LOAD(j, re, im)                 \
    re = x_re[(j)*x_next + q * x_lane]; \
    im = x_im[(j)*x_next + q * x_lane]

#if TWIDDLE == NONE
#define STORE(k, re, im)                \
    y_re[(k)*y_next + q * y_lane] = re; \
    y_im[(k)*y_next + q * y_lane] = im
#else
#define STORE(k, re, im)                                             \
    do {                                                             \
        real a_ = re, b_ = im;                                       \
        if ((k) > 0) multiply(&a_, &b_, w[2 * (k)-2], w[2 * (k)-1]); \
        y_re[(k)*y_next + q * y_lane] = a_;                          \
        y_im[(k)*y_next + q * y_lane] = b_;                          \
    } while (0)
#endif
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)

static void NAME(STAGE_ARGUMENTS)
{
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    for (ptrdiff_t p = 0; p < call->count; p++) {
        const real *const x_re = in_re + p * call->x_step, *const x_im = in_im + p * call->x_step;
        real *const y_re = out_re + p * call->y_step, *const y_im = out_im + p * call->y_step;
#if TWIDDLE == ONE_EACH
        const real *const w = call->twiddle + p * 2 * (RADIX - 1);
#endif
        for (ptrdiff_t q = 0; q < call->run; q++) {
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
