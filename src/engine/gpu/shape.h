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

enum { ATA_GPU_STAGES = 12, ATA_GPU_LEGS = 4, ATA_GPU_RADIX = 64 };

/* Coordinates of a point: its line, the known digits of the frequency, those left of the time index; the high part of
 * either, where it is counted from the middle (k_fast, p_fast); the digit that is in registers, and the one of the leg
 * before, where that is in registers as well. */
enum { ATA_C, ATA_K, ATA_P, ATA_H, ATA_R, ATA_A, ATA_COORDINATES };

/* How many threads of a warp may share a task (kernels/lanes.cuh). */
enum { ATA_GPU_LANES = 2 };

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
    int unit;      /* where = p / unit, for those by p; of lines in groups, for those by line */
    int below;     /* k = K / below: K has the digits of earlier legs as well */
    int loop;      /* ATA_TURN_BY_LOOP: which */
    int reversed;  /* bits of `where` that are in opposite order; 0 for none */
    int64_t count; /* of the values of `where` */
    int64_t period, step;
    int64_t k_count; /* of the values of k; 1 for none */
    bool starts;     /* k is that of the task; else 0 */
    int64_t part;    /* of a task in two lanes: k grows by so much from one to the other */
    int digits;      /* how many values q has */
    /* In the tables, set by factors.c. */
    int start, start_shift;
    int64_t start_at, at;
    int shift; /* where one table would be too long: of two short ones, as in start_shift; else 0 */
} ata_gpu_twiddle;

/* A tile may be transformed along several dimensions, one after another: a leg is what is done along one. Then the time
 * index of a point has the digits of all legs, the first leg's leading, and the frequency too, the first leg's lowest;
 * no factors are between legs. */
typedef struct ata_gpu_leg {
    int n;
    ata_gpu_twiddle behind; /* the factors before what a later pass does along the same dimension */
} ata_gpu_leg;

/* Whether there is a step between real points and complex ones, and which are those of the input: kernels/pairs.cuh. It
 * is in the first or the last stage; of planes, in the one along rows that is next to the other legs. */
typedef enum ata_gpu_mirror { ATA_MIRROR_NONE, ATA_MIRROR_IN, ATA_MIRROR_OUT } ata_gpu_mirror;

typedef struct ata_gpu_stage {
    int radix;
    int leg;
    int also;        /* of the radix, what is done along the leg before, with which that leg ends; 1 for nothing */
    int lanes, held; /* how many threads share a task, and how many of its points each has */
    int held_also;   /* of those, the share of `also` */
    int paired;      /* tasks are pairs of points: those of one line along this coordinate, or of two; ATA_C for none */
    int tasks, near;
    int count[3], unit[3]; /* of C, K, P */
    int k_fast; /* K is counted from its digit of weight K_COUNT / k_fast on, then the ones below; 1: as it is */
    int p_fast; /* p likewise */
    ata_gpu_warp reads, writes; /* the coordinates of the first warp's first tasks */
    bool k_reversed, p_reversed;
    int k_low, k_jump, k_rank;
    int p_low, p_jump, p_rank;
    int in[ATA_COORDINATES], out[ATA_COORDINATES]; /* strides in shared memory */
    int out_rank;                                  /* from what one block of a cluster puts to the next one's */
    int in_pair, out_pair;                         /* 0 none, 1 along tasks, 2 along the register's digit */
    ata_gpu_twiddle twiddle, cross;                /* along its leg, and along the one before */
} ata_gpu_stage;

typedef struct ata_gpu_shape {
    /* Given. */
    int64_t n;
    int leg_count;
    ata_gpu_leg leg[ATA_GPU_LEGS];
    int near_leg; /* whose points are nearest to each other in the output */
    int stage_count;
    int lines;                  /* of a tile */
    bool lines_fixed;           /* by the recipe */
    int threads;                /* of a block */
    int points;                 /* of a thread */
    int cluster, cluster_stage; /* the exchange after stage `cluster_stage` (from 0) is between blocks */
    int blocks_wanted;          /* on a multiprocessor: bounds the registers */
    int real_bytes;
    bool lines_in, lines_out; /* neighbouring lines are nearer in memory than neighbouring points, at that end */
    int near_in, near_out;    /* how many neighbours should be accessed at once there */
    bool along_out;           /* one stage, whose points are neighbours there and written at once, two by two */
    bool in_reversed, out_reversed;
    ata_gpu_mirror mirror; /* of one leg, or of a plane */
    int plane;             /* the complex points of a row, where that is the first leg of real points, or the last of
                              complex ones, among others: kernels/plane.cuh; 0 for none */
    int64_t strips; /* for pairs of points from two lines: how many lines there are, of which a tile has some from the
                       front and those from the back that belong to them; 0 where pairs are within a line */
    bool fold;      /* the other point of a pair is mirrored along every dimension: kernels/fold.cuh */
    int64_t fold_count;                  /* then: of loop 1, along which lines are mirrored too; 1 for none */
    int fold_leg;                        /* and the leg, from 1, whose other digits that loop counts; 0 for none */
    bool fetch_ahead;                    /* a later tile into the cache */
    bool plain;                          /* exchanges in the order of the data, whatever that costs */
    bool in_turn;                        /* a thread does its tasks one after another: fewer registers */
    bool balanced;                       /* blocks of a cluster may share a multiprocessor */
    bool rows_first;                     /* of several legs, the first has the nearest points at both ends */
    ata_gpu_stage stage[ATA_GPU_STAGES]; /* radix and leg */
    /* Made. */
    int k_split;      /* in shared memory, K is K % k_split along K and K / k_split along H ... */
    int p_split;      /* ... and p likewise; one of them goes beyond its split at most */
    int mirror_stage; /* which has the step between real points and complex ones */
    int64_t shared_elements;
    int64_t column_at; /* of planes: among them, where those are that all threads share with the ones of column 0 */
    int cost; /* of all exchanges, and of what lies apart in global memory: wavefronts and instructions of a warp */
    int64_t mirror_at, mirror_lines_at; /* in the tables, set by factors.c */
} ata_gpu_shape;

/* How many tasks a stage counts along a coordinate: of pairs half, of points or of lines. */
static inline int ata_gpu_tasks_along(const ata_gpu_shape *shape, const ata_gpu_stage *stage, int coordinate)
{
    const int halved = stage->paired == ATA_C ? ATA_R : shape->strips > 0 ? ATA_C : stage->paired;
    return stage->count[coordinate] / (coordinate == halved ? 2 : 1);
}

/* How far a tile goes along loop 0, which counts pairs of lines where there are strips. */
static inline int ata_gpu_tile_lines(const ata_gpu_shape *shape)
{
    return shape->strips > 0 ? shape->lines / 2 : shape->lines;
}

/* Whether rows are the first leg, as they are of planes to which real points come. */
static inline bool ata_gpu_begins_with_rows(const ata_gpu_shape *shape)
{
    return shape->plane > 0 ? shape->mirror == ATA_MIRROR_OUT : shape->rows_first;
}

/* How many points a thread has at least: those of the largest radix; of planes those of both tasks that have each
 * other's partners. */
int ata_gpu_least_points(const ata_gpu_shape *shape);

/* Whether the blocks of a cluster may exchange points behind stage s: both sides must have a digit for every block. */
bool ata_gpu_can_exchange(const ata_gpu_shape *shape, int s);

/* Fill in the rest; ATA_ERROR_UNSUPPORTED where the given numbers do not fit together. */
ata_status ata_gpu_shape_make(ata_gpu_shape *shape);

#endif
