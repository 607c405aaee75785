/* identity_linear.c - linearity and shift: two identities between outputs, of which one is kept.
 *
 * Of a huge batch only some transforms are kept and compared; all are computed.
 */
#include <math.h>
#include <stdlib.h>

#include "check/error.h"
#include "check/identity.h"
#include "check/kinds.h"
#include "check/random.h"
#include "check/roots.h"

enum { KEPT_NUMBERS = 1 << 26 }; /* half a gigabyte, unless one transform alone is larger */

/* Some outputs, dense, in double: which holds every storage type exactly. */
typedef struct kept {
    double *value;
    int64_t samples, batches;
} kept;

static ata_status kept_create(kept *k, const check_end *end)
{
    const int64_t numbers = end->points * end->numbers;
    const int64_t most = KEPT_NUMBERS / numbers > 0 ? KEPT_NUMBERS / numbers : 1;
    k->batches = end->batches;
    k->samples = end->batches < most ? end->batches : most;
    k->value = malloc((size_t)(k->samples * numbers) * sizeof *k->value);
    return k->value ? ATA_OK : ATA_ERROR_MEMORY;
}

/* Evenly spread over the batch, first and last among them. */
static int64_t kept_batch(const kept *k, int64_t sample)
{
    if (k->samples == 1) return 0;
    return (int64_t)((double)sample * (double)(k->batches - 1) / (double)(k->samples - 1));
}

/* Add `factor` times the output to what is kept, or begin with it. Returns the root mean square of that. */
static double kept_add(const kept *k, const check_arrays *arrays, double factor, bool begin)
{
    const check_end *end = &arrays->out;
    double *value = k->value;
    check_error size = {0};
    for (int64_t s = 0; s < k->samples; s++) {
        check_walk walk;
        check_walk_init_batch(&walk, end, kept_batch(k, s));
        do {
            double out[2];
            check_end_load(end, arrays->out_re, arrays->out_im, walk.offset, out);
            for (int part = 0; part < end->numbers; part++, value++) {
                *value = (begin ? 0 : *value) + factor * out[part];
                check_error_add(&size, 0, out[part]);
            }
        } while (check_walk_next(&walk));
    }
    return fabs(factor) * check_error_get_rms(&size);
}

/* --- What two identities between outputs share ----------------------------------------------------------------- */

/* Every output that takes part has an error of its own: `size` holds their root mean squares, each times its factor,
 * as far as `count`. Errors of arithmetic are independent of each other and add up as squares, so the difference is
 * measured against the root of the sum of all squares, and the bound of one error holds. Roundings to a coarse type
 * are few in a small transform and may all point one way: they are allowed to add up as they are. */
static void conclude(const check_subject *subject, const double *size, int count, double difference,
                     check_finding *finding)
{
    const check_arrays *arrays = subject->arrays;
    const ata_type type = arrays->out.type, arithmetic = check_problem_get_arithmetic(&arrays->problem);
    double squares = 0, storage = 0;
    for (int i = 0; i < count; i++) {
        squares += size[i] * size[i];
        storage += check_error_get_storage(type, arithmetic, size[i]);
    }
    const double whole = squares > 0 ? sqrt(squares) : 1;
    finding->error = difference / whole;
    finding->bound = check_identity_get_bound(subject) + storage / whole;
}

/* --- Linearity ------------------------------------------------------------------------------------------------ */

static const double factor_x = 3, factor_y = -2; /* small integers: a x + b y is exact in every type */

typedef struct mixture {
    double x, y, amplitude;
    uint64_t seed;
} mixture;

static void fill_mixture(check_arrays *arrays, mixture mix)
{
    const check_end *end = &arrays->in;
    check_walk walk;
    check_walk_init(&walk, end);
    do {
        double value[2] = {0, 0};
        for (int part = 0; part < end->numbers; part++) {
            const int64_t key = check_arrays_get_key(end, walk.offset, part);
            if (mix.x != 0) value[part] += mix.amplitude * mix.x * check_identity_get_random(end->type, mix.seed, key);
            if (mix.y != 0)
                value[part] += mix.amplitude * mix.y * check_identity_get_random(end->type, mix.seed + 1, key);
        }
        check_end_store(end, arrays->in_re, arrays->in_im, walk.offset, value);
    } while (check_walk_next(&walk));
}

