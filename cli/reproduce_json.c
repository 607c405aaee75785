/* reproduce_json.c - tables as lines of JSON: a line a case with the value of every series, then a line a finding. */
#include "cli/reproduce.h"

static void put_begin(cli_json *line, const reproduce_table *table)
{
    cli_json_begin(line, stdout);
    cli_json_text(line, "paper", table->paper->number);
    cli_json_text(line, "exhibit", table->exhibit->name);
    cli_json_text(line, "from", table->source->here ? NULL : table->source->file);
}

static void print_case(const reproduce_table *table, int c)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    cli_json line;
    put_begin(&line, table);
    cli_json_text(&line, "case", table->at[c].label);
    cli_json_text(&line, "unit", exhibit->unit);
    for (int printed = 1; printed >= 0; printed--) {
        cli_json_object_begin(&line, printed ? "printed" : "measured");
        for (int s = 0; s < exhibit->series_count; s++) {
            if ((exhibit->series[s].role == REPRODUCE_PRINTED) != printed || !table->shown[s]) continue;
            cli_json_number(&line, exhibit->series[s].name, table->value[c][s]);
        }
        cli_json_object_end(&line);
    }
    cli_json_object_begin(&line, "times_as_fast");
    for (int i = 0; i < REPRODUCE_RATIOS_MAX && exhibit->ratio[i].name; i++) {
        const reproduce_ratio *ratio = &exhibit->ratio[i];
        cli_json_number(&line, ratio->name, reproduce_table_get_ratio(table, c, ratio->over, ratio->under));
    }
    cli_json_object_end(&line);
    cli_json_end(&line);
}

static void print_finding(const reproduce_table *table, const reproduce_finding *finding)
{
    cli_json line;
    put_begin(&line, table);
    cli_json_text(&line, "finding", finding->sentence);
    cli_json_text(&line, "verdict", reproduce_verdict_name(finding->verdict));
    cli_json_bool(&line, "about_ours", finding->about_ours);
    cli_json_int(&line, "points", finding->points);
    cli_json_int(&line, "points_ahead", finding->points_ahead);
    cli_json_end(&line);
}

void reproduce_table_print_json(const reproduce_table *table)
{
    for (int c = 0; c < table->case_count; c++) print_case(table, c);
    reproduce_finding list[REPRODUCE_FINDINGS_MAX];
    const int count = reproduce_table_find(table, list);
    for (int i = 0; i < count; i++) print_finding(table, &list[i]);
}
