/* futex.c - sleeping until a word changes. */
#include "core/futex.h"

#if defined(__linux__)

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void ata_futex_wait(_Atomic uint32_t *word, uint32_t seen)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

void ata_futex_wait_for(_Atomic uint32_t *word, uint32_t seen, int64_t nanoseconds)
{
    const struct timespec most = {.tv_nsec = (long)nanoseconds};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, &most, NULL, 0);
}

void ata_futex_wake(_Atomic uint32_t *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

#else

#include <pthread.h>
#include <time.h>

/* One for all words: a wake wakes every sleeper, and those whose word has not changed sleep on. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void ata_futex_wait(_Atomic uint32_t *word, uint32_t seen)
{
    pthread_mutex_lock(&lock);
    while (atomic_load(word) == seen) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

void ata_futex_wait_for(_Atomic uint32_t *word, uint32_t seen, int64_t nanoseconds)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += (long)nanoseconds;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    pthread_mutex_lock(&lock);
    if (atomic_load(word) == seen) pthread_cond_timedwait(&changed, &lock, &end);
    pthread_mutex_unlock(&lock);
}

void ata_futex_wake(_Atomic uint32_t *word, int count)
{
    (void)word;
    (void)count;
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

#endif
