/* cache_folder.c - where the cache is, and whether it may be used. */
#include "core/cache_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cache.h"

/* Not in a program that runs with more rights than its caller, who must not say where it writes. */
static const char *environment(const char *name)
{
    const char *value = secure_getenv(name);
    return value && *value ? value : NULL;
}

bool ata_cache_find_folder(char path[ATA_CACHE_PATH])
{
    const char *named = environment("ATALANTA_CACHE");
    const char *cache = environment("XDG_CACHE_HOME"), *home = environment("HOME");
    int length = -1;
    if (named) {
        if (strcmp(named, "off") != 0) length = snprintf(path, ATA_CACHE_PATH, "%s", named);
    } else if (cache) {
        length = snprintf(path, ATA_CACHE_PATH, "%s/atalanta/kernels", cache);
    } else if (home) {
        length = snprintf(path, ATA_CACHE_PATH, "%s/.cache/atalanta/kernels", home);
    }
    return length > 0 && length < ATA_CACHE_PATH;
}

/* Make the folder and those above it that are missing. What fails here shows when the folder is opened. */
static void make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        (void)mkdir(path, 0700);
        *at = '/';
    }
    (void)mkdir(path, 0700);
}

static ata_status fail_folder(const char *path, const char *why)
{
    return ata_fail(ATA_ERROR_FILE, "ATALANTA_CACHE", path, "a folder that only its owner can write to",
                    "the cache folder \"%.300s\" is not used: %s; set ATALANTA_CACHE to another, or to off", path, why);
}

ata_status ata_cache_folder_open(bool create, int *folder)
{
    char path[ATA_CACHE_PATH];
    *folder = -1;
    if (!ata_cache_find_folder(path)) return ATA_OK;
    if (create) make_folders(path);
    const int opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0 && errno == ENOENT) return ATA_OK;
    if (opened < 0) return fail_folder(path, strerror(errno));
    struct stat facts;
    const char *why = NULL;
    if (fstat(opened, &facts) != 0) {
        why = strerror(errno);
    } else if (facts.st_uid != geteuid()) {
        why = "it belongs to somebody else";
    } else if (facts.st_mode & (S_IWGRP | S_IWOTH)) {
        why = "others may write to it";
    }
    if (why) {
        close(opened);
        return fail_folder(path, why);
    }
    *folder = opened;
    return ATA_OK;
}
