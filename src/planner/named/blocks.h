/* blocks.h - what the three algorithms of memory locality share: points bit-reversed first, then decimation in time in
 * passes, of which the first takes neighbours. */
#ifndef ATA_PLANNER_NAMED_BLOCKS_H
#define ATA_PLANNER_NAMED_BLOCKS_H

#include "planner/named.h"

enum { ATA_BLOCK_BITS = 10 }; /* a block of threads has 2^10 points in its shared memory */

/* Append the reversal and the first pass; `done` becomes how many bits that has transformed. */
ata_status ata_blocks_begin(const ata_problem *problem, ata_recipe *recipe, int *done);

/* How many bits a pass of up to `most` takes where `done` of them are. */
int ata_blocks_next(const ata_problem *problem, int done, int most);

#endif
