/* plot_panels.c - which rows go into which panel, and how a panel shows them.
 *
 *     lengths that are powers of two     curves over the logarithm of the length
 *     other lengths, shapes, batches     a slot each with bars; dots over the logarithm of the points if too many,
 *                                        curves over that of the length if the points are the same in all
 *     a great many sorts                 one panel for all: the ratios, sorted
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plot.h"

enum { PANELS_MAX = 12, LABELS_MAX = 12, LABEL_LETTERS = 15 };
#define LETTER_WIDTH 7.4 /* of a label under an axis, about */

/* Rows that share a panel. */
typedef struct bundle {
    plot_class class;
    const char *sort;
    int threads;
    int rank; /* of the sort, by its first row */
} bundle;

static bool belongs(const plot_row *row, const bundle *b)
{
    return row->class == b->class && row->threads == b->threads && !strcmp(row->sort, b->sort);
}

/* Powers of two first, then the rest; sorts as they came, with their numbers of threads side by side. */
static bool comes_before(const bundle *a, const bundle *b)
{
    if (a->class != b->class) return a->class < b->class;
    if (a->rank != b->rank) return a->rank < b->rank;
    return a->threads < b->threads;
}

static void insert(bundle *list, int count, bundle added)
{
    for (int i = 0; i < count; i++) {
        if (list[i].class == added.class && !strcmp(list[i].sort, added.sort)) added.rank = list[i].rank;
    }
    int at = count;
    for (; at > 0 && comes_before(&added, &list[at - 1]); at--) list[at] = list[at - 1];
    list[at] = added;
}

/* Returns how many there are, PANELS_MAX + 1 when they are more. */
static int find_bundles(const plot_table *table, bundle *list)
{
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        int k = 0;
        while (k < count && !belongs(&table->row[i], &list[k])) k++;
        if (k < count) continue;
        if (count == PANELS_MAX) return PANELS_MAX + 1;
        const plot_row *row = &table->row[i];
        insert(list, count++, (bundle){row->class, row->sort, row->threads, i});
    }
    return count;
}

static int compare_points(const void *left, const void *right)
{
    const picture_point *a = left, *b = right;
    return (a->x > b->x) - (a->x < b->x);
}

/* Add a point; one at the same x is replaced: what was measured last counts. */
static void put_point(picture_series *series, double x, double y)
{
    for (int i = 0; i < series->count; i++) {
        if (series->point[i].x != x) continue;
        series->point[i].y = y;
        return;
    }
    series->point[series->count++] = (picture_point){x, y};
}

/* Room for the points of each name. */
static bool make_room(const plot_table *table, picture_panel *panel)
{
    int rows[PLOT_MAX_NAMES] = {0};
    for (int i = 0; i < table->count; i++) rows[table->row[i].name]++;
    for (int i = 0; i < table->name_count; i++) {
        panel->series[i].point = malloc((size_t)(rows[i] + 1) * sizeof(picture_point));
        if (!panel->series[i].point) return false;
    }
    return true;
}

/* --- Axes --------------------------------------------------------------------------------------------------------- */

static void set_speed_axis(picture_panel *panel)
{
    double most = 0;
    for (int i = 0; i < PLOT_MAX_NAMES; i++) {
        for (int k = 0; k < panel->series[i].count; k++) most = fmax(most, panel->series[i].point[k].y);
    }
    panel->y_low = 0;
    panel->y_high = most > 0 ? 1.08 * most : 1;
    picture_ticks_make(&panel->y, "GFLOP/s", "", 0, panel->y_high, 5);
}

/* Powers of two over x, which is a logarithm. */
static void set_power_axis(picture_panel *panel, const char *name)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < PLOT_MAX_NAMES; i++) {
        for (int k = 0; k < panel->series[i].count; k++) {
            low = fmin(low, panel->series[i].point[k].x);
            high = fmax(high, panel->series[i].point[k].x);
        }
    }
    panel->x_low = low - 0.5;
    panel->x_high = high + 0.5;
    picture_ticks_make_powers(&panel->x, name, low, high, LABELS_MAX);
}

/* --- Panels ------------------------------------------------------------------------------------------------------- */

/* Whether the shapes of a bundle are batches of different lengths with the same number of points in all: then their
 * lengths tell more. */
static bool are_same_in_all(const plot_table *table, const bundle *b)
{
    double points = 0;
    for (int i = 0; i < table->count; i++) {
        const plot_row *row = &table->row[i];
        if (!belongs(row, b)) continue;
        if (strchr(row->shape, 'x') || (points > 0 && row->points != points)) return false;
        points = row->points;
    }
    return b->class == PLOT_SHAPES;
}

