/* cli.h - what the commands of the `atalanta` program share.
 *
 * A command is one file, cli_<name>.c, with one cli_command: its name, its help and its function. cli_main.c holds the
 * table of commands. Every command sees the library through the public header only.
 *
 * Exit statuses: CLI_GOOD, CLI_CHECK_FAILED, CLI_BAD_USE. Bad use or bad input prints one line on standard error that
 * names the field and the mend: "atalanta run: --picture is \"a.gif\"; it must end in .svg or .png".
 *
 * Standard output: a device that takes no more (a full disk) is bad input as any other. A reader that has gone away
 * (`atalanta bench ... | head -1`) has what it wanted: nothing is said, the files a command was asked for are still
 * written, and the exit status is what it would have been. SIGPIPE is ignored for that; long commands ask cli_row_end
 * after each row, so that they stop early when nobody listens.
 */
#ifndef ATALANTA_CLI_H
#define ATALANTA_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "atalanta.h"

enum { CLI_GOOD = 0, CLI_CHECK_FAILED = 1, CLI_BAD_USE = 2 };

/* --- Commands -------------------------------------------------------------------------------------------------- */

typedef struct cli_command {
    const char *name;
    const char *summary;                                                   /* one line for the list of commands */
    const char *usage;                                                     /* "atalanta plan PROBLEM [OPTION...]" */
    const char *details;                                                   /* a paragraph or two; shown by --help */
    const char *example;                                                   /* one or more command lines that work */
    int (*main)(const struct cli_command *command, int argc, char **argv); /* argv[0] is the command's name */
} cli_command;

/* The whole program: find the command and run it. main() only calls this. */
int cli_main(int argc, char **argv);

extern const cli_command cli_command_plan, cli_command_run, cli_command_verify, cli_command_bench, cli_command_tune,
    cli_command_info, cli_command_plot, cli_command_cache, cli_command_stream, cli_command_reproduce;

/* --- Arguments (cli_args.c) ------------------------------------------------------------------------------------ */

typedef enum cli_flag_type { CLI_FLAG_SWITCH, CLI_FLAG_INT, CLI_FLAG_NUMBER, CLI_FLAG_TEXT } cli_flag_type;

/* One flag: "--name VALUE" or "--name=VALUE", or "--name" alone for a switch. A name of one letter takes one dash,
 * "-o VALUE". A value may begin with one dash ("-1"); one that begins with two is taken for a flag unless written
 * "--name=VALUE". */
typedef struct cli_flag {
    const char *name; /* without the dashes */
    cli_flag_type type;
    void *target;      /* bool *, int64_t *, double * or const char ** */
    const char *value; /* how the value is called in the help: "FILE"; NULL for a switch */
    const char *help;
} cli_flag;

/* The flags that most commands share. Zeroed before parsing. */
typedef struct cli_common {
    const char *on;     /* --on cpu|gpu|emu|auto; NULL unless given, and always the name of an engine */
    int64_t threads;    /* --threads N, 1 unless given; within 1 to ATA_MAX_THREADS */
    bool json;          /* --json */
    const char *wisdom; /* --wisdom FILE, "none" for none; unless given: cli_wisdom_path() */
} cli_common;

typedef struct cli_args {
    cli_common common;
    int count;         /* positional arguments left over */
    char **positional; /* points into argv, which is rearranged */
} cli_args;

/* Parse argv by `flags` (flag_count of them) and the common ones. Returns -1 to go on, or an exit status when the
 * command is done (--help was printed, or the use was bad and the line was printed). */
int cli_args_parse(const cli_command *command, const cli_flag *flags, int flag_count, int argc, char **argv,
                   cli_args *args);

/* A command's help on standard output (cli_help.c): usage, details, its own flags, the common ones, examples. */
void cli_help_print(const cli_command *command, const cli_flag *flags, int flag_count, const cli_flag *common,
                    int common_count);

/* The name nearest to `word` by its letters, or NULL when none is near (cli_nearest.c). */
const char *cli_nearest(const char *word, const char *const *names, int count);

/* --- Saying what is wrong (cli_report.c) ------------------------------------------------------------------------ */

