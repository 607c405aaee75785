/* alone.c - which lines are better done one after the other, and which in blocks.
 *
 * A block has a line in each lane of its vectors, which have to be filled: of 5 lines in vectors of 4 it does 8. So a
 * block of `lines` lines takes the time of
 *
 *     (lines, rounded up to whole vectors, + 2, + 4 if they were not whole) * lane
 *
 * lines by themselves, where `lane` is how long one in a full block takes, in times of one by itself, and the rest is
 * for what a block takes besides. One by itself fills vectors with its own points, as far as its radices let it: the
 * more numbers a vector holds and the odder a length is, the better are blocks. The numbers were measured, by both
 * manners, for lines of 16 to 8192 points and 2 to 256 of them, on a Neoverse V1 and a Xeon (Emerald Rapids), with AVX2
 * and AVX-512 (bench/results/neoverse-v1-manners.txt, xeon-manners.txt).
 */
#include "engine/cpu/alone.h"

#include "engine/cpu/line/sets.h"

/* Kinds of lines that differ in this. */
typedef enum family {
    COMPLEX_SHORT, /* two radices with both parts of a number in one vector */
    COMPLEX_ODD,
    REAL_EVEN,
    ODD_SHORT, /* real lines of odd length, or cosine and sine transforms around one */
    ODD,
    ODD_FOLDED,
    FOLDED,        /* cosine and sine transforms around a real line of even length, types 2 and 3 */
    QUARTER_SHORT, /* type 4 */
    QUARTER,
    MIRRORED_SHORT, /* the others, and Hartley's */
    MIRRORED,
    MIRRORED_LONG,
    FEW_ALONE, /* those around a convolution, and folded ones with a large prime: of few it is known */
    FAMILY_COUNT,
    NO_FAMILY = -1
} family;

enum { WIDTHS = 4, NEVER = 1000000 };

/* What a lane takes with vectors of 2, 4, 8 and 16 numbers. 0 for not known. */
typedef double lanes[FAMILY_COUNT][WIDTHS];

/* Where all vectors hold as many, as on aarch64: four floats, or two doubles. */
static const lanes only = {
    [COMPLEX_SHORT] = {0, NEVER},    [REAL_EVEN] = {NEVER, NEVER},
    [ODD_SHORT] = {1.3, 0.78},       [ODD] = {1.3, 0.75},
    [ODD_FOLDED] = {1.3, 0.72},      [FOLDED] = {1.3, 1.0},
    [QUARTER_SHORT] = {0.75, 0.65},  [QUARTER] = {1.2, 0.85},
    [MIRRORED_SHORT] = {0.75, 0.45}, [MIRRORED] = {0.75, 0.65},
    [MIRRORED_LONG] = {1.2, 0.65},   [FEW_ALONE] = {NEVER, NEVER},
};

/* Where there are several, of floats and of doubles: wide ones make lines by themselves faster, too. */
static const lanes floats = {
    [COMPLEX_SHORT] = {NEVER, NEVER, NEVER, NEVER},
    [COMPLEX_ODD] = {0, 0, 0, 0.8},
    [ODD_SHORT] = {0, 1.2, 0.82, 0.75},
    [ODD] = {0, 0.47, 0.39, 0.31},
    [ODD_FOLDED] = {0, 0.85, 0.67, 0.56},
    [FOLDED] = {0, 1.3, 0.9, 0.68},
    [QUARTER_SHORT] = {0, 0.66, 0.55, 0.49},
    [QUARTER] = {0, 0.86, 0.78, 0.7},
    [MIRRORED_SHORT] = {0, 0.52, 0.42, 0.31},
    [MIRRORED] = {0, 0.58, 0.44, 0.32},
    [MIRRORED_LONG] = {0, 0.6, 0.55, 0.42},
    [FEW_ALONE] = {NEVER, NEVER, NEVER, NEVER},
};
static const lanes doubles = {
    [COMPLEX_SHORT] = {NEVER, NEVER, NEVER},
    [ODD_SHORT] = {1.4, 1.05, 0.93},
    [ODD] = {0.75, 0.7, 0.48},
    [ODD_FOLDED] = {1.1, 0.95, 0.73},
    [FOLDED] = {1.33, 1.15, 0.97},
    [QUARTER_SHORT] = {0.78, 0.71, 0.52},
    [QUARTER] = {0.95, 0.85, 0.79},
    [MIRRORED_SHORT] = {0.62, 0.58, 0.46},
    [MIRRORED] = {0.7, 0.65, 0.54},
    [MIRRORED_LONG] = {0.65, 0.66, 0.6},
    [FEW_ALONE] = {NEVER, NEVER, NEVER},
};

/* Whether a number is a product of the first primes: with those that were measured, six, lines fill vectors by
 * themselves; larger ones are butterflies, too. */
enum { MEASURED = 6, ALL_PRIMES = 11 };

static bool is_product(int64_t n, int primes)
{
    static const int64_t prime[ALL_PRIMES] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
    for (int i = 0; i < primes; i++)
        while (n % prime[i] == 0) n /= prime[i];
    return n == 1;
}

bool ata_cpu_is_product(int64_t n)
{
    return n > 0 && is_product(n, MEASURED);
}

int64_t ata_cpu_length_inside(ata_kind kind, int64_t n)
{
    return kind == ATA_DCT1 ? n - 1 : kind == ATA_DST1 ? n + 1 : n;
}

