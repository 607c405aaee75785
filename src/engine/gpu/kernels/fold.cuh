/* fold.cuh - the stage of pairs (pairs.cuh) of a transform along several dimensions whose complex points have been, or
 * will be, transformed along all of them: the partner of (kx, ky, kz) is (STRIPS-kx, -ky, -kz), lines being along kx.
 * Included by stage.cuh.
 *
 * A task has a point of a line from the front and its partner, which is in the line from the back. The digits of the
 * partner are those of every leg taken from its length, or from one less where lower digits, which loop 1 counts, are
 * not 0. Line 0 has the points of kx = 0 and of kx = STRIPS, which is no line of the pass.
 *
 * In tiles that begin with line 0 or STRIPS/2, the first lines of both halves are of the same kx (pairs.cuh). Either
 * they are each other's partners, or each is its own (`alone`); then a task has the same point of both, and looks their
 * partners up.
 */
#if IS_FIRST
#define PAIR_UNIT OF(P_UNIT)
#define SHARED_PLACE(line, at) ((line) * OF(OUT_C) + (at) * OF(OUT_P))
#define LEG_UNIT(l) L##l##_TIME_UNIT
#else
#define PAIR_UNIT OF(K_UNIT)
#define SHARED_PLACE(line, at) ((line) * OF(IN_C) + (at) * OF(IN_K))
#define LEG_UNIT(l) L##l##_FREQUENCY_UNIT
#endif

/* --- Pairs ------------------------------------------------------------------------------------------------------- */

#define LEG_PARTNER(l, at, less) \
    ((0u - (FOLD_LEG == l ? (unsigned int)(less) : 0u) - (unsigned int)(at) / LEG_UNIT(l)) % L##l##_N * LEG_UNIT(l))

INLINE int NAME(partner)(int at, int less)
{
    unsigned int partner = LEG_PARTNER(1, at, less);
#if LEGS >= 2
    partner += LEG_PARTNER(2, at, less);
#endif
#if LEGS >= 3
    partner += LEG_PARTNER(3, at, less);
#endif
#if LEGS >= 4
    partner += LEG_PARTNER(4, at, less);
#endif
    (void)less;
    return (int)partner;
}

/* What a thread's tasks have in common. */
typedef struct {
    int c, at;   /* its line of the front half, and the first task's point */
    int line;    /* of all */
    int special; /* it is line 0 or STRIPS/2 */
    int alone;   /* each of its lines has its own partners */
    int less;    /* for the digits of partners */
} NAME(mine);

INLINE NAME(mine) NAME(find_mine)(const tile *t)
{
    const int task = NAME(task)(forget(THREAD), 0);
    NAME(mine) mine;
    mine.c = task / OF(C_UNIT) % (LINES / 2);
    mine.at = task / PAIR_UNIT % N;
    mine.line = whole_line(t, mine.c);
    mine.special = (int)t->at[0] + mine.c == 0;
    mine.alone = mine.special && fold_index(t, 0) == 0;
    mine.less = fold_index(t, mine.c) > 0;
    return mine;
}
INLINE int NAME(point_of)(NAME(mine) mine, int v)
{
    return mine.at + NAME(task)(0, v) / PAIR_UNIT % N;
}

/* --- Real points to complex ones: the last stage ----------------------------------------------------------------- */

#if OF(MIRROR) == MIRROR_OUT
INLINE void NAME(get)(const tile *t, complex *x)
{
    const NAME(mine) mine = NAME(find_mine)(t);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int at = NAME(point_of)(mine, v);
        x[2 * v] = shared_get(SHARED_PLACE(mine.c, at));
        x[2 * v + 1] = shared_get(SHARED_PLACE(mine.c + LINES / 2, NAME(partner)(at, mine.less)));
    }
}

INLINE void NAME(put_at)(const tile *t, int c, int at, int columns, complex value)
{
    numbers_put(t->a, t->out + out_shift(t, c) + out_place(c, at) + columns * (long long)(OUT_LINE), value);
}

/* Point `at` of line c of the tile and, where that is kx = 0, the partner's of kx = STRIPS. */
INLINE void NAME(put_one)(const tile *t, int c, int at, int other_c, int other, complex a, complex b, real half)
{
    const int line = whole_line(t, c);
    pair_separate(&a, &b, table_get(t->a->tables, MIRROR_LINES_AT + line), half);
    NAME(put_at)(t, c, at, 0, a);
    if (line == 0) NAME(put_at)(t, other_c, other, STRIPS, b);
}

/* All tasks of a thread with lines 0 or STRIPS/2: few threads have them, so they are a loop that looks points up
 * again. */
INLINE void NAME(put_special)(const tile *t, NAME(mine) mine, real half)
{
    KEEP_LOOP
    for (int v = 0; v < OF(TASKS); v++) {
        const int at = NAME(point_of)(mine, v), other = NAME(partner)(at, mine.less);
        const complex a = shared_get(SHARED_PLACE(0, at));
        if (mine.alone) {
            const int other_b = NAME(partner)(at, FOLD_COUNT > 1);
            const complex b = shared_get(SHARED_PLACE(LINES / 2, at));
            NAME(put_one)(t, 0, at, 0, other, a, shared_get(SHARED_PLACE(0, other)), half);
            NAME(put_one)(t, LINES / 2, at, LINES / 2, other_b, b, shared_get(SHARED_PLACE(LINES / 2, other_b)), half);
        } else {
            const complex b = shared_get(SHARED_PLACE(LINES / 2, other));
            NAME(put_one)(t, 0, at, LINES / 2, other, a, b, half);
            NAME(put_one)(t, LINES / 2, other, 0, at, b, a, half);
        }
    }
}

