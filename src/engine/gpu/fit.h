/* fit.h - a pass fitted to a device. */
#ifndef ATA_GPU_FIT_H
#define ATA_GPU_FIT_H

#include "engine/gpu/pass.h"

/* Choose stages, threads and lines for a pass whose loops are set. */
void ata_gpu_fit_choose(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe,
                        const ata_device_limits *limits, const ata_gpu_tuning *tuning);

/* Make the shape, once the factors behind the pass are set, and fit it to what a block of the device can have;
 * ATA_ERROR_UNSUPPORTED where that cannot be. */
ata_status ata_gpu_fit_make(ata_gpu_pass *pass, const ata_device_limits *limits);

#endif
