/* paired_squares.h - lines of RADIX times POINTS points in one call (stage_paired_square.h): in both layouts, and the
 * same for one line that is all of an execution. Included by radix.h with BY, the word for POINTS; POINTS; and
 * LAST_FILE, the codelet of as many. */
#define LINE SQUARE_NAMED(line, BY, pairs, RADIX)
#define NAME SQUARE_NAMED(lines, BY, pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/stage_paired_square.h"

#define LINE SQUARE_NAMED(line, BY, turned, RADIX)
#define NAME SQUARE_NAMED(lines, BY, turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/stage_paired_square.h"

#define WHOLE SQUARE_NAMED(whole, BY, pairs, RADIX)
#define FUNCTION SQUARE_NAMED(lines, BY, pairs, RADIX)
#define LAYOUT PAIRS
#include "engine/cpu/line/whole_form.h"

#define WHOLE SQUARE_NAMED(whole, BY, turned, RADIX)
#define FUNCTION SQUARE_NAMED(lines, BY, turned, RADIX)
#define LAYOUT TURNED
#include "engine/cpu/line/whole_form.h"

#undef BY
#undef POINTS
#undef LAST_FILE
