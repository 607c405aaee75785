/* program.h - the noun "program": all calls of something short, made beforehand but for the pointers. Short transforms
 * would spend more time on deciding what to call than on computing.
 *
 * Calls are of functions that transform points (radices.h), those of all instruction sets alike, so that what one set
 * has written can stand beside what another has.
 */
#ifndef ATA_CPU_PROGRAM_H
#define ATA_CPU_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/* What such a function takes beside pointers; strides are in numbers. */
typedef struct ata_call {
    ptrdiff_t x_next, y_next; /* between the points of a butterfly, on the way in and out */
    ptrdiff_t x_step, y_step; /* between runs */
    ptrdiff_t x_lane, y_lane; /* between neighbours of a run; only the forms for points that lie apart look at them */
    ptrdiff_t run, count;     /* how many side by side; how many such runs: forms that loop do at least one */
    const void *twiddle;      /* [count][radix - 1] complex numbers; LANES: [radix][re, im][run] */
    const void *lane_twiddle; /* LANES: [count][re, im][run]; [re, im][radix] where branches are combined */
    ptrdiff_t ahead;          /* from what is written to what is to be asked for; 0 for nothing */
    ptrdiff_t x_ahead;        /* from what is read to what is to be asked for, where branches are combined ... */
    ptrdiff_t turns;          /* ... how many times `count` rows are; see stage_combine.h ... */
    bool past;                /* ... and whether results go past the caches */
    const ptrdiff_t *rows;    /* where `run` rows lie that are combined one after the other; see stage_combine.h */
    double scale, sign;       /* of cosine and sine transforms; see fold_form.h */
    const void *line;         /* of steps that are no butterflies */
    const void *way;          /* of copies to and from a buffer */
} ata_call;

typedef void (*ata_function)(const void *call, const void *in_re, const void *in_im, void *out_re, void *out_im);

/* The same for one line that is all of an execution, and whose parts are neighbours. */
typedef ata_status (*ata_whole)(const void *call, const void *in, void *out);

/* Where a call reads or writes: so many bytes behind what a run of the program is given. */
typedef enum ata_origin {
    ATA_ORIGIN_IN_RE,
    ATA_ORIGIN_IN_IM,
    ATA_ORIGIN_OUT_RE,
    ATA_ORIGIN_OUT_IM,
    ATA_ORIGIN_SCRATCH,
    ATA_ORIGIN_COUNT
} ata_origin;

typedef struct ata_address {
    ata_origin origin;
    int64_t at;
} ata_address;

typedef struct ata_program_step {
    ata_function function;
    ata_address in_re, in_im, out_re, out_im;
    ata_call call;
} ata_program_step;

typedef struct ata_program {
    size_t scratch_bytes;
    int count;
    ata_program_step step[];
} ata_program;

/* A program while it is written. */
enum { ATA_PROGRAM_MAX = 64 };

typedef struct ata_writer {
    bool failed; /* too long, or something that cannot be written */
    size_t scratch_bytes;
    int count;
    ata_program_step step[ATA_PROGRAM_MAX];
} ata_writer;

void ata_writer_begin(ata_writer *writer);
void ata_writer_add(ata_writer *writer, const ata_program_step *step);

/* *program becomes NULL where writing failed. */
ata_status ata_program_create(ata_program **program, const ata_writer *writer);

static inline void ata_program_run(const ata_program *program, const void *in_re, const void *in_im, void *out_re,
                                   void *out_im, void *scratch)
{
    char *const origin[ATA_ORIGIN_COUNT] = {(char *)in_re, (char *)in_im, out_re, out_im, scratch};
    for (const ata_program_step *step = program->step, *end = step + program->count; step < end; step++)
        step->function(&step->call, origin[step->in_re.origin] + step->in_re.at,
                       origin[step->in_im.origin] + step->in_im.at, origin[step->out_re.origin] + step->out_re.at,
                       origin[step->out_im.origin] + step->out_im.at);
}

#endif
