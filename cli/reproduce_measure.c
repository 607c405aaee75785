/* reproduce_measure.c - the time of a transform: call by call, or in a stream that is kept full. */
#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/reproduce.h"

static bool refuse_status(file_fault *fault)
{
    return file_refuse(fault, "%s", ata_last_error()->message);
}

/* --- Plans -------------------------------------------------------------------------------------------------------- */

/* The best of several rounds: what disturbs only ever makes one longer. */
static bool time_executions(const ata_plan *plan, const void *in, void *out, double seconds, double *best,
                            file_fault *fault)
{
    const int64_t start = cli_clock_ns();
    *best = 0;
    for (int round = 0; round < 4 || (double)(cli_clock_ns() - start) < seconds * 1e9; round++) {
        const int64_t begin = cli_clock_ns();
        if (ata_plan_execute(plan, in, out) != ATA_OK) return refuse_status(fault);
        const double ns = (double)(cli_clock_ns() - begin);
        if (round > 0 && (*best == 0 || ns < *best)) *best = ns;
    }
    return true;
}

bool reproduce_time_plan(const reproduce_run *run, const char *text, int64_t transforms, double *ns, file_fault *fault)
{
    ata_problem problem;
    ata_extent extent;
    ata_plan *plan = NULL;
    if (ata_problem_parse(&problem, text) != ATA_OK || ata_problem_extent(&problem, &extent) != ATA_OK)
        return refuse_status(fault);
    void *in = calloc(1, (size_t)extent.in_bytes), *out = malloc((size_t)extent.out_bytes);
    bool good = in && out;
    if (!good) file_refuse(fault, "out of memory for the arrays of \"%s\"", text);
    else memset(out, 0, (size_t)extent.out_bytes); /* its pages are there before the clock starts */
    if (good && ata_plan_create(&plan, &problem, &run->plan) != ATA_OK) good = refuse_status(fault);
    good = good && time_executions(plan, in, out, run->seconds, ns, fault);
    *ns /= (double)transforms;
    ata_plan_destroy(plan);
    free(in);
    free(out);
    return good;
}

/* --- Streams ------------------------------------------------------------------------------------------------------ */

/* Give what there is room for, or collect one piece. *done counts frames. */
static ata_status step(ata_stream *stream, const ata_stream_info *info, int64_t *given, int64_t *done)
{
    void *memory;
    int64_t count;
    ata_stream_frames frames;
    ata_status status = ata_stream_take(stream, &memory, &count, 0);
    if (status == ATA_OK) {
        if (count > info->frames_batch) count = info->frames_batch;
        *given += count;
        return ata_stream_give(stream, count);
    }
    if (status != ATA_ERROR_WOULD_BLOCK) return status;
    status = ata_stream_collect(stream, &frames, -1);
    if (status != ATA_OK) return status;
    *done += frames.count;
    return ata_stream_release(stream, frames.count);
}

static ata_status time_frames(ata_stream *stream, double seconds, double *ns)
{
    ata_stream_info info;
    ata_status status = ata_stream_get_info(stream, &info);
    int64_t given = 0, done = 0;
    while (status == ATA_OK && done < 2 * info.frames_held) status = step(stream, &info, &given, &done); /* warm */
    const int64_t begin = cli_clock_ns(), before = done;
    int64_t now = begin;
    while (status == ATA_OK && ((double)(now - begin) < seconds * 1e9 || done == before)) {
        status = step(stream, &info, &given, &done);
        now = cli_clock_ns();
    }
    if (status == ATA_OK) *ns = (double)(now - begin) / (double)(done - before);
    return status;
}

bool reproduce_time_stream(const reproduce_run *run, const char *text, const ata_stream_options *options, double *ns,
                           file_fault *fault)
{
    ata_problem problem;
    ata_stream *stream = NULL;
    ata_status status = ata_problem_parse(&problem, text);
    if (status == ATA_OK) status = ata_stream_create(&stream, &problem, options);
    if (status == ATA_OK) status = time_frames(stream, run->seconds, ns);
    ata_stream_destroy(stream);
    return status == ATA_OK || refuse_status(fault);
}
