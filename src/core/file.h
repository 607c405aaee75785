/* file.h - whole files: read into memory, and written at once or not at all. */
#ifndef ATA_CORE_FILE_H
#define ATA_CORE_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/status.h"

/* Read a regular file of at most `limit` bytes. *bytes is to be freed with ata_memory_destroy() and ends in a zero that
 * *size does not count. ATA_ERROR_FILE when it cannot be read, ATA_ERROR_FORMAT when it is larger. */
ata_status ata_file_load(const char *path, size_t limit, char **bytes, size_t *size);

/* Write a file: a reader sees what was there before or all that is new, whatever happens on the way. The new content is
 * first written to a file of another name in the same folder, which is gone afterwards. Folders are not created. */
ata_status ata_file_store(const char *path, const char *bytes, size_t size);

/* --- Parts of the above, for files that are read and written otherwise -------------------------------------------- */

enum { ATA_FILE_BESIDE = 48 }; /* bytes that a name is longer than the path it is beside, with the zero */

/* Read until `size` bytes are there or the file ends; returns how many, or -1 with errno set. */
ssize_t ata_file_read_at(int file, void *bytes, size_t size, uint64_t offset);

/* False with errno set where not all could be written. */
bool ata_file_write_all(int file, const void *bytes, size_t size);

/* Create the file beside `path`, in an open folder or AT_FDCWD, that will take its place; its name is written to
 * `name`. It is opened so as not to be anybody else's. Returns -1 with errno set. */
int ata_file_create_beside(int folder, const char *path, unsigned mode, char *name, size_t size);

#endif
