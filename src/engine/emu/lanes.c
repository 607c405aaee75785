/* lanes.c - numbers that the threads of a warp give each other: all come together, read each other's, and go on. */
#include "engine/emu/state.h"

const void *ata_emu_lanes_meet(const void *mine, int distance)
{
    const int other = ata_emu.hooks.thread ^ distance;
    if (distance < 1 || distance >= ATA_EMU_WARP) ata_emu_fault("lanes_meet over %d lanes; a warp has 32", distance);
    if (other >= ata_emu.threads) ata_emu_fault("lanes_meet with thread %d, which is not there", other);
    ata_emu.thread->lent = mine;
    ata_emu_stop(ATA_EMU_AT_LANES);
    const void *theirs = ata_emu.block->threads[other].lent;
    if (!theirs) ata_emu_fault("lanes_meet with thread %d, which has come for something else", other);
    return theirs;
}

void ata_emu_lanes_part(void)
{
    ata_emu_stop(ATA_EMU_AT_LANES);
    ata_emu.thread->lent = NULL;
}
