/* line.h - a line made ready: the steps of one pass with their tables, and the functions that run them.
 *
 * Lines are transformed in blocks of several side by side, so that vector instructions find the same work in every
 * lane. Real and imaginary parts lie apart. A block of 3 points and 4 lanes, as it lies in a buffer:
 *
 *     re: p0l0 p0l1 p0l2 p0l3 | p1l0 p1l1 p1l2 p1l3 | p2l0 p2l1 p2l2 p2l3      "row" j holds point j of every lane
 *     im: ...
 *
 * Everything here computes forward transforms; an inverse one is the forward one with real and imaginary parts
 * exchanged on the way in and out, which costs nothing since they lie apart.
 *
 * The functions are written once, in the files beside this one, and compiled for each precision by line_f32.c and
 * line_f64.c.
 */
#ifndef ATA_CPU_LINE_H
#define ATA_CPU_LINE_H

#include "core/roots.h"
#include "recipe/recipe.h"

/* What a line takes and gives. */
typedef enum ata_role {
    ATA_ROLE_COMPLEX,      /* n complex rows to n complex rows */
    ATA_ROLE_REAL_FORWARD, /* n real points, packed, to n/2 + 1 complex rows */
    ATA_ROLE_REAL_INVERSE, /* n/2 + 1 complex rows to n real points, packed */
    ATA_ROLE_TRIGONOMETRIC /* n real rows to n real rows, in `re` */
} ata_role;

/* How real points lie in the rows of a complex buffer. */
typedef enum ata_packing {
    ATA_PACKING_NONE,
    ATA_PACKING_HALF, /* point 2j in re, row j; point 2j + 1 in im, row j */
    ATA_PACKING_FULL  /* point j in re, row j; im is 0 */
} ata_packing;

/* One butterfly stage of a line; see stages.h. */
typedef struct ata_stage {
    int64_t radix;
    int64_t m;        /* butterflies side by side: the length still to be transformed, over the radix */
    int64_t s;        /* how many rows one point of this stage is wide: the radices already done */
    void *twiddle_re; /* [radix - 1][m], NULL when m is 1 */
    void *twiddle_im;
    struct ata_line *wrapped; /* instead of a butterfly */
} ata_stage;

typedef struct ata_line {
    ata_op op; /* ATA_OP_LINE for stages */
    ata_role role;
    ata_form form;
    ata_kind kind; /* for ATA_ROLE_TRIGONOMETRIC */
    ata_packing packing;
    int64_t n;       /* points */
    int64_t rows_in; /* rows of the buffers a run reads and writes */
    int64_t rows_out;
    int64_t scratch; /* real numbers of scratch a lane */
    int stage_count;
    ata_stage *stage;
    struct ata_line *wrapped[2];
    int64_t m;      /* the length of what is wrapped */
    void *table_re; /* a spectrum, a chirp or rotations, by the op */
    void *table_im;
    void *chirp_re;
    void *chirp_im;
    int64_t *index_in; /* permutations */
    int64_t *index_out;
} ata_line;

/* A run's buffers, and one block's way from memory to memory; see block.h. */
typedef struct ata_block {
    const char *in_re, *in_im; /* in_im is NULL for real numbers; already exchanged for an inverse transform */
    char *out_re, *out_im;
    int64_t row_in, row_out;   /* bytes between the points of a line */
    int64_t lane_in, lane_out; /* bytes between lines */
    int64_t lanes;
    ata_type type_in, type_out;
    double scale;
    const ata_roots *roots; /* of the multiplication between passes; NULL for none */
    bool twiddle_first;     /* before the line, not after it */
    int64_t rest;           /* of lane 0, and how much more each lane has: 0 or 1 */
    int64_t rest_step;
    void *scratch;
} ata_block;

/* The functions of one precision. */
typedef struct ata_line_functions {
    size_t real_bytes;
    ata_status (*build)(const ata_step *steps, int count, ata_role role, ata_kind kind, ata_form form, ata_line **line);
    void (*destroy)(ata_line *line);
    /* Real numbers of scratch that a block of one lane needs. */
    int64_t (*block_scratch)(const ata_line *line);
    /* Load, transform and store one block. */
    void (*run_block)(const ata_line *line, const ata_block *block);
} ata_line_functions;

extern const ata_line_functions ata_line_f32, ata_line_f64;

/* The transform of one line of complex doubles by these steps: how the convolution algorithms of both precisions find
 * the spectra that they multiply with. */
ata_status ata_line_transform_f64(const ata_step *steps, int count, double *in_re, double *in_im, double *out_re,
                                  double *out_im);

/* Whether there is a butterfly of this radix. */
bool ata_line_has_radix(int64_t radix);

#endif
