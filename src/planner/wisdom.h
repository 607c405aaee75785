/* wisdom.h - recipes that measured best, kept under a key: a list in memory that any number of threads may share, and a
 * file.
 *
 *     atalanta wisdom 1
 *     KEY | RECIPE | SECONDS          one line for each entry, sorted by key, no key twice
 *     check 0123456789abcdef          FNV-1a of every byte before this line
 *
 * A key says what was measured and where; it is made by the caller. Seconds are written with twelve decimals, made from
 * whole picoseconds, so that no locale's decimal comma gets into a file. Reading trusts nothing: a file that is damaged
 * anywhere adds nothing, and a recipe that was read is still only text.
 */
#ifndef ATA_PLANNER_WISDOM_H
#define ATA_PLANNER_WISDOM_H

#include <stdbool.h>

#include "core/status.h"

enum {
    ATA_WISDOM_TEXT_MAX = 16384,           /* of a key or a recipe, with its zero */
    ATA_WISDOM_FILE_MAX = 64 * 1024 * 1024 /* bytes */
};

ata_status ata_wisdom_open(ata_wisdom **wisdom);
/* NULL is ignored. */
void ata_wisdom_close(ata_wisdom *wisdom);

/* Add what a file holds; of two entries with one key the faster is kept. */
ata_status ata_wisdom_read(ata_wisdom *wisdom, const char *path);
/* Write everything, at once or not at all. */
ata_status ata_wisdom_write(const ata_wisdom *wisdom, const char *path);

size_t ata_wisdom_count(const ata_wisdom *wisdom);

/* The recipe for a key, and its time if `seconds` is not NULL. False where there is none, or it takes more than `size`
 * bytes. */
bool ata_wisdom_find(const ata_wisdom *wisdom, const char *key, char *recipe, size_t size, double *seconds);

/* Add an entry, in place of one with the same key. Key and recipe: not empty, without '|', control characters, and
 * blanks at their ends; seconds: 0 to a million. */
ata_status ata_wisdom_add(ata_wisdom *wisdom, const char *key, const char *recipe, double seconds);

#endif
