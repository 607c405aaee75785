/* cli_args.c - flags and positional arguments of a command.
 *
 * Flags and positional arguments may be mixed; "--" ends the flags. Everything wrong is told in one line that names the
 * flag, what it held and what it may hold. Positional arguments are moved to the front of argv, in their order.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/gpu.h"

enum { GO_ON = -1, COMMON_COUNT = 4, NAMES_MAX = 64 };

/* What one parse works on. */
typedef struct parser {
    const cli_command *command;
    const cli_flag *flags;
    int flag_count;
    cli_flag common[COMMON_COUNT];
    int argc;
    char **argv;
    int at; /* the argument being read */
} parser;

static void common_flags(cli_flag common[COMMON_COUNT], cli_common *target)
{
    const cli_flag list[COMMON_COUNT] = {
        {"on", CLI_FLAG_TEXT, &target->on, "ENGINE", "where to compute: cpu, gpu, gpu:1, emu or auto (auto)"},
        {"threads", CLI_FLAG_INT, &target->threads, "N", "how many threads one execution may use (1)"},
        {"wisdom", CLI_FLAG_TEXT, &target->wisdom, "FILE", "tuned recipes; \"none\" for none (see atalanta info)"},
        {"json", CLI_FLAG_SWITCH, &target->json, NULL, "one JSON object a line on standard output, nothing else"},
    };
    memcpy(common, list, sizeof list);
}

static const char *dashes(const char *name)
{
    return strlen(name) == 1 ? "-" : "--";
}

static const cli_flag *find_in(const cli_flag *flags, int count, const char *name, size_t length)
{
    for (int i = 0; i < count; i++) {
        if (strlen(flags[i].name) == length && memcmp(flags[i].name, name, length) == 0) return &flags[i];
    }
    return NULL;
}

static const cli_flag *find(const parser *p, const char *name, size_t length)
{
    const cli_flag *flag = find_in(p->flags, p->flag_count, name, length);
    return flag ? flag : find_in(p->common, COMMON_COUNT, name, length);
}

static int complain_unknown(const parser *p, const char *argument)
{
    const char *names[NAMES_MAX] = {"help"};
    int count = 1;
    for (int i = 0; i < p->flag_count && count < NAMES_MAX; i++) names[count++] = p->flags[i].name;
    for (int i = 0; i < COMMON_COUNT && count < NAMES_MAX; i++) names[count++] = p->common[i].name;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argument + strspn(argument, "-"), "="),
             argument + strspn(argument, "-"));
    const char *nearest = cli_nearest(word, names, count);
    if (nearest) {
        return cli_complain(p->command, "unknown flag %s; did you mean %s%s?", argument, dashes(nearest), nearest);
    }
    return cli_complain(p->command, "unknown flag %s; see atalanta %s --help", argument, p->command->name);
}

/* Whole numbers: decimal digits after an optional sign. strtoll is for bases and spaces that nobody means here. */
static bool read_int(const char *text, int64_t *value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0') return false;
    errno = 0;
    const long long number = strtoll(text, NULL, 10);
    if (errno) return false;
    *value = number;
    return true;
}

/* Decimal numbers with a point, whatever the user's locale: the program never calls setlocale, so strtod reads by
 * "C". Its hexadecimal, infinite and undefined numbers are kept out by the letters. */
static bool read_number(const char *text, double *value)
{
    if (text[strspn(text, "0123456789+-.eE")] != '\0') return false;
    char *end;
    errno = 0;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno) return false;
    *value = number;
    return true;
}

static int set_value(const parser *p, const cli_flag *flag, const char *text)
{
    switch (flag->type) {
    case CLI_FLAG_SWITCH: *(bool *)flag->target = true; break;
    case CLI_FLAG_TEXT: *(const char **)flag->target = text; break;
    case CLI_FLAG_INT:
        if (read_int(text, flag->target)) break;
        return cli_complain(p->command, "%s%s is \"%s\"; it must be a whole number", dashes(flag->name), flag->name,
                            text);
    case CLI_FLAG_NUMBER:
        if (read_number(text, flag->target)) break;
        return cli_complain(p->command, "%s%s is \"%s\"; it must be a number like 2 or 0.5", dashes(flag->name),
                            flag->name, text);
    }
    return GO_ON;
}

