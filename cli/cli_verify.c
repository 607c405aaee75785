/* cli_verify.c - `atalanta verify`: does a transform give the right answer? */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/generate.h"
#include "check/parallel.h"
#include "check/problems.h"
#include "cli/verify_jobs.h"

enum { RANDOM_POINTS = 2000 }; /* of a random problem: what the definition answers in a moment */

static const int64_t NOT_GIVEN = INT64_MIN;

/* What one run of the command is about. */
typedef struct verify_run {
    const cli_command *command;
    const cli_args *args;
    ata_options options;
    int64_t seed; /* of the first problem; the next ones count on */
    int64_t jobs;
    bool brief;               /* many problems: show only those that fail, and a summary */
    const ata_problem *given; /* or NULL */
    const int *numbers;       /* in the list of problems; or NULL */
    int64_t total;
    int status;
    cli_progress progress;
    int64_t problems, failed, checks;
    int64_t unsupported; /* problems that the engine says it lacks: neither passed nor failed */
    char *tightest;      /* of those that passed, the problem whose error came nearest to its bound, and how near */
    double nearness;
} verify_run;

static void print_rows(const char *text, const check_result *result, int64_t seed)
{
    for (int i = 0; i < CHECK_NAMES; i++) {
        const check_item *item = &result->item[i];
        if (!item->ran) continue;
        cli_json json;
        cli_json_begin(&json, stdout);
        cli_json_text(&json, "problem", text);
        cli_json_text(&json, "on", result->engine);
        cli_json_int(&json, "threads", result->threads);
        cli_json_text(&json, "check", check_name_get((check_name)i));
        cli_json_number(&json, "error", item->error);
        cli_json_number(&json, "bound", item->bound);
        cli_json_bool(&json, "passed", item->passed);
        cli_json_int(&json, "seed", seed);
        cli_json_end(&json);
    }
}

static void print_table(const char *text, const check_result *result)
{
    printf("%s  on %s, %d thread%s\n", text, result->engine, result->threads, result->threads == 1 ? "" : "s");
    for (int i = 0; i < CHECK_NAMES; i++) {
        const check_item *item = &result->item[i];
        if (!item->ran) continue;
        const bool counted = i >= CHECK_NAME_INPUT; /* nothing, or something, was wrong: there is no bound to show */
        printf("  %-10s  ", check_name_get((check_name)i));
        if (counted) printf("%9s  %9s", item->passed ? "" : "damage", "");
        else printf("%9.2e  %9.2e", item->error, item->bound);
        printf("  %s\n", item->passed ? "ok" : "FAILED");
    }
}

/* What failed, and the one command that shows it again. */
static void print_failure(const verify_run *run, const char *text, const check_result *result, int64_t seed)
{
    const cli_common *common = &run->args->common;
    printf("  %s\n  again: atalanta verify \"%s\" --seed %" PRId64, result->failure, text, seed);
    if (common->on) printf(" --on %s", common->on);
    if (common->threads > 1) printf(" --threads %" PRId64, common->threads);
    if (common->wisdom) printf(" --wisdom %s", common->wisdom);
    if (run->options.recipe) printf(" --recipe \"%s\"", run->options.recipe);
    putchar('\n');
}

static void count(verify_run *run, const char *text, const check_result *result)
{
    run->problems++;
    run->failed += !result->passed;
    for (int i = 0; i < CHECK_NAMES; i++) {
        const check_item *item = &result->item[i];
        if (!item->ran) continue;
        run->checks++;
        if (!item->passed || !(item->bound > 0) || !(item->error / item->bound > run->nearness)) continue;
        run->nearness = item->error / item->bound;
        free(run->tightest);
        run->tightest = strdup(text);
    }
}

/* A problem that is not for this engine is told of by itself, and counted where there are many. */
static void tell_unsupported(verify_run *run, const char *text, const char *reason)
{
    const cli_common *common = &run->args->common;
    run->unsupported++;
    if (common->json) {
        cli_json json;
        cli_json_begin(&json, stdout);
        cli_json_text(&json, "problem", text);
        cli_json_text(&json, "on", common->on ? common->on : "auto");
        cli_json_text(&json, "unsupported", reason);
        cli_json_end(&json);
    } else if (!run->brief) {
        printf("%s  not for this engine: %s\n", text, reason);
    }
}

