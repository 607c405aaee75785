/* fold_form.h - text of two functions: a short DCT-II or DST-II of N points, by a real codelet of points in folded
 * order whose results are turned (see trigonometric.h), and the DCT-III or DST-III. Included by real_size.h with
 * FORWARD and INVERSE, their names, FORWARD_FILE and INVERSE_FILE, the codelets, NEXT of what the call says for the
 * distance of points, and LINES:
 *
 *     ONE       one line at a time
 *     COLUMNS   a vector of lines that lie side by side
 *     APART     a vector of lines whose points are neighbours, WIDTH or more: transposed by squares
 *
 * But for COLUMNS, neighbours of a run are x_lane and y_lane apart. A sine form counts its points, or its results, from
 * the other end, which is for the caller to arrange, and changes the signs of every other one: call->sign is -1. A
 * cosine form whose points are neighbours at both ends, NEXT being 1, has no signs; and one line of those is not scaled
 * either, since that would be a fifth of all that is done to the shortest. call->twiddle holds exp(-pi i k / 2N) for
 * k = 0 .. N/2, and twice that on the way there. */
#define FOLDED(j) (2 * (j) < N ? 2 * (j) : 2 * (N - 1 - (j)) + 1)
#if LINES == COLUMNS
#define GET(i) vec_load(x + (i)*NEXT(call->x_next))
#define PUT(i, value) vec_store(y + (i)*NEXT(call->y_next), value)
#define X_LANE 1
#define Y_LANE 1
#elif LINES == APART
#define GET(i) points[i]
#define PUT(i, value) results[i] = (value)
#define X_LANE call->x_lane
#define Y_LANE call->y_lane
#endif
#if LINES == APART
#define LOAD_POINTS            \
    vec points[N], results[N]; \
    load_lines(x, X_LANE, N, points)
#define STORE_RESULTS store_lines(y, Y_LANE, N, results)
#else
#define LOAD_POINTS
#define STORE_RESULTS
#endif
#if LINES != ONE
#define ATTRIBUTES
#define ALL(value) vec_all(value)
/* `x` and `y` go with the lines. */
#define FOR_LINES(q, run)                                                                                      \
    for (ptrdiff_t q = 0; q < (run); q = q + WIDTH < (run) && q + 2 * WIDTH > (run) ? (run)-WIDTH : q + WIDTH, \
                   x = from + q * X_LANE, y = to + q * Y_LANE)
#define ZERO vec_all(0)
#else
#define ATTRIBUTES BY_NUMBER
#define GET(i) x[(i)*NEXT(call->x_next)]
#define PUT(i, value) y[(i)*NEXT(call->y_next)] = (value)
#define ALL(value) (value)
#define FOR_LINES(q, run) for (ptrdiff_t q = (run); q > 0; q--, x += X_LANE, y += Y_LANE)
#define X_LANE call->x_lane
#define Y_LANE call->y_lane
#define ZERO 0
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)
#endif

#if NEXT(0) == 1
#define SIGNED(i, value) (value)
#define SIGNED_SCALE(i) scale
#else
#define SIGNED(i, value) ((i) % 2 ? (value)*ALL(sign) : (value))
#define SIGNED_SCALE(i) ((i) % 2 ? sign * scale : scale)
#endif
#if LINES == ONE && NEXT(0) == 1
#define SCALED(value) (value)
#define SCALED_RESULT(i, value) (value)
#else
#define SCALED(value) ((value)*scale)
#define SCALED_RESULT(i, value) ((value)*ALL(SIGNED_SCALE(i)))
#endif

#define LOAD_REAL(j, value) value = SIGNED(FOLDED(j), GET(FOLDED(j)))
#define STORE(k, re, im)                                                                                      \
    do {                                                                                                      \
        const bool is_real = (k) == 0 || 2 * (k) == N; /* and what would be an imaginary part goes nowhere */ \
        const vec a_ = ALL(SCALED(w_re[k])), b_ = ALL(SCALED(w_im[k]));                                       \
        PUT(k, is_real ? MUL(re, a_) : FNMA(im, b_, MUL(re, a_)));                                            \
        if (!is_real) PUT(N - (k), FNMA(re, b_, MUL(-(im), a_)));                                             \
    } while (0)

ATTRIBUTES static void FORWARD(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const w_re = call->twiddle, *const w_im = w_re + N / 2 + 1, *from = in_re;
    const real scale = (real)call->scale, sign = (real)call->sign;
    real *to = out_re;
    (void)scale, (void)sign;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
        const real *x = from;
        real *y = to;
        FOR_LINES(q, call->run)
        {
            LOAD_POINTS;
#include FORWARD_FILE
            STORE_RESULTS;
        }
    }
}

#undef LOAD_REAL
#undef STORE
#define LOAD(k, re, im)                                      \
    do {                                                     \
        const vec a_ = GET(k), b_ = GET(N - (k));            \
        re = FNMA(b_, ALL(w_im[k]), MUL(a_, ALL(w_re[k])));  \
        im = FNMA(b_, ALL(w_re[k]), MUL(-a_, ALL(w_im[k]))); \
    } while (0)
#define LOAD_RE(k, re)                                                      \
    do {                                                                    \
        const vec a_ = GET(k);                                              \
        re = (k) == 0 ? a_ : FNMA(a_, ALL(w_im[k]), MUL(a_, ALL(w_re[k]))); \
    } while (0)
#define STORE_REAL(j, value) PUT(FOLDED(j), SCALED_RESULT(FOLDED(j), value))

ATTRIBUTES static void INVERSE(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const w_re = call->twiddle, *const w_im = w_re + N / 2 + 1, *from = in_re;
    const real scale = (real)call->scale, sign = (real)call->sign;
    real *to = out_re;
    (void)scale, (void)sign;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step) {
        const real *x = from;
        real *y = to;
        FOR_LINES(q, call->run)
        {
            LOAD_POINTS;
#include INVERSE_FILE
            STORE_RESULTS;
        }
    }
}

#undef LOAD
#undef LOAD_RE
#undef STORE_REAL
#undef FOLDED
#undef SIGNED
#undef SIGNED_SCALE
#undef SCALED
#undef SCALED_RESULT
#undef GET
#undef ATTRIBUTES
#undef LOAD_POINTS
#undef STORE_RESULTS
#undef PUT
#undef ALL
#undef FOR_LINES
#undef X_LANE
#undef Y_LANE
#undef ZERO
#if LINES == ONE
#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#endif
#undef FORWARD
#undef INVERSE
#undef LINES
#undef NEXT
