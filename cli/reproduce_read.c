/* reproduce_read.c - rows read back from a file, and where the file lies that comes with the program.
 *
 * Nothing in a file is trusted: a line that is no row of ours is refused with its number.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/json_read.h"
#include "cli/reproduce.h"

enum { ROWS_MAX = 100000 };

/* --- Lines -------------------------------------------------------------------------------------------------------- */

/* False where there is no such text; what does not fit is cut. */
static bool get_text(json_value object, const char *key, char *text, size_t size)
{
    json_value value;
    text[0] = '\0';
    return json_read_member(object, key, &value) && json_read_text(value, text, size);
}

/* NaN where there is no such number. */
static double get_number(json_value object, const char *key)
{
    json_value value;
    double number;
    return json_read_member(object, key, &value) && json_read_number(value, &number) ? number : NAN;
}

/* A whole number from 0 to `most`, or 0 where there is none. */
static int get_count(json_value object, const char *key, int most)
{
    const double number = get_number(object, key);
    return number >= 0 && number <= most ? (int)number : 0;
}

static void read_machine(reproduce_source *source, json_value object)
{
    json_value info;
    get_text(object, "command", source->command, sizeof source->command);
    get_text(object, "date", source->date, sizeof source->date);
    if (!json_read_member(object, "info", &info)) return;
    get_text(info, "version", source->version, sizeof source->version);
    get_text(info, "cpu", source->cpu, sizeof source->cpu);
    get_text(info, "gpu", source->gpu, sizeof source->gpu);
    get_text(info, "peers", source->peers, sizeof source->peers);
    source->cores = get_count(info, "cores", 1 << 20);
}

static bool read_row(reproduce_source *source, json_value object, file_place at, file_fault *fault)
{
    static const char *const units[] = {"", "us", "GB/s", "GFLOP/s"};
    reproduce_row row = {.value = get_number(object, "value"),
                         .error = get_number(object, "error_l2"),
                         .spread = get_number(object, "spread"),
                         .rounds = get_count(object, "rounds", 1 << 20),
                         .passes = get_count(object, "passes", 1 << 10),
                         .key.threads = get_count(object, "threads", ATA_MAX_THREADS)};
    if (!get_text(object, "what", row.key.what, sizeof row.key.what) ||
        !get_text(object, "on", row.key.on, sizeof row.key.on) ||
        !get_text(object, "name", row.key.name, sizeof row.key.name))
        return file_refuse(fault, "%s:%d: a row needs the texts \"what\", \"on\" and \"name\"", at.path, at.line);
    if (row.key.threads == 0)
        return file_refuse(fault, "%s:%d: \"threads\" must be 1 to %d", at.path, at.line, ATA_MAX_THREADS);
    get_text(object, "note", row.note, sizeof row.note);
    get_text(object, "unit", row.unit, sizeof row.unit);
    bool known = false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) known = known || !strcmp(row.unit, units[i]);
    if (!known)
        return file_refuse(fault, "%s:%d: \"unit\" is \"%s\"; it must be us, GB/s or GFLOP/s", at.path, at.line,
                           row.unit);
    const bool timed = row.unit[0] != '\0';
    if (timed ? !(row.value > 0 && isfinite(row.value)) : !isnan(row.value))
        return file_refuse(fault, "%s:%d: \"value\" must be above 0, and null without a unit", at.path, at.line);
    if (source->count >= ROWS_MAX)
        return file_refuse(fault, "%s:%d: there are more than %d rows", at.path, at.line, ROWS_MAX);
    return reproduce_source_add(source, &row) || file_refuse(fault, "out of memory for the rows of %s", at.path);
}

static bool read_line(void *context, const char *line, file_place at, file_fault *fault)
{
    reproduce_source *source = context;
    if (line[strspn(line, " \t\r\n")] == '\0') return true;
    json_value object, value;
    const char *wrong = json_read_object(line, &object);
    if (wrong)
        return file_refuse(fault, "%s:%d: no row of atalanta reproduce: %s, at character %d", at.path, at.line, wrong,
                           (int)(object.begin - line) + 1);
    if (json_read_member(object, "what", &value)) return read_row(source, object, at, fault);
    if (json_read_member(object, "command", &value)) {
        read_machine(source, object);
        return true;
    }
    if (json_read_member(object, "exhibit", &value)) return true; /* what follows from rows, by --json */
    return file_refuse(fault, "%s:%d: no row of atalanta reproduce: it has no \"what\"", at.path, at.line);
}

bool reproduce_read(reproduce_source *source, const char *path, file_fault *fault)
{
    const bool standard = !strcmp(path, "-");
    *source = (reproduce_source){0};
    snprintf(source->file, sizeof source->file, "%s", standard ? "standard input" : path);
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) return file_refuse(fault, "%s cannot be read: %s", path, strerror(errno));
    bool good = file_read_lines(file, source->file, read_line, source, fault);
    if (good && source->count == 0)
        good = file_refuse(fault, "%s holds no rows; atalanta reproduce --out makes some", source->file);
    if (!standard) fclose(file);
    if (!good) reproduce_source_fini(source);
    return good;
}

/* --- The file that comes with the program ------------------------------------------------------------------------- */

static bool is_there(char *path, size_t size, const char *folder, const char *rest)
{
    const int length = snprintf(path, size, "%s%s", folder, rest);
    return length > 0 && (size_t)length < size && access(path, R_OK) == 0;
}

/* A program that was built lies in the tree, or below it; one that was installed, in bin beside share. */
bool reproduce_find_results(char *path, size_t size)
{
    if (is_there(path, size, "", "bench/results/h200-papers.jsonl")) return true;
    char folder[1024];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0) return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    for (int up = 0; slash && up < 4; up++, slash = strrchr(folder, '/')) {
        *slash = '\0';
        if (is_there(path, size, folder, "/bench/results/h200-papers.jsonl")) return true;
        if (up == 1 && is_there(path, size, folder, "/share/atalanta/h200-papers.jsonl")) return true;
    }
    return false;
}