/* The family of lines of n points that are, or begin with, such a step: radices, or one that wraps them. */
static family family_of(ata_op op, bool odd, int64_t n)
{
    enum {
        LONGEST_CODELET = 32,
        SHORT = 64,
        LONG = 512,
        DIRECT = 105,
        FOLDED_MOST = 128,
        QUARTER_LEAST = 128,
        QUARTER_MOST = 2000,
        MOST = 5120 /* longer blocks leave the caches */
    };
    if (n <= LONGEST_CODELET || n > MOST) return NO_FAMILY;
    switch (op) {
    case ATA_OP_FULL: return !odd ? NO_FAMILY : n <= DIRECT ? ODD_SHORT : ODD;
    case ATA_OP_HALF: return n < SHORT ? REAL_EVEN : NO_FAMILY;
    case ATA_OP_FOLD: return odd ? (n <= DIRECT ? ODD_SHORT : ODD_FOLDED) : n <= FOLDED_MOST ? FOLDED : NO_FAMILY;
    case ATA_OP_QUARTER:
    case ATA_OP_ODD_QUARTER: return n < QUARTER_LEAST ? QUARTER_SHORT : n < QUARTER_MOST ? QUARTER : NO_FAMILY;
    default: return n < SHORT ? MIRRORED_SHORT : n < LONG ? MIRRORED : MIRRORED_LONG;
    }
}

static family family_of_steps(const ata_step *steps, int count, ata_role role, bool paired)
{
    enum { SHORT = 64, LONG = 200, MOST = 4096 };
    const int64_t n = ata_steps_length(steps, count);
    const family real = role != ATA_ROLE_COMPLEX ? family_of(steps->op, n % 2 == 1, n) : NO_FAMILY;
    for (int s = 0; s < count; s++)
        if (steps[s].op != ATA_OP_RADIX && steps[s].op < ATA_OP_HALF) /* a convolution, say */
            return real >= MIRRORED_SHORT ? FEW_ALONE : NO_FAMILY;
    for (int s = 0; s < count; s++)
        if (steps[s].op == ATA_OP_RADIX && !is_product(steps[s].n, MEASURED))
            return steps->op == ATA_OP_FOLD ? FEW_ALONE : NO_FAMILY;
    if (role != ATA_ROLE_COMPLEX) return real;
    if (paired && n < SHORT) return COMPLEX_SHORT;
    return n % 2 == 1 && n > LONG && n < MOST ? COMPLEX_ODD : NO_FAMILY;
}

static ata_op op_of(ata_kind kind, int64_t n)
{
    switch (kind) {
    case ATA_R2C:
    case ATA_C2R: return n % 2 ? ATA_OP_FULL : ATA_OP_HALF;
    case ATA_DCT2:
    case ATA_DCT3:
    case ATA_DST2:
    case ATA_DST3: return ATA_OP_FOLD;
    case ATA_DCT4:
    case ATA_DST4: return ATA_OP_QUARTER;
    default: return ATA_OP_HARTLEY;
    }
}

/* What depends on more than the family. */
static double adjust(double lane, family f, int64_t n, int width, bool several)
{
    enum { SHORTEST = 40, NOT_SHORT = 72, OWN_CODELET = 128, LONG = 512, LONGEST = 1000 };
    if (several) return f == FOLDED && n == OWN_CODELET ? 0 : lane;
    if (f == ODD_SHORT && width == 4 && n < SHORTEST) return 0.8;
    if ((f == ODD || f == ODD_FOLDED) && width == 4 && n >= LONGEST) return 0.97;
    if (f == QUARTER && width == 4 && n >= LONG) return 1.1;
    if (f == QUARTER_SHORT && width == 2 && n > NOT_SHORT) return 1.2;
    return lane;
}

static ata_cpu_manner manner_of(family f, int64_t n, ata_type precision, int64_t lines)
{
    enum { FEW = 4 };
    const ata_line_functions *const *sets = ata_line_sets(precision);
    if (lines < 2 || f == NO_FAMILY || (f == FEW_ALONE && lines >= FEW)) return ATA_MANNER_UNKNOWN;
    const bool several = sets[1] != NULL;
    while (sets[1] && lines < (*sets)->width) sets++;
    const int width = (*sets)->width, index = width == 2 ? 0 : width == 4 ? 1 : width == 8 ? 2 : 3;
    const lanes *of = !several ? &only : precision == ATA_F64 ? &doubles : &floats;
    const double lane = adjust((*of)[f][index], f, n, width, several);
    if (lane == 0) return ATA_MANNER_UNKNOWN;
    const int64_t done = (lines + width - 1) / width * width, besides = done == lines ? 2 : 6;
    return (double)(done + besides) * lane < (double)lines ? ATA_MANNER_BLOCKS : ATA_MANNER_ALONE;
}

ata_cpu_manner ata_cpu_manner_of(const ata_step *steps, int count, ata_role role, bool paired, ata_type precision,
                                 int64_t lines)
{
    return manner_of(family_of_steps(steps, count, role, paired), ata_steps_length(steps, count), precision, lines);
}

ata_cpu_manner ata_cpu_real_manner(ata_kind kind, int64_t n, ata_type precision, int64_t lines)
{
    const int64_t inside = ata_cpu_length_inside(kind, n);
    const ata_op op = op_of(kind, n);
    if (inside < 1 || !is_product(inside, ALL_PRIMES)) return ATA_MANNER_UNKNOWN;
    const bool measured = is_product(inside, MEASURED);
    const family other = op == ATA_OP_FOLD ? FEW_ALONE : NO_FAMILY;
    return manner_of(measured ? family_of(op, n % 2 == 1, n) : other, n, precision, lines);
}
