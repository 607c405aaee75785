/* bench_measure.c - contenders take turns; each turn is long enough for the clock; the median is what counts.
 *
 * What a contender leaves behind must not be charged to the next. So the order of each round is shuffled, a turn begins
 * with an execution that is not counted (caches hold what the other one used), and where there are several threads it
 * begins with a rest: threads of OpenMP, which other libraries use, go on spinning after their work, on the cores that
 * the next one needs: GNU's for 300000 looks, which are 14 milliseconds on a CPU that pauses for 140 cycles.
 *
 * On a GPU the rounds are the same and the clock is another (bench_gpu.c).
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check/random.h"
#include "cli/bench.h"
#include "cli/clock.h"

/* A turn lasts 200 us at least: thousands of times what the clock's own error is. */
enum { TURN_NS = 200000, REGIONS_MAX = 1000, ROUNDS_USUAL = 5, ROUNDS_MIN = 3, ROUNDS_MAX = 1000 };

/* Executions longer than this have no use for what is left in the caches, and need no warming up; but several threads
 * have slept in their rest, whoever's they are. */
enum { WARM_NS = 10000000, WARM_THREADS_NS = 100000000, REST_NS = 20000000 };

enum { CONTENDERS_MAX = 1 + BENCH_PEERS_MAX + BENCH_COPIES_MAX };

static int64_t run_ours(void *state, int64_t repeats)
{
    const bench_ours *ours = state;
    const ata_plan *plan = ours->plan;
    const void *in = ours->buffers->in;
    void *out = ours->buffers->out;
    const int64_t begin = cli_clock_ns();
    for (int64_t i = 0; i < repeats; i++) {
        if (ata_plan_execute(plan, in, out) != ATA_OK) return -1;
    }
    return cli_clock_ns() - begin;
}

/* Where parts lie in arrays of their own. */
static int64_t run_ours_with(void *state, int64_t repeats)
{
    const bench_ours *ours = state;
    const int64_t begin = cli_clock_ns();
    for (int64_t i = 0; i < repeats; i++) {
        if (ata_plan_execute_with(ours->plan, ours->buffers) != ATA_OK) return -1;
    }
    return cli_clock_ns() - begin;
}

static bool enqueue_ours(void *state)
{
    const bench_ours *ours = state;
    return ata_plan_execute_with(ours->plan, ours->buffers) == ATA_OK;
}

bench_contender cli_bench_ours(const char *name, bench_ours *state, const bench_data *data)
{
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    return (bench_contender){.name = name,
                             .state = state,
                             .run = data->problem.layout == ATA_SPLIT ? run_ours_with : run_ours,
                             .enqueue = enqueue_ours,
                             .overwrites = in_place,
                             .repeats_max = in_place ? data->repeats : INT64_MAX};
}

static int64_t run_theirs(void *state, int64_t repeats)
{
    const bench_theirs *theirs = state;
    return theirs->peer->run(theirs->made.state, repeats);
}

static bool enqueue_theirs(void *state)
{
    const bench_theirs *theirs = state;
    return theirs->peer->enqueue(theirs->made.state);
}

bench_contender cli_bench_theirs(bench_theirs *state, const bench_data *data)
{
    const peer *self = state->peer;
    const bool in_place = data->problem.place == ATA_IN_PLACE && !self->apart;
    const bool overwrites = in_place || self->overwrites_input(&data->problem);
    return (bench_contender){.name = self->name,
                             .peer = self,
                             .state = state,
                             .run = run_theirs,
                             .enqueue = self->enqueue ? enqueue_theirs : NULL,
                             .overwrites = overwrites,
                             .repeats_max = overwrites ? data->repeats : INT64_MAX};
}

/* One timed stretch. The clock's own time is taken off: it matters where the input must be restored after a few
 * executions. */
static int64_t run_region(bench_contender *contender, bench_data *data, int64_t clock_cost)
{
    if (!cli_bench_data_restore(data)) return -1;
    const int64_t ns = contender->run(contender->state, contender->repeats);
    data->dirty = contender->overwrites;
    if (ns < 0) return ns;
    return ns > clock_cost ? ns - clock_cost : 1;
}

/* Find how many executions make a turn, which also warms up caches, branch predictors and the clock of the core. */
static bool calibrate(bench_contender *contender, bench_data *data, const bench_pace *pace, int64_t clock_cost)
{
    const int64_t turn = pace->turn_ns ? pace->turn_ns : TURN_NS;
    const int64_t least = pace->calls < contender->repeats_max ? pace->calls : contender->repeats_max;
    contender->repeats = least > 1 ? least : 1;
    for (;;) {
        const int64_t ns = run_region(contender, data, clock_cost);
        if (ns < 0) return false;
        if (ns >= turn || contender->repeats == contender->repeats_max) {
            const int64_t regions = (turn + ns - 1) / ns;
            contender->regions = regions < REGIONS_MAX ? regions : REGIONS_MAX;
            contender->once_ns = ns / contender->repeats;
            return true;
        }
        const double wanted = (double)contender->repeats * (ns * 8 < turn ? 8 : 1.2 * (double)turn / (double)ns) + 1;
        contender->repeats = wanted < (double)contender->repeats_max ? (int64_t)wanted : contender->repeats_max;
    }
}

