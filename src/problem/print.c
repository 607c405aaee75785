/* print.c - a problem as the shortest text of the grammar that means the same.
 *
 * What is usual is left out. For strides, which have their defaults by a rule, "usual" is found by trying: of the four
 * lists (istride, ostride, idist, odist) the fewest characters are printed from which completion brings back all the
 * others.
 */
#include <inttypes.h>

#include "problem/layout.h"
#include "problem/number.h"
#include "problem/words.h"

/* Lists as bits: bit 0 says at which end, bit 1 whether of the batch. */
enum { LIST_COUNT = 4 };
static const char *const list_names[LIST_COUNT] = {"istride", "ostride", "idist", "odist"};

static int list_rank(const ata_problem *problem, int list)
{
    return list & 2 ? problem->batch_rank : problem->rank;
}

static int64_t *list_stride(ata_problem *problem, int list, int i)
{
    ata_dim *dim = list & 2 ? &problem->batch[i] : &problem->dim[i];
    return list & 1 ? &dim->stride_out : &dim->stride_in;
}

static void print_lists(const ata_problem *problem, unsigned chosen, ata_text *text)
{
    ata_problem copy = *problem;
    for (int list = 0; list < LIST_COUNT; list++) {
        if (!(chosen & 1u << list)) continue;
        ata_text_print(text, " %s=", list_names[list]);
        for (int i = 0; i < list_rank(&copy, list); i++)
            ata_text_print(text, "%s%" PRId64, i ? "," : "", *list_stride(&copy, list, i));
    }
}

static bool has_same_strides(const ata_problem *a, const ata_problem *b)
{
    for (int axis = 0; axis < ata_layout_rank(a); axis++) {
        if (ata_layout_stride(a, ATA_END_IN, axis) != ata_layout_stride(b, ATA_END_IN, axis)) return false;
        if (ata_layout_stride(a, ATA_END_OUT, axis) != ata_layout_stride(b, ATA_END_OUT, axis)) return false;
    }
    return true;
}

/* Whether the lists chosen are enough to bring back the others of a complete problem. */
static bool is_enough(const ata_problem *complete, unsigned chosen)
{
    ata_problem trial = *complete;
    for (int list = 0; list < LIST_COUNT; list++) {
        if (chosen & 1u << list) continue;
        for (int i = 0; i < list_rank(&trial, list); i++) *list_stride(&trial, list, i) = 0;
    }
    return ata_layout_complete(&trial) == ATA_OK && has_same_strides(&trial, complete);
}

static unsigned choose_lists(const ata_problem *complete)
{
    unsigned best = (1u << LIST_COUNT) - 1;
    size_t best_length = SIZE_MAX;
    for (unsigned chosen = 0; chosen < 1u << LIST_COUNT; chosen++) {
        if (complete->batch_rank == 0 && chosen >= 1u << 2) break; /* an empty list has no text */
        ata_text measure = {NULL, 0, 0};
        print_lists(complete, chosen, &measure);
        if (measure.length >= best_length || !is_enough(complete, chosen)) continue;
        best = chosen;
        best_length = measure.length;
    }
    return best;
}

/* The lists of a problem that is not valid: those in which anything was set. */
static unsigned choose_lists_set(const ata_problem *problem)
{
    ata_problem copy = *problem;
    unsigned chosen = 0;
    for (int list = 0; list < LIST_COUNT; list++)
        for (int i = 0; i < list_rank(&copy, list); i++)
            if (*list_stride(&copy, list, i) != 0) chosen |= 1u << list;
    return chosen;
}

static void print_lengths(const ata_dim *dim, int rank, ata_text *text)
{
    for (int d = 0; d < rank; d++) ata_text_print(text, "%s%" PRId64, d ? "x" : "", dim[d].n);
}

/* A type's name, or its number where it has none. */
static void print_type(const char *before, ata_type type, ata_text *text)
{
    const char *name = ata_type_name(type);
    if (name) ata_text_print(text, "%s%s", before, name);
    else ata_text_print(text, "%s?%d", before, (int)type);
}

