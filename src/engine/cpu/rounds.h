/* rounds.h - consecutive passes that are done piece by piece: rows and columns of one plane of a cube before those of
 * the next, so that what a pass has written the one after it finds in the cache.
 *
 *     recipe   {X} {Y} {Z}
 *     rounds   {X} {Y} for each z, then {Z}: two sweeps over memory instead of three
 *
 * The passes of a round go along some dimensions; along a loop that lies outside of these, over another dimension or
 * the batch, every index is work of its own. Which pieces there are does not depend on the number of threads.
 */
#ifndef ATA_CPU_ROUNDS_H
#define ATA_CPU_ROUNDS_H

#include "engine/cpu/view.h"

/* A loop cut into `n` parts of `size` steps, the last of which may have fewer. */
typedef struct ata_round_loop {
    int which; /* a dimension; or, behind them, one of the batch */
    int64_t n, size, rest;
    int64_t step[ATA_ARRAY_COUNT]; /* bytes from a part to the next in each array */
} ata_round_loop;

typedef struct ata_round {
    int first, end; /* passes first .. end - 1 */
    int64_t count;  /* pieces */
    int loop_count;
    ata_round_loop loop[ATA_MAX_RANK + ATA_MAX_BATCH_RANK]; /* slowest first; the last alone may have parts of several
                                                               steps, and a smaller one at its end */
} ata_round;

/* The first round, from pass p on, that is done piece by piece; false where there is none. `route` as of
 * ata_view_route(). */
bool ata_cpu_round_find(ata_round *round, const ata_problem *problem, const ata_recipe *recipe, const ata_array *route,
                        int p);

/* The problem of a piece: of those that are whole, or of those at the end of the last loop, if they are smaller. Its
 * strides are those of `problem`. */
ata_problem ata_cpu_round_piece(const ata_round *round, const ata_problem *problem, bool rest);
bool ata_cpu_round_has_rest(const ata_round *round);

/* Where a piece begins in an array, in bytes; and whether it is one of the smaller ones. */
int64_t ata_cpu_round_offset(const ata_round *round, int64_t piece, ata_array array);
bool ata_cpu_round_is_rest(const ata_round *round, int64_t piece);

#endif
