/* transmitter.c - random bits made into symbols, sent through a channel, and sampled with 8 bits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wirelesshd.h"

enum { BLOCK = 256 }; /* symbols transformed at once */

typedef struct complex_number {
    float re, im;
} complex_number;

/* --- Subcarriers -------------------------------------------------------------------------------------------------- */

static int place_of(int carrier)
{
    return carrier < 0 ? carrier + CARRIERS : carrier;
}

void carriers_init(carriers *map)
{
    int data = 0, pilots = 0;
    for (int carrier = -OUTERMOST; carrier <= OUTERMOST; carrier++) {
        const int distance = abs(carrier);
        if (distance < 2) continue; /* DC */
        if (distance % 22 == 12) {
            map->pilot_sign[pilots] = pilots % 3 == 0 ? -1 : 1;
            map->pilot[pilots++] = place_of(carrier);
        } else map->data[data++] = place_of(carrier);
    }
}

/* --- Random numbers ----------------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Two independent normal numbers of variance 1. */
static complex_number normal(uint64_t *state)
{
    const double u = ((double)(next_random(state) >> 11) + 0.5) * 0x1p-53;
    const double v = (double)(next_random(state) >> 11) * 0x1p-53;
    const double radius = sqrt(-2 * log(u)), angle = 2 * 3.14159265358979323846 * v;
    return (complex_number){(float)(radius * cos(angle)), (float)(radius * sin(angle))};
}

/* --- Symbols ------------------------------------------------------------------------------------------------------ */

/* Two bits with a Gray label: 00 01 11 10 for -3 -1 1 3. */
static float level_of(int bits)
{
    static const float levels[] = {-3, -1, 3, 1};
    return levels[bits & 3];
}

/* The subcarriers of a symbol: points of mean energy 10, pilots of that energy. */
static void modulate(const carriers *map, uint8_t *bits, complex_number *x, uint64_t *state)
{
    memset(x, 0, CARRIERS * sizeof *x);
    for (int i = 0; i < DATA; i++) {
        bits[i] = (uint8_t)(next_random(state) >> 60);
        x[map->data[i]] = (complex_number){level_of(bits[i] >> 2), level_of(bits[i])};
    }
    for (int i = 0; i < PILOTS; i++) x[map->pilot[i]].re = map->pilot_sign[i] * (float)sqrt(10);
}

static int8_t to_sample(double value)
{
    const double rounded = nearbyint(value);
    return (int8_t)(rounded < -128 ? -128 : rounded > 127 ? 127 : rounded);
}

/* The guard interval, and what the channel does: a gain, a phase that drifts by a turn in a million symbols, noise. */
static void send(const complex_number *time, int64_t number, double deviation, int8_t *samples, uint64_t *state)
{
    const double phase = 0.7 + 2 * 3.14159265358979323846 * (double)number / 1e6;
    const double re = cos(phase), im = sin(phase);
    for (int t = 0; t < SYMBOL; t++) {
        const complex_number x = time[(t + CARRIERS - GUARD) % CARRIERS], n = normal(state);
        samples[2 * t] = to_sample(x.re * re - x.im * im + deviation * n.re);
        samples[2 * t + 1] = to_sample(x.re * im + x.im * re + deviation * n.im);
    }
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* By how much the inverse transform of points of energy 10 is to be multiplied, for samples of SAMPLE_LEVEL. */
static double sending_scale(void)
{
    return SAMPLE_LEVEL * sqrt(2) / sqrt(10.0 * (DATA + PILOTS));
}

double transform_scale(void)
{
    return POINT_LEVEL / (sending_scale() * CARRIERS);
}

static void set_noise(transmission *sent, double deviation)
{
    /* The transform adds up CARRIERS samples; rounding to whole numbers is noise of 1/12. */
    const double power = transform_scale() * transform_scale() * CARRIERS;
    sent->noise = power * deviation * deviation;
    sent->rounding = power / 12 + 1.0 / 12;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static bool send_all(transmission *sent, const carriers *map, const ata_plan *plan, complex_number *work,
                     double deviation, uint64_t seed)
{
    complex_number *time = work + (size_t)BLOCK * CARRIERS;
    uint64_t state = seed;
    for (int64_t first = 0; first < sent->symbols; first += BLOCK) {
        const int64_t count = sent->symbols - first < BLOCK ? sent->symbols - first : BLOCK;
        for (int64_t i = 0; i < count; i++) modulate(map, sent->bits + (first + i) * DATA, work + i * CARRIERS, &state);
        if (ata_plan_execute(plan, work, time) != ATA_OK) return false;
        for (int64_t i = 0; i < count; i++)
            send(time + i * CARRIERS, first + i, deviation, sent->samples + (first + i) * 2 * SYMBOL, &state);
    }
    return true;
}

bool transmission_make(transmission *sent, const carriers *map, int64_t symbols, double snr, uint64_t seed)
{
    const ata_problem problem = {.direction = ATA_INVERSE,
                                 .scale = ATA_SCALE_NUMBER,
                                 .scale_number = sending_scale(),
                                 .rank = 1,
                                 .dim = {{.n = CARRIERS}},
                                 .batch_rank = 1,
                                 .batch = {{.n = BLOCK}}};
    /* Energy of a point over that of the noise on it: 10 d^2 / (2 s^2). */
    const double deviation = POINT_LEVEL * sqrt(5 / pow(10, snr / 10)) / (transform_scale() * sqrt(CARRIERS));
    ata_plan *plan = NULL;
    *sent = (transmission){.symbols = symbols};
    set_noise(sent, deviation);
    sent->samples = malloc((size_t)symbols * 2 * SYMBOL);
    sent->bits = malloc((size_t)symbols * DATA);
    complex_number *work = calloc((size_t)2 * BLOCK * CARRIERS, sizeof *work);
    const bool good = sent->samples && sent->bits && work && ata_plan_create(&plan, &problem, NULL) == ATA_OK &&
                      send_all(sent, map, plan, work, deviation, seed);
    ata_plan_destroy(plan);
    free(work);
    if (!good) transmission_free(sent);
    return good;
}

void transmission_free(transmission *sent)
{
    free(sent->samples);
    free(sent->bits);
    sent->samples = NULL;
    sent->bits = NULL;
}
