/* collide.c - whether a tensor of counts n and strides s puts two of its elements into one place.
 *
 * Elements i and j meet when the difference d = i - j, not zero, gives sum d_k s_k = 0 with |d_k| < n_k. Signs of
 * strides do not matter, for d takes both. The search runs from the largest stride to the smallest and keeps the
 * residual r = sum of the d_k s_k chosen so far, which the strides not yet chosen must cancel. So r must be within
 * their reach and a multiple of their greatest common divisor: that leaves few d_k to try, one (the zero) in an
 * ordinary nested layout, and with one stride left every d_k that passes is an answer, so that the last two dimensions
 * are decided in closed form. Dimensions that continue each other (s_k = n_j s_j) are merged first, which changes no
 * place.
 */
#include <stdlib.h>

#include "problem/layout.h"

enum { SEARCH_BUDGET = 1 << 20 }; /* nodes: about a tenth of a second */

/* Non-nested tensors that reach further are no array of this world; below it no intermediate leaves 128 bits. */
#define REACH_MAX ((ata_wide)1 << 100)

typedef struct level {
    ata_wide n;
    ata_wide stride;
    ata_wide rest_reach; /* sum of (n - 1) * stride of the smaller strides */
    ata_wide rest_gcd;   /* of the smaller strides */
    ata_wide common;     /* gcd(stride, rest_gcd): residuals must be multiples of it */
    ata_wide modulus;    /* rest_gcd / common: the step between the d that can do */
    ata_wide inverse;    /* of stride / common, by that modulus */
} level;

typedef struct search {
    level levels[ATA_LAYOUT_RANK_MAX]; /* largest stride first */
    int count;
    int budget;
} search;

static ata_wide gcd(ata_wide a, ata_wide b)
{
    while (b != 0) {
        const ata_wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The number in 0 .. m-1 that is a by the modulus m. */
static ata_wide modulo(ata_wide a, ata_wide m)
{
    const ata_wide rest = a % m;
    return rest < 0 ? rest + m : rest;
}

/* The inverse of a by the modulus m, the two being coprime: Euclid's algorithm with one cofactor. */
static ata_wide inverse_modulo(ata_wide a, ata_wide m)
{
    ata_wide r0 = m, r1 = modulo(a, m), t0 = 0, t1 = 1;
    while (r1 != 0) {
        const ata_wide quotient = r0 / r1, r2 = r0 - quotient * r1, t2 = t0 - quotient * t1;
        r0 = r1;
        r1 = r2;
        t0 = t1;
        t1 = t2;
    }
    return modulo(t0, m);
}

static ata_wide divide_down(ata_wide a, ata_wide b)
{
    return a / b - (a % b < 0);
}

static int compare_levels(const void *left, const void *right)
{
    const level *a = left, *b = right;
    return (a->stride < b->stride) - (a->stride > b->stride);
}

/* Join dimensions that continue each other; levels are sorted, largest stride first. */
static void merge_levels(search *s)
{
    int kept = 0;
    for (int k = 1; k < s->count; k++) {
        level *outer = &s->levels[kept];
        const level *inner = &s->levels[k];
        if (outer->stride == inner->n * inner->stride && outer->n <= INT64_MAX / inner->n) {
            outer->n *= inner->n;
            outer->stride = inner->stride;
        } else {
            s->levels[++kept] = *inner;
        }
    }
    s->count = kept + 1;
}

/* Fill in what the smaller strides can do; returns whether every stride passes the reach of those below it, in which
 * case nothing meets. `reach` becomes the whole tensor's, or REACH_MAX. */
static bool prepare_levels(search *s, ata_wide *reach)
{
    bool nested = true;
    ata_wide sum = 0, divisor = 0;
    for (int k = s->count - 1; k >= 0; k--) {
        level *l = &s->levels[k];
        l->rest_reach = sum;
        l->rest_gcd = divisor;
        if (l->stride <= sum) nested = false;
        if (divisor != 0) {
            l->common = gcd(l->stride, divisor);
            l->modulus = divisor / l->common;
            l->inverse = inverse_modulo(l->stride / l->common, l->modulus);
        }
        sum += (l->n - 1) * l->stride;
        if (sum > REACH_MAX) sum = REACH_MAX;
        divisor = gcd(l->stride, divisor);
    }
    *reach = sum;
    return nested;
}

/* More elements than places: the multiples of the common divisor within reach. */
static bool is_crowded(const search *s, ata_wide reach)
{
    const level *top = &s->levels[0];
    const ata_wide places = reach / gcd(top->stride, top->rest_gcd) + 1;
    ata_wide elements = 1;
    for (int k = 0; k < s->count; k++) {
        if (s->levels[k].n > places / elements) return true; /* so that the product passes `places` */
        elements *= s->levels[k].n;
    }
    return false;
}

/* Whether levels k and below can cancel `residual`, d_k being positive if first. Out of budget counts as yes. */
static bool can_cancel(search *s, int k, ata_wide residual, bool first)
{
    const level *l = &s->levels[k];
    if (s->budget-- <= 0) return true;
    ata_wide low = -divide_down(residual + l->rest_reach, l->stride);
    ata_wide high = divide_down(l->rest_reach - residual, l->stride);
    if (low < -(l->n - 1)) low = -(l->n - 1);
    if (first && low < 1) low = 1;
    if (high > l->n - 1) high = l->n - 1;
    /* residual + d * stride must be a multiple of rest_gcd, which fixes d by the modulus. The residual is a multiple of
     * `common` already: it was made one, or is 0. */
    const ata_wide wanted = modulo(-residual / l->common, l->modulus) * l->inverse;
    for (ata_wide d = low + modulo(wanted - low, l->modulus); d <= high; d += l->modulus) {
        const ata_wide rest = residual + d * l->stride;
        if (rest == 0 || k == s->count - 2 || can_cancel(s, k + 1, rest, false)) return true;
    }
    return false;
}

bool ata_layout_collides(const int64_t *n, const int64_t *stride, int rank)
{
    search s = {.count = 0, .budget = SEARCH_BUDGET};
    for (int k = 0; k < rank; k++) {
        if (n[k] <= 1) continue;
        if (stride[k] == 0) return true;
        if (s.count == ATA_LAYOUT_RANK_MAX) return true; /* more dimensions than a problem can have: not decided */
        s.levels[s.count++] = (level){.n = n[k], .stride = stride[k] < 0 ? -(ata_wide)stride[k] : stride[k]};
    }
    if (s.count < 2) return false;
    qsort(s.levels, (size_t)s.count, sizeof s.levels[0], compare_levels);
    merge_levels(&s);
    ata_wide reach;
    if (prepare_levels(&s, &reach)) return false;
    if (reach == REACH_MAX || is_crowded(&s, reach)) return true;
    /* The first difference that is not zero may be taken as positive: the other sign is the same pair of elements. */
    for (int k = 0; k + 1 < s.count; k++)
        if (can_cancel(&s, k, 0, true)) return true;
    return false;
}
