/* picture_terminal_get.c - what the terminal can show: how many columns, how many colours, and Unicode or not. */
#include "cli/picture.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* Only a locale that names another character set speaks against Unicode: none at all, or "C", is what containers
 * have, and the terminals before them show it. */
static bool has_unicode(void)
{
    const char *locale = variable("LC_ALL");
    if (!*locale) locale = variable("LC_CTYPE");
    if (!*locale) locale = variable("LANG");
    const char *set = strchr(locale, '.');
    if (set && strncasecmp(set, ".utf-8", 6) != 0 && strncasecmp(set, ".utf8", 5) != 0) return false;
    return strcmp(variable("TERM"), "dumb") != 0 && strcmp(variable("TERM"), "linux") != 0;
}

static int color_count(void)
{
    if (*variable("NO_COLOR") || !strcmp(variable("TERM"), "dumb")) return 0;
    const char *depth = variable("COLORTERM");
    if (!strcmp(depth, "truecolor") || !strcmp(depth, "24bit")) return 1 << 24;
    return strstr(variable("TERM"), "256") ? 256 : 0;
}

picture_terminal picture_terminal_get(FILE *file)
{
    picture_terminal terminal = {.columns = 80, .lines = 30, .unicode = has_unicode()};
    const int descriptor = fileno(file);
    if (!isatty(descriptor)) return terminal;
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        terminal.columns = size.ws_col;
        terminal.lines = size.ws_row;
    }
    terminal.colors = color_count();
    return terminal;
}

/* A step of the colour cube that terminals with 256 colours have: 6 levels, of which the first is further away. */
static int cube_step(int byte)
{
    return byte < 48 ? 0 : byte < 115 ? 1 : (byte - 35) / 40;
}

void picture_terminal_color(const picture_terminal *terminal, bool background, picture_color color, FILE *file)
{
    const int base = background ? 48 : 38;
    if (terminal->colors > 256) fprintf(file, "\033[%d;2;%d;%d;%dm", base, color.red, color.green, color.blue);
    else if (terminal->colors == 256)
        fprintf(file, "\033[%d;5;%dm", base,
                16 + 36 * cube_step(color.red) + 6 * cube_step(color.green) + cube_step(color.blue));
}

void picture_terminal_plain(const picture_terminal *terminal, FILE *file)
{
    if (terminal->colors) fputs("\033[0m", file);
}
