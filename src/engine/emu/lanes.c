/* lanes.c - numbers that the threads of a warp give each other: all come together, read each other's, and go on. */
#include "engine/emu/state.h"

const void *ata_emu_lanes_meet(const void *mine, int distance)
{
    const int other = ata_emu.hooks.thread ^ distance;
    if (distance < 1 || distance >= ATA_EMU_WARP) ata_emu_fault("lanes_meet over %d lanes; a warp has 32", distance);
    if (ata_emu.threads % ATA_EMU_WARP != 0)
        ata_emu_fault("lanes_meet in a block of %d threads; all warps must be full", ata_emu.threads);
    ata_emu.thread->lent = mine;
    ata_emu.thread->distance = distance;
    ata_emu_stop(ATA_EMU_AT_LANES);
    const ata_emu_thread *there = &ata_emu.block->threads[other];
    if (there->distance != distance) ata_emu_fault("lanes_meet with thread %d, which has come for another", other);
    return there->lent;
}

void ata_emu_lanes_part(void)
{
    ata_emu_stop(ATA_EMU_AT_LANES);
}
