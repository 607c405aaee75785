/* layout.c - the axes of a problem, their names, and what strides of 0 stand for (the rule is in layout.h). */
#include "problem/layout.h"

#include <stdio.h>

int ata_layout_rank(const ata_problem *problem)
{
    return problem->batch_rank + problem->rank;
}

static const ata_dim *axis_of(const ata_problem *problem, int axis)
{
    const int b = problem->batch_rank;
    return axis < b ? &problem->batch[axis] : &problem->dim[axis - b];
}

static void set_stride(ata_problem *problem, ata_end end, int axis, int64_t stride)
{
    const int b = problem->batch_rank;
    ata_dim *dim = axis < b ? &problem->batch[axis] : &problem->dim[axis - b];
    if (end == ATA_END_IN) dim->stride_in = stride;
    else dim->stride_out = stride;
}

int64_t ata_layout_n(const ata_problem *problem, int axis)
{
    return axis_of(problem, axis)->n;
}

int64_t ata_layout_count(const ata_problem *problem, ata_end end, int axis)
{
    const int d = axis - problem->batch_rank;
    if (d < 0) return problem->batch[axis].n;
    return end == ATA_END_IN ? ata_problem_length_in(problem, d) : ata_problem_length_out(problem, d);
}

int64_t ata_layout_stride(const ata_problem *problem, ata_end end, int axis)
{
    const ata_dim *dim = axis_of(problem, axis);
    return end == ATA_END_IN ? dim->stride_in : dim->stride_out;
}

int64_t ata_layout_element_bytes(const ata_problem *problem, ata_end end)
{
    return end == ATA_END_IN ? ata_problem_element_bytes_in(problem) : ata_problem_element_bytes_out(problem);
}

static void name_member(const ata_problem *problem, int axis, const char *member, char name[ATA_FIELD_SIZE])
{
    const int d = axis - problem->batch_rank;
    snprintf(name, ATA_FIELD_SIZE, "%s[%d].%s", d < 0 ? "batch" : "dim", d < 0 ? axis : d, member);
}

void ata_layout_name_n(const ata_problem *problem, int axis, char name[ATA_FIELD_SIZE])
{
    name_member(problem, axis, "n", name);
}

void ata_layout_name_stride(const ata_problem *problem, ata_end end, int axis, char name[ATA_FIELD_SIZE])
{
    name_member(problem, axis, end == ATA_END_IN ? "stride_in" : "stride_out", name);
}

/* How many elements an axis has room for: its count, or the padded row at the real end of an in-place r2c or c2r. */
static int64_t room_of(const ata_problem *problem, ata_end end, int axis)
{
    const int64_t count = ata_layout_count(problem, end, axis);
    const bool real_end = problem->kind == (end == ATA_END_IN ? ATA_R2C : ATA_C2R);
    const bool last = axis == ata_layout_rank(problem) - 1;
    return problem->place == ATA_IN_PLACE && real_end && last ? 2 * (count / 2 + 1) : count;
}

static ata_wide magnitude(int64_t stride)
{
    return stride < 0 ? -(ata_wide)stride : stride;
}

static ata_status fail_reach(const ata_problem *problem, ata_end end, int axis)
{
    char field[ATA_FIELD_SIZE], value[24];
    ata_layout_name_stride(problem, end, axis, field);
    snprintf(value, sizeof value, "%lld", (long long)ata_layout_stride(problem, end, axis));
    return ata_fail(
        ATA_ERROR_OVERFLOW, field, value, "strides with which the array stays within 2^47 bytes",
        "%s is %s over a length of %lld: the %s would reach over more than 2^47 bytes, which no memory holds; "
        "use a smaller stride or length",
        field, value, (long long)ata_layout_n(problem, axis), end == ATA_END_IN ? "input" : "output");
}

static ata_status complete_end(ata_problem *problem, ata_end end)
{
    const int64_t bytes = ata_layout_element_bytes(problem, end);
    ata_wide span = 1, reach = 1;
    for (int axis = ata_layout_rank(problem) - 1; axis >= 0; axis--) {
        /* A span this large comes from a wild stride at length 1; it goes no further than the check below. */
        if (ata_layout_stride(problem, end, axis) == 0)
            set_stride(problem, end, axis, span > INT64_MAX ? INT64_MAX : (int64_t)span);
        const ata_wide stride = magnitude(ata_layout_stride(problem, end, axis));
        reach += (ata_layout_count(problem, end, axis) - 1) * stride;
        if (reach * bytes > ATA_LAYOUT_BYTES_MAX) return fail_reach(problem, end, axis);
        if (room_of(problem, end, axis) * stride > span) span = room_of(problem, end, axis) * stride;
    }
    span = 1;
    for (int axis = ata_layout_rank(problem) - 1; axis >= 0; axis--) {
        if (ata_layout_n(problem, axis) == 1) set_stride(problem, end, axis, (int64_t)span);
        const ata_wide outside = room_of(problem, end, axis) * magnitude(ata_layout_stride(problem, end, axis));
        if (outside > span) span = outside;
    }
    return ATA_OK;
}

ata_status ata_layout_complete(ata_problem *problem)
{
    ATA_TRY(complete_end(problem, ATA_END_IN));
    return complete_end(problem, ATA_END_OUT);
}
