/* window.cuh - the points of the input multiplied by a window as they come; included by the first stage. */

INLINE void NAME(weigh)(const tile *t, complex *x)
{
    const int mine = NAME(task)(THREAD, 0);
    const int base = (NAME(whole_p)(mine) + t->rank * OF(P_RANK)) * WINDOW_POINT +
                     (NAME(c_of)(mine) + (int)t->first) * WINDOW_LINE;
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        const int task = NAME(task)(0, v);
        UNROLL
        for (int j = 0; j < OF(RADIX); j++) {
            const int at = base + (NAME(whole_p)(task) + j * (N / OF(RADIX))) * WINDOW_POINT +
                           NAME(c_of)(task) * WINDOW_LINE;
            const real weight = NAME(has_line)(t, v) ? table_get(t->a->tables, WINDOW_AT + at).x : 0;
            x[v * OF(RADIX) + j].x *= weight;
            x[v * OF(RADIX) + j].y *= weight;
        }
    }
}
