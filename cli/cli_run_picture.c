/* cli_run_picture.c - a view as a file, SVG or PNG by its name. */
#include <stdlib.h>

#include "cli/cli_run.h"

static void draw(const picture_view *view, picture_canvas *canvas)
{
    if (view->is_image) picture_image_draw(view, canvas);
    else picture_spectrum_draw(view, canvas);
}

static bool write_svg(const picture_view *view, const char *path, file_fault *fault)
{
    picture_svg svg;
    bool good = picture_svg_init(&svg, PICTURE_WIDTH, PICTURE_HEIGHT, view->title);
    if (good) {
        draw(view, &svg.canvas);
        good = picture_svg_finish(&svg);
    }
    if (!good) file_refuse(fault, "out of memory for the picture %s", path);
    else good = file_write(path, &(file_part){svg.bytes, svg.size}, 1, fault);
    picture_svg_fini(&svg);
    return good;
}

static bool write_png(const picture_view *view, const char *path, file_fault *fault)
{
    picture_raster raster;
    uint8_t *png = NULL;
    size_t size = 0;
    if (picture_raster_init(&raster, PICTURE_WIDTH, PICTURE_HEIGHT)) {
        draw(view, &raster.canvas);
        if (!raster.canvas.failed) png = picture_png_encode(raster.pixels, raster.width, raster.height, NULL, &size);
        picture_raster_fini(&raster);
    }
    bool good = png != NULL;
    if (!good) file_refuse(fault, "out of memory for the picture %s", path);
    else good = file_write(path, &(file_part){png, size}, 1, fault);
    free(png);
    return good;
}

bool cli_run_picture_write(const picture_view *view, const char *path, file_fault *fault)
{
    return file_name_ends(path, ".svg") ? write_svg(view, path, fault) : write_png(view, path, fault);
}
