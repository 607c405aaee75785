/* strips.cuh - the stage of pairs (pairs.cuh) where a line of the problem is many lines of the pass: point `at` of line
 * i of STRIPS is K = i + STRIPS at, and its partner is N-1-at of line STRIPS-i. Included by stage.cuh.
 *
 * A task has a line from the front and one from the back, which are in one tile; lanes run along lines, and tasks along
 * points. Lines 0 and STRIPS/2 have the partners of their own points: of the tasks that would have both, the first half
 * has the pairs of line 0, the second half those of line STRIPS/2. Which half a task is in is known from its number in
 * the thread, so both are where others would be, but for distances that are the same for half of a thread's tasks:
 *
 *                     the one                     the other
 *     usually         line c,       at            line c + LINES/2,  N-1-at
 *     first half      line 0,       at            line 0,            N-at       N/2 for at = 0
 *     second half     line LINES/2, at - N/2      line LINES/2,      N-1-at + N/2
 */
#if IS_FIRST
#define PAIR_UNIT OF(P_UNIT)
#define SHARED_LINE OF(OUT_C)
#define SHARED_POINT OF(OUT_P)
#else
#define PAIR_UNIT OF(K_UNIT)
#define SHARED_LINE OF(IN_C)
#define SHARED_POINT OF(IN_K)
#endif
#define SECOND_HALF(v) ((v) >= OF(TASKS) / 2)

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

INLINE int NAME(pair_line)(int task)
{
    return task / OF(C_UNIT) % (LINES / 2);
}
INLINE int NAME(pair_of)(int task)
{
    return task / PAIR_UNIT % N;
}

/* Where the thread's tasks begin, in the first half and in the second; how many lines and points further on is the
 * same for all. */
typedef struct {
    long long one[2], other[2];
} NAME(places);

INLINE NAME(places) NAME(find_places)(const tile *t, long long line, long long back, long long point)
{
    const int mine = NAME(task)(forget(THREAD), 0), c = NAME(pair_line)(mine), at = NAME(pair_of)(mine);
    const int apart = (int)t->at[0] + c > 0;
    NAME(places) p;
    p.one[0] = p.one[1] = c * line + at * point;
    p.other[0] = p.other[1] = back + (N - 1 - at) * point;
    if (!apart) {
        p.one[1] = back + (at - N / 2) * point;
        p.other[0] = (N - at) * point;
        p.other[1] = back + (N - 1 - at + N / 2) * point;
    }
    return p;
}
/* In shared memory, and in global memory. */
INLINE NAME(places) NAME(find_shared)(const tile *t)
{
    const int c = NAME(pair_line)(NAME(task)(forget(THREAD), 0));
    return NAME(find_places)(t, SHARED_LINE, (c + LINES / 2) * SHARED_LINE, SHARED_POINT);
}
INLINE NAME(places) NAME(find_global)(const tile *t, long long line, long long point)
{
    const int c = NAME(pair_line)(NAME(task)(forget(THREAD), 0)) + LINES / 2;
    return NAME(find_places)(t, line, (c + line_shift(t, c)) * line, point);
}

/* Whether the task of a thread is K = 0 and K = N STRIPS/2, which have no partners. */
INLINE int NAME(is_alone)(const tile *t, int v)
{
    return NAME(pair_of)(NAME(task)(0, v)) == 0 && t->at[0] == 0 && THREAD == 0;
}

/* The factors of the thread's line, in the first half and in the second; those of its points are multiplied to them. */
typedef struct {
    complex line[2];
    int point[2]; /* in the table */
} NAME(factors);

INLINE NAME(factors) NAME(find_factors)(const tile *t)
{
    const int mine = NAME(task)(forget(THREAD), 0), whole = (int)t->at[0] + NAME(pair_line)(mine);
    NAME(factors) f;
    f.line[0] = table_get(t->a->tables, MIRROR_LINES_AT + whole);
    f.line[1] = table_get(t->a->tables, MIRROR_LINES_AT + (whole > 0 ? whole : STRIPS / 2));
    f.point[0] = MIRROR_AT + NAME(pair_of)(mine);
    f.point[1] = f.point[0] - (whole > 0 ? 0 : N / 2);
    return f;
}
INLINE complex NAME(factor)(const tile *t, NAME(factors) f, int v)
{
    const int half = SECOND_HALF(v), more = NAME(pair_of)(NAME(task)(0, v));
    return times(f.line[half], table_get(t->a->tables, f.point[half] + more));
}

