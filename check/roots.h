/* roots.h - roots of unity, exact to the last bits of the precision they are given in. */
#ifndef ATALANTA_CHECK_ROOTS_H
#define ATALANTA_CHECK_ROOTS_H

#include "atalanta.h"
#include "check/dd.h"

/* exp(2 pi i j / n) for 0 <= j < n: the angle is brought into the first eighth of the circle as a ratio of integers,
 * which costs no accuracy, and only then handed to cosl and sinl. n below 2^60. */
void check_root_get(int64_t j, int64_t n, long double *re, long double *im);

/* All n roots, ready to be asked for. Beyond a few thousand they are kept as two short tables, the root of j being the
 * product of those of its high and low digits: long double sines in software take a microsecond each. */
typedef struct check_roots {
    int64_t n;
    int shift; /* bits of the low digit */
    dd_complex *high, *low;
} check_roots;

ata_status check_roots_create(check_roots *roots, int64_t n);
void check_roots_destroy(check_roots *roots);

/* exp(2 pi i j / n) for 0 <= j < n. */
dd_complex check_roots_get(const check_roots *roots, int64_t j);

#endif
