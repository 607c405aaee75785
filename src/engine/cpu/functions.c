/* functions.c - with which vectors a pass of lines is done, and whether one line at a time. */
#include "engine/cpu/functions.h"

#include <stdlib.h>

#include "engine/cpu/alone.h"
#include "engine/cpu/apart.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/tables.h"

/* Whether the points of a line lie side by side, in and out. */
static bool is_contiguous(const ata_cpu_pass *pass)
{
    const ata_cpu_lines *lines = &pass->lines;
    const int64_t in = ata_type_bytes(pass->view_in.type), out = ata_type_bytes(pass->view_out.type);
    return lines->row_in == (pass->view_in.imag ? 2 * in : in) &&
           lines->row_out == (pass->view_out.imag ? 2 * out : out);
}

/* Whether the caller's numbers are of the type computed with, and the parts of each are neighbours. */
static bool has_parts_beside(const ata_cpu_pass *pass, ata_type precision)
{
    return pass->view_in.type == precision && pass->view_out.type == precision &&
           pass->view_in.imag == ata_type_bytes(precision) && pass->view_out.imag == ata_type_bytes(precision);
}

/* The same of the complex side of a real transform, whose real numbers then are pairs. */
static bool wraps_pairs(const ata_cpu_pass *pass, ata_type precision, ata_role role)
{
    if (role != ATA_ROLE_REAL_FORWARD && role != ATA_ROLE_REAL_INVERSE) return false;
    const ata_view *pairs = role == ATA_ROLE_REAL_FORWARD ? &pass->view_out : &pass->view_in;
    return pass->view_in.type == precision && pass->view_out.type == precision &&
           pairs->imag == ata_type_bytes(precision);
}

static bool has_convolution(const ata_step *steps, int count)
{
    for (int s = 0; s < count; s++)
        if (steps[s].op == ATA_OP_RADER || steps[s].op == ATA_OP_BLUESTEIN) return true;
    return false;
}

/* Whether one of them is too long to be done by the definition, side by side. */
static bool has_long_convolution(const ata_line_functions *set, const ata_step *steps, int count)
{
    for (int s = 0; s < count; s++)
        if (has_convolution(&steps[s], 1) && !set->is_by_definition(steps[s].n)) return true;
    return false;
}

/* The longest convolution of these steps, unless it is short; NULL for none. */
static const ata_step *longest_convolution(const ata_step *steps, int count)
{
    enum { LEAST = 256 };
    const ata_step *longest = NULL;
    for (int s = 0; s < count; s += steps[s].span)
        if (has_convolution(&steps[s], 1) && steps[s].n >= LEAST && (!longest || steps[s].n > longest->n))
            longest = &steps[s];
    return longest;
}

/* The widest vectors that a convolution fills by itself; NULL for none. */
static const ata_line_functions *convolving(const ata_line_functions *const *sets, const ata_step *convolution)
{
    for (; convolution && *sets; sets++)
        if ((*sets)->combines(convolution + 1, convolution->span - 1)) return *sets;
    return NULL;
}

/* Whether the lanes that a line takes from itself fill these vectors, and so does the convolution inside, where it is
 * done for one lane at a time. */
static bool fills(const ata_line_functions *set, const ata_step *steps, int count, const ata_step *convolution)
{
    const ata_step *const inside = convolution + 1;
    const int steps_inside = convolution->span - 1;
    return set->combines(steps, count) && (ata_steps_length(inside, steps_inside) < ata_line_least_one_by_one() ||
                                           set->combines(inside, steps_inside));
}

/* The steps of a line inside a real one of even length, or a cosine transform of one; others as they are. */
static const ata_step *inside_real(const ata_step *steps, int *count)
{
    while (steps->span == *count && (steps->op == ATA_OP_HALF || steps->op == ATA_OP_FOLD)) {
        (*count)--;
        steps++;
    }
    return steps;
}

/* With which vectors a line by itself does what is around a convolution, its longest (NULL for none), and that: the
 * widest, if its lanes fill them, else the widest that the convolution fills, which then is done for one lane after the
 * other. Where other radices are between it and the lanes, those had better fill theirs: of 512 bits, half as wide ones
 * if they do. */
static const ata_line_functions *surrounding(const ata_line_functions *const *sets, const ata_step *steps, int count,
                                             const ata_step *convolution)
{
    const ata_line_functions *const wide = convolving(sets, convolution), *const half = sets[1];
    if (!wide || fills(*sets, steps, count, convolution)) return *sets;
    const bool followed = convolution->span + 1 < count;
    return followed && ata_line_widest_bits() == 512 && fills(half, steps, count, convolution) ? half : wide;
}

