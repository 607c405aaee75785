/* square_forms.h - every form of single lines of ROWS times WIDTH points: from the caller's array to the caller's, and
 * between it and the buffers of real lines. Included by squares.h with ROWS, ROWS_FILE and LANES_FILE. */
#define NAMED_(what, rows) what##_##rows
#define NAMED(what, rows) NAMED_(what, rows)

#define NAME NAMED(square_of_pairs, ROWS)
#define SOURCE PAIRS
#define SINK PAIRS
#include "engine/cpu/line/stage_square.h"

#define NAME NAMED(square_of_turned, ROWS)
#define SOURCE TURNED
#define SINK TURNED
#include "engine/cpu/line/stage_square.h"

#define NAME NAMED(square_pairs_to_split, ROWS)
#define SOURCE PAIRS
#define SINK SPLIT
#include "engine/cpu/line/stage_square.h"

#define NAME NAMED(square_split_to_turned, ROWS)
#define SOURCE SPLIT
#define SINK TURNED
#include "engine/cpu/line/stage_square.h"

#define WHOLE NAMED(square_whole_pairs, ROWS)
#define FUNCTION NAMED(square_of_pairs, ROWS)
#define LAYOUT PAIRS
#include "engine/cpu/line/whole_form.h"

#define WHOLE NAMED(square_whole_turned, ROWS)
#define FUNCTION NAMED(square_of_turned, ROWS)
#define LAYOUT TURNED
#include "engine/cpu/line/whole_form.h"

static const whole_pair NAMED(square_wholes, ROWS)[] = {
    {NAMED(square_of_pairs, ROWS), NAMED(square_whole_pairs, ROWS)},
    {NAMED(square_of_turned, ROWS), NAMED(square_whole_turned, ROWS)},
    {NULL, NULL},
};

static const square_functions NAMED(squares, ROWS) = {
    .form[PAIRS][PAIRS] = NAMED(square_of_pairs, ROWS),
    .form[TURNED][TURNED] = NAMED(square_of_turned, ROWS),
    .form[PAIRS][SPLIT] = NAMED(square_pairs_to_split, ROWS),
    .form[SPLIT][TURNED] = NAMED(square_split_to_turned, ROWS),
    .wholes = NAMED(square_wholes, ROWS),
};

#undef ROWS
#undef ROWS_FILE
#undef NAMED
#undef NAMED_
