/* plane.cuh - real transforms of whole planes, or of cubes: rows of PLANE complex points, which are two real ones each,
 * and the other dimensions, in one kernel. Included by stage.cuh.
 *
 *     rows, step (pairs.cuh) -> other legs -> unpack          real points come (ROWS_FIRST)
 *     pack -> other legs -> step, rows                        real points go
 *
 * The step is in the stage along the rows that is next to the other legs, behind its butterflies or before them. That
 * has ROW_TASKS tasks a row: point q of task m is K = m + ROW_TASKS q, and its partner PLANE-K is point RADIX-1-q of
 * task ROW_TASKS-m. So a thread has both tasks. Tasks 0 and ROW_TASKS/2, which have their own partners, are together.
 *
 * Behind the step a row has one point more, but X[0] and X[PLANE] are real: they are kept as X[0] + i X[PLANE] in
 * column 0, so that the other legs have PLANE columns. Their transform P of column 0 is A + i B, A and B being the
 * columns 0 and PLANE that are wanted:
 *
 *     A[k] = (P[k] + conj P[-k]) / 2        B[k] = (P[k] - conj P[-k]) / 2i
 *
 * where -k is mirrored along all other legs. In a cluster, blocks have whole rows up to the step, or behind it, and
 * whole columns on the other side; the first block has column 0.
 *
 * In place a block overwrites rows that others have read. They have: a block writes when it has points from every task
 * of every block, which a task sends when its points are loaded. Where the stage that loads is also the one that sends,
 * its radix is a whole row, so that each task has points for every block.
 */

/* --- The step ----------------------------------------------------------------------------------------------------- */

#if OF(MIRROR)
#define ROW_TASKS (PLANE / OF(RADIX))
#define SIDES (ROW_TASKS > 1 ? 2 : 1)
#define POINT(v, side, q) x[((v) * SIDES + (side)) * OF(RADIX) + (q)]
#if ROWS_FIRST
#define TASK_UNIT OF(K_UNIT)
#define IN_TASK OF(IN_K)
#define OUT_TASK OF(OUT_K)
#else
#define TASK_UNIT OF(P_UNIT)
#define IN_TASK OF(IN_P)
#define OUT_TASK OF(OUT_P)
#endif

/* Which of a row's tasks the first of two is, and the second. */
INLINE int NAME(first_of)(int task)
{
    return task / TASK_UNIT % (ROW_TASKS / SIDES);
}
INLINE int NAME(side_of)(int m, int side)
{
    return side == 0 ? m : m == 0 ? ROW_TASKS / 2 : ROW_TASKS - m;
}

/* Where in shared memory the row of a task begins. */
#if ROWS_FIRST
#define ROW_PLACE(task, C, K, P, H) (NAME(c_of)(task) * C + NAME(p_of)(task) * P)
#else
#define ROW_PLACE(task, C, K, P, H) \
    (NAME(c_of)(task) * C + NAME(k_of)(task) % K_SPLIT * K + NAME(k_of)(task) / K_SPLIT * H)
#endif
INLINE int NAME(in_row)(int task)
{
    return ROW_PLACE(task, OF(IN_C), OF(IN_K), OF(IN_P), OF(IN_H));
}
INLINE int NAME(out_row)(int task)
{
    return ROW_PLACE(task, OF(OUT_C), OF(OUT_K), OF(OUT_P), OF(OUT_H));
}

#if GETS_PAIRS
INLINE void NAME(get)(const tile *t, complex *x)
{
    (void)t;
    const int mine = NAME(task)(forget(THREAD), 0), m = NAME(first_of)(mine), row = NAME(in_row)(mine);
    UNROLL
    for (int v = 0; v < OF(TASKS); v += OF(IN_PAIR) == 1 ? 2 : 1) {
        const int task = NAME(task)(0, v);
        UNROLL
        for (int side = 0; side < SIDES; side++) {
            const int at = row + NAME(in_row)(task) + NAME(side_of)(m + NAME(first_of)(task), side) * IN_TASK;
            UNROLL
            for (int q = 0; q < OF(RADIX); q += OF(IN_PAIR) == 2 ? 2 : 1) {
#if OF(IN_PAIR) == 1
                shared_get_pair(at + q * OF(IN_R), &POINT(v, side, q), &POINT(v + 1, side, q));
#elif OF(IN_PAIR) == 2
                shared_get_pair(at + q * OF(IN_R), &POINT(v, side, q), &POINT(v, side, q + 1));
#else
                POINT(v, side, q) = shared_get(at + q * OF(IN_R));
#endif
            }
        }
    }
}
#endif

/* Points K and PLANE-K. Where real points go, the parts of numbers are exchanged before the step and behind it. */
INLINE void NAME(do_pair)(complex *a, complex *b, complex w)
{
#if ROWS_FIRST
    pair_separate(a, b, w, (real)0.5);
#else
    const complex one = {a->y, a->x}, other = {b->y, b->x};
    *a = one;
    *b = other;
    pair_join(a, b, w);
#endif
}
/* Point 0 with, as its imaginary part, point PLANE; and point PLANE/2. */
INLINE void NAME(do_ends)(complex *a)
{
    const complex sums = {a->y + a->x, ROWS_FIRST ? a->x - a->y : a->y - a->x};
    a->x = ROWS_FIRST ? sums.x : sums.y;
    a->y = ROWS_FIRST ? sums.y : sums.x;
}
INLINE void NAME(do_middle)(complex *a)
{
    a->x = ROWS_FIRST ? a->x : -2 * a->x;
    a->y = ROWS_FIRST ? -a->y : 2 * a->y;
}

