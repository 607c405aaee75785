/* loops.c - the set of loops that goes with the lines' instruction set. */
#include "engine/cpu/loops/loops.h"

#include <string.h>

#include "engine/cpu/line/sets.h"

extern const ata_cpu_loops ata_cpu_loops_c;
#if defined(__x86_64__) && !defined(ATALANTA_BASELINE)
extern const ata_cpu_loops ata_cpu_loops_avx2, ata_cpu_loops_avx512;
#endif

const ata_cpu_loops *ata_cpu_loops_get(void)
{
#if defined(__x86_64__) && !defined(ATALANTA_BASELINE)
    if (strcmp(ata_line_isa(), "avx512") == 0) return &ata_cpu_loops_avx512;
    if (strcmp(ata_line_isa(), "avx2") == 0) return &ata_cpu_loops_avx2;
#endif
    return &ata_cpu_loops_c;
}
