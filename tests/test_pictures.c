/* test_pictures.c - drawings: PNG files unpack and their sums are right, SVG files are well-formed, peaks are never
 * lost.
 *
 * What the encoder writes is read by a reader of this file's own, which shares nothing with it.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli/picture.h"
#include "test.h"

static picture_view example_view(bool is_image)
{
    picture_view view = {.is_image = is_image,
                         .decibels = true,
                         .rows = is_image ? 40 : 2,
                         .columns = 300,
                         .x = {"frequency", "Hz", 0, 80},
                         .y = {"time", "s", 0, 0.1},
                         .row_name = "channel",
                         .level_name = "magnitude",
                         .level_unit = "dB"};
    snprintf(view.title, sizeof view.title, "r2c 598 <&> \"quoted\" \xff");
    view.value = malloc((size_t)(view.rows * view.columns) * sizeof *view.value);
    for (int64_t i = 0; i < view.rows * view.columns; i++) view.value[i] = i == 57 ? 0 : -60 - (double)(i * 7 % 13);
    view.value[11] = -INFINITY;
    view.value[12] = NAN;
    view.mark[view.mark_count++] = (picture_mark){0, 57, "4560 Hz"};
    picture_view_set_range(&view);
    return view;
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* CRC-32 bit by bit from its polynomial, not by the encoder's own function. */
static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t bit = (bytes[i / 8] >> i % 8 & 1u) ^ (crc & 1u);
        crc = crc >> 1 ^ (bit ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* A reader of the few codes that picture_deflate writes. */
typedef struct bit_reader {
    const uint8_t *bytes;
    size_t size, at; /* at: in bits */
} bit_reader;

/* Bits of a number, lowest first; behind the end there are zeros. */
static unsigned take_bits(bit_reader *in, int count)
{
    unsigned number = 0;
    for (int i = 0; i < count; i++, in->at++)
        if (in->at / 8 < in->size) number |= (in->bytes[in->at / 8] >> in->at % 8 & 1u) << i;
    return number;
}

/* Bits of a code, highest first, after those in `code`. */
static unsigned take_code(bit_reader *in, unsigned code, int count)
{
    for (int i = 0; i < count; i++) code = code << 1 | take_bits(in, 1);
    return code;
}

static unsigned take_symbol(bit_reader *in)
{
    unsigned code = take_code(in, 0, 7);
    if (code < 24) return 256 + code;
    code = take_code(in, code, 1);
    if (code < 0xc0) return code - 0x30;
    if (code < 0xc8) return 280 + code - 0xc0;
    return 144 + take_code(in, code, 1) - 0x190;
}

/* Returns how many bytes were unpacked, or -1. */
static int64_t unpack(const uint8_t *packed, size_t size, uint8_t *to, size_t room)
{
    static const int bases[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    bit_reader in = {packed, size, 16}; /* after the zlib header */
    size_t have = 0;
    if (take_bits(&in, 3) != 3) return -1; /* the last block, with fixed codes */
    while (in.at / 8 < size && have <= room) {
        const unsigned symbol = take_symbol(&in);
        if (symbol == 256) return (int64_t)have;
        if (symbol < 256 && have < room) {
            to[have++] = (uint8_t)symbol;
            continue;
        }
        const int which = (int)symbol - 257;
        if (which < 0 || which > 28) return -1;
        const size_t length = (size_t)bases[which] + take_bits(&in, which < 8 || which == 28 ? 0 : which / 4 - 1);
        const size_t distance = take_code(&in, 0, 5) + 1;
        if (have + length > room || distance > have) return -1;
        for (size_t i = 0; i < length; i++, have++) to[have] = to[have - distance];
    }
    return -1;
}

static void check_pixels(const uint8_t *packed, size_t size, size_t expected)
{
    uint8_t *rows = malloc(expected);
    CHECK(unpack(packed, size, rows, expected) == (int64_t)expected, "the pixels do not unpack");
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < expected; i++) b = (b + (a = (a + rows[i]) % 65521)) % 65521;
    CHECK((b << 16 | a) == big_endian(packed + size - 4), "the Adler-32 sum");
    free(rows);
}

static void check_png(const uint8_t *png, size_t size, uint32_t width, uint32_t height, size_t pixel)
{
    static const char *const names[2][4] = {{"IHDR", "IDAT", "IEND", ""}, {"IHDR", "PLTE", "IDAT", "IEND"}};
    CHECK(size > 8 && !memcmp(png, "\x89PNG\r\n\x1a\n", 8));
    size_t at = 8;
    for (int chunk = 0; at + 12 <= size; chunk++) {
        const uint32_t length = big_endian(png + at);
        CHECK(chunk < 4 && !memcmp(png + at + 4, names[pixel == 1][chunk], 4), "chunk %d is %.4s", chunk, png + at + 4);
        CHECK(length <= size - at - 12, "chunk %d claims %u bytes", chunk, length);
        if (chunk > 3 || length > size - at - 12) return;
        CHECK(crc_of(png + at + 4, length + 4) == big_endian(png + at + 8 + length), "the CRC of chunk %d", chunk);
        if (!memcmp(png + at + 4, "IHDR", 4))
            CHECK(big_endian(png + at + 8) == width && big_endian(png + at + 12) == height && png[at + 16] == 8);
        if (!memcmp(png + at + 4, "IDAT", 4)) check_pixels(png + at + 8, length, height * (1 + width * pixel));
        at += 12 + length;
    }
    CHECK(at == size, "%zu bytes after the last chunk", size - at);
}

static void test_png(void)
{
    for (int is_image = 0; is_image < 2; is_image++) {
        picture_view view = example_view(is_image);
        picture_raster raster;
        CHECK(picture_raster_init(&raster, 300, 200));
        if (is_image) picture_image_draw(&view, &raster.canvas);
        else picture_spectrum_draw(&view, &raster.canvas);
        size_t size = 0;
        uint8_t *png = picture_png_encode(raster.pixels, raster.width, raster.height, NULL, &size);
        check_png(png, size, 600, 400, 3);
        free(png);
        picture_raster_fini(&raster);
        picture_view_fini(&view);
    }
    uint8_t pixels[7 * 300]; /* runs of all lengths, and none */
    for (int i = 0; i < 7 * 300; i++) pixels[i] = (uint8_t)(i < 1000 ? i * i : i / 270);
    size_t size = 0;
    uint8_t *png = picture_png_encode(pixels, 300, 7, picture_color_map(), &size);
    check_png(png, size, 300, 7, 1);
    free(png);
}

/* Every tag that is opened is closed, in order, and nothing stands where it may not. */
static void check_xml(const char *text)
{
    char open[16][16];
    int depth = 0;
    for (const char *at = text; *at; at++) {
        CHECK((unsigned char)*at >= 32 || *at == '\n', "a control character in the text");
        if (*at == '&')
            CHECK(!strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4) || !strncmp(at, "&amp;", 5) ||
                  !strncmp(at, "&quot;", 6));
        if (*at != '<') continue;
        const bool closing = at[1] == '/';
        char name[16] = {0};
        sscanf(at + 1 + closing, "%15[a-z]", name);
        while (*at && *at != '>') {
            if (*at == '"')
                for (at++; *at && *at != '"';) CHECK(*at++ != '<', "a < within an attribute");
            at++;
        }
        CHECK(*at == '>', "the tag %s does not end", name);
        if (*at != '>') return;
        if (closing) CHECK(depth > 0 && !strcmp(open[--depth], name), "</%s> closes another tag", name);
        else if (at[-1] != '/' && depth < 16) snprintf(open[depth++], sizeof open[0], "%s", name);
    }
    CHECK(depth == 0, "%d tags are still open", depth);
}

