/* gpu.c - the CUDA driver by dlopen, and the little that the commands do with a GPU. */
#include "cli/gpu.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/symbol.h"

enum { LEAST_VERSION = 11080 }; /* of CUDA, as the library needs it */

static struct {
    bool tried;
    char missing[512]; /* why, or empty */
    gpu_driver call;
} driver;

/* The library's list, in its order (src/engine/cuda/driver.c): it takes arrays from here, so both open one driver. */
static void *open_library(const char **file)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"};
    const char *named = secure_getenv("ATALANTA_CUDA_DRIVER");
    *file = named && *named ? named : names[0];
    if (named && *named) return dlopen(named, RTLD_NOW | RTLD_LOCAL);
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* Returns the name of a function that is not there, or NULL. */
static const char *find_functions(gpu_driver *call)
{
    const struct {
        const char *name;
        void *function;
    } functions[] = {{"cuInit", &call->init},
                     {"cuDriverGetVersion", &call->driver_get_version},
                     {"cuGetErrorString", &call->get_error_string},
                     {"cuDeviceGetCount", &call->device_get_count},
                     {"cuDeviceGet", &call->device_get},
                     {"cuDeviceGetName", &call->device_get_name},
                     {"cuDevicePrimaryCtxRetain", &call->context_retain},
                     {"cuDevicePrimaryCtxRelease_v2", &call->context_release},
                     {"cuCtxSetCurrent", &call->context_set},
                     {"cuMemGetInfo_v2", &call->memory_info},
                     {"cuMemAlloc_v2", &call->memory_allocate},
                     {"cuMemFree_v2", &call->memory_free},
                     {"cuMemcpyHtoD_v2", &call->copy_in},
                     {"cuMemcpyDtoH_v2", &call->copy_out},
                     {"cuMemcpyDtoDAsync_v2", &call->copy_async},
                     {"cuMemsetD8Async", &call->set_async},
                     {"cuStreamCreate", &call->stream_create},
                     {"cuStreamDestroy_v2", &call->stream_destroy},
                     {"cuStreamSynchronize", &call->stream_synchronize},
                     {"cuStreamBeginCapture_v2", &call->stream_begin_capture},
                     {"cuStreamEndCapture", &call->stream_end_capture},
                     {"cuGraphInstantiateWithFlags", &call->graph_instantiate},
                     {"cuGraphLaunch", &call->graph_launch},
                     {"cuGraphExecDestroy", &call->graph_ready_destroy},
                     {"cuGraphDestroy", &call->graph_destroy},
                     {"cuEventCreate", &call->event_create},
                     {"cuEventDestroy_v2", &call->event_destroy},
                     {"cuEventRecord", &call->event_record},
                     {"cuEventSynchronize", &call->event_synchronize},
                     {"cuEventElapsedTime", &call->event_elapsed}};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (!cli_symbol_get(call->library, functions[i].name, functions[i].function)) return functions[i].name;
    (void)cli_symbol_get(call->library, "cuMemHostRegister_v2", &call->host_register); /* these are wishes */
    (void)cli_symbol_get(call->library, "cuMemHostUnregister", &call->host_unregister);
    return NULL;
}

static void __attribute__((format(printf, 1, 2))) miss(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(driver.missing, sizeof driver.missing, format, arguments);
    va_end(arguments);
}

static void find_driver(void)
{
    gpu_driver *call = &driver.call;
    const char *file;
    call->library = open_library(&file); /* never closed: the driver has threads of its own */
    if (!call->library) {
        miss("no CUDA driver: %.200s is not found; install NVIDIA's driver, or set ATALANTA_CUDA_DRIVER to its file",
             file);
        return;
    }
    const char *lacking = find_functions(call);
    if (lacking) {
        miss("the CUDA driver has no %s and is too old; install one of CUDA %d.%d or later", lacking,
             LEAST_VERSION / 1000, LEAST_VERSION % 1000 / 10);
        return;
    }
    int version = 0, count = 0;
    if (call->driver_get_version(&version) == GPU_SUCCESS && version < LEAST_VERSION) {
        miss("the CUDA driver is of CUDA %d.%d; install one of %d.%d or later", version / 1000, version % 1000 / 10,
             LEAST_VERSION / 1000, LEAST_VERSION % 1000 / 10);
        return;
    }
    int error = call->init(0);
    if (error == GPU_SUCCESS) error = call->device_get_count(&count);
    if (error == GPU_NO_DEVICE || (error == GPU_SUCCESS && count < 1))
        miss("the CUDA driver finds no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES");
    else if (error != GPU_SUCCESS)
        miss("the CUDA driver does not start: %s; check that nvidia-smi works", cli_gpu_error(error));
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
