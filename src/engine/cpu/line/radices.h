/* radices.h - the butterfly stages of every radix, in every form. Included by functions.h.
 *
 * A stage transforms `radix` vectors at a time, x_next apart on the way in and y_next on the way out; `run` numbers
 * side by side, which is what the vectors run along; and `count` such runs, x_step and y_step apart.
 */

/* How points lie: see stage_form.h. Used in #if, so not an enumeration. */
#define SPLIT 0
#define PAIRS 1
#define TURNED 2
#define NONE 0
#define ONE_EACH 1
#define LANES 2

/* Which lines the forms of stage_paired.h do at a time. */
#define ONE 0
#define COLUMNS 1
#define APART 2
#define ADJACENT 3
#define LAST 4
#define TURNING 5
#define TRANSPOSED 6
#define TWO_ROWS 7
#define FORMS_OF_LINES 8

/* Where products and sums fuse, so that a number times i is added with one instruction; whether half a vector has
 * registers of its own; whether the shortest lines were measured to gain, and lines of two radices. */
#if defined(__aarch64__) && WIDTH * REAL_BITS == 128
#define HAS_PAIRED_LINES 1
#define HAS_HALVES (REAL_BITS == 32)
#define ALSO_SHORTEST 1
#define HAS_PAIRED_STAGES HAS_COMPLEX_WORDS
#else
#if defined(__FMA__)
#define HAS_PAIRED_LINES 1
#else
#define HAS_PAIRED_LINES 0
#endif
#define HAS_HALVES 0
#define ALSO_SHORTEST 0
#define HAS_PAIRED_STAGES 1
#endif

/* Whether a line of four points fills a vector, or two: stage_four.h. */
#define HAS_FOURS_IN_VECTORS (WIDTH == 8 || (WIDTH == 4 && REAL_BITS == 64))

/* Which lines are done with both parts of a number in one vector, squares of which are transposed: of more points than
 * a square has, as long as it was measured to pay. */
#define TRANSPOSES(radix) ((radix) > 4 && ((radix) <= 16 || (radix) == 20))

/* Lines of four or eight times a radix that are one call where a product takes a shuffle: as many points as a vector
 * holds, or twice as many, of radices that were measured to pay. With 16 registers, twice as many do not stay in them.
 */
#if defined(__FMA__)
#define SQUARES_BY_FOUR(radix) (WIDTH == 8 && (radix) >= 4 && ((radix) <= 10 || (radix) == 12 || (radix) == 16))
#define SQUARES_BY_EIGHT(radix)                                          \
    (((WIDTH == 8 && REAL_BITS == 64) || WIDTH == 16) && (radix) >= 8 && \
     ((radix) <= 10 || (radix) == 12 || (radix) == 16))
#else
#define SQUARES_BY_FOUR(radix) 0
#define SQUARES_BY_EIGHT(radix) 0
#endif

/* How far apart the rows of a single line lie that have so many lanes (stages.h): where these fill most of a vector, or
 * of several of 512 bits, each of which would lie in two lines of the cache, as far as makes them whole. Not where a
 * line is longer: there it matters more how much of it stays in which cache, sooner where the lanes fill a vector
 * anyhow (bench/results/xeon-padded.txt). */
#define WHOLE_VECTORS(lanes) (((lanes) + WIDTH - 1) / WIDTH * WIDTH)
#define PADS_ROWS(lanes)                                                                           \
    (HAS_MASKS && (lanes) % WIDTH > 0 && 8 * (lanes) >= ATA_LEAST_PADDED * WHOLE_VECTORS(lanes) && \
     (WIDTH * REAL_BITS == 512 || ((lanes) < WIDTH && WIDTH > 4)))
#define LONGEST_PADDED(lanes) ((lanes) < WIDTH ? ATA_LONGEST_PADDED_BYTES : ATA_LONGEST_PADDED_BYTES / 4)

/* Radices that combine lanes beside those up to 16, and 32: where vectors are so wide that two squares lose little. */
#define COMBINES_ALSO(radix) (WIDTH * REAL_BITS == 512 && ((radix) == 20 || (radix) == 25))

