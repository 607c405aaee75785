/* cli_info.c - `atalanta info`: what this library is, what it found on this machine, and what it did not and why. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/gpu.h"
#include "cli/peer.h"

/* The precisions in which peers have separate libraries. */
static const struct {
    ata_type type;
    const char *name;
} precisions[] = {{ATA_F32, "f32"}, {ATA_F64, "f64"}};
enum { PRECISION_COUNT = sizeof precisions / sizeof precisions[0] };

/* The wisdom file: where it is, and how many problems it knows or why it cannot be used. */
typedef struct wisdom_state {
    const char *path; /* NULL when there is none */
    bool usable;
    size_t problems;
    const char *reason; /* NULL when usable */
} wisdom_state;

static wisdom_state look_at_wisdom(const char *named)
{
    wisdom_state state = {.path = named ? named : cli_wisdom_path()};
    if (named && strcmp(named, "none") == 0) state.path = NULL;
    if (!state.path) {
        state.reason = named ? "none was asked for" : "no place for it; set ATALANTA_WISDOM, XDG_CACHE_HOME or HOME";
        return state;
    }
    if (access(state.path, F_OK) != 0) {
        state.reason = "no such file yet; atalanta tune makes it";
        return state;
    }
    ata_wisdom *wisdom = NULL;
    ata_status status = ata_wisdom_create(&wisdom);
    if (status == ATA_OK) status = ata_wisdom_load(wisdom, state.path);
    state.usable = status == ATA_OK;
    if (state.usable) state.problems = ata_wisdom_get_count(wisdom);
    if (!state.usable) state.reason = ata_last_error()->message;
    ata_wisdom_destroy(wisdom);
    return state;
}

/* "fftw", "fftw:estimate" and "fftw:patient" are one library: only the first of those that share `open` is listed. */
static bool is_listed(int index)
{
    for (int i = 0; i < index; i++) {
        if (cli_peer_get(i)->open == cli_peer_get(index)->open) return false;
    }
    return true;
}

static void print_engines(void)
{
    const char *name, *summary, *missing;
    for (int i = 0; ata_engine_get(i, &name, &summary, &missing) == ATA_OK; i++) {
        printf("%-10s %-6s ", i ? "" : "engines", name);
        if (missing) printf("missing: %s\n", missing);
        else printf("%s\n", summary);
    }
}

static void print_gpus(void)
{
    char name[96];
    for (int i = 0; cli_gpu_name(i, name, sizeof name); i++) {
        printf("%-10s %s", i ? "" : "gpus", name);
        printf(i ? " (gpu:%d)\n" : " (gpu)\n", i);
    }
}

static void print_peers(void)
{
    const char *title = "peers";
    for (int i = 0; cli_peer_get(i); i++) {
        if (!is_listed(i)) continue;
        for (int k = 0; k < PRECISION_COUNT; k++) {
            const char *file, *version;
            const char *missing = cli_peer_get(i)->open(precisions[k].type, &file, &version);
            printf("%-10s %-6s %s: ", title, cli_peer_get(i)->name, precisions[k].name);
            title = "";
            if (missing) {
                printf("missing: %s\n", missing);
            } else {
                printf("%s in %s\n", version, file);
            }
        }
    }
}

static void print_rules(void)
{
    const char *name, *summary;
    for (int i = 0; ata_rule_get(i, &name, &summary) == ATA_OK; i++) {
        printf("%-10s %-12s %s\n", i ? "" : "rules", name, summary);
    }
}

static void print_algorithms(void)
{
    const char *name, *paper, *summary, *before = "";
    for (int i = 0; ata_algorithm_get(i, &name, &paper, &summary) == ATA_OK; i++) {
        if (strcmp(paper, before) != 0) printf("%-10s %s\n", i ? "" : "algorithms", paper);
        printf("%-10s   algo=%-18s %s\n", "", name, summary);
        before = paper;
    }
}

/* What was measured, and on which engine; NULL when nothing was asked for. */
typedef struct measured {
    const char *engine;
    ata_bounds bounds;
} measured;

