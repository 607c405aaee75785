/* narrow.h - 16-bit floating-point numbers to and from doubles, one rounding, to nearest even. Included by
 * functions.h.
 *
 * A format has `mantissa` stored bits and `exponent` bits: f16 has 10 and 5, bf16 has 7 and 8. Written with integers
 * only, since neither type can be counted on in every compiler.
 */

INLINE double widen_16(uint16_t bits, const int mantissa, const int exponent)
{
    const int bias = (1 << (exponent - 1)) - 1, top = (1 << exponent) - 1;
    const int e = bits >> mantissa & top;
    const uint64_t fraction = bits & ((1u << mantissa) - 1);
    const uint64_t sign = (uint64_t)(bits >> 15) << 63;
    uint64_t wide;
    if (e == 0) { /* zero and subnormal numbers: fraction times the smallest one, exactly */
        const double value = (double)fraction * (exponent == 5 ? 0x1p-24 : 0x1p-133);
        memcpy(&wide, &value, sizeof wide);
    } else {
        wide = (uint64_t)(e == top ? 2047 : e - bias + 1023) << 52 | fraction << (52 - mantissa);
    }
    wide |= sign;
    double value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

/* Finite numbers beyond the largest become the largest; infinities and NaNs stay what they are. */
INLINE uint16_t narrow_16(double value, const int mantissa, const int exponent)
{
    const int bias = (1 << (exponent - 1)) - 1, top = (1 << exponent) - 1;
    uint64_t wide;
    memcpy(&wide, &value, sizeof wide);
    const uint16_t sign = (uint16_t)(wide >> 63 << 15);
    wide &= ~((uint64_t)1 << 63);
    const int e = (int)(wide >> 52) - 1023 + bias;
    if (wide > (uint64_t)2047 << 52) return (uint16_t)(sign | top << mantissa | 1 << (mantissa - 1)); /* NaN */
    if (wide == (uint64_t)2047 << 52) return (uint16_t)(sign | top << mantissa);
    if (e <
        1) { /* subnormal: a multiple of the smallest number; adding and taking away 1.5 * 2^52 rounds to a whole one */
        const double shift = 0x1.8p52;
        double magnitude;
        memcpy(&magnitude, &wide, sizeof magnitude);
        const double multiple = (magnitude * (exponent == 5 ? 0x1p24 : 0x1p133) + shift) - shift;
        return (uint16_t)(sign | (uint16_t)multiple);
    }
    const int dropped = 52 - mantissa;
    const uint64_t odd = wide >> dropped & 1;
    wide += ((uint64_t)1 << (dropped - 1)) - 1 + odd; /* a carry into the exponent is just what is wanted */
    const int64_t rounded = (int64_t)(wide >> dropped) - ((int64_t)(1023 - bias) << mantissa);
    const int64_t largest = ((int64_t)top << mantissa) - 1;
    return (uint16_t)(sign | (uint16_t)(rounded < largest ? rounded : largest));
}
