/* three_sets.c - 512 points, nine stages of radix 2 in three sets of three, each an 8-point transform in the registers
 * of a thread; points change places twice, without bank conflicts. The plain one is the same as it was first: points
 * are saved in the order of the data, and collide.
 */
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

/* --- What it applies to ------------------------------------------------------------------------------------------ */

static const char *refuses(const ata_problem *problem)
{
    const bool good = !ata_named_refuses_natural_line(problem) && problem->dim[0].n == 512;
    return good ? NULL : "one dimension of 512 complex points in natural order";
}

/* --- The recipe it makes ----------------------------------------------------------------------------------------- */

static ata_status make(const ata_problem *problem, ata_recipe *recipe)
{
    return ata_named_add_pass(recipe, ATA_FORM_NATURAL, ata_named_bits(problem), 3);
}

static ata_status make_plain(const ata_problem *problem, ata_recipe *recipe)
{
    ATA_TRY(make(problem, recipe));
    recipe->pass[0].plain = true;
    return ATA_OK;
}

const ata_named ata_named_three_sets = {
    .name = "three-sets",
    .paper = ATA_PAPER_WIRELESS,
    .summary = "512 points in three sets of three stages, exchanged without bank conflicts",
    .refuses = refuses,
    .make = make,
};

const ata_named ata_named_three_sets_plain = {
    .name = "three-sets-plain",
    .paper = ATA_PAPER_WIRELESS,
    .summary = "the same, exchanged in the order of the data",
    .refuses = refuses,
    .make = make_plain,
};
