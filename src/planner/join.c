/* join.c - how the bits of several dimensions are shared out to sweeps over memory.
 *
 * The dimensions of a problem, the fastest first, are a row of bits: 256 x 256 x 256 has 8 of X, 8 of Y, 8 of Z. The
 * transforms along different dimensions do not depend on each other, and one dimension may be split between passes. So
 * a sweep may take any stretch of that row, as long as its points fit on the chip, and what is sought is where to cut:
 *
 *     X X X X X X X X Y Y Y Y Y Y | Y Y Z Z Z Z Z Z Z Z          {X(256), Y(64)} {Y(4), Z(256)}
 *
 * A sweep with all of X works on contiguous memory. Any other reads lines side by side: those along the bits before it.
 * What a sweep costs by its number of bits is the engine's to say (ata_sweeps); the cheapest cuts follow bit by bit.
 *
 * A real transform is a complex one with a bit less of X. The sweep with X makes complex points of real ones as well,
 * for which it has to have all of X, alone or with all of other dimensions: a plane. c2r has the same sweeps in the
 * opposite order.
 */
#include "planner/join.h"

#include <math.h>

#include "core/integer.h"
#include "planner/rule.h"

enum { MOST_BITS = 62, MOST_STAGES = 16 };

/* So many points, as a power of two, are the least that memory moves at a time. */
enum { SECTOR_BITS = 2 };

/* The dimensions that have more than one point, the fastest first, and where their bits begin. */
typedef struct row {
    const ata_costs *costs;
    const ata_problem *problem;
    int dims, dim[ATA_MAX_RANK];
    int begin[ATA_MAX_RANK + 1];
    double all_points; /* of the whole batch */
    bool real;
} row;

static void init_row(row *r, const ata_costs *costs, const ata_problem *problem)
{
    *r = (row){.costs = costs, .problem = problem, .real = problem->kind != ATA_C2C};
    r->all_points = (double)ata_problem_batch_count(problem);
    for (int d = problem->rank - 1; d >= 0; d--) {
        const int64_t n = r->real && d == problem->rank - 1 ? problem->dim[d].n / 2 : problem->dim[d].n;
        if (n == 1) continue;
        r->dim[r->dims] = d;
        r->begin[r->dims + 1] = r->begin[r->dims] + ata_integer_log2(n);
        r->dims++;
        r->all_points *= (double)n;
    }
}

bool ata_join_applies(const ata_costs *costs, const ata_problem *problem)
{
    if (!costs->sweeps) return false;
    const bool real = problem->kind == ATA_R2C || problem->kind == ATA_C2R;
    if (problem->kind != ATA_C2C && !real) return false;
    const int64_t x = problem->dim[problem->rank - 1].n; /* a line of X has to fit a sweep, and be one */
    if (real && (x < 4 || x > (int64_t)4 << costs->sweeps->block_bits)) return false;
    int dims = 0, bits = 0;
    for (int d = 0; d < problem->rank; d++) {
        const int64_t n = problem->dim[d].n;
        if (!ata_integer_is_power_of_two(n)) return false;
        dims += n > 1;
        bits += ata_integer_log2(n);
    }
    return dims > 1 && bits <= MOST_BITS;
}

/* --- One sweep --------------------------------------------------------------------------------------------------- */

/* The bits of dimension i (in the row) from bit `from` up to bit `to`. */
static int bits_of(const row *r, int i, int from, int to)
{
    const int low = r->begin[i] > from ? r->begin[i] : from, high = r->begin[i + 1] < to ? r->begin[i + 1] : to;
    return high > low ? high - low : 0;
}

/* Whether the sweep has all of X, and X lies contiguously. */
static bool is_contiguous(const row *r, int from, int to)
{
    const ata_dim *x = &r->problem->dim[r->dim[0]];
    return from == 0 && to >= r->begin[1] && x->stride_in == 1 && x->stride_out == 1;
}

/* Whether a sweep has rows of real points and other dimensions. */
static bool is_plane(const row *r, int from, int to)
{
    return r->real && from == 0 && to > r->begin[1];
}

/* The stages of `bits` of dimension i: as few as can be. But those along the rows of planes, which also read or write
 * them, should leave neighbours to be accessed together; and the one of them beside the other dimensions has two tasks
 * at once, so its radix is half as large at most. */
