/* stream.c - public functions on streams. */
#include "stream/stream.h"

#include <math.h>
#include <stdio.h>

#include "plan/options.h"

/* --- Creating ----------------------------------------------------------------------------------------------------- */

static ata_status check_seconds(const char *field, double value)
{
    char text[32];
    if (value >= 0 && isfinite(value)) return ATA_OK;
    snprintf(text, sizeof text, "%g", value);
    return ata_fail(ATA_ERROR_OPTION, field, text, "0 or more", "%s is %s; it must be 0 (for none) or more", field,
                    text);
}

static ata_status check_options(const ata_stream_options *options)
{
    if (options->frames < 0 || options->frames > 1 << 24)
        return ata_fail_number(ATA_ERROR_OPTION, "frames", options->frames, "0 to 2^24 (0 lets the library choose)");
    if (options->depth != 0 && (options->depth < 2 || options->depth > 1024))
        return ata_fail_number(ATA_ERROR_OPTION, "depth", options->depth, "0 or 2 to 1024 (0 lets the library choose)");
    if (options->lanes < 0 || options->lanes > 16)
        return ata_fail_number(ATA_ERROR_OPTION, "lanes", options->lanes,
                               "0 to 16 (0 stands for 6, with a deadline 3)");
    if ((int)options->preference < ATA_THROUGHPUT || (int)options->preference > ATA_LATENCY)
        return ata_fail_number(ATA_ERROR_OPTION, "preference", (int)options->preference,
                               "ATA_THROUGHPUT or ATA_LATENCY");
    ATA_TRY(check_seconds("rate", options->rate));
    ATA_TRY(check_seconds("deadline", options->deadline));
    if (options->hop < 0)
        return ata_fail_number(ATA_ERROR_OPTION, "hop", options->hop, "0 or more (0 stands for a frame)");
    if (options->offset < 0) return ata_fail_number(ATA_ERROR_OPTION, "offset", options->offset, "0 or more");
    return options->plan ? ata_plan_check_options(options->plan) : ATA_OK;
}

static ata_status check_frame(const ata_problem *frame)
{
    if (frame->place == ATA_IN_PLACE)
        return ata_fail(ATA_ERROR_PLACE, "place", "inplace", "ATA_OUT_OF_PLACE",
                        "place is in place, but a stream has a ring for either end; leave it out");
    if (frame->layout == ATA_SPLIT)
        return ata_fail(ATA_ERROR_KIND, "layout", "split", "ATA_INTERLEAVED",
                        "layout is split, but a stream's frames have their real and imaginary parts side by side; "
                        "leave it out");
    return ATA_OK;
}

ata_status ata_stream_create(ata_stream **stream, const ata_problem *problem, const ata_stream_options *options)
{
    static const ata_stream_options usual = {0};
    const ata_error before = *ata_error_last();
    ata_problem frame;
    if (!stream) return ata_fail_null("stream", "where the stream is to go");
    *stream = NULL;
    ATA_TRY(ata_problem_complete(problem, &frame));
    ATA_TRY(check_frame(&frame));
    if (!options) options = &usual;
    ATA_TRY(check_options(options));
    ATA_TRY(ata_stream_make(stream, &frame, options));
    ata_error_restore(&before);
    return ATA_OK;
}

void ata_stream_destroy(ata_stream *stream)
{
    ata_stream_unmake(stream);
}

/* --- Feeding and collecting --------------------------------------------------------------------------------------- */

static ata_status check_stream(const ata_stream *stream)
{
    return stream ? ATA_OK : ata_fail_null("stream", "a stream from ata_stream_create");
}

static ata_status check_limit(double limit)
{
    return isnan(limit) ? ata_fail(ATA_ERROR_OPTION, "limit", "nan", "seconds",
                                   "limit is not a number; pass seconds, 0 "
                                   "or a negative number")
                        : ATA_OK;
}

ata_status ata_stream_submit(ata_stream *stream, const void *data, int64_t count, double limit, int64_t *accepted)
{
    int64_t ignored;
    if (!accepted) accepted = &ignored;
    *accepted = 0;
    ATA_TRY(check_stream(stream));
    ATA_TRY(check_limit(limit));
    if (!data && count != 0) return ata_fail_null("data", "the steps to submit");
    if (count < 0) return ata_fail_number(ATA_ERROR_OPTION, "count", count, "0 or more");
    return ata_stream_copy(stream, data, count, limit, accepted);
}

