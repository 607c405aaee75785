/* picture_spectrum.c - curves: level against frequency (or against time, for what an inverse transform gives).
 *
 * A curve is three layers, from back to front: a tint down to the floor, a band from the lowest to the highest level
 * behind each pixel, and a line along the highest. Where a pixel has less than one cell behind it, band and line are
 * one.
 */
#include "cli/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const picture_color curve_colors[PICTURE_MAX_CURVES] = {
    {38, 70, 160}, {217, 84, 30}, {22, 138, 106}, {140, 70, 170}};

typedef struct outline {
    int count;
    double *top, *bottom, *base;
    picture_point *line;
} outline;

static bool outline_init(outline *curve, int count)
{
    *curve = (outline){.count = count};
    curve->top = malloc((size_t)count * 3 * sizeof *curve->top);
    curve->line = malloc((size_t)count * sizeof *curve->line);
    if (curve->top && curve->line) {
        curve->bottom = curve->top + count;
        curve->base = curve->bottom + count;
        return true;
    }
    free(curve->top);
    free(curve->line);
    return false;
}

static void outline_fini(outline *curve)
{
    free(curve->top);
    free(curve->line);
}

/* Point i stands at x = box.x + i and shows what lies within half a unit to both sides. */
static void trace(const picture_view *view, const picture_frame *frame, int64_t row, outline *curve)
{
    const double cells = (double)(view->columns - 1) / frame->box.width;
    for (int i = 0; i < curve->count; i++) {
        const picture_span span = picture_view_span(view, row, (i - 0.5) * cells, (i + 0.5) * cells);
        const bool dense = cells > 1;
        const double middle = dense ? span.high : picture_view_span(view, row, i * cells, i * cells).high;
        curve->top[i] = picture_frame_y(frame, dense ? span.high : middle);
        curve->bottom[i] = picture_frame_y(frame, dense ? span.low : middle);
        curve->base[i] = frame->box.y + frame->box.height;
        curve->line[i] = (picture_point){frame->box.x + i, picture_frame_y(frame, span.high)};
        if (!dense) curve->line[i].y = curve->top[i];
    }
}

static void draw_curve(const picture_view *view, const picture_frame *frame, int64_t row, picture_canvas *canvas)
{
    outline curve;
    if (!outline_init(&curve, (int)frame->box.width + 1)) {
        canvas->failed = true;
        return;
    }
    trace(view, frame, row, &curve);
    const picture_color color = curve_colors[row % PICTURE_MAX_CURVES];
    if (view->rows == 1 && view->decibels)
        canvas->fill_band(canvas, frame->box.x, curve.top, curve.base, curve.count, color, 0.10);
    canvas->fill_band(canvas, frame->box.x, curve.top, curve.bottom, curve.count, color, 0.32);
    canvas->stroke(canvas, curve.line, curve.count, 1.3, color);
    outline_fini(&curve);
}

/* Labels over the strongest peaks, from the strongest on; one that would lie over another is left out. */
static void draw_marks(const picture_view *view, const picture_frame *frame, picture_canvas *canvas)
{
    double taken_x[PICTURE_MAX_MARKS];
    int taken = 0;
    for (int i = 0; i < view->mark_count; i++) {
        const picture_mark *mark = &view->mark[i];
        const double level = view->value[mark->row * view->columns + mark->column];
        if (!(level > view->low) || level > view->high) continue;
        const double x = picture_frame_x(frame, view->x.first + (double)mark->column * view->x.step);
        const double y = picture_frame_y(frame, level) - 8;
        bool free_place = true;
        for (int j = 0; j < taken; j++) free_place = free_place && fabs(taken_x[j] - x) > 64;
        if (!free_place) continue;
        taken_x[taken++] = x;
        const double reach = 4.0 * (double)strlen(mark->text);
        const double right = frame->box.x + frame->box.width;
        const double at = fmin(fmax(x, frame->box.x + reach), right - reach);
        const picture_text style = {.x = at,
                                    .y = y,
                                    .size = 12,
                                    .anchor = PICTURE_MIDDLE,
                                    .bold = true,
                                    .color = curve_colors[mark->row % PICTURE_MAX_CURVES]};
        canvas->text(canvas, &style, mark->text);
    }
}

static void draw_legend(const picture_view *view, const picture_frame *frame, picture_canvas *canvas)
{
    for (int64_t row = 0; view->rows > 1 && row < view->rows; row++) {
        const double x = frame->box.x + frame->box.width - 96 * (double)(view->rows - row);
        const picture_point dash[2] = {{x, 29}, {x + 18, 29}};
        char text[40];
        snprintf(text, sizeof text, "%s %d", view->row_name, (int)row + 1);
        canvas->stroke(canvas, dash, 2, 3, curve_colors[row % PICTURE_MAX_CURVES]);
        canvas->text(canvas, &(picture_text){.x = x + 25, .y = 33, .size = 12, .color = {92, 100, 116}}, text);
    }
}

void picture_spectrum_draw(const picture_view *view, picture_canvas *canvas)
{
    const double last = view->x.first + (double)(view->columns - 1) * view->x.step;
    const picture_frame frame = {.box = {84, 72, canvas->width - 84 - 28, canvas->height - 72 - 60},
                                 .x_low = view->columns > 1 ? view->x.first : view->x.first - 0.5,
                                 .x_high = view->columns > 1 ? last : view->x.first + 0.5,
                                 .y_low = view->low,
                                 .y_high = view->high};
    picture_ticks x, y;
    picture_ticks_make(&x, view->x.name, view->x.unit, frame.x_low, frame.x_high, 10);
    picture_ticks_make(&y, view->level_name, view->level_unit, frame.y_low, frame.y_high, 8);
    picture_frame_begin(view->title, view->note, canvas);
    picture_frame_axes(&frame, &x, &y, true, canvas);
    for (int64_t row = 0; row < view->rows; row++) draw_curve(view, &frame, row, canvas);
    draw_marks(view, &frame, canvas);
    draw_legend(view, &frame, canvas);
}
