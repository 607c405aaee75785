/* cli_cache.c - `atalanta cache`: where compiled kernels are kept, which ones, and how to be rid of them. */
#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"

typedef struct cache_state {
    char *folder; /* empty when there is none */
    ata_cache_entry *entries;
    size_t count;
} cache_state;

static void forget(cache_state *state)
{
    free(state->folder);
    free(state->entries);
}

/* What there is now. Returns CLI_GOOD, or complains; `state` is to be forgotten either way. */
static int look(const cli_command *command, cache_state *state)
{
    size_t length = 0, capacity = 0;
    *state = (cache_state){0};
    ata_status status = ata_cache_print_folder(NULL, 0, &length);
    if (status == ATA_OK) status = ata_cache_get_entries(NULL, 0, &capacity);
    if (status != ATA_OK) return cli_complain_status(command, status);
    state->folder = malloc(length + 1);
    state->entries = calloc(capacity + 1, sizeof *state->entries);
    if (!state->folder || !state->entries) return cli_complain(command, "out of memory for %zu entries", capacity);
    status = ata_cache_print_folder(state->folder, length + 1, NULL);
    if (status == ATA_OK) status = ata_cache_get_entries(state->entries, capacity, &state->count);
    if (status != ATA_OK) return cli_complain_status(command, status);
    if (state->count > capacity) state->count = capacity; /* another process has just added some */
    return CLI_GOOD;
}

static int64_t sum_bytes(const cache_state *state)
{
    int64_t bytes = 0;
    for (size_t i = 0; i < state->count; i++) bytes += state->entries[i].bytes;
    return bytes;
}

static void print_text(const cache_state *state)
{
    char size[32], when[32];
    if (!state->folder[0]) {
        puts("no folder: ATALANTA_CACHE is off, or neither XDG_CACHE_HOME nor HOME is set");
        return;
    }
    printf("%s: %zu kernel%s, %s\n", state->folder, state->count, state->count == 1 ? "" : "s",
           cli_memory_print(sum_bytes(state), size, sizeof size));
    for (size_t i = 0; i < state->count; i++) {
        const ata_cache_entry *entry = &state->entries[i];
        const time_t used = (time_t)entry->last_used;
        struct tm parts;
        if (!localtime_r(&used, &parts) || strftime(when, sizeof when, "%Y-%m-%d %H:%M", &parts) == 0) when[0] = '\0';
        printf("  %-16s %10s  %s\n", when, cli_memory_print(entry->bytes, size, sizeof size),
               entry->title[0] ? entry->title : "(damaged)");
    }
}

static void print_json(const cache_state *state)
{
    cli_json json;
    cli_json_begin(&json, stdout);
    cli_json_text(&json, "folder", state->folder[0] ? state->folder : NULL);
    cli_json_int(&json, "bytes", sum_bytes(state));
    cli_json_list_begin(&json, "kernels");
    for (size_t i = 0; i < state->count; i++) {
        const ata_cache_entry *entry = &state->entries[i];
        cli_json_object_begin(&json, NULL);
        cli_json_text(&json, "name", entry->name);
        cli_json_text(&json, "title", entry->title[0] ? entry->title : NULL);
        cli_json_int(&json, "bytes", entry->bytes);
        cli_json_int(&json, "last_used", entry->last_used);
        cli_json_object_end(&json);
    }
    cli_json_list_end(&json);
    cli_json_end(&json);
}

static int show(const cli_command *command, bool json)
{
    cache_state state;
    int result = look(command, &state);
    if (result == CLI_GOOD) {
        json ? print_json(&state) : print_text(&state);
        result = cli_finish(command, CLI_GOOD);
    }
    forget(&state);
    return result;
}

static int clear(const cli_command *command, bool json)
{
    size_t count = 0;
    const ata_status status = ata_cache_clear(&count);
    if (status != ATA_OK) return cli_complain_status(command, status);
    if (json) {
        cli_json object;
        cli_json_begin(&object, stdout);
        cli_json_int(&object, "removed", (int64_t)count);
        cli_json_end(&object);
    } else {
        printf("%zu kernel%s removed\n", count, count == 1 ? "" : "s");
    }
    return cli_finish(command, CLI_GOOD);
}

static int run(const cli_command *command, int argc, char **argv)
{
    cli_args args;
    bool clearing = false;
    const cli_flag flags[] = {{"clear", CLI_FLAG_SWITCH, &clearing, NULL, "remove all compiled kernels"}};
    const int result = cli_args_parse(command, flags, 1, argc, argv, &args);
    if (result >= 0) return result;
    if (args.count > 0) {
        return cli_complain(command, "\"%s\" is not expected; cache takes flags only", args.positional[0]);
    }
    return clearing ? clear(command, args.common.json) : show(command, args.common.json);
}

const cli_command cli_command_cache = {
    .name = "cache",
    .summary = "list the compiled GPU kernels that are kept in files, or remove them",
    .usage = "atalanta cache [--clear] [--json]",
    .details = "Compiling a kernel for a GPU takes about a second, so compiled kernels are kept: in\n"
               "$ATALANTA_CACHE (off keeps none), else $XDG_CACHE_HOME/atalanta/kernels, else\n"
               "~/.cache/atalanta/kernels. All together take at most $ATALANTA_CACHE_MB MiB (64\n"
               "unless set); those unused for longest go first. They may be removed at any time.\n",
    .example = "atalanta cache\n"
               "atalanta cache --clear",
    .main = run,
};