/* With which vectors lines that are one convolution each, or a real line around it, are done by themselves, where
 * they are too few to fill the widest side by side: a convolution fills these. NULL where narrower ones do better:
 * the second widest of three, unless one lane is left for a block of its own; but never for convolutions so long
 * that they are done one by one. Nor for those that fill none, and short real lines, which have other ways
 * (bench/results/xeon-few-convolutions.txt). */
static const ata_line_functions *convolving_few(const ata_line_functions *const *sets, const ata_step *steps, int count,
                                                int64_t beside)
{
    enum { LEAST_REAL = 256 };
    const ata_step *const line = inside_real(steps, &count);
    if (!sets[1] || beside >= (*sets)->width || line->span != count || !has_convolution(line, 1)) return NULL;
    const bool three = sets[2] != NULL;
    if (beside < sets[three ? 2 : 1]->width || (line != steps && line->n < LEAST_REAL)) return NULL;
    const bool is_long = ata_steps_length(line + 1, line->span - 1) >= ata_line_least_one_by_one();
    if (three && beside >= sets[1]->width && beside % sets[1]->width != 1 && !is_long) return NULL;
    return convolving(sets, line);
}

/* How many lines a block may have side by side: those of n points that lie behind one another, and apart each, are done
 * singly from a buffer, unless they are short. */
static int64_t count_beside(const ata_cpu_pass *pass, int64_t n)
{
    const ata_cpu_lines *lines = &pass->lines;
    const bool behind = n > ATA_CPU_LONGEST_BESIDE && llabs(lines->lane.in) >= n * llabs(lines->row_in) &&
                        llabs(lines->lane.out) >= n * llabs(lines->row_out);
    return behind && !lines->twiddled && !is_contiguous(pass) ? 1 : lines->lane.n;
}

/* Whether lanes of several runs fill vectors, a few of them: see gather_runs(). */
static bool fills_with_runs(const ata_cpu_pass *pass, int64_t lanes, int64_t width)
{
    enum { VECTORS = 4 };
    const int count = pass->loops.count;
    return lanes > 1 && count > 0 && pass->loops.loop[count - 1].n * lanes >= VECTORS * width;
}

/* Whether r2c or c2r of n points, so many lanes that half of the second vector of 512 bits would be empty, are done
 * sooner by narrower ones: codelets that do not stay in registers anyhow, and of 32 bits others, if those are filled
 * (bench/results/xeon-lanes.txt). */
static bool are_better_narrower(const ata_line_functions *set, ata_type precision, int64_t n, int64_t lanes,
                                bool contiguous)
{
    enum { WIDE_BYTES = 64, LEAST_COLUMNS = 18, LEAST_NEIGHBOURS = 12 };
    const bool wide = set->width * (int64_t)set->real_bytes == WIDE_BYTES;
    const bool fills = precision == ATA_F32 && lanes % (set->width / 2) == 0;
    return wide && ata_line_leave_half_empty(lanes, set->width) &&
           n >= (contiguous ? LEAST_NEIGHBOURS : LEAST_COLUMNS) && (fills || ata_cpu_is_codelet(n, precision));
}

/* Whether some vectors have the stages of paired.h for these radices. */
static bool has_paired(const ata_line_functions *const *sets, const ata_step *steps, int count)
{
    if (count != 2 || steps[0].op != ATA_OP_RADIX || steps[1].op != ATA_OP_RADIX) return false;
    const int64_t first = steps[0].n, last = steps[1].n;
    bool begins = false, ends = false;
    for (; *sets; sets++) {
        if ((*sets)->width <= 2 * last && (*sets)->paired_stage(first, ATA_PAIRED_COLUMNS, false)) begins = true;
        if ((*sets)->width <= 2 * first && (*sets)->paired_stage(last, ATA_PAIRED_LAST, false)) ends = true;
    }
    return begins && ends;
}

/* Lines are done one at a time where each fills the vectors by itself, and in blocks otherwise, of which few lines fill
 * a part. The widest vectors that are filled are taken. */
