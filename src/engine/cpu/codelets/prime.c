/* prime.c - transforms of odd prime length n, in the symmetric form:
 *
 *     X[k], X[n-k]  =  C[k] -+ i S[k]        C[k] = x[0] + sum over j = 1 .. n/2 of cos(2 pi j k / n) (x[j] + x[n-j])
 *                                            S[k] =        sum over j = 1 .. n/2 of sin(2 pi j k / n) (x[j] - x[n-j])
 *
 * For 13, 17 and 19, j and k are taken in the order of the powers of a generator r of the group modulo n (j = r^a, k =
 * r^-b), in which the sum of cosines is a cyclic correlation of length h = n/2
 *
 *     C[b] = x[0] + sum over a of kernel[a - b mod h] t[a]
 *
 * that falls into shorter ones where h is even, by sums and differences of halves, or a multiple of three. So does the
 * sum of sines where h is odd. For other primes there is nothing to be gained, and the sums are carried out as they
 * stand.
 */
#include "engine/cpu/codelets/prime.h"

#include <stddef.h>

enum { MOST_KERNEL = GRAPH_POINTS / 2 };

static const point nothing = {{.node = -1}, {.node = -1}};

/* A sum that has nothing yet begins with a product, to which the rest is added in place. */
static term add_part(graph *g, term y, term part)
{
    return y.node < 0 ? graph_product(g, part) : graph_add(g, y, part);
}

/* y + sum over a < count of kernel[a - b mod period] x[a]. */
static point add_row(graph *g, int b, int count, int period, const factor *kernel, const point *x, point y)
{
    for (int a = 0; a < count; a++) {
        const point part = point_times(g, x[a], kernel[(a - b + period) % period]);
        if (count == 1) y = point_add(g, y, part);
        else y = (point){add_part(g, y.re, part.re), add_part(g, y.im, part.im)};
    }
    return y;
}

static void add_rows(graph *g, int count, int period, const factor *kernel, const point *x, point *y)
{
    for (int b = 0; b < count; b++) y[b] = add_row(g, b, count, period, kernel, x, y[b]);
}

/* y[b] = start + sum over a of kernel[a - b mod h] x[a]; where `total` is wanted, it is start + sum over a of x[a]. */
static void build_cyclic(graph *g, int h, const factor *kernel, point start, const point *x, point *y, point *total);

static void build_halves(graph *g, int h, const factor *kernel, point start, const point *x, point *y, point *total)
{
    const int half = h / 2;
    factor even_kernel[MOST_KERNEL], odd_kernel[MOST_KERNEL];
    point sums[MOST_KERNEL] = {0}, differences[MOST_KERNEL] = {0}, even[MOST_KERNEL], odd[MOST_KERNEL];
    for (int m = 0; m < h; m++) {
        const factor opposite = kernel[(m + half) % h];
        even_kernel[m] = factor_divide(factor_add(kernel[m], opposite), 2);
        odd_kernel[m] = factor_divide(factor_add(kernel[m], factor_negate(opposite)), 2);
    }
    for (int a = 0; a < half; a++) {
        sums[a] = point_add(g, x[a], x[a + half]);
        differences[a] = point_subtract(g, x[a], x[a + half]);
        odd[a] = nothing;
    }
    build_cyclic(g, half, even_kernel, start, sums, even, total);
    add_rows(g, half, h, odd_kernel, differences, odd);
    for (int b = 0; b < half; b++) {
        y[b] = point_add(g, even[b], odd[b]);
        y[b + half] = point_subtract(g, even[b], odd[b]);
    }
}

/* Three blocks of rows with the mean of the kernel's three parts taken out: what is left of the parts sums up to zero,
 * and so do the rows made with it. */
static void build_thirds(graph *g, int h, const factor *kernel, point start, const point *x, point *y, point *total)
{
    const int third = h / 3;
    factor mean[MOST_KERNEL], rest[3][MOST_KERNEL];
    point sums[MOST_KERNEL] = {0}, first[MOST_KERNEL] = {0}, second[MOST_KERNEL] = {0};
    point even[MOST_KERNEL], rows[2][MOST_KERNEL];
    for (int m = 0; m < h; m++) {
        const factor parts[3] = {kernel[m], kernel[(m + third) % h], kernel[(m + 2 * third) % h]};
        mean[m] = factor_divide(factor_add(factor_add(parts[0], parts[1]), parts[2]), 3);
        for (int i = 0; i < 3; i++) rest[i][m] = factor_add(parts[i], factor_negate(mean[m]));
    }
    for (int a = 0; a < third; a++) {
        first[a] = point_subtract(g, x[a], x[a + 2 * third]);
        second[a] = point_subtract(g, x[a + third], x[a + 2 * third]);
        sums[a] = point_add(g, point_add(g, x[a], x[a + third]), x[a + 2 * third]);
        rows[0][a] = rows[1][a] = nothing;
    }
    build_cyclic(g, third, mean, start, sums, even, total);
    add_rows(g, third, h, rest[0], first, rows[0]);
    add_rows(g, third, h, rest[1], second, rows[0]);
    add_rows(g, third, h, rest[0], second, rows[1]);
    add_rows(g, third, h, rest[2], first, rows[1]);
    for (int b = 0; b < third; b++) {
        y[b] = point_add(g, even[b], rows[0][b]);
        y[b + third] = point_add(g, even[b], rows[1][b]);
        y[b + 2 * third] = point_subtract(g, point_subtract(g, even[b], rows[0][b]), rows[1][b]);
    }
}

