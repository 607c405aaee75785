/* reproduce_000.c - Gutierrez, Romero, Trenas, Zapata: three ways to take a long radix-2 transform through memory. */
#include "cli/reproduce.h"

/* --- As printed: GFLOP/s, 0 where the entry is void --------------------------------------------------------------- */

static const double cufft_1[] = {2.11, 0.68, 1.41, 2.88, 5.52, 8.97, 14.1, 17.9, 15.8,
                                 21.5, 25.0, 20.9, 18.4, 18.4, 0,    0,    0};
static const double lifft_1[] = {0.48, 0.75, 1.59, 3.37, 6.81, 10.6, 12.3, 15.4, 17.9,
                                 20.9, 20.5, 19.6, 20.0, 19.1, 20.7, 21.1, 19.4};
static const double cufft_2[] = {16.9, 5.0, 8.3, 12.3, 11.8, 15.5, 19.9, 21.9, 17.1, 22.8, 26.0, 21.7, 19.1, 0};
static const double lifft_2[] = {3.64, 5.56, 8.97, 12.6, 15.7, 18.8, 18.3, 19.4, 20.2, 20.7, 21.1, 19.4, 19.3, 19.2};
static const double cufft_3a[] = {40.7, 22.9, 22.3, 22.1, 13.7, 16.8, 20.6, 22.0, 16.8, 22.2, 25.0};
static const double lifft_3a[] = {18.5, 17.4, 18.1, 18.7, 19.3, 19.9, 18.9, 19.4, 19.8, 20.5, 20.4};
static const double cufft_3b[] = {0, 0, 0, 0, 14.1, 17.3, 21.3, 22.8, 17.2, 23.1, 26.2};
static const double lifft_3b[] = {19.0, 18.1, 18.8, 19.4, 20.1, 20.6, 19.7, 20.1, 20.6, 20.9, 21.2};

/* --- Cases and values --------------------------------------------------------------------------------------------- */

static bool get_single(int index, reproduce_case *made)
{
    if (index > 26 - 10) return false;
    reproduce_case_set_power(made, 10 + index, 0);
    return true;
}

static bool get_eight(int index, reproduce_case *made)
{
    if (index > 23 - 10) return false;
    reproduce_case_set_power(made, 10 + index, 3);
    return true;
}

static bool get_of_20(int index, reproduce_case *made)
{
    if (index > 10) return false;
    reproduce_case_set_power(made, 10 + index, 10 - index);
    return true;
}

static bool get_of_26(int index, reproduce_case *made)
{
    if (index > 10) return false;
    reproduce_case_set_power(made, 10 + index, 16 - index);
    return true;
}

/* The paper's rate: of a transform and its scaled inverse together. */
static double get_rate(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    reproduce_case inverse = *at;
    snprintf(inverse.problem, sizeof inverse.problem, "%.60s inverse scale=n", at->problem);
    const double there = reproduce_get_seconds(at, of, ask), back = reproduce_get_seconds(&inverse, of, ask);
    return 2 * at->flops / (there + back) * 1e-9;
}

/* --- Exhibits ----------------------------------------------------------------------------------------------------- */

#define SERIES(theirs, ours)                                                                                      \
    {                                                                                                             \
        {.name = "CUFFT 1.0 (paper)", .role = REPRODUCE_PRINTED, .printed = theirs},                              \
            {.name = "liFFT (paper)", .role = REPRODUCE_PRINTED, .printed = ours},                                \
            {.name = "straightforward", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=straightforward"}, \
            {.name = "transpose", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=transpose"},             \
            {.name = "locality", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=locality"},               \
            {.name = "cuFFT", .role = REPRODUCE_PEER, .on = "gpu", .peer = "cufft"},                              \
            {.name = "atalanta", .role = REPRODUCE_OURS, .on = "gpu"},                                            \
    }

static const reproduce_series series_1[] = SERIES(cufft_1, lifft_1), series_2[] = SERIES(cufft_2, lifft_2),
                              series_3a[] = SERIES(cufft_3a, lifft_3a), series_3b[] = SERIES(cufft_3b, lifft_3b);

#define ABOUT                                                                                                       \
    "5 N log2 N operations over the mean time of the transform and of its inverse, which is scaled by 1/N; cuFFT, " \
    "which never scales, is timed without."
#define TRANSPOSE_OTHERWISE                                                                                          \
    "What a transposition costs, a read and a write of everything, is the same today as then; what scattered reads " \
    "cost is less, since caches serve the words of a line one after another."
#define LOCALITY_OTHERWISE "Locality spares the transpositions but takes five stages a pass where transpose takes ten."
#define COMMON                                                                                  \
    .about = ABOUT, .unit = "GFLOP/s", .x_name = "N", .series_count = 7, .get_value = get_rate, \
    .ratio = {{"locality, today over then", "locality", "liFFT (paper)"},                       \
              {"atalanta over cuFFT", "atalanta", "cuFFT"}}

static const reproduce_exhibit exhibits[] = {
    {.name = "table 1",
     .title = "single signals",
     .found = "Neither cuFFT nor the locality scheme (liFFT) leads everywhere; liFFT goes on to 2^26 where cuFFT ended "
              "at 2^23. Scattered accesses made the straightforward scheme the slowest.",
     .series = series_1,
     .get_case = get_single,
     .quick_step = 4,
     .claim = {{"transpose", "straightforward", 20, TRANSPOSE_OTHERWISE},
               {"locality", "transpose", 20, LOCALITY_OTHERWISE}},
     COMMON},
    {.name = "table 2",
     .title = "batches of 8 signals",
     .found = "As table 1: a batch helps both where one signal is too short to fill the GPU.",
     .series = series_2,
     .get_case = get_eight,
     .quick_step = 6,
     .claim = {{"transpose", "straightforward", 17, TRANSPOSE_OTHERWISE},
               {"locality", "transpose", 17, LOCALITY_OTHERWISE}},
     COMMON},
    {.name = "table 3 above",
     .title = "2^20 points in all",
     .found = "With many signals in a batch liFFT stays near 19 GFLOP/s, whatever the length; cuFFT swings between 14 "
              "and 41.",
     .series = series_3a,
     .get_case = get_of_20,
     .quick_step = 5,
     .claim = {{"transpose", "straightforward", 11, TRANSPOSE_OTHERWISE},
               {"locality", "transpose", 11, LOCALITY_OTHERWISE}},
     COMMON},
    {.name = "table 3 below",
     .title = "2^26 points in all",
     .found = "The same with 2^26 points, where cuFFT refused batches of more than 4096 signals.",
     .series = series_3b,
     .get_case = get_of_26,
     .quick_step = 10,
     .claim = {{"transpose", "straightforward", 11, TRANSPOSE_OTHERWISE},
               {"locality", "transpose", 11, LOCALITY_OTHERWISE}},
     COMMON},
};

const reproduce_paper reproduce_000 = {
    .number = "000",
    .title = "Memory Locality Exploitation Strategies for FFT on the CUDA Architecture",
    .authors = "E. Gutierrez, S. Romero, M. A. Trenas, E. L. Zapata; 2008",
    .machine = "GeForce 8800 GTX, CUDA 1.0",
    .gave = "Three ways to carry a radix-2 transform that exceeds a block's memory: single points far apart, explicit "
            "transpositions, or chunks of a warp's width, whose stages follow the pattern of earlier ones.",
    .exhibit_count = sizeof exhibits / sizeof exhibits[0],
    .exhibit = exhibits,
};
