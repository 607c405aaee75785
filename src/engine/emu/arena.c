/* arena.c - large ranges of memory. */
#include "engine/emu/arena.h"

#include <sys/mman.h>

ata_status ata_emu_arena_create(void **memory, size_t bytes, const char *purpose)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
    flags |= MAP_NORESERVE;
#endif
    *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (*memory != MAP_FAILED) return ATA_OK;
    *memory = NULL;
    return ata_fail_memory(bytes, purpose);
}

void ata_emu_arena_destroy(void *memory, size_t bytes)
{
    if (memory) (void)munmap(memory, bytes);
}
