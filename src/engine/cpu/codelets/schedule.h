/* schedule.h - the order in which a codelet's statements stand. */
#ifndef ATA_CPU_CODELETS_SCHEDULE_H
#define ATA_CPU_CODELETS_SCHEDULE_H

#include "engine/cpu/codelets/graph.h"

typedef enum statement_kind { STATEMENT_LOAD, STATEMENT_NODE, STATEMENT_STORE } statement_kind;

typedef struct statement {
    statement_kind kind;
    int index; /* of the element, or of the node */
} statement;

typedef struct schedule {
    int count;
    statement statements[GRAPH_NODES];
} schedule;

/* An order for a machine that holds so many values in registers, beside constants. */
void schedule_build(schedule *s, const graph *g, int registers);

bool schedule_is_same(const schedule *s, const schedule *other);

/* The most values that are alive at a time, constants not counted. */
int schedule_most_alive(const schedule *s, const graph *g);

#endif
