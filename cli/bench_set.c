/* bench_set.c - sets of problems: text, a problem a line, "#" beginning a comment. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"

/* A set being read. */
typedef struct reader {
    const cli_command *command;
    const char *name; /* for people */
    ata_problem *list;
    int count, room;
} reader;

/* The line without its comment and the blanks around; NULL when nothing is left. */
static char *trim(char *line)
{
    line[strcspn(line, "#\n")] = '\0';
    line += strspn(line, " \t\r");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1])) length--;
    line[length] = '\0';
    return length > 0 ? line : NULL;
}

static int append(reader *r, const char *text, int number)
{
    if (r->count == r->room) {
        const int room = r->room ? 2 * r->room : 32;
        ata_problem *list = realloc(r->list, (size_t)room * sizeof *list);
        if (!list) return cli_complain(r->command, "out of memory for the problems of %s", r->name);
        r->list = list;
        r->room = room;
    }
    ata_status status = ata_problem_parse(&r->list[r->count], text);
    if (status == ATA_OK) status = ata_problem_check(&r->list[r->count], NULL);
    if (status != ATA_OK) return cli_complain(r->command, "%s:%d: %s", r->name, number, ata_last_error()->message);
    r->count++;
    return CLI_GOOD;
}

static int read_lines(reader *r, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    int result = CLI_GOOD;
    const int before = r->count;
    errno = 0;
    for (int number = 1; result == CLI_GOOD; number++) {
        const ssize_t length = getline(&line, &room, file);
        if (length < 0) break;
        if (strlen(line) != (size_t)length) {
            result = cli_complain(r->command, "%s:%d: the line holds a zero; a set is text", r->name, number);
            break;
        }
        const char *text = trim(line);
        if (text) result = append(r, text, number);
    }
    free(line);
    if (result == CLI_GOOD && ferror(file)) {
        result = cli_complain(r->command, "%s cannot be read: %s", r->name, strerror(errno));
    }
    if (result == CLI_GOOD && r->count == before) {
        result = cli_complain(r->command, "%s holds no problem; write one a line, such as c2c 1024", r->name);
    }
    return result;
}

static int read_file(reader *r, const char *path)
{
    const bool standard = strcmp(path, "-") == 0;
    r->name = standard ? "standard input" : path;
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) return cli_complain(r->command, "--set: \"%s\" cannot be read: %s", path, strerror(errno));
    const int result = read_lines(r, file);
    if (!standard) fclose(file);
    return result;
}

int cli_bench_set_read(const cli_command *command, const char *paths, ata_problem **problems, int *count)
{
    reader r = {.command = command};
    int result = CLI_GOOD;
    for (const char *path = paths; result == CLI_GOOD && path;) {
        const size_t length = strcspn(path, ",");
        char *name = strndup(path, length);
        result = name ? read_file(&r, name) : cli_complain(command, "out of memory");
        free(name);
        path = path[length] ? path + length + 1 : NULL;
    }
    if (result != CLI_GOOD) {
        free(r.list);
        return result;
    }
    *problems = r.list;
    *count = r.count;
    return CLI_GOOD;
}
