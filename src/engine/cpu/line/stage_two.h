/* stage_two.h - whole transforms of two points, one line behind the other without a gap, real and imaginary parts alike
 * and in either order: y = [a + b, a - b] for x = [a, b]. Included by radix.h. Runs are of WIDTH lines or more; the
 * last ones are done twice where they are no multiple of what is done at a time. */

/* The numbers of two points of each line in a vector, the points exchanged. */
#if WIDTH == 4
#define EXCHANGED(x) PERMUTE(x, 2, 3, 0, 1)
#elif WIDTH == 8
#define EXCHANGED(x) PERMUTE(x, 2, 3, 0, 1, 6, 7, 4, 5)
#elif WIDTH == 16
#define EXCHANGED(x) PERMUTE(x, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)
#endif

static void lines_of_two(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    enum { LANE = 4, STEP = WIDTH > LANE ? WIDTH : LANE }; /* numbers of a line; those done at a time */
    const ptrdiff_t numbers = call->run * LANE;
    const real *from = in_re < in_im ? in_re : in_im;
    real *to = out_re < out_im ? out_re : out_im;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < numbers;) {
#if WIDTH == 2
            const vec a = vec_load(from + q), b = vec_load(from + q + 2);
            vec_store(to + q, a + b);
            vec_store(to + q + 2, a - b);
#else
            vec sign;
            UNROLL for (int i = 0; i < WIDTH; i++) sign[i] = i % LANE < LANE / 2 ? 1 : -1;
            const vec x = vec_load(from + q);
            vec_store(to + q, FMA(x, sign, EXCHANGED(x)));
#endif
            q = q + STEP < numbers && q + 2 * STEP > numbers ? numbers - STEP : q + STEP;
        }
}

#undef EXCHANGED
