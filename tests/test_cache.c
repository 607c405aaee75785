/* test_cache.c - the kernel cache: what is stored is found again, and nothing else is ever believed. */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cache.h"
#include "core/memory.h"
#include "test.h"

/* --- A folder for each test --------------------------------------------------------------------------------------- */

static char folder[256];

static void folder_begin(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/atalanta_cache_XXXXXX", base && *base ? base : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    setenv("ATALANTA_CACHE", folder, 1);
    unsetenv("ATALANTA_CACHE_MB");
}

static void folder_end(void)
{
    char command[300];
    chmod(folder, 0700);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    setenv("ATALANTA_CACHE", "off", 1);
    unsetenv("ATALANTA_CACHE_MB");
}

static ata_digest key_of(const char *text)
{
    ata_digester digester;
    ata_digest_begin(&digester);
    ata_digest_add_text(&digester, text);
    return ata_digest_end(&digester);
}

static const char *path_of(const char *text)
{
    static char path[512];
    const ata_digest key = key_of(text);
    int at = snprintf(path, sizeof path, "%s/", folder);
    for (int i = 0; i < 16; i++) at += snprintf(path + at, sizeof path - (size_t)at, "%02x", key.bytes[i]);
    snprintf(path + at, sizeof path - (size_t)at, ".kernel");
    return path;
}

static void store(const char *text, const void *content, size_t size)
{
    const ata_digest key = key_of(text);
    ata_cache_store(&key, text, content, size);
}

/* Whether `content` is found under the key of `text`. */
static bool holds(const char *text, const void *content, size_t size)
{
    const ata_digest key = key_of(text);
    void *found = NULL;
    size_t found_size = 0;
    if (!ata_cache_load(&key, &found, &found_size)) return false;
    const bool same = found_size == size && memcmp(found, content, size) == 0;
    CHECK(same, "%s: what is found is not what was stored", text);
    ata_memory_destroy(found);
    return same;
}

static size_t count_entries(void)
{
    size_t count = 99;
    CHECK(ata_cache_get_entries(NULL, 0, &count) == ATA_OK, "%s", ata_last_error()->message);
    return count;
}

static size_t count_files(void)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *item; directory && (item = readdir(directory));) count += item->d_name[0] != '.';
    if (directory) closedir(directory);
    return count;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    close(file);
}

static size_t read_file(const char *path, char *bytes, size_t size)
{
    const int file = open(path, O_RDONLY);
    const ssize_t got = file < 0 ? -1 : read(file, bytes, size);
    CHECK(got > 0, "%s", path);
    close(file);
    return got > 0 ? (size_t)got : 0;
}

/* --- Digests ------------------------------------------------------------------------------------------------------ */

static void check_digest(const char *text, int repeats, const char *expected)
{
    char digits[2 * ATA_DIGEST_BYTES + 1];
    ata_digester digester;
    ata_digest_begin(&digester);
    for (int i = 0; i < repeats; i++) ata_digest_add(&digester, text, strlen(text));
    const ata_digest digest = ata_digest_end(&digester);
    for (int i = 0; i < ATA_DIGEST_BYTES; i++) snprintf(digits + 2 * i, 3, "%02x", digest.bytes[i]);
    CHECK(strcmp(digits, expected) == 0, "%s", digits);
}

