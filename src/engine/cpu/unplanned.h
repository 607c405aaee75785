/* unplanned.h - what the CPU does without a plan: the roots and the bounds of an ata_engine. */
#ifndef ATA_CPU_UNPLANNED_H
#define ATA_CPU_UNPLANNED_H

#include "engine/engine.h"

ata_status ata_cpu_roots(ata_site *site, const ata_roots_wanted *wanted);
ata_status ata_cpu_bounds(ata_site *site, int threads, ata_bounds *bounds);

#endif
