/* number.c - fixed-point arithmetic for the constants of the codelets. */
#include "engine/cpu/codelets/number.h"

enum { WHOLE = NUMBER_LIMBS - 1 }; /* the limb with the whole part */

number number_whole(uint32_t value)
{
    number result = {{0}};
    result.limb[WHOLE] = value;
    return result;
}

number number_add(number a, number b)
{
    uint64_t carry = 0;
    for (int i = 0; i < NUMBER_LIMBS; i++) {
        carry += (uint64_t)a.limb[i] + b.limb[i];
        a.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

number number_subtract(number a, number b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < NUMBER_LIMBS; i++) {
        const uint64_t difference = (uint64_t)a.limb[i] - b.limb[i] - borrow;
        a.limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return a;
}

number number_multiply(number a, number b)
{
    uint32_t product[2 * NUMBER_LIMBS] = {0};
    for (int i = 0; i < NUMBER_LIMBS; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < NUMBER_LIMBS; j++) {
            carry += (uint64_t)a.limb[i] * b.limb[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + NUMBER_LIMBS] = (uint32_t)carry;
    }
    number result;
    for (int i = 0; i < NUMBER_LIMBS; i++) result.limb[i] = product[i + WHOLE];
    return result;
}

int number_compare(number a, number b)
{
    for (int i = WHOLE; i >= 0; i--)
        if (a.limb[i] != b.limb[i]) return a.limb[i] > b.limb[i] ? 1 : -1;
    return 0;
}

number number_divide(number a, number b)
{
    number result = {{0}};
    for (int bit = 32 * WHOLE; bit >= 0; bit--) { /* long division, bit by bit: a is what remains */
        if (number_compare(a, b) >= 0) {
            a = number_subtract(a, b);
            result.limb[bit / 32] |= (uint32_t)1 << bit % 32;
        }
        a = number_add(a, a);
    }
    return result;
}

bool number_is_near(number a, number b)
{
    const number difference = number_compare(a, b) > 0 ? number_subtract(a, b) : number_subtract(b, a);
    for (int i = 1; i < NUMBER_LIMBS; i++)
        if (difference.limb[i]) return false;
    return true;
}

static number divide_whole(number a, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = WHOLE; i >= 0; i--) {
        rest = rest << 32 | a.limb[i];
        a.limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return a;
}

/* cos and sin of 2 pi k / n, for angles up to an eighth of the circle. */
static void root(int k, int n, number *cosine, number *sine)
{
    static const number pi = {{0xa4093822, 0x03707344, 0x13198a2e, 0x85a308d3, 0x243f6a88, 3}};
    const number angle = divide_whole(number_multiply(pi, number_whole(2 * (uint32_t)k)), (uint32_t)n);
    number plus[2] = {{{0}}, {{0}}}, minus[2] = {{{0}}, {{0}}}; /* the even terms of Taylor's series, the odd ones */
    number term = number_whole(1);
    for (uint32_t i = 0; i < 60; i++) {
        number *sum = i % 4 < 2 ? &plus[i % 2] : &minus[i % 2];
        *sum = number_add(*sum, term);
        term = divide_whole(number_multiply(term, angle), i + 1);
    }
    *cosine = number_subtract(plus[0], minus[0]);
    *sine = number_subtract(plus[1], minus[1]);
}

factor factor_negate(factor a)
{
    a.minus = !a.minus;
    return a;
}

factor factor_add(factor a, factor b)
{
    if (a.minus == b.minus) return (factor){number_add(a.size, b.size), a.minus};
    if (number_compare(a.size, b.size) < 0) return factor_add(b, a);
    return (factor){number_subtract(a.size, b.size), a.minus};
}

factor factor_divide(factor a, uint32_t divisor)
{
    return (factor){divide_whole(a.size, divisor), a.minus};
}

factor factor_cosine(int k, int n)
{
    /* In integers to the first half, quarter and eighth of the circle. */
    k = ((k % n) + n) % n;
    if (2 * k > n) k = n - k;
    if (4 * k > n) return factor_negate(factor_cosine(n - 2 * k, 2 * n));
    if (4 * k == n) return (factor){number_whole(0), false};
    number cosine, sine;
    if (8 * k > n) root(n - 4 * k, 4 * n, &sine, &cosine);
    else root(k, n, &cosine, &sine);
    return (factor){cosine, false};
}

factor factor_sine(int k, int n)
{
    return factor_cosine(4 * k - n, 4 * n);
}

long double number_value(number a)
{
    long double value = 0;
    for (int i = 0; i < NUMBER_LIMBS; i++) value = value / 4294967296.0L + (long double)a.limb[i];
    return value;
}

void number_print(number a, char text[NUMBER_DIGITS + 3])
{
    /* Half a unit of the last digit makes what follows, which cuts, round. */
    number half = divide_whole(number_whole(1), 2);
    for (int i = 0; i < NUMBER_DIGITS; i++) half = divide_whole(half, 10);
    a = number_add(a, half);
    *text++ = (char)('0' + a.limb[WHOLE]);
    *text++ = '.';
    for (int i = 0; i < NUMBER_DIGITS; i++) {
        a.limb[WHOLE] = 0;
        a = number_multiply(a, number_whole(10));
        *text++ = (char)('0' + a.limb[WHOLE]);
    }
    *text = '\0';
}
