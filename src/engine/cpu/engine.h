/* engine.h - the CPU engine, for the registry to list. */
#ifndef ATA_CPU_ENGINE_H
#define ATA_CPU_ENGINE_H

#include "engine/engine.h"

extern const ata_engine ata_engine_cpu;

#endif
