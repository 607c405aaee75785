/* memory.c - aligned, checked allocation. */
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Large pieces lie on huge pages where the system has any to give: passes go through them in long steps, and every step
 * would look up another small page. */
enum { HUGE_PAGE = 2 << 20, LARGE = 4 << 20 };

ata_status ata_memory_create(void **memory, size_t count, size_t size, const char *purpose)
{
    *memory = NULL;
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2) return ata_fail_memory(SIZE_MAX, purpose);
    if (posix_memalign(memory, bytes >= LARGE ? HUGE_PAGE : ATA_ALIGNMENT, bytes ? bytes : 1) != 0) {
        *memory = NULL;
        return ata_fail_memory(bytes, purpose);
    }
#if defined(MADV_HUGEPAGE)
    if (bytes >= LARGE) (void)madvise(*memory, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE); /* a wish */
#endif
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
