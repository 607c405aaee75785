/* reproduce_host.c - from host to host: calls one by one, streams that are kept full, and copies alone.
 *
 * Before anything is timed, its result is compared with what the CPU makes of the same numbers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/number.h"
#include "cli/clock.h"
#include "cli/reproduce.h"

static bool refuse_status(file_fault *fault)
{
    return file_refuse(fault, "%s", ata_last_error()->message);
}

static const char *engine_of(const reproduce_run *run, const reproduce_row *row)
{
    return strcmp(row->key.on, "gpu") ? row->key.on : run->gpu;
}

static void set_seconds(reproduce_row *row, double seconds, int rounds)
{
    row->value = seconds * 1e6;
    row->rounds = rounds;
    snprintf(row->unit, sizeof row->unit, "us");
}

/* --- The right answer --------------------------------------------------------------------------------------------- */

/* Small whole numbers, whose sums no type cuts off. */
static void fill(void *memory, int64_t bytes, ata_type type)
{
    const int size = check_number_get_bytes(type);
    uint32_t state = 1;
    for (int64_t i = 0; i < bytes / size; i++) {
        state = state * 1664525u + 1013904223u;
        check_number_store(type, (unsigned char *)memory + i * size, state >> 31 ? 1 : -1);
    }
}

/* The relative difference of an output from what the CPU makes of the input; NaN where it makes nothing. */
static double compare(const ata_problem *problem, const void *in, const void *out)
{
    ata_problem plain;
    ata_extent extent;
    ata_plan *plan = NULL;
    const ata_options options = {.engine = "cpu"};
    double difference = 0, norm = 0;
    if (ata_problem_check(problem, &plain) != ATA_OK) return NAN;
    plain.algorithm[0] = '\0';
    if (ata_problem_extent(&plain, &extent) != ATA_OK || ata_plan_create(&plan, &plain, &options) != ATA_OK) return NAN;
    unsigned char *right = malloc((size_t)extent.out_bytes);
    if (!right || ata_plan_execute(plan, in, right) != ATA_OK) difference = NAN;
    const int size = check_number_get_bytes(plain.type_out);
    for (int64_t i = 0; !isnan(difference) && i < extent.out_bytes / size; i++) {
        const double a = check_number_load(plain.type_out, right + i * size),
                     b = check_number_load(plain.type_out, (const unsigned char *)out + i * size);
        difference += (a - b) * (a - b);
        norm += a * a;
    }
    free(right);
    ata_plan_destroy(plan);
    return sqrt(difference / norm);
}

/* Whole numbers that were rounded differ by a unit here and there. */
static bool is_right(reproduce_run *run, const ata_problem *problem, reproduce_row *row, file_fault *fault)
{
    ata_problem complete;
    if (ata_problem_check(problem, &complete) != ATA_OK) return refuse_status(fault);
    if (row->error < (complete.type_out == ATA_F32 ? 1e-5 : 0.03)) return true;
    run->wrong++;
    return file_refuse(fault, "its result is wrong: the relative error is %.2g", row->error);
}

/* --- Calls -------------------------------------------------------------------------------------------------------- */

/* One call from host to host: by a plan, or by a peer between two copies. */
typedef struct call_job {
    void *in, *out;
    int64_t bytes_in, bytes_out;
    ata_plan *plan;
    const gpu *device; /* and what follows: for a peer */
    bench_theirs theirs;
    void *device_in, *device_out;
} call_job;

static bool execute(const call_job *job, file_fault *fault)
{
    if (job->plan) return ata_plan_execute(job->plan, job->in, job->out) == ATA_OK || refuse_status(fault);
    const char *failed = cli_gpu_copy_in(job->device, job->device_in, job->in, job->bytes_in);
    if (!failed && !job->theirs.peer->enqueue(job->theirs.made.state)) failed = "the peer failed";
    if (!failed) failed = cli_gpu_copy_out(job->device, job->out, job->device_out, job->bytes_out);
    return !failed || file_refuse(fault, "%s", failed);
}

/* The best of several rounds: what disturbs only ever makes one longer. */
static bool time_calls(const call_job *job, double seconds, reproduce_row *row, file_fault *fault)
{
    const int64_t start = cli_clock_ns();
    double best = INFINITY;
    int rounds = 0;
    for (; rounds < 5 || (double)(cli_clock_ns() - start) < seconds * 1e9; rounds++) {
        const int64_t begin = cli_clock_ns();
        if (!execute(job, fault)) return false;
        const double ns = (double)(cli_clock_ns() - begin);
        if (rounds > 0) best = fmin(best, ns);
    }
    set_seconds(row, best * 1e-9, rounds - 1);
    return true;
}

