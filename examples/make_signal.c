/* make_signal.c - write a sound to look at: two tones, a chirp and some noise, 2 s at 48 kHz, 16-bit WAV.
 *
 *     tone     1000 Hz, half of full scale
 *     tone     5200 Hz, a twentieth
 *     chirp    from 8 to 20 kHz in the two seconds, a tenth
 *     noise    a hundredth
 *
 * usage: make_signal FILE.wav
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { RATE = 48000, SECONDS = 2, SAMPLES = RATE * SECONDS };

static void put(FILE *file, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) fputc((int)(number >> 8 * i & 255), file);
}

static void put_header(FILE *file)
{
    fputs("RIFF", file);
    put(file, 36 + 2 * SAMPLES, 4);
    fputs("WAVEfmt ", file);
    put(file, 16, 4);       /* bytes of the format */
    put(file, 1, 2);        /* PCM */
    put(file, 1, 2);        /* channels */
    put(file, RATE, 4);     /* frames in a second */
    put(file, 2 * RATE, 4); /* bytes in a second */
    put(file, 2, 2);        /* bytes in a frame */
    put(file, 16, 2);       /* bits of a sample */
    fputs("data", file);
    put(file, 2 * SAMPLES, 4);
}

/* The same noise on every machine. */
static double noise(void)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / (1 << 23) - 1;
}

static double sample(int i)
{
    const double turn = 2 * 3.14159265358979323846, t = (double)i / RATE;
    const double chirp = 8000 * t + (20000 - 8000) / (2.0 * SECONDS) * t * t; /* turns since the start */
    return 0.5 * sin(turn * 1000 * t) + 0.05 * sin(turn * 5200 * t) + 0.1 * sin(turn * chirp) + 0.01 * noise();
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_signal FILE.wav\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[1], "wb");
    if (!file) {
        perror(argv[1]);
        return 2;
    }
    put_header(file);
    for (int i = 0; i < SAMPLES; i++) put(file, (uint32_t)(int32_t)lround(32767 * sample(i)), 2);
    const int failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        fprintf(stderr, "make_signal: %s cannot be written\n", argv[1]);
        return 2;
    }
    return 0;
}