static void fill_points(const plot_table *table, const bundle *b, bool by_length, picture_panel *panel)
{
    for (int i = 0; i < table->count; i++) {
        const plot_row *row = &table->row[i];
        if (!belongs(row, b)) continue;
        const double x = by_length ? strtod(row->shape, NULL) : row->points;
        put_point(&panel->series[row->name], log2(x), row->gflops);
    }
    for (int i = 0; i < table->name_count; i++) {
        picture_series *series = &panel->series[i];
        qsort(series->point, (size_t)series->count, sizeof series->point[0], compare_points);
    }
}

/* The different shapes of a bundle, by points where they are lengths, else as they came. Returns how many, or
 * PICTURE_MAX_TICKS + 1 when they are more. */
static int find_shapes(const plot_table *table, const bundle *b, const plot_row **shapes)
{
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        const plot_row *row = &table->row[i];
        if (!belongs(row, b)) continue;
        int k = 0;
        while (k < count && strcmp(shapes[k]->shape, row->shape) != 0) k++;
        if (k < count) continue;
        if (count == PICTURE_MAX_TICKS) return PICTURE_MAX_TICKS + 1;
        k = count++;
        for (; b->class == PLOT_LENGTHS && k > 0 && shapes[k - 1]->points > row->points; k--) shapes[k] = shapes[k - 1];
        shapes[k] = row;
    }
    return count;
}

/* The width that labels of these shapes need; none when a label is too long for a tick. */
static double needed_width(const plot_row *const *shapes, int count)
{
    size_t longest = 3;
    for (int i = 0; i < count; i++) longest = strlen(shapes[i]->shape) > longest ? strlen(shapes[i]->shape) : longest;
    if (longest > LABEL_LETTERS) return INFINITY;
    return (double)count * LETTER_WIDTH * (double)(longest + 1);
}

static void fill_slots(const plot_table *table, const bundle *b, const plot_row *const *shapes, int count,
                       picture_panel *panel)
{
    panel->style = PICTURE_BARS;
    panel->x_low = -0.5;
    panel->x_high = count - 0.5;
    panel->x.count = count;
    snprintf(panel->x.title, sizeof panel->x.title, "%s", b->class == PLOT_LENGTHS ? "length" : "shape*batch");
    for (int i = 0; i < count; i++) {
        panel->x.at[i] = i;
        snprintf(panel->x.text[i], sizeof panel->x.text[i], "%.*s", LABEL_LETTERS, shapes[i]->shape);
    }
    for (int i = 0; i < table->count; i++) {
        const plot_row *row = &table->row[i];
        if (!belongs(row, b)) continue;
        int slot = 0;
        while (strcmp(shapes[slot]->shape, row->shape) != 0) slot++;
        put_point(&panel->series[row->name], slot, row->gflops);
    }
}

const char *plot_place_print(int threads, char *text, size_t size)
{
    if (threads == 0) snprintf(text, size, "on a GPU");
    else snprintf(text, size, "%d thread%s", threads, threads == 1 ? "" : "s");
    return text;
}

static void fill_panel(const plot_table *table, const bundle *b, picture_panel *panel)
{
    static const char *const kinds[] = {"powers of two", "other lengths", "dimensions and batches"};
    char place[32];
    snprintf(panel->title, sizeof panel->title, "%s, %s, %s", b->sort, kinds[b->class],
             plot_place_print(b->threads, place, sizeof place));
    const plot_row *shapes[PICTURE_MAX_TICKS];
    const int count = b->class == PLOT_POWERS ? 0 : find_shapes(table, b, shapes);
    const double width = count > PICTURE_MAX_TICKS ? INFINITY : needed_width(shapes, count);
    if (b->class != PLOT_POWERS && width <= PICTURE_CHART_BOX_WIDE) {
        panel->wide = width > PICTURE_CHART_BOX;
        fill_slots(table, b, shapes, count, panel);
    } else {
        const bool by_length = are_same_in_all(table, b);
        panel->style = b->class == PLOT_POWERS || by_length ? PICTURE_CURVES : PICTURE_DOTS;
        fill_points(table, b, by_length, panel);
        set_power_axis(panel, b->class == PLOT_SHAPES && !by_length ? "points" : "length");
    }
    set_speed_axis(panel);
}

/* Those that share a row come first, so that no row has a hole; an odd one out becomes wide. */
static void arrange(picture_chart *chart)
{
    int front = 0;
    for (int i = 0; i < chart->panel_count; i++) {
        if (chart->panel[i].wide) continue;
        const picture_panel moved = chart->panel[i];
        memmove(&chart->panel[front + 1], &chart->panel[front], (size_t)(i - front) * sizeof moved);
        chart->panel[front++] = moved;
    }
    if (front % 2) chart->panel[front - 1].wide = true;
}

