/* integer.c - factors, primes, residues. */
#include "core/integer.h"

int64_t ata_integer_gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool ata_integer_is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

int ata_integer_log2(int64_t n)
{
    return 63 - __builtin_clzll((unsigned long long)n);
}

int64_t ata_integer_smallest_factor(int64_t n)
{
    if (n % 2 == 0) return 2;
    if (n % 3 == 0) return 3;
    /* Every other prime is 6k - 1 or 6k + 1. */
    for (int64_t d = 5; d <= n / d; d += 6) {
        if (n % d == 0) return d;
        if (n % (d + 2) == 0) return d + 2;
    }
    return n;
}

bool ata_integer_is_prime(int64_t n)
{
    return n > 1 && ata_integer_smallest_factor(n) == n;
}

int64_t ata_integer_largest_factor(int64_t n)
{
    int64_t largest = 1;
    while (n > 1) {
        largest = ata_integer_smallest_factor(n);
        while (n % largest == 0) n /= largest;
    }
    return largest;
}

int64_t ata_integer_mul_mod(int64_t a, int64_t b, int64_t m)
{
    const int64_t half_wide = (int64_t)1 << 31;
    if (m <= half_wide) return a * b % m;
    return (int64_t)((unsigned __int128)a * (unsigned __int128)b % (unsigned __int128)m);
}

int64_t ata_integer_pow_mod(int64_t a, int64_t e, int64_t m)
{
    int64_t power = 1 % m;
    for (; e > 0; e >>= 1) {
        if (e & 1) power = ata_integer_mul_mod(power, a, m);
        a = ata_integer_mul_mod(a, a, m);
    }
    return power;
}

/* Products below 2^53, which doubles hold: a division is a multiplication then, at most one off. */
static void step_powers(const int64_t *from, int64_t factor, int64_t m, int64_t count, int64_t *to)
{
    const double inverse = 1 / (double)m;
    for (int64_t q = 0; q < count; q++) {
        const int64_t product = from[q] * factor;
        int64_t rest = product - (int64_t)((double)product * inverse) * m;
        rest += rest < 0 ? m : 0;
        to[q] = rest - (rest >= m ? m : 0);
    }
}

void ata_integer_powers_mod(int64_t g, int64_t m, int64_t count, int64_t *powers)
{
    enum { ROW = 64 }; /* each row from the one before: those wait for one another no more */
    const int64_t narrow = (int64_t)1 << 26;
    for (int64_t q = 0; q < count && (q < ROW || m > narrow); q++)
        powers[q] = q == 0 ? 1 % m : ata_integer_mul_mod(powers[q - 1], g, m);
    if (m > narrow) return;
    const int64_t factor = ata_integer_pow_mod(g, ROW, m);
    for (int64_t q = ROW; q < count; q += ROW)
        step_powers(powers + q - ROW, factor, m, count - q < ROW ? count - q : ROW, powers + q);
}

int64_t ata_integer_inverse_mod(int64_t a, int64_t m)
{
    int64_t r0 = m, r1 = a % m, x0 = 0, x1 = 1;
    while (r1 != 0) {
        const int64_t quotient = r0 / r1;
        const int64_t r2 = r0 - quotient * r1, x2 = x0 - quotient * x1;
        r0 = r1, r1 = r2;
        x0 = x1, x1 = x2;
    }
    return x0 < 0 ? x0 + m : x0;
}

int64_t ata_integer_generator(int64_t p)
{
    if (p == 2) return 1;
    int64_t primes[16]; /* the product of the first 16 primes is beyond 2^62 */
    int count = 0;
    for (int64_t rest = p - 1; rest > 1;) {
        const int64_t prime = ata_integer_smallest_factor(rest);
        primes[count++] = prime;
        while (rest % prime == 0) rest /= prime;
    }
    for (int64_t g = 2;; g++) {
        bool generates = true;
        for (int i = 0; i < count && generates; i++) generates = ata_integer_pow_mod(g, (p - 1) / primes[i], p) != 1;
        if (generates) return g;
    }
}

int64_t ata_integer_reverse_bits(int64_t n, int bits)
{
    int64_t reversed = 0;
    for (int bit = 0; bit < bits; bit++) reversed |= (n >> bit & 1) << (bits - 1 - bit);
    return reversed;
}
