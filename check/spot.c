/* spot.c - single outputs of a transform, by the definition.
 *
 * Along the last dimension, point j = c CHUNK + b has the root w^(jk) = w^(c CHUNK k) w^(bk): the sum over b is made in
 * double with a short table, in eight lanes so that few roundings follow one another; the sum over chunks in long
 * double. PART chunks or more are one part of what the cores share out, with sums of its own.
 */
#include "check/spot.h"

#include <math.h>
#include <stdlib.h>

#include "check/error.h"
#include "check/identity.h"
#include "check/kinds.h"
#include "check/parallel.h"
#include "check/random.h"
#include "check/roots.h"

enum { CHUNK = 256, LANES = 8, PART = 256 };

/* One transform of an end, as chunks along its rows. */
typedef struct chunks {
    const check_end *end;
    const void *re, *im;
    int64_t batch;
    int64_t row_points, row_chunks; /* along the last dimension */
    int64_t count;                  /* of the chunks */
} chunks;

/* What a part of them adds up to. */
typedef struct part_sum {
    double squares;
    long double value[CHECK_SPOTS][2];
} part_sum;

/* The frequencies of the spots, roots along every dimension, and the table of the last. */
typedef struct sums {
    const ata_problem *problem;
    int64_t frequency[CHECK_SPOTS][ATA_MAX_RANK];
    check_roots roots[ATA_MAX_RANK];
    double table_re[CHECK_SPOTS][CHUNK], table_im[CHECK_SPOTS][CHUNK];
    chunks in;
    part_sum parts[CHECK_PARTS];
} sums;

static void chunks_init(chunks *c, const check_end *end, const void *re, const void *im, int64_t batch)
{
    *c = (chunks){.end = end, .re = re, .im = im, .batch = batch, .row_points = end->n[end->rank - 1]};
    c->row_chunks = check_parallel_count_parts(c->row_points, CHUNK);
    c->count = end->points / c->row_points * c->row_chunks;
}

/* Load chunk `number`, padded with zeros to whole lanes. Returns how many numbers that makes; *walk stands on the first
 * one. */
static int load_chunk(const chunks *c, int64_t number, check_walk *walk, double *re, double *im)
{
    const int64_t row = number / c->row_chunks, begin = number % c->row_chunks * CHUNK, left = c->row_points - begin;
    const int count = left < CHUNK ? (int)left : CHUNK, padded = (count + LANES - 1) / LANES * LANES;
    check_walk_init_at(walk, c->end, c->batch, row * c->row_points + begin);
    check_end_load_row(c->end, c->re, c->im, walk->offset, count, re, im);
    for (int b = count; b < padded; b++) re[b] = im[b] = 0;
    return padded;
}

