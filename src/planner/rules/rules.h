/* rules.h - the rules there are, for the registry to list. Each is described in its own file. */
#ifndef ATA_PLANNER_RULES_H
#define ATA_PLANNER_RULES_H

#include "planner/rule.h"

/* Complex lines. */
extern const ata_rule ata_rule_mixed_radix, ata_rule_good_thomas, ata_rule_rader, ata_rule_bluestein;
/* Real lines. */
extern const ata_rule ata_rule_measured_real, ata_rule_half, ata_rule_full;
/* Cosine, sine and Hartley transforms. */
extern const ata_rule ata_rule_mirror, ata_rule_fold, ata_rule_quarter, ata_rule_odd_quarter, ata_rule_hartley;
/* Passes over memory. */
extern const ata_rule ata_rule_measured, ata_rule_one_pass, ata_rule_split;

#endif
