/* slots.c - lending scratch buffers.
 *
 *     | head | buffer 0 | head | buffer 1 | ...      a head is a cache line that says whether its buffer is lent
 *
 * Every thread begins its search at a buffer of its own, so that threads that execute one plan at once neither share a
 * head nor find each other's scratch in their caches.
 */
#include "plan/slots.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "core/futex.h"
#include "core/memory.h"

/* Whoever gives a buffer back looks for waiters without a fence between the two, which would cost every execution as
 * much as the rest of this file. So a waiter may be overlooked, once in very many; then it looks by itself, after: */
static const int64_t longest_wait = 500000; /* nanoseconds */

typedef struct head {
    _Alignas(ATA_ALIGNMENT) atomic_bool lent;
} head;

struct ata_slots {
    int count;
    size_t pitch; /* bytes from one head to the next */
    char *memory;
    _Alignas(ATA_ALIGNMENT) atomic_int waiting; /* apart, since the above is read by all, always */
    _Atomic uint32_t given;                     /* buffers given back while somebody waited; only to see a change */
};

static head *head_of(const ata_slots *slots, int number)
{
    return (head *)(slots->memory + (size_t)number * slots->pitch);
}

ata_status ata_slots_create(ata_slots **slots, int count, size_t bytes)
{
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
    for (int i = 0; i < count; i++) atomic_init(&head_of(made, i)->lent, false);
    return ATA_OK;
}

void ata_slots_destroy(ata_slots *slots)
{
    if (!slots) return;
    ata_memory_destroy(slots->memory);
    ata_memory_destroy(slots);
}

/* The number of the calling thread, below ATA_MAX_SLOTS. */
static int get_thread_number(void)
{
    static atomic_int count;
    static _Thread_local int number; /* from 1 */
    if (number == 0) number = atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) % ATA_MAX_SLOTS + 1;
    return number - 1;
}

/* Looks before it writes, which would take a head that is lent from its borrower's cache. */
static bool try_take(head *wanted)
{
    return !atomic_load_explicit(&wanted->lent, memory_order_relaxed) &&
           !atomic_exchange_explicit(&wanted->lent, true, memory_order_acquire);
}

/* The next free one from `number` on; NULL when all are lent. */
static head *try_take_any(const ata_slots *slots, int number)
{
    for (int i = 0; i < slots->count; i++) {
        head *next = head_of(slots, (number + i) % slots->count);
        if (try_take(next)) return next;
    }
    return NULL;
}

static head *wait_and_take(ata_slots *slots, int number)
{
    head *found;
    atomic_fetch_add(&slots->waiting, 1);
    for (;;) {
        const uint32_t given = atomic_load(&slots->given);
        found = try_take_any(slots, number);
        if (found) break;
        ata_futex_wait_for(&slots->given, given, longest_wait);
    }
    atomic_fetch_sub(&slots->waiting, 1);
    return found;
}

void *ata_slots_take(ata_slots *slots)
{
    int number = get_thread_number();
    if (number >= slots->count) number %= slots->count;
    head *found = head_of(slots, number);
    if (!try_take(found)) {
        found = try_take_any(slots, number);
        if (!found) found = wait_and_take(slots, number);
    }
    return found + 1;
}

void ata_slots_give(ata_slots *slots, void *buffer)
{
    atomic_store_explicit(&((head *)buffer - 1)->lent, false, memory_order_release);
    if (atomic_load_explicit(&slots->waiting, memory_order_relaxed) == 0) return;
    atomic_fetch_add(&slots->given, 1);
    ata_futex_wake(&slots->given, 1);
}
