/* pairs.cuh - the step between 2N real points and N complex ones, in the one stage of a kernel that has it (MIRROR).
 *
 * 2N real points x are transformed as N complex ones, z[j] = x[2j] + i x[2j+1]. Points K and N-K of their transform Z
 * are made of points K and N-K of the transform X that is wanted, and of no others: with w = exp(-2 pi i / 2N)
 *
 *     E = (Z[K] + conj Z[N-K]) / 2    O = (Z[K] - conj Z[N-K]) / 2i    X[K] = E + w^K O    X[N-K] = conj(E - w^K O)
 *
 * and back, without the halves. So the tasks of that stage are pairs of points, from one line (real.cuh) or, where a
 * line takes several passes, from two (strips.cuh); or from one row of a plane (plane.cuh), in a stage between others.
 */
#define MIRROR_IN 1  /* complex points to real ones: the first stage, but for planes */
#define MIRROR_OUT 2 /* real points to complex ones: the last, but for planes */

/* Z[K] and Z[N-K] become X[K] and X[N-K]; `half` is 1/2, with the scale where this is the last stage. */
INLINE void pair_separate(complex *a, complex *b, complex w, real half)
{
    const complex even = {a->x + b->x, a->y - b->y}, odd = {a->y + b->y, b->x - a->x};
    const complex factor = {w.x * half, w.y * half}, turned = times(odd, factor);
    a->x = multiply_add(even.x, half, turned.x);
    a->y = multiply_add(even.y, half, turned.y);
    b->x = multiply_add(even.x, half, -turned.x);
    b->y = multiply_add(even.y, -half, turned.y);
}

/* X[K] and X[N-K] become Z[K] and Z[N-K], with their parts exchanged, for the transform that follows is the inverse
 * one. */
INLINE void pair_join(complex *a, complex *b, complex w)
{
    const complex even = {a->x + b->x, a->y - b->y}, difference = {a->x - b->x, a->y + b->y};
    const complex back = {w.x, -w.y}, odd = times(difference, back);
    a->y = even.x - odd.y;
    a->x = even.y + odd.x;
    b->y = even.x + odd.y;
    b->x = odd.x - even.y;
}

/* With STRIPS, half of a tile's lines are neighbours from the front, the other half those from the back of all STRIPS
 * lines that have the partners of their points; lines 0 and STRIPS/2, which have their own, come together:
 *
 *     line in the tile        0          1          2  ...    LINES/2       LINES/2 + 1     ...
 *     line in memory          first      first + 1  ...       STRIPS-first  STRIPS-first-1  ...      (STRIPS/2 for 0)
 *
 * With FOLD they are mirrored along loop 1 as well. There lines 0 and STRIPS/2 share the tiles that begin with them by
 * halves of that loop: each such tile has two lines of the one or of the other. */
#if FOLD
/* Where along loop 1 the tile is. */
INLINE int fold_at(const tile *t)
{
#if FOLD_COUNT > 1
    return (int)t->at[1];
#else
    (void)t;
    return 0;
#endif
}
/* Where along it line c of the tile is. */
INLINE int fold_index(const tile *t, int c)
{
    const int i = fold_at(t), half = FOLD_COUNT > 1 ? FOLD_COUNT / 2 : 1;
    if (FOLD_COUNT > 1 && (int)t->at[0] + c % (LINES / 2) == 0)
        return c == 0 ? i % half : i % half > 0 ? FOLD_COUNT - i % half : half;
    return c < LINES / 2 || i == 0 ? i : FOLD_COUNT - i;
}
#else
INLINE int fold_index(const tile *t, int c)
{
    (void)t, (void)c;
    return 0;
}
#endif

/* Which of all STRIPS lines line c of the tile is. */
INLINE int whole_line(const tile *t, int c)
{
#if STRIPS
    const int front = (int)t->at[0] + c % (LINES / 2);
#if FOLD
    if (front == 0) return (FOLD_COUNT > 1 ? fold_at(t) >= FOLD_COUNT / 2 : c > 0) ? STRIPS / 2 : 0;
#endif
    return c < LINES / 2 ? front : front == 0 ? STRIPS / 2 : STRIPS - front;
#else
    return (int)t->at[0] + c;
#endif
}

/* How much further line c of the tile lies than c, in lines and in memory. */
INLINE int line_shift(const tile *t, int c)
{
    return STRIPS ? whole_line(t, c) - (int)t->at[0] - c : 0;
}
INLINE long long in_shift(const tile *t, int c)
{
    long long shift = line_shift(t, c) * (long long)(IN_LINE);
#if FOLD
    if (FOLD_COUNT > 1) shift += (fold_index(t, c) - fold_at(t)) * t->a->in_stride[1];
#endif
    return shift;
}
INLINE long long out_shift(const tile *t, int c)
{
    long long shift = line_shift(t, c) * (long long)(OUT_LINE);
#if FOLD
    if (FOLD_COUNT > 1) shift += (fold_index(t, c) - fold_at(t)) * t->a->out_stride[1];
#endif
    return shift;
}
