/* radix8.c - eight points a thread in its registers, exchanged once or twice through shared memory: 8, 64 and 512
 * points in one pass; longer lines, which its authors left open, in passes of equal size.
 */
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

enum { PASS_BITS = 9 }; /* 512 points */

/* --- What it applies to ------------------------------------------------------------------------------------------ */

/* ata_named_refuses_natural_line says it. */

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    int left = ata_named_bits(problem);
    for (int passes = (left + PASS_BITS - 1) / PASS_BITS; passes > 0; passes--) {
        const int bits = (left + passes - 1) / passes;
        ATA_TRY(ata_named_add_pass(recipe, ATA_FORM_NATURAL, bits, 3));
        left -= bits;
    }
    return ATA_OK;
}

const ata_named ata_named_radix8 = {
    .name = "radix8",
    .paper = ATA_PAPER_RADIX8,
    .summary = "stages of radix 8 in registers, up to 512 points in a pass",
    .refuses = ata_named_refuses_natural_line,
    .make = make,
};
