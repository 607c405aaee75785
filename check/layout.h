/* layout.h - where the elements of a problem's arrays lie, and how to visit them.
 *
 * An end is one side of a transform, input or output, as byte steps, batch dimensions first and the
 * slowest first among them:
 *
 *     element (b0, b1 .. ; i0, i1 ..)  lies at  base + sum b*step + sum i*step
 *
 * and holds one number, or two: side by side when interleaved, in two arrays at the same offset when split.
 * Everything is 64-bit, steps may be negative, and nothing is taken from the library but the complete problem.
 */
#ifndef ATALANTA_CHECK_LAYOUT_H
#define ATALANTA_CHECK_LAYOUT_H

#include <stdbool.h>

#include "atalanta.h"

enum { CHECK_MAX_RANK = ATA_MAX_BATCH_RANK + ATA_MAX_RANK };

typedef enum check_side { CHECK_IN = 0, CHECK_OUT = 1 } check_side;

typedef struct check_end {
    ata_type type;
    int bytes;      /* of one number */
    int numbers;    /* of an element: 1 real, 2 complex */
    bool split;     /* two numbers in two arrays */
    int batch_rank; /* the first so many dimensions are the batch's */
    int rank;       /* of all */
    int64_t n[CHECK_MAX_RANK];
    int64_t step[CHECK_MAX_RANK]; /* bytes */
    int64_t batches;              /* transforms */
    int64_t points;               /* elements of one transform */
} check_end;

/* Whether the elements at that end of a problem are complex numbers. */
bool check_end_is_complex(const ata_problem *problem, check_side side);

/* The end of a complete problem (one that ata_problem_check wrote). */
void check_end_init(check_end *end, const ata_problem *complete, check_side side);

/* The two numbers of an element at `offset` of the arrays (re, im); `im` is looked at only when split. The second
 * number of a real element reads as 0 and is not written. */
void check_end_load(const check_end *end, const void *re, const void *im, int64_t offset, double value[2]);
void check_end_store(const check_end *end, void *re, void *im, int64_t offset, const double value[2]);

/* The numbers of `count` elements from `offset` on along the last dimension, apart. */
void check_end_load_row(const check_end *end, const void *re, const void *im, int64_t offset, int count, double *x_re,
                        double *x_im);

/* A visit of every element, or of those of one transform, in order: the last dimension fastest. */
typedef struct check_walk {
    const check_end *end;
    int first;        /* dimensions before it stand still */
    int64_t offset;   /* bytes from the base */
    int64_t position; /* elements visited before this one */
    int64_t index[CHECK_MAX_RANK];
} check_walk;

/* Stand on the first element of all, or of transform number `batch`. There is always one. */
void check_walk_init(check_walk *walk, const check_end *end);
void check_walk_init_batch(check_walk *walk, const check_end *end, int64_t batch);

/* Stand on the element of that transform that has `position` elements before it. */
void check_walk_init_at(check_walk *walk, const check_end *end, int64_t batch, int64_t position);

/* Step to the next element; false when there is none. */
bool check_walk_next(check_walk *walk);

#endif
