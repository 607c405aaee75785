/* collect.c - results handed out in order, to the caller or to the caller's function, by one thread at a time. */
#include "stream/stream.h"

/* Results that wait to be collected. */
static int64_t find_results(const ata_stream *stream)
{
    return atomic_load_explicit(&stream->ready, memory_order_acquire) -
           atomic_load_explicit(&stream->collected, memory_order_relaxed);
}

static bool wait_for_results(ata_stream *stream, double limit)
{
    if (find_results(stream) > 0) return true;
    if (limit == 0) return false;
    if (stream->spins && ata_stream_spin(&stream->ready, atomic_load(&stream->collected) + 1)) return true;
    const double until = ata_stream_until(limit);
    bool in_time = true;
    pthread_mutex_lock(&stream->lock);
    while (find_results(stream) == 0 && !stream->lost && !stream->ending && in_time)
        in_time = ata_stream_sleep(stream, &stream->moved, until);
    pthread_mutex_unlock(&stream->lock);
    return find_results(stream) > 0;
}

ata_status ata_stream_look(ata_stream *stream, ata_stream_frames *frames, double limit)
{
    if (!wait_for_results(stream, limit)) {
        if (!stream->lost) return ata_stream_would_block("limit", "no result is ready", limit);
        if (find_results(stream) == 0) return ata_stream_fail_lost(stream); /* the last came before that was said */
    }
    const int64_t collected = atomic_load_explicit(&stream->collected, memory_order_relaxed);
    const int64_t at = collected % stream->sizes.room, to_end = stream->sizes.room - at, all = find_results(stream);
    *frames = (ata_stream_frames){.data = stream->out + at * stream->sizes.frame.out_bytes,
                                  .first = collected,
                                  .count = all < to_end ? all : to_end};
    stream->told = frames->count;
    return ATA_OK;
}

/* As in feed.c: who sleeps says so before the last look. */
void ata_stream_let_go(ata_stream *stream, int64_t count)
{
    stream->told -= count;
    atomic_fetch_add(&stream->collected, count);
    if (atomic_load(&stream->watchers) == 0) return;
    pthread_mutex_lock(&stream->lock);
    pthread_cond_broadcast(&stream->moved);
    pthread_mutex_unlock(&stream->lock);
}

/* At the end nothing more is delivered: the caller is destroying the stream. */
static bool goes_on(ata_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    const bool ending = stream->ending;
    pthread_mutex_unlock(&stream->lock);
    return !ending;
}

void *ata_stream_deliver_main(void *context)
{
    ata_stream *stream = context;
    ata_stream_frames frames;
    while (goes_on(stream)) {
        if (!wait_for_results(stream, -1)) {
            if (stream->lost) break; /* drain tells the caller */
            continue;
        }
        if (!goes_on(stream) || ata_stream_look(stream, &frames, 0) != ATA_OK) break;
        stream->options.on_frames(stream->options.context, &frames);
        ata_stream_let_go(stream, frames.count);
    }
    return NULL;
}
