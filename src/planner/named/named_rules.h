/* named_rules.h - the named rules there are, for the registry to list. Each is described in its own file. */
#ifndef ATA_PLANNER_NAMED_RULES_H
#define ATA_PLANNER_NAMED_RULES_H

#include "planner/named.h"

/* Lines of complex points, by who published them. */
extern const ata_named ata_named_straightforward, ata_named_transpose, ata_named_locality;
extern const ata_named ata_named_radix8;
extern const ata_named ata_named_ct_dif, ata_named_constant_geometry;
extern const ata_named ata_named_three_sets, ata_named_three_sets_plain;
/* Three dimensions. */
extern const ata_named ata_named_inserted_x_tesla, ata_named_inserted_x_fermi;
/* Reversals. */
extern const ata_named ata_named_work_efficient, ata_named_step_efficient;

#endif
