/* stream_source.c - the file or pipe that frames come from. It is opened before the output is, so that a source which
 * cannot be read costs nobody a file. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/stream.h"

/* Opening a pipe that nobody writes to yet would wait where no interrupt reaches; so it does not wait, and
 * stream_source_has_come does. */
static int open_source(const char *path)
{
    if (strcmp(path, "-") == 0) return STDIN_FILENO;
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -1;
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) (void)fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

bool stream_source_open(stream_source *source, const char *path, file_fault *fault)
{
    *source = (stream_source){.descriptor = -1};
    if (!path) return true;
    source->descriptor = open_source(path);
    if (source->descriptor < 0) return file_refuse(fault, "%s cannot be opened: %s", path, strerror(errno));
    struct stat about;
    if (fstat(source->descriptor, &about) != 0 || !S_ISDIR(about.st_mode)) return true;
    stream_source_close(source);
    return file_refuse(fault, "%s cannot be read: %s", path, strerror(EISDIR));
}

void stream_source_close(stream_source *source)
{
    if (source->descriptor > STDERR_FILENO) close(source->descriptor);
    source->descriptor = -1;
}

bool stream_source_has_come(const stream_source *source)
{
    struct pollfd wanted = {.fd = source->descriptor, .events = POLLIN};
    return poll(&wanted, 1, 100) > 0; /* less than 0: a signal came, and nothing to read */
}
