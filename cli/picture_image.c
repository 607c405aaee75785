/* picture_image.c - levels as colours: spectrograms, spectra of images, batches of many rows; with a scale beside it.
 *
 *     ┌───────────────────────┐ ┌┐  0 dB
 *     │     rows x columns    │ ││
 *     └───────────────────────┘ └┘ -100
 *
 * A pixel shows the strongest of the cells behind it, so that a lone bright cell of a large array is not lost.
 */
#include "cli/picture.h"

#include <stdlib.h>

static void fill_pixels(const picture_view *view, uint8_t *pixels, int width, int height)
{
    const double row_step = (double)view->rows / height, column_step = (double)view->columns / width;
    for (int y = 0; y < height; y++) {
        const int from_top = view->y_up ? height - 1 - y : y;
        for (int x = 0; x < width; x++) {
            const double level = picture_view_block(view, from_top * row_step, (from_top + 1) * row_step,
                                                    x * column_step, (x + 1) * column_step);
            pixels[(size_t)y * (size_t)width + (size_t)x] = (uint8_t)picture_color_of(level, view->low, view->high);
        }
    }
}

static void draw_pixels(const picture_view *view, const picture_frame *frame, picture_canvas *canvas)
{
    const int width = (int)(frame->box.width * canvas->pixel_ratio),
              height = (int)(frame->box.height * canvas->pixel_ratio);
    uint8_t *pixels = malloc((size_t)width * (size_t)height);
    if (!pixels) {
        canvas->failed = true;
        return;
    }
    fill_pixels(view, pixels, width, height);
    canvas->image(canvas, frame->box, pixels, width, height);
    free(pixels);
}

static void draw_scale(const picture_view *view, const picture_frame *frame, picture_canvas *canvas)
{
    const picture_frame bar = {.box = {frame->box.x + frame->box.width + 22, frame->box.y, 16, frame->box.height},
                               .x_low = 0,
                               .x_high = 1,
                               .y_low = view->low,
                               .y_high = view->high};
    uint8_t pixels[PICTURE_COLORS];
    for (int i = 0; i < PICTURE_COLORS; i++) pixels[i] = (uint8_t)(PICTURE_COLORS - 1 - i);
    canvas->image(canvas, bar.box, pixels, 1, PICTURE_COLORS);
    const double right = bar.box.x + bar.box.width, bottom = bar.box.y + bar.box.height;
    const picture_point edge[5] = {
        {bar.box.x, bar.box.y}, {right, bar.box.y}, {right, bottom}, {bar.box.x, bottom}, {bar.box.x, bar.box.y}};
    canvas->stroke(canvas, edge, 5, 1, picture_tones[PICTURE_EDGE].day);
    picture_ticks ticks;
    picture_ticks_make(&ticks, view->level_name, view->level_unit, view->low, view->high, 6);
    for (int i = 0; i < ticks.count; i++) {
        const double y = picture_frame_y(&bar, ticks.at[i]);
        const picture_point dash[2] = {{right, y}, {right + 4, y}};
        canvas->stroke(canvas, dash, 2, 1, picture_tones[PICTURE_EDGE].day);
        canvas->text(
            canvas,
            &(picture_text){.x = right + 8, .y = y + 4, .size = 12, .color = picture_tones[PICTURE_INK_SOFT].day},
            ticks.text[i]);
    }
    const picture_text style = {.x = canvas->width - 14,
                                .y = bar.box.y + bar.box.height / 2,
                                .size = 13,
                                .anchor = PICTURE_MIDDLE,
                                .upwards = true,
                                .color = picture_tones[PICTURE_INK].day};
    canvas->text(canvas, &style, ticks.title);
}

void picture_image_draw(const picture_view *view, picture_canvas *canvas)
{
    const double top = view->y.first - 0.5 * view->y.step;
    const double bottom = view->y.first + ((double)view->rows - 0.5) * view->y.step;
    const double left = view->x.first - 0.5 * view->x.step;
    const picture_frame frame = {.box = {84, 72, canvas->width - 84 - 120, canvas->height - 72 - 60},
                                 .x_low = left,
                                 .x_high = left + (double)view->columns * view->x.step,
                                 .y_low = view->y_up ? top : bottom,
                                 .y_high = view->y_up ? bottom : top};
    picture_ticks x, y;
    picture_ticks_make(&x, view->x.name, view->x.unit, frame.x_low, frame.x_high, 9);
    picture_ticks_make(&y, view->y.name, view->y.unit, top, bottom, 7);
    picture_frame_begin(view->title, view->note, canvas);
    draw_pixels(view, &frame, canvas);
    picture_frame_axes(&frame, &x, &y, false, canvas);
    draw_scale(view, &frame, canvas);
}
