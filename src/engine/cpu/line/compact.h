/* compact.h - factors of long lines, made of those in two short tables while they are used. Included by functions.h.
 *
 * A table of all factors of a long line takes longer to make than a plan may take, and memory that has to be read with
 * every transform. But exp(-2 pi i p k / n) with p = together a + q is a product of one factor for a and one for q:
 *
 *     fine     those of q = 0 .. together - 1
 *     coarse   those of p = 0, together, 2 together ...
 *
 * each rounded once. Both stay in a cache, and products of some rows at a time are made where the first cache has them.
 */

/* --- The factors of a stage --------------------------------------------------------------------------------------- */

/* Numbers that factors of the rows done at a time may take; tables of fewer rows are whole. */
enum { MOST_COMPACT = 4096, LEAST_COMPACT_ROWS = 4096 };

/* Vectors of a row of factors in the two tables. */
INLINE ptrdiff_t compact_vectors(int64_t radix)
{
    return ((ptrdiff_t)(2 * radix - 2) + WIDTH - 1) / WIDTH;
}

/* Rows row .. row + count - 1 of a compact stage, at `to`, as a table of all has them. Coarse rows lie as factors of
 * vectors do (complex.h). What a vector has too many the next row overwrites; `to` has room for it behind the last. */
static const real *compact_rows(const ata_stage *stage, ptrdiff_t row, ptrdiff_t count, real *to)
{
    const ptrdiff_t vectors = compact_vectors(stage->radix), next = 2 * (ptrdiff_t)stage->radix - 2;
    const ptrdiff_t together = (ptrdiff_t)stage->together;
    for (ptrdiff_t p = row; p < row + count; p++) {
        const real *fine = (const real *)stage->twiddle + p % together * vectors * WIDTH;
        const real *coarse = (const real *)stage->coarse + p / together * vectors * WIDTH * FACTOR_VECTORS;
        for (ptrdiff_t v = 0; v < vectors; v++)
            vec_store(to + (p - row) * next + v * WIDTH,
                      vec_times_each(vec_load(fine + v * WIDTH), coarse + v * WIDTH * FACTOR_VECTORS));
    }
    return to;
}

/* The factors of so many rows of a stage, from its table or made. */
INLINE const real *rows_of(const ata_stage *stage, ptrdiff_t row, ptrdiff_t count, real made[MOST_COMPACT])
{
    if (stage->coarse) return compact_rows(stage, row, count, made);
    return stage->twiddle ? (const real *)stage->twiddle + row * 2 * ((ptrdiff_t)stage->radix - 1) : NULL;
}

/* --- Rotations ---------------------------------------------------------------------------------------------------- */

/* How many rotations share a coarse one. The last piece of a line may have as many more as fill no vector of the
 * widest. A long line has one table, a longer one is compact: up to there a table is made in less than a millisecond,
 * and saves some per cent of the time of every transform. */
enum {
    ROTATIONS = 256,
    WIDEST = 16,
    LEAST_ONE_TABLE = 1 << 12,
    LEAST_COMPACT_ROTATIONS = 1 << (REAL_BITS == 32 ? 20 : 19)
};

/* Where rotations are: in tables of all; those of real_paired.h; or products with those in short ones. */
typedef enum rotation_form { WHOLE, TURNED_PAIRS, COMPACT } rotation_form;

/* Rotations k, from some k on. */
typedef struct rotations {
    const real *re, *im; /* the parts apart; in pairs, both in the first */
    ptrdiff_t from;      /* k of the first */
    real by_re, by_im;   /* of a compact line: each is to be multiplied with this */
} rotations;

/* Rotations k = 1, 2 ... of a compact line from the coarse one before `k` on, and up to where those end. */
INLINE rotations rotations_at(const ata_line *line, ptrdiff_t k, ptrdiff_t *end)
{
    const ptrdiff_t a = (k - 1) / ROTATIONS, next = (a + 1) * ROTATIONS + 1;
    const real *const coarse = (const real *)line->coarse + 2 * a;
    if (next + WIDTH <= *end) *end = next;
    return (rotations){line->table_re, line->table_im, next - ROTATIONS, coarse[0], coarse[1]};
}

/* WIDTH of them, and one. */
INLINE void rotations_load(rotations w, ptrdiff_t k, const rotation_form form, const bool forward, vec *re, vec *im)
{
    if (form == TURNED_PAIRS) {
        vec_load_pairs(w.re + 2 * k, im, re);
        if (forward) *re = -*re;
        return;
    }
    *re = vec_load(w.re + (k - w.from));
    *im = vec_load(w.im + (k - w.from));
    if (form == COMPACT) vec_multiply(re, im, vec_all(w.by_re), vec_all(w.by_im));
}

INLINE void rotation_load(rotations w, ptrdiff_t k, const rotation_form form, const bool forward, real *re, real *im)
{
    if (form == TURNED_PAIRS) {
        *im = w.re[2 * k];
        *re = forward ? -w.re[2 * k + 1] : w.re[2 * k + 1];
        return;
    }
    *re = w.re[k - w.from];
    *im = w.im[k - w.from];
    if (form == COMPACT) multiply(re, im, w.by_re, w.by_im);
}
