/* line.h - one line of a transform, along one dimension, far more exactly than any library: by the definition in long
 * double, or through check/exact.h where the definition would take too long.
 */
#ifndef ATALANTA_CHECK_LINE_H
#define ATALANTA_CHECK_LINE_H

#include "check/exact.h"
#include "check/kinds.h"

typedef enum check_method { CHECK_BY_DEFINITION, CHECK_BY_HALVING } check_method;

typedef struct check_line {
    ata_kind kind;
    bool inverse;
    int64_t n, count_in, count_out; /* logical length; numbers that go in and come out (n/2 + 1 at a halved end) */
    check_method method;
    check_kernel kernel;
    long double *cosine, *sine; /* by definition: one period */
    check_exact exact;          /* by halving: over the period */
} check_line;

/* A line of length n. `inverse` matters to ATA_C2C only; a real kind is to have its direction taken in already. */
ata_status check_line_create(check_line *line, ata_kind kind, bool inverse, int64_t n, check_method method);
void check_line_destroy(check_line *line);

/* Transform count_in numbers x to count_out numbers y; imaginary parts that the kind has not may be NULL. x is used
 * up. `scratch` has room for check_line_get_scratch() numbers, which may be none: threads that share a line have each
 * their own. */
void check_line_execute(const check_line *line, long double *x_re, long double *x_im, long double *y_re,
                        long double *y_im, dd_complex *scratch);
int64_t check_line_get_scratch(const check_line *line);

/* Multiplications and additions that one line takes, in long double in software or what takes as long. */
double check_line_get_cost(ata_kind kind, int64_t n, check_method method);

#endif
