/* cache_file.h - one file of the cache: written whole, and believed only when every byte is as it was written.
 *
 *    0  "atalanta"
 *    8  version of this layout, 4 bytes, the lowest first, as all numbers here
 *   12  length of the title, 4 bytes
 *   16  key, 32 bytes
 *   48  length of the content, 8 bytes
 *   56  digest of all the others, 32 bytes
 *   88  title, content
 *
 * A file is named by the first half of its key, "0123456789abcdef0123456789abcdef.kernel". For cache.c.
 */
#ifndef ATA_CORE_CACHE_FILE_H
#define ATA_CORE_CACHE_FILE_H

#include <stdbool.h>

#include "core/cache.h"

enum {
    ATA_CACHE_NAME = sizeof((ata_cache_entry *)0)->name,
    ATA_CACHE_TITLE = sizeof((ata_cache_entry *)0)->title,
};

/* Whether a name is an entry's, or that of one being written. */
bool ata_cache_file_is_entry(const char *name);
bool ata_cache_file_is_unfinished(const char *name);

/* Read an entry and mark it as used; false when it is not there or not what it should be. */
bool ata_cache_file_read(int folder, const ata_digest *key, void **content, size_t *size);

/* Write an entry: whoever reads it sees what was there before or all that is new. */
bool ata_cache_file_write(int folder, const ata_digest *key, const char *title, const void *content, size_t size);

/* How many bytes the file of an entry has. */
size_t ata_cache_file_bytes(const char *title, size_t size);

/* The title of an entry, without reading its content; empty when it is damaged. */
void ata_cache_file_title(int folder, const char *name, char title[ATA_CACHE_TITLE]);

#endif
