/* options.c - the options of a problem's text, as rows of one table: in any order, each at most once. */
#include <stdio.h>
#include <string.h>

#include "problem/number.h"
#include "problem/words.h"

/* An option reads its value, the text behind its name, which is the rest of the word. */
typedef struct option {
    const char *name; /* ends in = when a value follows */
    ata_status (*read)(const struct option *option, const ata_word *w, ata_problem *problem);
    const char *accepted;
} option;

static const char *value_of(const option *o, const ata_word *w, size_t *length)
{
    *length = w->length - strlen(o->name);
    return w->at + strlen(o->name);
}

static ata_status read_inverse(const option *o, const ata_word *w, ata_problem *problem)
{
    (void)o, (void)w;
    problem->direction = ATA_INVERSE;
    return ATA_OK;
}

static ata_status read_inplace(const option *o, const ata_word *w, ata_problem *problem)
{
    (void)o, (void)w;
    problem->place = ATA_IN_PLACE;
    return ATA_OK;
}

static ata_status read_split(const option *o, const ata_word *w, ata_problem *problem)
{
    (void)o, (void)w;
    problem->layout = ATA_SPLIT;
    return ATA_OK;
}

static ata_status read_order(const option *o, const ata_word *w, ata_problem *problem)
{
    size_t length;
    const char *value = value_of(o, w, &length);
    if (ata_word_is(value, length, "natural")) problem->order = ATA_NATURAL;
    else if (ata_word_is(value, length, "bitrev")) problem->order = ATA_BIT_REVERSED;
    else return ata_word_fail("order", w, o->accepted);
    return ATA_OK;
}

static ata_status read_scale(const option *o, const ata_word *w, ata_problem *problem)
{
    size_t length;
    const char *value = value_of(o, w, &length);
    if (ata_word_is(value, length, "none")) problem->scale = ATA_SCALE_NONE;
    else if (ata_word_is(value, length, "n")) problem->scale = ATA_SCALE_N;
    else if (ata_word_is(value, length, "sqrt")) problem->scale = ATA_SCALE_SQRT;
    else if (ata_number_parse(value, length, &problem->scale_number)) problem->scale = ATA_SCALE_NUMBER;
    else return ata_word_fail("scale", w, o->accepted);
    return ATA_OK;
}

static ata_status read_end_type(const option *o, const ata_word *w, ata_problem *problem)
{
    const bool in = o->name[0] == 'i';
    size_t length;
    const char *value = value_of(o, w, &length);
    if (ata_word_find_type(value, length, in ? &problem->type_in : &problem->type_out)) return ATA_OK;
    return ata_fail(ATA_ERROR_TYPE, in ? "type_in" : "type_out", w->quote, o->accepted,
                    "\"%s\" names no type that is known; it must be %s", w->quote, o->accepted);
}

static ata_status read_algorithm(const option *o, const ata_word *w, ata_problem *problem)
{
    size_t length;
    const char *value = value_of(o, w, &length);
    char name[ATA_ALGORITHM_SIZE];
    ata_cursor cursor = {value, value};
    if (ata_cursor_take_name(&cursor, name, sizeof name) != length || length == 0)
        return ata_word_fail("algorithm", w, o->accepted);
    memcpy(problem->algorithm, name, length + 1);
    return ATA_OK;
}

static ata_status fail_stride_count(const option *o, const ata_word *w, int count, int rank)
{
    const bool batch = o->name[1] == 'd';
    char field[16], accepted[64];
    snprintf(field, sizeof field, "%.*s", (int)strlen(o->name) - 1, o->name);
    if (rank == 0)
        return ata_fail(
            ATA_ERROR_RANK, field, w->quote, "none without a batch",
            "\"%s\" gives distances of a batch, but there is none; leave it out, or write the batch behind the shape: "
            "4096*10",
            w->quote);
    snprintf(accepted, sizeof accepted, "%d, one for each dimension of the %s", rank, batch ? "batch" : "shape");
    return ata_fail(ATA_ERROR_RANK, field, w->quote, accepted, "\"%s\" gives %d strides; there must be %s", w->quote,
                    count, accepted);
}

/* istride=, ostride=, idist= and odist=: the first letter says which end, the second s or d whether of the shape or the
 * batch. */
