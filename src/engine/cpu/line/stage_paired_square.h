/* stage_paired_square.h - text of two functions: single lines of RADIX times POINTS points, all in registers, with
 * both parts of a number in one vector. What the two stages of paired.h do, without a buffer between them and with one
 * call.
 *
 * Included by radix.h with LINE and NAME, the functions that do one line and several; PAIRED_FILE; LAYOUT, which is
 * PAIRS or TURNED for both sides; and POINTS, which is a multiple of the numbers of a vector, with LAST_FILE. Factors
 * are those of a last stage of POINTS. Where RADIX is no multiple of the numbers of a vector, the last rows overlap
 * those before them. All of a line is read before anything is written.
 */
#define HALVES 0
#include "engine/cpu/line/paired_words.h"

INLINE void LINE(const real *x, real *y, const real *w)
{
    enum { AT_A_TIME = WIDTH / 2, ACROSS = POINTS / AT_A_TIME, VECTORS = (RADIX + AT_A_TIME - 1) / AT_A_TIME };
    vec row[RADIX][ACROSS];
    UNROLL for (int c = 0; c < ACROSS; c++){
#define LOAD(j, value) value = vec_load(x + 2 * POINTS * (j) + WIDTH * c)
#define STORE(k, value) row[k][c] = value
#include PAIRED_FILE
#undef LOAD
#undef STORE
    }
#if POINTS == 2 /* caches take what is written in the order of its addresses at twice the rate */
    vec upper[VECTORS];
#define STORE(k, value)                                \
    do {                                               \
        if ((k) == 0) vec_store(y + 2 * first, value); \
        else upper[v] = value;                         \
    } while (0)
#else
#define STORE(k, value) vec_store(y + 2 * (RADIX * (k) + first), value)
#endif
    UNROLL for (int v = 0; v < VECTORS; v++, w += (POINTS - 1) * FACTOR_VECTORS * WIDTH)
    {
        const int first = (v + 1) * AT_A_TIME <= RADIX ? v * AT_A_TIME : RADIX - AT_A_TIME;
        vec point[POINTS];
        UNROLL for (int c = 0; c < ACROSS; c++)
        {
#if WIDTH == 2
            point[c] = row[first][c];
#elif WIDTH == 4
            point[2 * c] = SHUFFLE(row[first][c], row[first + 1][c], 0, 1, 4, 5);
            point[2 * c + 1] = SHUFFLE(row[first][c], row[first + 1][c], 2, 3, 6, 7);
#else
            UNROLL for (int i = 0; i < AT_A_TIME; i++) point[AT_A_TIME * c + i] = row[first + i][c];
            vec_transpose_points(point + AT_A_TIME * c);
#endif
        }
#define LOAD(j, value)          \
    value = (j) == 0 ? point[0] \
                     : FIRST(vec_times_each, vec_times_each_turned)(point[j], w + ((j)-1) * FACTOR_VECTORS * WIDTH)
#include LAST_FILE
#undef LOAD
    }
#undef STORE
#if POINTS == 2
    UNROLL for (int v = 0; v < VECTORS; v++)
    {
        const int first = (v + 1) * AT_A_TIME <= RADIX ? v * AT_A_TIME : RADIX - AT_A_TIME;
        vec_store(y + 2 * (RADIX + first), upper[v]);
    }
#endif
}

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *x = FIRST(in_re, in_im);
    real *y = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, x += call->x_step, y += call->y_step) {
#if FETCHES_OUTPUT
        if (call->ahead != 0) {
            UNROLL for (int i = 0; i < 2 * POINTS * RADIX; i += CACHE_LINE / (int)sizeof(real))
                __builtin_prefetch(y + call->ahead + i, 1, 3);
        }
#endif
        LINE(x, y, call->twiddle);
    }
}

#include "engine/cpu/line/paired_words_end.h"
#undef HALVES
#undef LINE
#undef NAME
#undef LAYOUT