/* --- Real points to complex ones: the last stage ------------------------------------------------------------------ */

#if OF(MIRROR) == MIRROR_OUT
INLINE void NAME(get)(const tile *t, complex *x)
{
    const NAME(places) p = NAME(find_shared)(t);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int half = SECOND_HALF(v), further = NAME(pair_of)(NAME(task)(0, v)) * SHARED_POINT;
        const int other = NAME(is_alone)(t, v) ? N / 2 * SHARED_POINT : (int)p.other[half] - further;
        x[2 * v] = shared_get((int)p.one[half] + further);
        x[2 * v + 1] = shared_get(other);
    }
}

INLINE void NAME(put)(const tile *t, complex *x)
{
    const real scale = SCALED ? (real)t->a->scale : 1;
    const NAME(factors) f = NAME(find_factors)(t);
    const NAME(places) p = NAME(find_global)(t, OUT_LINE, OUT_POINT);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int half = SECOND_HALF(v), alone = NAME(is_alone)(t, v);
        const long long further = NAME(pair_of)(NAME(task)(0, v)) * (long long)(OUT_POINT);
        complex a = x[2 * v], b = x[2 * v + 1];
        if (alone) {
            const complex last = {(a.x - a.y) * scale, 0};
            numbers_put(t->a, t->out + N * (long long)(OUT_POINT), last);
            a.x = (a.x + a.y) * scale;
            a.y = 0;
            b.x *= scale;
            b.y *= -scale;
        } else pair_separate(&a, &b, NAME(factor)(t, f, v), scale * (real)0.5);
        numbers_put(t->a, t->out + p.one[half] + further, a);
        numbers_put(t->a, t->out + (alone ? N / 2 * (long long)(OUT_POINT) : p.other[half] - further), b);
    }
}
#endif

/* --- Complex points to real ones: the first stage ----------------------------------------------------------------- */

#if OF(MIRROR) == MIRROR_IN
INLINE void NAME(get)(const tile *t, complex *x)
{
    const NAME(places) p = NAME(find_global)(t, IN_LINE, IN_POINT);
    complex last = {0, 0};
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int half = SECOND_HALF(v), alone = NAME(is_alone)(t, v);
        const long long further = NAME(pair_of)(NAME(task)(0, v)) * (long long)(IN_POINT);
        x[2 * v] = numbers_get(t->a, t->in + p.one[half] + further);
        x[2 * v + 1] =
            numbers_get(t->a, t->in + (alone ? N / 2 * (long long)(IN_POINT) : p.other[half] - further));
        if (alone) last = numbers_get(t->a, t->in + N * (long long)(IN_POINT));
    }
    const NAME(factors) f = NAME(find_factors)(t);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        complex *a = &x[2 * v], *b = &x[2 * v + 1];
        if (NAME(is_alone)(t, v)) {
            const complex first = {a->x - last.x, a->x + last.x}, middle = {-2 * b->y, 2 * b->x};
            *a = first;
            *b = middle;
        } else pair_join(a, b, NAME(factor)(t, f, v));
        finish_task(a, 2);
    }
}

INLINE void NAME(put)(const tile *t, const complex *x)
{
    const NAME(places) p = NAME(find_shared)(t);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int half = SECOND_HALF(v), further = NAME(pair_of)(NAME(task)(0, v)) * SHARED_POINT;
        const int other = NAME(is_alone)(t, v) ? N / 2 * SHARED_POINT : (int)p.other[half] - further;
        shared_put((int)p.one[half] + further, x[2 * v]);
        shared_put(other, x[2 * v + 1]);
    }
}
#endif

#undef PAIR_UNIT
#undef SHARED_LINE
#undef SHARED_POINT
#undef SECOND_HALF
