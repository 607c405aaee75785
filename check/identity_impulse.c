/* identity_impulse.c - the transform of a single number in an array of zeros: the number times a column of the
 * definition.
 *
 * Every transform of the batch gets its impulse at a random place of its own. In several dimensions the column is the
 * product of one factor for each; the factors of the slow dimensions are worked out once for each line along the
 * last.
 */
#include <math.h>

#include "check/error.h"
#include "check/identity.h"
#include "check/kinds.h"
#include "check/random.h"
#include "check/roots.h"

typedef struct column {
    const ata_problem *problem;
    check_kernel kernel[ATA_MAX_RANK];
    check_roots roots[ATA_MAX_RANK];
    int64_t place[ATA_MAX_RANK]; /* where the impulse is: logical indexes */
    double number[2];            /* what it is */
    dd scale;
} column;

/* The size of the impulse: a power of two that brings the output near 1, far from the ends of its type, as far as the
 * input's type allows. It is used as (2, -1) times this, or 2 times this where the input is real. */
static double choose_size(const ata_problem *problem)
{
    const ata_type in = problem->type_in;
    const double low = in == ATA_I8 || in == ATA_I16 ? 0 : in == ATA_F16 ? -10 : -60;
    const double high = in == ATA_I8 ? 5 : in == ATA_I16 ? 13 : in == ATA_F16 ? 14 : 60;
    const double wanted = -log2((double)fabsl(check_problem_get_scale(problem)));
    return exp2(fmax(low, fmin(high, round(wanted))));
}

static ata_status column_create(column *c, const ata_problem *problem, double size, bool complex_in)
{
    ata_status status = ATA_OK;
    *c = (column){.problem = problem, .number = {2 * size, complex_in ? -size : 0}};
    c->scale = dd_from(check_problem_get_scale(problem));
    for (int d = 0; d < problem->rank && status == ATA_OK; d++) {
        check_kernel_init(&c->kernel[d], check_problem_get_kind(problem), problem->dim[d].n);
        status = check_roots_create(&c->roots[d], c->kernel[d].period);
    }
    return status;
}

static void column_destroy(column *c)
{
    for (int d = 0; d < c->problem->rank; d++) check_roots_destroy(&c->roots[d]);
}

/* The factor of dimension d at output position `at`. */
static dd_complex get_factor(const column *c, int d, int64_t at)
{
    const check_kernel *kernel = &c->kernel[d];
    const int64_t place = c->place[d], out = check_identity_get_logical(c->problem, CHECK_OUT, at, kernel->n);
    if (kernel->wave == CHECK_MOVE) return (dd_complex){{out == check_reverse_bits(place, kernel->n), 0}, {0, 0}};
    const int64_t in_turn = kernel->in_step * place + kernel->in_start,
                  out_turn = kernel->out_step * out + kernel->out_start;
    const dd_complex root = check_roots_get(&c->roots[d], in_turn * out_turn % kernel->period);
    if (kernel->wave == CHECK_EXP) return check_problem_is_inverse(c->problem) ? root : dd_complex_conjugate(root);
    const dd wave = kernel->wave == CHECK_COS   ? root.re
                    : kernel->wave == CHECK_SIN ? root.im
                                                : dd_add(root.re, root.im);
    return (dd_complex){dd_scale(wave, check_kernel_get_weight(kernel, place)), {0, 0}};
}

/* The impulse's number, scaled, times the factors of all dimensions but the last. */
static dd_complex get_slow(const column *c, const int64_t *index)
{
    const int last = c->problem->rank - 1;
    const int64_t n = c->problem->dim[last].n;
    /* An inner frequency of a half spectrum stands for its mirror image too. */
    const double weight = c->problem->kind == ATA_C2R && c->place[last] > 0 && 2 * c->place[last] < n ? 2 : 1;
    dd_complex slow = {dd_multiply(c->scale, (dd){weight * c->number[0], 0}),
                       dd_multiply(c->scale, (dd){weight * c->number[1], 0})};
    for (int d = 0; d < last; d++) slow = dd_complex_multiply(slow, get_factor(c, d, index[d]));
    return slow;
}

