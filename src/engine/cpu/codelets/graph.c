/* graph.c - building the graph of a codelet. */
#include "engine/cpu/codelets/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int intern_constant(graph *g, number value)
{
    for (int i = 0; i < g->constant_count; i++)
        if (number_is_near(g->constants[i], value)) return i;
    if (g->constant_count == GRAPH_CONSTANTS) {
        fprintf(stderr, "generate: radix %d needs more than %d constants\n", g->radix, GRAPH_CONSTANTS);
        exit(1);
    }
    g->constants[g->constant_count] = value;
    return g->constant_count++;
}

static int intern_node(graph *g, node wanted)
{
    for (int i = 0; i < g->node_count; i++) {
        const node *n = &g->nodes[i];
        if (n->input == wanted.input && n->a == wanted.a && n->b == wanted.b && n->ratio == wanted.ratio &&
            n->minus == wanted.minus && n->turned == wanted.turned)
            return i;
    }
    if (g->node_count == GRAPH_NODES) {
        fprintf(stderr, "generate: radix %d needs more than %d nodes\n", g->radix, GRAPH_NODES);
        exit(1);
    }
    g->nodes[g->node_count] = wanted;
    return g->node_count++;
}

/* Whether element i of a line is real where the line, or its transform, is Hermitian. */
static bool is_own_conjugate(const graph *g, int i)
{
    return 2 * i % g->radix == 0;
}

bool graph_is_real_input(const graph *g, int j)
{
    return g->kind == GRAPH_REAL || (g->kind == GRAPH_HERMITIAN && is_own_conjugate(g, j));
}

bool graph_is_real_output(const graph *g, int k)
{
    return g->kind == GRAPH_HERMITIAN || (g->kind == GRAPH_REAL && is_own_conjugate(g, k));
}

void graph_start(graph *g, graph_kind kind, int radix, point *inputs)
{
    memset(g, 0, sizeof *g);
    g->kind = kind;
    g->radix = radix;
    g->input_count = kind == GRAPH_HERMITIAN ? radix / 2 + 1 : radix;
    g->output_count = kind == GRAPH_REAL ? radix / 2 + 1 : radix;
    intern_constant(g, number_whole(1));
    for (int j = 0; j < g->input_count; j++) {
        if (kind == GRAPH_PAIRED) {
            inputs[j].re = inputs[j].im = (term){.node = intern_node(g, (node){.input = 2 * j})};
            inputs[j].im.turned = true;
            continue;
        }
        inputs[j].re = (term){intern_node(g, (node){.input = 2 * j}), CONSTANT_ONE, false, false};
        inputs[j].im = (term){intern_node(g, (node){.input = 2 * j + 1}), CONSTANT_ONE, kind == GRAPH_HERMITIAN, false};
        if (graph_is_real_input(g, j)) inputs[j].im.node = -1;
    }
    for (int j = g->input_count; j < radix; j++) inputs[j] = point_conjugate(inputs[radix - j]);
}

/* -i x */
static term turn(term x)
{
    if (x.turned) x.minus = !x.minus;
    x.turned = !x.turned;
    return x;
}

static term negate(term x)
{
    x.minus = !x.minus;
    return x;
}

/* x + y for terms of the same node. */
static term add_scales(graph *g, term x, term y)
{
    const factor a = {g->constants[x.scale], x.minus}, b = {g->constants[y.scale], y.minus};
    return graph_times(g, (term){x.node, CONSTANT_ONE, false, x.turned}, factor_add(a, b));
}

term graph_add(graph *g, term x, term y)
{
    if (x.node < 0) return y;
    if (y.node < 0) return x;
    if (x.node == y.node && x.turned == y.turned) return add_scales(g, x, y);
    int ratio = CONSTANT_ONE;
    if (x.scale == y.scale) {
        /* What is turned comes second: a result that is turned would have to be turned back some time. */
        if (x.turned == y.turned ? x.node > y.node : x.turned) {
            const term swap = x;
            x = y;
            y = swap;
        }
    } else {
        const bool is_smaller = number_compare(g->constants[x.scale], g->constants[y.scale]) < 0;
        if (y.scale == CONSTANT_ONE || (x.scale != CONSTANT_ONE && is_smaller)) {
            const term swap = x;
            x = y;
            y = swap;
        }
        ratio = x.scale == CONSTANT_ONE
                    ? y.scale
                    : intern_constant(g, number_divide(g->constants[y.scale], g->constants[x.scale]));
    }
    const bool is_turned = x.turned; /* all of the sum then; and b = -i (i b) */
    if (is_turned) y = negate(turn(y));
    const node sum = {
        .input = -1, .a = x.node, .b = y.node, .ratio = ratio, .minus = x.minus != y.minus, .turned = y.turned};
    return (term){intern_node(g, sum), x.scale, x.minus, is_turned};
}

