/* reference.c - lines put together to transforms of any rank, order and batch.
 *
 * The cores share out the transforms of a large batch; where there are fewer than cores, the lines of each; and where
 * there is but one long line, what it consists of (exact.c).
 */
#include "check/reference.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "check/error.h"
#include "check/parallel.h"
#include "check/random.h"

/* What is not worth a thread, as check_line_get_cost() counts; and elements of a part when results are compared. */
enum { COST_LEAST = 100000, PART = 1 << 15 };

/* A dense array on its way through the dimensions, and the room for the next. */
typedef struct work {
    long double *re, *im;           /* the array */
    long double *next_re, *next_im; /* what comes of it */
    int64_t n[ATA_MAX_RANK];
    int rank;
} work;

static void work_destroy(work *w)
{
    free(w->re);
    free(w->im);
    free(w->next_re);
    free(w->next_im);
}

static ata_status work_create(work *w, const ata_problem *problem)
{
    size_t points = 1;
    *w = (work){.rank = problem->rank};
    for (int d = 0; d < problem->rank; d++) points *= (size_t)problem->dim[d].n; /* a half spectrum is never longer */
    w->re = malloc(points * sizeof(long double));
    w->im = malloc(points * sizeof(long double));
    w->next_re = malloc(points * sizeof(long double));
    w->next_im = malloc(points * sizeof(long double));
    if (w->re && w->im && w->next_re && w->next_im) return ATA_OK;
    work_destroy(w);
    return ATA_ERROR_MEMORY;
}

/* The lines along one dimension. */
typedef struct pass {
    work *w;
    const check_line *line;
    int64_t inner; /* points from one of a line to the next */
    bool reversed; /* the frequencies lie in bit-reversed order */
    atomic_bool failed;
} pass;

/* Line number `number`, over the buffers x re, x im, y re, y im. */
static void transform_line(const pass *p, int64_t number, long double *const *l, dd_complex *scratch)
{
    const work *w = p->w;
    const check_line *line = p->line;
    const int64_t inner = p->inner, o = number / inner, i = number % inner;
    const bool real = check_kind_is_real(line->kind), real_in = real || line->kind == ATA_R2C;
    const bool real_out = real || line->kind == ATA_C2R;
    for (int64_t j = 0; j < line->count_in; j++) {
        const int64_t from = p->reversed && line->inverse ? check_reverse_bits(j, line->n) : j;
        const int64_t at = (o * line->count_in + from) * inner + i;
        l[0][j] = w->re[at];
        if (!real_in) l[1][j] = w->im[at];
    }
    check_line_execute(line, l[0], real_in ? NULL : l[1], l[2], l[3], scratch);
    for (int64_t k = 0; k < line->count_out; k++) {
        const int64_t to = p->reversed && !line->inverse ? check_reverse_bits(k, line->n) : k;
        const int64_t at = (o * line->count_out + to) * inner + i;
        w->next_re[at] = l[2][k];
        if (!real_out) w->next_im[at] = l[3][k];
    }
}

static void transform_lines(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    pass *p = state;
    const size_t n = (size_t)p->line->n;
    const size_t scratch = (size_t)check_line_get_scratch(p->line);
    long double *buffer = malloc(4 * n * sizeof *buffer + scratch * sizeof(dd_complex));
    if (!buffer) {
        p->failed = true;
        return;
    }
    long double *const l[4] = {buffer, buffer + n, buffer + 2 * n, buffer + 3 * n};
    for (int64_t i = begin; i < end; i++) transform_line(p, i, l, (dd_complex *)(buffer + 4 * n));
    free(buffer);
}

