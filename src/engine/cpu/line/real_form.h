/* real_form.h - text of two functions: a short real transform, number by number, and the way back. Included by
 * real_size.h with FORWARD and INVERSE, their names, FORWARD_FILE and INVERSE_FILE, the codelets, and the distance of
 * points: REAL_NEXT and PAIR_NEXT of what the call says, for real and for complex ones. Where that is a constant, the
 * parts of complex points alternate. */
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)
#define ZERO 0

#define LOAD_REAL(j, value) value = x[(j)*REAL_NEXT(call->x_next)]
#define STORE(k, re, im)                    \
    y_re[(k)*PAIR_NEXT(call->y_next)] = re; \
    y_im[(k)*PAIR_NEXT(call->y_next)] = im

BY_NUMBER static void FORWARD(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t apart = PAIR_NEXT(0) == 2 ? 1 : out_im - out_re;
    const real *from = in_re;
    real *to = out_re;
    ptrdiff_t p = call->count;
    do {
        const real *x = from;
        real *y_re = to;
        ptrdiff_t q = call->run;
        do {
            real *const y_im = y_re + apart;
#include FORWARD_FILE
            x += call->x_lane;
            y_re += call->y_lane;
        } while (--q > 0);
        from += call->x_step;
        to += call->y_step;
    } while (--p > 0);
}

#undef STORE
#undef LOAD_REAL
#define LOAD(k, re, im)                     \
    re = x_re[(k)*PAIR_NEXT(call->x_next)]; \
    im = x_im[(k)*PAIR_NEXT(call->x_next)]
#define LOAD_RE(k, re) re = x_re[(k)*PAIR_NEXT(call->x_next)]
#define STORE_REAL(j, value) y[(j)*REAL_NEXT(call->y_next)] = value

BY_NUMBER static void INVERSE(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t apart = PAIR_NEXT(0) == 2 ? 1 : in_im - in_re;
    const real *from = in_re;
    real *to = out_re;
    ptrdiff_t p = call->count;
    do {
        const real *x_re = from;
        real *y = to;
        ptrdiff_t q = call->run;
        do {
            const real *const x_im = x_re + apart;
            (void)x_im; /* of 2 points */
#include INVERSE_FILE
            x_re += call->x_lane;
            y += call->y_lane;
        } while (--q > 0);
        from += call->x_step;
        to += call->y_step;
    } while (--p > 0);
}

#undef STORE_REAL
#undef LOAD_RE
#undef LOAD
#undef ZERO
#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#undef FORWARD
#undef INVERSE
#undef REAL_NEXT
#undef PAIR_NEXT
