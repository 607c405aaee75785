/* inserted_x.c - complex points of three dimensions in three or four sweeps, which the lines along Y and Z need anyway;
 * the stages along X are inserted into them. These are the plans of the paper's appendix A, as it writes them, for the
 * two generations of GPUs that it has. Its order is bit-reversed; the same sweeps make natural order too.
 *
 * Two spans are misprinted there, 156 for 256 (256 x 256 x 256) and 512 for 1024 (256 x 512 x 1024, along Z). The first
 * plan stands in section 4.3; of that for 512 x 256 x 256 we know the last two sweeps, and the radix 8 along X that the
 * first two must have between them stands where the plan for 256 x 256 x 256 begins with X.
 */
#include "planner/named/named_rules.h"
#include "planner/named/papers.h"

typedef struct known_plan {
    int64_t x, y, z;
    const char *text;
} known_plan;

static const known_plan tesla[] = {
    {256, 256, 256,
     "{Y(16, 16, 16, 256, tw)} "
     "{X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)} "
     "{X(32, 8, 8, 64, tw), Z(16, 16, 16, 256, tw)} "
     "{X(32, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)}"},
    {512, 256, 256,
     "{Y(16, 16, 16, 256, tw)} "
     "{X(64, 8, 64, 512, tw), Y(16, 16, 1, 16, no-tw)} "
     "{X(64, 8, 8, 64, tw), Z(16, 16, 16, 256, tw)} "
     "{X(64, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)}"},
    {1024, 256, 256,
     "{X(256, 4, 256, 1024, tw), Y(16, 16, 16, 256, tw)} "
     "{X(256, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)} "
     "{X(128, 8, 8, 64, tw), Z(16, 16, 16, 256, tw)} "
     "{X(128, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)}"},
    {128, 128, 128,
     "{X(32, 4, 32, 128, tw), Y(4, 32, 4, 128, tw)} "
     "{X(16, 8, 4, 32, tw), Y(32, 4, 1, 4, no-tw), Z(32, 4, 32, 128, tw)} "
     "{X(32, 4, 1, 4, no-tw), Z(4, 32, 1, 32, no-tw)}"},
    {256, 128, 128,
     "{X(64, 4, 64, 256, tw), Y(4, 32, 4, 128, tw)} "
     "{X(32, 8, 8, 64, tw), Y(32, 4, 1, 4, no-tw), Z(32, 4, 32, 128, tw)} "
     "{X(32, 8, 1, 8, no-tw), Z(4, 32, 1, 32, no-tw)}"},
    {512, 512, 512,
     "{X(128, 4, 128, 512, tw), Y(32, 16, 32, 512, tw)} "
     "{X(128, 4, 32, 128, tw), Y(16, 32, 1, 32, no-tw)} "
     "{X(64, 8, 4, 32, tw), Z(32, 16, 32, 512, tw)} "
     "{X(128, 4, 1, 4, no-tw), Z(16, 32, 1, 32, no-tw)}"},
    {0, 0, 0, NULL},
};

