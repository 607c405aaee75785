/* fake_cuda.h - a CUDA driver and an NVRTC without a GPU, for tests: a library of its own, named to the library
 * under test by ATALANTA_CUDA_DRIVER and ATALANTA_NVRTC.
 *
 * It keeps account of contexts, modules, memory and events; it fails any one call when it is told to; and it puts off
 * every copy until somebody waits for it, so that memory that is used too early or too late shows.
 *
 * The environment says what is found at the start: FAKE_CUDA_VERSION, FAKE_CUDA_DEVICES, FAKE_CUDA_ARCHITECTURE,
 * FAKE_CUDA_INIT, which cuInit returns, FAKE_NVRTC_VERSION, and FAKE_NVRTC_ARCHITECTURE and FAKE_NVRTC_OLDEST, the
 * newest and the oldest that NVRTC knows.
 */
#ifndef ATALANTA_FAKE_CUDA_H
#define ATALANTA_FAKE_CUDA_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/cuda/driver.h"
#include "engine/gpu/kernels/arguments.h"

typedef struct fake_cuda {
    /* To set. */
    int fail_at;              /* the call, counted from 1, that fails; 0 for none */
    CUresult result;          /* with what */
    int clusters;             /* what cuOccupancyMaxActiveClusters finds */
    int identity;             /* not 0: a launch of a library's kernel copies its input to its output */
    int peers;                /* not 0: GPUs reach each other's memory */
    int managed;              /* not 0: memory of a GPU moves to whoever uses it */
    void (*waited_for)(void); /* NULL, or called while cuCtxSynchronize waits */
    /* To read. */
    int calls;
    const char *failed; /* the call that was failed, or NULL */
    int compilations;
    int waits;                                                       /* for a context */
    int modules, streams, events, memories, host_memories, programs; /* alive */
    int retained[4];                                                 /* of the primary contexts */
    CUlaunchConfig launch;                                           /* the last */
    unsigned int launch_cluster;
    bool launch_balanced;
    int dynamic_shared, carveout, non_portable; /* of the function loaded last */
    void *launch_argument;                      /* the first word of the argument */
    int direct_copies;                          /* that went past the staging memory */
    CUcontext own[2];                           /* contexts of the caller's, on GPU 0 and 1 */
} fake_cuda;

/* The account, by name; and what the test does as the library's caller. */
typedef fake_cuda *fake_cuda_get_function(void);
typedef void fake_cuda_reset_function(void);  /* begin to count anew */
typedef void fake_cuda_forget_function(void); /* free all that is alive, as if its contexts were destroyed */

/* --- For fake_cuda.c, fake_cuda_memory.c and fake_nvrtc.c --------------------------------------------------------- */

#define EXPORT __attribute__((visibility("default")))

EXPORT fake_cuda *fake_cuda_get(void);

struct CUctx_st {
    int device;
};

CUcontext fake_cuda_current(void);

/* Of fake_cuda_memory.c: free all memory, streams and events; the kernel that all are, with `identity`. */
void fake_cuda_forget_memory(void);
void fake_cuda_copy_through(const ata_kernel_arguments *arguments);

/* Count a call; what it is to return. */
CUresult fake_cuda_count(const char *call);

/* A number of the environment. */
int fake_cuda_setting(const char *name, int usual);

/* Add to a number of the account. */
void fake_cuda_add(int *number, int by);

/* Calls that make or ask something do nothing when they fail; those that free something have freed it. */
#define CALL(name)                                           \
    do {                                                     \
        const CUresult call_result = fake_cuda_count(name);  \
        if (call_result != CUDA_SUCCESS) return call_result; \
    } while (0)

#define CALL_IN_CONTEXT(name)                 \
    do {                                      \
        CALL(name);                           \
        if (!fake_cuda_current()) return 201; \
    } while (0)

#endif
