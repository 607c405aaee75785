/* stage_paired_square.h - text of one function: single lines of RADIX times 4 points, all in registers, with both parts
 * of a number in one vector. What the two stages of paired.h do, without a buffer between them and with one call.
 *
 * Included by radix.h with NAME, PAIRED_FILE and LAYOUT, which is PAIRS or TURNED for both sides. Factors are those of
 * a last stage of 4. Where a vector holds two numbers and RADIX is odd, the last two rows overlap those before them.
 * All of a line is read before anything is written.
 */
#define HALVES 0
#include "engine/cpu/line/paired_words.h"

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    enum { AT_A_TIME = WIDTH / 2, POINTS = 4, ACROSS = POINTS / AT_A_TIME };
    const real *x = FIRST(in_re, in_im);
    real *y = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, x += call->x_step, y += call->y_step) {
        const real *w = call->twiddle;
#if FETCHES_OUTPUT
        if (call->ahead != 0) {
            UNROLL for (int i = 0; i < 2 * POINTS * RADIX; i += CACHE_LINE / (int)sizeof(real))
                __builtin_prefetch(y + call->ahead + i, 1, 3);
        }
#endif
        vec row[RADIX][ACROSS];
        UNROLL for (int c = 0; c < ACROSS; c++){
#define LOAD(j, value) value = vec_load(x + 2 * POINTS * (j) + WIDTH * c)
#define STORE(k, value) row[k][c] = value
#include PAIRED_FILE
#undef LOAD
#undef STORE
        } UNROLL for (int v = 0; v < (RADIX + AT_A_TIME - 1) / AT_A_TIME;
                      v++, w += (POINTS - 1) * FACTOR_VECTORS * WIDTH)
        {
            const int first = (v + 1) * AT_A_TIME <= RADIX ? v * AT_A_TIME : RADIX - AT_A_TIME;
            vec point[POINTS];
            UNROLL for (int c = 0; c < ACROSS; c++)
            {
#if WIDTH == 4
                point[2 * c] = SHUFFLE(row[first][c], row[first + 1][c], 0, 1, 4, 5);
                point[2 * c + 1] = SHUFFLE(row[first][c], row[first + 1][c], 2, 3, 6, 7);
#else
                point[c] = row[first][c];
#endif
            }
#define LOAD(j, value)          \
    value = (j) == 0 ? point[0] \
                     : FIRST(vec_times_each, vec_times_each_turned)(point[j], w + ((j)-1) * FACTOR_VECTORS * WIDTH)
#define STORE(k, value) vec_store(y + 2 * (RADIX * (k) + first), value)
#include "engine/cpu/codelets/pdft_4.h"
#undef LOAD
#undef STORE
        }
    }
}

#include "engine/cpu/line/paired_words_end.h"
#undef HALVES
#undef NAME
#undef LAYOUT
