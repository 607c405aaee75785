/* line_c_f64.c - lines in double precision, 2 numbers a vector: what every CPU of this kind has: NEON on aarch64,
 * SSE2 on x86-64. */
#define FUNCTIONS ata_line_c_f64
#define ISA "c"
#define WIDTH 2
#define REAL_BITS 64
#include "engine/cpu/line/functions.h"
