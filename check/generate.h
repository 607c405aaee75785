/* generate.h - random valid problems, each from a number alone. */
#ifndef ATALANTA_CHECK_GENERATE_H
#define ATALANTA_CHECK_GENERATE_H

#include "atalanta.h"

/* The problem that belongs to `seed`: any kind, type, storage, rank 1 to 8, batch, layout, order, place, scale and
 * direction, with at most about max_points elements in all transforms together. Always one that ata_problem_check
 * accepts. */
void check_generate_problem(ata_problem *problem, uint64_t seed, int64_t max_points);

#endif
