/* test_codelets.c - the generated transforms of small length, as scalars of both precisions, against the definition. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "test.h"

enum { MOST_POINTS = 64 };

static const double most_error = 1.5; /* in units of epsilon; about half of one is usual */

static const int radices[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 25, 32, 64};

#define CONSTANT(value) ((vec)(value))
#define LOAD(k, re, im) (re = in[2 * (k)], im = in[2 * (k) + 1], loads[k]++)
#define STORE(k, re, im) (out[2 * (k)] = (re), out[2 * (k) + 1] = (im), stores[k]++)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))

static void run_double(int radix, const double *in, double *out, int *loads, int *stores)
{
    typedef double vec;
#include "test_codelets.h"
}

static void run_float(int radix, const float *in, float *out, int *loads, int *stores)
{
    typedef float vec;
#include "test_codelets.h"
}

/* Numbers between -1 and 1 that a float holds, so that both precisions are given the same ones. */
static void fill(int radix, int round, double *in)
{
    uint32_t chance = (uint32_t)(1000 * radix + round);
    for (int i = 0; i < 2 * radix; i++) {
        chance = chance * 1664525 + 1013904223;
        in[i] = (double)(chance >> 8) / 8388608.0 - 1;
    }
}

static void define(int radix, const double *in, long double *out)
{
    const long double turn = 6.283185307179586476925286766559005768L;
    for (int k = 0; k < radix; k++) {
        out[2 * k] = out[2 * k + 1] = 0;
        for (int j = 0; j < radix; j++) {
            const long double angle = turn * (long double)(j * k % radix) / (long double)radix;
            const long double c = cosl(angle), s = sinl(angle);
            out[2 * k] += (long double)in[2 * j] * c + (long double)in[2 * j + 1] * s;
            out[2 * k + 1] += (long double)in[2 * j + 1] * c - (long double)in[2 * j] * s;
        }
    }
}

/* The root mean square of the errors, relative to that of the numbers. */
static double relative_error(int radix, const long double *right, const double *out)
{
    long double error = 0, norm = 0;
    for (int i = 0; i < 2 * radix; i++) {
        error += (out[i] - right[i]) * (out[i] - right[i]);
        norm += right[i] * right[i];
    }
    return (double)sqrtl(error / norm);
}

static void codelets_transform(void)
{
    for (unsigned r = 0; r < sizeof radices / sizeof radices[0]; r++) {
        const int radix = radices[r];
        for (int round = 0; round < 20; round++) {
            double in[2 * MOST_POINTS], out[2 * MOST_POINTS];
            float in_narrow[2 * MOST_POINTS], out_narrow[2 * MOST_POINTS];
            long double right[2 * MOST_POINTS];
            int loads[MOST_POINTS] = {0}, stores[MOST_POINTS] = {0};
            fill(radix, round, in);
            for (int i = 0; i < 2 * radix; i++) in_narrow[i] = (float)in[i];
            define(radix, in, right);

            run_double(radix, in, out, loads, stores);
            const double error = relative_error(radix, right, out) / DBL_EPSILON;
            CHECK(error <= most_error, "radix %d in double is off by %g epsilon", radix, error);

            run_float(radix, in_narrow, out_narrow, loads, stores);
            for (int i = 0; i < 2 * radix; i++) out[i] = out_narrow[i];
            const double error_narrow = relative_error(radix, right, out) / FLT_EPSILON;
            CHECK(error_narrow <= most_error, "radix %d in float is off by %g epsilon", radix, error_narrow);

            for (int k = 0; k < radix; k++)
                CHECK(loads[k] == 2 && stores[k] == 2, "radix %d: element %d is loaded %d times, stored %d times",
                      radix, k, loads[k] / 2, stores[k] / 2);
        }
    }
}

static const test_case cases[] = {
    {"codelets transform", codelets_transform},
};
TEST_MAIN(cases)
