/* cli_run_summary.c - what `atalanta run` found, in a few lines of text or one of JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_run.h"

static const char *file_name(const cli_run_job *job)
{
    return !strcmp(job->request.file, "-") ? "standard input" : job->request.file;
}

void cli_run_note_print(const cli_run_job *job, char *text, size_t size)
{
    const file_signal *signal = &job->signal;
    const char *slash = strrchr(file_name(job), '/');
    const char *name = slash ? slash + 1 : file_name(job);
    int length = snprintf(text, size, "%.100s: ", name);
    if (!signal->data) {
        snprintf(text + length, size - (size_t)length, "raw, %" PRId64 " bytes", job->extent.in_bytes);
        return;
    }
    length += snprintf(text + length, size - (size_t)length, "%s", signal->stored);
    if (signal->full_scale > 0) {
        length += snprintf(text + length, size - (size_t)length, ", %" PRId64 " samples", signal->shape[0]);
        if (signal->channels > 1)
            length += snprintf(text + length, size - (size_t)length, " in %d channels", signal->channels);
        length += snprintf(text + length, size - (size_t)length, " at %.0f Hz, %.4g s", signal->rate,
                           (double)signal->shape[0] / signal->rate);
    } else {
        length += snprintf(text + length, size - (size_t)length, ", %" PRId64 " number%s", signal->count,
                           signal->count == 1 ? "" : "s");
    }
    if (job->window) snprintf(text + length, size - (size_t)length, ", Hann window");
    else if (job->unused > 0)
        snprintf(text + length, size - (size_t)length, ", of which the last %" PRId64 " are not used", job->unused);
}

void cli_run_peak_print(const cli_run_job *job, const cli_run_peak *peak, char *text, size_t size)
{
    const ata_problem *problem = &job->problem;
    if (problem->rank == 1 && job->rate > 0) {
        const double place =
            job->is_inverse ? (double)peak->at[0] / job->rate : cli_run_frequency(problem, 0, peak->at[0]) * job->rate;
        picture_print_quantity(text, size, place, job->is_inverse ? "s" : "Hz");
        return;
    }
    int length = snprintf(text, size, "%s ", job->is_inverse ? "sample" : "bin");
    for (int i = 0; i < problem->rank && length < (int)size; i++) {
        const int64_t at = job->is_inverse ? peak->at[i] : cli_run_signed_index(problem, i, peak->at[i]);
        length += snprintf(text + length, size - (size_t)length, "%s%" PRId64, i ? "," : "", at);
    }
}

/* Which frame, channel or row of the batch. */
static void print_row(const cli_run_job *job, int64_t row, FILE *file)
{
    const int64_t channels = job->channels > 0 ? job->channels : 1, frame = row / channels;
    if (job->window && job->rate > 0)
        fprintf(file, "  at %.4g s", ((double)(frame * job->hop) + (double)job->window / 2) / job->rate);
    else if (job->window) fprintf(file, "  frame %" PRId64, frame);
    else if (job->channels == 0) fprintf(file, "  row %" PRId64, row);
    if (job->channels > 0) fprintf(file, "  channel %" PRId64, row % channels + 1);
}

void cli_run_summary_print(const cli_run_job *job, const cli_run_result *result, FILE *file)
{
    char text[512];
    cli_run_note_print(job, text, sizeof text);
    fprintf(file, "%s\n%s: on %s, %d thread%s, %d pass%s\n", text, job->problem_text, job->engine, job->threads,
            job->threads == 1 ? "" : "s", job->passes, job->passes == 1 ? "" : "es");
    if (result->peak_count == 0) {
        fputs(result->is_spectrum ? "every frequency is zero or not a number\n"
                                  : "every sample is zero or not a number\n",
              file);
        return;
    }
    fputs(result->is_spectrum ? "strongest frequencies:\n" : "strongest samples:\n", file);
    for (int i = 0; i < result->peak_count; i++) {
        const cli_run_peak *peak = &result->peak[i];
        cli_run_peak_print(job, peak, text, sizeof text);
        fprintf(file, "  %14s", text);
        if (result->is_spectrum) fprintf(file, "  %7.1f %s", cli_run_result_level(result, peak->value), result->unit);
        fprintf(file, "  %s %.5g", result->is_spectrum ? "magnitude" : "value", peak->value);
        if (result->rows > 1) print_row(job, peak->row, file);
        fputc('\n', file);
    }
}

static void print_json_peak(const cli_run_job *job, const cli_run_result *result, const cli_run_peak *peak,
                            cli_json *json)
{
    cli_json_object_begin(json, NULL);
    cli_json_int(json, "row", peak->row);
    cli_json_list_begin(json, "at");
    for (int i = 0; i < result->rank; i++)
        cli_json_int(json, NULL, job->is_inverse ? peak->at[i] : cli_run_signed_index(&job->problem, i, peak->at[i]));
    cli_json_list_end(json);
    if (result->is_spectrum && result->rank == 1 && job->rate > 0)
        cli_json_number(json, "hz", cli_run_frequency(&job->problem, 0, peak->at[0]) * job->rate);
    cli_json_number(json, result->is_spectrum ? "magnitude" : "value", peak->value);
    if (result->is_spectrum) cli_json_number(json, "db", cli_run_result_level(result, peak->value));
    cli_json_object_end(json);
}

void cli_run_summary_print_json(const cli_run_job *job, const cli_run_result *result, FILE *file)
{
    cli_json json;
    cli_json_begin(&json, file);
    cli_json_text(&json, "problem", job->problem_text);
    cli_json_text(&json, "on", job->engine);
    cli_json_int(&json, "threads", job->threads);
    cli_json_int(&json, "passes", job->passes);
    cli_json_text(&json, "file", job->request.file);
    cli_json_text(&json, "stored", job->signal.data ? job->signal.stored : "raw");
    if (job->rate > 0) cli_json_number(&json, "rate", job->rate);
    if (job->signal.data) {
        cli_json_int(&json, "channels", job->signal.channels);
        cli_json_int(&json, "unused", job->unused);
    }
    if (job->request.output) cli_json_text(&json, "output", job->request.output);
    if (job->request.picture) cli_json_text(&json, "picture", job->request.picture);
    if (result->is_spectrum) cli_json_text(&json, "db_unit", result->unit);
    cli_json_list_begin(&json, "peaks");
    for (int i = 0; i < result->peak_count; i++) print_json_peak(job, result, &result->peak[i], &json);
    cli_json_list_end(&json);
    cli_json_end(&json);
}
