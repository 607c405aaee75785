/* text.c - recipes written as text and read back.
 *
 *     recipe := sweep (blanks sweep)*
 *     sweep  := '{' [word (blanks word)* ':'] member (',' member)* '}'                              a pass for each DIM
 *             | '{' ('reverse' | 'unshuffle' | 'transpose') ':' DIM '(' LENGTH ')' '}'                   a reordering
 *     member := DIM '(' step ')' | DIM '(' COUNT ',' RADIX ',' STRIDE ',' SPAN ',' ('tw' | 'no-tw') ')'     notation.h
 *     word   := 'dif' | 'dit' | 'geometry' | 'turned' | 'plain' | 'lines=' COUNT
 *     step   := RADIX | NAME ':' LENGTH '(' step (',' step)* ')'
 *     DIM    := X | Y | Z | D4 | D5 ...
 */
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "recipe/notation.h"
#include "recipe/recipe.h"

static const char *const form_names[ATA_FORM_COUNT] = {
    [ATA_FORM_DIF] = "dif", [ATA_FORM_DIT] = "dit", [ATA_FORM_GEOMETRY] = "geometry"}; /* natural has none */

enum { MAX_LINES = 1 << 14 }; /* of a tile */

/* --- Writing ---------------------------------------------------------------------------------------------------- */

void ata_dim_write(int dim, int rank, ata_text *text)
{
    const int from_last = rank - 1 - dim;
    if (from_last < 3) ata_text_print(text, "%c", "XYZ"[from_last]);
    else ata_text_print(text, "D%d", from_last + 1);
}

static void write_step(const ata_step *step, ata_text *text)
{
    if (step->op == ATA_OP_RADIX) {
        ata_text_print(text, "%lld", (long long)step->n);
        return;
    }
    ata_text_print(text, "%s:%lld(", ata_op_name(step->op), (long long)step->n);
    for (int s = 1; s < step->span; s += step[s].span) {
        if (s > 1) ata_text_print(text, ", ");
        write_step(step + s, text);
    }
    ata_text_print(text, ")");
}

/* How many steps stand along the dimension of pass p before it. */
static int count_before(const ata_recipe *recipe, int p)
{
    int count = 0;
    for (int q = 0; q < p; q++) {
        const ata_step *step = recipe->steps.step + recipe->pass[q].first;
        for (int s = 0; recipe->pass[q].dim == recipe->pass[p].dim && s < recipe->pass[q].count; s += step[s].span)
            count++;
    }
    return count;
}

/* With `full`, stages are written with all that follows from their places. */
static void write_pass(const ata_recipe *recipe, int p, int rank, bool full, ata_text *text)
{
    const ata_pass *pass = &recipe->pass[p];
    const ata_step *step = recipe->steps.step + pass->first;
    int index = count_before(recipe, p);
    for (int s = 0; s < pass->count; s += step[s].span, index++) {
        ata_claim claim;
        if (s > 0 || pass->joined) ata_text_print(text, ", ");
        ata_dim_write(pass->dim, rank, text);
        ata_text_print(text, "(");
        if (full && step[s].op == ATA_OP_RADIX && ata_claim_find(recipe, pass->dim, index, &claim))
            ata_text_print(text, "%lld, %lld, %lld, %lld, %s", (long long)claim.count, (long long)claim.radix,
                           (long long)claim.stride, (long long)claim.span, claim.twiddled ? "tw" : "no-tw");
        else write_step(step + s, text);
        ata_text_print(text, ")");
    }
}

/* The words in front of a sweep, if it has any. */
static void write_words(const ata_pass *pass, ata_text *text)
{
    const char *const word[] = {form_names[pass->form], pass->turned ? "turned" : NULL, pass->plain ? "plain" : NULL};
    const char *between = "";
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        if (!word[i]) continue;
        ata_text_print(text, "%s%s", between, word[i]);
        between = " ";
    }
    if (pass->lines > 0) ata_text_print(text, "%slines=%d", between, pass->lines);
    if (*between || pass->lines > 0) ata_text_print(text, ": ");
}

static void write_reorder(const ata_pass *pass, int rank, ata_text *text)
{
    ata_text_print(text, "{%s: ", ata_reorder_name(pass->reorder));
    ata_dim_write(pass->dim, rank, text);
    ata_text_print(text, "(%lld)}", (long long)pass->reorder_n);
}

