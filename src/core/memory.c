/* memory.c - aligned, checked allocation. */
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

ata_status ata_memory_create(void **memory, size_t count, size_t size, const char *purpose)
{
    *memory = NULL;
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2) return ata_fail_memory(SIZE_MAX, purpose);
    if (posix_memalign(memory, ATA_ALIGNMENT, bytes ? bytes : 1) != 0) {
        *memory = NULL;
        return ata_fail_memory(bytes, purpose);
    }
    return ATA_OK;
}

ata_status ata_memory_create_zeroed(void **memory, size_t count, size_t size, const char *purpose)
{
    ATA_TRY(ata_memory_create(memory, count, size, purpose));
    memset(*memory, 0, count * size);
    return ATA_OK;
}

void ata_memory_destroy(void *memory)
{
    free(memory);
}
