/* stream_window.c - windows by name, periodic: their sums over frames half or a quarter apart are level. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stream.h"

static const struct {
    const char *name;
    double cosine[3]; /* w(t) = a - b cos(2 pi t / n) + c cos(4 pi t / n) */
} windows[] = {
    {"hann", {0.5, 0.5, 0}},
    {"hamming", {0.54, 0.46, 0}},
    {"blackman", {0.42, 0.5, 0.08}},
};

double *stream_window_make(const char *name, int64_t n, file_fault *fault)
{
    const double *a = NULL;
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++)
        if (strcmp(windows[i].name, name) == 0) a = windows[i].cosine;
    if (!a) {
        file_refuse(fault, "--window is \"%s\"; it must be hann, hamming or blackman", name);
        return NULL;
    }
    double *window = malloc((size_t)n * sizeof *window);
    if (!window) {
        file_refuse(fault, "out of memory for a window of %lld numbers", (long long)n);
        return NULL;
    }
    const double turn = 2 * 3.14159265358979323846 / (double)n;
    for (int64_t t = 0; t < n; t++) window[t] = a[0] - a[1] * cos(turn * (double)t) + a[2] * cos(2 * turn * (double)t);
    return window;
}
