/* json_read.c - a reader of JSON by recursive descent, which skips what it is not asked for. */
#include "cli/json_read.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

/* Each of these moves *at behind what it read; they return NULL, or what is wrong at *at. */
static const char *skip_value(const char **at, int depth);

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

static const char *skip_text(const char **at)
{
    for (++*at; **at != '"'; ++*at) {
        const unsigned char c = (unsigned char)**at;
        if (c == '\0') return "a text does not end";
        if (c < 0x20) return "a text holds a control character";
        if (c != '\\') continue;
        ++*at;
        if (**at == 'u') {
            for (int i = 0; i < 4; i++) {
                if (!isxdigit((unsigned char)(*at)[1])) return "\\u lacks four hexadecimal digits";
                ++*at;
            }
        } else if (**at == '\0' || !strchr("\"\\/bfnrt", **at)) {
            return "an unknown escape in a text";
        }
    }
    ++*at;
    return NULL;
}

static const char *skip_digits(const char **at)
{
    const size_t count = strspn(*at, "0123456789");
    *at += count;
    return count ? NULL : "a digit is missing";
}

static const char *skip_number(const char **at)
{
    if (**at == '-') ++*at;
    const bool zero = **at == '0';
    const char *begin = *at;
    if (skip_digits(at)) return "a value is missing";
    if (zero && *at - begin > 1) return "a number begins with a zero";
    if (**at == '.') {
        ++*at;
        if (skip_digits(at)) return "a number ends in its point";
    }
    if (**at == 'e' || **at == 'E') {
        ++*at;
        if (**at == '+' || **at == '-') ++*at;
        return skip_digits(at);
    }
    return NULL;
}

/* What an object and a list have in common: members between brackets, with commas between them. */
static const char *skip_members(const char **at, char close, int depth)
{
    ++*at;
    skip_blanks(at);
    if (**at == close) {
        ++*at;
        return NULL;
    }
    for (;;) {
        if (close == '}') {
            if (**at != '"') return "a key is missing";
            const char *fault = skip_text(at);
            if (fault) return fault;
            skip_blanks(at);
            if (**at != ':') return "a colon is missing";
            ++*at;
        }
        const char *fault = skip_value(at, depth + 1);
        if (fault) return fault;
        const char found = **at;
        if (found != ',' && found != close) return found ? "a comma is missing" : "it ends before its brackets do";
        ++*at;
        if (found == close) return NULL;
        skip_blanks(at);
    }
}

/* With the blanks around it. */
static const char *skip_value(const char **at, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    if (depth > DEPTH_MAX) return "its brackets lie too deep";
    skip_blanks(at);
    const char *fault = NULL;
    switch (**at) {
    case '{': fault = skip_members(at, '}', depth); break;
    case '[': fault = skip_members(at, ']', depth); break;
    case '"': fault = skip_text(at); break;
    default:
        for (int i = 0; i < 3; i++) {
            const size_t length = strlen(words[i]);
            if (strncmp(*at, words[i], length) != 0) continue;
            *at += length;
            skip_blanks(at);
            return NULL;
        }
        fault = skip_number(at);
    }
    if (!fault) skip_blanks(at);
    return fault;
}

const char *json_read_object(const char *text, json_value *object)
{
    const char *at = text;
    skip_blanks(&at);
    const char *begin = at;
    const char *fault = *at == '{' ? skip_value(&at, 0) : "it does not begin with {";
    if (!fault && *at != '\0') fault = "something follows the object";
    *object = fault ? (json_value){at, at} : (json_value){begin, at};
    return fault;
}

/* The text without its quotes equals the key; keys with escapes are nobody's. */
static bool is_key(const char *begin, const char *end, const char *key)
{
    const size_t length = strlen(key);
    return (size_t)(end - begin) == length + 2 && memcmp(begin + 1, key, length) == 0;
}

bool json_read_member(json_value object, const char *key, json_value *value)
{
    *value = (json_value){NULL, NULL};
    const char *at = object.begin;
    if (!at || *at != '{') return false;
    ++at;
    skip_blanks(&at);
    while (*at == '"') {
        const char *name = at;
        skip_text(&at);
        const bool found = is_key(name, at, key);
        at += strcspn(at, ":") + 1;
        skip_blanks(&at);
        const char *begin = at;
        skip_value(&at, 0);
        const char *end = at;
        while (end > begin && strchr(" \t\r\n", end[-1])) end--;
        if (found) {
            *value = (json_value){begin, end};
            return *begin != 'n'; /* null */
        }
        if (*at != ',') break;
        ++at;
        skip_blanks(&at);
    }
    return false;
}

/* A code point as UTF-8; returns its bytes. */
static size_t put_utf8(uint32_t code, char bytes[4])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    const size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    bytes[0] = (char)(lead[more] | code >> (6 * more));
    for (size_t i = 1; i <= more; i++) bytes[i] = (char)(0x80 | (code >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

static uint32_t read_hexadecimal(const char *digits)
{
    const char four[5] = {digits[0], digits[1], digits[2], digits[3], '\0'};
    return (uint32_t)strtoul(four, NULL, 16);
}

/* \uXXXX, and two of them where they make a pair of surrogates; half a pair becomes U+FFFD. */
static uint32_t read_code(const char **at)
{
    const uint32_t first = read_hexadecimal(*at + 1);
    *at += 5;
    if (first < 0xd800 || first > 0xdfff) return first;
    if (first < 0xdc00 && (*at)[0] == '\\' && (*at)[1] == 'u') {
        const uint32_t second = read_hexadecimal(*at + 2);
        if (second >= 0xdc00 && second <= 0xdfff) {
            *at += 6;
            return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        }
    }
    return 0xfffd;
}

bool json_read_text(json_value value, char *text, size_t size)
{
    if (!value.begin || *value.begin != '"') return false;
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    size_t length = 0;
    for (const char *at = value.begin + 1; at < value.end - 1;) {
        char bytes[4] = {*at};
        size_t count = 1;
        if (*at != '\\') {
            at++;
        } else if (*++at == 'u') {
            count = put_utf8(read_code(&at), bytes);
        } else {
            const char *letter = strchr(letters, *at);
            bytes[0] = letter ? meant[letter - letters] : *at;
            at++;
        }
        if (length + count >= size) break;
        memcpy(text + length, bytes, count);
        length += count;
    }
    text[length] = '\0';
    return true;
}

bool json_read_number(json_value value, double *number)
{
    if (!value.begin || !(*value.begin == '-' || isdigit((unsigned char)*value.begin))) return false;
    *number = strtod(value.begin, NULL);
    return true;
}
