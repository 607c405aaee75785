/* share.h - so many things shared out to so many threads, as evenly as can be and in order. */
#ifndef ATA_CPU_SHARE_H
#define ATA_CPU_SHARE_H

#include <stdint.h>

typedef struct ata_share {
    int64_t first, end; /* first .. end - 1 */
} ata_share;

static inline ata_share ata_share_of(int64_t count, int parts, int part)
{
    const int64_t each = count / parts, more = count % parts;
    const int64_t first = part * each + (part < more ? part : more);
    return (ata_share){first, first + each + (part < more ? 1 : 0)};
}

#endif
