/* pass.h - one pass made ready: what work it is, where its points lie, and in what blocks it is done.
 *
 * A pass runs in loops: over the batch, over the other dimensions, and, where a dimension is split into several passes,
 * over the rest of its own index. There are four kinds of work, and what a block is differs:
 *
 *   lines         lines of any steps, in blocks of several side by side                         lines.c
 *   columns       long lines whose points lie apart, several copied at a time and done singly   columns.c
 *   butterflies   a pass that is one stage of radix 2, done where the points lie                butterflies.c
 *   reordering    points that change places, in tiles                                           reorder.c
 *
 * Threads share out blocks, or the steps of each block where those are too few; which there are, and what is computed,
 * does not depend on the number of threads.
 */
#ifndef ATA_CPU_PASS_H
#define ATA_CPU_PASS_H

#include "engine/cpu/line/line.h"
#include "engine/cpu/pass_loops.h"

/* Lines. The loop whose steps are shortest gives the lanes of a block: neighbouring columns are loaded together, so
 * that memory is touched in whole cache lines. */
typedef struct ata_cpu_lines {
    ata_line *line;
    int64_t row_in, row_out;
    ata_loop lane; /* n is 1 where there is no loop at all */
    int64_t lanes; /* in a block */
    ata_loop runs; /* of so many lanes in a block; n is 1 but for short lines */
    ata_loop cut;  /* that of the lanes, or of the runs, which is cut into blocks of so many: */
    int64_t cut_size;
    int64_t full_blocks, cut_blocks; /* the last one may have fewer */
    bool strips;                     /* blocks are done in strips: line/strips.h */
    bool twiddled;
    bool twiddle_first;
    ata_between between; /* when twiddled */
    ata_root_table roots;
    char *kept;     /* tables of `between` */
    ata_way way[2]; /* of full blocks; of the last one of the loop that is cut, where it has fewer */
} ata_cpu_lines;

/* Long lines whose points lie apart; see columns.c. */
typedef struct ata_cpu_columns {
    struct ata_cpu_pass *line; /* of one in the buffer */
    ata_loop lane;
    int64_t lanes, blocks; /* of a block, but for the last one; along the lanes */
    int64_t row_in, row_out, rows_in, rows_out;
    int64_t step; /* bytes from a line in the buffer to the next */
} ata_cpu_columns;

/* Butterflies of two points. */
typedef struct ata_cpu_butterflies {
    ata_butterflies what;
    ata_root_table roots;
    void *factors;
    int64_t chunks; /* of a line */
} ata_cpu_butterflies;

/* Points that change places; see reorder.c. */
typedef struct ata_cpu_reorder {
    ata_tile tile;
    int64_t unit;   /* bytes of a point, or of each of its two parts, that is moved as it is; 0 for one that is not */
    bool in_place;  /* tiles change places two by two */
    int64_t *order; /* of the rows of a tile, where bits are reversed: then those of its number are too */
    int tile_bits;  /* how many tiles there are, as a power of two ... */
    int row_bits;   /* ... and how many make a row of the matrix */
    ata_loop next;  /* from a tile to its neighbour in the row, in points */
    ata_loop down;  /* from a tile to the one below it, in points */
    int64_t stride_in, stride_out;
    ata_loop lane; /* points that move together, `lanes` of them at a time */
    int64_t lanes, lane_blocks;
} ata_cpu_reorder;

typedef struct ata_cpu_work ata_cpu_work;

typedef struct ata_cpu_pass {
    const ata_cpu_work *work;
    ata_array from, to;
    ata_view view_in, view_out;
    const ata_line_functions *functions;
    bool exchange;     /* re and im exchanged on both sides: an inverse complex transform */
    bool small;        /* the problem is over before a second thread would begin: blocks may be as large as they are */
    int64_t far_times; /* of the setting */
    double scale;      /* of the results */
    void *window;      /* numbers that the points are multiplied by, in the computing type; NULL for none */
    ata_loops loops;   /* those that no kind of work takes for itself, slowest first */
    int64_t block_count;
    size_t block_bytes;   /* scratch of a block */
    int64_t most_threads; /* that may share one: 1 for anything but long single lines and columns */
    bool shares_part;     /* they share but a part of the work */
    int crew;             /* those that do: then blocks are done one after the other; 1 where blocks are shared out */
    union {
        ata_cpu_lines lines;
        ata_cpu_columns columns;
        ata_cpu_butterflies butterflies;
        ata_cpu_reorder reorder;
    };
} ata_cpu_pass;

/* A kind of work. */
struct ata_cpu_work {
    /* Make the pass ready, of which what is the same for all kinds is set and everything else zeroed. */
    ata_status (*init)(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p);
    void (*fini)(ata_cpu_pass *pass);
    /* Do blocks first .. end - 1; by the threads of the crew together, where most_threads allows one. */
    void (*run)(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch,
                const ata_crew *crew);
    /* Scratch of a block that so many threads share; NULL where they cannot. */
    size_t (*crew_bytes)(const ata_cpu_pass *pass, int threads);
};

extern const ata_cpu_work ata_cpu_work_lines, ata_cpu_work_columns, ata_cpu_work_butterflies, ata_cpu_work_reorder;

/* Whether pass p of a problem, or of a piece of it, is long columns that are copied: `pass` has the loops and views. */
bool ata_cpu_columns_fit(const ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p);

/* Whether pass p, between these views, is butterflies that are done where the points lie. */
bool ata_cpu_butterflies_fit(const ata_problem *problem, const ata_recipe *recipe, int p, const ata_view *in,
                             const ata_view *out);

/* What a pass is a part of. */
typedef struct ata_cpu_setting {
    const ata_problem *problem; /* of what is done at a time ... */
    const ata_problem
        *whole; /* ... and of all, as which the arrays are seen: lengths differ, of loops, and nothing else */
    const ata_recipe *recipe;
    const ata_array *route; /* view.h */
    int64_t far_times;      /* how many times larger than `problem` that is which the points come from */
    const double *window;   /* for the first pass: as of build() */
} ata_cpu_setting;

/* Make pass p of a recipe ready. */
ata_status ata_cpu_pass_init(ata_cpu_pass *pass, const ata_cpu_setting *setting, int p);
void ata_cpu_pass_fini(ata_cpu_pass *pass);

/* Of a pass of lines: where block number `index` lies, its twiddles' `rest`, and how many blocks like it follow along
 * the loop that is cut. Returns their way. */
const ata_way *ata_cpu_lines_locate(const ata_cpu_pass *pass, int64_t index, ata_offset *place, ata_blocks *blocks);

/* Do blocks first .. end - 1, with scratch of block_bytes. The crew may be NULL. */
static inline void ata_cpu_pass_run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end,
                                    void *scratch, const ata_crew *crew)
{
    pass->work->run(pass, in, out, first, end, scratch, crew);
}

#endif
