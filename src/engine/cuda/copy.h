/* copy.h - memory of a device, and copies between it and the host's. */
#ifndef ATA_CUDA_COPY_H
#define ATA_CUDA_COPY_H

#include "engine/cuda/device.h"

ata_status ata_cuda_allocate(ata_device *device, size_t bytes, const char *purpose, void **memory);
void ata_cuda_release(ata_device *device, void *memory);
ata_memory_home ata_cuda_home(const ata_device *device, const void *pointer);

ata_status ata_cuda_clear(ata_device *device, void *memory, size_t bytes, void *stream);
ata_status ata_cuda_copy_in(ata_device *device, void *to, const void *from, size_t bytes, void *stream);
ata_status ata_cuda_copy_out(ata_device *device, void *to, const void *from, size_t bytes, void *stream);

/* Free the page-locked memory; the device's context is current. */
void ata_cuda_staging_fini(ata_device *device);

#endif
