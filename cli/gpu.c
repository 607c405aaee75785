/* gpu.c - the CUDA driver by dlopen, and the little that the commands do with a GPU. */
#include "cli/gpu.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool tried;
    char missing[512]; /* why, or empty */
    gpu_driver call;
} driver;

/* POSIX promises that dlsym's void * holds a function; this writes it where C lets a function pointer be. */
static bool bind(void *handle, const char *name, void *function)
{
    *(void **)function = dlsym(handle, name);
    if (*(void **)function) return true;
    snprintf(driver.missing, sizeof driver.missing, "the CUDA driver has no %s; install a newer one (CUDA 12 or later)",
             name);
    return false;
}

/* One that is a wish. */
static void bind_if_there(void *handle, const char *name, void *function)
{
    *(void **)function = dlsym(handle, name);
}

static bool bind_devices(void *handle, gpu_driver *call)
{
    return bind(handle, "cuInit", &call->init) && bind(handle, "cuDriverGetVersion", &call->driver_get_version) &&
           bind(handle, "cuGetErrorString", &call->get_error_string) &&
           bind(handle, "cuDeviceGetCount", &call->device_get_count) &&
           bind(handle, "cuDeviceGet", &call->device_get) && bind(handle, "cuDeviceGetName", &call->device_get_name) &&
           bind(handle, "cuDevicePrimaryCtxRetain", &call->context_retain) &&
           bind(handle, "cuDevicePrimaryCtxRelease_v2", &call->context_release) &&
           bind(handle, "cuCtxCreate_v2", &call->context_create) &&
           bind(handle, "cuCtxDestroy_v2", &call->context_destroy) &&
           bind(handle, "cuCtxGetCurrent", &call->context_get) && bind(handle, "cuCtxSetCurrent", &call->context_set);
}

static bool bind_memory(void *handle, gpu_driver *call)
{
    return bind(handle, "cuMemGetInfo_v2", &call->memory_info) &&
           bind(handle, "cuMemAlloc_v2", &call->memory_allocate) && bind(handle, "cuMemFree_v2", &call->memory_free) &&
           bind(handle, "cuMemcpyHtoD_v2", &call->copy_in) && bind(handle, "cuMemcpyDtoH_v2", &call->copy_out) &&
           bind(handle, "cuMemcpyDtoDAsync_v2", &call->copy_async) && bind(handle, "cuMemsetD8Async", &call->set_async);
}

static bool bind_streams(void *handle, gpu_driver *call)
{
    return bind(handle, "cuStreamCreate", &call->stream_create) &&
           bind(handle, "cuStreamDestroy_v2", &call->stream_destroy) &&
           bind(handle, "cuStreamSynchronize", &call->stream_synchronize) &&
           bind(handle, "cuStreamBeginCapture_v2", &call->stream_begin_capture) &&
           bind(handle, "cuStreamEndCapture", &call->stream_end_capture) &&
           bind(handle, "cuGraphInstantiateWithFlags", &call->graph_instantiate) &&
           bind(handle, "cuGraphLaunch", &call->graph_launch) &&
           bind(handle, "cuGraphExecDestroy", &call->graph_ready_destroy) &&
           bind(handle, "cuGraphDestroy", &call->graph_destroy) && bind(handle, "cuEventCreate", &call->event_create) &&
           bind(handle, "cuEventDestroy_v2", &call->event_destroy) &&
           bind(handle, "cuEventRecord", &call->event_record) && bind(handle, "cuEventQuery", &call->event_query) &&
           bind(handle, "cuEventSynchronize", &call->event_synchronize) &&
           bind(handle, "cuEventElapsedTime", &call->event_elapsed);
}

