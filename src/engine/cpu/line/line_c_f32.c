/* line_c_f32.c - lines in single precision, 4 numbers a vector: what every CPU of this kind has: NEON on aarch64,
 * SSE2 on x86-64. */
#define FUNCTIONS ata_line_c_f32
#define ISA "c"
#define WIDTH 4
#define REAL_BITS 32
#include "engine/cpu/line/functions.h"
