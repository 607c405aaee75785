/* check.c - ata_problem_complete(): every check a problem has to pass, and every default but the strides' written out.
 *
 * The order matters: a check may rely on those before it, so that lengths are only multiplied once they are known to be
 * positive, and strides only looked at once the lengths are known to fit.
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problem/layout.h"
#include "problem/number.h"
#include "problem/words.h"

/* `value` is an int, not the enum, so that negative numbers are seen as such. */
static ata_status check_choice(const char *field, int value, int last, const char *accepted)
{
    return value >= 0 && value <= last ? ATA_OK : ata_fail_number(ATA_ERROR_KIND, field, value, accepted);
}

static ata_status check_choices(const ata_problem *p)
{
    ATA_TRY(check_choice("kind", (int)p->kind, ATA_REVERSE, "ATA_C2C (0) to ATA_REVERSE (12)"));
    ATA_TRY(check_choice("direction", (int)p->direction, ATA_INVERSE, "ATA_FORWARD (0) or ATA_INVERSE (1)"));
    ATA_TRY(check_choice("place", (int)p->place, ATA_IN_PLACE, "ATA_OUT_OF_PLACE (0) or ATA_IN_PLACE (1)"));
    ATA_TRY(check_choice("layout", (int)p->layout, ATA_SPLIT, "ATA_INTERLEAVED (0) or ATA_SPLIT (1)"));
    ATA_TRY(check_choice("order", (int)p->order, ATA_BIT_REVERSED, "ATA_NATURAL (0) or ATA_BIT_REVERSED (1)"));
    return check_choice("scale", (int)p->scale, ATA_SCALE_NUMBER, "ATA_SCALE_NONE (0) to ATA_SCALE_NUMBER (3)");
}

/* A number without its scale must not quietly be dropped. 1 is what a complete problem says that has none. */
static ata_status check_no_scale(const ata_problem *p)
{
    if (p->scale != ATA_SCALE_NONE || p->scale_number == 0 || p->scale_number == 1) return ATA_OK;
    char value[ATA_NUMBER_SIZE];
    ata_number_print(p->scale_number, value);
    if (p->kind == ATA_REVERSE)
        return ata_fail(ATA_ERROR_KIND, "scale_number", value, "0 for reverse",
                        "scale_number is %s, but a reversal moves numbers and multiplies none; leave it at 0", value);
    return ata_fail(ATA_ERROR_KIND, "scale_number", value, "0 or 1 unless scale is ATA_SCALE_NUMBER",
                    "scale_number is %s, but scale is ATA_SCALE_NONE; set scale to ATA_SCALE_NUMBER, or leave "
                    "scale_number at 0",
                    value);
}

static ata_status check_together(const ata_problem *p)
{
    const char *kind = ata_kind_name(p->kind);
    if (p->kind == ATA_R2C && p->direction == ATA_INVERSE)
        return ata_fail(ATA_ERROR_KIND, "direction", "ATA_INVERSE", "ATA_FORWARD for r2c",
                        "direction is inverse, but r2c is always forward; its inverse is c2r: set kind to ATA_C2R");
    if (p->layout == ATA_SPLIT && !ata_kind_complex_in(p->kind) && !ata_kind_complex_out(p->kind))
        return ata_fail(
            ATA_ERROR_KIND, "layout", "ATA_SPLIT", "ATA_INTERLEAVED for real transforms",
            "layout is split, but a %s holds only real numbers and there is nothing to split; leave layout at 0", kind);
    if (p->order == ATA_BIT_REVERSED && p->kind != ATA_C2C)
        return ata_fail(ATA_ERROR_KIND, "order", "ATA_BIT_REVERSED", "ATA_NATURAL for every kind but c2c",
                        "order is bit-reversed, but kind is %s and only c2c has that order; leave order at 0", kind);
    if (p->scale != ATA_SCALE_NONE && p->kind == ATA_REVERSE)
        return ata_fail(ATA_ERROR_KIND, "scale", "", "ATA_SCALE_NONE for reverse",
                        "scale is set, but a reversal moves numbers and multiplies none; leave scale at 0");
    ATA_TRY(check_no_scale(p));
    if (p->scale == ATA_SCALE_NUMBER && (!isfinite(p->scale_number) || p->scale_number == 0)) {
        char value[ATA_NUMBER_SIZE];
        ata_number_print(p->scale_number, value);
        return ata_fail(ATA_ERROR_KIND, "scale_number", value, "a finite number other than 0",
                        "scale_number is %s; with ATA_SCALE_NUMBER it must be a finite number other than 0", value);
    }
    const double size = fabs(p->scale_number);
    if (p->scale == ATA_SCALE_NUMBER && p->type != ATA_F64 && (size < FLT_MIN || size > FLT_MAX)) {
        char value[ATA_NUMBER_SIZE];
        ata_number_print(p->scale_number, value);
        return ata_fail(ATA_ERROR_KIND, "scale_number", value, "1.2e-38 to 3.4e38 in size, or type f64",
                        "scale_number is %s, which single precision cannot hold; use one of 1.2e-38 to 3.4e38 in size, "
                        "or set type to ATA_F64",
                        value);
    }
    return ATA_OK;
}