static void find_driver(void)
{
    const char *named = getenv("ATALANTA_CUDA_DRIVER");
    const char *file = named && *named ? named : "libcuda.so.1";
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(driver.missing, sizeof driver.missing,
                 "the CUDA driver (%.200s) was not found; install NVIDIA's driver, or name it in ATALANTA_CUDA_DRIVER",
                 file);
        return;
    }
    gpu_driver *call = &driver.call;
    if (!bind_devices(handle, call) || !bind_memory(handle, call) || !bind_streams(handle, call)) return;
    bind_if_there(handle, "cuMemHostRegister_v2", &call->host_register);
    bind_if_there(handle, "cuMemHostUnregister", &call->host_unregister);
    int count = 0;
    int error = call->init(0);
    if (error == GPU_SUCCESS) error = call->device_get_count(&count);
    if (error != GPU_SUCCESS) {
        snprintf(driver.missing, sizeof driver.missing, "the CUDA driver says: %s", cli_gpu_error(error));
    } else if (count == 0) {
        snprintf(driver.missing, sizeof driver.missing, "the CUDA driver sees no GPU");
    }
}

const char *cli_gpu_driver_get(const gpu_driver **found)
{
    if (!driver.tried) find_driver();
    driver.tried = true;
    if (driver.missing[0]) return driver.missing;
    *found = &driver.call;
    return NULL;
}

bool cli_gpu_name(int index, char *text, size_t size)
{
    const gpu_driver *call;
    int count = 0, number = 0;
    if (cli_gpu_driver_get(&call)) return false;
    return call->device_get_count(&count) == GPU_SUCCESS && index < count &&
           call->device_get(&number, index) == GPU_SUCCESS &&
           call->device_get_name(text, (int)size, number) == GPU_SUCCESS;
}

const char *cli_gpu_error(int error)
{
    const char *text = NULL;
    if (driver.call.get_error_string) driver.call.get_error_string(error, &text);
    return text ? text : "an error that has no text";
}

/* NULL for success; else what was being done and what the driver says of it. */
static const char *explain(int error, const char *doing)
{
    static char text[256];
    if (error == GPU_SUCCESS) return NULL;
    snprintf(text, sizeof text, "%s failed on the GPU: %s", doing, cli_gpu_error(error));
    return text;
}

const char *cli_gpu_open(gpu *device, int index)
{
    static char text[128];
    *device = (gpu){.index = index};
    const char *missing = cli_gpu_driver_get(&device->call);
    if (missing) return missing;
    const gpu_driver *call = device->call;
    int count = 0, error = call->device_get_count(&count);
    if (error == GPU_SUCCESS && index >= count) {
        snprintf(text, sizeof text, "there is no GPU %d; this machine has %d, counted from 0", index, count);
        return text;
    }
    if (error == GPU_SUCCESS) error = call->device_get(&device->device, index);
    if (error == GPU_SUCCESS) error = call->device_get_name(device->name, sizeof device->name, device->device);
    if (error == GPU_SUCCESS) error = call->driver_get_version(&device->version);
    if (error == GPU_SUCCESS) error = call->context_retain(&device->context, device->device);
    if (error == GPU_SUCCESS) error = call->context_set(device->context);
    if (error == GPU_SUCCESS) error = call->stream_create(&device->stream, GPU_STREAM_NON_BLOCKING);
    if (error == GPU_SUCCESS) error = call->event_create(&device->begin, 0);
    if (error == GPU_SUCCESS) error = call->event_create(&device->end, 0);
    if (error != GPU_SUCCESS) cli_gpu_close(device);
    return explain(error, "making a context");
}

void cli_gpu_close(gpu *device)
{
    const gpu_driver *call = device->call;
    if (!call) return;
    if (device->begin) call->event_destroy(device->begin);
    if (device->end) call->event_destroy(device->end);
    if (device->stream) call->stream_destroy(device->stream);
    if (device->context) call->context_release(device->device);
    *device = (gpu){0};
}

int64_t cli_gpu_available(const gpu *device)
{
    size_t available = 0, total = 0;
    return device->call->memory_info(&available, &total) == GPU_SUCCESS ? (int64_t)available : 0;
}

/* On every system that has CUDA for 64 bits a pointer to the device's memory is a number as large as a pointer. */
static gpu_memory address(const void *memory)
{
    return (gpu_memory)(uintptr_t)memory;
}