/* Print and count what was found. */
static int report(verify_run *run, const verify_outcome *outcome)
{
    const bool json = run->args->common.json;
    const check_result *result = &outcome->result;
    if (outcome->lacking) {
        tell_unsupported(run, outcome->text, result->failure);
        return CLI_GOOD;
    }
    if (outcome->status != ATA_OK) return cli_complain(run->command, "%s", outcome->complaint);
    count(run, outcome->text, result);
    if (json) print_rows(outcome->text, result, outcome->seed);
    else if (!run->brief || !result->passed) print_table(outcome->text, result);
    if (!json && !result->passed) print_failure(run, outcome->text, result, outcome->seed);
    return CLI_GOOD;
}

/* What the line of progress says before the problem of this number. */
static void show_progress(verify_run *run, int64_t index)
{
    check_listed listed;
    const double fraction = (double)index / (double)run->total;
    if (index >= run->total) return;
    if (!run->numbers) {
        cli_progress_update(&run->progress, fraction, "%" PRId64 " verified, %" PRId64 " failed", run->problems,
                            run->failed);
    } else if (check_problems_get(run->numbers[index], &listed)) {
        cli_progress_update(&run->progress, fraction, "%s", listed.text);
    }
}

static bool tell(void *state, int64_t index, const verify_outcome *outcome)
{
    verify_run *run = state;
    if (run->given && index > 0 && !run->args->common.json) putchar('\n');
    run->status = report(run, outcome);
    if (!cli_row_end()) return false;
    if (!run->given) show_progress(run, index + 1);
    return run->status == CLI_GOOD;
}

/* Verify `total` problems that `get` makes. */
static int verify_these(verify_run *run, int64_t total,
                        ata_status (*get)(const void *source, int64_t index, verify_outcome *outcome))
{
    run->total = total;
    const verify_jobs jobs = {.jobs = (int)(run->jobs < total ? run->jobs
                                            : total > 0       ? total
                                                              : 1),
                              .count = total,
                              .options = &run->options,
                              .get = get,
                              .source = run,
                              .tell = tell,
                              .state = run};
    cli_progress_begin(&run->progress);
    if (!run->given) show_progress(run, 0);
    const bool ran = cli_verify_jobs_run(&jobs);
    cli_progress_end(&run->progress);
    return ran ? run->status : cli_complain(run->command, "out of memory");
}

static ata_status get_random(const void *source, int64_t index, verify_outcome *outcome)
{
    const verify_run *run = source;
    outcome->seed = run->seed + index;
    check_generate_problem(&outcome->problem, (uint64_t)outcome->seed, RANDOM_POINTS);
    return ATA_OK;
}

static ata_status get_listed(const void *source, int64_t index, verify_outcome *outcome)
{
    const verify_run *run = source;
    check_listed listed;
    outcome->seed = run->seed + run->numbers[index];
    check_problems_get(run->numbers[index], &listed);
    return ata_problem_parse(&outcome->problem, listed.text);
}

static ata_status get_given(const void *source, int64_t index, verify_outcome *outcome)
{
    const verify_run *run = source;
    outcome->seed = run->seed;
    outcome->problem = run->given[index];
    return ATA_OK;
}

static int verify_list(verify_run *run, check_tier tier)
{
    check_listed listed;
    int all = 0, total = 0;
    while (check_problems_get(all, &listed)) all++;
    int *numbers = malloc((size_t)all * sizeof *numbers);
    if (!numbers) return cli_complain(run->command, "out of memory for the list");
    for (int i = 0; i < all; i++) {
        if (check_problems_get(i, &listed) && listed.tier == tier) numbers[total++] = i;
    }
    run->numbers = numbers;
    const int status = verify_these(run, total, get_listed);
    free(numbers);
    return status;
}

static int verify_given(verify_run *run)
{
    ata_problem *problems;
    int status = cli_problems_get(run->command, run->args, 0, &problems);
    run->given = problems;
    if (status == CLI_GOOD) status = verify_these(run, run->args->count, get_given);
    free(problems);
    return status;
}

static void print_summary(const verify_run *run)
{
    printf("%" PRId64 " problems, %" PRId64 " checks, %" PRId64 " problems failed\n", run->problems, run->checks,
           run->failed);
    if (run->unsupported) printf("%" PRId64 " more problems are not for this engine\n", run->unsupported);
    if (run->tightest) printf("nearest to its bound, at %.0f%%: %s\n", 100 * run->nearness, run->tightest);
}

