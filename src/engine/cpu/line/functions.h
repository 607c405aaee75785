/* functions.h - everything a line is made of, for the precision and the vectors that a unit line_*.c has defined before
 * including this:
 *
 *     FUNCTIONS   the name of the table of functions at the end
 *     ISA         what the vectors are called
 *     WIDTH       how many numbers they hold
 *     REAL_BITS   32 or 64
 *     NARROWER    the table of the next narrower vectors, where there are some
 *
 * Each file stands on those before it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/chirp.h"
#include "core/integer.h"
#include "core/memory.h"
#include "engine/cpu/line/line.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/loops/loops.h"
#include "engine/cpu/share.h"

#if REAL_BITS == 32
typedef float real;
#else
typedef double real;
#endif

/* clang-format off */
#include "engine/cpu/line/vector.h"
#include "engine/cpu/line/masks.h"
#include "engine/cpu/line/transpose.h"
#include "engine/cpu/line/complex.h"
#include "engine/cpu/line/places.h"
#include "engine/cpu/line/radices.h"
#include "engine/cpu/line/squares.h"
#include "engine/cpu/line/rows.h"
#include "engine/cpu/line/real_lines.h"
#include "engine/cpu/line/stages.h"
#include "engine/cpu/line/branches.h"
#include "engine/cpu/line/compact.h"
#include "engine/cpu/line/spread.h"
#include "engine/cpu/line/between.h"
#include "engine/cpu/line/factors.h"
#include "engine/cpu/line/paired.h"
#include "engine/cpu/line/write.h"
#include "engine/cpu/line/convolution.h"
#include "engine/cpu/line/definition.h"
#include "engine/cpu/line/real_paired.h"
#include "engine/cpu/line/real.h"
#include "engine/cpu/line/divided.h"
#include "engine/cpu/line/direct.h"
#include "engine/cpu/line/direct_complex.h"
#include "engine/cpu/line/fold.h"
#include "engine/cpu/line/trigonometric.h"
#include "engine/cpu/line/narrow.h"
#include "engine/cpu/line/convert.h"
#include "engine/cpu/line/narrow_rows.h"
#include "engine/cpu/line/move.h"
#include "engine/cpu/line/block.h"
#include "engine/cpu/line/twins.h"
#include "engine/cpu/line/write_block.h"
#include "engine/cpu/line/two_rows.h"
#include "engine/cpu/line/wholes.h"
#include "engine/cpu/line/deep.h"
#include "engine/cpu/line/spectra.h"
#include "engine/cpu/line/build.h"
#include "engine/cpu/line/strips.h"
#include "engine/cpu/line/butterflies.h"
#include "engine/cpu/line/tile.h"
/* clang-format on */

const ata_line_functions FUNCTIONS = {
    .isa = ISA,
    .width = WIDTH,
    .real_bytes = sizeof(real),
    .has_radix = has_radix,
    .combines = combines,
    .divides = divides,
    .build = build,
    .destroy = destroy,
    .block_bytes = block_bytes,
    .between_width = between_width,
    .between_numbers = between_numbers,
    .make_between = make_between,
    .is_short = is_short,
    .lines_together = lines_together,
    .gathers = gathers,
    .is_paired = is_paired,
    .is_one_call = is_one_call,
    .makes_strips = makes_strips,
    .strip_bytes = strip_bytes,
    .most_threads = most_threads,
    .shares_part = shares_part,
    .prepare = prepare,
    .write = write_program,
    .join_rows = join_rows,
    .whole_of = whole_of,
    .write_butterflies = write_butterflies,
    .paired_stage = paired_stage,
    .paired_square = paired_square,
    .build_paired = build_paired,
    .is_direct_few = is_direct_few,
    .build_direct = build_direct,
    .direct_forward = direct_forward,
    .direct_inverse = direct_inverse,
    .is_by_definition = is_by_definition,
    .separate = separate_line,
    .join = join_line,
    .run_blocks = run_blocks,
    .make_factors = make_factors,
    .run_butterflies = run_butterflies,
    .load_tile = load_tile,
    .store_tile = store_tile,
};