/* Functions that do real points number by number, and are best left so: gcc would make vectors of neighbours, and wait
 * for them where a transform in place, or what was before it, has just written them one by one. The other options of
 * the unit, those for the rounding of products above all, hold beside the attribute. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define BY_NUMBER __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define BY_NUMBER
#endif

/* Where it was seen to help, memory is asked for while the block before is done: what is going to be written, by the
 * last stage of short lines (stage_paired.h); or all that is read and written, by the loop over blocks (block.h). */
#if defined(__aarch64__)
#define FETCHES_OUTPUT 1
#define FETCHES_BLOCKS 0
#else
#define FETCHES_OUTPUT 0
#define FETCHES_BLOCKS 1
#endif

#define CONSTANT(x) vec_all((real)x)

enum { LARGEST_RADIX = 64, CACHE_LINE = 64 };

/* The arguments of an ata_function, and what they are. */
#define STAGE_ARGUMENTS const void *given, const void *from_re, const void *from_im, void *to_re, void *to_im
#define STAGE_BEGIN                                            \
    const ata_call *const call = given;                        \
    const real *const in_re = from_re, *const in_im = from_im; \
    real *const out_re = to_re, *const out_im = to_im;         \
    (void)in_re, (void)in_im, (void)out_re, (void)out_im

/* A function of which there is another for one line that is all of an execution. Of several, NULL is the last. */
typedef struct whole_pair {
    ata_function function;
    ata_whole whole;
} whole_pair;

/* Lines of so many times a radix that are one call. */
enum { BY_TWO, BY_FOUR, BY_EIGHT, SQUARES_BY };

typedef struct radix_functions {
    ata_function stage[3][3][3]; /* [source][sink][twiddle]; NULL where nothing asks for it */
    ata_function padded[3];      /* [source]: to rows padded to whole vectors; NULL for none */
    ata_function combine[3];     /* [sink] */
    ata_function branches[3];    /* the same, where rows lie in branches */
    ata_function past;           /* parts apart and twiddled, results past the caches; NULL for none */
    ata_function single[3];      /* [twiddle]; none with LANES */
    /* Whole lines, [layout] on both sides. */
    ata_function lines[3], gaps[3], apart[3], neighbours[3], pair[3];
    ata_function paired[FORMS_OF_LINES][3];    /* [lines][layout] */
    ata_function paired_square[SQUARES_BY][3]; /* so many times as many points, [layout] */
    const whole_pair *wholes;
} radix_functions;

/* Ask for what is going to be written to so many rows, so many bytes of each. */
INLINE void ask_for_rows(const real *first, ptrdiff_t next, const int rows, const int bytes)
{
    UNROLL for (int k = 0; k < rows; k++)
        for (int byte = 0; byte < bytes; byte += CACHE_LINE)
            __builtin_prefetch((const char *)(first + k * next) + byte, 1, 3);
}

INLINE void multiply(real *re, real *im, real w_re, real w_im)
{
    const real x = *re, y = *im;
    *re = x * w_re - y * w_im;
    *im = x * w_im + y * w_re;
}

/* WIDTH rows of `radix` numbers, so far apart, as columns. The last square overlaps the one before it, and its columns
 * are the same again; where rows are shorter than a vector, zeros are behind them. */
INLINE void load_columns(const real *x, ptrdiff_t pitch, const int radix, vec *column)
{
    UNROLL for (int l = 0; l < radix; l += WIDTH)
    {
        const int first = l + WIDTH <= radix || radix < WIDTH ? l : radix - WIDTH;
        vec square[WIDTH];
        UNROLL for (int i = 0; i < WIDTH; i++) square[i] = vec_load(x + i * pitch + first);
        vec_transpose(square);
        UNROLL for (int i = 0; i < WIDTH; i++) column[first + i] = square[i];
    }
}

#define RADIX 1
#define DFT_FILE "engine/cpu/codelets/dft_1.h"
#include "engine/cpu/line/radix.h"

#define RADIX 2
#define DFT_FILE "engine/cpu/codelets/dft_2.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_2.h"
#include "engine/cpu/line/radix.h"

#define RADIX 3
#define DFT_FILE "engine/cpu/codelets/dft_3.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_3.h"
#include "engine/cpu/line/radix.h"

