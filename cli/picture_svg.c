/* picture_svg.c - a canvas that is an SVG document. Text stays text, so that it can be searched and read aloud;
 * images are PNG files within the document, in base 64. */
#include "cli/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static FILE *stream_of(picture_canvas *canvas)
{
    return ((picture_svg *)canvas)->stream; /* the canvas is the first member */
}

static void put_escaped(FILE *file, const char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '<') fputs("&lt;", file);
        else if (c == '>') fputs("&gt;", file);
        else if (c == '&') fputs("&amp;", file);
        else if (c == '"') fputs("&quot;", file);
        else fputc(c < 32 || c > 126 ? '?' : c, file); /* file names may hold any bytes; XML may not */
    }
}

static void put_color(FILE *file, const char *attribute, picture_color color)
{
    fprintf(file, " %s=\"#%02x%02x%02x\"", attribute, color.red, color.green, color.blue);
}

static void svg_fill(picture_canvas *canvas, picture_box box, picture_color color, double opacity)
{
    FILE *file = stream_of(canvas);
    fprintf(file, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"", box.x, box.y, box.width, box.height);
    put_color(file, "fill", color);
    if (opacity < 1) fprintf(file, " fill-opacity=\"%g\"", opacity);
    fputs("/>\n", file);
}

static void svg_stroke(picture_canvas *canvas, const picture_point *points, int count, double width,
                       picture_color color)
{
    FILE *file = stream_of(canvas);
    fputs("<polyline points=\"", file);
    for (int i = 0; i < count; i++) fprintf(file, "%s%.6g,%.6g", i ? " " : "", points[i].x, points[i].y);
    fprintf(file, "\" fill=\"none\" stroke-width=\"%g\" stroke-linejoin=\"round\" stroke-linecap=\"round\"", width);
    put_color(file, "stroke", color);
    fputs("/>\n", file);
}

static void svg_fill_band(picture_canvas *canvas, double x, const double *top, const double *bottom, int count,
                          picture_color color, double opacity)
{
    FILE *file = stream_of(canvas);
    fputs("<polygon points=\"", file);
    for (int i = 0; i < count; i++) fprintf(file, "%.7g,%.4g ", x + i, top[i]);
    for (int i = count - 1; i >= 0; i--) fprintf(file, "%.7g,%.4g ", x + i, bottom[i]);
    fprintf(file, "\" fill-opacity=\"%g\"", opacity);
    put_color(file, "fill", color);
    fputs("/>\n", file);
}

static void svg_text(picture_canvas *canvas, const picture_text *style, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    FILE *file = stream_of(canvas);
    fprintf(file, "<text x=\"%g\" y=\"%g\" font-size=\"%g\" text-anchor=\"%s\"", style->x, style->y, style->size,
            anchors[style->anchor]);
    if (style->upwards) fprintf(file, " transform=\"rotate(-90 %g %g)\"", style->x, style->y);
    if (style->bold) fputs(" font-weight=\"600\"", file);
    put_color(file, "fill", style->color);
    fputc('>', file);
    put_escaped(file, text);
    fputs("</text>\n", file);
}

static void put_base64(FILE *file, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t word =
            (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
        const char four[4] = {digits[word >> 18], digits[word >> 12 & 63], left > 1 ? digits[word >> 6 & 63] : '=',
                              left > 2 ? digits[word & 63] : '='};
        fwrite(four, 1, 4, file);
    }
}

static void svg_image(picture_canvas *canvas, picture_box box, const uint8_t *pixels, int width, int height)
{
    FILE *file = stream_of(canvas);
    size_t size = 0;
    uint8_t *png = picture_png_encode(pixels, width, height, picture_color_map(), &size);
    if (!png) {
        canvas->failed = true;
        return;
    }
    fprintf(file,
            "<image x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" preserveAspectRatio=\"none\" "
            "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,",
            box.x, box.y, box.width, box.height);
    put_base64(file, png, size);
    fputs("\"/>\n", file);
    free(png);
}

bool picture_svg_init(picture_svg *svg, double width, double height, const char *title)
{
    *svg = (picture_svg){.canvas = {.width = width,
                                    .height = height,
                                    .pixel_ratio = 1,
                                    .fill = svg_fill,
                                    .stroke = svg_stroke,
                                    .fill_band = svg_fill_band,
                                    .text = svg_text,
                                    .image = svg_image}};
    svg->stream = open_memstream(&svg->bytes, &svg->size);
    if (!svg->stream) return false;
    fprintf(svg->stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
            "font-family=\"Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n<title>",
            width, height, width, height);
    put_escaped(svg->stream, title);
    fputs("</title>\n", svg->stream);
    return true;
}

bool picture_svg_finish(picture_svg *svg)
{
    fputs("</svg>\n", svg->stream);
    const bool good = !ferror(svg->stream);
    const bool closed = fclose(svg->stream) == 0;
    svg->stream = NULL;
    return good && closed && !svg->canvas.failed;
}

void picture_svg_fini(picture_svg *svg)
{
    if (svg->stream) fclose(svg->stream);
    free(svg->bytes);
    *svg = (picture_svg){0};
}
