/* radices.h - the radices of a line: which ones, and in what order. */
#ifndef ATA_PLANNER_RADICES_H
#define ATA_PLANNER_RADICES_H

#include "planner/rule.h"

/* Append the stages of a line of n points, n having only prime factors that the engine has butterflies for; `pairs`:
 * how both parts of its points lie. Returns what they cost, in ns a point; infinitely much where there
 * are none, or no room for them. */
double ata_radices_append(ata_planner *planner, ata_pairs pairs, int64_t n, ata_steps *steps);

/* Whether two radices make paired lines of n points. */
bool ata_radices_can_pair(const ata_costs *costs, int64_t n);

#endif
