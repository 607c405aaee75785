/* reproduce_ask.c - what exhibits ask for: noted while wants are collected, answered from rows afterwards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/reproduce.h"

static void note(reproduce_wants *wants, const reproduce_key *key)
{
    for (int i = 0; i < wants->count; i++)
        if (reproduce_key_equal(&wants->key[i], key)) return;
    if (wants->count == wants->room) {
        const int room = wants->room ? 2 * wants->room : 128;
        reproduce_key *list = realloc(wants->key, (size_t)room * sizeof *list);
        if (!list) {
            wants->failed = true;
            return;
        }
        wants->key = list;
        wants->room = room;
    }
    wants->key[wants->count++] = *key;
}

const reproduce_row *reproduce_ask_row(const reproduce_ask *ask, const char *what, const char *on, int threads,
                                       const char *name)
{
    reproduce_key key = {.threads = threads > 0 ? threads : 1};
    snprintf(key.what, sizeof key.what, "%s", what);
    snprintf(key.on, sizeof key.on, "%s", on);
    snprintf(key.name, sizeof key.name, "%s", name ? name : "atalanta");
    if (ask->wants) {
        note(ask->wants, &key);
        return NULL;
    }
    const reproduce_row *row = reproduce_source_find(ask->source, &key);
    return row && isfinite(row->value) ? row : NULL;
}

double reproduce_ask_value(const reproduce_ask *ask, const char *what, const char *on, int threads, const char *name)
{
    const reproduce_row *row = reproduce_ask_row(ask, what, on, threads, name);
    if (!row) return NAN;
    return strcmp(row->unit, "us") == 0 ? row->value * 1e-6 : row->value;
}

void reproduce_wants_fini(reproduce_wants *wants)
{
    free(wants->key);
    *wants = (reproduce_wants){0};
}
