/* fake_cuda.c - the CUDA driver without a GPU; fake_cuda.h says what for. */
#include "fake_cuda.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gpu/kernels/arguments.h"

struct CUctx_st {
    int device;
};
struct CUfunc_st {
    CUmodule module;
};
struct CUmod_st {
    CUcontext context; /* NULL in a place that is free */
    struct CUfunc_st function;
};
struct CUstream_st {
    bool used;
};
struct CUevent_st {
    bool used;
    int operation; /* wait until so many are done */
};

enum { DEVICES = 4, STACK = 8, RANGES = 64, PLACES = 64, OPERATIONS = 256, FIXED_SHARED = 8, SHARED_MOST = 232448 };

typedef struct operation {
    void *to;
    const void *from;
    size_t bytes;
} operation;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fake_cuda account = {.clusters = 1};
static struct CUctx_st primary[DEVICES] = {{0}, {1}, {2}, {3}}, own[2] = {{0}, {1}};
static struct {
    char *start;
    size_t bytes;
    int type;
} ranges[RANGES];
static struct CUmod_st modules[PLACES];
static struct CUevent_st events[PLACES];
static struct CUstream_st streams[PLACES];
static operation operations[OPERATIONS];
static int operations_asked, operations_done;
static _Thread_local CUcontext stack[STACK];
static _Thread_local int depth;

EXPORT void fake_cuda_reset(void);
EXPORT void fake_cuda_forget(void);

fake_cuda *fake_cuda_get(void)
{
    account.own[0] = &own[0];
    account.own[1] = &own[1];
    return &account;
}

/* Begin to count anew. */
void fake_cuda_reset(void)
{
    account.calls = account.fail_at = account.compilations = account.direct_copies = 0;
    account.failed = NULL;
    account.result = 999;
    account.clusters = 1;
    account.identity = 0;
}

/* Free all that was in the contexts, as if they were destroyed. */
void fake_cuda_forget(void)
{
    for (int i = 0; i < RANGES; i++) {
        free(ranges[i].start);
        ranges[i].start = NULL;
    }
    memset(modules, 0, sizeof modules);
    memset(events, 0, sizeof events);
    memset(streams, 0, sizeof streams);
    account.streams = 0;
    account.modules = account.events = account.memories = account.host_memories = 0;
}

int fake_cuda_setting(const char *name, int usual)
{
    const char *text = getenv(name);
    return text ? atoi(text) : usual;
}

static CUcontext current(void)
{
    return depth ? stack[depth - 1] : NULL;
}

CUresult fake_cuda_count(const char *call)
{
    pthread_mutex_lock(&lock);
    const bool fails = ++account.calls == account.fail_at;
    if (fails) account.failed = call;
    pthread_mutex_unlock(&lock);
    return fails ? account.result : CUDA_SUCCESS;
}

#define CALL_IN_CONTEXT(name)       \
    do {                            \
        CALL(name);                 \
        if (!current()) return 201; \
    } while (0)

void fake_cuda_add(int *number, int by)
{
    pthread_mutex_lock(&lock);
    *number += by;
    pthread_mutex_unlock(&lock);
}

/* --- GPUs and contexts -------------------------------------------------------------------------------------------- */

EXPORT CUresult cuInit(unsigned int flags);
EXPORT CUresult cuDriverGetVersion(int *version);
EXPORT CUresult cuGetErrorName(CUresult result, const char **name);
EXPORT CUresult cuGetErrorString(CUresult result, const char **text);
EXPORT CUresult cuDeviceGetCount(int *number);
EXPORT CUresult cuDeviceGet(CUdevice *device, int number);
EXPORT CUresult cuDeviceGetName(char *name, int size, CUdevice device);
EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device);
EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
EXPORT CUresult cuCtxGetCurrent(CUcontext *context);
EXPORT CUresult cuCtxGetDevice(CUdevice *device);
EXPORT CUresult cuCtxSynchronize(void);
EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context);
EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context);

CUresult cuInit(unsigned int flags)
{
    (void)flags;
    return fake_cuda_setting("FAKE_CUDA_INIT", CUDA_SUCCESS);
}

CUresult cuDriverGetVersion(int *version)
{
    *version = fake_cuda_setting("FAKE_CUDA_VERSION", 12040);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult result, const char **name)
{
    *name = result == 999 ? "CUDA_ERROR_UNKNOWN" : result == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : NULL;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult result, const char **text)
{
    *text = result == 999 ? "unknown error" : NULL;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetCount(int *number)
{
    *number = fake_cuda_setting("FAKE_CUDA_DEVICES", 2);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int number)
{
    CALL("cuDeviceGet");
    *device = number;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    snprintf(name, (size_t)size, "Fake GPU %d", device);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    const int architecture = fake_cuda_setting("FAKE_CUDA_ARCHITECTURE", 90);
    CALL("cuDeviceGetAttribute");
    (void)device;
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 132; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 50 << 20; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = 2048; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = architecture / 10; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = architecture % 10; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = 233472; break;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = SHARED_MOST; break;
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: *value = architecture >= 90; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CALL("cuDevicePrimaryCtxRetain");
    fake_cuda_add(&account.retained[device], 1);
    *context = &primary[device];
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    fake_cuda_add(&account.retained[device], -1);
    return fake_cuda_count("cuDevicePrimaryCtxRelease");
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    CALL("cuCtxGetCurrent");
    *context = current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    CALL_IN_CONTEXT("cuCtxGetDevice");
    *device = current()->device;
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CALL("cuCtxPushCurrent");
    if (depth == STACK) abort();
    stack[depth++] = context;
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    if (depth == 0) return 201;
    *context = stack[--depth];
    return fake_cuda_count("cuCtxPopCurrent");
}

/* --- Kernels ------------------------------------------------------------------------------------------------------ */

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image);
EXPORT CUresult cuModuleUnload(CUmodule module);
EXPORT CUresult cuModuleGetFunction(CUfunction *found, CUmodule module, const char *name);
EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction of);
EXPORT CUresult cuFuncSetAttribute(CUfunction of, int attribute, int value);
EXPORT CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction of, const CUlaunchConfig *config);
EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction of, void **parameters, void **extra);

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    CALL_IN_CONTEXT("cuModuleLoadData");
    if (memcmp(image, "FAKE", 4) != 0) return CUDA_ERROR_INVALID_IMAGE;
    pthread_mutex_lock(&lock);
    *module = modules;
    while ((*module)->context) ++*module;
    (*module)->context = current();
    account.modules++;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule module)
{
    pthread_mutex_lock(&lock);
    account.modules -= module->context ? 1 : 100; /* twice is wrong */
    module->context = NULL;
    pthread_mutex_unlock(&lock);
    return fake_cuda_count("cuModuleUnload");
}

