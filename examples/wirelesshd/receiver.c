/* receiver.c - the receiver: symbols into a stream of transforms, subcarriers out of it.
 *
 * The guard interval is skipped by the stream itself: frames of 512 samples, 576 apart, 64 into the first. Samples and
 * subcarriers are 8-bit numbers at both ends.
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "wirelesshd.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool open_stream(ata_stream **stream, const char *devices)
{
    const ata_problem frame = {.type_in = ATA_I8,
                               .type_out = ATA_I8,
                               .scale = ATA_SCALE_NUMBER,
                               .scale_number = transform_scale(),
                               .rank = 1,
                               .dim = {{.n = CARRIERS}}};
    const ata_stream_options options = {.devices = devices, .hop = SYMBOL, .offset = GUARD};
    return ata_stream_create(stream, &frame, &options) == ATA_OK;
}

/* --- One symbol --------------------------------------------------------------------------------------------------- */

/* The channel's gain, averaged over symbols: all of them at first, then about the last 128, while its phase drifts. */
typedef struct tracker {
    double re, im;
    int64_t symbols;
} tracker;

static void track(tracker *gain, const carriers *map, const int8_t *x)
{
    double re = 0, im = 0;
    for (int i = 0; i < PILOTS; i++) {
        re += map->pilot_sign[i] * x[2 * map->pilot[i]];
        im += map->pilot_sign[i] * x[2 * map->pilot[i] + 1];
    }
    const double height = PILOTS * sqrt(10), weight = 1.0 / (double)(gain->symbols < 128 ? gain->symbols + 1 : 128);
    gain->re += weight * (re / height - gain->re);
    gain->im += weight * (im / height - gain->im);
    gain->symbols++;
}

/* The two bits of the nearest level, in units of half a distance. */
static int bits_of(float level)
{
    return level < -2 ? 0 : level < 0 ? 1 : level < 2 ? 3 : 2;
}

static void note_point(reception *got, float re, float im)
{
    const int column = (int)((re + 4) * (CELLS / 8)), row = (int)((4 - im) * (CELLS / 8));
    if (column >= 0 && column < CELLS && row >= 0 && row < CELLS) got->cell[row][column]++;
}

static void demap(reception *got, const carriers *map, const tracker *gain, const int8_t *x, const uint8_t *bits)
{
    const double power = gain->re * gain->re + gain->im * gain->im;
    const float re = (float)(gain->re / power), im = (float)(gain->im / power);
    for (int i = 0; i < DATA; i++) {
        const float a = x[2 * map->data[i]], b = x[2 * map->data[i] + 1];
        const float point_re = a * re + b * im, point_im = b * re - a * im;
        const int found = bits_of(point_re) << 2 | bits_of(point_im);
        got->errors += __builtin_popcount((unsigned int)(found ^ bits[i]));
        if (got->symbols < 3000) note_point(got, point_re, point_im);
    }
    got->bits += SYMBOL_BITS;
    got->symbols++;
}

/* --- All symbols -------------------------------------------------------------------------------------------------- */

static bool receive(reception *got, const carriers *map, const transmission *sent, ata_stream *stream)
{
    tracker gain = {0};
    int64_t fed = 0;
    const double start = now();
    while (got->symbols < sent->symbols) {
        int64_t accepted;
        ata_stream_frames frames;
        ata_status status =
            ata_stream_submit(stream, sent->samples + fed * 2 * SYMBOL, sent->symbols - fed, 0, &accepted);
        if (status != ATA_OK && status != ATA_ERROR_WOULD_BLOCK) return false;
        fed += accepted;
        if (fed == sent->symbols && ata_stream_flush(stream) != ATA_OK) return false;
        status = ata_stream_collect(stream, &frames, -1);
        if (status != ATA_OK) return false;
        const int8_t *x = frames.data;
        for (int64_t i = 0; i < frames.count; i++, x += 2 * CARRIERS) {
            track(&gain, map, x);
            demap(got, map, &gain, x, sent->bits + (frames.first + i) * DATA);
        }
        ata_stream_release(stream, frames.count);
    }
    got->seconds = now() - start;
    got->gain_re = gain.re;
    got->gain_im = gain.im;
    return true;
}

/* The transforms alone: samples that lie in the stream's memory already, as a converter would put them there. */
static bool measure(reception *got, const transmission *sent, ata_stream *stream, double seconds)
{
    ata_stream_info info;
    ata_stream_frames frames;
    if (ata_stream_get_info(stream, &info) != ATA_OK) return false;
    int64_t fed = 0, done = 0;
    double start = 0, end = 0;
    while (start == 0 || end - start < seconds) {
        void *memory;
        int64_t count;
        ata_status status = ata_stream_take(stream, &memory, &count, 0);
        if (status == ATA_OK) {
            if (count > info.frames_batch) count = info.frames_batch;
            if (count > sent->symbols) count = sent->symbols;
            if (fed < info.frames_held) memcpy(memory, sent->samples, (size_t)(count * 2 * SYMBOL));
            fed += count;
            status = ata_stream_give(stream, count);
        } else if (status == ATA_ERROR_WOULD_BLOCK) {
            status = ata_stream_collect(stream, &frames, -1);
            if (status != ATA_OK) return false;
            done += frames.count;
            end = now();
            status = ata_stream_release(stream, frames.count);
            if (start == 0 && fed >= 2 * info.frames_held) start = end, done = 0; /* warm */
        }
        if (status != ATA_OK) return false;
    }
    got->transform_rate = (double)done / (end - start);
    return true;
}

static void name_devices(reception *got, const ata_stream *stream)
{
    ata_stream_device device;
    size_t length = 0;
    for (int d = 0; ata_stream_get_device(stream, d, &device) == ATA_OK && length < sizeof got->devices; d++)
        length +=
            (size_t)snprintf(got->devices + length, sizeof got->devices - length, "%s%s", d ? ", " : "", device.engine);
}

bool reception_make(reception *got, const carriers *map, const transmission *sent, const char *devices, double seconds)
{
    ata_stream *stream;
    memset(got, 0, sizeof *got);
    if (!open_stream(&stream, devices)) return false;
    name_devices(got, stream);
    const bool received = receive(got, map, sent, stream);
    ata_stream_destroy(stream);
    if (!received || !open_stream(&stream, devices)) return false;
    const bool measured = measure(got, sent, stream, seconds);
    ata_stream_destroy(stream);
    return measured;
}
