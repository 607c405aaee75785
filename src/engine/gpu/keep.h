/* keep.h - how long what sweeps read and write may stay in the L2 cache. */
#ifndef ATA_GPU_KEEP_H
#define ATA_GPU_KEEP_H

#include "engine/gpu/pass.h"

/* Set it for both ends of a sweep by itself. */
void ata_gpu_keep_sweep(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe,
                        const ata_gpu_tuning *tuning);

/* Two sweeps are all there are, in a launch each: where what is between them is about as much as the cache holds, let
 * it stay there. */
void ata_gpu_keep_between(ata_gpu_pass pass[2], const ata_problem *problem, const ata_device_limits *limits,
                          const ata_gpu_tuning *tuning);

#endif
