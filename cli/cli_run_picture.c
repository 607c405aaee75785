/* cli_run_picture.c - a view as a file, SVG or PNG by its name. */
#include "cli/cli_run.h"

static void draw(const void *drawn, picture_canvas *canvas)
{
    const picture_view *view = drawn;
    if (view->is_image) picture_image_draw(view, canvas);
    else picture_spectrum_draw(view, canvas);
}

bool cli_run_picture_write(const picture_view *view, const char *path, file_fault *fault)
{
    return picture_file_write(path, PICTURE_WIDTH, PICTURE_HEIGHT, view->title, draw, view, fault);
}
