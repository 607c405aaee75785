/* dft.h - algorithms of the discrete Fourier transform, each a way of building the graph. */
#ifndef ATA_CPU_CODELETS_DFT_H
#define ATA_CPU_CODELETS_DFT_H

#include "engine/cpu/codelets/graph.h"

/* out[k] = sum over j of in[j] exp(-2 pi i j k / n), in natural order. */
void dft_build(graph *g, int n, const point *in, point *out);

#endif
