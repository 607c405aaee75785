/* pool.c - one pool of worker threads a process, counted by reference.
 *
 * Jobs lie in a fixed number of places, so that nothing is allocated, and a worker that comes too late looks at memory
 * that is still there:
 *
 *     taken    0 1 1 0 ...   places in use, each by one caller
 *     posted   0 0 1 0 ...   those of them with parts that nobody has begun: all that an idle worker looks at
 *     job[2]   left: counted down, a part for each count    ended: counted up; at `parts` the caller goes on
 *
 * Everybody begins with the part of their own number, if nobody has, so that the same thread finds in its cache what it
 * left there: the next pass of a transform, and the next transform, mostly go over the same memory in the same parts.
 *
 * Who has begun a part and not yet counted it as ended may read the job: until then its caller waits, and the place
 * cannot be another's. When all places are taken, a caller does its job alone.
 *
 * A worker that finds nothing looks on for some microseconds before it sleeps: the next pass of a transform is seldom
 * far, and waking a thread takes as long. Nobody looks on while there are more threads than CPUs, for it would keep
 * those who have work from doing it. A caller knows how many workers are awake, and calls the sleepers that it lacks.
 */
#include "core/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/clock.h"
#include "core/cpu.h"
#include "core/futex.h"
#include "core/memory.h"

enum {
    WORD_BITS = 64,
    PLACE_COUNT = WORD_BITS,
    CALLS_AT_ONCE = 4,  /* a call costs the one who makes it microseconds; those who were called call on */
    LOOKS_PER_TIME = 32 /* between two readings of the clock */
};
static const double patience = 50e-6;                    /* seconds to look on before a sleep */
static const double move_pause = 1e-3;                   /* seconds between two moves of a worker */
static const uint32_t caller_sleeps = (uint32_t)1 << 31; /* beside the number in `ended` */

typedef struct job {
    _Alignas(ATA_ALIGNMENT) atomic_int left; /* parts that nobody has begun; below 0 when some came too late */
    int parts;
    void (*work)(void *context, int part);
    void *context;
    _Atomic uint64_t unbegun;                       /* a bit for each part, where a word has enough */
    _Alignas(ATA_ALIGNMENT) _Atomic uint32_t ended; /* parts; apart, since the caller watches it while others begin */
} job;

struct ata_pool {
    _Alignas(ATA_ALIGNMENT) _Atomic uint64_t posted;
    _Alignas(ATA_ALIGNMENT) _Atomic uint64_t taken;
    atomic_int wanted;         /* workers that the running jobs could use */
    _Atomic uint32_t sleeping; /* workers that sleep and have not been called */
    _Atomic uint32_t calls;    /* made and not yet heard */
    atomic_int caller_cpu;     /* of the last caller that found workers asleep */
    atomic_int arrived_count;  /* workers that have begun, to tell them apart */
    _Alignas(ATA_ALIGNMENT) atomic_int worker_count;
    atomic_int cpu_count;
    atomic_bool stop;
    pthread_t worker[ATA_MAX_THREADS];
    job job[PLACE_COUNT];
};

/* Guards the two below. Workers never take it, so it may be held while they are joined. */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static ata_pool *shared_pool;
static int64_t shared_users;

static uint64_t bit_of(int place)
{
    return (uint64_t)1 << place;
}

/* --- Looking on -------------------------------------------------------------------------------------------------- */

typedef struct watch {
    int looks;
    double end;
} watch;

/* Whether there are more threads at work than CPUs, as far as the pool knows. */
static bool is_crowded(const ata_pool *pool)
{
    const int callers = __builtin_popcountll(atomic_load_explicit(&pool->taken, memory_order_relaxed));
    const int awake = atomic_load(&pool->worker_count) - (int)atomic_load(&pool->sleeping);
    return awake + callers > atomic_load_explicit(&pool->cpu_count, memory_order_relaxed);
}

