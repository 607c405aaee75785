/* host.h - executions on arrays in the memory of the host: copied to the device, transformed, copied back. */
#ifndef ATA_GPU_HOST_H
#define ATA_GPU_HOST_H

#include "engine/engine.h"
#include "engine/gpu/machine.h"

typedef struct ata_gpu_host ata_gpu_host;

/* Allocates nothing on the device before the first such execution. */
ata_status ata_gpu_host_create(ata_gpu_host **host, const ata_problem *problem, const ata_machine *machine,
                               ata_device *device);
void ata_gpu_host_destroy(ata_gpu_host *host);

/* `run` with arrays on the device in the place of those on the host; one execution at a time. */
ata_status ata_gpu_host_run(ata_gpu_host *host, const ata_arrays *arrays,
                            ata_status (*run)(const void *context, const ata_arrays *arrays), const void *context);

#endif
