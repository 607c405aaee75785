/* picture_file.c - a drawing as a file, SVG or PNG by its name. */
#include <stdlib.h>

#include "cli/picture.h"

/* What is to be drawn, and by what. */
typedef struct drawing {
    double width, height;
    const char *title;
    void (*draw)(const void *drawn, picture_canvas *canvas);
    const void *drawn;
} drawing;

static bool write_svg(const drawing *d, const char *path, file_fault *fault)
{
    picture_svg svg;
    bool good = picture_svg_init(&svg, d->width, d->height, d->title);
    if (good) {
        d->draw(d->drawn, &svg.canvas);
        good = picture_svg_finish(&svg);
    }
    if (!good) file_refuse(fault, "out of memory for the picture %s", path);
    else good = file_write(path, &(file_part){svg.bytes, svg.size}, 1, fault);
    picture_svg_fini(&svg);
    return good;
}

static bool write_png(const drawing *d, const char *path, file_fault *fault)
{
    picture_raster raster;
    uint8_t *png = NULL;
    size_t size = 0;
    if (picture_raster_init(&raster, d->width, d->height)) {
        d->draw(d->drawn, &raster.canvas);
        if (!raster.canvas.failed) png = picture_png_encode(raster.pixels, raster.width, raster.height, NULL, &size);
        picture_raster_fini(&raster);
    }
    bool good = png != NULL;
    if (!good) file_refuse(fault, "out of memory for the picture %s", path);
    else good = file_write(path, &(file_part){png, size}, 1, fault);
    free(png);
    return good;
}

bool picture_file_write(const char *path, double width, double height, const char *title,
                        void (*draw)(const void *drawn, picture_canvas *canvas), const void *drawn, file_fault *fault)
{
    const drawing d = {.width = width, .height = height, .title = title, .draw = draw, .drawn = drawn};
    return file_name_ends(path, ".svg") ? write_svg(&d, path, fault) : write_png(&d, path, fault);
}
