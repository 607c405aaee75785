/* reproduce_group.c - transforms that differ by algorithm and library alone, checked and then timed in turns.
 *
 *     arrays ──▶ plans and peers ──▶ each once, its result held against the right one ──▶ rounds ──▶ a row each
 *
 * What is wrong is not timed. What takes longer than half a second is timed by its one execution: it is long enough for
 * the clock, and the CPU's slowest would otherwise take minutes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/reference.h"
#include "cli/clock.h"
#include "cli/reproduce.h"

enum { LONG_NS = 500000000 };

static const char takes_long[] = "it takes long; --full measures it";

/* For the right answer: what verifies a few lengths in the time in which they are measured. */
#define BUDGET 5e6

/* One of the group. */
typedef struct member {
    const reproduce_key *key;
    ata_plan *plan;
    ata_plan_info info;
    bench_ours ours;
    bench_theirs theirs;
    bench_gpu gpu;
    reproduce_row row;
    int64_t once_ns; /* of the execution that was checked */
    bool ready;      /* there is something to execute */
    bool right;      /* and its result was */
} member;

typedef struct group {
    reproduce_run *run;
    bool on_gpu, on_emu;
    ata_problem problem; /* without an algorithm */
    bench_data data;
    member list[REPRODUCE_GROUP_MAX];
    bench_contender contender[REPRODUCE_GROUP_MAX]; /* those that are ready */
    member *of[REPRODUCE_GROUP_MAX];                /* whose each is */
    int count, ready;
    const unsigned char *kept; /* a result that was right, to compare others with */
} group;

static bool is_peer(const member *m)
{
    return strcmp(m->key->name, "atalanta") != 0;
}

static bool leave_out(group *g, member *m, const char *reason)
{
    return reproduce_run_leave_out(g->run, m->key, "%s", reason);
}

/* --- Preparing ---------------------------------------------------------------------------------------------------- */

/* Whether there is the memory, and the patience; what is missing becomes the note of every row. */
static const char *find_obstacle(const group *g)
{
    static char text[160];
    char needed[2][32];
    ata_extent extent;
    if (ata_problem_extent(&g->problem, &extent) != ATA_OK) return ata_last_error()->message;
    const int64_t arrays = g->problem.layout == ATA_SPLIT ? 2 : 1, pad = 1 << 20;
    const int64_t once = arrays * (extent.in_bytes + extent.out_bytes) + pad;
    const int64_t there = g->on_gpu ? cli_gpu_available(g->run->device) : cli_memory_available();
    if (!g->on_gpu && 2 * (double)once > g->run->traffic) return takes_long; /* whoever computes it */
    if (2 * once <= there) return NULL;                                      /* as much again for scratch and copies */
    snprintf(text, sizeof text, "its arrays take %s and %s are available",
             cli_memory_print(once, needed[0], sizeof needed[0]), cli_memory_print(there, needed[1], sizeof needed[1]));
    return text;
}

static bool prepare_ours(group *g, member *m, const char **reason)
{
    ata_problem problem;
    ata_options options = g->run->plan;
    options.engine = g->on_gpu ? g->run->gpu : g->on_emu ? "emu" : "cpu";
    options.threads = m->key->threads;
    ata_status status = ata_problem_parse(&problem, m->key->what);
    if (status == ATA_OK) status = ata_plan_create(&m->plan, &problem, &options);
    if (status == ATA_OK) status = ata_plan_get_info(m->plan, &m->info);
    *reason = ata_last_error()->message;
    if (status != ATA_OK) return false;
    if (!g->on_gpu && (double)m->info.bytes_estimated > g->run->traffic) {
        *reason = takes_long;
        return false;
    }
    m->row.passes = m->info.passes;
    m->ours = (bench_ours){.plan = m->plan, .buffers = &g->data.buffers};
    g->contender[g->ready] = cli_bench_ours(m->key->what, &m->ours, &g->data);
    return true;
}

static bool prepare_peer(group *g, member *m, const char **reason)
{
    const ata_buffers *buffers = &g->data.buffers;
    const peer_request request = {.problem = &g->data.problem,
                                  .in = (void *)buffers->in,
                                  .in_imag = (void *)buffers->in_imag,
                                  .out = buffers->out,
                                  .out_imag = buffers->out_imag,
                                  .threads = m->key->threads,
                                  .seconds = g->run->peer_seconds,
                                  .device = g->on_gpu ? g->run->device->index : 0,
                                  .stream = buffers->stream};
    m->theirs.peer = cli_peer_find(m->key->name);
    *reason = m->theirs.peer ? m->theirs.peer->prepare(m->theirs.peer, &request, &m->theirs.made) : "no such library";
    if (*reason) return false;
    if (m->theirs.made.note) snprintf(m->row.note, sizeof m->row.note, "%s", m->theirs.made.note);
    g->contender[g->ready] = cli_bench_theirs(&m->theirs, &g->data);
    return true;
}

