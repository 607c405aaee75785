/* verify.c - runs the checks of one problem in an order in which each leaves the next what it needs. */
#include "check/verify.h"

#include <stdio.h>

#include "check/error.h"
#include "check/identity.h"
#include "check/random.h"
#include "check/reference.h"

typedef struct verification {
    check_subject subject;
    ata_plan *plan;
    check_arrays arrays;
    unsigned checks;
    check_result *result;
} verification;

static const char *const names[CHECK_NAMES] = {
    [CHECK_NAME_REFERENCE] = "reference", [CHECK_NAME_LINEARITY] = "linearity",   [CHECK_NAME_IMPULSE] = "impulse",
    [CHECK_NAME_SHIFT] = "shift",         [CHECK_NAME_ROUND_TRIP] = "round trip", [CHECK_NAME_INPUT] = "input kept",
    [CHECK_NAME_WRITTEN] = "written",     [CHECK_NAME_GUARDS] = "guards",
};

const char *check_name_get(check_name name)
{
    return (unsigned)name < CHECK_NAMES ? names[name] : "unknown check";
}

static bool wants(const verification *v, check_name name)
{
    return v->checks & CHECK_BIT(name);
}

static void record(verification *v, check_name name, double error, double bound, const char *sentence)
{
    const bool passed = check_error_passes(error, bound);
    v->result->item[name] = (check_item){.ran = true, .passed = passed, .error = error, .bound = bound};
    if (passed) return;
    v->result->passed = false;
    if (v->result->failure[0]) return;
    snprintf(v->result->failure, sizeof v->result->failure, sentence, error, bound);
}

/* An execution that did not end well fails the check it was for. Being out of memory is nobody's fault. */
static ata_status record_status(verification *v, check_name name, ata_status status)
{
    if (status == ATA_OK || status == ATA_ERROR_MEMORY) return status;
    v->result->item[name] = (check_item){.ran = true};
    v->result->passed = false;
    if (!v->result->failure[0]) {
        snprintf(v->result->failure, sizeof v->result->failure, "%s: execution failed with %s: %s", names[name],
                 ata_status_name(status), ata_last_error()->message);
    }
    return ATA_OK;
}

/* Fill everything that is not input with the poison, and transform. */
static ata_status run(verification *v, int poison, uint64_t *input_digest)
{
    check_arrays_set_poison(&v->arrays, poison);
    check_arrays_fill(&v->arrays, v->subject.seed);
    *input_digest = check_arrays_get_input_digest(&v->arrays);
    return check_identity_execute(&v->subject);
}

/* In place the input is lost by running, so the reference is made first, from an input filled the same. */
static ata_status verify_reference(verification *v)
{
    check_reference reference;
    uint64_t digest;
    const ata_problem *problem = &v->arrays.problem;
    if (!wants(v, CHECK_NAME_REFERENCE)) return ATA_OK;
    check_arrays_fill(&v->arrays, v->subject.seed);
    ata_status status = check_reference_create(&reference, problem, v->arrays.in_re, v->arrays.in_im,
                                               CHECK_BUDGET_USUAL, v->subject.seed);
    if (status == ATA_ERROR_OPTION) return ATA_OK; /* beyond the budget: the identities have to do */
    if (status != ATA_OK) return status;
    status = run(v, CHECK_POISON, &digest);
    if (status == ATA_OK) {
        const double error = check_reference_get_excess(
            &reference, &v->arrays.out, check_problem_get_arithmetic(problem), v->arrays.out_re, v->arrays.out_im);
        record(v, CHECK_NAME_REFERENCE, error, check_identity_get_bound(&v->subject),
               "reference: the relative L2 error is %.3g, and may be %.3g");
    }
    check_reference_destroy(&reference);
    return record_status(v, CHECK_NAME_REFERENCE, status);
}