static bool prepare_peer(const reproduce_run *run, const ata_problem *problem, const char *name, call_job *job,
                         file_fault *fault)
{
    ata_problem complete;
    job->theirs.peer = cli_peer_find(name);
    if (!job->theirs.peer || !job->theirs.peer->on_gpu || !run->device)
        return file_refuse(fault, "%s is no peer that computes on this GPU", name);
    if (ata_problem_check(problem, &complete) != ATA_OK) return refuse_status(fault);
    job->device = run->device;
    job->device_in = cli_gpu_allocate(run->device, job->bytes_in);
    job->device_out = cli_gpu_allocate(run->device, job->bytes_out);
    if (!job->device_in || !job->device_out) return file_refuse(fault, "out of memory on the GPU");
    const peer_request request = {.problem = &complete,
                                  .in = job->device_in,
                                  .out = job->device_out,
                                  .threads = 1,
                                  .seconds = run->peer_seconds,
                                  .device = run->device->index,
                                  .stream = run->device->stream};
    const char *reason = job->theirs.peer->prepare(job->theirs.peer, &request, &job->theirs.made);
    return !reason || file_refuse(fault, "%s", reason);
}

static void discard_call(const reproduce_run *run, call_job *job)
{
    if (job->theirs.made.state) job->theirs.peer->destroy(job->theirs.made.state);
    if (job->device_in) cli_gpu_free(run->device, job->device_in);
    if (job->device_out) cli_gpu_free(run->device, job->device_out);
    ata_plan_destroy(job->plan);
    free(job->in);
    free(job->out);
}

bool reproduce_measure_call(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault)
{
    ata_problem problem, complete;
    ata_extent extent;
    if (ata_problem_parse(&problem, rest) != ATA_OK || ata_problem_extent(&problem, &extent) != ATA_OK ||
        ata_problem_check(&problem, &complete) != ATA_OK)
        return refuse_status(fault);
    call_job job = {.in = malloc((size_t)extent.in_bytes),
                    .out = calloc(1, (size_t)extent.out_bytes),
                    .bytes_in = extent.in_bytes,
                    .bytes_out = extent.out_bytes};
    ata_options options = run->plan;
    options.engine = engine_of(run, row);
    bool good = (job.in && job.out) || file_refuse(fault, "out of memory for the arrays of \"%s\"", rest);
    if (good) fill(job.in, extent.in_bytes, complete.type_in);
    if (good && strcmp(row->key.name, "atalanta") != 0) good = prepare_peer(run, &problem, row->key.name, &job, fault);
    else if (good) good = ata_plan_create(&job.plan, &problem, &options) == ATA_OK || refuse_status(fault);
    good = good && execute(&job, fault);
    if (good) row->error = compare(&problem, job.in, job.out);
    good = good && is_right(run, &problem, row, fault) && time_calls(&job, run->seconds, row, fault);
    discard_call(run, &job);
    return good;
}

/* --- Streams ------------------------------------------------------------------------------------------------------ */

/* A stream kept full. A frame of every piece holds numbers; what comes out first is compared. */
typedef struct stream_job {
    ata_problem problem; /* complete */
    ata_stream *stream;
    ata_stream_info info;
    void *first; /* the first frame that was fed */
    int64_t given, done;
    double error; /* of the first result; NaN until it came */
} stream_job;

static ata_status give(stream_job *job, void *memory, int64_t count)
{
    if (count > job->info.frames_batch) count = job->info.frames_batch;
    if (job->given < job->info.frames_held) { /* the first time round the ring, its pages are touched */
        memset(memory, 0, (size_t)(count * job->info.frame_in_bytes));
        fill(memory, job->info.frame_in_bytes, job->problem.type_in);
    }
    if (job->given == 0) memcpy(job->first, memory, (size_t)job->info.frame_in_bytes);
    job->given += count;
    return ata_stream_give(job->stream, count);
}

/* Give what there is room for, or collect one piece. */
static ata_status step(stream_job *job)
{
    void *memory;
    int64_t count;
    ata_stream_frames frames;
    ata_status status = ata_stream_take(job->stream, &memory, &count, 0);
    if (status == ATA_OK) return give(job, memory, count);
    if (status != ATA_ERROR_WOULD_BLOCK) return status;
    status = ata_stream_collect(job->stream, &frames, -1);
    if (status != ATA_OK) return status;
    if (frames.first == 0) job->error = compare(&job->problem, job->first, frames.data);
    job->done += frames.count;
    return ata_stream_release(job->stream, frames.count);
}