/* The tier of a name; false when there is none such. */
static bool find_tier(const char *name, check_tier *tier)
{
    static const char *const names[] = {"quick", "normal", "large", "gpu"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *tier = (check_tier)i;
        return true;
    }
    return false;
}

static int verify_all(verify_run *run, const char *list, int64_t random)
{
    check_tier tier;
    int status;
    const bool is_random = random != NOT_GIVEN;
    if (list && is_random) return cli_complain(run->command, "--list and --random were both given; give one of them");
    if ((list || is_random) && run->args->count > 0) {
        return cli_complain(run->command, "\"%s\" and --%s were both given; give problems or the flag",
                            run->args->positional[0], list ? "list" : "random");
    }
    if ((list || is_random) && run->options.recipe)
        return cli_complain(run->command, "--recipe is of one problem; name it, and leave --%s out",
                            list ? "list" : "random");
    if (is_random && random < 1)
        return cli_complain(run->command, "--random is %" PRId64 "; it must be 1 or more", random);
    if (list && !find_tier(list, &tier)) {
        return cli_complain(run->command, "--list is \"%s\"; it must be quick, normal, large or gpu", list);
    }
    if (run->jobs < 1 || run->jobs > CHECK_THREADS_MAX) {
        return cli_complain(run->command, "--jobs is %" PRId64 "; it must be 1 to %d", run->jobs, CHECK_THREADS_MAX);
    }
    run->brief = list || is_random;
    if (list) status = verify_list(run, tier);
    else status = is_random ? verify_these(run, random, get_random) : verify_given(run);
    if (run->brief && !run->args->common.json) print_summary(run);
    free(run->tightest);
    const bool nothing = run->unsupported && !run->problems; /* what was not checked has not passed */
    return status == CLI_GOOD && (run->failed || nothing) ? CLI_CHECK_FAILED : status;
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    const char *list = NULL, *recipe = NULL;
    int64_t random = NOT_GIVEN;
    cli_args args;
    verify_run run = {.command = command, .args = &args, .jobs = 1};
    const cli_flag flags[] = {
        {"seed", CLI_FLAG_INT, &run.seed, "S", "the seed of data and random problems (0); odd: at odd addresses"},
        {"random", CLI_FLAG_INT, &random, "N", "verify N random problems instead"},
        {"list", CLI_FLAG_TEXT, &list, "TIER", "verify the list of problems: quick, normal, large or gpu"},
        {"jobs", CLI_FLAG_INT, &run.jobs, "N", "verify N problems at a time (1); the output is the same"},
        {"recipe", CLI_FLAG_TEXT, &recipe, "R", "verify this recipe of the problem instead of choosing one"},
    };
    const int parsed = cli_args_parse(command, flags, 5, argc, argv, &args);
    if (parsed >= 0) return parsed;
    ata_wisdom *wisdom;
    const ata_status status = cli_options_get(command, &args.common, &run.options, &wisdom);
    run.options.recipe = recipe;
    const int result = status == ATA_OK ? verify_all(&run, list, random) : cli_complain_status(command, status);
    ata_wisdom_destroy(wisdom);
    return cli_finish(command, result);
}

const cli_command cli_command_verify = {
    .name = "verify",
    .summary = "check that transforms give the right answer",
    .usage = "atalanta verify PROBLEM... [--recipe R] | --list TIER | --random N [FLAG...]",
    .details = "Computes each problem and checks it: against the definition in higher precision\n"
               "(where that takes less than seconds), by linearity, impulses, shifts and the way\n"
               "back, and that it writes its whole output and nothing else. Errors are relative L2\n"
               "errors, beyond what rounding to the stored type explains. Exit status 1 if a check\n"
               "failed, with the command that shows it again.\n"
               "\n"
               "Problems that the engine of --on lacks are counted apart, and are none that passed;\n"
               "if all are such, the exit status is 1. The list gpu has the problems that a GPU is\n"
               "for, small enough for the emulator (--on emu). Most of its time goes into compiling\n"
               "kernels, one thread each: --jobs with the number of cores has them compiled at once.\n",
    .example = "atalanta verify \"c2c 1009\" \"r2c f64 64x64\"\n"
               "atalanta verify \"c2c 4096\" --recipe \"{X(8), X(8), X(64)}\"\n"
               "atalanta verify --list quick --threads 2\n"
               "atalanta verify --list gpu --on gpu --jobs 16\n"
               "atalanta verify --random 1000 --seed 5 --json",
    .main = run_command,
};
