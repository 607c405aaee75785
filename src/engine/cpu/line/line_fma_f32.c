/* line_fma_f32.c - lines in single precision, 4 numbers a vector: x86-64 with AVX2 and FMA, in its narrow registers. */
#define FUNCTIONS ata_line_fma_f32
#define ISA "fma"
#define WIDTH 4
#define REAL_BITS 32
#include "engine/cpu/line/functions.h"
