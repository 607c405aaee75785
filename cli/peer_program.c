/* peer_program.c - a peer that is a program of its own, such as bench/torch_peer.py: any language, any library.
 *
 * It is started once by `sh -c COMMAND` and talks in lines over its standard input and output; to each request there is
 * one answer:
 *
 *     hello 1                             hello NAME VERSION...
 *     prepare THREADS SECONDS PROBLEM     ready PLAN_NS THREADS
 *     run REPEATS                         took NS
 *     drop                                dropped
 *     anything                            cannot REASON...
 *
 * PROBLEM is the text of the problem; the program makes arrays of its own and measures itself. When its standard input
 * ends, so should it. For all but a run, whose length is what is asked for, there is a limit to the wait: a program
 * that speaks something else would keep the bench for ever.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/clock.h"
#include "cli/peer.h"

enum { LINE_MAX_BYTES = 1024, NAME_MAX_BYTES = 32 };

static struct {
    peer peer;
    pid_t pid;   /* 0 when there is none */
    double wait; /* seconds for an answer */
    bool late;   /* it gave none */
    FILE *requests;
    int answers;               /* -1 when there are none */
    char line[LINE_MAX_BYTES]; /* the last answer */
    char come[LINE_MAX_BYTES]; /* what was read beyond it */
    size_t come_size;
    char command[256], name[NAME_MAX_BYTES], version[256];
    char reason[256]; /* why a problem cannot be done */
    char gone[600];   /* why the program cannot be used, or empty */
    char note[128];
} program = {.answers = -1};

