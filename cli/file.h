/* file.h - the files that `atalanta run` reads and writes: WAV, NPY and raw bytes.
 *
 *     path ──file_source_open──▶ file_source ──file_source_read──▶ file_bytes ──file_wav_parse──▶ file_signal
 *                                (format known                     (the file,   file_npy_parse
 *                                 by its first bytes)               in memory)
 *
 * Nothing read from a file is trusted. A file is in memory as a whole before it is parsed, so that whatever its
 * header claims is compared with the bytes that are there, and nothing is allocated because a header says so.
 * Parsers work on bytes and not on files, so that tests can cut and damage them at every place.
 *
 * A function that can fail returns false and puts one sentence into its file_fault.
 */
#ifndef ATALANTA_CLI_FILE_H
#define ATALANTA_CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "atalanta.h"

typedef struct file_fault {
    char sentence[512];
} file_fault;

/* Keep the sentence; returns false, so that a function can end with it. */
bool file_refuse(file_fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of a text file, for sentences. */
typedef struct file_place {
    const char *path;
    int line; /* from 1 on */
} file_place;

/* Give every line of a text file to `read`, until it returns false (file_lines.c). */
typedef bool (*file_line_reader)(void *context, const char *line, file_place at, file_fault *fault);
bool file_read_lines(FILE *file, const char *path, file_line_reader read, void *context, file_fault *fault);

/* --- Numbers (file_number.c) -------------------------------------------------------------------------------------- */

size_t file_number_size(ata_type type); /* bytes of one real number */

/* Number `index` of an array of that type, which needs no alignment. Storing rounds to nearest even and keeps to the
 * type's range, as the library does. */
double file_number_load(ata_type type, const void *array, int64_t index);
void file_number_store(ata_type type, void *array, int64_t index, double value);

/* --- Signals ------------------------------------------------------------------------------------------------------ */

#define FILE_MAX_RANK ATA_MAX_RANK

/* What a WAV or NPY file holds: an array in C order, of a type that the library itself can load. Types that it
 * cannot load are widened, exactly where the wider type allows it: 8-bit unsigned to i16, 24-bit PCM to f32, longer
 * integers to f64. */
typedef struct file_signal {
    ata_type type;
    bool is_complex;
    int rank;                     /* 0 for a single number */
    int64_t shape[FILE_MAX_RANK]; /* slowest first; a WAV's is {frames} or {frames, channels} */
    int64_t count;                /* numbers (complex ones where is_complex): the product of the shape */
    double rate;                  /* samples in a second; 0 where the file does not say */
    int channels;                 /* of a WAV; 1 for NPY */
    double full_scale;            /* the amplitude that the format calls full; 0 where it knows none */
    char stored[32];              /* for people: "16-bit PCM", "'<f4'" */
    void *data;                   /* count numbers; freed by file_signal_fini */
} file_signal;

void file_signal_fini(file_signal *signal);

/* --- Bytes in (file_source.c) ------------------------------------------------------------------------------------- */

typedef enum file_format { FILE_RAW, FILE_NPY, FILE_WAV } file_format;

/* The format that begins with these bytes, of which FILE_HEAD are enough. */
enum { FILE_HEAD = 12 };
file_format file_format_of(const unsigned char *head, size_t size);

typedef struct file_bytes {
    unsigned char *data;
    size_t size;
    bool more; /* the file goes on after `size` bytes: reading stopped at the limit */
} file_bytes;

typedef struct file_source {
    int descriptor;
    const char *path;
    file_format format;
    int64_t size; /* of a regular file; -1 for a pipe or a device */
    unsigned char head[FILE_HEAD];
    size_t head_size;
} file_source;

/* Open a file, or standard input for "-", and tell its format by its first bytes. */
bool file_source_open(file_source *source, const char *path, file_fault *fault);
void file_source_close(file_source *source);

/* Read it to its end, or to `limit` bytes. */
bool file_source_read(file_source *source, size_t limit, file_bytes *bytes, file_fault *fault);
void file_bytes_fini(file_bytes *bytes);

/* --- Formats ------------------------------------------------------------------------------------------------------ */

bool file_wav_parse(const unsigned char *bytes, size_t size, file_signal *signal, file_fault *fault);
bool file_npy_parse(const unsigned char *bytes, size_t size, file_signal *signal, file_fault *fault);

/* Where the numbers of such a file lie, for whoever reads them piece by piece. */
typedef struct file_numbers {
    ata_type type; /* as file_signal has it, and ... */
    bool verbatim; /* ... whether the file's bytes are numbers of it, in this machine's order and in C order */
    bool is_complex;
    int channels;
    int64_t offset, bytes; /* where they begin, and how many there are */
    char stored[32];
} file_numbers;
bool file_wav_locate(const unsigned char *bytes, size_t size, file_numbers *numbers, file_fault *fault);
bool file_npy_locate(const unsigned char *bytes, size_t size, file_numbers *numbers, file_fault *fault);

/* What an NPY header says (file_npy_header.c). */
typedef struct file_npy_header {
    char kind; /* b, i, u, f, c */
    int size;  /* bytes of an element */
    bool big_endian;
    bool fortran_order;
    char descr[16];
    int rank;
    int64_t shape[FILE_MAX_RANK];
    int64_t count; /* product of the shape */
    size_t offset; /* where the data begins */
} file_npy_header;
bool file_npy_header_parse(const unsigned char *bytes, size_t size, file_npy_header *header, file_fault *fault);

/* Print the bytes that stand before the data of an NPY file into `bytes`; returns their number. `size` must be
 * FILE_NPY_HEADER_MAX at least. The type must be one that NPY has, see file_npy_type. */
#define FILE_NPY_HEADER_MAX 2048
size_t file_npy_header_print(unsigned char *bytes, size_t size, ata_type type, bool is_complex, int rank,
                             const int64_t *shape);

/* The type in which NPY can keep numbers of `type`. NPY knows neither bf16 nor complex numbers narrower than two
 * f32: these become f32, which holds each of them exactly. */
ata_type file_npy_type(ata_type type, bool is_complex);

/* Raw bytes are the arrays of a problem exactly as they lie in memory, from the lowest address to the highest; for
 * split complex arrays the real parts and then the imaginary parts. */
int64_t file_raw_size(const ata_problem *problem, int64_t extent_bytes, bool complex_end);

/* Check that there are as many bytes as the problem takes. */
bool file_raw_check(const file_bytes *bytes, const file_source *source, int64_t expected, const char *problem_text,
                    file_fault *fault);

/* --- Bytes out (file_write.c) ------------------------------------------------------------------------------------- */

typedef struct file_part {
    const void *data;
    size_t size;
} file_part;

/* Write the parts one after another to a file that appears under its name only when it is complete; to standard output
 * for "-". A device or a pipe is written to directly. */
bool file_write(const char *path, const file_part *parts, int count, file_fault *fault);

/* Whether a name ends in ".npy", and has something before it. */
bool file_name_ends(const char *path, const char *ending);

#endif
