/* cli_run_input.c - from a file to the input array of a problem.
 *
 * The numbers of a file are the input array as it lies in memory: with strides, the file has the gaps too. In place,
 * where the rows of real arrays are padded for what the transform puts there, they are brought to their places one
 * by one.
 *
 * A WAV or NPY array is used where it was read if it has the problem's type; else it is converted into an array of
 * its own.
 */
#include <math.h>
#include <stdlib.h>

#include "check/layout.h"
#include "cli/cli_run.h"

static bool allocate(void **memory, int64_t bytes, const char *purpose, file_fault *fault)
{
    char text[32];
    const bool fits = bytes <= cli_memory_available();
    *memory = fits ? calloc((size_t)bytes, 1) : NULL;
    if (*memory) return true;
    return file_refuse(fault, "out of memory: %s for the %s could not be had; try a smaller problem",
                       cli_memory_print(bytes, text, sizeof text), purpose);
}

static double load_signal(const file_signal *signal, int64_t index, double *imag)
{
    const int64_t place = signal->is_complex ? 2 * index : index;
    *imag = signal->is_complex ? file_number_load(signal->type, signal->data, place + 1) : 0;
    return file_number_load(signal->type, signal->data, place);
}

/* Convert the signal into the input array: element by element as it lies, or in C order into the places of an array
 * that is transformed in place. */
static void convert(cli_run_job *job, cli_run_array *array, int64_t needed)
{
    const bool in_place = job->problem.place == ATA_IN_PLACE;
    if (!in_place) array->real -= job->extent.in_before; /* from the lowest address on */
    if (!in_place && array->imag) array->imag -= job->extent.in_before;
    for (cli_run_walk walk = {0}; walk.index < needed;) {
        double imag;
        const double real = load_signal(&job->signal, walk.index, &imag);
        cli_run_array_store(array, in_place ? walk.offset : walk.index, real, imag);
        if (in_place) cli_run_walk_next(array, &walk);
        else walk.index++;
    }
}

static bool place_signal(cli_run_job *job, file_fault *fault)
{
    const ata_problem *problem = &job->problem;
    const file_signal *signal = &job->signal;
    cli_run_array array;
    cli_run_array_init(&array, problem, true, NULL, 0, 0);
    if (signal->is_complex && !array.is_complex)
        return file_refuse(fault, "%s holds complex numbers, but \"%s\" takes real ones; use c2c", job->request.file,
                           job->problem_text);
    const bool split = problem->layout == ATA_SPLIT && array.is_complex;
    const int64_t element = (int64_t)file_number_size(array.type) * (array.is_complex && !split ? 2 : 1);
    const int64_t needed = problem->place == ATA_IN_PLACE ? array.count : job->extent.in_bytes / element;
    if (needed > signal->count)
        return file_refuse(fault, "%s has %lld numbers, but \"%s\" takes %lld; give the problem that fits the file",
                           job->request.file, (long long)signal->count, job->problem_text, (long long)needed);
    job->unused = signal->count - needed;
    const bool as_read = signal->type == array.type && signal->is_complex == array.is_complex && !split;
    if (as_read && problem->place == ATA_OUT_OF_PLACE) {
        job->in = signal->data;
        job->in_is_signal = true;
        return true;
    }
    if (!allocate(&job->in, file_raw_size(problem, job->extent.in_bytes, array.is_complex), "input", fault))
        return false;
    cli_run_array_init(&array, problem, true, job->in, job->extent.in_before, job->extent.in_bytes);
    convert(job, &array, needed);
    return true;
}

/* Told before anything is read: Linux would promise the memory, and kill the program when it is used. A file that is
 * too short is told of as such. */
static bool check_memory(const cli_run_job *job, const file_source *source, int64_t bytes_in, file_fault *fault)
{
    const ata_problem *problem = &job->problem;
    check_end out;
    check_end_init(&out, problem, CHECK_OUT);
    const int64_t bytes_out = file_raw_size(problem, job->extent.out_bytes, out.numbers == 2);
    const double needed = (double)bytes_in + (problem->place == ATA_IN_PLACE ? 0 : (double)bytes_out);
    const int64_t available = cli_memory_available();
    char text[2][32];
    if (needed <= (double)available || (source->size >= 0 && source->size < bytes_in)) return true;
    return file_refuse(fault, "\"%s\" needs %s for its arrays and %s of memory are available; try a smaller problem",
                       job->problem_text, cli_memory_print((int64_t)needed, text[0], 32),
                       cli_memory_print(available, text[1], 32));
}

static bool load_raw(cli_run_job *job, file_source *source, file_fault *fault)
{
    if (!job->request.problem)
        return file_refuse(fault,
                           "%s is neither WAV nor NPY, and raw numbers need a problem before the file, such as "
                           "\"c2c 1024\"",
                           source->path);
    if (!cli_run_problem_make(job, fault)) return false;
    const int64_t expected =
        file_raw_size(&job->problem, job->extent.in_bytes, check_end_is_complex(&job->problem, CHECK_IN));
    file_bytes bytes;
    if (!check_memory(job, source, expected, fault)) return false;
    if (!file_source_read(source, (size_t)expected, &bytes, fault)) return false;
    job->in = bytes.data;
    return file_raw_check(&bytes, source, expected, job->problem_text, fault);
}

static bool load_signal_file(cli_run_job *job, file_source *source, file_fault *fault)
{
    file_bytes bytes;
    file_fault why;
    if (!file_source_read(source, SIZE_MAX, &bytes, fault)) return false;
    const bool good = source->format == FILE_WAV ? file_wav_parse(bytes.data, bytes.size, &job->signal, &why)
                                                 : file_npy_parse(bytes.data, bytes.size, &job->signal, &why);
    file_bytes_fini(&bytes);
    if (!good) return file_refuse(fault, "%s: %.400s", source->path, why.sentence);
    if (isnan(job->request.rate)) job->rate = job->signal.rate;
    return cli_run_problem_make(job, fault) && place_signal(job, fault);
}

bool cli_run_input_load(cli_run_job *job, file_fault *fault)
{
    file_source source;
    job->rate = isnan(job->request.rate) ? 0 : job->request.rate;
    if (!file_source_open(&source, job->request.file, fault)) return false;
    bool good;
    if (source.format != FILE_RAW) good = load_signal_file(job, &source, fault);
    else if (job->request.spectrogram)
        good = file_refuse(fault, "--spectrogram takes a WAV or NPY file, and %s is neither", source.path);
    else good = load_raw(job, &source, fault);
    file_source_close(&source);
    if (!good) return false;
    if (job->problem.place == ATA_IN_PLACE) {
        job->out = job->in;
        return true;
    }
    return allocate(&job->out,
                    file_raw_size(&job->problem, job->extent.out_bytes, check_end_is_complex(&job->problem, CHECK_OUT)),
                    "output", fault);
}

void cli_run_job_fini(cli_run_job *job)
{
    if (job->out != job->in) free(job->out);
    if (!job->in_is_signal) free(job->in);
    file_signal_fini(&job->signal);
    free(job->problem_text);
}