static const char *set_gone(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *set_gone(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(program.gone, sizeof program.gone, format, arguments);
    va_end(arguments);
    return program.gone;
}

/* Move the first line of what has come to program.line; `size` bytes are it, with its end. */
static void take_line(size_t size)
{
    memcpy(program.line, program.come, size);
    program.line[size < LINE_MAX_BYTES ? size : LINE_MAX_BYTES - 1] = '\0';
    memmove(program.come, program.come + size, program.come_size - size);
    program.come_size -= size;
}

/* The next line of the answers. False, with program.gone, when the program has ended or the time is over. */
static bool read_line(double limit)
{
    const int64_t begin = cli_clock_ns();
    for (;;) {
        const char *end = memchr(program.come, '\n', program.come_size);
        if (end || program.come_size >= LINE_MAX_BYTES) {
            take_line(end ? (size_t)(end - program.come) + 1 : program.come_size);
            return true;
        }
        const double left = limit - (double)(cli_clock_ns() - begin) * 1e-9;
        struct pollfd answers = {.fd = program.answers, .events = POLLIN};
        const int ready = left > 0 ? poll(&answers, 1, left < 1e6 ? (int)(left * 1e3) + 1 : -1) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) {
            program.late = true;
            set_gone("\"%s\" gave no answer in %g s; it must answer line by line, as bench/torch_peer.py does",
                     program.command, limit);
            return false;
        }
        const size_t had = program.come_size < LINE_MAX_BYTES ? program.come_size : 0; /* as it is: for compilers */
        const ssize_t got = read(program.answers, program.come + had, LINE_MAX_BYTES - had);
        if (got > 0) {
            program.come_size = had + (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            set_gone("\"%s\" ended by itself", program.command);
            return false;
        }
    }
}

/* One request, one answer: what follows the word that is expected; or NULL, with program.gone or program.reason. */
static const char *ask(const char *expected, double limit, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static const char *ask(const char *expected, double limit, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(program.requests, format, arguments);
    va_end(arguments);
    fputc('\n', program.requests);
    if (fflush(program.requests) != 0) {
        set_gone("\"%s\" ended by itself", program.command);
        return NULL;
    }
    if (!read_line(limit)) return NULL;
    program.line[strcspn(program.line, "\r\n")] = '\0';
    const size_t length = strlen(expected);
    const char after = program.line[length < strlen(program.line) ? length : strlen(program.line)];
    if (strncmp(program.line, expected, length) == 0 && (after == ' ' || after == '\0')) {
        return program.line + length + (after == ' ');
    }
    if (strncmp(program.line, "cannot ", 7) == 0) {
        snprintf(program.reason, sizeof program.reason, "%.200s", program.line + 7);
    } else {
        snprintf(program.reason, sizeof program.reason, "it answers \"%.100s\" where \"%s\" is expected", program.line,
                 expected);
    }
    return NULL;
}

/* Two pipes and a shell between them, in a group of its own: whatever the shell starts can be ended with it. */
static bool start(const char *command)
{
    int to[2], from[2];
    if (pipe(to) != 0) return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    for (int i = 0; i < 2; i++) {
        posix_spawn_file_actions_addclose(&actions, to[i]);
        posix_spawn_file_actions_addclose(&actions, from[i]);
    }
    char shell[] = "sh", flag[] = "-c";
    char *text = strdup(command);
    char *arguments[] = {shell, flag, text, NULL};
    const int error = text ? posix_spawn(&program.pid, "/bin/sh", &actions, &attributes, arguments, environ) : ENOMEM;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(text);
    close(to[0]);
    close(from[1]);
    program.requests = fdopen(to[1], "w");
    program.answers = from[0];
    if (error) program.pid = 0;
    return !error && program.requests;
}

/* Closing its input asks it to end; one that does not within five seconds, or does not answer, is ended. */
static void end(void)
{
    if (program.requests) fclose(program.requests);
    if (program.answers >= 0) close(program.answers);
    program.requests = NULL;
    program.answers = -1;
    if (program.pid == 0) return;
    for (int i = 0; i < 500 && !program.late; i++) {
        if (waitpid(program.pid, NULL, WNOHANG) != 0) {
            program.pid = 0;
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(-program.pid, SIGKILL);
    waitpid(program.pid, NULL, 0);
    program.pid = 0;
}

static const char *open_peer(ata_type type, const char **file, const char **version)
{
    (void)type;
    if (program.gone[0]) return program.gone;
    *file = program.command;
    *version = program.version;
    return NULL;
}

static const char *prepare(const peer *self, const peer_request *request, peer_made *made)
{
    (void)self;
    *made = (peer_made){0};
    if (program.gone[0]) return program.gone;
    char *text = cli_problem_text(request->problem);
    if (!text) return "out of memory";
    const char *answer =
        ask("ready", program.wait + request->seconds, "prepare %d %g %s", request->threads, request->seconds, text);
    free(text);
    if (!answer) return program.gone[0] ? program.gone : program.reason;
    long long ns;
    int threads;
    if (sscanf(answer, "%lld %d", &ns, &threads) != 2 || ns < 0 || threads < 1) {
        return "its answer to prepare has no time and no number of threads";
    }
    made->plan_seconds = (double)ns * 1e-9;
    made->state = &program;
    if (threads != request->threads) {
        snprintf(program.note, sizeof program.note, "it computes on %d thread%s only", threads,
                 threads == 1 ? "" : "s");
        made->note = program.note;
    }
    return NULL;
}

static int64_t run(void *state, int64_t repeats)
{
    (void)state;
    if (program.gone[0]) return -1;
    const char *answer = ask("took", INFINITY, "run %lld", (long long)repeats);
    long long ns;
    return answer && sscanf(answer, "%lld", &ns) == 1 && ns >= 0 ? (int64_t)ns : -1;
}

static void destroy(void *state)
{
    if (state && !program.gone[0]) ask("dropped", program.wait, "drop");
}

static bool overwrites_input(const ata_problem *problem)
{
    (void)problem;
    return false; /* its arrays are its own */
}

static bool is_name(const char *name)
{
    if (!*name) return false;
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && !strchr("-_.:", *name)) return false;
    }
    return true;
}

/* "torch 2.4.0 with MKL": the name, and the rest as it is. */
static const char *greet(void)
{
    const char *answer = ask("hello", program.wait, "hello 1");
    if (!answer) return program.gone[0] ? program.gone : set_gone("\"%s\": %s", program.command, program.reason);
    snprintf(program.name, sizeof program.name, "%.*s", (int)strcspn(answer, " "), answer);
    if (!is_name(program.name)) return set_gone("\"%s\" does not tell its name", program.command);
    snprintf(program.version, sizeof program.version, "%.255s", answer);
    return NULL;
}

const char *cli_peer_program_start(const char *command, double wait, const peer **started)
{
    memset(&program, 0, sizeof program);
    program.answers = -1;
    program.wait = wait;
    snprintf(program.command, sizeof program.command, "%s", command);
    const char *reason = start(command) ? greet() : set_gone("\"%s\" cannot be started", program.command);
    if (reason) {
        end();
        return reason;
    }
    program.peer = (peer){.name = program.name,
                          .summary = program.command,
                          .open = open_peer,
                          .prepare = prepare,
                          .run = run,
                          .destroy = destroy,
                          .overwrites_input = overwrites_input,
                          .scales = true,
                          .apart = true};
    *started = &program.peer;
    return NULL;
}

void cli_peer_program_stop(void)
{
    end();
}
