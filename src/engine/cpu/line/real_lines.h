/* real_lines.h - short real transforms that are one codelet each. Included by functions.h. */

typedef struct real_functions {
    /* Wherever points lie; neighbours, whose parts alternate; several lines at a time, whose parts alternate. */
    ata_function forward[3], inverse[3];
    /* Wherever points lie; neighbours; several lines at a time, that lie side by side. */
    ata_function fold_forward[3], fold_inverse[3];
} real_functions;

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

#define N 20
#define FORWARD_FILE "engine/cpu/codelets/rdft_20.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_20.h"
#include "engine/cpu/line/real_size.h"

#define N 25
#define FORWARD_FILE "engine/cpu/codelets/rdft_25.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_25.h"
#include "engine/cpu/line/real_size.h"

#define N 32
#define FORWARD_FILE "engine/cpu/codelets/rdft_32.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_32.h"
#include "engine/cpu/line/real_size.h"

enum { LONGEST_REAL = 32 };

static const real_functions *const real_table[LONGEST_REAL + 1] = {
    [2] = &real_functions_2,   [3] = &real_functions_3,   [4] = &real_functions_4,   [5] = &real_functions_5,
    [6] = &real_functions_6,   [7] = &real_functions_7,   [8] = &real_functions_8,   [9] = &real_functions_9,
    [10] = &real_functions_10, [11] = &real_functions_11, [12] = &real_functions_12, [13] = &real_functions_13,
    [14] = &real_functions_14, [15] = &real_functions_15, [16] = &real_functions_16, [20] = &real_functions_20,
    [25] = &real_functions_25, [32] = &real_functions_32};
