/* flat.h - a program of which every array is one pointer, its parts side by side: less to look up for each call. */
#ifndef ATA_CPU_FLAT_H
#define ATA_CPU_FLAT_H

#include "engine/cpu/line/program.h"

typedef enum ata_base_name { ATA_BASE_IN, ATA_BASE_OUT, ATA_BASE_SCRATCH } ata_base_name;

typedef struct ata_flat_step {
    ata_function function;
    const ata_call *call;
    ptrdiff_t in_re, in_im, out_re, out_im; /* bytes behind the bases */
    ata_base_name from, to;
} ata_flat_step;

typedef struct ata_flat {
    int count;
    ata_flat_step step[];
} ata_flat;

/* Made of a program, which has to stay; its imaginary parts lie so many bytes behind the real ones. *flat becomes NULL
 * where a call's parts lie in different arrays. */
ata_status ata_flat_create(ata_flat **flat, const ata_program *program, int64_t imag_in, int64_t imag_out);

/* A base is chosen by comparing: a table of the three would be written right before it is read, which is waited for. */
static inline char *ata_flat_base(ata_base_name name, const char *in, char *out, char *scratch)
{
    char *const written = name == ATA_BASE_OUT ? out : scratch;
    return name == ATA_BASE_IN ? (char *)in : written;
}

static inline void ata_flat_run(const ata_flat *flat, const char *in, char *out, char *scratch)
{
    for (const ata_flat_step *step = flat->step, *end = step + flat->count; step < end; step++) {
        char *const from = ata_flat_base(step->from, in, out, scratch);
        char *const to = ata_flat_base(step->to, in, out, scratch);
        step->function(step->call, from + step->in_re, from + step->in_im, to + step->out_re, to + step->out_im);
    }
}

#endif
