/* real_two.h - real transforms of two points, one line behind the other without a gap, and the way back. Included by
 * real_lines.h. Parts of complex points alternate:
 *
 *     a b | c d | ...     <->     a+b 0 a-b 0 | c+d 0 c-d 0 | ...
 *
 * Runs are of half as many lines as a vector has numbers, or more; the last ones are done twice where they are no
 * multiple of it. */

/* [a, b] to [a + b, a - b], for all pairs of a vector. */
INLINE vec sums_of_two(vec x)
{
    vec sign = {0};
    UNROLL for (int i = 0; i < WIDTH; i++) sign[i] = i % 2 ? -1 : 1;
    return FMA(x, sign, SWAPPED(x));
}

enum { TWOS_AT_A_TIME = WIDTH / 2 };

static void real_twos_forward(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t run = call->run;
    const real *from = in_re;
    real *to = out_re;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < run; q += TWOS_AT_A_TIME) {
            if (q > run - TWOS_AT_A_TIME) q = run - TWOS_AT_A_TIME;
            vec_store_pairs(to + 4 * q, sums_of_two(vec_load(from + 2 * q)), (vec){0});
        }
}

static void real_twos_inverse(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t run = call->run;
    const real *from = in_re;
    real *to = out_re;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < run; q += TWOS_AT_A_TIME) {
            if (q > run - TWOS_AT_A_TIME) q = run - TWOS_AT_A_TIME;
            vec re, ignored;
            vec_load_pairs(from + 4 * q, &re, &ignored);
            vec_store(to + 2 * q, sums_of_two(re));
        }
}
