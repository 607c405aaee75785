/* cli_run_window.c - the window of a spectrogram, applied after the transform instead of before it.
 *
 * A Hann window is 1/2 - 1/4 exp(2 pi i j/n) - 1/4 exp(-2 pi i j/n): three frequencies. Multiplying a frame by it is
 * the same as mixing each frequency of the frame's transform with its two neighbours,
 *
 *     Y[k] = X[k] / 2 - (X[k-1] + X[k+1]) / 4
 *
 * so the frames need not be copied: they overlap in the input, which the plan reads where it lies, every frame `hop`
 * samples after the one before.
 */
#include "cli/cli_run.h"

typedef struct complex_number {
    double real, imag;
} complex_number;

static complex_number load(const cli_run_array *array, int64_t offset)
{
    complex_number number;
    cli_run_array_load(array, offset, &number.real, &number.imag);
    return number;
}

static complex_number conjugate(complex_number number)
{
    return (complex_number){number.real, -number.imag};
}

/* One transform of n numbers, from `offset` on. Of a real signal's only the first half is there; the rest mirrors
 * it, so that behind the last frequency comes the mirror of the one before it (n even) or of itself (n odd). */
static void window_row(const cli_run_array *array, int64_t offset, int64_t n)
{
    const int64_t count = array->n[array->rank - 1], stride = array->stride[array->rank - 1];
    const bool halved = count < n;
    const complex_number first = load(array, offset);
    complex_number here = first;
    complex_number before = load(array, offset + (halved ? 1 : n - 1) * stride);
    if (halved) before = conjugate(before);
    for (int64_t k = 0; k < count; k++) {
        complex_number after = first;
        if (k + 1 < count) after = load(array, offset + (k + 1) * stride);
        else if (halved) after = conjugate(n % 2 ? here : before);
        cli_run_array_store(array, offset + k * stride, here.real / 2 - (before.real + after.real) / 4,
                            here.imag / 2 - (before.imag + after.imag) / 4);
        before = here;
        here = after;
    }
}

void cli_run_window_apply(cli_run_job *job)
{
    cli_run_array array;
    cli_run_array_init(&array, &job->problem, false, job->out, job->extent.out_before, job->extent.out_bytes);
    cli_run_array rows = array; /* the same without its last dimension */
    rows.rank--;
    rows.count /= array.n[array.rank - 1];
    for (cli_run_walk walk = {0}; walk.index < rows.count; cli_run_walk_next(&rows, &walk))
        window_row(&array, walk.offset, job->window);
}