static const known_plan fermi[] = {
    {128, 512, 1024,
     "{X(64, 2, 64, 128, tw), Y(16, 32, 16, 512, tw)} "
     "{X(16, 8, 8, 64, tw), Y(32, 16, 1, 16, no-tw)} "
     "{Z(32, 32, 32, 1024, tw)} "
     "{X(16, 8, 1, 8, no-tw), Z(32, 32, 1, 32, no-tw)}"},
    {128, 1024, 1024,
     "{X(64, 2, 64, 128, tw), Y(32, 32, 32, 1024, tw)} "
     "{X(16, 8, 8, 64, tw), Y(32, 32, 1, 32, no-tw)} "
     "{Z(32, 32, 32, 1024, tw)} "
     "{X(16, 8, 1, 8, no-tw), Z(32, 32, 1, 32, no-tw)}"},
    {128, 512, 512,
     "{X(64, 2, 64, 128, tw), Y(16, 32, 16, 512, tw)} "
     "{X(16, 8, 8, 64, tw), Y(32, 16, 1, 16, no-tw)} "
     "{X(16, 8, 1, 8, no-tw), Z(32, 16, 32, 512, tw)} "
     "{Z(16, 32, 1, 32, no-tw)}"},
    {256, 512, 512,
     "{X(64, 4, 64, 256, tw), Y(32, 16, 32, 512, tw)} "
     "{Y(16, 32, 1, 32, no-tw)} "
     "{X(32, 8, 8, 64, tw), Z(32, 16, 32, 512, tw)} "
     "{X(32, 8, 1, 8, no-tw), Z(16, 32, 1, 32, no-tw)}"},
    {256, 512, 1024,
     "{X(64, 4, 64, 256, tw), Y(32, 16, 32, 512, tw)} "
     "{X(32, 8, 8, 64, tw), Y(16, 32, 1, 32, no-tw)} "
     "{X(32, 8, 1, 8, no-tw), Z(32, 32, 32, 1024, tw)} "
     "{Z(32, 32, 1, 32, no-tw)}"},
    {512, 512, 512,
     "{X(64, 8, 64, 512, tw), Y(32, 16, 32, 512, tw)} "
     "{X(64, 8, 8, 64, tw), Y(16, 32, 1, 32, no-tw)} "
     "{Z(32, 16, 32, 512, tw)} "
     "{X(64, 8, 1, 8, no-tw), Z(16, 32, 1, 32, no-tw)}"},
    {0, 0, 0, NULL},
};

/* --- What they apply to ------------------------------------------------------------------------------------------ */

static const known_plan *find(const known_plan *plans, const ata_problem *problem)
{
    const ata_dim *dim = problem->dim;
    if (problem->kind != ATA_C2C || problem->rank != 3) return NULL;
    while (plans->text && (plans->x != dim[2].n || plans->y != dim[1].n || plans->z != dim[0].n)) plans++;
    return plans->text ? plans : NULL;
}

static const char *refuses(const known_plan *plans, const ata_problem *problem, const char *shapes)
{
    if (problem->order == ATA_BIT_REVERSED && problem->direction == ATA_INVERSE)
        return "points in natural order: it has no way back from bit-reversed ones";
    return find(plans, problem) ? NULL : shapes;
}

static const char *refuses_tesla(const ata_problem *problem)
{
    return refuses(tesla, problem,
                   "complex points of 128x128x128, 128x128x256, 256x256x256, 256x256x512, 256x256x1024 or 512x512x512");
}

static const char *refuses_fermi(const ata_problem *problem)
{
    return refuses(fermi, problem,
                   "complex points of 512x512x128, 512x512x256, 512x512x512, 1024x512x128, 1024x512x256 or "
                   "1024x1024x128");
}

/* --- The recipes they make --------------------------------------------------------------------------------------- */

static ata_status make(const known_plan *plans, const ata_problem *problem, ata_recipe *recipe)
{
    ATA_TRY(ata_recipe_read(recipe, problem->rank, find(plans, problem)->text));
    for (int p = 0; p < recipe->pass_count; p++) recipe->pass[p].form = ata_form_of(problem);
    return ATA_OK;
}

static ata_status make_tesla(const ata_problem *problem, ata_recipe *recipe)
{
    return make(tesla, problem, recipe);
}

static ata_status make_fermi(const ata_problem *problem, ata_recipe *recipe)
{
    return make(fermi, problem, recipe);
}

const ata_named ata_named_inserted_x_tesla = {
    .name = "inserted-x-tesla",
    .paper = ATA_PAPER_THREE_DIMENSIONS,
    .summary = "three dimensions with the stages along X inside the sweeps of Y and Z, by the paper's plans for Tesla",
    .refuses = refuses_tesla,
    .make = make_tesla,
};

const ata_named ata_named_inserted_x_fermi = {
    .name = "inserted-x-fermi",
    .paper = ATA_PAPER_THREE_DIMENSIONS,
    .summary = "the same, by its plans for Fermi",
    .refuses = refuses_fermi,
    .make = make_fermi,
};
