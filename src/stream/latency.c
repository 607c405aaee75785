/* latency.c - how long frames take, from accepted to ready.
 *
 * The clock is read when the steps that are fed pass a multiple of `every`, a fraction of a batch, and not for each of
 * them; a frame counts from the reading before it, so that it is never made to look faster than it was. Where latency
 * is what counts it is read for each; and for what comes when all before it is ready, so that frames which come slowly
 * do not count from others long gone.
 *
 * Latencies are counted in classes, sixteen to a factor of two:
 *
 *     class   16 e + the four bits behind the leading one of the nanoseconds, e the place of that one
 */
#include "core/clock.h"
#include "core/memory.h"
#include "stream/stream.h"

enum { MARKS_A_BATCH = 16, CLASSES_A_FACTOR = 16 };

ata_status ata_stream_latency_init(ata_stream_latency *latency, const ata_stream_sizes *sizes, bool each)
{
    latency->every = each || sizes->batch < MARKS_A_BATCH ? 1 : sizes->batch / MARKS_A_BATCH;
    latency->count = sizes->room / latency->every + 2;
    return ata_memory_create_zeroed((void **)&latency->fed, (size_t)latency->count, sizeof *latency->fed,
                                    "the clock of a stream");
}

void ata_stream_latency_fini(ata_stream_latency *latency)
{
    ata_memory_destroy(latency->fed);
}

void ata_stream_latency_feed(ata_stream_latency *latency, int64_t first, int64_t count, bool idle)
{
    int64_t mark = (first + latency->every - 1) / latency->every;
    const int64_t end = (first + count + latency->every - 1) / latency->every;
    if (mark == end && !idle) return;
    const double now = ata_clock_get();
    if (idle) latency->fed[first / latency->every % latency->count] = now;
    for (; mark < end; mark++) latency->fed[mark % latency->count] = now;
}

double ata_stream_latency_fed(const ata_stream_latency *latency, int64_t step)
{
    return latency->fed[step / latency->every % latency->count];
}

static int class_of(double seconds)
{
    const double nanoseconds = seconds * 1e9;
    const uint64_t whole = nanoseconds < 16 ? 16 : nanoseconds > 9e18 ? (uint64_t)9e18 : (uint64_t)nanoseconds;
    const int place = 63 - __builtin_clzll(whole);
    return place * CLASSES_A_FACTOR + (int)(whole >> (place - 4) & 15);
}

/* The upper end of a class. */
static double end_of(int c)
{
    const int place = c / CLASSES_A_FACTOR;
    const double unit = (double)((uint64_t)1 << (place - 4));
    return unit * (17 + c % CLASSES_A_FACTOR) * 1e-9;
}

void ata_stream_latency_add(ata_stream_latency *latency, int64_t first, int64_t count, double deadline)
{
    const double now = ata_clock_get();
    for (int64_t step = first; step < first + count;) {
        const int64_t next = (step / latency->every + 1) * latency->every;
        const int64_t frames = (next < first + count ? next : first + count) - step;
        const double seconds = now - ata_stream_latency_fed(latency, step);
        latency->in_class[class_of(seconds)] += frames;
        latency->frames += frames;
        if (deadline > 0 && seconds > deadline) latency->missed += frames;
        step += frames;
    }
}

double ata_stream_latency_get(const ata_stream_latency *latency, double fraction)
{
    const double wanted = fraction * (double)latency->frames;
    int64_t below = 0;
    for (int c = 4 * CLASSES_A_FACTOR; c < ATA_STREAM_CLASSES; c++) { /* none is below 16 ns */
        below += latency->in_class[c];
        if (latency->in_class[c] > 0 && (double)below >= wanted) return end_of(c);
    }
    return 0;
}
