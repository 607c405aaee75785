/* reproduce_find.c - what a table shows: what the paper claims, and what we want of our own choice, counted.
 *
 * Nothing is left out: whatever does not hold in some case is listed with that case.
 */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "cli/reproduce.h"

/* Less than this is level: two medians of the same kernel differ by as much. */
#define LEVEL 0.97

enum { LISTED_MAX = 8 };

static void put(reproduce_finding *finding, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(reproduce_finding *finding, const char *format, ...)
{
    const size_t used = strlen(finding->sentence);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->sentence + used, sizeof finding->sentence - used, format, arguments);
    va_end(arguments);
}

static void judge(reproduce_finding *finding)
{
    finding->verdict = finding->points_ahead == finding->points ? REPRODUCE_SEEN
                       : finding->points_ahead > 0              ? REPRODUCE_PARTLY
                                                                : REPRODUCE_UNSEEN;
}

/* "2^11 (0.94)", the first few of them. */
static void put_exception(reproduce_finding *finding, int number, const char *label, double ratio)
{
    if (number < LISTED_MAX) put(finding, "%s%s (%.2f)", number ? ", " : "; not at ", label, ratio);
    else if (number == LISTED_MAX) put(finding, ", and others");
}

/* --- What the paper says ------------------------------------------------------------------------------------------ */

static bool find_claim(const reproduce_table *table, const reproduce_claim *claim, reproduce_finding *finding)
{
    double least = INFINITY, most = 0;
    const char *first = NULL;
    *finding = (reproduce_finding){0};
    for (int c = 0; c < table->case_count; c++) {
        const double ratio = reproduce_table_get_ratio(table, c, claim->ahead, claim->behind);
        if (table->at[c].x < claim->from || isnan(ratio)) continue;
        if (!first) first = table->at[c].label;
        finding->points++;
        finding->points_ahead += ratio > 1;
        least = fmin(least, ratio);
        most = fmax(most, ratio);
    }
    if (finding->points == 0) return false;
    judge(finding);
    put(finding, "%s ahead of %s at %d of %d", claim->ahead, claim->behind, finding->points_ahead, finding->points);
    if (claim->from > 0) put(finding, " from %s on", first);
    put(finding, ", %.2f to %.2f times as fast", least, most);
    if (finding->points_ahead == finding->points) return true;
    for (int c = 0, number = 0; c < table->case_count; c++) {
        const double ratio = reproduce_table_get_ratio(table, c, claim->ahead, claim->behind);
        if (table->at[c].x < claim->from || !(ratio <= 1)) continue;
        put_exception(finding, number++, table->at[c].label, ratio);
    }
    if (claim->otherwise) put(finding, ". %s", claim->otherwise);
    return true;
}

/* --- Our own choice ----------------------------------------------------------------------------------------------- */

static bool are_contenders(const reproduce_series *a, const reproduce_series *b)
{
    return a->on && b->on && !strcmp(a->on, b->on) && a->threads == b->threads;
}

/* The least ratio of ours to the paper's algorithms in a case, and which one's; NaN where there is none. */
static double get_least(const reproduce_table *table, int c, int ours, const char **whose)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    double least = NAN;
    for (int s = 0; s < exhibit->series_count; s++) {
        const reproduce_series *other = &exhibit->series[s];
        if (other->role != REPRODUCE_PAPER || !are_contenders(&exhibit->series[ours], other)) continue;
        const double ratio = reproduce_table_get_ratio(table, c, exhibit->series[ours].name, other->name);
        if (isnan(ratio) || ratio >= least) continue;
        least = ratio;
        *whose = other->name;
    }
    return least;
}

static bool find_ours(const reproduce_table *table, int ours, reproduce_finding *finding)
{
    const char *whose = NULL;
    double least_of_all = INFINITY;
    int level = 0, number = 0;
    *finding = (reproduce_finding){.about_ours = true};
    for (int c = 0; c < table->case_count; c++) {
        const double least = get_least(table, c, ours, &whose);
        if (isnan(least)) continue;
        finding->points++;
        finding->points_ahead += least >= LEVEL;
        level += least >= LEVEL && least < 1;
        least_of_all = fmin(least_of_all, least);
    }
    if (finding->points == 0) return false;
    judge(finding);
    put(finding, "%s at least as fast as every algorithm of the paper at %d of %d, %.2f times the best or more",
        table->exhibit->series[ours].name, finding->points_ahead, finding->points, least_of_all);
    if (level) put(finding, " (level within 3%% at %d)", level);
    for (int c = 0; c < table->case_count; c++) {
        const double least = get_least(table, c, ours, &whose);
        if (!(least < LEVEL)) continue;
        char label[64];
        snprintf(label, sizeof label, "%s against %s", table->at[c].label, whose);
        put_exception(finding, number++, label, least);
    }
    return true;
}

