/* bench_case.c - one problem's turn: plans, data, errors, rounds, rows. */
#include <math.h>
#include <stdlib.h>

#include "cli/bench.h"
#include "cli/clock.h"

enum { CONTENDERS_MAX = 1 + BENCH_PEERS_MAX + BENCH_COPIES_MAX };

/* How much longer a problem below the floor is measured the second time, and in how many rounds at least: what a
 * neighbour on the machine does to a few rounds must not be told of us. */
enum { CONFIRM_FACTOR = 5, CONFIRM_ROUNDS = 11 };

/* Contenders are ours, then the peers', then the copies. */
typedef struct bench_case {
    bench_data data;
    ata_plan *plan;
    ata_plan_info info;
    bench_ours ours;
    bench_theirs theirs[BENCH_PEERS_MAX];
    int peer_count, copy_count;
    bench_copy copies[BENCH_COPIES_MAX];
    bench_contender contenders[CONTENDERS_MAX];
    bench_gpu gpu[CONTENDERS_MAX]; /* on a GPU: the same contenders, timed */
    const char *note[1 + BENCH_PEERS_MAX];
    const unsigned char *kept; /* our result, to compare with the peers' */
    double plan_ms;
    double error_l2[1 + BENCH_PEERS_MAX];
    char *problem, *recipe;
} bench_case;

/* A problem that the engine lacks ends no run of many. Of random ones only the count is told, at the end. */
static int leave_out(bench_run *run, const ata_problem *problem)
{
    char *text = cli_problem_text(problem);
    run->unsupported++;
    if (!run->quiet) cli_complain(run->command, "\"%s\" is left out: %s", text ? text : "", ata_last_error()->message);
    free(text);
    return CLI_GOOD;
}

/* The ways to copy, and on a GPU the clock of all contenders. */
static void prepare_clock(const bench_run *run, bench_case *c)
{
    bench_contender *copies = c->contenders + 1 + c->peer_count;
    if (!run->device) {
        c->copy_count = cli_bench_copies(c->copies, copies, &c->data, run->options.threads);
        return;
    }
    copies[0] = cli_bench_gpu_copy(&c->data);
    c->copy_count = 1;
    for (int i = 0; i < 2 + c->peer_count; i++) {
        if (c->contenders[i].enqueue) cli_bench_gpu_init(&c->gpu[i], &c->contenders[i], run->device);
    }
}

/* Memory is weighed first, then our plan is made, then the peers', who may scribble over the data: it is filled
 * later. */
static int prepare(bench_run *run, bench_case *c, const ata_problem *problem)
{
    const bool in_place = problem->place == ATA_IN_PLACE;
    const bool overwritten = in_place || cli_bench_peers_overwrite(&run->peers, problem);
    if (cli_bench_data_create(&c->data, run->command, problem, overwritten, run->device, &run->memory) != CLI_GOOD) {
        return CLI_BAD_USE;
    }
    const int64_t begin = cli_clock_ns();
    ata_status status = ata_plan_create(&c->plan, problem, &run->options);
    c->plan_ms = (double)(cli_clock_ns() - begin) * 1e-6;
    if (cli_status_is_lacking(status)) return leave_out(run, problem);
    if (status == ATA_OK) status = ata_plan_get_info(c->plan, &c->info);
    if (status != ATA_OK) return cli_complain_status(run->command, status);
    run->on = run->device ? run->options.engine : c->info.engine;
    if (!run->device && cli_gpu_index(c->info.engine) >= 0) {
        return cli_complain(run->command, "the library chose the GPU, which is measured on arrays of its own; "
                                          "use --on gpu or --on cpu");
    }
    c->problem = cli_plan_text(ata_plan_print_problem, c->plan);
    c->recipe = cli_plan_text(ata_plan_print_recipe, c->plan);
    if (!c->problem || !c->recipe) return cli_complain(run->command, "out of memory for the texts of a plan");
    c->peer_count = cli_bench_peers_prepare(run->command, &run->peers, &c->data, run->options.threads,
                                            run->peer_seconds, c->theirs);
    c->ours = (bench_ours){.plan = c->plan, .buffers = &c->data.buffers};
    c->contenders[0] = cli_bench_ours("atalanta", &c->ours, &c->data);
    for (int i = 0; i < c->peer_count; i++) c->contenders[1 + i] = cli_bench_theirs(&c->theirs[i], &c->data);
    for (int i = 0; i < c->peer_count; i++) c->note[1 + i] = c->theirs[i].made.note;
    prepare_clock(run, c);
    return CLI_GOOD;
}

