/* solver.h - the life of a planner, for the files of this room; rules see only rule.h. */
#ifndef ATA_PLANNER_SOLVER_H
#define ATA_PLANNER_SOLVER_H

#include "planner/radices/table.h"
#include "planner/rule.h"

/* `rules` ends with NULL; both must outlive the planner. */
ata_status ata_planner_create(ata_planner **planner, const ata_rule *const *rules, const ata_costs *costs);
void ata_planner_destroy(ata_planner *planner);

/* Where radices are worked out, one length at a time. */
ata_radix_tables *ata_planner_tables(ata_planner *planner);

#endif
