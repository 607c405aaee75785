/* stage_two.h - whole transforms of two points, one line behind the other without a gap, real and imaginary parts alike
 * and in either order: y = [a + b, a - b] for x = [a, b]. Included by radix.h. Runs are of WIDTH lines or more, the
 * last ones done twice where they are no multiple of what is done at a time; or, with gaps, of any number. */

/* Vectors that are done at a time: no more than WIDTH lines. */
#define VECTORS_AT_A_TIME 4

/* The numbers of two points of each line in a vector, the points exchanged. */
#if WIDTH == 4
#define EXCHANGED(x) PERMUTE(x, 2, 3, 0, 1)
#elif WIDTH == 8
#define EXCHANGED(x) PERMUTE(x, 2, 3, 0, 1, 6, 7, 4, 5)
#elif WIDTH == 16
#define EXCHANGED(x) PERMUTE(x, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)
#endif

/* As many lines as are done at a time. */
INLINE void transform_two(const real *from, real *to)
{
#if WIDTH == 2
    const vec a = vec_load(from), b = vec_load(from + 2), c = vec_load(from + 4), d = vec_load(from + 6);
    vec_store(to, a + b);
    vec_store(to + 2, a - b);
    vec_store(to + 4, c + d);
    vec_store(to + 6, c - d);
#else
    vec sign = {0}, x[VECTORS_AT_A_TIME];
    UNROLL for (int i = 0; i < WIDTH; i++) sign[i] = i % 4 < 2 ? 1 : -1;
    UNROLL for (int i = 0; i < VECTORS_AT_A_TIME; i++) x[i] = vec_load(from + i * WIDTH);
    UNROLL for (int i = 0; i < VECTORS_AT_A_TIME; i++) vec_store(to + i * WIDTH, FMA(x[i], sign, EXCHANGED(x[i])));
#endif
}

static void lines_of_two(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    enum { STEP = WIDTH == 2 ? 8 : WIDTH * VECTORS_AT_A_TIME };
    const ptrdiff_t numbers = 4 * call->run;
    const real *from = in_re < in_im ? in_re : in_im;
    real *to = out_re < out_im ? out_re : out_im;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
        ptrdiff_t q = 0;
        for (; q + STEP <= numbers; q += STEP) transform_two(from + q, to + q);
        if (q < numbers) transform_two(from + numbers - STEP, to + numbers - STEP);
    }
}

#if WIDTH == 4
/* The same where lines lie anywhere: each is one vector. */
static void gaps_of_two(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const vec sign = {1, 1, -1, -1};
    const ptrdiff_t x_lane = call->x_lane, y_lane = call->y_lane;
    const real *from = in_re < in_im ? in_re : in_im;
    real *to = out_re < out_im ? out_re : out_im;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
        const real *x = from;
        real *y = to;
        ptrdiff_t q = call->run;
        for (; q > 1; q -= 2, x += 2 * x_lane, y += 2 * y_lane) {
            const vec first = vec_load(x), second = vec_load(x + x_lane);
            vec_store(y, FMA(first, sign, EXCHANGED(first)));
            vec_store(y + y_lane, FMA(second, sign, EXCHANGED(second)));
        }
        if (q > 0) {
            const vec both = vec_load(x);
            vec_store(y, FMA(both, sign, EXCHANGED(both)));
        }
    }
}
#endif

#undef EXCHANGED
#undef VECTORS_AT_A_TIME