static void print_bounds(const measured *m)
{
    const ata_bounds *b = &m->bounds;
    char copied[32], exchanged[32];
    const char *of = strncmp(m->engine, "gpu", 3) == 0 ? "multiprocessor" : "thread";
    printf("%-10s %-11s %d %s%s\n", "bounds", m->engine, b->processors, of, b->processors == 1 ? "" : "s");
    printf("%-10s %-11s %.1f GB/s, read and written, of %s\n", "", "copy", b->copy_gb_per_s,
           cli_memory_print(b->copy_bytes, copied, sizeof copied));
    printf("%-10s %-11s %.1f GFLOP/s of f32, %.1f of f64\n", "", "arithmetic", b->arithmetic_gflops,
           b->arithmetic_f64_gflops);
    printf("%-10s %-11s %.1f GB/s, written and read, in %s\n", "", "exchange", b->exchange_gb_per_s,
           cli_memory_print(b->exchange_bytes, exchanged, sizeof exchanged));
}

static void print_text(const wisdom_state *wisdom, const measured *m)
{
    char cpu[128], memory[32];
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    printf("%-10s %s\n", "atalanta", ata_version());
    printf("%-10s %s, %ld core%s\n", "cpu", cli_cpu_name(cpu, sizeof cpu), cores, cores == 1 ? "" : "s");
    printf("%-10s %s\n", "features", ata_cpu_features());
    printf("%-10s %s available\n", "memory", cli_memory_print(cli_memory_available(), memory, sizeof memory));
    print_gpus();
    print_engines();
    print_peers();
    print_rules();
    print_algorithms();
    printf("%-10s %s", "wisdom", wisdom->path ? wisdom->path : "none");
    if (wisdom->usable) {
        printf(" (%zu problem%s)\n", wisdom->problems, wisdom->problems == 1 ? "" : "s");
    } else {
        printf(" (%s)\n", wisdom->reason);
    }
    if (m) print_bounds(m);
}

static void put_engines(cli_json *json)
{
    const char *name, *summary, *missing;
    cli_json_list_begin(json, "engines");
    for (int i = 0; ata_engine_get(i, &name, &summary, &missing) == ATA_OK; i++) {
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "name", name);
        cli_json_text(json, "summary", summary);
        cli_json_text(json, "missing", missing);
        cli_json_object_end(json);
    }
    cli_json_list_end(json);
}

static void put_peers(cli_json *json)
{
    cli_json_list_begin(json, "peers");
    for (int i = 0; cli_peer_get(i); i++) {
        for (int k = 0; is_listed(i) && k < PRECISION_COUNT; k++) {
            const char *file = NULL, *version = NULL;
            const char *missing = cli_peer_get(i)->open(precisions[k].type, &file, &version);
            cli_json_object_begin(json, NULL);
            cli_json_text(json, "name", cli_peer_get(i)->name);
            cli_json_text(json, "type", precisions[k].name);
            cli_json_text(json, "file", file);
            cli_json_text(json, "version", version);
            cli_json_text(json, "missing", missing);
            cli_json_object_end(json);
        }
    }
    cli_json_list_end(json);
}

static void put_rules(cli_json *json)
{
    const char *name, *summary;
    cli_json_list_begin(json, "rules");
    for (int i = 0; ata_rule_get(i, &name, &summary) == ATA_OK; i++) {
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "name", name);
        cli_json_text(json, "summary", summary);
        cli_json_object_end(json);
    }
    cli_json_list_end(json);
}

static void put_algorithms(cli_json *json)
{
    const char *name, *paper, *summary;
    cli_json_list_begin(json, "algorithms");
    for (int i = 0; ata_algorithm_get(i, &name, &paper, &summary) == ATA_OK; i++) {
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "name", name);
        cli_json_text(json, "paper", paper);
        cli_json_text(json, "summary", summary);
        cli_json_object_end(json);
    }
    cli_json_list_end(json);
}

