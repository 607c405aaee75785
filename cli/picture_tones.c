/* picture_tones.c - the colours of drawings, by day and by night.
 *
 * Names differ in lightness too, for those who do not see the hues. The first is for whom a chart is about.
 */
#include "cli/picture.h"

const picture_tone picture_tones[PICTURE_TONES] = {
    [PICTURE_PAPER] = {{255, 255, 255}, {20, 23, 31}},      [PICTURE_INK] = {{27, 31, 42}, {231, 234, 241}},
    [PICTURE_INK_SOFT] = {{92, 100, 116}, {166, 173, 188}}, [PICTURE_GRID] = {{228, 231, 237}, {45, 50, 62}},
    [PICTURE_EDGE] = {{176, 182, 194}, {86, 93, 109}},      [PICTURE_LEVEL] = {{130, 138, 152}, {136, 144, 160}},
    [PICTURE_NAMES] = {{30, 64, 175}, {122, 162, 255}},     [PICTURE_NAMES + 1] = {{234, 108, 20}, {255, 150, 72}},
    [PICTURE_NAMES + 2] = {{16, 150, 110}, {58, 203, 158}}, [PICTURE_NAMES + 3] = {{168, 60, 170}, {222, 128, 224}},
    [PICTURE_NAMES + 4] = {{202, 138, 4}, {240, 190, 70}},  [PICTURE_NAMES + 5] = {{100, 116, 139}, {158, 172, 194}},
    [PICTURE_NAMES + 6] = {{190, 40, 60}, {255, 118, 134}}, [PICTURE_NAMES + 7] = {{60, 170, 210}, {112, 208, 242}},
    [PICTURE_NAMES + 8] = {{92, 72, 60}, {196, 168, 148}},  [PICTURE_NAMES + 9] = {{120, 150, 40}, {182, 212, 96}},
};
