/* stage_neighbours.h - text of one function: whole transforms of RADIX points, number by number, whose points are
 * neighbours in memory: what stage_single.h does, with every address a constant, which is half of the work of a lone
 * short line. Included by radix.h with NAME, DFT_FILE and LAYOUT, which is PAIRS or TURNED for both sides. */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif
#define LOAD(j, re, im)         \
    FIRST(re, im) = x[2 * (j)]; \
    FIRST(im, re) = x[2 * (j) + 1]
#define STORE(k, re, im)        \
    y[2 * (k)] = FIRST(re, im); \
    y[2 * (k) + 1] = FIRST(im, re)
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *from = FIRST(in_re, in_im);
    real *to = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
        const real *x = from;
        real *y = to;
        for (ptrdiff_t q = call->run; q > 0; q--, x += call->x_lane, y += call->y_lane) {
#include DFT_FILE
        }
    }
}

#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#undef FIRST
#undef LOAD
#undef STORE
#undef NAME
#undef LAYOUT