static bool warm_up(bench_contender *contender, bench_data *data, int threads)
{
    if (threads > 1) nanosleep(&(struct timespec){.tv_nsec = REST_NS}, NULL);
    if (contender->once_ns > (threads > 1 ? WARM_THREADS_NS : WARM_NS)) return true;
    if (!cli_bench_data_restore(data)) return false;
    const int64_t ns = contender->run(contender->state, 1);
    data->dirty = contender->overwrites;
    return ns >= 0;
}

static bool run_turn(bench_contender *contender, bench_data *data, int64_t clock_cost, int round)
{
    int64_t total = 0;
    for (int64_t i = 0; i < contender->regions; i++) {
        const int64_t ns = run_region(contender, data, clock_cost);
        if (ns < 0) return false;
        total += ns;
    }
    contender->samples[round] = (double)total * 1e-9 / (double)(contender->regions * contender->repeats);
    return true;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The value a fraction of the way through sorted samples, between neighbours where it falls between. */
static double quantile(const double *sorted, int count, double fraction)
{
    const double at = fraction * (count - 1);
    const int below = (int)at;
    const int above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

static void summarize(bench_contender *contender, int rounds)
{
    qsort(contender->samples, (size_t)rounds, sizeof(double), compare);
    contender->rounds = rounds;
    contender->seconds = quantile(contender->samples, rounds, 0.5);
    contender->spread =
        (quantile(contender->samples, rounds, 0.75) - quantile(contender->samples, rounds, 0.25)) / contender->seconds;
}

/* Five rounds make a median; where one alone takes longer than the whole was to take, three must do. */
static bool is_enough(int rounds, double passed, const bench_pace *pace)
{
    if (passed < pace->seconds || rounds < pace->rounds) return false;
    return rounds >= ROUNDS_USUAL || (rounds >= ROUNDS_MIN && passed >= 4 * pace->seconds);
}

static void shuffle(int *order, int count, check_random *random)
{
    for (int i = count - 1; i > 0; i--) {
        const int64_t j = check_random_get_int(random, 0, i);
        const int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/* One round, a turn each. NULL, or the contender that failed. */
static bench_contender *run_round(bench_contender *contenders, int count, bench_data *data, int threads,
                                  const int *order, int64_t clock_cost, int round)
{
    for (int i = 0; i < count; i++) {
        bench_contender *contender = &contenders[order[i]];
        if (!warm_up(contender, data, threads) || !run_turn(contender, data, clock_cost, round)) return contender;
    }
    return NULL;
}

/* The rounds, until the time is over. The first is not counted: it warms up, unless calibrating took long enough to
 * have done so. NULL, and how many; or the contender that failed. */
static bench_contender *run_rounds(bench_contender *contenders, int count, bench_data *data, const bench_pace *pace,
                                   int *rounds)
{
    const int64_t clock_cost = data->device ? 0 : cli_clock_cost_ns();
    int64_t begin = cli_clock_ns();
    int order[CONTENDERS_MAX];
    for (int i = 0; i < count; i++) {
        order[i] = i;
        if (!calibrate(&contenders[i], data, pace, clock_cost)) return &contenders[i];
    }
    check_random random;
    check_random_init(&random, 0);
    cli_progress progress = {0};
    if (pace->label) cli_progress_begin(&progress);
    bench_contender *failed = NULL;
    bool warm = (double)(cli_clock_ns() - begin) * 1e-9 > pace->seconds;
    begin = cli_clock_ns();
    while (!failed && *rounds < ROUNDS_MAX) {
        const double passed = (double)(cli_clock_ns() - begin) * 1e-9;
        if (is_enough(*rounds, passed, pace)) break;
        cli_progress_update(&progress, passed / pace->seconds, "%s, round %d", pace->label ? pace->label : "",
                            *rounds + 1);
        shuffle(order, count, &random);
        failed = run_round(contenders, count, data, pace->threads, order, clock_cost, *rounds);
        if (warm) {
            ++*rounds;
        } else {
            warm = true;
            begin = cli_clock_ns();
        }
    }
    cli_progress_end(&progress);
    return failed;
}

int cli_bench_complain_failed(const cli_command *command, const bench_contender *failed, const bench_data *data)
{
    const char *driver = data->device ? cli_gpu_wait(data->device) : NULL;
    if (!failed->peer && ata_last_error()->status != ATA_OK) {
        return cli_complain_status(command, ata_last_error()->status);
    }
    if (driver) return cli_complain(command, "%s when %s was measured", driver, failed->name);
    char *text = cli_problem_text(&data->problem);
    cli_complain(command, "peer %s failed at \"%s\" when it was measured; leave it out", failed->name,
                 text ? text : "");
    free(text);
    return CLI_BAD_USE;
}

int cli_bench_measure(const cli_command *command, bench_contender *contenders, int count, bench_data *data,
                      const bench_pace *pace)
{
    double *samples = malloc((size_t)count * ROUNDS_MAX * sizeof *samples);
    if (!samples) return cli_complain(command, "out of memory for the samples");
    for (int i = 0; i < count; i++) contenders[i].samples = samples + (size_t)i * ROUNDS_MAX;
    int rounds = 0;
    const bench_contender *failed = run_rounds(contenders, count, data, pace, &rounds);
    for (int i = 0; i < count; i++) {
        if (!failed) summarize(&contenders[i], rounds);
        contenders[i].samples = NULL;
    }
    free(samples);
    return failed ? cli_bench_complain_failed(command, failed, data) : CLI_GOOD;
}
