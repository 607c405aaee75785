/* schedule.c - an order of the statements that keeps few values alive and processors busy.
 *
 * It starts from the order in which the algorithms made the nodes, with every load as late and every store as early as
 * can be. The algorithms are recursive: a part of the transform is finished before the next is begun, and the last step
 * takes its few inputs from each part and ends in stores, so that hardly more than the 2 n values of the data
 * themselves are ever alive. With 16 registers as with 32, moving statements about at random never came to an order
 * with notably fewer spills.
 *
 * That order has each statement right behind those it needs. A processor looks ahead for others, but what waits fills
 * its queues: on a Neoverse V1, which has 124 vectors in flight at most, a paired butterfly of 16 points took 57
 * cycles, of which the instructions alone are 37. So the order is carried out once on a model of a processor, and a
 * statement that would have to wait lets later ones go first, as long as registers hold what is alive: 48 cycles. With
 * 16 registers there is little room for that, and what more is alive costs more than it gains.
 *
 * Compilers should be kept from making an order of their own before they allocate registers (-fno-schedule-insns for
 * gcc).
 */
#include "engine/cpu/codelets/schedule.h"

#include <string.h>

/* The model: instructions a cycle, and cycles until a result can be used. Products have 4 or 5 on a Neoverse V1, but
 * share the way out of their pipe with sums, which are quicker, and then one of them waits; with 7 a line of 32 x 32
 * points takes 4% less time than with 4. */
enum { TICKS = 4, LATENCY_LOAD = 6, LATENCY_SUM = 2, LATENCY_TURNED = 3, LATENCY_FUSED = 7 };

/* --- The order of the algorithms ---------------------------------------------------------------------------------- */

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

static void build_plain(schedule *s, const graph *g)
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

/* --- What statements need and make -------------------------------------------------------------------------------- */

typedef struct nodes_of {
    int count;
    int node[2];
} nodes_of;

static nodes_of two_nodes(int first, int second)
{
    if (first < 0 || first == second) return (nodes_of){1, {second}};
    return second < 0 ? (nodes_of){1, {first}} : (nodes_of){2, {first, second}};
}

static nodes_of needs(const graph *g, statement s)
{
    switch (s.kind) {
    case STATEMENT_NODE: return two_nodes(g->nodes[s.index].a, g->nodes[s.index].b);
    case STATEMENT_STORE: return two_nodes(g->outputs[2 * s.index], g->outputs[2 * s.index + 1]);
    case STATEMENT_LOAD: break;
    }
    return (nodes_of){0};
}

static nodes_of makes(const graph *g, statement s)
{
    switch (s.kind) {
    case STATEMENT_NODE: return two_nodes(s.index, -1);
    case STATEMENT_LOAD: /* the inputs are the first nodes */
        if (g->kind == GRAPH_PAIRED) return two_nodes(s.index, -1);
        return two_nodes(2 * s.index, graph_is_real_input(g, s.index) ? -1 : 2 * s.index + 1);
    case STATEMENT_STORE: break;
    }
    return (nodes_of){0};
}

static int latency(const graph *g, statement s)
{
    if (s.kind == STATEMENT_LOAD) return LATENCY_LOAD;
    const node *n = &g->nodes[s.index];
    return n->ratio != CONSTANT_ONE ? LATENCY_FUSED : n->turned ? LATENCY_TURNED : LATENCY_SUM;
}

/* --- The order without waiting ------------------------------------------------------------------------------------ */

typedef struct model {
    const graph *g;
    int registers;
    int now, alive, loads_left; /* now in instructions: TICKS a cycle */
    int uses[GRAPH_NODES];      /* that are to come */
    int ready[GRAPH_NODES];     /* when a value can be used; -1 before it is computed */
} model;

static void start_model(model *m, const graph *g, const schedule *s)
{
    memset(m, 0, sizeof *m);
    m->g = g;
    for (int i = 0; i < g->node_count; i++) m->ready[i] = -1;
    for (int t = 0; t < s->count; t++) {
        const nodes_of from = needs(g, s->statements[t]);
        for (int k = 0; k < from.count; k++) m->uses[from.node[k]]++;
        m->loads_left += s->statements[t].kind == STATEMENT_LOAD;
    }
}

/* When all is there that a statement needs; -1 if it cannot be next. Nothing is stored before all is loaded: results
 * may lie where the data did. */
static int time_ready(const model *m, statement s)
{
    if (s.kind == STATEMENT_STORE && m->loads_left > 0) return -1;
    const nodes_of from = needs(m->g, s);
    int time = 0;
    for (int k = 0; k < from.count; k++) {
        if (m->ready[from.node[k]] < 0) return -1;
        if (m->ready[from.node[k]] > time) time = m->ready[from.node[k]];
    }
    return time;
}

static int growth(const model *m, statement s)
{
    const nodes_of from = needs(m->g, s);
    int growth = makes(m->g, s).count;
    for (int k = 0; k < from.count; k++) growth -= m->uses[from.node[k]] == 1;
    return growth;
}

/* Of the statements left that registers have room for: the first that need not wait, or the one that waits least. The
 * first of all where there is room for none: then the order of the algorithms is the best there is. */
static int next_statement(const model *m, const statement *left, int count)
{
    int first = -1, best = -1, best_time = 0;
    for (int i = 0; i < count; i++) {
        const int ready = time_ready(m, left[i]), time = ready > m->now ? ready : m->now;
        if (ready < 0) continue;
        if (first < 0) first = i;
        const int more = growth(m, left[i]);
        if ((more > 0 && m->alive + more > m->registers) || (best >= 0 && time >= best_time)) continue;
        best = i;
        best_time = time;
    }
    return best >= 0 ? best : first;
}

static void carry_out(model *m, statement s)
{
    const nodes_of from = needs(m->g, s), to = makes(m->g, s);
    const int ready = time_ready(m, s);
    if (ready > m->now) m->now = ready;
    m->alive += growth(m, s);
    for (int k = 0; k < from.count; k++) m->uses[from.node[k]]--;
    for (int k = 0; k < to.count; k++) m->ready[to.node[k]] = m->now + TICKS * latency(m->g, s);
    m->loads_left -= s.kind == STATEMENT_LOAD;
    m->now++;
}

void schedule_build(schedule *s, const graph *g, int registers)
{
    static model m;
    static statement left[GRAPH_NODES];
    build_plain(s, g);
    start_model(&m, g, s);
    m.registers = registers;
    memcpy(left, s->statements, (size_t)s->count * sizeof *left);
    for (int t = 0; t < s->count; t++) {
        const int count = s->count - t, next = next_statement(&m, left, count);
        carry_out(&m, left[next]);
        s->statements[t] = left[next];
        memmove(left + next, left + next + 1, (size_t)(count - next - 1) * sizeof *left);
    }
}

bool schedule_is_same(const schedule *s, const schedule *other)
{
    if (s->count != other->count) return false;
    for (int t = 0; t < s->count; t++)
        if (s->statements[t].kind != other->statements[t].kind || s->statements[t].index != other->statements[t].index)
            return false;
    return true;
}

int schedule_most_alive(const schedule *s, const graph *g)
{
    static model m;
    int most = 0;
    start_model(&m, g, s);
    for (int t = 0; t < s->count; t++) {
        carry_out(&m, s->statements[t]);
        if (m.alive > most) most = m.alive;
    }
    return most;
}
