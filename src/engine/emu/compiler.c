/* compiler.c - from a text to a shared object in memory: write, compile, load, remove.
 *
 * Most of the time of a launch on the emulator is spent here, in processes that the compiler starts. So the text
 * includes no system header, nothing is linked that is not needed, and nothing is optimized: for a typical kernel -O0
 * takes 60 ms and -O1 80, for one with butterflies of 64 points 140 and 290; that pays off from some 100000 points on.
 */
#include "engine/emu/compiler.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"
#include "core/memory.h"
#include "engine/gpu/sources.h"

enum { PATH_BYTES = 1024 };

static char folder[PATH_BYTES]; /* empty while there is none */
static pid_t folder_owner;      /* a forked child leaves it alone */
static int compiled;            /* names of files count up */

extern char **environ;

/* --- Finding the compiler ----------------------------------------------------------------------------------------- */

/* Not in a program that runs with more rights than its caller, who must not say what it starts and where it writes. */
static const char *environment(const char *name)
{
    const char *value = secure_getenv(name);
    return value && *value ? value : NULL;
}

const char *ata_emu_compiler_barred(void)
{
    if (!getenv("PATH") || secure_getenv("PATH")) return NULL;
    return "the C compiler is found by PATH or ATALANTA_CC, which are not read in a program that has more rights than "
           "its caller; run it without them";
}

/* Find a program, as a shell does. */
static bool find_program(const char *name, char *path)
{
    if (strchr(name, '/')) return snprintf(path, PATH_BYTES, "%s", name) < PATH_BYTES && access(path, X_OK) == 0;
    const char *folders = environment("PATH");
    while (folders && *folders) {
        const size_t length = strcspn(folders, ":");
        if (length > 0 && snprintf(path, PATH_BYTES, "%.*s/%s", (int)length, folders, name) < PATH_BYTES &&
            access(path, X_OK) == 0)
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

const char *ata_emu_compiler_path(void)
{
    static const char *const usual[] = {"cc", "gcc", "clang"};
    static _Thread_local char path[PATH_BYTES];
    const char *chosen = environment("ATALANTA_CC");
    if (chosen) return find_program(chosen, path) ? path : NULL;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (find_program(usual[i], path)) return path;
    return NULL;
}

/* --- The folder --------------------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts, (void)kind, (void)place;
    return remove(path);
}

__attribute__((destructor)) void ata_emu_compiler_close(void)
{
    if (!folder[0] || folder_owner != getpid()) return;
    (void)nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    folder[0] = '\0';
}

static ata_status fail_file(const char *path, const char *doing)
{
    return ata_fail(ATA_ERROR_FILE, "TMPDIR", path, "a folder for temporary files",
                    "cannot %s \"%.300s\" for the emulator: %s; set TMPDIR to a folder that can be written to", doing,
                    path, strerror(errno));
}

/* Write a file. Not with ata_file_store(), which waits for the disk. */
static ata_status write_file(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return fail_file(path, "write");
    ata_status status = ATA_OK;
    for (size_t left = strlen(text); left > 0 && status == ATA_OK;) {
        const ssize_t put = write(file, text, left);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) status = fail_file(path, "write");
        text += put > 0 ? put : 0;
        left -= put > 0 ? (size_t)put : 0;
    }
    close(file);
    return status;
}

/* Write a source under its name, making the folders on the way. */
static ata_status write_source(const ata_gpu_source *source)
{
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, source->name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return fail_file(path, "make");
        *slash = '/';
    }
    return write_file(path, source->text);
}

static ata_status make_folder(void)
{
    if (folder[0]) return ATA_OK;
    const char *temporary = environment("TMPDIR");
    if (!temporary) temporary = "/tmp";
    if (snprintf(folder, sizeof folder, "%s/atalanta-emu-XXXXXX", temporary) >= PATH_BYTES || !mkdtemp(folder)) {
        folder[0] = '\0';
        return fail_file(temporary, "make a folder in");
    }
    folder_owner = getpid();
    ata_status status = ATA_OK;
    for (const ata_gpu_source *source = ata_gpu_sources; source->name && status == ATA_OK; source++)
        status = write_source(source);
    if (status != ATA_OK) ata_emu_compiler_close();
    return status;
}