static void test_svg(void)
{
    for (int is_image = 0; is_image < 2; is_image++) {
        picture_view view = example_view(is_image);
        picture_svg svg;
        CHECK(picture_svg_init(&svg, 300, 200, view.title));
        if (is_image) picture_image_draw(&view, &svg.canvas);
        else picture_spectrum_draw(&view, &svg.canvas);
        CHECK(picture_svg_finish(&svg));
        CHECK(!strncmp(svg.bytes, "<svg xmlns=", 11) &&
              strstr(svg.bytes, "r2c 598 &lt;&amp;&gt; &quot;quoted&quot; ?"));
        CHECK(strstr(svg.bytes, "<text") && strstr(svg.bytes, is_image ? "data:image/png;base64,iVBOR" : "4560 Hz"));
        CHECK(!strstr(svg.bytes, "nan") && !strstr(svg.bytes, "inf"), "a number that is none");
        check_xml(svg.bytes);
        picture_svg_fini(&svg);
        picture_view_fini(&view);
    }
}

/* One loud cell among a million quiet ones is still to be seen. */
static void test_peak_survives(void)
{
    picture_view view = {.decibels = true, .rows = 1, .columns = 1000000, .level_name = "", .level_unit = ""};
    view.value = malloc((size_t)view.columns * sizeof *view.value);
    for (int64_t i = 0; i < view.columns; i++) view.value[i] = -80;
    view.value[777777] = 0;
    picture_view_set_range(&view);
    int seen = 0;
    for (int i = 0; i < 500; i++) seen += picture_view_span(&view, 0, i * 2000.0, (i + 1) * 2000.0).high == 0;
    CHECK(seen == 1, "the peak is in %d columns", seen);
    CHECK(picture_view_block(&view, 0, 1, 777000, 778000) == 0);
    picture_view_fini(&view);
}

/* Terminals of all sizes and kinds: the lines fit, and nothing is drawn beyond the data. */
static void test_terminal(void)
{
    static const picture_terminal terminals[] = {
        {80, 24, 0, true}, {20, 5, 256, true}, {132, 60, 1 << 24, true}, {80, 24, 0, false}};
    for (int is_image = 0; is_image < 2; is_image++) {
        picture_view view = example_view(is_image);
        for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; i++) {
            char *text = NULL;
            size_t size = 0;
            FILE *file = open_memstream(&text, &size);
            picture_terminal_draw(&view, &terminals[i], file);
            fclose(file);
            CHECK(size > 100 && text[size - 1] == '\n');
            CHECK(terminals[i].colors || !strchr(text, '\033'), "an escape sequence without colours");
            for (const char *at = text; !terminals[i].unicode && *at; at++) CHECK(!(*at & 0x80), "not ASCII");
            free(text);
        }
        picture_view_fini(&view);
    }
}

static const test_case cases[] = {
    {"png", test_png},
    {"svg", test_svg},
    {"peak_survives", test_peak_survives},
    {"terminal", test_terminal},
};

TEST_MAIN(cases)
