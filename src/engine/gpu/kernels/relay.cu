/* relay.cu - two sweeps over memory in one launch: the second takes each chunk of the data while what the first has
 * made of it is still in the cache.
 *
 * Blocks stay, and take one tile after another from a common list. In it the first sweep is `lead` chunks ahead, and
 * from then on tiles of both sweeps alternate, so that some blocks read from main memory while others write to it:
 *
 *     first sweep     chunk 0, 1, ... lead-1   chunk lead      lead+1     ...
 *     second sweep                             chunk 0         1          ...   the last ones
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
    unsigned int chunk, tile; /* of the chunk */
    int second;               /* sweep */
} errand;

INLINE errand find_errand(const ata_relay_arguments *a, unsigned int number)
{
    const unsigned int first = a->tiles[0], both = a->tiles[0] + a->tiles[1];
    const unsigned int ahead = a->lead * first, mixed = (a->chunks - a->lead) * both;
    errand e;
    if (number < ahead) {
        e.second = 0;
        e.chunk = number / first;
        e.tile = number % first;
    } else if (number - ahead < mixed) {
        const unsigned int pair = (number - ahead) / both, at = (number - ahead) % both;
        const unsigned int before = (unsigned int)((unsigned long long)at * first / both);
        e.second = (unsigned int)((unsigned long long)(at + 1) * first / both) == before;
        e.chunk = e.second ? pair : pair + a->lead;
        e.tile = e.second ? at - before : before;
    } else {
        e.second = 1;
        e.chunk = a->chunks - a->lead + (number - ahead - mixed) / a->tiles[1];
        e.tile = (number - ahead - mixed) % a->tiles[1];
    }
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
            next = run_tile_2(&a.sweep[1], e.chunk * a.tiles[1] + e.tile, a.counters);
        } else {
            next = run_tile_1(&a.sweep[0], e.chunk * a.tiles[0] + e.tile, a.counters);
            relay_done(a.counters + 1 + e.chunk);
        }
        if (!ASKS_EARLY) next = relay_ask(a.counters);
    }
}
