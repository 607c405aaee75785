/* picture_png.c - pixels as a PNG file.
 *
 *     "\x89PNG\r\n\x1a\n" | IHDR | PLTE (with a palette) | IDAT | IEND
 *
 *     chunk:  length (4 bytes)  name (4)  data  CRC-32 of name and data (4)      highest byte first
 *     IDAT:   a zlib stream of the rows, each led by 2: "the difference to the row above"
 */
#include "cli/picture.h"

#include <stdlib.h>
#include <string.h>

uint32_t picture_png_crc(const uint8_t *bytes, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void put_number(uint8_t *to, uint32_t number)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(number >> (24 - 8 * i));
}

static size_t put_chunk(uint8_t *to, const char *name, const uint8_t *data, size_t size)
{
    put_number(to, (uint32_t)size);
    memcpy(to + 4, name, 4);
    if (size) memcpy(to + 8, data, size);
    put_number(to + 8 + size, picture_png_crc(to + 4, size + 4));
    return size + 12;
}

static uint8_t *filter_rows(const uint8_t *pixels, size_t row_bytes, int height)
{
    uint8_t *rows = malloc((row_bytes + 1) * (size_t)height);
    if (!rows) return NULL;
    for (size_t y = 0; y < (size_t)height; y++) {
        uint8_t *to = rows + y * (row_bytes + 1);
        const uint8_t *from = pixels + y * row_bytes;
        *to++ = 2;
        for (size_t i = 0; i < row_bytes; i++) to[i] = (uint8_t)(from[i] - (y ? from[i - row_bytes] : 0));
    }
    return rows;
}

static uint8_t *assemble(const uint8_t *packed, size_t packed_size, int width, int height, const picture_color *palette,
                         size_t *size)
{
    static const uint8_t mark[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t *file = malloc(packed_size + 1024); /* the other chunks: 8 + 25 + 12, and 780 with a palette */
    if (!file) return NULL;
    memcpy(file, mark, sizeof mark);
    size_t at = 8;
    uint8_t header[13] = {[8] = 8, [9] = palette ? 3 : 2}; /* 8 bits; indexed or true colour */
    put_number(header, (uint32_t)width);
    put_number(header + 4, (uint32_t)height);
    at += put_chunk(file + at, "IHDR", header, sizeof header);
    if (palette) {
        uint8_t colors[3 * PICTURE_COLORS];
        for (int i = 0; i < PICTURE_COLORS; i++) {
            colors[3 * i] = palette[i].red;
            colors[3 * i + 1] = palette[i].green;
            colors[3 * i + 2] = palette[i].blue;
        }
        at += put_chunk(file + at, "PLTE", colors, sizeof colors);
    }
    at += put_chunk(file + at, "IDAT", packed, packed_size);
    at += put_chunk(file + at, "IEND", NULL, 0);
    *size = at;
    return file;
}

uint8_t *picture_png_encode(const uint8_t *pixels, int width, int height, const picture_color *palette, size_t *size)
{
    const size_t row_bytes = (size_t)width * (palette ? 1 : 3);
    uint8_t *rows = filter_rows(pixels, row_bytes, height);
    size_t packed_size = 0;
    uint8_t *packed = rows ? picture_deflate(rows, (row_bytes + 1) * (size_t)height, &packed_size) : NULL;
    uint8_t *file = packed ? assemble(packed, packed_size, width, height, palette, size) : NULL;
    free(rows);
    free(packed);
    return file;
}
