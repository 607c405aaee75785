/* engine.h - the engine "gpu": the GPU engine over an NVIDIA GPU. */
#ifndef ATA_CUDA_ENGINE_H
#define ATA_CUDA_ENGINE_H

#include "engine/engine.h"

extern const ata_engine ata_engine_gpu;

#endif
