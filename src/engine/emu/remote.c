/* remote.c - the shared memory of the other blocks of a cluster, in the order that gpu.cuh prescribes. */
#include "engine/emu/state.h"

void ata_emu_remote_expect(int elements)
{
    ata_emu_block *block = ata_emu.block;
    if (ata_emu.thread->expects) ata_emu_fault("remote_expect was said before; say it once");
    if (ata_emu.thread->arrivals > 0) ata_emu_fault("remote_expect after remote_arrive; say it first");
    if (elements < 0 || (block->expected >= 0 && block->expected != elements))
        ata_emu_fault("remote_expect of %d elements; another thread of the block expects %lld", elements,
                      (long long)block->expected);
    block->expected = elements;
    ata_emu.thread->expects = true;
}

void ata_emu_remote_arrive(void)
{
    ata_emu_thread *thread = ata_emu.thread;
    if (thread->arrivals != thread->ready) ata_emu_fault("remote_arrive twice without remote_ready between");
    thread->arrivals++;
}

void ata_emu_remote_ready(void)
{
    ata_emu_thread *thread = ata_emu.thread;
    if (thread->arrivals != thread->ready + 1) ata_emu_fault("remote_ready without remote_arrive before");
    ata_emu_stop(ATA_EMU_AT_READY);
    thread->ready++;
}

static void check_put(const ata_emu_block *to, int rank, int index)
{
    const ata_emu_mark *mark = &to->marks[index];
    const bool own = to == ata_emu.block;
    const int me = ata_emu.hooks.thread;
    if (mark->read >= to->floor_read && !(own && mark->reader == me))
        ata_emu_fault("race: remote_put to block %d of the cluster, element %d, which a thread there has read since "
                      "remote_arrive",
                      rank, index);
    if (mark->wrote < to->floor_write) return;
    if (mark->writer == ATA_EMU_REMOTE)
        ata_emu_fault("remote_put to block %d of the cluster, element %d, where one was put before", rank, index);
    if (!(own && mark->writer == me))
        ata_emu_fault("race: remote_put to block %d of the cluster, element %d, which thread %d there wrote without a "
                      "barrier since",
                      rank, index, mark->writer);
}

void *ata_emu_remote_put(int rank, int index, int elements)
{
    if (rank < 0 || rank >= ata_emu.cluster)
        ata_emu_fault("remote_put to block %d of a cluster of %d", rank, ata_emu.cluster);
    ata_emu_check_index("remote_put", index, elements);
    if (ata_emu.thread->ready == 0) ata_emu_fault("remote_put before remote_ready");
    ata_emu_block *to = &ata_emu.blocks[rank];
    if (to->ended > 0) ata_emu_fault("remote_put to block %d of the cluster, where threads have ended", rank);
    for (int i = index; i < index + elements; i++) {
        check_put(to, rank, i);
        to->marks[i].wrote = to->interval;
        to->marks[i].writer = ATA_EMU_REMOTE;
    }
    to->received += elements;
    if (to->received > to->expected)
        ata_emu_fault("remote_put to block %d of the cluster, element %d: it expects %lld elements and all have come",
                      rank, index, (long long)(to->expected < 0 ? 0 : to->expected));
    return to->shared + (int64_t)index * ata_emu.element_bytes;
}

void ata_emu_remote_wait(void)
{
    if (!ata_emu.thread->expects) ata_emu_fault("remote_wait without remote_expect before");
    ata_emu_stop(ATA_EMU_AT_REMOTE);
    ata_emu.thread->received = true;
}
