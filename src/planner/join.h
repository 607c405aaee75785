/* join.h - several dimensions in as few sweeps over memory as an engine can do them in. */
#ifndef ATA_PLANNER_JOIN_H
#define ATA_PLANNER_JOIN_H

#include "recipe/costs.h"

/* Whether the engine joins passes, and the problem has several dimensions to join. */
bool ata_join_applies(const ata_costs *costs, const ata_problem *problem);

/* The sweeps that together take the least time; an empty recipe comes in, and goes out where there are none, or where a
 * real transform takes no fewer sweeps than dimensions. */
ata_status ata_join_make(const ata_costs *costs, const ata_problem *problem, ata_recipe *recipe);

#endif
