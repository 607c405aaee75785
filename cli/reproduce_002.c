/* reproduce_002.c - Puchala, Stokfiszewski, Yatsymirskyy, Szczepaniak: two algorithms, two layouts, two engines.
 *
 * "CT" is decimation in frequency after Cooley and Tukey, "CG" its variant of constant geometry (the paper's MY FFT);
 * 1B are interleaved arrays, 2B are real and imaginary parts apart.
 */
#include <math.h>
#include <string.h>

#include "cli/reproduce.h"

static bool get_length(int index, reproduce_case *made)
{
    if (10 + index > 25) return false;
    reproduce_case_set_power(made, 10 + index, 0);
    return true;
}

/* --- Figures 3 and 4: times --------------------------------------------------------------------------------------- */

#define ALGORITHM(label, engine, text)                                        \
    {                                                                         \
        .name = label, .role = REPRODUCE_PAPER, .on = engine, .options = text \
    }
#define CHOICE(label, engine, text)                                          \
    {                                                                        \
        .name = label, .role = REPRODUCE_OURS, .on = engine, .options = text \
    }
#define LIBRARY(label, engine, library, text)                                                 \
    {                                                                                         \
        .name = label, .role = REPRODUCE_PEER, .on = engine, .peer = library, .options = text \
    }

/* `more` follows the algorithm, `plain` stands alone. */
#define EIGHT(more, plain, fftw)                                                                                     \
    {                                                                                                                \
        ALGORITHM("CT, CPU", "cpu", "algo=ct-dif" more), ALGORITHM("CG, CPU", "cpu", "algo=constant-geometry" more), \
            ALGORITHM("CT, GPU", "gpu", "algo=ct-dif" more),                                                         \
            ALGORITHM("CG, GPU", "gpu", "algo=constant-geometry" more), LIBRARY("FFTW", "cpu", "fftw", fftw),        \
            LIBRARY("cuFFT", "gpu", "cufft", NULL), CHOICE("atalanta, CPU", "cpu", plain),                           \
            CHOICE("atalanta, GPU", "gpu", plain),                                                                   \
    }

static const reproduce_series figure_3[] = EIGHT(" order=bitrev", "order=bitrev", NULL),
                              figure_3_natural[] = EIGHT("", NULL, NULL),
                              figure_4[] = EIGHT(" split order=bitrev", "split order=bitrev", "split"),
                              figure_4_natural[] = EIGHT(" split", "split", "split");

static const reproduce_series four_gpu[] = {
    ALGORITHM("CT 1B", "gpu", "algo=ct-dif order=bitrev"),
    ALGORITHM("CT 2B", "gpu", "algo=ct-dif split order=bitrev"),
    ALGORITHM("CG 1B", "gpu", "algo=constant-geometry order=bitrev"),
    ALGORITHM("CG 2B", "gpu", "algo=constant-geometry split order=bitrev"),
};
static const reproduce_series four_cpu[] = {
    ALGORITHM("CT 1B", "cpu", "algo=ct-dif order=bitrev"),
    ALGORITHM("CT 2B", "cpu", "algo=ct-dif split order=bitrev"),
    ALGORITHM("CG 1B", "cpu", "algo=constant-geometry order=bitrev"),
    ALGORITHM("CG 2B", "cpu", "algo=constant-geometry split order=bitrev"),
};

/* --- Figure 5: the CPU's time over the GPU's ---------------------------------------------------------------------- */

static const double ct_printed[16] = {[22 - 10] = 30}, cg_printed[16] = {[22 - 10] = 25};
static const reproduce_series figure_5[] = {
    {.name = "CT 2B (paper)", .role = REPRODUCE_PRINTED, .printed = ct_printed},
    {.name = "CG 2B (paper)", .role = REPRODUCE_PRINTED, .printed = cg_printed},
    ALGORITHM("CT 1B", "gpu", "algo=ct-dif order=bitrev"),
    ALGORITHM("CT 2B", "gpu", "algo=ct-dif split order=bitrev"),
    ALGORITHM("CG 1B", "gpu", "algo=constant-geometry order=bitrev"),
    ALGORITHM("CG 2B", "gpu", "algo=constant-geometry split order=bitrev"),
};

static double get_speedup(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    reproduce_series on_cpu = *of;
    on_cpu.on = "cpu";
    return reproduce_get_seconds(at, &on_cpu, ask) / reproduce_get_seconds(at, of, ask);
}

