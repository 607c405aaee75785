/* factors.c - tables of twiddle factors: correctly rounded, in the order in which a warp reads them. All lengths are
 * powers of two. */
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

/* The rows of a stage: q = 1, 2, 4 ..., two by two. */
static int row_count(int radix)
{
    return ata_integer_log2(radix);
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

/* Places for the factors of a twiddle, from `at` on; the first place behind them. */
static int64_t place(ata_gpu_twiddle *t, int64_t at)
{
    if (t->turn == ATA_TURN_NONE) return at;
    t->at = at; /* even, as pairs want it: all counts are */
    t->shift = t->digits == 2 && t->count > ROW_ENTRIES ? half_bits(t->period) : 0;
    at += t->shift > 0 ? halves_count(t->period) : row_count(t->digits) * t->count;
    t->start = t->k_count == 1 ? 0 : t->k_count * t->count <= START_ENTRIES ? 1 : 2;
    t->start_at = at;
    t->start_shift = 0;
    if (t->start == 1) at += t->k_count * t->count;
    if (t->start == 2) {
        t->start_shift = half_bits(t->period);
        at += halves_count(t->period);
    }
    return at;
}

int64_t ata_gpu_factors_place(ata_gpu_shape *shape)
{
    int64_t at = 0;
    for (int s = 0; s < shape->stage_count; s++)
        at = place(&shape->stage[s].cross, place(&shape->stage[s].twiddle, at));
    shape->mirror_at = at;
    shape->mirror_lines_at = at + mirror_points(shape);
    return shape->mirror_lines_at + mirror_lines(shape);
}

typedef struct writer {
    int real_bytes;
    void *tables;
    int64_t at;
} writer;

/* Root k for a double. */
static ata_root get_wide(const ata_root_table *roots, int64_t k)
{
    return ata_root_clean(ata_root_multiply(roots->coarse[k >> roots->shift], roots->fine[k & roots->mask]));
}

/* Root k for a float. In the first eighth of the circle no product of doubles cancels another, so that the tables' low
 * parts are not needed; the others are turned and mirrored to it. */
static ata_root get_narrow(const ata_root_table *roots, int bits, int64_t k)
{
    const int64_t fourth = roots->n >> 2, inside = k & (fourth - 1);
    const bool mirrored = 2 * inside > fourth;
    const int64_t near = mirrored ? fourth - inside : inside;
    const ata_root_wide a = roots->coarse[near >> roots->shift], b = roots->fine[near & roots->mask];
    const double cosine = a.re_hi * b.re_hi - a.im_hi * b.im_hi, sine = -(a.re_hi * b.im_hi + a.im_hi * b.re_hi);
    const double x = mirrored ? sine : cosine, y = mirrored ? -cosine : -sine;
    switch (k >> (bits - 2)) { /* turned by -i as often */
    case 0: return (ata_root){x, y};
    case 1: return (ata_root){y, -x};
    case 2: return (ata_root){-x, -y};
    default: return (ata_root){-y, x};
    }
}

/* `count` roots from the place `at` on, so far apart: k = 0, step, 2 step ... of those from number `first` on, modulo a
 * power of two. No zero has a sign. */
static void put_roots(const writer *w, int64_t at, int64_t apart, const ata_root_table *roots, int64_t first,
                      int64_t count, int64_t step, int64_t modulus)
{
    const int bits = ata_integer_log2(roots->n);
    float *narrow = (float *)w->tables + 2 * at;
    double *wide = (double *)w->tables + 2 * at;
    int64_t k = first * step & (modulus - 1);
    for (int64_t i = 0; i < count * apart; i += apart, k = (k + step) & (modulus - 1)) {
        const ata_root root = w->real_bytes == 8 || bits < 3 ? get_wide(roots, k) : get_narrow(roots, bits, k);
        if (w->real_bytes == 4) {
            narrow[2 * i] = (float)root.re + 0.0F;
            narrow[2 * i + 1] = (float)root.im + 0.0F;
        } else {
            wide[2 * i] = root.re;
            wide[2 * i + 1] = root.im;
        }
    }
}

/* All of them, behind what was written before. */
static void put(writer *w, const ata_root_table *roots, int64_t count, int64_t step)
{
    put_roots(w, w->at, 1, roots, 0, count, step, roots->n);
    w->at += count;
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
    for (int64_t i = part * r->entries / PARTS; i < end;) {
        const int64_t where = i % t->count, row = i / t->count, digit = (int64_t)1 << row;
        const int64_t count = t->count - where < end - i ? t->count - where : end - i;
        const bool paired = (row | 1) < row_count(t->digits);
        const int64_t at = paired ? (row & ~1) * t->count + 2 * where + (row & 1) : i;
        put_roots(r->w, r->w->at + at, paired ? 2 : 1, r->roots, where, count, digit * t->step, t->period);
        i += count;
    }
}

static void write_rows(writer *w, const ata_gpu_twiddle *t, const ata_root_table *roots)
{
    rows r = {w, t, roots, row_count(t->digits) * t->count};
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
    put(w, roots, low, 1);
    put(w, roots, period / low, low);
}

static ata_status write_twiddle(writer *w, const ata_gpu_twiddle *t)
{
    if (t->turn == ATA_TURN_NONE) return ATA_OK;
    ata_root_table roots;
    ATA_TRY(ata_roots_init(&roots, t->period));
    w->at = t->at;
    if (t->shift > 0) write_halves(w, t->period, &roots);
    else write_rows(w, t, &roots);
    if (t->start == 1)
        for (int64_t k = 0; k < t->k_count; k++) put(w, &roots, t->count, k);
    if (t->start == 2) write_halves(w, t->period, &roots);
    ata_roots_fini(&roots);
    return ATA_OK;
}

static ata_status write_mirror(writer *w, const ata_gpu_shape *shape)
{
    if (shape->mirror == ATA_MIRROR_NONE) return ATA_OK;
    const int64_t apart = shape->strips > 0 ? shape->strips : 1;
    ata_root_table roots;
    const int64_t points = shape->plane > 0 ? shape->plane : shape->fold ? 1 : shape->n;
    ATA_TRY(ata_roots_init(&roots, 2 * points * apart));
    w->at = shape->mirror_at;
    put(w, &roots, mirror_points(shape), apart);
    put(w, &roots, mirror_lines(shape), 1);
    ata_roots_fini(&roots);
    return ATA_OK;
}

ata_status ata_gpu_factors_write(const ata_gpu_shape *shape, void *tables)
{
    writer w = {shape->real_bytes, tables, 0};
    for (int s = 0; s < shape->stage_count; s++) {
        ATA_TRY(write_twiddle(&w, &shape->stage[s].twiddle));
        ATA_TRY(write_twiddle(&w, &shape->stage[s].cross));
    }
    return write_mirror(&w, shape);
}
