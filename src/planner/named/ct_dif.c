/* ct_dif.c - Cooley and Tukey's algorithm, decimation in frequency: a pass over memory for every stage of radix 2, in
 * place, after which the frequencies lie in bit-reversed order. The other way, from bit-reversed frequencies, the same
 * stages from the last to the first, which is decimation in time.
 */
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

/* ata_named_refuses_line says it. */

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    const bool backwards = problem->order == ATA_BIT_REVERSED && problem->direction == ATA_INVERSE;
    for (int bits = ata_named_bits(problem); bits > 0; bits--)
        ATA_TRY(ata_named_add_pass(recipe, backwards ? ATA_FORM_DIT : ATA_FORM_DIF, 1, 1));
    if (problem->order == ATA_BIT_REVERSED) return ATA_OK;
    return ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, 0, problem->dim[0].n);
}

const ata_named ata_named_ct_dif = {
    .name = "ct-dif",
    .paper = ATA_PAPER_EFFECTIVENESS,
    .summary = "Cooley and Tukey's radix 2, decimation in frequency, a pass for every stage",
    .refuses = ata_named_refuses_line,
    .make = make,
};
