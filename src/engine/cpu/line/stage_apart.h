/* stage_apart.h - text of one function: whole transforms of RADIX points, as many lines at a time as a vector holds,
 * wherever they lie: points x_next and y_next apart, lines x_lane and y_lane. Included by radix.h with NAME, DFT_FILE
 * and LAYOUT, which is PAIRS or TURNED for both sides. Runs are of WIDTH lines or more; the last ones are done twice
 * where they are no multiple of it. Of four numbers of 32 bits, the narrowest vectors of those, three lines do: the
 * last one then fills up the vector; two have a text of their own (stage_pair.h). */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif
#define FILLS_UP (WIDTH == 4 && REAL_BITS == 32)
#if FILLS_UP
#define LOAD(j, re, im) vec_load_at(x + (j)*x_next, x_at, &FIRST(re, im), &FIRST(im, re))
#define STORE(k, re, im) vec_store_at(y + (k)*y_next, y_at, FIRST(re, im), FIRST(im, re))
#else
#define LOAD(j, re, im) vec_load_apart(x + (j)*x_next, x_lane, &FIRST(re, im), &FIRST(im, re))
#define STORE(k, re, im) vec_store_apart(y + (k)*y_next, y_lane, FIRST(re, im), FIRST(im, re))
#endif

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, x_lane = call->x_lane, y_lane = call->y_lane;
    const ptrdiff_t run = call->run;
#if FILLS_UP
    ptrdiff_t x_at[WIDTH - 1], y_at[WIDTH - 1];
    UNROLL for (int i = 1; i < WIDTH; i++)
    {
        x_at[i - 1] = (i < run ? i : run - 1) * x_lane;
        y_at[i - 1] = (i < run ? i : run - 1) * y_lane;
    }
#endif
    const real *from = FIRST(in_re, in_im);
    real *to = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < run;) {
            const real *const x = from + q * x_lane;
            real *const y = to + q * y_lane;
#include DFT_FILE
            q = q + WIDTH < run && q + 2 * WIDTH > run ? run - WIDTH : q + WIDTH;
        }
}

#undef FIRST
#undef FILLS_UP
#undef LOAD
#undef STORE
#undef NAME
#undef LAYOUT