/* Let a moment go by between two looks at something; false when it is time to sleep instead. */
static bool look_on(const ata_pool *pool, watch *looking)
{
    if (looking->looks++ % LOOKS_PER_TIME == 0) {
        const double now = ata_clock_get();
        if (looking->end == 0) looking->end = now + patience;
        if (now > looking->end || is_crowded(pool)) return false;
    }
#if defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory"); /* `yield` is over at once on most; this takes as long as x86's pause */
#elif defined(__x86_64__)
    __builtin_ia32_pause();
#endif
    return true;
}

/* --- Calling and sleeping ---------------------------------------------------------------------------------------- */

/* Call sleepers as long as the jobs could use more workers than are awake. Sequentially consistent together with
 * sleep_until_called(): either the call counts the sleeper, or the sleeper sees what was posted before the call. */
static void call_workers(ata_pool *pool)
{
    if (atomic_load(&pool->posted) == 0) return; /* all parts have been begun, however few workers that took */
    uint32_t sleeping = atomic_load(&pool->sleeping);
    int count;
    do {
        const int awake = atomic_load(&pool->worker_count) - (int)sleeping;
        count = atomic_load(&pool->wanted) - awake;
        if (count > (int)sleeping) count = (int)sleeping;
        if (count > CALLS_AT_ONCE) count = CALLS_AT_ONCE;
        if (count <= 0) return;
    } while (!atomic_compare_exchange_weak(&pool->sleeping, &sleeping, sleeping - (uint32_t)count));
    atomic_fetch_add(&pool->calls, (uint32_t)count);
    ata_futex_wake(&pool->calls, count);
}

static bool take_one(_Atomic uint32_t *number)
{
    uint32_t value = atomic_load(number);
    while (value > 0)
        if (atomic_compare_exchange_weak(number, &value, value - 1)) return true;
    return false;
}

/* Sleep; false when there was no need to. */
static bool sleep_until_called(ata_pool *pool)
{
    atomic_fetch_add(&pool->sleeping, 1);
    const bool needed = atomic_load(&pool->posted) != 0 || atomic_load(&pool->stop);
    if (needed && take_one(&pool->sleeping)) return false; /* else somebody has called already */
    while (!take_one(&pool->calls)) ata_futex_wait(&pool->calls, 0);
    return true;
}

/* --- Parts ------------------------------------------------------------------------------------------------------- */

/* One of the parts that nobody has begun, of which there is one for each count of `left`: that of the number, or
 * any. */
static int choose_part(job *task, int number)
{
    const uint64_t own = bit_of(number % task->parts);
    uint64_t unbegun = atomic_load_explicit(&task->unbegun, memory_order_relaxed), chosen;
    do chosen = unbegun & own ? own : unbegun & (~unbegun + 1);
    while (!atomic_compare_exchange_weak_explicit(&task->unbegun, &unbegun, unbegun & ~chosen, memory_order_relaxed,
                                                  memory_order_relaxed));
    return __builtin_ctzll(chosen);
}

/* Begin a part of the job at a place: its number, or -1 when none is left. */
static int begin_part(ata_pool *pool, int place, int number)
{
    job *task = &pool->job[place];
    if (atomic_load_explicit(&task->left, memory_order_relaxed) <= 0) return -1;
    const int left = atomic_fetch_sub_explicit(&task->left, 1, memory_order_acquire);
    if (left <= 0) return -1;
    if (left == 1) atomic_fetch_and(&pool->posted, ~bit_of(place));
    return task->parts <= WORD_BITS ? choose_part(task, number) : task->parts - left;
}

/* Do what is left of the job at a place; whether it was anything. */
static bool do_parts(ata_pool *pool, int place, int number)
{
    job *task = &pool->job[place];
    uint32_t count = 0;
    for (int part; (part = begin_part(pool, place, number)) >= 0; count++) task->work(task->context, part);
    if (count == 0) return false;
    const uint32_t parts = (uint32_t)task->parts; /* the job may be gone once its parts are counted */
    const uint32_t ended = atomic_fetch_add_explicit(&task->ended, count, memory_order_acq_rel) + count;
    if (ended == (parts | caller_sleeps)) ata_futex_wake(&task->ended, 1);
    return true;
}

