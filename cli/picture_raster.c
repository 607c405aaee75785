/* picture_raster.c - a canvas of pixels, twice as many each way as there are units of length, so that lines are fine
 * and letters sharp on any screen.
 *
 * Everything is smoothed by coverage: how much of a pixel a shape covers decides how much of its colour the pixel
 * takes. A stroke first collects its coverage, the largest of its segments', and is then painted once; painting
 * segment by segment would show every joint.
 */
#include "cli/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATIO = 2 };

static double between(double low, double number, double high)
{
    return number < low ? low : number > high ? high : number;
}

static void blend(picture_raster *raster, int x, int y, picture_color color, double part)
{
    uint8_t *pixel = raster->pixels + 3 * ((size_t)y * (size_t)raster->width + (size_t)x);
    pixel[0] = (uint8_t)lround(pixel[0] + part * (color.red - pixel[0]));
    pixel[1] = (uint8_t)lround(pixel[1] + part * (color.green - pixel[1]));
    pixel[2] = (uint8_t)lround(pixel[2] + part * (color.blue - pixel[2]));
}

/* How much of pixel `at` lies between low and high. */
static double overlap(int at, double low, double high)
{
    return between(0, fmin(high, at + 1) - fmax(low, at), 1);
}

static void raster_fill(picture_canvas *canvas, picture_box box, picture_color color, double opacity)
{
    picture_raster *raster = (picture_raster *)canvas;
    const double left = between(0, box.x * RATIO, raster->width);
    const double right = between(0, (box.x + box.width) * RATIO, raster->width);
    const double top = between(0, box.y * RATIO, raster->height);
    const double bottom = between(0, (box.y + box.height) * RATIO, raster->height);
    for (int y = (int)top; y < bottom; y++)
        for (int x = (int)left; x < right; x++)
            blend(raster, x, y, color, opacity * overlap(x, left, right) * overlap(y, top, bottom));
}

typedef struct pixel_area {
    int x, y, x_end, y_end;
} pixel_area;

static pixel_area area_of(const picture_raster *raster, double left, double top, double right, double bottom)
{
    return (pixel_area){(int)between(0, floor(left), raster->width), (int)between(0, floor(top), raster->height),
                        (int)between(0, ceil(right), raster->width), (int)between(0, ceil(bottom), raster->height)};
}

/* Coverage falls from 1 to 0 over the pixel's width at the edge of a line with round ends. */
static void cover_segment(picture_raster *raster, picture_point a, picture_point b, double half_width)
{
    const double reach = half_width + 0.5;
    const pixel_area area =
        area_of(raster, fmin(a.x, b.x) - reach, fmin(a.y, b.y) - reach, fmax(a.x, b.x) + reach, fmax(a.y, b.y) + reach);
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    for (int y = area.y; y < area.y_end; y++) {
        uint8_t *row = raster->coverage + (size_t)y * (size_t)raster->width;
        for (int x = area.x; x < area.x_end; x++) {
            const double px = x + 0.5 - a.x, py = y + 0.5 - a.y;
            const double along = square > 0 ? between(0, (px * dx + py * dy) / square, 1) : 0;
            const double distance = hypot(px - along * dx, py - along * dy);
            const int covered = (int)(255 * between(0, reach - distance, 1));
            if (covered > row[x]) row[x] = (uint8_t)covered;
        }
    }
}

/* Paint the area by its coverage, and clear the coverage for the next stroke. */
static void paint(picture_raster *raster, pixel_area area, picture_color color)
{
    for (int y = area.y; y < area.y_end; y++) {
        uint8_t *row = raster->coverage + (size_t)y * (size_t)raster->width;
        for (int x = area.x; x < area.x_end; x++) {
            if (row[x]) blend(raster, x, y, color, row[x] / 255.0);
            row[x] = 0;
        }
    }
}

/* Points in pixels; one with a NaN lifts the pen. */
static void stroke_pixels(picture_raster *raster, const picture_point *points, int count, double width,
                          picture_color color)
{
    const double reach = width / 2 + 1.5;
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (int i = 0; i < count; i++) {
        if (isnan(points[i].y)) continue;
        left = fmin(left, points[i].x);
        right = fmax(right, points[i].x);
        top = fmin(top, points[i].y);
        bottom = fmax(bottom, points[i].y);
        const bool single = (i == 0 || isnan(points[i - 1].y)) && (i + 1 == count || isnan(points[i + 1].y));
        if (single) cover_segment(raster, points[i], points[i], width / 2);
        else if (i > 0 && !isnan(points[i - 1].y)) cover_segment(raster, points[i - 1], points[i], width / 2);
    }
    if (right >= left) paint(raster, area_of(raster, left - reach, top - reach, right + reach, bottom + reach), color);
}

