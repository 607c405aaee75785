/* fit.c - whether completed layouts can be used: in place the ends lie over each other, and no two outputs meet.
 *
 * In place, an r2c or c2r shares rows between its ends. A row of n = 5 real numbers needs n/2 + 1 = 3 complex ones,
 * so rows stand 6 real numbers or more apart:
 *
 *     real     [ x0 x1 x2 x3 x4 .. ][ x0 x1 x2 x3 x4 .. ]
 *     complex  [ re im re im re im ][ re im re im re im ]
 *
 * The strides being equal in bytes and the complex rows apart from each other, the real rows are apart too: each lies
 * within its complex one. That is why the complex end is the one to check, also where it is the input.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "problem/layout.h"

static bool is_real_transform(const ata_problem *problem)
{
    return problem->kind == ATA_R2C || problem->kind == ATA_C2R;
}

static ata_status check_place_types(const ata_problem *problem)
{
    const char *kind = ata_kind_name(problem->kind);
    if (is_real_transform(problem) && problem->layout == ATA_SPLIT)
        return ata_fail(
            ATA_ERROR_PLACE, "layout", "ATA_SPLIT", "ATA_INTERLEAVED in place",
            "place is in place and layout is split, but the real end of %s is one array and the split end two; "
            "use the interleaved layout or transform out of place",
            kind);
    const int in = (int)ata_type_bytes(problem->type_in), out = (int)ata_type_bytes(problem->type_out);
    if (in == out) return ATA_OK;
    const char *name_in = ata_type_name(problem->type_in), *name_out = ata_type_name(problem->type_out);
    return ata_fail(ATA_ERROR_PLACE, "type_out", name_out, "a type of as many bytes as type_in",
                    "type_in is %s, of %d bytes, and type_out is %s, of %d; in place both must take the same number of "
                    "bytes: change one of them or transform out of place",
                    name_in, in, name_out, out);
}

/* The last dimension of an r2c or c2r in place is contiguous at both ends. */
static ata_status check_place_contiguous(const ata_problem *problem, ata_end end)
{
    const int last = ata_layout_rank(problem) - 1;
    const int64_t stride = ata_layout_stride(problem, end, last);
    if (stride == 1) return ATA_OK;
    char field[ATA_FIELD_SIZE], value[24];
    ata_layout_name_stride(problem, end, last, field);
    snprintf(value, sizeof value, "%" PRId64, stride);
    return ata_fail(ATA_ERROR_PLACE, field, value, "1",
                    "%s is %s; %s in place has its last dimension contiguous: set it to 1 or transform out of place",
                    field, value, ata_kind_name(problem->kind));
}

/* Strides that do not fit over each other, or rows too near each other. The mend for r2c and c2r is the smallest pair
 * that has room for a row and for what was asked. */
static ata_status fail_place_strides(const ata_problem *problem, int axis)
{
    const int64_t in = ata_layout_stride(problem, ATA_END_IN, axis);
    const int64_t out = ata_layout_stride(problem, ATA_END_OUT, axis);
    char field_in[ATA_FIELD_SIZE], field_out[ATA_FIELD_SIZE], value[48], mend[160];
    ata_layout_name_stride(problem, ATA_END_IN, axis, field_in);
    ata_layout_name_stride(problem, ATA_END_OUT, axis, field_out);
    snprintf(value, sizeof value, "%" PRId64 " and %" PRId64, in, out);
    if (!is_real_transform(problem)) {
        snprintf(mend, sizeof mend, "the same stride at both ends, such as %" PRId64, in);
        return ata_fail(ATA_ERROR_PLACE, field_out, value, mend,
                        "%s and %s are %s; in place both must be the same: set %s to %" PRId64 " too, or transform "
                        "out of place",
                        field_in, field_out, value, field_out, in);
    }
    const bool r2c = problem->kind == ATA_R2C;
    const int64_t n = problem->dim[problem->rank - 1].n, row = n / 2 + 1;
    const int64_t real = llabs(r2c ? in : out), pairs = llabs(r2c ? out : in);
    int64_t best = pairs > row ? pairs : row;
    if (best < (real + 1) / 2) best = (real + 1) / 2;
    const int64_t good_in = r2c ? 2 * best : best, good_out = r2c ? best : 2 * best;
    snprintf(mend, sizeof mend, "%" PRId64 " and %" PRId64 ", or 0 for the default", good_in, good_out);
    return ata_fail(ATA_ERROR_PLACE, r2c ? field_in : field_out, value, mend,
                    "%s and %s are %s; in place they must be the same distance in bytes and leave room for %" PRId64
                    " complex numbers a row: set them to %" PRId64 " and %" PRId64 ", or leave both at 0",
                    field_in, field_out, value, row, good_in, good_out);
}