static void discard(bench_case *c)
{
    for (int i = 0; i < CONTENDERS_MAX; i++) cli_bench_gpu_fini(&c->gpu[i]);
    for (int i = 0; i < c->peer_count; i++) c->theirs[i].peer->destroy(c->theirs[i].made.state);
    ata_plan_destroy(c->plan);
    cli_bench_data_destroy(&c->data);
    free(c->problem);
    free(c->recipe);
}

/* What is beyond rounding: ours fails the run at its end; a peer's is no comparison of equals. */
static void judge(bench_run *run, bench_case *c, int index)
{
    if (!cli_bench_answer_is_wrong(&c->data, c->error_l2[index])) return;
    const char *name = c->contenders[index].name;
    if (isnan(c->error_l2[index])) {
        cli_complain(run->command, "the result of %s for \"%s\" is wrong: it has NaNs, or was not written", name,
                     c->problem);
    } else {
        cli_complain(run->command, "the result of %s for \"%s\" is wrong: its relative error is %.2g", name, c->problem,
                     c->error_l2[index]);
    }
    if (index) c->note[index] = "its result is wrong";
    else run->wrong++;
}

/* The whole of our result against that of a peer that is right, as far as was seen. */
static void compare_results(bench_run *run, bench_case *c, int index)
{
    if (index == 0) {
        /* Random numbers are no spectrum of real ones: each library makes of that what it will. */
        const bool alike = c->data.problem.scale == ATA_SCALE_NONE && c->data.problem.kind != ATA_C2R;
        if (c->peer_count > 0 && alike) c->kept = cli_bench_result_keep(&c->data);
        return;
    }
    if (!c->kept || c->note[index]) return;
    const double difference = cli_bench_result_compare(&c->data, c->kept);
    if (difference <= cli_bench_result_bound(&c->data)) return;
    cli_complain(run->command, "the results of atalanta and %s for \"%s\" differ: relatively by %.2g",
                 c->contenders[index].name, c->problem, difference);
    run->wrong++;
}

/* One execution of a contender, into a poisoned output, held against the right answer. */
static int find_error(bench_run *run, bench_case *c, int index, bench_answer *answer)
{
    const bench_contender *contender = &c->contenders[index];
    bench_data *data = &c->data;
    if (!cli_bench_data_restore(data) || !cli_bench_data_poison(data)) {
        return cli_bench_complain_data(run->command, data);
    }
    if (contender->run(contender->state, 1) < 0) return cli_bench_complain_failed(run->command, contender, data);
    data->dirty = contender->overwrites;
    if (!cli_bench_data_fetch(data)) return cli_bench_complain_data(run->command, data);
    if (answer) {
        c->error_l2[index] = cli_bench_answer_compare(answer, data, !contender->peer || contender->peer->scales);
        judge(run, c, index);
    }
    if (run->device) compare_results(run, c, index);
    return CLI_GOOD;
}

/* Results of a peer with arrays of its own are not seen here. */
static int find_errors(bench_run *run, bench_case *c)
{
    for (int i = 0; i < 1 + c->peer_count; i++) c->error_l2[i] = NAN;
    if (!cli_bench_data_fill(&c->data, c->data.exponent_usual)) return cli_bench_complain_data(run->command, &c->data);
    bench_answer *answer = cli_bench_answer_create(&c->data, run->budget);
    int result = CLI_GOOD;
    for (int i = 0; i < 1 + c->peer_count && (answer || run->device) && result == CLI_GOOD; i++) {
        const peer *theirs = c->contenders[i].peer;
        if (!theirs || !theirs->apart) result = find_error(run, c, i, answer);
    }
    cli_bench_answer_destroy(answer);
    return result;
}

/* For --graph: from here on every contender on the GPU runs as one. */
static int capture(const bench_run *run, bench_case *c)
{
    for (int i = 0; run->graph && i < 1 + c->peer_count + c->copy_count; i++) {
        if (!c->contenders[i].enqueue) continue;
        const char *failed = cli_bench_gpu_capture(&c->gpu[i], &c->contenders[i]);
        if (failed) {
            return cli_complain(run->command, "%s at \"%s\": %s; leave out --graph", c->contenders[i].name, c->problem,
                                failed);
        }
    }
    return CLI_GOOD;
}