static void write_sweep(const ata_recipe *recipe, int p, int rank, bool full, ata_text *text)
{
    if (recipe->pass[p].reorder != ATA_REORDER_NONE) {
        write_reorder(&recipe->pass[p], rank, text);
        return;
    }
    ata_text_print(text, "{");
    write_words(&recipe->pass[p], text);
    for (const int end = ata_recipe_sweep_end(recipe, p); p < end; p++) write_pass(recipe, p, rank, full, text);
    ata_text_print(text, "}");
}

void ata_sweep_write(const ata_recipe *recipe, int p, int rank, ata_text *text)
{
    write_sweep(recipe, p, rank, false, text);
}

void ata_sweep_write_full(const ata_recipe *recipe, int p, int rank, ata_text *text)
{
    write_sweep(recipe, p, rank, true, text);
}

void ata_recipe_write(const ata_recipe *recipe, int rank, ata_text *text)
{
    for (int p = 0; p < recipe->pass_count; p = ata_recipe_sweep_end(recipe, p)) {
        if (p > 0) ata_text_print(text, " ");
        ata_sweep_write(recipe, p, rank, text);
    }
}

/* --- Reading ---------------------------------------------------------------------------------------------------- */

enum { MAX_DEPTH = 16 }; /* of steps that wrap steps: text from outside must not exhaust the stack */

static ata_status complain(const ata_cursor *cursor, const char *expected)
{
    char value[48];
    snprintf(value, sizeof value, "%.40s", cursor->at);
    return ata_fail(ATA_ERROR_SYNTAX, "recipe", value, expected, "recipe: expected %s at character %d, found \"%s\"",
                    expected, (int)(cursor->at - cursor->start) + 1, value);
}

static ata_status expect(ata_cursor *cursor, const char *word, const char *expected)
{
    ata_cursor_skip_blanks(cursor);
    return ata_cursor_take(cursor, word) ? ATA_OK : complain(cursor, expected);
}

static ata_status read_length(ata_cursor *cursor, int64_t *n)
{
    ata_cursor_skip_blanks(cursor);
    const ata_cursor before = *cursor;
    if (ata_cursor_take_int(cursor, n) && *n >= 1) return ATA_OK;
    return complain(&before, "a length of 1 or more");
}

static ata_status read_op(ata_cursor *cursor, ata_op *op)
{
    char name[24];
    const ata_cursor before = *cursor;
    if (ata_cursor_take_name(cursor, name, sizeof name))
        for (int i = 0; i < ATA_OP_COUNT; i++)
            if (ata_op_name((ata_op)i) && strcmp(name, ata_op_name((ata_op)i)) == 0) {
                *op = (ata_op)i;
                return ATA_OK;
            }
    return complain(&before, "a radix or the name of an algorithm");
}

static ata_status read_step(ata_cursor *cursor, ata_steps *steps, int depth)
{
    ata_cursor_skip_blanks(cursor);
    int64_t n;
    ata_op op = ATA_OP_RADIX;
    const bool wraps = !(*cursor->at >= '0' && *cursor->at <= '9');
    if (wraps) {
        ATA_TRY(read_op(cursor, &op));
        ATA_TRY(expect(cursor, ":", "\":\" and a length"));
    }
    ATA_TRY(read_length(cursor, &n));
    const int index = ata_steps_add(steps, op, n);
    if (index < 0) return complain(cursor, "fewer steps");
    if (!wraps) return ATA_OK;
    if (depth == MAX_DEPTH) return complain(cursor, "fewer steps inside each other");
    ATA_TRY(expect(cursor, "(", "\"(\""));
    do {
        ATA_TRY(read_step(cursor, steps, depth + 1));
        ata_cursor_skip_blanks(cursor);
    } while (ata_cursor_take(cursor, ","));
    ata_steps_close(steps, index);
    return expect(cursor, ")", "\",\" or \")\"");
}

static ata_status read_dim(ata_cursor *cursor, int rank, int *dim)
{
    ata_cursor_skip_blanks(cursor);
    const ata_cursor before = *cursor;
    int64_t number = 0;
    if (ata_cursor_take(cursor, "X")) number = 1;
    else if (ata_cursor_take(cursor, "Y")) number = 2;
    else if (ata_cursor_take(cursor, "Z")) number = 3;
    else if (ata_cursor_take(cursor, "D")) {
        if (!ata_cursor_take_int(cursor, &number) || number < 4) number = 0;
    }
    if (number < 1 || number > rank) return complain(&before, "a dimension of the problem: X, Y, Z, D4 ...");
    *dim = rank - (int)number;
    return ATA_OK;
}

