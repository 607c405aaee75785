/* cli_tune.c - `atalanta tune`: measure recipes, keep the best in the wisdom file, and tell what that gained. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/bench.h"
#include "cli/clock.h"

typedef struct tune_run {
    const cli_command *command;
    const cli_args *args;
    const char *path;
    ata_options options;
    ata_wisdom *wisdom;
    struct stat seen; /* the file as it was last read or written here */
    double seconds;
    const gpu *device; /* NULL: the CPU */
    bench_memory memory;
} tune_run;

/* One problem: the plan that the estimate makes, and the one that measuring makes. */
typedef struct tune_case {
    bench_data data;
    ata_plan *estimate, *tuned;
    ata_plan_info info; /* of the tuned one */
    char *problem, *estimate_recipe, *tuned_recipe;
    double tune_ms;
    double estimate_seconds, tuned_seconds;
} tune_case;

static int create_plans(tune_run *run, tune_case *c, const ata_problem *problem)
{
    ata_options options = run->options;
    ata_status status = ata_plan_create(&c->estimate, problem, &options);
    if (status != ATA_OK) return cli_complain_status(run->command, status);
    options.effort = ATA_MEASURE;
    options.wisdom = run->wisdom;
    const int64_t begin = cli_clock_ns();
    status = ata_plan_create(&c->tuned, problem, &options);
    c->tune_ms = (double)(cli_clock_ns() - begin) * 1e-6;
    if (status == ATA_OK) status = ata_plan_get_info(c->tuned, &c->info);
    if (status != ATA_OK) return cli_complain_status(run->command, status);
    c->problem = cli_plan_text(ata_plan_print_problem, c->tuned);
    c->estimate_recipe = cli_plan_text(ata_plan_print_recipe, c->estimate);
    c->tuned_recipe = cli_plan_text(ata_plan_print_recipe, c->tuned);
    if (c->problem && c->estimate_recipe && c->tuned_recipe) return CLI_GOOD;
    return cli_complain(run->command, "out of memory for the texts of a plan");
}

/* Both in turns; one recipe is measured once, since a difference would be noise. */
static int measure(const tune_run *run, tune_case *c)
{
    bench_ours estimate = {.plan = c->estimate, .buffers = &c->data.buffers};
    bench_ours tuned = {.plan = c->tuned, .buffers = &c->data.buffers};
    bench_contender contenders[] = {cli_bench_ours("tuned", &tuned, &c->data),
                                    cli_bench_ours("estimate", &estimate, &c->data)};
    const bool differ = strcmp(c->estimate_recipe, c->tuned_recipe) != 0;
    bench_gpu timed[2];
    for (int i = 0; run->device && i < 2; i++) cli_bench_gpu_init(&timed[i], &contenders[i], run->device);
    if (!cli_bench_data_fill(&c->data, c->data.exponent)) return cli_bench_complain_data(run->command, &c->data);
    bench_pace pace = {.seconds = run->seconds, .threads = run->options.threads, .label = c->problem};
    if (run->device) cli_bench_gpu_pace(&pace);
    if (cli_bench_measure(run->command, contenders, differ ? 2 : 1, &c->data, &pace) != CLI_GOOD) return CLI_BAD_USE;
    c->tuned_seconds = contenders[0].seconds;
    c->estimate_seconds = contenders[differ ? 1 : 0].seconds;
    return CLI_GOOD;
}

static void discard(tune_case *c)
{
    ata_plan_destroy(c->estimate);
    ata_plan_destroy(c->tuned);
    cli_bench_data_destroy(&c->data);
    free(c->problem);
    free(c->estimate_recipe);
    free(c->tuned_recipe);
}

