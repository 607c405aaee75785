/* slots.h - a plan's own scratch: a fixed number of buffers, each lent to one execution at a time.
 *
 * Taking a free one is a single atomic operation, on memory that a thread shares with no other as long as there are
 * buffers enough; only when all are lent does an execution wait for another to end. Nothing is allocated after
 * creation.
 */
#ifndef ATA_PLAN_SLOTS_H
#define ATA_PLAN_SLOTS_H

#include "core/status.h"

enum { ATA_MAX_SLOTS = 64 };

typedef struct ata_slots ata_slots;

/* `count` buffers (1 to ATA_MAX_SLOTS) of `bytes` each, aligned. */
ata_status ata_slots_create(ata_slots **slots, int count, size_t bytes);
void ata_slots_destroy(ata_slots *slots);

/* Borrow a buffer, waiting if need be; give it back. */
void *ata_slots_take(ata_slots *slots);
void ata_slots_give(ata_slots *slots, void *buffer);

#endif
