/* plane.cuh - real transforms of whole planes, or of cubes: rows of PLANE complex points, which are two real ones each,
 * and the other dimensions, in one kernel. Included by stage.cuh.
 *
 *     rows -> step (pairs.cuh) -> other legs -> unpack          real points come (ROWS_FIRST)
 *     pack -> other legs -> step -> rows                        real points go
 *
 * The step is a stage of radix 1 between the legs, whose tasks are pairs of points of one row, K and PLANE-K: as in
 * real.cuh, pair m is K = m and K = PLANE-m, and pair 0 is K = 0 and K = PLANE/2. A row then has one point more, but
 * X[0] and X[PLANE] are real: they are kept as X[0] + i X[PLANE] in column 0, so that the other legs have PLANE
 * columns. Their transform P of column 0 is A + i B, A and B being the columns 0 and PLANE that are wanted:
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

/* The pairs of a thread are its first one's, below PAIR_STEP, and multiples of that further on. */
#define PAIRS_AT_ONCE (THREADS * OF(NEAR) / PAIR_UNIT)
#define PAIR_STEP (PAIRS_AT_ONCE < 1 ? 1 : PAIRS_AT_ONCE < PLANE / 2 ? PAIRS_AT_ONCE : PLANE / 2)

INLINE int NAME(pair_of)(int task)
{
    return task / PAIR_UNIT % (PLANE / 2);
}
INLINE int NAME(first_pair)(void)
{
    return NAME(task)(forget(THREAD), 0) / PAIR_UNIT % PAIR_STEP;
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
    const int m = NAME(first_pair)(), row = NAME(in_row)(NAME(task)(forget(THREAD), 0));
    const int up = row + m * IN_X, down = row + (PLANE - m) * IN_X;
    UNROLL
    for (int v = 0; v < OF(TASKS); v += OF(IN_PAIR) ? 2 : 1) {
        const int task = NAME(task)(0, v), more = NAME(pair_of)(task), beyond = NAME(in_row)(task);
        const int middle = more == 0 && m == 0;
        const int one = up + beyond + more * IN_X;
        const int other = middle ? row + beyond + PLANE / 2 * IN_X : down + beyond - more * IN_X;
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
    const int m = NAME(first_pair)();
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

/* Point k + further of a row, or of two neighbouring ones; `further` is less than PAIR_STEP, of which k is a multiple.
 * Between the blocks of a cluster the leading part says which it goes to. */
INLINE void NAME(put_at)(int row, int k, int further, const complex *x)
{
#if BEFORE_CLUSTER
    const int share = PLANE / CLUSTER;
    const int to = PAIR_STEP > share ? (k + further) / share : k / share;
    const int place = row + (PAIR_STEP > share ? (k + further) % share : k % share + further) * OUT_X;
#if OF(OUT_PAIR)
    remote_put_pair(to, place, x[0], x[2]);
#else
    remote_put(to, place, x[0]);
#endif
#elif OF(OUT_PAIR)
    shared_put_pair(row + (k + further) * OUT_X, x[0], x[2]);
#else
    shared_put(row + (k + further) * OUT_X, x[0]);
#endif
}

INLINE void NAME(put)(const tile *t, const complex *x)
{
    const int mine = NAME(task)(forget(THREAD), 0), m = NAME(first_pair)();
    const int row = NAME(out_row)(mine) + t->rank * (OF(P_RANK) * OF(OUT_P)); /* P_RANK is 0 behind an exchange */
    UNROLL
    for (int v = 0; v < OF(TASKS); v += OF(OUT_PAIR) ? 2 : 1) {
        const int task = NAME(task)(0, v), more = NAME(pair_of)(task), at = row + NAME(out_row)(task);
        const int alone = more == 0 ? PLANE / 2 : PLANE - more; /* for m = 0 */
        NAME(put_at)(at, more, m, x + 2 * v);
        NAME(put_at)(at, m == 0 ? alone : PLANE - more - PAIR_STEP, m == 0 ? 0 : PAIR_STEP - m, x + 2 * v + 1);
    }
}

#undef PAIRS_AT_ONCE
#undef PAIR_STEP
#undef PAIR_UNIT
#undef IN_X
#undef OUT_X
#endif

/* --- Column 0 -----------------------------------------------------------------------------------------------------
 *
 * Few threads have its points, so they are given to all of a block by a part of shared memory of its own (COLUMN_AT),
 * and made of both columns, or into them, a point a thread. */

#if ROWS_FIRST ? IS_LAST : IS_FIRST
#define COLUMN_POINTS (N / PLANE)
#if ROWS_FIRST
#define LEG_UNIT(l) L##l##_FREQUENCY_UNIT
#else
#define LEG_UNIT(l) L##l##_TIME_UNIT
#endif
#define LEG_PARTNER(l, at) ((0u - (unsigned int)(at) / LEG_UNIT(l)) % L##l##_N * LEG_UNIT(l))

/* The point with the digits of every leg taken from its length; those of the row, which are 0, stay so. */
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
INLINE int NAME(column_index)(int c, int at)
{
    return COLUMN_AT + c * COLUMN_POINTS + at / PLANE;
}

#if ROWS_FIRST
/* Whether a task of this thread is of column 0. */
INLINE int NAME(is_packed)(const tile *t, int mine, int task)
{
    return NAME(whole_k)(task) % PLANE == 0 && NAME(whole_k)(mine) % PLANE == 0 && t->rank == 0;
}

/* Column 0 becomes columns 0 and PLANE. */
INLINE void NAME(unpack)(const tile *t, const complex *x)
{
    if (t->rank > 0) return;
    const int mine = NAME(task)(forget(THREAD), 0), own = NAME(column_index)(NAME(c_of)(mine), NAME(whole_k)(mine));
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), further = NAME(whole_k)(task) / PLANE;
        if (!NAME(is_packed)(t, mine, task)) continue;
        UNROLL
        for (int q = 0; q < OF(RADIX); q++)
            shared_put(own + NAME(c_of)(task) * COLUMN_POINTS + further + q * (COLUMN_POINTS / OF(RADIX)),
                       x[v * OF(RADIX) + q]);
    }
    barrier();
    const real half = (SCALED ? (real)t->a->scale : 1) * (real)0.5;
    KEEP_LOOP
    for (int i = THREAD; i < LINES * COLUMN_POINTS; i += THREADS) {
        const int c = i / COLUMN_POINTS, at = i % COLUMN_POINTS * PLANE;
        const complex a = shared_get(NAME(column_index)(c, at));
        const complex b = shared_get(NAME(column_index)(c, NAME(partner)(at)));
        const complex first = {(a.x + b.x) * half, (a.y - b.y) * half}, last = {(a.y + b.y) * half, (b.x - a.x) * half};
        const long long to = t->out + out_place(c, at);
        if (RAGGED && c >= t->lines) continue;
        numbers_put(t->a, to, first);
        numbers_put(t->a, to + PLANE * (long long)(L1_OUT), last);
    }
}
#else
/* Of the columns 0 and PLANE only what becomes real counts, as on the CPU: half of each point and of its partner's
 * conjugate. */
