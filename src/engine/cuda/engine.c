/* engine.c - the engine "gpu", registered with its machine. */
#include "engine/cuda/engine.h"

#include "engine/cuda/machine.h"
#include "engine/gpu/engine.h"

static const char *summary(void)
{
    return ata_machine_cuda.summary();
}

static const char *missing(void)
{
    return ata_machine_cuda.missing();
}

static ata_status open(int number, ata_site **site)
{
    return ata_gpu_open(&ata_machine_cuda, number, site);
}

const ata_engine ata_engine_gpu = {.name = "gpu",
                                   .summary = summary,
                                   .missing = missing,
                                   .open = open,
                                   ATA_GPU_ENGINE_FUNCTIONS,
                                   .bounds = ata_gpu_bounds};
