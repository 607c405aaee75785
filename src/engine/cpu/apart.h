/* apart.h - which lines whose points lie apart are copied to where these are neighbours. */
#ifndef ATA_CPU_APART_H
#define ATA_CPU_APART_H

#include "problem/problem.h"

/* Whether the lines along a dimension, others beside them, are better done so (columns.c) than where they lie. */
bool ata_cpu_collects(const ata_problem *problem, int dim);

/* Whether lines along a dimension lie behind one another, the points of each apart: then those longer than so many
 * points are done singly, each from a buffer. */
enum { ATA_CPU_LONGEST_BESIDE = 32 };
bool ata_cpu_lie_behind(const ata_problem *problem, int dim);

#endif
