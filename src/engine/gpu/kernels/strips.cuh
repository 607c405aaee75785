/* strips.cuh - the stage of pairs (pairs.cuh) where a line of the problem is many lines of the pass: point `at` of line i
 * of STRIPS is K = i + STRIPS at, and its partner is N-1-at of line STRIPS-i. Included by stage.cuh.
 *
 * A task has a line from the front and one from the back, which are in one tile; lanes run along lines. Lines 0 and
 * STRIPS/2 have the partners of their own points: their tasks are the pairs of the one, then those of the other.
 */
#if IS_FIRST
#define PAIR_UNIT OF(P_UNIT)
#define SHARED_PLACE(line, at) ((line) * OF(OUT_C) + (at) * OF(OUT_P))
#else
#define PAIR_UNIT OF(K_UNIT)
#define SHARED_PLACE(line, at) ((line) * OF(IN_C) + (at) * OF(IN_K))
#endif

/* --- Pairs ---------------------------------------------------------------------------------------------------------- */

/* Lines of the tile, and points of them. */
typedef struct {
    int line, at, other_line, other_at;
    int whole; /* the first one's line of all */
    int ends;  /* it is K = 0, and the other one K = N STRIPS / 2 */
} NAME(pair);

INLINE NAME(pair) NAME(find_pair)(const tile *t, int thread, int v)
{
    const int mine = NAME(task)(thread, 0), more = NAME(task)(0, v);
    const int c = mine / OF(C_UNIT) % (LINES / 2) + more / OF(C_UNIT) % (LINES / 2);
    const int m = mine / PAIR_UNIT % N + more / PAIR_UNIT % N;
    NAME(pair) pair;
    pair.line = c;
    pair.at = m;
    pair.other_line = c + LINES / 2;
    pair.other_at = N - 1 - m;
    pair.whole = (int)t->first + c;
    pair.ends = 0;
    if (pair.whole == 0) {
        const int second = m >= N / 2;
        pair.ends = m == 0;
        pair.at = second ? m - N / 2 : m;
        pair.line = pair.other_line = second ? LINES / 2 : 0;
        pair.other_at = second ? N - 1 - pair.at : m == 0 ? N / 2 : N - m;
        pair.whole = second ? STRIPS / 2 : 0;
    }
    return pair;
}

INLINE complex NAME(pair_factor)(const tile *t, NAME(pair) pair)
{
    return times(table_get(t->a->tables, MIRROR_LINES_AT + pair.whole), table_get(t->a->tables, MIRROR_AT + pair.at));
}

/* --- Real points to complex ones: the last stage --------------------------------------------------------------------- */

#if OF(MIRROR) == MIRROR_OUT
INLINE void NAME(get)(const tile *t, complex *x)
{
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const NAME(pair) pair = NAME(find_pair)(t, THREAD, v);
        x[2 * v] = shared_get(SHARED_PLACE(pair.line, pair.at));
        x[2 * v + 1] = shared_get(SHARED_PLACE(pair.other_line, pair.other_at));
    }
}

INLINE long long NAME(out_at)(const tile *t, int line, int at)
{
    return t->out + (line + line_shift(t, line)) * (long long)(OUT_LINE) + at * (long long)(OUT_POINT);
}

INLINE void NAME(put)(const tile *t, complex *x)
{
    const real scale = SCALED ? (real)t->a->scale : 1;
    const int thread = forget(THREAD);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const NAME(pair) pair = NAME(find_pair)(t, thread, v);
        complex a = x[2 * v], b = x[2 * v + 1];
        if (pair.ends) {
            const complex last = {(a.x - a.y) * scale, 0};
            numbers_put(t->a, NAME(out_at)(t, 0, N), last);
            a.x = (a.x + a.y) * scale;
            a.y = 0;
            b.x *= scale;
            b.y *= -scale;
        } else pair_separate(&a, &b, NAME(pair_factor)(t, pair), scale * (real)0.5);
        numbers_put(t->a, NAME(out_at)(t, pair.line, pair.at), a);
        numbers_put(t->a, NAME(out_at)(t, pair.other_line, pair.other_at), b);
    }
}
#endif

/* --- Complex points to real ones: the first stage ------------------------------------------------------------------- */

#if OF(MIRROR) == MIRROR_IN
INLINE complex NAME(in_at)(const tile *t, int line, int at)
{
    return numbers_get(t->a, t->in + (line + line_shift(t, line)) * (long long)(IN_LINE) + at * (long long)(IN_POINT));
}

INLINE void NAME(get)(const tile *t, complex *x)
{
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const NAME(pair) pair = NAME(find_pair)(t, THREAD, v);
        x[2 * v] = NAME(in_at)(t, pair.line, pair.at);
        x[2 * v + 1] = NAME(in_at)(t, pair.other_line, pair.other_at);
    }
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const NAME(pair) pair = NAME(find_pair)(t, THREAD, v);
        complex *a = &x[2 * v], *b = &x[2 * v + 1];
        if (pair.ends) {
            const real first = a->x, last = NAME(in_at)(t, 0, N).x;
            const complex middle = *b;
            a->x = first - last;
            a->y = first + last;
            b->x = -2 * middle.y;
            b->y = 2 * middle.x;
        } else pair_join(a, b, NAME(pair_factor)(t, pair));
    }
}

INLINE void NAME(put)(const tile *t, const complex *x)
{
    const int thread = forget(THREAD);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const NAME(pair) pair = NAME(find_pair)(t, thread, v);
        shared_put(SHARED_PLACE(pair.line, pair.at), x[2 * v]);
        shared_put(SHARED_PLACE(pair.other_line, pair.other_at), x[2 * v + 1]);
    }
}
#endif

#undef PAIR_UNIT
#undef SHARED_PLACE
