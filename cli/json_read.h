/* json_read.h - one line of JSON, checked as a whole and then looked into.
 *
 * Values are not copied or converted before they are asked for: a json_value is the stretch of text that it takes.
 */
#ifndef ATALANTA_CLI_JSON_READ_H
#define ATALANTA_CLI_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json_value {
    const char *begin, *end; /* without blanks around; both NULL when there is none */
} json_value;

/* Is this text one JSON object (RFC 8259) and nothing else? NULL, and the object; or what is wrong with it, and with
 * object->begin where. */
const char *json_read_object(const char *text, json_value *object);

/* The value of a key of an object that was read; the first, should there be several. False when there is none, or when
 * it is null. */
bool json_read_member(json_value object, const char *key, json_value *value);

/* Text, as UTF-8 that ends in a zero and is cut to `size` bytes. False when the value is none. */
bool json_read_text(json_value value, char *text, size_t size);

/* A number. False when the value is none. */
bool json_read_number(json_value value, double *number);

#endif
