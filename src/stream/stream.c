/* stream.c - streams made, drained, asked and ended. */
#include "stream/stream.h"

#include <time.h>

#include "core/memory.h"

/* --- Making ------------------------------------------------------------------------------------------------------- */

static ata_status start_thread(pthread_t *thread, void *(*main)(void *), void *context)
{
    if (pthread_create(thread, NULL, main, context) == 0) return ATA_OK;
    return ata_fail(ATA_ERROR_THREAD, "lanes", "", "fewer",
                    "the system would not start a thread for the stream; use fewer devices or lanes");
}

static ata_status start_threads(ata_stream *stream)
{
    for (int l = 0; l < stream->lane_count; l++) {
        ata_stream_lane *lane = &stream->lane[l];
        ATA_TRY(start_thread(&lane->thread, ata_stream_lane_main, lane));
        lane->started = true;
    }
    if (!stream->options.on_frames) return ATA_OK;
    ATA_TRY(start_thread(&stream->deliverer, ata_stream_deliver_main, stream));
    stream->delivers = true;
    return ATA_OK;
}

/* Time limits are counted on the clock that only goes forward. */
static void init_waiting(ata_stream *stream)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&stream->lock, NULL);
    pthread_mutex_init(&stream->telling, NULL);
    pthread_cond_init(&stream->work, &attributes);
    pthread_cond_init(&stream->moved, &attributes);
    pthread_condattr_destroy(&attributes);
}

static bool any_copies(const ata_stream *stream)
{
    for (int d = 0; d < stream->device_count; d++)
        if (stream->device[d].engine->lane_create) return true;
    return false;
}

static ata_status make(ata_stream *stream)
{
    ATA_TRY(ata_stream_devices_find(stream));
    ATA_TRY(ata_stream_sizes_make(&stream->sizes, &stream->frame, &stream->options, stream->lane_count,
                                  any_copies(stream)));
    ATA_TRY(ata_stream_latency_init(&stream->latency, &stream->sizes, stream->options.preference == ATA_LATENCY));
    ATA_TRY(ata_stream_devices_make(stream));
    stream->options.devices = NULL;
    stream->options.plan = NULL;
    return start_threads(stream);
}

ata_status ata_stream_make(ata_stream **stream, const ata_problem *frame, const ata_stream_options *options)
{
    ATA_TRY(ata_memory_create_zeroed((void **)stream, 1, sizeof **stream, "a stream"));
    (*stream)->frame = *frame;
    (*stream)->options = *options;
    init_waiting(*stream);
    const ata_status status = make(*stream);
    if (status != ATA_OK) {
        ata_stream_unmake(*stream);
        *stream = NULL;
    }
    return status;
}

void ata_stream_unmake(ata_stream *stream)
{
    if (!stream) return;
    pthread_mutex_lock(&stream->lock);
    stream->ending = true;
    pthread_cond_broadcast(&stream->work);
    pthread_cond_broadcast(&stream->moved);
    pthread_mutex_unlock(&stream->lock);
    for (int l = 0; l < stream->lane_count; l++)
        if (stream->lane[l].started) pthread_join(stream->lane[l].thread, NULL);
    if (stream->delivers) pthread_join(stream->deliverer, NULL);
    ata_stream_devices_unmake(stream);
    ata_stream_latency_fini(&stream->latency);
    pthread_cond_destroy(&stream->moved);
    pthread_cond_destroy(&stream->work);
    pthread_mutex_destroy(&stream->telling);
    pthread_mutex_destroy(&stream->lock);
    ata_memory_destroy(stream);
}

/* --- Flushing and draining ---------------------------------------------------------------------------------------- */

static int64_t accepted(const ata_stream *stream)
{
    const int64_t frames = atomic_load(&stream->filled) - stream->sizes.overlap;
    return frames > 0 ? frames : 0;
}

ata_status ata_stream_begin(ata_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    const int64_t frames = accepted(stream);
    if (frames > stream->flush_to) stream->flush_to = frames;
    pthread_cond_broadcast(&stream->work);
    pthread_mutex_unlock(&stream->lock);
    return stream->lost ? ata_stream_fail_lost(stream) : ATA_OK;
}

/* The frames that are out of the stream's hands: ready to be collected, or delivered. */
static int64_t settled(const ata_stream *stream)
{
    return stream->delivers ? atomic_load(&stream->collected) : atomic_load(&stream->ready);
}

ata_status ata_stream_finish(ata_stream *stream, double limit)
{
    const double until = ata_stream_until(limit);
    const int64_t target = accepted(stream);
    bool in_time = true;
    (void)ata_stream_begin(stream);
    pthread_mutex_lock(&stream->lock);
    atomic_fetch_add(&stream->watchers, 1);
    while (settled(stream) < target && (!stream->lost || settled(stream) < stream->ready) && in_time)
        in_time = ata_stream_sleep(stream, &stream->moved, until);
    atomic_fetch_sub(&stream->watchers, 1);
    pthread_mutex_unlock(&stream->lock);
    if (settled(stream) >= target) return ATA_OK;
    if (stream->lost) return ata_stream_fail_lost(stream);
    return ata_stream_would_block("limit", "not every frame was transformed", limit);
}

/* --- Questions ---------------------------------------------------------------------------------------------------- */

void ata_stream_ask(ata_stream *stream, ata_stream_info *info)
{
    const ata_stream_sizes *sizes = &stream->sizes;
    pthread_mutex_lock(&stream->lock);
    *info = (ata_stream_info){.frames_batch = sizes->batch,
                              .frames_held = sizes->room,
                              .step_bytes = sizes->step_bytes,
                              .frame_in_bytes = sizes->frame.in_bytes,
                              .frame_out_bytes = sizes->frame.out_bytes,
                              .collected = atomic_load(&stream->collected),
                              .ready = atomic_load(&stream->ready),
                              .batches = stream->batches,
                              .redone = stream->redone,
                              .missed = stream->latency.missed,
                              .devices = stream->device_count,
                              .devices_left = stream->devices_left,
                              .page_locked = stream->locked_site != NULL};
    info->steps = atomic_load(&stream->filled);
    info->accepted = accepted(stream);
    pthread_mutex_unlock(&stream->lock);
}