/* The examples of the standard. */
static void test_digest(void)
{
    check_digest("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_digest("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_digest("aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* --- What works --------------------------------------------------------------------------------------------------- */

static void test_round_trip(void)
{
    folder_begin();
    CHECK(!holds("a", "x", 1));
    store("a", "content", 7);
    CHECK(holds("a", "content", 7) && !holds("b", "", 0));
    store("a", "other", 5);
    CHECK(holds("a", "other", 5));
    store("empty", "", 0);
    CHECK(holds("empty", "", 0));
    static char large[3 << 20];
    memset(large, 42, sizeof large);
    store("large", large, sizeof large);
    CHECK(holds("large", large, sizeof large));
    CHECK(count_entries() == 3 && count_files() == 3);
    struct stat facts;
    CHECK(stat(path_of("a"), &facts) == 0 && (facts.st_mode & 0777) == 0600);
    size_t removed = 0;
    CHECK(ata_cache_clear(&removed) == ATA_OK && removed == 3 && count_files() == 0);
    CHECK(ata_cache_clear(NULL) == ATA_OK);
    folder_end();
}

static void test_list(void)
{
    folder_begin();
    char long_title[300];
    memset(long_title, 't', sizeof long_title - 1);
    long_title[sizeof long_title - 1] = '\0';
    store("older", "12345", 5);
    store(long_title, "", 0);
    store("bell\a", "", 0);
    const struct timespec times[3][2] = {{{1000, 0}, {1000, 0}}, {{3000, 5}, {3000, 5}}, {{3000, 4}, {3000, 4}}};
    CHECK(utimensat(AT_FDCWD, path_of("older"), times[0], 0) == 0);
    CHECK(utimensat(AT_FDCWD, path_of(long_title), times[1], 0) == 0);
    CHECK(utimensat(AT_FDCWD, path_of("bell\a"), times[2], 0) == 0);
    ata_cache_entry entries[4] = {{.bytes = -1}, {.bytes = -1}, {.bytes = -1}, {.bytes = -1}};
    size_t count = 0;
    CHECK(ata_cache_get_entries(entries, 4, &count) == ATA_OK && count == 3);
    CHECK(strlen(entries[0].title) == sizeof entries[0].title - 1 && entries[0].last_used == 3000);
    CHECK(strcmp(entries[1].title, "bell?") == 0, "\"%s\"", entries[1].title);
    CHECK(strcmp(entries[2].title, "older") == 0 && entries[2].last_used == 1000 && entries[2].bytes > 5);
    CHECK(strstr(path_of("older"), entries[2].name) != NULL && entries[3].bytes == -1);
    CHECK(ata_cache_get_entries(entries + 3, 1, &count) == ATA_OK && count == 3 && entries[3].last_used == 3000);
    /* A use is noted. */
    CHECK(holds("older", "12345", 5) && ata_cache_get_entries(entries, 4, &count) == ATA_OK);
    CHECK(strcmp(entries[0].title, "older") == 0 && entries[0].last_used > 1000000);
    CHECK(ata_cache_get_entries(NULL, 1, &count) == ATA_ERROR_NULL);
    CHECK(ata_cache_get_entries(entries, 1, NULL) == ATA_ERROR_NULL);
    folder_end();
}

static void check_folder(const char *expected)
{
    char text[512];
    size_t length = 999;
    CHECK(ata_cache_print_folder(text, sizeof text, &length) == ATA_OK && length == strlen(expected));
    CHECK(strcmp(text, expected) == 0, "\"%s\"", text);
    CHECK(ata_cache_print_folder(text, 2, NULL) == ATA_OK && strlen(text) <= 1 && text[0] == expected[0]);
    CHECK(ata_cache_print_folder(NULL, 0, &length) == ATA_OK && length == strlen(expected));
    CHECK(ata_cache_print_folder(NULL, 1, &length) == ATA_ERROR_NULL);
}

static void test_places(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *kept_cache = cache ? strdup(cache) : NULL, *kept_home = home ? strdup(home) : NULL;
    char expected[512];
    folder_begin();
    check_folder(folder);
    unsetenv("ATALANTA_CACHE");
    setenv("XDG_CACHE_HOME", folder, 1);
    snprintf(expected, sizeof expected, "%s/atalanta/kernels", folder);
    check_folder(expected);
    CHECK(count_entries() == 0 && !holds("a", "x", 1) && count_files() == 0); /* looking makes no folder */
    store("a", "x", 1);
    CHECK(holds("a", "x", 1));
    struct stat facts;
    CHECK(stat(expected, &facts) == 0 && (facts.st_mode & 0777) == 0700);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", folder, 1);
    snprintf(expected, sizeof expected, "%s/.cache/atalanta/kernels", folder);
    check_folder(expected);
    unsetenv("HOME");
    check_folder("");
    store("a", "x", 1);
    CHECK(!holds("a", "x", 1) && count_entries() == 0 && ata_cache_clear(NULL) == ATA_OK);
    setenv("ATALANTA_CACHE", "off", 1);
    check_folder("");
    store("a", "x", 1);
    CHECK(!holds("a", "x", 1) && count_entries() == 0 && access("off", F_OK) != 0);
    folder_end();
    if (kept_cache) setenv("XDG_CACHE_HOME", kept_cache, 1);
    if (kept_home) setenv("HOME", kept_home, 1);
    free(kept_cache);
    free(kept_home);
}

/* --- What must not be believed ------------------------------------------------------------------------------------ */

/* A bad entry is not found, does not hinder anybody, and is replaced. */
static void check_replaced(const char *what)
{
    CHECK(!holds("a", "content", 7), "%s was believed", what);
    store("a", "content", 7);
    CHECK(holds("a", "content", 7), "%s was not replaced", what);
}

static void test_damage(void)
{
    char good[512], bad[520], what[64];
    folder_begin();
    store("a", "content", 7);
    const size_t size = read_file(path_of("a"), good, sizeof good);
    CHECK(size > 90 && size < sizeof good);
    for (size_t length = 0; length < size; length++) {
        write_file(path_of("a"), good, length);
        snprintf(what, sizeof what, "a file cut to %zu bytes", length);
        check_replaced(what);
    }
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(bad, good, size);
            bad[i] = (char)(bad[i] ^ 1 << bit);
            write_file(path_of("a"), bad, size);
            snprintf(what, sizeof what, "a file with bit %d of byte %zu flipped", bit, i);
            check_replaced(what);
        }
    }
    memcpy(bad, good, size);
    memset(bad + size, 0, 8);
    write_file(path_of("a"), bad, size + 8);
    check_replaced("a file with more at its end");
    write_file(path_of("b"), good, size);
    CHECK(!holds("b", "content", 7), "an entry was believed under another's name");
    CHECK(truncate(path_of("a"), (off_t)1 << 40) == 0); /* sparse */
    check_replaced("a file of a TiB");
    folder_end();
}

static void test_no_files(void)
{
    char other[300];
    folder_begin();
    store("a", "content", 7);
    snprintf(other, sizeof other, "%s/elsewhere", folder);
    CHECK(rename(path_of("a"), other) == 0 && symlink(other, path_of("a")) == 0);
    check_replaced("a link");
    struct stat facts;
    CHECK(lstat(path_of("a"), &facts) == 0 && S_ISREG(facts.st_mode) && stat(other, &facts) == 0);
    CHECK(unlink(path_of("a")) == 0 && mkfifo(path_of("a"), 0600) == 0);
    check_replaced("a pipe");
    CHECK(unlink(path_of("a")) == 0 && symlink("nowhere", path_of("a")) == 0);
    check_replaced("a link to nothing");
    CHECK(chmod(path_of("a"), 0622) == 0);
    check_replaced("a file that others may write");
    CHECK(unlink(path_of("a")) == 0 && mkdir(path_of("a"), 0700) == 0);
    CHECK(!holds("a", "content", 7));
    store("a", "content", 7); /* a folder stays, and nothing is left beside it */
    CHECK(!holds("a", "content", 7) && count_files() == 2);
    CHECK(count_entries() == 0 && ata_cache_clear(NULL) == ATA_OK && stat(other, &facts) == 0);
    folder_end();
}

static void check_refused(const char *what, const char *words)
{
    size_t count = 99;
    CHECK(!holds("a", "content", 7), "%s was used", what);
    store("b", "content", 7);
    CHECK(access(path_of("b"), F_OK) != 0, "%s was written to", what);
    CHECK(ata_cache_get_entries(NULL, 0, &count) == ATA_ERROR_FILE && count == 0, "%s was listed", what);
    CHECK(ata_cache_clear(&count) == ATA_ERROR_FILE);
    CHECK(strstr(ata_last_error()->message, words) && strstr(ata_last_error()->message, folder), "%s",
          ata_last_error()->message);
}

static void test_folders(void)
{
    folder_begin();
    store("a", "content", 7);
    CHECK(chmod(folder, 0770) == 0);
    check_refused("a folder of the group's", "others may write to it");
    CHECK(chmod(folder, 0707) == 0);
    check_refused("a folder of everybody's", "others may write to it");
    CHECK(chmod(folder, 0755) == 0 && holds("a", "content", 7));
    if (geteuid() == 0) {
        CHECK(chown(folder, 12345, 12345) == 0);
        check_refused("somebody else's folder", "belongs to somebody else");
        CHECK(chown(folder, 0, 0) == 0 && chown(path_of("a"), 12345, 12345) == 0);
        check_replaced("somebody else's file");
    } else {
        CHECK(chmod(folder, 0500) == 0 && holds("a", "content", 7));
        store("b", "content", 7);
        CHECK(!holds("b", "content", 7) && ata_cache_clear(NULL) == ATA_ERROR_FILE);
        CHECK(chmod(folder, 0700) == 0);
    }
    char file[300];
    snprintf(file, sizeof file, "%s/file", folder);
    write_file(file, "x", 1);
    setenv("ATALANTA_CACHE", file, 1);
    store("a", "content", 7);
    CHECK(!holds("a", "content", 7) && ata_cache_clear(NULL) == ATA_ERROR_FILE);
    snprintf(file, sizeof file, "%s/file/below", folder);
    setenv("ATALANTA_CACHE", file, 1);
    store("a", "content", 7);
    CHECK(!holds("a", "content", 7));
    folder_end();
}

/* Nothing that goes wrong here may be seen in the last error of a call that succeeds. */
static void test_last_error(void)
{
    folder_begin();
    CHECK(chmod(folder, 0777) == 0);
    ata_fail(ATA_ERROR_RANK, "rank", "99", "less", "%s", "as it was before");
    store("a", "content", 7);
    CHECK(!holds("a", "content", 7));
    CHECK(ata_last_error()->status == ATA_ERROR_RANK && strcmp(ata_last_error()->message, "as it was before") == 0);
    folder_end();
}

/* --- Bounds and company ------------------------------------------------------------------------------------------- */

static void test_bounds(void)
{
    static char content[300 << 10];
    char name[16];
    folder_begin();
    setenv("ATALANTA_CACHE_MB", "1", 1); /* room for three */
    for (int i = 0; i < 3; i++) {
        const struct timespec times[2] = {{1000 + i, 0}, {1000 + i, 0}};
        snprintf(name, sizeof name, "%d", i);
        store(name, content, sizeof content);
        CHECK(utimensat(AT_FDCWD, path_of(name), times, 0) == 0);
    }
    CHECK(count_entries() == 3);
    CHECK(holds("0", content, sizeof content)); /* used now: "1" is the oldest */
    store("3", content, sizeof content);
    CHECK(count_entries() == 3 && !holds("1", content, sizeof content));
    CHECK(holds("0", content, sizeof content) && holds("2", content, sizeof content));
    CHECK(holds("3", content, sizeof content));
    setenv("ATALANTA_CACHE_MB", "0", 1);
    store("4", "", 0);
    CHECK(!holds("4", "", 0) && count_entries() == 3); /* too large by itself: nothing makes room for it */
    setenv("ATALANTA_CACHE_MB", "nonsense", 1);
    store("4", "", 0);
    CHECK(holds("4", "", 0) && count_entries() == 4);
    setenv("ATALANTA_CACHE_MB", "99999999999999999999", 1);
    store("5", "", 0);
    CHECK(holds("5", "", 0));
    folder_end();
}

/* What a process that died left behind goes; what is being written, and what is not ours, stays. */
static void test_leftovers(void)
{
    char old[300], fresh[300], foreign[300];
    folder_begin();
    snprintf(old, sizeof old, "%s/0123456789abcdef0123456789abcdef.77.1.tmp", folder);
    snprintf(fresh, sizeof fresh, "%s/0123456789abcdef0123456789abcdef.77.2.tmp", folder);
    snprintf(foreign, sizeof foreign, "%s/letter.tmp", folder);
    write_file(old, "x", 1);
    write_file(fresh, "x", 1);
    write_file(foreign, "x", 1);
    const struct timespec times[2] = {{1000, 0}, {1000, 0}};
    CHECK(utimensat(AT_FDCWD, old, times, 0) == 0 && utimensat(AT_FDCWD, foreign, times, 0) == 0);
    store("a", "content", 7);
    CHECK(access(old, F_OK) != 0 && access(fresh, F_OK) == 0 && access(foreign, F_OK) == 0);
    CHECK(count_entries() == 1 && ata_cache_clear(NULL) == ATA_OK && access(foreign, F_OK) == 0);
    folder_end();
}

/* Two processes store the same key again and again, and two others read it: all that is read is whole. */
static void test_processes(void)
{
    enum { CHILDREN = 4, ROUNDS = 200 };
    static char content[20000];
    pid_t children[CHILDREN];
    memset(content, 'z', sizeof content);
    folder_begin();
    store("shared", content, sizeof content);
    fflush(NULL);
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        if (children[i] != 0) continue;
        int bad = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (i < 2) store("shared", content, sizeof content);
            bad += !holds("shared", content, sizeof content);
        }
        _exit(bad != 0);
    }
    for (int i = 0; i < CHILDREN; i++) {
        int status = -1;
        CHECK(children[i] > 0 && waitpid(children[i], &status, 0) == children[i] && status == 0, "process %d", i);
    }
    CHECK(count_files() == 1);
    folder_end();
}

static const test_case cases[] = {
    {"digest", test_digest},       {"round_trip", test_round_trip}, {"list", test_list},
    {"places", test_places},       {"damage", test_damage},         {"no_files", test_no_files},
    {"folders", test_folders},     {"last_error", test_last_error}, {"bounds", test_bounds},
    {"leftovers", test_leftovers}, {"processes", test_processes},
};
TEST_MAIN(cases)
