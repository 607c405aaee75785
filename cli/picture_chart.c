/* picture_chart.c - charts: panels in rows of two, or of one where a panel is wide.
 *
 *     title
 *     note
 *     — name  — name  — name
 *     panel            panel
 *     wide panel
 *
 * A name has the same colour in every panel.
 */
#include "cli/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 96, PANEL_HEIGHT = 330, PANEL_TOP = 34, PANEL_FOOT = 62, MARGIN_LEFT = 84, MARGIN_RIGHT = 20 };

static picture_color color_of(int name)
{
    return picture_tones[PICTURE_NAMES + name].day;
}

/* Rows of the chart: a wide panel takes one, two others share one. */
static int count_rows(const picture_chart *chart)
{
    int halves = 0;
    for (int i = 0; i < chart->panel_count; i++) halves += chart->panel[i].wide ? 2 + (halves & 1) : 1;
    return (halves + 1) / 2;
}

double picture_chart_height(const picture_chart *chart)
{
    return HEAD + (double)PANEL_HEIGHT * count_rows(chart);
}

static void draw_dot(picture_canvas *canvas, picture_point at, double width, picture_color color)
{
    const picture_point twice[2] = {at,
                                    {at.x + 0.01, at.y}}; /* a stroke's ends are round; without a way it is nothing */
    canvas->stroke(canvas, twice, 2, width, color);
}

/* A line of short strokes: canvases know whole ones. */
static void draw_dashed(picture_canvas *canvas, const picture_point *line, int count, double width, picture_color color)
{
    enum { DASH = 6, GAP = 5 };
    double phase = 0;
    for (int i = 0; i + 1 < count; i++) {
        const double x = line[i + 1].x - line[i].x, y = line[i + 1].y - line[i].y, length = hypot(x, y);
        for (double at = -phase; at < length; at += DASH + GAP) {
            const double from = fmax(at, 0), to = fmin(at + DASH, length);
            const picture_point dash[2] = {{line[i].x + x * from / length, line[i].y + y * from / length},
                                           {line[i].x + x * to / length, line[i].y + y * to / length}};
            if (to > from) canvas->stroke(canvas, dash, 2, width, color);
        }
        phase = fmod(phase + length, DASH + GAP);
    }
}

static void draw_line(const picture_chart *chart, const picture_point *line, int count, int name,
                      picture_canvas *canvas)
{
    const picture_look look = chart->look[name];
    if (look == PICTURE_LOOK_DASHED) draw_dashed(canvas, line, count, 1.6, color_of(name));
    else canvas->stroke(canvas, line, count, look == PICTURE_LOOK_BOUND ? 1.3 : name == 0 ? 2.6 : 1.9, color_of(name));
}

static void draw_points(const picture_chart *chart, const picture_panel *panel, const picture_frame *frame, int name,
                        picture_canvas *canvas)
{
    const picture_series *series = &panel->series[name];
    picture_point *line = malloc((size_t)(series->count ? series->count : 1) * sizeof *line);
    if (!line) {
        canvas->failed = true;
        return;
    }
    for (int i = 0; i < series->count; i++) {
        line[i].x = picture_frame_x(frame, series->point[i].x);
        line[i].y = picture_frame_y(frame, fmin(fmax(series->point[i].y, panel->y_low), panel->y_high));
    }
    const bool joined = panel->style == PICTURE_CURVES;
    const bool dotted = chart->look[name] != PICTURE_LOOK_BOUND && (!joined || series->count <= 40);
    if (joined && series->count > 1) draw_line(chart, line, series->count, name, canvas);
    for (int i = 0; dotted && i < series->count; i++) draw_dot(canvas, line[i], name == 0 ? 6.5 : 5.2, color_of(name));
    free(line);
}

static void draw_bars(const picture_chart *chart, const picture_panel *panel, const picture_frame *frame,
                      picture_canvas *canvas)
{
    int shown = 0, place[PICTURE_MAX_NAMES];
    for (int i = 0; i < chart->name_count; i++) {
        place[i] = shown;
        shown += panel->series[i].count > 0;
    }
    const double slot = frame->box.width / (panel->x_high - panel->x_low);
    const double width = fmin(0.78 * slot / (shown ? shown : 1), 26);
    const double bottom = frame->box.y + frame->box.height;
    for (int i = 0; i < chart->name_count; i++) {
        for (int k = 0; k < panel->series[i].count; k++) {
            const picture_point at = panel->series[i].point[k];
            const double x = picture_frame_x(frame, at.x) + (place[i] - shown / 2.0) * width;
            const double y = picture_frame_y(frame, at.y);
            canvas->fill(canvas, (picture_box){x, y, width * 0.92, bottom - y}, color_of(i), 1);
        }
    }
}

