/* line_fcma_f32.c - lines in single precision, 4 numbers a vector: aarch64 with instructions for complex numbers. */
#define FUNCTIONS ata_line_fcma_f32
#define ISA "fcma"
#define WIDTH 4
#define REAL_BITS 32
#include "engine/cpu/line/functions.h"
