/* dft.c - transforms of small lengths with few instructions, copies that fused multiply-adds force included.
 *
 *   primes           the symmetric form: prime.c
 *   powers of two    split radix with conjugate pairs: the quarters of odd index are turned by w^k and w^-k
 *   coprime factors  Good and Thomas: no rotations
 *   the rest         Cooley and Tukey
 *
 * Of a real line, and of every real part of it, half of the frequencies are computed, and the others are conjugates; of
 * a Hermitian line half of the parts are transformed. That is all that the real algorithms are: what else they leave
 * out vanishes from the graph by itself.
 */
#include "engine/cpu/codelets/dft.h"

#include "engine/cpu/codelets/prime.h"

/* x exp(-2 pi i k / n)
 *
 * c x + s y as a product and a fused addition to it: that leaves nothing to be done later. The other way, c (x + (s/c)
 * y) with c left to the next additions, has fewer instructions where an addition does not overwrite its summand; on
 * most machines it does, and a copy has to be made of every summand that is used again. Only at 45 degrees the other
 * way is as good, since x + y is no fused addition. */
static point rotate(graph *g, point x, int k, int n)
{
    point cosine = point_times(g, x, factor_cosine(k, n));
    const point sine = point_times(g, x, factor_sine(k, n));
    if (8 * k % n != 0) cosine = point_product(g, cosine);
    return (point){graph_add(g, cosine.re, sine.im), graph_subtract(g, cosine.im, sine.re)};
}

/* What is known of a line. */
typedef struct symmetry {
    bool is_real, is_hermitian;
} symmetry;

static const term zero = {.node = -1};

static bool is_same(term a, term b)
{
    return (a.node < 0 && b.node < 0) || (a.node == b.node && a.scale == b.scale && a.minus == b.minus);
}

static symmetry find_symmetry(int n, const point *in)
{
    symmetry found = {true, true};
    for (int j = 0; j < n; j++) {
        const point mirrored = point_conjugate(in[(n - j) % n]);
        if (in[j].im.node >= 0) found.is_real = false;
        if (!is_same(in[j].re, mirrored.re) || !is_same(in[j].im, mirrored.im)) found.is_hermitian = false;
    }
    return found;
}

/* out[k], and what follows from it. */
static void set_output(symmetry line, int n, int k, point value, point *out)
{
    if (line.is_hermitian || (line.is_real && 2 * k % n == 0)) value.im = zero;
    if (line.is_real) out[(n - k) % n] = point_conjugate(value);
    out[k] = value;
}

/* The two quarters u and v turned by w^k and w^-k, their sum and their difference. Of a paired line,
 *
 *     u w^k + v w^-k  =  c (u + v) - i s (u - v)         u w^k - v w^-k  =  c (u - v) - i s (u + v)
 *
 * are one instruction each, with c, or s where that is larger, left to the next additions: turns are free there, and
 * the copies of summands that are overwritten are fewer than the instructions saved. */
static void add_quarters(graph *g, point u, point v, int k, int n, point *sum, point *difference)
{
    if (g->kind != GRAPH_PAIRED) {
        const point x = rotate(g, u, k, n), y = rotate(g, v, -k, n);
        *sum = point_add(g, x, y);
        *difference = point_subtract(g, x, y);
        return;
    }
    const point both = point_add(g, u, v), other = point_subtract(g, u, v);
    const factor c = factor_cosine(k, n), s = factor_sine(k, n);
    *sum = point_add(g, point_times(g, both, c), point_times(g, point_turn(other), s));
    *difference = point_add(g, point_times(g, other, c), point_times(g, point_turn(both), s));
}