INLINE complex NAME(half_of)(complex a, complex b)
{
    const complex half = {(a.x - b.x) * (real)0.5, (a.y + b.y) * (real)0.5}; /* parts are exchanged */
    return half;
}

/* Columns 0 and PLANE become column 0. */
INLINE void NAME(pack)(const tile *t, complex *x)
{
    if (t->rank > 0) return;
    const long long to_last = PLANE * (long long)(PASTE(L, LEGS, _IN));
    UNROLL
    for (int begin = 0; begin < LINES * COLUMN_POINTS; begin += THREADS) {
        const int i = begin + THREAD, c = i / COLUMN_POINTS, at = i % COLUMN_POINTS * PLANE;
        const long long one = t->in + in_place(c, at), other = t->in + in_place(c, NAME(partner)(at));
        if (LINES * COLUMN_POINTS % THREADS != 0 && i >= LINES * COLUMN_POINTS) continue;
        if (RAGGED && c >= t->lines) continue;
        const complex first = NAME(half_of)(numbers_get(t->a, one), numbers_get(t->a, other));
        const complex last = NAME(half_of)(numbers_get(t->a, one + to_last), numbers_get(t->a, other + to_last));
        const complex packed = {first.x + last.y, first.y - last.x}; /* first + i last, the parts of all exchanged */
        shared_put(NAME(column_index)(c, at), packed);
    }
    barrier();
    const int mine = NAME(task)(forget(THREAD), 0), c = NAME(c_of)(mine), p = NAME(whole_p)(mine);
    const int own = NAME(column_index)(c, p);
    if (p % PLANE != 0) return;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), line = NAME(c_of)(task), further = NAME(whole_p)(task);
        if (further % PLANE != 0 || (RAGGED && c + line >= t->lines)) continue;
        UNROLL
        for (int j = 0; j < OF(RADIX); j++)
            x[v * OF(RADIX) + j] = shared_get(own + line * COLUMN_POINTS + further / PLANE +
                                              j * (COLUMN_POINTS / OF(RADIX)));
    }
}
#endif

#undef COLUMN_POINTS
#undef LEG_UNIT
#undef LEG_PARTNER
#endif
