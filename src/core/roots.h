/* roots.h - roots of unity exp(-2 pi i k / n), correctly rounded for all practical purposes, fast.
 *
 * sin() and cos() of the C library are good to about one unit in the last place of a double, and their argument 2 pi
 * k / n has been rounded already: good enough for nothing but single precision. Here an angle is reduced exactly, in
 * integers, to the first eighth of the circle, and its sine and cosine are computed in double-double arithmetic, to
 * some 80 bits, so that rounding to a double or a float is off by at most 0.5000001 units.
 *
 * One such evaluation costs 100 to 200 ns, so a table of n roots is made from two short ones:
 *
 *     exp(-2 pi i k / n) = coarse[k / width] * fine[k % width],    width about sqrt(n)
 *
 * both kept, and multiplied, in double-double. An ata_root_table has 2 sqrt(n) roots, of which one in 32 is computed
 * and the others are products, and gives any root in about 10 ns.
 */
#ifndef ATA_CORE_ROOTS_H
#define ATA_CORE_ROOTS_H

#include <math.h>

#include "core/status.h"

typedef struct ata_root {
    double re, im;
} ata_root;

/* A complex number in double-double: the value is hi + lo. */
typedef struct ata_root_wide {
    double re_hi, re_lo, im_hi, im_lo;
} ata_root_wide;

typedef struct ata_root_table {
    int64_t n;
    int64_t mask; /* width - 1; the width is a power of two */
    int shift;
    ata_root_wide *coarse;
    ata_root_wide *fine;
} ata_root_table;

/* n from 1 to 2^52, so that k and n are exact as doubles. */
ata_status ata_roots_init(ata_root_table *roots, int64_t n);
void ata_roots_fini(ata_root_table *roots);

/* exp(-2 pi i k / n) for 0 <= k < n. */
ata_root ata_roots_get(const ata_root_table *roots, int64_t k);

/* One root alone, without a table, in double-double. */
ata_root_wide ata_root_compute(int64_t k, int64_t n);

/* A part of a root in double-double. */
typedef struct ata_root_part {
    double hi, lo;
} ata_root_part;

/* a * b - c * d, all double-double; `hi` is the double next to it. Products of low parts are beyond the last bit that
 * counts. */
static inline ata_root_part ata_root_product_part(double a, double a_lo, double b, double b_lo, double c, double c_lo,
                                                  double d, double d_lo)
{
    const double p = a * b, q = c * d;
    const double p_rest = fma(a, b, -p) + (a * b_lo + a_lo * b);
    const double q_rest = fma(c, d, -q) + (c * d_lo + c_lo * d);
    const double sum = p - q;
    const double part = sum - p;
    const double sum_rest = (p - (sum - part)) - (q + part);
    const double rest = sum_rest + (p_rest - q_rest), hi = sum + rest;
    return (ata_root_part){hi, rest - (hi - sum)};
}

/* The product of two roots. */
static inline ata_root_wide ata_root_multiply_wide(ata_root_wide a, ata_root_wide b)
{
    const ata_root_part re =
        ata_root_product_part(a.re_hi, a.re_lo, b.re_hi, b.re_lo, a.im_hi, a.im_lo, b.im_hi, b.im_lo);
    const ata_root_part im =
        ata_root_product_part(a.re_hi, a.re_lo, b.im_hi, b.im_lo, -a.im_hi, -a.im_lo, b.re_hi, b.re_lo);
    return (ata_root_wide){re.hi, re.lo, im.hi, im.lo};
}

/* The same number, with a first half of 26 bits behind the point: products of such halves are exact, and so is what is
 * left of two of them that make a part of a root. */
static inline ata_root_wide ata_root_halve(ata_root_wide a)
{
    static const double shift = 0x1.8p26; /* a sum with it has 26 bits behind the point */
    const double re = (a.re_hi + shift) - shift, im = (a.im_hi + shift) - shift;
    return (ata_root_wide){re, (a.re_hi - re) + a.re_lo, im, (a.im_hi - im) + a.im_lo};
}

/* Without what products leave of zeros: no part of a root of less than 2^51 points is smaller, but 0. Small data times
 * that would be below the smallest normal number, and slow. */
static inline ata_root ata_root_clean(ata_root w)
{
    static const double least = 4e-16;
    return (ata_root){fabs(w.re) < least ? 0 : w.re, fabs(w.im) < least ? 0 : w.im};
}

/* exp(-2 pi i k / n) for 0 <= k < n, before it is rounded. */
static inline ata_root_wide ata_roots_get_wide(const ata_root_table *roots, int64_t k)
{
    return ata_root_multiply_wide(roots->coarse[k >> roots->shift], roots->fine[k & roots->mask]);
}

/* The product of two roots, rounded to doubles. */
static inline ata_root ata_root_multiply(ata_root_wide a, ata_root_wide b)
{
    const ata_root_wide product = ata_root_multiply_wide(a, b);
    return (ata_root){product.re_hi, product.im_hi};
}

#endif
