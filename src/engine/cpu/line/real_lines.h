/* real_lines.h - short real transforms that are one codelet each. Included by functions.h. */

typedef struct real_call {
    ptrdiff_t x_next, y_next; /* between the points of a line */
    ptrdiff_t x_lane, y_lane; /* between lines */
    ptrdiff_t run;            /* lines */
    real scale;
} real_call;

typedef struct real_functions {
    void (*forward)(const real_call *call, const real *in, real *out_re, real *out_im);
    void (*inverse)(const real_call *call, const real *in_re, const real *in_im, real *out);
} real_functions;

#define N 2
#define FORWARD_FILE "engine/cpu/codelets/rdft_2.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_2.h"
#include "engine/cpu/line/real_form.h"

#define N 3
#define FORWARD_FILE "engine/cpu/codelets/rdft_3.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_3.h"
#include "engine/cpu/line/real_form.h"

#define N 4
#define FORWARD_FILE "engine/cpu/codelets/rdft_4.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_4.h"
#include "engine/cpu/line/real_form.h"

#define N 5
#define FORWARD_FILE "engine/cpu/codelets/rdft_5.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_5.h"
#include "engine/cpu/line/real_form.h"

#define N 6
#define FORWARD_FILE "engine/cpu/codelets/rdft_6.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_6.h"
#include "engine/cpu/line/real_form.h"

#define N 7
#define FORWARD_FILE "engine/cpu/codelets/rdft_7.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_7.h"
#include "engine/cpu/line/real_form.h"

#define N 8
#define FORWARD_FILE "engine/cpu/codelets/rdft_8.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_8.h"
#include "engine/cpu/line/real_form.h"

#define N 9
#define FORWARD_FILE "engine/cpu/codelets/rdft_9.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_9.h"
#include "engine/cpu/line/real_form.h"

#define N 10
#define FORWARD_FILE "engine/cpu/codelets/rdft_10.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_10.h"
#include "engine/cpu/line/real_form.h"

#define N 11
#define FORWARD_FILE "engine/cpu/codelets/rdft_11.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_11.h"
#include "engine/cpu/line/real_form.h"

#define N 12
#define FORWARD_FILE "engine/cpu/codelets/rdft_12.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_12.h"
#include "engine/cpu/line/real_form.h"

#define N 13
#define FORWARD_FILE "engine/cpu/codelets/rdft_13.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_13.h"
#include "engine/cpu/line/real_form.h"

#define N 14
#define FORWARD_FILE "engine/cpu/codelets/rdft_14.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_14.h"
#include "engine/cpu/line/real_form.h"

#define N 15
#define FORWARD_FILE "engine/cpu/codelets/rdft_15.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_15.h"
#include "engine/cpu/line/real_form.h"

#define N 16
#define FORWARD_FILE "engine/cpu/codelets/rdft_16.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_16.h"
#include "engine/cpu/line/real_form.h"

#define N 20
#define FORWARD_FILE "engine/cpu/codelets/rdft_20.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_20.h"
#include "engine/cpu/line/real_form.h"

#define N 25
#define FORWARD_FILE "engine/cpu/codelets/rdft_25.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_25.h"
#include "engine/cpu/line/real_form.h"

#define N 32
#define FORWARD_FILE "engine/cpu/codelets/rdft_32.h"
#define INVERSE_FILE "engine/cpu/codelets/irdft_32.h"
#include "engine/cpu/line/real_form.h"

enum { LONGEST_REAL = 32 };

static const real_functions real_table[LONGEST_REAL + 1] = {
    [2] = {real_forward_2, real_inverse_2},    [3] = {real_forward_3, real_inverse_3},
    [4] = {real_forward_4, real_inverse_4},    [5] = {real_forward_5, real_inverse_5},
    [6] = {real_forward_6, real_inverse_6},    [7] = {real_forward_7, real_inverse_7},
    [8] = {real_forward_8, real_inverse_8},    [9] = {real_forward_9, real_inverse_9},
    [10] = {real_forward_10, real_inverse_10}, [11] = {real_forward_11, real_inverse_11},
    [12] = {real_forward_12, real_inverse_12}, [13] = {real_forward_13, real_inverse_13},
    [14] = {real_forward_14, real_inverse_14}, [15] = {real_forward_15, real_inverse_15},
    [16] = {real_forward_16, real_inverse_16}, [20] = {real_forward_20, real_inverse_20},
    [25] = {real_forward_25, real_inverse_25}, [32] = {real_forward_32, real_inverse_32}};
