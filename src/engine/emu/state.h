/* state.h - one launch on the emulator while it runs: a cluster at a time, its blocks and their threads.
 *
 * Launches take turns, so there is one such state. What a thread of a kernel asks of the emulator (hooks.h) happens on
 * that thread's small stack; `ata_emu_fault` leaves it for good, and the launch has failed.
 *
 * Time is counted in intervals, which a barrier ends. Two accesses to the same place, one of them a write, by different
 * threads are a race unless a barrier that both saw lies between them:
 *
 *   floor_write   what was written in this interval or later, other threads may not touch yet
 *   floor_read    what was read in this interval or later, other threads may not write yet; remote_ready moves this one
 *                 alone, because it orders no memory: what has been read is in registers, and that is all
 */
#ifndef ATA_EMU_STATE_H
#define ATA_EMU_STATE_H

#include <stdbool.h>

#include "core/status.h"
#include "engine/emu/hooks.h"
#include "engine/emu/switch.h"

enum { ATA_EMU_WARP = 32, ATA_EMU_MOST_THREADS = 1024, ATA_EMU_MOST_BLOCKS = 16 };

typedef enum ata_emu_wait {
    ATA_EMU_RUNS,
    ATA_EMU_AT_BARRIER,
    ATA_EMU_AT_LANES,  /* lanes_meet, lanes_part */
    ATA_EMU_AT_READY,  /* remote_ready */
    ATA_EMU_AT_REMOTE, /* remote_wait */
    ATA_EMU_ENDED
} ata_emu_wait;

typedef struct ata_emu_thread {
    ata_emu_context context;
    ata_emu_wait wait;
    int arrivals, ready; /* how often remote_arrive was said, and remote_ready answered */
    bool waited;         /* wait_for_previous was said */
    bool expects;        /* remote_expect was said */
    bool received;       /* remote_wait was answered */
    const void *lent;    /* lanes_meet: what other lanes may read, and how far away they are */
    int distance;
} ata_emu_thread;

/* Who touched an element of shared memory last, and when. */
typedef struct ata_emu_mark {
    uint32_t wrote, read;    /* intervals; 0 for never */
    uint16_t writer, reader; /* threads of the block, or one of these: */
} ata_emu_mark;
enum { ATA_EMU_SEVERAL = 0xfffe, ATA_EMU_REMOTE = 0xffff };

typedef struct ata_emu_block {
    ata_emu_thread *threads;
    unsigned char *shared;
    ata_emu_mark *marks; /* one for each element */
    uint32_t interval, floor_read, floor_write;
    int64_t expected, received; /* elements put by the cluster; expected is -1 before remote_expect */
    int ended;                  /* threads */
} ata_emu_block;

typedef struct ata_emu_state {
    const char *title;
    int threads, cluster; /* of the kernel */
    int element_bytes;
    int64_t elements; /* in a block's shared memory */

    int64_t first_block; /* of the cluster that runs */
    ata_emu_block blocks[ATA_EMU_MOST_BLOCKS];
    ata_emu_block *block; /* of the thread that runs */
    ata_emu_thread *thread;
    ata_emu_context host;
    ata_emu_hooks hooks;
    void (*entry)(void);

    uint32_t interval;                           /* the newest */
    uint32_t first_of_launch, first_of_cluster;  /* intervals */
    uint32_t cluster_floor;                      /* since when the whole cluster is ready */
    int phase;                                   /* how often it was */
    int64_t bytes_written;                       /* to global memory */
    int64_t wavefronts_ideal, wavefronts_actual; /* of shared memory */
    ata_status status;
} ata_emu_state;

extern ata_emu_state ata_emu;

/* The running thread did something wrong: say what, in words that follow "KERNEL, block B, thread T: ". */
_Noreturn void ata_emu_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for what no single thread did: the sentence begins with the kernel alone. Returns ATA_ERROR_DEVICE. */
ata_status ata_emu_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* lanes.c, shared.c and remote.c: hooks. */
const void *ata_emu_lanes_meet(const void *mine, int distance);
void ata_emu_lanes_part(void);
const void *ata_emu_shared_get(int index, int elements);
void *ata_emu_shared_put(int index, int elements);
void ata_emu_remote_expect(int elements);
void ata_emu_remote_arrive(void);
void ata_emu_remote_ready(void);
void *ata_emu_remote_put(int rank, int index, int elements);
void ata_emu_remote_wait(void);

/* run.c: give way until the scheduler sees the reason gone. */
void ata_emu_stop(ata_emu_wait wait);

/* The range and the alignment of an access to shared memory; `word` is what the kernel said. */
void ata_emu_check_index(const char *word, int index, int elements);

#endif