static ata_status time_frames(stream_job *job, double seconds, reproduce_row *row)
{
    ata_status status = ATA_OK;
    while (status == ATA_OK && job->done < 2 * job->info.frames_held) status = step(job); /* warm */
    const int64_t begin = cli_clock_ns(), before = job->done;
    int64_t now = begin;
    while (status == ATA_OK && ((double)(now - begin) < seconds * 1e9 || job->done == before)) {
        status = step(job);
        now = cli_clock_ns();
    }
    if (status == ATA_OK) set_seconds(row, (double)(now - begin) * 1e-9 / (double)(job->done - before), 1);
    row->error = job->error;
    return status;
}

static bool run_stream(reproduce_run *run, const ata_problem *problem, const ata_stream_options *options,
                       reproduce_row *row, file_fault *fault)
{
    stream_job job = {.error = NAN};
    ata_status status = ata_problem_check(problem, &job.problem);
    if (status == ATA_OK) status = ata_stream_create(&job.stream, problem, options);
    if (status == ATA_OK) status = ata_stream_get_info(job.stream, &job.info);
    if (status == ATA_OK) {
        job.first = malloc((size_t)job.info.frame_in_bytes);
        if (!job.first) {
            ata_stream_destroy(job.stream);
            return file_refuse(fault, "out of memory for a frame");
        }
        status = time_frames(&job, run->seconds, row);
    }
    ata_stream_destroy(job.stream);
    free(job.first);
    return status == ATA_OK ? is_right(run, problem, row, fault) : refuse_status(fault);
}

/* GPUs have numbers, and two are wanted; of other engines there is one, which does not become two by being named
 * twice. */
static bool name_devices(const reproduce_run *run, const reproduce_row *row, int count, char *names, size_t size,
                         file_fault *fault)
{
    char name[96];
    const char *engine = engine_of(run, row);
    snprintf(names, size, "%s", engine);
    if (count == 1) return true;
    if (cli_gpu_index(engine) < 0) return file_refuse(fault, "there is one %s, and not two", engine);
    snprintf(names, size, "gpu:0,gpu:1");
    return cli_gpu_name(1, name, sizeof name) || file_refuse(fault, "there is no second GPU");
}

/* The number behind a word such as " lanes=" in the text, which ends there; `usual` where there is none. */
static int take_option(char *text, const char *word, int usual)
{
    char *at = strstr(text, word);
    if (!at) return usual;
    const int value = atoi(at + strlen(word));
    *at = '\0';
    return value;
}

/* "c2c 512 in=i8 out=i8 lanes=4 devices=2": in this order, lanes=0 being as many as a stream has by itself. */
bool reproduce_measure_stream(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault)
{
    char text[sizeof row->key.what], devices[64];
    snprintf(text, sizeof text, "%s", rest);
    const int count = take_option(text, " devices=", 1), lanes = take_option(text, " lanes=", 0);
    ata_problem problem;
    if (ata_problem_parse(&problem, text) != ATA_OK) return refuse_status(fault);
    if (!name_devices(run, row, count, devices, sizeof devices, fault)) return false;
    /* One lane needs room for a batch to wait beside the one under way. */
    const ata_stream_options options = {
        .devices = devices, .frames = run->batch, .depth = lanes == 1 ? 2 : 0, .lanes = lanes, .plan = &run->plan};
    return run_stream(run, &problem, &options, row, fault);
}

/* --- Copies alone ------------------------------------------------------------------------------------------------- */

bool reproduce_measure_copy(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault)
{
    ata_problem problem;
    ata_extent extent;
    if (!run->device) return file_refuse(fault, "there is no GPU to copy to");
    if (ata_problem_parse(&problem, rest) != ATA_OK || ata_problem_extent(&problem, &extent) != ATA_OK)
        return refuse_status(fault);
    const int64_t bytes = extent.in_bytes > extent.out_bytes ? extent.in_bytes : extent.out_bytes;
    void *host = calloc(1, (size_t)bytes), *there = cli_gpu_allocate(run->device, bytes);
    const bool locked = host && cli_gpu_lock_host(run->device, host, bytes);
    const char *failed = host && there ? NULL : "out of memory for the copies";
    double best = INFINITY;
    for (int round = 0; !failed && round < 9; round++) {
        const int64_t begin = cli_clock_ns();
        failed = cli_gpu_copy_in(run->device, there, host, extent.in_bytes);
        if (!failed) failed = cli_gpu_copy_out(run->device, host, there, extent.out_bytes);
        if (round > 0) best = fmin(best, (double)(cli_clock_ns() - begin));
    }
    set_seconds(row, best * 1e-9, 8);
    if (failed) file_refuse(fault, "%s", failed);
    if (!locked) snprintf(row->note, sizeof row->note, "the memory could not be page-locked");
    if (locked) cli_gpu_unlock_host(run->device, host);
    cli_gpu_free(run->device, there);
    free(host);
    return !failed;
}
