/* file.h - whole files: read into memory, and written at once or not at all. */
#ifndef ATA_CORE_FILE_H
#define ATA_CORE_FILE_H

#include "core/status.h"

/* Read a regular file of at most `limit` bytes. *bytes is to be freed with ata_memory_destroy() and ends in a zero that
 * *size does not count. ATA_ERROR_FILE when it cannot be read, ATA_ERROR_FORMAT when it is larger. */
ata_status ata_file_load(const char *path, size_t limit, char **bytes, size_t *size);

/* Write a file: a reader sees what was there before or all that is new, whatever happens on the way. The new content is
 * first written to a file of another name in the same folder, which is gone afterwards. Folders are not created. */
ata_status ata_file_store(const char *path, const char *bytes, size_t size);

#endif