static void raster_stroke(picture_canvas *canvas, const picture_point *points, int count, double width,
                          picture_color color)
{
    picture_raster *raster = (picture_raster *)canvas;
    picture_point *scaled = malloc((size_t)count * sizeof *scaled);
    if (!scaled) {
        canvas->failed = true;
        return;
    }
    for (int i = 0; i < count; i++) scaled[i] = (picture_point){points[i].x * RATIO, points[i].y * RATIO};
    stroke_pixels(raster, scaled, count, width * RATIO, color);
    free(scaled);
}

static void raster_fill_band(picture_canvas *canvas, double x, const double *top, const double *bottom, int count,
                             picture_color color, double opacity)
{
    picture_raster *raster = (picture_raster *)canvas;
    const int first = (int)between(0, ceil(x * RATIO), raster->width);
    const int end = (int)between(0, (x + count - 1) * RATIO, raster->width);
    for (int column = first; column < end; column++) {
        const double place = between(0, (column + 0.5) / RATIO - x, count - 1);
        const int i = (int)fmin(place, fmax(count - 2, 0));
        const int next = i + 1 < count ? i + 1 : i;
        const double part = place - i;
        const double high = between(0, (top[i] + part * (top[next] - top[i])) * RATIO, raster->height);
        const double low = between(0, (bottom[i] + part * (bottom[next] - bottom[i])) * RATIO, raster->height);
        for (int y = (int)high; y < low; y++) blend(raster, column, y, color, opacity * overlap(y, high, low));
    }
}

/* The lines of a text, from its origin at the start of its baseline; returns its width. One grid unit of the font is
 * size / 11: capitals 8 units high fill most of the size, as with other fonts. */
static double layout_text(picture_raster *raster, const picture_text *style, const char *text, picture_point origin)
{
    const double unit = style->size / 11 * RATIO;
    double x = 0;
    for (; *text; text++) {
        picture_point points[PICTURE_GLYPH_MAX];
        int count;
        const double advance = picture_font_glyph(*text, points, &count);
        for (int i = 0; raster && i < count; i++) {
            const double along = x + points[i].x * unit, down = (points[i].y - 8) * unit;
            const bool lifted = points[i].y < 0;
            points[i].x = style->upwards ? origin.x + down : origin.x + along;
            points[i].y = lifted ? NAN : style->upwards ? origin.y - along : origin.y + down;
        }
        if (raster) stroke_pixels(raster, points, count, unit * (style->bold ? 1.6 : 1.05), style->color);
        x += advance * unit;
    }
    return x - PICTURE_GLYPH_GAP * unit;
}

static void raster_text(picture_canvas *canvas, const picture_text *style, const char *text)
{
    picture_point origin = {style->x * RATIO, style->y * RATIO};
    const double width = layout_text(NULL, style, text, origin);
    const double shift = style->anchor == PICTURE_START ? 0 : style->anchor == PICTURE_MIDDLE ? width / 2 : width;
    if (style->upwards) origin.y += shift;
    else origin.x -= shift;
    layout_text((picture_raster *)canvas, style, text, origin);
}

static void raster_image(picture_canvas *canvas, picture_box box, const uint8_t *pixels, int width, int height)
{
    picture_raster *raster = (picture_raster *)canvas;
    const picture_color *map = picture_color_map();
    const pixel_area area =
        area_of(raster, box.x * RATIO, box.y * RATIO, (box.x + box.width) * RATIO, (box.y + box.height) * RATIO);
    for (int y = area.y; y < area.y_end; y++)
        for (int x = area.x; x < area.x_end; x++) {
            const int from_x = (int)between(0, ((x + 0.5) / RATIO - box.x) / box.width * width, width - 1);
            const int from_y = (int)between(0, ((y + 0.5) / RATIO - box.y) / box.height * height, height - 1);
            blend(raster, x, y, map[pixels[(size_t)from_y * (size_t)width + (size_t)from_x]], 1);
        }
}

bool picture_raster_init(picture_raster *raster, double width, double height)
{
    *raster = (picture_raster){.canvas = {.width = width,
                                          .height = height,
                                          .pixel_ratio = RATIO,
                                          .fill = raster_fill,
                                          .stroke = raster_stroke,
                                          .fill_band = raster_fill_band,
                                          .text = raster_text,
                                          .image = raster_image},
                               .width = (int)(width * RATIO),
                               .height = (int)(height * RATIO)};
    const size_t count = (size_t)raster->width * (size_t)raster->height;
    raster->pixels = malloc(3 * count);
    raster->coverage = calloc(count, 1);
    if (raster->pixels && raster->coverage) {
        memset(raster->pixels, 255, 3 * count);
        return true;
    }
    picture_raster_fini(raster);
    return false;
}

void picture_raster_fini(picture_raster *raster)
{
    free(raster->pixels);
    free(raster->coverage);
    *raster = (picture_raster){0};
}
