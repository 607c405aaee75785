/* stage_four.h - whole transforms of four points that are neighbours, a line at a time in one vector, or in two of half
 * the width, so that nothing is transposed and any number of lines will do. Included by radix.h with NAME and LAYOUT,
 * which is PAIRS or TURNED for both sides.
 *
 *     x0   x1   x2   x3
 *     x0 + x2   x1 + x3   x0 - x2   x1 - x3     the halves exchanged, and the line, whose second half changes its sign
 *     X0   X1   X2   X3                         numbers 0 and 2, and 1 and 3 of which the last is multiplied by -i
 *
 * For an inverse transform, of which the parts are exchanged, it is i that changes its sign.
 */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#define TURN 1
#else
#define FIRST(re, im) im
#define TURN -1
#endif

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_lane = call->x_lane, y_lane = call->y_lane;
    const real *from = FIRST(in_re, in_im);
    real *to = FIRST(out_re, out_im);
#if WIDTH == 8
    const vec half = {1, 1, 1, 1, -1, -1, -1, -1}, turn = {1, 1, TURN, -(TURN), -1, -1, -(TURN), TURN};
#else
    const vec turn = {1, 1, TURN, -(TURN)};
#endif
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
        const real *x = from;
        real *y = to;
        for (ptrdiff_t q = call->run; q > 0; q--, x += x_lane, y += y_lane) {
#if WIDTH == 8
            const vec all = vec_load(x), sums = FMA(all, half, PERMUTE(all, 4, 5, 6, 7, 0, 1, 2, 3));
            const vec even = PERMUTE(sums, 0, 1, 4, 5, 0, 1, 4, 5), odd = PERMUTE(sums, 2, 3, 7, 6, 2, 3, 7, 6);
            vec_store(y, FMA(odd, turn, even));
#else
            const vec a = vec_load(x), b = vec_load(x + 4), sum = a + b, difference = a - b;
            const vec even = SHUFFLE(sum, difference, 0, 1, 4, 5);
            const vec odd = PERMUTE(SHUFFLE(sum, difference, 2, 3, 6, 7), 0, 1, 3, 2);
            vec_store(y, FMA(odd, turn, even));
            vec_store(y + 4, FNMA(odd, turn, even));
#endif
        }
    }
}

#undef FIRST
#undef TURN
#undef NAME
#undef LAYOUT
