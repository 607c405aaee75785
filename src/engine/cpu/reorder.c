/* reorder.c - passes that only move points, in tiles.
 *
 * An unshuffling, or a transposition, takes rows of a matrix to columns. So does a tile of it:
 *
 *     in    ........xxxx      row_in apart          out   ....xxxx      row_out apart
 *           ........xxxx                                  ....xxxx
 *                                                         ....xxxx
 *                                                         ....xxxx
 *
 * A reversal of s bits does the same to the highest b of them and the lowest b, the bits of both reversed, for every
 * number t of the s - 2b bits between, and puts the tile where those are reversed too:
 *
 *     index in   [ high, b | t | low, b ]      out   [ reversed low | reversed t | reversed high ]
 *
 * Within one array two tiles change places: both are loaded before one is stored. Each goes to where the other was.
 */
#include <stdlib.h>

#include "core/integer.h"
#include "core/memory.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/pass.h"
#include "engine/cpu/units.h"

/* A side of a tile, in points, as a power of two: whole cache lines. Where a point is several that lie side by side, so
 * many of these at a time, and a shorter side. Tiles that are done together have as many numbers each way. */
enum { SIDE_BITS = 5, LANES = 64, WIDE_SIDE_BITS = 2, NEAR_BITS = 3 };

/* --- Building ---------------------------------------------------------------------------------------------------- */

/* Of one tile's buffer: two parts of every point, of the computing type or as they are. */
static int64_t part_bytes(const ata_cpu_pass *pass)
{
    const ata_cpu_reorder *reorder = &pass->reorder;
    const int64_t number = reorder->unit ? reorder->unit : (int64_t)pass->functions->real_bytes;
    return number * reorder->tile.rows * reorder->tile.columns * reorder->lanes;
}

static size_t tile_bytes(const ata_cpu_pass *pass)
{
    return 2 * (size_t)part_bytes(pass);
}

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

static int at_least(int a, int b)
{
    return a > b ? a : b;
}

static void set_tile(ata_cpu_reorder *reorder, int row_bits, int column_bits, int64_t row_in, int64_t row_out)
{
    ata_tile *tile = &reorder->tile;
    tile->rows = (int64_t)1 << row_bits;
    tile->columns = (int64_t)1 << column_bits;
    tile->in.row = row_in * reorder->stride_in;
    tile->out.row = row_out * reorder->stride_out;
    tile->window_row = row_in;
}

static ata_status set_reversal(ata_cpu_reorder *reorder, int bits, int side_bits)
{
    const int side = at_most(bits / 2, side_bits);
    const int64_t points = (int64_t)1 << side, row = (int64_t)1 << (bits - side);
    set_tile(reorder, side, side, row, row);
    reorder->tile_bits = reorder->row_bits = bits - 2 * side;
    reorder->next = (ata_loop){.in = points, .out = points};
    ATA_TRY(ata_memory_create((void **)&reorder->order, (size_t)points, sizeof(int64_t), "a permutation"));
    for (int64_t i = 0; i < points; i++) reorder->order[i] = ata_integer_reverse_bits(i, side);
    reorder->tile.in.order = reorder->tile.out.order = reorder->order;
    return ATA_OK;
}

/* Of a matrix of 2^rows rows. A side of the tile that the matrix does not fill makes the other one longer. */
static void set_transposition(ata_cpu_reorder *reorder, int rows, int columns, int side_bits)
{
    const int tall = at_most(rows, at_least(side_bits, 2 * side_bits - columns));
    const int broad = at_most(columns, at_least(side_bits, 2 * side_bits - rows));
    set_tile(reorder, tall, broad, (int64_t)1 << columns, (int64_t)1 << rows);
    reorder->row_bits = columns - broad;
    reorder->tile_bits = rows - tall + reorder->row_bits;
    reorder->next = (ata_loop){.in = (int64_t)1 << broad, .out = (int64_t)1 << (broad + rows)};
    reorder->down = (ata_loop){.in = (int64_t)1 << (tall + columns), .out = (int64_t)1 << tall};
}

static ata_status set_tiles(ata_cpu_reorder *reorder, const ata_pass *what, int bits)
{
    const int side = reorder->tile.wide ? WIDE_SIDE_BITS : SIDE_BITS, n = ata_integer_log2(what->reorder_n);
    if (what->reorder == ATA_REORDER_REVERSE) return set_reversal(reorder, n, side);
    if (what->reorder == ATA_REORDER_UNSHUFFLE) set_transposition(reorder, n - 1, 1, side);
    else set_transposition(reorder, bits - n, n, side);
    return ATA_OK;
}

