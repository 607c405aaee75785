/* words.h - the words of a problem's text, and the names and numbers they are made of; used inside the problem room
 * only. */
#ifndef ATA_PROBLEM_WORDS_H
#define ATA_PROBLEM_WORDS_H

#include "problem/problem.h"

enum { ATA_QUOTE_SIZE = 64 };

typedef struct ata_word {
    const char *at;
    size_t length;
    char quote[ATA_QUOTE_SIZE]; /* for messages: cut if long, and without characters that would spoil a terminal */
} ata_word;

/* Take the next word, up to a blank; its length is 0 at the end of the text. */
ata_word ata_word_take(ata_cursor *cursor);

/* Whether `length` characters of `text` are this name. */
bool ata_word_is(const char *text, size_t length, const char *name);

/* The kind or type of that name; false, and nothing written, where there is none. */
bool ata_word_find_kind(const ata_word *word, ata_kind *kind);
bool ata_word_find_type(const char *text, size_t length, ata_type *type);

typedef enum ata_found { ATA_FOUND_NUMBER, ATA_FOUND_NONE, ATA_FOUND_TOO_LARGE } ata_found;

/* Take 4096, -4096 or 2^12; a sign stands before the whole power. */
ata_found ata_word_take_number(ata_cursor *cursor, int64_t *number);

/* Whether this is what an algorithm may be called, or empty; and that in words. */
#define ATA_ALGORITHM_NAMES "a letter, then letters, digits and dashes, 23 at the most"
bool ata_word_is_algorithm(const char name[ATA_ALGORITHM_SIZE]);

/* "FIELD is "WORD"; it must be ACCEPTED", and the same for a number in a word that does not fit 64 bits. */
ata_status ata_word_fail(const char *field, const ata_word *word, const char *accepted);
ata_status ata_word_fail_too_large(const char *field, const ata_word *word);

/* Read the options behind the shape, up to the end of the text; the shape has been read into `problem`. */
ata_status ata_problem_read_options(ata_cursor *cursor, ata_problem *problem);
/* Whether a word is an option. */
bool ata_problem_has_option(const ata_word *word);

#endif
