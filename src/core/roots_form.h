/* roots_form.h - roots of unity in double-double arithmetic, for the instructions of the unit that includes this and
 * defines ROOTS, the name of the table at the end. Products are taken apart by fma(), which is one instruction where
 * the CPU has it and a call, to the same bit, where that may not be counted on.
 *
 * Double-double represents a number as an unevaluated sum hi + lo with |lo| at most half a unit of hi. The building
 * blocks are the error-free sum (Knuth) and product (by fma). This must be compiled without reassociation, and is
 * without contraction, so that all forms agree.
 */
#include <stdbool.h>

#include "core/roots_forms.h"

typedef struct dd {
    double hi, lo;
} dd;

static inline dd dd_fast_sum(double a, double b) /* |a| >= |b| */
{
    const double sum = a + b;
    return (dd){sum, b - (sum - a)};
}

static inline dd dd_add(dd a, dd b)
{
    const double sum = a.hi + b.hi;
    const double part = sum - a.hi;
    const double rest = (a.hi - (sum - part)) + (b.hi - part);
    return dd_fast_sum(sum, rest + a.lo + b.lo);
}

static inline dd dd_mul(dd a, dd b)
{
    const double product = a.hi * b.hi;
    const double rest = fma(a.hi, b.hi, -product) + (a.hi * b.lo + a.lo * b.hi);
    return dd_fast_sum(product, rest);
}

static inline dd dd_neg(dd a)
{
    return (dd){-a.hi, -a.lo};
}

/* 2 pi k / n in double-double, for integers that are exact as doubles. */
static dd angle(int64_t k, int64_t n)
{
    static const dd two_pi = {0x1.921fb54442d18p+2, 0x1.1a62633145c07p-52};
    const double quotient = (double)k / (double)n;
    const double rest = fma(-quotient, (double)n, (double)k);
    return dd_mul(dd_fast_sum(quotient, rest / (double)n), two_pi);
}

/* A polynomial whose last coefficients come first, behind a rest for which plain doubles do. */
static dd evaluate(dd x, const dd *coefficient, int count, double rest)
{
    dd sum = {rest, 0};
    for (int i = 0; i < count; i++) sum = dd_add(coefficient[i], dd_mul(x, sum));
    return sum;
}

/* Sine and cosine by their Taylor series, for angles of at most pi/4. Terms beyond the ninth and tenth power are below
 * 2^-28 of the sum, so that plain doubles do for them, and both are good to some 80 bits: products of two may be much
 * smaller than either, near quarters of the circle, and be rounded then. */
static void sine_cosine(dd x, dd *sine, dd *cosine)
{
    const dd x2 = dd_mul(x, x);
    const double y = x2.hi;
    const double sine_rest =
        -1.0 / 39916800 + y * (1.0 / 6227020800.0 +
                               y * (-1.0 / 1307674368000.0 + y * (1.0 / 355687428096000.0 - y / 121645100408832000.0)));
    const double cosine_rest =
        1.0 / 479001600 + y * (-1.0 / 87178291200.0 + y * (1.0 / 20922789888000.0 -
                                                           y * (1.0 / 6402373705728000.0 - y / 2432902008176640000.0)));
    static const dd odd[] = {{0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},  /* 1/9! */
                             {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73}, /* -1/7! */
                             {0x1.1111111111111p-7, 0x1.1111111111111p-63},
                             {-0x1.5555555555555p-3, -0x1.5555555555555p-57}};
    static const dd even[] = {{-0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76}, /* -1/10! */
                              {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},   /* 1/8! */
                              {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
                              {0x1.5555555555555p-5, 0x1.5555555555555p-59},
                              {-0.5, 0}};
    *sine = dd_add(x, dd_mul(x, dd_mul(x2, evaluate(x2, odd, 4, sine_rest))));
    *cosine = dd_add((dd){1, 0}, dd_mul(x2, evaluate(x2, even, 5, cosine_rest)));
}

/* Where k/n of the circle lies: in which quarter, and how far from the nearer end of it, in units of 1/4n. In integers:
 * 4k and 8k stay below 2^55. */
typedef struct location {
    int64_t quarter, from_end;
    bool mirrored; /* the nearer end is the far one */
} location;

static location locate(int64_t k, int64_t n)
{
    const int64_t quarter = 4 * k / n, inside = 4 * k - quarter * n;
    const bool mirrored = 2 * inside > n;
    return (location){quarter, mirrored ? n - inside : inside, mirrored};
}

/* The root at a location, from the sine and cosine of the angle between it and the end of its quarter. */
static ata_root_wide turn(location l, dd sine, dd cosine)
{
    if (l.mirrored) {
        const dd swap = sine;
        sine = cosine;
        cosine = swap;
    }
    dd re = cosine, im = sine; /* exp(+i angle) of the quarter, turned by quarter * 90 degrees */
    if (l.quarter % 4 == 1) re = dd_neg(sine), im = cosine;
    if (l.quarter % 4 == 2) re = dd_neg(cosine), im = dd_neg(sine);
    if (l.quarter % 4 == 3) re = sine, im = dd_neg(cosine);
    im = dd_neg(im);
    return (ata_root_wide){re.hi, re.lo, im.hi, im.lo};
}

static ata_root_wide compute(int64_t k, int64_t n)
{
    const location l = locate(k, n);
    dd sine, cosine;
    sine_cosine(angle(l.from_end, 4 * n), &sine, &cosine);
    return turn(l, sine, cosine);
}

/* Root k of `count`, where those of the first eighth are in a table. */
static ata_root_wide turn_from(const ata_root_wide *table, int64_t k, int64_t count)
{
    const location l = locate(k, count);
    const ata_root_wide *first = &table[l.from_end / 4];
    return turn(l, (dd){-first->im_hi, -first->im_lo}, (dd){first->re_hi, first->re_lo});
}

/* So many of the first roots, and every so many, are computed; those between are products of two. So are the ends of
 * eighths, of which products would leave no zeros. */
enum { SOME = 32 };

/* table[k] = exp(-2 pi i k step / n) for k < count; no index reaches n, unless that is 1. */
static void fill_table(ata_root_wide *table, int64_t count, int64_t step, int64_t n)
{
    for (int64_t k = 0; k < count; k++) {
        const int64_t near = k % SOME, far = k - near;
        const bool between = near > 0 && far > 0 && 8 * k * step % n != 0;
        table[k] = between ? ata_root_multiply_wide(table[far], table[near]) : compute(k * step, n);
    }
}

static void fill(const ata_root_table *roots, int64_t coarse_count)
{
    const int64_t n = roots->n, width = roots->mask + 1;
    fill_table(roots->fine, width, 1, n);
    /* Where an eighth is a whole number of coarse ones, the others are those of the first, turned. */
    const int64_t eighth = coarse_count * width == n && coarse_count % 8 == 0 ? coarse_count / 8 : coarse_count - 1;
    fill_table(roots->coarse, eighth + 1, width, n);
    for (int64_t k = eighth + 1; k < coarse_count; k++) roots->coarse[k] = turn_from(roots->coarse, k, coarse_count);
}

const ata_roots_form ROOTS = {compute, fill};
