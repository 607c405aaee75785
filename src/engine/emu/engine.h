/* engine.h - the engine "emu": the GPU engine over the emulator. */
#ifndef ATA_EMU_ENGINE_H
#define ATA_EMU_ENGINE_H

#include "engine/engine.h"

extern const ata_engine ata_engine_emu;

#endif
