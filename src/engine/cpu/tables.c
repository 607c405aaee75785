/* tables.c - the CPU engine's numbers; the code that uses them is elsewhere.
 *
 * Costs are nanoseconds a point. Those of the radices are what bench/costs.c printed, on the machine that each table
 * names; the others are estimates. They only have to rank recipes, and atalanta tune finds out where they do not.
 */
#include "engine/cpu/tables.h"

#include <string.h>

#include "engine/cpu/line/sets.h"

_Static_assert(ATA_OP_COUNT == 12, "every op needs a bias of 1");
/* clang-format off */
/* A single line that is one butterfly fills no vector; of many, whose points must be transposed, it is a little dearer
 * than two that fill them by themselves. */
#define COMMON                                                                                                   \
    .ends = {[1] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, [12] = 1, [16] = 1, [32] = 1},                                   \
    .combines = {[2] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, [32] = 1},                                    \
    .whole = {1, 1.3, 4},                                                                                          \
    .bias = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
/* clang-format on */

typedef struct isa_costs {
    const char *isa;
    ata_costs f32, f64;
} isa_costs;

static const isa_costs table[] = {
    {
        .isa = "neon", /* Neoverse N1, 2.5 GHz, gcc 12 */
        .f32 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.410,  [3] = 0.618,  [4] = 0.525,  [5] = 0.733,  [6] = 0.687,
                                  [7] = 0.866,  [8] = 0.706,  [9] = 1.012,  [10] = 0.882, [11] = 1.190, [12] = 0.869,
                                  [13] = 1.225, [14] = 1.027, [15] = 1.071, [16] = 0.870, [17] = 1.460, [19] = 1.513,
                                  [20] = 0.973, [25] = 1.397, [32] = 1.229, [64] = 1.588},
                .lanes = 4, .permute = 0.8, .multiply = 0.6, .real_step = 0.4, .pass = 0.5, .twiddle = 1.0,
                .out_of_cache = 2.0, .cache_points = 16384, .split_points = 8192},
        .f64 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.773,  [3] = 1.195,  [4] = 1.122,  [5] = 1.477,  [6] = 1.387,
                                  [7] = 1.684,  [8] = 1.363,  [9] = 1.979,  [10] = 1.625, [11] = 2.386, [12] = 1.598,
                                  [13] = 2.334, [14] = 2.029, [15] = 2.081, [16] = 1.682, [17] = 2.930, [19] = 3.018,
                                  [20] = 1.955, [25] = 2.804, [32] = 2.446, [64] = 3.107},
                .lanes = 2, .permute = 1.2, .multiply = 1.2, .real_step = 0.8, .pass = 1.0, .twiddle = 2.0,
                .out_of_cache = 2.0, .cache_points = 8192, .split_points = 4096},
    },
    {
        .isa = "c", /* Xeon (Emerald Rapids), SSE2, gcc 13 */
        .f32 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.273,  [3] = 0.336,  [4] = 0.333,  [5] = 0.498,  [6] = 0.442,
                                  [7] = 0.646,  [8] = 0.467,  [9] = 0.652,  [10] = 0.617, [11] = 0.917, [12] = 0.596,
                                  [13] = 0.993, [14] = 0.766, [15] = 0.782, [16] = 0.664, [17] = 1.132, [19] = 1.221,
                                  [20] = 0.690, [25] = 0.973, [32] = 0.829, [64] = 1.532},
                .lanes = 4, .permute = 0.5, .multiply = 0.3, .real_step = 0.3, .pass = 0.4, .twiddle = 0.6,
                .out_of_cache = 2.0, .cache_points = 16384, .split_points = 8192},
        .f64 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.659,  [3] = 0.708,  [4] = 0.725,  [5] = 0.944,  [6] = 0.849,
                                  [7] = 1.213,  [8] = 0.931,  [9] = 1.269,  [10] = 1.146, [11] = 1.805, [12] = 1.047,
                                  [13] = 1.823, [14] = 1.460, [15] = 1.341, [16] = 1.273, [17] = 2.222, [19] = 2.434,
                                  [20] = 1.369, [25] = 1.919, [32] = 1.647, [64] = 2.945},
                .lanes = 2, .permute = 0.8, .multiply = 0.6, .real_step = 0.5, .pass = 0.8, .twiddle = 1.2,
                .out_of_cache = 2.0, .cache_points = 8192, .split_points = 4096},
    },
    {
        .isa = "avx2", /* Xeon (Emerald Rapids), gcc 13 */
        .f32 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.256,  [3] = 0.294,  [4] = 0.295,  [5] = 0.369,  [6] = 0.374,
                                  [7] = 0.501,  [8] = 0.391,  [9] = 0.521,  [10] = 0.496, [11] = 0.693, [12] = 0.445,
                                  [13] = 0.667, [14] = 0.580, [15] = 0.577, [16] = 0.515, [17] = 0.903, [19] = 0.992,
                                  [20] = 0.522, [25] = 0.798, [32] = 0.721, [64] = 1.044},
                .lanes = 8, .permute = 0.5, .multiply = 0.15, .real_step = 0.15, .pass = 0.3, .twiddle = 0.5,
                .out_of_cache = 2.5, .cache_points = 16384, .split_points = 16384},
        .f64 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.926,  [3] = 0.765,  [4] = 0.859,  [5] = 0.787,  [6] = 0.770,
                                  [7] = 1.070,  [8] = 0.877,  [9] = 1.068,  [10] = 0.921, [11] = 1.315, [12] = 0.901,
                                  [13] = 1.391, [14] = 1.197, [15] = 1.205, [16] = 1.033, [17] = 1.731, [19] = 2.001,
                                  [20] = 1.089, [25] = 1.632, [32] = 1.385, [64] = 2.096},
                .lanes = 4, .permute = 0.6, .multiply = 0.3, .real_step = 0.3, .pass = 0.6, .twiddle = 1.0,
                .out_of_cache = 2.5, .cache_points = 8192, .split_points = 8192},
    },
    {
        .isa = "avx512", /* Xeon (Emerald Rapids), gcc 13 */
        .f32 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.101,  [3] = 0.118,  [4] = 0.123,  [5] = 0.179,  [6] = 0.191,
                                  [7] = 0.219,  [8] = 0.161,  [9] = 0.184,  [10] = 0.181, [11] = 0.230, [12] = 0.237,
                                  [13] = 0.260, [14] = 0.286, [15] = 0.300, [16] = 0.324, [17] = 0.422, [19] = 0.450,
                                  [20] = 0.341, [25] = 0.282, [32] = 0.374, [64] = 0.958},
                .lanes = 16, .permute = 0.5, .multiply = 0.1, .real_step = 0.1, .pass = 0.25, .twiddle = 0.4,
                .out_of_cache = 3.0, .cache_points = 16384, .split_points = 16384},
        .f64 = {COMMON, .radix = {[1] = 0.1,    [2] = 0.361,  [3] = 0.330,  [4] = 0.424,  [5] = 0.321,  [6] = 0.259,
                                  [7] = 0.351,  [8] = 0.443,  [9] = 0.381,  [10] = 0.360, [11] = 0.442, [12] = 0.468,
                                  [13] = 0.517, [14] = 0.602, [15] = 0.545, [16] = 0.652, [17] = 0.621, [19] = 0.671,
                                  [20] = 0.659, [25] = 0.571, [32] = 0.744, [64] = 1.245},
                .lanes = 8, .permute = 0.6, .multiply = 0.2, .real_step = 0.2, .pass = 0.5, .twiddle = 0.8,
                .out_of_cache = 3.0, .cache_points = 8192, .split_points = 8192},
    },
};
enum { TABLE_COUNT = sizeof table / sizeof table[0] };

ata_costs ata_cpu_costs(const ata_problem *problem)
{
    int found = 0;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (strcmp(table[i].isa, ata_line_isa()) == 0) found = i;
    ata_costs costs = ata_problem_compute_type(problem) == ATA_F64 ? table[found].f64 : table[found].f32;
    costs.narrowest = ata_problem_compute_type(problem) == ATA_F64 ? 2 : 4; /* vectors that every CPU has */
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
    return lanes < available ? lanes : available;
}
