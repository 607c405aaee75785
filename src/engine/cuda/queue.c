/* queue.c - queues of a device, and page-locked memory.
 *
 * A queue is a CUDA stream and an event. Streams of their own, which do not wait for the default one, let the GPU copy
 * in, compute and copy out at once. The event says how to wait: by looking again and again, or asleep.
 */
#include "engine/cuda/queue.h"

#include "core/memory.h"

struct ata_device_queue {
    ata_device *device;
    CUstream stream;
    CUevent done;
};

/* --- Page-locked memory ------------------------------------------------------------------------------------------- */

ata_status ata_cuda_host_allocate(ata_device *device, size_t bytes, const char *purpose, void **memory)
{
    *memory = NULL;
    ATA_TRY(ata_cuda_device_enter(device));
    const CUresult result = device->driver->host_create(memory, bytes ? bytes : 1);
    ata_status status = ATA_OK;
    if (result == CUDA_ERROR_OUT_OF_MEMORY) status = ata_fail_memory(bytes, purpose);
    else if (result != CUDA_SUCCESS) status = ata_cuda_fail(result, "cuMemAllocHost", NULL);
    const ata_status left = ata_cuda_device_leave(device, status);
    if (status == ATA_OK && left != ATA_OK) (void)device->driver->host_destroy(*memory);
    if (left != ATA_OK) *memory = NULL;
    return left;
}

void ata_cuda_host_release(ata_device *device, void *memory)
{
    if (!memory) return;
    const ata_error before = *ata_error_last();
    if (ata_cuda_device_enter(device) == ATA_OK) {
        (void)device->driver->host_destroy(memory);
        (void)ata_cuda_device_leave(device, ATA_OK);
    }
    ata_error_restore(&before);
}

/* --- Creating ----------------------------------------------------------------------------------------------------- */

static void destroy_entered(ata_device_queue *queue)
{
    const ata_cuda_driver *driver = queue->device->driver;
    if (queue->done) (void)driver->event_destroy(queue->done);
    if (queue->stream) (void)driver->stream_destroy(queue->stream);
    queue->done = NULL;
    queue->stream = NULL;
}

static ata_status create_entered(ata_device_queue *queue, bool patient)
{
    const ata_cuda_driver *driver = queue->device->driver;
    const unsigned int how = CU_EVENT_DISABLE_TIMING | (patient ? CU_EVENT_BLOCKING_SYNC : 0);
    CUresult result = driver->stream_create(&queue->stream, CU_STREAM_NON_BLOCKING);
    if (result != CUDA_SUCCESS) queue->stream = NULL;
    ATA_TRY(ata_cuda_check(result, "cuStreamCreate"));
    result = driver->event_create(&queue->done, how);
    if (result != CUDA_SUCCESS) queue->done = NULL;
    return ata_cuda_check(result, "cuEventCreate");
}

static ata_status create(ata_device_queue *queue, bool patient)
{
    ATA_TRY(ata_cuda_device_enter(queue->device));
    ata_status status = create_entered(queue, patient);
    if (status != ATA_OK) destroy_entered(queue);
    return ata_cuda_device_leave(queue->device, status);
}

ata_status ata_cuda_queue_create(ata_device *device, bool patient, ata_device_queue **queue)
{
    ATA_TRY(ata_memory_create_zeroed((void **)queue, 1, sizeof **queue, "a queue of a GPU"));
    (*queue)->device = device;
    const ata_status status = create(*queue, patient);
    if (status != ATA_OK) {
        ata_cuda_queue_destroy(*queue);
        *queue = NULL;
    }
    return status;
}

void ata_cuda_queue_destroy(ata_device_queue *queue)
{
    if (!queue) return;
    const ata_error before = *ata_error_last();
    if ((queue->stream || queue->done) && ata_cuda_device_enter(queue->device) == ATA_OK) {
        destroy_entered(queue);
        (void)ata_cuda_device_leave(queue->device, ATA_OK);
    }
    ata_memory_destroy(queue);
    ata_error_restore(&before);
}

/* --- Working ------------------------------------------------------------------------------------------------------ */

void *ata_cuda_queue_stream(const ata_device_queue *queue)
{
    return queue->stream;
}

ata_status ata_cuda_queue_copy_in(ata_device_queue *queue, void *to, const void *from, size_t bytes)
{
    ATA_TRY(ata_cuda_device_enter(queue->device));
    const CUresult result = queue->device->driver->copy_in((CUdeviceptr)to, from, bytes, queue->stream);
    return ata_cuda_device_leave(queue->device, ata_cuda_check(result, "cuMemcpyHtoDAsync"));
}

ata_status ata_cuda_queue_copy_out(ata_device_queue *queue, void *to, const void *from, size_t bytes)
{
    ATA_TRY(ata_cuda_device_enter(queue->device));
    const CUresult result = queue->device->driver->copy_out(to, (CUdeviceptr)from, bytes, queue->stream);
    return ata_cuda_device_leave(queue->device, ata_cuda_check(result, "cuMemcpyDtoHAsync"));
}

ata_status ata_cuda_queue_copy(ata_device_queue *queue, void *to, const void *from, size_t bytes)
{
    ATA_TRY(ata_cuda_device_enter(queue->device));
    const CUresult result =
        queue->device->driver->copy_within((CUdeviceptr)to, (CUdeviceptr)from, bytes, queue->stream);
    return ata_cuda_device_leave(queue->device, ata_cuda_check(result, "cuMemcpyDtoDAsync"));
}

/* Where the event cannot be had, the stream itself is waited for: whoever asked must not go on before. */
ata_status ata_cuda_queue_wait(ata_device_queue *queue)
{
    const ata_cuda_driver *driver = queue->device->driver;
    ATA_TRY(ata_cuda_device_enter(queue->device));
    ata_status status = ata_cuda_check(driver->event_record(queue->done, queue->stream), "cuEventRecord");
    if (status == ATA_OK) status = ata_cuda_check(driver->event_wait(queue->done), "cuEventSynchronize");
    if (status != ATA_OK) (void)driver->stream_wait(queue->stream);
    return ata_cuda_device_leave(queue->device, status);
}
