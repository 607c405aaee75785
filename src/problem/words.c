/* words.c - cutting a problem's text into words, and finding names and numbers in them. */
#include "problem/words.h"

#include <string.h>

static bool is_blank_or_end(char c)
{
    return c == ' ' || c == '\t' || c == '\0';
}

ata_word ata_word_take(ata_cursor *cursor)
{
    ata_cursor_skip_blanks(cursor);
    ata_word word = {.at = cursor->at};
    while (!is_blank_or_end(*cursor->at)) cursor->at++;
    word.length = (size_t)(cursor->at - word.at);
    const size_t shown = word.length < ATA_QUOTE_SIZE ? word.length : ATA_QUOTE_SIZE - 4;
    for (size_t i = 0; i < shown; i++) {
        const char c = word.at[i];
        word.quote[i] = (char)(c > ' ' && c <= '~' ? c : '?');
    }
    if (shown < word.length) memcpy(word.quote + shown, "...", 3);
    return word;
}

bool ata_word_is(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

bool ata_word_find_kind(const ata_word *word, ata_kind *kind)
{
    for (int k = ATA_C2C; k <= ATA_REVERSE; k++) {
        if (!ata_word_is(word->at, word->length, ata_kind_name((ata_kind)k))) continue;
        *kind = (ata_kind)k;
        return true;
    }
    return false;
}

bool ata_word_find_type(const char *text, size_t length, ata_type *type)
{
    for (int t = ATA_F32; t <= ATA_I8; t++) {
        if (!ata_word_is(text, length, ata_type_name((ata_type)t))) continue;
        *type = (ata_type)t;
        return true;
    }
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

ata_found ata_word_take_number(ata_cursor *cursor, int64_t *number)
{
    const char *at = cursor->at;
    const bool negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if (!is_digit(*at)) return ATA_FOUND_NONE;
    int64_t base = 0, exponent = 1; /* base is kept negative, of which there is one more than positive ones */
    bool fits = true;
    for (; is_digit(*at); at++)
        fits = fits && !__builtin_mul_overflow(base, 10, &base) && !__builtin_sub_overflow(base, *at - '0', &base);
    if (*at == '^') {
        if (!is_digit(*++at)) return ATA_FOUND_NONE;
        exponent = 0;
        for (; is_digit(*at); at++) exponent = exponent > 1000 ? exponent : exponent * 10 + (*at - '0');
    }
    int64_t value = exponent == 0 ? -1 : base;
    for (int64_t i = 1; fits && i < exponent && base < -1; i++)
        fits = base != INT64_MIN && !__builtin_mul_overflow(value, -base, &value);
    if (!fits || (!negative && value == INT64_MIN)) return ATA_FOUND_TOO_LARGE;
    *number = negative ? value : -value;
    cursor->at = at;
    return ATA_FOUND_NUMBER;
}

bool ata_word_is_algorithm(const char name[ATA_ALGORITHM_SIZE])
{
    char taken[ATA_ALGORITHM_SIZE];
    ata_cursor cursor = {name, name};
    if (!memchr(name, '\0', ATA_ALGORITHM_SIZE)) return false;
    ata_cursor_take_name(&cursor, taken, sizeof taken);
    return ata_cursor_at_end(&cursor);
}

ata_status ata_word_fail(const char *field, const ata_word *word, const char *accepted)
{
    return ata_fail(ATA_ERROR_SYNTAX, field, word->quote, accepted, "%s is \"%s\"; it must be %s", field, word->quote,
                    accepted);
}

ata_status ata_word_fail_too_large(const char *field, const ata_word *word)
{
    return ata_fail(ATA_ERROR_OVERFLOW, field, word->quote, "a number of 64 bits",
                    "%s in \"%s\" does not fit 64 bits; use a smaller number", field, word->quote);
}
