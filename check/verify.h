/* verify.h - every check that applies to one problem: right, tidy, and the same each time. */
#ifndef ATALANTA_CHECK_VERIFY_H
#define ATALANTA_CHECK_VERIFY_H

#include <stdbool.h>

#include "atalanta.h"

typedef enum check_name {
    CHECK_NAME_REFERENCE, /* against the definition, or the same computed faster, in higher precision */
    CHECK_NAME_LINEARITY, /* see identity.h */
    CHECK_NAME_IMPULSE,
    CHECK_NAME_SHIFT,
    CHECK_NAME_ROUND_TRIP,
    CHECK_NAME_INPUT,   /* out of place, the input is as it was */
    CHECK_NAME_WRITTEN, /* every output is written, and the same whatever lay there and in the gaps before */
    CHECK_NAME_GUARDS,  /* nothing else is written: not around the arrays, not between their elements */
    CHECK_NAMES
} check_name;

/* As bits of a mask. */
#define CHECK_BIT(name) (1u << (name))
#define CHECK_ALL (CHECK_BIT(CHECK_NAMES) - 1)
#define CHECK_IDENTITIES                                                                             \
    (CHECK_BIT(CHECK_NAME_LINEARITY) | CHECK_BIT(CHECK_NAME_IMPULSE) | CHECK_BIT(CHECK_NAME_SHIFT) | \
     CHECK_BIT(CHECK_NAME_ROUND_TRIP))

typedef struct check_item {
    bool ran; /* false: not asked for, does not apply, or (a reference) would take too long */
    bool passed;
    double error; /* relative L2; for the last three, a count of what is wrong */
    double bound;
} check_item;

typedef struct check_result {
    bool passed;
    const char *engine; /* that the plan runs on; NULL if there was no plan */
    int threads;
    check_item item[CHECK_NAMES];
    char failure[768]; /* a sentence on the first failure, or on what kept the checks from running; else empty */
} check_result;

/* "round trip" for CHECK_NAME_ROUND_TRIP. */
const char *check_name_get(check_name name);

/* Run the checks of the mask on a problem. The seed makes the data and, being odd, puts the arrays at odd addresses.
 * What goes wrong in an execution is a check that failed; a status says that the checks could not be run: the problem
 * is not valid, no plan could be made, or memory is short. `result` is set in every case. */
ata_status check_problem(const ata_problem *problem, const ata_options *options, unsigned checks, uint64_t seed,
                         check_result *result);

#endif