/* The steps between two braces, by dimension: those along different ones may be told in any order. */
typedef struct sweep {
    int count;
    int dim[ATA_MAX_RANK];
    ata_steps steps[ATA_MAX_RANK];
} sweep;

/* What is read: the sweep at hand, and all claims. Too large for the stack of some threads. */
typedef struct notes {
    sweep all;
    ata_claims claims;
} notes;

static ata_steps *steps_along(sweep *all, int dim)
{
    for (int i = 0; i < all->count; i++)
        if (all->dim[i] == dim) return &all->steps[i];
    all->dim[all->count] = dim;
    all->steps[all->count].count = 0;
    return &all->steps[all->count++];
}

static ata_status read_twiddled(ata_cursor *cursor, bool *twiddled)
{
    ata_cursor_skip_blanks(cursor);
    /* The last is a minus sign of Unicode's, as it is printed. */
    *twiddled = !ata_cursor_take(cursor, "no-") && !ata_cursor_take(cursor, "no\xe2\x88\x92");
    return ata_cursor_take(cursor, "tw") ? ATA_OK : complain(cursor, "tw or no-tw");
}

/* What follows a count and a comma: the radix, which is the step, and more claims. */
static ata_status read_claim(ata_cursor *cursor, int dim, int64_t count, ata_steps *steps, ata_claims *claims)
{
    ata_claim claim = {.dim = dim, .index = claims->along[dim], .count = count};
    ATA_TRY(read_length(cursor, &claim.radix));
    ATA_TRY(expect(cursor, ",", "\",\" and the stride"));
    ATA_TRY(read_length(cursor, &claim.stride));
    ATA_TRY(expect(cursor, ",", "\",\" and the span"));
    ATA_TRY(read_length(cursor, &claim.span));
    ATA_TRY(expect(cursor, ",", "\",\" and tw or no-tw"));
    ATA_TRY(read_twiddled(cursor, &claim.twiddled));
    if (claims->count == ATA_MAX_STEPS || ata_steps_add(steps, ATA_OP_RADIX, claim.radix) < 0)
        return complain(cursor, "fewer steps");
    claims->claim[claims->count++] = claim;
    return ATA_OK;
}

/* What stands between the brackets behind a dimension. */
static ata_status read_member(ata_cursor *cursor, int dim, ata_steps *steps, ata_claims *claims)
{
    ata_cursor ahead = *cursor;
    int64_t count;
    ata_cursor_skip_blanks(&ahead);
    const bool number = ata_cursor_take_int(&ahead, &count);
    ata_cursor_skip_blanks(&ahead);
    if (!number || !ata_cursor_take(&ahead, ",")) return read_step(cursor, steps, 0);
    *cursor = ahead;
    return read_claim(cursor, dim, count, steps, claims);
}

static ata_status read_steps(ata_cursor *cursor, int rank, sweep *all, ata_claims *claims)
{
    do {
        int dim = -1;
        ATA_TRY(read_dim(cursor, rank, &dim));
        ATA_TRY(expect(cursor, "(", "\"(\""));
        ATA_TRY(read_member(cursor, dim, steps_along(all, dim), claims));
        ATA_TRY(expect(cursor, ")", "\")\""));
        claims->along[dim]++;
        ata_cursor_skip_blanks(cursor);
    } while (ata_cursor_take(cursor, ","));
    return expect(cursor, "}", "\",\" or \"}\"");
}

