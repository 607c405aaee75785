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
 * the other end, which is for the caller to arrange, and changes the signs of every other one: call->sign is -1.
 * call->twiddle holds exp(-pi i k / 2N) for k = 0 .. N/2. */
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
#define STEP(q, run) ((q) + WIDTH < (run) && (q) + 2 * WIDTH > (run) ? (run)-WIDTH : (q) + WIDTH)
#define ZERO vec_all(0)
#else
#define ATTRIBUTES BY_NUMBER
#define GET(i) x[(i)*NEXT(call->x_next)]
#define PUT(i, value) y[(i)*NEXT(call->y_next)] = (value)
#define ALL(value) (value)
#define STEP(q, run) ((q) + 1)
#define X_LANE call->x_lane
#define Y_LANE call->y_lane
#define ZERO 0
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)
#endif

#define LOAD_REAL(j, value) value = FOLDED(j) % 2 ? GET(FOLDED(j)) * ALL(sign) : GET(FOLDED(j))
#define STORE(k, re, im)                                                             \
    do {                                                                             \
        const vec a_ = ALL(w_re[k] * scale), b_ = ALL(w_im[k] * scale);              \
        PUT(k, FNMA(im, b_, MUL(re, a_)));                                           \
        if ((k) > 0 && 2 * (k) != N) /* otherwise its imaginary part goes nowhere */ \
            PUT(N - (k), FNMA(re, b_, MUL(-(im), a_)));                              \
    } while (0)

ATTRIBUTES static void FORWARD(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const w_re = call->twiddle, *const w_im = w_re + N / 2 + 1, *from = in_re;
    const real scale = (real)(2 * call->scale), sign = (real)call->sign;
    real *to = out_re;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < call->run; q = STEP(q, call->run)) {
            const real *const x = from + q * X_LANE;
            real *const y = to + q * Y_LANE;
            LOAD_POINTS;
#include FORWARD_FILE
            STORE_RESULTS;
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
#define STORE_REAL(j, value) PUT(FOLDED(j), (value)*ALL(FOLDED(j) % 2 ? odd : scale))

ATTRIBUTES static void INVERSE(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const w_re = call->twiddle, *const w_im = w_re + N / 2 + 1, *from = in_re;
    const real scale = (real)call->scale, odd = (real)(call->sign * call->scale);
    real *to = out_re;
    for (ptrdiff_t p = call->count; p > 0; p--, from += call->x_step, to += call->y_step)
        for (ptrdiff_t q = 0; q < call->run; q = STEP(q, call->run)) {
            const real *const x = from + q * X_LANE;
            real *const y = to + q * Y_LANE;
            LOAD_POINTS;
#include INVERSE_FILE
            STORE_RESULTS;
        }
}

#undef LOAD
#undef LOAD_RE
#undef STORE_REAL
#undef FOLDED
#undef GET
#undef ATTRIBUTES
#undef LOAD_POINTS
#undef STORE_RESULTS
#undef PUT
#undef ALL
#undef STEP
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
