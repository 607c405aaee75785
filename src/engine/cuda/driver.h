/* driver.h - the CUDA driver, found at run time: building needs nothing of CUDA's, and running needs a GPU only where
 * one is asked for.
 *
 * The few types and numbers of the driver's interface that are used here are declared here, under its own names, as
 * cuda.h of CUDA 11.8 and later has them: they are an interface between binaries and do not change.
 */
#ifndef ATA_CUDA_DRIVER_H
#define ATA_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

typedef int CUresult;
typedef int CUdevice;
typedef uintptr_t CUdeviceptr; /* unsigned long long on the 64-bit systems that there are drivers for */
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,

    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,

    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,

    CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    CU_MEMORYTYPE_HOST = 1,
    CU_MEMORYTYPE_DEVICE = 2,

    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
    CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_STREAM_NON_BLOCKING = 1,
};

typedef struct CUlaunchAttribute {
    int id;
    char pad[4];
    union {
        char pad[64];
        struct {
            unsigned int x, y, z;
        } clusterDim;
        int clusterSchedulingPolicyPreference;
        int programmaticStreamSerializationAllowed;
    } value;
} CUlaunchAttribute;

typedef struct CUlaunchConfig {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned int numAttrs;
} CUlaunchConfig;

/* The functions that are used, each with the name under which the library has it: the newer of several with one name
 * end in _v2. FUNCTION(member, symbol, parameters). */
#define ATA_CUDA_FUNCTIONS(FUNCTION)                                                                               \
    FUNCTION(init, cuInit, (unsigned int flags))                                                                   \
    FUNCTION(get_version, cuDriverGetVersion, (int *version))                                                      \
    FUNCTION(get_error_name, cuGetErrorName, (CUresult result, const char **name))                                 \
    FUNCTION(get_error_string, cuGetErrorString, (CUresult result, const char **text))                             \
    FUNCTION(device_get_count, cuDeviceGetCount, (int *count))                                                     \
    FUNCTION(device_get, cuDeviceGet, (CUdevice * device, int number))                                             \
    FUNCTION(device_get_name, cuDeviceGetName, (char *name, int size, CUdevice device))                            \
    FUNCTION(device_get_attribute, cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))             \
    FUNCTION(device_can_access, cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer))                 \
    FUNCTION(primary_retain, cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                     \
    FUNCTION(primary_release, cuDevicePrimaryCtxRelease_v2, (CUdevice device))                                     \
    FUNCTION(context_get_current, cuCtxGetCurrent, (CUcontext * context))                                          \
    FUNCTION(context_get_device, cuCtxGetDevice, (CUdevice * device))                                              \
    FUNCTION(context_wait, cuCtxSynchronize, (void))                                                               \
    FUNCTION(context_push, cuCtxPushCurrent_v2, (CUcontext context))                                               \
    FUNCTION(context_pop, cuCtxPopCurrent_v2, (CUcontext * context))                                               \
    FUNCTION(module_load, cuModuleLoadData, (CUmodule * module, const void *image))                                \
    FUNCTION(module_unload, cuModuleUnload, (CUmodule module))                                                     \
    FUNCTION(module_get_function, cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name)) \
    FUNCTION(function_get, cuFuncGetAttribute, (int *value, int attribute, CUfunction function))                   \
    FUNCTION(function_set, cuFuncSetAttribute, (CUfunction function, int attribute, int value))                    \
    FUNCTION(count_clusters, cuOccupancyMaxActiveClusters,                                                         \
             (int *clusters, CUfunction function, const CUlaunchConfig *config))                                   \
    FUNCTION(launch, cuLaunchKernelEx,                                                                             \
             (const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra))                 \
    FUNCTION(memory_create, cuMemAlloc_v2, (CUdeviceptr * memory, size_t bytes))                                   \
    FUNCTION(memory_destroy, cuMemFree_v2, (CUdeviceptr memory))                                                   \
    FUNCTION(host_create, cuMemAllocHost_v2, (void **memory, size_t bytes))                                        \
    FUNCTION(host_destroy, cuMemFreeHost, (void *memory))                                                          \
    FUNCTION(pointer_get, cuPointerGetAttributes,                                                                  \
             (unsigned int count, int *attributes, void **values, CUdeviceptr pointer))                            \
    FUNCTION(copy_in, cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))     \
    FUNCTION(copy_out, cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t bytes, CUstream stream))          \
    FUNCTION(copy_within, cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)) \
    FUNCTION(clear, cuMemsetD32Async, (CUdeviceptr memory, unsigned int value, size_t count, CUstream stream))     \
    FUNCTION(stream_create, cuStreamCreate, (CUstream * stream, unsigned int flags))                               \
    FUNCTION(stream_destroy, cuStreamDestroy_v2, (CUstream stream))                                                \
    FUNCTION(stream_wait, cuStreamSynchronize, (CUstream stream))                                                  \
    FUNCTION(event_create, cuEventCreate, (CUevent * event, unsigned int flags))                                   \
    FUNCTION(event_destroy, cuEventDestroy_v2, (CUevent event))                                                    \
    FUNCTION(event_record, cuEventRecord, (CUevent event, CUstream stream))                                        \
    FUNCTION(event_wait, cuEventSynchronize, (CUevent event))

typedef struct ata_cuda_driver {
    int version; /* 12040 for CUDA 12.4 */
    int device_count;
    int usual; /* the number of the GPU that is used where none is named: the first that is new enough */
#define ATA_CUDA_MEMBER(member, symbol, parameters) CUresult(*member) parameters;
    ATA_CUDA_FUNCTIONS(ATA_CUDA_MEMBER)
#undef ATA_CUDA_MEMBER
} ata_cuda_driver;

/* The driver, initialised; NULL when this machine cannot use it, and then `missing` has the reason, one sentence
 * without its full stop. Looks once in a process. */
const ata_cuda_driver *ata_cuda_driver_get(void);
const char *ata_cuda_driver_missing(void);

/* "NVIDIA H200, 132 multiprocessors, compute capability 9.0; CUDA 12.4", and how many more there are. */
const char *ata_cuda_driver_summary(void);

/* *architecture becomes 90 for a GPU of compute capability 9.0; 0 when it cannot be found out. */
CUresult ata_cuda_driver_architecture(const ata_cuda_driver *driver, CUdevice device, int *architecture);

enum { ATA_CUDA_LEAST_ARCHITECTURE = 80, ATA_CUDA_LEAST_VERSION = 11080 };

/* Report a call that failed, with the driver's own words and what to do. `call` is the function's name in the driver;
 * `mend` may be NULL. Returns ATA_ERROR_DEVICE. */
ata_status ata_cuda_fail(CUresult result, const char *call, const char *mend);

/* The same if it failed; ATA_OK if not. */
static inline ata_status ata_cuda_check(CUresult result, const char *call)
{
    return result == CUDA_SUCCESS ? ATA_OK : ata_cuda_fail(result, call, NULL);
}

#endif
