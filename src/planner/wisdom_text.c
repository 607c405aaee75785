/* wisdom_text.c - a list of wisdom as a file's text, and back; the format is drawn in wisdom.h.
 *
 * Everything is compared exactly and there is one way to write each thing, so that a file that is accepted is, byte for
 * byte, what writing its entries makes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "core/memory.h"
#include "core/text.h"
#include "planner/wisdom.h"
#include "planner/wisdom_list.h"

#define MAGIC "atalanta wisdom "
#define VERSION 1

enum { CHECK_LENGTH = 23, DECIMALS = 12 }; /* of "check", a blank, 16 digits and a new line */

const char *ata_wisdom_text_blame(const char *text, size_t length)
{
    if (length == 0) return "is empty";
    if (length >= ATA_WISDOM_TEXT_MAX) return "is longer than 16383 characters";
    if (text[0] == ' ' || text[length - 1] == ' ') return "begins or ends with a blank";
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '|') return "holds a '|', which separates the parts of an entry";
        if ((unsigned char)text[i] < ' ' || text[i] == 127) return "holds a control character";
    }
    return NULL;
}

/* --- Writing ----------------------------------------------------------------------------------------------------- */

static void print_entries(const ata_wisdom_list *list, ata_text *text)
{
    ata_text_print(text, MAGIC "%d\n", VERSION);
    for (size_t i = 0; i < list->count; i++) {
        const ata_wisdom_entry *entry = &list->entries[i];
        ata_text_print(text, "%s | %s | %" PRId64 ".%012" PRId64 "\n", entry->key, entry->recipe,
                       entry->picoseconds / ATA_WISDOM_PICOSECONDS, entry->picoseconds % ATA_WISDOM_PICOSECONDS);
    }
}

static void print_check(char line[CHECK_LENGTH + 1], const char *bytes, size_t size)
{
    snprintf(line, CHECK_LENGTH + 1, "check %016" PRIx64 "\n", ata_hash_add(ATA_HASH_START, bytes, size));
}

ata_status ata_wisdom_text_print(const ata_wisdom_list *list, char **bytes, size_t *size)
{
    ata_text measure = {NULL, 0, 0};
    print_entries(list, &measure);
    const size_t whole = measure.length + CHECK_LENGTH;
    if (whole > ATA_WISDOM_FILE_MAX) {
        char value[32];
        snprintf(value, sizeof value, "%zu", whole);
        return ata_fail(
            ATA_ERROR_FILE, "wisdom", value, "a text of 64 MiB or less",
            "the wisdom takes %zu bytes as text, and files of more than 64 MiB are not read; store a smaller one",
            whole);
    }
    void *memory;
    ATA_TRY(ata_memory_create(&memory, whole + 1, 1, "the text of a wisdom"));
    ata_text text = {memory, whole + 1, 0};
    print_entries(list, &text);
    print_check(text.buffer + text.length, text.buffer, text.length);
    *bytes = text.buffer;
    *size = whole;
    return ATA_OK;
}

/* --- Reading ----------------------------------------------------------------------------------------------------- */

typedef struct reader {
    const char *path;
    const char *at;   /* the line to be read */
    const char *end;  /* of it, where its new line stands */
    const char *past; /* behind the last line */
    size_t line;      /* counted from 1 */
} reader;

static ata_status fail_line(const reader *r, const char *what, const char *accepted)
{
    return ata_fail(ATA_ERROR_FORMAT, "path", r->path, accepted,
                    "\"%.300s\", line %zu: %s; the file is damaged or not a wisdom file: make it anew or remove it",
                    r->path, r->line, what);
}

/* Go to the next line; its new line is known to be there. */
static void next_line(reader *r)
{
    r->at = r->line ? r->end + 1 : r->at;
    r->end = memchr(r->at, '\n', (size_t)(r->past - r->at));
    r->line++;
}

static ata_status check_first_line(const reader *r)
{
    const size_t length = (size_t)(r->end - r->at), magic = strlen(MAGIC);
    const size_t digits = length > magic ? strspn(r->at + magic, "0123456789") : 0;
    if (length < magic || memcmp(r->at, MAGIC, magic) != 0 || digits == 0 || digits != length - magic ||
        r->at[magic] == '0')
        return fail_line(r, "it does not begin with \"" MAGIC "1\"", "a wisdom file");
    if (digits == 1 && r->at[magic] == '0' + VERSION) return ATA_OK;
    return ata_fail(
        ATA_ERROR_FORMAT, "path", r->path, "version 1",
        "\"%.300s\", line 1: version %.*s of wisdom files is newer than this library, which reads version %d; use a "
        "newer library or make the file anew",
        r->path, digits < 20 ? (int)digits : 20, r->at + magic, VERSION);
}

