/* main.c - run a WirelessHD link and tell how fast and how right it is.
 *
 * usage: wirelesshd [--devices LIST] [--snr DB] [--symbols N] [--seconds S] [--seed N] [--picture FILE.svg]
 *
 * Exit status 1 when the bit error rate is not what theory says.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wirelesshd.h"

typedef struct settings {
    const char *devices, *picture;
    double snr, symbols, seconds, seed;
} settings;

static int complain(const char *what)
{
    fprintf(stderr, "wirelesshd: %s\n", what);
    return 2;
}

/* The whole of `value` as a number from `least` to `most`. */
static bool read_number(const char *name, const char *value, double least, double most, double *number)
{
    char *end;
    *number = strtod(value, &end);
    if (end != value && *end == 0 && *number >= least && *number <= most) return true;
    fprintf(stderr, "wirelesshd: %s is \"%s\"; it must be a number from %g to %g\n", name, value, least, most);
    return false;
}

/* Below 8 dB the noise is clipped by the 8 bits of a sample, which theory.c leaves out. */
static bool read_settings(settings *s, int argc, char **argv)
{
    *s = (settings){.snr = 15, .symbols = 20000, .seconds = 1, .seed = 1};
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        bool good = *value != 0;
        if (strcmp(name, "--devices") == 0) s->devices = value;
        else if (strcmp(name, "--picture") == 0) s->picture = value;
        else if (strcmp(name, "--snr") == 0) good = read_number(name, value, 8, 40, &s->snr);
        else if (strcmp(name, "--symbols") == 0) good = read_number(name, value, 1, 1e8, &s->symbols);
        else if (strcmp(name, "--seconds") == 0) good = read_number(name, value, 0.001, 1e6, &s->seconds);
        else if (strcmp(name, "--seed") == 0) good = read_number(name, value, 0, 1e15, &s->seed);
        else good = false;
        if (!good) return false;
    }
    return true;
}

static void print_rate(const char *what, double ns)
{
    const double times = SYMBOL_SECONDS * 1e9 / ns;
    printf("%s %.4g ns a symbol: %.3g Gb/s raw, %.3g Gb/s decoded, %.3g times real time\n", what, ns, SYMBOL_BITS / ns,
           DECODED_BITS / ns, times);
}

/* Returns whether measurement and theory agree. */
static bool report(const settings *s, const transmission *sent, const reception *got)
{
    const double rate = (double)got->errors / (double)got->bits;
    const double expected = theory_error_rate(POINT_LEVEL, sent->noise + sent->rounding);
    const double interval = theory_interval(expected, got->bits);
    const bool agrees = fabs(rate - expected) <= interval;
    picture_print(got, stdout);
    printf("\ndevices         %s\n", got->devices);
    print_rate("transform      ", 1e9 / got->transform_rate);
    print_rate("with demapping ", got->seconds / (double)got->symbols * 1e9);
    printf("channel         %g dB, gain %.3f, phase %.1f degrees at the end\n", s->snr,
           hypot(got->gain_re, got->gain_im) / POINT_LEVEL, atan2(got->gain_im, got->gain_re) * 57.29577951);
    printf("bit errors      %lld of %lld: %.4g\n", (long long)got->errors, (long long)got->bits, rate);
    printf("theory          %.4g, and %.4g with the rounding to 8 bits at both ends; within %.2g of it: %s\n",
           theory_error_rate(POINT_LEVEL, sent->noise), expected, interval, agrees ? "yes" : "NO");
    return agrees;
}

int main(int argc, char **argv)
{
    settings s;
    carriers map;
    transmission sent;
    static reception got;
    if (!read_settings(&s, argc, argv))
        return complain("usage: wirelesshd [--devices LIST] [--snr 8..40] [--symbols N] [--seconds S] [--seed N] "
                        "[--picture FILE.svg]");
    carriers_init(&map);
    if (!transmission_make(&sent, &map, (int64_t)s.symbols, s.snr, (uint64_t)s.seed))
        return complain("out of memory for the transmission");
    const bool received = reception_make(&got, &map, &sent, s.devices, s.seconds);
    const bool agrees = received && report(&s, &sent, &got);
    transmission_free(&sent);
    if (!received) return complain(ata_last_error()->message);
    if (s.picture && !picture_write(&got, s.snr, s.picture)) return complain("the picture cannot be written");
    return agrees ? 0 : 1;
}
