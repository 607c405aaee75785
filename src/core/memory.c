/* memory.c - aligned, checked allocation. */
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Large pieces lie on huge pages where the system has any to give: passes go through them in long steps, and every step
 * would look up another small page. */
enum { HUGE_PAGE = 2 << 20 };

/* How many of those are worth having: one that would be a quarter empty is. */
static size_t count_huge_pages(size_t bytes)
{
    return (bytes + HUGE_PAGE / 4) / HUGE_PAGE;
}

ata_status ata_memory_create(void **memory, size_t count, size_t size, const char *purpose)
{
    *memory = NULL;
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2) return ata_fail_memory(SIZE_MAX, purpose);
    const size_t huge = count_huge_pages(bytes) * HUGE_PAGE, whole = bytes > huge ? bytes : huge;
    if (posix_memalign(memory, huge ? HUGE_PAGE : ATA_ALIGNMENT, whole ? whole : 1) != 0) {
        *memory = NULL;
        return ata_fail_memory(bytes, purpose);
    }
#if defined(MADV_HUGEPAGE)
    if (huge) (void)madvise(*memory, huge, MADV_HUGEPAGE); /* a wish */
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
