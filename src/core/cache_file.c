/* cache_file.c - reading and writing the files of the cache. */
#include "core/cache_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/memory.h"

enum { MAGIC_BYTES = 8, VERSION = 1, DIGEST_AT = 56, HEADER = 88, KEY_DIGITS = 32 };

static const char magic[MAGIC_BYTES] = {'a', 't', 'a', 'l', 'a', 'n', 't', 'a'};
static const char suffix[] = ".kernel";

typedef struct file_header {
    unsigned char bytes[HEADER];
    uint32_t title_length;
    uint64_t content_length;
    ata_digest key, digest;
} file_header;

/* --- Names -------------------------------------------------------------------------------------------------------- */

static void name_of(const ata_digest *key, char name[ATA_CACHE_NAME])
{
    for (int i = 0; i < KEY_DIGITS / 2; i++) snprintf(name + 2 * i, 3, "%02x", key->bytes[i]);
    memcpy(name + KEY_DIGITS, suffix, sizeof suffix);
}

static bool starts_as_key(const char *name)
{
    return strspn(name, "0123456789abcdef") == KEY_DIGITS;
}

bool ata_cache_file_is_entry(const char *name)
{
    return starts_as_key(name) && strcmp(name + KEY_DIGITS, suffix) == 0;
}

bool ata_cache_file_is_unfinished(const char *name)
{
    const size_t length = strlen(name);
    return starts_as_key(name) && name[KEY_DIGITS] == '.' && strcmp(name + length - 4, ".tmp") == 0;
}

/* --- The header --------------------------------------------------------------------------------------------------- */

static void put_number(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(number >> (8 * i));
}

static uint64_t get_number(const unsigned char *from, int bytes)
{
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; i--) number = number << 8 | from[i];
    return number;
}

static void make_header(file_header *header, const ata_digest *key, const char *title, const void *content, size_t size)
{
    ata_digester digester;
    const size_t title_length = strlen(title);
    memcpy(header->bytes, magic, MAGIC_BYTES);
    put_number(header->bytes + 8, VERSION, 4);
    put_number(header->bytes + 12, title_length, 4);
    memcpy(header->bytes + 16, key->bytes, ATA_DIGEST_BYTES);
    put_number(header->bytes + 48, size, 8);
    ata_digest_begin(&digester);
    ata_digest_add(&digester, header->bytes, DIGEST_AT);
    ata_digest_add(&digester, title, title_length);
    ata_digest_add(&digester, content, size);
    const ata_digest digest = ata_digest_end(&digester);
    memcpy(header->bytes + DIGEST_AT, digest.bytes, ATA_DIGEST_BYTES);
}

/* The header of a file of `file_size` bytes; false when it is none, or its lengths are not the file's. */
static bool read_header(int file, uint64_t file_size, file_header *header)
{
    if (file_size < HEADER || pread(file, header->bytes, HEADER, 0) != HEADER) return false;
    if (memcmp(header->bytes, magic, MAGIC_BYTES) != 0 || get_number(header->bytes + 8, 4) != VERSION) return false;
    header->title_length = (uint32_t)get_number(header->bytes + 12, 4);
    header->content_length = get_number(header->bytes + 48, 8);
    memcpy(header->key.bytes, header->bytes + 16, ATA_DIGEST_BYTES);
    memcpy(header->digest.bytes, header->bytes + DIGEST_AT, ATA_DIGEST_BYTES);
    return header->title_length < ATA_CACHE_TITLE && header->content_length <= ATA_CACHE_LARGEST &&
           HEADER + header->title_length + header->content_length == file_size;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* Open a file that is one, ours, written by nobody else, and not too large. Neither a link is followed nor a pipe
 * waited for. Returns -1 for any other. */
static int open_entry(int folder, const char *name, uint64_t *file_size)
{
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return -1;
    struct stat facts;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid() &&
        !(facts.st_mode & (S_IWGRP | S_IWOTH)) && facts.st_size >= HEADER && facts.st_size <= ATA_CACHE_LARGEST) {
        *file_size = (uint64_t)facts.st_size;
        return file;
    }
    close(file);
    return -1;
}

