/* relay.cu - two sweeps over memory in one launch: the second takes each chunk of the data while what the first has
 * made of it is still in the cache.
 *
 * Blocks stay, and take one tile after another from a common list. In it the first sweep is `lead` tiles ahead, a chunk
 * or more, and from then on tiles of both sweeps alternate, so that some blocks read from main memory while others
 * write to it:
 *
 *     first sweep     tile 0, 1, ... lead-1   lead     lead+1     ...
 *     second sweep                            tile 0   1          ...   the last ones
 *
 * A tile of the second sweep waits until all of its chunk has been done by the first. Those are earlier in the list, so
 * somebody is at work on them, and nobody waits for ever; with enough lead, hardly anybody waits at all.
 *
 * The next number takes a while to come. Asked for before the last stage of a tile (ASKS_EARLY) it is there when that
 * has been written. But then blocks hold numbers for longer than they need, and where chunks are large, and the lead is
 * a few of them, others wait for that.
 *
 * The text in front of this one has included sweep.cuh twice, with the constants of either sweep.
 */
#include "engine/gpu/kernels/arguments.h"

typedef struct {
    int second; /* sweep */
    unsigned int tile, chunk;
} errand;

INLINE errand find_errand(const ata_relay_arguments *a, unsigned int number)
{
    const unsigned int first = a->tiles[0], both = first + a->tiles[1];
    errand e;
    if (number < a->lead) {
        e.second = 0;
        e.tile = number;
    } else if (number - a->lead < a->mixed) {
        const unsigned int turn = (number - a->lead) / both, at = (number - a->lead) % both;
        const unsigned int before = (unsigned int)((unsigned long long)at * first / both);
        e.second = (unsigned int)((unsigned long long)(at + 1) * first / both) == before;
        e.tile = e.second ? turn * a->tiles[1] + at - before : a->lead + turn * first + before;
    } else {
        e.second = 1;
        e.tile = number - a->chunks * first;
    }
    e.chunk = e.tile / (e.second ? a->tiles[1] : first);
    return e;
}

KERNEL(relay, ata_relay_arguments a)
{
    const unsigned int all = a.chunks * (a.tiles[0] + a.tiles[1]);
    wait_for_previous();
    unsigned int next = relay_ask(a.counters);
    for (unsigned int number; (number = relay_take(next)) < all;) {
        const errand e = find_errand(&a, number);
        if (e.second) {
            relay_wait(a.counters + 1 + e.chunk, a.tiles[0]);
            next = run_tile_2(&a.sweep[1], e.tile, a.counters);
        } else {
            next = run_tile_1(&a.sweep[0], e.tile, a.counters);
            relay_done(a.counters + 1 + e.chunk);
        }
        if (!ASKS_EARLY) next = relay_ask(a.counters);
    }
}