/* Those that cannot be made ready get their rows here. */
static bool prepare(group *g)
{
    for (int i = 0; i < g->count; i++) {
        member *m = &g->list[i];
        const char *reason = NULL;
        m->ready = is_peer(m) ? prepare_peer(g, m, &reason) : prepare_ours(g, m, &reason);
        if (!m->ready) {
            if (!leave_out(g, m, reason)) return false;
            continue;
        }
        if (g->on_gpu) cli_bench_gpu_init(&m->gpu, &g->contender[g->ready], g->run->device);
        g->of[g->ready++] = m;
    }
    return true;
}

static void discard(group *g)
{
    for (int i = 0; i < g->count; i++) {
        member *m = &g->list[i];
        cli_bench_gpu_fini(&m->gpu);
        if (m->ready && is_peer(m)) m->theirs.peer->destroy(m->theirs.made.state);
        ata_plan_destroy(m->plan);
    }
    cli_bench_data_destroy(&g->data);
}

/* --- Checking ----------------------------------------------------------------------------------------------------- */

/* Rounding grows with the stages, of which a radix-2 algorithm has the most; a mistake is larger by far. */
static double get_bound(const group *g)
{
    switch (g->data.problem.type_out) {
    case ATA_F64: return 1e-13;
    case ATA_F32: return 5e-6;
    case ATA_F16:
    case ATA_BF16: return 0.05;
    default: return INFINITY; /* integers that were cut off */
    }
}

/* What the output that was fetched is off by. Whole arrays are compared where there is a right one to compare with,
 * and the scale is the same. */
static double compare(group *g, member *m, bench_answer *answer)
{
    const bool scales = !is_peer(m) || m->theirs.peer->scales, unscaled = g->data.problem.scale == ATA_SCALE_NONE;
    if (g->kept && (scales || unscaled)) return cli_bench_result_compare(&g->data, g->kept);
    const double error = answer ? cli_bench_answer_compare(answer, &g->data, scales) : NAN;
    if (g->on_gpu && scales && error <= get_bound(g)) g->kept = cli_bench_result_keep(&g->data);
    return error;
}

/* Execute one once, into an output full of NaNs. */
static int check(group *g, int index, bench_answer *answer)
{
    bench_contender *contender = &g->contender[index];
    member *m = g->of[index];
    const cli_command *command = g->run->command;
    if (!cli_bench_data_restore(&g->data) || !cli_bench_data_poison(&g->data))
        return cli_bench_complain_data(command, &g->data);
    m->once_ns = contender->run(contender->state, 1);
    if (m->once_ns < 0) return cli_bench_complain_failed(command, contender, &g->data);
    g->data.dirty = contender->overwrites;
    if (!cli_bench_data_fetch(&g->data)) return cli_bench_complain_data(command, &g->data);
    m->row.error = compare(g, m, answer);
    m->right = m->row.error <= get_bound(g);
    if (m->right) return CLI_GOOD;
    g->run->wrong++;
    cli_complain(command, "%s: the result of %s for \"%s\" is wrong: its relative error is %.2g", m->key->on,
                 m->key->name, m->key->what, m->row.error);
    return reproduce_run_leave_out(g->run, m->key, "its result is wrong: the relative error is %.2g", m->row.error)
               ? CLI_GOOD
               : cli_complain(command, "out of memory");
}

/* Nothing is timed that was not checked. */
static int leave_out_ready(group *g, const char *reason)
{
    for (int i = 0; i < g->ready; i++)
        if (!leave_out(g, g->of[i], reason)) return cli_complain(g->run->command, "out of memory for the rows");
    g->ready = 0;
    return CLI_GOOD;
}

static int check_all(group *g)
{
    if (!cli_bench_data_fill(&g->data, g->data.exponent_usual))
        return cli_bench_complain_data(g->run->command, &g->data);
    bench_answer *answer = cli_bench_answer_create(&g->data, BUDGET);
    if (!answer) answer = cli_bench_answer_create(&g->data, CHECK_BUDGET_USUAL);
    int result = answer ? CLI_GOOD : leave_out_ready(g, "its result cannot be checked in a reasonable time");
    for (int i = 0; i < g->ready && result == CLI_GOOD; i++) result = check(g, i, answer);
    cli_bench_answer_destroy(answer);
    return result;
}

