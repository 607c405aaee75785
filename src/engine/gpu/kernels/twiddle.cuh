/* twiddle.cuh - the factors between two stages, from tables of correctly rounded values.
 *
 * Point q of a task is multiplied by
 *
 *     exp(-2 pi i where (k + R q) / M)  =  start * factor(q)
 *
 * where `where` and k follow from the task. Of the factors w(q) = exp(-2 pi i where R q / M) a table holds only the
 * rows q = 1, 2, 3, q = 4, 8, 12 and q = 16, 32, 48; the others are products of one of each: a rounding or two more,
 * and a few loads, which cost more than multiplications. `start` is exp(-2 pi i where k / M): 0 there is none, 1 from a
 * table, 2 a product of two, for one table would be too long. So is the one row of a long stage of radix 2 (SHIFT).
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

/* The points are `apart` in registers. */
INLINE void twiddle(const void *tables, int at, int where, int count, int started, complex start, int radix,
                    complex *x, int apart)
{
    complex low[4];
    low[0] = start;
    UNROLL
    for (int l = 1; l < 4; l++)
        if (l < radix) low[l] = table_get(tables, at + (l - 1) * count + where);
    complex middle[4];
    UNROLL
    for (int m = 1; m < 4; m++)
        if (4 * m < radix) middle[m] = table_get(tables, at + (2 + m) * count + where);
    complex top = start;
    UNROLL
    for (int h = 0; h < radix; h += 4) {
        if (h > 0 && h % 16 == 0) {
            top = table_get(tables, at + (5 + h / 16) * count + where);
            if (started) top = times(top, start);
        }
        complex high = top;
        if (h % 16 > 0) high = h < 16 && !started ? middle[h / 4 % 4] : times(middle[h / 4 % 4], top);
        UNROLL
        for (int l = 0; l < 4; l++) {
            if (h + l >= radix || (h + l == 0 && !started)) continue;
            const complex factor = l == 0 ? high : h == 0 && !started ? low[l] : times(high, low[l]);
            x[(h + l) * apart] = times(x[(h + l) * apart], factor);
        }
    }
}

/* The two points of a stage of radix 2, the factor of the second given. */
INLINE void twiddle_two(int started, complex start, complex next, complex *x, int apart)
{
    if (started) x[0] = times(x[0], start);
    x[apart] = times(x[apart], started ? times(next, start) : next);
}
