/* named.h - a named rule: an algorithm that somebody published, one file each in named/.
 *
 * A problem asks for it by its name (algo=NAME), and then it makes the whole recipe: nothing is searched, no cost is
 * compared, and what it does not fit fails with a sentence. The planner never chooses one by itself.
 */
#ifndef ATA_PLANNER_NAMED_H
#define ATA_PLANNER_NAMED_H

#include "recipe/recipe.h"

typedef struct ata_named {
    const char *name;
    const char *paper;   /* who published it, and where */
    const char *summary; /* one sentence */
    /* NULL where it applies to this complete problem; else what it is for, as the end of a sentence. */
    const char *(*refuses)(const ata_problem *problem);
    /* Append the passes of a problem that it applies to. */
    ata_status (*make)(const ata_problem *problem, ata_recipe *recipe);
} ata_named;

/* The algorithm of that name; `named` ends with NULL, `found` may be NULL. */
ata_status ata_named_find(const ata_named *const *named, const char *name, const ata_named **found);

/* The recipe of the algorithm that a problem asks for. */
ata_status ata_named_make(const ata_named *const *named, const ata_problem *problem, ata_recipe *recipe);

/* --- What named rules share -------------------------------------------------------------------------------------- */

/* For `refuses`: one dimension of complex points, a power of two of them; and that in natural order. */
const char *ata_named_refuses_line(const ata_problem *problem);
const char *ata_named_refuses_natural_line(const ata_problem *problem);

/* log2 of the points of a line. */
int ata_named_bits(const ata_problem *problem);

/* Append a pass of 2^bits points along the one dimension: stages of radix 2^radix_bits, the last one smaller if need
 * be. */
ata_status ata_named_add_pass(ata_recipe *recipe, ata_form form, int bits, int radix_bits);

#endif
