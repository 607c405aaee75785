/* emit.h - a scheduled graph as C, and a proof by numbers that it is the transform. */
#ifndef ATA_CPU_CODELETS_EMIT_H
#define ATA_CPU_CODELETS_EMIT_H

#include <stdio.h>

#include "engine/cpu/codelets/schedule.h"

typedef struct counts {
    int additions, products, fused, alive;
} counts;

counts emit_count(const graph *g, const schedule *s);

/* What the codelet's file is called, without the number: dft, rdft, irdft or pdft. */
const char *emit_stem(graph_kind kind);

/* The codelet in the order `few`; where `many` is not NULL, in that one for machines with many registers. */
void emit_print(const graph *g, const schedule *few, const schedule *many, FILE *file);

/* The largest error of the statements, carried out in long double on numbers by chance, relative to the norm of the
 * result; infinite where a statement uses what is not there yet, or loads after something was stored. */
long double emit_error(const graph *g, const schedule *s);

#endif
