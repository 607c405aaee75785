/* test_files.c - reading WAV and NPY files: every type and order, and nothing that a file holds does harm.
 *
 * Small files of every kind are cut at every byte and have every byte changed. Each must be read or be refused with a
 * sentence; under the address sanitizer a parser that looks one byte too far fails here. Headers that lie about
 * sizes must be refused before anything is allocated for them.
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "cli/file.h"
#include "test.h"

typedef bool parser(const unsigned char *bytes, size_t size, file_signal *signal, file_fault *fault);

/* --- Files made by hand ------------------------------------------------------------------------------------------- */

typedef struct buffer {
    unsigned char bytes[1024];
    size_t size;
} buffer;

static void put_text(buffer *to, const char *text)
{
    memcpy(to->bytes + to->size, text, strlen(text));
    to->size += strlen(text);
}

static void put_number(buffer *to, uint64_t number, int size)
{
    for (int i = 0; i < size; i++) to->bytes[to->size++] = (unsigned char)(number >> 8 * i);
}

static buffer npy_file(int version, const char *header, const void *data, size_t size)
{
    buffer file = {.bytes = {0x93}, .size = 1};
    put_text(&file, "NUMPY");
    put_number(&file, (uint64_t)version, 2);
    put_number(&file, strlen(header), version == 1 ? 2 : 4);
    put_text(&file, header);
    if (size) memcpy(file.bytes + file.size, data, size);
    file.size += size;
    return file;
}

static buffer wav_file(int format, int channels, int bits, uint32_t data_size, const void *data, size_t size)
{
    buffer file = {.size = 0};
    put_text(&file, "RIFF");
    put_number(&file, 0, 4); /* not looked at: many programs get it wrong */
    put_text(&file, "WAVEfmt ");
    put_number(&file, format == 0xfffe ? 40 : 16, 4);
    put_number(&file, (uint64_t)format, 2);
    put_number(&file, (uint64_t)channels, 2);
    put_number(&file, 8000, 4);
    put_number(&file, (uint64_t)(8000 * channels * (bits / 8)), 4);
    put_number(&file, (uint64_t)(channels * (bits / 8)), 2);
    put_number(&file, (uint64_t)bits, 2);
    if (format == 0xfffe) {
        put_number(&file, 22, 2);
        put_number(&file, (uint64_t)bits, 2);
        put_number(&file, 0, 4);
        put_number(&file, 1, 2);
        memcpy(file.bytes + file.size, "\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71", 14);
        file.size += 14;
    }
    put_text(&file, "LIST"); /* a chunk of odd length, padded, that has to be skipped */
    put_number(&file, 3, 4);
    put_text(&file, "abc");
    put_number(&file, 0, 1);
    put_text(&file, "data");
    put_number(&file, data_size, 4);
    memcpy(file.bytes + file.size, data, size);
    file.size += size;
    return file;
}

/* --- Helpers ------------------------------------------------------------------------------------------------------ */

/* Parse a copy that ends where the bytes end, so that a sanitizer sees every step beyond. */
static bool parse(parser *read, const unsigned char *bytes, size_t size, file_signal *signal, file_fault *fault)
{
    unsigned char *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    fault->sentence[0] = 0;
    const bool good = read(copy, size, signal, fault);
    free(copy);
    return good;
}

static void check_refused(parser *read, const buffer *file, const char *words)
{
    file_signal signal;
    file_fault fault;
    const bool good = parse(read, file->bytes, file->size, &signal, &fault);
    CHECK(!good, "should be refused with \"%s\"", words);
    CHECK(good || strstr(fault.sentence, words), "\"%s\" does not say \"%s\"", fault.sentence, words);
    file_signal_fini(&signal);
}

/* Whatever it is: read, or refused with a sentence of one line. */
static void check_harmless(parser *read, const unsigned char *bytes, size_t size)
{
    file_signal signal;
    file_fault fault;
    const bool good = parse(read, bytes, size, &signal, &fault);
    if (good) {
        const int64_t numbers = signal.count * (signal.is_complex ? 2 : 1);
        volatile double seen = 0; /* every number that is said to be there is looked at */
        for (int64_t i = 0; i < numbers; i++) seen = file_number_load(signal.type, signal.data, i);
        (void)seen;
        CHECK(signal.count > 0, "an empty signal was read");
    } else {
        CHECK(strlen(fault.sentence) > 10 && !strchr(fault.sentence, '\n'), "the sentence is \"%s\"", fault.sentence);
    }
    file_signal_fini(&signal);
}

