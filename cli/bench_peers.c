/* bench_peers.c - the peers of one run: read from the flag, told of once when missing, prepared for each problem. */
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"

static int complain_unknown(const cli_command *command, const char *name)
{
    const char *names[BENCH_PEERS_MAX];
    char list[256] = "";
    int count = 0;
    for (; cli_peer_get(count) && count < BENCH_PEERS_MAX; count++) {
        names[count] = cli_peer_get(count)->name;
        const char *join = !count ? "" : cli_peer_get(count + 1) ? ", " : " or ";
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", join, names[count]);
    }
    const char *nearest = cli_nearest(name, names, count);
    return cli_complain(command, "--peer is \"%s\"; it must be %s%s%s%s", name, list, nearest ? " (did you mean " : "",
                        nearest ? nearest : "", nearest ? "?)" : "");
}

static bool is_chosen(const bench_peers *peers, const peer *candidate)
{
    for (int i = 0; i < peers->count; i++) {
        if (peers->peer[i] == candidate) return true;
    }
    return false;
}

void cli_bench_peers_add(bench_peers *peers, const peer *added)
{
    if (!is_chosen(peers, added) && peers->count < BENCH_PEERS_MAX) peers->peer[peers->count++] = added;
}

int cli_bench_peers_parse(const cli_command *command, const char *list, bench_peers *peers)
{
    *peers = (bench_peers){0};
    if (!list) return CLI_GOOD;
    for (;;) {
        const size_t length = strcspn(list, ",");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        const peer *found = cli_peer_find(name);
        if (!found) return complain_unknown(command, name);
        cli_bench_peers_add(peers, found);
        if (list[length] == '\0') return CLI_GOOD;
        list += length + 1;
    }
}

int cli_bench_peers_check(const cli_command *command, const bench_peers *peers, const char *on)
{
    const bool on_gpu = cli_gpu_index(on) >= 0;
    for (int i = 0; i < peers->count; i++) {
        const peer *asked = peers->peer[i];
        if (asked->apart || asked->on_gpu == on_gpu) continue;
        if (on_gpu) {
            return cli_complain(command,
                                "--peer is \"%s\", which computes on the CPU, and --on is \"%s\"; use --peer "
                                "cufft or vkfft, or --on cpu",
                                asked->name, on);
        }
        return cli_complain(command,
                            "--peer is \"%s\", which computes on a GPU, and --on is \"%s\"; use --on gpu, or "
                            "--peer fftw or mkl",
                            asked->name, on ? on : "auto");
    }
    return CLI_GOOD;
}

bool cli_bench_peers_overwrite(const bench_peers *peers, const ata_problem *problem)
{
    for (int i = 0; i < peers->count; i++) {
        if (peers->peer[i]->overwrites_input(problem)) return true;
    }
    return false;
}

/* True if this sentence was told before; else it is one that was, from now on. */
static bool was_told(bench_peers *peers, const char *sentence)
{
    for (int i = 0; i < peers->told_count; i++) {
        if (peers->told[i] == sentence) return true;
    }
    if (peers->told_count < BENCH_PEERS_MAX) peers->told[peers->told_count++] = sentence;
    return false;
}

/* A library that is missing is told of once a run; a problem that a peer cannot do, each time, unless there are a great
 * many problems. */
static void tell(const cli_command *command, bench_peers *peers, const bench_data *data, const peer *absent,
                 const char *reason)
{
    const char *file, *version;
    const char *missing = absent->open(data->problem.type, &file, &version);
    if (missing == reason) {
        if (!was_told(peers, missing)) cli_complain(command, "peer %s is missing: %s", absent->name, missing);
        return;
    }
    if (peers->brief && was_told(peers, reason)) return;
    char *text = cli_problem_text(&data->problem);
    cli_complain(command, "peer %s is left out of \"%s\": %s", absent->name, text ? text : "", reason);
    free(text);
}

int cli_bench_peers_prepare(const cli_command *command, bench_peers *peers, const bench_data *data, int threads,
                            double seconds, bench_theirs *theirs)
{
    const ata_buffers *buffers = &data->buffers;
    const peer_request request = {.problem = &data->problem,
                                  .in = (void *)buffers->in,
                                  .in_imag = (void *)buffers->in_imag,
                                  .out = buffers->out,
                                  .out_imag = buffers->out_imag,
                                  .threads = threads,
                                  .seconds = seconds,
                                  .device = data->device ? data->device->index : 0,
                                  .stream = buffers->stream};
    int count = 0;
    for (int i = 0; i < peers->count; i++) {
        const peer *candidate = peers->peer[i];
        bench_theirs *made = &theirs[count];
        made->peer = candidate;
        const char *reason = candidate->prepare(candidate, &request, &made->made);
        if (reason) {
            tell(command, peers, data, candidate, reason);
            continue;
        }
        count++;
        if (made->made.note && !was_told(peers, made->made.note)) {
            cli_complain(command, "peer %s: %s", candidate->name, made->made.note);
        }
    }
    return count;
}