static ata_status check_end_type(const char *field, const char *word, ata_type type, ata_type arithmetic)
{
    if ((int)type < 0 || type > ATA_I8)
        return ata_fail_number(ATA_ERROR_TYPE, field, (int)type,
                               "ATA_F32 (1) to ATA_I8 (6), or 0 for the problem's type");
    if (type != ATA_F64 || arithmetic == ATA_F64) return ATA_OK;
    const char *name = ata_type_name(arithmetic);
    return ata_fail(
        ATA_ERROR_TYPE, field, "f64", "f32, f16, bf16, i16 or i8 unless type is f64",
        "%s is f64, but type is %s, whose arithmetic has fewer digits; set type to f64, or %s (%s= in text) to f32",
        field, name, field, word);
}

static ata_status complete_types(ata_problem *p)
{
    static const char accepted[] = "ATA_F32 (1), ATA_F64 (2), ATA_F16 (3) or ATA_BF16 (4), or 0 for f32";
    if ((int)p->type < 0 || p->type > ATA_I8) return ata_fail_number(ATA_ERROR_TYPE, "type", (int)p->type, accepted);
    if (p->type == ATA_I16 || p->type == ATA_I8) {
        const char *name = ata_type_name(p->type);
        return ata_fail(
            ATA_ERROR_TYPE, "type", name, accepted,
            "type is %s, in which no transform is computed, only stored; set type to f32 and type_in or type_out to %s "
            "(in=%s or out=%s in text)",
            name, name, name, name);
    }
    if (p->type == ATA_TYPE_DEFAULT) p->type = ATA_F32;
    ATA_TRY(check_end_type("type_in", "in", p->type_in, p->type));
    ATA_TRY(check_end_type("type_out", "out", p->type_out, p->type));
    if (p->type_in == ATA_TYPE_DEFAULT) p->type_in = p->type;
    if (p->type_out == ATA_TYPE_DEFAULT) p->type_out = p->type;
    return ATA_OK;
}

/* Whether there is such an algorithm is the planner's to say; here it is a name or nothing. */
static ata_status complete_algorithm(ata_problem *p)
{
    char name[ATA_ALGORITHM_SIZE] = {0};
    if (!ata_word_is_algorithm(p->algorithm))
        return ata_fail(ATA_ERROR_KIND, "algorithm", "", ATA_ALGORITHM_NAMES,
                        "algorithm is no name; it must be " ATA_ALGORITHM_NAMES ", such as \"locality\", or empty");
    memcpy(name, p->algorithm, strlen(p->algorithm));
    memcpy(p->algorithm, name, sizeof name); /* what lies behind it is cleared: equal problems are equal */
    return ATA_OK;
}

/* A rank forgotten at 0 must not quietly drop the dimensions that were set. */
static ata_status fail_forgotten_rank(const char *rank, const char *stands_for, const char *field, int64_t n)
{
    return ata_fail(ATA_ERROR_RANK, rank, "0", "the number of dimensions that are set",
                    "%s is 0, which stands for %s, but %s is %" PRId64 "; set %s to the number of dimensions", rank,
                    stands_for, field, n, rank);
}

static ata_status complete_ranks(ata_problem *p)
{
    if (p->rank < 0 || p->rank > ATA_MAX_RANK)
        return ata_fail_number(ATA_ERROR_RANK, "rank", p->rank, "1 to 16, or 0 for 1");
    if (p->rank == 0 && p->dim[1].n != 0) return fail_forgotten_rank("rank", "1", "dim[1].n", p->dim[1].n);
    if (p->batch_rank < 0 || p->batch_rank > ATA_MAX_BATCH_RANK)
        return ata_fail_number(ATA_ERROR_RANK, "batch_rank", p->batch_rank, "0 to 32");
    if (p->batch_rank == 0 && p->batch[0].n != 0)
        return fail_forgotten_rank("batch_rank", "no batch", "batch[0].n", p->batch[0].n);
    if (p->rank == 0) p->rank = 1;
    /* What lies behind the last dimension means nothing; cleared, equal problems are equal. */
    memset(p->dim + p->rank, 0, (size_t)(ATA_MAX_RANK - p->rank) * sizeof p->dim[0]);
    memset(p->batch + p->batch_rank, 0, (size_t)(ATA_MAX_BATCH_RANK - p->batch_rank) * sizeof p->batch[0]);
    return ATA_OK;
}

