/* cli_reproduce.c - `atalanta reproduce`: the table of papers, and their ladders climbed rung by rung. */
#include <math.h>
#include <string.h>

#include "cli/reproduce.h"

static const reproduce_paper *const papers[] = {&reproduce_003};
enum { PAPER_COUNT = sizeof papers / sizeof papers[0] };

static const reproduce_paper *find_paper(const char *number)
{
    for (int i = 0; i < PAPER_COUNT; i++)
        if (strcmp(papers[i]->number, number) == 0) return papers[i];
    return NULL;
}

/* Whether `name` is among names joined by commas. */
static bool is_listed(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; at; at = strchr(at, ',')) {
        if (*at == ',') at++;
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == 0)) return true;
    }
    return false;
}

/* CLI_GOOD, or the complaint about a rung that the paper has not. */
static int check_rungs(const cli_command *command, const reproduce_paper *paper, const char *names)
{
    for (const char *at = names; at && *at;) {
        const size_t length = strcspn(at, ",");
        bool known = false;
        for (int r = 0; r < paper->rung_count; r++)
            known = known || (strlen(paper->rung[r].name) == length && !strncmp(paper->rung[r].name, at, length));
        if (!known)
            return cli_complain(command,
                                "--rungs has \"%.*s\", which paper %s has not; see atalanta reproduce %s --list",
                                (int)length, at, paper->number, paper->number);
        at += length + (at[length] == ',');
    }
    return CLI_GOOD;
}

static void print_list(const reproduce_paper *paper)
{
    printf("%s: %s\n", paper->number, paper->title);
    for (int r = 0; r < paper->rung_count; r++) printf("  %-12s %s\n", paper->rung[r].name, paper->rung[r].what);
}

static void print_rung(const reproduce_rung *rung, const reproduce_run *run, bool json, bool good, double value,
                       const char *reason)
{
    char paper[24] = "-", faster[24] = "-", here[24] = "-";
    if (rung->paper > 0) snprintf(paper, sizeof paper, "%.5g", rung->paper);
    if (good) snprintf(here, sizeof here, "%.5g", value);
    if (good && rung->paper > 0) snprintf(faster, sizeof faster, "%.3g", rung->paper / value);
    if (!json)
        printf("%-12s %10s %10s %9s  %s%s\n", rung->name, paper, here, faster,
               good ? "" : "left out: ", good ? rung->what : reason);
    if (!json) return;
    cli_json line;
    cli_json_begin(&line, stdout);
    cli_json_text(&line, "rung", rung->name);
    cli_json_text(&line, "what", rung->what);
    cli_json_text(&line, "on", run->on);
    cli_json_int(&line, "batch", run->batch);
    cli_json_number(&line, "paper", rung->paper > 0 ? rung->paper : NAN);
    cli_json_number(&line, "here", good ? value : NAN);
    cli_json_text(&line, "left_out", good ? NULL : reason);
    cli_json_end(&line);
}

/* A rung that this machine lacks something for is told of and left out; one at least has to be there. */
static int climb(const cli_command *command, const reproduce_paper *paper, const reproduce_run *run, const char *names,
                 bool json)
{
    int climbed = 0;
    file_fault fault = {{0}};
    if (!json) {
        printf("%s: %s\n%s\n\n", paper->number, paper->title, paper->unit);
        printf("%-12s %10s %10s %9s  on %s here; the paper's: %s\n", "rung", "paper", "here", "faster", run->on,
               paper->machine);
    }
    for (int r = 0; r < paper->rung_count; r++) {
        const reproduce_rung *rung = &paper->rung[r];
        double value = 0;
        if (names && !is_listed(names, rung->name)) continue;
        const bool good = rung->measure(run, rung, &value, &fault);
        print_rung(rung, run, json, good, value, fault.sentence);
        if (good) climbed++;
        if (!cli_row_end()) break;
    }
    return climbed > 0 ? CLI_GOOD : cli_complain(command, "no rung could be measured: %s", fault.sentence);
}

static int run_paper(const cli_command *command, const reproduce_paper *paper, reproduce_run *run, const char *names,
                     const cli_common *common)
{
    ata_wisdom *wisdom = NULL;
    const ata_status status = cli_options_get(command, common, &run->plan, &wisdom);
    run->plan.engine = run->on;
    const int result =
        status == ATA_OK ? climb(command, paper, run, names, common->json) : cli_complain_status(command, status);
    ata_wisdom_destroy(wisdom);
    return result;
}

static int run(const cli_command *command, int argc, char **argv)
{
    const char *names = NULL;
    bool list = false;
    reproduce_run how = {.seconds = 1};
    const cli_flag flags[] = {
        {"rungs", CLI_FLAG_TEXT, &names, "LIST", "only these, joined by commas"},
        {"list", CLI_FLAG_SWITCH, &list, NULL, "tell what rungs there are, and end"},
        {"seconds", CLI_FLAG_NUMBER, &how.seconds, "S", "how long each rung is measured (1)"},
        {"batch", CLI_FLAG_INT, &how.batch, "N", "transforms in a large batch (the paper's number)"},
    };
    cli_args args;
    int result = cli_args_parse(command, flags, sizeof flags / sizeof flags[0], argc, argv, &args);
    if (result >= 0) return result;
    if (args.count != 1) return cli_complain(command, "a paper's number is wanted, such as: atalanta reproduce 003");
    const reproduce_paper *paper = find_paper(args.positional[0]);
    if (!paper) return cli_complain(command, "there is no paper \"%s\"; there is 003", args.positional[0]);
    if (list) {
        print_list(paper);
        return cli_finish(command, CLI_GOOD);
    }
    if (!(how.seconds > 0 && how.seconds < 1e6))
        return cli_complain(command, "--seconds is %g; it must be more than 0", how.seconds);
    if (how.batch < 0 || how.batch > 1 << 22)
        return cli_complain(command, "--batch is %lld; it must be 1 to 2^22", (long long)how.batch);
    if (how.batch == 0) how.batch = paper->batch;
    result = check_rungs(command, paper, names);
    if (result != CLI_GOOD) return result;
    how.on = args.common.on ? args.common.on : "auto";
    return cli_finish(command, run_paper(command, paper, &how, names, &args.common));
}

const cli_command cli_command_reproduce = {
    .name = "reproduce",
    .summary = "climb the ladder of a paper: its measurements, made here",
    .usage = "atalanta reproduce PAPER [--rungs LIST] [--list] [FLAG...]",
    .details = "A paper that made a transform faster step by step is a ladder; each rung is measured\n"
               "here, on the engine of --on, and set beside the paper's own figure. A rung that needs\n"
               "what this machine lacks is left out, and the reason told.\n\n"
               "  003   512-point transforms from host to host for a WirelessHD receiver\n",
    .example = "atalanta reproduce 003 --on gpu\n"
               "atalanta reproduce 003 --rungs overlap,8-bit --seconds 5 --json",
    .main = run,
};
