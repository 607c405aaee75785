/* names.c - recipes that have a name, because somebody wrote about them.
 *
 *   three-sets         512 points, nine stages of radix 2 in three sets of three, each an 8-point transform in the
 *                      registers of a thread; points change places twice, without bank conflicts
 *   three-sets-plain   the same as it was first: points are saved in the order of the data, and collide
 */
#include <string.h>

#include "recipe/recipe.h"

static const struct {
    const char *name, *text;
} named[] = {
    {"three-sets", "{X(8), X(8), X(8)}"},
    {"three-sets-plain", "{plain: X(8), X(8), X(8)}"},
};

const char *ata_recipe_named(const char *text)
{
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strcmp(named[i].name, text) == 0) return named[i].text;
    return text;
}
