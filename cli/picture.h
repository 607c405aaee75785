/* picture.h - drawings of a result: in SVG, in PNG and in the terminal.
 *
 *     picture_view ──picture_spectrum_draw──▶ picture_canvas ──▶ SVG text       (picture_svg.c)
 *     (levels and    picture_image_draw       (a table of         or
 *      two axes)                               functions)         PNG pixels    (picture_raster.c, picture_png.c)
 *          │                                     ▲
 *          └─────────picture_terminal_draw──▶    │   picture_chart: panels of curves, bars or dots
 *                    lines of text               └───picture_chart_draw
 *
 * What a spectrum or an image looks like is written once, against a canvas that knows five shapes; a canvas is a
 * file format. The terminal has so few cells that it has drawings of its own.
 */
#ifndef ATALANTA_CLI_PICTURE_H
#define ATALANTA_CLI_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/file.h"

/* --- What is drawn ------------------------------------------------------------------------------------------------ */

/* Cell i of an axis stands at first + i * step. */
typedef struct picture_axis {
    const char *name; /* "frequency" */
    const char *unit; /* "Hz", "s", "bins", "samples", "rows", or "" */
    double first, step;
} picture_axis;

/* A place worth a label. */
typedef struct picture_mark {
    int64_t row, column;
    char text[32];
} picture_mark;

#define PICTURE_MAX_MARKS 5
#define PICTURE_MAX_CURVES 4

typedef struct picture_view {
    char title[256];
    char note[256]; /* a second, smaller line */
    bool is_image;  /* else: a curve for each row, PICTURE_MAX_CURVES at most */
    bool y_up;      /* of an image: row 0 lies at the bottom */
    bool decibels;  /* levels are logarithms; minus infinity is silence */
    int64_t rows, columns;
    double *value;        /* rows * columns levels, row by row; freed by picture_view_fini */
    picture_axis x, y;    /* of the columns; of the rows of an image */
    const char *row_name; /* of several curves: "channel" */
    const char *level_name;
    const char *level_unit;
    double low, high; /* the levels that are shown, by picture_view_set_range */
    int mark_count;
    picture_mark mark[PICTURE_MAX_MARKS];
} picture_view;

void picture_view_fini(picture_view *view);

/* Choose low and high: for decibels 100 dB, or less where hardly anything is that quiet; else everything. */
void picture_view_set_range(picture_view *view);

/* The largest and smallest level of a row between two places, counted in cells, of the line that joins the cells.
 * Narrow peaks stay: a column of pixels shows the extremes of all that falls into it. */
typedef struct picture_span {
    double low, high;
} picture_span;
picture_span picture_view_span(const picture_view *view, int64_t row, double from, double to);

/* The largest level of a block of cells, at least one of them. */
double picture_view_block(const picture_view *view, double row_from, double row_to, double column_from,
                          double column_to);

/* --- Ticks (picture_ticks.c) -------------------------------------------------------------------------------------- */

#define PICTURE_MAX_TICKS 24
typedef struct picture_ticks {
    char title[64]; /* "frequency (kHz)" */
    int count;
    double at[PICTURE_MAX_TICKS];
    char text[PICTURE_MAX_TICKS][32];
} picture_ticks;

/* Round numbers between low and high, about `wanted` of them. */
void picture_ticks_make(picture_ticks *ticks, const char *name, const char *unit, double low, double high, int wanted);

/* 2^10, 2^12 ... of an axis that is a logarithm to the base 2, `most` of them. */
void picture_ticks_make_powers(picture_ticks *ticks, const char *name, double low, double high, int most);

/* 1, 10, 100 ... of an axis that is a logarithm to the base 10; 2 and 5 too where there are few of them. */
void picture_ticks_make_decades(picture_ticks *ticks, const char *name, double low, double high);

/* "1.25 kHz" for 1250 and "Hz". */
void picture_print_quantity(char *text, size_t size, double number, const char *unit);

/* --- Colours (picture_color.c) ------------------------------------------------------------------------------------ */

typedef struct picture_color {
    uint8_t red, green, blue;
} picture_color;

#define PICTURE_COLORS 256
const picture_color *picture_color_map(void); /* dark to bright, in even steps to the eye */
int picture_color_of(double level, double low,
                     double high); /* its place in the map; the lowest for what is not a number */

