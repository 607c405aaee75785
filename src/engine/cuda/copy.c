/* copy.c - memory of a device, and copies between it and the host's.
 *
 * The GPU reads and writes the host's memory at full speed only where it is page-locked. What is not goes through two
 * page-locked pieces in turn: while the GPU copies one, the CPU copies the other. What is no longer than a piece has
 * nothing to overlap with, and is left to the driver, which has page-locked memory of its own: a plan that only brings
 * its tables does not wait for ours to be made, which takes milliseconds.
 *
 *   copy in    CPU   |  1  |  2  |  3  |         copy out   GPU   |  1  |  2  |  3  |
 *              GPU         |  1  |  2  |  3  |              CPU         |  1  |  2  |  3  |
 */
#include "engine/cuda/copy.h"

#include <stdio.h>
#include <string.h>

enum { STAGE_BYTES = 4 << 20 };

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static ata_status fail_gpu_memory(size_t bytes, const char *purpose)
{
    char value[24];
    snprintf(value, sizeof value, "%zu", bytes);
    return ata_fail(ATA_ERROR_MEMORY, "memory", value, "a smaller problem, or a GPU with more memory",
                    "out of memory on the GPU: %zu bytes for %s could not be had; try a smaller problem, or free what "
                    "else is there",
                    bytes, purpose);
}

ata_status ata_cuda_allocate(ata_device *device, size_t bytes, const char *purpose, void **memory)
{
    CUdeviceptr pointer = 0;
    *memory = NULL;
    ATA_TRY(ata_cuda_device_enter(device));
    const CUresult result = device->driver->memory_create(&pointer, bytes ? bytes : 1);
    ata_status status = ATA_OK;
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        status = fail_gpu_memory(bytes, purpose);
    } else if (result != CUDA_SUCCESS) {
        status = ata_cuda_fail(result, "cuMemAlloc", NULL);
    }
    const ata_status left = ata_cuda_device_leave(device, status);
    if (left == ATA_OK) {
        *memory = (void *)pointer;
    } else if (status == ATA_OK) {
        (void)device->driver->memory_destroy(pointer);
    }
    return left;
}

void ata_cuda_release(ata_device *device, void *memory)
{
    if (!memory) return;
    const ata_error before = *ata_error_last();
    if (ata_cuda_device_enter(device) == ATA_OK) {
        (void)device->driver->memory_destroy((CUdeviceptr)memory);
        (void)ata_cuda_device_leave(device, ATA_OK);
    }
    ata_error_restore(&before);
}

/* What the driver knows of an address; all 0 for memory that it never heard of, which is no error. */
typedef struct pointer_facts {
    unsigned int type, managed;
    CUdevice gpu; /* the number of one is its handle */
} pointer_facts;

static pointer_facts ask_pointer(const ata_device *device, const void *pointer)
{
    pointer_facts facts = {0};
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *values[] = {&facts.type, &facts.managed, &facts.gpu};
    if (device->driver->pointer_get(3, attributes, values, (CUdeviceptr)pointer) != CUDA_SUCCESS)
        return (pointer_facts){0};
    return facts;
}

static ata_memory_home home_of(const ata_device *device, pointer_facts facts)
{
    int can = 0;
    if (facts.managed != 0) return ATA_HOME_DEVICE;
    if (facts.type != CU_MEMORYTYPE_DEVICE) return ATA_HOME_HOST;
    if (facts.gpu == device->gpu) return ATA_HOME_DEVICE;
    const CUresult result = device->driver->device_can_access(&can, device->gpu, facts.gpu);
    return result == CUDA_SUCCESS && can != 0 ? ATA_HOME_DEVICE : ATA_HOME_ELSEWHERE;
}

