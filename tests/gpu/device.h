/* device.h - what the tests on a GPU share: the GPU, arrays on it, and the right answers, by the CPU engine. */
#ifndef ATALANTA_TEST_DEVICE_H
#define ATALANTA_TEST_DEVICE_H

#include "cli/gpu.h"

#include "atalanta.h"

/* The GPU under test, opened by device_open: its primary context is current. */
extern gpu device;

/* Functions of the driver that the commands have no use for. */
typedef struct device_functions {
    int (*context_create)(gpu_context **context, unsigned flags, int device);
    int (*context_destroy)(gpu_context *context);
    int (*context_get)(gpu_context **context);
    int (*event_query)(gpu_event *event);
} device_functions;
extern device_functions device_call;

enum { DEVICE_NOT_READY = 600 }; /* what event_query says before the event */

/* Open GPU 0 and see whether the library can use it. NULL, or why not. */
const char *device_open(void);

/* One problem: its input on the host and on the device, room for its output on both, and the right output. Interleaved
 * f32 or f64, contiguous. The device's arrays begin `offset` bytes behind what the driver allocated. */
typedef struct device_case {
    ata_problem problem; /* complete */
    size_t in_bytes, out_bytes;
    void *host_in, *host_out, *right;
    void *memory_in, *memory_out;
    void *in, *out; /* the same in place */
} device_case;

/* Make one of a problem's text, filled at random; its memory belongs to the current context. */
void device_case_create(device_case *c, const char *text, size_t offset);
void device_case_destroy(device_case *c);

/* Copy the input to the device once more, and wipe the output. */
void device_case_reset(device_case *c);

/* Wait for the stream, bring the output to the host, and tell the relative L2 error of it. */
double device_case_error(device_case *c, gpu_stream *stream);

/* A plan of the case on the GPU, or NULL; with caller_scratch where `own_scratch`. */
ata_plan *device_plan(const device_case *c, int own_scratch);

/* Put an execution into a stream. */
ata_status device_execute(const ata_plan *plan, const device_case *c, gpu_stream *stream, void *scratch,
                          size_t scratch_bytes);

/* What error a result in the type of the case may have, generously: a mistake is off by far more. */
double device_case_bound(const device_case *c);

#endif
