/* cache_folder.h - the folder of the cache: made for its owner alone, and refused when it is not. For cache.c. */
#ifndef ATA_CORE_CACHE_FOLDER_H
#define ATA_CORE_CACHE_FOLDER_H

#include <stdbool.h>

#include "core/status.h"

/* Open the folder, made first if `create`. *folder is -1 when there is none, which is no error: the cache is switched
 * off, or nothing was ever kept. ATA_ERROR_FILE when it cannot be opened or is not ours alone. */
ata_status ata_cache_folder_open(bool create, int *folder);

#endif
