/* file_source.c - open a file, tell its format by its first bytes, and read it into memory.
 *
 * The format goes by content and not by name, so that a wrong ending cannot make samples of a header:
 *
 *     "RIFF" ssss "WAVE"   WAV       "\x93NUMPY" v.v   NPY       anything else   raw
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/file.h"

/* Read until `size` bytes are there or the file ends. Returns the bytes read, or -1. */
static int64_t read_fully(int descriptor, unsigned char *to, size_t size)
{
    size_t have = 0;
    while (have < size) {
        const size_t wish = size - have < ((size_t)1 << 30) ? size - have : (size_t)1 << 30;
        const ssize_t got = read(descriptor, to + have, wish);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        have += (size_t)got;
    }
    return (int64_t)have;
}

file_format file_format_of(const unsigned char *head, size_t size)
{
    if (size >= 6 && !memcmp(head, "\x93NUMPY", 6)) return FILE_NPY;
    if (size >= 12 && !memcmp(head + 8, "WAVE", 4)) {
        /* RIFX and RF64 are WAV files too, of kinds that the parser refuses by name. */
        if (!memcmp(head, "RIFF", 4) || !memcmp(head, "RIFX", 4) || !memcmp(head, "RF64", 4)) return FILE_WAV;
    }
    return FILE_RAW;
}

bool file_source_open(file_source *source, const char *path, file_fault *fault)
{
    *source = (file_source){.descriptor = -1, .path = path, .size = -1};
    const bool standard = !strcmp(path, "-");
    source->descriptor = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (standard) source->path = "standard input";
    if (source->descriptor < 0) return file_refuse(fault, "%s cannot be opened: %s", source->path, strerror(errno));
    struct stat about;
    if (fstat(source->descriptor, &about) == 0 && S_ISREG(about.st_mode) && !standard) source->size = about.st_size;
    const int64_t got = read_fully(source->descriptor, source->head, sizeof source->head);
    if (got < 0) {
        file_refuse(fault, "%s cannot be read: %s", source->path, strerror(errno));
        file_source_close(source);
        return false;
    }
    source->head_size = (size_t)got;
    source->format = file_format_of(source->head, source->head_size);
    return true;
}

void file_source_close(file_source *source)
{
    if (source->descriptor >= 0) close(source->descriptor);
    source->descriptor = -1;
}

/* Memory that is promised and not there ends the program when it is used: what is to come is weighed before. */
static bool grow(file_bytes *bytes, size_t capacity, file_fault *fault, const char *path)
{
    const bool fits = capacity - bytes->size <= (size_t)cli_memory_available();
    unsigned char *larger = fits ? realloc(bytes->data, capacity) : NULL;
    if (!larger) return file_refuse(fault, "%s does not fit into memory: %zu bytes could not be had", path, capacity);
    bytes->data = larger;
    return true;
}

static bool read_rest(file_source *source, size_t limit, size_t capacity, file_bytes *bytes, file_fault *fault)
{
    for (;;) {
        if (!grow(bytes, capacity + 1, fault, source->path))
            return false; /* one more, to see whether the file goes on */
        const int64_t got = read_fully(source->descriptor, bytes->data + bytes->size, capacity + 1 - bytes->size);
        if (got < 0) return file_refuse(fault, "%s cannot be read: %s", source->path, strerror(errno));
        bytes->size += (size_t)got;
        if (bytes->size <= capacity) return true;
        if (capacity >= limit) {
            bytes->more = true;
            bytes->size = limit;
            return true;
        }
        capacity = capacity > limit / 2 ? limit : 2 * capacity;
    }
}

bool file_source_read(file_source *source, size_t limit, file_bytes *bytes, file_fault *fault)
{
    *bytes = (file_bytes){0};
    if (limit > SIZE_MAX / 4) limit = SIZE_MAX / 4;
    size_t capacity = source->size >= 0 ? (size_t)source->size : (size_t)1 << 16;
    if (capacity < sizeof source->head) capacity = sizeof source->head;
    if (capacity > limit) capacity = limit;
    const size_t head = source->head_size < capacity + 1 ? source->head_size : capacity + 1;
    if (!grow(bytes, capacity + 1, fault, source->path)) return false;
    memcpy(bytes->data, source->head, head);
    bytes->size = head;
    if (read_rest(source, limit, capacity, bytes, fault)) return true;
    file_bytes_fini(bytes);
    return false;
}

void file_bytes_fini(file_bytes *bytes)
{
    free(bytes->data);
    *bytes = (file_bytes){0};
}
