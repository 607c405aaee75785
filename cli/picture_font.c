/* picture_font.c - letters made of lines, for pictures made of pixels.
 *
 * Lines can be drawn at any size with smooth edges, which a font of dots cannot. A letter is a text of points, a digit
 * for x and a letter for y; a blank lifts the pen, and a point alone is a dot:
 *
 *          0 1 2 3 4
 *        a . . # . .     top of the capitals
 *        d . # . # .     top of small letters          "A" = "0i3a6i 1f5f": from the lower left to the top, down
 *        i # . . . #     baseline                      to the lower right; then the bar
 *        k . . . . .     foot of g, p, q and y
 */
#include "cli/picture.h"

#include <string.h>

static const char *const glyphs[] = {
    ['!'] = "0a0f 0i",
    ['"'] = "0a0c 2a2c",
    ['#'] = "2b1h 4b3h 0d5d 0f5f",
    ['$'] = "4c3b1b0c0d1e3e4f4g3h1h0g 2a2i",
    ['%'] = "5a1i 1a2b1c0b1a 5g6h5i4h5g",
    ['&'] = "5i1c1b2a3b3c0f0h1i3i5f",
    ['\''] = "0a0c",
    ['('] = "2a1b0d0g1i2j",
    [')'] = "0a1b2d2g1i0j",
    ['*'] = "2b2f 0c4e 4c0e",
    ['+'] = "2c2g 0e4e",
    [','] = "1h1i0j",
    ['-'] = "0e3e",
    ['.'] = "0i",
    ['/'] = "4a0i",
    ['0'] = "1a3a4b4h3i1i0h0b1a",
    ['1'] = "0c2a2i",
    ['2'] = "0c0b1a3a4b4c0i4i",
    ['3'] = "0b1a3a4b4c3d1d 3d4e4h3i1i0h",
    ['4'] = "3i3a0f4f",
    ['5'] = "4a0a0d3d4e4h3i1i0h",
    ['6'] = "4b3a1a0b0h1i3i4h4e3d1d0e",
    ['7'] = "0a4a1i",
    ['8'] = "1a3a4b4c3d1d0c0b1a 1d0e0h1i3i4h4e3d",
    ['9'] = "4d3e1e0d0b1a3a4b4h3i1i0h",
    [':'] = "0d 0i",
    [';'] = "1d 1h1i0j",
    ['<'] = "4b0e4h",
    ['='] = "0d4d 0g4g",
    ['>'] = "0b4e0h",
    ['?'] = "0b1a3a4b4c2e2f 2i",
    ['@'] = "5f5d4c2c1d1f2g4g5f6g7f7c5a2a0c0g2i5i",
    ['A'] = "0i3a6i 1f5f",
    ['B'] = "0a0i3i4h4e3d0d 3d4c4b3a0a",
    ['C'] = "5b4a1a0b0h1i4i5h",
    ['D'] = "0a0i3i5g5c3a0a",
    ['E'] = "4a0a0i4i 0d3d",
    ['F'] = "4a0a0i 0d3d",
    ['G'] = "5b4a1a0b0h1i4i5h5e3e",
    ['H'] = "0a0i 5a5i 0d5d",
    ['I'] = "0a0i",
    ['J'] = "3a3h2i1i0h",
    ['K'] = "0a0i 4a0e4i",
    ['L'] = "0a0i4i",
    ['M'] = "0i0a3e6a6i",
    ['N'] = "0i0a5i5a",
    ['O'] = "1a4a5b5h4i1i0h0b1a",
    ['P'] = "0i0a3a4b4d3e0e",
    ['Q'] = "1a4a5b5h4i1i0h0b1a 3g5i",
    ['R'] = "0i0a3a4b4d3e0e 2e4i",
    ['S'] = "4b3a1a0b0c1d3e4f4h3i1i0h",
    ['T'] = "0a4a 2a2i",
    ['U'] = "0a0h1i4i5h5a",
    ['V'] = "0a3i6a",
    ['W'] = "0a2i4b6i8a",
    ['X'] = "0a5i 5a0i",
    ['Y'] = "0a2d4a 2d2i",
    ['Z'] = "0a4a0i4i",
    ['['] = "2a0a0j2j",
    ['\\'] = "0a4i",
    [']'] = "0a2a2j0j",
    ['^'] = "0d2a4d",
    ['_'] = "0j4j",
    ['`'] = "0a1b",
    ['a'] = "4d4i 4e3d1d0e0h1i3i4h",
    ['b'] = "0a0i 0e1d3d4e4h3i1i0h",
    ['c'] = "4e3d1d0e0h1i3i4h",
    ['d'] = "4a4i 4e3d1d0e0h1i3i4h",
    ['e'] = "0f4f4e3d1d0e0h1i3i4h",
    ['f'] = "3a2a1b1i 0d3d",
    ['g'] = "4d4j3k1k0j 4e3d1d0e0h1i3i4h",
    ['h'] = "0a0i 0e1d3d4e4i",
    ['i'] = "0d0i 0b",
    ['j'] = "1d1j0k 1b",
    ['k'] = "0a0i 3d0g 1f4i",
    ['l'] = "0a0h1i",
    ['m'] = "0d0i 0e1d2d3e3i 3e4d5d6e6i",
    ['n'] = "0d0i 0e1d3d4e4i",
    ['o'] = "1d3d4e4h3i1i0h0e1d",
    ['p'] = "0d0k 0e1d3d4e4h3i1i0h",
    ['q'] = "4d4k 4e3d1d0e0h1i3i4h",
    ['r'] = "0d0i 0e1d3d",
    ['s'] = "4e3d1d0e1f3f4g4h3i1i0h",
    ['t'] = "1b1h2i3i 0d3d",
    ['u'] = "0d0h1i3i4h 4d4i",
    ['v'] = "0d2i4d",
    ['w'] = "0d1i3d5i6d",
    ['x'] = "0d4i 4d0i",
    ['y'] = "0d2i 4d1k0k",
    ['z'] = "0d4d0i4i",
    ['{'] = "3a2a1b1d0e1f1i2j3j",
    ['|'] = "0a0j",
    ['}'] = "0a1a2b2d3e2f2i1j0j",
    ['~'] = "0f1e3f4e",
};

double picture_font_glyph(char letter, picture_point points[PICTURE_GLYPH_MAX], int *count)
{
    *count = 0;
    if (letter == ' ') return 4;
    const unsigned char code = (unsigned char)letter;
    const bool known = code < sizeof glyphs / sizeof glyphs[0] && glyphs[code];
    double right = 0;
    for (const char *at = glyphs[known ? code : '?']; *at; at++) {
        picture_point point = {0, -1};
        if (*at != ' ') {
            point = (picture_point){at[0] - '0', at[1] - 'a'};
            at++;
        }
        if (point.x > right) right = point.x;
        points[(*count)++] = point;
    }
    return right + PICTURE_GLYPH_GAP;
}
