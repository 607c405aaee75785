/* random.h - seeded random numbers, the same on every machine, so that a failure can be run again from its seed
 * alone. */
#ifndef ATALANTA_CHECK_RANDOM_H
#define ATALANTA_CHECK_RANDOM_H

#include <stdint.h>

typedef struct check_random {
    uint64_t state;
} check_random;

void check_random_init(check_random *random, uint64_t seed);

/* 64 random bits. */
uint64_t check_random_get(check_random *random);

/* Uniform in [-1, 1), a multiple of 2^-52. */
double check_random_get_unit(check_random *random);

/* Uniform in low .. high, both included; high - low must fit 63 bits. */
int64_t check_random_get_int(check_random *random, int64_t low, int64_t high);

/* The random bits that belong to `key` under `seed`: the same whenever asked, in any order. A test vector made this
 * way need not be kept to be compared with, nor to be shifted. */
uint64_t check_random_get_keyed(uint64_t seed, uint64_t key);

#endif
