/* fake_cuda_memory.c - memory, copies, streams and events of the driver without a GPU; fake_cuda.h says what for. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"

struct CUstream_st {
    bool used;
};
struct CUevent_st {
    bool used;
    int operation; /* wait until so many are done */
};

enum { RANGES = 64, PLACES = 64, OPERATIONS = 256 };

typedef struct operation {
    void *to;
    const void *from;
    size_t bytes;
} operation;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char *start;
    size_t bytes;
    int type;
    int device; /* that it is of */
} ranges[RANGES];
static struct CUevent_st events[PLACES];
static struct CUstream_st streams[PLACES];
static operation operations[OPERATIONS];
static int operations_asked, operations_done;

void fake_cuda_forget_memory(void)
{
    for (int i = 0; i < RANGES; i++) {
        free(ranges[i].start);
        ranges[i].start = NULL;
    }
    memset(events, 0, sizeof events);
    memset(streams, 0, sizeof streams);
    fake_cuda *account = fake_cuda_get();
    account->streams = account->events = account->memories = account->host_memories = 0;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes);
EXPORT CUresult cuMemFree_v2(CUdeviceptr memory);
EXPORT CUresult cuMemAllocHost_v2(void **memory, size_t bytes);
EXPORT CUresult cuMemFreeHost(void *memory);
EXPORT CUresult cuPointerGetAttributes(unsigned int count, int *attributes, void **values, CUdeviceptr pointer);
EXPORT CUresult cuMemsetD32Async(CUdeviceptr memory, unsigned int value, size_t count, CUstream stream);
EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
EXPORT CUresult cuCtxSynchronize(void);
EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
EXPORT CUresult cuStreamDestroy_v2(CUstream stream);
EXPORT CUresult cuStreamSynchronize(CUstream stream);
EXPORT CUresult cuEventCreate(CUevent *event, unsigned int flags);
EXPORT CUresult cuEventDestroy_v2(CUevent event);
EXPORT CUresult cuEventRecord(CUevent event, CUstream stream);
EXPORT CUresult cuEventSynchronize(CUevent event);

static char *create(size_t bytes, int type)
{
    char *memory = malloc(bytes);
    memset(memory, 0xa5, bytes);
    pthread_mutex_lock(&lock);
    int i = 0;
    while (ranges[i].start) i++;
    ranges[i].start = memory, ranges[i].bytes = bytes, ranges[i].type = type;
    ranges[i].device = fake_cuda_current()->device;
    fake_cuda_add(type == CU_MEMORYTYPE_DEVICE ? &fake_cuda_get()->memories : &fake_cuda_get()->host_memories, 1);
    pthread_mutex_unlock(&lock);
    return memory;
}

static void destroy(char *memory, int type)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < RANGES; i++)
        if (ranges[i].start == memory && ranges[i].type == type) ranges[i].start = NULL;
    fake_cuda_add(type == CU_MEMORYTYPE_DEVICE ? &fake_cuda_get()->memories : &fake_cuda_get()->host_memories, -1);
    pthread_mutex_unlock(&lock);
    free(memory);
}

/* The type of memory that holds an address; 0 for that of malloc(). */
static int type_of(const void *pointer)
{
    const char *at = pointer;
    int type = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < RANGES; i++)
        if (ranges[i].start && at >= ranges[i].start && at < ranges[i].start + ranges[i].bytes) type = ranges[i].type;
    pthread_mutex_unlock(&lock);
    return type;
}

/* The GPU whose memory holds an address, or in whose context it was page-locked; -2, as the driver says, for none. */
static int device_of(const void *pointer)
{
    const char *at = pointer;
    int device = -2;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < RANGES; i++)
        if (ranges[i].start && at >= ranges[i].start && at < ranges[i].start + ranges[i].bytes)
            device = ranges[i].device;
    pthread_mutex_unlock(&lock);
    return device;
}

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes)
{
    CALL_IN_CONTEXT("cuMemAlloc");
    if (bytes > (size_t)1 << 36) return CUDA_ERROR_OUT_OF_MEMORY;
    *memory = (CUdeviceptr)create(bytes, CU_MEMORYTYPE_DEVICE);
    return CUDA_SUCCESS;
}

/* The driver frees memory when all that is under way has been done. */
static void work(int until);
static int count_asked(void);

CUresult cuMemFree_v2(CUdeviceptr memory)
{
    work(count_asked());
    destroy((char *)memory, CU_MEMORYTYPE_DEVICE);
    return fake_cuda_count("cuMemFree");
}

CUresult cuMemAllocHost_v2(void **memory, size_t bytes)
{
    CALL_IN_CONTEXT("cuMemAllocHost");
    *memory = create(bytes, CU_MEMORYTYPE_HOST);
    return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void *memory)
{
    destroy(memory, CU_MEMORYTYPE_HOST);
    return fake_cuda_count("cuMemFreeHost");
}

