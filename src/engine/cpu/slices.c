/* slices.c - how many transforms of a batch stay in the cache from pass to pass. */
#include "engine/cpu/slices.h"

#include <stdlib.h>

#include "engine/cpu/tables.h"
#include "engine/cpu/view.h"

/* Whether the transforms along batch b lie outside all other dimensions, in and out: then a slice is a piece of memory
 * of its own. In place, the pieces must be the same on both sides. */
static bool is_outside(const ata_problem *problem, int b)
{
    const ata_dim *slow = &problem->batch[b];
    for (int d = 0; d < problem->rank + problem->batch_rank; d++) {
        const ata_dim *dim = d < problem->rank ? &problem->dim[d] : &problem->batch[d - problem->rank];
        if (dim->n > 1 &&
            (llabs(dim->stride_in) > llabs(slow->stride_in) || llabs(dim->stride_out) > llabs(slow->stride_out)))
            return false;
    }
    return problem->place == ATA_OUT_OF_PLACE || slow->stride_in * ata_problem_element_bytes_in(problem) ==
                                                     slow->stride_out * ata_problem_element_bytes_out(problem);
}

void ata_cpu_slices_init(ata_slices *slices, const ata_problem *problem, const ata_recipe *recipe, int array_count)
{
    *slices = (ata_slices){.count = 1, .full = 1, .problem = *problem};
    int b = 0;
    while (b < problem->batch_rank && (problem->batch[b].n == 1 || !is_outside(problem, b))) b++;
    if (recipe->pass_count < 2 || b == problem->batch_rank) return;
    const ata_dim *batch = &problem->batch[b];
    const int64_t bytes = ata_problem_minimal_bytes(problem) + array_count * ata_view_scratch_bytes(problem);
    const int64_t size = ata_cpu_slice(bytes, batch->n);
    if (size == batch->n) return;
    slices->count = (batch->n + size - 1) / size;
    slices->full = batch->n / size;
    slices->in = size * batch->stride_in * ata_problem_element_bytes_in(problem);
    slices->out = size * batch->stride_out * ata_problem_element_bytes_out(problem);
    slices->rest = *problem;
    slices->problem.batch[b].n = size;
    slices->rest.batch[b].n = batch->n % size;
}
