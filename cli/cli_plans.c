/* cli_plans.c - what commands that make plans share: options, wisdom, problems from arguments, and texts of plans. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

const char *cli_wisdom_path(void)
{
    static char path[4096];
    const char *named = environment("ATALANTA_WISDOM");
    if (named) return named;
    const char *cache = environment("XDG_CACHE_HOME"), *home = environment("HOME");
    int length = -1;
    if (cache) {
        length = snprintf(path, sizeof path, "%s/atalanta/wisdom", cache);
    } else if (home) {
        length = snprintf(path, sizeof path, "%s/.cache/atalanta/wisdom", home);
    }
    return length > 0 && length < (int)sizeof path ? path : NULL;
}

static ata_status load_new(ata_wisdom **wisdom, const char *path)
{
    ata_status status = ata_wisdom_create(wisdom);
    if (status == ATA_OK) status = ata_wisdom_load(*wisdom, path);
    if (status != ATA_OK) {
        ata_wisdom_destroy(*wisdom);
        *wisdom = NULL;
    }
    return status;
}

ata_status cli_options_get(const cli_command *command, const cli_common *common, ata_options *options,
                           ata_wisdom **wisdom)
{
    *options = (ata_options){.engine = common->on, .threads = (int)common->threads};
    *wisdom = NULL;
    if (common->wisdom && strcmp(common->wisdom, "none") == 0) return ATA_OK;
    if (common->wisdom) {
        const ata_status status = load_new(wisdom, common->wisdom);
        options->wisdom = *wisdom;
        return status;
    }
    const char *path = cli_wisdom_path();
    if (!path || access(path, F_OK) != 0) return ATA_OK;
    const ata_status status = load_new(wisdom, path);
    if (status != ATA_OK) cli_complain(command, "the wisdom is not used: %s", ata_last_error()->message);
    options->wisdom = *wisdom;
    return ATA_OK;
}

bool cli_status_is_lacking(ata_status status)
{
    return status == ATA_ERROR_UNSUPPORTED && strncmp(ata_last_error()->field, "ATALANTA_", 9) != 0;
}

int cli_problems_get(const cli_command *command, const cli_args *args, int first, ata_problem **problems)
{
    *problems = NULL;
    const int count = args->count - first;
    if (count < 1) {
        return cli_complain(command, "PROBLEM is missing; try: %.*s", (int)strcspn(command->example, "\n"),
                            command->example);
    }
    ata_problem *list = calloc((size_t)count, sizeof *list);
    if (!list) return cli_complain(command, "out of memory for %d problems", count);
    for (int i = 0; i < count; i++) {
        ata_status status = ata_problem_parse(&list[i], args->positional[first + i]);
        if (status == ATA_OK) status = ata_problem_check(&list[i], NULL);
        if (status == ATA_OK) continue;
        free(list);
        /* "atalanta plan c2c 1024" is two arguments where one was meant: say so where that is likely. */
        if (status == ATA_ERROR_SYNTAX && count > 1) {
            return cli_complain(command, "%s (a problem is one argument: put it in quotes)", ata_last_error()->message);
        }
        return cli_complain_status(command, status);
    }
    *problems = list;
    return CLI_GOOD;
}

char *cli_plan_text(ata_status (*print)(const ata_plan *, char *, size_t, size_t *), const ata_plan *plan)
{
    size_t length = 0;
    if (print(plan, NULL, 0, &length) != ATA_OK) return NULL;
    char *text = malloc(length + 1);
    if (text && print(plan, text, length + 1, NULL) != ATA_OK) {
        free(text);
        return NULL;
    }
    return text;
}

char *cli_problem_text(const ata_problem *problem)
{
    size_t length = 0;
    if (ata_problem_print(problem, NULL, 0, &length) != ATA_OK) return NULL;
    char *text = malloc(length + 1);
    if (text && ata_problem_print(problem, text, length + 1, NULL) != ATA_OK) {
        free(text);
        return NULL;
    }
    return text;
}
