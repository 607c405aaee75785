/* memory.h - the only way the library allocates: aligned for vectors, sizes checked, failures reported. */
#ifndef ATA_CORE_MEMORY_H
#define ATA_CORE_MEMORY_H

#include "core/status.h"

enum { ATA_ALIGNMENT = 64 };

/* Allocate count * size bytes (never none), aligned to ATA_ALIGNMENT, not cleared. Overflow and failure are reported as
 * ATA_ERROR_MEMORY with `purpose` ("the twiddle factors"), and *memory is NULL. */
ata_status ata_memory_create(void **memory, size_t count, size_t size, const char *purpose);

/* The same, cleared. */
ata_status ata_memory_create_zeroed(void **memory, size_t count, size_t size, const char *purpose);

void ata_memory_destroy(void *memory);

/* Round up to a multiple of ATA_ALIGNMENT. */
static inline size_t ata_memory_round(size_t bytes)
{
    return (bytes + ATA_ALIGNMENT - 1) / ATA_ALIGNMENT * ATA_ALIGNMENT;
}

#endif
