/* text.h - text written into a caller's buffer and read from a caller's string, without allocating.
 *
 * Writing works as snprintf does: the length goes on being counted when the buffer is full, so that one function serves
 * both to measure and to write. Reading is a cursor over a string, with the few tokens that problems and recipes are
 * made of.
 */
#ifndef ATA_CORE_TEXT_H
#define ATA_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ata_text {
    char *buffer; /* may be NULL when size is 0 */
    size_t size;
    size_t length; /* of the whole text, whether it fitted or not */
} ata_text;

/* Append to a text; the buffer always ends in a zero if its size is not 0. */
void ata_text_print(ata_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct ata_cursor {
    const char *start;
    const char *at;
} ata_cursor;

/* Skip blanks (spaces and tabs). */
void ata_cursor_skip_blanks(ata_cursor *cursor);

/* Whether the whole string has been read. */
bool ata_cursor_at_end(const ata_cursor *cursor);

/* Take `word` if it comes next; returns whether it did. */
bool ata_cursor_take(ata_cursor *cursor, const char *word);

/* Take a decimal integer with an optional sign: false when there is none, or when it does not fit 64 bits; the cursor
 * then stays where it was. */
bool ata_cursor_take_int(ata_cursor *cursor, int64_t *number);

/* Take a name: a letter, then letters, digits and dashes. Returns its length; 0 for none, or when it does not fit. */
size_t ata_cursor_take_name(ata_cursor *cursor, char *name, size_t size);

#endif
