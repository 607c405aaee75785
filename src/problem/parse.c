/* parse.c - reading a problem's text; the grammar stands in atalanta.h at ata_problem_parse().
 *
 * The text is a row of words. The first ones are, in this order, the kind, the type and the shape, of which only the
 * shape has to be there; then come options, which options.c reads.
 */
#include <stdio.h>
#include <string.h>

#include "problem/words.h"

#define KINDS "c2c, r2c, c2r, dct1 to dct4, dst1 to dst4, dht, reverse"
#define TYPES "f32, f64, f16, bf16"
#define SHAPES "a shape such as 4096, 2^12 or 256x256*10"

/* Lengths joined by x, into dim[0..]; `name` is what the row is called in the problem. */
static ata_status read_lengths(ata_cursor *cursor, const ata_word *w, const char *name, ata_dim *dim, int max,
                               int *rank)
{
    *rank = 0;
    do {
        char field[24];
        snprintf(field, sizeof field, "%s[%d].n", name, *rank);
        int64_t n = 0;
        const ata_found result = ata_word_take_number(cursor, &n);
        if (result == ATA_FOUND_NONE)
            return ata_word_fail("shape", w, "lengths joined by x, such as 4096, 2^12 or 256x256*10");
        if (result == ATA_FOUND_TOO_LARGE) return ata_word_fail_too_large(field, w);
        if (n < 1) return ata_fail_number(ATA_ERROR_LENGTH, field, n, "1 or more");
        if (*rank == max) {
            const char *what = strcmp(name, "dim") == 0 ? "SHAPE" : "BATCH";
            return ata_fail(ATA_ERROR_RANK, "shape", w->quote, max == ATA_MAX_RANK ? "16 or fewer" : "32 or fewer",
                            "%s in \"%s\" has more than %d dimensions; join some of them or leave some out", what,
                            w->quote, max);
        }
        dim[(*rank)++].n = n;
    } while (ata_cursor_take(cursor, "x"));
    return ATA_OK;
}

static ata_status read_shape(const ata_word *w, ata_problem *problem)
{
    ata_cursor cursor = {w->at, w->at};
    ATA_TRY(read_lengths(&cursor, w, "dim", problem->dim, ATA_MAX_RANK, &problem->rank));
    if (ata_cursor_take(&cursor, "*"))
        ATA_TRY(read_lengths(&cursor, w, "batch", problem->batch, ATA_MAX_BATCH_RANK, &problem->batch_rank));
    if (cursor.at != w->at + w->length)
        return ata_word_fail("shape", w, "lengths joined by x, then perhaps * and the batch, such as 256x256*10");
    return ATA_OK;
}

/* Whether a word begins as a shape does; what is wrong with the rest of it is read_shape's to say. */
static bool looks_like_shape(const ata_word *w)
{
    const char *at = w->at;
    if (*at == '-' || *at == '+') at++;
    return *at >= '0' && *at <= '9';
}

/* A word that stands where the shape, or something allowed before it, should be. */
static ata_status fail_before_shape(const ata_word *w, bool kind_read, bool type_read)
{
    ata_kind kind;
    if (w->length == 0)
        return ata_fail(ATA_ERROR_SYNTAX, "shape", "", SHAPES, "the text has no shape; write %s", SHAPES);
    if (ata_problem_has_option(w))
        return ata_fail(ATA_ERROR_SYNTAX, "shape", w->quote, SHAPES,
                        "\"%s\" is an option and stands before the shape; write the shape first: c2c 4096 %s", w->quote,
                        w->quote);
    if (ata_word_find_kind(w, &kind) && (kind_read || type_read))
        return ata_fail(
            ATA_ERROR_SYNTAX, "kind", w->quote, SHAPES,
            "\"%s\" stands where the shape should be; the kind is written once, before the type: c2c f64 4096",
            w->quote);
    if (type_read) return ata_word_fail("shape", w, SHAPES);
    if (kind_read)
        return ata_fail(ATA_ERROR_TYPE, "type", w->quote, TYPES ", or " SHAPES,
                        "\"%s\" is neither a type nor a shape; the types are " TYPES
                        ", and a shape is like 4096 or 256x256*10",
                        w->quote);
    return ata_fail(ATA_ERROR_KIND, "kind", w->quote, KINDS "; " TYPES "; or a shape such as 4096",
                    "\"%s\" is neither a kind nor a type nor a shape; the kinds are " KINDS "; the types are " TYPES
                    "; a shape is like 4096 or 256x256*10",
                    w->quote);
}

ata_status ata_problem_read(ata_problem *problem, const char *text)
{
    if (!problem) return ata_fail_null("problem", "where the problem is to be written");
    if (!text) return ata_fail_null("text", "a problem such as \"c2c 4096\"");
    ata_problem result = {.kind = ATA_C2C};
    ata_cursor cursor = {text, text};
    ata_word w = ata_word_take(&cursor);
    const bool kind_read = ata_word_find_kind(&w, &result.kind);
    if (kind_read) w = ata_word_take(&cursor);
    const bool type_read = ata_word_find_type(w.at, w.length, &result.type);
    if (type_read && (result.type == ATA_I16 || result.type == ATA_I8))
        return ata_fail(
            ATA_ERROR_TYPE, "type", w.quote, TYPES,
            "type is %s, in which no transform is computed, only stored; write in=%s or out=%s behind the shape",
            w.quote, w.quote, w.quote);
    if (type_read) w = ata_word_take(&cursor);
    if (!looks_like_shape(&w)) return fail_before_shape(&w, kind_read, type_read);
    ATA_TRY(read_shape(&w, &result));
    ATA_TRY(ata_problem_read_options(&cursor, &result));
    *problem = result;
    return ATA_OK;
}