static void print_head(const ata_problem *problem, ata_text *text)
{
    const char *kind = ata_kind_name(problem->kind);
    if (kind) ata_text_print(text, "%s", kind);
    else ata_text_print(text, "?%d", (int)problem->kind);
    if (problem->type != ATA_TYPE_DEFAULT && problem->type != ATA_F32) print_type(" ", problem->type, text);
    ata_text_print(text, " ");
    print_lengths(problem->dim, problem->rank, text);
    if (problem->batch_rank > 0) ata_text_print(text, "*");
    print_lengths(problem->batch, problem->batch_rank, text);
}

static void print_scale(const ata_problem *problem, ata_text *text)
{
    static const char *const words[] = {[ATA_SCALE_N] = "n", [ATA_SCALE_SQRT] = "sqrt"};
    char number[ATA_NUMBER_SIZE];
    switch (problem->scale) {
    case ATA_SCALE_NONE: break;
    case ATA_SCALE_N:
    case ATA_SCALE_SQRT: ata_text_print(text, " scale=%s", words[problem->scale]); break;
    case ATA_SCALE_NUMBER:
        ata_number_print(problem->scale_number, number);
        ata_text_print(text, " scale=%s", number);
        break;
    default: ata_text_print(text, " scale=?%d", (int)problem->scale);
    }
}

/* A choice between the usual, which is left out, and one other; anything else is shown by its number. */
static void print_choice(int value, const char *word, ata_text *text)
{
    if (value == 1) ata_text_print(text, " %s", word);
    else if (value != 0) ata_text_print(text, " %s?%d", word, value);
}

static void print_options(const ata_problem *problem, ata_text *text)
{
    const ata_type type = problem->type == ATA_TYPE_DEFAULT ? ATA_F32 : problem->type;
    const bool always_inverse = problem->kind == ATA_C2R && problem->direction == ATA_INVERSE;
    if (!always_inverse) print_choice((int)problem->direction, "inverse", text);
    print_choice((int)problem->place, "inplace", text);
    print_choice((int)problem->layout, "split", text);
    print_choice((int)problem->order, "order=bitrev", text);
    print_scale(problem, text);
    if (problem->type_in != ATA_TYPE_DEFAULT && problem->type_in != type) print_type(" in=", problem->type_in, text);
    if (problem->type_out != ATA_TYPE_DEFAULT && problem->type_out != type)
        print_type(" out=", problem->type_out, text);
}

static void print_algorithm(const ata_problem *problem, ata_text *text)
{
    if (!problem->algorithm[0]) return;
    ata_text_print(text, " algo=%s", ata_word_is_algorithm(problem->algorithm) ? problem->algorithm : "?");
}

/* Ranks that stay within the arrays, whatever the problem says. */
static void limit_ranks(ata_problem *problem)
{
    if (problem->rank < 1) problem->rank = 1;
    if (problem->rank > ATA_MAX_RANK) problem->rank = ATA_MAX_RANK;
    if (problem->batch_rank < 0) problem->batch_rank = 0;
    if (problem->batch_rank > ATA_MAX_BATCH_RANK) problem->batch_rank = ATA_MAX_BATCH_RANK;
}

void ata_problem_write(const ata_problem *problem, ata_text *text)
{
    const ata_error before = *ata_error_last();
    ata_problem shown = *problem, complete;
    limit_ranks(&shown);
    print_head(&shown, text);
    print_options(&shown, text);
    if (ata_problem_complete(problem, &complete) == ATA_OK) print_lists(&complete, choose_lists(&complete), text);
    else print_lists(&shown, choose_lists_set(&shown), text);
    print_algorithm(&shown, text);
    /* Trying may have failed on the way, which is no error of the caller's: put back the one that stood there. */
    ata_error_restore(&before);
}
