/* reproduce_004.c - Wu, JaJa and others: cubes whose X transforms are done inside the passes along Y and Z.
 *
 * The paper's rates for the Tesla cards are in figures only; they follow from table 2 by its two formulas, with six
 * accesses where the plan of appendix A has three kernels and eight where it has four.
 */
#include <math.h>
#include <string.h>

#include "cli/reproduce.h"

/* --- Shapes, X first as the paper has them ------------------------------------------------------------------------ */

typedef struct shape {
    int x, y, z;
} shape;

static const shape tesla[] = {{128, 128, 128}, {256, 128, 128},  {256, 256, 256},
                              {512, 256, 256}, {1024, 256, 256}, {512, 512, 512}};
static const shape fermi[] = {{128, 512, 512}, {256, 512, 512},  {128, 512, 1024},
                              {512, 512, 512}, {256, 512, 1024}, {128, 1024, 1024}};
enum { SHAPE_COUNT = 6 };

static bool get_shape(const shape *list, int index, reproduce_case *made)
{
    if (index >= SHAPE_COUNT) return false;
    const shape *it = &list[index];
    const double points = (double)it->x * it->y * it->z;
    *made = (reproduce_case){.x = index, .points = points, .flops = 5 * points * log2(points), .transforms = 1};
    snprintf(made->label, sizeof made->label, "%dx%dx%d", it->x, it->y, it->z);
    snprintf(made->problem, sizeof made->problem, "c2c %dx%dx%d", it->z, it->y, it->x);
    return true;
}

static bool get_tesla(int index, reproduce_case *made)
{
    return get_shape(tesla, index, made);
}

static bool get_fermi(int index, reproduce_case *made)
{
    return get_shape(fermi, index, made);
}

/* --- As printed --------------------------------------------------------------------------------------------------- */

static const double c1060_gbs[] = {63.27, 62.86, 71.64, 72.02, 71.39, 65.37};
static const double gtx280_gbs[] = {65.85, 89.70, 91.76, 87.92, 0, 0};
static const double c2050_l1_gflops[] = {195.70, 192.69, 202.97, 191.70, 193.07, 200.37};
static const double c2050_l2_gflops[] = {195.42, 200.97, 203.04, 195.04, 191.04, 201.60};

/* By the formulas: GB/s = 8 N accesses / t, GFLOP/s = 5 N log2 N / t. */
#define RATE(gbs, exponent, accesses) ((gbs)*5 * (exponent) / (8.0 * (accesses)))
#define TRAFFIC(gflops, exponent, accesses) ((gflops)*8 * (accesses) / (5.0 * (exponent)))

static const double c1060_gflops[] = {RATE(63.27, 21, 6), RATE(62.86, 22, 6), RATE(71.64, 24, 8),
                                      RATE(72.02, 25, 8), RATE(71.39, 26, 8), RATE(65.37, 27, 8)};
static const double gtx280_gflops[] = {
    RATE(65.85, 21, 6), RATE(89.70, 22, 8), RATE(91.76, 24, 8), RATE(87.92, 25, 8), 0, 0};
static const double c2050_gbs[] = {TRAFFIC(195.70, 25, 8), TRAFFIC(192.69, 26, 8), TRAFFIC(202.97, 26, 8),
                                   TRAFFIC(191.70, 27, 8), TRAFFIC(193.07, 27, 8), TRAFFIC(200.37, 27, 8)};

/* --- Series ------------------------------------------------------------------------------------------------------- */