/* Lines of other loops that lie closer together than the points of one are moved together. */
static void take_lanes(ata_cpu_pass *pass)
{
    ata_cpu_reorder *reorder = &pass->reorder;
    const ata_loops *loops = &pass->loops;
    const ata_loop *last = loops->count > 0 ? &loops->loop[loops->count - 1] : NULL;
    reorder->tile.wide =
        last && llabs(last->in) + llabs(last->out) < llabs(reorder->stride_in) + llabs(reorder->stride_out);
    reorder->lane = reorder->tile.wide ? ata_loops_take(&pass->loops) : (ata_loop){.n = 1};
    reorder->lanes = reorder->lane.n < LANES ? reorder->lane.n : LANES;
    reorder->lane_blocks = (reorder->lane.n + reorder->lanes - 1) / reorder->lanes;
}

/* Points that stay what they are, both parts together or each by itself. */
static int64_t find_unit(const ata_cpu_pass *pass)
{
    const ata_view *in = &pass->view_in, *out = &pass->view_out;
    if (in->type != out->type || in->imag != out->imag || pass->scale != 1 || pass->window) return 0;
    return ata_type_bytes(in->type) * (in->imag ? 2 : 1);
}

static void fini(ata_cpu_pass *pass)
{
    ata_memory_destroy(pass->reorder.order);
}

static ata_status init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    ata_cpu_reorder *reorder = &pass->reorder;
    const ata_pass *what = &recipe->pass[p];
    const int64_t length = problem->dim[what->dim].n;
    const int64_t group = what->reorder == ATA_REORDER_TRANSPOSE ? length : what->reorder_n;
    pass->functions = ata_line_sets(ata_problem_compute_type(problem))[0];
    *reorder = (ata_cpu_reorder){.unit = find_unit(pass),
                                 .in_place = ata_view_same_memory(problem, pass->from, pass->to),
                                 .stride_in = pass->view_in.dim[what->dim],
                                 .stride_out = pass->view_out.dim[what->dim],
                                 .tile = {.scale = pass->scale}};
    ata_loops_add(&pass->loops, length / group, group * reorder->stride_in, group * reorder->stride_out, false);
    ata_loops_arrange(&pass->loops);
    take_lanes(pass);
    ATA_TRY(set_tiles(reorder, what, ata_integer_log2(length)));
    ata_tile *tile = &reorder->tile;
    tile->in.type = pass->view_in.type;
    tile->out.type = pass->view_out.type;
    tile->in.column = reorder->stride_in;
    tile->out.column = reorder->stride_out;
    tile->in.lane = reorder->lane.in;
    tile->out.lane = reorder->lane.out;
    pass->block_count = ata_loops_count(&pass->loops) * reorder->lane_blocks << reorder->tile_bits;
    pass->block_bytes = ata_memory_round(3 * tile_bytes(pass));
    return ATA_OK;
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

static int64_t low_bits(int64_t number, int bits)
{
    return number & (((int64_t)1 << bits) - 1);
}

/* The number of the tile that is done u-th. Going through them row by row would be local on one side alone: on the
 * other each would lie in other pages of memory than the one before. So some neighbours of both kinds go together.
 *
 *     reversal        u = [ middle | high | low ]              t = [ high | middle | low ]
 *     transposition   u = [ I | J | low of I | low of J ]      t = [ I | low of I | J | low of J ]
 *
 * In place half of the tiles have nothing to do. Which they are depends on the bits at both ends of t, or on what comes
 * first in I and J; threads, which take ranges of u, are told apart by others. */
static int64_t number_of(const ata_cpu_reorder *reorder, int64_t u)
{
    const int bits = reorder->tile_bits, row_bits = reorder->row_bits;
    if (reorder->order) {
        const int few = at_most(NEAR_BITS, bits / 2);
        return low_bits(u >> few, few) << (bits - few) | u >> 2 * few << few | low_bits(u, few);
    }
    const int few_i = at_most(NEAR_BITS, bits - row_bits), few_j = at_most(NEAR_BITS, row_bits), few = few_i + few_j;
    const int64_t i = u >> (few + row_bits - few_j), j = low_bits(u >> few, row_bits - few_j);
    const int64_t first = reorder->in_place ? ata_integer_reverse_bits(i, bits - row_bits - few_i) : i;
    return (first << few_i | low_bits(u >> few_j, few_i)) << row_bits | j << few_j | low_bits(u, few_j);
}

