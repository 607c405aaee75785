/* locality.c - decimation in time whose later passes take many lines side by side: a block of 2^10 points is then made
 * of pieces as wide as a memory access, and a pass has as many stages fewer as it has lines.
 */
#include "planner/named/blocks.h"
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

enum { PASS_BITS = 5 }; /* of a later pass, which leaves pieces of 2^5 points, 256 bytes */

/* --- What it applies to ------------------------------------------------------------------------------------------ */

/* ata_named_refuses_natural_line says it. */

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    int done, bits;
    ATA_TRY(ata_blocks_begin(problem, recipe, &done));
    for (; (bits = ata_blocks_next(problem, done, PASS_BITS)) > 0; done += bits) {
        ATA_TRY(ata_named_add_pass(recipe, ATA_FORM_DIT, bits, 1));
        recipe->pass[recipe->pass_count - 1].lines = 1 << (ATA_BLOCK_BITS - bits);
    }
    return ATA_OK;
}

const ata_named ata_named_locality = {
    .name = "locality",
    .paper = ATA_PAPER_LOCALITY,
    .summary = "the same with shorter later passes of many lines side by side, so that blocks are made of wide pieces",
    .refuses = ata_named_refuses_natural_line,
    .make = make,
};
