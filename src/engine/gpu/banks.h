/* banks.h - how many wavefronts a warp's access to shared memory takes. */
#ifndef ATA_GPU_BANKS_H
#define ATA_GPU_BANKS_H

#include "engine/gpu/shape.h"

/* Of the first warp of a block, each thread of which accesses `elements` neighbours (1 or 2) at the place of its first
 * task. Other tasks and digits lie at a fixed distance, which turns all banks alike and changes nothing. */
int ata_banks_wavefronts(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES],
                         int elements);

/* How many pieces of 32 bytes such an access touches: what the network between blocks carries at a time. */
int ata_banks_sectors(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES],
                      int elements);

#endif