/* Managed memory moves to whoever uses it, so it counts as the device's wherever it is now. */
ata_memory_home ata_cuda_home(const ata_device *device, const void *pointer)
{
    if (ata_cuda_device_is_current(device)) return home_of(device, ask_pointer(device, pointer));
    const ata_error before = *ata_error_last();
    ata_memory_home home = ATA_HOME_HOST;
    if (ata_cuda_device_enter(device) == ATA_OK) {
        home = home_of(device, ask_pointer(device, pointer));
        (void)ata_cuda_device_leave(device, ATA_OK);
    }
    ata_error_restore(&before);
    return home;
}

/* Whether the driver is to copy from or to host memory itself: there is little, or it knows the first and the last byte
 * as page-locked. */
static bool is_direct(const ata_device *device, const void *host, size_t bytes)
{
    if (bytes <= STAGE_BYTES) return true;
    return ask_pointer(device, host).type != 0 && ask_pointer(device, (const char *)host + bytes - 1).type != 0;
}

/* --- Staging ------------------------------------------------------------------------------------------------------ */

/* Made by the first long copy, and whatever is missing by the next if that fails. The lock is held. */
static ata_status make_staging(ata_device *device)
{
    const ata_cuda_driver *driver = device->driver;
    ata_cuda_staging *staging = &device->staging;
    for (int i = 0; i < ATA_CUDA_STAGES; i++) {
        if (!staging->memory[i]) {
            const CUresult result = driver->host_create(&staging->memory[i], STAGE_BYTES);
            if (result != CUDA_SUCCESS) staging->memory[i] = NULL;
            if (result == CUDA_ERROR_OUT_OF_MEMORY) return ata_fail_memory(STAGE_BYTES, "page-locked memory");
            if (result != CUDA_SUCCESS) return ata_cuda_fail(result, "cuMemAllocHost", NULL);
        }
        if (!staging->done[i]) {
            const CUresult result = driver->event_create(&staging->done[i], CU_EVENT_DISABLE_TIMING);
            if (result != CUDA_SUCCESS) staging->done[i] = NULL;
            ATA_TRY(ata_cuda_check(result, "cuEventCreate"));
        }
    }
    return ATA_OK;
}

void ata_cuda_staging_fini(ata_device *device)
{
    for (int i = 0; i < ATA_CUDA_STAGES; i++) {
        if (device->staging.done[i]) (void)device->driver->event_destroy(device->staging.done[i]);
        if (device->staging.memory[i]) (void)device->driver->host_destroy(device->staging.memory[i]);
    }
}

/* One copy. Piece i is the bytes from i * STAGE_BYTES on, and goes through the memory i % ATA_CUDA_STAGES. */
typedef struct copy {
    const ata_cuda_driver *driver;
    ata_cuda_staging *staging;
    char *to;
    const char *from;
    size_t bytes;
    CUstream stream;
} copy;

static size_t piece_bytes(const copy *c, size_t piece)
{
    const size_t left = c->bytes - piece * STAGE_BYTES;
    return left < STAGE_BYTES ? left : STAGE_BYTES;
}

static ata_status wait_for(const copy *c, size_t piece)
{
    return ata_cuda_check(c->driver->event_wait(c->staging->done[piece % ATA_CUDA_STAGES]), "cuEventSynchronize");
}

static ata_status note_done(const copy *c, size_t piece)
{
    return ata_cuda_check(c->driver->event_record(c->staging->done[piece % ATA_CUDA_STAGES], c->stream),
                          "cuEventRecord");
}

static ata_status stage_in(const copy *c, size_t pieces)
{
    for (size_t i = 0; i < pieces; i++) {
        void *stage = c->staging->memory[i % ATA_CUDA_STAGES];
        if (i >= ATA_CUDA_STAGES) ATA_TRY(wait_for(c, i));
        memcpy(stage, c->from + i * STAGE_BYTES, piece_bytes(c, i));
        const CUdeviceptr to = (CUdeviceptr)(c->to + i * STAGE_BYTES);
        ATA_TRY(ata_cuda_check(c->driver->copy_in(to, stage, piece_bytes(c, i), c->stream), "cuMemcpyHtoDAsync"));
        ATA_TRY(note_done(c, i));
    }
    return ATA_OK;
}

