/* file_wav.c - the samples of a WAV file as a signal.
 *
 *     "RIFF" size "WAVE"
 *     "fmt " size   format, channels, rate, bytes a second, bytes a frame, bits     how the samples are stored
 *     "xxxx" size   any number of other chunks, skipped; each padded to an even length
 *     "data" size   frame 0: channel 0, channel 1, ...   frame 1: ...
 *
 * All numbers least byte first. PCM of 8 bits counts from 128, the wider ones from 0. Samples stay the integers they
 * are and keep their order: the transform reads a channel with a stride, and full_scale says what amplitude 1 would be.
 *
 * Programs that write to a pipe cannot go back and fill in the size of the data; they leave 0 or 0xFFFFFFFF there.
 * Such data reaches to the end of the file.
 */
#include "cli/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_PCM = 1, FORMAT_FLOAT = 3, FORMAT_EXTENSIBLE = 0xfffe };

typedef struct wav_format {
    int tag, channels, bits, frame_bytes;
    uint32_t rate;
    size_t offset; /* of the samples */
    int64_t frames;
} wav_format;

static uint32_t little(const unsigned char *from, int size)
{
    uint32_t number = 0;
    for (int i = size - 1; i >= 0; i--) number = number << 8 | from[i];
    return number;
}

/* An extensible format keeps the true tag in the first two bytes of an identifier whose other bytes are fixed. */
static bool parse_extension(const unsigned char *chunk, uint32_t size, wav_format *format, file_fault *fault)
{
    static const unsigned char rest[14] = {0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113};
    if (size < 40)
        return file_refuse(fault, "the WAV file's format chunk has %u bytes; an extensible one has 40", size);
    if (memcmp(chunk + 26, rest, sizeof rest) != 0)
        return file_refuse(fault,
                           "the WAV file's samples are of an unknown extensible format; they must be PCM or float");
    format->tag = (int)little(chunk + 24, 2);
    return true;
}

static bool parse_format(const unsigned char *chunk, uint32_t size, wav_format *format, file_fault *fault)
{
    if (size < 16) return file_refuse(fault, "the WAV file's format chunk has %u bytes; it must have 16 or more", size);
    *format = (wav_format){.tag = (int)little(chunk, 2),
                           .channels = (int)little(chunk + 2, 2),
                           .rate = little(chunk + 4, 4),
                           .frame_bytes = (int)little(chunk + 12, 2),
                           .bits = (int)little(chunk + 14, 2)};
    if (format->tag == FORMAT_EXTENSIBLE && !parse_extension(chunk, size, format, fault)) return false;
    if (format->tag != FORMAT_PCM && format->tag != FORMAT_FLOAT)
        return file_refuse(fault,
                           "the WAV file's samples have format %d; they must be PCM (1) or float (3), uncompressed",
                           format->tag);
    const int bits = format->bits;
    if (format->tag == FORMAT_PCM && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        return file_refuse(fault, "the WAV file's PCM samples have %d bits; they must have 8, 16, 24 or 32", bits);
    if (format->tag == FORMAT_FLOAT && bits != 32 && bits != 64)
        return file_refuse(fault, "the WAV file's float samples have %d bits; they must have 32 or 64", bits);
    if (format->channels == 0) return file_refuse(fault, "the WAV file has 0 channels; it must have 1 or more");
    if (format->rate == 0) return file_refuse(fault, "the WAV file has 0 samples in a second; it must have 1 or more");
    if (format->frame_bytes != format->channels * (bits / 8))
        return file_refuse(fault, "the WAV file's format chunk gives %d bytes a frame; %d channels of %d bits make %d",
                           format->frame_bytes, format->channels, bits, format->channels * (bits / 8));
    return true;
}

static bool is_float(const wav_format *format)
{
    return format->tag == FORMAT_FLOAT;
}

static ata_type type_of(const wav_format *format)
{
    if (is_float(format)) return format->bits == 32 ? ATA_F32 : ATA_F64;
    if (format->bits == 8) return ATA_I8;
    return format->bits == 16 ? ATA_I16 : format->bits == 24 ? ATA_F32 : ATA_F64;
}

/* Whether the file's samples are numbers of that type as they lie. */
static bool is_verbatim(const wav_format *format)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && (is_float(format) || format->bits == 16);
}

static void describe(const wav_format *format, char *text, size_t size)
{
    snprintf(text, size, "WAV %d-bit %s", format->bits, is_float(format) ? "float" : "PCM");
}