/* Two runs over two poisons: what is not written, or depends on what lay in a gap, comes out different. */
static ata_status verify_tidiness(verification *v)
{
    enum { OTHER_POISON = 0x5a };
    uint64_t before, again;
    if (!(v->checks & (CHECK_BIT(CHECK_NAME_INPUT) | CHECK_BIT(CHECK_NAME_WRITTEN) | CHECK_BIT(CHECK_NAME_GUARDS)))) {
        return ATA_OK;
    }
    ata_status status = run(v, CHECK_POISON, &before);
    if (status != ATA_OK) return record_status(v, CHECK_NAME_WRITTEN, status);
    const uint64_t first = check_arrays_get_output_digest(&v->arrays);
    if (wants(v, CHECK_NAME_INPUT) && v->arrays.problem.place == ATA_OUT_OF_PLACE) {
        const bool kept = check_arrays_get_input_digest(&v->arrays) == before;
        record(v, CHECK_NAME_INPUT, !kept, 0, "input kept: the input of an out-of-place transform was changed");
    }
    status = run(v, OTHER_POISON, &again);
    if (status != ATA_OK) return record_status(v, CHECK_NAME_WRITTEN, status);
    if (wants(v, CHECK_NAME_WRITTEN)) {
        const bool same = check_arrays_get_output_digest(&v->arrays) == first;
        record(v, CHECK_NAME_WRITTEN, !same, 0,
               "written: an output depends on what lay in the output or in a gap before the run, or changes from run "
               "to run");
    }
    if (wants(v, CHECK_NAME_GUARDS)) {
        record(v, CHECK_NAME_GUARDS, (double)check_arrays_count_damage(&v->arrays, OTHER_POISON), 0,
               "guards: %.0f bytes were written that are no part of the output");
    }
    return ATA_OK;
}

static ata_status verify_identities(verification *v)
{
    static const struct {
        check_name name;
        ata_status (*run)(const check_subject *, check_finding *);
        const char *sentence;
    } identities[] = {
        {CHECK_NAME_LINEARITY, check_identity_linearity,
         "linearity: F(ax + by) is off from aF(x) + bF(y) by %.3g, and may be by %.3g"},
        {CHECK_NAME_IMPULSE, check_identity_impulse,
         "impulse: the transform of an impulse is off by %.3g, and may be by %.3g"},
        {CHECK_NAME_SHIFT, check_identity_shift,
         "shift: the transform of a shifted input is off by %.3g, and may be by %.3g"},
        {CHECK_NAME_ROUND_TRIP, check_identity_round_trip,
         "round trip: what comes back is off by %.3g, and may be by %.3g"},
    };
    for (int i = 0; i < (int)(sizeof identities / sizeof identities[0]); i++) {
        check_finding finding = {0};
        if (!wants(v, identities[i].name)) continue;
        const ata_status status = identities[i].run(&v->subject, &finding);
        if (status == ATA_OK && finding.applies) {
            record(v, identities[i].name, finding.error, finding.bound, identities[i].sentence);
        }
        if (record_status(v, identities[i].name, status) != ATA_OK) return status;
    }
    return ATA_OK;
}

ata_status check_problem(const ata_problem *problem, const ata_options *options, unsigned checks, uint64_t seed,
                         check_result *result)
{
    static const int odd_addresses[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 20, 31, 33, 40, 57, 63};
    *result = (check_result){.passed = true};
    verification v = {.checks = checks, .result = result};
    const int misalign = seed % 2 ? odd_addresses[check_random_get_keyed(seed, 0) % 16] : 0;
    ata_status status = check_arrays_create(&v.arrays, problem, misalign);
    if (status == ATA_OK) status = ata_plan_create(&v.plan, problem, options);
    v.subject = (check_subject){.plan = v.plan, .options = options, .arrays = &v.arrays, .seed = seed};
    ata_plan_info info;
    if (status == ATA_OK) status = ata_plan_get_info(v.plan, &info);
    if (status == ATA_OK) {
        result->engine = info.engine;
        result->threads = info.threads;
        v.subject.roundings = check_error_count_roundings(&v.arrays.problem, &info);
        /* Gaps hold the poison while the identities run, too. */
        check_arrays_set_poison(&v.arrays, CHECK_POISON);
        status = verify_reference(&v);
        if (status == ATA_OK) status = verify_identities(&v);
        if (status == ATA_OK) status = verify_tidiness(&v);
    }
    if (status != ATA_OK) {
        result->passed = false;
        const bool ours = status == ATA_ERROR_MEMORY; /* the checks' own arrays: the library may not have been asked */
        snprintf(result->failure, sizeof result->failure, "%s",
                 ours ? "out of memory for the checks; try a smaller problem" : ata_last_error()->message);
    }
    ata_plan_destroy(v.plan);
    check_arrays_destroy(&v.arrays);
    return status;
}
