/* slots.c - lending scratch buffers. */
#include "plan/slots.h"

#include <pthread.h>
#include <stdatomic.h>

#include "core/memory.h"

struct ata_slots {
    _Atomic uint64_t free; /* a bit for each buffer */
    _Atomic int waiting;
    pthread_mutex_t lock; /* for those who wait */
    pthread_cond_t given;
    size_t bytes; /* of one, rounded to the alignment */
    char *memory;
};

ata_status ata_slots_create(ata_slots **slots, int count, size_t bytes)
{
    ATA_TRY(ata_memory_create_zeroed((void **)slots, 1, sizeof **slots, "a plan's scratch"));
    ata_slots *made = *slots;
    made->bytes = ata_memory_round(bytes);
    const ata_status status = ata_memory_create((void **)&made->memory, (size_t)count, made->bytes, "a plan's scratch");
    if (status != ATA_OK) {
        ata_memory_destroy(made);
        *slots = NULL;
        return status;
    }
    atomic_init(&made->free, count == ATA_MAX_SLOTS ? UINT64_MAX : ((uint64_t)1 << count) - 1);
    atomic_init(&made->waiting, 0);
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->given, NULL);
    return ATA_OK;
}

void ata_slots_destroy(ata_slots *slots)
{
    if (!slots) return;
    pthread_cond_destroy(&slots->given);
    pthread_mutex_destroy(&slots->lock);
    ata_memory_destroy(slots->memory);
    ata_memory_destroy(slots);
}

/* Take a free buffer if there is one; -1 if not. */
static int try_take(ata_slots *slots)
{
    uint64_t free = atomic_load(&slots->free);
    while (free) {
        const int number = __builtin_ctzll(free);
        if (atomic_compare_exchange_weak(&slots->free, &free, free & ~((uint64_t)1 << number))) return number;
    }
    return -1;
}

void *ata_slots_take(ata_slots *slots, int *number)
{
    *number = try_take(slots);
    if (*number < 0) {
        /* Announce the wait before looking again: whoever gives back after that look sees the announcement. */
        pthread_mutex_lock(&slots->lock);
        atomic_fetch_add(&slots->waiting, 1);
        while ((*number = try_take(slots)) < 0) pthread_cond_wait(&slots->given, &slots->lock);
        atomic_fetch_sub(&slots->waiting, 1);
        pthread_mutex_unlock(&slots->lock);
    }
    return slots->memory + (size_t)*number * slots->bytes;
}

void ata_slots_give(ata_slots *slots, int number)
{
    atomic_fetch_or(&slots->free, (uint64_t)1 << number);
    if (atomic_load(&slots->waiting) == 0) return;
    pthread_mutex_lock(&slots->lock);
    pthread_cond_signal(&slots->given);
    pthread_mutex_unlock(&slots->lock);
}
