/* stage.cuh - one stage of a pass: included once for each, with STAGE its number. */

#define NAME(name) PASTE(SWEEP_NAME(name), _, STAGE)
#define IS_FIRST (STAGE == 1)
#define IS_LAST (STAGE == STAGES)
#define GETS_PAIRS (OF(MIRROR) && !(IS_FIRST && OF(MIRROR) == MIRROR_OUT))
#define PUTS_PAIRS (OF(MIRROR) && !(IS_LAST && OF(MIRROR) == MIRROR_IN))
#define HAS_TURN (OF(TWIDDLE) && !(PLANE && OF(MIRROR)))
#define AFTER_CLUSTER (CLUSTER > 1 && STAGE == CLUSTER_STAGE + 1)
#define BEFORE_CLUSTER (CLUSTER > 1 && STAGE == CLUSTER_STAGE)
/* Not of the last stage: those are for each line others, and more than there are registers for. */
#define TURNS_EARLY (HAS_TURN && AFTER_CLUSTER && EARLY && !IS_LAST)

/* --- Coordinates of a task ---------------------------------------------------------------------------------------- */

INLINE int NAME(task)(int thread, int v)
{
    const int whole = OF(LANES) == 1 ? thread : thread % (WARP / OF(LANES)) + thread / WARP * (WARP / OF(LANES));
    return whole * OF(NEAR) + v % OF(NEAR) + v / OF(NEAR) * (THREADS / OF(LANES) * OF(NEAR));
}
INLINE int NAME(c_of)(int task)
{
    return task / OF(C_UNIT) % LINES;
}
INLINE int NAME(k_of)(int task)
{
    const int counted = task / OF(K_UNIT) % OF(K_COUNT);
    const int k = counted / OF(K_FAST) + counted % OF(K_FAST) * (OF(K_COUNT) / OF(K_FAST));
    return OF(K_REVERSED) ? reverse_bits(k, LOG_N) : k;
}
INLINE int NAME(p_of)(int task)
{
    const int counted = task / OF(P_UNIT) % OF(P_COUNT);
    const int p = counted / OF(P_FAST) + counted % OF(P_FAST) * (OF(P_COUNT) / OF(P_FAST));
    return OF(P_REVERSED) ? reverse_bits(p, LOG_N) : p;
}
/* K and p of the whole line, but for the share of the block's rank. */
INLINE int NAME(whole_k)(int task)
{
    const int k = NAME(k_of)(task);
    return k % OF(K_LOW) + k / OF(K_LOW) * OF(K_JUMP);
}
INLINE int NAME(whole_p)(int task)
{
    const int p = NAME(p_of)(task);
    return p % OF(P_LOW) + p / OF(P_LOW) * OF(P_JUMP);
}
INLINE int NAME(in_index)(int task)
{
    const int k = NAME(k_of)(task), p = NAME(p_of)(task);
    return NAME(c_of)(task) * OF(IN_C) + k % K_SPLIT * OF(IN_K) + p % P_SPLIT * OF(IN_P) +
           (k / K_SPLIT + p / P_SPLIT) * OF(IN_H);
}
/* Where a task is in two lanes, a thread's points begin with these digits of those that come, which are neighbours,
 * and of those that go, which are LANES apart. */
INLINE int NAME(first_in)(void)
{
    return OF(LANES) == 1 ? 0 : lane_of_task() * OF(HELD);
}
INLINE int NAME(first_out)(void)
{
    return OF(LANES) == 1 ? 0 : lane_of_task();
}
/* Where point i of a task comes from in shared memory, and where it goes to: of a task along two legs it has two
 * digits, the first leg's the leading one of those that come, the last one of those that go. */
INLINE int NAME(in_digit)(int i)
{
    return OF(BOTH) ? i / OF(OWN) * OF(IN_A) + i % OF(OWN) * OF(IN_R) : i * OF(IN_R);
}
INLINE int NAME(out_digit)(int i)
{
    return OF(BOTH) ? i % OF(ALSO) * (OF(LANES) * OF(OUT_A)) + i / OF(ALSO) * OF(OUT_R) : i * (OF(LANES) * OF(OUT_R));
}
INLINE int NAME(first_out_index)(void)
{
    return NAME(first_out)() * (OF(BOTH) ? OF(OUT_A) : OF(OUT_R));
}
INLINE int NAME(out_index)(int task)
{
    const int k = NAME(k_of)(task), p = NAME(p_of)(task);
    return NAME(c_of)(task) * OF(OUT_C) + k % K_SPLIT * OF(OUT_K) + p % P_SPLIT * OF(OUT_P) +
           (k / K_SPLIT + p / P_SPLIT) * OF(OUT_H);
}