static bool find_functions(ata_cpu_pass *pass, ata_type precision, const ata_step *steps, int count, ata_role role)
{
    const ata_cpu_lines *lines = &pass->lines;
    const ata_line_functions *const *sets = ata_line_sets(precision);
    const int64_t n = ata_steps_length(steps, count), beside = count_beside(pass, n);
    /* Long lines around a convolution, which cannot be split, each by itself: then it is the convolution that is.
     * Sooner where a long one of Bluestein's is followed by a small radix, and vectors are wide: a block would leave
     * the second cache, and be slower long before where points are neighbours. Rader's would move points one by one. */
    enum { LONG_BYTES = 4 << 20, LONG_STAGES_BYTES = 1 << 20, LONG_NEIGHBOURS_BYTES = 256 << 10, WIDE = 8, SMALL = 8 };
    const bool followed = steps->op == ATA_OP_BLUESTEIN && steps->span < count && steps->n * SMALL >= n;
    const int64_t sooner = is_contiguous(pass) ? LONG_NEIGHBOURS_BYTES : LONG_STAGES_BYTES;
    const int64_t most = followed && (*sets)->width >= WIDE ? sooner : LONG_BYTES;
    const bool convolves = has_convolution(steps, count);
    const bool whole = is_contiguous(pass) ? has_long_convolution(*sets, steps, count) : convolves;
    if (!lines->twiddled && whole && 2 * n * (int64_t)(*sets)->real_bytes > most / (*sets)->width) {
        steps = inside_real(steps, &count);
        pass->functions = surrounding(sets, steps, count, longest_convolution(steps, count));
        return true;
    }
    /* Short ones side by side are done by the definition, whatever they would be by themselves. */
    if (convolves && role == ATA_ROLE_COMPLEX && steps->span == count && !lines->twiddled &&
        (*sets)->is_by_definition(n))
        for (int i = 0; sets[i]; i++)
            if (sets[i]->width <= beside) {
                pass->functions = sets[i];
                return false;
            }
    const ata_line_functions *const by_themselves = lines->twiddled ? NULL : convolving_few(sets, steps, count, beside);
    if (by_themselves) {
        pass->functions = by_themselves;
        return true;
    }
    /* Two radices, of a complex line or right inside a real one: what a convolution has inside is another matter. */
    const bool in_half = role != ATA_ROLE_COMPLEX && steps->op == ATA_OP_HALF && steps->span == count;
    const bool paired_complex = role == ATA_ROLE_COMPLEX && has_paired(sets, steps, count);
    const bool paired = in_half && !lines->twiddled && wraps_pairs(pass, precision, role) && is_contiguous(pass) &&
                        has_paired(sets, steps + 1, count - 1);
    const bool folds = steps->op == ATA_OP_FOLD;
    int64_t divided = 0;
    while (steps->span == count && steps->op != ATA_OP_RADIX) { /* to the stages inside */
        const bool full = steps->op == ATA_OP_FULL;
        count = steps->span - 1;
        steps++;
        if (!full || !(*sets)->divides(steps, count)) continue;
        divided = n / steps->n;
        count--;
        steps++;
    }
    const bool several = sets[1] != NULL;
    enum { LONGEST_CODELET = 32, FEW = 4 };
    const int64_t all = lines->lane.n * ata_loops_count(&pass->loops);
    const bool together =
        role != ATA_ROLE_COMPLEX && ata_cpu_together(n, all, precision, paired, role == ATA_ROLE_REAL_FORWARD);
    /* Few short ones each by itself, by the definition, wherever they lie. */
    if (divided > 0 && role != ATA_ROLE_TRIGONOMETRIC && !lines->twiddled && !pass->window && beside < (*sets)->width &&
        (*sets)->is_direct_few(n)) {
        pass->functions = *sets;
        return true;
    }
    if (divided > 0 && n > LONGEST_CODELET && role != ATA_ROLE_TRIGONOMETRIC && is_contiguous(pass) &&
        (!together || beside < (*sets)->width))
        for (int i = 0; sets[i]; i++)
            if (sets[i]->width <= divided) {
                pass->functions = sets[i];
                return true;
            }
    /* A long convolution beside other stages: lanes of the line, or few lines, fill narrower vectors, if any. */
    const bool around = several && !lines->twiddled && steps->span < count;
    const ata_step *const convolution = around ? longest_convolution(steps, count) : NULL;
    const ata_line_functions *const wide = convolving(sets, convolution);
    if (wide && beside < (is_contiguous(pass) ? wide->width : FEW) && !fills_with_runs(pass, beside, wide->width)) {
        pass->functions = surrounding(sets, steps, count, convolution);
        return true;
    }
    if (!lines->twiddled && !together && is_contiguous(pass))
        for (int i = 0; sets[i]; i++)
            if (sets[i]->combines(steps, count)) {
                pass->functions = sets[i];
                return true;
            }
    if (paired && !together) {
        while (sets[1]) sets++; /* the stages take the vectors that suit them, and so does what surrounds them */
        pass->functions = *sets;
        return true;
    }
    /* Nor do two or three that cannot be paired fill vectors together. One around a convolution may fill them. */
    if (several && in_half && all < FEW && !ata_cpu_is_codelet(n, precision) && !(convolves && all == 1) &&
        !lines->twiddled && is_contiguous(pass)) {
        while (sets[1]) sets++;
        pass->functions = *sets;
        return true;
    }
    /* Lines whose points are neighbours are transposed, a square as wide as a vector at a time; but for real lines of
     * two points. */
    const bool transposed = is_contiguous(pass) && (role == ATA_ROLE_COMPLEX || n > 2);
    const int64_t square = transposed ? n : INT64_MAX;
    /* The wider the square, the more often every number is moved: real lines of 16 to 32 floats are faster in vectors
     * of 256 bits than in those of 512. */
    enum { NARROW = 8 };
    const bool real = role == ATA_ROLE_REAL_FORWARD || role == ATA_ROLE_REAL_INVERSE;
    const bool narrow = real && precision == ATA_F32 && transposed && n <= LONGEST_CODELET;
    const int64_t widest_square = narrow && square > NARROW ? NARROW : square;
    while (sets[1] && (beside < (*sets)->width || widest_square < (*sets)->width ||
                       (real && are_better_narrower(*sets, precision, n, beside, is_contiguous(pass)))))
        sets++;
    pass->functions = *sets;
    /* What surrounds the real line of a cosine or sine transform is quicker for one that fills vectors by itself. */
    enum { FEW_FOLDED = 2 };
    const bool few_folded = folds && beside <= FEW_FOLDED;
    if (lines->twiddled || (beside >= (*sets)->width && !few_folded)) return false;
    /* Three of four lanes are as good as four. */
    enum { NEARLY = 3 };
    if (real && !is_contiguous(pass) && !convolves && beside == NEARLY && (*sets)->width == NEARLY + 1) return false;
    if (role == ATA_ROLE_COMPLEX && count == 1 && steps->op == ATA_OP_RADIX && beside > 1) return false;
    /* Wider vectors are filled better by one line. */
    const bool widest = sets == ata_line_sets(precision);
    if (widest && !is_contiguous(pass) && fills_with_runs(pass, beside, (*sets)->width)) return false;
    for (sets = ata_line_sets(precision); *sets; sets++) /* too few lines: one at a time, from a buffer if need be */
        if ((*sets)->combines(steps, count)) {
            pass->functions = *sets;
            return true;
        }
    if (paired && n > LONGEST_CODELET) return true;
    if (paired_complex && (is_contiguous(pass) || has_parts_beside(pass, precision))) return true;
    /* Of lines that fill no vectors by themselves, several leave some lanes empty; a convolution may fill them. */
    return beside == 1 || convolves;
}

