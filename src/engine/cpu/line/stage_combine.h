/* stage_combine.h - text of one function: the last stage of a single line, whose RADIX neighbouring points have been
 * transformed as lanes side by side.
 *
 *     X[k + m k'] = sum over l of exp(-2 pi i l k / n) exp(-2 pi i l k' / RADIX) Y[k][l]          n = m RADIX
 *
 * Vectors run over k; rows k .. k + WIDTH - 1 are transposed on the way in. Twiddles lie in the order in which they are
 * read. Included by radix.h with NAME, DFT_FILE and SINK as for stage_form.h, and BRANCHES: 1 for a line that parts
 * (branches.h), of which `run` rows lie as `rows` says and the next ones, in the same order, x_step behind. There rows
 * are multiplied with lane_twiddle before twiddles: two short tables in place of a long one. lane_twiddle is the same
 * for `count` rows; as many follow, `turns` times, x_next and y_step further on and each with the next numbers of
 * lane_twiddle. The same branches are gone through for all of those before the next ones: rows of few branches, one
 * behind the other, are what hardware can follow. What comes soon is asked for all the same, x_ahead and, unless it is
 * 0, `ahead` from what is read and written.
 */
#define LOAD(l, re, im)                                                                                            \
    do {                                                                                                           \
        re = column_re[l];                                                                                         \
        im = column_im[l];                                                                                         \
        if ((l) > 0) vec_multiply(&re, &im, vec_load(w + (2 * (l)-2) * WIDTH), vec_load(w + (2 * (l)-1) * WIDTH)); \
    } while (0)

#if SINK == SPLIT
#define PUT(k, re, im)                    \
    vec_store(y_re + (k)*y_next + q, re); \
    vec_store(y_im + (k)*y_next + q, im)
#define PUT_PAST(k, re, im) PUT(k, re, im)
#elif SINK == PAIRS
#define PUT(k, re, im) vec_store_pairs(y_re + (k)*y_next + 2 * q, re, im)
#define PUT_PAST(k, re, im) vec_store_pairs_past(y_re + (k)*y_next + 2 * q, re, im)
#else
#define PUT(k, re, im) vec_store_pairs(y_im + (k)*y_next + 2 * q, im, re)
#define PUT_PAST(k, re, im) vec_store_pairs_past(y_im + (k)*y_next + 2 * q, im, re)
#endif

#if BRANCHES
#define STORE(k, re, im)         \
    do {                         \
        if (past) {              \
            PUT_PAST(k, re, im); \
        } else {                 \
            PUT(k, re, im);      \
        }                        \
    } while (0)

/* What points q .. q + WIDTH - 1 of an output take. */
#define PART_BYTES ((SINK == SPLIT ? 1 : 2) * WIDTH * (int)sizeof(real))

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t m = call->count, turns = call->turns, y_next = call->y_next;
    const ptrdiff_t *rows = call->rows, *const end = rows + call->run;
    const real *column_x_re = in_re, *column_x_im = in_im, *w = call->twiddle;
    const bool past = PAIRS_GO_PAST && SINK != SPLIT && call->past;
    for (ptrdiff_t q = 0; q < m; q += WIDTH, w += 2 * (RADIX - 1) * WIDTH) {
        const real *x_re = column_x_re, *x_im = column_x_im, *each_re = call->lane_twiddle;
        real *y_re = out_re, *y_im = out_im;
        for (ptrdiff_t turn = 0; turn < turns; turn++) {
            const real *const each_im = each_re + RADIX;
            vec column_re[(RADIX + WIDTH - 1) / WIDTH * WIDTH], column_im[(RADIX + WIDTH - 1) / WIDTH * WIDTH];
            /* Of a row of a branch, the lines of the cache that it is the first to reach. */
            UNROLL for (int i = 0; i < WIDTH; i++)
            {
                UNROLL for (int l = RADIX - 1; l >= 0; l -= CACHE_LINE / (int)sizeof(real))
                {
                    __builtin_prefetch(x_re + rows[i] + call->x_ahead + l, 0, 3);
                    __builtin_prefetch(x_im + rows[i] + call->x_ahead + l, 0, 3);
                }
            }
            if (call->ahead != 0) {
                const real *const part = SINK == SPLIT ? y_re + q : (SINK == PAIRS ? y_re : y_im) + 2 * q;
                ask_for_rows(part + call->ahead, y_next, RADIX, PART_BYTES);
                if (SINK == SPLIT) ask_for_rows(y_im + q + call->ahead, y_next, RADIX, PART_BYTES);
            }
            UNROLL for (int l = 0; l < RADIX; l += WIDTH)
            {
                const int first = l + WIDTH <= RADIX ? l : RADIX - WIDTH; /* as in load_columns() */
                vec re[WIDTH], im[WIDTH];
                UNROLL for (int i = 0; i < WIDTH; i++)
                {
                    re[i] = vec_load(x_re + rows[i] + first);
                    im[i] = vec_load(x_im + rows[i] + first);
                    vec_multiply(&re[i], &im[i], vec_load(each_re + first), vec_load(each_im + first));
                }
                vec_transpose(re);
                vec_transpose(im);
                UNROLL for (int i = 0; i < WIDTH; i++)
                {
                    column_re[first + i] = re[i];
                    column_im[first + i] = im[i];
                }
            }
#include DFT_FILE
            x_re += call->x_next;
            x_im += call->x_next;
            y_re += call->y_step;
            y_im += call->y_step;
            each_re += 2 * RADIX;
        }
        rows += WIDTH;
        if (rows < end) continue;
        rows = call->rows;
        column_x_re += call->x_step;
        column_x_im += call->x_step;
    }
}
#undef PART_BYTES
#else
#define STORE(k, re, im) PUT(k, re, im)

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t m = call->count, y_next = call->y_next;
    const real *w = call->twiddle;
    real *const y_re = out_re, *const y_im = out_im;
    (void)y_re, (void)y_im;
    for (ptrdiff_t q = 0; q < m;) {
        const real *x_re = in_re + q * call->x_step, *x_im = in_im + q * call->x_step;
        vec column_re[(RADIX + WIDTH - 1) / WIDTH * WIDTH], column_im[(RADIX + WIDTH - 1) / WIDTH * WIDTH];
        load_columns(x_re, call->x_step, RADIX, column_re);
        load_columns(x_im, call->x_step, RADIX, column_im);
#include DFT_FILE
        w += 2 * (RADIX - 1) * WIDTH;
        q = q + WIDTH < m && q + 2 * WIDTH > m ? m - WIDTH : q + WIDTH;
    }
}
#endif

#undef LOAD
#undef PUT
#undef PUT_PAST
#undef STORE
#undef NAME
#undef SINK
#undef BRANCHES