/* The last line, which stands for every byte before it. */
static ata_status check_last_line(reader *r, const char *bytes, size_t size)
{
    char check[CHECK_LENGTH + 1];
    const char *last = size >= CHECK_LENGTH ? bytes + size - CHECK_LENGTH : bytes;
    for (const char *at = bytes; at < last; at++) r->line += *at == '\n';
    if (size < CHECK_LENGTH || memcmp(last, "check ", 6) != 0 || (last > bytes && last[-1] != '\n'))
        return fail_line(r, "the last line is not \"check\" and 16 digits, so that something is missing",
                         "a whole file");
    print_check(check, bytes, (size_t)(last - bytes));
    if (memcmp(last, check, CHECK_LENGTH) != 0)
        return fail_line(r, "the check does not fit what stands before it", "a file as it was written");
    r->past = last;
    return ATA_OK;
}

/* Seconds as they are written: digits without leading zeros, a point, twelve decimals. */
static bool parse_seconds(const char *text, size_t length, int64_t *picoseconds)
{
    const size_t whole = strspn(text, "0123456789");
    if (whole == 0 || whole > 7 || (whole > 1 && text[0] == '0')) return false;
    if (length != whole + 1 + DECIMALS || text[whole] != '.') return false;
    if (strspn(text + whole + 1, "0123456789") < DECIMALS) return false;
    int64_t before = 0, behind = 0; /* the point */
    for (size_t i = 0; i < whole; i++) before = 10 * before + (text[i] - '0');
    for (size_t i = whole + 1; i < length; i++) behind = 10 * behind + (text[i] - '0');
    if (before > ATA_WISDOM_SECONDS_MAX || (before == ATA_WISDOM_SECONDS_MAX && behind > 0)) return false;
    *picoseconds = before * ATA_WISDOM_PICOSECONDS + behind;
    return true;
}

/* The '|' that ends a part, with a blank at each side; NULL when there is none on this line. */
static const char *find_bar(const char *at, const char *end)
{
    const char *bar = memchr(at, '|', (size_t)(end - at));
    return bar && bar > at && bar[-1] == ' ' && bar + 1 < end && bar[1] == ' ' ? bar : NULL;
}

static ata_status check_part(const reader *r, const char *name, const char *text, size_t length)
{
    const char *blame = ata_wisdom_text_blame(text, length);
    if (!blame) return ATA_OK;
    char what[96];
    snprintf(what, sizeof what, "the %s %s", name, blame);
    return fail_line(r, what, "printable text without '|' and without blanks at its ends");
}

static ata_status parse_entry(const reader *r, ata_wisdom_list *list)
{
    const char *first = find_bar(r->at, r->end), *second = first ? find_bar(first + 2, r->end) : NULL;
    if (!second) return fail_line(r, "it is not KEY | RECIPE | SECONDS", "KEY | RECIPE | SECONDS");
    const char *key = r->at, *recipe = first + 2, *seconds = second + 2;
    const size_t key_length = (size_t)(first - 1 - key), recipe_length = (size_t)(second - 1 - recipe);
    ATA_TRY(check_part(r, "key", key, key_length));
    ATA_TRY(check_part(r, "recipe", recipe, recipe_length));
    int64_t picoseconds;
    if (!parse_seconds(seconds, (size_t)(r->end - seconds), &picoseconds))
        return fail_line(r, "the seconds are not a number from 0 to 1000000 with 12 decimals",
                         "such as 0.000012345678");
    ATA_TRY(ata_wisdom_list_insert(list, list->count, key, key_length, recipe, recipe_length, picoseconds));
    if (list->count > 1 && strcmp(list->entries[list->count - 2].key, list->entries[list->count - 1].key) >= 0)
        return fail_line(r, "its key stands twice or is not in order", "keys in order, each once");
    return ATA_OK;
}

static ata_status parse_lines(reader *r, ata_wisdom_list *list, const char *bytes, size_t size)
{
    const char *zero = memchr(bytes, '\0', size);
    if (zero) {
        for (const char *at = bytes; at < zero; at++) r->line += *at == '\n';
        r->line++;
        return fail_line(r, "it holds a zero byte", "text");
    }
    if (size == 0 || bytes[size - 1] != '\n') {
        r->line = 1;
        for (const char *at = bytes; at < bytes + size; at++) r->line += *at == '\n';
        return fail_line(r, "the last line is cut", "a whole file");
    }
    next_line(r);
    ATA_TRY(check_first_line(r));
    ATA_TRY(check_last_line(r, bytes, size));
    r->line = 1;
    while (r->end + 1 < r->past) {
        next_line(r);
        ATA_TRY(parse_entry(r, list));
    }
    return ATA_OK;
}

ata_status ata_wisdom_text_parse(ata_wisdom_list *list, const char *path, const char *bytes, size_t size)
{
    reader r = {path, bytes, NULL, bytes + size, 0};
    const ata_status status = parse_lines(&r, list, bytes, size);
    if (status != ATA_OK) ata_wisdom_list_fini(list);
    return status;
}