static void print_json(const tune_case *c)
{
    cli_json json;
    cli_json_begin(&json, stdout);
    cli_json_text(&json, "problem", c->problem);
    cli_json_text(&json, "on", c->info.engine);
    cli_json_int(&json, "threads", c->info.threads);
    cli_json_text(&json, "recipe_estimate", c->estimate_recipe);
    cli_json_number(&json, "time_estimate_us", c->estimate_seconds * 1e6);
    cli_json_text(&json, "recipe_tuned", c->tuned_recipe);
    cli_json_number(&json, "time_tuned_us", c->tuned_seconds * 1e6);
    cli_json_number(&json, "gain", c->estimate_seconds / c->tuned_seconds);
    cli_json_text(&json, "chosen_by", c->info.chosen_by);
    cli_json_number(&json, "tune_ms", c->tune_ms);
    cli_json_end(&json);
}

static void print_text(const tune_case *c)
{
    char text[2][32];
    printf("%s   on %s, %d thread%s\n", c->problem, c->info.engine, c->info.threads, c->info.threads == 1 ? "" : "s");
    printf("  estimate %10s   %s\n", cli_bench_time_print(c->estimate_seconds, text[0], 32), c->estimate_recipe);
    printf("  tuned    %10s   %s\n", cli_bench_time_print(c->tuned_seconds, text[1], 32), c->tuned_recipe);
    if (strcmp(c->info.chosen_by, "measure") == 0)
        printf("  gain     %9.2fx\n", c->estimate_seconds / c->tuned_seconds);
    else if (strcmp(c->info.chosen_by, "algorithm") == 0)
        printf("  nothing was tuned or kept: the problem asks for an algorithm, which has one recipe\n");
    else printf("  nothing was tuned or kept: the engine %s has its recipes from a table\n", c->info.engine);
}

/* --- The file ----------------------------------------------------------------------------------------------------- */

static void note_file(tune_run *run)
{
    if (stat(run->path, &run->seen) != 0) run->seen = (struct stat){0};
}

/* Whoever writes puts a new file into the place of the old one. */
static bool others_wrote(const tune_run *run)
{
    struct stat now;
    if (stat(run->path, &now) != 0) return false;
    const struct timespec *a = &now.st_mtim, *b = &run->seen.st_mtim;
    return now.st_ino != run->seen.st_ino || now.st_dev != run->seen.st_dev || now.st_size != run->seen.st_size ||
           a->tv_sec != b->tv_sec || a->tv_nsec != b->tv_nsec;
}

/* Held from reading to writing. The folder is locked, since the file itself is replaced; where it cannot be, the gap
 * between the two is short. Returns a descriptor to be closed, or -1. */
static int lock_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash > path ? (int)(slash - path) : 1, slash ? path : ".");
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (descriptor >= 0 && flock(descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
    return descriptor;
}

/* What other processes found meanwhile is kept. Without them, what was measured anew replaces what was there; between
 * two that measured the same, the faster recipe stays. */
static ata_status store(tune_run *run)
{
    const int locked = lock_folder(run->path);
    ata_status status = others_wrote(run) ? ata_wisdom_load(run->wisdom, run->path) : ATA_OK;
    if (status == ATA_OK) status = ata_wisdom_store(run->wisdom, run->path);
    if (status == ATA_OK) note_file(run);
    if (locked >= 0) close(locked);
    return status;
}

/* --- Tuning ------------------------------------------------------------------------------------------------------- */

/* Stored after every problem: what was measured is kept, whatever happens to the next. */
static int tune_one(tune_run *run, const ata_problem *problem)
{
    tune_case *c = calloc(1, sizeof *c);
    if (!c) return cli_complain(run->command, "out of memory");
    const bool in_place = problem->place == ATA_IN_PLACE;
    int result = cli_bench_data_create(&c->data, run->command, problem, in_place, run->device, &run->memory);
    if (result == CLI_GOOD) result = create_plans(run, c, problem);
    if (result == CLI_GOOD) result = measure(run, c);
    if (result == CLI_GOOD) {
        const ata_status status = store(run);
        if (status != ATA_OK) result = cli_complain_status(run->command, status);
    }
    if (result == CLI_GOOD && run->args->common.json) print_json(c);
    if (result == CLI_GOOD && !run->args->common.json) print_text(c);
    discard(c);
    free(c);
    return result;
}

static int tune_all(tune_run *run, const ata_problem *problems)
{
    bool listened = true;
    for (int i = 0; i < run->args->count; i++) {
        const int result = tune_one(run, &problems[i]);
        if (result != CLI_GOOD) return result;
        listened = cli_row_end() && listened; /* the wisdom is what was asked for: go on even when nobody reads */
    }
    if (!listened || run->args->common.json) return CLI_GOOD;
    const size_t count = ata_wisdom_get_count(run->wisdom);
    printf("%s knows %zu problem%s\n", run->path, count, count == 1 ? "" : "s");
    return CLI_GOOD;
}

/* Make the folders above a file, as far as they are missing. */
static int make_folders(const cli_command *command, const char *path)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            return cli_complain(command, "folder \"%s\" cannot be made: %s; name a file with --wisdom FILE", folder,
                                strerror(errno));
        }
        *slash = '/';
    }
    return CLI_GOOD;
}

