/* reference.c - lines put together to transforms of any rank, order and batch. */
#include "check/reference.h"

#include <stdlib.h>

#include "check/error.h"
#include "check/random.h"

/* A dense array on its way through the dimensions, and the room for the next. */
typedef struct work {
    long double *re, *im;           /* the array */
    long double *next_re, *next_im; /* what comes of it */
    long double *line[4];           /* one line: x re, x im, y re, y im */
    int64_t n[ATA_MAX_RANK];
    int rank;
} work;

static void work_destroy(work *w)
{
    free(w->re);
    free(w->im);
    free(w->next_re);
    free(w->next_im);
    for (int i = 0; i < 4; i++) free(w->line[i]);
}

static ata_status work_create(work *w, const ata_problem *problem)
{
    size_t points = 1, longest = 1;
    *w = (work){.rank = problem->rank};
    for (int d = 0; d < problem->rank; d++) {
        const size_t n = (size_t)problem->dim[d].n; /* a half spectrum is never longer */
        points *= n;
        longest = n > longest ? n : longest;
    }
    w->re = malloc(points * sizeof(long double));
    w->im = malloc(points * sizeof(long double));
    w->next_re = malloc(points * sizeof(long double));
    w->next_im = malloc(points * sizeof(long double));
    bool allocated = w->re && w->im && w->next_re && w->next_im;
    for (int i = 0; i < 4; i++) {
        w->line[i] = malloc(longest * sizeof(long double));
        allocated = allocated && w->line[i];
    }
    if (allocated) return ATA_OK;
    work_destroy(w);
    return ATA_ERROR_MEMORY;
}

static int64_t reverse_bits(int64_t index, int64_t n)
{
    int64_t reversed = 0;
    for (; n > 1; n /= 2, index /= 2) reversed = 2 * reversed + index % 2;
    return reversed;
}

/* Transform along dimension d. `reversed`: the frequencies lie in bit-reversed order. */
static void transform_dimension(work *w, const check_line *line, int d, bool reversed)
{
    int64_t outer = 1, inner = 1;
    for (int i = 0; i < d; i++) outer *= w->n[i];
    for (int i = d + 1; i < w->rank; i++) inner *= w->n[i];
    const bool real = check_kind_is_real(line->kind), real_in = real || line->kind == ATA_R2C;
    const bool real_out = real || line->kind == ATA_C2R;
    long double *const *l = w->line;
    for (int64_t o = 0; o < outer; o++) {
        for (int64_t i = 0; i < inner; i++) {
            for (int64_t j = 0; j < line->count_in; j++) {
                const int64_t from = reversed && line->inverse ? reverse_bits(j, line->n) : j;
                const int64_t at = (o * line->count_in + from) * inner + i;
                l[0][j] = w->re[at];
                if (!real_in) l[1][j] = w->im[at];
            }
            check_line_execute(line, l[0], real_in ? NULL : l[1], l[2], l[3]);
            for (int64_t k = 0; k < line->count_out; k++) {
                const int64_t to = reversed && !line->inverse ? reverse_bits(k, line->n) : k;
                const int64_t at = (o * line->count_out + to) * inner + i;
                w->next_re[at] = l[2][k];
                if (!real_out) w->next_im[at] = l[3][k];
            }
        }
    }
    long double *const re = w->re, *const im = w->im;
    w->re = w->next_re, w->im = w->next_im;
    w->next_re = re, w->next_im = im;
    w->n[d] = line->count_out;
}

/* The kind of line along dimension d: the halved kinds are so along the last only. */
static ata_kind line_kind(const ata_problem *problem, int d)
{
    const ata_kind kind = check_problem_get_kind(problem);
    return (kind == ATA_R2C || kind == ATA_C2R) && d < problem->rank - 1 ? ATA_C2C : kind;
}

static double get_cost(const ata_problem *problem, check_method method)
{
    double points = 1, cost = 0;
    for (int d = 0; d < problem->rank; d++) points *= (double)problem->dim[d].n;
    for (int d = 0; d < problem->rank; d++) {
        const int64_t n = problem->dim[d].n;
        cost += points / (double)n * check_line_get_cost(line_kind(problem, d), n, method);
    }
    return cost;
}

/* Which transforms of the batch to compute: all if `most` allows, else the first, the last, and random ones. */
static ata_status choose_samples(check_reference *reference, double most, uint64_t seed)
{
    check_random random;
    check_random_init(&random, seed);
    reference->samples = (double)reference->batches <= most ? reference->batches : (int64_t)most;
    reference->sample = malloc((size_t)reference->samples * sizeof *reference->sample);
    if (!reference->sample) return ATA_ERROR_MEMORY;
    for (int64_t s = 0; s < reference->samples; s++) {
        int64_t *sample = &reference->sample[s];
        if (reference->samples == reference->batches || s == 0) *sample = s;
        else *sample = s == 1 ? reference->batches - 1 : check_random_get_int(&random, 0, reference->batches - 1);
    }
    return ATA_OK;
}

