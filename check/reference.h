/* reference.h - the right answer to a problem, to hold an output against.
 *
 * Computed separably, one line after another along each dimension, by the definition in long double where that can be
 * afforded and by check/exact.h where not. Of a large batch only some transforms are computed: the first, the last and
 * random ones between. It stays good for any number of outputs, of any library, precision or layout, that have the same
 * logical shape.
 */
#ifndef ATALANTA_CHECK_REFERENCE_H
#define ATALANTA_CHECK_REFERENCE_H

#include "check/array.h"
#include "check/line.h"

typedef struct check_reference {
    int64_t batches;    /* of the problem */
    int64_t points;     /* elements of one output */
    int numbers;        /* of an element */
    int64_t samples;    /* transforms that were computed */
    int64_t *sample;    /* which of the batch */
    long double *value; /* samples x points x numbers */
} check_reference;

/* Budgets, in multiplications and additions of long doubles: some 60 ns where they are software, 1 ns where not. */
#define CHECK_BUDGET_USUAL 5e7

/* Compute the answers to `complete`, whose input lies at in_re (and in_im if split). The definition is used if it
 * takes at most a tenth of the budget, else halving. If not even one transform of the batch can be had for `budget`,
 * ATA_ERROR_OPTION is returned and there is no reference. `seed` chooses the samples. */
ata_status check_reference_create(check_reference *reference, const ata_problem *complete, const void *in_re,
                                  const void *in_im, double budget, uint64_t seed);
void check_reference_destroy(check_reference *reference);

/* The relative L2 error of an output, as stored; and without what its storage explains (see check_error_get_excess).
 * `end` says how the output lies, `arithmetic` what it was computed in. */
double check_reference_get_error(const check_reference *reference, const check_end *end, const void *out_re,
                                 const void *out_im);
double check_reference_get_excess(const check_reference *reference, const check_end *end, ata_type arithmetic,
                                  const void *out_re, const void *out_im);

#endif
