/* lane.c - a lane's thread: takes a batch, runs it, puts the results in order, and takes the next.
 *
 * Batches are taken by whoever is free, so that a device which is twice as fast does twice as many. They may be done
 * in another order than they were taken; `ready` moves when the oldest is.
 *
 * A device that fails a batch is dropped, with all its lanes; the batch is taken again, before any other, by a lane of
 * another device. Its steps are still in the ring, and its results go where they would have gone.
 */
#include <string.h>

#include "core/clock.h"
#include "stream/stream.h"

/* --- Work --------------------------------------------------------------------------------------------------------- */

static ata_stream_batch *batch_at(ata_stream *stream, int place)
{
    return &stream->batch[(stream->batch_first + place) % ATA_STREAM_BATCHES];
}

/* Frames up to the end of a batch that is whole: batches do not go round the end of the rings. */
static int64_t whole_batch(const ata_stream *stream, int64_t batch)
{
    const int64_t to_end = stream->sizes.room - stream->closed % stream->sizes.room;
    return to_end < batch ? to_end : batch;
}

static int64_t waiting_frames(const ata_stream *stream)
{
    return atomic_load(&stream->filled) - stream->sizes.overlap - stream->closed;
}

/* When the oldest frame that waits begins to be late for a whole batch. */
static double linger_until(const ata_stream *stream)
{
    return ata_stream_latency_fed(&stream->latency, stream->closed + stream->sizes.overlap) + stream->sizes.linger;
}

/* Whether frames may go without others: latency counts more, the caller said so, or they have waited long enough. */
static bool may_begin(const ata_stream *stream)
{
    if (stream->options.preference == ATA_LATENCY || stream->closed < stream->flush_to) return true;
    return stream->sizes.linger > 0 && ata_clock_get() >= linger_until(stream);
}

/* Steps at which there is work for a lane that takes batches of so many frames and finds too few now. */
static int64_t next_work(const ata_stream *stream, int64_t batch)
{
    const bool latency = stream->options.preference == ATA_LATENCY;
    const bool lingers = stream->sizes.linger > 0 && waiting_frames(stream) <= 0;
    return stream->closed + stream->sizes.overlap + (latency || lingers ? 1 : whole_batch(stream, batch));
}

/* Tell the feeder when the first of those who sleep has work. */
static void set_wake_at(ata_stream *stream)
{
    int64_t least = INT64_MAX;
    for (int l = 0; l < stream->lane_count; l++) {
        const ata_stream_lane *lane = &stream->lane[l];
        const int64_t steps = lane->sleeps ? next_work(stream, stream->device[lane->device].batch) : INT64_MAX;
        if (steps < least) least = steps;
    }
    atomic_store(&stream->wake_at, least);
}

static ata_stream_batch *find_failed(ata_stream *stream)
{
    for (int i = 0; i < stream->batch_count; i++)
        if (batch_at(stream, i)->state == ATA_BATCH_FAILED) return batch_at(stream, i);
    return NULL;
}

/* A new batch of the frames that wait, if there are enough. */
static ata_stream_batch *open_batch(ata_stream *stream, int64_t most)
{
    const int64_t frames = waiting_frames(stream), whole = whole_batch(stream, most);
    if (frames <= 0 || stream->batch_count == ATA_STREAM_BATCHES) return NULL;
    if (frames < whole && !may_begin(stream)) return NULL;
    ata_stream_batch *batch = batch_at(stream, stream->batch_count++);
    *batch = (ata_stream_batch){.first = stream->closed, .count = frames < whole ? frames : whole};
    stream->closed += batch->count;
    stream->batches++;
    return batch;
}

/* Look for a while before sleeping: waking up takes longer than many a batch. */
static void spin_for_work(ata_stream *stream, int64_t batch)
{
    const int64_t steps = next_work(stream, batch);
    pthread_mutex_unlock(&stream->lock);
    (void)ata_stream_spin(&stream->filled, steps);
    pthread_mutex_lock(&stream->lock);
}

/* Sleep until there may be work. */
static void wait_for_work(ata_stream *stream, ata_stream_lane *lane, int64_t batch)
{
    const bool full = stream->batch_count == ATA_STREAM_BATCHES;
    const bool lingers = stream->sizes.linger > 0 && waiting_frames(stream) > 0 && !full;
    lane->sleeps = true;
    atomic_fetch_add(&stream->sleepers, 1);
    set_wake_at(stream);
    if (full || atomic_load(&stream->filled) < next_work(stream, batch))
        (void)ata_stream_sleep(stream, &stream->work, lingers ? linger_until(stream) : -1);
    atomic_fetch_sub(&stream->sleepers, 1);
    lane->sleeps = false;
}

/* Others that sleep may find work too, or have to look after what is left until it has waited long enough: a signal
 * wakes one. */
static void wake_next(ata_stream *stream)
{
    if (atomic_load(&stream->sleepers) == 0) return;
    set_wake_at(stream);
    const bool left = waiting_frames(stream) > 0 && stream->sizes.linger > 0;
    if (left || atomic_load(&stream->filled) >= atomic_load(&stream->wake_at) || stream->closed < stream->flush_to)
        ata_stream_wake(stream);
}

