/* page_exhibit.c - an exhibit on the page: what the paper found; for each machine a figure, what is found, a table. */
#include <math.h>
#include <string.h>

#include "cli/page.h"

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static const char *class_of(reproduce_role role)
{
    return role == REPRODUCE_PRINTED ? " class=\"then\"" : role == REPRODUCE_OURS ? " class=\"ours\"" : "";
}

static bool has_ratio(const reproduce_table *table, const reproduce_ratio *ratio)
{
    const int over = reproduce_series_find(table->exhibit, ratio->over),
              under = reproduce_series_find(table->exhibit, ratio->under);
    return over >= 0 && under >= 0 && table->shown[over] && table->shown[under];
}

static void put_head(const reproduce_table *table, FILE *file)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    fputs("<thead><tr><th scope=\"col\">", file);
    page_put_prose(exhibit->x_name, file);
    fputs("</th>", file);
    for (int s = 0; s < exhibit->series_count; s++) {
        if (!table->shown[s]) continue;
        fprintf(file, "<th scope=\"col\"%s>", class_of(exhibit->series[s].role));
        page_put_prose(exhibit->series[s].name, file);
        fputs("</th>", file);
    }
    for (int i = 0; i < REPRODUCE_RATIOS_MAX && exhibit->ratio[i].name; i++) {
        if (!has_ratio(table, &exhibit->ratio[i])) continue;
        fputs("<th scope=\"col\" class=\"ratio\">", file);
        page_put_text(exhibit->ratio[i].name, file);
        fputs("</th>", file);
    }
    fputs("</tr></thead>\n", file);
}

/* The best of what was measured in a case, bounds left aside; -1 where nothing is compared. */
static int find_best(const reproduce_table *table, int c)
{
    int best = -1;
    for (int s = 0; !table->exhibit->unlike && s < table->exhibit->series_count; s++) {
        const reproduce_role role = table->exhibit->series[s].role;
        const double value = table->value[c][s];
        if (role == REPRODUCE_PRINTED || role == REPRODUCE_BOUND || isnan(value)) continue;
        if (best < 0 ||
            (table->exhibit->less_is_better ? value < table->value[c][best] : value > table->value[c][best]))
            best = s;
    }
    return best;
}

static void put_case(const reproduce_table *table, int c, FILE *file)
{
    const reproduce_exhibit *exhibit = table->exhibit;
    const int best = find_best(table, c);
    char text[32];
    fputs("<tr><th scope=\"row\">", file);
    page_put_prose(table->at[c].label, file);
    fputs("</th>", file);
    for (int s = 0; s < exhibit->series_count; s++) {
        if (!table->shown[s]) continue;
        reproduce_number_print(table->value[c][s], text, sizeof text);
        fprintf(file, s == best ? "<td%s><b class=\"best\">%s</b></td>" : "<td%s>%s</td>",
                class_of(exhibit->series[s].role), text);
    }
    for (int i = 0; i < REPRODUCE_RATIOS_MAX && exhibit->ratio[i].name; i++) {
        const reproduce_ratio *ratio = &exhibit->ratio[i];
        if (!has_ratio(table, ratio)) continue;
        const double value = reproduce_table_get_ratio(table, c, ratio->over, ratio->under);
        fprintf(file, "<td class=\"ratio\">%s</td>", reproduce_number_print(value, text, sizeof text));
    }
    fputs("</tr>\n", file);
}

static void put_table(const reproduce_table *table, FILE *file)
{
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n", file);
    put_head(table, file);
    fputs("<tbody>\n", file);
    for (int c = 0; c < table->case_count; c++) put_case(table, c, file);
    fputs("</tbody></table></div>\n", file);
}

/* --- Findings ----------------------------------------------------------------------------------------------------- */

static void put_findings(const reproduce_table *table, FILE *file)
{
    static const char *const classes[] = {"seen", "partly", "unseen", "told"};
    reproduce_finding list[REPRODUCE_FINDINGS_MAX];
    const int count = reproduce_table_find(table, list);
    fputs("<ul class=\"findings\">\n", file);
    for (int i = 0; i < count; i++) {
        const bool told = list[i].verdict == REPRODUCE_TOLD;
        fprintf(file, "<li class=\"%s\"><b>%s</b> ", classes[list[i].verdict],
                told ? "ratio" : reproduce_verdict_name(list[i].verdict));
        page_put_prose(list[i].sentence, file);
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

void page_put_source(const reproduce_table *table, FILE *file)
{
    const reproduce_source *source = table->source;
    const char *machine = source->gpu[0] ? source->gpu : source->cpu;
    fputs(source->here ? "Measured for this page on " : "Measured on ", file);
    page_put_text(machine[0] ? machine : "a machine that the file does not name", file);
    fprintf(file, "%s", source->date[0] ? ", " : "");
    page_put_text(source->date, file);
    if (source->here) return;
    fputs(" (<code>", file);
    const char *slash = strrchr(source->file, '/');
    page_put_text(slash ? slash + 1 : source->file, file);
    fputs("</code>)", file);
}

/* --- The exhibit -------------------------------------------------------------------------------------------------- */

/* A table stands open where the paper has one too; a figure's numbers are a click away. */
static bool put_measured(const reproduce_table *table, FILE *file)
{
    const bool open = strncmp(table->exhibit->name, "table", 5) == 0;
    fputs("<figure>\n", file);
    if (!page_put_chart(table, file)) return false;
    fputs("<figcaption>", file);
    page_put_source(table, file);
    fputs(".</figcaption></figure>\n", file);
    put_findings(table, file);
    fprintf(file, "<details%s><summary>The numbers, ", open ? " open" : "");
    page_put_prose(table->exhibit->unit, file);
    fputs("</summary>\n", file);
    put_table(table, file);
    fputs("</details>\n", file);
    return true;
}

bool page_put_exhibit(const page_content *content, int index, FILE *file)
{
    const reproduce_exhibit *exhibit = content->exhibit[index];
    bool any = false;
    fputs("<section>\n<h3>", file);
    page_put_text(exhibit->name, file);
    fputs(" <small>", file);
    page_put_prose(exhibit->title, file);
    fputs("</small></h3>\n<p class=\"found\">", file);
    page_put_prose(exhibit->found, file);
    fputs("</p>\n", file);
    if (exhibit->about) {
        fputs("<p class=\"about\">", file);
        page_put_prose(exhibit->about, file);
        fputs("</p>\n", file);
    }
    for (int i = 0; i < content->source_count; i++) {
        reproduce_table table;
        page_table_make(content, index, i, &table);
        if (!table.measured) continue;
        any = true;
        fputs("<div class=\"measured\">\n", file);
        if (!put_measured(&table, file)) return false;
        fputs("</div>\n", file);
    }
    if (!any) fputs("<p class=\"none\">No figures yet: this needs a GPU, or results of one.</p>\n", file);
    fputs("</section>\n", file);
    return true;
}
