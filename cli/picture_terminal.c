/* picture_terminal.c - drawings made of characters.
 *
 * A curve is drawn in Braille, whose letters are two dots wide and four high, so that 80 columns have 160 x 4 places:
 *
 *      1 8        a level fills its column of dots from the floor up; in a waveform, which has no floor,
 *      2 16       from the lowest to the highest value behind the dots
 *      4 32
 *     64 128
 *
 * An image is drawn in upper half blocks, whose two colours are two pixels. Without colours it is drawn in shades, and
 * without Unicode everything is drawn in ASCII.
 */
#include "cli/picture.h"

#include <math.h>
#include <string.h>

enum { LABEL = 8 }; /* columns left of the drawing */

typedef struct drawing {
    const picture_view *view;
    const picture_terminal *terminal;
    FILE *file;
    int columns, lines;
    picture_ticks x, y;
    double x_low, x_high, y_low, y_high; /* of the first and last column; y_high at the top */
} drawing;

static void put_utf8(FILE *file, unsigned code)
{
    fputc((int)(0xe0 | code >> 12), file);
    fputc((int)(0x80 | (code >> 6 & 63)), file);
    fputc((int)(0x80 | (code & 63)), file);
}

/* The line on which a value of the y axis falls. */
static int line_of(const drawing *it, double y)
{
    const double place = (it->y_high - y) / (it->y_high - it->y_low) * it->lines;
    return place < 0 ? 0 : place >= it->lines ? it->lines - 1 : (int)place;
}

static void put_label(const drawing *it, int line)
{
    const char *text = "";
    for (int i = 0; i < it->y.count; i++)
        if (line_of(it, it->y.at[i]) == line) text = it->y.text[i];
    fprintf(it->file, "%*s ", LABEL - 2, text);
    if (it->terminal->unicode) fputs(*text ? "┤" : "│", it->file);
    else fputc(*text ? '+' : '|', it->file);
}

/* Marks and numbers below the drawing, each number centred under its mark and none over another. */
static void put_x_axis(const drawing *it)
{
    char marks[512], numbers[512 + 16];
    memset(marks, '-', sizeof marks);
    memset(numbers, ' ', sizeof numbers);
    int end = -1;
    for (int i = 0; i < it->x.count; i++) {
        const int column = (int)((it->x.at[i] - it->x_low) / (it->x_high - it->x_low) * (it->columns - 1) + 0.5);
        const int length = (int)strlen(it->x.text[i]);
        int start = column - length / 2;
        if (start < 0) start = 0;
        if (start + length > it->columns) start = it->columns - length;
        if (start <= end) continue;
        marks[column] = '+';
        memcpy(numbers + start, it->x.text[i], (size_t)length);
        end = start + length;
    }
    fprintf(it->file, "%*s", LABEL - 1, "");
    fputs(it->terminal->unicode ? "└" : "+", it->file);
    for (int i = 0; i < it->columns; i++) {
        if (it->terminal->unicode) fputs(marks[i] == '+' ? "┬" : "─", it->file);
        else fputc(marks[i], it->file);
    }
    numbers[end > 0 ? end : 0] = 0;
    const int title = (it->columns - (int)strlen(it->x.title)) / 2;
    fprintf(it->file, "\n%*s%s\n%*s%s\n", LABEL, "", numbers, LABEL + (title > 0 ? title : 0), "", it->x.title);
}

/* --- Curves ------------------------------------------------------------------------------------------------------- */

/* From where to where a column of dots is filled, over all curves, counted in dots from the floor. */
static void dots_of(const drawing *it, int dot_column, int *from, int *to)
{
    const picture_view *view = it->view;
    const double cells = (double)(view->columns - 1) / (2 * it->columns - 1);
    picture_span all = {INFINITY, -INFINITY};
    for (int64_t row = 0; row < view->rows; row++) {
        const picture_span span = picture_view_span(view, row, (dot_column - 0.5) * cells, (dot_column + 0.5) * cells);
        all.low = fmin(all.low, span.low);
        all.high = fmax(all.high, span.high);
    }
    const double scale = 4 * it->lines / (view->high - view->low);
    *to = (int)ceil((all.high - view->low) * scale);
    *from = view->decibels ? 0 : (int)floor((all.low - view->low) * scale);
    if (!view->decibels && *to <= *from) *to = *from + 1;
}

static unsigned braille_of(const drawing *it, int column, int floor_dot)
{
    static const unsigned bits[2][4] = {{64, 4, 2, 1}, {128, 32, 16, 8}}; /* from the floor up */
    unsigned cell = 0;
    for (int side = 0; side < 2; side++) {
        int from, to;
        dots_of(it, 2 * column + side, &from, &to);
        for (int dot = 0; dot < 4; dot++)
            if (floor_dot + dot >= from && floor_dot + dot < to) cell |= bits[side][dot];
    }
    return cell;
}

