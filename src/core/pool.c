/* pool.c - one pool of worker threads a process, counted by reference. */
#include "core/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"

typedef struct job {
    void (*work)(void *context, int part);
    void *context;
    int parts;
    int begun; /* parts taken */
    int ended; /* parts done */
    pthread_cond_t done;
    struct job *next;
} job;

struct ata_pool {
    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t wake;
    job *jobs; /* with parts that nobody has taken; the oldest first */
    bool stop;
    int worker_count;
    pthread_t worker[ATA_MAX_THREADS];
};

/* Guards the two below. Workers never take it, so it may be held while they are joined. */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static ata_pool *shared_pool;
static int64_t shared_users;

static void unlink_job(ata_pool *pool, const job *gone)
{
    job **link = &pool->jobs;
    while (*link != gone) link = &(*link)->next;
    *link = gone->next;
}

/* Take and do one part of a job that has one left; the lock is held on entry and on return. */
static void do_part(ata_pool *pool, job *task)
{
    const int part = task->begun++;
    if (task->begun == task->parts) unlink_job(pool, task);
    pthread_mutex_unlock(&pool->lock);
    task->work(task->context, part);
    pthread_mutex_lock(&pool->lock);
    if (++task->ended == task->parts) pthread_cond_signal(&task->done);
}

static void *worker_main(void *argument)
{
    ata_pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stop) {
        if (pool->jobs) do_part(pool, pool->jobs);
        else pthread_cond_wait(&pool->wake, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Workers take no signals: a program's handlers run on its own threads. */
static int start_worker(ata_pool *pool, pthread_t *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(worker, NULL, worker_main, pool);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static ata_status add_workers(ata_pool *pool, int count)
{
    while (pool->worker_count < count) {
        const int error = start_worker(pool, &pool->worker[pool->worker_count]);
        if (error) {
            char value[16];
            snprintf(value, sizeof value, "%d", count + 1);
            return ata_fail(ATA_ERROR_THREAD, "threads", value, "fewer threads",
                            "threads is %d, but the system would not start thread number %d (%s); ask for fewer",
                            count + 1, pool->worker_count + 2, strerror(error));
        }
        pool->worker_count++;
    }
    return ATA_OK;
}

static void destroy(ata_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->worker_count; i++) pthread_join(pool->worker[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    ata_memory_destroy(pool);
}

static ata_status acquire_locked(int threads)
{
    if (!shared_pool) {
        ata_pool *pool;
        ATA_TRY(ata_memory_create_zeroed((void **)&pool, 1, sizeof *pool, "the thread pool"));
        pthread_mutex_init(&pool->lock, NULL);
        pthread_cond_init(&pool->wake, NULL);
        shared_pool = pool;
    }
    return add_workers(shared_pool, threads - 1);
}

ata_status ata_pool_acquire(ata_pool **pool, int threads)
{
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

void ata_pool_run(ata_pool *pool, int parts, void (*work)(void *context, int part), void *context)
{
    if (parts == 1) {
        work(context, 0);
        return;
    }
    job mine = {.work = work, .context = context, .parts = parts, .done = PTHREAD_COND_INITIALIZER};
    pthread_mutex_lock(&pool->lock);
    job **end = &pool->jobs;
    while (*end) end = &(*end)->next;
    *end = &mine;
    for (int i = 1; i < parts; i++) pthread_cond_signal(&pool->wake);
    while (mine.begun < parts) do_part(pool, &mine);
    while (mine.ended < parts) pthread_cond_wait(&mine.done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_destroy(&mine.done);
}
