/* futex.h - sleeping until a word of memory changes: a futex where the system has one (Linux), a mutex and a condition
 * variable elsewhere.
 *
 * A sleeper names the value that it has seen, so that a change between its look and its sleep is not missed. Waking may
 * be spurious: look at the word again. Waking a word where nobody sleeps, or whose use has changed since, does no harm.
 */
#ifndef ATA_CORE_FUTEX_H
#define ATA_CORE_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleep while *word is `seen`, until a wake. */
void ata_futex_wait(_Atomic uint32_t *word, uint32_t seen);

/* The same, but not longer than so many nanoseconds (less than a second). */
void ata_futex_wait_for(_Atomic uint32_t *word, uint32_t seen, int64_t nanoseconds);

/* Wake at most `count` of those who sleep on *word. */
void ata_futex_wake(_Atomic uint32_t *word, int count);

#endif
