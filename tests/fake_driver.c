/* fake_driver.c - a CUDA driver without a GPU, for test_cli_gpu.c: it has all that the commands call and nothing else,
 * but only what finding a driver calls does something. The environment says what is found, as in fake_cuda.h. */
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int cuInit(unsigned flags);
EXPORT int cuDriverGetVersion(int *version);
EXPORT int cuGetErrorString(int error, const char **text);
EXPORT int cuDeviceGetCount(int *count);

static int setting(const char *name, int usual)
{
    const char *text = getenv(name);
    return text ? atoi(text) : usual;
}

int cuInit(unsigned flags)
{
    (void)flags;
    return setting("FAKE_CUDA_INIT", 0);
}

int cuDriverGetVersion(int *version)
{
    *version = setting("FAKE_CUDA_VERSION", 12040);
    return 0;
}

int cuGetErrorString(int error, const char **text)
{
    (void)error;
    *text = "a fake error";
    return 0;
}

int cuDeviceGetCount(int *count)
{
    *count = setting("FAKE_CUDA_DEVICES", 1);
    return 0;
}

/* There to be found; whoever calls it learns that it does nothing. */
#define NOTHING(name)      \
    EXPORT int name(void); \
    int name(void)         \
    {                      \
        return 999;        \
    }

NOTHING(cuDeviceGet)
NOTHING(cuDeviceGetName)
NOTHING(cuDevicePrimaryCtxRetain)
NOTHING(cuDevicePrimaryCtxRelease_v2)
NOTHING(cuCtxSetCurrent)
NOTHING(cuMemGetInfo_v2)
NOTHING(cuMemAlloc_v2)
NOTHING(cuMemFree_v2)
NOTHING(cuMemcpyHtoD_v2)
NOTHING(cuMemcpyDtoH_v2)
NOTHING(cuMemcpyDtoDAsync_v2)
NOTHING(cuMemsetD8Async)
NOTHING(cuStreamCreate)
NOTHING(cuStreamDestroy_v2)
NOTHING(cuStreamSynchronize)
NOTHING(cuStreamBeginCapture_v2)
NOTHING(cuStreamEndCapture)
NOTHING(cuGraphInstantiateWithFlags)
NOTHING(cuGraphLaunch)
NOTHING(cuGraphExecDestroy)
NOTHING(cuGraphDestroy)
NOTHING(cuEventCreate)
NOTHING(cuEventDestroy_v2)
NOTHING(cuEventRecord)
NOTHING(cuEventSynchronize)
NOTHING(cuEventElapsedTime)
