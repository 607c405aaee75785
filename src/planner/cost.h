/* cost.h - what steps and recipes cost, by the rules' own accounts. */
#ifndef ATA_PLANNER_COST_H
#define ATA_PLANNER_COST_H

#include "planner/rule.h"

/* Nanoseconds for one line of `line` points: all of `count` steps from `first`, each as often as the line needs it. */
double ata_cost_steps(const ata_rule *const *rules, const ata_costs *costs, const ata_step *first, int count,
                      int64_t line);

/* The same for all steps of a pass, which may be split into several passes where they make it slow. */
double ata_cost_line(const ata_rule *const *rules, const ata_costs *costs, const ata_step *first, int count,
                     int64_t line);

#endif
