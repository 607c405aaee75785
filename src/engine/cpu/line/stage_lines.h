/* stage_lines.h - text of one function: whole transforms of RADIX points, one line after the other in memory, a
 * vector of lines at a time. They are transposed in registers on the way in and out. Included by radix.h with NAME,
 * DFT_FILE and LAYOUT, which is PAIRS or TURNED for both sides; RADIX is a multiple of WIDTH. The number of lines is
 * call->run, also a multiple of WIDTH; x_lane and y_lane apart. */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#define SECOND(re, im) im
#else
#define FIRST(re, im) im
#define SECOND(re, im) re
#endif
#define LOAD(j, re, im) \
    re = x[0][j];       \
    im = x[1][j]
#define STORE(k, re, im) \
    y[0][k] = re;        \
    y[1][k] = im

static void NAME(STAGE_ARGUMENTS)
{
    const real *const from = FIRST(in_re, in_im);
    real *const to = FIRST(out_re, out_im);
    (void)SECOND(in_re, in_im), (void)SECOND(out_re, out_im);
    for (ptrdiff_t q = 0; q < call->run; q += WIDTH) {
        vec x[2][RADIX], y[2][RADIX];
        UNROLL for (int j = 0; j < RADIX; j += WIDTH)
        {
            UNROLL for (int i = 0; i < WIDTH; i++)
                vec_load_pairs(from + (q + i) * call->x_lane + 2 * j, &x[FIRST(0, 1)][j + i], &x[SECOND(0, 1)][j + i]);
            vec_transpose(x[0] + j);
            vec_transpose(x[1] + j);
        }
#include DFT_FILE
        UNROLL for (int k = 0; k < RADIX; k += WIDTH)
        {
            vec_transpose(y[0] + k);
            vec_transpose(y[1] + k);
            UNROLL for (int i = 0; i < WIDTH; i++)
                vec_store_pairs(to + (q + i) * call->y_lane + 2 * k, y[FIRST(0, 1)][k + i], y[SECOND(0, 1)][k + i]);
        }
    }
}

#undef FIRST
#undef SECOND
#undef LOAD
#undef STORE
#undef NAME
#undef LAYOUT
