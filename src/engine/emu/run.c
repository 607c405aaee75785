/* run.c - clusters one after another; in each, every thread as far as it can go, warp by warp, until all have ended.
 *
 * Threads are contexts with stacks of their own (switch.h). One stops at a barrier, where it waits for its block, or
 * where it waits for its cluster; it always stops there, even if what it waits for has happened, so that the threads of
 * a warp stay together.
 */
#include "engine/emu/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "engine/emu/arena.h"
#include "engine/emu/buffers.h"
#include "engine/emu/conflicts.h"
#include "engine/emu/state.h"

/* A stack holds all that the largest butterflies keep. It is no power of 2, or the stacks would all want the same lines
 * of the CPU's cache. */
enum { STACK_BYTES = 96 * 1024 + 17 * 64, SMALLEST_ELEMENT = 8 };

ata_emu_state ata_emu;

/* --- Failures ----------------------------------------------------------------------------------------------------- */

ata_status ata_emu_fail(const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return ata_fail(ATA_ERROR_DEVICE, "kernel", ata_emu.title, "a kernel that does none of this",
                    "emulated kernel \"%.60s\": %s", ata_emu.title, what);
}

_Noreturn void ata_emu_fault(const char *format, ...)
{
    char what[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    ata_emu.status = ata_emu_fail("block %lld, thread %d: %s", (long long)ata_emu.first_block + ata_emu.hooks.rank,
                                  ata_emu.hooks.thread, what);
    for (;;) ata_emu_context_switch(&ata_emu.thread->context, &ata_emu.host); /* nobody comes back */
}

/* --- What kernels call -------------------------------------------------------------------------------------------- */

void ata_emu_stop(ata_emu_wait wait)
{
    ata_emu.thread->wait = wait;
    ata_emu_context_switch(&ata_emu.thread->context, &ata_emu.host);
}

static void barrier(void)
{
    ata_emu_stop(ATA_EMU_AT_BARRIER);
}

static float multiply_add_f32(float a, float b, float c)
{
    return fmaf(a, b, c);
}

static double multiply_add_f64(double a, double b, double c)
{
    return fma(a, b, c);
}

static void thread_main(void)
{
    ata_emu.entry();
    ata_emu_stop(ATA_EMU_ENDED);
}

static const ata_emu_hooks all_hooks = {.wait_for_previous = ata_emu_wait_for_previous,
                                        .barrier = barrier,
                                        .lanes_meet = ata_emu_lanes_meet,
                                        .lanes_part = ata_emu_lanes_part,
                                        .shared_get = ata_emu_shared_get,
                                        .shared_put = ata_emu_shared_put,
                                        .remote_expect = ata_emu_remote_expect,
                                        .remote_arrive = ata_emu_remote_arrive,
                                        .remote_ready = ata_emu_remote_ready,
                                        .remote_put = ata_emu_remote_put,
                                        .remote_wait = ata_emu_remote_wait,
                                        .global_get = ata_emu_global_get,
                                        .global_put = ata_emu_global_put,
                                        .table_get = ata_emu_table_get,
                                        .fetch_ahead = ata_emu_fetch_ahead,
                                        .relay_ask = ata_emu_relay_ask,
                                        .relay_take = ata_emu_relay_take,
                                        .relay_done = ata_emu_relay_done,
                                        .relay_wait = ata_emu_relay_wait,
                                        .multiply_add_f32 = multiply_add_f32,
                                        .multiply_add_f64 = multiply_add_f64};

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static struct {
    int threads; /* of all blocks together */
    int blocks;
    int64_t shared_bytes; /* of each block */
    void *stacks, *thread_states, *shared, *marks;
} arena;

void ata_emu_run_release(void)
{
    ata_emu_arena_destroy(arena.stacks, (size_t)arena.threads * STACK_BYTES);
    ata_memory_destroy(arena.thread_states);
    ata_memory_destroy(arena.shared);
    ata_memory_destroy(arena.marks);
    memset(&arena, 0, sizeof arena);
}

ata_status ata_emu_run_prepare(int threads, int cluster, int64_t shared_bytes)
{
    int64_t shared = (int64_t)ata_memory_round((size_t)shared_bytes);
    int all = threads * cluster, blocks = cluster;
    if (all <= arena.threads && blocks <= arena.blocks && shared <= arena.shared_bytes) return ATA_OK;
    if (all < arena.threads) all = arena.threads;
    if (blocks < arena.blocks) blocks = arena.blocks;
    if (shared < arena.shared_bytes) shared = arena.shared_bytes;
    ata_emu_run_release();
    ATA_TRY(ata_emu_arena_create(&arena.stacks, (size_t)all * STACK_BYTES, "the emulator's stacks"));
    arena.threads = all;
    ATA_TRY(ata_memory_create(&arena.thread_states, (size_t)all, sizeof(ata_emu_thread), "the emulator's threads"));
    ATA_TRY(ata_memory_create(&arena.shared, (size_t)blocks, (size_t)shared, "the emulator's shared memory"));
    ATA_TRY(ata_memory_create_zeroed(&arena.marks, (size_t)blocks * sizeof(ata_emu_mark),
                                     (size_t)shared / SMALLEST_ELEMENT, "the emulator's notes on shared memory"));
    arena.blocks = blocks;
    arena.shared_bytes = shared;
    return ATA_OK;
}

/* --- Scheduling --------------------------------------------------------------------------------------------------- */

static void begin_block(ata_emu_block *block, int rank)
{
    block->threads = (ata_emu_thread *)arena.thread_states + (int64_t)rank * ata_emu.threads;
    block->shared = (unsigned char *)arena.shared + rank * arena.shared_bytes;
    block->marks = (ata_emu_mark *)arena.marks + rank * (arena.shared_bytes / SMALLEST_ELEMENT);
    block->interval = block->floor_read = block->floor_write = ata_emu.interval;
    block->expected = -1;
    block->received = 0;
    block->ended = 0;
    memset(block->shared, 0xff, (size_t)(ata_emu.elements * ata_emu.element_bytes)); /* NaNs */
    for (int t = 0; t < ata_emu.threads; t++) {
        ata_emu_thread *thread = &block->threads[t];
        memset(thread, 0, sizeof *thread);
        char *stack = (char *)arena.stacks + ((int64_t)rank * ata_emu.threads + t) * STACK_BYTES;
        ata_emu_context_init(&thread->context, stack, STACK_BYTES, thread_main);
    }
}

/* Let every thread of a block that can run do so. */
static ata_status run_block(int rank)
{
    ata_emu_block *block = &ata_emu.blocks[rank];
    ata_emu.block = block;
    ata_emu.hooks.rank = rank;
    for (int t = 0; t < ata_emu.threads; t++) {
        ata_emu_thread *thread = &block->threads[t];
        if (thread->wait == ATA_EMU_RUNS) {
            ata_emu.thread = thread;
            ata_emu.hooks.thread = t;
            ata_emu_context_switch(&ata_emu.host, &thread->context);
            if (ata_emu.status != ATA_OK) return ata_emu.status;
            if (thread->wait == ATA_EMU_ENDED) block->ended++;
        }
        if (t % ATA_EMU_WARP == ATA_EMU_WARP - 1 || t == ata_emu.threads - 1) ata_emu_conflicts_count();
    }
    return ATA_OK;
}

static int count_waiting(const ata_emu_block *block, ata_emu_wait wait)
{
    int count = 0;
    for (int t = 0; t < ata_emu.threads; t++) count += block->threads[t].wait == wait;
    return count;
}

static void release(const ata_emu_block *block, ata_emu_wait wait)
{
    for (int t = 0; t < ata_emu.threads; t++)
        if (block->threads[t].wait == wait) block->threads[t].wait = ATA_EMU_RUNS;
}

/* Let the warps go on all of whose threads have come together; returns whether there was any. */
static bool release_lanes(const ata_emu_block *block)
{
    bool any = false;
    for (int first = 0; first < ata_emu.threads; first += ATA_EMU_WARP) {
        const int end = first + ATA_EMU_WARP < ata_emu.threads ? first + ATA_EMU_WARP : ata_emu.threads;
        int waiting = 0;
        for (int t = first; t < end; t++) waiting += block->threads[t].wait == ATA_EMU_AT_LANES;
        if (waiting < end - first) continue;
        for (int t = first; t < end; t++) block->threads[t].wait = ATA_EMU_RUNS;
        any = true;
    }
    return any;
}

/* Whether every thread of the cluster has said remote_arrive once more than the cluster was ready. */
static bool all_arrived(void)
{
    for (int rank = 0; rank < ata_emu.cluster; rank++)
        for (int t = 0; t < ata_emu.threads; t++)
            if (ata_emu.blocks[rank].threads[t].arrivals <= ata_emu.phase) return false;
    return true;
}

/* End the waits whose reason is gone; returns whether there was any. */
static bool release_all(void)
{
    bool any = false;
    if (ata_emu.cluster > 1 && all_arrived()) {
        ata_emu.phase++;
        ata_emu.cluster_floor = ++ata_emu.interval;
        for (int rank = 0; rank < ata_emu.cluster; rank++) {
            ata_emu_block *block = &ata_emu.blocks[rank];
            block->interval = block->floor_read = ata_emu.interval;
        }
    }
    for (int rank = 0; rank < ata_emu.cluster; rank++) {
        ata_emu_block *block = &ata_emu.blocks[rank];
        if (count_waiting(block, ATA_EMU_AT_BARRIER) == ata_emu.threads) {
            block->interval = block->floor_read = block->floor_write = ++ata_emu.interval;
            release(block, ATA_EMU_AT_BARRIER);
            any = true;
        }
        if (block->received == block->expected && count_waiting(block, ATA_EMU_AT_REMOTE) > 0) {
            release(block, ATA_EMU_AT_REMOTE);
            any = true;
        }
        if (release_lanes(block)) any = true;
        for (int t = 0; t < ata_emu.threads; t++) {
            ata_emu_thread *thread = &block->threads[t];
            if (thread->wait != ATA_EMU_AT_READY || thread->ready >= ata_emu.phase) continue;
            thread->wait = ATA_EMU_RUNS;
            any = true;
        }
    }
    return any;
}

static ata_status fail_stuck(void)
{
    for (int rank = 0; rank < ata_emu.cluster; rank++) {
        const ata_emu_block *block = &ata_emu.blocks[rank];
        const int at_barrier = count_waiting(block, ATA_EMU_AT_BARRIER),
                  at_ready = count_waiting(block, ATA_EMU_AT_READY);
        const int at_remote = count_waiting(block, ATA_EMU_AT_REMOTE),
                  at_lanes = count_waiting(block, ATA_EMU_AT_LANES);
        if (block->ended == ata_emu.threads) continue;
        int first = 0;
        while (block->threads[first].wait == ATA_EMU_ENDED) first++;
        if (at_barrier > 0 && at_barrier + block->ended == ata_emu.threads)
            return ata_emu_fail(
                "block %lld: barrier not reached by all threads: %d wait there, %d have ended; the first "
                "that waits is thread %d",
                (long long)ata_emu.first_block + rank, at_barrier, block->ended, first);
        return ata_emu_fail(
            "deadlock: in block %lld, %d threads are at barrier, %d at remote_ready, %d at remote_wait "
            "(%lld of %lld elements have come), %d wait for lanes of their warp, and %d have ended; the "
            "first that waits is thread %d",
            (long long)ata_emu.first_block + rank, at_barrier, at_ready, at_remote, (long long)block->received,
            (long long)block->expected, at_lanes, block->ended, first);
    }
    return ata_emu_fail("deadlock");
}

static ata_status run_cluster(void)
{
    ata_emu.first_of_cluster = ata_emu.cluster_floor = ++ata_emu.interval;
    ata_emu.phase = 0;
    for (int rank = 0; rank < ata_emu.cluster; rank++) begin_block(&ata_emu.blocks[rank], rank);
    for (;;) {
        int ended = 0;
        for (int rank = 0; rank < ata_emu.cluster; rank++) {
            ATA_TRY(run_block(rank));
            ended += ata_emu.blocks[rank].ended;
        }
        if (ended == ata_emu.threads * ata_emu.cluster) break;
        if (!release_all()) return fail_stuck();
    }
    for (int rank = 0; rank < ata_emu.cluster; rank++) {
        const ata_emu_block *block = &ata_emu.blocks[rank];
        if (block->expected >= 0 && block->received != block->expected)
            return ata_emu_fail("block %lld has ended without remote_wait: %lld of %lld elements had come",
                                (long long)ata_emu.first_block + rank, (long long)block->received,
                                (long long)block->expected);
    }
    return ATA_OK;
}

ata_status ata_emu_run(const ata_emu_work *work)
{
    const bool anew = ata_emu.interval > UINT32_MAX / 2; /* a launch of so many barriers would take days */
    if (anew) {
        ata_emu.interval = 0;
        memset(arena.marks, 0,
               (size_t)arena.blocks * sizeof(ata_emu_mark) * (size_t)arena.shared_bytes / SMALLEST_ELEMENT);
    }
    ata_emu_buffers_begin(anew);
    ata_emu.title = work->title;
    ata_emu.threads = work->threads;
    ata_emu.cluster = work->cluster;
    ata_emu.element_bytes = work->element_bytes;
    ata_emu.elements = work->shared_bytes / work->element_bytes;
    ata_emu.entry = work->entry;
    ata_emu.hooks = all_hooks;
    ata_emu.first_of_launch = ata_emu.interval + 1;
    ata_emu.bytes_written = ata_emu.wavefronts_ideal = ata_emu.wavefronts_actual = 0;
    ata_emu.status = ATA_OK;
    ata_emu_conflicts_clear();
    *work->here = &ata_emu.hooks;
    for (int64_t block = 0; block < work->blocks; block += work->cluster) {
        ata_emu.first_block = block;
        ata_emu.hooks.tile = (unsigned int)(block / work->cluster);
        const ata_status status = run_cluster();
        if (status == ATA_OK) continue;
        ata_emu_context_forget(arena.stacks, (size_t)arena.threads * STACK_BYTES);
        return status;
    }
    ATA_TRY(ata_emu_buffers_check_guards());
    if (ata_emu.bytes_written != work->bytes_written)
        return ata_emu_fail("%lld bytes were written and %lld should have been", (long long)ata_emu.bytes_written,
                            (long long)work->bytes_written);
    return ATA_OK;
}
