/* built.h - what the GPU engine makes of a recipe: build.c makes it, execute.c runs it. */
#ifndef ATA_GPU_BUILT_H
#define ATA_GPU_BUILT_H

#include <pthread.h>

#include "engine/gpu/engine.h"
#include "engine/gpu/host.h"
#include "engine/gpu/pass.h"

struct ata_built {
    const ata_machine *machine;
    ata_device *device; /* the site's, which outlives this */
    size_t array_bytes; /* of one scratch array */
    int array_count;
    size_t counter_bytes; /* of scratch, behind the arrays: the counters of relays */
    pthread_mutex_t lock; /* for executions that share the plan's scratch */
    ata_gpu_host *host;   /* for arrays in the memory of the host */
    int pass_count;
    ata_gpu_pass pass[];
};

/* Whether the pass before has this one in its launch. */
static inline bool ata_gpu_is_launched_before(const ata_gpu_pass *pass)
{
    return pass->share.chunks > 0 && pass->share.second;
}

#endif
