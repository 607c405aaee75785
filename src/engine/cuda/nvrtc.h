/* nvrtc.h - NVRTC, NVIDIA's compiler of kernels as a library, found at run time. */
#ifndef ATA_CUDA_NVRTC_H
#define ATA_CUDA_NVRTC_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "engine/gpu/sources.h"

enum { ATA_NVRTC_OPTIONS = 3, ATA_NVRTC_TARGET = 48 };

/* The oldest NVRTC that compiles the kernels, and the oldest that compiles those for clusters (st.async). */
enum { ATA_NVRTC_LEAST_VERSION = 11080, ATA_NVRTC_CLUSTER_VERSION = 12010 };

/* What the code is to run on: a GPU that NVRTC knows gets machine code, a newer one gets what its driver compiles. */
typedef struct ata_nvrtc_target {
    int version;                   /* of NVRTC, 12040 for 12.4 */
    int architecture;              /* that the code is for, 90 for 9.0: the GPU's, or an older one that NVRTC knows */
    char option[ATA_NVRTC_TARGET]; /* "--gpu-architecture=sm_90" */
    bool machine_code;
} ata_nvrtc_target;

/* NULL, or the reason why nothing can be compiled here, one sentence without its full stop. `driver_version` is that of
 * the CUDA driver (12040 for 12.4), or 0: of several NVRTCs one is taken whose code the driver can load. Looks once in
 * a process. */
const char *ata_nvrtc_missing(int driver_version);

/* The target for a GPU, 90 for compute capability 9.0. ATA_ERROR_DEVICE when NVRTC is missing or knows only newer
 * ones. */
ata_status ata_nvrtc_find_target(int driver_version, int architecture, ata_nvrtc_target *target);

/* The options a unit is compiled with. */
void ata_nvrtc_get_options(const ata_nvrtc_target *target, const char *options[ATA_NVRTC_OPTIONS]);

/* Compile `unit`, which may include every one of `headers` (up to one whose name is NULL) by its name and nothing else.
 * *image is to be freed with ata_memory_destroy(). Failing, the message begins with what the compiler says. */
ata_status ata_nvrtc_compile(const ata_nvrtc_target *target, const char *title, const char *unit,
                             const ata_gpu_source *headers, void **image, size_t *size);

#endif
