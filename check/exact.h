/* exact.h - a complex transform of any length in double-double arithmetic: slow, simple, and some ten digits better
 * than any result it is held against. For references at lengths where the definition itself would take too long.
 *
 * Powers of two by halving; every other length as a convolution with a chirp (Bluestein) over the next power of two.
 */
#ifndef ATALANTA_CHECK_EXACT_H
#define ATALANTA_CHECK_EXACT_H

#include "atalanta.h"
#include "check/dd.h"

typedef struct check_exact {
    int64_t n;
    int64_t m;           /* the power of two that is really transformed */
    dd_complex *twiddle; /* m - 1 roots: m/2 for the first halving, then m/4 for the second, and so on */
    dd_complex *chirp;   /* n of them, and then */
    dd_complex *filter;  /* the chirp's transform, m of them; NULL, like the next, where n is m */
    dd_complex *work;    /* m */
} check_exact;

ata_status check_exact_create(check_exact *exact, int64_t n);
void check_exact_destroy(check_exact *exact);

/* x[k] becomes sum x[j] exp(-2 pi i j k / n). Uses the work array: one execution at a time. */
void check_exact_execute(const check_exact *exact, dd_complex *x);

/* Butterflies one execution takes (creation takes as many), for a caller who has a budget. One costs about as much as
 * one multiplication and addition of long doubles in software. */
double check_exact_get_cost(int64_t n);

#endif
