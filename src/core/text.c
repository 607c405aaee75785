/* text.c - bounded writing and token reading. */
#include "core/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ata_text_print(ata_text *text, const char *format, ...)
{
    const bool room = text->length < text->size;
    va_list arguments;
    va_start(arguments, format);
    const int written =
        vsnprintf(room ? text->buffer + text->length : NULL, room ? text->size - text->length : 0, format, arguments);
    va_end(arguments);
    if (written > 0) text->length += (size_t)written;
}

void ata_cursor_skip_blanks(ata_cursor *cursor)
{
    while (*cursor->at == ' ' || *cursor->at == '\t') cursor->at++;
}

bool ata_cursor_at_end(const ata_cursor *cursor)
{
    return *cursor->at == '\0';
}

bool ata_cursor_take(ata_cursor *cursor, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(cursor->at, word, length) != 0) return false;
    cursor->at += length;
    return true;
}

bool ata_cursor_take_int(ata_cursor *cursor, int64_t *number)
{
    const char *at = cursor->at;
    const bool negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if (!isdigit((unsigned char)*at)) return false;
    int64_t value = 0;
    for (; isdigit((unsigned char)*at); at++) {
        const int digit = *at - '0';
        if (__builtin_mul_overflow(value, 10, &value)) return false;
        if (__builtin_add_overflow(value, negative ? -digit : digit, &value)) return false;
    }
    *number = value;
    cursor->at = at;
    return true;
}

size_t ata_cursor_take_name(ata_cursor *cursor, char *name, size_t size)
{
    const char *at = cursor->at;
    if (!isalpha((unsigned char)*at)) return 0;
    while (isalnum((unsigned char)*at) || *at == '-') at++;
    const size_t length = (size_t)(at - cursor->at);
    if (length >= size) return 0;
    memcpy(name, cursor->at, length);
    name[length] = '\0';
    cursor->at = at;
    return length;
}
