/* planner.h - from a problem to a recipe: try every rule that applies, compare costs, keep the cheapest. */
#ifndef ATA_PLANNER_H
#define ATA_PLANNER_H

#include "planner/rule.h"

typedef struct ata_choice {
    ata_recipe recipe;
    double seconds; /* estimated, on one thread */
} ata_choice;

/* The recipe with the lowest estimated cost for a complete problem. `rules` ends with NULL. */
ata_status ata_planner_choose(const ata_rule *const *rules, const ata_costs *costs, const ata_problem *problem,
                              ata_choice *choice);

/* Recipes worth measuring, all different, the cheapest first; at most `room` of them, `count` says how many. */
ata_status ata_planner_list(const ata_rule *const *rules, const ata_costs *costs, const ata_problem *problem, int room,
                            ata_choice *choices, int *count);

/* What a recipe is estimated to take, in seconds, on one thread. */
double ata_planner_cost(const ata_rule *const *rules, const ata_costs *costs, const ata_problem *problem,
                        const ata_recipe *recipe);

/* The bytes a recipe moves: each pass reads and writes everything once. */
int64_t ata_planner_bytes(const ata_problem *problem, int passes);

#endif
