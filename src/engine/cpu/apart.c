/* apart.c - which columns are copied to where their points are neighbours, and then done one by one.
 *
 * Where a block of columns does not stay in the caches, all of its stages go through memory, and where the length and
 * the distance of its rows are multiples of powers of two, its rows drive each other out of the caches long before.
 * Copies cost as much whatever the length. So lengths of many factors of 2 are copied first, others where they are far
 * longer; cosine and sine transforms, of which a block does more beside its stages than a line by itself, sooner; and
 * two or three lines, which fill no vectors, where a line by itself does. The numbers were measured, by both manners,
 * on a Neoverse V1 and a Xeon (Emerald Rapids), with AVX2 and AVX-512 (bench/results/neoverse-v1-columns.txt,
 * xeon-collected.txt).
 */
#include "engine/cpu/apart.h"

#include <stdlib.h>
#include <string.h>

#include "engine/cpu/alone.h"
#include "engine/cpu/line/sets.h"

/* Kinds of lines that differ in this. */
typedef enum family {
    COMPLEX,
    REAL,     /* r2c, c2r */
    FOLDED,   /* cosine and sine transforms of types 2 and 3 */
    QUARTER,  /* of type 4 */
    MIRRORED, /* the others, and Hartley's */
    FAMILY_COUNT
} family;

/* From which length on lines are copied; and where they are fewer than four. */
typedef struct limits {
    int64_t least, least_few;
} limits;

enum { K = 1024, M = K * K };

typedef struct machine {
    limits f32[FAMILY_COUNT], f64[FAMILY_COUNT];
    int64_t least_other; /* of complex and real lines whose lengths are no multiples of 1024 */
    /* Complex and real lines from 1000 points on are copied where one reaches over so many bytes, which no cache keeps;
     * and over so many where rows fall on the same lines of a cache. 0 for no such lines. */
    int64_t far_bytes, far_aligned_bytes;
} machine;

static const machine arm = {
    .f32 = {[COMPLEX] = {4 * K, 64 * K},
            [REAL] = {16 * K, 256},
            [FOLDED] = {256, K},
            [QUARTER] = {4 * K, 128},
            [MIRRORED] = {16 * K, 256}},
    .f64 = {[COMPLEX] = {4 * K, 8 * K},
            [REAL] = {16 * K, 32 * K},
            [FOLDED] = {64, 64},
            [QUARTER] = {256, 128},
            [MIRRORED] = {1000, 256}},
    .least_other = 512 * K,
    .far_bytes = 64 * M,
    .far_aligned_bytes = 14 * M,
};

/* Machines with these vectors have many cores, and threads share columns that are copied, but not a block: copies that
 * take a fifth longer on one thread are worth it. */
static const machine avx2 = {
    .f32 = {[COMPLEX] = {16 * K, 16 * K},
            [REAL] = {16 * K, 512},
            [FOLDED] = {512, 64 * K},
            [QUARTER] = {4 * K, 128},
            [MIRRORED] = {64 * K, 128}},
    .f64 = {[COMPLEX] = {16 * K, 64 * K},
            [REAL] = {16 * K, 16 * K},
            [FOLDED] = {256, 64},
            [QUARTER] = {4 * K, 128},
            [MIRRORED] = {64 * K, 128}},
    .least_other = 32 * K,
};

static const machine avx512 = {
    .f32 = {[COMPLEX] = {16 * K, 16 * K},
            [REAL] = {16 * K, 512},
            [FOLDED] = {512, 64 * K},
            [QUARTER] = {16 * K, 128},
            [MIRRORED] = {64 * K, 128}},
    .f64 = {[COMPLEX] = {16 * K, 64 * K},
            [REAL] = {16 * K, 512},
            [FOLDED] = {4 * K, 64},
            [QUARTER] = {16 * K, 128},
            [MIRRORED] = {64 * K, 128}},
    .least_other = 32 * K,
};

static const machine *find_machine(void)
{
    const char *isa = ata_line_isa();
    if (strcmp(isa, "avx512") == 0) return &avx512;
    return strcmp(isa, "neon") == 0 || strcmp(isa, "fcma") == 0 ? &arm : &avx2;
}

static family family_of(const ata_problem *problem, int dim)
{
    if (!ata_problem_is_real_dim(problem, dim)) return COMPLEX;
    switch (problem->kind) {
    case ATA_R2C:
    case ATA_C2R: return REAL;
    case ATA_DCT2:
    case ATA_DCT3:
    case ATA_DST2:
    case ATA_DST3: return FOLDED;
    case ATA_DCT4:
    case ATA_DST4: return QUARTER;
    default: return MIRRORED;
    }
}

