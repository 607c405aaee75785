/* picture_frame.c - what stands round every drawing.
 *
 *     title
 *     note
 *       |┌───────────────┐
 *     y |│      box      │
 *       |└───────────────┘
 *         ─ ─ ─  x  ─ ─ ─
 */
#include "cli/picture.h"

double picture_frame_x(const picture_frame *frame, double x)
{
    return frame->box.x + (x - frame->x_low) / (frame->x_high - frame->x_low) * frame->box.width;
}

double picture_frame_y(const picture_frame *frame, double y)
{
    return frame->box.y + (frame->y_high - y) / (frame->y_high - frame->y_low) * frame->box.height;
}

void picture_frame_begin(const char *title, const char *note, picture_canvas *canvas)
{
    canvas->fill(canvas, (picture_box){0, 0, canvas->width, canvas->height}, picture_tones[PICTURE_PAPER].day, 1);
    canvas->text(canvas,
                 &(picture_text){.x = 24, .y = 33, .size = 17, .bold = true, .color = picture_tones[PICTURE_INK].day},
                 title);
    canvas->text(canvas, &(picture_text){.x = 24, .y = 53, .size = 12, .color = picture_tones[PICTURE_INK_SOFT].day},
                 note);
}

static void line(picture_canvas *canvas, double x1, double y1, double x2, double y2, picture_color color)
{
    const picture_point points[2] = {{x1, y1}, {x2, y2}};
    canvas->stroke(canvas, points, 2, 1, color);
}

static void draw_x(const picture_frame *frame, const picture_ticks *ticks, bool grid, picture_canvas *canvas)
{
    const double bottom = frame->box.y + frame->box.height;
    for (int i = 0; i < ticks->count; i++) {
        const double x = picture_frame_x(frame, ticks->at[i]);
        if (grid) line(canvas, x, frame->box.y, x, bottom, picture_tones[PICTURE_GRID].day);
        line(canvas, x, bottom, x, bottom + 4, picture_tones[PICTURE_EDGE].day);
        const picture_text style = {.x = x,
                                    .y = bottom + 18,
                                    .size = 12,
                                    .anchor = PICTURE_MIDDLE,
                                    .color = picture_tones[PICTURE_INK_SOFT].day};
        canvas->text(canvas, &style, ticks->text[i]);
    }
    const picture_text style = {.x = frame->box.x + frame->box.width / 2,
                                .y = bottom + 41,
                                .size = 13,
                                .anchor = PICTURE_MIDDLE,
                                .color = picture_tones[PICTURE_INK].day};
    canvas->text(canvas, &style, ticks->title);
}

static void draw_y(const picture_frame *frame, const picture_ticks *ticks, bool grid, picture_canvas *canvas)
{
    const double right = frame->box.x + frame->box.width;
    for (int i = 0; i < ticks->count; i++) {
        const double y = picture_frame_y(frame, ticks->at[i]);
        if (grid) line(canvas, frame->box.x, y, right, y, picture_tones[PICTURE_GRID].day);
        line(canvas, frame->box.x - 4, y, frame->box.x, y, picture_tones[PICTURE_EDGE].day);
        const picture_text style = {.x = frame->box.x - 9,
                                    .y = y + 4,
                                    .size = 12,
                                    .anchor = PICTURE_END,
                                    .color = picture_tones[PICTURE_INK_SOFT].day};
        canvas->text(canvas, &style, ticks->text[i]);
    }
    const picture_text style = {.x = frame->box.x - 58,
                                .y = frame->box.y + frame->box.height / 2,
                                .size = 13,
                                .anchor = PICTURE_MIDDLE,
                                .upwards = true,
                                .color = picture_tones[PICTURE_INK].day};
    canvas->text(canvas, &style, ticks->title);
}

void picture_frame_axes(const picture_frame *frame, const picture_ticks *x, const picture_ticks *y, bool grid,
                        picture_canvas *canvas)
{
    draw_x(frame, x, grid, canvas);
    draw_y(frame, y, grid, canvas);
    const picture_box box = frame->box;
    const picture_point edge[5] = {{box.x, box.y},
                                   {box.x + box.width, box.y},
                                   {box.x + box.width, box.y + box.height},
                                   {box.x, box.y + box.height},
                                   {box.x, box.y}};
    canvas->stroke(canvas, edge, 5, 1, picture_tones[PICTURE_EDGE].day);
}