/* --- Table 1: phase coefficients ---------------------------------------------------------------------------------- */

static const double roots_gpu[] = {0.004, 0.004, 0.005, 0.005, 0.005, 0.007, 0.009,
                                   0.013, 0.022, 0.039, 0.074, 0.146, 0.280, 0.554};
static const double roots_cpu[] = {0.221, 0.361, 0.390, 0.682, 0.924, 1.373, 2.682,
                                   5.227, 10.36, 20.74, 41.49, 83.23, 166.0, 333.1};
static const reproduce_series table_1[] = {
    {.name = "GPU (paper)", .role = REPRODUCE_PRINTED, .printed = roots_gpu},
    {.name = "CPU (paper)", .role = REPRODUCE_PRINTED, .printed = roots_cpu},
    {.name = "GPU", .role = REPRODUCE_PAPER, .on = "gpu"},
    {.name = "CPU", .role = REPRODUCE_PAPER, .on = "cpu"},
};

static bool get_roots(int index, reproduce_case *made)
{
    const int exponent = 11 + index;
    if (exponent > 24) return false;
    reproduce_case_set_power(made, exponent, 0);
    snprintf(made->problem, sizeof made->problem, "roots 2^%d", exponent);
    return true;
}

/* --- Figure 7: bit reversal --------------------------------------------------------------------------------------- */

static const reproduce_series figure_7[] = {
    ALGORITHM("work-efficient, CPU", "cpu", "algo=work-efficient"),
    ALGORITHM("step-efficient, CPU", "cpu", "algo=step-efficient"),
    ALGORITHM("work-efficient, GPU", "gpu", "algo=work-efficient"),
    ALGORITHM("step-efficient, GPU", "gpu", "algo=step-efficient"),
    CHOICE("atalanta, CPU", "cpu", NULL),
    CHOICE("atalanta, GPU", "gpu", NULL),
};

static bool get_reversal(int index, reproduce_case *made)
{
    if (!get_length(index, made)) return false;
    snprintf(made->problem, sizeof made->problem, "reverse 2^%d", 10 + index);
    return true;
}

/* --- Exhibits ----------------------------------------------------------------------------------------------------- */

#define TIMES                                                                                     \
    .unit = "ms", .x_name = "N", .less_is_better = true, .quick_step = 5, .get_case = get_length, \
    .get_value = reproduce_get_ms
#define RATIOS \
    .ratio = {{"CG over CT, GPU", "CG, GPU", "CT, GPU"}, {"atalanta over CG, GPU", "atalanta, GPU", "CG, GPU"}}
#define CACHES                                                                                                         \
    "Both move as many bytes, but Cooley and Tukey's stages work in one array and those of constant geometry between " \
    "two, so that the caches of today hold it to twice the length; neighbours are read together in both."
#define PEERS_NATURAL " FFTW and cuFFT have no bit-reversed order and give the natural one."

