/* file_npy.c - the array of an NPY file as a signal.
 *
 * What the library can load by itself stays as it is (f2, f4, f8, i1, i2 and the complex types); the rest is widened:
 *
 *     b1, u1 -> i16      u2, i4, u4, i8, u8 -> f64 (8-byte integers beyond 2^53 are rounded)
 *
 * Numbers are brought into this machine's byte order and arrays into C order:
 *
 *     fortran_order, shape (2, 3):   file  a00 a10 a01 a11 a02 a12      memory  a00 a01 a02 a10 a11 a12
 */
#include "cli/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ata_type type_of(const file_npy_header *header)
{
    if (header->kind == 'f') return header->size == 2 ? ATA_F16 : header->size == 4 ? ATA_F32 : ATA_F64;
    if (header->kind == 'c') return header->size == 8 ? ATA_F32 : ATA_F64;
    if (header->size == 1) return header->kind == 'i' ? ATA_I8 : ATA_I16;
    return header->kind == 'i' && header->size == 2 ? ATA_I16 : ATA_F64;
}

static uint64_t load_bits(const unsigned char *from, int size, bool big_endian)
{
    uint64_t bits = 0;
    for (int i = 0; i < size; i++) bits = bits << 8 | from[big_endian ? i : size - 1 - i];
    return bits;
}

/* One real number of the file; a complex one is two of half the size. */
static double load_number(const unsigned char *from, char kind, int size, bool big_endian)
{
    const uint64_t bits = load_bits(from, size, big_endian);
    const uint32_t bits32 = (uint32_t)bits;
    const uint16_t bits16 = (uint16_t)bits;
    if (kind == 'f') {
        if (size == 2) return file_number_load(ATA_F16, &bits16, 0);
        return size == 4 ? file_number_load(ATA_F32, &bits32, 0) : file_number_load(ATA_F64, &bits, 0);
    }
    if (kind == 'b') return bits != 0;
    if (kind == 'u') return (double)bits;
    const int unused = 64 - 8 * size;
    return (double)((int64_t)(bits << unused) >> unused);
}

/* The place in a Fortran-ordered file of the element that comes next in C order. */
static void step_fortran(const file_npy_header *header, int64_t *at, int64_t *place)
{
    int64_t stride[FILE_MAX_RANK];
    int64_t product = 1;
    for (int i = 0; i < header->rank; i++) {
        stride[i] = product;
        product *= header->shape[i];
    }
    for (int i = header->rank - 1; i >= 0; i--) {
        *place += stride[i];
        if (++at[i] < header->shape[i]) return;
        *place -= stride[i] * header->shape[i];
        at[i] = 0;
    }
}

static void convert(const unsigned char *data, const file_npy_header *header, file_signal *signal)
{
    const int parts = signal->is_complex ? 2 : 1;
    const char kind = signal->is_complex ? 'f' : header->kind;
    const int size = header->size / parts;
    int64_t at[FILE_MAX_RANK] = {0};
    int64_t place = 0;
    for (int64_t i = 0; i < signal->count; i++) {
        const unsigned char *from = data + (header->fortran_order ? place : i) * header->size;
        for (int part = 0; part < parts; part++)
            file_number_store(signal->type, signal->data, i * parts + part,
                              load_number(from + part * size, kind, size, header->big_endian));
        if (header->fortran_order) step_fortran(header, at, &place);
    }
}

/* Whether the file's bytes are the signal's bytes: same type, this machine's byte order, C order. The size alone does
 * not tell: an integer of 8 bytes has f64's. */
static bool is_verbatim(const file_npy_header *header, ata_type type)
{
    const bool floats = header->kind == 'f' || header->kind == 'c';
    const bool integers = header->kind == 'i' && (type == ATA_I8 || type == ATA_I16);
    const bool native_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    const int parts = header->kind == 'c' ? 2 : 1;
    const bool same_order = header->big_endian == native_big || header->size == 1;
    return same_order && (!header->fortran_order || header->rank < 2) && (floats || integers) &&
           (int)file_number_size(type) * parts == header->size;
}

/* The header, and whether as many numbers follow it as it says. */
static bool parse_header(const unsigned char *bytes, size_t size, file_npy_header *header, file_fault *fault)
{
    if (!file_npy_header_parse(bytes, size, header, fault)) return false;
    const size_t there = size - header->offset;
    if (header->count == 0) return file_refuse(fault, "the NPY array has no elements; there is nothing to transform");
    if ((uint64_t)header->count > there / (size_t)header->size)
        return file_refuse(
            fault, "the NPY file is cut short: its shape takes %lld elements of %d bytes and %zu bytes are left",
            (long long)header->count, header->size, there);
    const size_t taken = (size_t)header->count * (size_t)header->size;
    if (taken < there)
        return file_refuse(fault, "the NPY file has %zu bytes after its data, from byte %zu; it must end there",
                           there - taken, header->offset + taken);
    return true;
}

static void describe(const file_npy_header *header, char *text, size_t size)
{
    snprintf(text, size, "NPY %s", header->descr);
}

bool file_npy_parse(const unsigned char *bytes, size_t size, file_signal *signal, file_fault *fault)
{
    *signal = (file_signal){.channels = 1};
    file_npy_header header;
    if (!parse_header(bytes, size, &header, fault)) return false;
    signal->type = type_of(&header);
    signal->is_complex = header.kind == 'c';
    signal->rank = header.rank;
    memcpy(signal->shape, header.shape, sizeof signal->shape);
    signal->count = header.count;
    describe(&header, signal->stored, sizeof signal->stored);
    const size_t parts = signal->is_complex ? 2 : 1;
    signal->data = malloc((size_t)header.count * parts * file_number_size(signal->type)); /* at most 8 times the file */
    if (!signal->data)
        return file_refuse(fault, "out of memory for the %lld elements of the NPY array", (long long)header.count);
    if (is_verbatim(&header, signal->type))
        memcpy(signal->data, bytes + header.offset, (size_t)header.count * (size_t)header.size);
    else convert(bytes + header.offset, &header, signal);
    return true;
}

bool file_npy_locate(const unsigned char *bytes, size_t size, file_numbers *numbers, file_fault *fault)
{
    file_npy_header header;
    if (!parse_header(bytes, size, &header, fault)) return false;
    *numbers = (file_numbers){.type = type_of(&header),
                              .is_complex = header.kind == 'c',
                              .channels = 1,
                              .verbatim = is_verbatim(&header, type_of(&header)),
                              .offset = (int64_t)header.offset,
                              .bytes = header.count * header.size};
    describe(&header, numbers->stored, sizeof numbers->stored);
    return true;
}
