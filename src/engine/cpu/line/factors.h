/* factors.h - what the tables of stages are filled with: exp(-2 pi i p k step / n) of rows p and points k. Included
 * by functions.h.
 *
 * Rows are made in blocks, FACTOR_ROWS at a time: factor p k is the product of that of the block's first row with that
 * of the row inside it, and the latter are the same for all blocks, so that vectors of them are multiplied
 * (loops.h). Each is rounded once. Lines with few rows have every factor from the roots themselves. Rotations are
 * neighbours on the circle, and made the same way.
 */
enum { FACTOR_ROWS = 64, FEWEST_IN_BLOCKS = 8 * FACTOR_ROWS };

typedef struct factor_table {
    ata_root_table roots; /* of n */
    int64_t step;
    int64_t rows, width; /* the table has so many rows, and points in each */
    int64_t block;       /* rows of a block: FACTOR_ROWS, unless there are fewer */
    int64_t first;       /* row of the block that is there; -1 for none */
    double *inside;      /* [point][re_hi, re_lo, im_hi, im_lo][row]; NULL where rows are few */
    real *numbers;       /* of the block: [point][re, im][row] */
} factor_table;

static void factors_fini(factor_table *table)
{
    ata_memory_destroy(table->numbers);
    ata_memory_destroy(table->inside);
    ata_roots_fini(&table->roots);
}

/* As the loops take it. */
static ata_root_wide wide_root_of(const ata_root_table *roots, int64_t k)
{
    const ata_root_wide w = ata_roots_get_wide(roots, k);
    return REAL_BITS == 64 ? ata_root_halve(w) : w;
}

/* One of such roots, number q of rows of so many. */
static void put_wide(double *rows, int64_t row, int64_t q, ata_root_wide w)
{
    rows[q] = w.re_hi;
    rows[row + q] = w.re_lo;
    rows[2 * row + q] = w.im_hi;
    rows[3 * row + q] = w.im_lo;
}

static const ata_number_loops *number_loops(void)
{
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    return REAL_BITS == 64 ? &loops->f64 : &loops->f32;
}

static void fill_inside(const factor_table *table)
{
    const ata_root_table *roots = &table->roots;
    for (int64_t k = 1; k < table->width; k++) {
        double *to = table->inside + k * 4 * FACTOR_ROWS;
        for (int64_t q = 0; q < FACTOR_ROWS; q++)
            put_wide(to, FACTOR_ROWS, q, wide_root_of(roots, q * k * table->step % roots->n));
    }
}

/* For `rows` rows of `width` points, whose products with `step` stay below n. What was made is to be destroyed on
 * failure too. */
static ata_status factors_init(factor_table *table, int64_t n, int64_t step, int64_t rows, int64_t width)
{
    const int64_t block = rows < FACTOR_ROWS ? rows : FACTOR_ROWS;
    *table = (factor_table){.step = step, .rows = rows, .width = width, .block = block, .first = -1};
    ATA_TRY(ata_roots_init(&table->roots, n));
    ATA_TRY(ata_memory_create((void **)&table->numbers, (size_t)(2 * block * width), sizeof(real),
                              "factors of a transform"));
    if (rows < FEWEST_IN_BLOCKS) return ATA_OK;
    ATA_TRY(ata_memory_create((void **)&table->inside, (size_t)(4 * FACTOR_ROWS * width), sizeof(double),
                              "factors of a transform"));
    fill_inside(table);
    return ATA_OK;
}

/* Quarters of the circle, of which products leave no zeros (see ata_root_clean). */
static void put_quarters(const factor_table *table, int64_t k, real *re, real *im)
{
    const int64_t n = table->roots.n, each = 4 * k * table->step, begin = each * table->first;
    const int64_t end = begin + each * FACTOR_ROWS;
    for (int64_t quarter = 1; quarter < 4; quarter++) {
        if (quarter * n < begin || quarter * n >= end || quarter * n % each != 0) continue;
        const int64_t q = quarter * n / each - table->first;
        re[q] = quarter == 2 ? -1 : 0;
        im[q] = quarter == 1 ? -1 : quarter == 3 ? 1 : 0;
    }
}

