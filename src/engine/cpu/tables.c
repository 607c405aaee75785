/* tables.c - the CPU engine's numbers; the code that uses them is elsewhere.
 *
 * Costs are nanoseconds a point. Those of the radices are what bench/costs.c printed, on the machine that each table
 * names. Some on x86 were measured on another day, when it was slower, and are put in proportion: those of 23, 29 and
 * 31, those of 4 and 14 for numbers of 32 bits with AVX-512, and all without AVX. What measured.h has was fitted to
 * times of recipes. The numbers of long lines (out_of_cache, spread_) rank recipes from 2^13 to 2^24 points as a
 * Neoverse V1 does; with AVX-512 and 32 bits, from 2^14 to 2^26 points as a Xeon, which does best with a last radix of
 * 32 where bits are 64 and lines part.
 * The others are estimates. They only have to rank recipes, and atalanta tune finds out where they do not.
 */
#include "engine/cpu/tables.h"

#include <string.h>

#include "core/integer.h"
#include "engine/cpu/alone.h"
#include "engine/cpu/apart.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/measured.h"

_Static_assert(ATA_OP_COUNT == 12, "every op needs a bias of 1");
/* clang-format off */
/* Of long lines: from where they are spread and part, those that cannot, rows of whole lines of a cache, and what their
 * stages take. */
#define SPREAD_ARM(least, parted, rows, stage, first)                                                               \
    .spread_least = least, .spread_parted = parted, .spread_known = parted, .spread_rows = rows, .spread_last = 16, \
    .spread_stage = stage, .spread_first = first, .spread_factor = 0.03, .spread_slow = 1.3
#define SPREAD_X86_F32                                                                                              \
    .spread_least = 1 << 15, .spread_parted = 1 << 19, .spread_known = 1 << 21, .spread_rows = 16,                  \
    .spread_last = 16, .spread_stage = 0.3, .spread_first = 0.005, .spread_factor = 0.02, .spread_slow = 1
#define SPREAD_X86_F64                                                                                              \
    .spread_least = 1 << 14, .spread_parted = 1 << 18, .spread_known = 1 << 20, .spread_rows = 8,                   \
    .spread_last = 32, .spread_stage = 0.6, .spread_first = 0.01, .spread_factor = 0.02, .spread_slow = 1
#define COMMON                                                                                                   \
    .ends = {[1] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, [12] = 1, [16] = 1, [32] = 1},                                   \
    .combines = {[2] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, [32] = 1},                                    \
    .divides = {[3] = 1, [5] = 1, [7] = 1, [9] = 1, [11] = 1, [13] = 1, [15] = 1, [17] = 1, [19] = 1, [23] = 1,    \
                [29] = 1, [31] = 1},                                                                             \
    .bias = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

#define CALLS(isa) .calls = calls_##isa, .few_calls = few_calls
/* clang-format on */

static const ata_known_way calls_avx2_f32[] = {CALLS_AVX2_F32, {0}};
static const ata_known_way calls_avx512_f32[] = {CALLS_AVX512_F32, {0}};
static const ata_known_way calls_avx512_f64[] = {CALLS_AVX512_F64, {0}};
static const ata_known_way few_calls[] = {FEW_CALLS, {0}};

typedef struct isa_costs {
    const char *isa;
    ata_costs f32, f64;
} isa_costs;