/* --- Ratios ------------------------------------------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right)
{
    const picture_point *a = left, *b = right;
    return (a->y > b->y) - (a->y < b->y);
}

/* Octaves, and finer steps where there are few of them. */
static void set_ratio_axis(picture_panel *panel, double low, double high)
{
    static const double numbers[] = {0.0625, 0.125, 0.25, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4, 8, 16};
    const bool fine = high - low <= 4;
    panel->y_low = fmax(fmin(floor(2 * low) / 2, -0.5), -4.5);
    panel->y_high = fmin(fmax(ceil(2 * high) / 2, 0.5), 4.5);
    panel->y.count = 0;
    snprintf(panel->y.title, sizeof panel->y.title, "ratio");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const double at = log2(numbers[i]);
        const bool octave = at == floor(at);
        const bool crowded = (numbers[i] == 0.9 || numbers[i] == 1.1) && high - low > 2;
        if (at < panel->y_low || at > panel->y_high || (!octave && !fine) || crowded) continue;
        panel->y.at[panel->y.count] = at;
        snprintf(panel->y.text[panel->y.count++], sizeof panel->y.text[0], "%g", numbers[i]);
    }
}

static void fill_ratios(const plot_table *table, int threads, picture_panel *panel)
{
    double low = 0, high = 0;
    int problems = 0;
    panel->style = PICTURE_CURVES;
    panel->wide = panel->has_level = true;
    panel->x_low = 0;
    panel->x_high = 100;
    for (int i = 0; i < table->count; i++) {
        const plot_row *row = &table->row[i];
        if (row->threads != threads) continue;
        if (!strcmp(table->name[row->name], "atalanta")) {
            problems++;
            continue;
        }
        picture_series *series = &panel->series[row->name];
        series->point[series->count++].y = log2(row->ratio);
        low = fmin(low, log2(row->ratio));
        high = fmax(high, log2(row->ratio));
    }
    for (int i = 0; i < table->name_count; i++) {
        picture_series *series = &panel->series[i];
        qsort(series->point, (size_t)series->count, sizeof series->point[0], compare_numbers);
        for (int k = 0; k < series->count; k++) series->point[k].x = 100 * (k + 0.5) / series->count;
    }
    set_ratio_axis(panel, low, high);
    picture_ticks_make(&panel->x, "problems, the worst first", "%", 0, 100, 10);
    char place[32];
    snprintf(panel->title, sizeof panel->title,
             "%d problems, %s: the peer's time over that of atalanta, above 1 atalanta is faster", problems,
             plot_place_print(threads, place, sizeof place));
}

/* A panel for each number of threads. */
static bool make_ratios(const plot_table *table, picture_chart *chart)
{
    int threads[PANELS_MAX], count = 0;
    for (int i = 0; i < table->count; i++) {
        int k = 0;
        while (k < count && threads[k] != table->row[i].threads) k++;
        if (k == count && count < PANELS_MAX) threads[count++] = table->row[i].threads;
    }
    chart->panel = calloc((size_t)(count > 0 ? count : 1), sizeof *chart->panel);
    if (!chart->panel) return false;
    chart->panel_count = count;
    for (int i = 0; i < count; i++) {
        if (!make_room(table, &chart->panel[i])) return false;
        fill_ratios(table, threads[i], &chart->panel[i]);
    }
    return true;
}

static bool make_panels(const plot_table *table, const bundle *bundles, int count, picture_chart *chart)
{
    chart->panel = calloc((size_t)(count > 0 ? count : 1), sizeof *chart->panel);
    if (!chart->panel) return false;
    chart->panel_count = count;
    for (int i = 0; i < count; i++) {
        if (!make_room(table, &chart->panel[i])) return false;
        fill_panel(table, &bundles[i], &chart->panel[i]);
    }
    arrange(chart);
    return true;
}

bool plot_panels(const plot_table *table, picture_chart *chart, file_fault *fault)
{
    bundle bundles[PANELS_MAX];
    const int count = find_bundles(table, bundles);
    chart->name_count = table->name_count;
    memcpy(chart->name, table->name, sizeof chart->name);
    const bool good = count > PANELS_MAX ? make_ratios(table, chart) : make_panels(table, bundles, count, chart);
    if (!good) {
        picture_chart_fini(chart);
        return file_refuse(fault, "out of memory for the chart");
    }
    return true;
}
