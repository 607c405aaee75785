/* twiddle.cuh - the factors between two stages, from tables of correctly rounded values.
 *
 * Point q of a task is multiplied by
 *
 *     exp(-2 pi i where (k + R q) / M)  =  start * factor(q)
 *
 * where `where` and k follow from the task. Of the factors w(q) = exp(-2 pi i where R q / M) a table holds only the
 * rows q = 1, 2, 4, 8 ..., which stand two by two, so that one load brings both; the others are products of those: some
 * roundings more, and a few loads, which cost more than multiplications. `start` is exp(-2 pi i where k / M): 0 there
 * is none, 1 from a table, 2 a product of two, for one table would be too long. So is the one row of a long stage of
 * radix 2 (SHIFT).
 */
#define TWIDDLE_BY_P 1       /* where: the digits of p that the stages up to the cluster's exchange are left with */
#define TWIDDLE_BY_WHOLE_P 2 /* p of the whole line */
#define TWIDDLE_BY_LINE 3    /* the line, along loop 0 */
#define TWIDDLE_BY_LOOP 4    /* where the tile is along another loop */

INLINE complex times(complex a, complex b)
{
    const complex c = {multiply_add(a.x, b.x, -(a.y * b.y)), multiply_add(a.x, b.y, a.y * b.x)};
    return c;
}

/* exp(-2 pi i m / M): the rest of m / 2^shift in the first table, m / 2^shift in the second. */
INLINE complex twiddle_product(const void *tables, int at, int shift, unsigned int m)
{
    const int high = (int)(m >> shift), low = (int)(m & ((1u << shift) - 1u));
    return times(table_get(tables, at + low), table_get(tables, at + (1 << shift) + high));
}

INLINE complex twiddle_start(const void *tables, int start, int at, int shift, int where, int count, int k)
{
    if (start == 1) return table_get(tables, at + k * count + where);
    if (start == 2) return twiddle_product(tables, at, shift, (unsigned int)where * (unsigned int)k);
    const complex one = {1, 0};
    return one;
}

/* What a task needs of the tables. Getting it and multiplying points are two things: where a thread waits for its
 * points anyway, the factors come meanwhile. */
typedef struct {
    complex start;
    complex low[4], middle[4], high[4]; /* of q = 1 to 3; 4, 8, 12; 16, 32, 48 */
} factors;

/* Rows r and r + 1 of a stage, where it has them; of an odd number the last stands alone. */
INLINE void factors_get_rows(complex *w, const void *tables, int at, int where, int count, int radix, int r)
{
    const int first = at + r * count;
    if (radix > 2 << r) {
        table_get_pair(tables, first + 2 * where, w + 1, w + 2);
        w[3] = times(w[1], w[2]);
    } else if (radix > 1 << r) {
        w[1] = table_get(tables, first + where);
    }
}

INLINE void factors_get(factors *f, const void *tables, int at, int where, int count, int radix)
{
    factors_get_rows(f->low, tables, at, where, count, radix, 0);
    factors_get_rows(f->middle, tables, at, where, count, radix, 2);
    factors_get_rows(f->high, tables, at, where, count, radix, 4);
}

/* The points are `apart` in registers. */
INLINE void twiddle(const factors *f, int started, int radix, complex *x, int apart)
{
    complex top = f->start;
    UNROLL
    for (int h = 0; h < radix; h += 4) {
        if (h > 0 && h % 16 == 0) top = started ? times(f->high[h / 16], f->start) : f->high[h / 16];
        complex high = top;
        if (h % 16 > 0) high = h < 16 && !started ? f->middle[h / 4 % 4] : times(f->middle[h / 4 % 4], top);
        UNROLL
        for (int l = 0; l < 4; l++) {
            if (h + l >= radix || (h + l == 0 && !started)) continue;
            const complex factor = l == 0 ? high : h == 0 && !started ? f->low[l] : times(high, f->low[l]);
            x[(h + l) * apart] = times(x[(h + l) * apart], factor);
        }
    }
}