/* Take one of the words in front of a sweep; `how` collects them. */
static ata_status read_word(ata_cursor *cursor, ata_pass *how)
{
    char name[16];
    const ata_cursor before = *cursor;
    if (!ata_cursor_take_name(cursor, name, sizeof name)) name[0] = 0;
    const bool formed = how->form != ATA_FORM_NATURAL || how->reorder != ATA_REORDER_NONE;
    for (int form = 0; form < ATA_FORM_COUNT; form++)
        if (form_names[form] && strcmp(name, form_names[form]) == 0) {
            how->form = (ata_form)form;
            return formed ? complain(&before, "one form or one reordering") : ATA_OK;
        }
    for (int reorder = 0; reorder < ATA_REORDER_COUNT; reorder++)
        if (ata_reorder_name((ata_reorder)reorder) && strcmp(name, ata_reorder_name((ata_reorder)reorder)) == 0) {
            how->reorder = (ata_reorder)reorder;
            return formed ? complain(&before, "one form or one reordering") : ATA_OK;
        }
    int64_t lines;
    if ((strcmp(name, "turned") == 0 && how->turned) || (strcmp(name, "plain") == 0 && how->plain) ||
        (strcmp(name, "lines") == 0 && how->lines > 0))
        return complain(&before, "each word once");
    if (strcmp(name, "turned") == 0) how->turned = true;
    else if (strcmp(name, "plain") == 0) how->plain = true;
    else if (strcmp(name, "lines") == 0 && ata_cursor_take(cursor, "=") && ata_cursor_take_int(cursor, &lines) &&
             lines >= 1 && lines <= MAX_LINES)
        how->lines = (int)lines;
    else return complain(&before, "dif, dit, geometry, turned, plain, lines=COUNT, reverse, unshuffle or transpose");
    return ATA_OK;
}

/* The words in front of a sweep, if there are any: then a colon comes before any bracket. */
static ata_status read_words(ata_cursor *cursor, ata_pass *how)
{
    *how = (ata_pass){.form = ATA_FORM_NATURAL};
    if (cursor->at[strcspn(cursor->at, ":(}")] != ':') return ATA_OK;
    do {
        ata_cursor_skip_blanks(cursor);
        ATA_TRY(read_word(cursor, how));
        ata_cursor_skip_blanks(cursor);
    } while (!ata_cursor_take(cursor, ":"));
    return ATA_OK;
}

static ata_status read_reorder(ata_cursor *cursor, int rank, ata_reorder reorder, ata_recipe *recipe)
{
    int dim = -1;
    int64_t n;
    ATA_TRY(read_dim(cursor, rank, &dim));
    ATA_TRY(expect(cursor, "(", "\"(\""));
    ATA_TRY(read_length(cursor, &n));
    ATA_TRY(expect(cursor, ")", "\")\""));
    ATA_TRY(expect(cursor, "}", "\"}\""));
    return ata_recipe_add_reorder(recipe, reorder, dim, n);
}

static ata_status read_sweep(ata_cursor *cursor, int rank, ata_recipe *recipe, notes *read)
{
    ata_pass how;
    sweep *all = &read->all;
    all->count = 0;
    ATA_TRY(expect(cursor, "{", "\"{\""));
    ATA_TRY(read_words(cursor, &how));
    if (how.reorder != ATA_REORDER_NONE && (how.turned || how.plain || how.lines > 0))
        return complain(cursor, "no other word in front of a reordering");
    if (how.reorder != ATA_REORDER_NONE) return read_reorder(cursor, rank, how.reorder, recipe);
    ATA_TRY(read_steps(cursor, rank, all, &read->claims));
    for (int i = 0; i < all->count; i++) {
        ATA_TRY(i == 0 ? ata_recipe_add_pass(recipe, how.form, all->dim[i], &all->steps[i])
                       : ata_recipe_join_pass(recipe, how.form, all->dim[i], &all->steps[i]));
        ata_pass *pass = &recipe->pass[recipe->pass_count - 1];
        pass->turned = how.turned;
        pass->plain = how.plain;
        pass->lines = how.lines;
    }
    return ATA_OK;
}

static ata_status read_sweeps(ata_cursor *cursor, int rank, ata_recipe *recipe, notes *read)
{
    read->claims.count = 0;
    memset(read->claims.along, 0, sizeof read->claims.along);
    do {
        ATA_TRY(read_sweep(cursor, rank, recipe, read));
        ata_cursor_skip_blanks(cursor);
    } while (!ata_cursor_at_end(cursor));
    return ata_claims_check(&read->claims, recipe, rank);
}

ata_status ata_recipe_read(ata_recipe *recipe, int rank, const char *text)
{
    ata_cursor cursor = {text, text};
    void *read;
    *recipe = (ata_recipe){0};
    ATA_TRY(ata_memory_create(&read, 1, sizeof(notes), "a recipe that is read"));
    const ata_status status = read_sweeps(&cursor, rank, recipe, read);
    ata_memory_destroy(read);
    return status;
}