static void draw_curve_line(const drawing *it, int line)
{
    /* The middle of the map can be read on dark and on light ground alike. */
    const int place = it->lines > 1 ? 100 + 90 * (it->lines - 1 - line) / (it->lines - 1) : 140;
    picture_terminal_color(it->terminal, false, picture_color_map()[place], it->file);
    for (int column = 0; column < it->columns; column++) {
        const unsigned cell = braille_of(it, column, 4 * (it->lines - 1 - line));
        if (it->terminal->unicode && cell) put_utf8(it->file, 0x2800 + cell);
        else fputc(!cell ? ' ' : __builtin_popcount(cell) >= 4 ? '#' : '.', it->file);
    }
    picture_terminal_plain(it->terminal, it->file);
}

/* --- Images ------------------------------------------------------------------------------------------------------- */

static int color_at(const drawing *it, int column, int half_line)
{
    const picture_view *view = it->view;
    const double row_step = (double)view->rows / (2 * it->lines), column_step = (double)view->columns / it->columns;
    const int from_top = view->y_up ? 2 * it->lines - 1 - half_line : half_line;
    const double level = picture_view_block(view, from_top * row_step, (from_top + 1) * row_step, column * column_step,
                                            (column + 1) * column_step);
    return picture_color_of(level, view->low, view->high);
}

static void draw_image_line(const drawing *it, int line)
{
    static const char ascii[] = " .:-=+*#%@";
    static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
    for (int column = 0; column < it->columns; column++) {
        const int top = color_at(it, column, 2 * line), bottom = color_at(it, column, 2 * line + 1);
        const int brighter = top > bottom ? top : bottom;
        if (it->terminal->colors && it->terminal->unicode) {
            picture_terminal_color(it->terminal, false, picture_color_map()[top], it->file);
            picture_terminal_color(it->terminal, true, picture_color_map()[bottom], it->file);
            fputs("▀", it->file);
        } else if (it->terminal->unicode) {
            fputs(shades[brighter * 5 / PICTURE_COLORS], it->file);
        } else {
            fputc(ascii[brighter * 10 / PICTURE_COLORS], it->file);
        }
    }
    picture_terminal_plain(it->terminal, it->file);
}

static void set_axes(drawing *it)
{
    const picture_view *view = it->view;
    const double half = view->is_image || view->columns == 1 ? 0.5 : 0;
    it->x_low = view->x.first - half * view->x.step;
    it->x_high = view->x.first + ((double)view->columns - 1 + half) * view->x.step;
    it->y_low = view->low;
    it->y_high = view->high;
    if (view->is_image) {
        const double first = view->y.first - 0.5 * view->y.step;
        const double last = first + (double)view->rows * view->y.step;
        it->y_low = view->y_up ? first : last;
        it->y_high = view->y_up ? last : first;
    }
    picture_ticks_make(&it->x, view->x.name, view->x.unit, it->x_low, it->x_high, it->columns / 10);
    picture_ticks_make(&it->y, view->is_image ? view->y.name : view->level_name,
                       view->is_image ? view->y.unit : view->level_unit, fmin(it->y_low, it->y_high),
                       fmax(it->y_low, it->y_high), it->lines / 3);
}

static void put_caption(const drawing *it)
{
    const picture_view *view = it->view;
    fprintf(it->file, "%s\n", it->y.title);
    for (int line = 0; line < it->lines; line++) {
        put_label(it, line);
        if (view->is_image) draw_image_line(it, line);
        else draw_curve_line(it, line);
        fputc('\n', it->file);
    }
    put_x_axis(it);
    if (!view->is_image) return;
    fprintf(it->file, "%*s%s: ", LABEL, "", view->level_name);
    fprintf(it->file, "%.0f %s ", view->low, view->level_unit);
    for (int i = 0; it->terminal->colors && it->terminal->unicode && i < 24; i++) {
        picture_terminal_color(it->terminal, false, picture_color_map()[i * 255 / 23], it->file);
        fputs("█", it->file);
    }
    picture_terminal_plain(it->terminal, it->file);
    fprintf(it->file, "%s %.0f %s\n", it->terminal->colors && it->terminal->unicode ? "" : "(blank) to", view->high,
            view->level_unit);
}

void picture_terminal_draw(const picture_view *view, const picture_terminal *terminal, FILE *file)
{
    drawing it = {.view = view, .terminal = terminal, .file = file};
    it.columns = terminal->columns - LABEL - 1;
    if (it.columns < 16) it.columns = 16;
    if (it.columns > 500) it.columns = 500;
    it.lines = terminal->lines - 13; /* what stands below the drawing */
    it.lines = it.lines < 6 ? 6 : it.lines > 20 ? 20 : it.lines;
    set_axes(&it);
    put_caption(&it);
}