#define INSERTED(which, more)                                                                     \
    {                                                                                             \
        .name = "inserted-x", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=" which more \
    }
#define CUFFT                                                                 \
    {                                                                         \
        .name = "cuFFT", .role = REPRODUCE_PEER, .on = "gpu", .peer = "cufft" \
    }
#define OURS(text)                                                               \
    {                                                                            \
        .name = "atalanta", .role = REPRODUCE_OURS, .on = "gpu", .options = text \
    }
#define COPY                                                 \
    {                                                        \
        .name = "copy", .role = REPRODUCE_BOUND, .on = "gpu" \
    }

static const reproduce_series tesla_rates[] = {
    {.name = "C1060 (paper)", .role = REPRODUCE_PRINTED, .printed = c1060_gflops},
    {.name = "GTX 280 (paper)", .role = REPRODUCE_PRINTED, .printed = gtx280_gflops},
    INSERTED("inserted-x-tesla", " order=bitrev"),
    CUFFT,
    OURS("order=bitrev"),
};
static const reproduce_series tesla_natural[] = {INSERTED("inserted-x-tesla", ""), CUFFT, OURS(NULL)};
static const reproduce_series tesla_traffic[] = {
    {.name = "C1060 (paper)", .role = REPRODUCE_PRINTED, .printed = c1060_gbs},
    {.name = "GTX 280 (paper)", .role = REPRODUCE_PRINTED, .printed = gtx280_gbs},
    INSERTED("inserted-x-tesla", " order=bitrev"),
    OURS("order=bitrev"),
    COPY,
};
static const reproduce_series fermi_rates[] = {
    {.name = "C2050 L1+L2 (paper)", .role = REPRODUCE_PRINTED, .printed = c2050_l1_gflops},
    {.name = "C2050 L2 (paper)", .role = REPRODUCE_PRINTED, .printed = c2050_l2_gflops},
    INSERTED("inserted-x-fermi", " order=bitrev"),
    CUFFT,
    OURS("order=bitrev"),
};
static const reproduce_series fermi_natural[] = {INSERTED("inserted-x-fermi", ""), CUFFT, OURS(NULL)};
static const reproduce_series fermi_traffic[] = {
    {.name = "C2050 (paper)", .role = REPRODUCE_PRINTED, .printed = c2050_gbs},
    INSERTED("inserted-x-fermi", " order=bitrev"),
    OURS("order=bitrev"),
    COPY,
};

/* Eight bytes a point for every time that a pass loads or stores it. */
static double get_traffic(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    char what[sizeof((reproduce_key *)0)->what];
    if (of->role == REPRODUCE_BOUND) return reproduce_ask_value(ask, "bound copy", "gpu", 1, NULL);
    const reproduce_row *row =
        reproduce_ask_row(ask, reproduce_case_print(at, of, what, sizeof what), of->on, of->threads, of->peer);
    return row && row->passes > 0 ? 8 * at->points * 2 * row->passes / (row->value * 1e-6) * 1e-9 : NAN;
}

/* --- Exhibits ----------------------------------------------------------------------------------------------------- */

#define COUNT(list) sizeof list / sizeof list[0]
#define RATES                                                                                 \
    .unit = "GFLOP/s", .x_name = "X x Y x Z", .slots = true, .linear = true, .quick_step = 3, \
    .get_value = reproduce_get_gflops,                                                        \
    .ratio = {{"atalanta over inserted-x", "atalanta", "inserted-x"}, {"atalanta over cuFFT", "atalanta", "cuFFT"}}
#define TRAFFICS                                                                                           \
    .unit = "GB/s", .x_name = "X x Y x Z", .slots = true, .linear = true, .unlike = true, .quick_step = 3, \
    .get_value = get_traffic,                                                                              \
    .ratio = {{"inserted-x of a copy", "inserted-x", "copy"}, {"atalanta of a copy", "atalanta", "copy"}}
#define CUFFT_TODAY "The cuFFT of today is another library than that of then, and the plans were made for other GPUs."
#define BIT_REVERSED " The result is left in bit-reversed order, as in the paper; cuFFT gives the natural one."

static const reproduce_exhibit exhibits[] = {
    {.name = "figures 3 and 4",
     .title = "the plans for Tesla",
     .found = "135 to 172 GFLOP/s on the two Tesla cards, ahead of cuFFT and of all libraries known then.",
     .about = "The plans of appendix A, as they are written there." BIT_REVERSED,
     .series_count = COUNT(tesla_rates),
     .series = tesla_rates,
     .get_case = get_tesla,
     .claim = {{"inserted-x", "cuFFT", 0, CUFFT_TODAY}},
     RATES},
    {.name = "figures 3 and 4 natural",
     .title = "the same in natural order",
     .found = "The paper leaves its results in bit-reversed order, and says that they can be had in the natural one.",
     .series_count = COUNT(tesla_natural),
     .series = tesla_natural,
     .get_case = get_tesla,
     RATES},
    {.name = "figure 5 and table 2",
     .title = "the traffic of the plans for Tesla",
     .found = "Up to 92 GB/s of the 142 that a GTX 280 has: the transforms along X cost little beside the traffic.",
     .about = "Eight bytes a point for each load and each store of a pass, over the time; a copy's reads and writes "
              "beside it.",
     .series_count = COUNT(tesla_traffic),
     .series = tesla_traffic,
     .get_case = get_tesla,
     TRAFFICS},
    {.name = "figures 6 and 7",
     .title = "the plans for Fermi (tables 3 and 4)",
     .found = "192 to 203 GFLOP/s on a C2050 (and to 290 on a GTX 480), with or without the first cache.",
     .about = "The plans of appendix A, as they are written there." BIT_REVERSED
              " The caches of today are not switched off. Table 4 has the same on a GTX 480; its figures are not at "
              "hand.",
     .series_count = COUNT(fermi_rates),
     .series = fermi_rates,
     .get_case = get_fermi,
     .claim = {{"inserted-x", "cuFFT", 0, CUFFT_TODAY}},
     RATES},
    {.name = "figures 6 and 7 natural",
     .title = "the same in natural order",
     .found = "The paper leaves its results in bit-reversed order, and says that they can be had in the natural one.",
     .series_count = COUNT(fermi_natural),
     .series = fermi_natural,
     .get_case = get_fermi,
     RATES},
    {.name = "figure 8 and table 5",
     .title = "the traffic of the plans for Fermi",
     .found = "Around 140 GB/s of 177 on a GTX 480.",
     .about = "As for Tesla. The C2050's is computed from table 3; table 5's figures are not at hand.",
     .series_count = COUNT(fermi_traffic),
     .series = fermi_traffic,
     .get_case = get_fermi,
     TRAFFICS},
};

const reproduce_paper reproduce_004 = {
    .number = "004",
    .title = "Three-dimensional FFTs on the Tesla and Fermi architectures",
    .authors = "J. Wu, J. JaJa and others",
    .machine = "Tesla C1060, GeForce GTX 280; Tesla C2050, GeForce GTX 480",
    .gave =
        "Cubes in as few passes over memory as Y and Z need: the transforms along X are cut into stages and put into "
        "those passes.",
    .exhibit_count = sizeof exhibits / sizeof exhibits[0],
    .exhibit = exhibits,
};
