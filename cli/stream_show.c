/* stream_show.c - a waterfall: frequency from left to right, time downwards, two moments to a line of the terminal.
 *
 * Of every column the strongest level since the row before is shown, of some of the frames: a terminal has ten rows a
 * second, and a stream may have millions of frames.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/layout.h"
#include "cli/clock.h"
#include "cli/stream.h"

enum { ROW_NS = 100000000, MOST_LOOKED_AT = 8, RANGE_DB = 60 };

bool stream_show_init(stream_show *show, const stream_job *job)
{
    *show = (stream_show){.terminal = picture_terminal_get(stdout)};
    if (!job->request.show) return true;
    show->columns = show->terminal.columns - 1 < 16 ? 16 : show->terminal.columns - 1;
    show->loudest = -INFINITY;
    double *levels = malloc(2 * (size_t)show->columns * sizeof *levels);
    if (!levels) return false;
    for (int i = 0; i < 2 * show->columns; i++) levels[i] = -INFINITY;
    show->row[0] = levels;
    show->row[1] = levels + show->columns;
    show->last_ns = cli_clock_ns();
    return true;
}

void stream_show_fini(stream_show *show)
{
    free(show->row[0]);
}

/* A frame's levels, joined to the row that is being made. Frequency 0 stands in the middle where there are negative
 * ones. */
static void add_frame(stream_show *show, const stream_job *job, const char *frame)
{
    const ata_type type = job->problem.type_out;
    const bool complex = check_end_is_complex(&job->problem, CHECK_OUT);
    const int64_t count = job->info.frame_out_bytes / (int64_t)file_number_size(type) / (complex ? 2 : 1);
    const int64_t middle = job->problem.kind == ATA_C2C ? count / 2 : 0;
    double *row = show->row[show->filled];
    for (int64_t k = 0; k < count; k++) {
        const double re = file_number_load(type, frame, complex ? 2 * k : k);
        const double im = complex ? file_number_load(type, frame, 2 * k + 1) : 0;
        const double level = 10 * log10(re * re + im * im);
        double *cell = &row[(k + middle) % count * show->columns / count];
        if (level > *cell) *cell = level;
        if (level > show->loudest) show->loudest = level;
    }
}

static void draw_line(stream_show *show, FILE *file)
{
    static const char ascii[] = " .:-=+*#%@";
    const double high = show->loudest, low = high - RANGE_DB;
    for (int c = 0; c < show->columns; c++) {
        const int top = picture_color_of(show->row[0][c], low, high);
        const int bottom = picture_color_of(show->row[1][c], low, high);
        if (show->terminal.colors && show->terminal.unicode) {
            picture_terminal_color(&show->terminal, false, picture_color_map()[top], file);
            picture_terminal_color(&show->terminal, true, picture_color_map()[bottom], file);
            fputs("▀", file);
        } else {
            fputc(ascii[(top > bottom ? top : bottom) * 10 / PICTURE_COLORS], file);
        }
    }
    picture_terminal_plain(&show->terminal, file);
    fputc('\n', file);
    fflush(file);
}

void stream_show_add(stream_show *show, const stream_job *job, const ata_stream_frames *frames)
{
    if (!show->row[0]) return;
    const int64_t looked_at = frames->count < MOST_LOOKED_AT ? frames->count : MOST_LOOKED_AT;
    for (int64_t i = 0; i < looked_at; i++) {
        const int64_t at = i * frames->count / looked_at;
        add_frame(show, job, (const char *)frames->data + at * job->info.frame_out_bytes);
    }
    const int64_t now = cli_clock_ns();
    if (now - show->last_ns < ROW_NS / 2) return;
    show->last_ns = now;
    if (++show->filled < 2) return;
    draw_line(show, stdout);
    show->filled = 0;
    for (int i = 0; i < 2 * show->columns; i++) show->row[0][i] = -INFINITY;
}