INLINE void NAME(put)(const tile *t, complex *x)
{
    const real half = (SCALED ? (real)t->a->scale : 1) * (real)0.5;
    const NAME(mine) mine = NAME(find_mine)(t);
    if (mine.special) {
        NAME(put_special)(t, mine, half);
        return;
    }
    const complex w = table_get(t->a->tables, MIRROR_LINES_AT + mine.line);
    const int back = mine.c + LINES / 2;
    const long long to = t->out + out_shift(t, mine.c), to_back = t->out + out_shift(t, back);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int at = NAME(point_of)(mine, v);
        pair_separate(&x[2 * v], &x[2 * v + 1], w, half);
        numbers_put(t->a, to + out_place(mine.c, at), x[2 * v]);
        numbers_put(t->a, to_back + out_place(back, NAME(partner)(at, mine.less)), x[2 * v + 1]);
    }
}
#endif

/* --- Complex points to real ones: the first stage ---------------------------------------------------------------- */

#if OF(MIRROR) == MIRROR_IN
INLINE complex NAME(get_at)(const tile *t, int c, int at, int columns)
{
    return numbers_get(t->a, t->in + in_shift(t, c) + in_place(c, at) + columns * (long long)(IN_LINE));
}

/* Point `at` of line c of the tile and its partner, for lines 0 and STRIPS/2. Of the columns kx = 0 and kx = STRIPS
 * only what becomes real counts, as on the CPU: half of each point and of its partner's conjugate. */
INLINE void NAME(get_two)(const tile *t, int c, int at, int other_c, int other, complex *a, complex *b)
{
    *a = NAME(get_at)(t, c, at, 0);
    *b = NAME(get_at)(t, other_c, other, 0);
    if (whole_line(t, c) == 0) {
        const complex last_a = NAME(get_at)(t, c, at, STRIPS), last_b = NAME(get_at)(t, other_c, other, STRIPS);
        const complex first = {(a->x + b->x) * (real)0.5, (a->y - b->y) * (real)0.5};
        const complex last = {(last_a.x + last_b.x) * (real)0.5, (last_a.y - last_b.y) * (real)0.5};
        /* (first + last) + i (first - last), with its parts exchanged; and the same of the conjugates. */
        a->y = first.x + last.x - (first.y - last.y);
        a->x = first.y + last.y + (first.x - last.x);
        b->y = first.x + last.x + (first.y - last.y);
        b->x = first.x - last.x - (first.y + last.y);
    } else pair_join(a, b, table_get(t->a->tables, MIRROR_LINES_AT + STRIPS / 2));
}

/* All tasks of a thread with lines 0 or STRIPS/2, put where they go: few threads have them, so they are a loop. */
INLINE void NAME(get_special)(const tile *t, NAME(mine) mine)
{
    KEEP_LOOP
    for (int v = 0; v < OF(TASKS); v++) {
        const int at = NAME(point_of)(mine, v), other = NAME(partner)(at, mine.less);
        complex a, b, unused;
        if (mine.alone) {
            NAME(get_two)(t, 0, at, 0, other, &a, &unused);
            NAME(get_two)(t, LINES / 2, at, LINES / 2, NAME(partner)(at, FOLD_COUNT > 1), &b, &unused);
        } else NAME(get_two)(t, 0, at, LINES / 2, other, &a, &b);
        shared_put(SHARED_PLACE(0, at), a);
        shared_put(SHARED_PLACE(LINES / 2, mine.alone ? at : other), b);
    }
}

INLINE void NAME(get)(const tile *t, complex *x)
{
    const NAME(mine) mine = NAME(find_mine)(t);
    if (mine.special) {
        NAME(get_special)(t, mine);
        return;
    }
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int at = NAME(point_of)(mine, v);
        x[2 * v] = NAME(get_at)(t, mine.c, at, 0);
        x[2 * v + 1] = NAME(get_at)(t, mine.c + LINES / 2, NAME(partner)(at, mine.less), 0);
    }
    const complex w = table_get(t->a->tables, MIRROR_LINES_AT + mine.line);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) pair_join(&x[2 * v], &x[2 * v + 1], w);
}

INLINE void NAME(put)(const tile *t, const complex *x)
{
    const NAME(mine) mine = NAME(find_mine)(t);
    if (mine.special) return;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int at = NAME(point_of)(mine, v);
        shared_put(SHARED_PLACE(mine.c, at), x[2 * v]);
        shared_put(SHARED_PLACE(mine.c + LINES / 2, NAME(partner)(at, mine.less)), x[2 * v + 1]);
    }
}
#endif

#undef PAIR_UNIT
#undef SHARED_PLACE
#undef LEG_UNIT
#undef LEG_PARTNER
