/* picture_view.c - levels of a view: which range to show, and what falls into one pixel.
 *
 * A spectrum has thousands of cells behind every pixel. Taking every thousandth would lose the peaks, which are what
 * it is drawn for, so a pixel shows the extremes of the whole stretch behind it:
 *
 *     cells    . . ' . . | . . . . ' . .
 *     pixel   [  low..high  ][  low..high ]
 */
#include "cli/picture.h"

#include <math.h>
#include <stdlib.h>

void picture_view_fini(picture_view *view)
{
    free(view->value);
    view->value = NULL;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The level below which this part of the cells lies, from a sample of them. */
static double quiet_level(const picture_view *view, double part)
{
    enum { SAMPLE = 4096 };
    double sample[SAMPLE];
    const int64_t count = view->rows * view->columns;
    const int64_t step = count / SAMPLE + 1;
    int have = 0;
    for (int64_t i = 0; i < count && have < SAMPLE; i += step)
        if (isfinite(view->value[i])) sample[have++] = view->value[i];
    if (have == 0) return -INFINITY;
    qsort(sample, (size_t)have, sizeof sample[0], compare);
    return sample[(int)(have * part)];
}

static void set_decibel_range(picture_view *view, double most)
{
    /* Curves leave room for the labels of their peaks and show their floor; an image keeps its colours for what stands
     * out of the floor. */
    const double unit = view->is_image ? 5 : 10;
    view->high = view->is_image ? ceil(most) : unit * ceil((most + 5) / unit);
    const double lowest = view->high - 100;
    const double quiet = unit * floor(quiet_level(view, view->is_image ? 0.2 : 0.01) / unit);
    view->low = quiet > lowest ? quiet : lowest;
    if (view->low > view->high - 20) view->low = view->high - 20;
}

void picture_view_set_range(picture_view *view)
{
    double least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; i < view->rows * view->columns; i++) {
        if (!isfinite(view->value[i])) continue;
        least = fmin(least, view->value[i]);
        most = fmax(most, view->value[i]);
    }
    if (most < least) least = most = 0; /* silence, or nothing that is a number */
    if (view->decibels) {
        set_decibel_range(view, most);
        return;
    }
    const double room = most > least ? (view->is_image ? 0 : 0.06 * (most - least)) : 0.5 * fmax(1, fabs(most));
    view->low = least - room;
    view->high = most + room;
}

static void include(picture_span *span, double level)
{
    if (isnan(level)) return;
    if (level < span->low) span->low = level;
    if (level > span->high) span->high = level;
}

/* On the line that joins the cells on both sides; a cell without a level (silence in decibels) drops to the floor. */
static double level_at(const picture_view *view, const double *row, double place)
{
    const double last = (double)(view->columns - 1);
    place = place < 0 ? 0 : place > last ? last : place;
    const int64_t cell = (int64_t)place;
    const double part = place - (double)cell;
    const double left = row[cell] > view->low ? row[cell] : view->low;
    if (part == 0) return left;
    const double right = row[cell + 1] > view->low ? row[cell + 1] : view->low;
    return left + part * (right - left);
}

picture_span picture_view_span(const picture_view *view, int64_t row, double from, double to)
{
    const double *values = view->value + row * view->columns;
    picture_span span = {INFINITY, -INFINITY};
    include(&span, level_at(view, values, from));
    include(&span, level_at(view, values, to));
    int64_t cell = (int64_t)ceil(from);
    if (cell < 0) cell = 0;
    for (; cell < view->columns && (double)cell <= to; cell++) include(&span, values[cell]);
    if (span.low < view->low) span.low = view->low;
    if (span.high > view->high) span.high = view->high;
    if (span.high < span.low) span.high = span.low;
    return span;
}

static void limits(double from, double to, int64_t count, int64_t *first, int64_t *end)
{
    if (to - from < 1)
        from = to = (from + to) / 2; /* cells larger than pixels: the one in the middle, to keep edges sharp */
    *first = (int64_t)floor(from);
    if (*first < 0) *first = 0;
    if (*first >= count) *first = count - 1;
    *end = (int64_t)ceil(to - 1e-9);
    if (*end > count) *end = count;
    if (*end <= *first) *end = *first + 1;
}

double picture_view_block(const picture_view *view, double row_from, double row_to, double column_from,
                          double column_to)
{
    int64_t row, row_end, column, column_end;
    limits(row_from, row_to, view->rows, &row, &row_end);
    limits(column_from, column_to, view->columns, &column, &column_end);
    double most = -INFINITY;
    for (; row < row_end; row++)
        for (int64_t i = column; i < column_end; i++)
            if (view->value[row * view->columns + i] > most) most = view->value[row * view->columns + i];
    return most;
}