static void wait_for_end(const ata_pool *pool, job *task, uint32_t parts)
{
    watch looking = {0};
    while (atomic_load_explicit(&task->ended, memory_order_acquire) != parts) {
        if (look_on(pool, &looking)) continue;
        uint32_t ended = atomic_fetch_or_explicit(&task->ended, caller_sleeps, memory_order_acq_rel) | caller_sleeps;
        while (ended != (parts | caller_sleeps)) {
            ata_futex_wait(&task->ended, ended);
            ended = atomic_load_explicit(&task->ended, memory_order_acquire);
        }
        return;
    }
}

/* --- Workers ----------------------------------------------------------------------------------------------------- */

/* Where a worker may run, as it was given from outside, and what it has made of that. */
typedef struct seat {
    cpu_set_t given, chosen;
    double moved;
} seat;

/* Some schedulers wake a thread on the CPU of the one who called it, though another is idle, and there it waits until
 * the caller pauses; so a worker that was called to that CPU, and came too late, keeps away from it until the same
 * happens on another. Not often, for moving takes as long as waking, and where every CPU has a caller of its own no
 * seat is better. */
static void leave_cpu(seat *mine, int cpu)
{
    if (cpu < 0 || cpu != sched_getcpu()) return;
    const double now = ata_clock_get();
    cpu_set_t current;
    if (now < mine->moved + move_pause || sched_getaffinity(0, sizeof current, &current) != 0) return;
    if (!CPU_EQUAL(&current, &mine->chosen)) mine->given = current; /* someone else has set it since */
    mine->chosen = mine->given;
    CPU_CLR((size_t)cpu, &mine->chosen);
    mine->moved = now;
    if (CPU_COUNT(&mine->chosen) > 0) sched_setaffinity(0, sizeof mine->chosen, &mine->chosen);
}

/* Do what is left of some job, if any is posted; the search begins at another place for each worker, so that they
 * spread over the jobs. Callers have the number 0. */
static bool do_any(ata_pool *pool, int number)
{
    const uint64_t posted = atomic_load_explicit(&pool->posted, memory_order_acquire);
    if (!posted) return false;
    const uint64_t from_first = posted & ~(bit_of((number - 1) % PLACE_COUNT) - 1);
    return do_parts(pool, __builtin_ctzll(from_first ? from_first : posted), number);
}

static void *worker_main(void *argument)
{
    ata_pool *pool = argument;
    const int number = atomic_fetch_add(&pool->arrived_count, 1) + 1;
    seat mine = {.moved = 0};
    watch looking = {0};
    while (!atomic_load_explicit(&pool->stop, memory_order_relaxed)) {
        if (do_any(pool, number)) {
            looking = (watch){0};
        } else if (!look_on(pool, &looking)) {
            looking = (watch){0};
            if (!sleep_until_called(pool)) continue;
            call_workers(pool);
            if (atomic_load(&pool->posted) == 0)
                leave_cpu(&mine, atomic_load_explicit(&pool->caller_cpu, memory_order_relaxed));
        }
    }
    return NULL;
}

/* Workers take no signals: a program's handlers run on its own threads. But those of a fault go to the thread that made
 * it, and end the process where they are blocked: a program may well mend one, of memory that it maps when it is used.
 * And profilers count where time goes. */
