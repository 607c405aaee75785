/* real_lines.h - short real transforms that are one codelet each. Included by functions.h. */

#define LONGEST_FOLD 32 /* of cosines and sines; used in #if */

typedef struct real_functions {
    /* Wherever points lie; neighbours, whose parts alternate; several lines at a time, whose parts alternate. */
    ata_function forward[3], inverse[3];
    ata_function forward_columns, inverse_columns;       /* several that lie side by side; NULL for the longer ones */
    ata_function forward_transposed, inverse_transposed; /* several whose points are neighbours; NULL for some */
    /* Wherever points lie; neighbours; several lines at a time, that lie side by side. */
    ata_function fold_forward[3], fold_inverse[3];
    ata_function fold_forward_lines, fold_inverse_lines; /* several whose points are neighbours; NULL for some */
    /* The stage at which a line of odd length begins, or ends: of lines side by side; of a single one. */
    ata_function stage_forward[2], stage_inverse[2];
    const whole_pair *wholes;
} real_functions;

/* `n` neighbouring numbers each of WIDTH lines, `lane` numbers apart, as vectors of each line's first, second ...; and
 * back. Squares are transposed; the last one may have points of the one before it. */
INLINE void load_lines(const real *from, ptrdiff_t lane, const int n, vec *points)
{
    UNROLL for (int j = 0; j < n; j += WIDTH)
    {
        const int first = j + WIDTH <= n ? j : n - WIDTH;
        vec square[WIDTH];
        UNROLL for (int i = 0; i < WIDTH; i++) square[i] = vec_load(from + i * lane + first);
        vec_transpose(square);
        UNROLL for (int i = 0; i < WIDTH; i++) points[first + i] = square[i];
    }
}

INLINE void store_lines(real *to, ptrdiff_t lane, const int n, const vec *points)
{
    UNROLL for (int j = 0; j < n; j += WIDTH)
    {
        const int first = j + WIDTH <= n ? j : n - WIDTH;
        vec square[WIDTH];
        UNROLL for (int i = 0; i < WIDTH; i++) square[i] = points[first + i];
        vec_transpose(square);
        UNROLL for (int i = 0; i < WIDTH; i++) vec_store(to + i * lane + first, square[i]);
    }
}

#include "engine/cpu/line/real_two.h"

#define N 2
#define FORWARD_FILE "engine/cpu/codelets/rdft_2.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_2.h"
#include "engine/cpu/line/real_size.h"

#define N 3
#define FORWARD_FILE "engine/cpu/codelets/rdft_3.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_3.h"
#include "engine/cpu/line/real_size.h"

#define N 4
#define FORWARD_FILE "engine/cpu/codelets/rdft_4.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_4.h"
#include "engine/cpu/line/real_size.h"

#define N 5
#define FORWARD_FILE "engine/cpu/codelets/rdft_5.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_5.h"
#include "engine/cpu/line/real_size.h"

#define N 6
#define FORWARD_FILE "engine/cpu/codelets/rdft_6.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_6.h"
#include "engine/cpu/line/real_size.h"

#define N 7
#define FORWARD_FILE "engine/cpu/codelets/rdft_7.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_7.h"
#include "engine/cpu/line/real_size.h"

#define N 8
#define FORWARD_FILE "engine/cpu/codelets/rdft_8.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_8.h"
#include "engine/cpu/line/real_size.h"

#define N 9
#define FORWARD_FILE "engine/cpu/codelets/rdft_9.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_9.h"
#include "engine/cpu/line/real_size.h"

#define N 10
#define FORWARD_FILE "engine/cpu/codelets/rdft_10.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_10.h"
#include "engine/cpu/line/real_size.h"

#define N 11
#define FORWARD_FILE "engine/cpu/codelets/rdft_11.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_11.h"
#include "engine/cpu/line/real_size.h"

#define N 12
#define FORWARD_FILE "engine/cpu/codelets/rdft_12.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_12.h"
#include "engine/cpu/line/real_size.h"

#define N 13
#define FORWARD_FILE "engine/cpu/codelets/rdft_13.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_13.h"
#include "engine/cpu/line/real_size.h"

#define N 14
#define FORWARD_FILE "engine/cpu/codelets/rdft_14.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_14.h"
#include "engine/cpu/line/real_size.h"

