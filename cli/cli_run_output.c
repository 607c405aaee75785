/* cli_run_output.c - the output array as a file.
 *
 *   raw   the output array exactly as it lies in memory; of split complex arrays the real parts, then the others
 *   NPY   the output in C order without gaps, the batch's dimensions first; split arrays as ordinary complex numbers;
 *         bf16, and complex numbers of types that NPY has none for, widened to f32, which is exact
 *
 * A name that ends in .npy gives NPY, any other raw. On standard output it is raw for raw input and NPY for WAV and
 * NPY.
 */
#include <stdlib.h>
#include <string.h>

#include "check/layout.h"
#include "cli/cli_run.h"

static bool write_raw(const cli_run_job *job, file_fault *fault)
{
    const int64_t bytes =
        file_raw_size(&job->problem, job->extent.out_bytes, check_end_is_complex(&job->problem, CHECK_OUT));
    const file_part part = {job->out, (size_t)bytes};
    return file_write(job->request.output, &part, 1, fault);
}

/* The array in C order without gaps, in NPY's type; to be freed. */
static void *pack(const cli_run_array *array, ata_type type, size_t *size)
{
    const int64_t parts = array->is_complex ? 2 : 1;
    *size = (size_t)(array->count * parts) * file_number_size(type);
    char *packed = malloc(*size);
    if (!packed) return NULL;
    for (cli_run_walk walk = {0}; walk.index < array->count; cli_run_walk_next(array, &walk)) {
        double real, imag;
        cli_run_array_load(array, walk.offset, &real, &imag);
        file_number_store(type, packed, walk.index * parts, real);
        if (array->is_complex) file_number_store(type, packed, walk.index * parts + 1, imag);
    }
    return packed;
}

static bool write_npy(const cli_run_job *job, file_fault *fault)
{
    cli_run_array array;
    cli_run_array_init(&array, &job->problem, false, job->out, job->extent.out_before, job->extent.out_bytes);
    const ata_type type = file_npy_type(array.type, array.is_complex);
    unsigned char header[FILE_NPY_HEADER_MAX];
    const size_t header_size =
        file_npy_header_print(header, sizeof header, type, array.is_complex, array.rank, array.n);
    size_t size;
    void *packed = pack(&array, type, &size);
    if (!packed)
        return file_refuse(fault, "out of memory for the %lld numbers of %s", (long long)array.count,
                           job->request.output);
    const file_part parts[2] = {{header, header_size}, {packed, size}};
    const bool good = file_write(job->request.output, parts, 2, fault);
    free(packed);
    return good;
}

bool cli_run_output_write(const cli_run_job *job, file_fault *fault)
{
    const bool standard = !strcmp(job->request.output, "-");
    const bool npy = standard ? job->signal.data != NULL : file_name_ends(job->request.output, ".npy");
    return npy ? write_npy(job, fault) : write_raw(job, fault);
}
