/* radix.h - every function of radix RADIX. Included by radices.h with RADIX, DFT_FILE and, where there is one,
 * PAIRED_FILE.
 *
 * Each form is a function of its own, so that nothing is decided inside a loop; what would hardly be used is left out,
 * since these functions are most of the library. A radix without HAS_ENDS cannot begin or end a line in the caller's
 * memory, only in buffers; one without HAS_COMBINE cannot combine the lanes of a single line.
 */
#define NAMED_(what, radix) what##_##radix
#define NAMED(what, radix) NAMED_(what, radix)

#define HAS_ENDS (RADIX <= 10 || RADIX == 12 || RADIX == 16 || RADIX == 32)
#define HAS_TWIDDLES (RADIX > 1)
#define HAS_COMBINE ((RADIX >= WIDTH || PADS_ROWS(RADIX)) && (RADIX <= 16 || RADIX == 32 || COMBINES_ALSO(RADIX)))
#define HAS_BRANCHES (HAS_COMBINE && RADIX >= WIDTH) /* lines that part are too long to be padded */
#define HAS_PADDED (HAS_MASKS && HAS_TWIDDLES)
#define HAS_LINES_IN_SQUARES (RADIX % WIDTH == 0 && RADIX <= 16 && WIDTH > 4)
#define HAS_LINES (HAS_LINES_IN_SQUARES || (WIDTH == 4 && REAL_BITS == 32 && RADIX > 2 && RADIX <= 32))
#define HAS_GAPS (HAS_LINES && !HAS_LINES_IN_SQUARES)
#define HAS_SHORT (RADIX <= 32) /* whole lines */
#define HAS_WHOLE (RADIX <= 16)
#define HAS_PAIR (HAS_SHORT && WIDTH == 4 && REAL_BITS == 32 && (!HAS_PAIRED || (RADIX < 5 && !ALSO_SHORTEST)))

#define HAS_PAIRED \
    (HAS_PAIRED_LINES && (RADIX <= 16 || RADIX == 20 || RADIX == 23 || RADIX == 29 || RADIX == 32) && RADIX > 1)
#define HAS_PAIRED_ONE (HAS_PAIRED && WIDTH * REAL_BITS == 128)
#define HAS_PAIRED_SEVERAL (HAS_PAIRED && WIDTH > 2)
#define HAS_TWO_ROWS (HAS_PAIRED && WIDTH == 4 && RADIX <= 16)
#define HAS_PAIRED_TRANSPOSED (HAS_PAIRED && WIDTH == 8 && TRANSPOSES(RADIX))
#define HAS_FOURS (HAS_FOURS_IN_VECTORS && RADIX == 4)
#define HAS_PAIRED_LAST (HAS_PAIRED && HAS_PAIRED_STAGES && (WIDTH > 2 || HAS_COMPLEX_WORDS))
#define HAS_SQUARE_BY_TWO (HAS_PAIRED && HAS_COMPLEX_WORDS && RADIX <= 16)
#define HAS_SQUARE_BY_FOUR (HAS_SQUARE_BY_TWO || (HAS_PAIRED && SQUARES_BY_FOUR(RADIX)))
#define HAS_SQUARE_BY_EIGHT (HAS_PAIRED && SQUARES_BY_EIGHT(RADIX))

/* --- The functions ----------------------------------------------------------------------------------------------- */

#define NAME NAMED(split_to_split, RADIX)
#define SOURCE SPLIT
#define SINK SPLIT
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(single, RADIX)
#define TWIDDLE NONE
#include "engine/cpu/line/stage_single.h"

#if HAS_ENDS
#define NAME NAMED(pairs_to_split, RADIX)
#define SOURCE PAIRS
#define SINK SPLIT
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(turned_to_split, RADIX)
#define SOURCE TURNED
#define SINK SPLIT
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(split_to_pairs, RADIX)
#define SOURCE SPLIT
#define SINK PAIRS
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(split_to_turned, RADIX)
#define SOURCE SPLIT
#define SINK TURNED
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(pairs_to_pairs, RADIX)
#define SOURCE PAIRS
#define SINK PAIRS
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(turned_to_turned, RADIX)
#define SOURCE TURNED
#define SINK TURNED
#define TWIDDLE NONE
#include "engine/cpu/line/stage_form.h"
#endif

