/* queue.h - queues of a device: CUDA streams of the library's own, for batches that go from host to host. */
#ifndef ATA_CUDA_QUEUE_H
#define ATA_CUDA_QUEUE_H

#include "engine/cuda/device.h"

ata_status ata_cuda_host_allocate(ata_device *device, size_t bytes, const char *purpose, void **memory);
void ata_cuda_host_release(ata_device *device, void *memory);

ata_status ata_cuda_queue_create(ata_device *device, bool patient, ata_device_queue **queue);
void ata_cuda_queue_destroy(ata_device_queue *queue);
void *ata_cuda_queue_stream(const ata_device_queue *queue);
ata_status ata_cuda_queue_copy_in(ata_device_queue *queue, void *to, const void *from, size_t bytes);
ata_status ata_cuda_queue_copy_out(ata_device_queue *queue, void *to, const void *from, size_t bytes);
ata_status ata_cuda_queue_copy(ata_device_queue *queue, void *to, const void *from, size_t bytes);
ata_status ata_cuda_queue_wait(ata_device_queue *queue);

#endif
