/* integer.h - arithmetic on whole numbers: factors, primes, residues. Numbers are positive and below 2^62. */
#ifndef ATA_CORE_INTEGER_H
#define ATA_CORE_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

int64_t ata_integer_gcd(int64_t a, int64_t b);

bool ata_integer_is_power_of_two(int64_t n);

/* log2 of a power of two. */
int ata_integer_log2(int64_t n);

/* The smallest prime factor; n itself for a prime, 1 for 1. By trial division: up to sqrt(n)/3 steps. */
int64_t ata_integer_smallest_factor(int64_t n);

bool ata_integer_is_prime(int64_t n);

/* The largest prime factor; 1 for 1. */
int64_t ata_integer_largest_factor(int64_t n);

/* a * b mod m, and a^e mod m, for 0 <= a, b < m; the former also where a * b is below 2^62. */
int64_t ata_integer_mul_mod(int64_t a, int64_t b, int64_t m);
int64_t ata_integer_pow_mod(int64_t a, int64_t e, int64_t m);

/* g^q mod m for q = 0 .. count - 1, 0 < g < m. */
void ata_integer_powers_mod(int64_t g, int64_t m, int64_t count, int64_t *powers);

/* The x in 0..m-1 with a x = 1 mod m; a and m coprime. */
int64_t ata_integer_inverse_mod(int64_t a, int64_t m);

/* The smallest generator of the multiplicative group modulo a prime p. */
int64_t ata_integer_generator(int64_t p);

/* The lowest `bits` bits of n in the opposite order. */
int64_t ata_integer_reverse_bits(int64_t n, int bits);

#endif
