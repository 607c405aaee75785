/* line_avx2_f64.c - lines in double precision, 4 numbers a vector: x86-64 with AVX2 and FMA. */
#define FUNCTIONS ata_line_avx2_f64
#define ISA "avx2"
#define WIDTH 4
#define REAL_BITS 64
#define NARROWER ata_line_fma_f64
#include "engine/cpu/line/functions.h"
