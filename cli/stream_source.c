/* stream_source.c - the file or pipe that frames come from.
 *
 * It is opened before the output is, so that a source which cannot be read costs nobody a file. A header is no sample:
 * that of a WAV or NPY file is skipped where the numbers behind it are the problem's, as they lie. It is told by the
 * first bytes, which in a pipe may come one by one; there, numbers behind a header are refused, since how long it is
 * would have to be waited for.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/layout.h"
#include "cli/stream.h"

/* --- Headers ------------------------------------------------------------------------------------------------------ */

static bool check_type(const stream_job *job, const file_numbers *numbers, const check_end *end, file_fault *fault)
{
    static const char *const names[] = {[ATA_F32] = "f32",   [ATA_F64] = "f64", [ATA_F16] = "f16",
                                        [ATA_BF16] = "bf16", [ATA_I16] = "i16", [ATA_I8] = "i8"};
    if (!numbers->verbatim)
        return file_refuse(fault,
                           "%s holds %s, which a stream does not convert; write it as f32, f64 or i16 first, in this "
                           "machine's byte order and in C order",
                           job->source.name, numbers->stored);
    if (numbers->type == end->type) return true;
    return file_refuse(fault, "%s holds %s, but \"%s\" takes %s; write %s%s in the problem", job->source.name,
                       numbers->stored, job->problem_text, names[end->type],
                       numbers->type == ATA_F64 ? "" : "in=", names[numbers->type]);
}

/* Every point of a frame and every step has to stay with the channels it began with. */
static bool keeps_channels(const stream_job *job, const check_end *end, int channels)
{
    const int64_t group = (int64_t)channels * end->bytes;
    for (int d = end->batch_rank; d < end->rank; d++)
        if (end->n[d] > 1 && end->step[d] % group != 0) return false;
    return job->info.step_bytes % group == 0;
}

static bool check_fit(const stream_job *job, const file_numbers *numbers, file_fault *fault)
{
    const char *name = job->source.name;
    const int channels = numbers->channels;
    check_end end;
    check_end_init(&end, &job->problem, CHECK_IN);
    if (!check_type(job, numbers, &end, fault)) return false;
    const bool pairs = numbers->is_complex || channels == 2; /* a receiver's recording has I left and Q right */
    if (end.numbers == 2)
        return pairs || file_refuse(fault, "%s holds real numbers, but \"%s\" takes complex ones; use r2c", name,
                                    job->problem_text);
    if (numbers->is_complex)
        return file_refuse(fault, "%s holds complex numbers, but \"%s\" takes real ones; use c2c", name,
                           job->problem_text);
    return channels == 1 || keeps_channels(job, &end, channels) ||
           file_refuse(fault,
                       "%s has %d channels side by side; for one of them write istride=%d in the problem, with --hop a "
                       "multiple of %d, and --offset for which",
                       name, channels, channels, channels);
}

/* A file's header can be looked at as a whole before anything is read. */
static bool skip_header(stream_job *job, int64_t at, int64_t size, file_fault *fault)
{
    stream_source *source = &job->source;
    unsigned char head[FILE_HEAD];
    const ssize_t got = pread(source->descriptor, head, sizeof head, at);
    const file_format format = got > 0 ? file_format_of(head, (size_t)got) : FILE_RAW;
    source->settled = true;
    if (format == FILE_RAW) return true;
    unsigned char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, source->descriptor, 0);
    if (bytes == MAP_FAILED) return file_refuse(fault, "%s cannot be read: %s", source->name, strerror(errno));
    file_numbers numbers;
    file_fault why;
    const bool good = format == FILE_WAV ? file_wav_locate(bytes + at, (size_t)(size - at), &numbers, &why)
                                         : file_npy_locate(bytes + at, (size_t)(size - at), &numbers, &why);
    munmap(bytes, (size_t)size);
    if (!good) return file_refuse(fault, "%s: %.400s", source->name, why.sentence);
    if (!check_fit(job, &numbers, fault)) return false;
    source->left = numbers.bytes;
    return lseek(source->descriptor, at + numbers.offset, SEEK_SET) >= 0 ||
           file_refuse(fault, "%s cannot be read: %s", source->name, strerror(errno));
}