ata_status ata_stream_take(ata_stream *stream, void **memory, int64_t *count, double limit)
{
    ATA_TRY(check_stream(stream));
    ATA_TRY(check_limit(limit));
    if (!memory) return ata_fail_null("memory", "where the address is to go");
    if (!count) return ata_fail_null("count", "where the number of steps is to go");
    *memory = NULL;
    *count = 0;
    return ata_stream_lend(stream, memory, count, limit);
}

ata_status ata_stream_give(ata_stream *stream, int64_t count)
{
    ATA_TRY(check_stream(stream));
    if (count < 0 || count > stream->taken)
        return ata_fail_number(ATA_ERROR_OPTION, "count", count, "0 to what ata_stream_take lent");
    ata_stream_take_back(stream, count);
    return ATA_OK;
}

static ata_status check_no_callback(const ata_stream *stream)
{
    if (!stream->options.on_frames) return ATA_OK;
    return ata_fail(ATA_ERROR_OPTION, "on_frames", "a function", "NULL",
                    "on_frames is set, so results go there; leave it NULL to collect them");
}

ata_status ata_stream_collect(ata_stream *stream, ata_stream_frames *frames, double limit)
{
    ATA_TRY(check_stream(stream));
    ATA_TRY(check_limit(limit));
    if (!frames) return ata_fail_null("frames", "where the results are to be told");
    *frames = (ata_stream_frames){0};
    ATA_TRY(check_no_callback(stream));
    return ata_stream_look(stream, frames, limit);
}

ata_status ata_stream_release(ata_stream *stream, int64_t count)
{
    ATA_TRY(check_stream(stream));
    ATA_TRY(check_no_callback(stream));
    if (count < 0 || count > stream->told)
        return ata_fail_number(ATA_ERROR_OPTION, "count", count, "0 to what ata_stream_collect told of");
    ata_stream_let_go(stream, count);
    return ATA_OK;
}

ata_status ata_stream_flush(ata_stream *stream)
{
    ATA_TRY(check_stream(stream));
    return ata_stream_begin(stream);
}

ata_status ata_stream_drain(ata_stream *stream, double limit)
{
    ATA_TRY(check_stream(stream));
    ATA_TRY(check_limit(limit));
    if (stream->delivers && pthread_equal(pthread_self(), stream->deliverer))
        return ata_fail(ATA_ERROR_OPTION, "stream", "", "a call from outside of on_frames",
                        "ata_stream_drain waits for on_frames, and was called by it; call it from another thread");
    return ata_stream_finish(stream, limit);
}

/* --- Questions ---------------------------------------------------------------------------------------------------- */

/* The counters change under the caller's hands anyway: asking takes the lock and nothing else of the stream. */
ata_status ata_stream_get_info(const ata_stream *stream, ata_stream_info *info)
{
    ATA_TRY(check_stream(stream));
    if (!info) return ata_fail_null("info", "the information to fill in");
    ata_stream_ask((ata_stream *)stream, info);
    return ATA_OK;
}

ata_status ata_stream_get_device(const ata_stream *stream, int device, ata_stream_device *info)
{
    ATA_TRY(check_stream(stream));
    if (!info) return ata_fail_null("info", "the information to fill in");
    if (device < 0 || device >= stream->device_count)
        return ata_fail_number(ATA_ERROR_OPTION, "device", device, "0 to the last of those listed");
    const ata_stream_member *member = &stream->device[device];
    pthread_mutex_t *lock = (pthread_mutex_t *)&stream->lock;
    pthread_mutex_lock(lock);
    *info = (ata_stream_device){
        .lanes = member->lanes, .frames = member->frames, .busy = member->busy, .error = member->error};
    snprintf(info->engine, sizeof info->engine, "%s", member->name);
    pthread_mutex_unlock(lock);
    return ATA_OK;
}

ata_status ata_stream_get_latency(const ata_stream *stream, double fraction, double *seconds)
{
    ATA_TRY(check_stream(stream));
    if (!seconds) return ata_fail_null("seconds", "where the latency is to go");
    if (!(fraction >= 0 && fraction <= 1))
        return ata_fail(ATA_ERROR_OPTION, "fraction", "", "0 to 1", "fraction is out of its range; it must be 0 to 1");
    pthread_mutex_t *lock = (pthread_mutex_t *)&stream->lock;
    pthread_mutex_lock(lock);
    *seconds = ata_stream_latency_get(&stream->latency, fraction);
    pthread_mutex_unlock(lock);
    return ATA_OK;
}
