/* file_number.c - single numbers of every type the library stores, as doubles.
 *
 * The transforms convert by themselves as they load and store; this is for what happens around them: widening what a
 * file holds, writing files, measuring results for a picture.
 *
 *     f32   s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm
 *     bf16  s eeeeeeee mmmmmmm                    the upper half of an f32
 *     f16   s eeeee mmmmmmmmmm                    largest 65504
 */
#include "cli/file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool file_refuse(file_fault *fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->sentence, sizeof fault->sentence, format, arguments);
    va_end(arguments);
    return false;
}

void file_signal_fini(file_signal *signal)
{
    free(signal->data);
    signal->data = NULL;
}

size_t file_number_size(ata_type type)
{
    switch (type) {
    case ATA_F64: return 8;
    case ATA_F16:
    case ATA_BF16:
    case ATA_I16: return 2;
    case ATA_I8: return 1;
    default: return 4;
    }
}

static float float_of_bits(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static double half_load(uint16_t bits)
{
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    const int exponent = bits >> 10 & 31;
    const int mantissa = bits & 1023;
    if (exponent == 31) return mantissa ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0) return sign * ldexp(mantissa, -24);
    return sign * ldexp(mantissa + 1024, exponent - 25);
}

/* Finite numbers beyond the range become the largest; an infinity stays one. */
static uint16_t half_store(double number)
{
    const uint16_t sign = signbit(number) ? 0x8000 : 0;
    const double size = fabs(number);
    if (isnan(number)) return 0x7e00;
    if (isinf(number)) return sign | 0x7c00;
    if (size >= 65504.0) return sign | 0x7bff;
    int exponent;
    frexp(size, &exponent); /* size = f * 2^exponent with 1/2 <= f < 1 */
    if (size < ldexp(1, -14)) return sign | (uint16_t)nearbyint(ldexp(size, 24));
    const int units = (int)nearbyint(ldexp(size, 11 - exponent)); /* 1024 to 2048; 2048 carries into the exponent */
    return sign | (uint16_t)(((exponent + 14) << 10) + (units - 1024));
}

static uint16_t bfloat_store(double number)
{
    if (isnan(number)) return 0x7fc0;
    if (isinf(number)) return number < 0 ? 0xff80 : 0x7f80;
    const double largest = ldexp(255, 120);
    if (fabs(number) >= largest) return number < 0 ? 0xff7f : 0x7f7f;
    int exponent;
    frexp(number, &exponent);
    const int unit = (exponent < -125 ? -125 : exponent) - 8; /* the weight of the last bit kept */
    const float rounded = (float)ldexp(nearbyint(ldexp(number, -unit)), unit);
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static double integer_in(double number, double low, double high)
{
    if (isnan(number)) return 0;
    return number <= low ? low : number >= high ? high : nearbyint(number);
}

double file_number_load(ata_type type, const void *array, int64_t index)
{
    const char *at = (const char *)array + index * (int64_t)file_number_size(type);
    union {
        double f64;
        float f32;
        uint16_t u16;
        int16_t i16;
        int8_t i8;
    } number;
    memcpy(&number, at, file_number_size(type));
    switch (type) {
    case ATA_F64: return number.f64;
    case ATA_F16: return half_load(number.u16);
    case ATA_BF16: return (double)float_of_bits((uint32_t)number.u16 << 16);
    case ATA_I16: return number.i16;
    case ATA_I8: return number.i8;
    default: return (double)number.f32;
    }
}

void file_number_store(ata_type type, void *array, int64_t index, double value)
{
    char *at = (char *)array + index * (int64_t)file_number_size(type);
    union {
        double f64;
        float f32;
        uint16_t u16;
        int16_t i16;
        int8_t i8;
    } number;
    switch (type) {
    case ATA_F64: number.f64 = value; break;
    case ATA_F16: number.u16 = half_store(value); break;
    case ATA_BF16: number.u16 = bfloat_store(value); break;
    case ATA_I16: number.i16 = (int16_t)integer_in(value, -32768, 32767); break;
    case ATA_I8: number.i8 = (int8_t)integer_in(value, -128, 127); break;
    default: number.f32 = (float)value; break;
    }
    memcpy(at, &number, file_number_size(type));
}