#if HAS_TWIDDLES
#define NAME NAMED(split_to_split_twiddled, RADIX)
#define SOURCE SPLIT
#define SINK SPLIT
#define TWIDDLE ONE_EACH
#include "engine/cpu/line/stage_form.h"

#if VECTORS_GO_PAST
#define NAME NAMED(split_to_split_past, RADIX)
#define SOURCE SPLIT
#define SINK SPLIT
#define TWIDDLE ONE_EACH
#define PAST
#include "engine/cpu/line/stage_form.h"
#endif

#define NAME NAMED(single_twiddled, RADIX)
#define TWIDDLE ONE_EACH
#include "engine/cpu/line/stage_single.h"
#endif

#if HAS_ENDS && HAS_TWIDDLES
#define NAME NAMED(pairs_to_split_twiddled, RADIX)
#define SOURCE PAIRS
#define SINK SPLIT
#define TWIDDLE ONE_EACH
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(turned_to_split_twiddled, RADIX)
#define SOURCE TURNED
#define SINK SPLIT
#define TWIDDLE ONE_EACH
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(split_to_pairs_lanes, RADIX)
#define SOURCE SPLIT
#define SINK PAIRS
#define TWIDDLE LANES
#include "engine/cpu/line/stage_form.h"

#define NAME NAMED(split_to_turned_lanes, RADIX)
#define SOURCE SPLIT
#define SINK TURNED
#define TWIDDLE LANES
#include "engine/cpu/line/stage_form.h"
#endif

#if HAS_PADDED
#define NAME NAMED(padded_split, RADIX)
#define SOURCE SPLIT
#include "engine/cpu/line/stage_padded.h"
#endif

#if HAS_PADDED && HAS_ENDS
#define NAME NAMED(padded_pairs, RADIX)
#define SOURCE PAIRS
#include "engine/cpu/line/stage_padded.h"

#define NAME NAMED(padded_turned, RADIX)
#define SOURCE TURNED
#include "engine/cpu/line/stage_padded.h"
#endif

#if HAS_COMBINE
#define NAME NAMED(combine_to_split, RADIX)
#define SINK SPLIT
#define BRANCHES 0
#include "engine/cpu/line/stage_combine.h"

#define NAME NAMED(combine_to_pairs, RADIX)
#define SINK PAIRS
#define BRANCHES 0
#include "engine/cpu/line/stage_combine.h"

#define NAME NAMED(combine_to_turned, RADIX)
#define SINK TURNED
#define BRANCHES 0
#include "engine/cpu/line/stage_combine.h"
#endif

#if HAS_BRANCHES
#define NAME NAMED(branches_to_split, RADIX)
#define SINK SPLIT
#define BRANCHES 1
#include "engine/cpu/line/stage_combine.h"

#define NAME NAMED(branches_to_pairs, RADIX)
#define SINK PAIRS
#define BRANCHES 1
#include "engine/cpu/line/stage_combine.h"

#define NAME NAMED(branches_to_turned, RADIX)
#define SINK TURNED
#define BRANCHES 1
#include "engine/cpu/line/stage_combine.h"
#endif

#if HAS_LINES
#define NAME NAMED(lines_of_pairs, RADIX)
#define LAYOUT PAIRS
#define GAPS 0
#include "engine/cpu/line/stage_lines.h"

#define NAME NAMED(lines_of_turned, RADIX)
#define LAYOUT TURNED
#define GAPS 0
#include "engine/cpu/line/stage_lines.h"
#endif

#if HAS_GAPS
#define NAME NAMED(gaps_in_pairs, RADIX)
#define LAYOUT PAIRS
#define GAPS 1
#include "engine/cpu/line/stage_lines.h"

#define NAME NAMED(gaps_turned, RADIX)
#define LAYOUT TURNED
#define GAPS 1
#include "engine/cpu/line/stage_lines.h"
#endif

#if RADIX == 2
#include "engine/cpu/line/stage_two.h"
#endif

#if HAS_FOURS
#define NAME fours_in_pairs
#define LAYOUT PAIRS
#include "engine/cpu/line/stage_four.h"

#define NAME fours_turned
#define LAYOUT TURNED
#include "engine/cpu/line/stage_four.h"
#endif

#if HAS_SHORT
#define NAME NAMED(apart_in_pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/stage_apart.h"

#define NAME NAMED(apart_turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/stage_apart.h"

#define NAME NAMED(neighbours_in_pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/stage_neighbours.h"

#define NAME NAMED(neighbours_turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/stage_neighbours.h"
#endif

