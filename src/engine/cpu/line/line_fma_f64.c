/* line_fma_f64.c - lines in double precision, 2 numbers a vector: x86-64 with AVX2 and FMA, in its narrow registers. */
#define FUNCTIONS ata_line_fma_f64
#define ISA "fma"
#define WIDTH 2
#define REAL_BITS 64
#include "engine/cpu/line/functions.h"