void *cli_gpu_allocate(const gpu *device, int64_t bytes)
{
    gpu_memory memory = 0;
    return device->call->memory_allocate(&memory, (size_t)bytes) == GPU_SUCCESS ? (void *)(uintptr_t)memory : NULL;
}

void cli_gpu_free(const gpu *device, void *memory)
{
    if (memory) device->call->memory_free(address(memory));
}

bool cli_gpu_lock_host(const gpu *device, void *memory, int64_t bytes)
{
    const gpu_driver *call = device->call;
    if (!call->host_register || !call->host_unregister) return false;
    return call->host_register(memory, (size_t)bytes, 0) == GPU_SUCCESS;
}

void cli_gpu_unlock_host(const gpu *device, void *memory)
{
    (void)device->call->host_unregister(memory);
}

const char *cli_gpu_copy_in(const gpu *device, void *to, const void *from, int64_t bytes)
{
    const char *failed = cli_gpu_wait(device);
    if (failed) return failed;
    int error = device->call->copy_in(address(to), from, (size_t)bytes);
    /* A copy to the device may return before the last of it has arrived, and the stream does not wait for it. */
    if (error == GPU_SUCCESS) error = device->call->stream_synchronize(NULL);
    return explain(error, "copying to it");
}

const char *cli_gpu_copy_out(const gpu *device, void *to, const void *from, int64_t bytes)
{
    const char *failed = cli_gpu_wait(device);
    return failed ? failed : explain(device->call->copy_out(to, address(from), (size_t)bytes), "copying from it");
}

const char *cli_gpu_copy(const gpu *device, void *to, const void *from, int64_t bytes)
{
    return explain(device->call->copy_async(address(to), address(from), (size_t)bytes, device->stream), "a copy");
}

const char *cli_gpu_fill(const gpu *device, void *to, int byte, int64_t bytes)
{
    return explain(device->call->set_async(address(to), (unsigned char)byte, (size_t)bytes, device->stream),
                   "filling memory");
}

const char *cli_gpu_wait(const gpu *device)
{
    return explain(device->call->stream_synchronize(device->stream), "what was put into the stream");
}

bool cli_gpu_clock_begin(const gpu *device)
{
    return device->call->event_record(device->begin, device->stream) == GPU_SUCCESS;
}

int64_t cli_gpu_clock_end(const gpu *device)
{
    float milliseconds = 0;
    const gpu_driver *call = device->call;
    if (call->event_record(device->end, device->stream) != GPU_SUCCESS) return -1;
    if (call->event_synchronize(device->end) != GPU_SUCCESS) return -1;
    if (call->event_elapsed(&milliseconds, device->begin, device->end) != GPU_SUCCESS) return -1;
    return milliseconds > 0 ? (int64_t)((double)milliseconds * 1e6 + 0.5) : 1;
}

const char *cli_gpu_capture_begin(const gpu *device)
{
    return explain(device->call->stream_begin_capture(device->stream, GPU_CAPTURE_RELAXED), "beginning a graph");
}

const char *cli_gpu_capture_end(const gpu *device, gpu_graph_ready **ready)
{
    *ready = NULL;
    gpu_graph *graph = NULL;
    int error = device->call->stream_end_capture(device->stream, &graph);
    if (error == GPU_SUCCESS) error = device->call->graph_instantiate(ready, graph, 0);
    if (graph) device->call->graph_destroy(graph);
    return explain(error, "making a graph");
}

bool cli_gpu_launch(const gpu *device, gpu_graph_ready *ready)
{
    return device->call->graph_launch(ready, device->stream) == GPU_SUCCESS;
}

void cli_gpu_graph_destroy(const gpu *device, gpu_graph_ready *ready)
{
    if (ready) device->call->graph_ready_destroy(ready);
}

int cli_gpu_index(const char *engine)
{
    if (!engine || strncmp(engine, "gpu", 3) != 0) return -1;
    if (engine[3] == '\0') return 0;
    const char *digits = engine + 4;
    const size_t length = strlen(digits);
    if (engine[3] != ':' || length < 1 || length > 3 || digits[strspn(digits, "0123456789")] != '\0') return -1;
    return atoi(digits);
}