#if HAS_PAIR
#define NAME NAMED(pair_in_pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/stage_pair.h"

#define NAME NAMED(pair_turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/stage_pair.h"
#endif

#if HAS_PAIRED_ONE
#define NAME NAMED(paired_one_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES ONE
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_one_turned, RADIX)
#define LAYOUT TURNED
#define LINES ONE
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_adjacent_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES ADJACENT
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_adjacent_turned, RADIX)
#define LAYOUT TURNED
#define LINES ADJACENT
#include "engine/cpu/line/stage_paired.h"
#endif

#if HAS_PAIRED_SEVERAL
#define NAME NAMED(paired_columns_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES COLUMNS
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_columns_turned, RADIX)
#define LAYOUT TURNED
#define LINES COLUMNS
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_apart_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES APART
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_apart_turned, RADIX)
#define LAYOUT TURNED
#define LINES APART
#include "engine/cpu/line/stage_paired.h"
#endif

#if HAS_TWO_ROWS
#define NAME NAMED(paired_two_rows_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES TWO_ROWS
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_two_rows_turned, RADIX)
#define LAYOUT TURNED
#define LINES TWO_ROWS
#include "engine/cpu/line/stage_paired.h"
#endif

#if HAS_PAIRED_TRANSPOSED
#define NAME NAMED(paired_transposed_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES TRANSPOSED
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_transposed_turned, RADIX)
#define LAYOUT TURNED
#define LINES TRANSPOSED
#include "engine/cpu/line/stage_paired.h"
#endif

#if HAS_PAIRED_LAST
#define NAME NAMED(paired_turning_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES TURNING
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_turning_turned, RADIX)
#define LAYOUT TURNED
#define LINES TURNING
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_last_pairs, RADIX)
#define LAYOUT PAIRS
#define LINES LAST
#include "engine/cpu/line/stage_paired.h"

#define NAME NAMED(paired_last_turned, RADIX)
#define LAYOUT TURNED
#define LINES LAST
#include "engine/cpu/line/stage_paired.h"
#endif

#define SQUARE_NAMED_(what, by, layout, radix) what##_by_##by##_##layout##_##radix
#define SQUARE_NAMED(what, by, layout, radix) SQUARE_NAMED_(what, by, layout, radix)
#if HAS_SQUARE_BY_TWO
#define BY two
#define POINTS 2
#define LAST_FILE "engine/cpu/codelets/pdft_2.h"
#include "engine/cpu/line/paired_squares.h"
#endif

#if HAS_SQUARE_BY_FOUR
#define BY four
#define POINTS 4
#define LAST_FILE "engine/cpu/codelets/pdft_4.h"
#include "engine/cpu/line/paired_squares.h"
#endif

#if HAS_SQUARE_BY_EIGHT
#define BY eight
#define POINTS 8
#define LAST_FILE "engine/cpu/codelets/pdft_8.h"
#include "engine/cpu/line/paired_squares.h"
#endif

/* --- Lines that are all of an execution --------------------------------------------------------------------------- */

#if HAS_PAIRED_ONE
#define WHOLE NAMED(whole_adjacent_pairs, RADIX)
#define FUNCTION NAMED(paired_adjacent_pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/whole_form.h"

#define WHOLE NAMED(whole_adjacent_turned, RADIX)
#define FUNCTION NAMED(paired_adjacent_turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/whole_form.h"
#endif

#if HAS_WHOLE
#define WHOLE NAMED(whole_neighbours_pairs, RADIX)
#define FUNCTION NAMED(neighbours_in_pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/whole_form.h"

#define WHOLE NAMED(whole_neighbours_turned, RADIX)
#define FUNCTION NAMED(neighbours_turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/whole_form.h"
#endif

/* --- The table --------------------------------------------------------------------------------------------------- */

