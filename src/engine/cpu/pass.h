/* pass.h - one pass made ready: which lines there are, where they lie, and in what blocks they are done.
 *
 * A pass runs over lines in loops: over the batch, over the other dimensions, and, where a dimension is split into
 * several passes, over the rest of its own index. The loop whose steps are shortest gives the lanes of a block:
 * neighbouring columns are loaded together, so that memory is touched in whole cache lines.
 */
#ifndef ATA_CPU_PASS_H
#define ATA_CPU_PASS_H

#include "engine/cpu/line/line.h"
#include "engine/cpu/view.h"

enum { ATA_MAX_LOOPS = ATA_MAX_RANK + ATA_MAX_BATCH_RANK + ATA_MAX_PASSES };

typedef struct ata_loop {
    int64_t n;
    int64_t in, out; /* bytes a step */
    bool is_rest;    /* its index is the `rest` of the twiddles between passes */
} ata_loop;

typedef struct ata_cpu_pass {
    ata_array from, to;
    const ata_line_functions *functions;
    ata_line *line;
    bool exchange; /* re and im exchanged on both sides: an inverse complex transform */
    ata_view view_in, view_out;
    int64_t row_in, row_out;
    ata_loop lane; /* n is 1 where there is no loop at all */
    int64_t lanes; /* in a block; the last one may have fewer */
    int64_t full_blocks, lane_blocks;
    int loop_count; /* the others, slowest first */
    ata_loop loop[ATA_MAX_LOOPS];
    int64_t block_count;
    bool twiddled;
    bool twiddle_first;
    ata_between between; /* when twiddled */
    ata_root_table roots;
    char *kept;         /* tables of `between` */
    void *window;       /* numbers that the points are multiplied by; NULL for none */
    ata_way way[2];     /* of full blocks; of the last one along the lanes, where it has fewer */
    size_t block_bytes; /* scratch of a block */
} ata_cpu_pass;

/* Make pass p of a recipe ready; `from` and `to` are its arrays. `window`, for the first pass alone: as of build(). */
ata_status ata_cpu_pass_init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             ata_array from, ata_array to, const double *window);
void ata_cpu_pass_fini(ata_cpu_pass *pass);

/* Where an array begins: its real and its imaginary parts. */
typedef struct ata_base {
    char *re, *im;
} ata_base;

/* Do blocks first .. end - 1, with scratch of block_bytes. */
void ata_cpu_pass_run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch);

#endif
