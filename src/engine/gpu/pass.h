/* pass.h - one sweep of a recipe as a kernel and its launches: a pass, or several joined ones, each a leg.
 *
 * The points of a line lie at a stride (at one for each leg), and so do the lines, along loops: what the formulas of
 * recipe.h say for the forms of the legs, then the other dimensions, then the batch. A kernel takes tiles of
 * neighbouring lines.
 *
 * Of the passes along a dimension in natural order, this engine lets all but the last one move the digits: pass p
 * reads digit p at the place of the leading one and stores it behind those already transformed, so that the last pass
 * can work in place, and a transform of two passes out of place needs no scratch, unless what is between them lies in
 * tiles (tiled.h). The multiplications are those of recipe.h.
 */
#ifndef ATA_GPU_PASS_H
#define ATA_GPU_PASS_H

#include "engine/gpu/kernels/arguments.h"
#include "engine/gpu/machine.h"
#include "engine/gpu/prelude.h"
#include "engine/gpu/tuning.h"
#include "recipe/recipe.h"

/* The arrays that passes go between. */
typedef enum ata_gpu_array { ATA_GPU_IN, ATA_GPU_OUT, ATA_GPU_SCRATCH, ATA_GPU_SECOND } ata_gpu_array;

typedef struct ata_gpu_loop {
    int64_t count, in, out;
    int leg; /* whose factors depend on it; -1 for none */
} ata_gpu_loop;

/* A reordering (reorder.h): what each bit of the index along its dimension, and of the numbers of lines, adds to the
 * place of a point. */
typedef struct ata_gpu_bit {
    int64_t in, out; /* strides */
    int64_t lines;   /* of a bit of lines: how many */
    bool in_tile;
    int64_t number; /* in the tile, counted in the order of the input */
} ata_gpu_bit;

enum { ATA_GPU_BITS = 64 };

typedef struct ata_gpu_reorder {
    ata_reorder kind; /* ATA_REORDER_NONE for a pass with steps */
    int bits, tile_bits;
    int64_t groups; /* of points, in a line: as many tiles */
    ata_gpu_bit bit[ATA_GPU_BITS];
} ata_gpu_reorder;

/* What two sweeps agree on: to share a launch (relay.h), or how what is between them lies (tiled.h). */
typedef struct ata_gpu_share {
    int64_t tile_lines;     /* of the second one's tiles, each of which lies together; 0: in the order of the data */
    int64_t chunks;         /* 0 where each has a launch of its own */
    int d;                  /* the dimension, or -1 - the batch's dimension, that chunks are cut along ... */
    int64_t n;              /* ... so many of it in each */
    int64_t digits;         /* how many frequencies along d are known before, where both sweeps transform it; or 0 */
    double lead;            /* how many chunks the first sweep is ahead, 1 or more */
    bool early;             /* blocks ask for their next tile before they have written all of one (relay.cu) */
    const ata_gpu_row *row; /* points and threads: both sweeps have the same */
    bool second;
} ata_gpu_share;

typedef struct ata_gpu_pass {
    ata_gpu_array from, to;
    ata_gpu_share share;
    ata_gpu_reorder reorder;
    ata_gpu_kernel kernel;
    int leg[ATA_GPU_LEGS];               /* which pass of the recipe each leg is */
    ata_gpu_loop loop[ATA_KERNEL_LOOPS]; /* the first in tiles of the shape's lines */
    int chunk_loops;                     /* how many, the last ones, count chunks */
    ata_gpu_loop group; /* where lines along loop 0 lie in groups: the lines of one, where groups lie */
    int64_t tiles;      /* in all */
    int64_t ahead;      /* how many tiles further on one is fetched, if any is */
    int64_t bytes_written;
    double scale;
    /* On the device. */
    ata_device_kernel *loaded;
    void *tables;
} ata_gpu_pass;

/* Whether there is no way for the data: one sweep in place that does not leave the points where they were. */
bool ata_gpu_route_is_missing(const ata_problem *problem, const ata_recipe *recipe);
/* Which arrays each sweep reads and writes: `route` has one more entry than the recipe has sweeps. Returns how many
 * scratch arrays that takes, the fewest: one for several passes in place, two where the output cannot hold what is
 * between passes either. */
int ata_gpu_route(const ata_problem *problem, const ata_recipe *recipe, ata_gpu_array *route);
/* Scratch arrays are packed; the type of their numbers, and the bytes of one. */
ata_type ata_gpu_scratch_type(const ata_problem *problem);
int64_t ata_gpu_scratch_bytes(const ata_problem *problem);

static inline int64_t ata_gpu_magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* How many tiles there are along loop 0. */
static inline int64_t ata_gpu_tile_count(const ata_gpu_pass *pass)
{
    const int lines = ata_gpu_tile_lines(&pass->kernel.shape);
    return (pass->loop[0].count + lines - 1) / lines;
}

/* The stride of dimension d of an array, or of batch dimension -1 - d, in elements (arrays.c). */
int64_t ata_gpu_stride(const ata_problem *problem, ata_gpu_array array, int d);
/* Types, layouts and exchange of the ends of the sweep that begins with pass p (arrays.c). */
void ata_gpu_set_ends(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p);

/* Everything but what is on the device, for the sweep that begins with pass p; `share` is NULL for a launch of its
 * own. */
ata_status ata_gpu_pass_init(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             ata_gpu_array from, ata_gpu_array to, const ata_gpu_share *share,
                             const ata_device_limits *limits, const ata_gpu_tuning *tuning);

#endif
