/* table.h - the divisors of a length, and the cheapest radices of each, by a dynamic programme: what every way to
 * choose radices begins with. */
#ifndef ATA_PLANNER_RADICES_TABLE_H
#define ATA_PLANNER_RADICES_TABLE_H

#include "recipe/costs.h"

enum { ATA_MOST_PRIMES = 16, ATA_MOST_DIVISORS = 4096 };

/* The divisors of prime[0]^exponent[0] prime[1]^exponent[1] ...: number d has the exponents d / weight[i] modulo
 * exponent[i] + 1. Numbers of factors are subtracted where the divisors are divided.
 *
 * The planner asks thousands of times whether one divides another, so each has its exponents beside each other in one
 * word too, with a bit left free above each: `above` has those bits, and a difference borrows those of the exponents
 * that are too small. Of numbers below 2^63 all of that fits 64 bits. */
typedef struct ata_divisors {
    int primes, count;
    int64_t prime[ATA_MOST_PRIMES];
    int exponent[ATA_MOST_PRIMES], weight[ATA_MOST_PRIMES];
    int bits; /* of a word that are taken */
    uint64_t above, word[ATA_MOST_DIVISORS];
} ata_divisors;

/* False where there are too many. */
bool ata_divisors_find(int64_t n, ata_divisors *all);

/* Whether divisor number a divides number b. */
static inline bool ata_divisors_divide(const ata_divisors *all, int a, int b)
{
    return (((all->word[b] | all->above) - all->word[a]) & all->above) == all->above;
}

typedef struct ata_radix_table {
    ata_divisors all;
    int number[ATA_COSTS_RADICES];           /* of each radix that divides n and may be used; 0 for the others */
    int some_count, some[ATA_COSTS_RADICES]; /* those radices by themselves, the shortest first */
    double best[ATA_MOST_DIVISORS];          /* ns a point */
    int64_t radix[ATA_MOST_DIVISORS];        /* the radix that reaches this divisor best */
} ata_radix_table;

/* That of a line, and that of the same line with both parts of a number in one vector; and the radices of the way at
 * hand, and of the best so far. All are the planner's: threads may have small stacks. */
typedef struct ata_radix_tables {
    ata_radix_table line, paired;
    ata_steps tried, found;
} ata_radix_tables;

/* What a stage takes, a point. */
static inline double ata_stage_cost(const ata_costs *costs, int64_t radix)
{
    return costs->radix[radix] + costs->stage;
}

/* Fill the table, of which `all` is there. `ends`: only with such radices as read and write the caller's memory. */
void ata_radix_table_fill(const ata_costs *costs, bool ends, ata_radix_table *t);

/* Append the radices of divisor d, the longest first; false when there is no room. */
bool ata_radix_table_append(const ata_radix_table *t, int d, ata_steps *steps);

/* Move one of these steps, and turn the order of so many around. */
void ata_radices_move(ata_step *step, int from, int to);
void ata_radices_reverse(ata_step *step, int count);

/* Of steps first .. end - 1, put the first one that can read and write the caller's memory to `to`; false when there is
 * none. */
bool ata_radices_put_end(const ata_costs *costs, ata_steps *steps, int first, int end, int to);

#endif
