/* reproduce_papers.c - the table of papers. */
#include <string.h>

#include "cli/reproduce.h"

const reproduce_paper *const reproduce_papers[REPRODUCE_PAPERS] = {&reproduce_000, &reproduce_001, &reproduce_002,
                                                                   &reproduce_003, &reproduce_004};

const reproduce_paper *reproduce_paper_find(const char *number)
{
    for (int i = 0; i < REPRODUCE_PAPERS; i++)
        if (strcmp(reproduce_papers[i]->number, number) == 0) return reproduce_papers[i];
    return NULL;
}
