/* shared.c - accesses to shared memory: in range, aligned, without races; counted for conflicts of banks. */
#include "engine/emu/conflicts.h"
#include "engine/emu/state.h"

void ata_emu_check_index(const char *word, int index, int elements)
{
    if (index < 0 || index + (int64_t)elements > ata_emu.elements)
        ata_emu_fault("%s of element %d; the block has elements 0 to %lld of shared memory", word, index,
                      (long long)ata_emu.elements - 1);
    if (index % elements != 0) ata_emu_fault("%s of a pair at element %d; a pair lies at an even one", word, index);
}

static void check_ordered_write(const char *word, int index, const ata_emu_mark *mark, int me)
{
    if (mark->wrote < ata_emu.block->floor_write) return;
    if (mark->writer == ATA_EMU_REMOTE) {
        if (!ata_emu.thread->received)
            ata_emu_fault("%s of element %d, which was put there by the cluster, before remote_wait", word, index);
    } else if (mark->writer != me) {
        ata_emu_fault("race: %s of element %d, which thread %d wrote without a barrier since", word, index,
                      mark->writer);
    }
}

const void *ata_emu_shared_get(int index, int elements)
{
    ata_emu_check_index("shared_get", index, elements);
    ata_emu_block *block = ata_emu.block;
    const int me = ata_emu.hooks.thread;
    for (int i = index; i < index + elements; i++) {
        ata_emu_mark *mark = &block->marks[i];
        check_ordered_write("shared_get", i, mark, me);
        mark->reader = (uint16_t)(mark->read >= block->floor_read && mark->reader != me ? ATA_EMU_SEVERAL : me);
        mark->read = block->interval;
    }
    ata_emu_conflicts_note(me, index, elements);
    return block->shared + (int64_t)index * ata_emu.element_bytes;
}

void *ata_emu_shared_put(int index, int elements)
{
    ata_emu_check_index("shared_put", index, elements);
    ata_emu_block *block = ata_emu.block;
    const int me = ata_emu.hooks.thread;
    for (int i = index; i < index + elements; i++) {
        ata_emu_mark *mark = &block->marks[i];
        check_ordered_write("shared_put", i, mark, me);
        if (mark->read >= block->floor_read && mark->reader != me) {
            if (mark->reader == ATA_EMU_SEVERAL)
                ata_emu_fault("race: shared_put of element %d, which other threads read without a barrier since", i);
            ata_emu_fault("race: shared_put of element %d, which thread %d read without a barrier since", i,
                          mark->reader);
        }
        mark->wrote = block->interval;
        mark->writer = (uint16_t)me;
    }
    ata_emu_conflicts_note(me, index, elements);
    return block->shared + (int64_t)index * ata_emu.element_bytes;
}
