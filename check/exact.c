/* exact.c - transforms in double-double: depth-first halving, and Bluestein's convolution for the other lengths.
 *
 * Both directions skip the bit-reversal where they can: halving downwards leaves the result in bit-reversed order, and
 * halving upwards starts from that order, so a convolution needs no permutation at all.
 */
#include "check/exact.h"

#include <stdbool.h>
#include <stdlib.h>

#include "check/parallel.h"
#include "check/roots.h"

/* Of a long transform the first few halvings are shared out butterfly by butterfly, to get blocks that are shared out
 * as wholes; upwards it is the other way round. Its loops are shared out in parts of LOOP numbers. */
enum { WIDE_LEVELS = 5, WIDE_LEAST = 1 << 14, LOOP = 1 << 12 };

/* A transform or a loop, as the parts of it see it. */
typedef struct share {
    dd_complex *x;
    const dd_complex *factor; /* the twiddles of the level, or what a loop multiplies by */
    int64_t m;                /* of a block */
    const check_roots *roots;
    int64_t stride;
} share;

static int64_t power_for(int64_t n)
{
    int64_t m = 1;
    while (m < n) m *= 2;
    if (m == n) return m;
    for (m = 1; m < 2 * n - 1;) m *= 2; /* room for the convolution not to wrap onto itself */
    return m;
}

static void butterfly_down(dd_complex *x, int64_t half, dd_complex twiddle)
{
    const dd_complex a = x[0], b = x[half];
    x[0] = dd_complex_add(a, b);
    x[half] = dd_complex_multiply(dd_complex_subtract(a, b), dd_complex_conjugate(twiddle));
}

static void butterfly_up(dd_complex *x, int64_t half, dd_complex twiddle)
{
    const dd_complex a = x[0], b = dd_complex_multiply(x[half], twiddle);
    x[0] = dd_complex_add(a, b);
    x[half] = dd_complex_subtract(a, b);
}

/* Natural order in, bit-reversed order out. Depth first, so that the halves stay in the cache. */
static void halve_down(dd_complex *x, int64_t m, const dd_complex *twiddle)
{
    if (m == 1) return;
    const int64_t half = m / 2;
    for (int64_t j = 0; j < half; j++) butterfly_down(x + j, half, twiddle[j]);
    halve_down(x, half, twiddle + half);
    halve_down(x + half, half, twiddle + half);
}

/* The inverse, unscaled: bit-reversed order in, natural order out. */
static void halve_up(dd_complex *x, int64_t m, const dd_complex *twiddle)
{
    if (m == 1) return;
    const int64_t half = m / 2;
    halve_up(x, half, twiddle + half);
    halve_up(x + half, half, twiddle + half);
    for (int64_t j = 0; j < half; j++) butterfly_up(x + j, half, twiddle[j]);
}

/* Butterflies begin .. end - 1 of a level, and blocks of what is left below it. */
static void level_down(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const share *s = state;
    const int64_t half = s->m / 2;
    for (int64_t b = begin; b < end; b++) butterfly_down(s->x + b / half * s->m + b % half, half, s->factor[b % half]);
}

static void level_up(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const share *s = state;
    const int64_t half = s->m / 2;
    for (int64_t b = begin; b < end; b++) butterfly_up(s->x + b / half * s->m + b % half, half, s->factor[b % half]);
}

static void block_down(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const share *s = state;
    for (int64_t b = begin; b < end; b++) halve_down(s->x + b * s->m, s->m, s->factor);
}

static void block_up(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const share *s = state;
    for (int64_t b = begin; b < end; b++) halve_up(s->x + b * s->m, s->m, s->factor);
}

/* The twiddles after `level` halvings of m points. */
static const dd_complex *twiddles_at(const dd_complex *twiddle, int64_t m, int level)
{
    for (int i = 0; i < level; i++) twiddle += m >> (i + 1);
    return twiddle;
}

static void transform_down(dd_complex *x, int64_t m, const dd_complex *twiddle)
{
    share s = {.x = x};
    const int levels = m < WIDE_LEAST ? 0 : WIDE_LEVELS;
    for (int level = 0; level <= levels; level++) {
        s.m = m >> level;
        s.factor = twiddles_at(twiddle, m, level);
        if (level < levels) check_parallel_split(m / 2, LOOP, level_down, &s);
    }
    check_parallel_split(m / s.m, 1, block_down, &s);
}

static void transform_up(dd_complex *x, int64_t m, const dd_complex *twiddle)
{
    share s = {.x = x};
    const int levels = m < WIDE_LEAST ? 0 : WIDE_LEVELS;
    for (int level = levels; level >= 0; level--) {
        s.m = m >> level;
        s.factor = twiddles_at(twiddle, m, level);
        if (level < levels) check_parallel_split(m / 2, LOOP, level_up, &s);
        else check_parallel_split(m / s.m, 1, block_up, &s);
    }
}