static const isa_costs table[] = {
    {
        .isa = "neon", /* Neoverse N1, 2.5 GHz, gcc 12 */
        .f32 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.391,  [3] = 0.598,  [4] = 0.513,  [5] = 0.736,  [6] = 0.686,  [7] = 0.869,
                       [8] = 0.686,  [9] = 1.006,  [10] = 0.838, [11] = 1.204, [12] = 0.809, [13] = 1.198, [14] = 1.009,
                       [15] = 1.037, [16] = 0.852, [17] = 1.491, [19] = 1.548, [20] = 0.977, [23] = 2.474, [25] = 1.415,
                       [29] = 2.415, [31] = 2.101, [32] = 1.115, [64] = 1.381},
             .lanes = 4, .alone = 2.8, .whole = 2.6, .stage = 0.0, .combine = 0.35, .permute = 0.8, .multiply = 0.6,
             .real_step = 0.4, .pass = 1.0, .column_copy = 0.5, .twiddle = 2.5, .out_of_cache = 1.9,
             .cache_points = 8192, SPREAD_ARM(1 << 14, 1 << 20, 16, 0.1, 0.03), .split_points = 16384},
        .f64 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.659,  [3] = 1.071,  [4] = 1.096,  [5] = 1.508,  [6] = 1.301,  [7] = 1.628,
                       [8] = 1.265,  [9] = 1.865,  [10] = 1.622, [11] = 2.390, [12] = 1.531, [13] = 2.326, [14] = 1.993,
                       [15] = 1.998, [16] = 1.680, [17] = 2.887, [19] = 2.995, [20] = 1.904, [23] = 4.861, [25] = 2.730,
                       [29] = 4.751, [31] = 4.151, [32] = 2.312, [64] = 2.885},
             .lanes = 2, .alone = 1.4, .whole = 1.25, .stage = 0.0, .combine = 0.6, .permute = 1.2, .multiply = 1.2,
             .real_step = 0.8, .pass = 1.6, .column_copy = 0.8, .twiddle = 5.0, .out_of_cache = 1.9,
             .cache_points = 4096, SPREAD_ARM(1 << 13, 1 << 19, 8, 0.2, 0.08), .split_points = 8192},
    },
    {
        .isa = "fcma", /* Neoverse V1, 2.6 GHz, gcc 12 */
        .f32 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.297,  [3] = 0.356,  [4] = 0.386,  [5] = 0.471,  [6] = 0.419,  [7] = 0.520,
                       [8] = 0.440,  [9] = 0.652,  [10] = 0.491, [11] = 0.793, [12] = 0.533, [13] = 0.745, [14] = 0.584,
                       [15] = 0.601, [16] = 0.541, [17] = 1.009, [19] = 0.950, [20] = 0.604, [23] = 1.701, [25] = 0.814,
                       [29] = 1.693, [31] = 1.277, [32] = 0.667, [64] = 0.819},
             PAIRED_FCMA_F32, COLUMNS_FCMA_F32, .lanes = 4, .alone = 2.8, .whole = 2.4, .stage = 0.0, .combine = 0.28,
             .permute = 0.5, .multiply = 0.38, .real_step = 0.25, .pass = 0.63, .twiddle = 2.5, .out_of_cache = 1.9,
             .cache_points = 8192, SPREAD_ARM(1 << 14, 1 << 20, 16, 0.065, 0.03), .split_points = 16384},
        .f64 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.475,  [3] = 0.702,  [4] = 0.715,  [5] = 1.040,  [6] = 0.881,  [7] = 1.020,
                       [8] = 0.834,  [9] = 1.235,  [10] = 1.005, [11] = 1.666, [12] = 0.909, [13] = 1.625, [14] = 1.350,
                       [15] = 1.217, [16] = 1.088, [17] = 1.959, [19] = 1.806, [20] = 1.123, [23] = 3.533, [25] = 1.672,
                       [29] = 3.241, [31] = 2.607, [32] = 1.453, [64] = 1.842},
             PAIRED_FCMA_F64, COLUMNS_FCMA_F64, .lanes = 2, .alone = 1.4, .whole = 1.2, .stage = 0.06, .combine = 0.3,
             .permute = 0.75, .multiply = 0.75, .real_step = 0.5, .pass = 1.0, .twiddle = 5.0, .out_of_cache = 1.9,
             .cache_points = 4096, SPREAD_ARM(1 << 13, 1 << 19, 8, 0.13, 0.05), .split_points = 8192},
    },
    {
        .isa = "c", /* Xeon (Emerald Rapids), SSE2, gcc 13 */
        .f32 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.262,  [3] = 0.314,  [4] = 0.318,  [5] = 0.452,  [6] = 0.389,  [7] = 0.553,
                       [8] = 0.401,  [9] = 0.559,  [10] = 0.540, [11] = 0.791, [12] = 0.491, [13] = 0.852, [14] = 0.681,
                       [15] = 0.630, [16] = 0.531, [17] = 1.022, [19] = 1.097, [20] = 0.611, [23] = 1.625, [25] = 0.915,
                       [29] = 1.634, [31] = 1.585, [32] = 0.720, [64] = 0.885},
             .lanes = 4, .alone = 2.8, .stage = 0.03, .combine = 0.2, .permute = 0.5, .multiply = 0.3, .real_step = 0.3,
             .pass = 0.4, .column_copy = 0.2, .twiddle = 0.6, .out_of_cache = 3.0, .cache_points = 32768,
             SPREAD_X86_F32, .split_points = 100000},
        .f64 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.612,  [3] = 0.718,  [4] = 0.642,  [5] = 0.942,  [6] = 0.805,  [7] = 1.218,
                       [8] = 0.823,  [9] = 1.221,  [10] = 1.150, [11] = 1.744, [12] = 1.034, [13] = 1.793, [14] = 1.437,
                       [15] = 1.369, [16] = 1.137, [17] = 2.165, [19] = 2.356, [20] = 1.295, [23] = 3.449, [25] = 1.894,
                       [29] = 3.477, [31] = 3.325, [32] = 1.485, [64] = 1.870},
             .lanes = 2, .alone = 1.4, .stage = 0.05, .combine = 0.3, .permute = 0.8, .multiply = 0.6, .real_step = 0.5,
             .pass = 0.8, .column_copy = 0.4, .twiddle = 1.2, .out_of_cache = 3.0, .cache_points = 32768,
             SPREAD_X86_F64, .split_points = 100000},
    },
    {
        .isa = "avx2", /* Xeon (Emerald Rapids), gcc 13 */
        .f32 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.127,  [3] = 0.238,  [4] = 0.239,  [5] = 0.245,  [6] = 0.177,  [7] = 0.430,
                       [8] = 0.342,  [9] = 0.432,  [10] = 0.359, [11] = 0.529, [12] = 0.362, [13] = 0.608, [14] = 0.432,
                       [15] = 0.424, [16] = 0.455, [17] = 0.764, [19] = 0.789, [20] = 0.475, [23] = 1.441, [25] = 0.634,
                       [29] = 1.383, [31] = 1.200, [32] = 0.684, [64] = 0.837},
             CALLS(avx2_f32),
             PAIRED_AVX2_F32,
             PAIRED_COLUMNS_AVX2_F32,
             COLUMNS_AVX2_F32,
             ALONE_AVX2_F32,
             .lanes = 8,
             .alone = 4.5,
             .stage = 0.1,
             .combine = 0.08,
             .permute = 0.5,
             .multiply = 0.15,
             .around = 500,
             .real_step = 0.15,
             .pass = 0.3,
             .twiddle = 0.5,
             .out_of_cache = 3.0,
             .cache_points = 32768,
             SPREAD_X86_F32,
             .split_points = 100000},
        .f64 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.546,  [3] = 0.544,  [4] = 0.567,  [5] = 0.590,  [6] = 0.451,  [7] = 0.475,
                       [8] = 0.398,  [9] = 0.576,  [10] = 0.418, [11] = 0.674, [12] = 0.443, [13] = 0.645, [14] = 0.571,
                       [15] = 0.533, [16] = 0.592, [17] = 0.975, [19] = 1.117, [20] = 0.743, [23] = 1.797, [25] = 0.751,
                       [29] = 1.684, [31] = 1.538, [32] = 0.850, [64] = 1.401},
             PAIRED_AVX2_F64,
             PAIRED_COLUMNS_AVX2_F64,
             COLUMNS_AVX2_F64,
             ALONE_AVX2_F64,
             .lanes = 4,
             .alone = 2.8,
             .stage = 0.1,
             .combine = 0.15,
             .permute = 0.6,
             .multiply = 0.3,
             .around = 300,
             .real_step = 0.3,
             .pass = 0.6,
             .twiddle = 1.0,
             .out_of_cache = 3.0,
             .cache_points = 32768,
             SPREAD_X86_F64,
             .split_points = 100000},
    },
    {
        .isa = "avx512", /* Xeon (Emerald Rapids), gcc 13 */
        .f32 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.074,  [3] = 0.048,  [4] = 0.080,  [5] = 0.082,  [6] = 0.077,  [7] = 0.146,
                       [8] = 0.131,  [9] = 0.120,  [10] = 0.110, [11] = 0.217, [12] = 0.204, [13] = 0.206, [14] = 0.208,
                       [15] = 0.223, [16] = 0.250, [17] = 0.220, [19] = 0.239, [20] = 0.132, [23] = 0.381, [25] = 0.216,
                       [29] = 0.431, [31] = 0.406, [32] = 0.317, [64] = 0.545},
             PAIRED_AVX512_F32,
             CALLS(avx512_f32),
             PAIRED_COLUMNS_AVX2_F32,
             COLUMNS_AVX512_F32,
             ALONE_AVX512_F32,
             .lanes = 16,
             .alone = 5.0,
             .stage = 0.22,
             .combine = 0.08,
             .permute = 1.45,
             .multiply = 0.1,
             .chirp = 60,
             .around = 500,
             .real_step = 0.1,
             .pass = 0.25,
             .twiddle = 0.4,
             .out_of_cache = 3.0,
             .cache_points = 32768,
             SPREAD_X86_F32,
             .split_points = 100000},
        .f64 =
            {COMMON,
             .radix = {[1] = 0.1,    [2] = 0.296,  [3] = 0.236,  [4] = 0.368,  [5] = 0.350,  [6] = 0.441,  [7] = 0.406,
                       [8] = 0.478,  [9] = 0.483,  [10] = 0.540, [11] = 0.415, [12] = 0.407, [13] = 0.543, [14] = 0.552,
                       [15] = 0.521, [16] = 0.544, [17] = 0.576, [19] = 0.727, [20] = 0.605, [23] = 1.038, [25] = 0.735,
                       [29] = 1.086, [31] = 0.995, [32] = 0.739, [64] = 0.947},
             CALLS(avx512_f64),
             PAIRED_AVX512_F64,
             PAIRED_COLUMNS_AVX2_F64,
             COLUMNS_AVX512_F64,
             ALONE_AVX512_F64,
             .lanes = 8,
             .alone = 3.0,
             .stage = 0.15,
             .combine = 0.15,
             .permute = 0.6,
             .multiply = 0.2,
             .around = 500,
             .real_step = 0.2,
             .pass = 0.5,
             .twiddle = 0.8,
             .out_of_cache = 3.0,
             .cache_points = 32768,
             SPREAD_X86_F64,
             .split_points = 100000},
    },
};
enum { TABLE_COUNT = sizeof table / sizeof table[0] };