/* The tile that goes to the place of tile t, and t to its place, when points can stay in their array: of a square, or
 * of a single row, which is no more than copied. */
static int64_t partner_of(const ata_cpu_reorder *reorder, int64_t t)
{
    if (reorder->order) return ata_integer_reverse_bits(t, reorder->tile_bits);
    if (reorder->row_bits == reorder->tile_bits) return t;
    return low_bits(t, reorder->row_bits) << reorder->row_bits | t >> reorder->row_bits;
}

/* Where tile t comes from and goes to, in points. */
static ata_offset place_of(const ata_cpu_reorder *reorder, int64_t t)
{
    if (reorder->order)
        return (ata_offset){.in = t * reorder->next.in, .out = partner_of(reorder, t) * reorder->next.out};
    const int64_t across = low_bits(t, reorder->row_bits), down = t >> reorder->row_bits;
    return (ata_offset){.in = across * reorder->next.in + down * reorder->down.in,
                        .out = across * reorder->next.out + down * reorder->down.out};
}

/* Where the tiles of a block are, but for their own places. */
typedef struct block {
    ata_base in, out;
    int64_t lanes;
} block;

static void load(const ata_cpu_pass *pass, const block *at, int64_t t, char *buffer, char *work)
{
    const ata_cpu_reorder *reorder = &pass->reorder;
    const int64_t point = place_of(reorder, t).in, bytes = point * reorder->stride_in;
    const ata_base from = {at->in.re + bytes, at->in.im + bytes};
    const char *window = pass->window;
    if (reorder->unit) {
        ata_units_load(&reorder->tile, at->lanes, reorder->unit, from.re, buffer);
        if (pass->view_in.imag) return;
        ata_units_load(&reorder->tile, at->lanes, reorder->unit, from.im, buffer + part_bytes(pass));
        return;
    }
    if (window) window += point * (int64_t)pass->functions->real_bytes;
    pass->functions->load_tile(&reorder->tile, at->lanes, from, window, buffer, work);
}

static void store(const ata_cpu_pass *pass, const block *at, int64_t t, char *buffer)
{
    const ata_cpu_reorder *reorder = &pass->reorder;
    const int64_t bytes = place_of(reorder, t).out * reorder->stride_out;
    const ata_base to = {at->out.re + bytes, at->out.im + bytes};
    if (reorder->unit) {
        ata_units_store(&reorder->tile, at->lanes, reorder->unit, to.re, buffer);
        if (pass->view_out.imag) return;
        ata_units_store(&reorder->tile, at->lanes, reorder->unit, to.im, buffer + part_bytes(pass));
        return;
    }
    pass->functions->store_tile(&reorder->tile, at->lanes, to, buffer);
}

static void run_tile(const ata_cpu_pass *pass, const block *at, int64_t t, char *scratch)
{
    const size_t bytes = tile_bytes(pass);
    char *const buffer = scratch, *const work = buffer + bytes, *const other = work + bytes;
    if (!pass->reorder.in_place) {
        load(pass, at, t, buffer, work);
        store(pass, at, t, buffer);
        return;
    }
    const int64_t partner = partner_of(&pass->reorder, t);
    if (partner < t) return;
    load(pass, at, t, buffer, work);
    if (partner > t) load(pass, at, partner, other, work);
    store(pass, at, t, buffer);
    if (partner > t) store(pass, at, partner, other);
}

static void run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch,
                const ata_crew *crew)
{
    (void)crew;
    const ata_cpu_reorder *reorder = &pass->reorder;
    for (int64_t index = first; index < end; index++) {
        const int64_t lane = index % reorder->lane_blocks * reorder->lanes, left = reorder->lane.n - lane;
        const int64_t tiles = index / reorder->lane_blocks;
        const ata_offset place = ata_loops_at(&pass->loops, tiles >> reorder->tile_bits);
        const int64_t at_in = place.in + lane * reorder->lane.in, at_out = place.out + lane * reorder->lane.out;
        const block at = {.in = {in.re + at_in, in.im + at_in},
                          .out = {out.re + at_out, out.im + at_out},
                          .lanes = left < reorder->lanes ? left : reorder->lanes};
        run_tile(pass, &at, number_of(reorder, low_bits(tiles, reorder->tile_bits)), scratch);
    }
}

const ata_cpu_work ata_cpu_work_reorder = {init, fini, run, NULL};
