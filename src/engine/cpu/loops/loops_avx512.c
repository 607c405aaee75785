/* loops_avx512.c - loops in vectors of 64 bytes: x86-64 with AVX-512. */
#define LOOPS ata_cpu_loops_avx512
#define VECTOR_BYTES 64
#include "engine/cpu/loops/functions.h"
