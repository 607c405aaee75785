/* reproduce_003.c - Hinitt, Kocak: 512-point transforms from host to host, one every 226.95 ns.
 *
 * Its ladder is of ways to have the data there in time rather than of ways to compute: every rung here computes with
 * this library's own kernels, but for those that are named after the paper's.
 */
#include <math.h>
#include <string.h>

#include "cli/reproduce.h"

#define REAL_TIME_NS 226.95

/* --- Tables 4 and 6: the ladder ----------------------------------------------------------------------------------- */

#define I8 "c2c 512 in=i8 out=i8"

static const struct {
    const char *label, *what;
    double transforms; /* that the value is of */
} rungs[] = {
    {"single", "call c2c 512", 1},
    {"batch", "call c2c 512*16384", 16384},
    {"locked", "stream c2c 512 lanes=1", 1},
    {"overlap", "stream c2c 512 lanes=4", 1},
    {"16-bit", "stream c2c f16 512 lanes=4", 1},
    {"8-bit", "stream " I8 " lanes=4", 1},
    {"sets-plain", "stream " I8 " algo=three-sets-plain lanes=4", 1},
    {"sets", "stream " I8 " algo=three-sets lanes=4", 1},
    {"two", "stream " I8 " algo=three-sets lanes=4 devices=2", 1},
    {"ours", "stream " I8, 1},
};
enum { RUNG_COUNT = sizeof rungs / sizeof rungs[0] };

static const double ns_printed[RUNG_COUNT] = {7000, 4150, 2830, 2540, 1340, 534, 459, 392, 197};
static const double gflops_printed[RUNG_COUNT] = {3.29, 0, 0, 0, 0, 43.15, 50.20, 58.78, 116.95};

static bool get_rung(int index, reproduce_case *made)
{
    if (index >= RUNG_COUNT) return false;
    *made = (reproduce_case){.x = index, .points = 512, .transforms = (int64_t)rungs[index].transforms};
    snprintf(made->label, sizeof made->label, "%s", rungs[index].label);
    snprintf(made->problem, sizeof made->problem, "%s", rungs[index].what);
    return true;
}

/* cuFFT has no streams of ours: it is called between two copies, as in the paper's first rungs. */
static double get_ns(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    if (of->role == REPRODUCE_BOUND) return REAL_TIME_NS;
    if (of->peer && strncmp(at->problem, "call ", 5) != 0) return NAN;
    return reproduce_get_seconds(at, of, ask) * 1e9 / (double)at->transforms;
}

static double get_rate(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    return 5 * 512 * 9 / get_ns(at, of, ask);
}

static const reproduce_series table_4[] = {
    {.name = "GTX 260 (paper)", .role = REPRODUCE_PRINTED, .printed = ns_printed},
    {.name = "GPU", .role = REPRODUCE_OURS, .on = "gpu"},
    {.name = "cuFFT, GPU", .role = REPRODUCE_PEER, .on = "gpu", .peer = "cufft"},
    {.name = "CPU", .role = REPRODUCE_OURS, .on = "cpu"},
    {.name = "real time", .role = REPRODUCE_BOUND},
};
static const reproduce_series table_6[] = {
    {.name = "GTX 260 (paper)", .role = REPRODUCE_PRINTED, .printed = gflops_printed},
    {.name = "GPU", .role = REPRODUCE_OURS, .on = "gpu"},
    {.name = "cuFFT, GPU", .role = REPRODUCE_PEER, .on = "gpu", .peer = "cufft"},
    {.name = "CPU", .role = REPRODUCE_OURS, .on = "cpu"},
};

/* --- Tables 2 and 3: where the time goes -------------------------------------------------------------------------- */

enum { BATCH = 16384 };

static const double parts_16[] = {1024, 603, 2.8, 423}, parts_8[] = {320, 80, 2.8, 360};

/* `wide` has 16-bit numbers at both ends, else 8-bit ones. The conversion is part of the kernel here. */
static bool get_part(int index, bool wide, reproduce_case *made)
{
    static const char *const labels[] = {"memory copy", "conversion", "kernel call", "algorithm"};
    if (index > 3) return false;
    *made = (reproduce_case){.x = index, .points = 512};
    snprintf(made->label, sizeof made->label, "%s", labels[index]);
    const char *problem = wide ? "c2c f16 512*16384" : "c2c 512*16384 in=i8 out=i8";
    if (index == 0) snprintf(made->problem, sizeof made->problem, "copy %s", problem);
    if (index == 2) snprintf(made->problem, sizeof made->problem, "c2c 2");
    if (index == 3) snprintf(made->problem, sizeof made->problem, "%s%s", problem, wide ? "" : " algo=three-sets");
    return true;
}

