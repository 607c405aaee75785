/* cache.c - public questions about the kernel cache. */
#include "core/cache.h"

#include "core/text.h"

ata_status ata_cache_print_folder(char *text, size_t size, size_t *length)
{
    if (!text && size > 0) return ata_fail_null("text", "a buffer of size bytes, or a size of 0");
    char path[ATA_CACHE_PATH] = "";
    ata_text folder = {text, size, 0};
    ata_text_print(&folder, "%s", ata_cache_find_folder(path) ? path : "");
    if (length) *length = folder.length;
    return ATA_OK;
}

ata_status ata_cache_get_entries(ata_cache_entry *entries, size_t capacity, size_t *count)
{
    if (!entries && capacity > 0) return ata_fail_null("entries", "an array of capacity entries, or a capacity of 0");
    if (!count) return ata_fail_null("count", "where the number of entries is to go");
    return ata_cache_list(entries, capacity, count);
}

ata_status ata_cache_clear(size_t *count)
{
    size_t removed = 0;
    ATA_TRY(ata_cache_empty(&removed));
    if (count) *count = removed;
    return ATA_OK;
}