/* "atalanta COMMAND: " and the sentence on standard error, as one line; returns CLI_BAD_USE. */
int cli_complain(const cli_command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with the library's last error; returns CLI_BAD_USE. */
int cli_complain_status(const cli_command *command, ata_status status);

/* Flush standard output and tell whether everything was written: `status` if so, or if it was a pipe whose reader
 * has gone away; else a complaint and CLI_BAD_USE. Every command that has printed ends with it, once. */
int cli_finish(const cli_command *command, int status);

/* Flush standard output after a row. False when it takes no more: stop, and let cli_finish say whether that is an
 * error. */
bool cli_row_end(void);

/* --- Plans (cli_plans.c) ---------------------------------------------------------------------------------------- */

/* $ATALANTA_WISDOM, or atalanta/wisdom under $XDG_CACHE_HOME or ~/.cache; NULL when there is no such place. */
const char *cli_wisdom_path(void);

/* The options that the common flags ask for. Loads the wisdom file if there is one. A damaged file at the usual
 * place is told of in one line on standard error and not used; a file named by --wisdom that is missing or damaged
 * is an error. *wisdom is to be destroyed by the caller, after the plan. */
ata_status cli_options_get(const cli_command *command, const cli_common *common, ata_options *options,
                           ata_wisdom **wisdom);

/* Does the status of a plan that was not made say that the engine lacks this problem? The last error tells it from an
 * instruction set that the machine lacks, which no other problem would mend. */
bool cli_status_is_lacking(ata_status status);

/* Parse the positional arguments from `first` on as problems, into an array of args->count - first that the caller
 * frees. Returns CLI_GOOD, or prints the line and returns CLI_BAD_USE, with *problems NULL. None at all is bad use. */
int cli_problems_get(const cli_command *command, const cli_args *args, int first, ata_problem **problems);

/* The whole text that one of the ata_plan_print_ functions writes, to be freed; NULL when there is no memory for it. */
char *cli_plan_text(ata_status (*print)(const ata_plan *, char *, size_t, size_t *), const ata_plan *plan);

/* A problem as text, the same way. */
char *cli_problem_text(const ata_problem *problem);

/* --- Memory (cli_memory.c) -------------------------------------------------------------------------------------- */

/* How many bytes could be used now without swapping, as far as the system tells; INT64_MAX where it does not. Linux
 * hands out more memory than there is and kills whoever uses it, so arrays are weighed against this before they are
 * filled. */
int64_t cli_memory_available(void);

/* A size for people: "12.0 MiB", into `text`, which is returned. */
const char *cli_memory_print(int64_t bytes, char *text, size_t size);

/* --- CPU (cli_cpu.c) -------------------------------------------------------------------------------------------- */

/* The name of this machine's CPU, or "unknown", into `text`, which is returned. */
const char *cli_cpu_name(char *text, size_t size);

/* --- JSON lines (cli_json.c) ------------------------------------------------------------------------------------ */

/* One object a line. In a list the key is NULL. */
typedef struct cli_json {
    FILE *file;
    bool first;
} cli_json;

void cli_json_begin(cli_json *json, FILE *file);                        /* { */
void cli_json_text(cli_json *json, const char *key, const char *value); /* null when it is NULL */
void cli_json_int(cli_json *json, const char *key, int64_t value);
void cli_json_number(cli_json *json, const char *key, double value); /* null when it is not finite */
void cli_json_bool(cli_json *json, const char *key, bool value);
void cli_json_list_begin(cli_json *json, const char *key); /* [ */
void cli_json_list_end(cli_json *json);
void cli_json_object_begin(cli_json *json, const char *key); /* { inside another */
void cli_json_object_end(cli_json *json);
void cli_json_end(cli_json *json); /* } and a new line */

/* --- Progress (cli_progress.c) ---------------------------------------------------------------------------------- */

/* A line on standard error that is rewritten as work goes on, on a terminal only; nothing in a pipe or with --json. */
typedef struct cli_progress {
    bool shown;
    int64_t last_ns;
    int width; /* characters to wipe */
} cli_progress;

void cli_progress_begin(cli_progress *progress);
void cli_progress_disable(void); /* from now on nothing is shown; --json does this */
void cli_progress_update(cli_progress *progress, double fraction, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void cli_progress_end(cli_progress *progress); /* wipes the line */

#endif
