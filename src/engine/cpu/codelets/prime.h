/* prime.h - transforms of odd prime length. */
#ifndef ATA_CPU_CODELETS_PRIME_H
#define ATA_CPU_CODELETS_PRIME_H

#include "engine/cpu/codelets/graph.h"

void prime_build(graph *g, int n, const point *in, point *out);

#endif
