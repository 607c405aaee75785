/* kernel.h - kernels that the emulator has compiled, kept until the process ends: each text is compiled once. */
#ifndef ATA_EMU_KERNEL_H
#define ATA_EMU_KERNEL_H

#include "engine/emu/hooks.h"
#include "engine/gpu/machine.h"

struct ata_device_kernel {
    struct ata_device_kernel *next;
    char *text; /* all of what the compiler saw */
    char title[80];
    int64_t shared_bytes;
    int threads, cluster;

    void *library;
    void (*entry)(void);
    void *arguments;
    const ata_emu_facts_of_kernel *facts;
    const void **here;

    int64_t wavefronts_ideal, wavefronts_actual; /* of all launches */
};

/* `body` follows the prelude and the words. */
ata_status ata_emu_kernel_get(const ata_kernel_text *text, const char *body, ata_device_kernel **kernel);

#endif
