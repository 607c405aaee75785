/* alone.c - which lines are better done one after the other, and which in blocks.
 *
 * A block has a line in each lane of its vectors, which have to be filled: of 5 lines in vectors of 4 it does 8. So a
 * block of `lines` lines takes the time of
 *
 *     (lines, rounded up to whole vectors, + 2) * lane
 *
 * lines by themselves, where `lane` is how long one in a full block takes, in times of one by itself, and 2 are for
 * what a block takes besides. One by itself fills vectors with its own points, as far as its radices let it: the more
 * numbers a vector holds and the odder a length is, the better are blocks. The numbers were measured, by both manners,
 * for lines of 16 to 8192 points and 2 to 256 of them, on a Neoverse V1 and a Xeon (Emerald Rapids), with AVX2 and
 * AVX-512 (bench/results/neoverse-v1-manners.txt, xeon-manners.txt).
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
    MIRRORED,        /* the others, and Hartley's ... */
    MIRRORED_AROUND, /* ... around a convolution */
    FAMILY_COUNT,
    NO_FAMILY = -1
} family;

enum { WIDTHS = 4, NEVER = 1000000 };

/* What a lane takes with vectors of 2, 4, 8 and 16 numbers, where those are the only ones, as on aarch64, or there are
 * narrower and wider ones too: the wider ones make lines by themselves faster. 0 for not known. */
static const double only[FAMILY_COUNT][WIDTHS] = {
    [COMPLEX_SHORT] = {0, NEVER}, [REAL_EVEN] = {NEVER, NEVER}, [ODD_SHORT] = {1.3, 0.78},      [ODD] = {1.3, 0.75},
    [ODD_FOLDED] = {1.3, 0.72},   [FOLDED] = {1.3, 1.0},        [QUARTER_SHORT] = {0.75, 0.65}, [QUARTER] = {1.2, 0.85},
    [MIRRORED] = {0.75, 0.65},    [MIRRORED_AROUND] = {1, 1},
};
static const double among[FAMILY_COUNT][WIDTHS] = {
    [COMPLEX_SHORT] = {NEVER, NEVER, NEVER, NEVER},
    [COMPLEX_ODD] = {0, 0, 0, 0.8},
    [ODD_SHORT] = {1.3, 1.2, 0.92, 0.7},
    [ODD] = {1.3, 0.65, 0.52, 0.35},
    [ODD_FOLDED] = {1.3, 1.0, 0.8, 0.58},
    [FOLDED] = {2, 1.3, 0.95, 0.75},
    [QUARTER_SHORT] = {1.2, 0.95, 0.65, 0.4},
    [QUARTER] = {1.2, 1.1, 0.8, 0.7},
    [MIRRORED] = {1.2, 0.9, 0.67, 0.36},
    [MIRRORED_AROUND] = {1, 1, 1, 1},
};

/* Whether a length is a product of the primes that were measured. Larger ones do not fill vectors by themselves. */
static bool is_measured(int64_t n)
{
    static const int64_t primes[] = {2, 3, 5, 7, 11, 13};
    for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++)
        while (n % primes[i] == 0) n /= primes[i];
    return n == 1;
}

/* The family of lines of n points that are, or begin with, such a step: radices, or one that wraps them. */
static family family_of(ata_op op, bool odd, int64_t n)
{
    enum {
        LONGEST_CODELET = 32,
        SHORT = 64,
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
    default: return MIRRORED;
    }
}

static family family_of_steps(const ata_step *steps, int count, ata_role role, bool paired)
{
    enum { SHORT = 64, LONG = 200, MOST = 4096 };
    const int64_t n = ata_steps_length(steps, count);
    const family real = role != ATA_ROLE_COMPLEX ? family_of(steps->op, n % 2 == 1, n) : NO_FAMILY;
    for (int s = 0; s < count; s++)
        if (steps[s].op != ATA_OP_RADIX && steps[s].op < ATA_OP_HALF) /* a convolution, say */
            return real == MIRRORED ? MIRRORED_AROUND : NO_FAMILY;
    for (int s = 0; s < count; s++)
        if (steps[s].op == ATA_OP_RADIX && !is_measured(steps[s].n)) return NO_FAMILY;
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
    enum { SHORTEST = 40, SHORT = 64, NOT_SHORT = 72, OWN_CODELET = 128, LONG = 512, LONGEST = 1000 };
    if (f == FOLDED && n == OWN_CODELET && several) return 0;
    if (f == MIRRORED && width == 4 && n < SHORT) return several ? 0.52 : 0.45;
    if (f == MIRRORED && width == 2 && n > LONG) return 1.2;
    if (f == ODD_SHORT && width == 4 && n < SHORTEST && !several) return 0.8;
    if ((f == ODD || f == ODD_FOLDED) && width == 4 && n >= LONGEST && !several) return 0.97;
    if (f == MIRRORED && width == 8 && n >= LONG) return 0.75;
    if (f == MIRRORED && width == 16 && n >= LONG) return 0.5;
    if (f == QUARTER && width == 4 && n >= LONG) return 1.1;
    if (f == QUARTER_SHORT && width == 2 && n > NOT_SHORT) return 1.2;
    if (f == ODD_SHORT && width == 8 && n > NOT_SHORT) return 0.8;
    return lane;
}

static ata_cpu_manner manner_of(family f, int64_t n, ata_type precision, int64_t lines)
{
    enum { FEW = 4 };
    const ata_line_functions *const *sets = ata_line_sets(precision);
    if (lines < 2 || f == NO_FAMILY) return ATA_MANNER_UNKNOWN;
    const bool several = sets[1] != NULL;
    while (sets[1] && lines < (*sets)->width) sets++;
    const int width = (*sets)->width, index = width == 2 ? 0 : width == 4 ? 1 : width == 8 ? 2 : 3;
    const double lane = adjust((several ? among : only)[f][index], f, n, width, several);
    if (lane == 0 || (f == MIRRORED_AROUND && lines >= FEW)) return ATA_MANNER_UNKNOWN;
    const int64_t done = (lines + width - 1) / width * width;
    return (double)(done + 2) * lane < (double)lines ? ATA_MANNER_BLOCKS : ATA_MANNER_ALONE;
}

ata_cpu_manner ata_cpu_manner_of(const ata_step *steps, int count, ata_role role, bool paired, ata_type precision,
                                 int64_t lines)
{
    return manner_of(family_of_steps(steps, count, role, paired), ata_steps_length(steps, count), precision, lines);
}

ata_cpu_manner ata_cpu_real_manner(ata_kind kind, int64_t n, ata_type precision, int64_t lines)
{
    const int64_t inside = kind == ATA_DCT1 ? n - 1 : kind == ATA_DST1 ? n + 1 : n;
    if (inside < 1 || !is_measured(inside)) return ATA_MANNER_UNKNOWN;
    return manner_of(family_of(op_of(kind, n), n % 2 == 1, n), n, precision, lines);
}
