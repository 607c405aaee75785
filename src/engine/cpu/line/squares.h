/* squares.h - single lines of two radices, the last as wide as a vector, in one call. Included by functions.h.
 *
 * For those that are short: what two calls and a buffer cost is a third of their time. Vectors of 16 numbers are left
 * out, whose registers hold no more than one square.
 */
enum { MOST_ROWS_OF_SQUARES = 16 };

typedef struct square_functions {
    ata_function form[3][3]; /* [source][sink]; NULL where nothing asks for it */
    const whole_pair *wholes;
} square_functions;

#if WIDTH == 4 || WIDTH == 8

#if WIDTH == 4
#define LANES_FILE "engine/cpu/codelets/dft_4.h"

#define ROWS 4
#define ROWS_FILE "engine/cpu/codelets/dft_4.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 5
#define ROWS_FILE "engine/cpu/codelets/dft_5.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 6
#define ROWS_FILE "engine/cpu/codelets/dft_6.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 7
#define ROWS_FILE "engine/cpu/codelets/dft_7.h"
#include "engine/cpu/line/square_forms.h"
#else
#define LANES_FILE "engine/cpu/codelets/dft_8.h"
#endif

#define ROWS 8
#define ROWS_FILE "engine/cpu/codelets/dft_8.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 9
#define ROWS_FILE "engine/cpu/codelets/dft_9.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 10
#define ROWS_FILE "engine/cpu/codelets/dft_10.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 12
#define ROWS_FILE "engine/cpu/codelets/dft_12.h"
#include "engine/cpu/line/square_forms.h"

#define ROWS 16
#define ROWS_FILE "engine/cpu/codelets/dft_16.h"
#include "engine/cpu/line/square_forms.h"
#undef LANES_FILE

static const square_functions *const square_table[MOST_ROWS_OF_SQUARES + 1] = {
#if WIDTH == 4
    [4] = &squares_4, [5] = &squares_5, [6] = &squares_6,   [7] = &squares_7,
#endif
    [8] = &squares_8, [9] = &squares_9, [10] = &squares_10, [12] = &squares_12, [16] = &squares_16};
#else
static const square_functions *const square_table[MOST_ROWS_OF_SQUARES + 1] = {NULL};
#endif
