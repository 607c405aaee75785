/* cpu.h - what the CPU at hand can do. */
#ifndef ATA_CORE_CPU_H
#define ATA_CORE_CPU_H

/* The instruction sets that matter to an FFT, as words: "neon fcma". Found once. */
const char *ata_cpu_get_features(void);

/* How many CPUs this process may run on. */
int ata_cpu_get_count(void);

#endif
