/* reproduce_text.c - a table for a terminal: the paper's figures, today's, how many times as fast, and what is found.
 *
 *           CUFFT 1.0    liFFT |                                                      |   atalanta
 *     N       (paper)  (paper) | straightforward  transpose  locality  cuFFT  atalanta | over cuFFT
 */
#include <string.h>

#include "cli/picture.h"
#include "cli/reproduce.h"

enum { COLUMNS_MAX = 1 + REPRODUCE_SERIES_MAX + REPRODUCE_RATIOS_MAX, CELL = 40, LINE_MAX_TEXT = 100 };
enum { HEAD_WIDTH = 11, HEAD_LINES = 4 };

/* A column: its head, in several lines where it is long, and its cells. */
typedef struct column {
    char head[CELL];
    char line[HEAD_LINES][CELL];
    int lines;
    char cell[REPRODUCE_CASES_MAX][CELL];
    int width;
    bool apart; /* a bar stands before it */
    bool left;  /* text begins at the left */
} column;

/* Break the head between words, into lines of about HEAD_WIDTH. */
static void break_head(column *made)
{
    char *line = made->line[0];
    made->lines = 1;
    for (const char *word = made->head; *word;) {
        const int length = (int)strcspn(word, " "), used = (int)strlen(line);
        if (used > 0 && used + 1 + length > HEAD_WIDTH && made->lines < HEAD_LINES) line = made->line[made->lines++];
        const size_t filled = strlen(line);
        snprintf(line + filled, CELL - filled, "%s%.*s", filled ? " " : "", length, word);
        word += length + (int)strspn(word + length, " ");
    }
}

static int max_of(int a, int b)
{
    return a > b ? a : b;
}

static void measure(column *made, int cases)
{
    break_head(made);
    for (int i = 0; i < made->lines; i++) made->width = max_of(made->width, (int)strlen(made->line[i]));
    for (int c = 0; c < cases; c++) made->width = max_of(made->width, (int)strlen(made->cell[c]));
}

static int make_columns(const reproduce_table *table, column *columns)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    int count = 0;
    column *labels = &columns[count++];
    labels->left = true;
    snprintf(labels->head, CELL, "%s", exhibit->x_name);
    for (int c = 0; c < table->case_count; c++) snprintf(labels->cell[c], CELL, "%s", table->at[c].label);
    bool printed = false; /* was the last one? */
    for (int s = 0; s < exhibit->series_count; s++) {
        if (!table->shown[s]) continue;
        column *made = &columns[count++];
        snprintf(made->head, CELL, "%s", exhibit->series[s].name);
        made->apart = printed && exhibit->series[s].role != REPRODUCE_PRINTED;
        printed = exhibit->series[s].role == REPRODUCE_PRINTED;
        for (int c = 0; c < table->case_count; c++) reproduce_number_print(table->value[c][s], made->cell[c], CELL);
    }
    for (int i = 0; i < REPRODUCE_RATIOS_MAX && exhibit->ratio[i].name; i++) {
        const reproduce_ratio *ratio = &exhibit->ratio[i];
        const int over = reproduce_series_find(exhibit, ratio->over),
                  under = reproduce_series_find(exhibit, ratio->under);
        if (over < 0 || under < 0 || !table->shown[over] || !table->shown[under]) continue;
        column *made = &columns[count++];
        made->apart = i == 0;
        snprintf(made->head, CELL, "%s", ratio->name);
        for (int c = 0; c < table->case_count; c++)
            reproduce_number_print(reproduce_table_get_ratio(table, c, ratio->over, ratio->under), made->cell[c], CELL);
    }
    for (int i = 0; i < count; i++) measure(&columns[i], table->case_count);
    return count;
}

static void print_cell(const column *of, int index, bool last, const char *text)
{
    printf("%s", index == 0 ? "  " : of->apart ? " | " : "  ");
    if (of->left && !last) printf("%-*s", of->width, text);
    else printf("%*s", of->width, text);
}

/* Heads end on the same line. */
static void print_heads(const column *columns, int count)
{
    int lines = 1;
    for (int i = 0; i < count; i++) lines = max_of(lines, columns[i].lines);
    for (int line = 0; line < lines; line++) {
        for (int i = 0; i < count; i++) {
            const int at = line - (lines - columns[i].lines);
            print_cell(&columns[i], i, i + 1 == count, at >= 0 ? columns[i].line[at] : "");
        }
        putchar('\n');
    }
}

static void print_line(const column *columns, int count, int at)
{
    for (int i = 0; i < count; i++) print_cell(&columns[i], i, i + 1 == count, columns[i].cell[at]);
    putchar('\n');
}

/* A paragraph, its lines broken between words. */
static void print_paragraph(const char *head, const char *text)
{
    const int indent = 2 + (int)strlen(head);
    printf("  %s", head);
    for (int used = indent; *text;) {
        const int length = (int)strcspn(text, " ");
        if (used > indent && used + 1 + length > LINE_MAX_TEXT) {
            printf("\n%*s", indent, "");
            used = indent;
        }
        used += printf("%s%.*s", used > indent ? " " : "", length, text);
        text += length + (int)strspn(text + length, " ");
    }
    putchar('\n');
}

static void print_source(const reproduce_table *table)
{
    const reproduce_source *source = table->source;
    const char *machine = source->gpu[0] ? source->gpu : source->cpu;
    char text[640];
    if (source->here) snprintf(text, sizeof text, "measured here, on %s", machine);
    else snprintf(text, sizeof text, "measured on %s, %s (%s)", machine, source->date, source->file);
    print_paragraph("", text);
}

void reproduce_table_print(const reproduce_table *table)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    column columns[COLUMNS_MAX] = {0};
    printf("\n%s %s: %s, %s\n", table->paper->number, exhibit->name, exhibit->title, exhibit->unit);
    print_source(table);
    putchar('\n');
    const int count = make_columns(table, columns);
    print_heads(columns, count);
    for (int c = 0; c < table->case_count; c++) print_line(columns, count, c);
    putchar('\n');
    print_paragraph("paper   ", exhibit->found);
    reproduce_finding list[REPRODUCE_FINDINGS_MAX];
    const int found = reproduce_table_find(table, list);
    for (int i = 0; i < found; i++) {
        char head[16];
        snprintf(head, sizeof head, "%-8s",
                 list[i].verdict == REPRODUCE_TOLD ? "" : reproduce_verdict_name(list[i].verdict));
        print_paragraph(head, list[i].sentence);
    }
}
