/* tables.h - the CPU engine's numbers: what steps cost, and how large blocks are. */
#ifndef ATA_CPU_TABLES_H
#define ATA_CPU_TABLES_H

#include "recipe/costs.h"

const ata_costs *ata_cpu_costs(const ata_problem *problem);

/* How many lanes a block has, given the scratch bytes of one lane and how many lanes there are. */
int64_t ata_cpu_lanes(int64_t lane_bytes, int64_t available);

#endif
