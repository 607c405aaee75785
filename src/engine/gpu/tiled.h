/* tiled.h - what lies between the two sweeps of a long line, in tiles of the second.
 *
 * A line of A B points is done in two sweeps, of A points and of B. In the order of the data, k + A n for the frequency
 * k that the first has found and the time n that is left, the second reads strips: of each point a few lines, far from
 * those of the next. But what is between the two is nobody's business but theirs. With W lines of the second in a tile,
 *
 *     k % W + W (n + B (k / W))
 *
 * has all of a tile together, tile after tile, so that tiles can be fetched ahead. The first then writes pieces of W
 * points, beside those of its neighbouring lines. So of four accesses to memory two are in strips, where else three
 * are. It takes scratch of the data's size, for the second sweep no longer writes where it reads.
 *
 * In several dimensions that did not pay: the first sweep has whole rows there, and to cut them into pieces costs more
 * than the second gains (h200-tiled.jsonl).
 */
#ifndef ATA_GPU_TILED_H
#define ATA_GPU_TILED_H

#include "engine/gpu/loops.h"

/* Make both sweeps of a recipe so, from the input by scratch to the output; false where that cannot be or does not pay:
 * then nothing is said. */
bool ata_gpu_tiled_make(ata_gpu_pass pass[2], const ata_problem *problem, const ata_recipe *recipe,
                        const ata_device_limits *limits, const ata_gpu_tuning *tuning);

/* The strides of the points of such a sweep, and its own loops; `in` and `out`: the strides of its dimension. */
void ata_gpu_tiled_add_loops(ata_gpu_loops *list, ata_gpu_pass *pass, const ata_pass_place *place, int64_t in,
                             int64_t out);

#endif
