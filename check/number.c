/* number.c - storage types, one by one, from the definitions of their formats.
 *
 * f16 and bf16 are sign, exponent, fraction:   f16  s eeeee ffffffffff      bf16  s eeeeeeee fffffff Their bits
 * without the sign, read as an integer, count the type's values upward from zero; so do those of f32. That makes
 * neighbours easy: the next value is the next integer.
 */
#include "check/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct small_format {
    int fraction_bits;
    int exponent_bias;
    uint32_t infinity; /* its bits */
} small_format;

static const small_format format_f16 = {10, 15, 0x7c00};
static const small_format format_bf16 = {7, 127, 0x7f80};

int check_number_get_bytes(ata_type type)
{
    switch (type) {
    case ATA_F32: return 4;
    case ATA_F64: return 8;
    case ATA_F16:
    case ATA_BF16:
    case ATA_I16: return 2;
    case ATA_I8: return 1;
    default: return 0;
    }
}

/* 2^exponent, of which the types here need none that is not a normal double. ldexp takes ten times as long, and there
 * are arrays of a billion numbers to be looked at. */
static double power_of_two(int exponent)
{
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static double small_decode(const small_format *format, uint32_t bits)
{
    const uint32_t magnitude = bits & 0x7fff;
    const uint32_t fraction = magnitude & ((1u << format->fraction_bits) - 1);
    const int exponent = (int)(magnitude >> format->fraction_bits);
    double value;
    if (magnitude >= format->infinity) value = magnitude == format->infinity ? INFINITY : NAN;
    else if (exponent == 0) value = fraction * power_of_two(1 - format->exponent_bias - format->fraction_bits);
    else
        value = (fraction + (1u << format->fraction_bits)) *
                power_of_two(exponent - format->exponent_bias - format->fraction_bits);
    return bits & 0x8000 ? -value : value;
}

/* Round to an integer, ties to even, whatever the floating-point environment rounds like. */
static double round_even(double value)
{
    const double whole = floor(value), rest = value - whole;
    if (rest < 0.5) return whole;
    if (rest > 0.5) return whole + 1;
    return fmod(whole, 2) == 0 ? whole : whole + 1;
}

static uint32_t small_encode(const small_format *format, double value)
{
    const uint32_t sign = signbit(value) ? 0x8000 : 0;
    const double magnitude = fabs(value);
    if (isnan(value)) return sign | format->infinity | (1u << (format->fraction_bits - 1));
    if (isinf(value)) return sign | format->infinity;
    int exponent = 0;
    frexp(magnitude, &exponent); /* magnitude = [1/2, 1) 2^exponent */
    int biased = exponent - 1 + format->exponent_bias;
    if (magnitude == 0 || biased < 1) biased = 1; /* the subnormals share the exponent of the smallest normal values */
    /* In units of the last place. A carry into the exponent is just the next integer, as it should be. */
    const int unit_exponent = biased - format->exponent_bias - format->fraction_bits;
    const double units = round_even(ldexp(magnitude, -unit_exponent));
    const double bits = units + ldexp(biased - 1, format->fraction_bits);
    return sign | (bits >= format->infinity ? format->infinity - 1 : (uint32_t)bits);
}

static double clamp_integer(double value, double lowest, double highest)
{
    if (isnan(value)) return 0;
    const double limited = value < lowest ? lowest : value > highest ? highest : value;
    return round_even(limited);
}

double check_number_load(ata_type type, const void *address)
{
    float f;
    double d;
    uint16_t bits;
    int16_t i16;
    int8_t i8;
    switch (type) {
    case ATA_F32: memcpy(&f, address, sizeof f); return f;
    case ATA_F64: memcpy(&d, address, sizeof d); return d;
    case ATA_F16: memcpy(&bits, address, sizeof bits); return small_decode(&format_f16, bits);
    case ATA_BF16: memcpy(&bits, address, sizeof bits); return small_decode(&format_bf16, bits);
    case ATA_I16: memcpy(&i16, address, sizeof i16); return i16;
    case ATA_I8: memcpy(&i8, address, sizeof i8); return i8;
    default: return NAN;
    }
}

void check_number_store(ata_type type, void *address, double value)
{
    const float f = (float)value;
    uint16_t bits;
    int16_t i16;
    int8_t i8;
    switch (type) {
    case ATA_F32: memcpy(address, &f, sizeof f); return;
    case ATA_F64: memcpy(address, &value, sizeof value); return;
    case ATA_F16:
        bits = (uint16_t)small_encode(&format_f16, value);
        memcpy(address, &bits, sizeof bits);
        return;
    case ATA_BF16:
        bits = (uint16_t)small_encode(&format_bf16, value);
        memcpy(address, &bits, sizeof bits);
        return;
    case ATA_I16:
        i16 = (int16_t)clamp_integer(value, INT16_MIN, INT16_MAX);
        memcpy(address, &i16, sizeof i16);
        return;
    case ATA_I8:
        i8 = (int8_t)clamp_integer(value, INT8_MIN, INT8_MAX);
        memcpy(address, &i8, sizeof i8);
        return;
    default: return;
    }
}

/* The neighbour of a positive or zero finite value, away from zero or (not for zero) towards it. */
static double neighbour(ata_type type, double value, int step)
{
    if (type == ATA_F32) return step > 0 ? nextafterf((float)value, INFINITY) : nextafterf((float)value, 0);
    if (type == ATA_F64) return step > 0 ? nextafter(value, INFINITY) : nextafter(value, 0);
    const small_format *format = type == ATA_F16 ? &format_f16 : &format_bf16;
    return small_decode(format, (uint32_t)((int)small_encode(format, value) + step));
}

void check_number_get_origin(ata_type type, double stored, double *low, double *high)
{
    const double largest = check_number_get_largest(type);
    if (type == ATA_I16 || type == ATA_I8) {
        *low = stored <= -largest - 1 ? -INFINITY : stored - 0.5;
        *high = stored >= largest ? INFINITY : stored + 0.5;
        return;
    }
    const double magnitude = fabs(stored);
    if (!(magnitude <= largest)) {
        *low = *high = stored;
        return;
    }
    const double inner = magnitude == 0 ? -neighbour(type, 0, 1) : neighbour(type, magnitude, -1);
    /* f32 and f64 do not saturate: beyond the largest lies infinity, which counts as one step further. */
    const bool saturates = type == ATA_F16 || type == ATA_BF16;
    const double outer = magnitude < largest ? neighbour(type, magnitude, 1)
                         : saturates         ? INFINITY
                                             : 2 * magnitude - inner;
    const double near = (inner + magnitude) / 2, far = magnitude + (outer - magnitude) / 2;
    *low = stored < 0 ? -far : near;
    *high = stored < 0 ? -near : far;
}

double check_number_get_relative_unit(ata_type type)
{
    switch (type) {
    case ATA_F32: return 0x1p-24;
    case ATA_F64: return 0x1p-53;
    case ATA_F16: return 0x1p-11;
    case ATA_BF16: return 0x1p-8;
    default: return 0;
    }
}

double check_number_get_absolute_unit(ata_type type)
{
    switch (type) {
    case ATA_F32: return 0x1p-150;
    case ATA_F16: return 0x1p-25;
    case ATA_BF16: return 0x1p-134;
    case ATA_I16:
    case ATA_I8: return 0.5;
    default: return 0; /* of f64: too small for a double */
    }
}

double check_number_get_largest(ata_type type)
{
    switch (type) {
    case ATA_F32: return 0x1.fffffep127;
    case ATA_F64: return 0x1.fffffffffffffp1023;
    case ATA_F16: return 65504;
    case ATA_BF16: return 0x1.fep127;
    case ATA_I16: return INT16_MAX;
    case ATA_I8: return INT8_MAX;
    default: return 0;
    }
}
