/* picture_color.c - the colour map: from night blue over violet and orange-red to pale yellow.
 *
 * Equal steps in level must look equal, and the map must survive being printed in grey. Both hold if lightness rises
 * evenly in a perceptual colour space, so the map is computed in one (OKLab, in its polar form) rather than picked
 * by hand:
 *
 *     lightness  0.10 ────────────────────▶ 0.97     straight
 *     hue        275° (blue) ───▶ 460° = 100° (yellow), the way that passes violet and red
 *     chroma     an arch, as much in the middle as the screen can show
 */
#include "cli/picture.h"

#include <math.h>
#include <stddef.h>

static double gamma_of(double linear)
{
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

/* From OKLab to the screen's linear red, green and blue, by the definition of that space. */
static void linear_of(double lightness, double a, double b, double rgb[3])
{
    const double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static bool can_be_shown(const double rgb[3])
{
    for (int i = 0; i < 3; i++)
        if (rgb[i] < 0 || rgb[i] > 1) return false;
    return true;
}

static picture_color color_at(double place)
{
    const double turn = 3.14159265358979323846 / 180;
    const double lightness = 0.10 + 0.87 * place;
    const double hue = (275 + 185 * pow(place, 0.9)) * turn;
    double rgb[3], chroma = 0;
    const double wish = 0.03 + 0.145 * sin(180 * turn * pow(place, 0.85));
    for (int i = 1; i <= 16; i++) { /* as near to the wish as the screen can show */
        const double more = chroma + ldexp(wish, -i);
        linear_of(lightness, more * cos(hue), more * sin(hue), rgb);
        if (can_be_shown(rgb)) chroma = more;
    }
    linear_of(lightness, chroma * cos(hue), chroma * sin(hue), rgb);
    uint8_t byte[3];
    for (int i = 0; i < 3; i++) byte[i] = (uint8_t)lround(255 * gamma_of(fmin(fmax(rgb[i], 0), 1)));
    return (picture_color){byte[0], byte[1], byte[2]};
}

const picture_color *picture_color_map(void)
{
    static picture_color map[PICTURE_COLORS];
    if (map[PICTURE_COLORS - 1].red == 0)
        for (int i = 0; i < PICTURE_COLORS; i++) map[i] = color_at(i / (PICTURE_COLORS - 1.0));
    return map;
}

int picture_color_of(double level, double low, double high)
{
    const double place = (level - low) / (high - low);
    if (!(place > 0)) return 0; /* also for what is not a number */
    return place >= 1 ? PICTURE_COLORS - 1 : (int)(place * PICTURE_COLORS);
}
