/* stage_paired.h - text of one function: whole transforms of RADIX points, wherever they lie, with both parts of a
 * number in one vector, so that points need no shuffles on their way in and out. Included by radix.h with NAME,
 * PAIRED_FILE, LAYOUT, which is PAIRS or TURNED for both sides, and LINES:
 *
 *     ONE       one line at a time; of 32 bits, with half a vector
 *     ADJACENT  the same where points are neighbours: every address is a constant
 *     COLUMNS   as many lines that lie side by side as a vector holds complex numbers
 *     APART     as many lines anywhere
 *     TRANSPOSED  the same where points are neighbours: squares of them are transposed
 *     TWO_ROWS  two lines anywhere, and then their sums and differences: all of a transform of 2 x RADIX points
 *     TURNING   as COLUMNS, where each run's results are turned: a stage of columns that others follow
 *     LAST      as many lines, one behind the other, whose points are turned first; the results are columns: the last
 *               radix of a line by itself (paired.h), with factors in the order in which they are read
 *
 * Of several at a time runs are of that many lines or more, and where they are no multiple of it, some are done twice.
 * For an inverse transform, of which the parts are exchanged, it is i that changes its sign, and not the parts their
 * places.
 */
#define IS_ONE (LINES == ONE || LINES == ADJACENT)
#define HALVES (IS_ONE && HAS_HALVES)
#include "engine/cpu/line/paired_words.h"

/* Whether squares of points are transposed on the way into a last stage, as long as registers hold most of them; else
 * they are gathered one by one. */
#define IN_SQUARES                       \
    (LINES == LAST && REAL_BITS == 32 && \
     ((WIDTH == 8 && RADIX % 4 == 0 && RADIX <= 16) || (HAS_COMPLEX_WORDS && RADIX % 2 == 0)))

/* Whether points lie apart on either side. */
#define HAS_ROWS_OUT (LINES != ADJACENT && LINES != TRANSPOSED)
#define HAS_ROWS_IN (HAS_ROWS_OUT && LINES != LAST)

/* Whether results are written in the order of their addresses, which caches take at twice the rate, where there are
 * registers to hold them. */
#define IN_ORDER (LINES == ADJACENT && HAS_COMPLEX_WORDS && (RADIX <= 16 || RADIX == 32))

#if LINES == ADJACENT
#define FROM(j) (x + 2 * (j))
#define TO(k) (y + 2 * (k))
#elif LINES == LAST
#define FROM(j) (x + 2 * (j))
#define TO(k) ROW_AT(y_rows, y_places, k)
#elif LINES != TRANSPOSED
#define FROM(j) ROW_AT(x_rows, x_places, j)
#define TO(k) ROW_AT(y_rows, y_places, k)
#endif
#if HALVES
#define LOAD(j, value) value = *(const pair_anywhere *)FROM(j)
#define WRITE(k, value) *(pair_anywhere *)TO(k) = value
#elif IS_ONE && REAL_BITS == 32
#define LOAD(j, value) value = vec_load_one(FROM(j))
#define WRITE(k, value) vec_store_one(TO(k), value)
#elif LINES == APART
#define LOAD(j, value) value = vec_load_points(FROM(j), x_lane)
#define STORE(k, value) vec_store_points(TO(k), y_lane, value)
#elif LINES == TWO_ROWS
#define LOAD(j, value) value = vec_load_points(FROM(j), x_lane)
#define STORE(k, value) vec_store_points(TO(k), y_lane, FMA(value, ((vec){1, 1, -1, -1}), PERMUTE(value, 2, 3, 0, 1)))
#elif LINES == TRANSPOSED
#define LOAD(j, value) value = points[j]
#define STORE(k, value) results[k] = value
#elif LINES == TURNING
#define LOAD(j, value) value = vec_load(FROM(j))
#define STORE(k, value) \
    vec_store(TO(k), (k) == 0 ? value : FIRST(vec_times_one, vec_times_one_turned)(value, w + 2 * (k)-2))
