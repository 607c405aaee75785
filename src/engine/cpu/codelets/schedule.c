/* schedule.c - an order of the statements that keeps few values alive.
 *
 * It is the order in which the algorithms made the nodes, with every load as late and every store as early as can be.
 * The algorithms are recursive: a part of the transform is finished before the next is begun, and the last step takes
 * its few inputs from each part and ends in stores, so that hardly more than the 2 n values of the data themselves are
 * ever alive. With 16 registers as with 32, moving statements about at random never came to an order with notably
 * fewer spills. Compilers should be kept from making one of their own before they allocate registers
 * (-fno-schedule-insns for gcc).
 */
#include "engine/cpu/codelets/schedule.h"

#include <string.h>

typedef struct builder {
    schedule *s;
    const graph *g;
    bool is_done[GRAPH_NODES];
} builder;

static void add_statement(builder *b, statement_kind kind, int index)
{
    b->s->statements[b->s->count++] = (statement){kind, index};
}

static void load_input(builder *b, int i)
{
    if (b->is_done[i]) return;
    const int input = b->g->nodes[i].input;
    b->is_done[i] = true;
    if (b->g->kind != GRAPH_PAIRED) /* the inputs are the first nodes */
        b->is_done[2 * (input / 2)] = b->is_done[2 * (input / 2) + 1] = true;
    add_statement(b, STATEMENT_LOAD, input / 2);
}

void schedule_build(schedule *s, const graph *g)
{
    static builder b;
    memset(&b, 0, sizeof b);
    b.s = s;
    b.g = g;
    s->count = 0;
    for (int i = 0; i < g->node_count; i++) {
        const node *n = &g->nodes[i];
        if (n->input >= 0 || !n->is_needed) continue;
        if (n->a >= 0 && g->nodes[n->a].input >= 0) load_input(&b, n->a);
        if (g->nodes[n->b].input >= 0) load_input(&b, n->b);
        add_statement(&b, STATEMENT_NODE, i);
        b.is_done[i] = true;
        for (int k = 0; k < g->output_count; k++) {
            const int re = g->outputs[2 * k], im = g->outputs[2 * k + 1] < 0 ? re : g->outputs[2 * k + 1];
            if ((re == i || im == i) && b.is_done[re] && b.is_done[im]) add_statement(&b, STATEMENT_STORE, k);
        }
    }
}

int schedule_most_alive(const schedule *s, const graph *g)
{
    static int last_use[GRAPH_NODES];
    for (int t = 0; t < s->count; t++) {
        const int i = s->statements[t].index;
        if (s->statements[t].kind == STATEMENT_NODE) {
            if (g->nodes[i].a >= 0) last_use[g->nodes[i].a] = t;
            last_use[g->nodes[i].b] = t;
        }
        if (s->statements[t].kind == STATEMENT_STORE) {
            last_use[g->outputs[2 * i]] = t;
            if (g->outputs[2 * i + 1] >= 0) last_use[g->outputs[2 * i + 1]] = t;
        }
    }
    int alive = 0, most = 0;
    for (int t = 0; t < s->count; t++) {
        const int i = s->statements[t].index;
        if (s->statements[t].kind == STATEMENT_LOAD)
            alive += graph_is_real_input(g, i) || g->kind == GRAPH_PAIRED ? 1 : 2;
        if (s->statements[t].kind == STATEMENT_NODE) {
            const int a = g->nodes[i].a, b = g->nodes[i].b;
            alive += 1 - (a >= 0 && last_use[a] == t) - (last_use[b] == t);
        }
        if (s->statements[t].kind == STATEMENT_STORE) {
            const int re = g->outputs[2 * i], im = g->outputs[2 * i + 1];
            alive -= (last_use[re] == t) + (im >= 0 && last_use[im] == t);
        }
        if (alive > most) most = alive;
    }
    return most;
}
