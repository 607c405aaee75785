/* facts.c - questions that a complete problem answers by itself: sizes, counts, reach. Nothing here can fail, because
 * ata_problem_complete() has made sure that every product fits. */
#include <math.h>

#include "problem/layout.h"
#include "problem/problem.h"

ata_type ata_problem_compute_type(const ata_problem *problem)
{
    return problem->type == ATA_F64 ? ATA_F64 : ATA_F32;
}

int64_t ata_problem_element_bytes_in(const ata_problem *problem)
{
    const bool pairs = ata_kind_complex_in(problem->kind) && problem->layout == ATA_INTERLEAVED;
    return ata_type_bytes(problem->type_in) * (pairs ? 2 : 1);
}

int64_t ata_problem_element_bytes_out(const ata_problem *problem)
{
    const bool pairs = ata_kind_complex_out(problem->kind) && problem->layout == ATA_INTERLEAVED;
    return ata_type_bytes(problem->type_out) * (pairs ? 2 : 1);
}

int64_t ata_problem_length_in(const ata_problem *problem, int d)
{
    const bool halved = problem->kind == ATA_C2R && d == problem->rank - 1;
    return halved ? problem->dim[d].n / 2 + 1 : problem->dim[d].n;
}

int64_t ata_problem_length_out(const ata_problem *problem, int d)
{
    const bool halved = problem->kind == ATA_R2C && d == problem->rank - 1;
    return halved ? problem->dim[d].n / 2 + 1 : problem->dim[d].n;
}

bool ata_problem_is_real_dim(const ata_problem *problem, int d)
{
    if (problem->kind == ATA_C2C || problem->kind == ATA_REVERSE) return false;
    return d == problem->rank - 1 || !ata_problem_complex_between(problem);
}

int64_t ata_problem_length_between(const ata_problem *problem, int d)
{
    const int64_t in = ata_problem_length_in(problem, d), out = ata_problem_length_out(problem, d);
    return in < out ? in : out;
}

bool ata_problem_complex_between(const ata_problem *problem)
{
    return ata_kind_complex_in(problem->kind) || ata_kind_complex_out(problem->kind);
}

int64_t ata_problem_batch_count(const ata_problem *problem)
{
    int64_t count = 1;
    for (int b = 0; b < problem->batch_rank; b++) count *= problem->batch[b].n;
    return count;
}

int64_t ata_problem_points(const ata_problem *problem)
{
    int64_t points = 1;
    for (int d = 0; d < problem->rank; d++) points *= problem->dim[d].n;
    return points;
}

int64_t ata_problem_minimal_bytes(const ata_problem *problem)
{
    int64_t in = ata_problem_element_bytes_in(problem), out = ata_problem_element_bytes_out(problem);
    if (problem->layout == ATA_SPLIT) { /* a complex end is two arrays */
        if (ata_kind_complex_in(problem->kind)) in *= 2;
        if (ata_kind_complex_out(problem->kind)) out *= 2;
    }
    for (int d = 0; d < problem->rank; d++) {
        in *= ata_problem_length_in(problem, d);
        out *= ata_problem_length_out(problem, d);
    }
    return (in + out) * ata_problem_batch_count(problem);
}

double ata_problem_flops(const ata_problem *problem)
{
    const double points = (double)ata_problem_points(problem);
    if (problem->kind == ATA_REVERSE) return 0;
    const double each = problem->kind == ATA_C2C ? 5.0 : 2.5;
    return each * points * log2(points) * (double)ata_problem_batch_count(problem);
}

/* How far one end reaches: bytes before the pointer, and bytes from the pointer to past the last element. */
static void reach_of_end(const ata_problem *problem, ata_end end, int64_t *before, int64_t *after)
{
    const int64_t bytes = ata_layout_element_bytes(problem, end);
    int64_t down = 0, up = 1;
    for (int axis = 0; axis < ata_layout_rank(problem); axis++) {
        const int64_t count = ata_layout_count(problem, end, axis);
        if (count == 1) continue;
        const int64_t reach = (count - 1) * ata_layout_stride(problem, end, axis);
        if (reach < 0) down -= reach;
        else up += reach;
    }
    *before = down * bytes;
    *after = up * bytes;
}

void ata_problem_reach(const ata_problem *problem, ata_extent *extent)
{
    int64_t before_in, after_in, before_out, after_out;
    reach_of_end(problem, ATA_END_IN, &before_in, &after_in);
    reach_of_end(problem, ATA_END_OUT, &before_out, &after_out);
    if (problem->place == ATA_IN_PLACE) { /* one array, which holds whichever end is larger */
        if (before_in < before_out) before_in = before_out;
        if (after_in < after_out) after_in = after_out;
        before_out = before_in;
        after_out = after_in;
    }
    *extent = (ata_extent){before_in + after_in, before_in, before_out + after_out, before_out};
}

bool ata_problem_has_gaps(const ata_problem *problem)
{
    ata_extent extent;
    ata_problem_reach(problem, &extent);
    int64_t written = ata_problem_batch_count(problem) * ata_problem_element_bytes_out(problem);
    for (int d = 0; d < problem->rank; d++) written *= ata_problem_length_out(problem, d);
    return written != extent.out_bytes;
}