#define N 15
#define FORWARD_FILE "engine/cpu/codelets/rdft_15.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_15.h"
#include "engine/cpu/line/real_size.h"

#define N 16
#define FORWARD_FILE "engine/cpu/codelets/rdft_16.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_16.h"
#include "engine/cpu/line/real_size.h"

#define N 17
#define FORWARD_FILE "engine/cpu/codelets/rdft_17.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_17.h"
#include "engine/cpu/line/real_size.h"

#define N 18
#define FORWARD_FILE "engine/cpu/codelets/rdft_18.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_18.h"
#include "engine/cpu/line/real_size.h"

#define N 19
#define FORWARD_FILE "engine/cpu/codelets/rdft_19.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_19.h"
#include "engine/cpu/line/real_size.h"

#define N 20
#define FORWARD_FILE "engine/cpu/codelets/rdft_20.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_20.h"
#include "engine/cpu/line/real_size.h"

#define N 21
#define FORWARD_FILE "engine/cpu/codelets/rdft_21.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_21.h"
#include "engine/cpu/line/real_size.h"

#define N 22
#define FORWARD_FILE "engine/cpu/codelets/rdft_22.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_22.h"
#include "engine/cpu/line/real_size.h"

#define N 23
#define FORWARD_FILE "engine/cpu/codelets/rdft_23.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_23.h"
#include "engine/cpu/line/real_size.h"

#define N 24
#define FORWARD_FILE "engine/cpu/codelets/rdft_24.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_24.h"
#include "engine/cpu/line/real_size.h"

#define N 25
#define FORWARD_FILE "engine/cpu/codelets/rdft_25.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_25.h"
#include "engine/cpu/line/real_size.h"

#define N 26
#define FORWARD_FILE "engine/cpu/codelets/rdft_26.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_26.h"
#include "engine/cpu/line/real_size.h"

#define N 27
#define FORWARD_FILE "engine/cpu/codelets/rdft_27.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_27.h"
#include "engine/cpu/line/real_size.h"

#define N 28
#define FORWARD_FILE "engine/cpu/codelets/rdft_28.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_28.h"
#include "engine/cpu/line/real_size.h"

#define N 29
#define FORWARD_FILE "engine/cpu/codelets/rdft_29.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_29.h"
#include "engine/cpu/line/real_size.h"

#define N 30
#define FORWARD_FILE "engine/cpu/codelets/rdft_30.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_30.h"
#include "engine/cpu/line/real_size.h"

#define N 31
#define FORWARD_FILE "engine/cpu/codelets/rdft_31.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_31.h"
#include "engine/cpu/line/real_size.h"

#define N 32
#define FORWARD_FILE "engine/cpu/codelets/rdft_32.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_32.h"
#include "engine/cpu/line/real_size.h"

#define N 64
#define FORWARD_FILE "engine/cpu/codelets/rdft_64.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_64.h"
#include "engine/cpu/line/real_size.h"

#if WIDTH == 2 /* where vectors are wider, stages are better */
#define N 128
#define FORWARD_FILE "engine/cpu/codelets/rdft_128.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_128.h"
#include "engine/cpu/line/real_size.h"
#endif

enum { LONGEST_REAL = 128 };

static const real_functions *const real_table[LONGEST_REAL + 1] = {
    [2] = &real_functions_2,     [3] = &real_functions_3,   [4] = &real_functions_4,   [5] = &real_functions_5,
    [6] = &real_functions_6,     [7] = &real_functions_7,   [8] = &real_functions_8,   [9] = &real_functions_9,
    [10] = &real_functions_10,   [11] = &real_functions_11, [12] = &real_functions_12, [13] = &real_functions_13,
    [14] = &real_functions_14,   [15] = &real_functions_15, [16] = &real_functions_16, [17] = &real_functions_17,
    [18] = &real_functions_18,   [19] = &real_functions_19, [20] = &real_functions_20, [21] = &real_functions_21,
    [22] = &real_functions_22,   [23] = &real_functions_23, [24] = &real_functions_24, [25] = &real_functions_25,
    [26] = &real_functions_26,   [27] = &real_functions_27, [28] = &real_functions_28, [29] = &real_functions_29,
    [30] = &real_functions_30,   [31] = &real_functions_31, [32] = &real_functions_32, [64] = &real_functions_64,
#if WIDTH == 2
    [128] = &real_functions_128,
#endif
};