/* Transform along dimension d. False when out of memory. */
static bool transform_dimension(work *w, const check_line *line, int d, bool reversed)
{
    int64_t outer = 1, inner = 1;
    for (int i = 0; i < d; i++) outer *= w->n[i];
    for (int i = d + 1; i < w->rank; i++) inner *= w->n[i];
    pass p = {.w = w, .line = line, .inner = inner, .reversed = reversed};
    const double cost = check_line_get_cost(line->kind, line->n, line->method);
    check_parallel_split(outer * inner, 1 + (int64_t)(COST_LEAST / cost), transform_lines, &p);
    long double *const re = w->re, *const im = w->im;
    w->re = w->next_re, w->im = w->next_im;
    w->next_re = re, w->next_im = im;
    w->n[d] = line->count_out;
    return !p.failed;
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
static bool transform(work *w, const ata_problem *problem, const check_line *lines)
{
    const bool reversed = problem->order == ATA_BIT_REVERSED;
    const int last = problem->rank - 1;
    const bool last_first = problem->kind == ATA_R2C;
    bool done = !last_first || transform_dimension(w, &lines[last], last, reversed);
    for (int d = 0; d < last && done; d++) done = transform_dimension(w, &lines[d], d, reversed);
    return done && (last_first || transform_dimension(w, &lines[last], last, reversed));
}

static void store_values(check_reference *reference, const work *w, int64_t sample, long double scale)
{
    long double *value = reference->value + sample * reference->points * reference->numbers;
    for (int64_t i = 0; i < reference->points; i++) {
        *value++ = scale * w->re[i];
        if (reference->numbers == 2) *value++ = scale * w->im[i];
    }
}

/* All samples, as the workers see them. */
typedef struct task {
    check_reference *reference;
    const ata_problem *problem;
    const void *in_re, *in_im;
    check_end in;
    check_line lines[ATA_MAX_RANK];
    _Atomic int64_t next; /* sample to begin */
    atomic_bool failed;
} task;

/* One worker: take samples until there is none. One that has no memory leaves them to the others. */
static void take_samples(void *state, int64_t part)
{
    (void)part;
    task *t = state;
    const long double scale = check_problem_get_scale(t->problem);
    work w;
    if (work_create(&w, t->problem) != ATA_OK) return;
    for (int64_t s; (s = atomic_fetch_add(&t->next, 1)) < t->reference->samples;) {
        load_input(&w, &t->in, t->reference->sample[s], t->in_re, t->in_im);
        if (!transform(&w, t->problem, t->lines)) t->failed = true;
        store_values(t->reference, &w, s, scale);
    }
    work_destroy(&w);
}

static ata_status compute(check_reference *reference, const ata_problem *problem, const void *in_re, const void *in_im,
                          check_method method)
{
    task t = {.reference = reference, .problem = problem, .in_re = in_re, .in_im = in_im};
    ata_status status = ATA_OK;
    check_end_init(&t.in, problem, CHECK_IN);
    for (int d = 0; d < problem->rank && status == ATA_OK; d++) {
        status = check_line_create(&t.lines[d], line_kind(problem, d), check_problem_is_inverse(problem),
                                   problem->dim[d].n, method);
    }
    if (status == ATA_OK) {
        const int cores = check_parallel_count_cores();
        const double cost = (double)reference->samples * get_cost(problem, method);
        const bool many = reference->samples >= cores && cost >= 2 * COST_LEAST;
        check_parallel_run(cores, many ? cores : 1, take_samples, &t);
        if (t.failed || t.next < reference->samples) status = ATA_ERROR_MEMORY;
    }
    for (int d = 0; d < problem->rank; d++) check_line_destroy(&t.lines[d]);
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

/* An output held against the answers. */
typedef struct comparison {
    const check_reference *reference;
    const check_end *end;
    ata_type arithmetic; /* ATA_TYPE_DEFAULT: the plain difference */
    const void *out_re, *out_im;
    check_error parts[CHECK_PARTS];
} comparison;

/* Elements begin .. end - 1 of all samples together. */
static void measure_part(void *state, int64_t part, int64_t begin, int64_t end)
{
    comparison *c = state;
    const check_reference *reference = c->reference;
    const long double *value = reference->value + begin * reference->numbers;
    check_error error = {0};
    check_walk walk;
    for (int64_t e = begin; e < end; e++) {
        double out[2];
        const int64_t position = e % reference->points;
        if (e == begin || position == 0) {
            check_walk_init_at(&walk, c->end, reference->sample[e / reference->points], position);
        } else {
            check_walk_next(&walk);
        }
        check_end_load(c->end, c->out_re, c->out_im, walk.offset, out);
        for (int i = 0; i < c->end->numbers; i++, value++) {
            const double difference = c->arithmetic == ATA_TYPE_DEFAULT
                                          ? (double)((long double)out[i] - *value)
                                          : check_error_get_excess(c->end->type, c->arithmetic, out[i], *value);
            check_error_add(&error, difference, (double)*value);
        }
    }
    c->parts[part] = error;
}

double check_reference_get_error(const check_reference *reference, const check_end *end, const void *out_re,
                                 const void *out_im)
{
    return check_reference_get_excess(reference, end, ATA_TYPE_DEFAULT, out_re, out_im);
}

double check_reference_get_excess(const check_reference *reference, const check_end *end, ata_type arithmetic,
                                  const void *out_re, const void *out_im)
{
    const int64_t elements = reference->samples * reference->points;
    const int64_t step = check_parallel_get_step(elements, PART);
    comparison c = {.reference = reference, .end = end, .arithmetic = arithmetic, .out_re = out_re, .out_im = out_im};
    check_error error = {0};
    check_parallel_split(elements, step, measure_part, &c);
    for (int64_t p = 0; p < check_parallel_count_parts(elements, step); p++) check_error_merge(&error, &c.parts[p]);
    return check_error_get(&error);
}