/* What drawings are made of, by day and, where a page is shown by night, instead (picture_tones.c). */
typedef struct picture_tone {
    picture_color day, night;
} picture_tone;

#define PICTURE_MAX_NAMES 10
enum {
    PICTURE_PAPER,
    PICTURE_INK,
    PICTURE_INK_SOFT,
    PICTURE_GRID,
    PICTURE_EDGE,
    PICTURE_LEVEL,
    PICTURE_NAMES, /* the first name's of a chart; those of the others follow */
    PICTURE_TONES = PICTURE_NAMES + PICTURE_MAX_NAMES
};
extern const picture_tone picture_tones[PICTURE_TONES];

/* --- Canvases ----------------------------------------------------------------------------------------------------- */

typedef struct picture_box {
    double x, y, width, height;
} picture_box;

typedef struct picture_point {
    double x, y;
} picture_point;

typedef enum picture_anchor { PICTURE_START, PICTURE_MIDDLE, PICTURE_END } picture_anchor;

typedef struct picture_text {
    double x, y; /* of the baseline */
    double size;
    picture_anchor anchor;
    bool upwards; /* turned to the left by a quarter */
    bool bold;
    picture_color color;
} picture_text;

typedef struct picture_canvas {
    double width, height;
    double pixel_ratio; /* pixels of an image in one unit of length */
    void (*fill)(struct picture_canvas *, picture_box, picture_color, double opacity);
    void (*stroke)(struct picture_canvas *, const picture_point *, int count, double width, picture_color);
    /* Between two lines whose points stand above each other, one unit apart, from x on. */
    void (*fill_band)(struct picture_canvas *, double x, const double *top, const double *bottom, int count,
                      picture_color, double opacity);
    void (*text)(struct picture_canvas *, const picture_text *, const char *);
    /* width * height places in the colour map, row by row. */
    void (*image)(struct picture_canvas *, picture_box, const uint8_t *pixels, int width, int height);
    bool failed; /* out of memory; what is there is not to be used */
} picture_canvas;

/* An SVG document in memory. */
typedef struct picture_svg {
    picture_canvas canvas;
    char *bytes;
    size_t size;
    FILE *stream;
} picture_svg;
bool picture_svg_init(picture_svg *svg, double width, double height, const char *title);
bool picture_svg_finish(picture_svg *svg); /* then bytes and size are the file */
void picture_svg_fini(picture_svg *svg);

/* Pixels in memory. */
typedef struct picture_raster {
    picture_canvas canvas;
    int width, height; /* in pixels */
    uint8_t *pixels;   /* red, green, blue */
    uint8_t *coverage; /* of the stroke being drawn, a byte a pixel */
} picture_raster;
bool picture_raster_init(picture_raster *raster, double width, double height);
void picture_raster_fini(picture_raster *raster);

/* The letter's lines (picture_font.c): pairs of x and y, a pair with y < 0 lifts the pen. On a grid where capitals
 * are 8 high and the baseline is y = 8. `count` becomes the number of points; returns the width to move on by. */
#define PICTURE_GLYPH_MAX 48
#define PICTURE_GLYPH_GAP 2.4 /* the part of the width that is space after the letter */
double picture_font_glyph(char letter, picture_point points[PICTURE_GLYPH_MAX], int *count);

/* A PNG file in memory, to be freed by the caller; NULL when out of memory. With `palette` pixels are a byte each,
 * else three. */
uint8_t *picture_png_encode(const uint8_t *pixels, int width, int height, const picture_color *palette, size_t *size);
uint32_t picture_png_crc(const uint8_t *bytes, size_t size);
/* A zlib stream of the bytes (picture_deflate.c). */
uint8_t *picture_deflate(const uint8_t *bytes, size_t size, size_t *packed_size);

/* --- Drawings ----------------------------------------------------------------------------------------------------- */

#define PICTURE_WIDTH 1000
#define PICTURE_HEIGHT 560

void picture_spectrum_draw(const picture_view *view, picture_canvas *canvas);
void picture_image_draw(const picture_view *view, picture_canvas *canvas);

