/* bench_summary.c - what a run says as a whole: for each peer the ratios' geometric mean, their ends, the worst.
 *
 * The geometric mean, because it alone does not depend on which of the two is divided by the other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"

enum { WORST = 10 };

static bench_tally *find(bench_summary *summary, const char *name, const char *version)
{
    for (int i = 0; i < summary->count; i++) {
        if (strcmp(summary->tally[i].name, name) == 0) return &summary->tally[i];
    }
    if (summary->count == BENCH_PEERS_MAX) return NULL;
    summary->tally[summary->count] = (bench_tally){.name = name, .version = version};
    return &summary->tally[summary->count++];
}

static bool append(bench_tally *tally, const bench_row *row)
{
    if (tally->count == tally->room) {
        const int room = tally->room ? 2 * tally->room : 16;
        bench_ratio *list = realloc(tally->list, (size_t)room * sizeof *list);
        if (!list) return false;
        tally->list = list;
        tally->room = room;
    }
    char *problem = strdup(row->problem);
    if (!problem) return false;
    tally->list[tally->count++] = (bench_ratio){.problem = problem, .ratio = row->ratio};
    tally->limited += row->plan_limited > 0;
    return true;
}

bool cli_bench_summary_add(bench_summary *summary, const bench_row *row)
{
    if (row->recipe) { /* ours */
        summary->problems++;
        return true;
    }
    bench_tally *tally = find(summary, row->name, row->version);
    if (!tally) return true;
    if (!row->note) return append(tally, row);
    tally->unequal++;
    return true;
}

void cli_bench_summary_fini(bench_summary *summary)
{
    for (int i = 0; i < summary->count; i++) {
        for (int k = 0; k < summary->tally[i].count; k++) free(summary->tally[i].list[k].problem);
        free(summary->tally[i].list);
    }
    *summary = (bench_summary){0};
}

static int compare(const void *left, const void *right)
{
    const double a = ((const bench_ratio *)left)->ratio, b = ((const bench_ratio *)right)->ratio;
    return (a > b) - (a < b);
}

/* What is told of a peer; its list is sorted for it, the worst first. */
typedef struct digest {
    double mean;
    const bench_ratio *least, *most;
    int below;
} digest;

static digest make_digest(const bench_tally *tally)
{
    qsort(tally->list, (size_t)tally->count, sizeof tally->list[0], compare);
    digest made = {.least = &tally->list[0], .most = &tally->list[tally->count - 1]};
    double logarithms = 0;
    for (int i = 0; i < tally->count; i++) {
        logarithms += log(tally->list[i].ratio);
        made.below += tally->list[i].ratio < BENCH_FLOOR;
    }
    made.mean = exp(logarithms / tally->count);
    return made;
}

static void print_worst(const bench_tally *tally)
{
    const int count = tally->count < WORST ? tally->count : WORST;
    printf("  the worst %d:\n", count);
    for (int i = 0; i < count; i++) printf("  %6.2f  %s\n", tally->list[i].ratio, tally->list[i].problem);
}

static void print_tally(const bench_tally *tally, bool worst)
{
    if (tally->count > 0) {
        const digest told = make_digest(tally);
        printf("%s: geometric mean of the ratios %.2f over %d problem%s (above 1: atalanta is faster)\n", tally->name,
               told.mean, tally->count, tally->count == 1 ? "" : "s");
        printf("  from %.2f (%s) to %.2f (%s); %d below %.2f\n", told.least->ratio, told.least->problem,
               told.most->ratio, told.most->problem, told.below, BENCH_FLOOR);
    }
    if (tally->limited) printf("  %d of them planned to the limit of time\n", tally->limited);
    if (tally->unequal) printf("%s: %d not counted, being no comparison of equals\n", tally->name, tally->unequal);
    if (worst && tally->count > 0) print_worst(tally);
}

void cli_bench_summary_print(bench_summary *summary, bool worst)
{
    for (int i = 0; i < summary->count; i++) print_tally(&summary->tally[i], worst);
}

static void put_worst(cli_json *json, const bench_tally *tally)
{
    cli_json_list_begin(json, "worst");
    for (int i = 0; i < tally->count && i < WORST; i++) {
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "problem", tally->list[i].problem);
        cli_json_number(json, "ratio", tally->list[i].ratio);
        cli_json_object_end(json);
    }
    cli_json_list_end(json);
}

static void put_tally(cli_json *json, const bench_tally *tally)
{
    cli_json_object_begin(json, NULL);
    cli_json_text(json, "name", tally->name);
    cli_json_text(json, "version", tally->version);
    cli_json_int(json, "problems", tally->count);
    if (tally->count > 0) {
        const digest told = make_digest(tally);
        cli_json_number(json, "ratio_mean", told.mean);
        cli_json_number(json, "ratio_min", told.least->ratio);
        cli_json_number(json, "ratio_max", told.most->ratio);
        cli_json_int(json, "below_floor", told.below);
    }
    cli_json_number(json, "floor", BENCH_FLOOR);
    cli_json_int(json, "plan_limited", tally->limited);
    cli_json_int(json, "not_counted", tally->unequal);
    put_worst(json, tally);
    cli_json_object_end(json);
}

void cli_bench_summary_print_json(bench_summary *summary, const char *on, int threads)
{
    if (summary->count == 0) return;
    cli_json json;
    cli_json_begin(&json, stdout);
    cli_json_text(&json, "summary", "bench");
    cli_json_text(&json, "on", on);
    cli_json_int(&json, "threads", threads);
    cli_json_int(&json, "problems", summary->problems);
    cli_json_list_begin(&json, "peers");
    for (int i = 0; i < summary->count; i++) put_tally(&json, &summary->tally[i]);
    cli_json_list_end(&json);
    cli_json_end(&json);
}