static ata_status ask_out(const copy *c, size_t piece)
{
    const CUdeviceptr from = (CUdeviceptr)(c->from + piece * STAGE_BYTES);
    void *stage = c->staging->memory[piece % ATA_CUDA_STAGES];
    ATA_TRY(ata_cuda_check(c->driver->copy_out(stage, from, piece_bytes(c, piece), c->stream), "cuMemcpyDtoHAsync"));
    return note_done(c, piece);
}

static ata_status stage_out(const copy *c, size_t pieces)
{
    ATA_TRY(ask_out(c, 0));
    for (size_t i = 0; i < pieces; i++) {
        if (i + 1 < pieces) ATA_TRY(ask_out(c, i + 1));
        ATA_TRY(wait_for(c, i));
        memcpy(c->to + i * STAGE_BYTES, c->staging->memory[i % ATA_CUDA_STAGES], piece_bytes(c, i));
    }
    return ATA_OK;
}

/* Whatever happens, nothing is under way in the memory when the lock is given back. */
static ata_status copy_staged(ata_device *device, const copy *c, ata_status (*stage)(const copy *c, size_t pieces))
{
    pthread_mutex_lock(&device->staging.lock);
    ata_status status = make_staging(device);
    if (status == ATA_OK) {
        status = stage(c, (c->bytes + STAGE_BYTES - 1) / STAGE_BYTES);
        const CUresult result = c->driver->stream_wait(c->stream);
        if (status == ATA_OK) status = ata_cuda_check(result, "cuStreamSynchronize");
    }
    pthread_mutex_unlock(&device->staging.lock);
    return status;
}

/* --- The interface ------------------------------------------------------------------------------------------------ */

ata_status ata_cuda_clear(ata_device *device, void *memory, size_t bytes, void *stream)
{
    ATA_TRY(ata_cuda_device_enter(device));
    const CUresult result = device->driver->clear((CUdeviceptr)memory, 0, bytes / 4, stream);
    return ata_cuda_device_leave(device, ata_cuda_check(result, "cuMemsetD32Async"));
}

ata_status ata_cuda_copy_in(ata_device *device, void *to, const void *from, size_t bytes, void *stream)
{
    const ata_cuda_driver *driver = device->driver;
    const copy c = {driver, &device->staging, to, from, bytes, stream};
    if (bytes == 0) return ATA_OK;
    ATA_TRY(ata_cuda_device_enter(device));
    ata_status status;
    if (is_direct(device, from, bytes)) {
        status = ata_cuda_check(driver->copy_in((CUdeviceptr)to, from, bytes, stream), "cuMemcpyHtoDAsync");
        if (status == ATA_OK) status = ata_cuda_check(driver->stream_wait(stream), "cuStreamSynchronize");
    } else {
        status = copy_staged(device, &c, stage_in);
    }
    return ata_cuda_device_leave(device, status);
}

ata_status ata_cuda_copy_out(ata_device *device, void *to, const void *from, size_t bytes, void *stream)
{
    const ata_cuda_driver *driver = device->driver;
    const copy c = {driver, &device->staging, to, from, bytes, stream};
    if (bytes == 0) return ATA_OK;
    ATA_TRY(ata_cuda_device_enter(device));
    ata_status status;
    if (is_direct(device, to, bytes)) {
        status = ata_cuda_check(driver->copy_out(to, (CUdeviceptr)from, bytes, stream), "cuMemcpyDtoHAsync");
        if (status == ATA_OK) status = ata_cuda_check(driver->stream_wait(stream), "cuStreamSynchronize");
    } else {
        status = copy_staged(device, &c, stage_out);
    }
    return ata_cuda_device_leave(device, status);
}
