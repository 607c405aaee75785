/* stage_lines.h - text of one function: whole transforms of RADIX points that are neighbours, as many lines at a time
 * as a vector holds. Points are transposed in registers on the way in and out: squares of them where vectors are wide,
 * or two points of each line. Included by radix.h with NAME, DFT_FILE, LAYOUT, which is PAIRS or TURNED for both sides,
 * and GAPS: 0 where one line follows the other, so that every address is a constant, 1 where lines may lie anywhere.
 * Runs are of WIDTH lines or more; the last ones are done twice where they are no multiple of it. */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif
#if GAPS
#define LANE_IN call->x_lane
#define LANE_OUT call->y_lane
#else
#define LANE_IN (2 * RADIX)
#define LANE_OUT (2 * RADIX)
#endif
#define LOAD(j, re, im) \
    re = x[0][j];       \
    im = x[1][j]
#define STORE(k, re, im) \
    y[0][k] = re;        \
    y[1][k] = im

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t run = call->run, lane_in = LANE_IN, lane_out = LANE_OUT;
    const real *lines_in = FIRST(in_re, in_im);
    real *lines_out = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, lines_in += call->x_step, lines_out += call->y_step)
        for (ptrdiff_t q = 0; q < run;) {
            const real *const from = lines_in + q * lane_in;
            real *const to = lines_out + q * lane_out;
            vec x[2][RADIX], y[2][RADIX];
#if HAS_LINES_IN_SQUARES
            UNROLL for (int j = 0; j < RADIX; j += WIDTH)
            {
                UNROLL for (int i = 0; i < WIDTH; i++)
                    vec_load_pairs(from + i * lane_in + 2 * j, &x[FIRST(0, 1)][j + i], &x[FIRST(1, 0)][j + i]);
                vec_transpose(x[0] + j);
                vec_transpose(x[1] + j);
            }
#else
            UNROLL for (int j = 0; j + 1 < RADIX; j += 2)
                vec_load_two(from + 2 * j, lane_in, x[FIRST(0, 1)] + j, x[FIRST(1, 0)] + j);
            if (RADIX % 2)
                vec_load_apart(from + 2 * RADIX - 2, lane_in, &x[FIRST(0, 1)][RADIX - 1], &x[FIRST(1, 0)][RADIX - 1]);
#endif
#include DFT_FILE
#if HAS_LINES_IN_SQUARES
            UNROLL for (int k = 0; k < RADIX; k += WIDTH)
            {
                vec_transpose(y[0] + k);
                vec_transpose(y[1] + k);
                UNROLL for (int i = 0; i < WIDTH; i++)
                    vec_store_pairs(to + i * lane_out + 2 * k, y[FIRST(0, 1)][k + i], y[FIRST(1, 0)][k + i]);
            }
#else
            UNROLL for (int k = 0; k + 1 < RADIX; k += 2)
                vec_store_two(to + 2 * k, lane_out, y[FIRST(0, 1)] + k, y[FIRST(1, 0)] + k);
            if (RADIX % 2)
                vec_store_apart(to + 2 * RADIX - 2, lane_out, y[FIRST(0, 1)][RADIX - 1], y[FIRST(1, 0)][RADIX - 1]);
#endif
            q = q + WIDTH < run && q + 2 * WIDTH > run ? run - WIDTH : q + WIDTH;
        }
}

#undef FIRST
#undef LANE_IN
#undef LANE_OUT
#undef LOAD
#undef STORE
#undef NAME
#undef LAYOUT
#undef GAPS
