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
    dd_complex *filter;  /* the chirp's transform, m of them; NULL, like the chirp, where n is m */
} check_exact;

ata_status check_exact_create(check_exact *exact, int64_t n);
void check_exact_destroy(check_exact *exact);

/* x[k] becomes sum x[j] exp(-2 pi i j k / n). `work` has room for check_exact_get_work() numbers, 0 where n is m. Long
 * ones are shared out to the cores. */
void check_exact_execute(const check_exact *exact, dd_complex *x, dd_complex *work);
int64_t check_exact_get_work(const check_exact *exact);

/* Butterflies one execution takes (creation takes as many), for a caller who has a budget. One costs about as much as
 * one multiplication and addition of long doubles in software. */
double check_exact_get_cost(int64_t n);

#endif
