/* machine.h - what runs kernels: a GPU behind its driver (engine/cuda), or the emulator (engine/emu).
 *
 * The GPU engine (engine/gpu) turns the passes of a recipe into kernels, tables and launches; it knows a machine only
 * through this table of functions. So the emulator runs not only the kernels' own text but everything above them too.
 *
 * A device is one context on one GPU. Functions that take one make its context current and leave the caller's as it
 * was. Only launch and clear may be captured in a graph; they allocate nothing.
 */
#ifndef ATA_GPU_MACHINE_H
#define ATA_GPU_MACHINE_H

#include <stdbool.h>

#include "core/status.h"

typedef struct ata_device ata_device;               /* each machine's own */
typedef struct ata_device_kernel ata_device_kernel; /* a kernel compiled and loaded on a device */
typedef struct ata_device_queue ata_device_queue;   /* work done in order, beside that of other queues */

/* Static shared memory of the kernels' words: the barrier of a cluster (kernels/gpu.cuh), rounded up. */
enum { ATA_GPU_SHARED_OF_WORDS = 16 };

typedef struct ata_device_limits {
    int architecture; /* 90 for compute capability 9.0 */
    int multiprocessors;
    int largest_cluster;  /* blocks in a cluster; 1 where the device has no clusters */
    int64_t shared_block; /* bytes of shared memory that one block may have beside what words take ... */
    int64_t shared_total; /* ... and that all blocks on a multiprocessor have together */
    int64_t registers;    /* of 32 bits, on a multiprocessor */
    int threads;          /* on a multiprocessor */
    int64_t cache_bytes;  /* of the L2 cache, which all multiprocessors share */
} ata_device_limits;

/* A kernel before it is compiled: constants in front of one of the texts in kernels/. */
typedef struct ata_kernel_text {
    const char *title;   /* for people: "c2c f32 to f32, 4096 points, side by side" */
    const char *name;    /* of the kernel and of its text: "pass" is in kernels/pass.cu */
    const char *prelude; /* #define lines; the machine adds THREADS and CLUSTER */
    int64_t shared_bytes;
    int threads;
    int cluster; /* blocks in a cluster; 1 for none */
    int blocks;  /* wanted on a multiprocessor: shared memory beyond theirs is of more use as a cache, for it holds what
                    is being loaded */
    const char *between; /* text between the words and the kernel's own; NULL for none */
    bool balanced;       /* blocks of a cluster may share a multiprocessor */
} ata_kernel_text;

typedef struct ata_launch {
    int64_t blocks;        /* a multiple of the kernel's cluster */
    const void *arguments; /* the one parameter of the kernel, a structure passed by value ... */
    size_t argument_bytes;
    int64_t bytes_written; /* how many bytes of global memory the launch writes: each exactly once */
    void *stream;          /* the caller's CUstream; NULL for the default one */
    bool alone;            /* no block of it begins before all ahead of it in the stream has ended */
} ata_launch;

/* Where the memory of a pointer is; elsewhere: on another GPU, whose memory this one cannot reach. */
typedef enum ata_memory_home { ATA_HOME_HOST, ATA_HOME_DEVICE, ATA_HOME_ELSEWHERE } ata_memory_home;

typedef struct ata_machine {
    const char *name; /* of the engine: "gpu", "emu" */
    /* What it is, in a few words; NULL, or the one reason why it cannot be used. Both in static storage. */
    const char *(*summary)(void);
    const char *(*missing)(void);

    /* The device to make a plan on: `number` of the GPU, or -1 for the caller's current context and, where there is
     * none, the first GPU that can be used. Each open wants a close. */
    ata_status (*open)(int number, ata_device **device);
    void (*close)(ata_device *device);
    const ata_device_limits *(*limits)(const ata_device *device);

    /* A kernel ready to launch, compiled at most once in a process for a device; belongs to the device. */
    ata_status (*load)(ata_device *device, const ata_kernel_text *text, ata_device_kernel **kernel);
    ata_status (*launch)(ata_device *device, const ata_device_kernel *kernel, const ata_launch *launch);

    ata_status (*allocate)(ata_device *device, size_t bytes, const char *purpose, void **memory);
    void (*release)(ata_device *device, void *memory);
    ata_memory_home (*home)(const ata_device *device, const void *pointer);
    /* Set bytes, a multiple of 4, to zero, in the order of the stream. */
    ata_status (*clear)(ata_device *device, void *memory, size_t bytes, void *stream);

    /* Copy between the memory of the host and of the device, in the order of the stream, through page-locked memory
     * where the host's is not; done when they return. */
    ata_status (*copy_in)(ata_device *device, void *to, const void *from, size_t bytes, void *stream);
    ata_status (*copy_out)(ata_device *device, void *to, const void *from, size_t bytes, void *stream);

    /* Page-locked memory of the host. */
    ata_status (*host_allocate)(ata_device *device, size_t bytes, const char *purpose, void **memory);
    void (*host_release)(ata_device *device, void *memory);

    /* Queues, for lanes (lane.c). Copies are asked for and not waited for; the host's side is page-locked. A patient
     * wait leaves the CPU to others. */
    ata_status (*queue_create)(ata_device *device, bool patient, ata_device_queue **queue);
    void (*queue_destroy)(ata_device_queue *queue);
    void *(*queue_stream)(const ata_device_queue *queue); /* for launches */
    ata_status (*queue_copy_in)(ata_device_queue *queue, void *to, const void *from, size_t bytes);
    ata_status (*queue_copy_out)(ata_device_queue *queue, void *to, const void *from, size_t bytes);
    ata_status (*queue_copy)(ata_device_queue *queue, void *to, const void *from, size_t bytes); /* within the device */
    ata_status (*queue_wait)(ata_device_queue *queue);
} ata_machine;

#endif
