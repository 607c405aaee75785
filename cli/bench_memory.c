/* bench_memory.c - the host's blocks beside arrays on a GPU, kept from one problem to the next.
 *
 * A gigabyte that is new to a process costs it more time than all that is measured on the GPU: every page is a fault
 * and has to be cleared. So blocks are kept and only grow, lie in huge pages where the system has them, and are first
 * touched by all cores.
 *
 * A copy from or to memory that is not page-locked goes through the driver's own, piece by piece, at a fraction of the
 * bus's speed. But locking takes about as long as two such copies. So a block is locked when a second problem uses it:
 * then there will be more of them.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "check/parallel.h"
#include "cli/bench.h"

enum { HUGE_PAGE = 1 << 21, PAGE = 4096 };

static void touch(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    unsigned char *start = state;
    for (int64_t at = begin; at < end; at += PAGE) start[at] = 0;
}

static void release(bench_block *block)
{
    if (block->locked_by) cli_gpu_unlock_host(block->locked_by, block->start);
    free(block->start);
    *block = (bench_block){0};
}

static void grow(bench_block *block, int64_t bytes)
{
    release(block);
    const int64_t rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *start = NULL;
    if (posix_memalign(&start, HUGE_PAGE, (size_t)rounded) != 0) return;
#if defined(MADV_HUGEPAGE)
    (void)madvise(start, (size_t)rounded, MADV_HUGEPAGE); /* a wish */
#endif
    check_parallel_split(rounded, 4 * HUGE_PAGE, touch, start);
    *block = (bench_block){.start = start, .bytes = rounded};
}

unsigned char *cli_bench_block_get(bench_block *block, int64_t bytes)
{
    if (bytes > block->bytes) grow(block, bytes);
    return bytes <= block->bytes ? block->start : NULL;
}

/* For copies of so many bytes. */
static void lock(bench_block *block, const gpu *device, int64_t bytes)
{
    if (bytes == 0 || block->uses++ == 0 || block->locked_by) return;
    if (bytes < block->bytes / 2) return; /* all of it would be locked for a little */
    if (cli_gpu_lock_host(device, block->start, block->bytes)) block->locked_by = device;
}

bool cli_bench_memory_get(bench_memory *memory, const gpu *device, int64_t bytes_in, int64_t bytes_out)
{
    /* Where these have to grow, the kept one would have to, too, and is in the way until then. */
    if (bytes_in > memory->in.bytes || bytes_out > memory->out.bytes) release(&memory->kept);
    if (!cli_bench_block_get(&memory->in, bytes_in)) return false;
    if (bytes_out > 0 && !cli_bench_block_get(&memory->out, bytes_out)) return false;
    lock(&memory->in, device, bytes_in);
    lock(&memory->out, device, bytes_out);
    return true;
}

int64_t cli_bench_memory_get_bytes(const bench_memory *memory)
{
    return memory->in.bytes + memory->out.bytes + memory->kept.bytes;
}

void cli_bench_memory_fini(bench_memory *memory)
{
    release(&memory->in);
    release(&memory->out);
    release(&memory->kept);
}
