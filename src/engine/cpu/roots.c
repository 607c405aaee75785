/* roots.c - roots of unity written to an array, each computed once for all places that it is at.
 *
 * With w = exp(-2 pi i / n) and a period P of n/4, n/2 or n, whichever is a whole number, the roots repeat up to an
 * exchange of their parts and signs, forwards and backwards:
 *
 *     w^(tP + k) = w^(tP) w^k          w^((t+1)P - k) = w^((t+1)P) conj(w^k)         w^P = -i, -1 or 1
 *
 *     place      0     P/2     P            2P            3P            4P
 *     from k     0 --> | <-- 0 | 0 --> <-- 0 | 0 --> <-- 0 | 0 --> <-- 0
 *
 * So only k = 0 .. P/2 are computed, in blocks of neighbours: w^(first + j) = w^first w^j, by one evaluation for the
 * block and a table of w^j for all. Blocks follow from n alone, so that the values do not depend on who computes them.
 */
#include "core/memory.h"
#include "core/pool.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/loops/loops.h"
#include "engine/cpu/unplanned.h"

enum { MOST_BLOCK = 512 };

typedef struct work {
    const ata_roots_wanted *wanted;
    const ata_number_loops *loops;
    int64_t real_bytes;
    int64_t period;
    int quarters; /* of a turn in a period */
    int64_t base; /* how many roots are computed */
    int64_t block, block_count;
    int parts;
    ata_root_rows table;
} work;

/* Roots of a block, k = first .. first + count - 1: floats or doubles, as ata_number_loops has them. */
typedef struct block {
    int64_t first, count;
    _Alignas(ATA_ALIGNMENT) double rows[4 * MOST_BLOCK];
} block;

/* --- Writing ------------------------------------------------------------------------------------------------------ */

/* The roots k = from .. end - 1 of the block or, backwards, their conjugates from the last to the first, turned by so
 * many quarters of a turn, to the places from `at` on. */
static void put(const work *w, const block *b, int64_t from, int64_t end, bool backwards, int quarters, int64_t at)
{
    const int64_t row = w->block * w->real_bytes, skipped = backwards ? b->first + b->count - end : from - b->first;
    const char *re = (const char *)b->rows + (backwards ? 2 * row : 0) + skipped * w->real_bytes, *im = re + row;
    /* (x, y) turned by -i, its powers: (y, -x), (-x, -y), (-y, x) */
    const bool exchanged = quarters % 2 == 1;
    const double sign_y = backwards ? -1 : 1;
    const double sign_re = quarters % 4 >= 2 ? -1 : 1, sign_im = quarters % 4 == 1 || quarters % 4 == 2 ? -1 : 1;
    char *to = (char *)w->wanted->out + at * 2 * w->real_bytes;
    if (exchanged) w->loops->put(to, im, re, sign_re * sign_y, sign_im, end - from);
    else w->loops->put(to, re, im, sign_re, sign_im * sign_y, end - from);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Wherever they belong, each place once: those in the middle of a period, and between two, go forwards. */
static void put_everywhere(const work *w, const block *b)
{
    const int64_t count = w->wanted->count, period = w->period, block_end = b->first + b->count;
    for (int t = 0; t * w->quarters < 4; t++) {
        const int64_t begin = t * period, next = begin + period;
        int64_t end = smaller(block_end, count - begin);
        if (b->first < end) put(w, b, b->first, end, false, t * w->quarters, begin + b->first);
        const int64_t from = larger(larger(b->first, 1), next - count + 1);
        end = smaller(block_end, (period + 1) / 2);
        if (from < end) put(w, b, from, end, true, (t + 1) * w->quarters, next - end + 1);
    }
}

/* --- Computing ---------------------------------------------------------------------------------------------------- */

static void run_part(void *context, int part)
{
    const work *w = context;
    const int64_t share = w->block_count / w->parts, more = w->block_count % w->parts;
    const int64_t begin = part * share + smaller(part, more), end = begin + share + (part < more ? 1 : 0);
    block b;
    for (int64_t i = begin; i < end; i++) {
        b.first = i * w->block;
        b.count = smaller(w->block, w->base - b.first);
        const ata_root_wide first = ata_root_compute(b.first, w->wanted->n);
        w->loops->multiply(first, w->table, b.count, b.rows, w->block);
        put_everywhere(w, &b);
    }
}

static void make_table(const work *w, double *rows)
{
    const int64_t count = smaller(w->block, w->base);
    for (int64_t j = 0; j < count; j++) {
        const ata_root_wide root = ata_root_compute(j, w->wanted->n);
        rows[j] = root.re_hi;
        rows[w->block + j] = root.re_lo;
        rows[2 * w->block + j] = root.im_hi;
        rows[3 * w->block + j] = root.im_lo;
    }
}

static work prepare(const ata_roots_wanted *wanted)
{
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    const bool wide = wanted->type == ATA_F64;
    work w = {.wanted = wanted, .block = 1};
    w.loops = wide ? &loops->f64 : &loops->f32;
    w.real_bytes = wide ? sizeof(double) : sizeof(float);
    w.quarters = wanted->n % 4 == 0 ? 1 : wanted->n % 2 == 0 ? 2 : 4;
    w.period = w.quarters == 1 ? wanted->n / 4 : w.quarters == 2 ? wanted->n / 2 : wanted->n;
    const int64_t half = w.period / 2 + 1;
    while (w.block < MOST_BLOCK && w.block * w.block < half) w.block *= 2;
    w.base = smaller(half, wanted->count);
    w.block_count = (w.base + w.block - 1) / w.block;
    w.parts = (int)smaller(w.block_count, wanted->threads);
    return w;
}

ata_status ata_cpu_roots(ata_site *site, const ata_roots_wanted *wanted)
{
    (void)site;
    ATA_TRY(ata_line_check_isa());
    work w = prepare(wanted);
    ata_pool *pool = NULL;
    double *rows;
    ATA_TRY(ata_memory_create((void **)&rows, (size_t)(4 * w.block), sizeof *rows, "a table of roots of unity"));
    ata_status status = w.parts > 1 ? ata_pool_acquire(&pool, w.parts) : ATA_OK;
    if (status == ATA_OK) {
        make_table(&w, rows);
        w.table = (ata_root_rows){rows, w.block};
        if (pool) ata_pool_run(pool, w.parts, run_part, &w);
        else run_part(&w, 0);
    }
    ata_pool_release(pool);
    ata_memory_destroy(rows);
    return status;
}
