/* cli_bench.c - `atalanta bench`: how fast, against a copy and against other libraries, all measured in one run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/clock.h"

enum { CONTENDERS_MAX = 1 + BENCH_PEERS_MAX + BENCH_COPIES_MAX };

/* What holds for the whole run. */
typedef struct bench_run {
    const cli_command *command;
    const cli_args *args;
    ata_options options;
    bench_peers peers;
    double seconds, peer_seconds;
    double log_ratios[BENCH_PEERS_MAX]; /* sums, for the geometric means */
    int ratios[BENCH_PEERS_MAX];        /* how many */
} bench_run;

/* One problem's turn. Contenders are ours, then the peers', then the copies. */
typedef struct bench_case {
    bench_data data;
    ata_plan *plan;
    ata_plan_info info;
    bench_ours ours;
    bench_theirs theirs[BENCH_PEERS_MAX];
    int peer_count, copy_count;
    bench_copy copies[BENCH_COPIES_MAX];
    bench_contender contenders[CONTENDERS_MAX];
    double plan_ms[1 + BENCH_PEERS_MAX];
    double error_l2[1 + BENCH_PEERS_MAX];
    char *problem, *recipe;
} bench_case;

/* Memory is weighed first, then our plan is made, then the peers', who may scribble over the data: it is filled
 * later. */
static int prepare(bench_run *run, bench_case *c, const ata_problem *problem)
{
    const bool in_place = problem->place == ATA_IN_PLACE;
    const bool overwritten = in_place || cli_bench_peers_overwrite(&run->peers, problem);
    if (cli_bench_data_create(&c->data, run->command, problem, overwritten) != CLI_GOOD) return CLI_BAD_USE;
    const int64_t begin = cli_clock_ns();
    ata_status status = ata_plan_create(&c->plan, problem, &run->options);
    c->plan_ms[0] = (double)(cli_clock_ns() - begin) * 1e-6;
    if (status == ATA_OK) status = ata_plan_get_info(c->plan, &c->info);
    if (status != ATA_OK) return cli_complain_status(run->command, status);
    c->problem = cli_plan_text(ata_plan_print_problem, c->plan);
    c->recipe = cli_plan_text(ata_plan_print_recipe, c->plan);
    if (!c->problem || !c->recipe) return cli_complain(run->command, "out of memory for the texts of a plan");
    c->peer_count = cli_bench_peers_prepare(run->command, &run->peers, &c->data, run->options.threads,
                                            run->peer_seconds, c->theirs, c->plan_ms + 1);
    c->ours = (bench_ours){.plan = c->plan, .buffers = &c->data.buffers};
    c->contenders[0] = cli_bench_ours("atalanta", &c->ours, &c->data);
    for (int i = 0; i < c->peer_count; i++) c->contenders[1 + i] = cli_bench_theirs(&c->theirs[i], &c->data);
    c->copy_count = cli_bench_copies(c->copies, c->contenders + 1 + c->peer_count, &c->data, run->options.threads);
    return CLI_GOOD;
}

static void discard(bench_case *c)
{
    for (int i = 0; i < c->peer_count; i++) c->theirs[i].peer->destroy(c->theirs[i].prepared);
    ata_plan_destroy(c->plan);
    cli_bench_data_destroy(&c->data);
    free(c->problem);
    free(c->recipe);
}

/* One execution each, held against the right answer. */
static int find_errors(const bench_run *run, bench_case *c)
{
    cli_bench_data_fill(&c->data, c->data.exponent_usual);
    bench_answer *answer = cli_bench_answer_create(&c->data);
    int result = CLI_GOOD;
    for (int i = 0; i < 1 + c->peer_count && result == CLI_GOOD; i++) {
        bench_contender *contender = &c->contenders[i];
        cli_bench_data_restore(&c->data);
        if (contender->run(contender->state, 1) < 0) {
            result = cli_complain_status(run->command, ata_last_error()->status);
        }
        c->data.dirty = contender->overwrites;
        c->error_l2[i] = cli_bench_answer_compare(answer, &c->data, i == 0 || c->theirs[i - 1].peer->scales);
    }
    cli_bench_answer_destroy(answer);
    return result;
}

