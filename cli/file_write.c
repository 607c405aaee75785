/* file_write.c - write a file at once or not at all.
 *
 * The bytes go to a temporary file beside it, which is renamed over it when everything is written. Whatever goes wrong
 * before, an old file of that name is as it was, and no half file is left.
 */
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_parts(int descriptor, const file_part *parts, int count)
{
    for (int i = 0; i < count; i++) {
        const char *at = parts[i].data;
        size_t left = parts[i].size;
        while (left) {
            const ssize_t done = write(descriptor, at, left < ((size_t)1 << 30) ? left : (size_t)1 << 30);
            if (done < 0 && errno == EINTR) continue;
            if (done < 0) return false;
            at += done;
            left -= (size_t)done;
        }
    }
    return true;
}

static bool write_directly(const char *path, const file_part *parts, int count, file_fault *fault)
{
    const int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return file_refuse(fault, "%s cannot be written: %s", path, strerror(errno));
    const bool good = write_parts(descriptor, parts, count);
    const int error = errno;
    if (close(descriptor) == 0 && good) return true;
    return file_refuse(fault, "%s cannot be written: %s", path, strerror(good ? errno : error));
}

/* mkstemp's files are for their owner only; a result is an ordinary file. */
static void set_ordinary_mode(int descriptor)
{
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(descriptor, 0666 & ~mask) != 0) return; /* a file system without modes: nothing is lost */
}

static bool write_and_rename(const char *path, const file_part *parts, int count, file_fault *fault)
{
    const size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    if (!temporary) return file_refuse(fault, "%s cannot be written: out of memory", path);
    snprintf(temporary, size, "%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    int error = descriptor < 0 ? errno : 0;
    if (!error) {
        set_ordinary_mode(descriptor);
        if (!write_parts(descriptor, parts, count)) error = errno;
        if (close(descriptor) != 0 && !error) error = errno;
        if (!error && rename(temporary, path) != 0) error = errno;
        if (error) unlink(temporary);
    }
    free(temporary);
    return error ? file_refuse(fault, "%s cannot be written: %s", path, strerror(error)) : true;
}

bool file_write(const char *path, const file_part *parts, int count, file_fault *fault)
{
    if (!strcmp(path, "-")) {
        if (fflush(stdout) == 0 && write_parts(STDOUT_FILENO, parts, count)) return true;
        if (errno == EPIPE) return true; /* a reader that has gone away has what it wanted */
        return file_refuse(fault, "standard output cannot be written: %s", strerror(errno));
    }
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) return write_directly(path, parts, count, fault);
    char *target = realpath(path, NULL); /* a link stays a link, and what it leads to is replaced */
    const bool good = write_and_rename(target ? target : path, parts, count, fault);
    free(target);
    return good;
}

bool file_name_ends(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcmp(path + length - tail, ending);
}