#define RADIX 4
#define DFT_FILE "engine/cpu/codelets/dft_4.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_4.h"
#include "engine/cpu/line/radix.h"

#define RADIX 5
#define DFT_FILE "engine/cpu/codelets/dft_5.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_5.h"
#include "engine/cpu/line/radix.h"

#define RADIX 6
#define DFT_FILE "engine/cpu/codelets/dft_6.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_6.h"
#include "engine/cpu/line/radix.h"

#define RADIX 7
#define DFT_FILE "engine/cpu/codelets/dft_7.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_7.h"
#include "engine/cpu/line/radix.h"

#define RADIX 8
#define DFT_FILE "engine/cpu/codelets/dft_8.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_8.h"
#include "engine/cpu/line/radix.h"

#define RADIX 9
#define DFT_FILE "engine/cpu/codelets/dft_9.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_9.h"
#include "engine/cpu/line/radix.h"

#define RADIX 10
#define DFT_FILE "engine/cpu/codelets/dft_10.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_10.h"
#include "engine/cpu/line/radix.h"

#define RADIX 11
#define DFT_FILE "engine/cpu/codelets/dft_11.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_11.h"
#include "engine/cpu/line/radix.h"

#define RADIX 12
#define DFT_FILE "engine/cpu/codelets/dft_12.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_12.h"
#include "engine/cpu/line/radix.h"

#define RADIX 13
#define DFT_FILE "engine/cpu/codelets/dft_13.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_13.h"
#include "engine/cpu/line/radix.h"

#define RADIX 14
#define DFT_FILE "engine/cpu/codelets/dft_14.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_14.h"
#include "engine/cpu/line/radix.h"

#define RADIX 15
#define DFT_FILE "engine/cpu/codelets/dft_15.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_15.h"
#include "engine/cpu/line/radix.h"

#define RADIX 16
#define DFT_FILE "engine/cpu/codelets/dft_16.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_16.h"
#include "engine/cpu/line/radix.h"

#define RADIX 17
#define DFT_FILE "engine/cpu/codelets/dft_17.h"
#include "engine/cpu/line/radix.h"

#define RADIX 19
#define DFT_FILE "engine/cpu/codelets/dft_19.h"
#include "engine/cpu/line/radix.h"

#define RADIX 20
#define DFT_FILE "engine/cpu/codelets/dft_20.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_20.h"
#include "engine/cpu/line/radix.h"

#define RADIX 23
#define DFT_FILE "engine/cpu/codelets/dft_23.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_23.h"
#include "engine/cpu/line/radix.h"

#define RADIX 25
#define DFT_FILE "engine/cpu/codelets/dft_25.h"
#include "engine/cpu/line/radix.h"

#define RADIX 29
#define DFT_FILE "engine/cpu/codelets/dft_29.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_29.h"
#include "engine/cpu/line/radix.h"

#define RADIX 31
#define DFT_FILE "engine/cpu/codelets/dft_31.h"
#include "engine/cpu/line/radix.h"

#define RADIX 32
#define DFT_FILE "engine/cpu/codelets/dft_32.h"
#define PAIRED_FILE "engine/cpu/codelets/pdft_32.h"
#include "engine/cpu/line/radix.h"

#define RADIX 64
#define DFT_FILE "engine/cpu/codelets/dft_64.h"
#include "engine/cpu/line/radix.h"

static const radix_functions *const radix_table[LARGEST_RADIX + 1] = {
    [1] = &functions_1,   [2] = &functions_2,   [3] = &functions_3,   [4] = &functions_4,   [5] = &functions_5,
    [6] = &functions_6,   [7] = &functions_7,   [8] = &functions_8,   [9] = &functions_9,   [10] = &functions_10,
    [11] = &functions_11, [12] = &functions_12, [13] = &functions_13, [14] = &functions_14, [15] = &functions_15,
    [16] = &functions_16, [17] = &functions_17, [19] = &functions_19, [20] = &functions_20, [23] = &functions_23,
    [25] = &functions_25, [29] = &functions_29, [31] = &functions_31, [32] = &functions_32, [64] = &functions_64};

static bool has_radix(int64_t radix)
{
    return radix >= 1 && radix <= LARGEST_RADIX && radix_table[radix];
}
