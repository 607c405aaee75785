/* turn.cuh - the factors behind a stage, along its leg or along the one before: included for each, with TURN the name
 * of its constants, TWIDDLE or CROSS. Where in the tables they are follows from a task's coordinates. */

#define TURN_OF(name) OF_TURN(TURN, name)
#define OF_TURN(turn, name) OF_TURN_(turn, name)
#define OF_TURN_(turn, name) OF(turn##_##name)
#define TURN_NAME(turn) TURN_NAME_(turn)
#define TURN_NAME_(turn) NAME(turn_##turn)
#define LOAD_NAME(turn) LOAD_NAME_(turn)
#define LOAD_NAME_(turn) NAME(load_##turn)
#define TURN_KIND(turn) OF(turn)
#define TWIDDLE_IS_CROSS 0
#define CROSS_IS_CROSS 1
#define IS_CROSS(turn) PASTE(turn, _, IS_CROSS)

/* Point i has the digit i / ALSO of this leg, and i % ALSO of the one before. */
#define TURN_DIGITS (IS_CROSS(TURN) ? OF(ALSO) : OF(OWN))

/* The factors of task v, from the tables. */
INLINE void LOAD_NAME(TURN)(const tile *t, int v, factors *f)
{
    const int mine = NAME(task)(forget(THREAD), 0), task = NAME(task)(0, v);
    int k = 0;
    if (TURN_OF(STARTS)) k = (NAME(whole_k)(mine) + NAME(whole_k)(task) + t->rank * OF(K_RANK)) / TURN_OF(BELOW);
    if (OF(LANES) > 1) k += NAME(first_out)() * TURN_OF(PART);
    int where;
    if (TURN_KIND(TURN) == TWIDDLE_BY_P) {
        where = (NAME(p_of)(mine) + NAME(p_of)(task)) / TURN_OF(UNIT);
    } else if (TURN_KIND(TURN) == TWIDDLE_BY_WHOLE_P) {
        where = (NAME(whole_p)(mine) + NAME(whole_p)(task) + t->rank * OF(P_RANK)) / TURN_OF(UNIT);
    } else {
        const int c = NAME(c_of)(mine) + NAME(c_of)(task);
        where = (int)t->at[TURN_OF(LOOP)];
        if (TURN_KIND(TURN) == TWIDDLE_BY_LINE) where += c + line_shift(t, c);
        if (FOLD && TURN_OF(LOOP) == 1) where = fold_index(t, c);
        if (GROUP_LINES && TURN_OF(LOOP) == 0) where = where / TURN_OF(UNIT) % TURN_OF(COUNT);
        if (RAGGED && where >= TURN_OF(COUNT)) where = 0; /* a line that is not there has no factors */
        if (TURN_OF(REVERSED) > 0) where = reverse_bits(where, TURN_OF(REVERSED));
    }
    f->start = twiddle_start(t->a->tables, TURN_OF(START), TURN_OF(START_AT), TURN_OF(START_SHIFT), where,
                             TURN_OF(COUNT), k);
    if (TURN_OF(SHIFT) > 0)
        f->low[1] = twiddle_product(t->a->tables, TURN_OF(AT), TURN_OF(SHIFT), (unsigned int)where * TURN_OF(STEP));
    else factors_get(f, t->a->tables, TURN_OF(AT), where, TURN_OF(COUNT), TURN_DIGITS);
}

/* Multiply a task's points. */
INLINE void TURN_NAME(TURN)(const factors *f, complex *x)
{
    UNROLL
    for (int i = 0; i < OF(HELD) / TURN_DIGITS; i++)
        twiddle(f, TURN_OF(START), TURN_DIGITS, x + i * (IS_CROSS(TURN) ? OF(ALSO) : 1), IS_CROSS(TURN) ? 1 : OF(ALSO));
    finish_task(x, OF(HELD));
}
#undef TURN_DIGITS
#undef TURN_OF
#undef OF_TURN
#undef OF_TURN_
#undef TURN_NAME
#undef TURN_NAME_
#undef LOAD_NAME
#undef LOAD_NAME_
#undef TURN_KIND
#undef TWIDDLE_IS_CROSS
#undef CROSS_IS_CROSS
#undef IS_CROSS