static bench_row make_row(const bench_case *c, int index, double copy_seconds)
{
    const bench_contender *contender = &c->contenders[index];
    return (bench_row){
        .problem = c->problem,
        .on = c->info.engine,
        .name = contender->name,
        .threads = c->info.threads,
        .passes = index ? -1 : c->info.passes,
        .seconds = contender->seconds,
        .flops = c->info.flops,
        .fraction_of_copy = copy_seconds / contender->seconds,
        .ratio = contender->seconds / c->contenders[0].seconds,
        .error_l2 = c->error_l2[index],
        .plan_ms = c->plan_ms[index],
        .scratch_bytes = index ? -1 : (int64_t)c->info.scratch_bytes,
        .spread = contender->spread,
        .rounds = contender->rounds,
        .recipe = index ? NULL : c->recipe,
    };
}

/* The copy that counted, as a last line for people. */
static bench_row make_copy_row(const bench_case *c, double copy_seconds)
{
    const bench_contender *copies = c->contenders + 1 + c->peer_count;
    int best = 0;
    for (int i = 1; i < c->copy_count; i++) {
        if (copies[i].seconds < copies[best].seconds) best = i;
    }
    return (bench_row){.name = "copy",
                       .passes = -1,
                       .scratch_bytes = -1,
                       .seconds = copy_seconds,
                       .fraction_of_copy = 1,
                       .ratio = copy_seconds / c->contenders[0].seconds,
                       .error_l2 = NAN,
                       .plan_ms = NAN,
                       .spread = copies[best].spread};
}

static void print_rows(const bench_run *run, const bench_case *c)
{
    const double speed = cli_bench_copy_speed(c->contenders + 1 + c->peer_count, c->copy_count, &c->data);
    const double copy_seconds = (double)c->info.bytes_minimal / speed;
    for (int i = 0; i < 1 + c->peer_count; i++) {
        const bench_row row = make_row(c, i, copy_seconds);
        if (run->args->common.json) {
            cli_bench_row_print_json(&row);
            continue;
        }
        if (i == 0) cli_bench_heading_print(&row);
        cli_bench_row_print(&row);
    }
    if (run->args->common.json) return;
    const bench_row copy = make_copy_row(c, copy_seconds);
    cli_bench_row_print(&copy);
}

static void add_ratios(bench_run *run, const bench_case *c)
{
    for (int i = 0; i < c->peer_count; i++) {
        for (int k = 0; k < run->peers.count; k++) {
            if (run->peers.peer[k] != c->theirs[i].peer) continue;
            run->log_ratios[k] += log(c->contenders[1 + i].seconds / c->contenders[0].seconds);
            run->ratios[k]++;
        }
    }
}

static int bench_one(bench_run *run, const ata_problem *problem)
{
    bench_case *c = calloc(1, sizeof *c);
    if (!c) return cli_complain(run->command, "out of memory");
    int result = prepare(run, c, problem);
    if (result == CLI_GOOD) result = find_errors(run, c);
    if (result == CLI_GOOD) {
        cli_bench_data_fill(&c->data, c->data.exponent);
        result = cli_bench_measure(run->command, c->contenders, 1 + c->peer_count + c->copy_count, &c->data,
                                   run->seconds, c->problem);
    }
    if (result == CLI_GOOD) {
        print_rows(run, c);
        add_ratios(run, c);
    }
    discard(c);
    free(c);
    return result;
}

static void print_means(const bench_run *run, int problems)
{
    if (problems < 2) return;
    for (int i = 0; i < run->peers.count; i++) {
        if (run->ratios[i] == 0) continue;
        printf("\ngeometric mean of the ratios of %s over %d problems: %.2f (above 1: atalanta is faster)",
               run->peers.peer[i]->name, run->ratios[i], exp(run->log_ratios[i] / run->ratios[i]));
    }
    printf("\n");
}

