/* cli_run_peaks.c - the strongest frequencies of a result.
 *
 * Along one dimension a peak ends where the level has fallen to half of it, and the next begins where the level has
 * doubled again. So a broad hill with ripples is one peak, and two tones close by are two:
 *
 *            peak           peak    peak
 *          . .               .       .
 *        ..:.::..            :       :
 *     ..::::::::::..  ......:::.....:::......
 *
 * In several dimensions a peak is a number that none of its neighbours exceeds. Frequencies of complex transforms go
 * round in a circle, in which the neighbour of the last is the first. A spectrogram shows a tone in every frame;
 * there a frequency is named once, where it is strongest.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_run.h"

/* Peaks further below the strongest than this are not worth a line. */
#define PEAK_RANGE 1e-3

static double size_of(const cli_run_result *result, int64_t index)
{
    const double size = fabs(result->value[index]);
    return isfinite(size) ? size : 0;
}

static void keep_peak(cli_run_result *result, const cli_run_peak *peak)
{
    int place = result->peak_count;
    while (place > 0 && fabs(result->peak[place - 1].value) < fabs(peak->value)) place--;
    if (place == CLI_RUN_PEAKS) return;
    if (result->peak_count < CLI_RUN_PEAKS) result->peak_count++;
    memmove(&result->peak[place + 1], &result->peak[place],
            (size_t)(result->peak_count - 1 - place) * sizeof result->peak[0]);
    result->peak[place] = *peak;
}

/* One row of a result of one dimension, from its `first` number on round to the one before. With `strongest`, number
 * k is taken from row strongest[k]. */
static void find_in_row(cli_run_result *result, int64_t row, const int64_t *strongest, int64_t first)
{
    const int64_t n = result->n[0];
    double best = 0, least = 0;
    int64_t place = first;
    bool climbing = true;
    for (int64_t i = 0; i <= n; i++) {
        const int64_t k = (first + i) % n;
        const int64_t from = strongest ? strongest[k] : row;
        const double size = i < n ? size_of(result, from * n + k) : 0; /* the end of the row ends a peak */
        if (climbing && size > best) {
            best = size;
            place = k;
        } else if (climbing && size <= best / 2 && best > 0) {
            const int64_t at = strongest ? strongest[place] : row;
            const cli_run_peak peak = {.row = at, .at = {place}, .value = result->value[at * n + place]};
            keep_peak(result, &peak);
            climbing = false;
            least = size;
        } else if (!climbing && size > 2 * least) {
            climbing = true;
            best = size;
            place = k;
        } else if (!climbing && size < least) {
            least = size;
        }
    }
}

static bool is_highest(const cli_run_result *result, const ata_problem *problem, int64_t index, const int64_t *at)
{
    const double size = size_of(result, index);
    int64_t stride = 1;
    for (int i = result->rank - 1; i >= 0; i--) {
        const int64_t n = result->n[i];
        const bool circle = result->is_spectrum && cli_run_has_negative(problem, i) && n > 2;
        const int64_t before = at[i] > 0 ? -stride : circle ? (n - 1) * stride : 0;
        const int64_t after = at[i] + 1 < n ? stride : circle ? -(n - 1) * stride : 0;
        /* Of equal neighbours the first is the peak. */
        if (before && !(size > size_of(result, index + before))) return false;
        if (after && !(size >= size_of(result, index + after))) return false;
        stride *= n;
    }
    return size > 0;
}

static void find_in_space(cli_run_result *result, const ata_problem *problem)
{
    cli_run_peak peak = {0};
    for (int64_t index = 0; index < result->rows * result->count; index++) {
        if (is_highest(result, problem, index, peak.at)) {
            peak.value = result->value[index];
            peak.row = index / result->count;
            keep_peak(result, &peak);
        }
        for (int i = result->rank - 1; i >= 0 && ++peak.at[i] == result->n[i]; i--) peak.at[i] = 0;
    }
}

/* Every frequency at its strongest, over all rows. Without memory for that there are no peaks, and nothing else is
 * lost. */
static void find_over_rows(cli_run_result *result, int64_t first)
{
    const int64_t n = result->n[0];
    int64_t *strongest = calloc((size_t)n, sizeof *strongest);
    if (!strongest) return;
    for (int64_t row = 1; row < result->rows; row++)
        for (int64_t k = 0; k < n; k++)
            if (size_of(result, row * n + k) > size_of(result, strongest[k] * n + k)) strongest[k] = row;
    find_in_row(result, 0, strongest, first);
    free(strongest);
}

void cli_run_peaks_find(cli_run_result *result, const cli_run_job *job)
{
    const bool circle = result->is_spectrum && cli_run_has_negative(&job->problem, 0);
    const int64_t first = circle ? (result->n[0] + 1) / 2 : 0; /* the most negative frequency */
    if (result->rank > 1) find_in_space(result, &job->problem);
    else if (job->window) find_over_rows(result, first);
    else
        for (int64_t row = 0; row < result->rows; row++) find_in_row(result, row, NULL, first);
    while (result->peak_count > 1 &&
           fabs(result->peak[result->peak_count - 1].value) < PEAK_RANGE * fabs(result->peak[0].value))
        result->peak_count--;
}
