/* tables.c - the CPU engine's numbers; the code that uses them is elsewhere.
 *
 * Costs are nanoseconds a point. The radices in f32 were timed on a Neoverse N1, lines of 16 lanes in cache; those in
 * f64 are taken as twice as much, half as many fitting into a vector; the others are estimates. They only have to rank
 * recipes, and atalanta tune finds out where they do not.
 */
#include "engine/cpu/tables.h"

_Static_assert(ATA_OP_COUNT == 12, "every op needs a bias of 1");
#define BIAS_NONE                          \
    {                                      \
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 \
    }

static const ata_costs costs_f32 = {
    .radix = {[1] = 0.3,
              [2] = 0.45,
              [3] = 0.70,
              [4] = 0.61,
              [5] = 0.90,
              [7] = 1.10,
              [8] = 0.82,
              [9] = 1.08,
              [11] = 1.69,
              [13] = 1.93,
              [16] = 1.27},
    .permute = 0.8,
    .multiply = 0.6,
    .real_step = 0.6,
    .pass = 2.0,
    .twiddle = 3.0,
    .out_of_cache = 3.0,
    .cache_points = 16384,
    .split_points = 8192,
    .bias = BIAS_NONE,
};

static const ata_costs costs_f64 = {
    .radix = {[1] = 0.6,
              [2] = 1.0,
              [3] = 1.4,
              [4] = 1.2,
              [5] = 1.8,
              [7] = 2.6,
              [8] = 1.8,
              [9] = 2.6,
              [11] = 4.4,
              [13] = 5.6,
              [16] = 2.4},
    .permute = 1.2,
    .multiply = 1.2,
    .real_step = 1.2,
    .pass = 3.0,
    .twiddle = 10.0,
    .out_of_cache = 3.0,
    .cache_points = 8192,
    .split_points = 4096,
    .bias = BIAS_NONE,
};

const ata_costs *ata_cpu_costs(const ata_problem *problem)
{
    return ata_problem_compute_type(problem) == ATA_F64 ? &costs_f64 : &costs_f32;
}

/* A block should stay in a core's second-level cache; one with fewer than 8 lanes wastes parts of cache lines, so that
 * up to some more is taken for those. */
enum { BLOCK_BYTES = 512 << 10, LARGE_BLOCK_BYTES = 4 << 20, MOST_LANES = 32, FEWEST_LANES = 8 };

int64_t ata_cpu_lanes(int64_t lane_bytes, int64_t available)
{
    int64_t lanes = BLOCK_BYTES / lane_bytes / FEWEST_LANES * FEWEST_LANES;
    if (lanes > MOST_LANES) lanes = MOST_LANES;
    if (lanes < FEWEST_LANES) lanes = FEWEST_LANES * lane_bytes <= LARGE_BLOCK_BYTES ? FEWEST_LANES : 1;
    return lanes < available ? lanes : available;
}