/* --- Compiling ---------------------------------------------------------------------------------------------------- */

/* Run the compiler; what it says goes to the file `log`. */
static ata_status run_compiler(const char *source, const char *object, const char *log, bool *succeeded)
{
    const char *compiler = ata_emu_compiler_path();
    if (!compiler)
        return ata_fail(ATA_ERROR_DEVICE, "ATALANTA_CC", environment("ATALANTA_CC"), "a C compiler",
                        "the emulator finds no C compiler; install one, or set ATALANTA_CC to one");
    char include[PATH_BYTES + 2];
    snprintf(include, sizeof include, "-I%s", folder);
    /* clang-format off */
    const char *arguments[] = {
        compiler, "-x", "c", "-std=gnu11", "-O0", "-fPIC", "-shared", "-nostdlib",
        "-ffp-contract=off",                /* a kernel says multiply_add where it means one */
        "-fno-math-errno", "-fno-strict-aliasing", "-fno-asynchronous-unwind-tables",
        "-Werror=frame-larger-than=32768",  /* the stacks of run.c are three times that */
        include, "-o", object, source,
#if defined(__x86_64__)
        __builtin_cpu_supports("fma") ? "-mfma" : NULL,
#endif
        NULL};
    /* clang-format on */
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return ata_fail_memory(sizeof actions, "starting the compiler");
    pid_t process = 0;
    int failed = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!failed) failed = posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, 1, 2);
    if (!failed) failed = posix_spawn(&process, compiler, &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return ata_fail(ATA_ERROR_DEVICE, "ATALANTA_CC", compiler, "a C compiler", "\"%.300s\" does not start: %s",
                        compiler, strerror(failed));
    int result = 0;
    pid_t ended;
    while ((ended = waitpid(process, &result, 0)) < 0 && errno == EINTR) continue;
    /* In a program that ignores its children nobody learns how one ended. */
    *succeeded = ended == process ? WIFEXITED(result) && WEXITSTATUS(result) == 0 : access(object, R_OK) == 0;
    return ATA_OK;
}

/* The first line that tells of an error, for people. */
static ata_status fail_compile(const char *title, const char *log)
{
    char *said = NULL;
    size_t size;
    const char *line = "it says nothing";
    int length = (int)strlen(line);
    if (ata_file_load(log, 1 << 20, &said, &size) == ATA_OK && size > 0) {
        line = strstr(said, "error:");
        while (line && line > said && line[-1] != '\n') line--;
        if (!line) line = said;
        length = (int)strcspn(line, "\n");
    }
    const ata_status status =
        ata_fail(ATA_ERROR_DEVICE, "kernel", title, "a kernel that compiles",
                 "emulated kernel \"%.60s\" does not compile: %.*s", title, length > 300 ? 300 : length, line);
    ata_memory_destroy(said);
    return status;
}

ata_status ata_emu_compile(const char *title, const char *text, void **library)
{
    *library = NULL;
    ATA_TRY(make_folder());
    char source[PATH_BYTES + 32], object[PATH_BYTES + 32], log[PATH_BYTES + 32];
    const int number = compiled++;
    snprintf(source, sizeof source, "%s/kernel_%d.c", folder, number);
    snprintf(object, sizeof object, "%s/kernel_%d.so", folder, number);
    snprintf(log, sizeof log, "%s/kernel_%d.log", folder, number);
    bool succeeded = false;
    ata_status status = write_file(source, text);
    if (status == ATA_OK) status = run_compiler(source, object, log, &succeeded);
    if (status == ATA_OK && !succeeded) status = fail_compile(title, log);
    if (status == ATA_OK) {
        *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
        if (!*library) {
            const char *why = dlerror();
            status =
                ata_fail(ATA_ERROR_DEVICE, "kernel", title, "a kernel that can be loaded",
                         "emulated kernel \"%.60s\" cannot be loaded: %.300s", title, why ? why : "nobody says why");
        }
    }
    (void)unlink(source);
    (void)unlink(object);
    (void)unlink(log);
    return status;
}