static int start_worker(ata_pool *pool, pthread_t *worker)
{
    static const int taken[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) sigdelset(&blocked, taken[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    const int error = pthread_create(worker, NULL, worker_main, pool);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static ata_status add_workers(ata_pool *pool, int count)
{
    for (int i = atomic_load(&pool->worker_count); i < count; i++) {
        const int error = start_worker(pool, &pool->worker[i]);
        if (error) {
            char value[16];
            snprintf(value, sizeof value, "%d", count + 1);
            return ata_fail(ATA_ERROR_THREAD, "threads", value, "fewer threads",
                            "threads is %d, but the system would not start thread number %d (%s); ask for fewer",
                            count + 1, i + 2, strerror(error));
        }
        atomic_store(&pool->worker_count, i + 1);
    }
    return ATA_OK;
}

/* --- The pool ---------------------------------------------------------------------------------------------------- */

static void destroy(ata_pool *pool)
{
    atomic_store(&pool->stop, true);
    const uint32_t sleeping = atomic_exchange(&pool->sleeping, 0);
    atomic_fetch_add(&pool->calls, sleeping);
    ata_futex_wake(&pool->calls, (int)sleeping);
    for (int i = 0; i < atomic_load(&pool->worker_count); i++) pthread_join(pool->worker[i], NULL);
    ata_memory_destroy(pool);
}

/* A forked child has the pool's memory and none of its workers: callers do their jobs alone, until a new plan asks for
 * threads. */
static void before_fork(void)
{
    pthread_mutex_lock(&shared_lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&shared_lock);
}

static void after_fork_in_child(void)
{
    if (shared_pool) memset(shared_pool, 0, sizeof *shared_pool);
    pthread_mutex_unlock(&shared_lock);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

static ata_status acquire_locked(int threads)
{
    if (!shared_pool) {
        ata_pool *pool;
        ATA_TRY(ata_memory_create_zeroed((void **)&pool, 1, sizeof *pool, "the thread pool"));
        shared_pool = pool;
    }
    const int cpus = ata_cpu_get_count(); /* fewer where a caller's thread is bound to some of them */
    if (cpus > atomic_load(&shared_pool->cpu_count)) atomic_store(&shared_pool->cpu_count, cpus);
    return add_workers(shared_pool, threads - 1);
}

ata_status ata_pool_acquire(ata_pool **pool, int threads)
{
    static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
    pthread_once(&forks_once, watch_forks);
    *pool = NULL;
    pthread_mutex_lock(&shared_lock);
    const ata_status status = acquire_locked(threads);
    if (status == ATA_OK) {
        shared_users++;
        *pool = shared_pool;
    } else if (shared_users == 0 && shared_pool) {
        destroy(shared_pool);
        shared_pool = NULL;
    }
    pthread_mutex_unlock(&shared_lock);
    return status;
}

void ata_pool_release(ata_pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&shared_lock);
    if (--shared_users == 0) {
        destroy(shared_pool);
        shared_pool = NULL;
    }
    pthread_mutex_unlock(&shared_lock);
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

/* Take a place for a job; -1 when there is none. */
static int take_place(ata_pool *pool)
{
    uint64_t taken = atomic_load_explicit(&pool->taken, memory_order_relaxed);
    while (~taken) {
        const int place = __builtin_ctzll(~taken);
        if (atomic_compare_exchange_weak_explicit(&pool->taken, &taken, taken | bit_of(place), memory_order_acquire,
                                                  memory_order_relaxed))
            return place;
    }
    return -1;
}

static void run_alone(int parts, void (*work)(void *context, int part), void *context)
{
    for (int part = 0; part < parts; part++) work(context, part);
}

void ata_pool_run(ata_pool *pool, int parts, void (*work)(void *context, int part), void *context)
{
    const int place = parts > 1 ? take_place(pool) : -1;
    if (place < 0) {
        run_alone(parts, work, context);
        return;
    }
    job *mine = &pool->job[place];
    mine->parts = parts;
    mine->work = work;
    mine->context = context;
    atomic_store_explicit(&mine->unbegun, parts < WORD_BITS ? bit_of(parts) - 1 : ~(uint64_t)0, memory_order_relaxed);
    atomic_store_explicit(&mine->ended, 0, memory_order_relaxed);
    /* Posted before parts can be begun: who begins the last one takes the post away, and must find it there. */
    atomic_fetch_add(&pool->wanted, parts - 1);
    atomic_fetch_or(&pool->posted, bit_of(place));
    atomic_store_explicit(&mine->left, parts, memory_order_release);
    if (atomic_load(&pool->sleeping) > 0) {
        atomic_store_explicit(&pool->caller_cpu, sched_getcpu(), memory_order_relaxed);
        call_workers(pool);
    }
    do_parts(pool, place, 0);
    wait_for_end(pool, mine, (uint32_t)parts);
    atomic_fetch_sub(&pool->wanted, parts - 1);
    atomic_fetch_and_explicit(&pool->taken, ~bit_of(place), memory_order_release);
}
