/* plot_read.c - rows of `atalanta bench --json` from a file.
 *
 * Such a file may begin with a line about the machine, as bench/run.sh writes it, and end with a summary; both have no
 * "problem". Files may be joined. Nothing in them is trusted.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/gpu.h"
#include "cli/json_read.h"
#include "cli/plot.h"

static bool is_power_of_two(int64_t n)
{
    return (n & (n - 1)) == 0;
}

static plot_class class_of(const ata_problem *problem)
{
    int64_t transforms = 1;
    for (int i = 0; i < problem->batch_rank; i++) transforms *= problem->batch[i].n;
    if (problem->rank > 1 || transforms > 1) return PLOT_SHAPES;
    return is_power_of_two(problem->dim[0].n) ? PLOT_POWERS : PLOT_LENGTHS;
}

static bool is_type(const char *word, int length)
{
    static const char *const types[] = {"f32", "f64", "f16", "bf16"};
    for (int i = 0; i < 4; i++) {
        if ((int)strlen(types[i]) == length && !strncmp(word, types[i], (size_t)length)) return true;
    }
    return false;
}

/* The shape is the word that begins with a digit; all others, with f32 written out, are the sort. */
static bool split_problem(plot_row *row)
{
    const size_t room = strlen(row->problem) + sizeof " f32";
    row->sort = calloc(room, 1);
    row->shape = calloc(room, 1);
    if (!row->sort || !row->shape) return false;
    bool typed = false;
    for (const char *word = row->problem; *word; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");
        const size_t used = strlen(row->sort);
        typed = typed || is_type(word, length);
        if (*word >= '0' && *word <= '9') {
            snprintf(row->shape, room, "%.*s", length, word);
            if (!typed) snprintf(row->sort + used, room - used, " f32");
        } else {
            snprintf(row->sort + used, room - used, "%s%.*s", used ? " " : "", length, word);
        }
        word += length;
    }
    return true;
}

static void row_fini(plot_row *row)
{
    free(row->problem);
    free(row->sort);
    free(row->shape);
}

/* The problem as the library writes it, whatever its spelling in the file. */
static bool read_problem(plot_row *row, const char *text, file_place at, file_fault *fault)
{
    ata_problem problem;
    ata_status status = ata_problem_parse(&problem, text);
    if (status == ATA_OK) status = ata_problem_check(&problem, &problem);
    if (status != ATA_OK) return file_refuse(fault, "%s:%d: %s", at.path, at.line, ata_last_error()->message);
    row->class = class_of(&problem);
    row->points = 1;
    for (int i = 0; i < problem.rank; i++) row->points *= (double)problem.dim[i].n;
    for (int i = 0; i < problem.batch_rank; i++) row->points *= (double)problem.batch[i].n;
    row->problem = cli_problem_text(&problem);
    if (!row->problem || !split_problem(row)) return file_refuse(fault, "out of memory for the rows of %s", at.path);
    return true;
}

static bool find_name(plot_table *table, plot_row *row, const char *name, file_place at, file_fault *fault)
{
    for (row->name = 0; row->name < table->name_count; row->name++) {
        if (strcmp(table->name[row->name], name) == 0) return true;
    }
    if (table->name_count == PLOT_MAX_NAMES) {
        return file_refuse(fault, "%s:%d: \"%s\" is one name more than the %d that a chart has colours for", at.path,
                           at.line, name, PLOT_MAX_NAMES);
    }
    snprintf(table->name[table->name_count++], sizeof table->name[0], "%s", name);
    return true;
}

static bool append(plot_table *table, const plot_row *row)
{
    if (table->count == table->room) {
        const int room = table->room ? 2 * table->room : 64;
        plot_row *list = realloc(table->row, (size_t)room * sizeof *list);
        if (!list) return false;
        table->row = list;
        table->room = room;
    }
    table->row[table->count++] = *row;
    return true;
}

static bool read_number(json_value object, const char *key, double *number, file_place at, file_fault *fault)
{
    json_value value;
    if (json_read_member(object, key, &value) && json_read_number(value, number)) return true;
    return file_refuse(fault, "%s:%d: the row has no number \"%s\"", at.path, at.line, key);
}