static int count_stages_of(const row *r, int i, int bits, bool plane)
{
    const int most = r->costs->sweeps->radix_bits;
    if (!plane || i > 0) return (bits + most - 1) / most;
    return bits < most ? (bits > 1 ? 2 : 1) : (bits + most) / most;
}

static int dims_of(const row *r, int from, int to)
{
    int dims = 0;
    for (int i = 0; i < r->dims; i++) dims += bits_of(r, i, from, to) > 0;
    return dims;
}

/* How many processors share a tile, as a power of two. */
static int share_bits(const row *r, int bits)
{
    const int over = bits - r->costs->sweeps->block_bits, most = r->costs->sweeps->share_bits;
    return over < 2 ? 0 : over > most ? most : over;
}

/* The bits of stage s of `stages`: as equal as can be, the larger ones first. */
static int bits_of_stage(int bits, int stages, int s)
{
    int share = 0;
    for (int left = stages; s >= 0 && left > 0; left--, s--) {
        share = (bits + left - 1) / left;
        bits -= share;
    }
    return s < 0 ? share : 0;
}

/* The bits of dimensions other than X. */
static int bits_beside(const row *r, int from, int to)
{
    return to - from - bits_of(r, 0, from, to);
}

/* Whether the stages along X come first, where the bits of other dimensions are too few for an exchange between
 * processors in which rows along X stay whole. Else the slowest dimension's do. */
static bool begins_with_rows(const row *r, int from, int to)
{
    return is_contiguous(r, from, to) && bits_beside(r, from, to) < share_bits(r, to - from);
}

/* The bits of a sweep that come before those of dimension i, in the order of stages. */
static int bits_before(const row *r, int from, int to, int i)
{
    const bool rows = begins_with_rows(r, from, to);
    int before = 0;
    for (int other = 0; other < r->dims; other++)
        if (rows ? other < i : other > i) before += bits_of(r, other, from, to);
    return before;
}

/* What stages that end a dimension and begin the next cost beside others, in all: those of X, whose points are read or
 * written in a row, twice as much. None can be of three dimensions. */
enum { NEVER = 1000 };
static int count_crossings(const row *r, int from, int to, const int *size, int stages)
{
    const int beside_x = begins_with_rows(r, from, to) ? 1 : 0;
    int crossings = 0, at = 0;
    for (int s = 0; s < stages; at += size[s++]) {
        int here = 0;
        for (int i = 0; i < r->dims; i++) {
            const int before = bits_before(r, from, to, i);
            if (bits_of(r, i, from, to) == 0 || before <= at || before >= at + size[s]) continue;
            crossings += i == beside_x ? 2 : 1;
            here++;
        }
        if (here > 1) return NEVER;
    }
    return crossings;
}

/* The bits of a tile: those of a sweep, and of its lines side by side. */
static int tile_bits(const row *r, int from, int to)
{
    return is_contiguous(r, from, to) ? to - from : to - from + r->costs->sweeps->strip_bits;
}

/* Whether processors that share a tile can exchange points: between two stages that both have a digit for each of them,
 * the first along the dimension it begins, and the second along X where rows are first. */
static bool can_exchange(const row *r, int from, int to, const int *size, int stages)
{
    const int shares = share_bits(r, tile_bits(r, from, to)), rows = bits_of(r, 0, from, to);
    int at = 0;
    for (int s = 0; s + 1 < stages; at += size[s++]) {
        int own = size[s], next = size[s + 1];
        for (int i = 0; i < r->dims; i++) {
            const int before = bits_before(r, from, to, i);
            if (bits_of(r, i, from, to) > 0 && before > at && before < at + size[s]) own = at + size[s] - before;
        }
        if (begins_with_rows(r, from, to) && at + size[s] + next > rows) next = rows - at - size[s];
        if (own >= shares && next >= shares) return true;
    }
    return shares == 0;
}

/* The stages of a sweep along several dimensions, of complex points: one may end a dimension and begin the next, so
 * what counts is the bits of all. The larger ones come first in contiguous lines, so that what is written together is
 * long, and last in others; but as few as can be are of two dimensions. Where processors share a tile, one of them may
 * be twice as large. None where there is no such way. */
