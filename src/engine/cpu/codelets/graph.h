/* graph.h - what a codelet computes, as a graph in which every node is one instruction.
 *
 * A transform is linear, so that few forms of nodes are enough beside the inputs:
 *
 *     a + r b     a - r b     r b          with a constant r > 0
 *
 * the first two being additions where r is 1 and fused multiply-adds where it is not. While the graph is built, what
 * the nodes are put together from are terms, sign * scale * node: multiplying by a constant only changes the scale,
 * and it is the next addition that pays for it,
 *
 *     k a + m b  =  k (a + (m/k) b)       for k = 1 or k >= m > 0
 *
 * so that a product is a node of its own only where an algorithm asks for it (graph_product). Equal nodes are made
 * once.
 */
#ifndef ATA_CPU_CODELETS_GRAPH_H
#define ATA_CPU_CODELETS_GRAPH_H

#include "engine/cpu/codelets/number.h"

enum { GRAPH_NODES = 4096, GRAPH_CONSTANTS = 512, GRAPH_POINTS = 64 };

enum { CONSTANT_ONE = 0 }; /* the constant every graph has */

typedef struct node {
    int input;      /* 2 j for the real part of element j, 2 j + 1 for the imaginary one; -1 for a sum */
    int a, b;       /* a < b where the ratio is one; a = -1 for a product */
    int ratio;      /* a constant */
    bool minus;     /* a - r b */
    bool is_needed; /* some output depends on it */
    bool negated;   /* what is computed is the negative: graph_finish() decides */
} node;

typedef struct term {
    int node; /* -1 for zero */
    int scale;
    bool minus;
} term;

typedef struct point { /* a complex number */
    term re, im;
} point;

typedef struct graph {
    int radix;
    int node_count, constant_count;
    node nodes[GRAPH_NODES]; /* what a node needs comes before it */
    number constants[GRAPH_CONSTANTS];
    int outputs[2 * GRAPH_POINTS]; /* nodes, real and imaginary parts in turn */
} graph;

/* An empty graph with its inputs, which are also stored in `inputs`. */
void graph_start(graph *g, int radix, point *inputs);

term graph_add(graph *g, term x, term y);
term graph_subtract(graph *g, term x, term y);

/* x with its scale multiplied in. */
term graph_product(graph *g, term x);

/* x times a constant. */
term graph_times(graph *g, term x, factor c);

/* The same for complex numbers; and -i x. */
point point_add(graph *g, point x, point y);
point point_subtract(graph *g, point x, point y);
point point_product(graph *g, point x);
point point_times(graph *g, point x, factor c);
point point_turn(point x);

/* Note the outputs, mark what they need, and settle all signs so that no negation is left. False, and a message, where
 * that cannot be. */
bool graph_finish(graph *g, const point *outputs);

#endif
