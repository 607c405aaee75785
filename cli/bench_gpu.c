/* bench_gpu.c - contenders on a GPU: their calls go into one stream, and two events of it are the clock.
 *
 *     event  call  call  call  event        each call is put into the stream by itself
 *     event  graph(call x 20)  event        --graph: what a call costs the GPU when the host does not hold it up
 *
 * The host runs ahead of the GPU and waits for the second event only. Where a call takes the GPU less time than the
 * host needs to make it, the first way measures the host, which is what a caller of single transforms sees.
 */
#include "cli/bench.h"

enum { GRAPH_CALLS = 20 };

/* So many calls one by one; or as many graphs as do not exceed them, but one, and the share of the time that was asked
 * for. */
static int64_t run(void *state, int64_t repeats)
{
    const bench_gpu *timed = state;
    const int64_t graphs = !timed->graph ? 0 : repeats > timed->calls ? repeats / timed->calls : 1;
    if (!cli_gpu_clock_begin(timed->device)) return -1;
    if (timed->graph) {
        for (int64_t i = 0; i < graphs; i++) {
            if (!cli_gpu_launch(timed->device, timed->graph)) return -1;
        }
    } else {
        for (int64_t i = 0; i < repeats; i++) {
            if (!timed->enqueue(timed->state)) return -1;
        }
    }
    const int64_t ns = cli_gpu_clock_end(timed->device);
    if (ns < 0 || !timed->graph) return ns;
    const double share = (double)ns * (double)repeats / (double)(graphs * timed->calls);
    return share > 1 ? (int64_t)(share + 0.5) : 1;
}

void cli_bench_gpu_init(bench_gpu *timed, bench_contender *contender, const gpu *device)
{
    *timed = (bench_gpu){.device = device, .enqueue = contender->enqueue, .state = contender->state};
    contender->run = run;
    contender->state = timed;
}

void cli_bench_gpu_pace(bench_pace *pace)
{
    enum { TURN_NS = 1000000, CALLS = 5, ROUNDS = 9 };
    pace->turn_ns = TURN_NS;
    pace->calls = CALLS;
    pace->rounds = ROUNDS;
    pace->threads = 1; /* of the host: nobody leaves threads behind */
}

void cli_bench_gpu_fini(bench_gpu *timed)
{
    if (timed->graph) cli_gpu_graph_destroy(timed->device, timed->graph);
    timed->graph = NULL;
}

const char *cli_bench_gpu_capture(bench_gpu *timed, const bench_contender *contender)
{
    const int64_t calls = contender->repeats_max < GRAPH_CALLS ? contender->repeats_max : GRAPH_CALLS;
    const char *failed = cli_gpu_capture_begin(timed->device);
    if (failed) return failed;
    bool enqueued = true;
    for (int64_t i = 0; i < calls && enqueued; i++) enqueued = timed->enqueue(timed->state);
    failed = cli_gpu_capture_end(timed->device, &timed->graph); /* also after a failure: a stream must not stay so */
    if (!enqueued) cli_bench_gpu_fini(timed);
    timed->calls = calls;
    return enqueued ? failed : "its calls cannot be captured in a graph";
}

int cli_bench_gpu_open(const cli_command *command, const char *engine, gpu *device)
{
    const char *missing = cli_gpu_open(device, cli_gpu_index(engine));
    if (!missing) return CLI_GOOD;
    return cli_complain(command, "--on is \"%s\", which cannot be used here: %s", engine, missing);
}

/* Where the ends differ in size, the shorter one is gone through again until the longer one is done. In place the copy
 * that restores the input is the source. */
static bool enqueue_copy(void *state)
{
    const bench_data *data = state;
    const unsigned char *from = data->problem.place == ATA_IN_PLACE ? data->saved : data->block_in;
    const bool shorter_in = data->bytes_in < data->bytes_out;
    const int64_t shorter = shorter_in ? data->bytes_in : data->bytes_out,
                  longer = shorter_in ? data->bytes_out : data->bytes_in;
    for (int64_t at = 0; at < longer; at += shorter) {
        const int64_t bytes = longer - at < shorter ? longer - at : shorter;
        const char *failed =
            cli_gpu_copy(data->device, data->block_out + (shorter_in ? at : 0), from + (shorter_in ? 0 : at), bytes);
        if (failed) return false;
    }
    return true;
}

bench_contender cli_bench_gpu_copy(const bench_data *data)
{
    return (bench_contender){.name = "copy", .state = (void *)data, .enqueue = enqueue_copy, .repeats_max = INT64_MAX};
}
