/* error.c - error measures and bounds.
 *
 * Bounds. Rounding errors of a fast transform add up like a random walk over its log2 N levels, so the relative L2
 * error grows like u sqrt(log2 N), with u the unit of rounding (2^-24 in f32, 2^-53 in f64). On top of that comes
 * what does not grow: rounded constants and the rounding of the scale, about 2u, which is also all that remains at N
 * = 1. So
 *
 *     bound(N) = u (2 + c sqrt(log2 N)),     c such that at N = 2^20 it is
 *                                              f32      f64
 *         powers of two                      2.5e-7   5e-16       4.2 u and 4.5 u
 *         lengths made of primes to 13       3e-7     6.5e-16     5.0 u and 5.9 u
 *         anything else                      4e-7     8e-16       6.7 u and 7.2 u
 *
 * Butterflies of odd radix have more roundings a level than those of 2, 4 and 8. "Anything else": lengths with a
 * large prime factor go through a convolution, two transforms of more than twice the length; and cosine, sine and
 * Hartley transforms go through a longer complex one with turns before and after it. These turns round along every
 * dimension, even one of length 1, and always the same way: for them the constant is (1 + rank) u. A reversal rounds
 * nothing, and its bound is 0.
 *
 * Storage. A result stored in a coarse type is off by up to half a unit there, thousands of times the bound of the
 * arithmetic, and a bound that allowed for it would hide an arithmetic done in that coarse type. So a stored number
 * is not taken as a point but as the interval of values that are rounded to it, and its error is the distance from
 * the reference to that interval: nothing for a result that was right before it was stored, saturated ones too, and
 * no more than the arithmetic's own error in any case. The bound stays that of the arithmetic, and truncation or a
 * rounding too many shows. Identities compare stored numbers among themselves, where intervals do not help: they add
 * check_error_get_storage().
 *
 * Between passes. A GPU keeps f16 and bf16 as such between the passes over its memory too, so that a transform of
 * several passes moves no more bytes than its data has; the CPU keeps what it computes in. So every pass but the last
 * rounds once more. A rounding to the nearest is anywhere within half a unit in the last place, evenly, which is u /
 * sqrt(3) of a number just above a power of two and half as much of one just below the next: at most u / sqrt(3) as a
 * root mean square, with u that of the storage. A transform keeps relative L2 errors as they are, and independent ones
 * add up as squares. So r roundings on the way add
 *
 *     u sqrt(r / 3)      for 2 and 3 passes      2.8e-4 and 4.0e-4 in f16,  2.3e-3 and 3.2e-3 in bf16
 *
 * and with the one at the end f16 is within u = 4.9e-4 of the definition up to three passes. How many there are is
 * known from the plan alone: a transform of one pass is held to the bound of the arithmetic.
 */
#include "check/error.h"

#include <math.h>
#include <string.h>

#include "check/kinds.h"
#include "check/number.h"

enum { PART = 1024 };

void check_error_add(check_error *error, double difference, double reference)
{
    error->difference_part += difference * difference;
    error->norm_part += reference * reference;
    error->count++;
    if (++error->parts < PART) return;
    error->difference += (long double)error->difference_part;
    error->norm += (long double)error->norm_part;
    error->difference_part = error->norm_part = 0;
    error->parts = 0;
}

void check_error_merge(check_error *error, const check_error *other)
{
    error->difference += other->difference + (long double)other->difference_part;
    error->norm += other->norm + (long double)other->norm_part;
    error->count += other->count;
}

double check_error_get(const check_error *error)
{
    const long double difference = error->difference + (long double)error->difference_part;
    const long double norm = error->norm + (long double)error->norm_part;
    if (difference == 0 && isfinite(norm)) return 0;
    return (double)sqrtl(difference / norm);
}

static double get_rms(long double squares, int64_t count)
{
    return count ? (double)sqrtl(squares / (long double)count) : 0;
}

double check_error_get_rms(const check_error *error)
{
    return get_rms(error->norm + (long double)error->norm_part, error->count);
}

double check_error_get_difference(const check_error *error)
{
    return get_rms(error->difference + (long double)error->difference_part, error->count);
}

bool check_error_passes(double error, double bound)
{
    return error <= bound; /* false if either is NaN */
}

static bool is_coarse(ata_type storage, ata_type arithmetic)
{
    return storage != arithmetic && storage != ATA_F64;
}

double check_error_get_excess(ata_type storage, ata_type arithmetic, double out, long double reference)
{
    if (!is_coarse(storage, arithmetic)) return (double)((long double)out - reference);
    if (!isfinite(out)) return NAN;
    double low, high;
    check_number_get_origin(storage, out, &low, &high);
    if (reference < (long double)low) return (double)((long double)low - reference);
    return reference > (long double)high ? (double)((long double)high - reference) : 0;
}

/* What is left of n without its factors from `primes`, of which there are `count`. */
static int64_t remove_factors(int64_t n, const int *primes, int count)
{
    for (int i = 0; i < count; i++) {
        while (n % primes[i] == 0) n /= primes[i];
    }
    return n;
}

double check_error_get_bound(const ata_problem *complete)
{
    static const int primes[] = {2, 3, 5, 7, 11, 13};
    static const double at_million[3][2] = {{2.5e-7, 5e-16}, {3e-7, 6.5e-16}, {4e-7, 8e-16}}; /* N = 2^20 */
    const bool wide = check_problem_get_arithmetic(complete) == ATA_F64;
    const bool real = check_kind_is_real(complete->kind);
    if (complete->kind == ATA_REVERSE) return 0;
    int class = real ? 2 : 0;
    for (int d = 0; d < complete->rank; d++) {
        const int64_t n = complete->dim[d].n;
        if (class < 1 && remove_factors(n, primes, 1) > 1) class = 1;
        if (class < 2 && remove_factors(n, primes, 6) > 1) class = 2;
    }
    const double unit = wide ? 0x1p-53 : 0x1p-24;
    const double levels = log2((double)check_problem_get_points(complete));
    const double constant = (real ? 1 + complete->rank : 2) * unit;
    return constant + (at_million[class][wide] - 2 * unit) * sqrt(levels / 20);
}

double check_error_get_storage(ata_type storage, ata_type arithmetic, double rms)
{
    if (!is_coarse(storage, arithmetic)) return 0;
    return check_number_get_relative_unit(storage) * rms + check_number_get_absolute_unit(storage);
}

int check_error_count_roundings(const ata_problem *complete, const ata_plan_info *info)
{
    const bool narrow = complete->type == ATA_F16 || complete->type == ATA_BF16;
    return narrow && strcmp(info->engine, "cpu") != 0 ? info->passes - 1 : 0;
}

double check_error_get_between(const ata_problem *complete, int roundings)
{
    return check_number_get_relative_unit(complete->type) * sqrt(roundings / 3.0);
}
