/* compile.h - from a kernel's text to code that a GPU's driver loads: out of the cache, or made by NVRTC. */
#ifndef ATA_CUDA_COMPILE_H
#define ATA_CUDA_COMPILE_H

#include "core/digest.h"
#include "engine/cuda/nvrtc.h"
#include "engine/gpu/machine.h"

/* A kernel that is to be compiled:
 *
 *   #define THREADS 256                            by the machine, of the same members of ata_kernel_text ...
 *   #define CLUSTER 1
 *   #define ...                                    ... and the prelude
 *   #include "engine/gpu/kernels/gpu.cuh"
 *   #include "engine/gpu/kernels/pass.cu"          named by the text
 *
 * The key is the digest of all that the code follows from: this unit, every text it may include, the options, and the
 * version of the compiler. */
typedef struct ata_cuda_unit {
    const char *title;
    char *text;
    ata_digest key;
    ata_nvrtc_target target;
} ata_cuda_unit;

/* Make a unit for a target; the text it is made from must outlive it. Free with ata_cuda_unit_fini. */
ata_status ata_cuda_unit_init(ata_cuda_unit *unit, const ata_kernel_text *text, const ata_nvrtc_target *target);
void ata_cuda_unit_fini(ata_cuda_unit *unit);

/* Its code: found in the cache, or compiled. *image is to be freed with ata_memory_destroy(). */
bool ata_cuda_unit_find(const ata_cuda_unit *unit, void **image, size_t *size);
ata_status ata_cuda_unit_compile(const ata_cuda_unit *unit, void **image, size_t *size);

/* Keep code that a GPU has loaded, for the next process. */
void ata_cuda_unit_keep(const ata_cuda_unit *unit, const void *image, size_t size);

#endif
