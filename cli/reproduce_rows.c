/* reproduce_rows.c - sources: a machine, and the rows that were measured there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/reproduce.h"

/* --- The machine -------------------------------------------------------------------------------------------------- */

static void add_version(char *list, size_t size, const char *peer_name)
{
    const peer *found = cli_peer_find(peer_name);
    const char *file, *version;
    if (!found || found->open(ATA_F32, &file, &version)) return;
    snprintf(list + strlen(list), size - strlen(list), "%s%s", *list ? ", " : "", version);
}

void reproduce_source_init(reproduce_source *source, const char *command)
{
    *source = (reproduce_source){.here = true, .cores = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    const time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day)) strftime(source->date, sizeof source->date, "%Y-%m-%d", &day);
    snprintf(source->command, sizeof source->command, "%s", command);
    snprintf(source->version, sizeof source->version, "%s", ata_version());
    cli_cpu_name(source->cpu, sizeof source->cpu);
    if (!cli_gpu_name(0, source->gpu, sizeof source->gpu)) source->gpu[0] = '\0';
    add_version(source->peers, sizeof source->peers, "fftw");
    if (source->gpu[0]) add_version(source->peers, sizeof source->peers, "cufft");
}

void reproduce_source_fini(reproduce_source *source)
{
    free(source->row);
    *source = (reproduce_source){0};
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

bool reproduce_key_equal(const reproduce_key *a, const reproduce_key *b)
{
    return a->threads == b->threads && !strcmp(a->what, b->what) && !strcmp(a->on, b->on) && !strcmp(a->name, b->name);
}

static reproduce_row *find(const reproduce_source *source, const reproduce_key *key)
{
    for (int i = 0; i < source->count; i++)
        if (reproduce_key_equal(&source->row[i].key, key)) return &source->row[i];
    return NULL;
}

const reproduce_row *reproduce_source_find(const reproduce_source *source, const reproduce_key *key)
{
    return find(source, key);
}

bool reproduce_source_add(reproduce_source *source, const reproduce_row *row)
{
    reproduce_row *known = find(source, &row->key);
    if (known) {
        *known = *row;
        return true;
    }
    if (source->count == source->room) {
        const int room = source->room ? 2 * source->room : 256;
        reproduce_row *list = realloc(source->row, (size_t)room * sizeof *list);
        if (!list) return false;
        source->row = list;
        source->room = room;
    }
    source->row[source->count++] = *row;
    return true;
}

/* --- What was checked, and what was left out ---------------------------------------------------------------------- */

static bool is_left_out(const reproduce_row *row)
{
    return row->note[0] && !isfinite(row->value);
}

reproduce_checks reproduce_source_get_checks(const reproduce_source *source)
{
    reproduce_checks checks = {0};
    for (int i = 0; i < source->count; i++) {
        const reproduce_row *row = &source->row[i];
        if (is_left_out(row)) {
            checks.left_out++;
        } else if (strcmp(row->key.on, "emu") == 0) {
            checks.emulated++;
            checks.worst = fmax(checks.worst, row->error);
        }
    }
    return checks;
}

/* How many rows before `end` have this reason. */
static int count_same(const reproduce_source *source, const reproduce_row *row, int end)
{
    int count = 0;
    for (int i = 0; i < end; i++) count += is_left_out(&source->row[i]) && !strcmp(source->row[i].note, row->note);
    return count;
}

const reproduce_row *reproduce_source_get_reason(const reproduce_source *source, int index, int *count)
{
    for (int i = 0, found = 0; i < source->count; i++) {
        const reproduce_row *row = &source->row[i];
        if (!is_left_out(row) || count_same(source, row, i) > 0 || found++ < index) continue;
        *count = count_same(source, row, source->count);
        return row;
    }
    return NULL;
}

/* --- Lines of JSON ------------------------------------------------------------------------------------------------ */

void reproduce_source_print_head(const reproduce_source *source, FILE *file)
{
    cli_json line;
    cli_json_begin(&line, file);
    cli_json_text(&line, "command", source->command);
    cli_json_text(&line, "date", source->date);
    cli_json_object_begin(&line, "info");
    cli_json_text(&line, "version", source->version);
    cli_json_text(&line, "cpu", source->cpu);
    cli_json_int(&line, "cores", source->cores);
    cli_json_text(&line, "gpu", source->gpu[0] ? source->gpu : NULL);
    cli_json_text(&line, "peers", source->peers);
    cli_json_object_end(&line);
    cli_json_end(&line);
}

void reproduce_row_print(const reproduce_row *row, FILE *file)
{
    cli_json line;
    cli_json_begin(&line, file);
    cli_json_text(&line, "what", row->key.what);
    cli_json_text(&line, "on", row->key.on);
    cli_json_int(&line, "threads", row->key.threads);
    cli_json_text(&line, "name", row->key.name);
    cli_json_number(&line, "value", row->value);
    cli_json_text(&line, "unit", row->unit[0] ? row->unit : NULL);
    cli_json_number(&line, "error_l2", row->error);
    cli_json_number(&line, "spread", row->spread);
    cli_json_int(&line, "rounds", row->rounds);
    if (row->passes > 0) cli_json_int(&line, "passes", row->passes);
    if (row->note[0]) cli_json_text(&line, "note", row->note);
    cli_json_end(&line);
}
