/* cache.h - files kept for the next process: what took long to make, under the digest of what it was made from.
 *
 * The folder is
 *
 *   $ATALANTA_CACHE                       where that is set; "off" keeps nothing
 *   $XDG_CACHE_HOME/atalanta/kernels      else
 *   $HOME/.cache/atalanta/kernels         else
 *
 * It belongs to its owner alone: one that somebody else owns or may write to is not used. Nothing found in it is
 * trusted: an entry that is damaged, foreign or not even a file is passed over, and replaced by the next store. All
 * entries together take at most $ATALANTA_CACHE_MB MiB (64 unless set); those unused for longest go first.
 *
 * Any number of threads and processes may use it at once. A cache that does not work is no error: what is not kept is
 * made again. So load and store report nothing, and leave the last error alone.
 */
#ifndef ATA_CORE_CACHE_H
#define ATA_CORE_CACHE_H

#include <stdbool.h>

#include "core/digest.h"
#include "core/status.h"

enum {
    ATA_CACHE_PATH = 4096,        /* longest path of the folder, with its zero */
    ATA_CACHE_LARGEST = 64 << 20, /* bytes of a file; a larger one is no entry */
};

/* Find what was stored under `key`, and mark it as used now. *content is to be freed with ata_memory_destroy(). */
bool ata_cache_load(const ata_digest *key, void **content, size_t *size);

/* Keep `content` under `key`. The title is for people; it is cut to fit ata_cache_entry. */
void ata_cache_store(const ata_digest *key, const char *title, const void *content, size_t size);

/* The folder; false when there is none: it is switched off, or no variable says where. It may not exist yet. */
bool ata_cache_find_folder(char path[ATA_CACHE_PATH]);

/* Everything in the cache, the last used first; as many as fit into `capacity`. *count is of all there are. A folder
 * that does not exist holds none; ATA_ERROR_FILE for one that cannot be read or is not ours alone. */
ata_status ata_cache_list(ata_cache_entry *entries, size_t capacity, size_t *count);

/* Remove all entries; *count becomes their number. */
ata_status ata_cache_empty(size_t *count);

#endif