static const reproduce_exhibit exhibits[] = {
    {.name = "figure 3",
     .title = "interleaved (1B), the result left in bit-reversed order",
     .found = "For large N constant geometry (MY FFT) is the fastest on the GPU, and on the CPU too, where it is more "
              "than twice as fast as Cooley and Tukey's.",
     .about = "A stage is a kernel, or a loop, of its own, as in the paper; the CPU uses one thread." PEERS_NATURAL,
     .series_count = 8,
     .series = figure_3,
     .claim = {{"CG, GPU", "CT, GPU", 18, CACHES}, {"CG, CPU", "CT, CPU", 18, CACHES}},
     RATIOS,
     TIMES},
    {.name = "figure 3 permuted",
     .title = "interleaved (1B), with the permutation to natural order",
     .found = "The paper measures without the permutation.",
     .about = "The same algorithms followed by a bit reversal: what a caller gets from FFTW and cuFFT.",
     .series_count = 8,
     .series = figure_3_natural,
     RATIOS,
     TIMES},
    {.name = "figure 4",
     .title = "real and imaginary parts apart (2B), bit-reversed",
     .found = "As figure 3, and slower than with interleaved arrays on both.",
     .about = "FFTW takes arrays that lie apart, in natural order; cuFFT does not, and is shown with interleaved ones.",
     .series_count = 8,
     .series = figure_4,
     .claim = {{"CG, GPU", "CT, GPU", 18, CACHES}, {"CG, CPU", "CT, CPU", 18, CACHES}},
     RATIOS,
     TIMES},
    {.name = "figure 4 permuted",
     .title = "real and imaginary parts apart (2B), in natural order",
     .found = "The paper measures without the permutation.",
     .about = "As above.",
     .series_count = 8,
     .series = figure_4_natural,
     RATIOS,
     TIMES},
    {.name = "figures 3 and 4 on the GPU",
     .title = "the four on the GPU",
     .found = "Constant geometry with interleaved arrays is the best of the four for large N.",
     .series_count = 4,
     .series = four_gpu,
     .claim = {{"CG 1B", "CT 1B", 18, CACHES}, {"CG 1B", "CT 2B", 18, CACHES}, {"CG 1B", "CG 2B", 18, CACHES}},
     TIMES},
    {.name = "figures 3 and 4 on the CPU",
     .title = "the four on the CPU",
     .found =
         "Constant geometry with interleaved arrays is the best of the four, 2 and 2.5 times as fast as Cooley and "
         "Tukey's with either layout.",
     .series_count = 4,
     .series = four_cpu,
     .claim = {{"CG 1B", "CT 1B", 18, CACHES}, {"CG 1B", "CT 2B", 18, CACHES}, {"CG 1B", "CG 2B", 18, CACHES}},
     TIMES},
    {.name = "figure 5",
     .title = "how many times as fast the GPU is",
     .found = "The GPU (GTX 970) is up to 30 times as fast as one core of the CPU (Core i7, 3.5 GHz), at 2^22.",
     .unit = "CPU time over GPU time",
     .x_name = "N",
     .unlike = true,
     .quick_step = 5,
     .series_count = sizeof figure_5 / sizeof figure_5[0],
     .series = figure_5,
     .get_case = get_length,
     .get_value = get_speedup,
     .ratio = {{"CT 2B, today over then", "CT 2B", "CT 2B (paper)"},
               {"CG 2B, today over then", "CG 2B", "CG 2B (paper)"}}},
    {.name = "table 1",
     .title = "phase coefficients: the first N/2 of the N-th roots of unity",
     .found = "Computing them on the GPU is 50 to 600 times as fast as by the sine and cosine instruction of one core.",
     .about = "Written by ata_roots, each number correctly rounded but for one in hundreds; the CPU uses one thread.",
     .unit = "ms",
     .x_name = "N",
     .less_is_better = true,
     .unlike = true,
     .quick_step = 4,
     .series_count = sizeof table_1 / sizeof table_1[0],
     .series = table_1,
     .get_case = get_roots,
     .get_value = reproduce_get_ms,
     .claim = {{"GPU", "CPU", 0, NULL}},
     .ratio = {{"GPU over CPU", "GPU", "CPU"}, {"GPU, today over then", "GPU", "GPU (paper)"}}},
    {.name = "figure 7",
     .title = "bit reversal alone",
     .found = "Step-efficient on the GPU, in log2 N - 1 sweeps, is 2.6 times (2^18) to 9.1 times (2^25) as fast as "
              "work-efficient on the CPU.",
     .about =
         "Each algorithm on both; work-efficient moves every point once, which is what the library does by itself.",
     .unit = "ms",
     .x_name = "N",
     .less_is_better = true,
     .quick_step = 5,
     .series_count = sizeof figure_7 / sizeof figure_7[0],
     .series = figure_7,
     .get_case = get_reversal,
     .get_value = reproduce_get_ms,
     .claim = {{"step-efficient, GPU", "work-efficient, CPU", 18, NULL},
               {"work-efficient, GPU", "step-efficient, GPU", 0, NULL}},
     .ratio = {{"the paper's pair", "step-efficient, GPU", "work-efficient, CPU"},
               {"work over step, GPU", "work-efficient, GPU", "step-efficient, GPU"}}},
};

const reproduce_paper reproduce_002 = {
    .number = "002",
    .title = "Effectiveness of Fast Fourier Transform Implementations on GPU and CPU",
    .authors = "D. Puchala, K. Stokfiszewski, M. Yatsymirskyy, B. Szczepaniak",
    .machine = "GeForce GTX 970; Core i7, 3.5 GHz",
    .gave =
        "Two radix-2 algorithms stage by stage, in two layouts, on both kinds of processor; and what surrounds them: "
        "phase coefficients and bit reversal.",
    .exhibit_count = sizeof exhibits / sizeof exhibits[0],
    .exhibit = exhibits,
};
