/* line_avx512_f64.c - lines in double precision, 8 numbers a vector: x86-64 with AVX-512. */
#define FUNCTIONS ata_line_avx512_f64
#define ISA "avx512"
#define WIDTH 8
#define REAL_BITS 64
#define NARROWER ata_line_avx2_f64
#include "engine/cpu/line/functions.h"