static void build_cyclic(graph *g, int h, const factor *kernel, point start, const point *x, point *y, point *total)
{
    if (h > 3 && h % 2 == 0) {
        build_halves(g, h, kernel, start, x, y, total);
        return;
    }
    if (h > 3 && h % 3 == 0) {
        build_thirds(g, h, kernel, start, x, y, total);
        return;
    }
    if (total) *total = start;
    for (int a = 0; a < h; a++) {
        y[a] = start;
        if (total) *total = point_add(g, *total, x[a]);
    }
    add_rows(g, h, h, kernel, x, y);
}

/* The smallest generator of the group modulo the prime n. */
static int generator(int n)
{
    for (int r = 2;; r++) {
        int power = r, order = 1;
        for (; power != 1; order++) power = power * r % n;
        if (order == n - 1) return r;
    }
}

/* C[k] and S[k] as X[k] and X[n-k]. */
static void store_pair(graph *g, int n, int k, point c, point s, point *out)
{
    out[k] = point_add(g, c, point_turn(s));
    out[n - k] = point_subtract(g, c, point_turn(s));
}

static void build_plain(graph *g, int n, const point *in, point *out)
{
    const int h = n / 2;
    point sums[MOST_KERNEL], differences[MOST_KERNEL], even[MOST_KERNEL];
    out[0] = in[0];
    for (int a = 0; a < h; a++) {
        sums[a] = point_add(g, in[a + 1], in[n - a - 1]);
        differences[a] = point_subtract(g, in[a + 1], in[n - a - 1]);
        out[0] = point_add(g, out[0], sums[a]);
    }
    /* All C[k] first: then the sums are no longer alive while S[k] are made. */
    for (int k = 1; k <= h; k++) {
        factor cosines[MOST_KERNEL];
        for (int a = 0; a < h; a++) cosines[a] = factor_cosine((a + 1) * k, n);
        even[k] = add_row(g, 0, h, h, cosines, sums, in[0]);
    }
    for (int k = 1; k <= h; k++) {
        factor sines[MOST_KERNEL];
        for (int a = 0; a < h; a++) sines[a] = factor_sine((a + 1) * k, n);
        store_pair(g, n, k, even[k], add_row(g, 0, h, h, sines, differences, nothing), out);
    }
}

static void build_by_powers(graph *g, int n, const point *in, point *out)
{
    const int h = n / 2, r = generator(n);
    int powers[GRAPH_POINTS];
    factor cosines[MOST_KERNEL], sines[MOST_KERNEL];
    point sums[MOST_KERNEL], differences[MOST_KERNEL], even[MOST_KERNEL], odd[MOST_KERNEL];
    for (int m = 0; m < n - 1; m++) {
        powers[m] = m ? powers[m - 1] * r % n : 1;
        cosines[m] = factor_cosine(powers[m], n);
        sines[m] = factor_sine(powers[m], n);
        /* sin(r^(m+h)) = -sin(r^m); with the sign of every second one changed, a period of h for odd h. */
        if (h % 2 && m % 2) sines[m] = factor_negate(sines[m]);
    }
    for (int a = 0; a < h; a++) {
        const int j = h % 2 && a % 2 ? n - powers[a] : powers[a];
        sums[a] = point_add(g, in[j], in[n - j]);
        differences[a] = point_subtract(g, in[j], in[n - j]);
    }
    build_cyclic(g, h, cosines, in[0], sums, even, &out[0]);
    if (h % 2) build_cyclic(g, h, sines, nothing, differences, odd, NULL);
    for (int b = 0; b < h; b++) {
        const int inverse = powers[(n - 1 - b) % (n - 1)];
        if (h % 2 == 0) odd[b] = add_row(g, b, h, n - 1, sines, differences, nothing);
        store_pair(g, n, h % 2 && b % 2 ? n - inverse : inverse, even[b], odd[b], out);
    }
}

void prime_build(graph *g, int n, const point *in, point *out)
{
    const int h = n / 2;
    if (h > 3 && (h % 2 == 0 || h % 3 == 0)) build_by_powers(g, n, in, out);
    else build_plain(g, n, in, out);
}
