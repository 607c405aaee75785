/* fake_cuda.c - the CUDA driver without a GPU; fake_cuda.h says what for. */
#include "fake_cuda.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CUfunc_st {
    CUmodule module;
};
struct CUmod_st {
    CUcontext context; /* NULL in a place that is free */
    struct CUfunc_st function;
};

enum { DEVICES = 4, STACK = 8, PLACES = 64, FIXED_SHARED = 8, SHARED_MOST = 232448 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st primary[DEVICES] = {{0}, {1}, {2}, {3}}, own[2] = {{0}, {1}};
static fake_cuda account = {.clusters = 1, .own = {&own[0], &own[1]}};
static struct CUmod_st modules[PLACES];
static _Thread_local CUcontext stack[STACK];
static _Thread_local int depth;

EXPORT void fake_cuda_reset(void);
EXPORT void fake_cuda_forget(void);

fake_cuda *fake_cuda_get(void)
{
    return &account;
}

/* Begin to count anew. */
void fake_cuda_reset(void)
{
    account.calls = account.fail_at = account.compilations = account.direct_copies = 0;
    account.failed = NULL;
    account.result = 999;
    account.clusters = 1;
    account.identity = account.peers = account.managed = account.waits = 0;
    account.waited_for = NULL;
}

/* Free all that was in the contexts, as if they were destroyed. */
void fake_cuda_forget(void)
{
    memset(modules, 0, sizeof modules);
    account.modules = 0;
    fake_cuda_forget_memory();
}

int fake_cuda_setting(const char *name, int usual)
{
    const char *text = getenv(name);
    return text ? atoi(text) : usual;
}

CUcontext fake_cuda_current(void)
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
EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
EXPORT CUresult cuCtxGetCurrent(CUcontext *context);
EXPORT CUresult cuCtxGetDevice(CUdevice *device);
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

/* "75,90": each GPU has its own, the last one those behind it as well. */
static int architecture_of(CUdevice device)
{
    const char *text = getenv("FAKE_CUDA_ARCHITECTURE");
    for (; text && device > 0 && strchr(text, ','); device--) text = strchr(text, ',') + 1;
    return text ? atoi(text) : 90;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    const int architecture = architecture_of(device);
    CALL("cuDeviceGetAttribute");
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

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CALL("cuDeviceCanAccessPeer");
    *can = device != peer && account.peers;
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
    *context = fake_cuda_current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    CALL_IN_CONTEXT("cuCtxGetDevice");
    *device = fake_cuda_current()->device;
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
    (*module)->context = fake_cuda_current();
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
    pthread_mutex_lock(&lock);
    const bool fits = cluster_of(config) <= 8 || account.non_portable;
    *clusters = account.clusters;
    pthread_mutex_unlock(&lock);
    return fits ? CUDA_SUCCESS : 912;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction of, void **parameters, void **extra)
{
    CALL_IN_CONTEXT("cuLaunchKernelEx");
    if (extra || !of || fake_cuda_current() != of->module->context || config->gridDimX % cluster_of(config)) return 1;
    pthread_mutex_lock(&lock);
    account.launch = *config;
    account.launch_cluster = cluster_of(config);
    account.launch_balanced = is_balanced(config);
    memcpy(&account.launch_argument, parameters[0], sizeof account.launch_argument);
    pthread_mutex_unlock(&lock);
    if (account.identity) fake_cuda_copy_through(parameters[0]);
    return CUDA_SUCCESS;
}
