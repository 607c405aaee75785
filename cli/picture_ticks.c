/* picture_ticks.c - round numbers for an axis, and quantities with a unit a person would use. */
#include "cli/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct prefix {
    const char *letter;
    double factor;
} prefix;

/* kHz only from 10 kHz on: 440 Hz and 4000 Hz are read as they are. Units that count things have no prefixes. */
static prefix prefix_of(double largest, const char *unit)
{
    if (!strcmp(unit, "Hz"))
        return largest >= 1e10  ? (prefix){"G", 1e9}
               : largest >= 1e7 ? (prefix){"M", 1e6}
               : largest >= 1e4 ? (prefix){"k", 1e3}
                                : (prefix){"", 1};
    if (!strcmp(unit, "s") && largest > 0)
        return largest >= 0.5 ? (prefix){"", 1} : largest >= 5e-4 ? (prefix){"m", 1e-3} : (prefix){"u", 1e-6};
    return (prefix){"", 1};
}

/* Units of things that are counted: there is no half a bin. */
static bool is_counted(const char *unit)
{
    return !strcmp(unit, "bins") || !strcmp(unit, "samples") || !strcmp(unit, "rows");
}

/* 1, 2 or 5 times a power of ten, so that about `wanted` steps fit into the width. */
static double round_step(double width, int wanted)
{
    const double rough = width / (wanted > 1 ? wanted : 1);
    const double power = pow(10, floor(log10(rough)));
    const double lead = rough / power;
    return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

void picture_ticks_make(picture_ticks *ticks, const char *name, const char *unit, double low, double high, int wanted)
{
    const prefix chosen = prefix_of(fmax(fabs(low), fabs(high)), unit);
    ticks->count = 0;
    if (*unit) snprintf(ticks->title, sizeof ticks->title, "%s (%s%s)", name, chosen.letter, unit);
    else snprintf(ticks->title, sizeof ticks->title, "%s", name);
    if (!(high > low)) return;
    double step = round_step((high - low) / chosen.factor, wanted);
    if (step < 1 && is_counted(unit)) step = 1;
    const double first = ceil(low / chosen.factor / step - 1e-9);
    int decimals = (int)ceil(-log10(step) - 1e-9);
    decimals = decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
    for (int i = 0; i < PICTURE_MAX_TICKS; i++) {
        const double at = (first + i) * step;
        if (at > high / chosen.factor + 1e-9 * step) break;
        ticks->at[ticks->count] = at * chosen.factor;
        char *text = ticks->text[ticks->count++];
        const bool plain = fabs(at) < 1e6 && step > 1e-6;
        snprintf(text, sizeof ticks->text[0], plain ? "%.*f" : "%.*g", plain ? decimals : 6, at == 0 ? 0.0 : at);
    }
}

static void put(picture_ticks *ticks, double at, const char *format, double number)
{
    if (ticks->count == PICTURE_MAX_TICKS) return;
    ticks->at[ticks->count] = at;
    snprintf(ticks->text[ticks->count++], sizeof ticks->text[0], format, number);
}

void picture_ticks_make_powers(picture_ticks *ticks, const char *name, double low, double high, int most)
{
    const int first = (int)ceil(low - 1e-9), last = (int)floor(high + 1e-9);
    const int step = (last - first) / most + 1;
    ticks->count = 0;
    snprintf(ticks->title, sizeof ticks->title, "%s", name);
    for (int at = (first + step - 1) / step * step; at <= last; at += step) put(ticks, at, "2^%.0f", at);
}

void picture_ticks_make_decades(picture_ticks *ticks, const char *name, double low, double high)
{
    static const double between[] = {1, 2, 5};
    const bool few = high - low < 2.2;
    ticks->count = 0;
    snprintf(ticks->title, sizeof ticks->title, "%s", name);
    for (int decade = (int)floor(low); decade <= (int)floor(high); decade++) {
        for (int i = 0; i < (few ? 3 : 1); i++) {
            const double number = between[i] * pow(10, decade), at = log10(number);
            if (at >= low - 1e-9 && at <= high + 1e-9) put(ticks, at, "%.7g", number);
        }
    }
}

void picture_print_quantity(char *text, size_t size, double number, const char *unit)
{
    const prefix chosen = prefix_of(fabs(number), unit);
    if (!*unit) snprintf(text, size, "%.7g", number);
    else snprintf(text, size, "%.7g %s%s", number / chosen.factor, chosen.letter, unit);
}
