/* window.c - windows of the GPU's kernels: a table of numbers, each with a zero beside it, because that is how tables
 * are read. */
#include "engine/gpu/window.h"

/* Point p of line c is the time p after + c, where a line is split, and p where it is not. */
void ata_gpu_window_place(ata_gpu_kernel *kernel, const ata_problem *problem, const ata_recipe *recipe)
{
    const int64_t after = ata_recipe_place(recipe, 0).after;
    kernel->window =
        (ata_gpu_window){.count = problem->dim[problem->rank - 1].n, .point = after, .line = after > 1 ? 1 : 0};
}

void ata_gpu_window_write(const ata_gpu_kernel *kernel, const double *window, void *tables)
{
    for (int64_t i = 0; i < kernel->window.count; i++) {
        const int64_t at = 2 * (kernel->window.at + i);
        if (kernel->shape.real_bytes == sizeof(double)) {
            ((double *)tables)[at] = window[i];
            ((double *)tables)[at + 1] = 0;
        } else {
            ((float *)tables)[at] = (float)window[i];
            ((float *)tables)[at + 1] = 0;
        }
    }
}
