/* plane.cuh - real transforms of whole planes, or of cubes: rows of PLANE complex points, which are two real ones each,
 * and the other dimensions, in one kernel. Included by stage.cuh.
 *
 *     rows -> step (pairs.cuh) -> other legs -> unpack          real points come (ROWS_FIRST)
 *     pack -> other legs -> step -> rows                        real points go
 *
 * The step is a stage of radix 1 between the legs, whose tasks are pairs of points of one row, K and PLANE-K: as in
 * real.cuh, the thread of pair m has K = m and K = PLANE-m, that of pair 0 has K = 0 and K = PLANE/2. A row then has one
 * point more, but X[0] and X[PLANE] are real: they are kept as X[0] + i X[PLANE] in column 0, so that the other legs
 * have PLANE columns. Their transform of column 0 is A + i B, A and B being the columns 0 and PLANE that are wanted:
 *
 *     A[k] = (P[k] + conj P[-k]) / 2        B[k] = (P[k] - conj P[-k]) / 2i
 *
 * where -k is mirrored along all other legs. In a cluster, blocks have whole rows up to the step, or behind it, and
 * whole columns on the other side; the first block has column 0.
 */

/* --- The step ----------------------------------------------------------------------------------------------------- */

#if OF(MIRROR)
#if ROWS_FIRST
#define PAIR_UNIT OF(K_UNIT)
#define IN_X OF(IN_K)
#define OUT_X OF(OUT_K)
#else
#define PAIR_UNIT OF(P_UNIT)
#define IN_X OF(IN_P)
#define OUT_X OF(OUT_P)
#endif

INLINE int NAME(pair_of)(int task)
{
    return task / PAIR_UNIT % (PLANE / 2);
}
/* Where in shared memory the row of a task begins. */
INLINE int NAME(in_row)(int task)
{
#if ROWS_FIRST
    return NAME(c_of)(task) * OF(IN_C) + NAME(p_of)(task) * OF(IN_P);
#else
    const int k = NAME(k_of)(task);
    return NAME(c_of)(task) * OF(IN_C) + k % K_SPLIT * OF(IN_K) + k / K_SPLIT * OF(IN_H);
#endif
}
INLINE int NAME(out_row)(int task)
{
#if ROWS_FIRST
    return NAME(c_of)(task) * OF(OUT_C) + NAME(p_of)(task) * OF(OUT_P);
#else
    const int k = NAME(k_of)(task);
    return NAME(c_of)(task) * OF(OUT_C) + k % K_SPLIT * OF(OUT_K) + k / K_SPLIT * OF(OUT_H);
#endif
}

/* Points come two by two where neighbouring tasks are neighbouring rows. */
INLINE void NAME(get)(const tile *t, complex *x)
{
    (void)t;
    const int mine = NAME(task)(forget(THREAD), 0), row = NAME(in_row)(mine), m = NAME(pair_of)(mine);
    UNROLL
    for (int v = 0; v < OF(TASKS); v += OF(IN_PAIR) ? 2 : 1) {
        const int task = NAME(task)(0, v), more = NAME(pair_of)(task), at = row + NAME(in_row)(task);
        const int middle = more == 0 && m == 0;
        const int one = at + (m + more) * IN_X, other = at + (middle ? PLANE / 2 : PLANE - m - more) * IN_X;
#if OF(IN_PAIR)
        shared_get_pair(one, &x[2 * v], &x[2 * v + 2]);
        shared_get_pair(other, &x[2 * v + 1], &x[2 * v + 3]);
#else
        x[2 * v] = shared_get(one);
        x[2 * v + 1] = shared_get(other);
#endif
    }
}

/* The step itself. Where real points go, the parts of numbers are exchanged before it and behind it. */
INLINE void NAME(step)(const tile *t, complex *x)
{
    const int m = NAME(pair_of)(NAME(task)(forget(THREAD), 0));
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int more = NAME(pair_of)(NAME(task)(0, v));
        complex a = x[2 * v], b = x[2 * v + 1];
#if ROWS_FIRST
        if (more == 0 && m == 0) {
            const complex ends = {a.x + a.y, a.x - a.y};
            a = ends;
            b.y = -b.y;
        } else pair_separate(&a, &b, table_get(t->a->tables, MIRROR_AT + m + more), (real)0.5);
#else
        const complex one = {a.y, a.x}, other = {b.y, b.x};
        if (more == 0 && m == 0) {
            const complex first = {one.x - one.y, one.x + one.y}, middle = {-2 * other.y, 2 * other.x};
            a = first;
            b = middle;
        } else {
            a = one;
            b = other;
            pair_join(&a, &b, table_get(t->a->tables, MIRROR_AT + m + more));
        }
#endif
        x[2 * v] = a;
        x[2 * v + 1] = b;
        finish_task(x + 2 * v, 2);
    }
}

/* Point k of a row, or of two neighbouring ones. Between the blocks of a cluster the leading part of k says which it
 * goes to. */
INLINE void NAME(put_at)(int row, int k, const complex *x)
{
#if BEFORE_CLUSTER
    const int to = k / (PLANE / CLUSTER), place = row + k % (PLANE / CLUSTER) * OUT_X;
#if OF(OUT_PAIR)
    remote_put_pair(to, place, x[0], x[2]);
#else
    remote_put(to, place, x[0]);
#endif
#elif OF(OUT_PAIR)
    shared_put_pair(row + k * OUT_X, x[0], x[2]);
#else
    shared_put(row + k * OUT_X, x[0]);
#endif
}

