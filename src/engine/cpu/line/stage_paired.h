/* stage_paired.h - text of one function: whole transforms of RADIX points, wherever they lie, with both parts of a
 * number in one vector, so that points need no shuffles on their way in and out. Included by radix.h with NAME,
 * PAIRED_FILE, LAYOUT, which is PAIRS or TURNED for both sides, and LINES:
 *
 *     ONE       one line at a time; of 32 bits, with half a vector
 *     ADJACENT  the same where points are neighbours: every address is a constant
 *     COLUMNS   two lines that lie side by side, of 32 bits
 *     APART     two lines anywhere
 *
 * Of two at a time runs are of two lines or more, and where they are odd the last but one is done twice. For an inverse
 * transform, of which the parts are exchanged, it is i that changes its sign, and not the parts their places.
 */
#define IS_ONE (LINES == ONE || LINES == ADJACENT)
#if IS_ONE && REAL_BITS == 32
#define vec vec_pair
#undef CONSTANT
#define CONSTANT(x) ((vec_pair){(real)x, (real)x})
#define SWAPPED(b) PAIR_SHUFFLE(b, b, 1, 0)
#define SIGNS ((vec_pair){FIRST(1, -1), FIRST(-1, 1)})
#elif REAL_BITS == 32
#define SWAPPED(b) PERMUTE(b, 1, 0, 3, 2)
#define SIGNS ((vec){FIRST(1, -1), FIRST(-1, 1), FIRST(1, -1), FIRST(-1, 1)})
#else
#define SWAPPED(b) PERMUTE(b, 1, 0)
#define SIGNS ((vec){FIRST(1, -1), FIRST(-1, 1)})
#endif

#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif

#if LINES == ADJACENT
#define FROM(j) (x + 2 * (j))
#define TO(k) (y + 2 * (k))
#else
#define FROM(j) (x + (j)*x_next)
#define TO(k) (y + (k)*y_next)
#endif
#if IS_ONE && REAL_BITS == 32
#define LOAD(j, value) value = *(const pair_anywhere *)FROM(j)
#define STORE(k, value) *(pair_anywhere *)TO(k) = value
#elif LINES == APART
#define LOAD(j, value) value = vec_load_both(FROM(j), x_lane)
#define STORE(k, value) vec_store_both(TO(k), y_lane, value)
#else
#define LOAD(j, value) value = vec_load(FROM(j))
#define STORE(k, value) vec_store(TO(k), value)
#endif

#define ADD_TURNED(a, b) FMA(SIGNS, SWAPPED(b), a)
#define SUB_TURNED(a, b) FNMA(SIGNS, SWAPPED(b), a)
#define REVERSE_TURNED(a, b) FMS(SIGNS, SWAPPED(b), a)
#define FMA_TURNED(k, b, a) FMA(MUL(k, SIGNS), SWAPPED(b), a)
#define FMS_TURNED(k, b, a) FMS(MUL(k, SIGNS), SWAPPED(b), a)
#define FNMA_TURNED(k, b, a) FNMA(MUL(k, SIGNS), SWAPPED(b), a)

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
#if LINES != ADJACENT
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next;
#endif
    const ptrdiff_t x_lane = call->x_lane, y_lane = call->y_lane, run = call->run;
    const real *from = FIRST(in_re, in_im);
    real *to = FIRST(out_re, out_im);
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < run;) {
            const real *const x = from + q * x_lane;
            real *const y = to + q * y_lane;
#include PAIRED_FILE
#if IS_ONE
            q++;
#else
            q = q + 3 == run ? q + 1 : q + 2;
#endif
        }
}

#if IS_ONE && REAL_BITS == 32
#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#endif
#undef IS_ONE
#undef FROM
#undef TO
#undef SWAPPED
#undef SIGNS
#undef FIRST
#undef LOAD
#undef STORE
#undef ADD_TURNED
#undef SUB_TURNED
#undef REVERSE_TURNED
#undef FMA_TURNED
#undef FMS_TURNED
#undef FNMA_TURNED
#undef NAME
#undef LAYOUT
#undef LINES
