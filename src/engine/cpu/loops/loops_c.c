/* loops_c.c - loops in vectors of 16 bytes: what every CPU of this kind has: NEON on aarch64, SSE2 on x86-64. */
#define LOOPS ata_cpu_loops_c
#define VECTOR_BYTES 16
#include "engine/cpu/loops/functions.h"
