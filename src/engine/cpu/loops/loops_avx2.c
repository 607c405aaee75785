/* loops_avx2.c - loops in vectors of 32 bytes: x86-64 with AVX2 and FMA. */
#define LOOPS ata_cpu_loops_avx2
#define VECTOR_BYTES 32
#include "engine/cpu/loops/functions.h"