term graph_subtract(graph *g, term x, term y)
{
    return graph_add(g, x, negate(y));
}

term graph_product(graph *g, term x)
{
    if (x.node < 0 || x.scale == CONSTANT_ONE) return x;
    const node product = {.input = -1, .a = -1, .b = x.node, .ratio = x.scale};
    return (term){intern_node(g, product), CONSTANT_ONE, x.minus, x.turned};
}

term graph_times(graph *g, term x, factor c)
{
    if (x.node < 0 || number_is_near(c.size, number_whole(0))) return (term){.node = -1};
    return (term){x.node, intern_constant(g, number_multiply(g->constants[x.scale], c.size)), x.minus != c.minus,
                  x.turned};
}

point point_add(graph *g, point x, point y)
{
    const term re = graph_add(g, x.re, y.re);
    return (point){re, g->kind == GRAPH_PAIRED ? turn(re) : graph_add(g, x.im, y.im)};
}

point point_subtract(graph *g, point x, point y)
{
    const term re = graph_subtract(g, x.re, y.re);
    return (point){re, g->kind == GRAPH_PAIRED ? turn(re) : graph_subtract(g, x.im, y.im)};
}

point point_product(graph *g, point x)
{
    return (point){graph_product(g, x.re), graph_product(g, x.im)};
}

point point_times(graph *g, point x, factor c)
{
    return (point){graph_times(g, x.re, c), graph_times(g, x.im, c)};
}

/* Of a pair this leaves the imaginary part the real one, turned. */
point point_turn(point x)
{
    return (point){x.im, negate(x.re)};
}

point point_conjugate(point x)
{
    return (point){x.re, negate(x.im)};
}

/* --- Signs ------------------------------------------------------------------------------------------------------
 * A node may be computed with its sign changed, which its users take into account; what cannot be computed in one
 * instruction is -a - r b, or -r b. The signs of terms run outward while the graph is built, so that mostly the outputs
 * alone are left to be mended; from there the search goes inward, one node at a time.
 */

/* Whether node i, with the signs as they are, would be -a - r b, or -r b. */
static bool is_broken(const graph *g, int i)
{
    const node *n = &g->nodes[i];
    if (n->input >= 0 || !n->is_needed) return false;
    if (n->a < 0) return n->negated != g->nodes[n->b].negated;
    const bool first = n->negated != g->nodes[n->a].negated;
    const bool second = (n->negated != n->minus) != g->nodes[n->b].negated;
    return first && second;
}

static bool settle_signs(graph *g, const bool *is_fixed)
{
    uint32_t chance = 1;
    for (int step = 0; step < 100000; step++) {
        int broken = g->node_count - 1;
        while (broken >= 0 && !is_broken(g, broken)) broken--;
        if (broken < 0) return true;
        const node *n = &g->nodes[broken];
        const int choices[3] = {broken, n->a < 0 ? n->b : n->a, n->b};
        chance = chance * 1664525 + 1013904223;
        const int flip = choices[(chance >> 16) % 3];
        if (!is_fixed[flip]) g->nodes[flip].negated = !g->nodes[flip].negated;
    }
    return false;
}

bool graph_finish(graph *g, const point *outputs)
{
    static bool is_fixed[GRAPH_NODES];
    memset(is_fixed, 0, sizeof is_fixed);
    for (int i = 0; i < 2 * g->output_count; i++) {
        if (g->kind == GRAPH_PAIRED && i % 2) {
            g->outputs[i] = -1;
            continue;
        }
        const term out = graph_product(g, i % 2 ? outputs[i / 2].im : outputs[i / 2].re);
        const bool is_zero = i % 2 && graph_is_real_output(g, i / 2);
        if (is_zero && out.node < 0) {
            g->outputs[i] = -1;
            continue;
        }
        node *n = &g->nodes[out.node];
        if (is_zero || out.node < 0 || out.turned || is_fixed[out.node]) {
            fprintf(stderr, "generate: radix %d: output %d is no node of its own\n", g->radix, i / 2);
            return false;
        }
        g->outputs[i] = out.node;
        n->negated = out.minus;
        n->is_needed = true;
        is_fixed[out.node] = true;
    }
    for (int i = g->node_count - 1; i >= 0; i--) {
        node *n = &g->nodes[i];
        if (n->input >= 0) is_fixed[i] = true;
        if (n->input >= 0 || !n->is_needed) continue;
        if (n->a >= 0) g->nodes[n->a].is_needed = true;
        g->nodes[n->b].is_needed = true;
    }
    if (settle_signs(g, is_fixed)) return true;
    fprintf(stderr, "generate: radix %d: no signs without a negation were found\n", g->radix);
    return false;
}