static bool read_row(plot_table *table, json_value object, json_value problem, file_place at, file_fault *fault)
{
    char text[1024], name[sizeof table->name[0]];
    double threads = 0;
    plot_row row = {0};
    json_value value;
    if (!json_read_text(problem, text, sizeof text)) {
        return file_refuse(fault, "%s:%d: \"problem\" is no text", at.path, at.line);
    }
    if (!json_read_member(object, "name", &value) || !json_read_text(value, name, sizeof name)) {
        return file_refuse(fault, "%s:%d: the row has no text \"name\"", at.path, at.line);
    }
    bool good = read_number(object, "threads", &threads, at, fault) &&
                read_number(object, "gflops", &row.gflops, at, fault) &&
                read_number(object, "ratio", &row.ratio, at, fault);
    if (good && !(threads >= 1 && threads <= ATA_MAX_THREADS)) {
        good = file_refuse(fault, "%s:%d: \"threads\" is %g; it must be 1 to %d", at.path, at.line, threads,
                           ATA_MAX_THREADS);
    }
    if (good && !(row.gflops >= 0 && row.ratio > 0)) {
        good = file_refuse(fault, "%s:%d: \"gflops\" is %g and \"ratio\" is %g; a speed is above 0", at.path, at.line,
                           row.gflops, row.ratio);
    }
    char on[32] = "";
    if (json_read_member(object, "on", &value)) json_read_text(value, on, sizeof on);
    const bool on_gpu = cli_gpu_index(on) >= 0;
    row.threads = good && !on_gpu ? (int)threads : 0;
    table->on_gpu = table->on_gpu || on_gpu;
    good = good && read_problem(&row, text, at, fault) && find_name(table, &row, name, at, fault);
    if (good && !append(table, &row)) good = file_refuse(fault, "out of memory for the rows of %s", at.path);
    if (!good) row_fini(&row);
    return good;
}

/* A chart is about one machine. */
static bool read_machine(plot_table *table, json_value object, file_place at, file_fault *fault)
{
    json_value info, value;
    char cpu[sizeof table->cpu] = "";
    double cores = 0;
    if (!json_read_member(object, "info", &info)) return true;
    if (!json_read_member(info, "cpu", &value) || !json_read_text(value, cpu, sizeof cpu)) return true;
    if (table->machine_file && strcmp(cpu, table->cpu) != 0) {
        return file_refuse(fault, "%s was measured on another machine (%s) than %s (%s); draw them apart", at.path, cpu,
                           table->machine_file, table->cpu);
    }
    if (table->machine_file) return true;
    table->machine_file = at.path;
    memcpy(table->cpu, cpu, sizeof cpu);
    if (json_read_member(info, "gpu", &value)) json_read_text(value, table->gpu, sizeof table->gpu);
    if (json_read_member(info, "version", &value)) json_read_text(value, table->version, sizeof table->version);
    if (json_read_member(info, "cores", &value) && json_read_number(value, &cores) && cores < 1e6) {
        table->cores = (int)cores;
    }
    return true;
}

static bool read_line(void *context, const char *line, file_place at, file_fault *fault)
{
    plot_table *table = context;
    if (line[strspn(line, " \t\r\n")] == '\0') return true;
    json_value object, value;
    const char *wrong = json_read_object(line, &object);
    if (wrong) {
        return file_refuse(fault, "%s:%d: no row of atalanta bench --json: %s, at character %d", at.path, at.line,
                           wrong, (int)(object.begin - line) + 1);
    }
    if (json_read_member(object, "problem", &value)) return read_row(table, object, value, at, fault);
    if (json_read_member(object, "command", &value)) return read_machine(table, object, at, fault);
    if (json_read_member(object, "summary", &value)) return true;
    return file_refuse(fault, "%s:%d: no row of atalanta bench --json: it has no \"problem\"", at.path, at.line);
}

bool plot_read(plot_table *table, const char *path, file_fault *fault)
{
    const bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) return file_refuse(fault, "%s cannot be read: %s", path, strerror(errno));
    const int before = table->count;
    const char *name = standard ? "standard input" : path;
    bool good = file_read_lines(file, name, read_line, table, fault);
    if (good && table->count == before)
        good = file_refuse(fault, "%s holds no rows; make some with atalanta bench --json", name);
    if (!standard) fclose(file);
    return good;
}

void plot_table_fini(plot_table *table)
{
    for (int i = 0; i < table->count; i++) row_fini(&table->row[i]);
    free(table->row);
    *table = (plot_table){0};
}
