/* exact.c - transforms in double-double: depth-first halving, and Bluestein's convolution for the other lengths.
 *
 * Both directions skip the bit-reversal where they can: halving downwards leaves the result in bit-reversed order, and
 * halving upwards starts from that order, so a convolution needs no permutation at all.
 */
#include "check/exact.h"

#include <stdbool.h>
#include <stdlib.h>

#include "check/roots.h"

static int64_t power_for(int64_t n)
{
    int64_t m = 1;
    while (m < n) m *= 2;
    if (m == n) return m;
    for (m = 1; m < 2 * n - 1;) m *= 2; /* room for the convolution not to wrap onto itself */
    return m;
}

/* Natural order in, bit-reversed order out. Depth first, so that the halves stay in the cache. */
static void halve_down(dd_complex *x, int64_t m, const dd_complex *twiddle)
{
    if (m == 1) return;
    const int64_t half = m / 2;
    for (int64_t j = 0; j < half; j++) {
        const dd_complex a = x[j], b = x[j + half];
        x[j] = dd_complex_add(a, b);
        x[j + half] = dd_complex_multiply(dd_complex_subtract(a, b), dd_complex_conjugate(twiddle[j]));
    }
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
    for (int64_t j = 0; j < half; j++) {
        const dd_complex a = x[j], b = dd_complex_multiply(x[j + half], twiddle[j]);
        x[j] = dd_complex_add(a, b);
        x[j + half] = dd_complex_subtract(a, b);
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

static ata_status fill_twiddles(check_exact *exact)
{
    check_roots roots;
    const ata_status status = check_roots_create(&roots, exact->m);
    if (status != ATA_OK) return status;
    dd_complex *next = exact->twiddle;
    for (int64_t half = exact->m / 2, stride = 1; half > 0; half /= 2, stride *= 2) {
        for (int64_t j = 0; j < half; j++) *next++ = check_roots_get(&roots, j * stride);
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
    halve_down(exact->filter, m, exact->twiddle);
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
        exact->work = malloc(m * sizeof(dd_complex));
    }
    const bool allocated = exact->twiddle && (!convolves || (exact->chirp && exact->filter && exact->work));
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
    free(exact->work);
    *exact = (check_exact){0};
}

void check_exact_execute(const check_exact *exact, dd_complex *x)
{
    const int64_t n = exact->n, m = exact->m;
    if (m == n) {
        halve_down(x, m, exact->twiddle);
        reverse_bits(x, m);
        return;
    }
    dd_complex *work = exact->work;
    for (int64_t j = 0; j < n; j++) work[j] = dd_complex_multiply(x[j], exact->chirp[j]);
    for (int64_t j = n; j < m; j++) work[j] = (dd_complex){{0, 0}, {0, 0}};
    halve_down(work, m, exact->twiddle);
    for (int64_t j = 0; j < m; j++) work[j] = dd_complex_multiply(work[j], exact->filter[j]);
    halve_up(work, m, exact->twiddle);
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