/* The root mean square of the difference between the output and what is kept; `size` becomes that of the output. */
static double compare_kept(const kept *k, const check_arrays *arrays, double *size)
{
    const check_end *end = &arrays->out;
    const double *value = k->value;
    check_error error = {0};
    for (int64_t s = 0; s < k->samples; s++) {
        check_walk walk;
        check_walk_init_batch(&walk, end, kept_batch(k, s));
        do {
            double out[2];
            check_end_load(end, arrays->out_re, arrays->out_im, walk.offset, out);
            for (int part = 0; part < end->numbers; part++, value++)
                check_error_add(&error, out[part] - *value, out[part]);
        } while (check_walk_next(&walk));
    }
    *size = check_error_get_rms(&error);
    return check_error_get_difference(&error);
}

ata_status check_identity_linearity(const check_subject *subject, check_finding *finding)
{
    check_arrays *arrays = subject->arrays;
    const double rms_in = check_identity_get_random_rms(arrays->in.type) * hypot(factor_x, factor_y);
    const double peak = rms_in * check_identity_get_peak(&arrays->problem);
    const double amplitude = check_identity_get_amplitude(arrays->in.type, arrays->out.type, peak);
    *finding = (check_finding){.applies = amplitude > 0};
    if (!finding->applies) return ATA_OK;

    kept k;
    double size[3] = {0};
    ata_status status = kept_create(&k, &arrays->out);
    if (status != ATA_OK) return status;
    fill_mixture(arrays, (mixture){1, 0, amplitude, subject->seed});
    status = check_identity_execute(subject);
    if (status == ATA_OK) {
        size[1] = kept_add(&k, arrays, factor_x, true);
        fill_mixture(arrays, (mixture){0, 1, amplitude, subject->seed});
        status = check_identity_execute(subject);
    }
    if (status == ATA_OK) {
        size[2] = kept_add(&k, arrays, factor_y, false);
        fill_mixture(arrays, (mixture){factor_x, factor_y, amplitude, subject->seed});
        status = check_identity_execute(subject);
    }
    if (status == ATA_OK) {
        const double difference = compare_kept(&k, arrays, &size[0]);
        conclude(subject, size, 3, difference, finding);
    }
    free(k.value);
    return status;
}

/* --- Shift ---------------------------------------------------------------------------------------------------- */

/* The input turned round by shift[d] along every dimension; its elements lie where the unturned ones' keys say. */
static void fill_shifted(check_arrays *arrays, uint64_t seed, double amplitude, const int64_t *shift)
{
    const check_end *end = &arrays->in;
    check_walk walk;
    check_walk_init(&walk, end);
    do {
        double value[2] = {0, 0};
        int64_t offset = walk.offset;
        for (int d = end->batch_rank; d < end->rank; d++) {
            const int64_t n = end->n[d],
                          time = check_identity_get_logical(&arrays->problem, CHECK_IN, walk.index[d], n);
            const int64_t before = (time - shift[d - end->batch_rank] + n) % n;
            offset +=
                (check_identity_get_logical(&arrays->problem, CHECK_IN, before, n) - walk.index[d]) * end->step[d];
        }
        for (int part = 0; part < end->numbers; part++) {
            value[part] =
                amplitude * check_identity_get_random(end->type, seed, check_arrays_get_key(end, offset, part));
        }
        check_end_store(end, arrays->in_re, arrays->in_im, walk.offset, value);
    } while (check_walk_next(&walk));
}