static bool is_below_floor(const bench_case *c)
{
    for (int i = 1; i <= c->peer_count; i++) {
        if (c->contenders[i].seconds < BENCH_FLOOR * c->contenders[0].seconds) return true;
    }
    return false;
}

static int measure(const bench_run *run, bench_case *c)
{
    if (!cli_bench_data_fill(&c->data, c->data.exponent)) return cli_bench_complain_data(run->command, &c->data);
    if (capture(run, c) != CLI_GOOD) return CLI_BAD_USE;
    const int count = 1 + c->peer_count + c->copy_count;
    bench_pace pace = {
        .seconds = run->seconds, .threads = run->options.threads, .label = run->quiet ? NULL : c->problem};
    if (run->device) cli_bench_gpu_pace(&pace);
    int result = cli_bench_measure(run->command, c->contenders, count, &c->data, &pace);
    if (result == CLI_GOOD && run->confirm && is_below_floor(c)) {
        pace.seconds *= CONFIRM_FACTOR;
        pace.rounds = CONFIRM_ROUNDS;
        result = cli_bench_measure(run->command, c->contenders, count, &c->data, &pace);
    }
    return result;
}

static bench_row make_row(const bench_run *run, const bench_case *c, int index, double copy_seconds)
{
    const bench_contender *contender = &c->contenders[index];
    const bench_theirs *theirs = index ? &c->theirs[index - 1] : NULL;
    const char *file, *version = NULL;
    if (theirs) theirs->peer->open(c->data.problem.type, &file, &version);
    return (bench_row){
        .problem = c->problem,
        .on = run->on,
        .name = contender->name,
        .threads = c->info.threads,
        .passes = index ? -1 : c->info.passes,
        .seconds = contender->seconds,
        .flops = c->info.flops,
        .fraction_of_copy = copy_seconds / contender->seconds,
        .ratio = contender->seconds / c->contenders[0].seconds,
        .error_l2 = c->error_l2[index],
        .plan_ms = theirs ? theirs->made.plan_seconds * 1e3 : c->plan_ms,
        .scratch_bytes = index ? -1 : (int64_t)c->info.scratch_bytes,
        .spread = contender->spread,
        .rounds = contender->rounds,
        .recipe = index ? NULL : c->recipe,
        .effort = theirs ? theirs->peer->effort : NULL,
        .version = version,
        .plan_limited = theirs && theirs->peer->effort ? theirs->made.limited : -1,
        .note = c->note[index],
        .graph = run->graph,
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
                       .plan_limited = -1,
                       .seconds = copy_seconds,
                       .fraction_of_copy = 1,
                       .ratio = copy_seconds / c->contenders[0].seconds,
                       .error_l2 = NAN,
                       .plan_ms = NAN,
                       .spread = copies[best].spread};
}

/* Print what is to be printed, and count the peers. */
static int finish_rows(bench_run *run, const bench_case *c)
{
    const double speed = cli_bench_copy_speed(c->contenders + 1 + c->peer_count, c->copy_count, &c->data);
    const double copy_seconds = (double)c->info.bytes_minimal / speed;
    const bool table = !run->json && !run->quiet;
    for (int i = 0; i < 1 + c->peer_count; i++) {
        const bench_row row = make_row(run, c, i, copy_seconds);
        if (run->json) cli_bench_row_print_json(&row);
        if (table && i == 0) cli_bench_heading_print(&row);
        if (table) cli_bench_row_print(&row);
        if (!cli_bench_summary_add(&run->summary, &row)) return cli_complain(run->command, "out of memory");
    }
    if (!table) return CLI_GOOD;
    const bench_row copy = make_copy_row(c, copy_seconds);
    cli_bench_row_print(&copy);
    return CLI_GOOD;
}

int cli_bench_case(bench_run *run, const ata_problem *problem)
{
    bench_case *c = calloc(1, sizeof *c);
    if (!c) return cli_complain(run->command, "out of memory");
    int result = prepare(run, c, problem);
    const bool planned = result == CLI_GOOD && c->problem; /* else it was left out */
    if (planned) result = find_errors(run, c);
    if (planned && result == CLI_GOOD) result = measure(run, c);
    if (planned && result == CLI_GOOD) result = finish_rows(run, c);
    discard(c);
    free(c);
    return result;
}
