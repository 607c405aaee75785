/* stage_combine.h - text of one function: the last stage of a single line, whose RADIX neighbouring points have been
 * transformed as lanes side by side.
 *
 *     X[k + m k'] = sum over l of exp(-2 pi i l k / n) exp(-2 pi i l k' / RADIX) Y[k][l]          n = m RADIX
 *
 * Vectors run over k; rows k .. k + WIDTH - 1 are transposed on the way in. Twiddles lie in the order in which they are
 * read. Included by radix.h with NAME, DFT_FILE and SINK as for stage_form.h.
 */
#define LOAD(l, re, im)                                                                                            \
    do {                                                                                                           \
        re = column_re[l];                                                                                         \
        im = column_im[l];                                                                                         \
        if ((l) > 0) vec_multiply(&re, &im, vec_load(w + (2 * (l)-2) * WIDTH), vec_load(w + (2 * (l)-1) * WIDTH)); \
    } while (0)

#if SINK == SPLIT
#define STORE(k, re, im)                  \
    vec_store(y_re + (k)*y_next + q, re); \
    vec_store(y_im + (k)*y_next + q, im)
#elif SINK == PAIRS
#define STORE(k, re, im) vec_store_pairs(y_re + (k)*y_next + 2 * q, re, im)
#else
#define STORE(k, re, im) vec_store_pairs(y_im + (k)*y_next + 2 * q, im, re)
#endif

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t m = call->count, y_next = call->y_next;
    const real *w = call->twiddle;
    real *const y_re = out_re, *const y_im = out_im;
    (void)y_re, (void)y_im;
    for (ptrdiff_t q = 0; q < m;) {
        const real *x_re = in_re + q * RADIX, *x_im = in_im + q * RADIX;
        vec column_re[(RADIX + WIDTH - 1) / WIDTH * WIDTH], column_im[(RADIX + WIDTH - 1) / WIDTH * WIDTH];
        UNROLL for (int l = 0; l < RADIX; l += WIDTH)
        {
            /* The last square overlaps the one before it; its columns are the same again. */
            const int first = l + WIDTH <= RADIX ? l : RADIX - WIDTH;
            vec square[WIDTH];
            UNROLL for (int i = 0; i < WIDTH; i++) square[i] = vec_load(x_re + i * RADIX + first);
            vec_transpose(square);
            UNROLL for (int i = 0; i < WIDTH; i++) column_re[first + i] = square[i];
            UNROLL for (int i = 0; i < WIDTH; i++) square[i] = vec_load(x_im + i * RADIX + first);
            vec_transpose(square);
            UNROLL for (int i = 0; i < WIDTH; i++) column_im[first + i] = square[i];
        }
#include DFT_FILE
        w += 2 * (RADIX - 1) * WIDTH;
        q = q + WIDTH < m && q + 2 * WIDTH > m ? m - WIDTH : q + WIDTH;
    }
}

#undef LOAD
#undef STORE
#undef NAME
#undef SINK
