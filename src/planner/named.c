/* named.c - finding the algorithm that a problem asks for; and what those algorithms share. */
#include "planner/named.h"

#include <string.h>

#include "core/integer.h"

/* --- Finding ----------------------------------------------------------------------------------------------------- */

static ata_status refuse_name(const ata_named *const *named, const char *name)
{
    char list[320];
    ata_text text = {list, sizeof list, 0};
    for (const ata_named *const *it = named; *it; it++)
        ata_text_print(&text, "%s%s", it == named ? "" : ", ", (*it)->name);
    return ata_fail(ATA_ERROR_KIND, "algorithm", name, list,
                    "algorithm is %s; it must be one of %s, or left out for the planner to choose", name, list);
}

ata_status ata_named_find(const ata_named *const *named, const char *name, const ata_named **found)
{
    const ata_named *const *it = named;
    while (*it && strcmp((*it)->name, name) != 0) it++;
    if (!*it) return refuse_name(named, name);
    if (found) *found = *it;
    return ATA_OK;
}

ata_status ata_named_make(const ata_named *const *named, const ata_problem *problem, ata_recipe *recipe)
{
    const ata_named *asked = NULL;
    ATA_TRY(ata_named_find(named, problem->algorithm, &asked));
    const char *purpose = asked->refuses(problem);
    if (purpose)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "algorithm", problem->algorithm, purpose,
                        "algorithm is %s, which is for %s; change the problem, or leave the algorithm out (algo= in "
                        "text)",
                        problem->algorithm, purpose);
    *recipe = (ata_recipe){.pass_count = 0};
    return asked->make(problem, recipe);
}

/* --- What named rules share -------------------------------------------------------------------------------------- */

static bool is_line(const ata_problem *problem)
{
    const int64_t n = problem->dim[0].n;
    return problem->kind == ATA_C2C && problem->rank == 1 && n >= 2 && ata_integer_is_power_of_two(n);
}

const char *ata_named_refuses_line(const ata_problem *problem)
{
    return is_line(problem) ? NULL : "one dimension of a power of two of complex points, 2 or more";
}

const char *ata_named_refuses_natural_line(const ata_problem *problem)
{
    return is_line(problem) && problem->order == ATA_NATURAL
               ? NULL
               : "one dimension of a power of two of complex points, 2 or more, in natural order";
}

int ata_named_bits(const ata_problem *problem)
{
    return ata_integer_log2(problem->dim[0].n);
}

ata_status ata_named_add_pass(ata_recipe *recipe, ata_form form, int bits, int radix_bits)
{
    ata_steps steps = {.count = 0};
    for (; bits > 0; bits -= radix_bits)
        ata_steps_add(&steps, ATA_OP_RADIX, (int64_t)1 << (bits < radix_bits ? bits : radix_bits));
    return ata_recipe_add_pass(recipe, form, 0, &steps);
}