static void reverse_bits(dd_complex *x, int64_t m)
{
    for (int64_t i = 0, j = 0; i < m; i++) {
        if (i < j) {
            const dd_complex kept = x[i];
            x[i] = x[j];
            x[j] = kept;
        }
        int64_t bit = m / 2; /* j counts with its digits the other way round */
        while (bit > 0 && (j & bit)) {
            j ^= bit;
            bit /= 2;
        }
        j |= bit;
    }
}

static void fill_roots(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const share *s = state;
    for (int64_t j = begin; j < end; j++) s->x[j] = check_roots_get(s->roots, j * s->stride);
}

static ata_status fill_twiddles(check_exact *exact)
{
    check_roots roots;
    const ata_status status = check_roots_create(&roots, exact->m);
    if (status != ATA_OK) return status;
    share s = {.x = exact->twiddle, .roots = &roots, .stride = 1};
    for (int64_t half = exact->m / 2; half > 0; half /= 2) {
        check_parallel_split(half, LOOP, fill_roots, &s);
        s.x += half;
        s.stride *= 2;
    }
    check_roots_destroy(&roots);
    return ATA_OK;
}

/* chirp[j] = exp(-pi i j^2 / n); j^2 is kept modulo 2n, stepwise, so it never grows. The filter is its conjugate,
 * wrapped. */
static ata_status fill_chirp(check_exact *exact)
{
    check_roots roots;
    const int64_t n = exact->n, m = exact->m;
    const ata_status status = check_roots_create(&roots, 2 * n);
    if (status != ATA_OK) return status;
    for (int64_t j = 0; j < m; j++) exact->filter[j] = (dd_complex){{0, 0}, {0, 0}};
    for (int64_t j = 0, square = 0; j < n; j++) {
        const dd_complex root = check_roots_get(&roots, square);
        exact->chirp[j] = dd_complex_conjugate(root);
        exact->filter[j] = root;
        exact->filter[(m - j) % m] = root;
        square = (square + 2 * j + 1) % (2 * n);
    }
    check_roots_destroy(&roots);
    transform_down(exact->filter, m, exact->twiddle);
    return ATA_OK;
}

ata_status check_exact_create(check_exact *exact, int64_t n)
{
    *exact = (check_exact){.n = n, .m = power_for(n)};
    const size_t m = (size_t)exact->m;
    const bool convolves = exact->m != n;
    exact->twiddle = malloc(m * sizeof(dd_complex));
    if (convolves) {
        exact->chirp = malloc((size_t)n * sizeof(dd_complex));
        exact->filter = malloc(m * sizeof(dd_complex));
    }
    const bool allocated = exact->twiddle && (!convolves || (exact->chirp && exact->filter));
    ata_status status = allocated ? fill_twiddles(exact) : ATA_ERROR_MEMORY;
    if (status == ATA_OK && convolves) status = fill_chirp(exact);
    if (status != ATA_OK) check_exact_destroy(exact);
    return status;
}

void check_exact_destroy(check_exact *exact)
{
    free(exact->twiddle);
    free(exact->chirp);
    free(exact->filter);
    *exact = (check_exact){0};
}

int64_t check_exact_get_work(const check_exact *exact)
{
    return exact->m == exact->n ? 0 : exact->m;
}

static void multiply_loop(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const share *s = state;
    for (int64_t j = begin; j < end; j++) s->x[j] = dd_complex_multiply(s->x[j], s->factor[j]);
}

void check_exact_execute(const check_exact *exact, dd_complex *x, dd_complex *work)
{
    const int64_t n = exact->n, m = exact->m;
    if (m == n) {
        transform_down(x, m, exact->twiddle);
        reverse_bits(x, m);
        return;
    }
    for (int64_t j = 0; j < n; j++) work[j] = dd_complex_multiply(x[j], exact->chirp[j]);
    for (int64_t j = n; j < m; j++) work[j] = (dd_complex){{0, 0}, {0, 0}};
    transform_down(work, m, exact->twiddle);
    check_parallel_split(m, LOOP, multiply_loop, &(share){.x = work, .factor = exact->filter});
    transform_up(work, m, exact->twiddle);
    for (int64_t k = 0; k < n; k++) {
        const dd_complex y = dd_complex_multiply(work[k], exact->chirp[k]);
        x[k] = (dd_complex){dd_scale(y.re, 1.0 / (double)m), dd_scale(y.im, 1.0 / (double)m)};
    }
}

double check_exact_get_cost(int64_t n)
{
    const int64_t m = power_for(n);
    return 0.5 * (double)m * log2((double)m) * (m == n ? 1 : 2) + (double)m;
}
