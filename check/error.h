/* error.h - how wrong an answer is, and how wrong it may be.
 *
 * The error is the relative L2 error ||out - reference|| / ||reference|| over everything that is looked at together.
 * The bounds are those a good transform keeps, not a thousand times them; error.c gives the reasoning.
 */
#ifndef ATALANTA_CHECK_ERROR_H
#define ATALANTA_CHECK_ERROR_H

#include <stdbool.h>

#include "atalanta.h"

/* A running sum of squares; zero it to begin. Short sums are kept in double and emptied into long double now and
 * then, which is as good and, where long double is software, much faster. */
typedef struct check_error {
    double difference_part, norm_part;
    int parts;
    long double difference, norm;
    int64_t count;
} check_error;

/* Add one number: what it lacks to the reference, and the reference. */
void check_error_add(check_error *error, double difference, double reference);

/* Add what another sum has. */
void check_error_merge(check_error *error, const check_error *other);

/* The relative L2 error so far. 0 when nothing differs; infinite when the reference is all zero and something does;
 * NaN when a NaN or an infinity was met, which passes no bound (compare with check_error_passes). */
double check_error_get(const check_error *error);

/* The root mean squares of the references and of the differences so far. */
double check_error_get_rms(const check_error *error);
double check_error_get_difference(const check_error *error);

/* error <= bound, and false for NaN. */
bool check_error_passes(double error, double bound);

/* By how much the arithmetic must have been wrong, at the least, for `out` to have been stored in place of
 * `reference`: their difference where the storage is as fine as the arithmetic, and else the distance from the
 * reference to the values that are stored as `out`. */
double check_error_get_excess(ata_type storage, ata_type arithmetic, double out, long double reference);

/* The bound on the error of the arithmetic of a complete problem, whatever its storage. */
double check_error_get_bound(const ata_problem *complete);

/* What storing numbers of root mean square `rms` may put them off by, as a root mean square; 0 where the storage is
 * as fine as the arithmetic. */
double check_error_get_storage(ata_type storage, ata_type arithmetic, double rms);

/* How often a plan rounds to the type of its problem between passes: never on the CPU, which keeps what it computes in.
 * And what so many roundings may add to the bound. */
int check_error_count_roundings(const ata_problem *complete, const ata_plan_info *info);
double check_error_get_between(const ata_problem *complete, int roundings);

#endif