static const whole_pair NAMED(wholes, RADIX)[] = {
#if HAS_PAIRED_ONE
    {NAMED(paired_adjacent_pairs, RADIX), NAMED(whole_adjacent_pairs, RADIX)},
    {NAMED(paired_adjacent_turned, RADIX), NAMED(whole_adjacent_turned, RADIX)},
#endif
#define WHOLES_BY(by)                                                                  \
    {SQUARE_NAMED(lines, by, pairs, RADIX), SQUARE_NAMED(whole, by, pairs, RADIX)},    \
    {                                                                                  \
        SQUARE_NAMED(lines, by, turned, RADIX), SQUARE_NAMED(whole, by, turned, RADIX) \
    }
#if HAS_SQUARE_BY_TWO
    WHOLES_BY(two),
#endif
#if HAS_SQUARE_BY_FOUR
    WHOLES_BY(four),
#endif
#if HAS_SQUARE_BY_EIGHT
    WHOLES_BY(eight),
#endif
#undef WHOLES_BY
#if HAS_WHOLE
    {NAMED(neighbours_in_pairs, RADIX), NAMED(whole_neighbours_pairs, RADIX)},
    {NAMED(neighbours_turned, RADIX), NAMED(whole_neighbours_turned, RADIX)},
#endif
    {NULL, NULL},
};

