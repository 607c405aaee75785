/* device.h - a device: one context on one GPU, shared by all plans that were made in it.
 *
 * The context is the caller's own, or the primary one of a GPU, which programs over the CUDA runtime use too. A
 * caller's own context has to outlive the plans made in it.
 */
#ifndef ATA_CUDA_DEVICE_H
#define ATA_CUDA_DEVICE_H

#include <pthread.h>

#include "engine/cuda/driver.h"
#include "engine/cuda/nvrtc.h"
#include "engine/gpu/machine.h"

/* Page-locked memory that copies go through, for copy.c; made by the first copy. */
enum { ATA_CUDA_STAGES = 2 };

typedef struct ata_cuda_staging {
    pthread_mutex_t lock; /* held during a copy */
    void *memory[ATA_CUDA_STAGES];
    CUevent done[ATA_CUDA_STAGES]; /* what was last asked of the memory */
} ata_cuda_staging;

struct ata_device {
    const ata_cuda_driver *driver;
    CUcontext context;
    CUdevice gpu;
    bool retained; /* the primary context, kept alive by this device */
    int users;     /* opened so many times more than closed */
    ata_device *next;
    ata_nvrtc_target target; /* what kernels are compiled for: what they can do is that architecture's */
    ata_device_limits limits;
    int64_t shared_most; /* bytes of shared memory of a block, what the kernels' words take included */

    pthread_mutex_t lock;       /* of the kernels */
    pthread_cond_t changed;     /* a kernel was loaded, or could not be */
    ata_device_kernel *kernels; /* see kernel.c */

    ata_cuda_staging staging;
};

ata_status ata_cuda_device_open(int number, ata_device **device);
void ata_cuda_device_close(ata_device *device);
const ata_device_limits *ata_cuda_device_limits(const ata_device *device);

/* Whether the caller is in the device's context already, as most are: entering and leaving it is a good part of what a
 * short transform's call takes (bench/results/h200-launch.txt). */
bool ata_cuda_device_is_current(const ata_device *device);

/* Make the device's context current, and then the caller's again. Leaving gives back `status`, or the error that
 * leaving met. */
ata_status ata_cuda_device_enter(const ata_device *device);
ata_status ata_cuda_device_leave(const ata_device *device, ata_status status);

#endif
