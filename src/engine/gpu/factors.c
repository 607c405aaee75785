/* factors.c - tables of twiddle factors: correctly rounded, in the order in which a warp reads them. */
#include "engine/gpu/factors.h"

#include "core/cpu.h"
#include "core/integer.h"
#include "core/pool.h"
#include "core/roots.h"

/* A table of first factors is a product of two shorter ones beyond so many entries. */
enum { START_ENTRIES = 1 << 14 };
/* Where a stage of radix 2 has one row longer than that, which is read once, each of its entries is such a product. */
enum { ROW_ENTRIES = 1 << 14 };

/* So many entries are worth several threads. */
enum { SHARED_ENTRIES = 1 << 16, MOST_THREADS = 16, PARTS = 64 };

/* The rows of a stage: q = 1, 2, 3, then 4, 8, 12, then 16, 32, 48. */
static int row_count(int radix)
{
    return radix <= 4 ? radix - 1 : radix <= 16 ? 3 + radix / 4 - 1 : 6 + radix / 16 - 1;
}

static int row_digit(int row)
{
    return row < 3 ? row + 1 : row < 6 ? 4 * (row - 2) : 16 * (row - 5);
}

/* Of the step between real points and complex ones: one for each pair of points; where they are from two lines, one
 * for each point of a line and one for each of the first half of the lines and the one behind it, to be multiplied. */
static int64_t mirror_points(const ata_gpu_shape *shape)
{
    if (shape->mirror == ATA_MIRROR_NONE || shape->fold) return 0;
    if (shape->plane > 0) return shape->plane / 2;
    return shape->strips > 0 ? shape->n : shape->n / 2;
}

static int64_t mirror_lines(const ata_gpu_shape *shape)
{
    return shape->mirror == ATA_MIRROR_NONE || shape->strips == 0 ? 0 : shape->strips / 2 + 1;
}

/* All values of a period as products of two: the lower half of the bits, and the higher ones. */
static int half_bits(int64_t period)
{
    return ata_integer_log2(period) / 2;
}

static int64_t halves_count(int64_t period)
{
    const int64_t low = (int64_t)1 << half_bits(period);
    return low + period / low;
}

int64_t ata_gpu_factors_place(ata_gpu_shape *shape)
{
    int64_t at = 0;
    for (int s = 0; s < shape->stage_count; s++) {
        ata_gpu_twiddle *t = &shape->stage[s].twiddle;
        if (t->turn == ATA_TURN_NONE) continue;
        t->at = at;
        t->shift = shape->stage[s].radix == 2 && t->count > ROW_ENTRIES ? half_bits(t->period) : 0;
        at += t->shift > 0 ? halves_count(t->period) : row_count(shape->stage[s].radix) * t->count;
        t->start = t->k_count == 1 ? 0 : t->k_count * t->count <= START_ENTRIES ? 1 : 2;
        t->start_at = at;
        t->start_shift = 0;
        if (t->start == 1) at += t->k_count * t->count;
        if (t->start == 2) {
            t->start_shift = half_bits(t->period);
            at += halves_count(t->period);
        }
    }
    shape->mirror_at = at;
    shape->mirror_lines_at = at + mirror_points(shape);
    return shape->mirror_lines_at + mirror_lines(shape);
}

typedef struct writer {
    int real_bytes;
    void *tables;
    int64_t at;
} writer;

static void put_at(const writer *w, int64_t at, ata_root root)
{
    if (w->real_bytes == 4) {
        float *to = (float *)w->tables + 2 * at;
        to[0] = (float)root.re;
        to[1] = (float)root.im;
    } else {
        double *to = (double *)w->tables + 2 * at;
        to[0] = root.re;
        to[1] = root.im;
    }
}

static void put(writer *w, ata_root root)
{
    put_at(w, w->at++, root);
}

/* The rows of a stage, in parts for several threads: between three passes they are a million numbers. */
typedef struct rows {
    const writer *w;
    const ata_gpu_twiddle *t;
    const ata_root_table *roots;
    int64_t entries;
} rows;

static void write_part(void *context, int part)
{
    const rows *r = context;
    const ata_gpu_twiddle *t = r->t;
    const int64_t end = (part + 1) * r->entries / PARTS;
    for (int64_t i = part * r->entries / PARTS; i < end; i++) {
        const int64_t where = i % t->count, digit = row_digit((int)(i / t->count));
        put_at(r->w, r->w->at + i, ata_roots_get(r->roots, where * digit % (t->period / t->step) * t->step));
    }
}

static void write_rows(writer *w, const ata_gpu_stage *stage, const ata_root_table *roots)
{
    const ata_gpu_twiddle *t = &stage->twiddle;
    rows r = {w, t, roots, row_count(stage->radix) * t->count};
    const int cores = ata_cpu_get_count();
    ata_pool *pool = NULL;
    if (r.entries < SHARED_ENTRIES || cores == 1 ||
        ata_pool_acquire(&pool, cores < MOST_THREADS ? cores : MOST_THREADS) != ATA_OK)
        for (int part = 0; part < PARTS; part++) write_part(&r, part);
    else ata_pool_run(pool, PARTS, write_part, &r);
    ata_pool_release(pool);
    w->at += r.entries;
}

static void write_halves(writer *w, int64_t period, const ata_root_table *roots)
{
    const int64_t low = (int64_t)1 << half_bits(period);
    for (int64_t m = 0; m < low; m++) put(w, ata_roots_get(roots, m));
    for (int64_t m = 0; m < period / low; m++) put(w, ata_roots_get(roots, m * low));
}

static void write_stage(writer *w, const ata_gpu_stage *stage, const ata_root_table *roots)
{
    const ata_gpu_twiddle *t = &stage->twiddle;
    if (t->shift > 0) write_halves(w, t->period, roots);
    else write_rows(w, stage, roots);
    if (t->start == 1)
        for (int64_t k = 0; k < t->k_count; k++)
            for (int64_t where = 0; where < t->count; where++) put(w, ata_roots_get(roots, k * where % t->period));
    if (t->start == 2) write_halves(w, t->period, roots);
}

static ata_status write_mirror(writer *w, const ata_gpu_shape *shape)
{
    if (shape->mirror == ATA_MIRROR_NONE) return ATA_OK;
    const int64_t apart = shape->strips > 0 ? shape->strips : 1;
    ata_root_table roots;
    const int64_t points = shape->plane > 0 ? shape->plane : shape->fold ? 1 : shape->n;
    ATA_TRY(ata_roots_init(&roots, 2 * points * apart));
    for (int64_t m = 0; m < mirror_points(shape); m++) put(w, ata_roots_get(&roots, m * apart));
    for (int64_t m = 0; m < mirror_lines(shape); m++) put(w, ata_roots_get(&roots, m));
    ata_roots_fini(&roots);
    return ATA_OK;
}

ata_status ata_gpu_factors_write(const ata_gpu_shape *shape, void *tables)
{
    writer w = {shape->real_bytes, tables, 0};
    for (int s = 0; s < shape->stage_count; s++) {
        const ata_gpu_stage *stage = &shape->stage[s];
        if (stage->twiddle.turn == ATA_TURN_NONE) continue;
        ata_root_table roots;
        ATA_TRY(ata_roots_init(&roots, stage->twiddle.period));
        write_stage(&w, stage, &roots);
        ata_roots_fini(&roots);
    }
    return write_mirror(&w, shape);
}
