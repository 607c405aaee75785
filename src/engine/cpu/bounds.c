/* bounds.c - what this CPU allows: the speed of its memory, of its arithmetic and of its first cache.
 *
 * Each is measured by a piece of work that is shared out to the threads in more parts than there are threads, so that
 * nobody waits long for the last one. The loops are those of the instruction set in use (loops/).
 */
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/clock.h"
#include "core/memory.h"
#include "core/pool.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/loops/loops.h"
#include "engine/cpu/unplanned.h"
#include "engine/timing.h"

enum { PARTS = 8 /* for each thread */, EXCHANGE_BYTES = 16 << 10, PAGE_BYTES = 4096 };

typedef struct job {
    ata_pool *pool; /* NULL for one thread */
    int parts;
    void (*run)(void *context, int part); /* a part of this job, which is the context */
    const ata_cpu_loops *loops;
    double (*work)(const struct job *j, int part); /* so many rounds of a loop; returns how much that was */
    int64_t rounds;
    char *to, *from;
    int64_t part_bytes; /* of the arrays */
} job;

static ata_status run_all(void *context)
{
    job *j = context;
    for (int part = 0; !j->pool && part < j->parts; part++) j->run(j, part);
    if (j->pool) ata_pool_run(j->pool, j->parts, j->run, j);
    return ATA_OK;
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void touch(void *context, int part)
{
    const job *j = context;
    memset(j->from + part * j->part_bytes, 1, (size_t)j->part_bytes);
    memset(j->to + part * j->part_bytes, 2, (size_t)j->part_bytes);
}

static void copy_plainly(void *context, int part)
{
    const job *j = context;
    memcpy(j->to + part * j->part_bytes, j->from + part * j->part_bytes, (size_t)j->part_bytes);
}

#if defined(__SSE2__)
/* Stores that go past the caches, and so do not read what they overwrite. Other CPUs notice a long copy by
 * themselves. */
static void copy_past_caches(void *context, int part)
{
    const job *j = context;
    char *to = j->to + part * j->part_bytes;
    const char *from = j->from + part * j->part_bytes;
    for (int64_t at = 0; at < j->part_bytes; at += (int64_t)sizeof(__m128i))
        _mm_stream_si128((__m128i *)(to + at), _mm_load_si128((const __m128i *)(from + at)));
    _mm_sfence();
}
#endif

/* Of one array: several times what caches hold, of all cores or of one that has the last level to itself, but no more
 * than an eighth of the machine's memory. */
static int64_t choose_copy_bytes(int threads)
{
    const int64_t mib = 1 << 20;
    int64_t bytes = 128 * mib;
    if (bytes < 32 * mib * threads) bytes = 32 * mib * threads;
#if defined(_SC_LEVEL3_CACHE_SIZE)
    const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (cache > 0 && bytes < 4 * (int64_t)cache) bytes = 4 * (int64_t)cache;
#endif
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0 && bytes > (int64_t)pages / 8 * page) bytes = (int64_t)pages / 8 * page;
    return bytes;
}

static ata_status time_copies(job *j, double *best)
{
    void (*const copies[])(void *context, int part) = {
        copy_plainly,
#if defined(__SSE2__)
        copy_past_caches,
#endif
    };
    j->run = touch;
    ATA_TRY(run_all(j));
    *best = 0;
    for (size_t i = 0; i < sizeof copies / sizeof copies[0]; i++) {
        double seconds;
        j->run = copies[i];
        ATA_TRY(ata_timing_measure(run_all, j, &seconds));
        const double speed = 2 * (double)(j->part_bytes * j->parts) / seconds;
        if (speed > *best) *best = speed;
    }
    return ATA_OK;
}

static ata_status measure_copy(job *j, ata_bounds *bounds)
{
    double speed;
    j->part_bytes = choose_copy_bytes(bounds->processors) / j->parts / PAGE_BYTES * PAGE_BYTES;
    if (j->part_bytes == 0) j->part_bytes = PAGE_BYTES;
    bounds->copy_bytes = j->part_bytes * j->parts;
    const size_t bytes = (size_t)bounds->copy_bytes;
    ATA_TRY(ata_memory_create((void **)&j->to, 2, bytes, "the arrays of a copy"));
    j->from = j->to + bytes;
    const ata_status status = time_copies(j, &speed);
    ata_memory_destroy(j->to);
    if (status == ATA_OK) bounds->copy_gb_per_s = speed / 1e9;
    return status;
}

/* --- Arithmetic and exchange -------------------------------------------------------------------------------------- */

static double work_f32(const job *j, int part)
{
    double seed = 1;
    (void)part;
    return j->loops->f32.work(j->rounds, &seed);
}

static double work_f64(const job *j, int part)
{
    double seed = 1;
    (void)part;
    return j->loops->f64.work(j->rounds, &seed);
}

static double exchange(const job *j, int part)
{
    return j->loops->exchange((float *)(j->to + part * j->part_bytes), j->part_bytes, j->rounds);
}

static void run_rounds(void *context, int part)
{
    const job *j = context;
    (void)j->work(j, part);
}

/* How much a second, in 10^9. A part is as many rounds as take a thread a millisecond, found by doubling them. */
static ata_status measure_rate(job *j, double (*work)(const job *j, int part), double *rate)
{
    const double enough = 1e-3;
    double amount, seconds;
    j->work = work;
    j->run = run_rounds;
    j->rounds = 64;
    do {
        j->rounds *= 2;
        const double begin = ata_clock_get();
        amount = work(j, 0);
        seconds = ata_clock_get() - begin;
    } while (seconds < enough);
    ATA_TRY(ata_timing_measure(run_all, j, &seconds));
    *rate = amount * j->parts / seconds / 1e9;
    return ATA_OK;
}

static ata_status measure_exchange(job *j, ata_bounds *bounds)
{
    j->part_bytes = bounds->exchange_bytes = EXCHANGE_BYTES;
    ATA_TRY(ata_memory_create_zeroed((void **)&j->to, (size_t)j->parts, EXCHANGE_BYTES, "numbers to exchange"));
    const ata_status status = measure_rate(j, exchange, &bounds->exchange_gb_per_s);
    ata_memory_destroy(j->to);
    return status;
}

/* --- All of them -------------------------------------------------------------------------------------------------- */

static ata_status measure(job *j, ata_bounds *bounds)
{
    ATA_TRY(measure_copy(j, bounds));
    ATA_TRY(measure_rate(j, work_f32, &bounds->arithmetic_gflops));
    ATA_TRY(measure_rate(j, work_f64, &bounds->arithmetic_f64_gflops));
    return measure_exchange(j, bounds);
}

ata_status ata_cpu_bounds(ata_site *site, int threads, ata_bounds *bounds)
{
    (void)site;
    ATA_TRY(ata_line_check_isa());
    job j = {.parts = PARTS * threads, .loops = ata_cpu_loops_get()};
    if (threads > 1) ATA_TRY(ata_pool_acquire(&j.pool, threads));
    bounds->processors = threads;
    bounds->repeats = ATA_TIMING_REPEATS;
    const ata_status status = measure(&j, bounds);
    ata_pool_release(j.pool);
    return status;
}
