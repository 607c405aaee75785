/* bench_row.c - the rows of `atalanta bench`: as JSON, whose keys are a contract, and as a table for people. */
#include <math.h>
#include <stdio.h>

#include "cli/bench.h"

static void put_count(cli_json *json, const char *key, int64_t value)
{
    if (value < 0) {
        cli_json_text(json, key, NULL);
    } else {
        cli_json_int(json, key, value);
    }
}

void cli_bench_row_print_json(const bench_row *row)
{
    cli_json json;
    cli_json_begin(&json, stdout);
    cli_json_text(&json, "problem", row->problem);
    cli_json_text(&json, "on", row->on);
    cli_json_int(&json, "threads", row->threads);
    cli_json_text(&json, "name", row->name);
    put_count(&json, "passes", row->passes);
    cli_json_number(&json, "time_us", row->seconds * 1e6);
    cli_json_number(&json, "gflops", row->flops / row->seconds * 1e-9);
    cli_json_number(&json, "fraction_of_copy", row->fraction_of_copy);
    cli_json_number(&json, "ratio", row->ratio);
    cli_json_number(&json, "error_l2", row->error_l2);
    cli_json_number(&json, "plan_ms", row->plan_ms);
    put_count(&json, "scratch_bytes", row->scratch_bytes);
    cli_json_number(&json, "spread", row->spread);
    cli_json_int(&json, "rounds", row->rounds);
    if (row->recipe) cli_json_text(&json, "recipe", row->recipe);
    if (row->effort) cli_json_text(&json, "effort", row->effort);
    if (row->plan_limited >= 0) cli_json_bool(&json, "plan_limited", row->plan_limited);
    if (row->graph) cli_json_bool(&json, "graph", true);
    if (row->note) cli_json_text(&json, "note", row->note);
    cli_json_end(&json);
}

const char *cli_bench_time_print(double seconds, char *text, size_t size)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1e-9, "ns"}, {1e-6, "us"}, {1e-3, "ms"}, {1, "s "}};
    int i = 0;
    while (i < 3 && seconds >= 0.9995 * units[i + 1].unit) i++;
    const double value = seconds / units[i].unit;
    snprintf(text, size, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, units[i].name);
    return text;
}

void cli_bench_heading_print(const bench_row *ours)
{
    printf("%s   on %s", ours->problem, ours->on);
    if (cli_gpu_index(ours->on) < 0) printf(", %d thread%s", ours->threads, ours->threads == 1 ? "" : "s");
    printf("%s\n", ours->graph ? ", in a graph" : "");
    if (ours->recipe) printf("  recipe %s\n", ours->recipe);
    /* The sign takes two bytes and one place: hence 7 for a column of 6. */
    printf("  %-14s %10s %7s %9s %8s %7s %9s %9s %6s %11s\n", "name", "time", "\u00b1", "GFLOP/s", "of copy", "ratio",
           "error", "plan ms", "passes", "scratch");
}

/* A cell, or a dash where the number is not known. */
static void put(const char *format, int width, double value)
{
    char cell[32] = "-";
    if (isfinite(value)) snprintf(cell, sizeof cell, format, value);
    printf(" %*s", width, cell);
}

void cli_bench_row_print(const bench_row *row)
{
    char text[32];
    printf("  %-14s %10s", row->name, cli_bench_time_print(row->seconds, text, sizeof text));
    put("%.1f%%", 6, row->spread * 100);
    put("%.2f", 9, row->flops > 0 ? row->flops / row->seconds * 1e-9 : NAN);
    put("%.0f%%", 8, row->fraction_of_copy * 100);
    put("%.2f", 7, row->ratio);
    put("%.1e", 9, row->error_l2);
    put("%.2f", 9, row->plan_ms);
    put("%.0f", 6, row->passes < 0 ? NAN : row->passes);
    printf(" %11s", row->scratch_bytes < 0 ? "-" : cli_memory_print(row->scratch_bytes, text, sizeof text));
    if (row->plan_limited > 0) printf("  planned to its limit");
    if (row->note) printf("  not counted: no equal");
    putchar('\n');
}
