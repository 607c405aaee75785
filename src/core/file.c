/* file.c - reading and writing whole files. */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"

/* `doing` is "open", "read" ...; errno says why. */
static ata_status fail_file(const char *path, const char *doing)
{
    const char *why = strerror(errno);
    return ata_fail(ATA_ERROR_FILE, "path", path, "a file that can be opened, read and written",
                    "cannot %s \"%.300s\": %s; check the path and its permissions", doing, path, why);
}

ssize_t ata_file_read_at(int file, void *bytes, size_t size, uint64_t offset)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(file, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static ata_status load_open_file(int file, const char *path, size_t limit, char **bytes, size_t *size)
{
    struct stat facts;
    if (fstat(file, &facts) != 0) return fail_file(path, "read");
    if (!S_ISREG(facts.st_mode))
        return ata_fail(ATA_ERROR_FILE, "path", path, "a regular file",
                        "cannot read \"%.300s\": it is not a regular file; name one that is", path);
    if (facts.st_size < 0 || (uint64_t)facts.st_size > limit)
        return ata_fail(ATA_ERROR_FORMAT, "path", path, "a file within the size limit",
                        "\"%.300s\" has %lld bytes and at most %zu are read; it is not what it should be", path,
                        (long long)facts.st_size, limit);
    const size_t expected = (size_t)facts.st_size;
    void *memory;
    ATA_TRY(ata_memory_create(&memory, expected + 1, 1, "a file's content"));
    char *content = memory;
    const ssize_t got = ata_file_read_at(file, content, expected + 1, 0); /* one more, to see whether it grew */
    if (got >= 0 && (size_t)got <= expected) {
        content[got] = '\0';
        *bytes = content;
        *size = (size_t)got;
        return ATA_OK;
    }
    const ata_status status = got < 0 ? fail_file(path, "read")
                                      : ata_fail(ATA_ERROR_FILE, "path", path, "a file that nobody is writing to",
                                                 "\"%.300s\" grew while it was being read; try again", path);
    ata_memory_destroy(content);
    return status;
}

ata_status ata_file_load(const char *path, size_t limit, char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not make it wait */
    if (file < 0) return fail_file(path, "open");
    const ata_status status = load_open_file(file, path, limit, bytes, size);
    close(file);
    return status;
}

int ata_file_create_beside(int folder, const char *path, unsigned mode, char *name, size_t size)
{
    static atomic_uint counter; /* several threads may write the same path */
    for (int attempt = 0; attempt < 100; attempt++) {
        const unsigned number = atomic_fetch_add(&counter, 1);
        snprintf(name, size, "%s.%ld.%u.tmp", path, (long)getpid(), number);
        const int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)mode);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

bool ata_file_write_all(int file, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        const ssize_t put = write(file, at, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

ata_status ata_file_store(const char *path, const char *bytes, size_t size)
{
    const size_t name_size = strlen(path) + ATA_FILE_BESIDE;
    void *memory;
    ATA_TRY(ata_memory_create(&memory, name_size, 1, "a file's name"));
    char *name = memory;
    ata_status status = ATA_OK;
    const int file = ata_file_create_beside(AT_FDCWD, path, 0666, name, name_size); /* as a process makes files */
    if (file < 0) {
        status = fail_file(path, "write");
    } else {
        if (!ata_file_write_all(file, bytes, size) || fsync(file) != 0) status = fail_file(path, "write");
        if (close(file) != 0 && status == ATA_OK) status = fail_file(path, "write");
        if (status == ATA_OK && rename(name, path) != 0) status = fail_file(path, "replace");
        if (status != ATA_OK) unlink(name);
    }
    ata_memory_destroy(name);
    return status;
}
