/* alone.h - whether lines whose points are neighbours are done one after the other, or side by side in blocks. */
#ifndef ATA_CPU_ALONE_H
#define ATA_CPU_ALONE_H

#include "engine/cpu/line/line.h"

typedef enum ata_cpu_manner {
    ATA_MANNER_UNKNOWN, /* neither is known to be better */
    ATA_MANNER_ALONE,
    ATA_MANNER_BLOCKS
} ata_cpu_manner;

/* The length of the transform that one of n real points is done by. */
int64_t ata_cpu_length_inside(ata_kind kind, int64_t n);

/* Whether a number is a product of primes up to 13, as all lengths are that were measured in two manners. */
bool ata_cpu_is_product(int64_t n);

/* Of so many lines of these steps; `paired`: they are two radices that can be paired. */
ata_cpu_manner ata_cpu_manner_of(const ata_step *steps, int count, ata_role role, bool paired, ata_type precision,
                                 int64_t lines);

/* The same of real lines of n points, before their steps are known. */
ata_cpu_manner ata_cpu_real_manner(ata_kind kind, int64_t n, ata_type precision, int64_t lines);

#endif