static void put_bounds(cli_json *json, const measured *m)
{
    const ata_bounds *b = &m->bounds;
    cli_json_object_begin(json, "bounds");
    cli_json_text(json, "engine", m->engine);
    cli_json_int(json, "processors", b->processors);
    cli_json_number(json, "copy_gb_per_s", b->copy_gb_per_s);
    cli_json_number(json, "arithmetic_gflops", b->arithmetic_gflops);
    cli_json_number(json, "arithmetic_f64_gflops", b->arithmetic_f64_gflops);
    cli_json_number(json, "exchange_gb_per_s", b->exchange_gb_per_s);
    cli_json_int(json, "copy_bytes", b->copy_bytes);
    cli_json_int(json, "exchange_bytes", b->exchange_bytes);
    cli_json_int(json, "repeats", b->repeats);
    cli_json_object_end(json);
}

static void print_json(const wisdom_state *wisdom, const measured *m)
{
    char cpu[128], gpu_name[96];
    cli_json json;
    cli_json_begin(&json, stdout);
    cli_json_text(&json, "version", ata_version());
    cli_json_text(&json, "cpu", cli_cpu_name(cpu, sizeof cpu));
    cli_json_text(&json, "features", ata_cpu_features());
    cli_json_int(&json, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    cli_json_int(&json, "memory_bytes", cli_memory_available());
    cli_json_text(&json, "gpu", cli_gpu_name(0, gpu_name, sizeof gpu_name) ? gpu_name : NULL);
    put_engines(&json);
    put_peers(&json);
    put_rules(&json);
    put_algorithms(&json);
    cli_json_object_begin(&json, "wisdom");
    cli_json_text(&json, "path", wisdom->path);
    cli_json_bool(&json, "usable", wisdom->usable);
    cli_json_int(&json, "problems", (int64_t)wisdom->problems);
    cli_json_text(&json, "reason", wisdom->reason);
    cli_json_object_end(&json);
    if (m) put_bounds(&json, m);
    cli_json_end(&json);
}

/* The engine that was asked for, or the one that "auto" stands for: the first that can be used. */
static const char *engine_of(const char *on)
{
    const char *name = "cpu", *missing;
    if (on && strcmp(on, "auto") != 0) return on;
    for (int i = 0; ata_engine_get(i, &name, NULL, &missing) == ATA_OK && missing;) i++;
    return name;
}

static ata_status measure(const cli_common *common, measured *m)
{
    const ata_options options = {.engine = common->on, .threads = (int)common->threads};
    m->engine = engine_of(common->on);
    return ata_bounds_measure(&options, &m->bounds);
}

static int run(const cli_command *command, int argc, char **argv)
{
    cli_args args;
    bool measures = false;
    const cli_flag flags[] = {{"measure", CLI_FLAG_SWITCH, &measures, NULL,
                               "measure what the engine's memory, arithmetic and exchange allow"}};
    const int result = cli_args_parse(command, flags, 1, argc, argv, &args);
    if (result >= 0) return result;
    if (args.count > 0) {
        return cli_complain(command, "\"%s\" is not expected; info takes flags only", args.positional[0]);
    }
    measured m;
    if (measures) {
        const ata_status status = measure(&args.common, &m);
        if (status != ATA_OK) return cli_complain_status(command, status);
    }
    const wisdom_state wisdom = look_at_wisdom(args.common.wisdom);
    if (args.common.json) {
        print_json(&wisdom, measures ? &m : NULL);
    } else {
        print_text(&wisdom, measures ? &m : NULL);
    }
    return cli_finish(command, CLI_GOOD);
}

const cli_command cli_command_info = {
    .name = "info",
    .summary = "show what was found on this machine, and what was not and why",
    .usage = "atalanta info [--measure] [--json]",
    .details = "Prints the version, the CPU and its instruction sets, GPUs, the engines, the peers that\n"
               "atalanta bench can compare with, the planner's rules, the algorithms that a problem\n"
               "can ask for (algo=NAME), and the wisdom file. What cannot be used is listed with the\n"
               "reason.\n"
               "\n"
               "--measure adds what the machine allows, measured in about a second on the engine of --on\n"
               "with --threads: bytes a second of a plain copy, multiply-adds a second, and bytes a second\n"
               "through the memory in which points change places within a pass (the shared memory of a GPU,\n"
               "the first cache of a CPU). No transform is faster than these let it be.\n",
    .example = "atalanta info\n"
               "atalanta info --measure --on cpu --threads 4\n"
               "ATALANTA_FFTW_DIR=/opt/fftw/lib atalanta info --json",
    .main = run,
};
