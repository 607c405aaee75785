/* line_f64.c - lines in double precision, and the spectra of convolutions for both. */
#include "engine/cpu/line/line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/integer.h"
#include "core/memory.h"

typedef double real;

/* A root of unity, correctly rounded. */
static inline ata_root root_of(const ata_roots *roots, int64_t k)
{
    return ata_roots_get(roots, k);
}

#include "engine/cpu/line/functions.h"

const ata_line_functions ata_line_f64 = {sizeof(real), build, destroy, block_scratch, run_block};

ata_status ata_line_transform_f64(const ata_step *steps, int count, double *in_re, double *in_im, double *out_re,
                                  double *out_im)
{
    ata_line *line;
    real *scratch;
    ATA_TRY(build_steps(steps, count, ATA_FORM_NATURAL, &line));
    ata_status status =
        ata_memory_create((void **)&scratch, (size_t)line->scratch, sizeof *scratch, "the spectrum of a convolution");
    if (status == ATA_OK) run_line(line, (planes){in_re, in_im, 1}, (planes){out_re, out_im, 1}, 1, scratch);
    ata_memory_destroy(scratch);
    destroy(line);
    return status;
}

bool ata_line_has_radix(int64_t radix)
{
    return radix >= 1 && radix <= 16 && butterfly_table[ATA_FORM_NATURAL][radix];
}
