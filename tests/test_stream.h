/* test_stream.h - frames that carry their number: an impulse of height f at time 0, whose spectrum is f everywhere, to
 * the last bit. So a frame that is lost, doubled or out of order shows.
 */
#ifndef ATALANTA_TEST_STREAM_H
#define ATALANTA_TEST_STREAM_H

#include <stdlib.h>

#include "atalanta.h"
#include "test.h"
#include "test_engines.h"

enum { FRAME = 8 }; /* points */

typedef struct point {
    float re, im;
} point;

static const ata_problem frame_problem = {.rank = 1, .dim = {{.n = FRAME}}};

static inline void frame_write(point *frame, int64_t number)
{
    for (int j = 0; j < FRAME; j++) frame[j] = (point){0, 0};
    frame[0].re = (float)(number % (1 << 24));
}

static inline bool frame_is(const point *frame, int64_t number)
{
    for (int k = 0; k < FRAME; k++)
        if (frame[k].re != (float)(number % (1 << 24)) || frame[k].im != 0) return false;
    return true;
}

/* Fill `count` steps of a stream's memory with the frames from `first` on. */
static inline void frames_write(void *memory, int64_t first, int64_t count)
{
    point *frames = memory;
    for (int64_t i = 0; i < count; i++) frame_write(frames + i * FRAME, first + i);
}

/* Whether results are the frames that they should be; `next` is the number of the first and moves on. */
static inline bool frames_check(const ata_stream_frames *frames, int64_t *next)
{
    const point *data = frames->data;
    bool good = frames->first == *next && frames->count > 0;
    for (int64_t i = 0; i < frames->count; i++) good = frame_is(data + i * FRAME, *next + i) && good;
    *next += frames->count;
    return good;
}

/* Feed `count` frames by the ring, from `*fed` on, as far as there is room now. */
static inline void feed_some(ata_stream *stream, int64_t *fed, int64_t count)
{
    void *memory;
    int64_t room;
    while (count > 0 && ata_stream_take(stream, &memory, &room, 0) == ATA_OK) {
        if (room > count) room = count;
        frames_write(memory, *fed, room);
        CHECK(ata_stream_give(stream, room) == ATA_OK);
        *fed += room;
        count -= room;
    }
}

/* Collect what is ready, waiting for at least `least` more frames. */
static inline void collect_some(ata_stream *stream, int64_t *collected, int64_t least)
{
    const int64_t target = *collected + least;
    ata_stream_frames frames;
    while (ata_stream_collect(stream, &frames, *collected < target ? -1 : 0) == ATA_OK) {
        CHECK(frames_check(&frames, collected), "frames %lld to %lld", (long long)frames.first,
              (long long)(frames.first + frames.count));
        CHECK(ata_stream_release(stream, frames.count) == ATA_OK);
    }
}

static inline ata_stream_info info_of(const ata_stream *stream)
{
    ata_stream_info info = {0};
    CHECK(ata_stream_get_info(stream, &info) == ATA_OK);
    return info;
}

#endif
