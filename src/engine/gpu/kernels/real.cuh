/* real.cuh - the stage of pairs (pairs.cuh) where both points are of one line: how its points come and go. Included by
 * stage.cuh.
 *
 * The thread of pair m, 0 < m < N/2, has K = m and K = N-m; that of pair 0 has K = 0, which is X[0] and X[N], both
 * real, and K = N/2, which has no partner. Lanes run along m: one half of their points ascends in memory, the other
 * descends.
 */

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

#if N > 1
#if IS_FIRST
#define PAIR_UNIT OF(P_UNIT)
#define SHARED_PLACE(c, point) ((c) * OF(OUT_C) + (point) * OF(OUT_P))
#else
#define PAIR_UNIT OF(K_UNIT)
#define SHARED_PLACE(c, point) ((c) * OF(IN_C) + (point) * OF(IN_K))
#endif

INLINE int NAME(pair_of)(int task)
{
    return task / PAIR_UNIT % (N / 2);
}
#endif

/* --- Real points to complex ones: the last stage ------------------------------------------------------------------ */

#if OF(MIRROR) == MIRROR_OUT
#if N > 1
INLINE void NAME(get)(const tile *t, complex *x)
{
    (void)t;
    const int mine = NAME(task)(forget(THREAD), 0), c = NAME(c_of)(mine), m = NAME(pair_of)(mine);
    const int up = SHARED_PLACE(c, m), down = SHARED_PLACE(c, N - m);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), more_c = NAME(c_of)(task), more = NAME(pair_of)(task);
        const int middle = more == 0 && m == 0;
        x[2 * v] = shared_get(up + SHARED_PLACE(more_c, more));
        x[2 * v + 1] = shared_get(middle ? SHARED_PLACE(c + more_c, N / 2) : down + SHARED_PLACE(more_c, -more));
    }
}

INLINE void NAME(put)(const tile *t, complex *x)
{
    const int mine = NAME(task)(forget(THREAD), 0), c = NAME(c_of)(mine), m = NAME(pair_of)(mine);
    const long long line = t->out + c * (long long)(OUT_LINE);
    const long long up = line + m * (long long)(OUT_POINT), down = line + (N - m) * (long long)(OUT_POINT);
    const real scale = SCALED ? (real)t->a->scale : 1;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), more_c = NAME(c_of)(task), more = NAME(pair_of)(task);
        const long long beyond = more_c * (long long)(OUT_LINE), further = more * (long long)(OUT_POINT);
        complex a = x[2 * v], b = x[2 * v + 1];
        if (RAGGED && c + more_c >= t->lines) continue;
        if (more == 0 && m == 0) {
            const complex middle = {b.x * scale, -b.y * scale};
            numbers_put(t->a, line + beyond + N / 2 * (long long)(OUT_POINT), middle);
            b.x = (a.x - a.y) * scale;
            a.x = (a.x + a.y) * scale;
            a.y = b.y = 0;
        } else pair_separate(&a, &b, table_get(t->a->tables, MIRROR_AT + m + more), scale * (real)0.5);
        numbers_put(t->a, up + beyond + further, a);
        numbers_put(t->a, down + beyond - further, b);
    }
}
#else
/* Two points, or one: no pairs. */
INLINE void NAME(put)(const tile *t, complex *x)
{
    const int c = NAME(c_of)(NAME(task)(THREAD, 0));
    const real scale = SCALED ? (real)t->a->scale : 1;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int more_c = NAME(c_of)(NAME(task)(0, v));
        const long long at = t->out + (c + more_c) * (long long)(OUT_LINE);
        const complex sum = {(x[v].x + x[v].y) * scale, 0}, difference = {(x[v].x - x[v].y) * scale, 0};
        if (RAGGED && c + more_c >= t->lines) continue;
        numbers_put(t->a, at, sum);
        if (!IN_ALONE) numbers_put(t->a, at + OUT_POINT, difference);
    }
}
#endif
#endif

/* --- Complex points to real ones: the first stage -------------------------------------------------------------------
 *
 * Parts are exchanged on the way, for the transform that follows is the inverse one. The imaginary parts of X[0] and
 * X[N] count as 0. */

#if OF(MIRROR) == MIRROR_IN
#if N > 1
INLINE void NAME(get)(const tile *t, complex *x)
{
    const int mine = NAME(task)(THREAD, 0), c = NAME(c_of)(mine), m = NAME(pair_of)(mine);
    const long long line = t->in + c * (long long)(IN_LINE);
    const long long up = line + m * (long long)(IN_POINT), down = line + (N - m) * (long long)(IN_POINT);
    complex middle[OF(TASKS)];
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), more_c = NAME(c_of)(task), more = NAME(pair_of)(task);
        const long long beyond = more_c * (long long)(IN_LINE), further = more * (long long)(IN_POINT);
        if (RAGGED && c + more_c >= t->lines) continue;
        x[2 * v] = numbers_get(t->a, up + beyond + further);
        x[2 * v + 1] = numbers_get(t->a, down + beyond - further);
        if (more == 0 && m == 0) middle[v] = numbers_get(t->a, line + beyond + N / 2 * (long long)(IN_POINT));
    }
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), more = NAME(pair_of)(task);
        complex *a = &x[2 * v], *b = &x[2 * v + 1];
        if (RAGGED && c + NAME(c_of)(task) >= t->lines) continue;
        if (more == 0 && m == 0) {
            const complex first = {a->x - b->x, a->x + b->x};
            *a = first;
            b->x = -2 * middle[v].y;
            b->y = 2 * middle[v].x;
        } else pair_join(a, b, table_get(t->a->tables, MIRROR_AT + m + more));
    }
}

INLINE void NAME(put)(const tile *t, const complex *x)
{
    (void)t;
    const int mine = NAME(task)(forget(THREAD), 0), c = NAME(c_of)(mine), m = NAME(pair_of)(mine);
    const int up = SHARED_PLACE(c, m), down = SHARED_PLACE(c, N - m);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v), more_c = NAME(c_of)(task), more = NAME(pair_of)(task);
        const int middle = more == 0 && m == 0;
        shared_put(up + SHARED_PLACE(more_c, more), x[2 * v]);
        shared_put(middle ? SHARED_PLACE(c + more_c, N / 2) : down + SHARED_PLACE(more_c, -more), x[2 * v + 1]);
    }
}
#else
/* Two points, or one: no pairs. */
INLINE void NAME(get)(const tile *t, complex *x)
{
    const int c = NAME(c_of)(NAME(task)(THREAD, 0));
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int more_c = NAME(c_of)(NAME(task)(0, v));
        const long long at = t->in + (c + more_c) * (long long)(IN_LINE);
        if (RAGGED && c + more_c >= t->lines) continue;
        const real first = numbers_get(t->a, at).x, second = OUT_ALONE ? 0 : numbers_get(t->a, at + IN_POINT).x;
        x[v].x = first - second;
        x[v].y = first + second;
    }
}
#endif
#endif

#undef PAIR_UNIT
#undef SHARED_PLACE
