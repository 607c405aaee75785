/* cli_run_view.c - what a picture of a result shows.
 *
 *   one dimension, a few rows     curves: level against frequency (or a signal against time)
 *   one dimension, many rows      an image, a row of the batch a row of the image
 *   a spectrogram                 an image, time to the right and frequency up; of several channels the strongest
 *   more dimensions               an image of the last two; over all others, and over the batch, the strongest
 *
 * Frequencies that come in positive and negative ones have 0 in the middle. Of real signals' transforms only half is
 * stored; an image of several dimensions mirrors it, |X[-k]| = |X[k]|, so that it looks as people know it:
 *
 *     stored    0 1 2 3          shown   3 2 1 0 1 2
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/layout.h"
#include "cli/cli_run.h"

/* One axis of the picture along one dimension of the result. */
typedef struct side {
    int dimension;
    int64_t count;  /* cells shown */
    int64_t middle; /* which of them is frequency 0 */
    bool mirrored;  /* negative frequencies are shown by their positive ones */
    picture_axis axis;
} side;

static side side_of(const cli_run_job *job, const cli_run_result *result, int dimension, bool mirror)
{
    const ata_problem *problem = &job->problem;
    const bool spectrum = result->is_spectrum, flat = problem->rank == 1;
    side it = {.dimension = dimension, .count = result->n[dimension]};
    const bool halved = problem->kind == ATA_R2C && dimension == problem->rank - 1;
    it.mirrored = spectrum && halved && mirror;
    if (it.mirrored) it.count = problem->dim[dimension].n;
    if (spectrum && (it.mirrored || cli_run_has_negative(problem, dimension))) it.middle = it.count / 2;
    it.axis = (picture_axis){spectrum ? "frequency" : "time", spectrum ? "bins" : "samples", -(double)it.middle, 1};
    if (!(job->rate > 0) || !flat) return it;
    const double step = spectrum ? cli_run_frequency(problem, 0, 1) - cli_run_frequency(problem, 0, 0) : 0;
    if (!spectrum) it.axis = (picture_axis){"time", "s", 0, 1 / job->rate};
    else
        it.axis =
            (picture_axis){"frequency", "Hz", (cli_run_frequency(problem, 0, 0) - (double)it.middle * step) * job->rate,
                           step * job->rate};
    return it;
}

/* The index in the result of a cell of the picture. */
static int64_t index_of(const side *it, int64_t n, int64_t cell)
{
    const int64_t frequency = cell - it->middle;
    if (it->mirrored) return frequency < 0 ? -frequency : frequency;
    return frequency < 0 ? frequency + n : frequency;
}

static void raise(double *cell, double value)
{
    if (value > *cell || isnan(*cell)) *cell = value;
}

/* result[outer...][row][column] to cells; the strongest of all that meet in one. A mirrored column is read in the
 * mirrored row: X[-r][-c] is X[r][c] conjugated. */
static void fill_plane(picture_view *view, const cli_run_result *result, const side *rows, const side *columns)
{
    const int64_t n_column = result->n[result->rank - 1], n_row = result->n[result->rank - 2];
    const int64_t planes = result->rows * result->count / (n_row * n_column);
    for (int64_t plane = 0; plane < planes; plane++)
        for (int64_t row = 0; row < view->rows; row++) {
            const int64_t straight = index_of(rows, n_row, row), turned = (n_row - straight) % n_row;
            double *to = view->value + row * view->columns;
            for (int64_t column = 0; column < view->columns; column++) {
                const int64_t from = columns->mirrored && column < columns->middle ? turned : straight;
                raise(&to[column],
                      result->value[(plane * n_row + from) * n_column + index_of(columns, n_column, column)]);
            }
        }
}

/* result[row][column] to cells, as they are. */
static void fill_rows(picture_view *view, const cli_run_result *result, const side *columns)
{
    const int64_t n = result->n[0];
    for (int64_t row = 0; row < view->rows; row++)
        for (int64_t column = 0; column < view->columns; column++)
            view->value[row * view->columns + column] = result->value[row * n + index_of(columns, n, column)];
}

