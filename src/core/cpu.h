/* cpu.h - what the CPU at hand can do. */
#ifndef ATA_CORE_CPU_H
#define ATA_CORE_CPU_H

#include <stdbool.h>

/* The instruction sets that matter to an FFT, as words: "neon fcma". Found once. */
const char *ata_cpu_get_features(void);

/* Whether one of these words is `feature`. */
bool ata_cpu_has(const char *feature);

/* How many CPUs this process may run on. */
int ata_cpu_get_count(void);

#endif