/* --- Opening ------------------------------------------------------------------------------------------------------ */

/* Opening a pipe that nobody writes to yet would wait where no interrupt reaches; so it does not wait, and reading
 * does. */
static int open_source(const char *path)
{
    if (strcmp(path, "-") == 0) return STDIN_FILENO;
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -1;
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) (void)fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

bool stream_source_open(stream_job *job, file_fault *fault)
{
    stream_source *source = &job->source;
    const char *path = job->request.input;
    if (!path) return true;
    source->name = strcmp(path, "-") == 0 ? "standard input" : path;
    source->left = INT64_MAX;
    source->descriptor = open_source(path);
    if (source->descriptor < 0) return file_refuse(fault, "%s cannot be opened: %s", path, strerror(errno));
    struct stat about;
    if (fstat(source->descriptor, &about) != 0) return true;
    if (S_ISDIR(about.st_mode)) return file_refuse(fault, "%s cannot be read: %s", source->name, strerror(EISDIR));
    const off_t at = S_ISREG(about.st_mode) ? lseek(source->descriptor, 0, SEEK_CUR) : -1;
    return at < 0 || at >= about.st_size || skip_header(job, at, about.st_size, fault);
}

void stream_source_close(stream_source *source)
{
    if (source->descriptor > STDERR_FILENO) close(source->descriptor);
    source->descriptor = -1;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* Whether there is something to read, or its end; a source that is silent must not keep an interrupt waiting. */
static bool has_come(const stream_source *source)
{
    struct pollfd wanted = {.fd = source->descriptor, .events = POLLIN};
    return poll(&wanted, 1, 100) > 0; /* less than 0: a signal came, and nothing to read */
}

static int64_t read_some(stream_source *source, void *to, size_t size, file_fault *fault)
{
    if (!has_come(source)) return STREAM_NOT_YET;
    const ssize_t got = read(source->descriptor, to, size);
    if (got >= 0) return got;
    if (errno == EINTR) return STREAM_NOT_YET;
    file_refuse(fault, "%s cannot be read: %s", source->name, strerror(errno));
    return STREAM_BAD;
}

static bool may_be_header(const unsigned char *head, size_t size)
{
    static const char *const begins[] = {"\x93NUMPY", "RIFF", "RIFX", "RF64"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        const size_t length = strlen(begins[i]);
        if (memcmp(head, begins[i], size < length ? size : length) == 0) return true;
    }
    return false;
}

/* The first bytes of a pipe, until they cannot be a header's. */
static int64_t settle(stream_source *source, file_fault *fault)
{
    const int64_t got = read_some(source, source->head + source->head_size, FILE_HEAD - source->head_size, fault);
    if (got < 0) return got;
    source->head_size += (size_t)got;
    const file_format format = file_format_of(source->head, source->head_size);
    if (format != FILE_RAW) {
        file_refuse(fault,
                    "%s begins with the header of %s file, which is skipped in files only; name the file instead, "
                    "or have numbers alone come through the pipe",
                    source->name, format == FILE_WAV ? "a WAV" : "an NPY");
        return STREAM_BAD;
    }
    source->settled = got == 0 || source->head_size == FILE_HEAD || !may_be_header(source->head, source->head_size);
    return STREAM_NOT_YET;
}

int64_t stream_source_read(stream_source *source, void *to, size_t size, file_fault *fault)
{
    if (!source->settled) return settle(source, fault);
    const size_t kept = source->head_size - source->head_given;
    if ((int64_t)size > source->left) size = (size_t)source->left;
    if (size == 0) return 0;
    if (kept == 0) {
        const int64_t got = read_some(source, to, size, fault);
        if (got > 0) source->left -= got;
        return got;
    }
    if (size > kept) size = kept;
    memcpy(to, source->head + source->head_given, size);
    source->head_given += size;
    return (int64_t)size;
}