#if PLANE
#include "engine/gpu/kernels/plane.cuh"
#elif OF(MIRROR) && FOLD
#include "engine/gpu/kernels/fold.cuh"
#elif OF(MIRROR) && STRIPS
#include "engine/gpu/kernels/strips.cuh"
#elif OF(MIRROR)
#include "engine/gpu/kernels/real.cuh"
#endif

/* --- Points in -------------------------------------------------------------------------------------------------- */

#if GETS_PAIRS
#elif IS_FIRST
/* Where in the input the vector of tasks v ... with digit j lies, from that of the thread's first task. */
INLINE long long NAME(in_base)(const tile *t)
{
    const int mine = NAME(task)(THREAD, 0);
    return t->in + in_place(NAME(c_of)(mine), NAME(whole_p)(mine) + t->rank * OF(P_RANK) +
                                                  NAME(first_in)() * (N / OF(RADIX)));
}
INLINE long long NAME(in_step)(const tile *t, int v, int j)
{
    const int task = NAME(task)(0, v), c = NAME(c_of)(NAME(task)(THREAD, 0)) + NAME(c_of)(task);
    return in_place(NAME(c_of)(task), NAME(whole_p)(task) + j * (N / OF(RADIX))) +
           in_shift(t, c);
}
/* Whether task v has a line: the last tile may have too few. */
INLINE int NAME(has_line)(const tile *t, int v)
{
    return !RAGGED || NAME(c_of)(NAME(task)(THREAD, 0)) + NAME(c_of)(NAME(task)(0, v)) < t->lines;
}

INLINE void NAME(get)(const tile *t, complex *x)
{
    const long long base = NAME(in_base)(t);
#if IN_VECTOR > 1 || IN_REAL
    if (t->a->aligned & 1) {
        UNROLL
        for (int j = 0; j < OF(HELD); j++) {
            UNROLL
            for (int v = 0; v < OF(TASKS); v += IN_VECTOR)
                if (NAME(has_line)(t, v))
                    numbers_get_vector(t->a, base + NAME(in_step)(t, v, j), x + v * OF(HELD) + j, OF(HELD));
        }
        return;
    }
#endif
    UNROLL
    for (int j = 0; j < OF(HELD); j++) {
        UNROLL
        for (int v = 0; v < OF(TASKS); v++)
            if (NAME(has_line)(t, v)) x[v * OF(HELD) + j] = numbers_get(t->a, base + NAME(in_step)(t, v, j));
    }
}
#if WINDOWED
#include "engine/gpu/kernels/window.cuh"
#endif
#else
INLINE void NAME(get)(complex *x)
{
    const int base = NAME(in_index)(NAME(task)(forget(THREAD), 0)) + NAME(in_digit)(NAME(first_in)());
#if OF(IN_PAIR) == 1
    UNROLL
    for (int j = 0; j < OF(HELD); j++) {
        UNROLL
        for (int v = 0; v < OF(TASKS); v += 2)
            shared_get_pair(base + NAME(in_index)(NAME(task)(0, v)) + NAME(in_digit)(j), &x[v * OF(HELD) + j],
                            &x[(v + 1) * OF(HELD) + j]);
    }
#elif OF(IN_PAIR) == 2
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        UNROLL
        for (int j = 0; j < OF(HELD); j += 2)
            shared_get_pair(base + NAME(in_index)(NAME(task)(0, v)) + NAME(in_digit)(j), &x[v * OF(HELD) + j],
                            &x[v * OF(HELD) + j + 1]);
    }
#else
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        UNROLL
        for (int j = 0; j < OF(HELD); j++)
            x[v * OF(HELD) + j] = shared_get(base + NAME(in_index)(NAME(task)(0, v)) + NAME(in_digit)(j));
    }
#endif
}
#endif

/* --- Points out ------------------------------------------------------------------------------------------------- */

#if PUTS_PAIRS
#elif IS_LAST
INLINE void NAME(put)(const tile *t, complex *x)
{
    const int mine = NAME(task)(forget(THREAD), 0);
    const int c = NAME(c_of)(mine);
    const long long base = t->out + out_place(c, NAME(whole_k)(mine) + t->rank * OF(K_RANK) +
                                                     NAME(first_out)() * (N / OF(RADIX)));
    long long shift[OF(TASKS)]; /* before anything is written, behind which it would be found anew */
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) shift[v] = out_shift(t, c + NAME(c_of)(NAME(task)(0, v)));
#if SCALED
    UNROLL
    for (int i = 0; i < POINTS; i++) {
        x[i].x *= (real)t->a->scale;
        x[i].y *= (real)t->a->scale;
    }
#endif
#if OUT_HALVES
    enum { AT_ONCE = POINTS < 8 ? POINTS : 8 }; /* POINTS is a power of two */
    stored y[POINTS];
    UNROLL
    for (int i = 0; i < POINTS; i += AT_ONCE) halves_from(x + i, AT_ONCE, 1, y + i);
#else
    const stored *y = x;