void picture_panel_draw(const picture_chart *chart, const picture_panel *panel, const picture_frame *frame,
                        picture_canvas *canvas)
{
    picture_frame_axes(frame, &panel->x, &panel->y, true, canvas);
    if (panel->has_level) {
        const double level = picture_frame_y(frame, panel->level);
        const picture_point across[2] = {{frame->box.x, level}, {frame->box.x + frame->box.width, level}};
        canvas->stroke(canvas, across, 2, 1.4, picture_tones[PICTURE_LEVEL].day);
    }
    if (panel->style == PICTURE_BARS) {
        draw_bars(chart, panel, frame, canvas);
        return;
    }
    for (int i = chart->name_count - 1; i >= 0; i--) draw_points(chart, panel, frame, i, canvas); /* the first on top */
}

static void draw_panel(const picture_chart *chart, const picture_panel *panel, double x, double y,
                       picture_canvas *canvas)
{
    const double width = panel->wide ? PICTURE_CHART_BOX_WIDE : PICTURE_CHART_BOX;
    const picture_frame frame = {.box = {x + MARGIN_LEFT, y + PANEL_TOP, width, PANEL_HEIGHT - PANEL_TOP - PANEL_FOOT},
                                 .x_low = panel->x_low,
                                 .x_high = panel->x_high,
                                 .y_low = panel->y_low,
                                 .y_high = panel->y_high};
    const picture_text title = {
        .x = frame.box.x, .y = y + PANEL_TOP - 11, .size = 14, .bold = true, .color = picture_tones[PICTURE_INK].day};
    canvas->text(canvas, &title, panel->title);
    picture_panel_draw(chart, panel, &frame, canvas);
}

/* About how wide a text is; enough for a legend, in whatever font an SVG is shown. */
static double text_width(const char *text, double size)
{
    return 0.62 * size * (double)strlen(text);
}

static bool is_shown(const picture_chart *chart, int name)
{
    for (int i = 0; i < chart->panel_count; i++) {
        if (chart->panel[i].series[name].count > 0) return true;
    }
    return false;
}

static void draw_legend(const picture_chart *chart, picture_canvas *canvas)
{
    double x = 24;
    for (int i = 0; i < chart->name_count; i++) {
        if (!is_shown(chart, i)) continue;
        const picture_point dash[2] = {{x, 76}, {x + 20, 76}};
        canvas->stroke(canvas, dash, 2, 4, color_of(i));
        canvas->text(canvas,
                     &(picture_text){.x = x + 28,
                                     .y = 80.5,
                                     .size = 13,
                                     .bold = i == 0,
                                     .color = picture_tones[i ? PICTURE_INK_SOFT : PICTURE_INK].day},
                     chart->name[i]);
        x += 28 + text_width(chart->name[i], 13) + 26;
    }
}

void picture_chart_draw(const picture_chart *chart, picture_canvas *canvas)
{
    picture_frame_begin(chart->title, chart->note, canvas);
    draw_legend(chart, canvas);
    int halves = 0;
    for (int i = 0; i < chart->panel_count; i++) {
        const picture_panel *panel = &chart->panel[i];
        if (panel->wide) halves += halves & 1;
        const int row = halves / 2;
        const double x = halves & 1 ? MARGIN_LEFT + PICTURE_CHART_BOX + MARGIN_RIGHT : 0;
        draw_panel(chart, panel, x, HEAD + (double)PANEL_HEIGHT * row, canvas);
        halves += panel->wide ? 2 : 1;
    }
}

void picture_chart_fini(picture_chart *chart)
{
    for (int i = 0; i < chart->panel_count; i++) {
        for (int k = 0; k < PICTURE_MAX_NAMES; k++) free(chart->panel[i].series[k].point);
    }
    free(chart->panel);
    *chart = (picture_chart){0};
}
