/* wirelesshd.h - a WirelessHD link, from random bits to bit errors, around a stream of 512-point transforms.
 *
 *     transmitter.c   bits -> 16-QAM -> 512 subcarriers -> inverse transform -> guard interval      ata_plan
 *     channel         gain, a phase that drifts, noise, 8-bit samples
 *     receiver.c      guard removal, transform -> pilots -> gain and phase -> demapping -> errors   ata_stream
 *     theory.c        the bit error rate that 16-QAM has at this signal-to-noise ratio
 *     picture.c       the constellation, in the terminal and as SVG
 *
 * A symbol, as it is sent, and the subcarriers of one (numbered from -256 to 255):
 *
 *     | guard: the last 64 samples again | 512 samples |                 226.95 ns
 *
 *     null ... -178 | -177 ... -2: data, a pilot every 22nd | -1 0 1: DC | 2 ... 177: the same | 178 ... null
 */
#ifndef WIRELESSHD_H
#define WIRELESSHD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "atalanta.h"

enum {
    CARRIERS = 512,
    GUARD = 64,
    SYMBOL = GUARD + CARRIERS, /* samples */
    DATA = 336,
    PILOTS = 16,
    OUTERMOST = 177,
    SYMBOL_BITS = 4 * DATA,
    DECODED_BITS = 860 /* of a symbol, behind codes of rate 216/224 and 2/3 */
};

#define SYMBOL_SECONDS 226.95e-9

/* How strong signals are in 8-bit samples: the root of the mean square of one part of a sample, and half the distance
 * between two points of the constellation behind the transform. */
#define SAMPLE_LEVEL 30.0
#define POINT_LEVEL 22.0

/* Where the data and the pilots stand among the subcarriers, as the transform numbers them (0 to 511). */
typedef struct carriers {
    int data[DATA];
    int pilot[PILOTS];
    float pilot_sign[PILOTS];
} carriers;

void carriers_init(carriers *map);

/* What was sent: the samples as the receiver's converter gives them, and the four bits on every data subcarrier. */
typedef struct transmission {
    int64_t symbols;
    int8_t *samples; /* [symbols][SYMBOL][2] */
    uint8_t *bits;   /* [symbols][DATA] */
    double noise;    /* variance of a part of a subcarrier behind the transform, in units of its 8-bit numbers: of the
                        channel ... */
    double rounding; /* ... and of both ends of the transform being whole numbers */
} transmission;

/* Make and send `symbols` symbols at a ratio of energy to noise of `snr` dB. Returns false when memory or a plan cannot
 * be had. */
bool transmission_make(transmission *sent, const carriers *map, int64_t symbols, double snr, uint64_t seed);
void transmission_free(transmission *sent);

enum { CELLS = 120 }; /* of the constellation's picture, along a side */

typedef struct reception {
    int64_t symbols, bits, errors;
    double seconds;             /* of the whole receiver */
    double transform_rate;      /* transforms a second, when nothing is done with them */
    double gain_re, gain_im;    /* of the channel as it was last estimated */
    int64_t cell[CELLS][CELLS]; /* corrected points, from -4 to 4 in units of POINT_LEVEL, the top row first */
    char devices[128];
} reception;

bool reception_make(reception *got, const carriers *map, const transmission *sent, const char *devices, double seconds);

/* The bit error rate of 16-QAM with Gray labels, for points half a distance of `level` apart and noise of a variance in
 * each part. */
double theory_error_rate(double level, double variance);

/* Half of the interval that holds `rate`, estimated from so many bits, 999 times of 1000. */
double theory_interval(double rate, int64_t bits);

void picture_print(const reception *got, FILE *file);
bool picture_write(const reception *got, double snr, const char *path);

/* The constant that a problem's text names, for the transforms of both ends. */
double transform_scale(void);

#endif
