/* sweep.cuh - what every kernel that transforms does to a tile of lines, in a block or in a cluster of blocks.
 *
 *     load -> (butterflies in registers -> twiddle -> exchange)* -> store
 *
 * A line of N points is transformed in STAGES stages of radix r1, r2, ... A point is known by three coordinates: c, its
 * line in the tile; K, the digits of the frequency that are known already; p, the digits of the time index that are
 * left. Stage s takes the r points that differ in the leading digit of p, and makes r of them that differ in the new,
 * highest, digit of K:
 *
 *     time index  = j1 N/r1 + p                    p = j2 N/(r1 r2) + p' ...
 *     frequency   = K + r1 r2 ... q                K = k1 + r1 k2 + ...
 *
 * A line may run along several dimensions at once. Then the stages along one of them are a leg, the digits of both
 * indices are those of all legs one after another, and no factors are between legs: L<l>_... says where a leg's digits
 * are in both indices, and how far apart its points lie in memory.
 *
 * A thread does several such tasks at once. What changes from stage to stage is which coordinates a thread has, and the
 * exchange carries the points there: through the shared memory of the block or, once in a kernel, of the cluster. All
 * of that is in the constants in front of this text, which the host computes (shape.c): for stage s, S<s>_...
 *
 *     RADIX          of the stage; 1 for one that only exchanges
 *     LANES, HELD    how many threads share a task, and how many of its points each has (lanes.cuh)
 *     ALSO, OWN      of a task along two legs (BOTH), how many of those are along the one that ends, and the others
 *     TASKS, NEAR    tasks of a thread, and how many of them are neighbours: thread t has the tasks NEAR t, NEAR t + 1
 *                    ..., and THREADS NEAR further on (of tasks in two lanes half as far) the next ones
 *     x_UNIT         c = task / C_UNIT % LINES, K = task / K_UNIT % K_COUNT, p = task / P_UNIT % P_COUNT
 *     K_FAST         of K, the digits of weight K_COUNT / K_FAST and more are counted first; P_FAST, of p likewise
 *     x_REVERSED     the bits of K or p are counted in opposite order
 *     x_LOW ...      the K (or p) of the whole line is K % K_LOW + K / K_LOW * K_JUMP + K_RANK rank, from the K that
 *                    this block counts
 *     IN_x, OUT_x    how far apart neighbours along c, K, p and the register's digit R lie in shared memory, and along
 *                    A, that of the leg that ends; what of K or p is beyond K_SPLIT or P_SPLIT, along H
 *     OUT_RANK       from what one block of a cluster puts there to the next one's
 *     x_PAIR         pairs go to and from shared memory at once: along tasks (1), along the register's digit (2)
 *     TWIDDLE        the factors of the stage (twiddle.cuh, turn.cuh): k is 0 unless it STARTS with the task's, and
 *                    PART more in the second of two lanes; CROSS, those behind the leg that ends
 *     MIRROR         tasks are pairs: the stage makes complex points of real ones or the opposite (real.cuh,
 *                    plane.cuh)
 *
 * The lines of a tile are IN_LINE and OUT_LINE apart; where they lie in groups of GROUP_LINES, groups are IN_GROUP and
 * OUT_GROUP apart. Where the points of a line go into several tiles of the next sweep, OUT_PIECE of them go into each,
 * and those are OUT_FAR apart.
 *
 * Lengths are powers of two: then a task's offset is the sum of those of its thread and of its number in the thread.
 */
#include "engine/gpu/kernels/arguments.h"
#include "engine/gpu/kernels/names.cuh"
#include "engine/gpu/kernels/butterfly.cuh"
#include "engine/gpu/kernels/numbers.cuh"
#include "engine/gpu/kernels/twiddle.cuh"
#include "engine/gpu/kernels/lanes.cuh"

/* What every stage of a thread knows. */
typedef struct {
    const ata_kernel_arguments *a;
    long long in, out;      /* where the tile begins, in elements */
    unsigned int at[LOOPS]; /* where it is along every loop; along loop 0: its first line */
    int lines;              /* how many it has */
    int rank;               /* of this block in its cluster */
} tile;

/* Where line c lies. */
#undef LINES_PLACE
#if GROUP_LINES
#define LINES_PLACE(c, line, group) ((c) % GROUP_LINES * (long long)(line) + (c) / GROUP_LINES * (long long)(group))
#else
#define LINES_PLACE(c, line, group) ((c) * (long long)(line))
#endif

INLINE tile find_tile(const ata_kernel_arguments *a, unsigned int rest)
{
    tile t;
    t.a = a;
    t.in = 0;
    t.out = 0;
    t.rank = cluster_rank();
    if (LOOPS == 1) {
        t.at[0] = rest * TILE_LINES;
    } else {
        t.at[0] = rest % a->tiles * TILE_LINES;
        rest /= a->tiles;
        UNROLL
        for (int l = 1; l < LOOPS; l++) {
            const unsigned int i = l == LOOPS - 1 ? rest : rest % a->count[l];
            if (l < LOOPS - 1) rest /= a->count[l];
            t.at[l] = i;
            t.in += i * a->in_stride[l];
            t.out += i * a->out_stride[l];
        }
    }
    t.in += LINES_PLACE(t.at[0], IN_LINE, IN_GROUP);
    t.out += LINES_PLACE(t.at[0], OUT_LINE, OUT_GROUP);
    t.lines = RAGGED ? (int)(a->count[0] - t.at[0]) : LINES;
    return t;
}

