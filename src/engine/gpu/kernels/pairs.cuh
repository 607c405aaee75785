/* pairs.cuh - the step between 2N real points and N complex ones, in the one stage of a kernel that has it (MIRROR).
 *
 * 2N real points x are transformed as N complex ones, z[j] = x[2j] + i x[2j+1]. Points K and N-K of their transform Z
 * are made of points K and N-K of the transform X that is wanted, and of no others: with w = exp(-2 pi i / 2N)
 *
 *     E = (Z[K] + conj Z[N-K]) / 2    O = (Z[K] - conj Z[N-K]) / 2i    X[K] = E + w^K O    X[N-K] = conj(E - w^K O)
 *
 * and back, without the halves. So the tasks of that stage are pairs of points, from one line (real.cuh) or, where a
 * line takes several passes, from two (strips.cuh).
 */
#define MIRROR_IN 1  /* the first stage: complex points to real ones */
#define MIRROR_OUT 2 /* the last: real points to complex ones */

/* Z[K] and Z[N-K] become X[K] and X[N-K]; the half is in the scale. */
INLINE void pair_separate(complex *a, complex *b, complex w, real half)
{
    const complex even = {(a->x + b->x) * half, (a->y - b->y) * half};
    const complex odd = {(a->y + b->y) * half, (b->x - a->x) * half};
    const complex turned = times(odd, w);
    a->x = even.x + turned.x;
    a->y = even.y + turned.y;
    b->x = even.x - turned.x;
    b->y = turned.y - even.y;
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
 * How much further line c of the tile lies than c. */
INLINE int line_shift(const tile *t, int c)
{
#if STRIPS
    if (c < LINES / 2) return 0;
    const int front = (int)t->at[0] + c - LINES / 2;
    return (front == 0 ? STRIPS / 2 : STRIPS - front) - (int)t->at[0] - c;
#else
    (void)t, (void)c;
    return 0;
#endif
}
