/* table.c - the divisors of a length, and the cheapest radices of each. */
#include "planner/radices/table.h"

#include <math.h>
#include <string.h>

#include "core/integer.h"

/* --- Divisors ---------------------------------------------------------------------------------------------------- */

/* The divisors that the next prime adds, with one more of it each time, and their words. */
static void add_prime(ata_divisors *all, int64_t prime, int exponent)
{
    const int i = all->primes++, weight = all->count, width = 32 - __builtin_clz((unsigned int)exponent);
    all->prime[i] = prime;
    all->exponent[i] = exponent;
    all->weight[i] = weight;
    all->count *= exponent + 1;
    for (int d = weight; d < all->count; d++) all->word[d] = all->word[d - weight] + ((uint64_t)1 << all->bits);
    all->above |= (uint64_t)1 << (all->bits + width);
    all->bits += width + 1;
}

bool ata_divisors_find(int64_t n, ata_divisors *all)
{
    all->primes = all->bits = 0;
    all->count = 1;
    all->above = all->word[0] = 0;
    while (n > 1) {
        if (all->primes == ATA_MOST_PRIMES) return false;
        const int64_t prime = ata_integer_smallest_factor(n);
        int exponent = 0;
        for (; n % prime == 0; n /= prime) exponent++;
        if (all->count > ATA_MOST_DIVISORS / (exponent + 1)) return false;
        add_prime(all, prime, exponent);
    }
    return true;
}

/* The number of `radix` among the divisors; 0 when it is none (or 1). */
static int number_of(const ata_divisors *all, int64_t radix)
{
    int number = 0;
    for (int i = 0; i < all->primes; i++) {
        int exponent = 0;
        for (; radix % all->prime[i] == 0; radix /= all->prime[i]) exponent++;
        if (exponent > all->exponent[i]) return 0;
        number += exponent * all->weight[i];
    }
    return radix == 1 ? number : 0;
}

/* --- The cheapest radices of every divisor ------------------------------------------------------------------------ */

/* The radices that divide the length and may be used. */
static void find_radices(const ata_costs *costs, bool ends, ata_radix_table *t)
{
    t->some_count = 0;
    for (int r = 0; r < ATA_COSTS_RADICES; r++) {
        t->number[r] = r > 1 && costs->radix[r] > 0 && (costs->ends[r] || !ends) ? number_of(&t->all, r) : 0;
        if (t->number[r] > 0) t->some[t->some_count++] = r;
    }
}

void ata_radix_table_fill(const ata_costs *costs, bool ends, ata_radix_table *t)
{
    find_radices(costs, ends, t);
    t->best[0] = 0;
    for (int d = 1; d < t->all.count; d++) {
        t->best[d] = INFINITY;
        for (int i = 0; i < t->some_count; i++) {
            const int r = t->some[i], number = t->number[r];
            if (!ata_divisors_divide(&t->all, number, d)) continue;
            const double ns = t->best[d - number] + ata_stage_cost(costs, r);
            if (!ata_costs_less(ns, t->best[d])) continue;
            t->best[d] = ns;
            t->radix[d] = r;
        }
    }
}

bool ata_radix_table_append(const ata_radix_table *t, int d, ata_steps *steps)
{
    const int first = steps->count;
    for (; d > 0; d -= t->number[t->radix[d]]) {
        if (ata_steps_add(steps, ATA_OP_RADIX, t->radix[d]) < 0) return false;
        for (int i = steps->count - 1; i > first && steps->step[i].n > steps->step[i - 1].n; i--) {
            const ata_step swap = steps->step[i];
            steps->step[i] = steps->step[i - 1];
            steps->step[i - 1] = swap;
        }
    }
    return true;
}

/* --- Order ------------------------------------------------------------------------------------------------------- */

void ata_radices_move(ata_step *step, int from, int to)
{
    const ata_step moved = step[from];
    if (from < to) memmove(step + from, step + from + 1, (size_t)(to - from) * sizeof *step);
    else memmove(step + to + 1, step + to, (size_t)(from - to) * sizeof *step);
    step[to] = moved;
}

void ata_radices_reverse(ata_step *step, int count)
{
    for (int i = 0; i < count; i++) ata_radices_move(step, count - 1, i);
}

bool ata_radices_put_end(const ata_costs *costs, ata_steps *steps, int first, int end, int to)
{
    for (int i = first; i < end; i++)
        if (costs->ends[steps->step[i].n]) {
            ata_radices_move(steps->step, i, to);
            return true;
        }
    return false;
}
