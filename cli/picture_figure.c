/* picture_figure.c - a chart of one panel for a page: a legend in as many lines as it takes, then curves or rows.
 *
 *     — name  — name  — name            — name  — name
 *     — name                            slot
 *     | curves                          ███████ 12.3
 *     |_______                          ████ 7.1
 *       2^10  2^12                      slot
 */
#include "cli/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGEND_LINE = 19, LEGEND_TOP = 14, LEFT = 74, RIGHT = 14, BOX_HEIGHT = 262, FOOT = 52 };
enum { ROW_LABEL = 19, ROW_BAR = 11, ROW_GAP = 9, ROWS_LEFT = 8, ROWS_RIGHT = 56 };

static bool is_shown(const picture_chart *chart, int name)
{
    return chart->panel[0].series[name].count > 0;
}

/* About how wide an entry of the legend is, in whatever font it is shown. */
static double entry_width(const char *name)
{
    return 26 + 6.9 * (double)strlen(name) + 16;
}

/* Draw the legend, or with `canvas` NULL only count its lines. */
static int draw_legend(const picture_chart *chart, picture_canvas *canvas)
{
    int lines = 1;
    double x = 4;
    for (int i = 0; i < chart->name_count; i++) {
        if (!is_shown(chart, i)) continue;
        if (x > 4 && x + entry_width(chart->name[i]) > PICTURE_FIGURE_WIDTH + 12) {
            lines++;
            x = 4;
        }
        const double y = LEGEND_TOP + (lines - 1) * LEGEND_LINE;
        const picture_color color = picture_tones[PICTURE_NAMES + i].day;
        const bool dashed = chart->look[i] == PICTURE_LOOK_DASHED, bound = chart->look[i] == PICTURE_LOOK_BOUND;
        const picture_point whole[2] = {{x, y - 4}, {x + 18, y - 4}};
        const picture_point halves[2][2] = {{{x, y - 4}, {x + 6, y - 4}}, {{x + 12, y - 4}, {x + 18, y - 4}}};
        const picture_text text = {
            .x = x + 25, .y = y, .size = 12.5, .bold = i == 0, .color = picture_tones[PICTURE_INK].day};
        if (canvas && dashed) canvas->stroke(canvas, halves[0], 2, 3, color);
        if (canvas && dashed) canvas->stroke(canvas, halves[1], 2, 3, color);
        if (canvas && !dashed) canvas->stroke(canvas, whole, 2, bound ? 1.5 : 4, color);
        if (canvas) canvas->text(canvas, &text, chart->name[i]);
        x += entry_width(chart->name[i]);
    }
    return lines;
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

/* Names that are bars; bounds are marks. */
static int count_bars(const picture_chart *chart)
{
    int bars = 0;
    for (int i = 0; i < chart->name_count; i++) bars += is_shown(chart, i) && chart->look[i] != PICTURE_LOOK_BOUND;
    return bars;
}

/* Slots may have fewer bars than there are names; those that have none leave no hole. */
static int count_in_slot(const picture_chart *chart, int slot)
{
    int bars = 0;
    for (int i = 0; i < chart->name_count; i++) {
        const picture_series *series = &chart->panel[0].series[i];
        for (int k = 0; k < series->count; k++)
            bars += series->point[k].x == slot && chart->look[i] != PICTURE_LOOK_BOUND;
    }
    return bars;
}

static double rows_height(const picture_chart *chart)
{
    double height = 0;
    for (int slot = 0; slot < chart->panel[0].x.count; slot++)
        height += ROW_LABEL + ROW_BAR * count_in_slot(chart, slot) + ROW_GAP;
    return height;
}

static void draw_bar(const picture_chart *chart, const picture_frame *frame, double value, double y, int name,
                     picture_canvas *canvas)
{
    const picture_panel *panel = &chart->panel[0];
    const double x = picture_frame_x(frame, fmin(fmax(value, panel->y_low), panel->y_high));
    const double number = panel->logarithmic ? pow(10, value) : value;
    char text[32];
    snprintf(text, sizeof text, number >= 1000 ? "%.0f" : "%.3g", number);
    canvas->fill(canvas, (picture_box){frame->box.x, y, fmax(x - frame->box.x, 1), ROW_BAR - 2},
                 picture_tones[PICTURE_NAMES + name].day, chart->look[name] == PICTURE_LOOK_DASHED ? 0.6 : 1);
    canvas->text(canvas,
                 &(picture_text){.x = x + 5, .y = y + 8.5, .size = 10.5, .color = picture_tones[PICTURE_INK_SOFT].day},
                 text);
}

/* The bars of a slot, and then the marks across them. Returns where the next slot begins. */
static double draw_slot(const picture_chart *chart, const picture_frame *frame, int slot, double y,
                        picture_canvas *canvas)
{
    const picture_panel *panel = &chart->panel[0];
    const picture_text label = {
        .x = frame->box.x, .y = y + 13, .size = 12, .bold = true, .color = picture_tones[PICTURE_INK].day};
    canvas->text(canvas, &label, panel->x.text[slot]);
    const double top = y + ROW_LABEL;
    double at = top;
    for (int marks = 0; marks <= 1; marks++) {
        for (int i = 0; i < chart->name_count; i++) {
            for (int k = 0; k < panel->series[i].count; k++) {
                const picture_point point = panel->series[i].point[k];
                if (point.x != slot || (chart->look[i] == PICTURE_LOOK_BOUND) != marks) continue;
                if (!marks) {
                    draw_bar(chart, frame, point.y, at, i, canvas);
                    at += ROW_BAR;
                    continue;
                }
                const double x = picture_frame_x(frame, point.y);
                const picture_point mark[2] = {{x, top - 3}, {x, at + 1}};
                canvas->stroke(canvas, mark, 2, 2, picture_tones[PICTURE_NAMES + i].day);
            }
        }
    }
    return at + ROW_GAP;
}

/* The axis of the values lies, so x and y change places. */
static void draw_rows(const picture_chart *chart, double top, picture_canvas *canvas)
{
    const picture_panel *panel = &chart->panel[0];
    const picture_frame frame = {
        .box = {ROWS_LEFT, top, PICTURE_FIGURE_WIDTH - ROWS_LEFT - ROWS_RIGHT, rows_height(chart)},
        .x_low = panel->y_low,
        .x_high = panel->y_high,
        .y_low = 0,
        .y_high = 1};
    picture_ticks none = {.count = 0};
    picture_frame_axes(&frame, &panel->y, &none, true, canvas);
    double y = top;
    for (int slot = 0; slot < panel->x.count; slot++) y = draw_slot(chart, &frame, slot, y, canvas);
}

/* --- Figures ------------------------------------------------------------------------------------------------------ */

static double legend_height(const picture_chart *chart)
{
    return LEGEND_TOP + draw_legend(chart, NULL) * LEGEND_LINE - 6;
}

double picture_figure_height(const picture_chart *chart)
{
    const bool rows = chart->panel[0].style == PICTURE_ROWS;
    return legend_height(chart) + (rows && count_bars(chart) > 0 ? rows_height(chart) : BOX_HEIGHT) + FOOT;
}

void picture_figure_draw(const picture_chart *chart, picture_canvas *canvas)
{
    const picture_panel *panel = &chart->panel[0];
    const double top = legend_height(chart);
    draw_legend(chart, canvas);
    if (panel->style == PICTURE_ROWS) {
        draw_rows(chart, top, canvas);
        return;
    }
    const picture_frame frame = {.box = {LEFT, top, PICTURE_FIGURE_WIDTH - LEFT - RIGHT, BOX_HEIGHT},
                                 .x_low = panel->x_low,
                                 .x_high = panel->x_high,
                                 .y_low = panel->y_low,
                                 .y_high = panel->y_high};
    picture_panel_draw(chart, panel, &frame, canvas);
}
