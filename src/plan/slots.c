/* slots.c - lending scratch buffers.
 *
 *     | head | buffer 0 | head | buffer 1 | ...      a head is a cache line that says to whom its buffer is lent
 *
 * Every thread begins its search at a buffer of its own, so that threads that execute one plan at once neither share a
 * head nor find each other's scratch in their caches.
 *
 * A forked child has one thread, and finds the buffers lent that others of its parent had borrowed. Nobody gives those
 * back: who would have to wait takes them from the dead first. Threads are numbered for that, in the order in which
 * they came, so that the dead are those up to some number, but for the one that forked.
 */
#include "plan/slots.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "core/futex.h"
#include "core/memory.h"

/* Whoever gives a buffer back looks for waiters without a fence between the two, which would cost every execution as
 * much as the rest of this file. So a waiter may be overlooked, once in very many; then it looks by itself, after: */
static const int64_t longest_wait = 500000; /* nanoseconds */

typedef struct head {
    _Alignas(ATA_ALIGNMENT) _Atomic uint64_t borrower; /* the number of a thread, 0 for none */
} head;

struct ata_slots {
    int count;
    size_t pitch; /* bytes from one head to the next */
    char *memory;
    _Alignas(ATA_ALIGNMENT) atomic_int waiting; /* apart, since the above is read by all, always */
    _Atomic uint32_t given;                     /* buffers given back while somebody waited; only to see a change */
};

static _Atomic uint64_t thread_count;
static _Thread_local uint64_t own_number; /* from 1; 0 before the thread's first loan */

/* Of the last fork; written before the child has other threads. */
static uint64_t last_dead, survivor;

static void after_fork_in_child(void)
{
    last_dead = atomic_load_explicit(&thread_count, memory_order_relaxed);
    survivor = own_number;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork_in_child);
}

static head *head_of(const ata_slots *slots, int number)
{
    return (head *)(slots->memory + (size_t)number * slots->pitch);
}

ata_status ata_slots_create(ata_slots **slots, int count, size_t bytes)
{
    static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
    pthread_once(&forks_once, watch_forks);
    ATA_TRY(ata_memory_create_zeroed((void **)slots, 1, sizeof **slots, "a plan's scratch"));
    ata_slots *made = *slots;
    made->count = count;
    made->pitch = sizeof(head) + ata_memory_round(bytes);
    const ata_status status = ata_memory_create((void **)&made->memory, (size_t)count, made->pitch, "a plan's scratch");
    if (status != ATA_OK) {
        ata_memory_destroy(made);
        *slots = NULL;
        return status;
    }
    for (int i = 0; i < count; i++) atomic_init(&head_of(made, i)->borrower, 0);
    return ATA_OK;
}

void ata_slots_destroy(ata_slots *slots)
{
    if (!slots) return;
    ata_memory_destroy(slots->memory);
    ata_memory_destroy(slots);
}

static uint64_t get_thread_number(void)
{
    if (own_number == 0) own_number = atomic_fetch_add_explicit(&thread_count, 1, memory_order_relaxed) + 1;
    return own_number;
}

/* Looks before it writes, which would take a head that is lent from its borrower's cache. */
static bool try_take(head *wanted, uint64_t number)
{
    uint64_t nobody = 0;
    return atomic_load_explicit(&wanted->borrower, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong_explicit(&wanted->borrower, &nobody, number, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* The next free one from `first` on; NULL when all are lent. */
static head *try_take_any(const ata_slots *slots, int first, uint64_t number)
{
    for (int i = 0; i < slots->count; i++) {
        head *next = head_of(slots, (first + i) % slots->count);
        if (try_take(next, number)) return next;
    }
    return NULL;
}

/* Give back what threads borrowed that a fork left behind. Those that waited then stay counted: whoever gives a buffer
 * back calls in vain, which costs a child little. */
static void bury_borrowers(const ata_slots *slots)
{
    for (int i = 0; last_dead > 0 && i < slots->count; i++) {
        head *next = head_of(slots, i);
        uint64_t borrower = atomic_load_explicit(&next->borrower, memory_order_relaxed);
        if (borrower > 0 && borrower <= last_dead && borrower != survivor)
            atomic_compare_exchange_strong_explicit(&next->borrower, &borrower, 0, memory_order_relaxed,
                                                    memory_order_relaxed);
    }
}

static head *wait_and_take(ata_slots *slots, int first, uint64_t number)
{
    head *found;
    bury_borrowers(slots);
    atomic_fetch_add(&slots->waiting, 1);
    for (;;) {
        const uint32_t given = atomic_load(&slots->given);
        found = try_take_any(slots, first, number);
        if (found) break;
        ata_futex_wait_for(&slots->given, given, longest_wait);
    }
    atomic_fetch_sub(&slots->waiting, 1);
    return found;
}

void *ata_slots_take(ata_slots *slots)
{
    const uint64_t number = get_thread_number();
    int first = (int)((number - 1) % ATA_MAX_SLOTS);
    if (first >= slots->count) first %= slots->count;
    head *found = head_of(slots, first);
    if (!try_take(found, number)) {
        found = try_take_any(slots, first, number);
        if (!found) found = wait_and_take(slots, first, number);
    }
    return found + 1;
}

void ata_slots_give(ata_slots *slots, void *buffer)
{
    atomic_store_explicit(&((head *)buffer - 1)->borrower, 0, memory_order_release);
    if (atomic_load_explicit(&slots->waiting, memory_order_relaxed) == 0) return;
    atomic_fetch_add(&slots->given, 1);
    ata_futex_wake(&slots->given, 1);
}
