/* bench_measure.c - contenders take turns; each turn is long enough for the clock; the median is what counts. */
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/clock.h"

/* A turn lasts 200 us at least: thousands of times what the clock's own error is. */
enum { TURN_NS = 200000, REGIONS_MAX = 1000, ROUNDS_USUAL = 5, ROUNDS_MIN = 3, ROUNDS_MAX = 1000 };

static int64_t run_ours(void *state, int64_t repeats)
{
    const bench_ours *ours = state;
    const int64_t begin = cli_clock_ns();
    for (int64_t i = 0; i < repeats; i++) {
        if (ata_plan_execute_with(ours->plan, ours->buffers) != ATA_OK) return -1;
    }
    return cli_clock_ns() - begin;
}

bench_contender cli_bench_ours(const char *name, bench_ours *state, const bench_data *data)
{
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    return (bench_contender){.name = name,
                             .state = state,
                             .run = run_ours,
                             .overwrites = in_place,
                             .repeats_max = in_place ? data->repeats : INT64_MAX};
}

static int64_t run_theirs(void *state, int64_t repeats)
{
    const bench_theirs *theirs = state;
    const int64_t begin = cli_clock_ns();
    for (int64_t i = 0; i < repeats; i++) theirs->peer->execute(theirs->prepared);
    return cli_clock_ns() - begin;
}

bench_contender cli_bench_theirs(bench_theirs *state, const bench_data *data)
{
    const bool overwrites = data->problem.place == ATA_IN_PLACE || state->peer->overwrites_input(&data->problem);
    return (bench_contender){.name = state->peer->name,
                             .state = state,
                             .run = run_theirs,
                             .overwrites = overwrites,
                             .repeats_max = overwrites ? data->repeats : INT64_MAX};
}

/* One timed stretch. The clock's own time is taken off: it matters where the input must be restored after a few
 * executions. */
static int64_t run_region(bench_contender *contender, bench_data *data, int64_t clock_cost)
{
    cli_bench_data_restore(data);
    const int64_t ns = contender->run(contender->state, contender->repeats);
    data->dirty = contender->overwrites;
    if (ns < 0) return ns;
    return ns > clock_cost ? ns - clock_cost : 1;
}

/* Find how many executions make a turn, which also warms up caches, branch predictors and the clock of the core. */
static bool calibrate(bench_contender *contender, bench_data *data, int64_t clock_cost)
{
    contender->repeats = 1;
    for (;;) {
        const int64_t ns = run_region(contender, data, clock_cost);
        if (ns < 0) return false;
        if (ns >= TURN_NS || contender->repeats == contender->repeats_max) {
            const int64_t regions = (TURN_NS + ns - 1) / ns;
            contender->regions = regions < REGIONS_MAX ? regions : REGIONS_MAX;
            return true;
        }
        const double wanted = (double)contender->repeats * (ns * 8 < TURN_NS ? 8 : 1.2 * TURN_NS / (double)ns) + 1;
        contender->repeats = wanted < (double)contender->repeats_max ? (int64_t)wanted : contender->repeats_max;
    }
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
static bool is_enough(int rounds, double passed, double seconds)
{
    if (passed < seconds) return false;
    return rounds >= ROUNDS_USUAL || (rounds >= ROUNDS_MIN && passed >= 4 * seconds);
}

/* The rounds: one turn each, until the time is over. The first is not counted: it warms up, unless calibrating took
 * long enough to have done so. Returns their number, or -1. */
static int run_rounds(bench_contender *contenders, int count, bench_data *data, double seconds, const char *label)
{
    const int64_t clock_cost = cli_clock_cost_ns();
    int64_t begin = cli_clock_ns();
    for (int i = 0; i < count; i++) {
        if (!calibrate(&contenders[i], data, clock_cost)) return -1;
    }
    cli_progress progress;
    cli_progress_begin(&progress);
    bool good = true, warm = (double)(cli_clock_ns() - begin) * 1e-9 > seconds;
    int rounds = 0;
    begin = cli_clock_ns();
    while (good && rounds < ROUNDS_MAX) {
        const double passed = (double)(cli_clock_ns() - begin) * 1e-9;
        if (is_enough(rounds, passed, seconds)) break;
        cli_progress_update(&progress, passed / seconds, "%s, round %d", label, rounds + 1);
        for (int i = 0; i < count && good; i++) good = run_turn(&contenders[i], data, clock_cost, rounds);
        if (warm) {
            rounds++;
        } else {
            warm = true;
            begin = cli_clock_ns();
        }
    }
    cli_progress_end(&progress);
    return good ? rounds : -1;
}

int cli_bench_measure(const cli_command *command, bench_contender *contenders, int count, bench_data *data,
                      double seconds, const char *label)
{
    double *samples = malloc((size_t)count * ROUNDS_MAX * sizeof *samples);
    if (!samples) return cli_complain(command, "out of memory for the samples");
    for (int i = 0; i < count; i++) contenders[i].samples = samples + (size_t)i * ROUNDS_MAX;
    const int rounds = run_rounds(contenders, count, data, seconds, label);
    for (int i = 0; i < count; i++) {
        if (rounds > 0) summarize(&contenders[i], rounds);
        contenders[i].samples = NULL;
    }
    free(samples);
    return rounds > 0 ? CLI_GOOD : cli_complain_status(command, ata_last_error()->status);
}
