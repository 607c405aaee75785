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
 *
 * Transforms of real numbers, and back to them, are built by the algorithms of the complex ones: what is known to be
 * zero is a term without a node, and what is known to be a conjugate is its partner with a sign changed.
 */
#ifndef ATA_CPU_CODELETS_GRAPH_H
#define ATA_CPU_CODELETS_GRAPH_H

#include "engine/cpu/codelets/number.h"

enum { GRAPH_NODES = 4096, GRAPH_CONSTANTS = 512, GRAPH_POINTS = 128 };

enum { CONSTANT_ONE = 0 }; /* the constant every graph has */

/* What is transformed. A real line has a Hermitian transform, X[n-k] = conj X[k], of which the first n/2 + 1 elements
 * are kept; the way back has those as its inputs. A paired line is a complex one of which every node is a complex
 * number, both of its parts in one vector: then the second summand of a node may be turned, -i b for b, and a point's
 * imaginary part is the same term as its real part, turned. */
typedef enum graph_kind { GRAPH_COMPLEX, GRAPH_REAL, GRAPH_HERMITIAN, GRAPH_PAIRED } graph_kind;

typedef struct node {
    int input;      /* 2 j for the real part of element j, or all of it, 2 j + 1 for the imaginary one; -1 for a sum */
    int a, b;       /* a < b where the ratio is one; a = -1 for a product */
    int ratio;      /* a constant */
    bool minus;     /* a - r b */
    bool turned;    /* -i b instead of b */
    bool is_needed; /* some output depends on it */
    bool negated;   /* what is computed is the negative: graph_finish() decides */
} node;

typedef struct term {
    int node; /* -1 for zero */
    int scale;
    bool minus;
    bool turned; /* times -i */
} term;

typedef struct point { /* a complex number */
    term re, im;
} point;

typedef struct graph {
    graph_kind kind;
    int radix;
    int input_count, output_count; /* elements */
    int node_count, constant_count;
    node nodes[GRAPH_NODES]; /* what a node needs comes before it */
    number constants[GRAPH_CONSTANTS];
    int outputs[2 * GRAPH_POINTS]; /* nodes, real and imaginary parts in turn; -1 for zero, or for a pair's second */
} graph;

/* An empty graph with its inputs. In `inputs` is the whole line they stand for, all `radix` elements of it; of a
 * Hermitian one the conjugate, which makes the transform the one back. */
void graph_start(graph *g, graph_kind kind, int radix, point *inputs);

/* Whether the imaginary part of element j is zero, and not loaded; and whether that of element k of the result is. */
bool graph_is_real_input(const graph *g, int j);
bool graph_is_real_output(const graph *g, int k);

term graph_add(graph *g, term x, term y);
term graph_subtract(graph *g, term x, term y);

/* x with its scale multiplied in. */
term graph_product(graph *g, term x);

/* x times a constant. */
term graph_times(graph *g, term x, factor c);

/* The same for complex numbers; and -i x, and the conjugate. */
point point_add(graph *g, point x, point y);
point point_subtract(graph *g, point x, point y);
point point_product(graph *g, point x);
point point_times(graph *g, point x, factor c);
point point_turn(point x);
point point_conjugate(point x);

/* Note the outputs, mark what they need, and settle all signs so that no negation is left. Of the `radix` elements
 * given the first output_count are meant. False, and a message, where that cannot be. */
bool graph_finish(graph *g, const point *outputs);

#endif
