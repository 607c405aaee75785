/* window.cuh - the points of the input multiplied by a window as they come; included by the first stage.
 *
 * Where a line is split over passes, its points are WINDOW_POINT apart, and begin where the tile, or the line in it, is
 * along loop WINDOW_LOOP. A complex point is multiplied by one number twice, two real points in one by two. */

/* The place along that loop of task v of this thread; as a whole, or what the task adds to its thread's. */
#define WINDOW_LINE(c, first) \
    (WINDOW_POINT == 1 ? 0 : ((WINDOW_LOOP == 0 ? (c) : 0) + (first)) / WINDOW_UNIT % WINDOW_POINT)

INLINE void NAME(weigh)(const tile *t, complex *x)
{
    const int mine = NAME(task)(THREAD, 0);
    const int base = (NAME(whole_p)(mine) + t->rank * OF(P_RANK) + NAME(first_in)() * (N / OF(RADIX))) * WINDOW_POINT +
                     WINDOW_LINE(NAME(c_of)(mine), (int)t->at[WINDOW_LOOP]);
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v);
        UNROLL
        for (int j = 0; j < OF(HELD); j++) {
            const int at = base + (NAME(whole_p)(task) + j * (N / OF(RADIX))) * WINDOW_POINT +
                           WINDOW_LINE(NAME(c_of)(task), 0);
            if (!NAME(has_line)(t, v)) continue;
            const complex weight = table_get(t->a->tables, WINDOW_AT + at);
            x[v * OF(HELD) + j].x *= weight.x;
            x[v * OF(HELD) + j].y *= weight.y;
        }
    }
}
#undef WINDOW_LINE