/* Where point `index` of line c lies, from the first of the tile: each leg's digits of the index at its stride. */
#define LEG_DIGITS(index, unit, n, log_n, reversed)                                                                    \
    ((reversed) && (log_n) > 0 ? reverse_bits((int)((unsigned int)(index) / (unit) % (n)), (log_n))                    \
                               : (int)((unsigned int)(index) / (unit) % (n)))
#define LEG_IN(l, index)                                                                                               \
    LEG_DIGITS(index, L##l##_TIME_UNIT, L##l##_N, L##l##_LOG_N, IN_REVERSED) * (long long)(L##l##_IN)
#define LEG_OUT(l, index)                                                                                              \
    LEG_DIGITS(index, L##l##_FREQUENCY_UNIT, L##l##_N, L##l##_LOG_N, OUT_REVERSED) * (long long)(L##l##_OUT)

INLINE long long in_place(int c, int index)
{
    long long at = LINES_PLACE(c, IN_LINE, IN_GROUP) + LEG_IN(1, index);
#if LEGS >= 2
    at += LEG_IN(2, index);
#endif
#if LEGS >= 3
    at += LEG_IN(3, index);
#endif
#if LEGS >= 4
    at += LEG_IN(4, index);
#endif
    return at;
}

INLINE long long out_place(int c, int index)
{
#if OUT_PIECE
    return LINES_PLACE(c, OUT_LINE, OUT_GROUP) + index % OUT_PIECE * (long long)(L1_OUT) +
           index / OUT_PIECE * (long long)(OUT_FAR);
#else
    long long at = LINES_PLACE(c, OUT_LINE, OUT_GROUP) + LEG_OUT(1, index);
#if LEGS >= 2
    at += LEG_OUT(2, index);
#endif
#if LEGS >= 3
    at += LEG_OUT(3, index);
#endif
#if LEGS >= 4
    at += LEG_OUT(4, index);
#endif
    return at;
#endif
}

#include "engine/gpu/kernels/pairs.cuh"

/* With IN_TURN, a thread does its tasks one after another: fewer registers are needed than when the compiler mixes
 * them. */
INLINE void finish_task(complex *x, int count)
{
#if IN_TURN
    UNROLL
    for (int i = 0; i < count; i++) hold(x + i);
#else
    (void)x, (void)count;
#endif
}

#define OF(name) PASTE(S, STAGE, _##name)

/* Whether a block of a cluster asks early for all it is going to wait for: makes sure that the others are ready, which
 * empties the first cache, while its points are on their way, so that factors can come during the butterflies, and
 * loads the next factors before the points of others have come. That pays where the first tasks are in two lanes, which
 * need all of their points at once; others had better begin with the points that are there. */
#undef EARLY
#define EARLY (CLUSTER > 1 && CLUSTER_STAGE == 1 && S1_LANES > 1)

#define STAGE 1
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#if STAGES >= 2
#define STAGE 2
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 3
#define STAGE 3
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 4
#define STAGE 4
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 5
#define STAGE 5
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 6
#define STAGE 6
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 7
#define STAGE 7
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 8
#define STAGE 8
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 9
#define STAGE 9
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 10
#define STAGE 10
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 11
#define STAGE 11
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif
#if STAGES >= 12
#define STAGE 12
#include "engine/gpu/kernels/stage.cuh"
#undef STAGE
#endif

/* Ask for a tile that some block begins soon, so that it need not wait for main memory: a part of it by each block of a
 * cluster, in pieces by several threads. */
#if FETCH_AHEAD
INLINE void fetch_tile(const ata_kernel_arguments *a, unsigned int index)
{
    if (a->ahead == 0 || index >= a->tile_count || !(a->aligned & 1)) return;
    const tile t = find_tile(a, index);
    const char *from = (const char *)a->in + t.in * (2 * IN_BYTES);
    const int bytes = LINES * N / CLUSTER * (2 * IN_BYTES), piece = bytes < 4096 ? bytes : 4096;
    if (THREAD < bytes / piece) fetch_ahead(from + (long long)t.rank * bytes + THREAD * piece, piece);
}
#endif

#define RUN_STAGE(number) PASTE(SWEEP_NAME(run_stage), _, number)

/* All stages but the last: what that one writes takes long to leave, and there may be something to ask for before. */
INLINE void run_first_stages(const tile *t, complex *x)
{
    (void)t, (void)x; /* of one stage alone there are none */
#if STAGES > 1
    RUN_STAGE(1)(t, x);
#endif
#if STAGES > 2
    RUN_STAGE(2)(t, x);
#endif
#if STAGES > 3
    RUN_STAGE(3)(t, x);
#endif
#if STAGES > 4
    RUN_STAGE(4)(t, x);
#endif
#if STAGES > 5
    RUN_STAGE(5)(t, x);
#endif
#if STAGES > 6
    RUN_STAGE(6)(t, x);
#endif
#if STAGES > 7
    RUN_STAGE(7)(t, x);
#endif
#if STAGES > 8
    RUN_STAGE(8)(t, x);
#endif
#if STAGES > 9
    RUN_STAGE(9)(t, x);
#endif
#if STAGES > 10
    RUN_STAGE(10)(t, x);
#endif
#if STAGES > 11
    RUN_STAGE(11)(t, x);
#endif
}

#ifdef SWEEP
/* All of it, for a block that has other tiles before and behind; the number of the next one, if that is asked for so
 * early. */
INLINE unsigned int run_tile(const ata_kernel_arguments *a, unsigned int index, unsigned int *counter)
{
    const tile t = find_tile(a, index);
    complex x[POINTS];
    run_first_stages(&t, x);
    const unsigned int next = ASKS_EARLY ? relay_ask(counter) : 0;
    RUN_STAGE(STAGES)(&t, x);
    return next;
}
#endif