/* Whether lines are like those that were measured: inside, a product of small primes, four points of it in a vector. */
static bool is_usual(const ata_problem *problem, int dim)
{
    const int64_t n = problem->dim[dim].n;
    const int64_t inside = ata_problem_is_real_dim(problem, dim) ? ata_cpu_length_inside(problem->kind, n) : n;
    return inside % 4 == 0 && ata_cpu_is_product(inside);
}

/* How many points the loop has whose steps are so long, of those that do not go along a dimension; 1 for none. */
static int64_t length_of_step(const ata_problem *problem, int dim, int64_t step)
{
    for (int d = 0; d < problem->rank; d++)
        if (d != dim && problem->dim[d].n > 1 && problem->dim[d].stride_in == step &&
            problem->dim[d].stride_out == step)
            return ata_problem_length_between(problem, d);
    for (int b = 0; b < problem->batch_rank; b++)
        if (problem->batch[b].n > 1 && problem->batch[b].stride_in == step && problem->batch[b].stride_out == step)
            return problem->batch[b].n;
    return 1;
}

/* How many lines lie beside those along a dimension, point by point, by all loops that follow one another. */
static int64_t count_beside(const ata_problem *problem, int dim)
{
    int64_t beside = 1, more;
    while ((more = length_of_step(problem, dim, beside)) > 1) beside *= more;
    return beside;
}

/* Whether n rows, so many bytes apart, fall on few lines of a cache, or reach so far that nothing keeps them. */
static bool collides(const machine *of, family f, int64_t n, int64_t row)
{
    enum { LEAST = 2000, MOST = 8 * K, SAME_BYTES = 3 * M / 2, LEAST_FAR = 1000, FACTOR = 16, ALIGNED = 512 };
    if (of->far_bytes == 0 || n % FACTOR != 0 || n < LEAST_FAR) return false;
    if (row > (row % ALIGNED == 0 ? of->far_aligned_bytes : of->far_bytes) / n) return true;
    return f == COMPLEX && n >= LEAST && n <= MOST && (row & -row) > SAME_BYTES / n;
}

/* Complex and real lines, at least four, the points of each `row` bytes apart. Those that are not long may stay in the
 * second cache, the more so the odder their rows are. */
static bool collects_stages(const machine *of, const limits *limit, family f, int64_t n, int64_t row)
{
    enum { FACTOR = 1024, SHORT = 2, LONG = 4, CACHE_LINE = 64, EVEN = 16, ALIGNED = 32 };
    if (collides(of, f, n, row)) return true;
    if (n % FACTOR != 0) return n >= of->least_other;
    if (n < SHORT * limit->least) return n >= limit->least && row >= CACHE_LINE && row % ALIGNED == 0;
    return n >= LONG * limit->least || row % EVEN == 0;
}

bool ata_cpu_collects(const ata_problem *problem, int dim)
{
    enum { FEW = 4 };
    const int64_t n = problem->dim[dim].n, in = llabs(problem->dim[dim].stride_in);
    const int64_t out = llabs(problem->dim[dim].stride_out);
    if (in < 2 || out < 2 || problem->order != ATA_NATURAL || problem->layout != ATA_INTERLEAVED) return false;
    const int64_t lines = count_beside(problem, dim);
    if (lines < 2 || !is_usual(problem, dim)) return false;
    const machine *of = find_machine();
    const family f = family_of(problem, dim);
    const limits *limit = ata_problem_compute_type(problem) == ATA_F64 ? &of->f64[f] : &of->f32[f];
    if (lines < FEW) return n >= limit->least_few;
    const int64_t row_in = in * ata_problem_element_bytes_in(problem);
    const int64_t row_out = out * ata_problem_element_bytes_out(problem);
    if (f == COMPLEX || f == REAL) return collects_stages(of, limit, f, n, row_in > row_out ? row_in : row_out);
    /* Numbers of other types are converted on the way, which blocks do better. */
    const ata_type type = ata_problem_compute_type(problem);
    return n >= limit->least && problem->type_in == type && problem->type_out == type;
}

/* Whether steps of a loop go beyond the last point of a line. */
static bool goes_beyond(const ata_dim *loop, const ata_dim *line)
{
    return loop->n == 1 || (llabs(loop->stride_in) / line->n >= llabs(line->stride_in) &&
                            llabs(loop->stride_out) / line->n >= llabs(line->stride_out));
}

bool ata_cpu_lie_behind(const ata_problem *problem, int dim)
{
    const ata_dim *line = &problem->dim[dim];
    if (line->n <= ATA_CPU_LONGEST_BESIDE || (line->stride_in == 1 && line->stride_out == 1)) return false;
    for (int d = 0; d < problem->rank; d++)
        if (d != dim && !goes_beyond(&problem->dim[d], line)) return false;
    for (int b = 0; b < problem->batch_rank; b++)
        if (!goes_beyond(&problem->batch[b], line)) return false;
    return true;
}
