/* loops.h - the loops around the lines of a pass, as they are listed before a kernel gets them. */
#ifndef ATA_GPU_LOOPS_H
#define ATA_GPU_LOOPS_H

#include "engine/gpu/pass.h"

enum { ATA_GPU_LISTED = ATA_MAX_RANK + ATA_MAX_BATCH_RANK + ATA_GPU_LEGS + 2 };

typedef struct ata_gpu_loops {
    int count;
    ata_gpu_loop loop[ATA_GPU_LISTED];
} ata_gpu_loops;

/* Append a loop; one of a single turn is none. */
void ata_gpu_loops_add(ata_gpu_loops *list, int64_t count, int64_t in, int64_t out, int leg);
/* Append the loop over all of dimension d, or of batch dimension -1 - d; over those of a chunk, where it is cut. */
void ata_gpu_loops_add_dim(ata_gpu_loops *list, const ata_gpu_pass *pass, const ata_problem *problem, int d);
/* Append the loop over the `count` frequencies along dimension d that are known before a pass. Where they are cut: over
 * those of a chunk, and another over the ones that were found behind the first share.digits, which are the lowest part
 * of them in every pass that chunks are cut in (relay.c). */
void ata_gpu_loops_add_known(ata_gpu_loops *list, const ata_gpu_pass *pass, int d, int64_t count, int64_t in,
                             int64_t out);
/* Append the loops over the batch. */
void ata_gpu_loops_add_batch(ata_gpu_loops *list, const ata_gpu_pass *pass, const ata_problem *problem);
/* Append, when all others are in their places, the loops over the chunks of a sweep that shares its launch. */
void ata_gpu_loops_add_chunks(ata_gpu_loops *list, const ata_gpu_pass *pass, const ata_problem *problem);
/* Sort the loops by their strides, and make one of two that continue each other, as far as a kernel counts. */
void ata_gpu_loops_merge(ata_gpu_loops *list);
/* Bring loop i to the front. */
void ata_gpu_loops_take_first(ata_gpu_loops *list, int i);
/* Give them to the pass; ATA_ERROR_UNSUPPORTED where there are too many. */
ata_status ata_gpu_loops_give(const ata_gpu_loops *list, ata_gpu_pass *pass);

/* Count the tiles of a pass whose loops and shape are set, `groups` of them for each along loop 0;
 * ATA_ERROR_UNSUPPORTED where they are more than a launch has blocks for. */
ata_status ata_gpu_loops_count(ata_gpu_pass *pass, const ata_problem *problem, int64_t groups);

#endif