static void build_power_of_two(graph *g, symmetry line, int n, const point *in, point *out)
{
    const int half = n / 2, quarter = n / 4;
    /* The elements 2j, 4j + 1 and 4j - 1. */
    point even[GRAPH_POINTS] = {0}, next[GRAPH_POINTS] = {0}, before[GRAPH_POINTS] = {0};
    point even_out[GRAPH_POINTS], next_out[GRAPH_POINTS], before_out[GRAPH_POINTS];
    for (int j = 0; j < half; j++) even[j] = in[2 * j];
    for (int j = 0; j < quarter; j++) {
        next[j] = in[4 * j + 1];
        before[j] = in[(4 * j + n - 1) % n];
    }
    dft_build(g, half, even, even_out);
    dft_build(g, quarter, next, next_out);
    if (!line.is_hermitian) dft_build(g, quarter, before, before_out);
    for (int k = 0; k < (line.is_real ? quarter / 2 + 1 : quarter); k++) {
        point sum, difference;
        if (line.is_hermitian) {
            const point x = rotate(g, next_out[k], k, n);
            sum = point_add(g, x, point_conjugate(x));
            difference = point_subtract(g, x, point_conjugate(x));
        } else {
            add_quarters(g, next_out[k], before_out[k], k, n, &sum, &difference);
        }
        const point turned = point_turn(difference);
        set_output(line, n, k, point_add(g, even_out[k], sum), out);
        set_output(line, n, k + half, point_subtract(g, even_out[k], sum), out);
        set_output(line, n, k + quarter, point_add(g, even_out[k + quarter], turned), out);
        set_output(line, n, k + half + quarter, point_subtract(g, even_out[k + quarter], turned), out);
    }
}

static bool is_coprime(int a, int b)
{
    for (int d = 2; d <= a; d++)
        if (a % d == 0 && b % d == 0) return false;
    return true;
}

/* n = a b; element j2 + b j1, frequency k1 + a k2 with rotations between; or, for coprime a and b, element b j1 + a j2
 * and the frequency that is k1 modulo a and k2 modulo b, without. */
static void build_composite(graph *g, symmetry whole, int a, int b, const point *in, point *out)
{
    const bool coprime = is_coprime(a, b);
    const int n = a * b;
    point table[GRAPH_POINTS][GRAPH_POINTS], line[GRAPH_POINTS];
    /* With the rotations, part b - j2 of a Hermitian line is the conjugate of part j2. */
    const int part_count = whole.is_hermitian ? b / 2 + 1 : b;
    for (int j2 = 0; j2 < part_count; j2++) {
        for (int j1 = 0; j1 < a; j1++) line[j1] = in[coprime ? (b * j1 + a * j2) % n : b * j1 + j2];
        dft_build(g, a, line, table[j2]);
    }
    for (int k1 = 0; k1 < (whole.is_real ? a / 2 + 1 : a); k1++) {
        point turned[GRAPH_POINTS] = {0};
        for (int j2 = 0; j2 < part_count; j2++)
            turned[j2] = coprime ? table[j2][k1] : rotate(g, table[j2][k1], j2 * k1, n);
        for (int j2 = part_count; j2 < b; j2++) turned[j2] = point_conjugate(turned[b - j2]);
        dft_build(g, b, turned, line);
        for (int k2 = 0; k2 < b; k2++) {
            int k = k1 + a * k2;
            if (coprime)
                for (k = k1; k % b != k2;) k += a;
            set_output(whole, n, k, line[k2], out);
        }
    }
}

void dft_build(graph *g, int n, const point *in, point *out)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    if (n == 2) {
        out[0] = point_add(g, in[0], in[1]);
        out[1] = point_subtract(g, in[0], in[1]);
        return;
    }
    const symmetry line = find_symmetry(n, in);
    if ((n & (n - 1)) == 0) {
        build_power_of_two(g, line, n, in, out);
        return;
    }
    int chosen = 0;
    for (int a = 2; a * a <= n; a++)
        if (n % a == 0 && (!chosen || is_coprime(a, n / a))) chosen = a;
    if (chosen) build_composite(g, line, chosen, n / chosen, in, out);
    else prime_build(g, n, in, out);
}
