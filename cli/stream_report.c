/* stream_report.c - the numbers of a stream: while it runs, and when it has ended. */
#include <math.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/stream.h"

static double seconds_of(const stream_job *job)
{
    const int64_t end = job->end_ns ? job->end_ns : cli_clock_ns();
    return end > job->begin_ns ? (double)(end - job->begin_ns) * 1e-9 : 1e-9;
}

/* Of `each` for every frame that came, in a second. */
static double rate_of(const stream_job *job, double each)
{
    return (double)job->frames * each / seconds_of(job);
}

static double ns_per_frame(const stream_job *job)
{
    return job->frames > 0 ? seconds_of(job) / (double)job->frames * 1e9 : 0;
}

static double latency_us(const stream_job *job, double fraction)
{
    double seconds = 0;
    (void)ata_stream_get_latency(job->stream, fraction, &seconds);
    return seconds * 1e6;
}

void stream_report_live(const stream_job *job, cli_progress *progress)
{
    if (!progress->shown) return;
    const stream_request *request = &job->request;
    ata_stream_info info;
    if (ata_stream_get_info(job->stream, &info) != ATA_OK) return;
    const double seconds = seconds_of(job);
    const double counted = request->frames > 0 ? (double)job->frames / (double)request->frames : 0;
    const double timed = request->seconds > 0 ? seconds / request->seconds : 0;
    cli_progress_update(progress, counted > timed ? counted : timed, "%.4g Mframes/s  p99 %.4g us  missed %lld",
                        (double)job->frames / seconds * 1e-6, latency_us(job, 0.99), (long long)info.missed);
}

static void print_devices(const stream_job *job, FILE *file)
{
    ata_stream_device device;
    for (int d = 0; ata_stream_get_device(job->stream, d, &device) == ATA_OK; d++) {
        fprintf(file, "device %d     %s, %d lane%s: %lld frames, busy %.3g s", d, device.engine, device.lanes,
                device.lanes == 1 ? "" : "s", (long long)device.frames, device.busy);
        if (device.error.status != ATA_OK) fprintf(file, "; dropped: %s", device.error.message);
        fputc('\n', file);
    }
}

void stream_report_summary(const stream_job *job, FILE *file)
{
    ata_stream_info info;
    if (ata_stream_get_info(job->stream, &info) != ATA_OK) return;
    fprintf(file, "problem      %s\n", job->problem_text);
    print_devices(job, file);
    fprintf(file, "batches      %lld, of at most %lld frames; room for %lld%s\n", (long long)info.batches,
            (long long)info.frames_batch, (long long)info.frames_held, info.page_locked ? ", page-locked" : "");
    fprintf(file, "frames       %lld accepted, %lld collected, %lld redone\n", (long long)info.accepted,
            (long long)job->frames, (long long)info.redone);
    fprintf(file, "rate         %.4g frames/s, %.4g ns a frame; %.3g GB/s in, %.3g GB/s out\n", rate_of(job, 1),
            ns_per_frame(job), rate_of(job, (double)info.step_bytes) * 1e-9,
            rate_of(job, (double)info.frame_out_bytes) * 1e-9);
    fprintf(file, "latency      median %.4g us, 99%% %.4g us, 99.9%% %.4g us, worst %.4g us\n", latency_us(job, 0.5),
            latency_us(job, 0.99), latency_us(job, 0.999), latency_us(job, 1));
    if (job->request.deadline_us > 0)
        fprintf(file, "deadline     %.4g us: %lld frames missed it\n", job->request.deadline_us,
                (long long)info.missed);
    if (job->request.rate > 0)
        fprintf(file, "pace         %.6g frames/s wanted; at most %.4g us behind\n", job->request.rate,
                job->late * 1e6);
    if (job->request.check)
        fprintf(file, "check        %lld of %lld frames are wrong\n", (long long)job->wrong, (long long)job->frames);
}

/* Null where no frame came: a number that would be none. */
static void json_of_frames(cli_json *json, const stream_job *job, const char *key, double value)
{
    cli_json_number(json, key, job->frames > 0 ? value : NAN);
}

void stream_report_json(const stream_job *job, FILE *file)
{
    ata_stream_info info;
    ata_stream_device device;
    cli_json json;
    if (ata_stream_get_info(job->stream, &info) != ATA_OK) return;
    cli_json_begin(&json, file);
    cli_json_text(&json, "problem", job->problem_text);
    cli_json_list_begin(&json, "devices");
    for (int d = 0; ata_stream_get_device(job->stream, d, &device) == ATA_OK; d++) {
        cli_json_object_begin(&json, NULL);
        cli_json_text(&json, "on", device.engine);
        cli_json_int(&json, "lanes", device.lanes);
        cli_json_int(&json, "frames", device.frames);
        cli_json_number(&json, "busy_s", device.busy);
        cli_json_text(&json, "dropped", device.error.status == ATA_OK ? NULL : device.error.message);
        cli_json_object_end(&json);
    }
    cli_json_list_end(&json);
    cli_json_text(&json, "preference", job->request.latency ? "latency" : "throughput");
    cli_json_int(&json, "batch", info.frames_batch);
    cli_json_int(&json, "held", info.frames_held);
    cli_json_bool(&json, "page_locked", info.page_locked != 0);
    cli_json_int(&json, "accepted", info.accepted);
    cli_json_int(&json, "collected", job->frames);
    cli_json_int(&json, "batches", info.batches);
    cli_json_int(&json, "redone", info.redone);
    cli_json_number(&json, "seconds", seconds_of(job));
    json_of_frames(&json, job, "ns_per_frame", ns_per_frame(job));
    json_of_frames(&json, job, "gb_per_s_in", rate_of(job, (double)info.step_bytes) * 1e-9);
    json_of_frames(&json, job, "gb_per_s_out", rate_of(job, (double)info.frame_out_bytes) * 1e-9);
    json_of_frames(&json, job, "latency_p50_us", latency_us(job, 0.5));
    json_of_frames(&json, job, "latency_p99_us", latency_us(job, 0.99));
    json_of_frames(&json, job, "latency_p999_us", latency_us(job, 0.999));
    json_of_frames(&json, job, "latency_max_us", latency_us(job, 1));
    cli_json_number(&json, "rate", job->request.rate);
    cli_json_number(&json, "behind_us", job->late * 1e6);
    cli_json_number(&json, "deadline_us", job->request.deadline_us);
    cli_json_int(&json, "missed", info.missed);
    if (job->request.check) cli_json_int(&json, "wrong", job->wrong);
    cli_json_end(&json);
}