/* --- Timing ------------------------------------------------------------------------------------------------------- */

static bool keep(group *g, member *m, double seconds, double spread, int rounds)
{
    m->row.value = seconds * 1e6;
    m->row.spread = spread;
    m->row.rounds = rounds;
    snprintf(m->row.unit, sizeof m->row.unit, "us");
    return reproduce_run_keep(g->run, &m->row);
}

/* Those that were right and are short enough for rounds move to the front; returns how many. */
static int select_timed(group *g)
{
    int timed = 0;
    for (int i = 0; i < g->ready; i++) {
        if (!g->of[i]->right || (!g->on_gpu && g->of[i]->once_ns > LONG_NS)) continue;
        const bench_contender moved = g->contender[i];
        member *whose = g->of[i];
        g->contender[i] = g->contender[timed];
        g->of[i] = g->of[timed];
        g->contender[timed] = moved;
        g->of[timed++] = whose;
    }
    return timed;
}

static int time_all(group *g)
{
    const int timed = select_timed(g);
    bench_pace pace = {.seconds = g->run->seconds * timed, .threads = g->list[0].key->threads};
    if (g->on_gpu) cli_bench_gpu_pace(&pace);
    if (timed > 0) {
        if (!cli_bench_data_fill(&g->data, g->data.exponent)) return cli_bench_complain_data(g->run->command, &g->data);
        const int result = cli_bench_measure(g->run->command, g->contender, timed, &g->data, &pace);
        if (result != CLI_GOOD) return result;
    }
    for (int i = 0; i < g->ready; i++) {
        const bench_contender *contender = &g->contender[i];
        member *m = g->of[i];
        if (!m->right) continue;
        const bool kept = i < timed ? keep(g, m, contender->seconds, contender->spread, contender->rounds)
                                    : keep(g, m, (double)m->once_ns * 1e-9, NAN, 1);
        if (!kept) return cli_complain(g->run->command, "out of memory for the rows");
    }
    return CLI_GOOD;
}

/* The emulator's time says nothing of a GPU's. */
static int keep_checked(group *g)
{
    for (int i = 0; i < g->ready; i++) {
        member *m = g->of[i];
        if (m->right && !reproduce_run_keep(g->run, &m->row))
            return cli_complain(g->run->command, "out of memory for the rows");
    }
    return CLI_GOOD;
}

/* --- The group ---------------------------------------------------------------------------------------------------- */

static void init(group *g, reproduce_run *run, const reproduce_key *const *keys, int count)
{
    *g = (group){.run = run, .count = count};
    g->on_gpu = strcmp(keys[0]->on, "gpu") == 0;
    g->on_emu = strcmp(keys[0]->on, "emu") == 0;
    for (int i = 0; i < count; i++) {
        g->list[i].key = keys[i];
        g->list[i].row = (reproduce_row){.key = *keys[i], .value = NAN, .error = NAN, .spread = NAN};
    }
}

static int leave_out_all(group *g, const char *reason)
{
    for (int i = 0; i < g->count; i++)
        if (!leave_out(g, &g->list[i], reason)) return cli_complain(g->run->command, "out of memory for the rows");
    return CLI_GOOD;
}

static int measure(group *g)
{
    const cli_command *command = g->run->command;
    if (ata_problem_parse(&g->problem, g->list[0].key->what) != ATA_OK)
        return leave_out_all(g, ata_last_error()->message);
    g->problem.algorithm[0] = '\0';
    const char *obstacle = find_obstacle(g);
    if (obstacle) return leave_out_all(g, obstacle);
    const bool overwritten = g->problem.place == ATA_IN_PLACE;
    int result = cli_bench_data_create(&g->data, command, &g->problem, overwritten, g->on_gpu ? g->run->device : NULL,
                                       &g->run->memory);
    if (result == CLI_GOOD && !prepare(g)) result = cli_complain(command, "out of memory for the rows");
    if (result == CLI_GOOD && g->ready > 0) result = check_all(g);
    if (result == CLI_GOOD && g->ready > 0) result = g->on_emu ? keep_checked(g) : time_all(g);
    discard(g);
    return result;
}

int reproduce_measure_group(reproduce_run *run, const reproduce_key *const *keys, int count)
{
    group *g = calloc(1, sizeof *g);
    if (!g) return cli_complain(run->command, "out of memory");
    init(g, run, keys, count);
    const int result = measure(g);
    free(g);
    return result;
}
