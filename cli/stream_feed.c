/* stream_feed.c - the thread that feeds: from a file, read into the stream's own memory, or from the generator.
 *
 * The generator fills the ring once and then gives the same memory again and again, as a receiver does whose hardware
 * writes there: what is measured is the stream and not a loop that makes numbers up. To be checked, every frame is an
 * impulse, whose height is written anew for each; to be looked at, it is a tone that wanders.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check/layout.h"
#include "cli/clock.h"
#include "cli/stream.h"

/* --- Pace --------------------------------------------------------------------------------------------------------- */

static void wait_ns(int64_t ns)
{
    enum { SPUN_NS = 200000 }; /* the system wakes nobody up on a microsecond */
    const int64_t end = cli_clock_ns() + ns;
    if (ns > SPUN_NS) {
        const struct timespec pause = {.tv_sec = (ns - SPUN_NS / 2) / 1000000000,
                                       .tv_nsec = (ns - SPUN_NS / 2) % 1000000000};
        nanosleep(&pause, NULL);
    }
    while (cli_clock_ns() < end) continue;
}

static double seconds_since(const stream_job *job)
{
    return (double)(cli_clock_ns() - job->begin_ns) * 1e-9;
}

/* Until whichever limit comes first. */
static bool wants_more(const stream_job *job, int64_t fed)
{
    if (atomic_load(&stream_stops) || fed >= job->most_steps) return false;
    return !(job->request.seconds > 0) || seconds_since(job) < job->request.seconds;
}

/* Until the next step is due or the time is over, but no longer than an interrupt may be kept waiting. */
static void wait_for_step(const stream_job *job, double seconds)
{
    const double left = job->request.seconds > 0 ? job->request.seconds - seconds_since(job) : seconds;
    const double ns = (left < seconds ? left : seconds) * 1e9;
    wait_ns(ns > 1e8 ? 100000000 : ns < 1 ? 1 : (int64_t)ns);
}

/* How many of `count` steps may be given now that `fed` were; waits until it is one at least, or no more are wanted. */
static int64_t pace(stream_job *job, int64_t fed, int64_t count)
{
    const double rate = job->request.rate;
    if (!(rate > 0)) return count;
    while (wants_more(job, fed)) {
        const double seconds = seconds_since(job), behind = seconds - (double)(fed + 1) / rate;
        if (behind < 0) {
            wait_for_step(job, -behind);
            continue;
        }
        const double due = seconds * rate - (double)fed; /* may be more than any integer holds */
        if (behind > job->late) job->late = behind;
        return due >= (double)count ? count : due < 1 ? 1 : (int64_t)due;
    }
    return 0;
}

/* --- The generator ------------------------------------------------------------------------------------------------ */

/* 63 * 127 frames long, and of numbers that every type holds exactly. */
void stream_impulse(int64_t number, int *re, int *im)
{
    *re = (int)(number % 127) - 63;
    *im = (int)(number / 127 % 127) - 63;
}

static void stamp(const stream_job *job, char *memory, int64_t first, int64_t count)
{
    const size_t bytes = file_number_size(job->problem.type_in);
    for (int64_t i = 0; i < count; i++) {
        int re, im;
        char *step = memory + i * job->info.step_bytes + job->request.offset * 2 * (int64_t)bytes;
        stream_impulse(first + i, &re, &im);
        if (job->problem.type_in == ATA_I8) {
            step[0] = (char)re;
            step[1] = (char)im;
        } else {
            file_number_store(job->problem.type_in, step, 0, re);
            file_number_store(job->problem.type_in, step, 1, im);
        }
    }
}

/* A tone that wanders over all frequencies in half a minute's worth of steps, and some noise. */
static void paint(const stream_job *job, char *memory, int64_t first, int64_t count)
{
    const ata_type type = job->problem.type_in;
    const int64_t numbers = job->info.step_bytes / (int64_t)file_number_size(type);
    const bool complex = check_end_is_complex(&job->problem, CHECK_IN);
    const int64_t points = complex ? numbers / 2 : numbers;
    uint32_t noise = (uint32_t)first * 2654435761u + 1;
    for (int64_t i = 0; i < count; i++) {
        const double at = sin((double)(first + i) * 0.002), turn = 3.14159 * (complex ? at : 0.5 + 0.5 * at);
        for (int64_t p = 0; p < points; p++) {
            noise = noise * 1664525 + 1013904223;
            const double hiss = (double)(noise >> 16) / 65536 - 0.5, angle = turn * (double)p;
            char *step = memory + i * job->info.step_bytes;
            file_number_store(type, step, complex ? 2 * p : p, 50 * cos(angle) + 4 * hiss);
            if (complex) file_number_store(type, step, 2 * p + 1, 50 * sin(angle) - 4 * hiss);
        }
    }
}

