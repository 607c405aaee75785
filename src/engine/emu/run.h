/* run.h - the scheduler: runs every thread of a launch, and ends it at the first thing that is wrong. */
#ifndef ATA_EMU_RUN_H
#define ATA_EMU_RUN_H

#include "core/status.h"

/* What is to be run, `blocks` a multiple of `cluster`. */
typedef struct ata_emu_work {
    const char *title;
    void (*entry)(void);
    const void **here; /* the kernel's pointer to the hooks */
    int threads, cluster, element_bytes;
    int64_t shared_bytes;
    int64_t blocks;
    int64_t bytes_written;
} ata_emu_work;

/* Get the memory that such a launch needs; kept for the next one. */
ata_status ata_emu_run_prepare(int threads, int cluster, int64_t shared_bytes);
void ata_emu_run_release(void);

/* Conflicts are counted in ata_emu (state.h), whether it succeeds or not. */
ata_status ata_emu_run(const ata_emu_work *work);

#endif