/* The value that follows in the next argument, or NULL when none does. */
static const char *next_value(parser *p)
{
    if (p->at + 1 >= p->argc || strncmp(p->argv[p->at + 1], "--", 2) == 0) return NULL;
    return p->argv[++p->at];
}

static int read_flag(parser *p)
{
    const char *argument = p->argv[p->at];
    const bool is_long = argument[1] == '-';
    const char *name = argument + (is_long ? 2 : 1);
    const size_t length = strcspn(name, "=");
    const cli_flag *flag = find(p, name, length);
    if (!flag || (strlen(flag->name) > 1) != is_long) return complain_unknown(p, argument);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (flag->type == CLI_FLAG_SWITCH) {
        if (value) return cli_complain(p->command, "--%s is \"%s\"; it takes no value", flag->name, value);
        return set_value(p, flag, NULL);
    }
    if (!value) value = next_value(p);
    if (!value || *value == '\0') {
        return cli_complain(p->command, "%s%s has no value; write %s%s %s", dashes(flag->name), flag->name,
                            dashes(flag->name), flag->name, flag->value);
    }
    return set_value(p, flag, value);
}

/* A dash alone stands for standard input or output, and one before a digit is a sign: both are no flags. */
static bool is_flag(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0' && argument[1] != '.' && !isdigit((unsigned char)argument[1]);
}

/* Is `on` the name of an engine, or one with a number, as "gpu:1" is for the second GPU? */
static bool is_engine(const char *on, const char *name)
{
    return strcmp(on, name) == 0 || (strcmp(name, "gpu") == 0 && cli_gpu_index(on) >= 0);
}

/* The engine is checked here, so that the line names the flag whichever command it is. */
static int check_engine(const cli_command *command, const char *on)
{
    if (!on || strcmp(on, "auto") == 0) return GO_ON;
    char names[128] = "";
    const char *name, *summary, *missing;
    for (int i = 0; ata_engine_get(i, &name, &summary, &missing) == ATA_OK; i++) {
        if (is_engine(on, name)) {
            if (!missing) return GO_ON;
            return cli_complain(command, "--on is \"%s\", which cannot be used here: %s; use --on auto", on, missing);
        }
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s, ", name);
    }
    return cli_complain(command, "--on is \"%s\"; it must be one of %sauto, or gpu:NUMBER", on, names);
}

static int check_common(const cli_command *command, const cli_common *common)
{
    if (common->threads < 1 || common->threads > ATA_MAX_THREADS) {
        return cli_complain(command, "--threads is %lld; it must be 1 to %d", (long long)common->threads,
                            ATA_MAX_THREADS);
    }
    if (common->json) cli_progress_disable();
    return check_engine(command, common->on);
}

int cli_args_parse(const cli_command *command, const cli_flag *flags, int flag_count, int argc, char **argv,
                   cli_args *args)
{
    *args = (cli_args){.common.threads = 1, .positional = argv + 1};
    parser p = {.command = command, .flags = flags, .flag_count = flag_count, .argc = argc, .argv = argv};
    common_flags(p.common, &args->common);
    bool flags_ended = false;
    for (p.at = 1; p.at < argc; p.at++) {
        char *argument = argv[p.at];
        if (flags_ended || !is_flag(argument)) {
            args->positional[args->count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            flags_ended = true;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            cli_help_print(command, flags, flag_count, p.common, COMMON_COUNT);
            return cli_finish(command, CLI_GOOD);
        } else {
            const int result = read_flag(&p);
            if (result != GO_ON) return result;
        }
    }
    return check_common(command, &args->common);
}
