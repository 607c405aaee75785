/* file_npy_header.c - the header of an NPY file, read strictly and written.
 *
 *     offset  0  "\x93NUMPY"
 *             6  major version (1, 2 or 3), minor version (0)
 *             8  length of the text: 2 bytes in version 1, 4 bytes in versions 2 and 3, least byte first
 *       10 / 12  {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }   then blanks and a new line
 *                the data follows at once
 *
 * The text is a Python dictionary, but only this one shape of it is ever written: three keys, each once. Anything
 * else is refused with the byte where it stands.
 */
#include "cli/file.h"

#include <stdio.h>
#include <string.h>

/* Longer headers belong to tables of many named columns, which are no signals. */
enum { HEADER_LIMIT = 65536 };

typedef struct cursor {
    const unsigned char *bytes;
    size_t at, end;
    file_fault *fault;
} cursor;

static void skip_blanks(cursor *text)
{
    while (text->at < text->end && (text->bytes[text->at] == ' ' || text->bytes[text->at] == '\t')) text->at++;
}

static bool next_is(const cursor *text, char wanted)
{
    return text->at < text->end && text->bytes[text->at] == (unsigned char)wanted;
}

static bool expect(cursor *text, char wanted)
{
    skip_blanks(text);
    if (!next_is(text, wanted))
        return file_refuse(text->fault, "the NPY header is damaged: '%c' was expected at byte %zu", wanted, text->at);
    text->at++;
    return true;
}

/* A string in either kind of quotes, without escapes; none of the strings that may stand here needs one. */
static bool parse_string(cursor *text, char *to, size_t size)
{
    skip_blanks(text);
    const char quote = next_is(text, '"') ? '"' : '\'';
    if (!expect(text, quote)) return false;
    size_t length = 0;
    while (text->at < text->end && text->bytes[text->at] != (unsigned char)quote) {
        const unsigned char c = text->bytes[text->at];
        if (length + 1 >= size || c < 32 || c > 126 || c == '\\')
            return file_refuse(text->fault,
                               "the NPY header is damaged: the text at byte %zu is none that belongs there", text->at);
        to[length++] = (char)c;
        text->at++;
    }
    to[length] = 0;
    return expect(text, quote);
}

static bool parse_word(cursor *text, const char *word)
{
    const size_t length = strlen(word);
    if (text->end - text->at < length || memcmp(text->bytes + text->at, word, length) != 0) return false;
    text->at += length;
    return true;
}

static bool parse_order(cursor *text, file_npy_header *header)
{
    skip_blanks(text);
    header->fortran_order = next_is(text, 'T');
    if (parse_word(text, header->fortran_order ? "True" : "False")) return true;
    return file_refuse(text->fault, "the NPY header is damaged: fortran_order at byte %zu is neither True nor False",
                       text->at);
}

static bool parse_length(cursor *text, int64_t *length)
{
    const size_t start = text->at;
    int64_t number = 0;
    while (text->at < text->end && text->bytes[text->at] >= '0' && text->bytes[text->at] <= '9') {
        const int digit = text->bytes[text->at] - '0';
        if (__builtin_mul_overflow(number, (int64_t)10, &number) ||
            __builtin_add_overflow(number, (int64_t)digit, &number))
            return file_refuse(text->fault, "the NPY header gives a length at byte %zu that is beyond 64 bits", start);
        text->at++;
    }
    if (text->at == start)
        return file_refuse(text->fault, "the NPY header is damaged: a length was expected at byte %zu", start);
    if (next_is(text, 'L')) text->at++; /* Python 2 wrote 3L for 3 */
    *length = number;
    return true;
}

static bool parse_shape(cursor *text, file_npy_header *header)
{
    if (!expect(text, '(')) return false;
    header->rank = 0;
    header->count = 1;
    for (;;) {
        skip_blanks(text);
        if (next_is(text, ')')) break;
        if (header->rank == FILE_MAX_RANK)
            return file_refuse(text->fault,
                               "the NPY array has more than %d dimensions; that many is the most there can be",
                               FILE_MAX_RANK);
        int64_t *length = &header->shape[header->rank++];
        if (!parse_length(text, length)) return false;
        if (__builtin_mul_overflow(header->count, *length, &header->count))
            return file_refuse(text->fault, "the NPY header gives a shape of more elements than 64 bits can count");
        skip_blanks(text);
        if (next_is(text, ')') && header->rank > 1) break;
        if (!expect(text, ',')) return false; /* also after a single length: "(3)" is a number in Python and no shape */
    }
    text->at++;
    return true;
}

/* '<f4': byte order, kind, bytes. The order may be missing or '|' for single bytes, and '=' for this machine's. */
static bool parse_descr(cursor *text, file_npy_header *header)
{
    char descr[16] = "";
    skip_blanks(text);
    if (next_is(text, '['))
        return file_refuse(text->fault,
                           "the NPY file is a table of named columns; save one column of it as a plain array");
    if (!parse_string(text, descr, sizeof descr)) return false;
    static const struct {
        const char *name;
        char kind;
        int size;
    } known[] = {{"b1", 'b', 1}, {"i1", 'i', 1}, {"u1", 'u', 1}, {"i2", 'i', 2},  {"u2", 'u', 2},
                 {"i4", 'i', 4}, {"u4", 'u', 4}, {"i8", 'i', 8}, {"u8", 'u', 8},  {"f2", 'f', 2},
                 {"f4", 'f', 4}, {"f8", 'f', 8}, {"c8", 'c', 8}, {"c16", 'c', 16}};
    const bool ordered = descr[0] && strchr("<>|=", descr[0]);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(descr + ordered, known[i].name) != 0) continue;
        if (known[i].size > 1 && (!ordered || descr[0] == '|')) break;
        header->kind = known[i].kind;
        header->size = known[i].size;
        const bool native_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
        header->big_endian = descr[0] == '>' || (descr[0] == '=' && native_big);
        snprintf(header->descr, sizeof header->descr, "%s", descr);
        return true;
    }
    return file_refuse(text->fault,
                       "the NPY file holds '%s'; it must hold float16, float32, float64, complex64, complex128, "
                       "an integer type or bool",
                       descr);
}