static double add_up(const double lane[LANES])
{
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

static double get_squares(const double *re, const double *im, int count)
{
    double lane[LANES] = {0};
    for (int b = 0; b < count; b += LANES) {
        for (int l = 0; l < LANES; l++) lane[l] += re[b + l] * re[b + l] + im[b + l] * im[b + l];
    }
    return add_up(lane);
}

/* exp(-2 pi i place frequency / n), or with a plus for an inverse transform. */
static dd_complex root_at(const sums *s, int d, int64_t place, int64_t frequency)
{
    const int64_t n = s->problem->dim[d].n;
    const dd_complex root = check_roots_get(&s->roots[d], (int64_t)((__int128)place * frequency % n));
    return check_problem_is_inverse(s->problem) ? root : dd_complex_conjugate(root);
}

static long double wide(dd x)
{
    return (long double)x.hi + (long double)x.lo;
}

static void make_tables(sums *s)
{
    const int last = s->problem->rank - 1;
    for (int i = 0; i < CHECK_SPOTS; i++) {
        for (int b = 0; b < CHUNK; b++) {
            const dd_complex root = root_at(s, last, b, s->frequency[i][last]);
            s->table_re[i][b] = root.re.hi;
            s->table_im[i][b] = root.im.hi;
        }
    }
}

/* The points of a chunk times the table. */
static void multiply(const double *x_re, const double *x_im, const double *w_re, const double *w_im, int count,
                     double sum[2])
{
    double re[LANES] = {0}, im[LANES] = {0};
    for (int b = 0; b < count; b += LANES) {
        for (int l = 0; l < LANES; l++) {
            re[l] += x_re[b + l] * w_re[b + l] - x_im[b + l] * w_im[b + l];
            im[l] += x_re[b + l] * w_im[b + l] + x_im[b + l] * w_re[b + l];
        }
    }
    sum[0] = add_up(re);
    sum[1] = add_up(im);
}

/* Add a chunk that begins at `index`, along all dimensions. */
static void add_chunk(const sums *s, const int64_t *index, const double *x_re, const double *x_im, int count,
                      part_sum *sum)
{
    for (int i = 0; i < CHECK_SPOTS; i++) {
        double part[2];
        multiply(x_re, x_im, s->table_re[i], s->table_im[i], count, part);
        dd_complex root = root_at(s, 0, index[0], s->frequency[i][0]);
        for (int d = 1; d < s->problem->rank; d++) {
            root = dd_complex_multiply(root, root_at(s, d, index[d], s->frequency[i][d]));
        }
        const long double re = wide(root.re), im = wide(root.im);
        sum->value[i][0] += re * part[0] - im * part[1];
        sum->value[i][1] += re * part[1] + im * part[0];
    }
}

static void add_part(void *state, int64_t part, int64_t begin, int64_t end)
{
    sums *s = state;
    part_sum sum = {0};
    for (int64_t c = begin; c < end; c++) {
        double re[CHUNK], im[CHUNK];
        check_walk walk;
        const int count = load_chunk(&s->in, c, &walk, re, im);
        sum.squares += get_squares(re, im, count);
        add_chunk(s, walk.index + s->in.end->batch_rank, re, im, count, &sum);
    }
    s->parts[part] = sum;
}

static void add_all(sums *s, check_spots *spots)
{
    const int64_t step = check_parallel_get_step(s->in.count, PART);
    const long double scale = check_problem_get_scale(s->problem);
    check_parallel_split(s->in.count, step, add_part, s);
    for (int64_t p = 0; p < check_parallel_count_parts(s->in.count, step); p++) {
        spots->squares += s->parts[p].squares;
        for (int i = 0; i < CHECK_SPOTS; i++) {
            spots->value[i][0] += scale * s->parts[p].value[i][0];
            spots->value[i][1] += scale * s->parts[p].value[i][1];
        }
    }
}

static void choose(check_spots *spots, sums *s, const check_end *out, uint64_t seed)
{
    check_random random;
    check_random_init(&random, seed);
    spots->batch = check_random_get_int(&random, 0, out->batches - 1);
    for (int i = 0; i < CHECK_SPOTS; i++) {
        for (int d = 0; d < s->problem->rank; d++) {
            const int64_t n = out->n[out->batch_rank + d];
            const int64_t at = check_random_get_int(&random, 0, n - 1);
            spots->position[i][d] = at;
            s->frequency[i][d] = check_identity_get_logical(s->problem, CHECK_OUT, at, n);
        }
    }
}

ata_status check_spots_create(check_spots *spots, const ata_problem *complete, const void *in_re, const void *in_im,
                              double most, uint64_t seed)
{
    *spots = (check_spots){.problem = *complete};
    if (complete->kind != ATA_C2C && complete->kind != ATA_R2C) return ATA_ERROR_OPTION;
    if (complete->order == ATA_BIT_REVERSED && complete->direction == ATA_INVERSE) return ATA_ERROR_OPTION;
    check_end in, out;
    check_end_init(&in, complete, CHECK_IN);
    check_end_init(&out, complete, CHECK_OUT);
    if ((double)in.points > most) return ATA_ERROR_OPTION;
    sums *s = calloc(1, sizeof *s);
    if (!s) return ATA_ERROR_MEMORY;
    s->problem = &spots->problem;
    ata_status status = ATA_OK;
    for (int d = 0; d < complete->rank && status == ATA_OK; d++) {
        status = check_roots_create(&s->roots[d], complete->dim[d].n);
    }
    if (status == ATA_OK) {
        choose(spots, s, &out, seed);
        make_tables(s);
        chunks_init(&s->in, &in, in_re, in_im, spots->batch);
        add_all(s, spots);
    }
    for (int d = 0; d < complete->rank; d++) check_roots_destroy(&s->roots[d]);
    free(s);
    return status;
}

typedef struct square_sum {
    chunks out;
    double parts[CHECK_PARTS];
} square_sum;

static void add_squares(void *state, int64_t part, int64_t begin, int64_t end)
{
    square_sum *e = state;
    e->parts[part] = 0;
    for (int64_t c = begin; c < end; c++) {
        double re[CHUNK], im[CHUNK];
        check_walk walk;
        const int count = load_chunk(&e->out, c, &walk, re, im);
        e->parts[part] += get_squares(re, im, count);
    }
}

/* By how much the squares of the whole transform are off from Parseval's, relatively; NaN if there is a NaN. */
static double get_energy_error(const check_spots *spots, const check_end *out, const void *out_re, const void *out_im,
                               long double factor)
{
    square_sum e;
    chunks_init(&e.out, out, out_re, out_im, spots->batch);
    const int64_t step = check_parallel_get_step(e.out.count, PART);
    check_parallel_split(e.out.count, step, add_squares, &e);
    double squares = 0;
    for (int64_t p = 0; p < check_parallel_count_parts(e.out.count, step); p++) squares += e.parts[p];
    if (spots->problem.kind != ATA_C2C) return squares * 0; /* a half spectrum: NaNs alone are looked for */
    const long double scale = factor * check_problem_get_scale(&spots->problem);
    const double right = spots->squares * (double)(scale * scale * check_problem_get_points(&spots->problem));
    return fabs(squares - right) / right;
}

double check_spots_get_error(const check_spots *spots, const void *out_re, const void *out_im, long double factor)
{
    /* Rounding to bf16 moves squares by less than a hundredth; a part that is missing or twice there, by its share. */
    static const double energy_bound = 0.01;
    check_end out;
    check_end_init(&out, &spots->problem, CHECK_OUT);
    const double energy = get_energy_error(spots, &out, out_re, out_im, factor);
    if (isnan(energy)) return NAN;
    if (energy > energy_bound) return INFINITY;
    check_error error = {0};
    for (int i = 0; i < CHECK_SPOTS; i++) {
        check_walk walk;
        check_walk_init_batch(&walk, &out, spots->batch);
        for (int d = 0; d < spots->problem.rank; d++) {
            walk.offset += spots->position[i][d] * out.step[out.batch_rank + d];
        }
        double value[2];
        check_end_load(&out, out_re, out_im, walk.offset, value);
        for (int part = 0; part < 2; part++) {
            const long double right = factor * spots->value[i][part];
            check_error_add(&error, (double)((long double)value[part] - right), (double)right);
        }
    }
    return check_error_get(&error);
}