/* The file named by --wisdom, or the usual one, whose folder is made. What it holds is kept; a damaged file is not
 * overwritten, since it may be mended by a person. */
static int open_wisdom(tune_run *run)
{
    const char *named = run->args->common.wisdom;
    if (named && strcmp(named, "none") == 0) {
        return cli_complain(run->command, "--wisdom is \"none\"; tune needs a file to store to");
    }
    run->path = named ? named : cli_wisdom_path();
    if (!run->path) {
        return cli_complain(run->command, "there is no usual place for wisdom; name a file with --wisdom FILE");
    }
    if (!named && make_folders(run->command, run->path) != CLI_GOOD) return CLI_BAD_USE;
    ata_status status = ata_wisdom_create(&run->wisdom);
    note_file(run); /* before reading it: what is written later is read again */
    if (status == ATA_OK && access(run->path, F_OK) == 0) status = ata_wisdom_load(run->wisdom, run->path);
    return status == ATA_OK ? CLI_GOOD : cli_complain_status(run->command, status);
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    tune_run run = {.command = command, .seconds = 0.5};
    const cli_flag flags[] = {
        {"seconds", CLI_FLAG_NUMBER, &run.seconds, "S", "compare the two recipes for S seconds (0.5)"},
    };
    cli_args args;
    int result = cli_args_parse(command, flags, 1, argc, argv, &args);
    if (result >= 0) return result;
    if (!(run.seconds > 0 && run.seconds <= 3600)) {
        return cli_complain(command, "--seconds is %g; it must be above 0 and at most 3600", run.seconds);
    }
    ata_problem *problems;
    result = cli_problems_get(command, &args, 0, &problems);
    if (result != CLI_GOOD) return result;
    run.args = &args;
    run.options = (ata_options){.engine = args.common.on, .threads = (int)args.common.threads};
    result = open_wisdom(&run);
    gpu device = {0};
    if (result == CLI_GOOD && cli_gpu_index(args.common.on) >= 0) {
        result = cli_bench_gpu_open(command, args.common.on, &device);
        run.device = &device;
    }
    if (result == CLI_GOOD) result = tune_all(&run, problems);
    cli_bench_memory_fini(&run.memory);
    cli_gpu_close(&device);
    ata_wisdom_destroy(run.wisdom);
    free(problems);
    return cli_finish(command, result);
}

const cli_command cli_command_tune = {
    .name = "tune",
    .summary = "measure recipes and keep the best ones in the wisdom file",
    .usage = "atalanta tune PROBLEM... [--threads N] [--wisdom FILE] [FLAG...]",
    .details = "For each problem, builds and times the likely recipes, keeps the winner in the\n"
               "wisdom file, and measures it in turns with the recipe that the estimate chooses.\n"
               "A problem that the file knows already is measured anew.\n"
               "\n"
               "Other commands use the file from then on. It is $ATALANTA_WISDOM, else\n"
               "atalanta/wisdom under $XDG_CACHE_HOME or ~/.cache, unless --wisdom names another.\n"
               "A damaged file is refused and left as it is.\n",
    .example = "atalanta tune \"c2c 2^16\" \"r2c 1000000\"\n"
               "atalanta tune \"c2c f64 512x512\" --threads 4 --wisdom my.wisdom",
    .main = run_command,
};