/* Real lines of one codelet each, up to 32 points and of 64, and of 128 for vectors of two numbers, fill vectors side
 * by side; of other short ones, what surrounds the butterflies weighs more than that they have to be transposed, if
 * vectors are wide, and both parts of a number cannot be in one. Where they can, a few lines are done each by itself
 * from the first that is no codelet on: they leave vectors empty. So are those of 128 on the way back, which put down
 * results number by number. */
enum { LONGEST_CODELET = 32, ONE_MORE_CODELET = 64, LEAST_ALONE = 128, LEAST_PAIRED = 48, MANY_PAIRED = 16 };

bool ata_cpu_is_codelet(int64_t n, ata_type precision)
{
    const bool narrow = ata_line_sets(precision)[0]->width == 2;
    return n <= LONGEST_CODELET || n == ONE_MORE_CODELET || (n == LEAST_ALONE && narrow);
}

bool ata_cpu_together(int64_t n, int64_t lines, ata_type precision, bool paired, bool forward)
{
    const bool narrow = ata_line_sets(precision)[0]->width == 2;
    const int64_t least = lines < MANY_PAIRED ? LONGEST_CODELET + 1 : LEAST_PAIRED;
    const bool long_codelet = n == ONE_MORE_CODELET || (n == LEAST_ALONE && narrow && lines > 1 && forward);
    if (paired && n >= least && !long_codelet) return false;
    return ata_cpu_is_codelet(n, precision) || (n < LEAST_ALONE && !narrow);
}

