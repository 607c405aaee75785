/* line_f32.c - lines in single precision. */
#include "engine/cpu/line/line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/integer.h"
#include "core/memory.h"

typedef float real;

/* A root of unity good to a float's last bit: the low halves of the tables would not show. */
static inline ata_root root_of(const ata_roots *roots, int64_t k)
{
    const ata_root_wide a = roots->coarse[k >> roots->shift], b = roots->fine[k & roots->mask];
    return (ata_root){a.re_hi * b.re_hi - a.im_hi * b.im_hi, a.re_hi * b.im_hi + a.im_hi * b.re_hi};
}

#include "engine/cpu/line/functions.h"

const ata_line_functions ata_line_f32 = {sizeof(real), build, destroy, block_scratch, run_block};
