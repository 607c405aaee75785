/* prelude.h - the constants in front of a kernel's text, as #define lines. */
#ifndef ATA_GPU_PRELUDE_H
#define ATA_GPU_PRELUDE_H

#include "core/text.h"
#include "engine/gpu/shape.h"
#include "problem/problem.h"

/* How long what is read or written may stay in the L2 cache; each is a family of words of the kernels' vocabulary. */
typedef enum ata_gpu_keep { ATA_KEEP_BRIEFLY, ATA_KEEP_AS_USUAL, ATA_KEEP_LONGEST } ata_gpu_keep;

/* What a kernel has at one end of its lines. */
typedef struct ata_gpu_end {
    ata_type type;
    bool split;                  /* real and imaginary parts are arrays of their own */
    bool exchange;               /* real and imaginary parts change places */
    int64_t line;                /* strides, in elements: of lines ... */
    int64_t group;               /* ... of groups of lines, where they lie so ... */
    int64_t point[ATA_GPU_LEGS]; /* ... and of the points of each leg */
    int64_t piece, far;          /* of an output: where its one leg's points lie so in pieces of so many only (tiled.h),
                                    and those so far apart; 0 for none */
    bool real;                   /* of a real transform: the parts of a point are two real numbers of the line ... */
    int64_t imag;                /* ... so far apart; 0 where there is only one */
    int vector;                  /* how many neighbours are accessed at once, where the address allows */
    ata_gpu_keep keep;
} ata_gpu_end;

/* What the points of the input are multiplied by (window.c): point p of a line that is split, by number p point + the
 * place of the line along `loop`. */
typedef struct ata_gpu_window {
    int64_t count; /* 0 for none */
    int64_t point; /* 1 where the line is not split */
    int loop;
    int unit;   /* of lines in groups: the place is that along the loop / unit % point */
    bool pairs; /* of real points: two numbers for each complex one */
    int64_t at; /* in the tables */
} ata_gpu_window;

/* All that a kernel's text depends on. */
typedef struct ata_gpu_kernel {
    ata_gpu_shape shape;
    ata_gpu_end in, out;
    int loops;
    int64_t group_lines; /* of a group; 0 where lines lie in none */
    bool ragged;         /* the last tile of loop 0 has fewer lines */
    bool scaled;
    ata_gpu_window window;
} ata_gpu_kernel;

/* How many neighbours an end reads or writes at once: as many as are near and fit 16 bytes. */
int ata_gpu_vector(const ata_gpu_end *end, int near);

/* The constants of one end, "IN" or "OUT". */
void ata_gpu_prelude_write_end(ata_text *text, const char *name, const ata_gpu_end *end);
void ata_gpu_prelude_write(const ata_gpu_kernel *kernel, ata_text *text);

#endif