static void load_input(work *w, const check_end *end, int64_t batch, const void *in_re, const void *in_im)
{
    check_walk walk;
    for (int d = 0; d < w->rank; d++) w->n[d] = end->n[end->batch_rank + d];
    check_walk_init_batch(&walk, end, batch);
    do {
        double value[2];
        check_end_load(end, in_re, in_im, walk.offset, value);
        w->re[walk.position] = (long double)value[0];
        w->im[walk.position] = (long double)value[1];
    } while (check_walk_next(&walk));
}

/* The last dimension first when it makes halves of real numbers, and last when it makes real numbers of halves. */
static void transform(work *w, const ata_problem *problem, const check_line *lines)
{
    const bool reversed = problem->order == ATA_BIT_REVERSED;
    const int last = problem->rank - 1;
    const bool last_first = problem->kind == ATA_R2C;
    if (last_first) transform_dimension(w, &lines[last], last, reversed);
    for (int d = 0; d < last; d++) transform_dimension(w, &lines[d], d, reversed);
    if (!last_first) transform_dimension(w, &lines[last], last, reversed);
}

static void store_values(check_reference *reference, const work *w, int64_t sample, long double scale)
{
    long double *value = reference->value + sample * reference->points * reference->numbers;
    for (int64_t i = 0; i < reference->points; i++) {
        *value++ = scale * w->re[i];
        if (reference->numbers == 2) *value++ = scale * w->im[i];
    }
}

static ata_status compute(check_reference *reference, const ata_problem *problem, const void *in_re, const void *in_im,
                          check_method method)
{
    check_line lines[ATA_MAX_RANK] = {0};
    check_end in;
    work w;
    ata_status status = work_create(&w, problem);
    if (status != ATA_OK) return status;
    check_end_init(&in, problem, CHECK_IN);
    for (int d = 0; d < problem->rank && status == ATA_OK; d++) {
        status = check_line_create(&lines[d], line_kind(problem, d), check_problem_is_inverse(problem),
                                   problem->dim[d].n, method);
    }
    for (int64_t s = 0; s < reference->samples && status == ATA_OK; s++) {
        load_input(&w, &in, reference->sample[s], in_re, in_im);
        transform(&w, problem, lines);
        store_values(reference, &w, s, check_problem_get_scale(problem));
    }
    for (int d = 0; d < problem->rank; d++) check_line_destroy(&lines[d]);
    work_destroy(&w);
    return status;
}

ata_status check_reference_create(check_reference *reference, const ata_problem *complete, const void *in_re,
                                  const void *in_im, double budget, uint64_t seed)
{
    check_end out;
    check_end_init(&out, complete, CHECK_OUT);
    *reference = (check_reference){.batches = out.batches, .points = out.points, .numbers = out.numbers};
    check_method method = CHECK_BY_DEFINITION;
    double share = budget / 10, cost = get_cost(complete, method);
    if (cost > share) {
        method = CHECK_BY_HALVING;
        share = budget, cost = get_cost(complete, method);
    }
    if (cost > share) return ATA_ERROR_OPTION;
    ata_status status = choose_samples(reference, share / cost, seed);
    if (status == ATA_OK) {
        const size_t numbers = (size_t)(reference->samples * reference->points * reference->numbers);
        reference->value = malloc(numbers * sizeof *reference->value);
        status = reference->value ? compute(reference, complete, in_re, in_im, method) : ATA_ERROR_MEMORY;
    }
    if (status != ATA_OK) check_reference_destroy(reference);
    return status;
}

void check_reference_destroy(check_reference *reference)
{
    free(reference->sample);
    free(reference->value);
    *reference = (check_reference){0};
}

/* `arithmetic` ATA_TYPE_DEFAULT: the plain difference. */
static double measure(const check_reference *reference, const check_end *end, ata_type arithmetic, const void *out_re,
                      const void *out_im)
{
    const long double *value = reference->value;
    check_error error = {0};
    for (int64_t s = 0; s < reference->samples; s++) {
        check_walk walk;
        check_walk_init_batch(&walk, end, reference->sample[s]);
        do {
            double out[2];
            check_end_load(end, out_re, out_im, walk.offset, out);
            for (int part = 0; part < end->numbers; part++, value++) {
                const double difference = arithmetic == ATA_TYPE_DEFAULT
                                              ? (double)((long double)out[part] - *value)
                                              : check_error_get_excess(end->type, arithmetic, out[part], *value);
                check_error_add(&error, difference, (double)*value);
            }
        } while (check_walk_next(&walk));
    }
    return check_error_get(&error);
}

double check_reference_get_error(const check_reference *reference, const check_end *end, const void *out_re,
                                 const void *out_im)
{
    return measure(reference, end, ATA_TYPE_DEFAULT, out_re, out_im);
}

double check_reference_get_excess(const check_reference *reference, const check_end *end, ata_type arithmetic,
                                  const void *out_re, const void *out_im)
{
    return measure(reference, end, arithmetic, out_re, out_im);
}
