/* test_core.c - whole numbers and roots of unity, which everything else is computed from. */
#include <math.h>

#include "core/integer.h"
#include "core/roots.h"
#include "test.h"

/* cos and sin of 2 pi k / n by the C library's long doubles, after an exact reduction to the first eighth. */
static void reference(int64_t k, int64_t n, long double *re, long double *im)
{
    const long double eighth = 0.785398163397448309615660845819875721L;
    const int64_t quarter = 4 * k / n, inside = 4 * k - quarter * n;
    const bool mirrored = 2 * inside > n;
    const long double angle = 2 * eighth * (long double)(mirrored ? n - inside : inside) / (long double)n;
    const long double c = mirrored ? sinl(angle) : cosl(angle), s = mirrored ? cosl(angle) : sinl(angle);
    const long double turned[4][2] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
    *re = turned[quarter][0];
    *im = -turned[quarter][1];
}

/* Correct rounding is off by at most 2^-54 below 1; a hundredth more is allowed for the reference's own error. */
static void roots_are_correctly_rounded(void)
{
    static const int64_t lengths[] = {
        1, 2, 3, 4, 5, 7, 8, 12, 100, 1024, 4095, 65536, 1000003, 1 << 24, (1LL << 40) + 7};
    const long double limit = 0x1.03p-54L;
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const int64_t n = lengths[i];
        ata_root_table roots;
        CHECK(ata_roots_init(&roots, n) == ATA_OK);
        for (int64_t t = 0; t < 2000; t++) {
            const int64_t k = n <= 2000 ? t % n : (int64_t)((unsigned __int128)t * 0x9e3779b97f4a7c15u % (uint64_t)n);
            long double re, im;
            reference(k, n, &re, &im);
            const ata_root root = ata_roots_get(&roots, k);
            CHECK(fabsl(root.re - re) <= limit && fabsl(root.im - im) <= limit, "root %lld of %lld", (long long)k,
                  (long long)n);
        }
        ata_roots_fini(&roots);
    }
}

static void factors_and_primes(void)
{
    static bool composite[10000];
    for (int64_t n = 2; n < 10000; n++) {
        CHECK(ata_integer_is_prime(n) == !composite[n], "%d", (int)n);
        if (!composite[n])
            for (int64_t m = 2 * n; m < 10000; m += n) composite[m] = true;
        CHECK(n % ata_integer_smallest_factor(n) == 0 && ata_integer_is_prime(ata_integer_smallest_factor(n)));
        CHECK(n % ata_integer_largest_factor(n) == 0 && ata_integer_is_prime(ata_integer_largest_factor(n)));
    }
    CHECK(ata_integer_largest_factor(1) == 1 && ata_integer_smallest_factor(1) == 1 && !ata_integer_is_prime(1));
}

static void generators_generate(void)
{
    static const int64_t primes[] = {2, 3, 5, 7, 17, 257, 1009, 10007, 65537};
    for (unsigned i = 0; i < sizeof primes / sizeof primes[0]; i++) {
        const int64_t p = primes[i], g = ata_integer_generator(p);
        int64_t power = 1, order = 0;
        do {
            power = ata_integer_mul_mod(power, g, p);
            order++;
        } while (power != 1);
        CHECK(order == p - 1, "%d modulo %d has the order %d", (int)g, (int)p, (int)order);
        CHECK(ata_integer_mul_mod(g, ata_integer_inverse_mod(g, p), p) == 1 % p);
    }
}

/* Those of small moduli, which are taken in rows, and of large ones. */
static void powers_follow_one_another(void)
{
    static const int64_t moduli[] = {1,        2,        5,          97,         65537,        995329,
                                     67108859, 67108879, 2147483629, 2147483659, 1000000000039};
    enum { COUNT = 1000 };
    int64_t powers[COUNT + 1];
    for (unsigned i = 0; i < sizeof moduli / sizeof moduli[0]; i++)
        for (int64_t count = 0; count <= COUNT; count += count < 200 ? 1 : 100) {
            const int64_t m = moduli[i], g = m > 2 ? m / 2 : m - 1;
            bool right = true;
            powers[count] = -1;
            ata_integer_powers_mod(g, m, count, powers);
            for (int64_t q = 0; q < count; q++)
                right = right && powers[q] == (q == 0 ? 1 % m : (int64_t)((__int128)powers[q - 1] * g % m));
            CHECK(right && powers[count] == -1, "%d powers modulo %lld", (int)count, (long long)m);
        }
}

static void bits_are_reversed(void)
{
    CHECK(ata_integer_reverse_bits(1, 4) == 8 && ata_integer_reverse_bits(6, 4) == 6 &&
          ata_integer_reverse_bits(0, 0) == 0);
    for (int64_t n = 0; n < 1024; n++) CHECK(ata_integer_reverse_bits(ata_integer_reverse_bits(n, 10), 10) == n);
}

/* Products of tables leave no zeros by themselves. */
static void quarters_of_the_circle_are_exact(void)
{
    for (int64_t n = 4; n < 20000; n += 4) {
        ata_root_table roots;
        CHECK(ata_roots_init(&roots, n) == ATA_OK);
        const ata_root first = ata_roots_get(&roots, n / 4), second = ata_roots_get(&roots, n / 2);
        const ata_root third = ata_roots_get(&roots, n / 4 * 3);
        CHECK(first.re == 0 && first.im == -1 && second.re == -1 && second.im == 0 && third.re == 0 && third.im == 1,
              "of %lld", (long long)n);
        ata_roots_fini(&roots);
    }
}

static const test_case cases[] = {
    {"roots_are_correctly_rounded", roots_are_correctly_rounded},
    {"quarters_of_the_circle_are_exact", quarters_of_the_circle_are_exact},
    {"factors_and_primes", factors_and_primes},
    {"generators_generate", generators_generate},
    {"powers_follow_one_another", powers_follow_one_another},
    {"bits_are_reversed", bits_are_reversed},
};

TEST_MAIN(cases)