static bool read_at(int file, char *bytes, size_t size, uint64_t offset)
{
    return ata_file_read_at(file, bytes, size, offset) == (ssize_t)size;
}

static bool read_content(int file, const file_header *header, void **content, size_t *size)
{
    const size_t body = header->title_length + (size_t)header->content_length;
    void *memory;
    if (ata_memory_create(&memory, body, 1, "a cached kernel") != ATA_OK) return false;
    char *bytes = memory;
    ata_digester digester;
    ata_digest_begin(&digester);
    ata_digest_add(&digester, header->bytes, DIGEST_AT);
    bool good = read_at(file, bytes, body, HEADER);
    if (good) {
        ata_digest_add(&digester, bytes, body);
        const ata_digest digest = ata_digest_end(&digester);
        good = ata_digest_equal(&digest, &header->digest);
    }
    if (!good) {
        ata_memory_destroy(memory);
        return false;
    }
    memmove(bytes, bytes + header->title_length, (size_t)header->content_length);
    *content = memory;
    *size = (size_t)header->content_length;
    return true;
}

bool ata_cache_file_read(int folder, const ata_digest *key, void **content, size_t *size)
{
    char name[ATA_CACHE_NAME];
    uint64_t file_size;
    file_header header;
    name_of(key, name);
    const int file = open_entry(folder, name, &file_size);
    if (file < 0) return false;
    const bool good = read_header(file, file_size, &header) && ata_digest_equal(key, &header.key) &&
                      read_content(file, &header, content, size);
    if (good) (void)futimens(file, NULL); /* used now; a file system that cannot say so only forgets it sooner */
    close(file);
    return good;
}

void ata_cache_file_title(int folder, const char *name, char title[ATA_CACHE_TITLE])
{
    uint64_t file_size;
    file_header header;
    title[0] = '\0';
    const int file = open_entry(folder, name, &file_size);
    if (file < 0) return;
    if (read_header(file, file_size, &header) && read_at(file, title, header.title_length, HEADER)) {
        title[header.title_length] = '\0';
        for (char *at = title; *at; at++)
            if ((unsigned char)*at < ' ' || *at == 127) *at = '?'; /* it may be printed on a terminal */
    } else {
        title[0] = '\0';
    }
    close(file);
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

/* A title that fits, without the end of what does not. */
static void cut_title(char cut[ATA_CACHE_TITLE], const char *title)
{
    snprintf(cut, ATA_CACHE_TITLE, "%s", title);
}

size_t ata_cache_file_bytes(const char *title, size_t size)
{
    char cut[ATA_CACHE_TITLE];
    cut_title(cut, title);
    return HEADER + strlen(cut) + size;
}

bool ata_cache_file_write(int folder, const ata_digest *key, const char *title, const void *content, size_t size)
{
    char name[ATA_CACHE_NAME], unfinished[ATA_CACHE_NAME + ATA_FILE_BESIDE], cut[ATA_CACHE_TITLE];
    file_header header;
    name_of(key, name);
    cut_title(cut, title);
    make_header(&header, key, cut, content, size);
    const int file = ata_file_create_beside(folder, name, 0600, unfinished, sizeof unfinished);
    if (file < 0) return false;
    /* Not synchronised with the disk: what a crash damages is found by its digest and made again. */
    bool good = ata_file_write_all(file, header.bytes, HEADER) && ata_file_write_all(file, cut, strlen(cut)) &&
                ata_file_write_all(file, content, size);
    good = close(file) == 0 && good;
    good = good && renameat(folder, unfinished, folder, name) == 0;
    if (!good) (void)unlinkat(folder, unfinished, 0);
    return good;
}