static bool get_part_16(int index, reproduce_case *made)
{
    return get_part(index, true, made);
}

static bool get_part_8(int index, reproduce_case *made)
{
    return get_part(index, false, made);
}

static double get_share(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    return at->problem[0] ? reproduce_get_seconds(at, of, ask) * 1e9 / BATCH : NAN;
}

#define PARTS(list)                                                              \
    {                                                                            \
        {.name = "GTX 260 (paper)", .role = REPRODUCE_PRINTED, .printed = list}, \
            {.name = "GPU", .role = REPRODUCE_OURS, .on = "gpu"},                \
    }
static const reproduce_series table_2[] = PARTS(parts_16), table_3[] = PARTS(parts_8);

/* --- Exhibits ----------------------------------------------------------------------------------------------------- */

#define BREAKDOWN                                                                                                      \
    .unit = "ns a transform", .x_name = "part", .less_is_better = true, .slots = true, .unlike = true,                 \
    .series_count = 2, .get_value = get_share,                                                                         \
    .about = "In batches of 16384: the copies there and back from page-locked memory, the call of a kernel that does " \
             "nothing, and the transform, which converts as it loads and stores.",                                     \
    .ratio = {{"today over then", "GPU", "GTX 260 (paper)"}}

static const reproduce_exhibit exhibits[] = {
    {.name = "table 2",
     .title = "where the time goes, 16-bit numbers",
     .found = "The copies take half the time, and converting numbers more than the transform.",
     .series = table_2,
     .get_case = get_part_16,
     BREAKDOWN},
    {.name = "table 3",
     .title = "where the time goes, 8-bit numbers",
     .found = "With 8-bit numbers copies and transform are even, and the conversion costs little.",
     .series = table_3,
     .get_case = get_part_8,
     BREAKDOWN},
    {.name = "table 4",
     .title = "the ladder from host to host",
     .found = "From cuFFT called once a transform to 8-bit streams and an algorithm of three sets of three stages: 36 "
              "times as fast on two GPUs, and then in real time.",
     .about =
         "single, batch: calls on ordinary memory. locked: page-locked memory, copies and transforms in turn. "
         "overlap: four batches at once; with 16-bit and with 8-bit numbers. sets: the paper's algorithm, plain as "
         "it was first. two: on two GPUs. ours: what planner and stream choose. cuFFT is called between two "
         "copies.",
     .unit = "ns a transform",
     .x_name = "rung",
     .less_is_better = true,
     .slots = true,
     .unlike = true,
     .series_count = sizeof table_4 / sizeof table_4[0],
     .series = table_4,
     .get_case = get_rung,
     .get_value = get_ns,
     .claim = {{"GPU", "real time", 0, "The first rungs are what the others are to mend."}},
     .ratio = {{"today over then", "GPU", "GTX 260 (paper)"}}},
    {.name = "table 6",
     .title = "the same as a rate",
     .found = "3.29 GFLOP/s grew to 58.78 on one GPU and 116.95 on two.",
     .about = "5 N log2 N operations over the time from host to host.",
     .unit = "GFLOP/s",
     .x_name = "rung",
     .slots = true,
     .unlike = true,
     .series_count = sizeof table_6 / sizeof table_6[0],
     .series = table_6,
     .get_case = get_rung,
     .get_value = get_rate,
     .ratio = {{"today over then", "GPU", "GTX 260 (paper)"}}},
};

const reproduce_paper reproduce_003 = {
    .number = "003",
    .title = "GPU-Based FFT Computation for Multi-Gigabit WirelessHD Baseband Processing",
    .authors = "N. Hinitt, T. Kocak; 2010",
    .machine = "GeForce GTX 260, PCI Express 1.0 (two of them: 2.0)",
    .gave = "A receiver's 512-point transforms in software, one every 226.95 ns: large batches, page-locked memory, "
            "overlap, short numbers on the bus, and a transform with two exchanges.",
    .exhibit_count = sizeof exhibits / sizeof exhibits[0],
    .exhibit = exhibits,
};