/* The phase that a shift turns the frequency at `index` by, over all dimensions up to `last`. */
static dd_complex get_phase(const check_arrays *arrays, const check_roots *roots, const int64_t *shift,
                            const int64_t *index, int first, int last)
{
    dd_complex phase = {{1, 0}, {0, 0}};
    for (int d = first; d <= last; d++) {
        const int64_t n = arrays->problem.dim[d].n;
        const int64_t frequency = check_identity_get_logical(&arrays->problem, CHECK_OUT, index[d], n);
        dd_complex root = check_roots_get(&roots[d], shift[d] * frequency % n);
        if (!check_problem_is_inverse(&arrays->problem)) root = dd_complex_conjugate(root);
        phase = d == first ? root : dd_complex_multiply(phase, root);
    }
    return phase;
}

static double compare_shifted(const kept *k, const check_arrays *arrays, const check_roots *roots, const int64_t *shift,
                              double *size)
{
    const check_end *end = &arrays->out;
    const int last = arrays->problem.rank - 1;
    const double *value = k->value;
    check_error error = {0};
    for (int64_t s = 0; s < k->samples; s++) {
        dd_complex slow = {{1, 0}, {0, 0}};
        check_walk walk;
        check_walk_init_batch(&walk, end, kept_batch(k, s));
        do {
            const int64_t *index = walk.index + end->batch_rank;
            double out[2];
            if (last > 0 && index[last] == 0) slow = get_phase(arrays, roots, shift, index, 0, last - 1);
            dd_complex turned = dd_complex_multiply(slow, get_phase(arrays, roots, shift, index, last, last));
            turned = dd_complex_multiply(turned, (dd_complex){{value[0], 0}, {value[1], 0}});
            check_end_load(end, arrays->out_re, arrays->out_im, walk.offset, out);
            check_error_add(&error, (out[0] - turned.re.hi) - turned.re.lo, out[0]);
            check_error_add(&error, (out[1] - turned.im.hi) - turned.im.lo, out[1]);
            value += 2;
        } while (check_walk_next(&walk));
    }
    *size = check_error_get_rms(&error);
    return check_error_get_difference(&error);
}

static ata_status run_shift(const check_subject *subject, double amplitude, const check_roots *roots,
                            const int64_t *shift, check_finding *finding)
{
    static const int64_t none[ATA_MAX_RANK];
    check_arrays *arrays = subject->arrays;
    double size[2] = {0};
    kept k;
    ata_status status = kept_create(&k, &arrays->out);
    if (status != ATA_OK) return status;
    fill_shifted(arrays, subject->seed, amplitude, none);
    status = check_identity_execute(subject);
    if (status == ATA_OK) {
        size[1] = kept_add(&k, arrays, 1, true);
        fill_shifted(arrays, subject->seed, amplitude, shift);
        status = check_identity_execute(subject);
    }
    if (status == ATA_OK) {
        const double difference = compare_shifted(&k, arrays, roots, shift, &size[0]);
        conclude(subject, size, 2, difference, finding);
    }
    free(k.value);
    return status;
}

ata_status check_identity_shift(const check_subject *subject, check_finding *finding)
{
    check_arrays *arrays = subject->arrays;
    const ata_problem *problem = &arrays->problem;
    const double peak = check_identity_get_random_rms(arrays->in.type) * check_identity_get_peak(problem);
    const double amplitude = check_identity_get_amplitude(arrays->in.type, arrays->out.type, peak);
    *finding = (check_finding){.applies = amplitude > 0 && (problem->kind == ATA_C2C || problem->kind == ATA_R2C) &&
                                          check_identity_is_distinct(problem)};
    if (!finding->applies) return ATA_OK;

    check_roots roots[ATA_MAX_RANK] = {0};
    int64_t shift[ATA_MAX_RANK];
    ata_status status = ATA_OK;
    for (int d = 0; d < problem->rank && status == ATA_OK; d++) {
        const uint64_t bits = check_random_get_keyed(subject->seed, (uint64_t)d);
        shift[d] = (int64_t)(bits >> 1) % problem->dim[d].n;
        status = check_roots_create(&roots[d], problem->dim[d].n);
    }
    if (status == ATA_OK) status = run_shift(subject, amplitude, roots, shift, finding);
    for (int d = 0; d < problem->rank; d++) check_roots_destroy(&roots[d]);
    return status;
}
