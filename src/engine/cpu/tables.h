/* tables.h - the CPU engine's numbers: what steps cost, and how large blocks are. */
#ifndef ATA_CPU_TABLES_H
#define ATA_CPU_TABLES_H

#include "recipe/costs.h"

ata_costs ata_cpu_costs(const ata_problem *problem);

/* Whether real lines of n points are better done together than each by itself, where their points are neighbours. */
bool ata_cpu_together(int64_t n, ata_type precision);

/* How many lanes a block has, given the scratch bytes of one lane, how many lanes there are, and how many numbers of
 * how many bytes a vector holds. */
int64_t ata_cpu_lanes(int64_t lane_bytes, int64_t available, int width, size_t real_bytes);

#endif
