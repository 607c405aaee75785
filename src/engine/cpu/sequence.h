/* sequence.h - the passes of a recipe made ready for a problem, or a slice of it, and run one after another; by threads
 * that share the blocks of each pass or, of a round (rounds.h), its pieces; or each block, where there are too few.
 *
 * Scratch of an execution:
 *
 *     | scratch array 0 | scratch array 1 | block of part 0 | block of part 1 | ... |
 *       only if the route needs them        one for each thread, or one that all share
 */
#ifndef ATA_CPU_SEQUENCE_H
#define ATA_CPU_SEQUENCE_H

#include "core/pool.h"
#include "engine/cpu/flat.h"
#include "engine/cpu/pass.h"
#include "engine/cpu/rounds.h"
#include "engine/engine.h"

typedef struct ata_sequence {
    ata_program *program; /* of all passes; NULL for none */
    ata_flat *flat;       /* the same where parts alternate; NULL for none */
    uintptr_t misaligned; /* bits of addresses that programs cannot use */
    ata_round *round;
    int round_count;                /* those of several pieces */
    int parts;                      /* threads that find blocks to do ... */
    int crew;                       /* ... and those that find steps of blocks */
    size_t alone_bytes;             /* scratch of any block by one thread; of one that is shared out; of one that */
    size_t block_bytes, crew_bytes; /* several threads do */
    int pass_count;
    ata_cpu_pass pass[]; /* those of the recipe, and behind them the same for the smaller pieces of rounds */
} ata_sequence;

/* Where an execution finds what. */
typedef struct ata_room {
    ata_pool *pool;     /* NULL for one thread */
    size_t array_bytes; /* of one scratch array */
    int array_count;
} ata_room;

/* Of the room array_bytes and array_count are set. The rest of the setting is the sequence's to choose. On failure too
 * what was made is to be destroyed. */
ata_status ata_cpu_sequence_create(ata_sequence **sequence, const ata_cpu_setting *setting, const ata_room *room,
                                   int threads);
void ata_cpu_sequence_destroy(ata_sequence *sequence);

/* Run all passes; `parts` threads share them. */
void ata_cpu_sequence_run(const ata_sequence *sequence, const ata_room *room, const ata_arrays *arrays, int parts);

/* Bytes of scratch beside the arrays where so many threads share the passes. */
size_t ata_cpu_sequence_block_bytes(const ata_sequence *sequence, int parts);

/* Bytes of the scratch arrays. */
static inline size_t ata_cpu_arrays_bytes(const ata_room *room)
{
    return room->array_bytes * (size_t)room->array_count;
}

#endif