static bool parse_item(cursor *text, file_npy_header *header, unsigned *seen)
{
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    char key[16];
    const size_t at = text->at;
    if (!parse_string(text, key, sizeof key)) return false;
    int which = 0;
    while (which < 3 && strcmp(key, keys[which]) != 0) which++;
    if (which == 3)
        return file_refuse(text->fault, "the NPY header is damaged: it has a key '%s' at byte %zu", key, at);
    if (*seen & 1u << which) return file_refuse(text->fault, "the NPY header is damaged: it says %s twice", key);
    *seen |= 1u << which;
    if (!expect(text, ':')) return false;
    return which == 0 ? parse_descr(text, header) : which == 1 ? parse_order(text, header) : parse_shape(text, header);
}

static bool parse_dictionary(cursor *text, file_npy_header *header)
{
    unsigned seen = 0;
    if (!expect(text, '{')) return false;
    for (;;) {
        skip_blanks(text);
        if (next_is(text, '}')) break;
        if (!parse_item(text, header, &seen)) return false;
        skip_blanks(text);
        if (!next_is(text, '}') && !expect(text, ',')) return false;
    }
    text->at++;
    if (seen != 7)
        return file_refuse(text->fault, "the NPY header is damaged: it lacks %s",
                           !(seen & 1)   ? "descr"
                           : !(seen & 2) ? "fortran_order"
                                         : "shape");
    while (text->at < text->end) {
        const unsigned char c = text->bytes[text->at];
        if (c != ' ' && c != '\n')
            return file_refuse(text->fault, "the NPY header is damaged: something follows its dictionary at byte %zu",
                               text->at);
        text->at++;
    }
    return true;
}

bool file_npy_header_parse(const unsigned char *bytes, size_t size, file_npy_header *header, file_fault *fault)
{
    *header = (file_npy_header){0};
    if (size < 6 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return file_refuse(fault, "the file does not begin with the mark of an NPY file");
    const size_t start = size > 6 && bytes[6] == 1 ? 10 : 12;
    if (size < start)
        return file_refuse(fault, "the NPY file is cut short: it ends at byte %zu, within its header", size);
    if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
        return file_refuse(fault, "the NPY file has version %d.%d; it must be 1.0, 2.0 or 3.0", bytes[6], bytes[7]);
    uint32_t length = bytes[8] | (uint32_t)bytes[9] << 8;
    if (start == 12) length |= (uint32_t)bytes[10] << 16 | (uint32_t)bytes[11] << 24;
    if (length > HEADER_LIMIT)
        return file_refuse(fault, "the NPY header claims %u bytes; an array's header has %d at most", length,
                           HEADER_LIMIT);
    if (length > size - start)
        return file_refuse(fault, "the NPY file is cut short: its header claims %u bytes and %zu are left", length,
                           size - start);
    header->offset = start + length;
    cursor text = {bytes, start, header->offset, fault};
    return parse_dictionary(&text, header);
}

ata_type file_npy_type(ata_type type, bool is_complex)
{
    if (type == ATA_F64) return ATA_F64;
    if (is_complex || type == ATA_BF16 || type == ATA_TYPE_DEFAULT) return ATA_F32;
    return type;
}

size_t file_npy_header_print(unsigned char *bytes, size_t size, ata_type type, bool is_complex, int rank,
                             const int64_t *shape)
{
    char text[FILE_NPY_HEADER_MAX - 76]; /* 48 lengths of 20 digits and the words around them take less */
    static const unsigned char mark[8] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    const char *const order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ">" : "<";
    const char kind = is_complex ? 'c' : type == ATA_I8 || type == ATA_I16 ? 'i' : 'f';
    const size_t element = file_number_size(type) * (is_complex ? 2 : 1);
    size_t length = (size_t)snprintf(text, sizeof text, "{'descr': '%s%c%zu', 'fortran_order': False, 'shape': (",
                                     element == 1 ? "|" : order, kind, element);
    for (int i = 0; i < rank; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%lld%s", i ? " " : "", (long long)shape[i],
                                   i + 1 < rank || rank == 1 ? "," : "");
    length += (size_t)snprintf(text + length, sizeof text - length, "), }");
    const size_t whole = (10 + length + 1 + 63) / 64 * 64; /* the data is to begin at a multiple of 64 */
    if (whole > size) return 0;
    memset(bytes, ' ', whole);
    memcpy(bytes, mark, sizeof mark);
    bytes[8] = (unsigned char)((whole - 10) & 255);
    bytes[9] = (unsigned char)((whole - 10) >> 8);
    memcpy(bytes + 10, text, length);
    bytes[whole - 1] = '\n';
    return whole;
}
