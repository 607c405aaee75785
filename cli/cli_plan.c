/* cli_plan.c - `atalanta plan`: what a plan is going to do, without doing it. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/clock.h"

static void print_json(const ata_plan_info *info, const char *problem, const char *recipe, double ms)
{
    cli_json json;
    cli_json_begin(&json, stdout);
    cli_json_text(&json, "problem", problem);
    cli_json_text(&json, "on", info->engine);
    cli_json_int(&json, "threads", info->threads);
    cli_json_text(&json, "recipe", recipe);
    cli_json_int(&json, "passes", info->passes);
    cli_json_int(&json, "scratch_bytes", (int64_t)info->scratch_bytes);
    cli_json_int(&json, "bytes_estimated", info->bytes_estimated);
    cli_json_int(&json, "bytes_minimal", info->bytes_minimal);
    cli_json_number(&json, "flops", info->flops);
    cli_json_number(&json, "time_estimated_us", info->time_estimated * 1e6);
    cli_json_text(&json, "chosen_by", info->chosen_by);
    cli_json_number(&json, "plan_ms", ms);
    cli_json_end(&json);
}

static int print_plan(const cli_command *command, const ata_plan *plan, bool json, double plan_ms)
{
    if (!json) {
        char *report = cli_plan_text(ata_plan_print_report, plan);
        if (!report) return cli_complain(command, "out of memory for the report of a plan");
        const size_t length = strlen(report);
        printf("%s%s", report, length && report[length - 1] == '\n' ? "" : "\n");
        free(report);
        return CLI_GOOD;
    }
    ata_plan_info info;
    const ata_status status = ata_plan_get_info(plan, &info);
    if (status != ATA_OK) return cli_complain_status(command, status);
    char *problem = cli_plan_text(ata_plan_print_problem, plan);
    char *recipe = cli_plan_text(ata_plan_print_recipe, plan);
    const bool had = problem && recipe;
    if (had) print_json(&info, problem, recipe, plan_ms);
    free(problem);
    free(recipe);
    return had ? CLI_GOOD : cli_complain(command, "out of memory for the texts of a plan");
}

/* Where a plan's tables do not fit, the sentence says that it is they which have to. */
static int complain(const cli_command *command, const ata_problem *problem, ata_status status)
{
    char *text = status == ATA_ERROR_MEMORY ? cli_problem_text(problem) : NULL;
    if (!text) return cli_complain_status(command, status);
    cli_complain(command, "\"%s\" cannot be looked at, since the tables of a plan have to fit into memory: %s", text,
                 ata_last_error()->message);
    free(text);
    return CLI_BAD_USE;
}

static int plan_all(const cli_command *command, const ata_problem *problems, int count, const ata_options *options,
                    bool json)
{
    for (int i = 0; i < count; i++) {
        ata_plan *plan;
        const int64_t begin = cli_clock_ns();
        const ata_status status = ata_plan_create(&plan, &problems[i], options);
        if (status != ATA_OK) return complain(command, &problems[i], status);
        const double plan_ms = (double)(cli_clock_ns() - begin) * 1e-6;
        if (i > 0 && !json) putchar('\n');
        const int result = print_plan(command, plan, json, plan_ms);
        ata_plan_destroy(plan);
        if (result != CLI_GOOD) return result;
    }
    return CLI_GOOD;
}

static int run(const cli_command *command, int argc, char **argv)
{
    const char *recipe = NULL;
    const cli_flag flags[] = {
        {"recipe", CLI_FLAG_TEXT, &recipe, "R", "plan with this recipe instead of choosing one"},
    };
    cli_args args;
    int result = cli_args_parse(command, flags, 1, argc, argv, &args);
    if (result >= 0) return result;
    ata_problem *problems;
    result = cli_problems_get(command, &args, 0, &problems);
    if (result != CLI_GOOD) return result;
    ata_options options;
    ata_wisdom *wisdom;
    const ata_status status = cli_options_get(command, &args.common, &options, &wisdom);
    options.recipe = recipe;
    options.caller_scratch = 1; /* nothing is executed, so scratch is counted and not allocated */
    result = status == ATA_OK ? plan_all(command, problems, args.count, &options, args.common.json)
                              : cli_complain_status(command, status);
    ata_wisdom_destroy(wisdom);
    free(problems);
    return cli_finish(command, result);
}

const cli_command cli_command_plan = {
    .name = "plan",
    .summary = "show what a plan is going to do, without doing it",
    .usage = "atalanta plan PROBLEM... [--recipe R] [FLAG...]",
    .details = "Makes a plan for each problem and prints its recipe: the passes over memory, the\n"
               "steps of each, the bytes it moves, the scratch it needs, and why it was chosen.\n"
               "Nothing is transformed, so problems larger than memory can be looked at too, as\n"
               "long as the tables of the plan fit: for powers of two they are small beside the data.\n"
               "With algo=NAME in the problem it is the recipe of that algorithm; atalanta info lists\n"
               "them. In several dimensions a stage is shown as DIM(count, radix, stride, span, tw or\n"
               "no-tw), which --recipe takes too, as well as the radix alone.\n"
               "plan_ms of --json is the time that making the plan took, its scratch left out.\n",
    .example = "atalanta plan \"c2c 2^20\"\n"
               "atalanta plan \"c2c 2^20 algo=locality\"\n"
               "atalanta plan \"r2c f64 256x256x256\" --threads 8 --json",
    .main = run,
};
