/* picture_deflate.c - pack bytes as a zlib stream, with runs and the format's fixed codes only.
 *
 * The pixels of a plot are mostly long stretches of one colour, which become runs of zeros once every row is stored
 * as its difference to the row above. Packing those runs shrinks a plot thirtyfold in a hundred lines; the rest of
 * what zlib does would gain little here and would be the program's only reason to depend on it.
 *
 *     0x78 0x01 | 1 (last block) 01 (fixed codes) | codes ... | end of block | Adler-32
 *
 *     code      0..255  a byte as it is           8 or 9 bits
 *             257..285  repeat what stood before  7 or 8 bits, up to 5 bits for the length, 5 for the distance
 *
 * The distance is 1, for runs of one byte, or 3, for runs of one pixel of red, green and blue.
 */
#include "cli/picture.h"

#include <stdlib.h>

typedef struct bit_writer {
    uint8_t *bytes;
    size_t size;
    uint32_t waiting;
    int waiting_bits;
} bit_writer;

static void put_bits(bit_writer *out, uint32_t bits, int count)
{
    out->waiting |= bits << out->waiting_bits;
    out->waiting_bits += count;
    while (out->waiting_bits >= 8) {
        out->bytes[out->size++] = (uint8_t)out->waiting;
        out->waiting >>= 8;
        out->waiting_bits -= 8;
    }
}

/* Codes are stored from their highest bit on, unlike everything else in the format. */
static void put_code(bit_writer *out, uint32_t code, int count)
{
    uint32_t reversed = 0;
    for (int i = 0; i < count; i++) reversed |= (code >> i & 1) << (count - 1 - i);
    put_bits(out, reversed, count);
}

static void put_symbol(bit_writer *out, uint32_t symbol)
{
    if (symbol < 144) put_code(out, 0x30 + symbol, 8);
    else if (symbol < 256) put_code(out, 0x190 + (symbol - 144), 9);
    else if (symbol < 280) put_code(out, symbol - 256, 7);
    else put_code(out, 0xc0 + (symbol - 280), 8);
}

/* Lengths 3 to 10 have a code each; then four codes share one more extra bit each time the lengths double; 258 is
 * its own. */
static void put_repeat(bit_writer *out, int length, int distance)
{
    uint32_t symbol = 257;
    int extra = 0, base = 3;
    if (length == 258) {
        symbol = 285;
        base = 258;
    } else if (length <= 10) {
        symbol += (uint32_t)(length - 3);
        base = length;
    } else {
        symbol = 265;
        base = 11;
        extra = 1;
        while (length >= base + (4 << extra)) {
            base += 4 << extra;
            symbol += 4;
            extra++;
        }
        symbol += (uint32_t)(length - base) >> extra;
        base += (int)((uint32_t)(length - base) >> extra << extra);
    }
    put_symbol(out, symbol);
    put_bits(out, (uint32_t)(length - base), extra);
    put_code(out, (uint32_t)distance - 1, 5); /* distances to 4 have a code each */
}

static uint32_t adler(const uint8_t *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* How many bytes from `at` on are those `distance` before them. */
static int repeats(const uint8_t *bytes, size_t size, size_t at, size_t distance)
{
    int length = 0;
    if (at < distance) return 0;
    while (at + (size_t)length < size && length < 258 &&
           bytes[at + (size_t)length] == bytes[at + (size_t)length - distance])
        length++;
    return length;
}

uint8_t *picture_deflate(const uint8_t *bytes, size_t size, size_t *packed_size)
{
    bit_writer out = {.bytes = malloc(size + size / 8 + 64)}; /* no byte takes more than 9 bits */
    if (!out.bytes) return NULL;
    out.bytes[out.size++] = 0x78;
    out.bytes[out.size++] = 0x01;
    put_bits(&out, 1, 1);
    put_bits(&out, 1, 2);
    for (size_t i = 0; i < size;) {
        const int same = repeats(bytes, size, i, 1), pixel = repeats(bytes, size, i, 3);
        if (same < 3 && pixel < 4) {
            put_symbol(&out, bytes[i++]);
            continue;
        }
        put_repeat(&out, same >= pixel ? same : pixel, same >= pixel ? 1 : 3);
        i += (size_t)(same >= pixel ? same : pixel);
    }
    put_symbol(&out, 256);
    put_bits(&out, 0, 7); /* fill the last byte */
    const uint32_t sum = adler(bytes, size);
    for (int i = 3; i >= 0; i--) out.bytes[out.size++] = (uint8_t)(sum >> 8 * i);
    *packed_size = out.size;
    return out.bytes;
}
