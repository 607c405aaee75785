/* reproduce_table.c - the values of an exhibit by one source. */
#include <math.h>
#include <string.h>

#include "cli/reproduce.h"

static bool is_chosen(const reproduce_exhibit *exhibit, int index, const reproduce_case *at,
                      const reproduce_choice *choice)
{
    if (!choice) return true;
    if (choice->quick && exhibit->quick_step > 0 && index % exhibit->quick_step != 0) return false;
    return at->points <= choice->largest;
}

void reproduce_exhibit_ask(const reproduce_exhibit *exhibit, const reproduce_choice *choice, reproduce_wants *wants)
{
    const reproduce_ask ask = {.wants = wants};
    reproduce_case at;
    for (int c = 0; exhibit->get_case(c, &at); c++) {
        if (!is_chosen(exhibit, c, &at, choice)) continue;
        for (int s = 0; s < exhibit->series_count; s++)
            if (exhibit->series[s].role != REPRODUCE_PRINTED) exhibit->get_value(&at, &exhibit->series[s], &ask);
    }
}

/* The values of a case; false where it has none. */
static bool fill(reproduce_table *table, int index, const reproduce_case *at, double *value)
{
    const reproduce_ask ask = {.source = table->source};
    bool any = false;
    for (int s = 0; s < table->exhibit->series_count; s++) {
        const reproduce_series *of = &table->exhibit->series[s];
        const bool printed = of->role == REPRODUCE_PRINTED;
        value[s] = printed ? of->printed[index] : table->exhibit->get_value(at, of, &ask);
        if (!(value[s] > 0 && isfinite(value[s]))) {
            value[s] = NAN;
            continue;
        }
        any = table->shown[s] = true;
        table->measured = table->measured || (!printed && of->role != REPRODUCE_BOUND);
    }
    return any;
}

void reproduce_table_make(reproduce_table *table, const reproduce_paper *paper, const reproduce_exhibit *exhibit,
                          const reproduce_source *source, const reproduce_choice *choice)
{
    *table = (reproduce_table){.paper = paper, .exhibit = exhibit, .source = source};
    reproduce_case at;
    for (int c = 0; table->case_count < REPRODUCE_CASES_MAX && exhibit->get_case(c, &at); c++) {
        if (!is_chosen(exhibit, c, &at, choice) || !fill(table, c, &at, table->value[table->case_count])) continue;
        table->at[table->case_count++] = at;
    }
}

int reproduce_series_find(const reproduce_exhibit *exhibit, const char *name)
{
    for (int s = 0; s < exhibit->series_count; s++)
        if (!strcmp(exhibit->series[s].name, name)) return s;
    return -1;
}

double reproduce_table_get_ratio(const reproduce_table *table, int at, const char *over, const char *under)
{
    const int a = reproduce_series_find(table->exhibit, over), b = reproduce_series_find(table->exhibit, under);
    if (a < 0 || b < 0) return NAN;
    const double fast = table->value[at][a], slow = table->value[at][b];
    return table->exhibit->less_is_better ? slow / fast : fast / slow;
}

const char *reproduce_number_print(double value, char *text, size_t size)
{
    if (!isfinite(value)) snprintf(text, size, "-");
    else if (value >= 999.5) snprintf(text, size, "%.0f", value);
    else if (value >= 0.9995) snprintf(text, size, "%.*f", value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2, value);
    else snprintf(text, size, "%.3g", value);
    return text;
}
