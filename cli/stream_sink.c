/* stream_sink.c - where results go: a file or a pipe as they come, and the check of the generator's frames. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/stream.h"

/* Whether results would be written over, or behind, the numbers that are still to be read. */
static bool is_source(int descriptor, const stream_source *source)
{
    struct stat in, out;
    if (source->descriptor < 0 || fstat(source->descriptor, &in) != 0 || fstat(descriptor, &out) != 0) return false;
    return S_ISREG(in.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

static bool empty_file(int descriptor)
{
    struct stat about;
    return fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode) || ftruncate(descriptor, 0) == 0;
}

bool stream_sink_open(stream_sink *sink, const char *path, const stream_source *source, file_fault *fault)
{
    *sink = (stream_sink){.descriptor = -1};
    if (!path) return true;
    sink->owned = strcmp(path, "-") != 0;
    sink->descriptor = sink->owned ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : STDOUT_FILENO;
    if (sink->descriptor >= 0 && is_source(sink->descriptor, source))
        file_refuse(fault, "--output is \"%s\", which is FILE itself; name another file", path);
    else if (sink->descriptor < 0 || (sink->owned && !empty_file(sink->descriptor)))
        file_refuse(fault, "%s cannot be written: %s", path, strerror(errno));
    else return true;
    if (sink->owned && sink->descriptor >= 0) close(sink->descriptor);
    return false;
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

/* --- The check ---------------------------------------------------------------------------------------------------- */

/* Whether the numbers of a frame lie side by side: then element 0 comes first, and a result is all numbers. */
static bool is_dense(const ata_problem *problem)
{
    int64_t points = 1;
    for (int d = problem->rank - 1; d >= 0; d--) {
        const ata_dim *dim = &problem->dim[d];
        if (dim->n > 1 && (dim->stride_in != points || dim->stride_out != points)) return false;
        points *= dim->n;
    }
    return true;
}

static bool check_shape(const stream_job *job, file_fault *fault)
{
    const ata_problem *problem = &job->problem;
    if (problem->kind != ATA_C2C || problem->scale_number != 1)
        return file_refuse(fault, "--check takes c2c without a scale, and \"%s\" is not", job->problem_text);
    if (problem->batch_rank > 0)
        return file_refuse(fault, "--check takes one transform a frame, and \"%s\" is a batch; leave *BATCH out",
                           job->problem_text);
    if (!is_dense(problem))
        return file_refuse(fault,
                           "--check takes frames whose numbers lie side by side, and \"%s\" has strides; leave "
                           "istride= and ostride= out",
                           job->problem_text);
    for (int d = 0; d < problem->rank; d++) {
        const int64_t n = problem->dim[d].n;
        if ((n & (n - 1)) != 0)
            return file_refuse(fault,
                               "--check takes lengths that are powers of two, for results without rounding, and %lld "
                               "is none; leave --check out and try: atalanta verify \"%s\"",
                               (long long)n, job->problem_text);
    }
    return true;
}

/* An impulse is told from its neighbours' where each frame has a step of its own, and it lies in that step. */
static bool check_steps(const stream_job *job, file_fault *fault)
{
    int64_t points = 1;
    for (int d = 0; d < job->problem.rank; d++) points *= job->problem.dim[d].n;
    const int64_t hop = job->request.hop ? job->request.hop : points, offset = job->request.offset;
    if (hop < points)
        return file_refuse(
            fault,
            "--hop is %lld, and --check takes frames that do not overlap; make it %lld or more, or leave "
            "one of the two out",
            (long long)hop, (long long)points);
    if (offset >= hop)
        return file_refuse(fault, "--offset is %lld, and --check takes one within a step; make it less than %lld",
                           (long long)offset, (long long)hop);
    return true;
}

bool stream_sink_can_check(const stream_job *job, file_fault *fault)
{
    return check_shape(job, fault) && check_steps(job, fault);
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
