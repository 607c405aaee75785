/* window.c - windows of the GPU's kernels: a table of pairs of numbers, as tables are read. */
#include "engine/gpu/window.h"

/* Point p of a line is the time p after + its place along the loop of the digits to come, where a line is split. */
ata_status ata_gpu_window_place(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe)
{
    if (pass->reorder.kind != ATA_REORDER_NONE)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "a recipe that begins with steps",
                        "recipe: on a GPU the first pass applies the window, and a reordering cannot; choose one that "
                        "begins with steps");
    const bool real = problem->kind == ATA_R2C;
    const int64_t n = problem->dim[problem->rank - 1].n;
    ata_gpu_window *window = &pass->kernel.window;
    *window = (ata_gpu_window){
        .count = real && n > 1 ? n / 2 : n, .point = ata_recipe_place(recipe, 0).after, .pairs = real && n > 1};
    window->unit = 1;
    for (int l = 0; l < pass->kernel.loops; l++)
        if (pass->loop[l].leg >= 0) window->loop = l;
    if (pass->group.count > 0 && pass->group.leg >= 0) {
        window->loop = 0;
        window->unit = (int)pass->group.count;
    }
    return ATA_OK;
}

void ata_gpu_window_write(const ata_gpu_kernel *kernel, const double *window, void *tables)
{
    const ata_gpu_window *w = &kernel->window;
    for (int64_t i = 0; i < w->count; i++) {
        const int64_t at = 2 * (w->at + i);
        const double first = window[w->pairs ? 2 * i : i], second = window[w->pairs ? 2 * i + 1 : i];
        if (kernel->shape.real_bytes == sizeof(double)) {
            ((double *)tables)[at] = first;
            ((double *)tables)[at + 1] = second;
        } else {
            ((float *)tables)[at] = (float)first;
            ((float *)tables)[at + 1] = (float)second;
        }
    }
}