#endif
#if OUT_ALONG
    if (t->a->aligned & 2) {
        UNROLL
        for (int v = 0; v < OF(TASKS); v++) {
            const int line = NAME(c_of)(NAME(task)(0, v));
            if (!RAGGED || c + line < t->lines)
                numbers_store_vector(t->a, base + out_place(line, 0) + shift[v], y + 2 * v, 1);
        }
        return;
    }
#elif OUT_VECTOR > 1 || OUT_REAL
    if (t->a->aligned & 2) {
        UNROLL
        for (int q = 0; q < OF(HELD); q++) {
            UNROLL
            for (int v = 0; v < OF(TASKS); v += OUT_VECTOR) {
                const int task = NAME(task)(0, v);
                const long long at = base + out_place(NAME(c_of)(task), NAME(whole_k)(task) + q * (N / OF(HELD))) +
                                     shift[v];
                if (!RAGGED || c + NAME(c_of)(task) < t->lines)
                    numbers_store_vector(t->a, at, y + v * OF(HELD) + q, OF(HELD));
            }
        }
        return;
    }
#endif
    UNROLL
    for (int q = 0; q < OF(HELD); q++) {
        UNROLL
        for (int v = 0; v < OF(TASKS); v++) {
            const int task = NAME(task)(0, v);
            const long long at = base + out_place(NAME(c_of)(task), NAME(whole_k)(task) + q * (N / OF(HELD))) +
                                 shift[v];
#if PLANE && ROWS_FIRST
            if (NAME(is_packed)(t, mine, task)) continue;
#endif
            if (!RAGGED || c + NAME(c_of)(task) < t->lines) numbers_store(t->a, at, y[v * OF(HELD) + q]);
        }
    }
}
#elif BEFORE_CLUSTER
/* Digit q of the frequency says which block a point goes to, and where in it. The place of this block's points there
 * follows from its rank: they are the ones with the leading part of p. */
INLINE void NAME(put)(const tile *t, const complex *x)
{
    const int base = NAME(out_index)(NAME(task)(forget(THREAD), 0)) + t->rank * OF(OUT_RANK) +
                     NAME(first_out_index)();
    UNROLL
    for (int q = 0; q < OF(HELD); q++) {
        const int to = q / (OF(HELD) / CLUSTER), digit = NAME(out_digit)(q % (OF(HELD) / CLUSTER));
#if OF(OUT_PAIR) == 1
        UNROLL
        for (int v = 0; v < OF(TASKS); v += 2)
            remote_put_pair(to, base + NAME(out_index)(NAME(task)(0, v)) + digit, x[v * OF(HELD) + q],
                            x[(v + 1) * OF(HELD) + q]);
#else
        UNROLL
        for (int v = 0; v < OF(TASKS); v++)
            remote_put(to, base + NAME(out_index)(NAME(task)(0, v)) + digit, x[v * OF(HELD) + q]);
#endif
    }
}
#else
INLINE void NAME(put)(const complex *x)
{
    const int base = NAME(out_index)(NAME(task)(forget(THREAD), 0)) +
                     NAME(first_out_index)();
#if OF(OUT_PAIR) == 1
    UNROLL
    for (int q = 0; q < OF(HELD); q++) {
        UNROLL
        for (int v = 0; v < OF(TASKS); v += 2)
            shared_put_pair(base + NAME(out_index)(NAME(task)(0, v)) + NAME(out_digit)(q),
                            x[v * OF(HELD) + q], x[(v + 1) * OF(HELD) + q]);
    }
#elif OF(OUT_PAIR) == 2
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        UNROLL
        for (int q = 0; q < OF(HELD); q += 2)
            shared_put_pair(base + NAME(out_index)(NAME(task)(0, v)) + q * OF(OUT_R), x[v * OF(HELD) + q],
                            x[v * OF(HELD) + q + 1]);
    }
#else
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        UNROLL
        for (int q = 0; q < OF(HELD); q++)
            shared_put(base + NAME(out_index)(NAME(task)(0, v)) + NAME(out_digit)(q), x[v * OF(HELD) + q]);
    }
#endif
}
#endif

/* --- The stage -------------------------------------------------------------------------------------------------- */

#if HAS_TURN
#define TURN TWIDDLE
#include "engine/gpu/kernels/turn.cuh"
#undef TURN
#endif
#if OF(CROSS)
#define TURN CROSS
#include "engine/gpu/kernels/turn.cuh"
#undef TURN
#endif