/* --- Figures ------------------------------------------------------------------------------------------------------ */

static bool find_ratio(const reproduce_table *table, const char *over, const char *under, reproduce_finding *finding)
{
    double logarithms = 0, least = INFINITY, most = 0;
    const char *only = "";
    *finding = (reproduce_finding){.verdict = REPRODUCE_TOLD};
    for (int c = 0; c < table->case_count; c++) {
        const double ratio = reproduce_table_get_ratio(table, c, over, under);
        if (isnan(ratio)) continue;
        only = table->at[c].label;
        finding->points++;
        finding->points_ahead += ratio > 1;
        logarithms += log(ratio);
        least = fmin(least, ratio);
        most = fmax(most, ratio);
    }
    if (finding->points == 0) return false;
    const int series = reproduce_series_find(table->exhibit, under);
    const double mean = exp(logarithms / finding->points);
    if (table->exhibit->series[series].role == REPRODUCE_BOUND) put(finding, "%s at %.2f of %s", over, mean, under);
    else put(finding, "%s %.3g times as fast as %s", over, mean, under);
    if (finding->points == 1) put(finding, ", at %s", only);
    else put(finding, " (geometric mean of %d; %.3g to %.3g)", finding->points, least, most);
    return true;
}

/* The pairs of ours and a peer. */
static int find_peers(const reproduce_table *table, reproduce_finding *list, int room)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    int count = 0;
    for (int a = 0; a < exhibit->series_count; a++) {
        for (int b = 0; b < exhibit->series_count && count < room; b++) {
            const reproduce_series *ours = &exhibit->series[a], *theirs = &exhibit->series[b];
            if (ours->role != REPRODUCE_OURS || theirs->role != REPRODUCE_PEER) continue;
            if (are_contenders(ours, theirs)) count += find_ratio(table, ours->name, theirs->name, &list[count]);
        }
    }
    return count;
}

/* The columns that compare with what is printed, or with what the machine allows. */
static int find_columns(const reproduce_table *table, reproduce_finding *list, int room)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    int count = 0;
    for (int i = 0; i < REPRODUCE_RATIOS_MAX && exhibit->ratio[i].name && count < room; i++) {
        const int under = reproduce_series_find(exhibit, exhibit->ratio[i].under);
        if (under < 0) continue;
        const reproduce_role role = exhibit->series[under].role;
        if (role == REPRODUCE_PRINTED || role == REPRODUCE_BOUND)
            count += find_ratio(table, exhibit->ratio[i].over, exhibit->ratio[i].under, &list[count]);
    }
    return count;
}

int reproduce_table_find(const reproduce_table *table, reproduce_finding *list)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    int count = 0;
    for (int i = 0; i < REPRODUCE_CLAIMS_MAX && exhibit->claim[i].ahead; i++)
        count += find_claim(table, &exhibit->claim[i], &list[count]);
    for (int s = 0; !exhibit->unlike && s < exhibit->series_count && count < REPRODUCE_FINDINGS_MAX; s++)
        if (exhibit->series[s].role == REPRODUCE_OURS) count += find_ours(table, s, &list[count]);
    if (!exhibit->unlike) count += find_peers(table, list + count, REPRODUCE_FINDINGS_MAX - count);
    return count + find_columns(table, list + count, REPRODUCE_FINDINGS_MAX - count);
}

void reproduce_tally_add(reproduce_tally *sum, const reproduce_table *table)
{
    reproduce_finding list[REPRODUCE_FINDINGS_MAX];
    if (!table->measured) return;
    sum->exhibits++;
    const int count = reproduce_table_find(table, list);
    for (int i = 0; i < count; i++) {
        if (list[i].verdict == REPRODUCE_TOLD) continue;
        if (list[i].about_ours) {
            sum->points += list[i].points;
            sum->ahead += list[i].points_ahead;
        } else {
            sum->claims++;
            sum->seen += list[i].verdict == REPRODUCE_SEEN;
        }
    }
}

const char *reproduce_verdict_name(reproduce_verdict verdict)
{
    static const char *const names[] = {"seen", "partly", "not seen", "told"};
    return names[verdict];
}