INLINE void NAME(put)(const tile *t, const complex *x)
{
    const int mine = NAME(task)(forget(THREAD), 0), m = NAME(pair_of)(mine);
    const int row = NAME(out_row)(mine) + t->rank * (OF(P_RANK) * OF(OUT_P)); /* P_RANK is 0 behind an exchange */
    UNROLL
    for (int v = 0; v < OF(TASKS); v += OF(OUT_PAIR) ? 2 : 1) {
        const int task = NAME(task)(0, v), more = NAME(pair_of)(task), at = row + NAME(out_row)(task);
        const int middle = more == 0 && m == 0;
        NAME(put_at)(at, m + more, x + 2 * v);
        NAME(put_at)(at, middle ? PLANE / 2 : PLANE - m - more, x + 2 * v + 1);
    }
}

#undef PAIR_UNIT
#undef IN_X
#undef OUT_X
#endif

/* --- Column 0 ----------------------------------------------------------------------------------------------------- */

#if ROWS_FIRST ? IS_LAST : IS_FIRST
#if ROWS_FIRST
#define LEG_UNIT(l) L##l##_FREQUENCY_UNIT
#else
#define LEG_UNIT(l) L##l##_TIME_UNIT
#endif
#define LEG_PARTNER(l, at) ((0u - (unsigned int)(at) / LEG_UNIT(l)) % L##l##_N * LEG_UNIT(l))

/* The digits of every leg taken from its length; those of the row, which are 0, stay so. */
INLINE int NAME(partner)(int at)
{
    unsigned int partner = LEG_PARTNER(1, at) + LEG_PARTNER(2, at);
#if LEGS >= 3
    partner += LEG_PARTNER(3, at);
#endif
#if LEGS >= 4
    partner += LEG_PARTNER(4, at);
#endif
    return (int)partner;
}

#if ROWS_FIRST
/* Where in shared memory point `at` of column 0 of line c is kept: where the task that has it got a point from, which
 * nobody else reads. */
INLINE int NAME(kept_at)(int c, int at)
{
    const int k = at % (N / OF(RADIX)), mine = CLUSTER > 1 ? k / PLANE * (PLANE / CLUSTER) : k;
    return c * OF(IN_C) + mine * OF(IN_K) + at / (N / OF(RADIX)) * OF(IN_R);
}

/* Column 0 becomes columns 0, which is left in its place, and PLANE, which is written. */
INLINE void NAME(unpack)(const tile *t, complex *x)
{
    if (t->rank > 0) return;
    const int mine = NAME(task)(forget(THREAD), 0), c = NAME(c_of)(mine), k = NAME(whole_k)(mine);
    const int has = k % PLANE == 0;
    const real half = (SCALED ? (real)t->a->scale : 1) * (real)0.5;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), line = c + NAME(c_of)(task), further = NAME(whole_k)(task);
        if (further % PLANE != 0 || !has) continue;
        UNROLL
        for (int q = 0; q < OF(RADIX); q++)
            shared_put(NAME(kept_at)(line, k + further + q * (N / OF(RADIX))), x[v * OF(RADIX) + q]);
    }
    barrier();
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), line = c + NAME(c_of)(task), further = NAME(whole_k)(task);
        if (further % PLANE != 0 || !has) continue;
        UNROLL
        for (int q = 0; q < OF(RADIX); q++) {
            const int at = k + further + q * (N / OF(RADIX));
            complex *a = &x[v * OF(RADIX) + q];
            const complex b = shared_get(NAME(kept_at)(line, NAME(partner)(at)));
            const complex first = {(a->x + b.x) * (real)0.5, (a->y - b.y) * (real)0.5};
            const complex last = {(a->y + b.y) * half, (b.x - a->x) * half};
            if (!RAGGED || line < t->lines)
                numbers_put(t->a, t->out + out_place(line, at) + PLANE * (long long)(L1_OUT), last);
            *a = first;
        }
    }
}
#else
/* Of the columns 0 and PLANE only what becomes real counts, as on the CPU: half of each point and of its partner's
 * conjugate. */
INLINE complex NAME(real_part)(complex a, complex b)
{
    const complex sum = {(a.x - b.x) * (real)0.5, (a.y + b.y) * (real)0.5}; /* parts are exchanged */
    return sum;
}
INLINE complex NAME(get_at)(const tile *t, int c, int at, int columns)
{
    return numbers_get(t->a, t->in + in_place(c, at) + columns * (long long)(PASTE(L, LEGS, _IN)));
}

/* Columns 0, which has come, and PLANE become column 0. */
INLINE void NAME(pack)(const tile *t, complex *x)
{
    const int mine = NAME(task)(THREAD, 0), c = NAME(c_of)(mine), p = NAME(whole_p)(mine);
    if (t->rank > 0 || p % PLANE != 0) return;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), line = c + NAME(c_of)(task), further = NAME(whole_p)(task);
        if (further % PLANE != 0 || (RAGGED && line >= t->lines)) continue;
        UNROLL
        for (int j = 0; j < OF(RADIX); j++) {
            const int at = p + further + j * (N / OF(RADIX)), other = NAME(partner)(at);
            complex *a = &x[v * OF(RADIX) + j];
            const complex first = NAME(real_part)(*a, NAME(get_at)(t, line, other, 0));
            const complex last = NAME(real_part)(NAME(get_at)(t, line, at, PLANE), NAME(get_at)(t, line, other, PLANE));
            /* first + i last, the parts of all three exchanged. */
            a->x = first.x + last.y;
            a->y = first.y - last.x;
        }
    }
}
#endif

#undef LEG_UNIT
#undef LEG_PARTNER
#endif
