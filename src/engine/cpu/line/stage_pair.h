/* stage_pair.h - text of one function: whole transforms of RADIX points, two lines at a time, wherever they lie, with
 * vectors of two numbers of 32 bits: half of the narrowest there are elsewhere. Included by radix.h with NAME, DFT_FILE
 * and LAYOUT, which is PAIRS or TURNED for both sides. */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif
#define LOAD(j, re, im) pair_load(x + (j)*x_next, x_lane, &FIRST(re, im), &FIRST(im, re))
#define STORE(k, re, im) pair_store(y + (k)*y_next, y_lane, FIRST(re, im), FIRST(im, re))
#define vec vec_pair
#undef CONSTANT
#define CONSTANT(x) ((vec_pair){(real)x, (real)x})

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    const real *x = FIRST(in_re, in_im);
    real *y = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, x += call->x_step, y += call->y_step) {
#include DFT_FILE
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
