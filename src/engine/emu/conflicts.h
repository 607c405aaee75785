/* conflicts.h - how many turns the banks of shared memory would need for what a warp asks at once.
 *
 * There are 32 banks of 4 bytes: word w is in bank w mod 32. What the threads of a group ask for is served in as many
 * turns (wavefronts) as one bank has different words to give. The group is the whole warp for 4 bytes a thread, half of
 * it for 8 and a quarter for 16, so that one turn is the ideal for each.
 *
 * "At once" means: the n-th access of every thread of the warp since they were last together at a barrier.
 */
#ifndef ATA_EMU_CONFLICTS_H
#define ATA_EMU_CONFLICTS_H

/* Note an access of the running thread. */
void ata_emu_conflicts_note(int thread, int index, int elements);

/* Add up what the warp noted since the last time, in ata_emu.wavefronts_*; or forget it. */
void ata_emu_conflicts_count(void);
void ata_emu_conflicts_clear(void);

#endif
