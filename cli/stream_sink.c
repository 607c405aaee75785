/* stream_sink.c - where results go: a file or a pipe as they come, and the check of the generator's frames. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/stream.h"

bool stream_sink_open(stream_sink *sink, const char *path, file_fault *fault)
{
    *sink = (stream_sink){.descriptor = -1};
    if (!path) return true;
    if (strcmp(path, "-") == 0) {
        sink->descriptor = STDOUT_FILENO;
        return true;
    }
    sink->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    sink->owned = true;
    return sink->descriptor >= 0 || file_refuse(fault, "%s cannot be written: %s", path, strerror(errno));
}

bool stream_sink_write(stream_sink *sink, const void *data, size_t bytes, const char *path, file_fault *fault)
{
    const char *at = data;
    while (sink->descriptor >= 0 && !sink->gone && bytes > 0) {
        const ssize_t done = write(sink->descriptor, at, bytes);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EPIPE) { /* whoever read has what was wanted */
            sink->gone = true;
            atomic_store(&stream_stops, true);
            return true;
        }
        if (done < 0) return file_refuse(fault, "%s cannot be written: %s", path, strerror(errno));
        at += done;
        bytes -= (size_t)done;
    }
    return true;
}

bool stream_sink_close(stream_sink *sink, const char *path, file_fault *fault)
{
    const bool good = !sink->owned || sink->descriptor < 0 || close(sink->descriptor) == 0;
    sink->descriptor = -1;
    return good || file_refuse(fault, "%s cannot be written: %s", path, strerror(errno));
}

/* Every number of a result is its impulse: the first pair is looked at as numbers, and the rest has to repeat it. */
int64_t stream_sink_check(const stream_job *job, const ata_stream_frames *frames)
{
    const size_t bytes = (size_t)job->info.frame_out_bytes, pair = 2 * file_number_size(job->problem.type_out);
    int64_t wrong = 0;
    for (int64_t i = 0; i < frames->count; i++) {
        const char *frame = (const char *)frames->data + (size_t)i * bytes;
        int re, im;
        stream_impulse(frames->first + i, &re, &im);
        const bool good = file_number_load(job->problem.type_out, frame, 0) == re &&
                          file_number_load(job->problem.type_out, frame, 1) == im &&
                          memcmp(frame, frame + pair, bytes - pair) == 0;
        if (!good) wrong++;
    }
    return wrong;
}