static void damage(parser *read, const buffer *file)
{
    file_signal signal;
    file_fault fault;
    CHECK(parse(read, file->bytes, file->size, &signal, &fault), "refused as it is: %s", fault.sentence);
    file_signal_fini(&signal);
    for (size_t cut = 0; cut < file->size; cut++) check_harmless(read, file->bytes, cut);
    buffer changed = *file;
    for (size_t at = 0; at < file->size; at++) {
        for (int value = 0; value < 256; value++) {
            changed.bytes[at] = (unsigned char)value;
            check_harmless(read, changed.bytes, changed.size);
        }
        changed.bytes[at] = file->bytes[at];
    }
}

static void check_numbers(const char *what, const file_signal *signal, const double *expected, int count)
{
    for (int i = 0; i < count; i++) {
        const double found = file_number_load(signal->type, signal->data, i);
        CHECK(found == expected[i], "%s: number %d is %g and should be %g", what, i, found, expected[i]);
    }
}

static void check_reads(parser *read, const buffer *file, ata_type type, int64_t count, const double *expected,
                        int numbers)
{
    file_signal signal;
    file_fault fault;
    const bool good = parse(read, file->bytes, file->size, &signal, &fault);
    CHECK(good, "%s", fault.sentence);
    if (!good) return;
    CHECK(signal.type == type && signal.count == count, "type %d count %d", (int)signal.type, (int)signal.count);
    check_numbers(signal.stored, &signal, expected, numbers);
    file_signal_fini(&signal);
}

#define DICTIONARY(descr, order, shape) "{'descr': '" descr "', 'fortran_order': " order ", 'shape': " shape ", }\n"

/* --- NPY ---------------------------------------------------------------------------------------------------------- */

static void test_npy_types(void)
{
    static const double numbers[] = {1, -2, 3};
    struct {
        const char *descr;
        ata_type type;
        const char *bytes;
        size_t size;
    } cases[] = {
        {"<f4", ATA_F32, "\0\0\x80\x3f\0\0\0\xc0\0\0\x40\x40", 12},
        {">f4", ATA_F32, "\x3f\x80\0\0\xc0\0\0\0\x40\x40\0\0", 12},
        {"<f8", ATA_F64, "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\x08\x40", 24},
        {"<f2", ATA_F16, "\x00\x3c\x00\xc0\x00\x42", 6},
        {">f2", ATA_F16, "\x3c\x00\xc0\x00\x42\x00", 6},
        {"|i1", ATA_I8, "\x01\xfe\x03", 3},
        {"<i2", ATA_I16, "\x01\0\xfe\xff\x03\0", 6},
        {">i2", ATA_I16, "\0\x01\xff\xfe\0\x03", 6},
        {"<i4", ATA_F64, "\x01\0\0\0\xfe\xff\xff\xff\x03\0\0\0", 12},
        {"<i8", ATA_F64, "\x01\0\0\0\0\0\0\0\xfe\xff\xff\xff\xff\xff\xff\xff\x03\0\0\0\0\0\0\0", 24},
        {">i8", ATA_F64, "\0\0\0\0\0\0\0\x01\xff\xff\xff\xff\xff\xff\xff\xfe\0\0\0\0\0\0\0\x03", 24},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char header[128];
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (3,), }\n", cases[i].descr);
        const buffer file = npy_file(1, header, cases[i].bytes, cases[i].size);
        check_reads(file_npy_parse, &file, cases[i].type, 3, numbers, 3);
    }
    const buffer bytes = npy_file(2, DICTIONARY("|u1", "False", "(2,)"), "\xff\x01", 2);
    check_reads(file_npy_parse, &bytes, ATA_I16, 2, (double[]){255, 1}, 2);
    const buffer words = npy_file(3, DICTIONARY("<u2", "False", "(1,)"), "\xff\xff", 2);
    check_reads(file_npy_parse, &words, ATA_F64, 1, (double[]){65535}, 1);
    const buffer longs = npy_file(1, DICTIONARY("<u8", "False", "(2,)"), "\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80", 16);
    check_reads(file_npy_parse, &longs, ATA_F64, 2, (double[]){5, 0x1p63}, 2);
    const buffer complex = npy_file(1, DICTIONARY("<c8", "False", "()"), "\0\0\x80\x3f\0\0\0\xc0", 8);
    check_reads(file_npy_parse, &complex, ATA_F32, 1, (double[]){1, -2}, 2);
}