static void make_block(factor_table *table, int64_t first)
{
    const ata_root_table *roots = &table->roots;
    const ata_number_loops *of = number_loops();
    table->first = first;
    for (int64_t k = 1; k < table->width; k++) {
        real *re = table->numbers + k * 2 * table->block, *im = re + table->block;
        if (table->inside) {
            const ata_root_wide w = wide_root_of(roots, first * k * table->step);
            of->turn(w, (ata_root_rows){table->inside + k * 4 * FACTOR_ROWS, FACTOR_ROWS}, FACTOR_ROWS, re, im);
            put_quarters(table, k, re, im);
            continue;
        }
        int64_t at[FACTOR_ROWS], count = 0;
        for (; count < table->block && first + count < table->rows; count++)
            at[count] = (first + count) * k * table->step;
        of->look_up(roots, at, count, re, im);
    }
}

/* Have `count` rows from `row` on in the block, no more than it holds, and say where the first of them is: its factor k
 * at 2 block k, its imaginary part `block` behind, those of the next row beside them. */
static const real *factors_at(factor_table *table, int64_t row, int64_t count)
{
    const bool there = table->first >= 0 && row >= table->first && row + count <= table->first + table->block;
    if (!there) make_block(table, row);
    return table->numbers + (row - table->first);
}

/* --- Arcs --------------------------------------------------------------------------------------------------------- */

enum { ARC_ROOTS = 256, FEWEST_IN_ARCS = 4 * ARC_ROOTS };

/* exp(-2 pi i (first + k step) / n), k = 0 .. count - 1, of a table of the roots of n. */
typedef struct arc {
    const ata_root_table *roots;
    int64_t first, step, count;
    double inside[4 * ARC_ROOTS]; /* of k = 0 .. ARC_ROOTS - 1, but for the first: [re_hi, re_lo, im_hi, im_lo][k] */
} arc;

/* No index reaches n. */
static void arc_init(arc *all, const ata_root_table *roots, int64_t first, int64_t step, int64_t count)
{
    all->roots = roots;
    all->first = first;
    all->step = step;
    all->count = count;
    for (int64_t q = 0; count >= FEWEST_IN_ARCS && q < ARC_ROOTS; q++)
        put_wide(all->inside, ARC_ROOTS, q, wide_root_of(roots, q * step));
}

/* Those from k on, a multiple of ARC_ROOTS, of which as many as there are, and return how many. */
static int64_t arc_get(const arc *all, int64_t k, real *re, real *im)
{
    const int64_t left = all->count - k, some = left < ARC_ROOTS ? left : ARC_ROOTS, n = all->roots->n;
    const int64_t first = all->first + k * all->step, last = first + (some - 1) * all->step;
    if (all->count < FEWEST_IN_ARCS) {
        for (int64_t i = 0; i < some; i++) {
            const ata_root w = root_of(all->roots, first + i * all->step);
            re[i] = (real)w.re;
            im[i] = (real)w.im;
        }
        return some;
    }
    const ata_root_rows inside = {all->inside, ARC_ROOTS};
    number_loops()->turn(wide_root_of(all->roots, first), inside, some, re, im);
    for (int64_t quarter = 0; all->step > 0 && quarter < 4; quarter++) { /* of which products leave no zeros */
        const int64_t at = quarter * n / 4;
        if (quarter * n % 4 != 0 || at < first || at > last || (at - first) % all->step != 0) continue;
        const ata_root w = root_of(all->roots, at);
        re[(at - first) / all->step] = (real)w.re;
        im[(at - first) / all->step] = (real)w.im;
    }
    return some;
}

/* All of them. */
static void arc_fill(const arc *all, real *re, real *im)
{
    for (int64_t k = 0; k < all->count;) k += arc_get(all, k, re + k, im + k);
}
