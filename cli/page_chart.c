/* page_chart.c - the figure of a table: curves over the length, or rows of bars where cases are no numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/page.h"

/* Ours first, and what the machine allows last: the order of the legend and of the colours. */
static int list_series(const reproduce_table *table, int *order)
{
    static const reproduce_role roles[] = {REPRODUCE_OURS, REPRODUCE_PEER, REPRODUCE_PAPER, REPRODUCE_PRINTED,
                                           REPRODUCE_BOUND};
    int count = 0;
    for (size_t r = 0; r < sizeof roles / sizeof roles[0]; r++)
        for (int s = 0; s < table->exhibit->series_count; s++)
            if (table->exhibit->series[s].role == roles[r] && table->shown[s]) order[count++] = s;
    return count;
}

static picture_look look_of(reproduce_role role)
{
    return role == REPRODUCE_PRINTED ? PICTURE_LOOK_DASHED
           : role == REPRODUCE_BOUND ? PICTURE_LOOK_BOUND
                                     : PICTURE_LOOK_USUAL;
}

/* --- Axes --------------------------------------------------------------------------------------------------------- */

/* The least and the greatest of all values; 1 and 10 where there are none. */
static void find_range(const reproduce_table *table, double *low, double *high)
{
    *low = INFINITY;
    *high = 0;
    for (int c = 0; c < table->case_count; c++) {
        for (int s = 0; s < table->exhibit->series_count; s++) {
            const double value = table->value[c][s];
            if (isnan(value)) continue;
            *low = fmin(*low, value);
            *high = fmax(*high, value);
        }
    }
    if (*high > 0) return;
    *low = 1;
    *high = 10;
}

static void set_values_axis(const reproduce_table *table, picture_panel *panel)
{
    double low, high;
    find_range(table, &low, &high);
    panel->logarithmic = !table->exhibit->linear;
    if (!panel->logarithmic) {
        panel->y_low = 0;
        panel->y_high = 1.06 * high;
        picture_ticks_make(&panel->y, table->exhibit->unit, "", 0, panel->y_high, 5);
        return;
    }
    /* Bars begin at the lower end: it lies a little below the least of them. */
    panel->y_low = log10(low) - (table->exhibit->slots ? 0.4 : 0.12);
    panel->y_high = log10(high) + 0.12;
    picture_ticks_make_decades(&panel->y, table->exhibit->unit, panel->y_low, panel->y_high);
}

static void set_cases_axis(const reproduce_table *table, picture_panel *panel)
{
    if (!table->exhibit->slots) {
        double low = INFINITY, high = -INFINITY;
        for (int c = 0; c < table->case_count; c++) {
            low = fmin(low, table->at[c].x);
            high = fmax(high, table->at[c].x);
        }
        panel->x_low = low - 0.5;
        panel->x_high = high + 0.5;
        picture_ticks_make_powers(&panel->x, table->exhibit->x_name, low, high, 9);
        return;
    }
    panel->x.count = table->case_count < PICTURE_MAX_TICKS ? table->case_count : PICTURE_MAX_TICKS;
    for (int c = 0; c < panel->x.count; c++)
        snprintf(panel->x.text[c], sizeof panel->x.text[c], "%s", table->at[c].label);
}

/* --- The chart ---------------------------------------------------------------------------------------------------- */

static bool fill(const reproduce_table *table, int series, const picture_panel *panel, picture_series *made)
{
    made->point = malloc((size_t)(table->case_count + 1) * sizeof *made->point);
    if (!made->point) return false;
    for (int c = 0; c < table->case_count; c++) {
        const double value = table->value[c][series];
        if (isnan(value)) continue;
        made->point[made->count++] =
            (picture_point){table->exhibit->slots ? c : table->at[c].x, panel->logarithmic ? log10(value) : value};
    }
    return true;
}

static bool make_chart(const reproduce_table *table, picture_chart *chart)
{
    int order[REPRODUCE_SERIES_MAX];
    chart->panel = calloc(1, sizeof *chart->panel);
    if (!chart->panel) return false;
    chart->panel_count = 1;
    chart->name_count = list_series(table, order);
    picture_panel *panel = &chart->panel[0];
    panel->style = table->exhibit->slots ? PICTURE_ROWS : PICTURE_CURVES;
    set_values_axis(table, panel);
    set_cases_axis(table, panel);
    for (int i = 0; i < chart->name_count; i++) {
        const reproduce_series *of = &table->exhibit->series[order[i]];
        snprintf(chart->name[i], sizeof chart->name[i], "%s", of->name);
        chart->look[i] = look_of(of->role);
        if (!fill(table, order[i], panel, &panel->series[i])) return false;
    }
    return true;
}

static bool draw(const reproduce_table *table, const picture_chart *chart, FILE *file)
{
    char title[128];
    picture_svg svg;
    snprintf(title, sizeof title, "%s %s: %s", table->paper->number, table->exhibit->name, table->exhibit->unit);
    bool good = picture_svg_init(&svg, PICTURE_FIGURE_WIDTH, picture_figure_height(chart), title);
    if (good) {
        picture_figure_draw(chart, &svg.canvas);
        good = picture_svg_finish(&svg);
    }
    if (good) fwrite(svg.bytes, 1, svg.size, file);
    picture_svg_fini(&svg);
    return good;
}

bool page_put_chart(const reproduce_table *table, FILE *file)
{
    picture_chart chart = {0};
    const bool good = make_chart(table, &chart) && draw(table, &chart, file);
    picture_chart_fini(&chart);
    return good;
}