CUresult cuModuleGetFunction(CUfunction *found, CUmodule module, const char *name)
{
    CALL_IN_CONTEXT("cuModuleGetFunction");
    static const char *const names[] = {"pass", "relay", "roots", "bounds"};
    size_t i = 0;
    while (i < sizeof names / sizeof names[0] && strcmp(name, names[i]) != 0) i++;
    if (i == sizeof names / sizeof names[0]) return 500;
    pthread_mutex_lock(&lock);
    module->function.module = module;
    account.dynamic_shared = account.carveout = account.non_portable = 0;
    pthread_mutex_unlock(&lock);
    *found = &module->function;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction of)
{
    CALL_IN_CONTEXT("cuFuncGetAttribute");
    (void)of;
    *value = attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES ? FIXED_SHARED : 0;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction of, int attribute, int value)
{
    CALL_IN_CONTEXT("cuFuncSetAttribute");
    (void)of;
    pthread_mutex_lock(&lock);
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) account.dynamic_shared = value;
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) account.carveout = value;
    if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) account.non_portable = value;
    pthread_mutex_unlock(&lock);
    return value > SHARED_MOST - FIXED_SHARED ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static unsigned int cluster_of(const CUlaunchConfig *config)
{
    return config->numAttrs && config->attrs[0].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
               ? config->attrs[0].value.clusterDim.x
               : 1;
}

static bool is_balanced(const CUlaunchConfig *config)
{
    for (unsigned int i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE)
            return config->attrs[i].value.clusterSchedulingPolicyPreference ==
                   CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING;
    return false;
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction of, const CUlaunchConfig *config)
{
    CALL_IN_CONTEXT("cuOccupancyMaxActiveClusters");
    (void)of;
    if (cluster_of(config) > 8 && !account.non_portable) return 912;
    *clusters = account.clusters;
    return CUDA_SUCCESS;
}

static void copy_through(const ata_kernel_arguments *arguments);

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction of, void **parameters, void **extra)
{
    CALL_IN_CONTEXT("cuLaunchKernelEx");
    if (extra || !of || current() != of->module->context || config->gridDimX % cluster_of(config)) return 1;
    pthread_mutex_lock(&lock);
    account.launch = *config;
    account.launch_cluster = cluster_of(config);
    account.launch_balanced = is_balanced(config);
    memcpy(&account.launch_argument, parameters[0], sizeof account.launch_argument);
    pthread_mutex_unlock(&lock);
    if (account.identity) copy_through(parameters[0]);
    return CUDA_SUCCESS;
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes);
EXPORT CUresult cuMemFree_v2(CUdeviceptr memory);
EXPORT CUresult cuMemAllocHost_v2(void **memory, size_t bytes);
EXPORT CUresult cuMemFreeHost(void *memory);
EXPORT CUresult cuPointerGetAttributes(unsigned int count, int *attributes, void **values, CUdeviceptr pointer);
EXPORT CUresult cuMemsetD32Async(CUdeviceptr memory, unsigned int value, size_t count, CUstream stream);
EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
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
    type == CU_MEMORYTYPE_DEVICE ? account.memories++ : account.host_memories++;
    pthread_mutex_unlock(&lock);
    return memory;
}

static void destroy(char *memory, int type)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < RANGES; i++)
        if (ranges[i].start == memory && ranges[i].type == type) ranges[i].start = NULL;
    type == CU_MEMORYTYPE_DEVICE ? account.memories-- : account.host_memories--;
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
    for (unsigned int i = 0; i < count; i++)
        *(unsigned int *)values[i] =
            attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ? (unsigned int)type_of((void *)pointer) : 0;
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
    if (bytes > (size_t)4 << 20) account.direct_copies++;
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
static void copy_through(const ata_kernel_arguments *arguments)
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
    return current() ? fake_cuda_count("cuCtxSynchronize") : 201;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    CALL_IN_CONTEXT("cuStreamCreate");
    if (flags != CU_STREAM_NON_BLOCKING) return 1;
    pthread_mutex_lock(&lock);
    *stream = streams;
    while ((*stream)->used) ++*stream;
    (*stream)->used = true;
    account.streams++;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    fake_cuda_add(&account.streams, stream->used ? -1 : -100); /* twice is wrong */
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
    account.events++;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event)
{
    fake_cuda_add(&account.events, event->used ? -1 : -100); /* twice is wrong */
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
