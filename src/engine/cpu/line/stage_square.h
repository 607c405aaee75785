/* stage_square.h - text of one function: a single line of ROWS times WIDTH points, all in registers. What a first stage
 * of radix ROWS and a last one that combines WIDTH lanes do (stage_form.h, stage_combine.h), to the bit, without a
 * buffer between them and with one call.
 *
 * Included by squares.h with NAME, ROWS, ROWS_FILE and LANES_FILE, the codelets of ROWS and of WIDTH points, and SOURCE
 * and SINK as for stage_form.h. Where ROWS is no multiple of WIDTH, the last square overlaps the one before it. All is
 * read before anything is written.
 */
#if SOURCE == SPLIT
#define PLACE(l) (l)
#define LOAD_ROW(j, re, im)           \
    re = vec_load(in_re + (j)*WIDTH); \
    im = vec_load(in_im + (j)*WIDTH)
#elif SOURCE == PAIRS
#define PLACE(l) vec_place(l)
#define LOAD_ROW(j, re, im) vec_load_any_pairs(in_re + (j)*2 * WIDTH, &re, &im)
#else
#define PLACE(l) vec_place(l)
#define LOAD_ROW(j, re, im) vec_load_any_pairs(in_im + (j)*2 * WIDTH, &im, &re)
#endif

#if SINK == SPLIT
#define STORE_LANE(k, re, im)                 \
    vec_store(out_re + (k)*ROWS + first, re); \
    vec_store(out_im + (k)*ROWS + first, im)
#elif SINK == PAIRS
#define STORE_LANE(k, re, im) vec_store_pairs(out_re + 2 * ((k)*ROWS + first), re, im)
#else
#define STORE_LANE(k, re, im) vec_store_pairs(out_im + 2 * ((k)*ROWS + first), im, re)
#endif

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    vec row_re[ROWS], row_im[ROWS];
#define LOAD LOAD_ROW
#define STORE(k, re, im) \
    row_re[k] = re;      \
    row_im[k] = im
#include ROWS_FILE
#undef LOAD
#undef STORE
#define LOAD(l, re, im)                                                                                            \
    do {                                                                                                           \
        re = square_re[PLACE(l)];                                                                                  \
        im = square_im[PLACE(l)];                                                                                  \
        if ((l) > 0) vec_multiply(&re, &im, vec_load(w + (2 * (l)-2) * WIDTH), vec_load(w + (2 * (l)-1) * WIDTH)); \
    } while (0)
#define STORE STORE_LANE
    UNROLL for (int square = 0; square < (ROWS + WIDTH - 1) / WIDTH; square++)
    {
        const int first = (square + 1) * WIDTH <= ROWS ? square * WIDTH : ROWS - WIDTH;
        const real *const w = (const real *)call->twiddle + square * 2 * (WIDTH - 1) * WIDTH;
        vec square_re[WIDTH], square_im[WIDTH];
        UNROLL for (int i = 0; i < WIDTH; i++)
        {
            square_re[i] = row_re[first + i];
            square_im[i] = row_im[first + i];
        }
        vec_transpose(square_re);
        vec_transpose(square_im);
#include LANES_FILE
    }
}

#undef LOAD
#undef STORE
#undef PLACE
#undef LOAD_ROW
#undef STORE_LANE
#undef NAME
#undef SOURCE
#undef SINK
