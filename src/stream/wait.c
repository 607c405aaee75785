/* wait.c - waiting, with a time limit or without, and what is said when it was in vain. */
#include <stdio.h>
#include <time.h>

#include "core/clock.h"
#include "stream/stream.h"

/* Beyond what a clock can be set to, and anybody's patience. */
static const double for_ever = 1e9;

double ata_stream_until(double limit)
{
    return limit < 0 || limit > for_ever ? -1 : ata_clock_get() + limit;
}

void ata_stream_wake(ata_stream *stream)
{
    if (stream->mixed) pthread_cond_broadcast(&stream->work);
    else pthread_cond_signal(&stream->work);
}

bool ata_stream_sleep(ata_stream *stream, pthread_cond_t *condition, double until)
{
    if (until < 0) {
        pthread_cond_wait(condition, &stream->lock);
        return true;
    }
    struct timespec end = {.tv_sec = (time_t)until};
    end.tv_nsec = (long)((until - (double)end.tv_sec) * 1e9);
    return pthread_cond_timedwait(condition, &stream->lock, &end) == 0;
}

ata_status ata_stream_would_block(const char *field, const char *what, double limit)
{
    char value[32];
    snprintf(value, sizeof value, "%g", limit);
    return ata_fail(ATA_ERROR_WOULD_BLOCK, field, value, "a longer time, or a negative one to wait for ever",
                    "%s within %s seconds; try again later, or wait longer", what, value);
}

ata_status ata_stream_fail_lost(ata_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    const ata_error why = stream->why_lost;
    pthread_mutex_unlock(&stream->lock);
    return ata_fail(ATA_ERROR_DEVICE, "devices", "", "a device that works",
                    "no device of the stream is left; the last one failed: %.400s", why.message);
}

static inline void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

bool ata_stream_spin(const _Atomic int64_t *counter, int64_t value)
{
    const double end = ata_clock_get() + 50e-6;
    do {
        for (int i = 0; i < 64; i++) {
            if (atomic_load_explicit(counter, memory_order_acquire) >= value) return true;
            relax();
        }
    } while (ata_clock_get() < end);
    return false;
}