static const radix_functions NAMED(functions, RADIX) = {
    .stage[SPLIT][SPLIT][NONE] = NAMED(split_to_split, RADIX),
    .single[NONE] = NAMED(single, RADIX),
#if HAS_ENDS
    .stage[PAIRS][SPLIT][NONE] = NAMED(pairs_to_split, RADIX),
    .stage[TURNED][SPLIT][NONE] = NAMED(turned_to_split, RADIX),
    .stage[SPLIT][PAIRS][NONE] = NAMED(split_to_pairs, RADIX),
    .stage[SPLIT][TURNED][NONE] = NAMED(split_to_turned, RADIX),
    .stage[PAIRS][PAIRS][NONE] = NAMED(pairs_to_pairs, RADIX),
    .stage[TURNED][TURNED][NONE] = NAMED(turned_to_turned, RADIX),
#endif
#if HAS_TWIDDLES
    .stage[SPLIT][SPLIT][ONE_EACH] = NAMED(split_to_split_twiddled, RADIX),
    .single[ONE_EACH] = NAMED(single_twiddled, RADIX),
#if VECTORS_GO_PAST
    .past = NAMED(split_to_split_past, RADIX),
#endif
#endif
#if HAS_ENDS && HAS_TWIDDLES
    .stage[PAIRS][SPLIT][ONE_EACH] = NAMED(pairs_to_split_twiddled, RADIX),
    .stage[TURNED][SPLIT][ONE_EACH] = NAMED(turned_to_split_twiddled, RADIX),
    .stage[SPLIT][PAIRS][LANES] = NAMED(split_to_pairs_lanes, RADIX),
    .stage[SPLIT][TURNED][LANES] = NAMED(split_to_turned_lanes, RADIX),
#endif
#if HAS_PADDED
    .padded[SPLIT] = NAMED(padded_split, RADIX),
#endif
#if HAS_PADDED && HAS_ENDS
    .padded[PAIRS] = NAMED(padded_pairs, RADIX),
    .padded[TURNED] = NAMED(padded_turned, RADIX),
#endif
#if HAS_COMBINE
    .combine[SPLIT] = NAMED(combine_to_split, RADIX),
    .combine[PAIRS] = NAMED(combine_to_pairs, RADIX),
    .combine[TURNED] = NAMED(combine_to_turned, RADIX),
#endif
#if HAS_BRANCHES
    .branches[SPLIT] = NAMED(branches_to_split, RADIX),
    .branches[PAIRS] = NAMED(branches_to_pairs, RADIX),
    .branches[TURNED] = NAMED(branches_to_turned, RADIX),
#endif
#if HAS_LINES
    .lines[PAIRS] = NAMED(lines_of_pairs, RADIX),
    .lines[TURNED] = NAMED(lines_of_turned, RADIX),
#endif
#if HAS_GAPS
    .gaps[PAIRS] = NAMED(gaps_in_pairs, RADIX),
    .gaps[TURNED] = NAMED(gaps_turned, RADIX),
#endif
#if RADIX == 2
    .lines[PAIRS] = lines_of_two,
    .lines[TURNED] = lines_of_two,
#endif
#if RADIX == 2 && WIDTH == 4
    .gaps[PAIRS] = gaps_of_two,
    .gaps[TURNED] = gaps_of_two,
#endif
#if HAS_FOURS
    .gaps[PAIRS] = fours_in_pairs,
    .gaps[TURNED] = fours_turned,
#endif
#if HAS_SHORT
    .apart[PAIRS] = NAMED(apart_in_pairs, RADIX),
    .apart[TURNED] = NAMED(apart_turned, RADIX),
    .neighbours[PAIRS] = NAMED(neighbours_in_pairs, RADIX),
    .neighbours[TURNED] = NAMED(neighbours_turned, RADIX),
#endif
#if HAS_PAIR
    .pair[PAIRS] = NAMED(pair_in_pairs, RADIX),
    .pair[TURNED] = NAMED(pair_turned, RADIX),
#endif
#if HAS_PAIRED_ONE
    .paired[ONE][PAIRS] = NAMED(paired_one_pairs, RADIX),
    .paired[ONE][TURNED] = NAMED(paired_one_turned, RADIX),
    .paired[ADJACENT][PAIRS] = NAMED(paired_adjacent_pairs, RADIX),
    .paired[ADJACENT][TURNED] = NAMED(paired_adjacent_turned, RADIX),
#endif
#if HAS_PAIRED_LAST && !HAS_PAIRED_SEVERAL /* a vector holds one number: one line, or several, are the same */
    .paired[COLUMNS][PAIRS] = NAMED(paired_one_pairs, RADIX),
    .paired[COLUMNS][TURNED] = NAMED(paired_one_turned, RADIX),
#endif
#if HAS_PAIRED_SEVERAL
    .paired[COLUMNS][PAIRS] = NAMED(paired_columns_pairs, RADIX),
    .paired[COLUMNS][TURNED] = NAMED(paired_columns_turned, RADIX),
    .paired[APART][PAIRS] = NAMED(paired_apart_pairs, RADIX),
    .paired[APART][TURNED] = NAMED(paired_apart_turned, RADIX),
#endif
#if HAS_TWO_ROWS
    .paired[TWO_ROWS][PAIRS] = NAMED(paired_two_rows_pairs, RADIX),
    .paired[TWO_ROWS][TURNED] = NAMED(paired_two_rows_turned, RADIX),
#endif
#if HAS_PAIRED_TRANSPOSED
    .paired[TRANSPOSED][PAIRS] = NAMED(paired_transposed_pairs, RADIX),
    .paired[TRANSPOSED][TURNED] = NAMED(paired_transposed_turned, RADIX),
#endif
#if HAS_PAIRED_LAST
    .paired[TURNING][PAIRS] = NAMED(paired_turning_pairs, RADIX),
    .paired[TURNING][TURNED] = NAMED(paired_turning_turned, RADIX),
    .paired[LAST][PAIRS] = NAMED(paired_last_pairs, RADIX),
    .paired[LAST][TURNED] = NAMED(paired_last_turned, RADIX),
#endif
#if HAS_SQUARE_BY_TWO
    .paired_square[BY_TWO][PAIRS] = SQUARE_NAMED(lines, two, pairs, RADIX),
    .paired_square[BY_TWO][TURNED] = SQUARE_NAMED(lines, two, turned, RADIX),
#endif
#if HAS_SQUARE_BY_FOUR
    .paired_square[BY_FOUR][PAIRS] = SQUARE_NAMED(lines, four, pairs, RADIX),
    .paired_square[BY_FOUR][TURNED] = SQUARE_NAMED(lines, four, turned, RADIX),
#endif
#if HAS_SQUARE_BY_EIGHT
    .paired_square[BY_EIGHT][PAIRS] = SQUARE_NAMED(lines, eight, pairs, RADIX),
    .paired_square[BY_EIGHT][TURNED] = SQUARE_NAMED(lines, eight, turned, RADIX),
#endif
    .wholes = NAMED(wholes, RADIX),
};

#undef RADIX
#undef DFT_FILE
#undef HAS_ENDS
#undef HAS_TWIDDLES
#undef HAS_COMBINE
#undef HAS_BRANCHES
#undef HAS_PADDED
#undef HAS_LINES
#undef HAS_LINES_IN_SQUARES
#undef HAS_GAPS
#undef HAS_SHORT
#undef HAS_PAIR
#undef HAS_PAIRED
#undef HAS_PAIRED_ONE
#undef HAS_PAIRED_SEVERAL
#undef HAS_PAIRED_LAST
#undef HAS_WHOLE
#undef HAS_SQUARE_BY_TWO
#undef HAS_SQUARE_BY_FOUR
#undef HAS_SQUARE_BY_EIGHT
#undef SQUARE_NAMED
#undef SQUARE_NAMED_
#undef HAS_TWO_ROWS
#undef HAS_PAIRED_TRANSPOSED
#undef HAS_FOURS
#undef PAIRED_FILE
#undef NAMED
#undef NAMED_
