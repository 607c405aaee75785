/* stage_padded.h - text of one function: the first stage of a single line, of radix RADIX, which leaves its rows padded
 * to whole vectors (stages.h). Behind the lanes of a row are zeros from here on, and every vector begins a multiple of
 * its size, which stages that go over the rows again and again are glad of.
 *
 * Included by radix.h with NAME, DFT_FILE and SOURCE as for stage_form.h. Of a row `run` lanes are read, no multiple of
 * WIDTH; results have their parts apart, and are multiplied with `twiddle` unless that is NULL.
 */
#define PARTS (SOURCE == SPLIT ? 1 : 2) /* in a row of what is read */

#if SOURCE == SPLIT
#define LOAD(j, re, im)                              \
    re = vec_load_where(low, x_re + (j)*x_next + q); \
    im = vec_load_where(low, x_im + (j)*x_next + q)
#elif SOURCE == PAIRS
#define LOAD(j, re, im) vec_load_pairs_where(low, high, x_re + (j)*x_next + 2 * q, &re, &im)
#else
#define LOAD(j, re, im) vec_load_pairs_where(low, high, x_im + (j)*x_next + 2 * q, &im, &re)
#endif

#define STORE(k, re, im)                                                                               \
    do {                                                                                               \
        vec a_ = re, b_ = im;                                                                          \
        if ((k) > 0 && twiddled) vec_multiply(&a_, &b_, vec_all(w[2 * (k)-2]), vec_all(w[2 * (k)-1])); \
        vec_store(y_re + (k)*y_next + q, a_);                                                          \
        vec_store(y_im + (k)*y_next + q, b_);                                                          \
    } while (0)

static void NAME(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t x_next = call->x_next, y_next = call->y_next, run = call->run, rest = run % WIDTH * PARTS;
    const vec_mask all = vec_first(WIDTH), low_rest = vec_first(rest), high_rest = vec_first(rest - WIDTH);
    const bool twiddled = call->twiddle != NULL;
    for (ptrdiff_t p = 0; p < call->count; p++) {
        const real *const x_re = in_re + p * call->x_step, *const x_im = in_im + p * call->x_step;
        real *const y_re = out_re + p * call->y_step, *const y_im = out_im + p * call->y_step;
        const real *const w = twiddled ? (const real *)call->twiddle + 2 * (RADIX - 1) * p : NULL;
        (void)x_re, (void)x_im;
        for (ptrdiff_t q = 0; q < run; q += WIDTH) {
            const bool whole = q + WIDTH <= run;
            const vec_mask low = whole ? all : low_rest, high = whole ? all : high_rest;
            (void)high;
#include DFT_FILE
        }
    }
}

#undef PARTS
#undef LOAD
#undef STORE
#undef NAME
#undef SOURCE
