/* test_files_write.c - writing files: numbers of every type, NPY headers, and files that appear whole or not at all. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/file.h"
#include "test.h"

static void test_numbers(void)
{
    struct {
        ata_type type;
        double in, out;
    } cases[] = {
        {ATA_F16, 65504, 65504},
        {ATA_F16, 1e9, 65504},
        {ATA_F16, 0x1p-24, 0x1p-24},
        {ATA_F16, 0x1p-26, 0},
        {ATA_F16, 2049, 2048},
        {ATA_F16, 2051, 2052},
        {ATA_F16, 2047.5, 2048},
        {ATA_F16, -0.1, -0.0999755859375},
        {ATA_BF16, 1, 1},
        {ATA_BF16, 257, 256},
        {ATA_BF16, 259, 260},
        {ATA_BF16, 1e39, 0x1.fep127},
        {ATA_BF16, -255.5, -256},
        {ATA_BF16, 0x1p-133, 0x1p-133},
        {ATA_I8, 127.6, 127},
        {ATA_I8, -1000, -128},
        {ATA_I8, 2.5, 2},
        {ATA_I16, 40000, 32767},
        {ATA_I16, (double)NAN, 0},
        {ATA_F32, 0.1, (double)0.1f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned char place[9]; /* numbers need no alignment */
        file_number_store(cases[i].type, place + 1, 0, cases[i].in);
        const double found = file_number_load(cases[i].type, place + 1, 0);
        CHECK(found == cases[i].out, "%g stored as type %d is %.17g", cases[i].in, (int)cases[i].type, found);
    }
    for (unsigned bits = 0; bits < 65536; bits++) {
        const uint16_t half = (uint16_t)bits;
        uint16_t again = 0;
        const double number = file_number_load(ATA_F16, &half, 0);
        file_number_store(ATA_F16, &again, 0, number);
        CHECK(again == half || number != number, "f16 %04x comes back as %04x", half, again);
        const double wide = file_number_load(ATA_BF16, &half, 0);
        file_number_store(ATA_BF16, &again, 0, wide);
        CHECK(again == half || wide != wide, "bf16 %04x comes back as %04x", half, again);
    }
}

static void test_npy_write(void)
{
    static const ata_type types[] = {ATA_F32, ATA_F64, ATA_F16, ATA_I16, ATA_I8};
    const int64_t shape[] = {2, 1, 3};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
        for (int is_complex = 0; is_complex < 2; is_complex++) {
            const ata_type type = file_npy_type(types[t], is_complex);
            unsigned char file[FILE_NPY_HEADER_MAX + 6 * 16];
            const size_t offset = file_npy_header_print(file, FILE_NPY_HEADER_MAX, type, is_complex, 3, shape);
            const int numbers = is_complex ? 12 : 6;
            double expected[12];
            CHECK(offset % 64 == 0 && offset > 0 && file[offset - 1] == '\n', "the header has %zu bytes", offset);
            for (int i = 0; i < numbers; i++) file_number_store(type, file + offset, i, expected[i] = i - 4);
            file_signal signal;
            file_fault fault = {""};
            const size_t size = offset + (size_t)numbers * file_number_size(type);
            const bool good = file_npy_parse(file, size, &signal, &fault);
            CHECK(good && signal.type == type && signal.count == 6 && signal.rank == 3, "%s", fault.sentence);
            for (int i = 0; good && i < numbers; i++)
                CHECK(file_number_load(signal.type, signal.data, i) == expected[i], "number %d of type %d", i,
                      (int)type);
            file_signal_fini(&signal);
        }
    CHECK(file_npy_type(ATA_BF16, false) == ATA_F32 && file_npy_type(ATA_F16, true) == ATA_F32);
    unsigned char long_header[FILE_NPY_HEADER_MAX];
    int64_t large[48];
    for (int i = 0; i < 48; i++) large[i] = INT64_MAX;
    CHECK(file_npy_header_print(long_header, sizeof long_header, ATA_F32, true, 48, large) <= sizeof long_header);
}

static void test_write(void)
{
    char folder[] = "/tmp/test_files.XXXXXX", path[64];
    file_fault fault = {""};
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a", folder);
    const file_part parts[] = {{"one ", 4}, {"two", 3}};
    CHECK(file_write(path, parts, 2, &fault), "%s", fault.sentence);
    CHECK(file_write(path, parts, 1, &fault), "%s", fault.sentence); /* over the old one */
    file_source source;
    file_bytes bytes;
    CHECK(file_source_open(&source, path, &fault) && source.format == FILE_RAW && source.size == 4);
    CHECK(file_source_read(&source, 3, &bytes, &fault) && bytes.size == 3 && bytes.more);
    file_bytes_fini(&bytes);
    file_source_close(&source);
    unlink(path);
    snprintf(path, sizeof path, "%s/none/a", folder);
    CHECK(!file_write(path, parts, 2, &fault) && strstr(fault.sentence, "cannot be written"), "%s", fault.sentence);
    CHECK(!file_source_open(&source, path, &fault) && strstr(fault.sentence, "cannot be opened"), "%s", fault.sentence);
    CHECK(!file_source_open(&source, folder, &fault) && strstr(fault.sentence, "cannot be read"), "%s", fault.sentence);
    CHECK(!file_write(folder, parts, 2, &fault) && strstr(fault.sentence, "cannot be written"), "%s", fault.sentence);
    if (access("/dev/full", W_OK) == 0) CHECK(!file_write("/dev/full", parts, 2, &fault));
    CHECK(rmdir(folder) == 0, "a file was left behind");
}

static const test_case cases[] = {
    {"numbers", test_numbers},
    {"npy_write", test_npy_write},
    {"write", test_write},
};

TEST_MAIN(cases)
