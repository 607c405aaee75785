/* pool.h - the threads that executions share.
 *
 * There is one pool in a process. It comes to life with the first plan that wants more than one thread, grows to the
 * largest number asked for, sleeps while there is nothing to do, and is gone with the last such plan; nobody has to
 * start or stop it. A forked child keeps the pool without its workers.
 *
 * A job is `parts` calls of one function, each with its own part number. Whoever is free takes the next part: idle
 * workers, and the caller itself, which never waits for a worker that has not begun. So a job ends even if every worker
 * is busy with other callers' jobs, and a caller inside somebody else's parallel region, or inside a part of another
 * job, does no harm. Jobs that follow each other within some 50 microseconds find the workers awake.
 */
#ifndef ATA_CORE_POOL_H
#define ATA_CORE_POOL_H

#include "core/status.h"

typedef struct ata_pool ata_pool;

/* Get the pool, with at least threads - 1 workers. */
ata_status ata_pool_acquire(ata_pool **pool, int threads);
/* Give it back. NULL is ignored. */
void ata_pool_release(ata_pool *pool);

/* Call work(context, part) for every part in 0 .. parts - 1 and return when all have ended. */
void ata_pool_run(ata_pool *pool, int parts, void (*work)(void *context, int part), void *context);

#endif