static ata_status read_strides(const option *o, const ata_word *w, ata_problem *problem)
{
    const bool in = o->name[0] == 'i', batch = o->name[1] == 'd';
    ata_dim *dim = batch ? problem->batch : problem->dim;
    const int rank = batch ? problem->batch_rank : problem->rank;
    ata_cursor cursor = {w->at, w->at + strlen(o->name)};
    int count = 0;
    do {
        char field[32];
        snprintf(field, sizeof field, "%s[%d].stride_%s", batch ? "batch" : "dim", count, in ? "in" : "out");
        int64_t stride = 0;
        const ata_found result = ata_word_take_number(&cursor, &stride);
        if (result == ATA_FOUND_NONE) return ata_word_fail(field, w, o->accepted);
        if (result == ATA_FOUND_TOO_LARGE) return ata_word_fail_too_large(field, w);
        if (count < rank && stride == 0 && dim[count].n > 1)
            return ata_fail(
                ATA_ERROR_STRIDE, field, "0", "a number other than 0",
                "%s is 0 in \"%s\", which would put all elements into one place; leave the option out for the default",
                field, w->quote);
        if (count < rank) *(in ? &dim[count].stride_in : &dim[count].stride_out) = stride;
        count++;
    } while (ata_cursor_take(&cursor, ","));
    if (cursor.at != w->at + w->length) return ata_word_fail("strides", w, o->accepted);
    if (count == rank) return ATA_OK;
    return fail_stride_count(o, w, count, rank);
}

#define STRIDES "whole numbers joined by commas, one for each dimension"
#define END_TYPES "f32, f64, f16, bf16, i16 or i8"
#define OPTIONS "inverse, inplace, split, order=, scale=, in=, out=, istride=, ostride=, idist=, odist= or algo="

static const option options[] = {
    {"inverse", read_inverse, NULL},
    {"inplace", read_inplace, NULL},
    {"split", read_split, NULL},
    {"order=", read_order, "order=natural or order=bitrev"},
    {"scale=", read_scale, "scale=none, scale=n, scale=sqrt or a finite number such as scale=0.5"},
    {"in=", read_end_type, END_TYPES},
    {"out=", read_end_type, END_TYPES},
    {"istride=", read_strides, STRIDES},
    {"ostride=", read_strides, STRIDES},
    {"idist=", read_strides, STRIDES},
    {"odist=", read_strides, STRIDES},
    {"algo=", read_algorithm, "algo= and a name: " ATA_ALGORITHM_NAMES},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

/* Which option a word is: an index, or OPTION_COUNT. */
static int find_option(const ata_word *w)
{
    int i = 0;
    for (; i < OPTION_COUNT; i++) {
        const size_t length = strlen(options[i].name);
        const bool valued = options[i].name[length - 1] == '=';
        if (valued ? w->length >= length && memcmp(w->at, options[i].name, length) == 0
                   : ata_word_is(w->at, w->length, options[i].name))
            break;
    }
    return i;
}

bool ata_problem_has_option(const ata_word *word)
{
    return find_option(word) < OPTION_COUNT;
}

ata_status ata_problem_read_options(ata_cursor *cursor, ata_problem *problem)
{
    unsigned seen = 0;
    for (ata_word w = ata_word_take(cursor); w.length > 0; w = ata_word_take(cursor)) {
        const int i = find_option(&w);
        ata_kind kind;
        ata_type type;
        if (i == OPTION_COUNT && (ata_word_find_kind(&w, &kind) || ata_word_find_type(w.at, w.length, &type)))
            return ata_fail(ATA_ERROR_SYNTAX, "text", w.quote, OPTIONS,
                            "\"%s\" stands behind the shape; the kind and then the type come before it: c2c f64 4096",
                            w.quote);
        if (i == OPTION_COUNT) return ata_word_fail("option", &w, OPTIONS);
        if (seen & 1u << i)
            return ata_fail(ATA_ERROR_SYNTAX, "option", w.quote, "each option at most once",
                            "\"%s\" gives an option for the second time; leave one of them out", w.quote);
        seen |= 1u << i;
        ATA_TRY(options[i].read(&options[i], &w, problem));
    }
    return ATA_OK;
}
