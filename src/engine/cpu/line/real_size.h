/* real_size.h - every function of short transforms of N real points. Included by real_lines.h with N, FORWARD_FILE and
 * INVERSE_FILE, the codelets. */
#define NAMED_(what, n) what##_##n
#define NAMED(what, n) NAMED_(what, n)

#define HAS_WHOLE (N <= 32) /* beyond, what is decided on the way costs little */
#define HAS_FOLD (N <= LONGEST_FOLD)
#define HAS_FOLD_LINES (N >= WIDTH && N <= 16 && WIDTH > 2) /* whose points are neighbours, several at a time */
#define HAS_COLUMNS (N <= 16)
#define HAS_TRANSPOSED (N >= WIDTH && N <= 32 && WIDTH * REAL_BITS == 128)   /* the same, of real lines */
#define HAS_STAGE (N % 2 == 1 && (N <= 19 || N == 23 || N == 29 || N == 31)) /* of lines of odd length */

#define FORWARD NAMED(real_forward, N)
#define INVERSE NAMED(real_inverse, N)
#define REAL_NEXT(next) next
#define PAIR_NEXT(next) next
#include "engine/cpu/line/real_form.h"

#define FORWARD NAMED(real_forward_neighbours, N)
#define INVERSE NAMED(real_inverse_neighbours, N)
#define REAL_NEXT(next) 1
#define PAIR_NEXT(next) 2
#include "engine/cpu/line/real_form.h"

#define FORWARD NAMED(real_forward_apart, N)
#define INVERSE NAMED(real_inverse_apart, N)
#define LINES APART
#include "engine/cpu/line/real_apart.h"

#if HAS_COLUMNS
#define FORWARD NAMED(real_forward_columns, N)
#define INVERSE NAMED(real_inverse_columns, N)
#define LINES COLUMNS
#include "engine/cpu/line/real_apart.h"
#endif

#if HAS_TRANSPOSED
#define FORWARD NAMED(real_forward_transposed, N)
#define INVERSE NAMED(real_inverse_transposed, N)
#define LINES TRANSPOSED
#include "engine/cpu/line/real_apart.h"
#endif

#if HAS_FOLD
#define FORWARD NAMED(fold_forward, N)
#define INVERSE NAMED(fold_inverse, N)
#define LINES ONE
#define NEXT(next) next
#include "engine/cpu/line/fold_form.h"

#define FORWARD NAMED(fold_forward_neighbours, N)
#define INVERSE NAMED(fold_inverse_neighbours, N)
#define LINES ONE
#define NEXT(next) 1
#include "engine/cpu/line/fold_form.h"

#define FORWARD NAMED(fold_forward_columns, N)
#define INVERSE NAMED(fold_inverse_columns, N)
#define LINES COLUMNS
#define NEXT(next) next
#include "engine/cpu/line/fold_form.h"
#endif

#if HAS_FOLD_LINES
#define FORWARD NAMED(fold_forward_lines, N)
#define INVERSE NAMED(fold_inverse_lines, N)
#define LINES APART
#define NEXT(next) 1
#include "engine/cpu/line/fold_form.h"
#endif

#if HAS_STAGE
#define FORWARD NAMED(real_stage_forward, N)
#define INVERSE NAMED(real_stage_inverse, N)
#define ALONG 0
#include "engine/cpu/line/real_stage.h"

#define FORWARD NAMED(real_stage_forward_along, N)
#define INVERSE NAMED(real_stage_inverse_along, N)
#define ALONG 1
#include "engine/cpu/line/real_stage.h"
#endif

#if HAS_WHOLE
#define WHOLE NAMED(real_forward_whole, N)
#define FUNCTION NAMED(real_forward_neighbours, N)
#define LAYOUT PAIRS
#define ATTRIBUTES BY_NUMBER
#include "engine/cpu/line/whole_form.h"

#define WHOLE NAMED(real_inverse_whole, N)
#define FUNCTION NAMED(real_inverse_neighbours, N)
#define LAYOUT PAIRS
#define ATTRIBUTES BY_NUMBER
#include "engine/cpu/line/whole_form.h"
#endif

#if HAS_WHOLE && HAS_FOLD
#define WHOLE NAMED(fold_forward_whole, N)
#define FUNCTION NAMED(fold_forward_neighbours, N)
#define LAYOUT PAIRS
#define ATTRIBUTES BY_NUMBER
#include "engine/cpu/line/whole_form.h"

#define WHOLE NAMED(fold_inverse_whole, N)
#define FUNCTION NAMED(fold_inverse_neighbours, N)
#define LAYOUT PAIRS
#define ATTRIBUTES BY_NUMBER
#include "engine/cpu/line/whole_form.h"
#endif

static const whole_pair NAMED(real_wholes, N)[] = {
#if HAS_WHOLE
    {NAMED(real_forward_neighbours, N), NAMED(real_forward_whole, N)},
    {NAMED(real_inverse_neighbours, N), NAMED(real_inverse_whole, N)},
#endif
#if HAS_WHOLE && HAS_FOLD
    {NAMED(fold_forward_neighbours, N), NAMED(fold_forward_whole, N)},
    {NAMED(fold_inverse_neighbours, N), NAMED(fold_inverse_whole, N)},
#endif
    {NULL, NULL},
};

static const real_functions NAMED(real_functions, N) = {
    .forward = {NAMED(real_forward, N), NAMED(real_forward_neighbours, N), NAMED(real_forward_apart, N)},
    .inverse = {NAMED(real_inverse, N), NAMED(real_inverse_neighbours, N), NAMED(real_inverse_apart, N)},
#if HAS_COLUMNS
    .forward_columns = NAMED(real_forward_columns, N),
    .inverse_columns = NAMED(real_inverse_columns, N),
#endif
#if HAS_TRANSPOSED
    .forward_transposed = NAMED(real_forward_transposed, N),
    .inverse_transposed = NAMED(real_inverse_transposed, N),
#endif
#if HAS_FOLD
    .fold_forward = {NAMED(fold_forward, N), NAMED(fold_forward_neighbours, N), NAMED(fold_forward_columns, N)},
    .fold_inverse = {NAMED(fold_inverse, N), NAMED(fold_inverse_neighbours, N), NAMED(fold_inverse_columns, N)},
#endif
#if HAS_FOLD_LINES
    .fold_forward_lines = NAMED(fold_forward_lines, N),
    .fold_inverse_lines = NAMED(fold_inverse_lines, N),
#endif
#if HAS_STAGE
    .stage_forward = {NAMED(real_stage_forward, N), NAMED(real_stage_forward_along, N)},
    .stage_inverse = {NAMED(real_stage_inverse, N), NAMED(real_stage_inverse_along, N)},
#endif
    .wholes = NAMED(real_wholes, N),
};

#undef HAS_WHOLE
#undef HAS_COLUMNS
#undef HAS_TRANSPOSED
#undef HAS_FOLD
#undef HAS_FOLD_LINES
#undef HAS_STAGE
#undef NAMED
#undef NAMED_
#undef N
#undef FORWARD_FILE
#undef INVERSE_FILE