CUresult cuPointerGetAttributes(unsigned int count, int *attributes, void **values, CUdeviceptr pointer)
{
    CALL_IN_CONTEXT("cuPointerGetAttributes");
    const int type = type_of((void *)pointer);
    for (unsigned int i = 0; i < count; i++) {
        int *value = values[i];
        switch (attributes[i]) {
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *value = type; break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED: *value = type == CU_MEMORYTYPE_DEVICE && fake_cuda_get()->managed; break;
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *value = device_of((void *)pointer); break;
        default: return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

static int count_asked(void)
{
    pthread_mutex_lock(&lock);
    const int count = operations_asked;
    pthread_mutex_unlock(&lock);
    return count;
}

static void ask(void *to, const void *from, size_t bytes)
{
    pthread_mutex_lock(&lock);
    operations[operations_asked++ % OPERATIONS] = (operation){to, from, bytes};
    if (bytes > (size_t)4 << 20) fake_cuda_add(&fake_cuda_get()->direct_copies, 1);
    pthread_mutex_unlock(&lock);
}

/* Bytes from an address to the end of the memory that holds it. */
static size_t bytes_from(const char *at)
{
    size_t bytes = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < RANGES; i++)
        if (ranges[i].start && at >= ranges[i].start && at < ranges[i].start + ranges[i].bytes)
            bytes = ranges[i].bytes - (size_t)(at - ranges[i].start);
    pthread_mutex_unlock(&lock);
    return bytes;
}

/* The kernel that all are, with `identity`: as much as there is of the input to the output. */
void fake_cuda_copy_through(const ata_kernel_arguments *arguments)
{
    const size_t in = bytes_from(arguments->in), out = bytes_from(arguments->out);
    ask(arguments->out, arguments->in, in < out ? in : out);
}

/* Do what was asked for, up to number `until`. */
static void work(int until)
{
    pthread_mutex_lock(&lock);
    for (; operations_done < until; operations_done++) {
        const operation *next = &operations[operations_done % OPERATIONS];
        memcpy(next->to, next->from, next->bytes);
    }
    pthread_mutex_unlock(&lock);
}

CUresult cuMemsetD32Async(CUdeviceptr memory, unsigned int value, size_t count, CUstream stream)
{
    CALL_IN_CONTEXT("cuMemsetD32Async");
    (void)stream;
    if (value != 0 || type_of((void *)memory) != CU_MEMORYTYPE_DEVICE) return 1;
    memset((void *)memory, 0, 4 * count);
    return CUDA_SUCCESS;
}

/* Of the host's memory that is not page-locked, only short copies are the driver's to make. */
static bool is_copied(const void *host, size_t bytes)
{
    return type_of(host) == CU_MEMORYTYPE_HOST || (type_of(host) == 0 && bytes <= (size_t)4 << 20);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    CALL_IN_CONTEXT("cuMemcpyHtoDAsync");
    (void)stream;
    if (type_of((void *)to) != CU_MEMORYTYPE_DEVICE || !is_copied(from, bytes)) return 1;
    ask((void *)to, from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CALL_IN_CONTEXT("cuMemcpyDtoHAsync");
    (void)stream;
    if (!is_copied(to, bytes) || type_of((void *)from) != CU_MEMORYTYPE_DEVICE) return 1;
    ask(to, (void *)from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CALL_IN_CONTEXT("cuMemcpyDtoDAsync");
    (void)stream;
    if (type_of((void *)to) != CU_MEMORYTYPE_DEVICE || type_of((void *)from) != CU_MEMORYTYPE_DEVICE) return 1;
    ask((void *)to, (void *)from, bytes);
    return CUDA_SUCCESS;
}

/* Waiting that fails is still waiting: the GPU goes on by itself. */
CUresult cuStreamSynchronize(CUstream stream)
{
    (void)stream;
    work(count_asked());
    return fake_cuda_count("cuStreamSynchronize");
}

CUresult cuCtxSynchronize(void)
{
    work(count_asked());
    fake_cuda_add(&fake_cuda_get()->waits, 1);
    if (fake_cuda_get()->waited_for) fake_cuda_get()->waited_for();
    return fake_cuda_current() ? fake_cuda_count("cuCtxSynchronize") : 201;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    CALL_IN_CONTEXT("cuStreamCreate");
    if (flags != CU_STREAM_NON_BLOCKING) return 1;
    pthread_mutex_lock(&lock);
    *stream = streams;
    while ((*stream)->used) ++*stream;
    (*stream)->used = true;
    fake_cuda_add(&fake_cuda_get()->streams, 1);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    fake_cuda_add(&fake_cuda_get()->streams, stream->used ? -1 : -100); /* twice is wrong */
    stream->used = false;
    return fake_cuda_count("cuStreamDestroy");
}

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    CALL_IN_CONTEXT("cuEventCreate");
    if ((flags & ~(unsigned int)CU_EVENT_BLOCKING_SYNC) != CU_EVENT_DISABLE_TIMING) return 1;
    pthread_mutex_lock(&lock);
    *event = events;
    while ((*event)->used) ++*event;
    (*event)->used = true;
    fake_cuda_add(&fake_cuda_get()->events, 1);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event)
{
    fake_cuda_add(&fake_cuda_get()->events, event->used ? -1 : -100); /* twice is wrong */
    event->used = false;
    return fake_cuda_count("cuEventDestroy");
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    CALL_IN_CONTEXT("cuEventRecord");
    (void)stream;
    event->operation = count_asked();
    return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event)
{
    work(event->operation);
    return fake_cuda_count("cuEventSynchronize");
}
