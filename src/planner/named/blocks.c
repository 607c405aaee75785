/* blocks.c - how the three algorithms of memory locality begin. */
#include "planner/named/blocks.h"

ata_status ata_blocks_begin(const ata_problem *problem, ata_recipe *recipe, int *done)
{
    *done = ata_blocks_next(problem, 0, ATA_BLOCK_BITS);
    ATA_TRY(ata_recipe_add_reorder(recipe, ATA_REORDER_REVERSE, 0, problem->dim[0].n));
    return ata_named_add_pass(recipe, ATA_FORM_DIT, *done, 1);
}

int ata_blocks_next(const ata_problem *problem, int done, int most)
{
    const int left = ata_named_bits(problem) - done;
    return left < most ? left : most;
}
