/* shape.h - the shape of a kernel: how the points of a tile are dealt to threads in each stage, and how they lie in
 * shared memory between stages. All the constants in front of kernels/pass.cu, which says what they mean.
 *
 * Which lines, threads and cluster a kernel has is decided before (tuning.h); here the rest follows: threads take
 * their tasks such that neighbours read and write neighbouring memory, and for each exchange the layout is searched
 * that has the fewest bank conflicts.
 */
#ifndef ATA_GPU_SHAPE_H
#define ATA_GPU_SHAPE_H

#include <stdbool.h>

#include "core/status.h"
#include "engine/gpu/banks.h"

enum { ATA_GPU_STAGES = 6 };

/* Coordinates of a point: its line, the known digits of the frequency, those left of the time index; and the digit that
 * is in registers. */
enum { ATA_C, ATA_K, ATA_P, ATA_R, ATA_COORDINATES };

/* Where the factors after a stage come from: see kernels/twiddle.cuh. */
typedef enum ata_gpu_turn {
    ATA_TURN_NONE,
    ATA_TURN_BY_P,
    ATA_TURN_BY_WHOLE_P,
    ATA_TURN_BY_LINE,
    ATA_TURN_BY_LOOP
} ata_gpu_turn;

/* Point q of a task is multiplied by exp(-2 pi i where (k + step q) / period). */
typedef struct ata_gpu_twiddle {
    ata_gpu_turn turn;
    int unit;      /* ATA_TURN_BY_P: where = p / unit */
    int reversed;  /* bits of `where` that are in opposite order; 0 for none */
    int64_t count; /* of the values of `where` */
    int64_t period, step;
    int64_t k_count; /* of the values of k; 1 for none */
    /* In the tables, set by factors.c. */
    int start, start_shift;
    int64_t start_at, at;
} ata_gpu_twiddle;

typedef struct ata_gpu_stage {
    int radix;
    int tasks, near;
    int count[3], unit[3]; /* of C, K, P */
    ata_gpu_warp warp;     /* the coordinates of the first warp's first tasks */
    bool k_reversed, p_reversed;
    int k_low, k_jump, k_rank;
    int p_low, p_jump, p_rank;
    int in[ATA_COORDINATES], out[ATA_COORDINATES]; /* strides in shared memory */
    int in_pair, out_pair;                         /* 0 none, 1 along tasks, 2 along the register's digit */
    ata_gpu_twiddle twiddle;
} ata_gpu_stage;

typedef struct ata_gpu_shape {
    /* Given. */
    int64_t n;
    int stage_count;
    int lines;                  /* of a tile */
    int threads;                /* of a block */
    int points;                 /* of a thread */
    int cluster, cluster_stage; /* the exchange after stage `cluster_stage` (from 0) is between blocks */
    int blocks_wanted;          /* on a multiprocessor: bounds the registers */
    int real_bytes;
    bool lines_in, lines_out; /* neighbouring lines are nearer in memory than neighbouring points, at that end */
    int near_in, near_out;    /* how many neighbours should be accessed at once there */
    bool in_reversed, out_reversed;
    bool fetch_ahead;                    /* a later tile into the cache */
    bool plain;                          /* exchanges in the order of the data, whatever that costs */
    bool in_turn;                        /* a thread does its tasks one after another: fewer registers */
    ata_gpu_stage stage[ATA_GPU_STAGES]; /* radix, and the last one's twiddle */
    /* Made. */
    int64_t shared_elements;
} ata_gpu_shape;

/* Fill in the rest; ATA_ERROR_UNSUPPORTED where the given numbers do not fit together. */
ata_status ata_gpu_shape_make(ata_gpu_shape *shape);

#endif
