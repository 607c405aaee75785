/* reproduce_special.c - what is measured without a plan: roots of unity, and what the machine allows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/reproduce.h"

static bool refuse_status(file_fault *fault)
{
    return file_refuse(fault, "%s", ata_last_error()->message);
}

/* --- Roots of unity ----------------------------------------------------------------------------------------------- */

/* The first `count` of the n-th roots, to an array of the host or of the GPU. */
typedef struct roots_job {
    ata_options options;
    const gpu *device; /* NULL: the host */
    int64_t n, count;
    void *out;
} roots_job;

static bool write_roots(const roots_job *job)
{
    return ata_roots(&job->options, job->n, job->count, ATA_F32, job->out) == ATA_OK;
}

/* Nanoseconds of `repeats` calls; negative when one failed. */
static int64_t time_roots(const roots_job *job, int64_t repeats)
{
    const int64_t begin = cli_clock_ns();
    if (job->device && !cli_gpu_clock_begin(job->device)) return -1;
    for (int64_t i = 0; i < repeats; i++)
        if (!write_roots(job)) return -1;
    return job->device ? cli_gpu_clock_end(job->device) : cli_clock_ns() - begin;
}

/* The relative error of some of them, the first and the last among them. */
static double check_roots(const roots_job *job, const float *found)
{
    enum { LOOKED_AT = 4096 };
    const long double turn = 2 * acosl(-1.0L);
    const int64_t step = job->count / LOOKED_AT + 1;
    long double difference = 0, norm = 0;
    for (int64_t i = 0; i < job->count; i += step) {
        const int64_t k = i + step < job->count ? i : job->count - 1;
        const long double angle = -turn * (long double)k / (long double)job->n;
        const long double re = (long double)found[2 * k] - cosl(angle),
                          im = (long double)found[2 * k + 1] - sinl(angle);
        difference += re * re + im * im;
        norm += 1;
    }
    return (double)sqrtl(difference / norm);
}

/* The median of rounds that are long enough for the clock. */
static bool time_rounds(const roots_job *job, double seconds, reproduce_row *row)
{
    enum { ROUNDS = 9, TURN_NS = 200000 };
    double sample[ROUNDS];
    int64_t repeats = 1, ns = time_roots(job, 1);
    for (; ns >= 0 && ns < TURN_NS && repeats < 1 << 20; repeats *= 2) ns = time_roots(job, repeats * 2);
    const int64_t begin = cli_clock_ns();
    int rounds = 0;
    for (; ns >= 0 && rounds < ROUNDS; rounds++) {
        if (rounds >= 3 && (double)(cli_clock_ns() - begin) > 4e9 * seconds) break;
        ns = time_roots(job, repeats);
        int at = rounds;
        for (; at > 0 && sample[at - 1] > (double)ns; at--) sample[at] = sample[at - 1];
        sample[at] = (double)ns;
    }
    if (ns < 0) return false;
    row->value = sample[rounds / 2] / (double)repeats * 1e-3;
    row->spread = (sample[3 * (rounds - 1) / 4] - sample[(rounds - 1) / 4]) / sample[rounds / 2];
    row->rounds = rounds;
    snprintf(row->unit, sizeof row->unit, "us");
    return true;
}

static bool measure_roots(reproduce_run *run, roots_job *job, float *host, reproduce_row *row, file_fault *fault)
{
    const int64_t bytes = job->count * 2 * (int64_t)sizeof(float);
    const bool timed = strcmp(row->key.on, "emu") != 0;
    if (!write_roots(job)) return refuse_status(fault);
    const char *failed = job->device ? cli_gpu_copy_out(job->device, host, job->out, bytes) : NULL;
    if (failed) return file_refuse(fault, "%s", failed);
    row->error = check_roots(job, host);
    if (!(row->error < 1e-6)) {
        run->wrong++;
        return file_refuse(fault, "the roots are wrong: their relative error is %.2g", row->error);
    }
    return !timed || time_rounds(job, run->seconds, row) || refuse_status(fault);
}

/* On a GPU a plan is kept alive meanwhile, so that the kernel stays loaded from call to call. */
static bool measure_roots_gpu(reproduce_run *run, roots_job *job, float *host, reproduce_row *row, file_fault *fault)
{
    const ata_problem problem = {.rank = 1, .dim = {{.n = 8}}};
    ata_options options = run->plan;
    ata_plan *plan = NULL;
    options.engine = job->options.engine = run->gpu;
    job->options.stream = run->device->stream;
    job->device = run->device;
    job->out = cli_gpu_allocate(run->device, job->count * 2 * (int64_t)sizeof(float));
    bool good = job->out ? ata_plan_create(&plan, &problem, &options) == ATA_OK || refuse_status(fault)
                         : file_refuse(fault, "out of memory on the GPU for %lld roots", (long long)job->count);
    good = good && measure_roots(run, job, host, row, fault);
    ata_plan_destroy(plan);
    cli_gpu_free(run->device, job->out);
    return good;
}

bool reproduce_measure_roots(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault)
{
    ata_problem length;
    if (ata_problem_parse(&length, rest) != ATA_OK) return refuse_status(fault);
    roots_job job = {.options = {.engine = row->key.on, .threads = row->key.threads},
                     .n = length.dim[0].n,
                     .count = length.dim[0].n / 2};
    if (job.count < 1)
        return file_refuse(fault, "there are no roots of \"%s\" to be written; it must be 2 or more", rest);
    float *host = malloc((size_t)job.count * 2 * sizeof *host);
    if (!host) return file_refuse(fault, "out of memory for %lld roots", (long long)job.count);
    job.out = host;
    const bool on_gpu = strcmp(row->key.on, "gpu") == 0;
    const bool good =
        on_gpu ? measure_roots_gpu(run, &job, host, row, fault) : measure_roots(run, &job, host, row, fault);
    free(host);
    return good;
}

/* --- Bounds ------------------------------------------------------------------------------------------------------- */

bool reproduce_measure_bound(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault)
{
    if (strcmp(run->bounds_on, row->key.on) != 0) { /* all are measured at once */
        const ata_options options = {.engine = strcmp(row->key.on, "gpu") ? row->key.on : run->gpu,
                                     .threads = row->key.threads};
        if (ata_bounds_measure(&options, &run->bounds) != ATA_OK) return refuse_status(fault);
        snprintf(run->bounds_on, sizeof run->bounds_on, "%s", row->key.on);
    }
    const bool arithmetic = strcmp(rest, "arithmetic") == 0, copy = strcmp(rest, "copy") == 0;
    if (!arithmetic && !copy && strcmp(rest, "exchange") != 0)
        return file_refuse(fault, "there is no bound \"%s\"; there are copy, arithmetic and exchange", rest);
    row->value = arithmetic ? run->bounds.arithmetic_gflops
                 : copy     ? run->bounds.copy_gb_per_s
                            : run->bounds.exchange_gb_per_s;
    row->rounds = run->bounds.repeats;
    snprintf(row->unit, sizeof row->unit, "%s", arithmetic ? "GFLOP/s" : "GB/s");
    return true;
}
