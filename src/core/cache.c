/* cache.c - the cache: load, store, list, and keep within bounds. */
#include "core/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/cache_file.h"
#include "core/cache_folder.h"
#include "core/memory.h"

enum { MIB = 1 << 20, USUAL_MIB = 64, MOST_FILES = 1 << 16, ABANDONED_SECONDS = 3600 };

/* What a look into the folder finds: the entries, and files that somebody began to write. */
typedef struct found_file {
    char name[ATA_CACHE_NAME];
    int64_t bytes;
    struct timespec used;
} found_file;

typedef struct found_files {
    found_file *files;
    size_t count, room;
} found_files;

/* --- Looking into the folder -------------------------------------------------------------------------------------- */

static ata_status add_file(found_files *found, const found_file *file)
{
    if (found->count == found->room) {
        const size_t room = found->room ? 2 * found->room : 64;
        void *memory;
        ATA_TRY(ata_memory_create(&memory, room, sizeof *found->files, "the list of cached kernels"));
        if (found->count > 0) memcpy(memory, found->files, found->count * sizeof *found->files);
        ata_memory_destroy(found->files);
        found->files = memory;
        found->room = room;
    }
    found->files[found->count++] = *file;
    return ATA_OK;
}

/* A file that was begun long ago belongs to a process that is gone. */
static void remove_if_abandoned(int folder, const char *name)
{
    struct stat facts;
    if (fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (facts.st_mtim.tv_sec + ABANDONED_SECONDS < time(NULL)) (void)unlinkat(folder, name, 0);
}

static ata_status add_entries(int folder, DIR *directory, found_files *found)
{
    for (struct dirent *item; found->count < MOST_FILES && (item = readdir(directory)) != NULL;) {
        struct stat facts;
        if (ata_cache_file_is_unfinished(item->d_name)) remove_if_abandoned(folder, item->d_name);
        if (!ata_cache_file_is_entry(item->d_name)) continue;
        if (fstatat(folder, item->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(facts.st_mode)) continue;
        found_file file = {.bytes = facts.st_size, .used = facts.st_mtim};
        memcpy(file.name, item->d_name, strlen(item->d_name) + 1);
        ATA_TRY(add_file(found, &file));
    }
    return ATA_OK;
}

static int compare_used(const void *left, const void *right)
{
    const found_file *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec) return a->used.tv_sec < b->used.tv_sec ? 1 : -1;
    if (a->used.tv_nsec != b->used.tv_nsec) return a->used.tv_nsec < b->used.tv_nsec ? 1 : -1;
    return strcmp(a->name, b->name);
}

/* All entries, the last used first. The list is to be freed, whether this fails or not. */
static ata_status look(int folder, found_files *found)
{
    *found = (found_files){0};
    const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* closed with the directory */
    DIR *directory = own < 0 ? NULL : fdopendir(own);
    if (!directory) {
        const char *why = strerror(errno);
        if (own >= 0) close(own);
        return ata_fail(ATA_ERROR_FILE, "ATALANTA_CACHE", "its folder", "a folder that can be read",
                        "the cache folder cannot be read: %s; check its permissions", why);
    }
    const ata_status status = add_entries(folder, directory, found);
    closedir(directory);
    if (found->count > 1) qsort(found->files, found->count, sizeof *found->files, compare_used);
    return status;
}

/* --- Bounds ------------------------------------------------------------------------------------------------------- */

static int64_t most_bytes(void)
{
    const char *text = secure_getenv("ATALANTA_CACHE_MB");
    if (!text || *text < '0' || *text > '9') return (int64_t)USUAL_MIB * MIB;
    char *end;
    const long long mib = strtoll(text, &end, 10);
    return *end || mib > INT32_MAX ? (int64_t)USUAL_MIB * MIB : mib * MIB;
}

/* Remove what was not used for longest, until the rest is within bounds. */
static void trim(int folder)
{
    found_files found;
    if (look(folder, &found) == ATA_OK) {
        const int64_t most = most_bytes();
        int64_t total = 0;
        for (size_t i = 0; i < found.count; i++) {
            total += found.files[i].bytes;
            if (total > most) (void)unlinkat(folder, found.files[i].name, 0);
        }
    }
    ata_memory_destroy(found.files);
}

/* --- The interface ------------------------------------------------------------------------------------------------ */

bool ata_cache_load(const ata_digest *key, void **content, size_t *size)
{
    const ata_error before = *ata_error_last();
    int folder = -1;
    bool good = false;
    if (ata_cache_folder_open(false, &folder) == ATA_OK && folder >= 0) {
        good = ata_cache_file_read(folder, key, content, size);
        close(folder);
    }
    ata_error_restore(&before);
    return good;
}

void ata_cache_store(const ata_digest *key, const char *title, const void *content, size_t size)
{
    const size_t bytes = ata_cache_file_bytes(title, size);
    if (bytes > ATA_CACHE_LARGEST || (int64_t)bytes > most_bytes()) return;
    const ata_error before = *ata_error_last();
    int folder = -1;
    if (ata_cache_folder_open(true, &folder) == ATA_OK && folder >= 0) {
        if (ata_cache_file_write(folder, key, title, content, size)) trim(folder);
        close(folder);
    }
    ata_error_restore(&before);
}

ata_status ata_cache_list(ata_cache_entry *entries, size_t capacity, size_t *count)
{
    int folder;
    found_files found;
    *count = 0;
    ATA_TRY(ata_cache_folder_open(false, &folder));
    if (folder < 0) return ATA_OK;
    const ata_status status = look(folder, &found);
    if (status == ATA_OK) {
        *count = found.count;
        for (size_t i = 0; i < found.count && i < capacity; i++) {
            const found_file *file = &found.files[i];
            entries[i] = (ata_cache_entry){.bytes = file->bytes, .last_used = file->used.tv_sec};
            memcpy(entries[i].name, file->name, sizeof file->name);
            ata_cache_file_title(folder, file->name, entries[i].title);
        }
    }
    ata_memory_destroy(found.files);
    close(folder);
    return status;
}

ata_status ata_cache_empty(size_t *count)
{
    int folder;
    found_files found;
    *count = 0;
    ATA_TRY(ata_cache_folder_open(false, &folder));
    if (folder < 0) return ATA_OK;
    ata_status status = look(folder, &found);
    for (size_t i = 0; status == ATA_OK && i < found.count; i++) {
        if (unlinkat(folder, found.files[i].name, 0) == 0) {
            *count += 1;
        } else if (errno != ENOENT) { /* somebody else may have been faster */
            status = ata_fail(ATA_ERROR_FILE, "ATALANTA_CACHE", found.files[i].name, "a folder that can be written to",
                              "the cached kernel %s cannot be removed: %s; check the folder's permissions",
                              found.files[i].name, strerror(errno));
        }
    }
    ata_memory_destroy(found.files);
    close(folder);
    return status;
}