/* The butterflies of a task along two legs: those along the first, for every digit of the second, and the opposite. */
#if OF(BOTH)
INLINE void NAME(both)(complex *x)
{
    complex y[OF(HELD)];
    UNROLL
    for (int j = 0; j < OF(OWN); j++) {
        complex z[OF(ALSO)];
        UNROLL
        for (int i = 0; i < OF(ALSO); i++) z[i] = x[i * OF(OWN) + j];
        PASTE(butterfly, _, OF(ALSO))(z);
        UNROLL
        for (int i = 0; i < OF(ALSO); i++) y[i * OF(OWN) + j] = z[i];
    }
    UNROLL
    for (int i = 0; i < OF(ALSO); i++) {
        PASTE(butterfly, _, OF(OWN))(y + i * OF(OWN));
        UNROLL
        for (int j = 0; j < OF(OWN); j++) x[i + OF(ALSO) * j] = y[i * OF(OWN) + j];
    }
}
#endif

/* Points come: from memory, or from the exchange behind the stage before. */
INLINE void NAME(fetch)(const tile *t, complex *x)
{
#if IS_FIRST
    NAME(get)(t, x);
#if EARLY
    remote_ready();
#endif
#if WINDOWED
    NAME(weigh)(t, x);
#endif
#if PLANE && !ROWS_FIRST
    NAME(pack)(t, x);
#endif
#else
#if AFTER_CLUSTER
    remote_wait();
#else
    barrier();
#endif
#if GETS_PAIRS
    NAME(get)(t, x);
#else
    NAME(get)(x);
#endif
#endif
    /* Shared memory is free for the next exchange when every thread has read from it. */
#if !BEFORE_CLUSTER && !IS_LAST && !IS_FIRST
    barrier();
#endif
    (void)t;
}

/* The butterflies of all tasks. */
INLINE void NAME(transform)(const tile *t, complex *x)
{
#if PLANE && OF(MIRROR) && !ROWS_FIRST
    NAME(step)(t, x);
#endif
    UNROLL
    for (int v = 0; v < POINTS / OF(HELD); v++) {
#if OF(LANES) > 1
        lanes_begin(x + v * OF(HELD), OF(HELD), OF(BOTH) ? OF(OWN) : 1);
#endif
#if OF(BOTH)
        NAME(both)(x + v * OF(HELD));
#else
        PASTE(butterfly, _, OF(HELD))(x + v * OF(HELD));
#endif
        finish_task(x + v * OF(HELD), OF(HELD));
    }
#if BEFORE_CLUSTER && IS_FIRST && !EARLY
    remote_ready(); /* it has long been so: pass.cu arrives before the points are loaded */
#elif BEFORE_CLUSTER && !IS_FIRST
    /* Not before: a load that has not come back would find what another block has put there. */
    UNROLL
    for (int i = 0; i < POINTS; i++) hold(x + i);
    remote_arrive();
#endif
    (void)t;
}

/* What follows the butterflies: factors, but for those that were loaded early, and pairs behind the rows of a plane. */
INLINE void NAME(follow)(const tile *t, complex *x)
{
#if HAS_TURN && !TURNS_EARLY
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        factors f;
        NAME(load_TWIDDLE)(t, v, &f);
        NAME(turn_TWIDDLE)(&f, x + v * OF(HELD));
    }
#elif OF(TWIDDLE) && !TURNS_EARLY
    NAME(turn_TWIDDLE)(t, x);
#endif
#if OF(CROSS)
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) {
        factors f;
        NAME(load_CROSS)(t, v, &f);
        NAME(turn_CROSS)(&f, x + v * OF(HELD));
    }
#endif
#if PLANE && OF(MIRROR) && ROWS_FIRST
    NAME(step)(t, x);
#endif
    (void)t, (void)x;
}

/* Points go: to memory, or to the exchange before the next stage. */
INLINE void NAME(deliver)(const tile *t, complex *x)
{
#if PLANE && ROWS_FIRST && IS_LAST
    NAME(unpack)(t, x);
#endif
#if BEFORE_CLUSTER && !IS_FIRST
    remote_ready();
#endif
#if IS_LAST || BEFORE_CLUSTER || PUTS_PAIRS
    NAME(put)(t, x);
#else
    NAME(put)(x);
#endif
    (void)t;
}

INLINE void NAME(run_stage)(const tile *t, complex *x)
{
#if TURNS_EARLY
    factors early[OF(TASKS)]; /* they come while this block waits for its points, and no register is in use yet */
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) NAME(load_TWIDDLE)(t, v, early + v);
#endif
    NAME(fetch)(t, x);
    NAME(transform)(t, x);
#if TURNS_EARLY
    UNROLL
    for (int v = 0; v < OF(TASKS); v++) NAME(turn_TWIDDLE)(early + v, x + v * OF(HELD));
#endif
    NAME(follow)(t, x);
    NAME(deliver)(t, x);
}

#undef NAME
#undef IS_FIRST
#undef IS_LAST
#undef GETS_PAIRS
#undef PUTS_PAIRS
#undef HAS_TURN
#undef AFTER_CLUSTER
#undef BEFORE_CLUSTER
#undef TURNS_EARLY
