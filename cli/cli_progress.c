/* cli_progress.c - a line on standard error that is rewritten as work goes on, for a person at a terminal only. */
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/clock.h"

enum { BAR_WIDTH = 20, INTERVAL_NS = 100000000 };

static bool disabled;

void cli_progress_disable(void)
{
    disabled = true;
}

void cli_progress_begin(cli_progress *progress)
{
    *progress = (cli_progress){.shown = !disabled && isatty(STDERR_FILENO)};
}

/* Return to the line's start, write the text, and wipe what the last one was longer. */
static void rewrite(cli_progress *progress, const char *text)
{
    const int length = (int)strlen(text);
    const int surplus = progress->width > length ? progress->width - length : 0;
    fprintf(stderr, "\r%s%*s", text, surplus, "");
    if (surplus) fprintf(stderr, "\r%s", text);
    fflush(stderr);
    progress->width = length;
}

void cli_progress_update(cli_progress *progress, double fraction, const char *format, ...)
{
    if (!progress->shown) return;
    const int64_t now = cli_clock_ns();
    if (progress->last_ns && now - progress->last_ns < INTERVAL_NS) {
        return; /* a terminal is slow: spare the work that is measured */
    }
    progress->last_ns = now;
    const double within = fraction > 1 ? 1 : fraction > 0 ? fraction : 0;
    char bar[BAR_WIDTH + 1], text[80]; /* one line of any terminal: a wrapped line could not be wiped */
    const int full = (int)(within * BAR_WIDTH);
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < full ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    const int used = snprintf(text, sizeof text, "[%s] %3d%% ", bar, (int)(within * 100));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    rewrite(progress, text);
}

void cli_progress_end(cli_progress *progress)
{
    if (!progress->shown || progress->width == 0) return;
    rewrite(progress, "");
    progress->width = 0;
}
