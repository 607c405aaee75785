/* test_codelets.c - the generated transforms of small length, as scalars of both precisions, against the definition. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "test.h"

enum { MOST_POINTS = 128 };

static const double most_error = 1.5; /* in units of epsilon; about half of one is usual */

/* What is transformed; the numbers keep the cases of the switch over kind and radix apart. */
typedef enum line_kind { COMPLEX = 0, REAL = 200, HERMITIAN = 400 } line_kind;

static const int radices[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                              15, 16, 17, 19, 20, 23, 25, 29, 31, 32, 64, 0};
static const int real_radices[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,  18,
                                   19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 64, 128, 0};

typedef struct accesses { /* how often each element was loaded and stored */
    int loads[MOST_POINTS], stores[MOST_POINTS];
    bool is_stored, is_late; /* something was stored; something was loaded after that */
} accesses;

static void note_load(accesses *seen, int k)
{
    seen->loads[k]++;
    if (seen->is_stored) seen->is_late = true;
}

static void note_store(accesses *seen, int k)
{
    seen->stores[k]++;
    seen->is_stored = true;
}

#define CONSTANT(value) ((vec)(value))
#define ZERO ((vec)0)
#define LOAD(k, re, im) (re = in[2 * (k)], im = in[2 * (k) + 1], note_load(seen, k))
#define LOAD_RE(k, re) (re = in[2 * (k)], note_load(seen, k))
#define LOAD_REAL(k, x) LOAD_RE(k, x)
#define STORE(k, re, im) (out[2 * (k)] = (re), out[2 * (k) + 1] = (im), note_store(seen, k))
#define STORE_REAL(k, x) STORE(k, x, ZERO)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))

static void run_double(line_kind kind, int radix, const double *in, double *out, accesses *seen)
{
    typedef double vec;
#include "test_codelets.h"
}

static void run_float(line_kind kind, int radix, const float *in, float *out, accesses *seen)
{
    typedef float vec;
#include "test_codelets.h"
}

static int input_count(line_kind kind, int radix)
{
    return kind == HERMITIAN ? radix / 2 + 1 : radix;
}

static int output_count(line_kind kind, int radix)
{
    return kind == REAL ? radix / 2 + 1 : radix;
}

/* Numbers between -1 and 1 that a float holds, so that both precisions are given the same ones. Imaginary parts that a
 * codelet has to leave alone are there as well. */
static void fill(int radix, int round, double *in)
{
    uint32_t chance = (uint32_t)(1000 * radix + round);
    for (int i = 0; i < 2 * radix; i++) {
        chance = chance * 1664525 + 1013904223;
        in[i] = (double)(chance >> 8) / 8388608.0 - 1;
    }
}

/* The whole line that the inputs stand for. */
static void complete(line_kind kind, int radix, const double *in, double *line)
{
    for (int j = 0; j < radix; j++) {
        const bool is_mirrored = j >= input_count(kind, radix);
        const int from = is_mirrored ? radix - j : j;
        const bool is_real = kind == REAL || (kind == HERMITIAN && 2 * j % radix == 0);
        line[2 * j] = in[2 * from];
        line[2 * j + 1] = is_real ? 0 : is_mirrored ? -in[2 * from + 1] : in[2 * from + 1];
    }
}

static void define(line_kind kind, int radix, const double *in, long double *out)
{
    const long double turn = 6.283185307179586476925286766559005768L * (kind == HERMITIAN ? -1 : 1);
    double line[2 * MOST_POINTS];
    complete(kind, radix, in, line);
    for (int k = 0; k < output_count(kind, radix); k++) {
        out[2 * k] = out[2 * k + 1] = 0;
        for (int j = 0; j < radix; j++) {
            const long double angle = turn * (long double)(j * k % radix) / (long double)radix;
            const long double c = cosl(angle), s = sinl(angle);
            out[2 * k] += (long double)line[2 * j] * c + (long double)line[2 * j + 1] * s;
            out[2 * k + 1] += (long double)line[2 * j + 1] * c - (long double)line[2 * j] * s;
        }
    }
}

/* The root mean square of the errors, relative to that of the numbers. */
static double relative_error(int count, const long double *right, const double *out)
{
    long double error = 0, norm = 0;
    for (int i = 0; i < 2 * count; i++) {
        error += (out[i] - right[i]) * (out[i] - right[i]);
        norm += right[i] * right[i];
    }
    return (double)sqrtl(error / norm);
}

static void check_access(line_kind kind, int radix, const accesses *seen)
{
    for (int k = 0; k < MOST_POINTS; k++) {
        const int loads = k < input_count(kind, radix), stores = k < output_count(kind, radix);
        CHECK(seen->loads[k] == loads && seen->stores[k] == stores,
              "radix %d: element %d is loaded %d times, stored %d times", radix, k, seen->loads[k], seen->stores[k]);
    }
    CHECK(!seen->is_late, "radix %d: an element is loaded after another was stored", radix);
}

static void check_codelet(line_kind kind, int radix, int round)
{
    double in[2 * MOST_POINTS] = {0}, out[2 * MOST_POINTS] = {0};
    float in_narrow[2 * MOST_POINTS], out_narrow[2 * MOST_POINTS] = {0};
    long double right[2 * MOST_POINTS] = {0};
    accesses seen = {0}, seen_narrow = {0};
    const int count = output_count(kind, radix);
    fill(radix, round, in);
    for (int i = 0; i < 2 * radix; i++) in_narrow[i] = (float)in[i];
    define(kind, radix, in, right);

    run_double(kind, radix, in, out, &seen);
    const double error = relative_error(count, right, out) / DBL_EPSILON;
    CHECK(error <= most_error, "radix %d in double is off by %g epsilon", radix, error);
    check_access(kind, radix, &seen);

    run_float(kind, radix, in_narrow, out_narrow, &seen_narrow);
    for (int i = 0; i < 2 * count; i++) out[i] = out_narrow[i];
    const double error_narrow = relative_error(count, right, out) / FLT_EPSILON;
    CHECK(error_narrow <= most_error, "radix %d in float is off by %g epsilon", radix, error_narrow);
    check_access(kind, radix, &seen_narrow);
}

static void check_codelets(line_kind kind, const int *of_radices)
{
    for (const int *radix = of_radices; *radix; radix++)
        for (int round = 0; round < 20; round++) check_codelet(kind, *radix, round);
}

static void codelets_transform(void)
{
    check_codelets(COMPLEX, radices);
}

static void codelets_transform_real_lines(void)
{
    check_codelets(REAL, real_radices);
}

static void codelets_transform_back_to_real_lines(void)
{
    check_codelets(HERMITIAN, real_radices);
}

static const test_case cases[] = {
    {"codelets transform", codelets_transform},
    {"codelets transform real lines", codelets_transform_real_lines},
    {"codelets transform back to real lines", codelets_transform_back_to_real_lines},
};
TEST_MAIN(cases)