static void test_npy_order(void)
{
    const buffer file = npy_file(1, DICTIONARY("|i1", "True", "(2, 3)"), "\x01\x04\x02\x05\x03\x06", 6);
    check_reads(file_npy_parse, &file, ATA_I8, 6, (double[]){1, 2, 3, 4, 5, 6}, 6);
    const buffer cube = npy_file(1, DICTIONARY("|i1", "True", "(2L, 1L, 2L)"), "\x01\x03\x02\x04", 4);
    check_reads(file_npy_parse, &cube, ATA_I8, 4, (double[]){1, 2, 3, 4}, 4);
    const buffer turned = npy_file(1, "{\"shape\":(2,),\"descr\":\"|i1\",\"fortran_order\":False}", "\x01\x02", 2);
    check_reads(file_npy_parse, &turned, ATA_I8, 2, (double[]){1, 2}, 2);
}

static void test_npy_refusals(void)
{
    struct {
        const char *header, *words;
    } cases[] = {
        {DICTIONARY("<f16", "False", "(1,)"), "holds '<f16'"},
        {DICTIONARY("|O", "False", "(1,)"), "holds '|O'"},
        {DICTIONARY("|f4", "False", "(1,)"), "holds '|f4'"},
        {DICTIONARY("<f4", "False", "(1)"), "',' was expected"},
        {DICTIONARY("<f4", "False", "(-1,)"), "a length was expected"},
        {DICTIONARY("<f4", "Maybe", "(1,)"), "neither True nor False"},
        {DICTIONARY("<f4", "False", "(0, 5)"), "no elements"},
        {DICTIONARY("<f4", "False", "(9999999999999999999,)"), "beyond 64 bits"},
        {DICTIONARY("<f4", "False", "(4294967296, 4294967296)"), "more elements than 64 bits"},
        {DICTIONARY("<f8", "False", "(2305843009213693953,)"), "cut short"},
        {DICTIONARY("<f4", "False", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"), "more than 16 dimensions"},
        {DICTIONARY("<f4", "False", "(2,)"), "cut short"},
        {DICTIONARY("|i1", "False", "(1,)"), "after its data"},
        {"{'descr': '<f4', 'fortran_order': False, }", "lacks shape"},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "says descr twice"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}", "key 'x'"},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "named columns"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "follows its dictionary"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const buffer file = npy_file(1, cases[i].header, "\0\0\0\0", 4);
        check_refused(file_npy_parse, &file, cases[i].words);
    }
    buffer file = npy_file(2, DICTIONARY("<f4", "False", "(1,)"), "\0\0\0\0", 4);
    file.bytes[6] = 4;
    check_refused(file_npy_parse, &file, "version 4.0");
    file.bytes[6] = 2;
    file.bytes[11] = 0xff;
    check_refused(file_npy_parse, &file, "claims");
}

static void test_npy_damage(void)
{
    for (int version = 1; version <= 3; version++) {
        const buffer plain = npy_file(version, DICTIONARY("<f4", "False", "(2,)"), "\0\0\x80\x3f\0\0\0\xc0", 8);
        damage(file_npy_parse, &plain);
    }
    const buffer turned = npy_file(1, DICTIONARY(">c8", "True", "(1, 2)"), "abcdefghabcdefgh", 16);
    damage(file_npy_parse, &turned);
}

/* --- WAV ---------------------------------------------------------------------------------------------------------- */

static void test_wav_types(void)
{
    const buffer pcm8 = wav_file(1, 1, 8, 3, "\x81\x7e\x00", 3);
    check_reads(file_wav_parse, &pcm8, ATA_I8, 3, (double[]){1, -2, -128}, 3);
    const buffer pcm16 = wav_file(1, 2, 16, 8, "\x01\0\xfe\xff\x03\0\0\x80", 8);
    check_reads(file_wav_parse, &pcm16, ATA_I16, 4, (double[]){1, -2, 3, -32768}, 4);
    const buffer pcm24 = wav_file(1, 1, 24, 6, "\x01\0\0\0\0\x80", 6);
    check_reads(file_wav_parse, &pcm24, ATA_F32, 2, (double[]){1, -8388608}, 2);
    const buffer pcm32 = wav_file(0xfffe, 1, 32, 4, "\xff\xff\xff\x7f", 4);
    check_reads(file_wav_parse, &pcm32, ATA_F64, 1, (double[]){2147483647}, 1);
    const buffer float32 = wav_file(3, 1, 32, 4, "\0\0\x80\x3f", 4);
    check_reads(file_wav_parse, &float32, ATA_F32, 1, (double[]){1}, 1);
    const buffer float64 = wav_file(3, 1, 64, 8, "\0\0\0\0\0\0\xf0\x3f", 8);
    check_reads(file_wav_parse, &float64, ATA_F64, 1, (double[]){1}, 1);
    file_signal signal;
    file_fault fault;
    CHECK(parse(file_wav_parse, pcm16.bytes, pcm16.size, &signal, &fault), "%s", fault.sentence);
    CHECK(signal.channels == 2 && signal.shape[0] == 2 && signal.rate == 8000 && signal.full_scale == 32768);
    file_signal_fini(&signal);
}

/* What a program leaves behind that could not go back and fill in the size, with half a frame at the end. */
static void test_wav_streamed(void)
{
    const buffer zero = wav_file(1, 1, 16, 0, "\x01\0\x02\0\x03", 5);
    check_reads(file_wav_parse, &zero, ATA_I16, 2, (double[]){1, 2}, 2);
    const buffer ones = wav_file(1, 1, 16, UINT32_MAX, "\x01\0\x02\0", 4);
    check_reads(file_wav_parse, &ones, ATA_I16, 2, (double[]){1, 2}, 2);
}

static void test_wav_refusals(void)
{
    buffer file = wav_file(1, 1, 16, 100, "\x01\0", 2);
    check_refused(file_wav_parse, &file, "claims 100 bytes and 2 are left");
    file = wav_file(1, 1, 16, 3, "\x01\0\0\0", 4);
    check_refused(file_wav_parse, &file, "no whole number of 2-byte frames");
    file = wav_file(2, 1, 16, 2, "\x01\0", 2);
    check_refused(file_wav_parse, &file, "format 2");
    file = wav_file(1, 1, 12, 2, "\x01\0", 2);
    check_refused(file_wav_parse, &file, "12 bits");
    file = wav_file(3, 1, 16, 2, "\x01\0", 2);
    check_refused(file_wav_parse, &file, "float samples have 16 bits");
    file = wav_file(1, 0, 16, 2, "\x01\0", 2);
    check_refused(file_wav_parse, &file, "0 channels");
    file = wav_file(1, 1, 16, 0, "", 0);
    check_refused(file_wav_parse, &file, "no samples");
    file = wav_file(1, 1, 16, 2, "\x01\0", 2);
    file.size = 30;
    check_refused(file_wav_parse, &file, "cut short");
    memcpy(file.bytes, "RIFX", 4);
    check_refused(file_wav_parse, &file, "RIFX");
    file = (buffer){.size = 0};
    put_text(&file, "RIFF....WAVEdata....xx");
    check_refused(file_wav_parse, &file, "before any format chunk");
}

static void test_wav_damage(void)
{
    const buffer pcm = wav_file(1, 2, 16, 8, "\x01\0\xfe\xff\x03\0\0\x80", 8);
    damage(file_wav_parse, &pcm);
    const buffer wide = wav_file(0xfffe, 1, 24, 6, "\x01\0\0\0\0\x80", 6);
    damage(file_wav_parse, &wide);
}

/* Files that claim gigabytes, parsed with a limit on memory that such an allocation would meet. A sanitizer needs
 * terabytes of addresses for itself, so there the claim alone is checked. */
static void test_lying_headers(void)
{
    struct rlimit before, small;
    getrlimit(RLIMIT_DATA, &before);
    small = before;
    small.rlim_cur = (rlim_t)256 << 20;
    setrlimit(RLIMIT_DATA, &small);
    const buffer npy = npy_file(1, DICTIONARY("<f8", "False", "(1073741824, 16)"), "12345678", 8);
    check_refused(file_npy_parse, &npy, "cut short");
    const buffer wav = wav_file(1, 1, 16, 0xfffffff0u, "\x01\0", 2);
    check_refused(file_wav_parse, &wav, "claims 4294967280 bytes");
    buffer wide = npy_file(2, DICTIONARY("<f4", "False", "(1,)"), "1234", 4);
    wide.bytes[11] = 0x7f;
    check_refused(file_npy_parse, &wide, "claims");
    setrlimit(RLIMIT_DATA, &before);
}

static const test_case cases[] = {
    {"npy_types", test_npy_types},       {"npy_order", test_npy_order},   {"npy_refusals", test_npy_refusals},
    {"npy_damage", test_npy_damage},     {"wav_types", test_wav_types},   {"wav_streamed", test_wav_streamed},
    {"wav_refusals", test_wav_refusals}, {"wav_damage", test_wav_damage}, {"lying_headers", test_lying_headers},
};

TEST_MAIN(cases)
