/* number.h - the constants of the codelets: non-negative fixed-point numbers below 2^32 with 160 bits of fraction.
 *
 * All in integers, so that the digits printed, and with them the generated files, are the same on every machine,
 * whatever its long double is.
 */
#ifndef ATA_CPU_CODELETS_NUMBER_H
#define ATA_CPU_CODELETS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { NUMBER_LIMBS = 6, NUMBER_DIGITS = 38 };

typedef struct number {
    uint32_t limb[NUMBER_LIMBS]; /* the lowest first; the last is the whole part */
} number;

number number_whole(uint32_t value);
number number_add(number a, number b);
number number_subtract(number a, number b); /* a >= b */
number number_multiply(number a, number b);
number number_divide(number a, number b); /* a <= b */
int number_compare(number a, number b);

/* Equal but for what rounding leaves behind. */
bool number_is_near(number a, number b);

typedef struct factor { /* a number with a sign */
    number size;
    bool minus;
} factor;

factor factor_add(factor a, factor b);
factor factor_negate(factor a);
factor factor_divide(factor a, uint32_t divisor);

/* cos and sin of 2 pi k / n, for any k; exact where they are whole. */
factor factor_cosine(int k, int n);
factor factor_sine(int k, int n);

long double number_value(number a);

/* Decimal, NUMBER_DIGITS after the point; for numbers below 10. */
void number_print(number a, char text[NUMBER_DIGITS + 3]);

#endif