static ata_status check_place_strides(const ata_problem *problem)
{
    const int64_t bytes_in = ata_layout_element_bytes(problem, ATA_END_IN);
    const int64_t bytes_out = ata_layout_element_bytes(problem, ATA_END_OUT);
    const int last = ata_layout_rank(problem) - 1;
    const int64_t row = ata_layout_n(problem, last) / 2 + 1;
    for (int axis = 0; axis <= last; axis++) {
        if (ata_layout_n(problem, axis) == 1 || (is_real_transform(problem) && axis == last)) continue;
        const int64_t in = ata_layout_stride(problem, ATA_END_IN, axis);
        const int64_t out = ata_layout_stride(problem, ATA_END_OUT, axis);
        const bool fits = in * bytes_in == out * bytes_out;
        /* Rows nearer than this share elements whatever the other dimensions do. */
        const bool apart = !is_real_transform(problem) || llabs(problem->kind == ATA_R2C ? out : in) >= row;
        if (!fits || !apart) return fail_place_strides(problem, axis);
    }
    return ATA_OK;
}

static ata_status check_place(const ata_problem *problem)
{
    ATA_TRY(check_place_types(problem));
    if (is_real_transform(problem)) {
        ATA_TRY(check_place_contiguous(problem, ATA_END_IN));
        ATA_TRY(check_place_contiguous(problem, ATA_END_OUT));
    }
    return check_place_strides(problem);
}

/* Two axes that meet by themselves, the one with the larger stride first; false when it takes more than two. */
static bool find_meeting_pair(const int64_t *n, const int64_t *stride, int rank, int *far, int *near)
{
    for (int a = 0; a < rank; a++) {
        for (int b = a + 1; b < rank; b++) {
            const int64_t pair_n[] = {n[a], n[b]}, pair_stride[] = {stride[a], stride[b]};
            if (!ata_layout_collides(pair_n, pair_stride, 2)) continue;
            const bool a_is_far = llabs(stride[a]) >= llabs(stride[b]);
            *far = a_is_far ? a : b;
            *near = a_is_far ? b : a;
            return true;
        }
    }
    return false;
}

static ata_status fail_collision(const ata_problem *problem, ata_end end, const int64_t *n, const int64_t *stride)
{
    const char *array = problem->place == ATA_IN_PLACE ? "array" : "output";
    const int rank = ata_layout_rank(problem);
    int far, near;
    if (find_meeting_pair(n, stride, rank, &far, &near)) {
        char far_name[ATA_FIELD_SIZE], near_name[ATA_FIELD_SIZE], value[24], mend[96];
        ata_layout_name_stride(problem, end, far, far_name);
        ata_layout_name_stride(problem, end, near, near_name);
        snprintf(value, sizeof value, "%" PRId64, stride[far]);
        const int64_t apart = n[near] * llabs(stride[near]);
        snprintf(mend, sizeof mend, "%" PRId64 " or more, or %" PRId64 " or less", apart, -apart);
        return ata_fail(ATA_ERROR_COLLISION, far_name, value, mend,
                        "%s is %s, but %s is %" PRId64 " over %" PRId64 " elements: the %s would hold two numbers in "
                        "one place; set the first to at least %" PRId64 ", or leave the strides at 0",
                        far_name, value, near_name, stride[near], n[near], array, apart);
    }
    char list[96];
    ata_text text = {list, sizeof list, 0};
    for (int axis = 0; axis < rank; axis++)
        if (n[axis] > 1) ata_text_print(&text, "%s%" PRId64, text.length ? ", " : "", stride[axis]);
    return ata_fail(
        ATA_ERROR_COLLISION, end == ATA_END_IN ? "stride_in" : "stride_out", list,
        "strides that give every element a place of its own",
        "the strides of the %s are %s, batch first: together they would put two numbers into one place; move the "
        "outer dimensions further apart, or leave the strides at 0",
        array, list);
}

static ata_status check_collision(const ata_problem *problem, ata_end end)
{
    int64_t n[ATA_LAYOUT_RANK_MAX] = {0}, stride[ATA_LAYOUT_RANK_MAX] = {0};
    const int rank = ata_layout_rank(problem);
    for (int axis = 0; axis < rank; axis++) {
        n[axis] = ata_layout_count(problem, end, axis);
        stride[axis] = ata_layout_stride(problem, end, axis);
    }
    return ata_layout_collides(n, stride, rank) ? fail_collision(problem, end, n, stride) : ATA_OK;
}

ata_status ata_layout_check(const ata_problem *problem)
{
    if (problem->place == ATA_IN_PLACE) ATA_TRY(check_place(problem));
    ATA_TRY(check_collision(problem, ATA_END_OUT));
    return problem->place == ATA_IN_PLACE && problem->kind == ATA_C2R ? check_collision(problem, ATA_END_IN) : ATA_OK;
}