static void convert(const unsigned char *data, const wav_format *format, file_signal *signal)
{
    const int width = format->bits / 8;
    if (is_verbatim(format)) {
        memcpy(signal->data, data, (size_t)signal->count * (size_t)width);
        return;
    }
    for (int64_t i = 0; i < signal->count; i++) {
        const unsigned char *from = data + i * width;
        double number;
        if (is_float(format) && width == 4) {
            const uint32_t bits = little(from, 4);
            number = file_number_load(ATA_F32, &bits, 0);
        } else if (is_float(format)) {
            const uint64_t bits = little(from, 4) | (uint64_t)little(from + 4, 4) << 32;
            number = file_number_load(ATA_F64, &bits, 0);
        } else {
            const int unused = 32 - format->bits;
            number = width == 1 ? *from - 128.0 : (int32_t)(little(from, width) << unused) >> unused;
        }
        file_number_store(signal->type, signal->data, i, number);
    }
}

/* Where the samples are: all that is left, or what the chunk at `at` claims. */
static bool find_data(size_t size, size_t at, uint32_t claimed, wav_format *format, file_fault *fault)
{
    const size_t there = size - at - 8;
    const bool open_ended = claimed == 0 || claimed == UINT32_MAX;
    if (!format->tag)
        return file_refuse(fault, "the WAV file has its data chunk (byte %zu) before any format chunk; it is damaged",
                           at);
    if (!open_ended && claimed > there)
        return file_refuse(fault,
                           "the WAV file is cut short: its data chunk (byte %zu) claims %u bytes and %zu are left", at,
                           claimed, there);
    if (!open_ended && claimed % (uint32_t)format->frame_bytes)
        return file_refuse(
            fault, "the WAV file's data chunk (byte %zu) has %u bytes, which is no whole number of %d-byte frames", at,
            claimed, format->frame_bytes);
    format->offset = at + 8;
    format->frames = (int64_t)((open_ended ? there : claimed) / (size_t)format->frame_bytes);
    if (format->frames == 0) return file_refuse(fault, "the WAV file has no samples; there is nothing to transform");
    return true;
}

static bool parse_header(const unsigned char *bytes, size_t size, wav_format *format, file_fault *fault)
{
    *format = (wav_format){0};
    if (size < 12)
        return file_refuse(fault, "the WAV file is cut short: it has %zu bytes, and its head alone has 12", size);
    if (memcmp(bytes + 8, "WAVE", 4) != 0)
        return file_refuse(fault, "the file is no WAV file: \"WAVE\" is missing at byte 8");
    if (memcmp(bytes, "RIFF", 4) != 0)
        return file_refuse(fault, "the WAV file is of the kind %s; it must be RIFF",
                           !memcmp(bytes, "RIFX", 4)   ? "RIFX"
                           : !memcmp(bytes, "RF64", 4) ? "RF64"
                                                       : "unknown");
    size_t at = 12;
    while (size - at >= 8) {
        const uint32_t claimed = little(bytes + at + 4, 4);
        if (!memcmp(bytes + at, "data", 4)) return find_data(size, at, claimed, format, fault);
        if (claimed > size - at - 8)
            return file_refuse(
                fault, "the WAV file is cut short or damaged: its chunk at byte %zu claims %u bytes and %zu are left",
                at, claimed, size - at - 8);
        if (!memcmp(bytes + at, "fmt ", 4) && !parse_format(bytes + at + 8, claimed, format, fault)) return false;
        const size_t padded = (size_t)claimed + (claimed & 1);
        at = padded > size - at - 8 ? size : at + 8 + padded;
    }
    return file_refuse(fault, "the WAV file is cut short: it ends at byte %zu without a data chunk", size);
}

bool file_wav_parse(const unsigned char *bytes, size_t size, file_signal *signal, file_fault *fault)
{
    *signal = (file_signal){0};
    wav_format format;
    if (!parse_header(bytes, size, &format, fault)) return false;
    signal->type = type_of(&format);
    signal->channels = format.channels;
    signal->rate = format.rate;
    signal->rank = format.channels > 1 ? 2 : 1;
    signal->shape[0] = format.frames;
    signal->shape[1] = format.channels;
    signal->count = format.frames * format.channels;
    signal->full_scale = is_float(&format) ? 1 : (double)((int64_t)1 << (format.bits - 1));
    describe(&format, signal->stored, sizeof signal->stored);
    signal->data = malloc((size_t)signal->count * file_number_size(signal->type)); /* at most twice the file */
    if (!signal->data)
        return file_refuse(fault, "out of memory for the %lld samples of the WAV file", (long long)signal->count);
    convert(bytes + format.offset, &format, signal);
    return true;
}

bool file_wav_locate(const unsigned char *bytes, size_t size, file_numbers *numbers, file_fault *fault)
{
    wav_format format;
    if (!parse_header(bytes, size, &format, fault)) return false;
    *numbers = (file_numbers){.type = type_of(&format),
                              .channels = format.channels,
                              .verbatim = is_verbatim(&format),
                              .offset = (int64_t)format.offset,
                              .bytes = format.frames * format.frame_bytes};
    describe(&format, numbers->stored, sizeof numbers->stored);
    return true;
}
