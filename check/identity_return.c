/* identity_return.c - the round trip: there by the subject's plan, back by a plan for the matching inverse.
 *
 * The inverse has the two ends exchanged, strides and types and all, and what scale is left to be done. A half
 * spectrum of random numbers is no real array's, so a c2r problem is taken the other way: its inverse goes first.
 */
#include <math.h>

#include "check/error.h"
#include "check/identity.h"
#include "check/kinds.h"
#include "check/number.h"

static ata_problem get_inverse(const ata_problem *problem)
{
    ata_problem back = *problem;
    const ata_kind kind = check_problem_get_kind(problem);
    back.kind = kind == ATA_R2C ? ATA_C2R : kind == ATA_C2R ? ATA_R2C : kind;
    back.direction = problem->kind == ATA_C2R                                        ? ATA_FORWARD
                     : problem->kind == ATA_C2C && problem->direction == ATA_INVERSE ? ATA_FORWARD
                                                                                     : ATA_INVERSE;
    back.scale = kind == ATA_REVERSE ? ATA_SCALE_NONE : ATA_SCALE_NUMBER;
    back.scale_number =
        kind == ATA_REVERSE ? 0 : (double)(1 / (check_problem_get_points(problem) * check_problem_get_scale(problem)));
    back.type_in = problem->type_out;
    back.type_out = problem->type_in;
    for (int d = 0; d < problem->rank; d++) {
        back.dim[d].stride_in = problem->dim[d].stride_out;
        back.dim[d].stride_out = problem->dim[d].stride_in;
    }
    for (int d = 0; d < problem->batch_rank; d++) {
        back.batch[d].stride_in = problem->batch[d].stride_out;
        back.batch[d].stride_out = problem->batch[d].stride_in;
    }
    return back;
}

/* Where the journey starts and ends. */
typedef struct home {
    const check_end *end;
    void *re, *im;
    double amplitude;
    uint64_t seed;
} home;

static void fill(const home *h)
{
    check_walk walk;
    check_walk_init(&walk, h->end);
    do {
        double value[2] = {0, 0};
        for (int part = 0; part < h->end->numbers; part++) {
            const int64_t key = check_arrays_get_key(h->end, walk.offset, part);
            value[part] = h->amplitude * check_identity_get_random(h->end->type, h->seed, key);
        }
        check_end_store(h->end, h->re, h->im, walk.offset, value);
    } while (check_walk_next(&walk));
}

/* Make sure that what is found on return was brought back, not left behind. */
static void wipe(const home *h)
{
    static const double nothing[2] = {NAN, NAN};
    check_walk walk;
    check_walk_init(&walk, h->end);
    do check_end_store(h->end, h->re, h->im, walk.offset, nothing);
    while (check_walk_next(&walk));
}

static double compare(const home *h)
{
    check_error error = {0};
    check_walk walk;
    check_walk_init(&walk, h->end);
    do {
        double found[2];
        check_end_load(h->end, h->re, h->im, walk.offset, found);
        for (int part = 0; part < h->end->numbers; part++) {
            const int64_t key = check_arrays_get_key(h->end, walk.offset, part);
            const double value = h->amplitude * check_identity_get_random(h->end->type, h->seed, key);
            check_error_add(&error, found[part] - value, value);
        }
    } while (check_walk_next(&walk));
    return check_error_get(&error);
}

static ata_status travel(const check_subject *subject, const ata_plan *back, const home *h)
{
    const ata_problem *problem = &subject->arrays->problem;
    const ata_buffers there = check_arrays_get_buffers(subject->arrays);
    const ata_buffers again = {
        .in = there.out, .out = (void *)there.in, .in_imag = there.out_imag, .out_imag = (void *)there.in_imag};
    const bool back_first = problem->kind == ATA_C2R;
    fill(h);
    ata_status status = back_first ? ata_plan_execute_with(back, &again) : ata_plan_execute_with(subject->plan, &there);
    if (status != ATA_OK) return status;
    if (problem->place == ATA_OUT_OF_PLACE) wipe(h);
    return back_first ? ata_plan_execute_with(subject->plan, &there) : ata_plan_execute_with(back, &again);
}

ata_status check_identity_round_trip(const check_subject *subject, check_finding *finding)
{
    check_arrays *arrays = subject->arrays;
    const ata_problem *problem = &arrays->problem;
    const bool back_first = problem->kind == ATA_C2R;
    home h = {.end = back_first ? &arrays->out : &arrays->in, .seed = subject->seed};
    h.re = back_first ? arrays->out_re : arrays->in_re;
    h.im = back_first ? arrays->out_im : arrays->in_im;
    const ata_type away = back_first ? problem->type_in : problem->type_out;
    ata_problem inverse = get_inverse(problem);
    const double rms_home = check_identity_get_random_rms(h.end->type);
    const ata_problem *first = back_first ? &inverse : problem;
    h.amplitude = check_identity_get_amplitude(h.end->type, away, rms_home * check_identity_get_peak(first));
    /* An input of overlapping frames cannot be written back to; the library knows. */
    *finding = (check_finding){.applies = h.amplitude > 0 && ata_problem_check(&inverse, NULL) == ATA_OK};
    if (!finding->applies) return ATA_OK;

    ata_plan *back;
    ata_options options = subject->options ? *subject->options : (ata_options){0};
    options.recipe = NULL; /* it is the subject's, and need not be one for the way back */
    ata_status status = ata_plan_create(&back, &inverse, &options);
    if (status == ATA_ERROR_UNSUPPORTED && inverse.algorithm[0]) { /* one that is for one direction alone */
        inverse.algorithm[0] = '\0';
        status = ata_plan_create(&back, &inverse, &options);
    }
    if (status == ATA_ERROR_UNSUPPORTED) {
        finding->applies = false;
        return ATA_OK;
    }
    if (status != ATA_OK) return status;
    ata_plan_info info;
    status = ata_plan_get_info(back, &info);
    if (status == ATA_OK) status = travel(subject, back, &h);
    ata_plan_destroy(back);
    if (status != ATA_OK) return status;
    const ata_type arithmetic = check_problem_get_arithmetic(problem);
    finding->error = compare(&h);
    const double size = h.amplitude * rms_home, size_away = size * check_identity_get_gain(first);
    const int roundings = subject->roundings + check_error_count_roundings(&inverse, &info);
    finding->bound =
        2 * check_error_get_bound(problem) + /* both ways err alike where it comes from the same rounded constants */
        check_error_get_between(problem, roundings) + check_error_get_storage(away, arithmetic, size_away) / size_away +
        check_error_get_storage(h.end->type, arithmetic, size) / size;
    return ATA_OK;
}
