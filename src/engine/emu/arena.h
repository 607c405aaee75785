/* arena.h - memory straight from the system, for stacks: a large range of which only what is touched is ever there. */
#ifndef ATA_EMU_ARENA_H
#define ATA_EMU_ARENA_H

#include "core/status.h"

ata_status ata_emu_arena_create(void **memory, size_t bytes, const char *purpose);
void ata_emu_arena_destroy(void *memory, size_t bytes); /* NULL is ignored */

#endif