/* Whether input and output stay in a core's cache from one execution to the next: otherwise lines that are read at so
 * many places at a time wait for memory (bench/results/xeon-recipes.jsonl, xeon-recipes-2.jsonl). */
static bool is_near(const ata_problem *problem)
{
    enum { NEAR_BYTES = 1 << 20 };
    return ata_problem_minimal_bytes(problem) <= NEAR_BYTES;
}

/* A slice should stay in a core's second cache from pass to pass, both ends of it, and fill vectors and blocks. There
 * should be enough of them for threads to share. A longer piece of one array, a large plane, is worth it up to some
 * size. */
enum {
    SLICE_BYTES = 256 << 10,
    SHORT_SLICE_BYTES = 32 << 10,
    LONGEST_PIECE_BYTES = 8 << 20,
    LEAST_SLICED = 1 << 20,
    LEAST_SLICES = 16,
    MANY_SLICES = 64
};

/* Where the first cache holds slices, and the second is far behind it, a batch is sliced that leaves the first. */
#if defined(__aarch64__)
enum { LEAST_SLICED_BATCH = 64 << 10 };
#else
enum { LEAST_SLICED_BATCH = LEAST_SLICED };
#endif

/* The largest divisor of n that is a product of radices. */
static int64_t smooth_part(const ata_costs *costs, int64_t n)
{
    int64_t part = 1;
    for (int64_t prime; n > 1; n /= prime) {
        prime = ata_integer_smallest_factor(n);
        if (prime < ATA_COSTS_RADICES && costs->radix[prime] > 0) part *= prime;
    }
    return part;
}