/* Of the factors w(K) = exp(-pi i K / PLANE) every other one is w(PLANE/2 - K) = -i conj w(K). */
INLINE complex NAME(factor)(const tile *t, int k)
{
    return table_get(t->a->tables, MIRROR_AT + k);
}
INLINE complex NAME(turned)(complex w)
{
    const complex turned = {-w.y, -w.x};
    return turned;
}

/* Tasks 0 and ROW_TASKS/2 (`m`), which have their own partners. */
INLINE void NAME(do_alone)(const tile *t, int m, complex *x)
{
    UNROLL
    for (int q = m == 0; q < OF(RADIX) / 2; q++) {
        const int back = OF(RADIX) / 2 - (m > 0) - q;
        const complex w = NAME(factor)(t, m + ROW_TASKS * (q <= back ? q : back));
        NAME(do_pair)(&x[q], &x[OF(RADIX) - (m > 0) - q], q <= back ? w : NAME(turned)(w));
    }
    if (m == 0) NAME(do_ends)(&x[0]);
    if (m == 0 ? OF(RADIX) > 1 : OF(RADIX) == 1) NAME(do_middle)(&x[OF(RADIX) / 2]);
}

INLINE void NAME(step)(const tile *t, complex *x)
{
    const int m = NAME(first_of)(NAME(task)(forget(THREAD), 0));
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int more = NAME(first_of)(NAME(task)(0, v));
        if (ROW_TASKS == 1 || (more == 0 && m == 0)) {
            NAME(do_alone)(t, 0, &POINT(v, 0, 0));
            if (SIDES > 1) NAME(do_alone)(t, ROW_TASKS / 2, &POINT(v, SIDES - 1, 0));
        } else {
            UNROLL
            for (int q = 0; q < (OF(RADIX) + 1) / 2; q++) {
                const int back = OF(RADIX) / 2 - 1 - q;
                const complex w = NAME(factor)(t, m + more + ROW_TASKS * q);
                NAME(do_pair)(&POINT(v, 0, q), &POINT(v, SIDES - 1, OF(RADIX) - 1 - q), w);
                if (OF(RADIX) > 1)
                    NAME(do_pair)(&POINT(v, SIDES - 1, back), &POINT(v, 0, OF(RADIX) - 1 - back), NAME(turned)(w));
            }
        }
        finish_task(&POINT(v, 0, 0), SIDES * OF(RADIX));
    }
}

#if OF(TWIDDLE)
INLINE void NAME(turn_TWIDDLE)(const tile *t, complex *x)
{
    const int m = NAME(first_of)(NAME(task)(forget(THREAD), 0));
    const complex one = {1, 0};
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        UNROLL
        for (int side = 0; side < SIDES; side++) {
            const int where = NAME(side_of)(m + NAME(first_of)(NAME(task)(0, v)), side);
            factors f;
            f.start = one;
            factors_get(&f, t->a->tables, OF(TWIDDLE_AT), where, OF(TWIDDLE_COUNT), OF(RADIX));
            twiddle(&f, 0, OF(RADIX), &POINT(v, side, 0), 1);
            finish_task(&POINT(v, side, 0), OF(RADIX));
        }
    }
}
#endif

#if PUTS_PAIRS
/* Between the blocks of a cluster the leading part of K says which one a point goes to. */
INLINE void NAME(put)(const tile *t, const complex *x)
{
    const int mine = NAME(task)(forget(THREAD), 0), m = NAME(first_of)(mine);
    const int row = NAME(out_row)(mine) + t->rank * (OF(P_RANK) * OF(OUT_P)); /* P_RANK is 0 behind an exchange */
    UNROLL
    for (int v = 0; v < OF(TASKS); v += OF(OUT_PAIR) == 1 ? 2 : 1) {
        const int task = NAME(task)(0, v), at = row + NAME(out_row)(task);
        UNROLL
        for (int side = 0; side < SIDES; side++) {
            const int k = NAME(side_of)(m + NAME(first_of)(task), side);
            UNROLL
            for (int q = 0; q < OF(RADIX); q += OF(OUT_PAIR) == 2 ? 2 : 1) {
#if BEFORE_CLUSTER
                const int share = PLANE / CLUSTER, whole = q * ROW_TASKS; /* one is a multiple of the other */
                const int to = ROW_TASKS > share ? (whole + k) / share : whole / share;
                const int place = at + (ROW_TASKS > share ? k % share : whole % share + k) * OUT_TASK;
#if OF(OUT_PAIR) == 1
                remote_put_pair(to, place, POINT(v, side, q), POINT(v + 1, side, q));
#else
                remote_put(to, place, POINT(v, side, q));
#endif
#elif OF(OUT_PAIR) == 1
                shared_put_pair(at + k * OUT_TASK + q * OF(OUT_R), POINT(v, side, q), POINT(v + 1, side, q));
#elif OF(OUT_PAIR) == 2
                shared_put_pair(at + k * OUT_TASK + q * OF(OUT_R), POINT(v, side, q), POINT(v, side, q + 1));
#else
                shared_put(at + k * OUT_TASK + q * OF(OUT_R), POINT(v, side, q));
#endif
            }
        }
    }
}
#endif

#undef ROW_TASKS
#undef SIDES
#undef POINT
#undef TASK_UNIT
#undef IN_TASK
#undef OUT_TASK
#undef ROW_PLACE
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
