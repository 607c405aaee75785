/* line_avx2_f32.c - lines in single precision, 8 numbers a vector: x86-64 with AVX2 and FMA. */
#define FUNCTIONS ata_line_avx2_f32
#define ISA "avx2"
#define WIDTH 8
#define REAL_BITS 32
#define NARROWER ata_line_fma_f32
#include "engine/cpu/line/functions.h"
