/* theory.c - the bit error rate of 16-QAM.
 *
 * Each part of a point is one of four levels, -3 -1 1 3 in units of d, with the Gray labels 00 01 11 10. With Q(x) the
 * chance that noise exceeds x times its deviation s, and x = d / s:
 *
 *     first bit     (Q(x) + Q(3x)) / 2
 *     second bit    (2 Q(x) + Q(3x) - Q(5x)) / 2
 */
#include <math.h>

#include "wirelesshd.h"

static double tail(double x)
{
    return 0.5 * erfc(x / sqrt(2));
}

double theory_error_rate(double level, double variance)
{
    const double x = level / sqrt(variance);
    return (3 * tail(x) + 2 * tail(3 * x) - tail(5 * x)) / 4;
}

double theory_interval(double rate, int64_t bits)
{
    return 3.29 * sqrt(rate * (1 - rate) / (double)bits);
}
