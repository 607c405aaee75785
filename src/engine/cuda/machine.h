/* machine.h - NVIDIA GPUs as a machine that runs the kernels of engine/gpu. */
#ifndef ATA_CUDA_MACHINE_H
#define ATA_CUDA_MACHINE_H

#include "engine/gpu/machine.h"

extern const ata_machine ata_machine_cuda;

#endif