/* The last frames reach into steps behind their own: to have them whole, those are fed too. */
static int64_t steps_of(const stream_job *job, int64_t frames)
{
    const bool complex = check_end_is_complex(&job->problem, CHECK_IN);
    const int64_t element = (int64_t)file_number_size(job->problem.type_in) * (complex ? 2 : 1);
    const int64_t end = job->request.offset * element + job->info.frame_in_bytes;
    const int64_t overlap = (end - 1) / job->info.step_bytes;
    return frames > INT64_MAX - overlap ? INT64_MAX : frames + overlap;
}

bool stream_feed_init(stream_job *job)
{
    enum { STEPS = 256 };
    job->most_steps = job->request.frames > 0 ? steps_of(job, job->request.frames) : INT64_MAX;
    if (job->request.input || job->request.check || job->request.show) return true;
    job->pattern_steps = job->info.frames_batch < STEPS ? job->info.frames_batch : STEPS;
    job->pattern = malloc((size_t)(job->pattern_steps * job->info.step_bytes));
    if (!job->pattern) return false;
    paint(job, job->pattern, 0, job->pattern_steps);
    return true;
}

/* The pattern again and again. */
static void copy_pattern(const stream_job *job, char *memory, int64_t count)
{
    for (int64_t at = 0; at < count; at += job->pattern_steps) {
        const int64_t steps = count - at < job->pattern_steps ? count - at : job->pattern_steps;
        memcpy(memory + at * job->info.step_bytes, job->pattern, (size_t)(steps * job->info.step_bytes));
    }
}

static bool generate(stream_job *job)
{
    const bool check = job->request.check, anew = job->request.show;
    for (int64_t fed = 0; wants_more(job, fed);) {
        void *memory;
        int64_t count;
        const ata_status status = ata_stream_take(job->stream, &memory, &count, 0.1);
        if (status == ATA_ERROR_WOULD_BLOCK) continue;
        if (status != ATA_OK) return file_refuse(&job->fault, "%s", ata_last_error()->message);
        if (count > job->info.frames_batch) count = job->info.frames_batch;
        if (count > job->most_steps - fed) count = job->most_steps - fed;
        const bool first_round = fed < job->info.frames_held;
        if (check && first_round) memset(memory, 0, (size_t)(count * job->info.step_bytes));
        else if (anew) paint(job, memory, fed, count);
        else if (first_round) copy_pattern(job, memory, count);
        count = pace(job, fed, count);
        if (check) stamp(job, memory, fed, count);
        if (ata_stream_give(job->stream, count) != ATA_OK)
            return file_refuse(&job->fault, "%s", ata_last_error()->message);
        fed += count;
    }
    return true;
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

/* Whole steps are given; what is left of one lies where the next piece of memory begins. */
static bool read_all(stream_job *job)
{
    const int64_t step = job->info.step_bytes;
    size_t part = 0;
    for (int64_t fed = 0; wants_more(job, fed);) {
        void *memory;
        int64_t room, count;
        const ata_status status = ata_stream_take(job->stream, &memory, &room, 0.1);
        if (status == ATA_ERROR_WOULD_BLOCK) continue;
        if (status != ATA_OK) return file_refuse(&job->fault, "%s", ata_last_error()->message);
        if (room > job->info.frames_batch) room = job->info.frames_batch;
        if (room > job->most_steps - fed) room = job->most_steps - fed;
        const size_t wanted = (size_t)(room * step) - part;
        const int64_t got = stream_source_read(&job->source, (char *)memory + part, wanted, &job->fault);
        if (got == STREAM_NOT_YET) continue;
        if (got == STREAM_BAD) return false;
        if (got == 0) {
            job->rest_bytes = (int64_t)part;
            break;
        }
        count = (int64_t)(part + (size_t)got) / step;
        part = (part + (size_t)got) % (size_t)step;
        while (count > 0 && wants_more(job, fed)) {
            const int64_t given = pace(job, fed, count);
            if (ata_stream_give(job->stream, given) != ATA_OK)
                return file_refuse(&job->fault, "%s", ata_last_error()->message);
            fed += given;
            count -= given;
        }
    }
    return true;
}

void *stream_feed_main(void *context)
{
    stream_job *job = context;
    if (job->request.input) read_all(job);
    else generate(job);
    (void)ata_stream_flush(job->stream); /* if no device is left, collecting tells */
    atomic_store(&job->feeding, false);
    return NULL;
}