static int list_stages(const row *r, int from, int to, int size[MOST_STAGES])
{
    const ata_sweeps *sweeps = r->costs->sweeps;
    const int most = sweeps->radix_bits, bits = to - from;
    const bool first = is_contiguous(r, from, to);
    const bool wide = sweeps->wide && share_bits(r, tile_bits(r, from, to)) > 0 && bits > most && bits % most == 1;
    const int stages = (bits + most - 1) / most - wide;
    int fewest = NEVER;
    for (int turn = 0; turn < stages; turn++) {
        int turned[MOST_STAGES];
        for (int s = 0; s < stages; s++)
            turned[((first ? s : stages - 1 - s) + turn) % stages] =
                bits_of_stage(bits - wide, stages, s) + (wide && s == 0);
        const int crossings = count_crossings(r, from, to, turned, stages);
        if (crossings >= fewest || !can_exchange(r, from, to, turned, stages)) continue;
        fewest = crossings;
        for (int s = 0; s < stages; s++) size[s] = turned[s];
    }
    return fewest < NEVER ? stages : 0;
}

/* The stages of a sweep, each along one dimension. */
static int count_own_stages(const row *r, int from, int to)
{
    int stages = 0;
    for (int i = 0; i < r->dims; i++) stages += count_stages_of(r, i, bits_of(r, i, from, to), is_plane(r, from, to));
    return stages;
}

/* Whether stages along two dimensions spare any. */
static bool crosses(const row *r, int from, int to)
{
    const ata_sweeps *sweeps = r->costs->sweeps;
    const int least = is_contiguous(r, from, to) ? sweeps->crossed_contiguous : sweeps->crossed_columns;
    int size[MOST_STAGES];
    if (least == 0 || to - from < least || is_plane(r, from, to) || dims_of(r, from, to) == 1) return false;
    if (r->problem->order != ATA_NATURAL) return false;
    const int stages = list_stages(r, from, to, size);
    return stages > 0 && stages < count_own_stages(r, from, to);
}

static int count_stages(const row *r, int from, int to)
{
    int size[MOST_STAGES];
    return crosses(r, from, to) ? list_stages(r, from, to, size) : count_own_stages(r, from, to);
}

static bool fits(const row *r, int from, int to)
{
    const ata_sweeps *sweeps = r->costs->sweeps;
    const int legs = dims_of(r, from, to);
    /* Bit-reversed order is stored through one more exchange, which a single leg in one block has. */
    const bool reversed = r->problem->order != ATA_NATURAL && is_contiguous(r, from, to);
    if (reversed && to - from > sweeps->block_bits) return false;
    return legs <= (reversed ? 1 : sweeps->legs) && count_stages(r, from, to) <= sweeps->stages;
}

/* Whether the processors that share a tile of contiguous lines read and write rows in long pieces. They exchange points
 * between two stages that both have a digit for every processor: while a row along X is whole in each, behind a stage
 * along another dimension. Or behind the first along X: then what is left of a row is shared out as it is read, and
 * what is known of it as it is written. */
static bool shares_well(const row *r, int from, int to)
{
    const int shares = share_bits(r, to - from);
    if (shares == 0) return true;
    if (crosses(r, from, to)) {
        int size[MOST_STAGES];
        list_stages(r, from, to, size);
        const int left = bits_of(r, 0, from, to) - size[0] - shares;
        if (begins_with_rows(r, from, to))
            return left >= r->costs->sweeps->strip_bits && size[0] >= shares + SECTOR_BITS;
        return size[0] <= bits_beside(r, from, to) && size[0] >= shares && size[1] >= shares;
    }
    int before = 0; /* the bits of the stage before; the slowest dimension comes first */
    for (int i = r->dims - 1; i >= 0; i--) {
        const int bits = bits_of(r, i, from, to), stages = count_stages_of(r, i, bits, false);
        for (int s = 0; s < stages; s++) {
            const int here = bits_of_stage(bits, stages, s);
            if (before >= shares && here >= shares) return true;
            before = i > 0 ? here : 0;
        }
    }
    return false;
}

/* Whether the bits before and behind `bit` belong to one dimension. */
static bool is_cut(const row *r, int bit)
{
    for (int i = 0; i <= r->dims; i++)
        if (r->begin[i] == bit) return false;
    return true;
}

/* Whether the sweep is one that a real transform may have: with X whole and alone, or in a plane, whose processors
 * exchange points between X and the stage beside it. Sweeps of a real cube with X in one and its real step in another
 * are a recipe that engines may run; they were slower than one for each dimension. */