static int bench_all(bench_run *run, const ata_problem *problems)
{
    const bool json = run->args->common.json;
    for (int i = 0; i < run->args->count; i++) {
        if (i > 0 && !json) putchar('\n');
        const int result = bench_one(run, &problems[i]);
        if (result != CLI_GOOD) return result;
        if (!cli_row_end()) return CLI_GOOD; /* nobody reads on, or the disk is full: cli_finish tells which */
    }
    if (!json) print_means(run, run->args->count);
    return CLI_GOOD;
}

static int check_seconds(const cli_command *command, const char *flag, double seconds)
{
    if (seconds > 0 && seconds <= 3600) return CLI_GOOD;
    return cli_complain(command, "--%s is %g; it must be above 0 and at most 3600", flag, seconds);
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    const char *peer_list = NULL, *recipe = NULL;
    bench_run run = {.command = command, .seconds = 1, .peer_seconds = 5};
    const cli_flag flags[] = {
        {"peer", CLI_FLAG_TEXT, &peer_list, "NAME,...", "compare with fftw, fftw-estimate, fftw-patient"},
        {"seconds", CLI_FLAG_NUMBER, &run.seconds, "S", "measure each problem for S seconds (1)"},
        {"peer-seconds", CLI_FLAG_NUMBER, &run.peer_seconds, "S", "let a peer plan each problem for S seconds (5)"},
        {"recipe", CLI_FLAG_TEXT, &recipe, "R", "use this recipe instead of choosing one"},
    };
    cli_args args;
    int result = cli_args_parse(command, flags, 4, argc, argv, &args);
    if (result >= 0) return result;
    if (check_seconds(command, "seconds", run.seconds) != CLI_GOOD) return CLI_BAD_USE;
    if (check_seconds(command, "peer-seconds", run.peer_seconds) != CLI_GOOD) return CLI_BAD_USE;
    if (cli_bench_peers_parse(command, peer_list, &run.peers) != CLI_GOOD) return CLI_BAD_USE;
    ata_problem *problems;
    result = cli_problems_get(command, &args, 0, &problems);
    if (result != CLI_GOOD) return result;
    run.args = &args;
    ata_wisdom *wisdom;
    const ata_status status = cli_options_get(command, &args.common, &run.options, &wisdom);
    run.options.recipe = recipe;
    result = status == ATA_OK ? bench_all(&run, problems) : cli_complain_status(command, status);
    ata_wisdom_destroy(wisdom);
    free(problems);
    return cli_finish(command, result);
}

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "measure problems, against a copy and against other libraries",
    .usage = "atalanta bench PROBLEM... [--peer NAME,...] [--seconds S] [FLAG...]",
    .details = "Measures each problem on random data. Contenders take turns round by round, each\n"
               "turn 200 us or longer; the time is the median over the rounds, \u00b1 the distance of\n"
               "their quartiles. The same arrays are used all the time, so caches are warm. Where\n"
               "a transform overwrites its input, the input is restored outside the time taken.\n"
               "\n"
               "GFLOP/s   counts 5 N log2 N operations for complex, half of it for real transforms\n"
               "of copy   one read of the input and one write of the output, at the best speed of\n"
               "          a copy measured in the same run with as many threads, over the time\n"
               "ratio     the peer's time over ours: above 1, atalanta is faster\n"
               "error     relative error of a result in the L2 norm, where the right one is known\n"
               "\n"
               "Peers are found at run time. FFTW never scales: a problem with a scale is compared\n"
               "with FFTW's transform without one. Its library is looked for in ATALANTA_FFTW_DIR.\n",
    .example = "atalanta bench \"c2c 1024*1000\" \"r2c f64 256x256\" --peer fftw\n"
               "atalanta bench 2^20 --threads 4 --peer fftw,fftw-patient --peer-seconds 30 --json",
    .main = run_command,
};
