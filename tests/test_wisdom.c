/* test_wisdom.c - wisdom in memory and in files: round trips, every kind of damage, failing writes, and threads. */
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/hash.h"
#include "core/memory.h"
#include "planner/wisdom.h"

/* --- A folder of the test's own ----------------------------------------------------------------------------------- */

static char folder[256];

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; (entry = readdir(directory));) count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static void make_folder(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/atalanta_wisdom_XXXXXX", base && *base ? base : "/tmp");
    CHECK(mkdtemp(folder) != NULL, "%s", folder);
}

static void remove_folder(void)
{
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') remove(path_of(entry->d_name));
    closedir(directory);
    CHECK(rmdir(folder) == 0);
}

static void put_file(const char *name, const char *bytes, size_t size)
{
    remove(path_of(name)); /* some file systems flush one that is written over */
    FILE *file = fopen(path_of(name), "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
}

/* A file of these lines, with the right check behind them. */
static void put_lines(const char *name, const char *lines)
{
    char text[4096];
    const int length = snprintf(text, sizeof text, "%scheck %016" PRIx64 "\n", lines,
                                ata_hash_add(ATA_HASH_START, lines, strlen(lines)));
    put_file(name, text, (size_t)length);
}

static ata_wisdom *make_wisdom(void)
{
    ata_wisdom *wisdom = NULL;
    CHECK(ata_wisdom_open(&wisdom) == ATA_OK && wisdom);
    CHECK(ata_wisdom_add(wisdom, "cpu 1 c2c 4096", "{X(16), X(16), X(16)}", 12.5e-6) == ATA_OK);
    CHECK(ata_wisdom_add(wisdom, "cpu 1 c2c 1024", "{X(32), X(32)}", 0) == ATA_OK);
    CHECK(ata_wisdom_add(wisdom, "cpu 8 r2c f64 7x\xc3\xa4", "{Z(7)}", 1000000) == ATA_OK);
    return wisdom;
}

static void check_entry(const ata_wisdom *wisdom, const char *key, const char *recipe, double seconds)
{
    char found[64] = "";
    double time = -1;
    CHECK(ata_wisdom_find(wisdom, key, found, sizeof found, &time), "%s is not there", key);
    CHECK(strcmp(found, recipe) == 0 && time == seconds, "%s: %s in %.17g s", key, found, time);
}

static void check_wisdom(const ata_wisdom *wisdom)
{
    CHECK(ata_wisdom_count(wisdom) == 3);
    check_entry(wisdom, "cpu 1 c2c 4096", "{X(16), X(16), X(16)}", 12.5e-6);
    check_entry(wisdom, "cpu 1 c2c 1024", "{X(32), X(32)}", 0);
    check_entry(wisdom, "cpu 8 r2c f64 7x\xc3\xa4", "{Z(7)}", 1000000);
}

/* --- In memory ---------------------------------------------------------------------------------------------------- */

static void test_memory(void)
{
    ata_wisdom *wisdom = make_wisdom();
    char recipe[64];
    check_wisdom(wisdom);
    CHECK(!ata_wisdom_find(wisdom, "cpu 1 c2c 409", recipe, sizeof recipe, NULL));
    CHECK(!ata_wisdom_find(wisdom, "cpu 1 c2c 4096", recipe, 21, NULL), "half a recipe is none");
    CHECK(ata_wisdom_find(wisdom, "cpu 1 c2c 4096", recipe, 22, NULL));
    CHECK(ata_wisdom_add(wisdom, "cpu 1 c2c 4096", "{X(64), X(64)}", 2) == ATA_OK);
    check_entry(wisdom, "cpu 1 c2c 4096", "{X(64), X(64)}", 2);
    CHECK(ata_wisdom_count(wisdom) == 3, "a key stands once");
    ata_wisdom_close(wisdom);
    ata_wisdom_close(NULL);
}

static void test_bad_arguments(void)
{
    ata_wisdom *wisdom = make_wisdom();
    static const char *const bad[] = {"", " a", "a ", "a|b", "a\nb", "a\tb", "\x7f", "\x01"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(ata_wisdom_add(wisdom, bad[i], "{}", 1) == ATA_ERROR_OPTION &&
              strcmp(ata_error_last()->field, "key") == 0);
        CHECK(ata_wisdom_add(wisdom, "k", bad[i], 1) == ATA_ERROR_OPTION &&
              strcmp(ata_error_last()->field, "recipe") == 0);
        CHECK(ata_error_last()->accepted[0] && strstr(ata_error_last()->message, "printable"));
    }
    char *longest = malloc(ATA_WISDOM_TEXT_MAX + 1);
    memset(longest, 'a', ATA_WISDOM_TEXT_MAX);
    longest[ATA_WISDOM_TEXT_MAX] = '\0';
    CHECK(ata_wisdom_add(wisdom, longest, "{}", 1) == ATA_ERROR_OPTION);
    CHECK(ata_wisdom_add(wisdom, longest + 1, "{}", 1) == ATA_OK);
    free(longest);
    const double times[] = {-1, NAN, INFINITY, 1000001};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        CHECK(ata_wisdom_add(wisdom, "k", "{}", times[i]) == ATA_ERROR_OPTION &&
              strstr(ata_error_last()->message, "seconds"));
    CHECK(ata_wisdom_count(wisdom) == 4);
    ata_wisdom_close(wisdom);
}

static void test_hash(void)
{
    CHECK(ata_hash_add(ATA_HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    CHECK(ata_hash_add(ATA_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    CHECK(ata_hash_add(ATA_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    CHECK(ata_hash_add(ata_hash_add(ATA_HASH_START, "foo", 3), "bar", 3) == UINT64_C(0x85944171f73967e8));
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

static void test_round_trip(void)
{
    make_folder();
    ata_wisdom *wisdom = make_wisdom(), *again = NULL;
    char *bytes;
    size_t size;
    CHECK(ata_wisdom_write(wisdom, path_of("w")) == ATA_OK, "%s", ata_error_last()->message);
    CHECK(count_files() == 1, "nothing but the file is left");
    CHECK(ata_file_load(path_of("w"), 1 << 20, &bytes, &size) == ATA_OK);
    const char expected[] = "atalanta wisdom 1\n"
                            "cpu 1 c2c 1024 | {X(32), X(32)} | 0.000000000000\n"
                            "cpu 1 c2c 4096 | {X(16), X(16), X(16)} | 0.000012500000\n"
                            "cpu 8 r2c f64 7x\xc3\xa4 | {Z(7)} | 1000000.000000000000\ncheck ";
    CHECK(strncmp(bytes, expected, strlen(expected)) == 0 && size == strlen(expected) + 17, "%s", bytes);
    ata_memory_destroy(bytes);
    CHECK(ata_wisdom_open(&again) == ATA_OK && ata_wisdom_read(again, path_of("w")) == ATA_OK, "%s",
          ata_error_last()->message);
    check_wisdom(again);
    CHECK(ata_wisdom_add(again, "cpu 1 c2c 4096", "{fast}", 1e-6) == ATA_OK);
    CHECK(ata_wisdom_add(again, "cpu 8 r2c f64 7x\xc3\xa4", "{slow}", 999999) == ATA_OK);
    CHECK(ata_wisdom_add(again, "a new one", "{new}", 3) == ATA_OK);
    CHECK(ata_wisdom_write(again, path_of("w")) == ATA_OK && count_files() == 1, "written over");
    CHECK(ata_wisdom_read(wisdom, path_of("w")) == ATA_OK && ata_wisdom_count(wisdom) == 4);
    check_entry(wisdom, "cpu 1 c2c 4096", "{fast}", 1e-6); /* of two, the faster */
    check_entry(wisdom, "cpu 1 c2c 1024", "{X(32), X(32)}", 0);
    check_entry(wisdom, "a new one", "{new}", 3);
    CHECK(ata_wisdom_add(wisdom, "a new one", "{slower}", 2) == ATA_OK &&
          ata_wisdom_read(wisdom, path_of("w")) == ATA_OK);
    check_entry(wisdom, "a new one", "{slower}", 2);
    ata_wisdom_close(wisdom);
    ata_wisdom_close(again);
    CHECK(ata_wisdom_open(&wisdom) == ATA_OK && ata_wisdom_write(wisdom, path_of("empty")) == ATA_OK);
    CHECK(ata_wisdom_read(wisdom, path_of("empty")) == ATA_OK && ata_wisdom_count(wisdom) == 0);
    ata_wisdom_close(wisdom);
    remove_folder();
}

/* A file in which any one byte differs, or which ends anywhere, adds nothing. */
static void test_damage(void)
{
    make_folder();
    ata_wisdom *wisdom = make_wisdom(), *target = NULL;
    char *bytes;
    size_t size;
    CHECK(ata_wisdom_write(wisdom, path_of("w")) == ATA_OK);
    CHECK(ata_file_load(path_of("w"), 1 << 20, &bytes, &size) == ATA_OK && size > 100);
    CHECK(ata_wisdom_open(&target) == ATA_OK);
    char *copy = malloc(size + 1);
    for (size_t cut = 0; cut < size; cut++) {
        put_file("w", bytes, cut);
        CHECK(ata_wisdom_read(target, path_of("w")) == ATA_ERROR_FORMAT, "cut at %zu", cut);
    }
    for (size_t at = 0; at < size; at++) {
        for (int bit = 0; bit < 9; bit++) {
            memcpy(copy, bytes, size);
            copy[at] = (char)(bit < 8 ? copy[at] ^ 1 << bit : 0);
            put_file("w", copy, size);
            CHECK(ata_wisdom_read(target, path_of("w")) == ATA_ERROR_FORMAT, "byte %zu, bit %d", at, bit);
            CHECK(strstr(ata_error_last()->message, path_of("w")) && strstr(ata_error_last()->message, ", line "), "%s",
                  ata_error_last()->message);
        }
    }
    memcpy(copy, bytes, size);
    copy[size] = '\n';
    put_file("w", copy, size + 1);
    CHECK(ata_wisdom_read(target, path_of("w")) == ATA_ERROR_FORMAT, "something behind the check");
    CHECK(ata_wisdom_count(target) == 0);
    free(copy);
    ata_memory_destroy(bytes);
    ata_wisdom_close(target);
    ata_wisdom_close(wisdom);
    remove_folder();
}

/* Files whose check is right but whose content is not. */
static void test_format(void)
{
    make_folder();
    static const struct {
        const char *lines, *says;
    } bad[] = {
        {"", "line 1"},
        {"atalanta wisdom 2\nwhatever\n", "version 2 of wisdom files is newer"},
        {"atalanta wisdom 10\n", "version 10 of wisdom files is newer"},
        {"atalanta wisdom 99999999999999999999999999999999\n", "newer"},
        {"atalanta wisdom 0\n", "does not begin"},
        {"atalanta wisdom 01\n", "does not begin"},
        {"atalanta wisdom \n", "does not begin"},
        {"atalanta wisdom 1 \n", "does not begin"},
        {"a | b | 0.000000000000\n", "does not begin"},
        {"atalanta wisdom 1\n\n", "line 2: it is not KEY | RECIPE | SECONDS"},
        {"atalanta wisdom 1\na | b | 1.000000000000\na | c | 1.000000000000\n", "line 3: its key stands twice"},
        {"atalanta wisdom 1\nb | b | 1.000000000000\na | c | 1.000000000000\n",
         "line 3: its key stands twice or is not in"},
        {"atalanta wisdom 1\na | b\n", "line 2"},
        {"atalanta wisdom 1\na|b|1.000000000000\n", "line 2"},
        {"atalanta wisdom 1\n | b | 1.000000000000\n", "line 2: the key is empty"},
        {"atalanta wisdom 1\na |  | 1.000000000000\n", "line 2: the recipe is empty"},
        {"atalanta wisdom 1\na | | 1.000000000000\n", "line 2"},
        {"atalanta wisdom 1\na  | b | 1.000000000000\n", "line 2: the key begins or ends with a blank"},
        {"atalanta wisdom 1\na\r | b | 1.000000000000\n", "line 2: the key holds a control character"},
        {"atalanta wisdom 1\na | b | \n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 1\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | -1.000000000000\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 1,000000000000\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 01.000000000000\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 1.0000000000000\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | nan\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 1e300\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 1000000.000000000001\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 9999999.999999999999\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 99999999999999999999.000000000000\n", "line 2: the seconds"},
        {"atalanta wisdom 1\na | b | 1.000000000000 | 2.000000000000\n", "line 2: the seconds"},
        {"atalanta wisdom 1\ncheck 0123456789abcdef\n", "line 2"},
    };
    ata_wisdom *wisdom = make_wisdom();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put_lines("w", bad[i].lines);
        CHECK(ata_wisdom_read(wisdom, path_of("w")) == ATA_ERROR_FORMAT, "\"%s\"", bad[i].lines);
        CHECK(strstr(ata_error_last()->message, bad[i].says), "\"%s\": %s", bad[i].lines, ata_error_last()->message);
    }
    put_lines("w", "atalanta wisdom 1\nz | b | 1.000000000000\n");
    CHECK(ata_wisdom_read(wisdom, path_of("w")) == ATA_OK, "so that the others failed for what they hold");
    FILE *large = fopen(path_of("w"), "w");
    CHECK(ftruncate(fileno(large), (off_t)ATA_WISDOM_FILE_MAX + 1) == 0);
    fclose(large);
    CHECK(ata_wisdom_read(wisdom, path_of("w")) == ATA_ERROR_FORMAT && strstr(ata_error_last()->message, "67108865"));
    ata_wisdom_close(wisdom);
    remove_folder();
}

static void check_file_error(ata_status status, const char *path, const char *why)
{
    CHECK(status == ATA_ERROR_FILE, "%s: %s", path, ata_status_name(status));
    CHECK(strstr(ata_error_last()->message, path) && strstr(ata_error_last()->message, why), "%s",
          ata_error_last()->message);
    CHECK(strcmp(ata_error_last()->field, "path") == 0 && ata_error_last()->accepted[0]);
}

/* Writes that fail, one of them half way, leave what was there and nothing else. */
static void test_failing_files(void)
{
    make_folder();
    ata_wisdom *wisdom = make_wisdom(), *again = NULL;
    check_file_error(ata_wisdom_read(wisdom, path_of("none")), path_of("none"), strerror(ENOENT));
    check_file_error(ata_wisdom_read(wisdom, folder), folder, "not a regular file");
    check_file_error(ata_wisdom_write(wisdom, path_of("none/w")), path_of("none/w"), strerror(ENOENT));
    check_file_error(ata_wisdom_write(wisdom, folder), folder, "cannot replace");
    CHECK(mkfifo(path_of("pipe"), 0600) == 0);
    check_file_error(ata_wisdom_read(wisdom, path_of("pipe")), path_of("pipe"), "not a regular file");
    unlink(path_of("pipe"));
    CHECK(ata_wisdom_write(wisdom, path_of("w")) == ATA_OK && count_files() == 1);

    CHECK(ata_wisdom_add(wisdom, "one more", "{more}", 1) == ATA_OK);
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 40;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    const ata_status status = ata_wisdom_write(wisdom, path_of("w"));
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    check_file_error(status, path_of("w"), strerror(EFBIG));
    CHECK(count_files() == 1, "the half that was written is gone");
    CHECK(ata_wisdom_open(&again) == ATA_OK && ata_wisdom_read(again, path_of("w")) == ATA_OK);
    check_wisdom(again);
    ata_wisdom_close(again);

    CHECK(chmod(folder, 0500) == 0);
    if (access(folder, W_OK) != 0) { /* some users may write everywhere */
        check_file_error(ata_wisdom_write(wisdom, path_of("w")), path_of("w"), strerror(EACCES));
        check_file_error(ata_wisdom_write(wisdom, path_of("other")), path_of("other"), strerror(EACCES));
    }
    chmod(folder, 0700);
    CHECK(count_files() == 1);
    ata_wisdom_close(wisdom);
    remove_folder();
}

/* --- Threads ------------------------------------------------------------------------------------------------------ */

enum { THREADS = 4, ROUNDS = 300 };

typedef struct worker {
    ata_wisdom *wisdom;
    char path[512];
    int number;
    int failures;
} worker;

/* Adds entries of its own and some that all share, looks them up, and now and then writes and reads the file. */
static void *work(void *argument)
{
    worker *w = argument;
    for (int i = 0; i < ROUNDS; i++) {
        char key[32], recipe[32], found[32];
        snprintf(key, sizeof key, "worker %d entry %d", w->number, i);
        snprintf(recipe, sizeof recipe, "{%d}", i);
        w->failures += ata_wisdom_add(w->wisdom, key, recipe, i) != ATA_OK;
        w->failures += !ata_wisdom_find(w->wisdom, key, found, sizeof found, NULL) || strcmp(found, recipe) != 0;
        w->failures += ata_wisdom_add(w->wisdom, "shared", recipe, i) != ATA_OK;
        w->failures += !ata_wisdom_find(w->wisdom, "shared", found, sizeof found, NULL);
        if (i % 50 == 0) w->failures += ata_wisdom_write(w->wisdom, w->path) != ATA_OK;
        if (i % 50 == 0) w->failures += ata_wisdom_read(w->wisdom, w->path) != ATA_OK;
        w->failures += ata_wisdom_count(w->wisdom) < (size_t)i + 2;
    }
    return NULL;
}

static void test_threads(void)
{
    make_folder();
    ata_wisdom *wisdom = NULL;
    CHECK(ata_wisdom_open(&wisdom) == ATA_OK);
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (int t = 0; t < THREADS; t++) {
        workers[t] = (worker){.wisdom = wisdom, .number = t};
        snprintf(workers[t].path, sizeof workers[t].path, "%s", path_of("w"));
        CHECK(pthread_create(&threads[t], NULL, work, &workers[t]) == 0);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        CHECK(workers[t].failures == 0, "worker %d: %d failures", t, workers[t].failures);
    }
    CHECK(ata_wisdom_count(wisdom) == THREADS * ROUNDS + 1 && count_files() == 1);
    ata_wisdom_close(wisdom);
    remove_folder();
}

static const test_case cases[] = {
    {"memory", test_memory},
    {"bad_arguments", test_bad_arguments},
    {"hash", test_hash},
    {"round_trip", test_round_trip},
    {"damage", test_damage},
    {"format", test_format},
    {"failing_files", test_failing_files},
    {"threads", test_threads},
};
TEST_MAIN(cases)
