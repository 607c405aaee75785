/* reorder.cu - points that change places: a tile of them is read in the order of the input, laid into shared memory,
 * and written in the order of the output.
 *
 * The TILE points of a block have two numbers each, e counted as they lie in the input, or as in the output. What
 * follows from one is in the constants in front of this text (reorder.c), sums over the bits of the number:
 *
 *     IN_PLACE(e), OUT_PLACE(e)   where point e lies, from the first of the tile
 *     IN_LINES(e), OUT_LINES(e)   which line of the tile it is from
 *     NUMBER_IN(e)                the number in the input of the one whose number in the output is e
 *     GROUP_IN(g), GROUP_OUT(g)   where tile g of the GROUPS of a line begins
 *
 * A thread has POINTS of them, as many neighbours at once as a vector holds.
 */
#include "engine/gpu/kernels/arguments.h"
#include "engine/gpu/kernels/numbers.cuh"

/* Columns of 32 points next to each other would share banks. */
#define SHARED_PLACE(e) ((e) + (e) / 32)

/* The number of point i of this thread, which has `vector` neighbours at a time. */
INLINE int number_of(int i, int vector)
{
    return (THREAD + i / vector * THREADS) * vector + i % vector;
}

KERNEL(reorder, ata_kernel_arguments a)
{
    /* Where the tile is: lines, then the groups of a line, then the other loops. */
    const unsigned int first = tile_index() % a.tiles * LINES;
    unsigned int rest = tile_index() / a.tiles;
    const unsigned int group = rest % GROUPS;
    long long in = first * (long long)(IN_LINE) + GROUP_IN(group);
    long long out = first * (long long)(OUT_LINE) + GROUP_OUT(group);
    const int lines = RAGGED ? (int)(a.count[0] - first) : LINES;
    rest /= GROUPS;
    UNROLL
    for (int l = 1; l < LOOPS; l++) {
        const unsigned int at = rest % a.count[l];
        rest /= a.count[l];
        in += at * a.in_stride[l];
        out += at * a.out_stride[l];
    }
    if (a.early) let_next_begin();
    wait_for_previous();

    complex x[POINTS];
    UNROLL
    for (int i = 0; i < POINTS; i += IN_VECTOR) {
        const int e = number_of(i, IN_VECTOR);
        if (RAGGED && IN_LINES(e) >= lines) continue;
#if IN_VECTOR > 1
        if (a.aligned & 1) {
            numbers_get_vector(&a, in + IN_PLACE(e), x + i, 1);
            continue;
        }
#endif
        UNROLL
        for (int v = 0; v < IN_VECTOR; v++) x[i + v] = numbers_get(&a, in + IN_PLACE(e + v));
    }
    UNROLL
    for (int i = 0; i < POINTS; i++) {
        const int e = number_of(i, IN_VECTOR);
        if (!RAGGED || IN_LINES(e) < lines) shared_put(SHARED_PLACE(e), x[i]);
    }
    barrier();
    UNROLL
    for (int i = 0; i < POINTS; i++) {
        const int e = number_of(i, OUT_VECTOR);
        if (RAGGED && OUT_LINES(e) >= lines) continue;
        x[i] = shared_get(SHARED_PLACE(NUMBER_IN(e)));
#if SCALED
        x[i].x *= (real)a.scale;
        x[i].y *= (real)a.scale;
#endif
    }
    UNROLL
    for (int i = 0; i < POINTS; i += OUT_VECTOR) {
        const int e = number_of(i, OUT_VECTOR);
        if (RAGGED && OUT_LINES(e) >= lines) continue;
#if OUT_VECTOR > 1
        if (a.aligned & 2) {
            numbers_put_vector(&a, out + OUT_PLACE(e), x + i, 1);
            continue;
        }
#endif
        UNROLL
        for (int v = 0; v < OUT_VECTOR; v++) numbers_put(&a, out + OUT_PLACE(e + v), x[i + v]);
    }
}