static bool is_smooth(const ata_costs *costs, int64_t n)
{
    return smooth_part(costs, n) == n;
}

/* Whether the points of all lines that may be long are neighbours, or will be. Others are done by themselves, which
 * means that they are copied, only if they are of the longest. */
static bool has_neighbours(const ata_problem *problem, const ata_costs *costs, int64_t longest)
{
    for (int d = 0; d < problem->rank; d++)
        if (problem->dim[d].n > longest && (problem->dim[d].stride_in != 1 || problem->dim[d].stride_out != 1) &&
            !costs->collected[d])
            return false;
    return true;
}

/* Whether long lines go through memory as streams. Those whose points lie apart do so from where they part on only; but
 * where nearly all of a line is a convolution, that has points of its own, which are neighbours. */
static bool may_spread(const ata_problem *problem, const ata_costs *costs)
{
    enum { LITTLE = 64 };
    if (has_neighbours(problem, costs, costs->spread_least - 1)) return true;
    for (int d = 0; d < problem->rank; d++)
        if (problem->dim[d].n >= costs->spread_least && smooth_part(costs, problem->dim[d].n) > LITTLE) return false;
    return true;
}

/* Whether long lines had better be split into passes. Those whose points lie apart are faster in one if butterflies are
 * all that they need, most of them 1.5 to 3 times (bench/results/xeon-columns.txt has 2^17 to 2^22 points, 2 to 32
 * lines side by side). But few of them are one block, or two, and threads do not share these: what takes long by one
 * thread is split all the same, unless there are lines enough, or they are copied. */
static bool may_split(const ata_problem *problem, const ata_costs *costs)
{
    enum { MOST_POINTS = 1 << 21, MANY_LINES = 256 };
    for (int d = 0; d < problem->rank; d++)
        if (costs->collected[d] && problem->dim[d].n > costs->split_points) return false;
    if (has_neighbours(problem, costs, costs->split_points)) return true;
    const int64_t points = ata_problem_points(problem), batch = ata_problem_batch_count(problem);
    for (int d = 0; d < problem->rank; d++) {
        const int64_t n = problem->dim[d].n;
        if (n <= costs->split_points) continue;
        const bool many = points / n >= MANY_LINES || batch >= MANY_LINES;
        if (!is_smooth(costs, n) || (!many && points > MOST_POINTS / batch)) return true;
    }
    return false;
}

/* How real lines along one dimension are done, as ata_costs has it. */
static int find_alone(const ata_problem *problem)
{
    if (problem->rank != 1 || !ata_problem_is_real_dim(problem, 0)) return 0;
    const int64_t n = problem->dim[0].n;
    const ata_cpu_manner manner =
        ata_cpu_real_manner(problem->kind, n, ata_problem_compute_type(problem), ata_problem_batch_count(problem));
    return manner == ATA_MANNER_ALONE ? 1 : manner == ATA_MANNER_BLOCKS ? -1 : 0;
}

ata_costs ata_cpu_costs(const ata_problem *problem)
{
    int found = 0;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (strcmp(table[i].isa, ata_line_isa()) == 0) found = i;
    ata_costs costs = ata_problem_compute_type(problem) == ATA_F64 ? table[found].f64 : table[found].f32;
    costs.narrowest = ata_problem_compute_type(problem) == ATA_F64 ? 2 : 4; /* vectors that every CPU has */
    if (ata_line_widest_bits() >= 256)
        costs.padded_points = ATA_LONGEST_PADDED_BYTES / 2 / ata_type_bytes(ata_problem_compute_type(problem));
    costs.padded_eighths = ATA_LEAST_PADDED;
    if (ata_line_widest_bits() == 512) costs.combines_widest[20] = costs.combines_widest[25] = true;
    costs.one_by_one = ata_line_least_one_by_one();
    costs.convolutions = ata_line_widest_bits() == 512 ? 32 : 16; /* wide vectors do each by itself */
    if (problem->rank > 1 || ata_problem_batch_count(problem) >= costs.lanes) costs.around = 0;
    costs.pass_points = 8192; /* 8 lanes of them stay in a core's second cache */
    for (int d = 0; d < problem->rank; d++) {
        costs.collected[d] = ata_cpu_collects(problem, d);
        costs.behind[d] = ata_cpu_lie_behind(problem, d);
    }
    costs.real_alone = find_alone(problem);
    costs.real_points = costs.lanes > 2 ? LEAST_ALONE : LONGEST_CODELET + 1;
    costs.paired_points = costs.paired_lanes > 0 ? LEAST_PAIRED : 0;
    costs.paired_few_points = costs.paired_lanes > 0 ? LONGEST_CODELET + 1 : 0;
    costs.paired_many = MANY_PAIRED;
    costs.paired_but = ONE_MORE_CODELET;
    costs.reverse_points = 64; /* shorter lines are reversed as they are copied */
    costs.near = 0.4;
    costs.piece_bytes = LONGEST_PIECE_BYTES;
    costs.square = costs.lanes == 4 && costs.paired_lanes == 0 ? 0.8 : 0;
    if (!may_spread(problem, &costs)) costs.spread_least = costs.spread_parted;
    costs.unsplit = !may_split(problem, &costs);
    if (costs.lanes > 2 * costs.narrowest) costs.spill = !is_near(problem) ? 2.2 : costs.lanes > 8 ? 1.6 : 0;
    return costs;
}

