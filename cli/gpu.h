/* gpu.h - a GPU for the commands: the CUDA driver found at run time, memory, copies, a stream, events, graphs.
 *
 * The library finds the driver for itself; the commands need it too, to hand it arrays that lie on the device and to
 * take the time there. The few types and functions are declared here by hand: no header of CUDA's is needed to build.
 * The driver is the file that ATALANTA_CUDA_DRIVER names, else the first that is found of those that the library tries.
 *
 *     cli_gpu_open ──▶ gpu: the primary context of one GPU, made current, and one stream that everything runs on
 *
 * Functions return NULL when all went well, else one sentence on what did not, good until the next call.
 */
#ifndef ATALANTA_CLI_GPU_H
#define ATALANTA_CLI_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t gpu_memory; /* CUdeviceptr */
typedef struct gpu_context gpu_context;
typedef struct gpu_stream gpu_stream;
typedef struct gpu_event gpu_event;
typedef struct gpu_graph gpu_graph;
typedef struct gpu_graph_ready gpu_graph_ready;

enum { GPU_SUCCESS = 0, GPU_NO_DEVICE = 100, GPU_STREAM_NON_BLOCKING = 1, GPU_CAPTURE_RELAXED = 2 };

/* The functions of the driver that are used here, by their own names and with their own arguments. */
typedef struct gpu_driver {
    void *library; /* for functions that only a test calls */
    int (*init)(unsigned flags);
    int (*driver_get_version)(int *version);
    int (*get_error_string)(int error, const char **text);
    int (*device_get_count)(int *count);
    int (*device_get)(int *device, int index);
    int (*device_get_name)(char *name, int size, int device);
    int (*context_retain)(gpu_context **context, int device); /* the primary one */
    int (*context_release)(int device);
    int (*context_set)(gpu_context *context);
    int (*memory_info)(size_t *available, size_t *total);
    int (*memory_allocate)(gpu_memory *memory, size_t bytes);
    int (*memory_free)(gpu_memory memory);
    int (*host_register)(void *memory, size_t bytes, unsigned flags); /* this and the next: NULL where there is none */
    int (*host_unregister)(void *memory);
    int (*copy_in)(gpu_memory to, const void *from, size_t bytes);
    int (*copy_out)(void *to, gpu_memory from, size_t bytes);
    int (*copy_async)(gpu_memory to, gpu_memory from, size_t bytes, gpu_stream *stream);
    int (*set_async)(gpu_memory to, unsigned char value, size_t bytes, gpu_stream *stream);
    int (*stream_create)(gpu_stream **stream, unsigned flags);
    int (*stream_destroy)(gpu_stream *stream);
    int (*stream_synchronize)(gpu_stream *stream);
    int (*stream_begin_capture)(gpu_stream *stream, int mode);
    int (*stream_end_capture)(gpu_stream *stream, gpu_graph **graph);
    int (*graph_instantiate)(gpu_graph_ready **ready, gpu_graph *graph, unsigned long long flags);
    int (*graph_launch)(gpu_graph_ready *ready, gpu_stream *stream);
    int (*graph_ready_destroy)(gpu_graph_ready *ready);
    int (*graph_destroy)(gpu_graph *graph);
    int (*event_create)(gpu_event **event, unsigned flags);
    int (*event_destroy)(gpu_event *event);
    int (*event_record)(gpu_event *event, gpu_stream *stream);
    int (*event_synchronize)(gpu_event *event);
    int (*event_elapsed)(float *milliseconds, gpu_event *begin, gpu_event *end);
} gpu_driver;

/* The driver, found and initialised once in a process. NULL, or the one reason why there is none, always the same
 * pointer. */
const char *cli_gpu_driver_get(const gpu_driver **driver);

/* The name of GPU `index` into `text`; false when there is no such one. Makes no context. */
bool cli_gpu_name(int index, char *text, size_t size);

/* What a number that the driver returned says, "out of memory"; never NULL. */
const char *cli_gpu_error(int error);

/* One GPU in use. */
typedef struct gpu {
    const gpu_driver *call;
    int index, device;
    char name[96];
    int version; /* of CUDA, that the driver is made for: 13000 is 13.0 */
    gpu_context *context;
    gpu_stream *stream;
    gpu_event *begin, *end;
} gpu;

/* Use GPU `index`: its primary context becomes the calling thread's. On failure nothing is left to close. */
const char *cli_gpu_open(gpu *device, int index);
void cli_gpu_close(gpu *device);

/* The bytes that could be allocated now. */
int64_t cli_gpu_available(const gpu *device);

/* Memory of the device, as the pointer that an execution takes; NULL where there is not so much. */
void *cli_gpu_allocate(const gpu *device, int64_t bytes);
void cli_gpu_free(const gpu *device, void *memory);

/* Lock the pages of memory of the host's, which copies are several times faster for; false where it is refused, which
 * harms nothing. To be undone before the memory is freed. */
bool cli_gpu_lock_host(const gpu *device, void *memory, int64_t bytes);
void cli_gpu_unlock_host(const gpu *device, void *memory);

/* Copies wait until they are done, and for the stream before: they are for preparing and looking, not for timing. */
const char *cli_gpu_copy_in(const gpu *device, void *to, const void *from, int64_t bytes);
const char *cli_gpu_copy_out(const gpu *device, void *to, const void *from, int64_t bytes);

/* Put a copy within the device, or the filling with a byte, into the stream. */
const char *cli_gpu_copy(const gpu *device, void *to, const void *from, int64_t bytes);
const char *cli_gpu_fill(const gpu *device, void *to, int byte, int64_t bytes);

const char *cli_gpu_wait(const gpu *device); /* until the stream is done */

/* The time the GPU takes between the two: begin, put work into the stream, end. Nanoseconds, by events of the stream;
 * negative when something failed. */
bool cli_gpu_clock_begin(const gpu *device);
int64_t cli_gpu_clock_end(const gpu *device);

/* Record what is put into the stream between the two, as a graph that is launched as a whole. */
const char *cli_gpu_capture_begin(const gpu *device);
const char *cli_gpu_capture_end(const gpu *device, gpu_graph_ready **ready);
bool cli_gpu_launch(const gpu *device, gpu_graph_ready *ready);
void cli_gpu_graph_destroy(const gpu *device, gpu_graph_ready *ready);

/* The number of "gpu" (0) and "gpu:1" (1) as names of engines; -1 for other names, and for NULL. */
int cli_gpu_index(const char *engine);

#endif
