/* plot.h - `atalanta plot`: rows of `atalanta bench --json` as a chart.
 *
 *     files ──plot_read──▶ plot_table ──plot_panels──▶ picture_chart ──picture_chart_draw──▶ SVG or PNG
 *     (a row a line)       (rows, machine)             (sorted into panels)
 */
#ifndef ATALANTA_CLI_PLOT_H
#define ATALANTA_CLI_PLOT_H

#include "cli/cli.h"
#include "cli/file.h"
#include "cli/picture.h"

/* What a panel can show together. */
typedef enum plot_class { PLOT_POWERS, PLOT_LENGTHS, PLOT_SHAPES } plot_class;

/* A row of a results file, its problem taken apart: "c2c f64 512*4096 inverse" is of the sort "c2c f64 inverse" and has
 * the shape "512*4096". */
typedef struct plot_row {
    char *problem, *sort, *shape;
    plot_class class;
    int name;      /* index of table.name */
    int threads;   /* 0: on a GPU */
    double points; /* in all transforms together */
    double gflops, ratio;
} plot_row;

#define PLOT_MAX_NAMES PICTURE_MAX_NAMES

typedef struct plot_table {
    plot_row *row;
    int count, room;
    char name[PLOT_MAX_NAMES][40]; /* in the order of their appearance */
    int name_count;
    char cpu[128], version[32]; /* of the first file that tells; empty when none does */
    char gpu[128];              /* the same */
    bool on_gpu;                /* was any row measured there? */
    int cores;
    const char *machine_file; /* that file */
} plot_table;

/* Add the rows of a file (plot_read.c); "-" is standard input. False, and the sentence, which names file and line. */
bool plot_read(plot_table *table, const char *path, file_fault *fault);
void plot_table_fini(plot_table *table);

/* Sort the rows into panels (plot_panels.c). Where there would be too many, because every problem is of another sort,
 * the ratios are shown instead. False, and the sentence. */
bool plot_panels(const plot_table *table, picture_chart *chart, file_fault *fault);

/* "on a GPU", "1 thread" or "4 threads" into `text`, which is returned. */
const char *plot_place_print(int threads, char *text, size_t size);

#endif
