/* tuning.h - what was measured to be best: radices, threads, points a thread, clusters. Numbers only, one file an
 * architecture.
 */
#ifndef ATA_GPU_TUNING_H
#define ATA_GPU_TUNING_H

#include <stdbool.h>

#include "engine/gpu/machine.h"
#include "recipe/costs.h"

enum { ATA_GPU_ROW_STAGES = 6 };

/* How a kernel goes about it. */
enum {
    ATA_ROW_AHEAD = 1,    /* it fetches a later tile into the cache */
    ATA_ROW_IN_TURN = 2,  /* a thread does its tasks one after another */
    ATA_ROW_BALANCED = 4, /* blocks of a cluster may share a multiprocessor, so that more clusters find room */
    ATA_ROW_FEW = 8       /* for so little data that large tiles would be too few to share out evenly */
};

/* The kernel for a pass of n points. Radices of 1 at the ends exchange points only, so that global memory is
 * accessed in its order; they do not stand in recipes. */
typedef struct ata_gpu_row {
    int64_t n;
    int lines;   /* side by side, of a tile; 0 for lines one after another: as many as the threads have points for */
    int points;  /* of a thread */
    int threads; /* of a block */
    int cluster, cluster_stage; /* blocks; the stage (from 0) whose exchange is between them */
    int blocks;                 /* on a multiprocessor */
    int how;                    /* of ATA_ROW_... */
    unsigned char radix[ATA_GPU_ROW_STAGES];
} ata_gpu_row;

/* Two sweeps in one launch (relay.h). */
typedef struct ata_gpu_relays {
    /* n is the points of a tile, the same in both sweeps; the best first, up to one with n = 0. */
    const ata_gpu_row *rows;
    /* As shares of the L2 cache: */
    double least; /* of all data: less is in the cache anyway */
    double chunk; /* of a chunk, if it can be cut so ... */
    double most;  /* ... and at most */
    double lead;  /* by which the first sweep is ahead */
    double early; /* of chunks so small that blocks may ask for a tile early, at most */
} ata_gpu_relays;

/* Shares of the L2 cache. */
typedef struct ata_gpu_range {
    double least, most;
} ata_gpu_range;

typedef struct ata_gpu_tuning {
    const ata_gpu_row *rows;        /* up to one with n = 0 */
    const ata_gpu_row *joined;      /* the same for passes with several legs, where those are others; without radices */
    const ata_gpu_row *planes;      /* and of those for planes of real points */
    const ata_gpu_row *narrow_rows; /* rows for numbers of two bytes, which are bound by instructions; first of all */
    const ata_known_way *ways;      /* of lengths in passes; up to one with n = 0 */
    const ata_known_way *columns;   /* the same for lines side by side, where that is another */
    const ata_known_way *few;       /* the same where a transform in one pass would leave most multiprocessors idle */
    const ata_known_way *middling;  /* the same for data up to `between.most`, and for lengths that `few` lacks */
    const ata_known_way *narrow_ways; /* the same for numbers of two bytes */
    const ata_known_way *relayed;     /* the same where two passes share a launch (relay.h) */
    const ata_known_way *reversed;    /* the same for bit-reversed results; for such input from the last pass on */
    const ata_known_way *real;        /* the same for the complex points of a real line, where that is another: the last
                                     pass has pairs of points and no cluster */
    const ata_known_way *real_back; /* the same for c2r, where that is another than for r2c; its first pass is the last
                                     of these */
    const ata_sweeps *sweeps;       /* what passes along several dimensions cost */
    const ata_gpu_relays *relays;   /* NULL where every sweep has a launch of its own */
    double cached;                  /* up to how much data, as a share of the L2 cache, `few` is for */
    double tiled; /* from how much data on, as a share of the L2 cache, what is between two sweeps lies in tiles of the
                     second (tiled.h); 0 for never */
    bool kept;    /* data may stay in the L2 cache where that pays (keep.c) */
    ata_gpu_range between; /* from how much data to how much what is between two sweeps stays there, and up to how much
                              `middling` is for; zeros for never */
    double few_rows;       /* up to how much data, as a share of it, rows of ATA_ROW_FEW are for; 0 for none */
} ata_gpu_tuning;

/* The tables for a device and the bytes of a real number in the arithmetic (4 or 8). */
const ata_gpu_tuning *ata_gpu_tuning_find(const ata_device_limits *limits, int real_bytes);

/* Whether rows with clusters may be taken: on GPUs with smaller ones than the largest of the table none are. */
bool ata_gpu_tuning_has_clusters(const ata_device_limits *limits);

/* The first row of a table for a pass of n points, or NULL. Behind it there may be others of as many points: with other
 * radices, or for one block instead of a cluster, which are for passes that its wider strips do not suit. */
const ata_gpu_row *ata_gpu_tuning_row(const ata_gpu_row *table, int64_t n, bool side_by_side);

/* The rows, for f32 and f64: up to one with n = 0. */
extern const ata_gpu_row ata_gpu_rows_f32[], ata_gpu_rows_f64[];

/* Compute capability 9.0, with clusters; and what runs anywhere from 8.0 on. [0] for f32, [1] for f64. */
extern const ata_gpu_tuning ata_gpu_tuning_90[2], ata_gpu_tuning_80[2];

#endif
