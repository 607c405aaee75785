/* dd.h - double-double arithmetic: a number as the unevaluated sum of two doubles, about 106 bits.
 *
 * Where long double is done in software it is some ten times slower than this; where it is 80 bits wide it is less
 * exact. The steps below are exact only if the compiler keeps each operation as written: no fast-math, no contraction
 * of a*b + c (the C standard's own mode; clang has to be told).
 */
#ifndef ATALANTA_CHECK_DD_H
#define ATALANTA_CHECK_DD_H

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct dd {
    double hi, lo;
} dd;

typedef struct dd_complex {
    dd re, im;
} dd_complex;

/* a + b exactly, when |a| >= |b| or a is 0. */
static inline dd dd_sum_ordered(double a, double b)
{
    const double sum = a + b;
    return (dd){sum, b - (sum - a)};
}

static inline dd dd_sum(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return (dd){sum, (a - (sum - part)) + (b - part)};
}

static inline dd dd_add(dd a, dd b)
{
    const dd high = dd_sum(a.hi, b.hi);
    return dd_sum_ordered(high.hi, high.lo + (a.lo + b.lo));
}

static inline dd dd_negate(dd a)
{
    return (dd){-a.hi, -a.lo};
}

static inline dd dd_subtract(dd a, dd b)
{
    return dd_add(a, dd_negate(b));
}

static inline dd dd_multiply(dd a, dd b)
{
    const double product = a.hi * b.hi;
    const double rest = fma(a.hi, b.hi, -product);
    return dd_sum_ordered(product, rest + (a.hi * b.lo + a.lo * b.hi));
}

static inline dd dd_scale(dd a, double power_of_two)
{
    return (dd){a.hi * power_of_two, a.lo * power_of_two};
}

static inline dd dd_from(long double value)
{
    const double hi = (double)value;
    return (dd){hi, (double)(value - (long double)hi)};
}

static inline long double dd_value(dd a)
{
    return (long double)a.hi + (long double)a.lo;
}

static inline dd_complex dd_complex_add(dd_complex a, dd_complex b)
{
    return (dd_complex){dd_add(a.re, b.re), dd_add(a.im, b.im)};
}

static inline dd_complex dd_complex_subtract(dd_complex a, dd_complex b)
{
    return (dd_complex){dd_subtract(a.re, b.re), dd_subtract(a.im, b.im)};
}

static inline dd_complex dd_complex_multiply(dd_complex a, dd_complex b)
{
    return (dd_complex){dd_subtract(dd_multiply(a.re, b.re), dd_multiply(a.im, b.im)),
                        dd_add(dd_multiply(a.re, b.im), dd_multiply(a.im, b.re))};
}

static inline dd_complex dd_complex_conjugate(dd_complex a)
{
    return (dd_complex){a.re, dd_negate(a.im)};
}

#endif