static void choose_place(column *c, const check_end *in, uint64_t seed, int64_t batch)
{
    for (int d = 0; d < c->problem->rank; d++) {
        const uint64_t bits = check_random_get_keyed(seed + (uint64_t)d, (uint64_t)batch);
        c->place[d] = (int64_t)(bits >> 1) % in->n[in->batch_rank + d];
    }
}

static void fill(const column *chosen, check_arrays *arrays, uint64_t seed)
{
    const check_end *end = &arrays->in;
    static const double zero[2];
    column c = *chosen;
    check_walk walk;
    check_walk_init(&walk, end);
    do check_end_store(end, arrays->in_re, arrays->in_im, walk.offset, zero);
    while (check_walk_next(&walk));
    for (int64_t batch = 0; batch < end->batches; batch++) {
        choose_place(&c, end, seed, batch);
        check_walk_init_batch(&walk, end, batch);
        for (int d = 0; d < c.problem->rank; d++) {
            const int e = end->batch_rank + d;
            walk.offset += check_identity_get_logical(c.problem, CHECK_IN, c.place[d], end->n[e]) * end->step[e];
        }
        check_end_store(end, arrays->in_re, arrays->in_im, walk.offset, c.number);
    }
}

static double compare(const column *chosen, const check_arrays *arrays, uint64_t seed, double *rms)
{
    const check_end *end = &arrays->out;
    const int last = chosen->problem->rank - 1;
    column c = *chosen;
    check_error error = {0};
    for (int64_t batch = 0; batch < end->batches; batch++) {
        dd_complex slow = {{0, 0}, {0, 0}};
        check_walk walk;
        choose_place(&c, &arrays->in, seed, batch);
        check_walk_init_batch(&walk, end, batch);
        do {
            const int64_t *index = walk.index + end->batch_rank;
            double out[2];
            if (index[last] == 0) slow = get_slow(&c, index);
            const dd_complex right = dd_complex_multiply(slow, get_factor(&c, last, index[last]));
            check_end_load(end, arrays->out_re, arrays->out_im, walk.offset, out);
            check_error_add(&error, (out[0] - right.re.hi) - right.re.lo, right.re.hi);
            if (end->numbers == 2) check_error_add(&error, (out[1] - right.im.hi) - right.im.lo, right.im.hi);
        } while (check_walk_next(&walk));
    }
    *rms = check_error_get_rms(&error);
    return check_error_get(&error);
}

ata_status check_identity_impulse(const check_subject *subject, check_finding *finding)
{
    /* The bound is for numbers that all columns of the matrix have a part in. The roundings of one column's factors
     * are the same wherever it is used. On a GPU, whose factors are products, columns of 2^18 points in f32 are off by
     * 1.7e-7 as a rule, as random numbers are, and one of some hundred by 2.45e-7, where the bound is 2.43e-7. */
    static const double one_column = 1.5;
    check_arrays *arrays = subject->arrays;
    const ata_problem *problem = &arrays->problem;
    const double size = choose_size(problem);
    const double weights = check_problem_get_kind(problem) <= ATA_R2C ? 1 : exp2(problem->rank); /* at the most */
    const double peak = 2.3 * size * weights * (double)fabsl(check_problem_get_scale(problem));
    const bool fits = check_identity_get_amplitude(problem->type_in, problem->type_out, peak) == 1;
    *finding = (check_finding){.applies = fits && check_identity_is_distinct(problem)};
    if (!finding->applies) return ATA_OK;

    column c;
    const uint64_t rounds = arrays->out.batches * arrays->out.points < 1 << 20 ? 3 : 1;
    ata_status status = column_create(&c, problem, size, arrays->in.numbers == 2);
    for (uint64_t round = 0; round < rounds && status == ATA_OK; round++) {
        const uint64_t seed = subject->seed + 100 * round;
        fill(&c, arrays, seed);
        status = check_identity_execute(subject);
        if (status != ATA_OK) break;
        double rms;
        const double error = compare(&c, arrays, seed, &rms);
        const double storage =
            check_error_get_storage(problem->type_out, check_problem_get_arithmetic(problem), rms) / rms;
        if (round == 0 || !(error <= finding->error)) finding->error = error;
        finding->bound = fmax(finding->bound, one_column * check_identity_get_bound(subject) + storage);
    }
    column_destroy(&c);
    return status;
}
