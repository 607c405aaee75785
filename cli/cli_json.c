/* cli_json.c - JSON lines: one object a line, made of text, numbers, and now and then a list.
 *
 * Text is escaped as RFC 8259 asks. Bytes that are not UTF-8 (a file name may hold any) become U+FFFD, so that a line
 * is always valid whatever it quotes.
 */
#include <math.h>
#include <string.h>

#include "cli/cli.h"

/* Length of the UTF-8 sequence that begins here, or 0 if none does. */
static int utf8_length(const unsigned char *s)
{
    static const unsigned lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (s[0] < 0x80) return 1;
    const int length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
    if (length == 0 || s[0] > 0xf4) return 0;
    unsigned code = s[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0; /* also stops at the terminating zero */
        code = code << 6 | (s[i] & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= lowest[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

static void write_escaped(FILE *file, unsigned char c)
{
    switch (c) {
    case '"': fputs("\\\"", file); break;
    case '\\': fputs("\\\\", file); break;
    case '\n': fputs("\\n", file); break;
    case '\r': fputs("\\r", file); break;
    case '\t': fputs("\\t", file); break;
    default:
        if (c < 0x20 || c == 0x7f) {
            fprintf(file, "\\u%04x", c);
        } else {
            fputc(c, file);
        }
    }
}

static void write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const int length = utf8_length(s);
        if (length == 0) {
            fputs("\\ufffd", file);
            s++;
        } else if (length == 1) {
            write_escaped(file, *s++);
        } else {
            fwrite(s, 1, (size_t)length, file);
            s += length;
        }
    }
    fputc('"', file);
}

static void write_key(cli_json *json, const char *key)
{
    if (!json->first) fputs(", ", json->file);
    json->first = false;
    if (!key) return;
    write_text(json->file, key);
    fputs(": ", json->file);
}

void cli_json_begin(cli_json *json, FILE *file)
{
    *json = (cli_json){.file = file, .first = true};
    fputc('{', file);
}

void cli_json_text(cli_json *json, const char *key, const char *value)
{
    write_key(json, key);
    if (value) {
        write_text(json->file, value);
    } else {
        fputs("null", json->file);
    }
}

void cli_json_int(cli_json *json, const char *key, int64_t value)
{
    write_key(json, key);
    fprintf(json->file, "%lld", (long long)value);
}

/* Ten digits: more than any measurement has. The decimal point is a point, as the program never calls setlocale. */
void cli_json_number(cli_json *json, const char *key, double value)
{
    write_key(json, key);
    if (isfinite(value)) {
        fprintf(json->file, "%.10g", value);
    } else {
        fputs("null", json->file);
    }
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    write_key(json, key);
    fputs(value ? "true" : "false", json->file);
}

static void open_bracket(cli_json *json, const char *key, char bracket)
{
    write_key(json, key);
    fputc(bracket, json->file);
    json->first = true;
}

static void close_bracket(cli_json *json, char bracket)
{
    fputc(bracket, json->file);
    json->first = false;
}

void cli_json_list_begin(cli_json *json, const char *key)
{
    open_bracket(json, key, '[');
}

void cli_json_list_end(cli_json *json)
{
    close_bracket(json, ']');
}

void cli_json_object_begin(cli_json *json, const char *key)
{
    open_bracket(json, key, '{');
}

void cli_json_object_end(cli_json *json)
{
    close_bracket(json, '}');
}

void cli_json_end(cli_json *json)
{
    fputs("}\n", json->file);
}