#elif LINES == LAST
#if IN_SQUARES
#define POINT(j) points[j]
#else
#define POINT(j) vec_load_points(FROM(j), 2 * RADIX)
#endif
#define LOAD(j, value)                                                                                         \
    do {                                                                                                       \
        value = POINT(j);                                                                                      \
        if ((j) > 0)                                                                                           \
            value = FIRST(vec_times_each, vec_times_each_turned)(value, w + ((j)-1) * FACTOR_VECTORS * WIDTH); \
    } while (0)
#define STORE(k, value) vec_store(TO(k), value)
#else
#define LOAD(j, value) value = vec_load(FROM(j))
#define WRITE(k, value) vec_store(TO(k), value)
#endif
#if IN_ORDER
#define STORE(k, value) results[k] = value
#elif defined(WRITE)
#define STORE(k, value) WRITE(k, value)
#endif

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
#if !IS_ONE && WIDTH > 4
    enum { AT_A_TIME = WIDTH / 2 };
#endif
#if LINES == LAST
    const ptrdiff_t x_lane = 2 * RADIX, y_lane = 2, run = call->run;
#else
    const ptrdiff_t x_lane = call->x_lane, y_lane = call->y_lane, run = call->run;
#endif
#if HAS_ROWS_IN
    const places x_places = places_of(call->x_next);
#endif
#if HAS_ROWS_OUT
    const places y_places = places_of(call->y_next);
#endif
    const real *from = FIRST(in_re, in_im);
    real *to = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
#if LINES == LAST
        const real *w = call->twiddle;
#if FETCHES_OUTPUT
        const real *next = call->ahead != 0 ? to + call->ahead : NULL;
#endif
#elif LINES == TURNING
        const real *const w = (const real *)call->twiddle + (call->count - p) * 2 * (RADIX - 1);
#endif
        const real *x = from;
        real *y = to;
        ptrdiff_t q = 0;
        do {
#if HAS_ROWS_IN
            ROWS_AT(x_rows, x, x_places);
#endif
#if HAS_ROWS_OUT
            ROWS_AT(y_rows, y, y_places);
#endif
#if LINES == LAST && FETCHES_OUTPUT
            /* As much as is written here: at the beginning of a block, where requests for what is read are under way,
             * or all at once, it would be in vain. */
            if (next) {
                UNROLL for (int i = 0; i < RADIX * WIDTH; i += CACHE_LINE / (int)sizeof(real))
                    __builtin_prefetch(next + i, 1, 3);
                next += RADIX * WIDTH;
            }
#endif
#if LINES == TRANSPOSED || IN_SQUARES
            vec points[RADIX];
            vec_load_lines(x, x_lane, RADIX, points);
#endif
#if LINES == TRANSPOSED || IN_ORDER
            vec results[RADIX];
#endif
#include PAIRED_FILE
#if IN_ORDER
            UNROLL for (int k = 0; k < RADIX; k++) WRITE(k, results[k]);
#endif
#if LINES == TRANSPOSED
            vec_store_lines(y, y_lane, RADIX, results);
#endif
#if LINES == LAST
            w += FACTOR_VECTORS * (RADIX - 1) * WIDTH;
#endif
#if IS_ONE || WIDTH == 2
            q++;
            x += x_lane;
            y += y_lane;
#elif WIDTH == 4
            const bool last = q + 3 == run; /* the same as below with fewer registers */
            q += last ? 1 : 2;
            x += last ? x_lane : 2 * x_lane;
            y += last ? y_lane : 2 * y_lane;
#else
            q = q + AT_A_TIME < run && q + 2 * AT_A_TIME > run ? run - AT_A_TIME : q + AT_A_TIME;
            x = from + q * x_lane;
            y = to + q * y_lane;
#endif
        } while (q < run);
    }
}

#include "engine/cpu/line/paired_words_end.h"
#undef HALVES
#undef IS_ONE
#undef FROM
#undef TO
#undef HAS_ROWS_IN
#undef HAS_ROWS_OUT
#undef IN_SQUARES
#undef IN_ORDER
#undef POINT
#undef LOAD
#undef STORE
#undef WRITE
#undef NAME
#undef LAYOUT
#undef LINES
