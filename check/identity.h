/* identity.h - what must hold between answers, whatever they are: no second library, no slow reference, any size.
 *
 *     linearity    F(a x + b y) = a F(x) + b F(y)
 *     impulse      F of a single 1 is a column of the definition: known roots of unity
 *     shift        F of x turned round by s is F(x) with its phases turned
 *     round trip   the matching inverse gives the input back
 *
 * Linear, right on impulses at random places, and in step with shifts: that leaves little room to be wrong. Test
 * vectors are made of keyed random numbers, so none has to be kept; at most one output is.
 */
#ifndef ATALANTA_CHECK_IDENTITY_H
#define ATALANTA_CHECK_IDENTITY_H

#include "check/array.h"

/* What is examined. The arrays' contents are used up. */
typedef struct check_subject {
    const ata_plan *plan;
    const ata_options *options; /* for the plan of the way back */
    check_arrays *arrays;       /* its problem is the subject's */
    int roundings;              /* of the plan, to a storage type between passes (error.h) */
    uint64_t seed;
} check_subject;

typedef struct check_finding {
    bool applies; /* false: the identity says nothing about this problem, and the rest is not set */
    double error; /* relative L2 */
    double bound;
} check_finding;

/* Each returns a status for what kept it from finding out: an execution that failed, or no memory. */
ata_status check_identity_linearity(const check_subject *subject, check_finding *finding);
ata_status check_identity_impulse(const check_subject *subject, check_finding *finding);
ata_status check_identity_shift(const check_subject *subject, check_finding *finding);
ata_status check_identity_round_trip(const check_subject *subject, check_finding *finding);

/* --- Shared by the files of the identities --------------------------------------------------------------------- */

/* A random number that leaves room in its type: five times it is still exact. */
double check_identity_get_random(ata_type type, uint64_t seed, int64_t key);

/* The root mean square of such numbers. */
double check_identity_get_random_rms(ata_type type);

/* For an input of random numbers of root mean square 1: the root mean square of the output, and what it hardly
 * exceeds. */
double check_identity_get_gain(const ata_problem *complete);
double check_identity_get_peak(const ata_problem *complete);

/* A power of two to multiply an input of type `from` by, so that an output that would reach `peak` stays within its
 * type `to`; 0 if there is none. */
double check_identity_get_amplitude(ata_type from, ata_type to, double peak);

/* The bound of the subject's problem, with what its plan rounds between passes. */
double check_identity_get_bound(const check_subject *subject);

/* Run the subject's plan on its arrays. */
ata_status check_identity_execute(const check_subject *subject);

/* The frequency or time that lies at `position` along a dimension of length n on one side of a problem, its order
 * taken in. */
int64_t check_identity_get_logical(const ata_problem *complete, check_side side, int64_t position, int64_t n);

/* Whether no two elements of the input share a place, as overlapping frames do. */
bool check_identity_is_distinct(const ata_problem *complete);

#endif