/* A block should stay in a core's first-level cache, or else in the second. Rows of 128 bytes keep memory busy; in the
 * longest lines, 64 must do: a cache line. */
enum { CACHE_1 = 48 << 10, CACHE_2 = 1 << 20, ROW_BYTES = 128, SHORT_ROW_BYTES = 64, MOST_ROWS = 4 };

int64_t ata_cpu_lanes(int64_t lane_bytes, int64_t available, int width, size_t real_bytes)
{
    const int64_t usual = ROW_BYTES / (2 * (int64_t)real_bytes);
    int64_t lanes = CACHE_1 / lane_bytes / usual * usual;
    if (lanes > MOST_ROWS * usual) lanes = MOST_ROWS * usual;
    if (lanes < usual) lanes = usual * lane_bytes <= CACHE_2 ? usual : SHORT_ROW_BYTES / (2 * (int64_t)real_bytes);
    if (lanes < width) lanes = width;
    if (lanes <= available) return lanes;
    return available < width ? available : available / width * width; /* whole vectors; a tail for the rest */
}

/* Where columns are in memory, and not in a cache, rows of 512 bytes are read faster, though the block leaves the first
 * cache; many blocks are left for threads to share. */
enum { WIDE_ROW_BYTES = 512, WIDE_BLOCK_BYTES = 256 << 10, MANY_BLOCKS = 256 };

int64_t ata_cpu_wide_lanes(int64_t lanes, int64_t lane_bytes, int64_t available, int64_t others, size_t real_bytes)
{
    for (;; lanes *= 2) {
        const int64_t wider = 2 * lanes;
        if (wider > available || wider * 2 * (int64_t)real_bytes > WIDE_ROW_BYTES) return lanes;
        if (wider * lane_bytes > WIDE_BLOCK_BYTES || available / wider * others < MANY_BLOCKS) return lanes;
    }
}

/* A block of a strip has a vector in a row, or two of a short line: it and what it goes through should stay in the
 * first cache. The shortest have as many as make few factors between passes. */
enum { SHORTEST_LINE = 64, SHORT_POINTS = 1024 };

int64_t ata_cpu_strip_lanes(int64_t n, int width)
{
    if (n <= SHORTEST_LINE) return 8 * width;
    return n * width <= SHORT_POINTS ? 2 * width : width;
}

int64_t ata_cpu_slice(int64_t bytes, int64_t batch)
{
    const int64_t each = bytes / batch, most = SLICE_BYTES / each, least = SHORT_SLICE_BYTES / each + 1;
    if (bytes < LEAST_SLICED_BATCH) return batch;
    if (most < 1) return 1; /* long ones one at a time: the next pass finds a part of each in the cache, or near it */
    if (batch < LEAST_SLICES) return batch;
    const int64_t size = batch / MANY_SLICES > least ? batch / MANY_SLICES : least;
    return size < most ? size : most;
}

int64_t ata_cpu_piece(int64_t bytes, int64_t count)
{
    const int64_t each = bytes / count, most = SLICE_BYTES / each, least = SHORT_SLICE_BYTES / each + 1;
    if (bytes < LEAST_SLICED || each > LONGEST_PIECE_BYTES) return 0;
    const int64_t size = count / MANY_SLICES > least ? count / MANY_SLICES : least;
    if (most < 1) return 1;
    return size < most ? size : most;
}