/* Whether lines lie as those did that were measured: points and their parts side by side, of the type computed with. */
static bool lies_as_measured(const ata_cpu_pass *pass, ata_type precision, ata_role role)
{
    if (pass->lines.twiddled || pass->window || !is_contiguous(pass)) return false;
    if (role == ATA_ROLE_COMPLEX) return has_parts_beside(pass, precision);
    if (role == ATA_ROLE_TRIGONOMETRIC) return pass->view_in.type == precision && pass->view_out.type == precision;
    return wraps_pairs(pass, precision, role);
}

bool ata_cpu_choose_functions(ata_cpu_pass *pass, ata_type precision, const ata_step *steps, int count, ata_role role)
{
    ata_cpu_lines *lines = &pass->lines;
    const bool paired = role == ATA_ROLE_COMPLEX && has_paired(ata_line_sets(precision), steps, count);
    const ata_cpu_manner manner = lies_as_measured(pass, precision, role)
                                      ? ata_cpu_manner_of(steps, count, role, paired, precision, lines->lane.n)
                                      : ATA_MANNER_UNKNOWN;
    if (manner == ATA_MANNER_UNKNOWN) return find_functions(pass, precision, steps, count, role);
    if (manner == ATA_MANNER_BLOCKS) {
        const ata_line_functions *const *sets = ata_line_sets(precision);
        while (sets[1] && lines->lane.n < (*sets)->width) sets++;
        pass->functions = *sets;
        return false;
    }
    /* As for the only one. */
    const int64_t lanes = lines->lane.n;
    const int loops = pass->loops.count;
    lines->lane.n = 1;
    pass->loops.count = 0;
    find_functions(pass, precision, steps, count, role);
    lines->lane.n = lanes;
    pass->loops.count = loops;
    return true;
}