static bool fits_real(const row *r, int from, int to)
{
    if (!is_plane(r, from, to)) return from == 0 ? to == r->begin[1] : from >= r->begin[1];
    const int shares = share_bits(r, to), beside = bits_of(r, 1, from, to);
    const int stage = bits_of_stage(beside, count_stages_of(r, 1, beside, true), 0);
    return !is_cut(r, to) && is_contiguous(r, from, to) && r->begin[1] >= shares && stage >= shares;
}

/* By how many bits what a processor writes of a row is too narrow; of complex points it has whole rows, or it counts as
 * one. */
static int narrow_bits(const row *r, int from, int to)
{
    if (!is_contiguous(r, from, to) || to == r->begin[1]) return 0;
    if (!is_plane(r, from, to)) return shares_well(r, from, to) ? 0 : 1;
    const int shares = share_bits(r, to), narrow = r->costs->sweeps->strip_bits - (r->begin[1] - shares);
    return shares > 0 && narrow > 0 ? narrow : 0;
}

/* Nanoseconds for the bits from `from` up to `to`; infinite where there is no such sweep. */
static double time_of(const row *r, int from, int to)
{
    const ata_sweeps *sweeps = r->costs->sweeps;
    const int bits = to - from;
    if (bits >= ATA_SWEEP_BITS || !fits(r, from, to)) return INFINITY;
    if (r->real && !fits_real(r, from, to)) return INFINITY;
    const bool contiguous = is_contiguous(r, from, to);
    double time = contiguous ? sweeps->contiguous[bits] : sweeps->columns[bits];
    if (time == 0) return INFINITY;
    /* Lines side by side are read in strips, which must not be too narrow. */
    const int beside = from > 0 ? from : r->begin[1] > to ? r->begin[1] - to : 0;
    if (!contiguous && beside < sweeps->strip_bits) time *= 1 << (sweeps->strip_bits - beside < 2 ? 1 : 2);
    const int stages = count_stages(r, from, to);
    if (stages > 3 && bits > sweeps->block_bits) time += (stages - 3) * sweeps->stage;
    if (is_cut(r, to)) time += sweeps->cut;
    time += narrow_bits(r, from, to) * sweeps->pieces;
    if (crosses(r, from, to) && begins_with_rows(r, from, to)) time += sweeps->shared_rows;
    time *= r->costs->pass * r->all_points;
    /* Few large tiles leave processors idle. */
    const double blocks = ldexp(r->all_points, -(bits < sweeps->block_bits ? bits : sweeps->block_bits));
    if (bits > sweeps->block_bits && blocks < sweeps->processors) time *= sweeps->processors / blocks;
    return time + sweeps->launch;
}

/* --- Steps ------------------------------------------------------------------------------------------------------- */

static void add_radices(ata_steps *steps, int bits, int stages, bool larger_first)
{
    for (int s = 0; s < stages; s++)
        ata_steps_add(steps, ATA_OP_RADIX,
                      (int64_t)1 << bits_of_stage(bits, stages, larger_first ? s : stages - 1 - s));
}

/* What dimension i has of the stages of a sweep along several, which are counted through from the slowest dimension on,
 * or from X on. */
static void add_shares(const row *r, int from, int to, int i, ata_steps *steps)
{
    const int bits = bits_of(r, i, from, to), before = bits_before(r, from, to, i);
    int size[MOST_STAGES], at = 0;
    const int stages = list_stages(r, from, to, size);
    for (int s = 0; s < stages; at += size[s++]) {
        const int low = at > before ? at : before;
        const int high = at + size[s] < before + bits ? at + size[s] : before + bits;
        if (high > low) ata_steps_add(steps, ATA_OP_RADIX, (int64_t)1 << (high - low));
    }
}

/* The larger radices come first in contiguous lines, so that what is written together is long; last in others. In a
 * plane those of X have the larger ones beside the step between real points and complex ones, unless they are too large
 * for it, so that what is read or written of a row is long; and so have the others of c2r where processors could not
 * exchange points otherwise. */
