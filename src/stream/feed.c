/* feed.c - steps of the signal put into the ring, by one thread at a time.
 *
 * `filled` has one writer, so that feeding takes no lock: only when the ring is full, or a lane sleeps that now has
 * work, does it meet anybody.
 */
#include <string.h>

#include "core/clock.h"
#include "stream/stream.h"

/* Steps that there is room for from `filled` on; looks at `collected`, which another thread writes, only when what was
 * seen there before is used up. */
static int64_t find_room(ata_stream *stream)
{
    const int64_t filled = atomic_load_explicit(&stream->filled, memory_order_relaxed);
    if (stream->fillable <= filled) stream->fillable = atomic_load(&stream->collected) + stream->sizes.room;
    return stream->fillable - filled;
}

static ata_status wait_for_room(ata_stream *stream, double limit)
{
    if (atomic_load_explicit(&stream->lost, memory_order_relaxed)) return ata_stream_fail_lost(stream);
    if (find_room(stream) > 0) return ATA_OK;
    if (limit == 0) return ata_stream_would_block("limit", "the stream is full, and no result was released", limit);
    const double until = ata_stream_until(limit);
    bool in_time = true;
    pthread_mutex_lock(&stream->lock);
    atomic_fetch_add(&stream->watchers, 1);
    while (find_room(stream) <= 0 && !stream->lost && in_time)
        in_time = ata_stream_sleep(stream, &stream->moved, until);
    atomic_fetch_sub(&stream->watchers, 1);
    pthread_mutex_unlock(&stream->lock);
    if (stream->lost) return ata_stream_fail_lost(stream);
    if (find_room(stream) > 0) return ATA_OK;
    return ata_stream_would_block("limit", "the stream is full, and no result was released", limit);
}

ata_status ata_stream_lend(ata_stream *stream, void **memory, int64_t *count, double limit)
{
    ATA_TRY(wait_for_room(stream, limit));
    const int64_t filled = atomic_load_explicit(&stream->filled, memory_order_relaxed);
    const int64_t at = filled % stream->sizes.room, to_end = stream->sizes.room - at;
    const int64_t room = stream->fillable - filled;
    *memory = stream->in + at * stream->sizes.step_bytes;
    *count = stream->taken = room < to_end ? room : to_end;
    return ATA_OK;
}

/* The first steps of the ring stand behind its end as well. */
static void repeat_behind_end(ata_stream *stream, int64_t at, int64_t count)
{
    const ata_stream_sizes *sizes = &stream->sizes;
    if (at >= sizes->overlap) return;
    const int64_t steps = at + count < sizes->overlap ? count : sizes->overlap - at;
    memcpy(stream->in + (sizes->room + at) * sizes->step_bytes, stream->in + at * sizes->step_bytes,
           (size_t)(steps * sizes->step_bytes));
}

/* A lane says that it sleeps before it looks at `filled` for the last time, and this looks for sleepers after it has
 * written `filled`: one of the two sees the other. */
static void wake_lane(ata_stream *stream, int64_t filled)
{
    if (atomic_load(&stream->sleepers) == 0 || filled < atomic_load(&stream->wake_at)) return;
    pthread_mutex_lock(&stream->lock);
    ata_stream_wake(stream);
    pthread_mutex_unlock(&stream->lock);
}

void ata_stream_take_back(ata_stream *stream, int64_t count)
{
    const int64_t filled = atomic_load_explicit(&stream->filled, memory_order_relaxed);
    if (count == 0) return;
    repeat_behind_end(stream, filled % stream->sizes.room, count);
    const bool idle = atomic_load_explicit(&stream->ready, memory_order_acquire) >= filled - stream->sizes.overlap;
    ata_stream_latency_feed(&stream->latency, filled, count, idle);
    stream->taken -= count;
    atomic_store(&stream->filled, filled + count);
    wake_lane(stream, filled + count);
}

/* What is left of a time limit, which begins when there is first no room: a frame that finds some reads no clock. */
static double time_left(ata_stream *stream, double limit, double *until)
{
    if (limit <= 0 || find_room(stream) > 0) return limit;
    if (*until == 0) *until = ata_stream_until(limit);
    const double left = *until - ata_clock_get();
    return left > 0 ? left : 0;
}

ata_status ata_stream_copy(ata_stream *stream, const void *data, int64_t count, double limit, int64_t *accepted)
{
    const char *from = data;
    double until = 0;
    for (*accepted = 0; *accepted < count;) {
        void *to;
        int64_t steps;
        ATA_TRY(ata_stream_lend(stream, &to, &steps, time_left(stream, limit, &until)));
        /* No more than a batch at a time, so that a lane begins while the rest is still being copied. */
        if (steps > stream->sizes.batch) steps = stream->sizes.batch;
        if (steps > count - *accepted) steps = count - *accepted;
        const size_t bytes = (size_t)(steps * stream->sizes.step_bytes);
        memcpy(to, from, bytes);
        ata_stream_take_back(stream, steps);
        from += bytes;
        *accepted += steps;
    }
    stream->taken = 0;
    return ATA_OK;
}