static ata_status check_lengths(const ata_problem *p)
{
    char field[ATA_FIELD_SIZE];
    for (int axis = 0; axis < ata_layout_rank(p); axis++) {
        const int64_t n = ata_layout_n(p, axis);
        const bool transformed = axis >= p->batch_rank;
        ata_layout_name_n(p, axis, field);
        if (n < 1) return ata_fail_number(ATA_ERROR_LENGTH, field, n, "1 or more");
        if (transformed && p->kind == ATA_DCT1 && n < 2)
            return ata_fail_number(ATA_ERROR_LENGTH, field, n,
                                   "2 or more for dct1, which is not defined for fewer points");
        if (transformed && p->kind == ATA_REVERSE && (n < 2 || (n & (n - 1)) != 0))
            return ata_fail_number(ATA_ERROR_LENGTH, field, n, "a power of two, 2 or more, for a reversal");
        if (transformed && p->order == ATA_BIT_REVERSED && (n & (n - 1)) != 0)
            return ata_fail_number(ATA_ERROR_LENGTH, field, n, "a power of two for a bit-reversed order");
    }
    return ATA_OK;
}

/* The elements of one end, all together, must fit into a memory. */
static ata_status check_size(const ata_problem *p, ata_end end)
{
    int64_t bytes = ata_layout_element_bytes(p, end);
    for (int axis = ata_layout_rank(p) - 1; axis >= 0; axis--) {
        if (!__builtin_mul_overflow(bytes, ata_layout_count(p, end, axis), &bytes) && bytes <= ATA_LAYOUT_BYTES_MAX)
            continue;
        char field[ATA_FIELD_SIZE], value[24];
        ata_layout_name_n(p, axis, field);
        snprintf(value, sizeof value, "%" PRId64, ata_layout_n(p, axis));
        return ata_fail(
            ATA_ERROR_OVERFLOW, field, value, "lengths whose arrays stay within 2^47 bytes",
            "%s is %s: with it the %s would take more than 2^47 bytes, which no memory holds; use smaller lengths",
            field, value, end == ATA_END_IN ? "input" : "output");
    }
    return ATA_OK;
}

static void complete_direction(ata_problem *p)
{
    if (p->kind == ATA_C2R) p->direction = ATA_INVERSE;
    if (p->kind <= ATA_C2R || p->direction == ATA_FORWARD) return;
    p->direction = ATA_FORWARD;
    switch (p->kind) {
    case ATA_DCT2: p->kind = ATA_DCT3; break;
    case ATA_DCT3: p->kind = ATA_DCT2; break;
    case ATA_DST2: p->kind = ATA_DST3; break;
    case ATA_DST3: p->kind = ATA_DST2; break;
    default: break; /* the others undo themselves */
    }
}

static void complete_scale(ata_problem *p)
{
    double length = 1;
    for (int d = 0; d < p->rank; d++) length *= (double)ata_kind_logical_length(p->kind, p->dim[d].n);
    if (p->scale == ATA_SCALE_NONE) p->scale_number = 1;
    if (p->scale == ATA_SCALE_N) p->scale_number = 1 / length;
    if (p->scale == ATA_SCALE_SQRT) p->scale_number = 1 / sqrt(length);
}

ata_status ata_problem_complete(const ata_problem *problem, ata_problem *complete)
{
    if (!problem) return ata_fail_null("problem", "the problem to be checked");
    ata_problem full = *problem;
    ATA_TRY(check_choices(&full));
    ATA_TRY(check_together(&full));
    ATA_TRY(complete_types(&full));
    ATA_TRY(complete_algorithm(&full));
    ATA_TRY(complete_ranks(&full));
    ATA_TRY(check_lengths(&full));
    ATA_TRY(check_size(&full, ATA_END_IN));
    ATA_TRY(check_size(&full, ATA_END_OUT));
    complete_direction(&full);
    complete_scale(&full);
    ATA_TRY(ata_layout_complete(&full));
    ATA_TRY(ata_layout_check(&full));
    if (complete) *complete = full;
    return ATA_OK;
}