static ata_stream_batch *find_work(ata_stream *stream, ata_stream_lane *lane)
{
    const ata_stream_member *device = &stream->device[lane->device];
    bool spun = false;
    while (!stream->ending && !device->dropped) {
        ata_stream_batch *batch = find_failed(stream);
        if (batch) stream->redone += batch->count;
        else batch = open_batch(stream, device->batch);
        if (batch) {
            batch->state = ATA_BATCH_RUNS;
            wake_next(stream);
            return batch;
        }
        if (stream->spins && !spun) spin_for_work(stream, device->batch);
        else wait_for_work(stream, lane, device->batch);
        spun = !spun;
    }
    return NULL;
}

/* --- Results ------------------------------------------------------------------------------------------------------ */

/* Make ready what is done, in order. */
static void advance(ata_stream *stream)
{
    int64_t ready = stream->ready;
    const int before = stream->batch_count;
    while (stream->batch_count > 0 && batch_at(stream, 0)->state == ATA_BATCH_DONE) {
        const ata_stream_batch *batch = batch_at(stream, 0);
        ata_stream_latency_add(&stream->latency, batch->first + stream->sizes.overlap, batch->count,
                               stream->options.deadline);
        ready = batch->first + batch->count;
        stream->batch_first = (stream->batch_first + 1) % ATA_STREAM_BATCHES;
        stream->batch_count--;
    }
    if (stream->batch_count == before) return;
    atomic_store_explicit(&stream->ready, ready, memory_order_release);
    pthread_cond_broadcast(&stream->moved);
    if (before == ATA_STREAM_BATCHES) pthread_cond_broadcast(&stream->work);
}

/* The device is dropped; returns whether this batch was the first to tell. The lock is held. */
static bool drop(ata_stream_member *device, const ata_error *why)
{
    if (device->dropped) return false;
    device->dropped = true;
    device->error = *why;
    return true;
}

/* The caller is told before the frames can be ready: whoever has drained the stream knows of every device that it
 * lost. Calls do not overlap. */
static void tell(ata_stream *stream, int device, const ata_error *why)
{
    if (!stream->options.on_drop) return;
    pthread_mutex_unlock(&stream->lock);
    pthread_mutex_lock(&stream->telling);
    stream->options.on_drop(stream->options.context, device, why);
    pthread_mutex_unlock(&stream->telling);
    pthread_mutex_lock(&stream->lock);
}

/* Without a device, the stream is lost when the last batch under way has ended: nothing becomes ready after that. */
static void check_lost(ata_stream *stream)
{
    if (stream->devices_left > 0) return;
    for (int i = 0; i < stream->batch_count; i++)
        if (batch_at(stream, i)->state == ATA_BATCH_RUNS) return;
    atomic_store(&stream->lost, true);
    pthread_cond_broadcast(&stream->moved);
}

/* Other lanes of the device may fail while the caller is being told; their batches wait for that too. Not by `work`,
 * whose signal wakes one and may be meant for a lane that has work. */
static void fail_batch(ata_stream *stream, int number, ata_stream_batch *batch, const ata_error *why)
{
    ata_stream_member *device = &stream->device[number];
    if (drop(device, why)) {
        tell(stream, number, why);
        device->told = true;
        stream->why_lost = *why;
        stream->devices_left--;
        pthread_cond_broadcast(&stream->moved);
    }
    while (!device->told) (void)ata_stream_sleep(stream, &stream->moved, -1);
    batch->state = ATA_BATCH_FAILED;
    pthread_cond_broadcast(&stream->work);
}

static ata_status run(const ata_stream_lane *lane, const ata_stream_batch *batch)
{
    const ata_stream_options *options = &lane->stream->options;
    ATA_TRY(ata_stream_device_run(lane, batch->first, batch->count));
    if (!options->rehearse || !options->rehearse(options->context, lane->device, batch->first, batch->count))
        return ATA_OK;
    return ata_fail(ATA_ERROR_DEVICE, "rehearse", "", "a rehearsal that returns 0",
                    "device %d failed, as it was told to rehearse", lane->device);
}

/* The batch's place in the ring stays until its results are ready, and only this lane touches it. */
static void run_batch(ata_stream_lane *lane, ata_stream_batch *batch)
{
    ata_stream *stream = lane->stream;
    ata_stream_member *device = &stream->device[lane->device];
    const ata_stream_batch what = *batch;
    ata_error why = {.status = ATA_OK};
    pthread_mutex_unlock(&stream->lock);
    const double start = ata_clock_get();
    if (run(lane, &what) != ATA_OK) why = *ata_error_last();
    const double seconds = ata_clock_get() - start;
    pthread_mutex_lock(&stream->lock);
    device->busy += seconds;
    if (why.status == ATA_OK) {
        device->frames += what.count;
        batch->state = ATA_BATCH_DONE;
        advance(stream);
    } else {
        fail_batch(stream, lane->device, batch, &why);
    }
    check_lost(stream);
}

void *ata_stream_lane_main(void *context)
{
    ata_stream_lane *lane = context;
    ata_stream *stream = lane->stream;
    ata_stream_batch *batch;
    pthread_mutex_lock(&stream->lock);
    while ((batch = find_work(stream, lane))) run_batch(lane, batch);
    pthread_mutex_unlock(&stream->lock);
    return NULL;
}