/* What both have: background, title, ticks and their names round a box (picture_frame.c). */
typedef struct picture_frame {
    picture_box box;
    double x_low, x_high, y_low, y_high; /* y_low is at the bottom */
} picture_frame;
void picture_frame_begin(const char *title, const char *note, picture_canvas *canvas);
void picture_frame_axes(const picture_frame *frame, const picture_ticks *x, const picture_ticks *y, bool grid,
                        picture_canvas *canvas);
double picture_frame_x(const picture_frame *frame, double x);
double picture_frame_y(const picture_frame *frame, double y);

/* --- Charts (picture_chart.c) ------------------------------------------------------------------------------------- */

/* What one name has in one panel: points in the order of x. Of bars, x is the number of the slot. */
typedef struct picture_series {
    int count;
    picture_point *point; /* freed by picture_chart_fini */
} picture_series;

typedef enum picture_style {
    PICTURE_CURVES, /* points joined */
    PICTURE_BARS,   /* a slot for each x, and in it a bar for each name */
    PICTURE_DOTS,   /* points alone */
    PICTURE_ROWS    /* of a figure: as bars, but lying, the slots one below the other */
} picture_style;

typedef enum picture_look {
    PICTURE_LOOK_USUAL,
    PICTURE_LOOK_DASHED, /* what others measured */
    PICTURE_LOOK_BOUND   /* a line without dots; among rows, a mark */
} picture_look;

typedef struct picture_panel {
    char title[160];
    picture_style style;
    bool wide; /* it takes a whole row of the chart; else two share one */
    double x_low, x_high, y_low, y_high;
    picture_ticks x, y;
    bool has_level; /* a line across at y = level */
    double level;
    bool logarithmic;                         /* y is a logarithm to the base 10 */
    picture_series series[PICTURE_MAX_NAMES]; /* by name; empty where a name has nothing here */
} picture_panel;

typedef struct picture_chart {
    char title[256];
    char note[256]; /* a second, smaller line */
    int name_count;
    char name[PICTURE_MAX_NAMES][40]; /* for the legend */
    picture_look look[PICTURE_MAX_NAMES];
    int panel_count;
    picture_panel *panel; /* freed by picture_chart_fini */
} picture_chart;

double picture_chart_height(const picture_chart *chart); /* its width is PICTURE_CHART_WIDTH */
void picture_chart_draw(const picture_chart *chart, picture_canvas *canvas);
void picture_chart_fini(picture_chart *chart);

/* The axes and the contents of a panel of curves, bars or dots, in a frame. */
void picture_panel_draw(const picture_chart *chart, const picture_panel *panel, const picture_frame *frame,
                        picture_canvas *canvas);

#define PICTURE_CHART_WIDTH 1300
#define PICTURE_CHART_BOX 540 /* how wide the box of a panel is that shares its row */
#define PICTURE_CHART_BOX_WIDE (2 * PICTURE_CHART_BOX + 104)

/* --- Figures (picture_figure.c) ----------------------------------------------------------------------------------- */

/* A chart of one panel without a title, for a page: small, so that it can be read on a telephone too, and without a
 * background. The legend, in as many lines as it takes, stands above it. */
#define PICTURE_FIGURE_WIDTH 460
double picture_figure_height(const picture_chart *chart);
void picture_figure_draw(const picture_chart *chart, picture_canvas *canvas);

/* --- Files (picture_file.c) --------------------------------------------------------------------------------------- */

/* Draw into a file, SVG or PNG by its name. False, and the sentence. */
bool picture_file_write(const char *path, double width, double height, const char *title,
                        void (*draw)(const void *drawn, picture_canvas *canvas), const void *drawn, file_fault *fault);

/* --- The terminal ------------------------------------------------------------------------------------------------- */

/* What the terminal can show. */
typedef struct picture_terminal {
    int columns, lines;
    int colors; /* 0, 256 or 1 << 24 */
    bool unicode;
} picture_terminal;
picture_terminal picture_terminal_get(FILE *file);
void picture_terminal_draw(const picture_view *view, const picture_terminal *terminal, FILE *file);
void picture_terminal_color(const picture_terminal *terminal, bool background, picture_color color, FILE *file);
void picture_terminal_plain(const picture_terminal *terminal, FILE *file); /* back to the terminal's own colours */

#endif
