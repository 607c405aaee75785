/* constant_geometry.c - stages of radix 2 that all read and write the same places: the two halves of the line in, pairs
 * of neighbours out. A pass over memory each, after which the frequencies lie in bit-reversed order.
 */
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static const char *refuses(const ata_problem *problem)
{
    if (problem->order == ATA_BIT_REVERSED && problem->direction == ATA_INVERSE)
        return "points in natural order: it has no way back from bit-reversed ones";
    return ata_named_refuses_line(problem);
}

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    for (int bits = ata_named_bits(problem); bits > 0; bits--)
        ATA_TRY(ata_named_add_pass(recipe, ATA_FORM_GEOMETRY, 1, 1));
    if (problem->order == ATA_BIT_REVERSED) return ATA_OK;
    return ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, 0, problem->dim[0].n);
}

const ata_named ata_named_constant_geometry = {
    .name = "constant-geometry",
    .paper = ATA_PAPER_EFFECTIVENESS,
    .summary = "radix 2, a pass for every stage, all of which read and write the same places",
    .refuses = refuses,
    .make = make,
};
