/* cli_run_array.c - one end of a problem as an array that can be walked in C order, wherever its strides put it.
 *
 * Files hold arrays in C order; problems may ask for any strides. This is where the two meet.
 */
#include "check/layout.h"
#include "cli/cli_run.h"

void cli_run_array_init(cli_run_array *array, const ata_problem *problem, bool input, void *data, int64_t before,
                        int64_t extent)
{
    const bool is_complex = check_end_is_complex(problem, input ? CHECK_IN : CHECK_OUT);
    /* The last dimension keeps n/2 + 1 frequencies. */
    const bool halved = problem->kind == (input ? ATA_C2R : ATA_R2C);
    *array = (cli_run_array){.type = input ? problem->type_in : problem->type_out,
                             .is_complex = is_complex,
                             .rank = problem->batch_rank + problem->rank,
                             .batch_rank = problem->batch_rank,
                             .count = 1};
    for (int i = 0; i < array->rank; i++) {
        const bool outer = i < problem->batch_rank;
        const ata_dim *dim = outer ? &problem->batch[i] : &problem->dim[i - problem->batch_rank];
        array->n[i] = halved && i == array->rank - 1 ? dim->n / 2 + 1 : dim->n;
        array->stride[i] = input ? dim->stride_in : dim->stride_out;
        array->count *= array->n[i];
    }
    array->real = (char *)data + before;
    if (is_complex && problem->layout == ATA_SPLIT) array->imag = array->real + extent;
}

void cli_run_walk_next(const cli_run_array *array, cli_run_walk *walk)
{
    walk->index++;
    for (int i = array->rank - 1; i >= 0; i--) {
        walk->offset += array->stride[i];
        if (++walk->at[i] < array->n[i]) return;
        walk->offset -= array->stride[i] * array->n[i];
        walk->at[i] = 0;
    }
}

void cli_run_array_load(const cli_run_array *array, int64_t offset, double *real, double *imag)
{
    const int64_t place = array->is_complex && !array->imag ? 2 * offset : offset;
    *real = file_number_load(array->type, array->real, place);
    *imag = 0;
    if (array->imag) *imag = file_number_load(array->type, array->imag, place);
    else if (array->is_complex) *imag = file_number_load(array->type, array->real, place + 1);
}

void cli_run_array_store(const cli_run_array *array, int64_t offset, double real, double imag)
{
    const int64_t place = array->is_complex && !array->imag ? 2 * offset : offset;
    file_number_store(array->type, array->real, place, real);
    if (array->imag) file_number_store(array->type, array->imag, place, imag);
    else if (array->is_complex) file_number_store(array->type, array->real, place + 1, imag);
}