/* result[frame][channel][k]: time goes to the right and frequency up. */
static void fill_frames(picture_view *view, const cli_run_result *result, const side *frequency)
{
    const int64_t n = result->n[0], channels = result->rows / view->columns;
    for (int64_t frame = 0; frame < view->columns; frame++)
        for (int64_t channel = 0; channel < channels; channel++)
            for (int64_t row = 0; row < view->rows; row++)
                raise(&view->value[row * view->columns + frame],
                      result->value[(frame * channels + channel) * n + index_of(frequency, n, row)]);
}

static bool allocate(picture_view *view, file_fault *fault)
{
    const int64_t count = view->rows * view->columns;
    view->value = calloc((size_t)count, sizeof *view->value);
    if (!view->value) return file_refuse(fault, "out of memory for a picture of %lld numbers", (long long)count);
    for (int64_t i = 0; i < count; i++) view->value[i] = NAN; /* nothing yet */
    return true;
}

static bool fill(picture_view *view, const cli_run_job *job, const cli_run_result *result, file_fault *fault)
{
    const bool plane = result->rank > 1;
    const side columns = side_of(job, result, result->rank - 1, plane);
    view->x = columns.axis;
    view->columns = columns.count;
    view->rows = result->rows;
    if (plane) {
        const side rows = side_of(job, result, result->rank - 2, true);
        view->rows = rows.count;
        view->y = rows.axis;
        if (!allocate(view, fault)) return false;
        fill_plane(view, result, &rows, &columns);
    } else if (job->window) {
        const double start = (double)job->window / 2, hop = (double)job->hop;
        view->y = columns.axis;
        view->rows = columns.count;
        view->columns = job->problem.batch[0].n;
        view->x = (picture_axis){"time", "samples", start, hop};
        if (job->rate > 0) view->x = (picture_axis){"time", "s", start / job->rate, hop / job->rate};
        view->y_up = true;
        if (!allocate(view, fault)) return false;
        fill_frames(view, result, &columns);
    } else {
        view->y = (picture_axis){"batch", "rows", 0, 1};
        if (!allocate(view, fault)) return false;
        fill_rows(view, result, &columns);
    }
    view->is_image = plane || job->window || view->rows > PICTURE_MAX_CURVES;
    return true;
}

static void set_marks(picture_view *view, const cli_run_job *job, const cli_run_result *result)
{
    if (view->is_image || !result->is_spectrum) return;
    for (int i = 0; i < result->peak_count; i++) {
        const cli_run_peak *peak = &result->peak[i];
        picture_mark *mark = &view->mark[view->mark_count++];
        const bool centred = cli_run_has_negative(&job->problem, 0);
        mark->row = peak->row;
        mark->column = cli_run_signed_index(&job->problem, 0, peak->at[0]) + (centred ? result->n[0] / 2 : 0);
        cli_run_peak_print(job, peak, mark->text, sizeof mark->text);
    }
}

bool cli_run_view_init(picture_view *view, const cli_run_job *job, const cli_run_result *result, file_fault *fault)
{
    *view = (picture_view){.decibels = result->is_spectrum};
    if (!fill(view, job, result, fault)) return false;
    for (int64_t i = 0; i < view->rows * view->columns; i++)
        view->value[i] = cli_run_result_level(result, view->value[i]);
    view->level_name = result->is_spectrum || check_end_is_complex(&job->problem, CHECK_OUT) ? "magnitude" : "value";
    view->level_unit = result->is_spectrum ? result->unit : "";
    view->row_name = job->channels > 0 ? "channel" : "row";
    snprintf(view->title, sizeof view->title, "%s", job->problem_text);
    cli_run_note_print(job, view->note, sizeof view->note);
    set_marks(view, job, result);
    picture_view_set_range(view);
    return true;
}