static bool puts_larger_first(const row *r, int from, int to, int i)
{
    if (!is_plane(r, from, to)) return is_contiguous(r, from, to);
    const bool back = r->problem->kind == ATA_C2R;
    const int bits = bits_of(r, i, from, to), stages = count_stages_of(r, i, bits, true);
    if (i == 0) return (bits_of_stage(bits, stages, 0) < r->costs->sweeps->radix_bits) == back;
    return !back || bits_of_stage(bits, stages, stages - 1) >= share_bits(r, to);
}

/* The radices that were measured for a line that is a sweep of its own; false where there are none. */
static bool add_measured(ata_steps *steps, const ata_known_way *ways, int64_t n)
{
    const ata_known_way *way = ata_rule_find_way(ways, n);
    int count = 0;
    while (way && way->radix[count] != 0) count++;
    if (!way || way->radix[count + 1] != 0) return false; /* none, or in several passes */
    for (int i = 0; i < count; i++) ata_steps_add(steps, ATA_OP_RADIX, way->radix[i]);
    return true;
}

static ata_status add_sweep(const row *r, int from, int to, ata_recipe *recipe)
{
    const ata_costs *costs = r->costs;
    const bool backwards = r->problem->kind == ATA_C2R; /* which ends with X */
    bool first = true;
    for (int index = 0; index < r->dims; index++) {
        const int i = backwards ? r->dims - 1 - index : index, bits = bits_of(r, i, from, to);
        if (bits == 0) continue;
        ata_steps steps = {.count = 0};
        const int64_t n = (int64_t)1 << bits;
        const bool alone = bits == to - from, half = r->real && i == 0;
        if (half) ata_steps_add(&steps, ATA_OP_HALF, 2 * n);
        const bool known = alone && ((!is_contiguous(r, from, to) && add_measured(&steps, costs->columns, n)) ||
                                     add_measured(&steps, costs->ways, n));
        if (!known && crosses(r, from, to)) add_shares(r, from, to, i, &steps);
        else if (!known)
            add_radices(&steps, bits, count_stages_of(r, i, bits, is_plane(r, from, to)),
                        puts_larger_first(r, from, to, i));
        if (half) ata_steps_close(&steps, 0);
        const ata_form form = ata_form_of(r->problem);
        ATA_TRY(first ? ata_recipe_add_pass(recipe, form, r->dim[i], &steps)
                      : ata_recipe_join_pass(recipe, form, r->dim[i], &steps));
        first = false;
    }
    return ATA_OK;
}

/* --- All of them ------------------------------------------------------------------------------------------------- */

/* In the order of the row, or for c2r in the opposite one; none where there are as many as dimensions. */
static ata_status add_real_sweeps(const row *r, const int *next, ata_recipe *recipe)
{
    const int all = r->begin[r->dims];
    int cut[MOST_BITS + 1], sweeps = 0;
    for (int from = 0; from < all; from = next[from]) cut[sweeps++] = from;
    if (sweeps >= r->dims) return ATA_OK;
    for (int s = 0; s < sweeps; s++) {
        const int from = cut[r->problem->kind == ATA_C2R ? sweeps - 1 - s : s];
        ATA_TRY(add_sweep(r, from, next[from], recipe));
    }
    return ATA_OK;
}

ata_status ata_join_make(const ata_costs *costs, const ata_problem *problem, ata_recipe *recipe)
{
    row r;
    init_row(&r, costs, problem);
    const int all = r.begin[r.dims];
    double best[MOST_BITS + 1]; /* for the bits from here on */
    int next[MOST_BITS + 1];
    best[all] = 0;
    for (int from = all - 1; from >= 0; from--) {
        best[from] = INFINITY;
        for (int to = from + 1; to <= all; to++) {
            const double time = time_of(&r, from, to) + best[to];
            if (!ata_costs_less(time, best[from])) continue;
            best[from] = time;
            next[from] = to;
        }
    }
    if (!(best[0] < INFINITY)) return ATA_OK;
    if (r.real) return add_real_sweeps(&r, next, recipe);
    /* The first sweep that cuts a dimension moves digits, which it can do best on the way from the input to the output;
     * it does not depend on those before it. */
    int moving = 0;
    while (next[moving] < all && !is_cut(&r, next[moving])) moving = next[moving];
    if (next[moving] == all) moving = 0;
    ATA_TRY(add_sweep(&r, moving, next[moving], recipe));
    for (int from = 0; from < all; from = next[from])
        if (from != moving) ATA_TRY(add_sweep(&r, from, next[from], recipe));
    return ATA_OK;
}
