/* line_fcma_f64.c - lines in double precision, 2 numbers a vector: aarch64 with instructions for complex numbers. */
#define FUNCTIONS ata_line_fcma_f64
#define ISA "fcma"
#define WIDTH 2
#define REAL_BITS 64
#include "engine/cpu/line/functions.h"
