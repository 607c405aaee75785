/* straightforward.c - decimation in time in passes of 2^10 points, each line fetched as it lies: all passes but the
 * first find the points of a line far apart, and get them one by one.
 */
#include "planner/named/blocks.h"
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

/* ata_named_refuses_natural_line says it. */

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    int done, bits;
    ATA_TRY(ata_blocks_begin(problem, recipe, &done));
    for (; (bits = ata_blocks_next(problem, done, ATA_BLOCK_BITS)) > 0; done += bits) {
        ATA_TRY(ata_named_add_pass(recipe, ATA_FORM_DIT, bits, 1));
        recipe->pass[recipe->pass_count - 1].lines = 1;
    }
    return ATA_OK;
}

const ata_named ata_named_straightforward = {
    .name = "straightforward",
    .paper = ATA_PAPER_LOCALITY,
    .summary = "bit reversal, then radix 2 in passes of 1024 points, each line by itself however far its points lie",
    .refuses = ata_named_refuses_natural_line,
    .make = make,
};
