/* cli_run_result.c - the output as plain numbers: magnitudes in natural order, and the strongest of them.
 *
 *     value[row][k...]   row counts the batch; k counts frequencies (or, of an inverse transform, samples)
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_run.h"

bool cli_run_has_negative(const ata_problem *problem, int dimension)
{
    if (problem->kind == ATA_R2C) return dimension < problem->rank - 1;
    return problem->kind == ATA_C2C || problem->kind == ATA_DHT;
}

int64_t cli_run_signed_index(const ata_problem *problem, int dimension, int64_t k)
{
    const int64_t n = problem->dim[dimension].n;
    return cli_run_has_negative(problem, dimension) && k >= (n + 1) / 2 ? k - n : k;
}

/* By the definitions in atalanta.h: cosines and sines have half cycles, and some are shifted by half of that. */
double cli_run_frequency(const ata_problem *problem, int dimension, int64_t k)
{
    const double n = (double)problem->dim[dimension].n;
    const double index = (double)cli_run_signed_index(problem, dimension, k);
    switch (problem->kind) {
    case ATA_DCT1: return index / (2 * (n - 1));
    case ATA_DCT2: return index / (2 * n);
    case ATA_DST1: return (index + 1) / (2 * (n + 1));
    case ATA_DST2: return (index + 1) / (2 * n);
    case ATA_DCT3:
    case ATA_DCT4:
    case ATA_DST3:
    case ATA_DST4: return (index + 0.5) / (2 * n);
    default: return index / n;
    }
}

static int64_t reverse_bits(int64_t index, int64_t n)
{
    int64_t reversed = 0;
    for (int64_t bit = 1; bit < n; bit *= 2, index /= 2) reversed = 2 * reversed + index % 2;
    return reversed;
}

/* Where an element belongs whose frequencies are stored in bit-reversed order. */
static int64_t natural_index(const cli_run_array *array, const cli_run_walk *walk)
{
    int64_t index = 0;
    for (int i = 0; i < array->rank; i++) {
        const bool reversed = i >= array->batch_rank;
        index = index * array->n[i] + (reversed ? reverse_bits(walk->at[i], array->n[i]) : walk->at[i]);
    }
    return index;
}

static void load_values(cli_run_result *result, const cli_run_array *array, bool reversed)
{
    for (cli_run_walk walk = {0}; walk.index < array->count; cli_run_walk_next(array, &walk)) {
        double real, imag;
        cli_run_array_load(array, walk.offset, &real, &imag);
        const double value = array->is_complex ? hypot(real, imag) : result->is_spectrum ? fabs(real) : real;
        result->value[reversed ? natural_index(array, &walk) : walk.index] = value;
    }
}

/* A sine at full scale over n samples has the magnitude n/2 times its amplitude; half of that under a Hann window. */
static void set_reference(cli_run_result *result, const cli_run_job *job)
{
    result->reference = 1;
    result->unit = "dB";
    const bool comparable =
        job->problem.kind == ATA_R2C || job->problem.kind == ATA_C2C || job->problem.kind == ATA_DHT;
    if (!result->is_spectrum || job->signal.full_scale == 0 || job->problem.rank != 1 || !comparable) return;
    result->reference = job->signal.full_scale * (double)job->problem.dim[0].n / (job->window ? 4 : 2) *
                        fabs(job->problem.scale_number);
    result->unit = "dBFS";
}

bool cli_run_result_init(cli_run_result *result, const cli_run_job *job, file_fault *fault)
{
    cli_run_array array;
    cli_run_array_init(&array, &job->problem, false, job->out, job->extent.out_before, job->extent.out_bytes);
    *result = (cli_run_result){.is_spectrum = !job->is_inverse, .rank = job->problem.rank, .rows = 1, .count = 1};
    for (int i = 0; i < array.batch_rank; i++) result->rows *= array.n[i];
    for (int i = 0; i < result->rank; i++) {
        result->n[i] = array.n[array.batch_rank + i];
        result->count *= result->n[i];
    }
    result->value = malloc((size_t)array.count * sizeof *result->value);
    if (!result->value) return file_refuse(fault, "out of memory to measure the %lld results", (long long)array.count);
    load_values(result, &array, result->is_spectrum && job->problem.order == ATA_BIT_REVERSED);
    set_reference(result, job);
    cli_run_peaks_find(result, job);
    return true;
}

void cli_run_result_fini(cli_run_result *result)
{
    free(result->value);
    result->value = NULL;
}

double cli_run_result_level(const cli_run_result *result, double value)
{
    return result->is_spectrum ? 20 * log10(value / result->reference) : value;
}
