/* cli_run_problem.c - the problem that `atalanta run` solves: from its text, from the file, or from both.
 *
 *   file alone      WAV: r2c over all frames, the channels a batch that is read with a stride, interleaved as it lies.
 *                   NPY: c2c of complex and r2c of real arrays, over all their dimensions.
 *                   In f64 for numbers of f64's precision, else in f32: also for f16, whose range sums soon leave.
 *   --spectrogram   r2c (or c2c) over frames that overlap in the input; the channels a second batch.
 *   text and file   The text; with in= set to what the file holds, unless the text says otherwise, so that the library
 *                   converts; and with the channels of a WAV as a batch, unless the text has a batch or strides.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_run.h"

static bool refuse_by_library(file_fault *fault)
{
    return file_refuse(fault, "%s", ata_last_error()->message);
}

static void set_types(ata_problem *problem, const file_signal *signal)
{
    problem->kind = signal->is_complex ? ATA_C2C : ATA_R2C;
    problem->type = signal->type == ATA_F64 ? ATA_F64 : ATA_F32;
    problem->type_in = signal->type;
}

/* The channels of a frame lie side by side: one channel's samples are `channels` apart. */
static void add_channels(cli_run_job *job, ata_problem *problem)
{
    if (job->signal.channels < 2) return;
    job->channels = job->signal.channels;
    problem->dim[0].stride_in = job->channels;
    problem->batch[problem->batch_rank++] = (ata_dim){.n = job->channels, .stride_in = 1};
}

static void from_signal(cli_run_job *job, ata_problem *problem)
{
    const file_signal *signal = &job->signal;
    *problem = (ata_problem){.rank = 1, .dim = {{.n = 1}}};
    set_types(problem, signal);
    if (signal->full_scale > 0) {
        problem->dim[0].n = signal->shape[0];
        add_channels(job, problem);
        return;
    }
    if (signal->rank > 0) problem->rank = signal->rank;
    for (int i = 0; i < signal->rank; i++) problem->dim[i].n = signal->shape[i];
}

static bool parse_window(cli_run_job *job, file_fault *fault)
{
    const char *text = job->request.spectrogram;
    char *end;
    job->window = strtoll(text, &end, 10);
    job->hop = job->window / 4 > 0 ? job->window / 4 : 1;
    const bool has_hop = *end == ',' && end[1];
    if (has_hop) job->hop = strtoll(end + 1, &end, 10);
    const bool sane = job->window >= 2 && job->window <= INT32_MAX && job->hop >= 1 && job->hop <= INT32_MAX;
    if (sane && *end == 0 && text[0] != ' ') return true;
    return file_refuse(fault,
                       "--spectrogram is \"%s\"; it must be N or N,HOP: a frame's length of 2 or more, and how far "
                       "the next frame is, 1 or more",
                       text);
}

static bool from_frames(cli_run_job *job, ata_problem *problem, file_fault *fault)
{
    const file_signal *signal = &job->signal;
    if (!parse_window(job, fault)) return false;
    if (signal->full_scale == 0 && signal->rank != 1)
        return file_refuse(fault, "--spectrogram takes a signal of one dimension, and %s has %d", job->request.file,
                           signal->rank);
    if (signal->shape[0] < job->window)
        return file_refuse(fault, "--spectrogram has frames of %lld samples, but %s has %lld; use shorter frames",
                           (long long)job->window, job->request.file, (long long)signal->shape[0]);
    const int64_t frames = (signal->shape[0] - job->window) / job->hop + 1;
    *problem = (ata_problem){.rank = 1, .dim = {{.n = job->window}}, .batch_rank = 1};
    problem->batch[0] = (ata_dim){.n = frames, .stride_in = job->hop * signal->channels};
    set_types(problem, signal);
    add_channels(job, problem);
    return true;
}

static bool from_text(cli_run_job *job, ata_problem *problem, file_fault *fault)
{
    if (ata_problem_parse(problem, job->request.problem) != ATA_OK) return refuse_by_library(fault);
    const file_signal *signal = &job->signal;
    if (!signal->data || problem->place == ATA_IN_PLACE) return true;
    if (problem->rank == 1 && problem->batch_rank == 0 && problem->dim[0].stride_in == 0) add_channels(job, problem);
    if (problem->type_in != ATA_TYPE_DEFAULT) return true;
    ata_problem as_stored = *problem;
    as_stored.type_in = signal->type;
    if (ata_problem_check(&as_stored, NULL) == ATA_OK) *problem = as_stored; /* else converted before the transform */
    return true;
}

bool cli_run_problem_make(cli_run_job *job, file_fault *fault)
{
    ata_problem problem = {0};
    if (job->request.spectrogram) {
        if (!from_frames(job, &problem, fault)) return false;
    } else if (!job->request.problem) {
        from_signal(job, &problem);
    } else if (!from_text(job, &problem, fault)) {
        return false;
    }
    if (ata_problem_check(&problem, &job->problem) != ATA_OK) return refuse_by_library(fault);
    if (ata_problem_extent(&job->problem, &job->extent) != ATA_OK) return refuse_by_library(fault);
    job->is_inverse = problem.kind == ATA_C2R || problem.kind == ATA_REVERSE || problem.direction == ATA_INVERSE;
    job->problem_text = cli_problem_text(&problem);
    return job->problem_text || file_refuse(fault, "out of memory for the text of the problem");
}
