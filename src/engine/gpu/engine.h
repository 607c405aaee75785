/* engine.h - the GPU engine, over any machine: what engine/cuda and engine/emu make an ata_engine of. */
#ifndef ATA_GPU_ENGINE_H
#define ATA_GPU_ENGINE_H

#include "engine/engine.h"
#include "engine/gpu/machine.h"
#include "engine/gpu/tuning.h"
#include "engine/gpu/unplanned.h"

struct ata_site {
    const ata_machine *machine;
    ata_device *device;
};

/* engine.c */
ata_status ata_gpu_open(const ata_machine *machine, int number, ata_site **site);
void ata_gpu_close(ata_site *site);
ata_status ata_gpu_scratch_create(ata_site *site, size_t bytes, void **scratch);
void ata_gpu_scratch_destroy(ata_site *site, void *scratch);
ata_status ata_gpu_takes(const ata_problem *problem);
ata_costs ata_gpu_costs(const ata_site *site, const ata_problem *problem);
ata_status ata_gpu_can_run(const ata_problem *problem, const ata_recipe *recipe);

/* build.c */
ata_status ata_gpu_build(ata_site *site, const ata_problem *problem, const ata_recipe *recipe, int threads,
                         const double *window, ata_built **built);
/* The same with other numbers than the tables', to measure them. */
ata_status ata_gpu_build_with(ata_site *site, const ata_problem *problem, const ata_recipe *recipe,
                              const ata_gpu_tuning *tuning, const double *window, ata_built **built);
void ata_gpu_destroy(ata_built *built);

/* execute.c */
size_t ata_gpu_scratch(const ata_built *built);
ata_status ata_gpu_execute(const ata_built *built, const ata_arrays *arrays);

/* lane.c */
ata_status ata_gpu_host_memory_create(ata_site *site, size_t bytes, void **memory);
void ata_gpu_host_memory_destroy(ata_site *site, void *memory);
ata_status ata_gpu_lane_create(ata_site *site, const ata_lane_sizes *sizes, ata_lane **lane);
ata_status ata_gpu_lane_run(ata_lane *lane, const ata_built *built, const ata_cargo *cargo);
void ata_gpu_lane_destroy(ata_lane *lane);
/* What work in a queue came to, `status` or the failure of a wait, when nothing of it is under way any more. */
ata_status ata_gpu_queue_settle(const ata_machine *machine, ata_device_queue *queue, ata_status status);

/* The same in every ata_engine over a machine. */
#define ATA_GPU_ENGINE_FUNCTIONS                                                                            \
    .close = ata_gpu_close, .takes = ata_gpu_takes, .costs = ata_gpu_costs, .can_run = ata_gpu_can_run,     \
    .build = ata_gpu_build, .scratch_bytes = ata_gpu_scratch, .scratch_create = ata_gpu_scratch_create,     \
    .scratch_destroy = ata_gpu_scratch_destroy, .execute = ata_gpu_execute, .destroy = ata_gpu_destroy,     \
    .host_create = ata_gpu_host_memory_create, .host_destroy = ata_gpu_host_memory_destroy,                 \
    .lane_create = ata_gpu_lane_create, .lane_run = ata_gpu_lane_run, .lane_destroy = ata_gpu_lane_destroy, \
    .roots = ata_gpu_roots

#endif
