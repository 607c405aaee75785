/* share.h - so many things shared out to so many threads, as evenly as can be and in order. */
#ifndef ATA_CPU_SHARE_H
#define ATA_CPU_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/pool.h"

typedef struct ata_share {
    int64_t first, end; /* first .. end - 1 */
    int part;           /* whose it is */
} ata_share;

static inline ata_share ata_share_of(int64_t count, int parts, int part)
{
    const int64_t each = count / parts, more = count % parts;
    const int64_t first = part * each + (part < more ? part : more);
    return (ata_share){first, first + each + (part < more ? 1 : 0), part};
}

/* Whether all get nearly as many: the slowest takes at most so much longer than it would if things could be cut. */
static inline bool ata_share_is_even(int64_t count, int parts)
{
    enum { MOST = 9, OF = 8 };
    const int64_t turns = (count + parts - 1) / parts;
    return turns * parts <= count * MOST / OF;
}

/* How many of `threads` had better do `count` things one after the other, each of them together; at most `most` can
 * share one. 1 where sharing them out takes no longer: a crew waits for each other. */
static inline int ata_share_crew(int64_t count, int64_t most, int threads)
{
    enum { MOST = 9, OF = 8 };
    const int64_t crew = most < threads ? most : threads, turns = (count + threads - 1) / threads;
    return count * MOST < turns * crew * OF ? (int)crew : 1;
}

/* --- Crews ------------------------------------------------------------------------------------------------------- */

/* Threads that do one thing together, step by step. NULL stands for a thread by itself. */
typedef struct ata_crew {
    ata_pool *pool;
    int count;
} ata_crew;

typedef void (*ata_shared_work)(const void *what, ata_share share);

/* A step: `count` things that may be done in any order, but `unit` neighbours by one thread. */
typedef struct ata_shared_step {
    ata_shared_work work;
    const void *what;
    int64_t count, unit;
    int parts;
} ata_shared_step;

/* The last unit has what is left, too. */
static inline void ata_shared_step_do(void *context, int part)
{
    const ata_shared_step *step = context;
    const int64_t units = step->count > step->unit ? step->count / step->unit : 1;
    ata_share share = ata_share_of(units, step->parts, part);
    if (share.first == share.end) return;
    share.first *= step->unit;
    share.end = share.end < units ? share.end * step->unit : step->count;
    step->work(step->what, share);
}

/* Call work(what, share) for such shares that things 0 .. count - 1 are done once each; all are when it returns. */
static inline void ata_crew_share(const ata_crew *crew, int64_t count, int64_t unit, ata_shared_work work,
                                  const void *what)
{
    if (!crew) {
        work(what, (ata_share){0, count, 0});
        return;
    }
    ata_shared_step step = {work, what, count, unit, crew->count};
    ata_pool_run(crew->pool, crew->count, ata_shared_step_do, &step);
}

#endif
