/* cli_verify.c - `atalanta verify`: does a transform give the right answer? */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/generate.h"
#include "check/problems.h"
#include "check/verify.h"
#include "cli/cli.h"

enum { RANDOM_POINTS = 2000 }; /* of a random problem: what the definition answers in a moment */

static const int64_t NOT_GIVEN = INT64_MIN;

/* What one run of the command is about. */
typedef struct verify_run {
    const cli_command *command;
    const cli_args *args;
    ata_options options;
    int64_t seed; /* of the first problem; the next ones count on */
    bool brief;   /* many problems: show only those that fail, and a summary */
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

/* The arrays, and as much again for what the checks keep, must fit into memory; Linux would promise more. */
static int check_memory(const verify_run *run, const ata_problem *problem, const char *text)
{
    ata_extent extent;
    const ata_status status = ata_problem_extent(problem, &extent);
    if (status != ATA_OK) return cli_complain_status(run->command, status);
    const int64_t bytes = 2 * (extent.in_bytes + extent.out_bytes), available = cli_memory_available();
    if (bytes <= available) return CLI_GOOD;
    char needed[32], had[32];
    return cli_complain(run->command, "\"%s\" takes %s to verify and %s are available; try a smaller problem", text,
                        cli_memory_print(bytes, needed, sizeof needed), cli_memory_print(available, had, sizeof had));
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

static int verify(verify_run *run, const ata_problem *problem, int64_t seed)
{
    check_result result;
    const bool json = run->args->common.json;
    char *text = cli_problem_text(problem);
    if (!text) return cli_complain(run->command, "out of memory for the text of a problem");
    if (check_memory(run, problem, text) != CLI_GOOD) {
        free(text);
        return CLI_BAD_USE;
    }
    const ata_status status = check_problem(problem, &run->options, CHECK_ALL, (uint64_t)seed, &result);
    const bool lacking = cli_status_is_lacking(status);
    if (status == ATA_OK) {
        count(run, text, &result);
        if (json) print_rows(text, &result, seed);
        else if (!run->brief || !result.passed) print_table(text, &result);
        if (!json && !result.passed) print_failure(run, text, &result, seed);
    } else if (lacking) {
        tell_unsupported(run, text, result.failure);
    } else {
        cli_complain(run->command, "\"%s\": %s", text, result.failure);
    }
    free(text);
    return status == ATA_OK || lacking ? CLI_GOOD : CLI_BAD_USE;
}

static int verify_random(verify_run *run, int64_t how_many)
{
    cli_progress progress;
    int status = CLI_GOOD;
    cli_progress_begin(&progress);
    for (int64_t i = 0; i < how_many && status == CLI_GOOD; i++) {
        ata_problem problem;
        check_generate_problem(&problem, (uint64_t)(run->seed + i), RANDOM_POINTS);
        cli_progress_update(&progress, (double)i / (double)how_many, "%" PRId64 " verified, %" PRId64 " failed",
                            run->problems, run->failed);
        status = verify(run, &problem, run->seed + i);
        if (!cli_row_end()) break;
    }
    cli_progress_end(&progress);
    return status;
}

static int verify_list(verify_run *run, check_tier tier)
{
    cli_progress progress;
    check_listed listed;
    int status = CLI_GOOD, total = 0;
    while (check_problems_get(total, &listed)) total++;
    cli_progress_begin(&progress);
    for (int i = 0; i < total && status == CLI_GOOD; i++) {
        ata_problem problem;
        check_problems_get(i, &listed);
        if (listed.tier != tier) continue;
        cli_progress_update(&progress, (double)i / total, "%s", listed.text);
        const ata_status parsed = ata_problem_parse(&problem, listed.text);
        status = parsed == ATA_OK ? verify(run, &problem, run->seed + i) : cli_complain_status(run->command, parsed);
        if (!cli_row_end()) break;
    }
    cli_progress_end(&progress);
    return status;
}

static int verify_given(verify_run *run)
{
    ata_problem *problems;
    int status = cli_problems_get(run->command, run->args, 0, &problems);
    for (int i = 0; status == CLI_GOOD && i < run->args->count; i++) {
        if (i > 0 && !run->args->common.json) putchar('\n');
        status = verify(run, &problems[i], run->seed);
        if (!cli_row_end()) break;
    }
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
    if (is_random && random < 1)
        return cli_complain(run->command, "--random is %" PRId64 "; it must be 1 or more", random);
    if (list && !find_tier(list, &tier)) {
        return cli_complain(run->command, "--list is \"%s\"; it must be quick, normal, large or gpu", list);
    }
    run->brief = list || is_random;
    if (list) status = verify_list(run, tier);
    else status = is_random ? verify_random(run, random) : verify_given(run);
    if (run->brief && !run->args->common.json) print_summary(run);
    free(run->tightest);
    const bool nothing = run->unsupported && !run->problems; /* what was not checked has not passed */
    return status == CLI_GOOD && (run->failed || nothing) ? CLI_CHECK_FAILED : status;
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    const char *list = NULL;
    int64_t random = NOT_GIVEN;
    cli_args args;
    verify_run run = {.command = command, .args = &args};
    const cli_flag flags[] = {
        {"seed", CLI_FLAG_INT, &run.seed, "S", "the seed of data and random problems (0); odd: at odd addresses"},
        {"random", CLI_FLAG_INT, &random, "N", "verify N random problems instead"},
        {"list", CLI_FLAG_TEXT, &list, "TIER", "verify the list of problems: quick, normal, large or gpu"},
    };
    const int parsed = cli_args_parse(command, flags, 3, argc, argv, &args);
    if (parsed >= 0) return parsed;
    ata_wisdom *wisdom;
    const ata_status status = cli_options_get(command, &args.common, &run.options, &wisdom);
    const int result = status == ATA_OK ? verify_all(&run, list, random) : cli_complain_status(command, status);
    ata_wisdom_destroy(wisdom);
    return cli_finish(command, result);
}

const cli_command cli_command_verify = {
    .name = "verify",
    .summary = "check that transforms give the right answer",
    .usage = "atalanta verify PROBLEM... | --list TIER | --random N [FLAG...]",
    .details = "Computes each problem and checks it: against the definition in higher precision\n"
               "(where that takes less than seconds), by linearity, impulses, shifts and the way\n"
               "back, and that it writes its whole output and nothing else. Errors are relative L2\n"
               "errors, beyond what rounding to the stored type explains. Exit status 1 if a check\n"
               "failed, with the command that shows it again.\n"
               "\n"
               "Problems that the engine of --on lacks are counted apart, and are none that passed;\n"
               "if all are such, the exit status is 1. The list gpu has the problems that a GPU is\n"
               "for, small enough for the emulator (--on emu).\n",
    .example = "atalanta verify \"c2c 1009\" \"r2c f64 64x64\"\n"
               "atalanta verify --list quick --threads 2\n"
               "atalanta verify --list gpu --on gpu\n"
               "atalanta verify --random 1000 --seed 5 --json",
    .main = run_command,
};
