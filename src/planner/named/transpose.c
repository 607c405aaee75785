/* transpose.c - decimation in time in passes of 2^10 points, between transpositions that bring the points of a line
 * together and back: passes read neighbours, at the price of two more ways over memory for each.
 */
#include "planner/named/blocks.h"
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

/* ata_named_refuses_natural_line says it. */

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    const int64_t n = problem->dim[0].n;
    int done, bits;
    ATA_TRY(ata_blocks_begin(problem, recipe, &done));
    for (; (bits = ata_blocks_next(problem, done, ATA_BLOCK_BITS)) > 0; done += bits) {
        ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_TRANSPOSE, 0, (int64_t)1 << done));
        ATA_TRY(ata_named_add_pass(recipe, ATA_FORM_DIT, bits, 1));
        recipe->pass[recipe->pass_count - 1].turned = true;
        ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_TRANSPOSE, 0, n >> done));
    }
    return ATA_OK;
}

const ata_named ata_named_transpose = {
    .name = "transpose",
    .paper = ATA_PAPER_LOCALITY,
    .summary = "the same with transpositions around every later pass, so that it reads neighbouring points",
    .refuses = ata_named_refuses_natural_line,
    .make = make,
};
