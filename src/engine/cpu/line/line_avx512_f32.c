/* line_avx512_f32.c - lines in single precision, 16 numbers a vector: x86-64 with AVX-512. */
#define FUNCTIONS ata_line_avx512_f32
#define ISA "avx512"
#define WIDTH 16
#define REAL_BITS 32
#define NARROWER ata_line_avx2_f32
#include "engine/cpu/line/functions.h"
