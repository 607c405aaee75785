/* slices.h - a batch done some transforms at a time, all passes of them, before the next ones: what a pass has written
 * the one after it then finds in the cache. */
#ifndef ATA_CPU_SLICES_H
#define ATA_CPU_SLICES_H

#include "recipe/recipe.h"

typedef struct ata_slices {
    int64_t count;       /* 1: everything at once */
    int64_t full;        /* how many of them are alike; the last one may have fewer transforms */
    int64_t in, out;     /* from one to the next, in bytes */
    ata_problem problem; /* of one */
    ata_problem rest;    /* of the last one, where that is another */
} ata_slices;

/* The passes go through so many scratch arrays besides. */
void ata_cpu_slices_init(ata_slices *slices, const ata_problem *problem, const ata_recipe *recipe, int array_count);

#endif
