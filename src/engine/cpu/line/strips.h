/* strips.h - several neighbouring blocks of columns copied together. Included by functions.h.
 *
 * A block that stays in the first cache has rows of half a line of it, or a whole one. Of such rows, which lie a large
 * power of two apart in a split line, as many as a butterfly reads fall on the same few lines of every cache and drive
 * each other out. So blocks that lie side by side, a strip, are copied to buffers, a row of all of them at a time,
 * which is asked for some rows before; transformed there, one after the other; and copied to where they go:
 *
 *     array   a0 b0 c0 d0  e0 f0 g0 h0        block 0   a0 b0 c0 d0      block 1   e0 f0 g0 h0
 *             a1 b1 c1 d1  e1 f1 g1 h1   <->            a1 b1 c1 d1                e1 f1 g1 h1
 *
 * or, where the points of a line are neighbours (the last pass of a split line), such lines become columns on the way
 * in. Numbers are moved as they are, their parts alternating. What a block computes does not depend on the strip that
 * it is a part of, so that threads may cut strips where they like.
 */

/* Where it was measured to help. */
#if defined(__aarch64__)
#define HAS_STRIPS 1
#else
#define HAS_STRIPS 0
#endif

enum { STRIP_ROW_BYTES = 256, STRIP_ROWS_AHEAD = 16 };

/* Numbers of a block's buffer: such that neighbouring ones do not fall on the same lines of a cache. */
INLINE ptrdiff_t strip_block(const ata_line *line, int64_t lanes)
{
    const ptrdiff_t spare = 2 * CACHE_LINE / (ptrdiff_t)sizeof(real);
    return 2 * (ptrdiff_t)(line->n * lanes) + spare;
}

/* How many blocks a strip has. */
INLINE int64_t strip_blocks(int64_t lanes)
{
    const int64_t bytes = 2 * lanes * (int64_t)sizeof(real);
    return bytes < STRIP_ROW_BYTES ? STRIP_ROW_BYTES / bytes : 1;
}

/* Scratch: the blocks, the factors between passes of one of them, and its stages' buffers. */
static size_t strip_bytes(const ata_line *line, int64_t lanes, const ata_between *between)
{
    int64_t numbers = strip_block(line, lanes) * strip_blocks(lanes) + line->scratch * lanes;
    if (between && !between->tables) numbers += between_numbers(between, lanes);
    return (size_t)numbers * sizeof(real);
}

/* Whether lines of these steps can be done so between these sides: columns on the way out, and columns or neighbours on
 * the way in, with parts beside each other, that the first and the last stage can read and write; and not so long that
 * blocks would leave the second cache. */
static bool makes_strips(const ata_step *steps, int count, const ata_side *in, const ata_side *out, bool twiddled)
{
    enum { LONGEST_BYTES = 128 << 10 };
    const int64_t bytes = (int64_t)sizeof(real), n = ata_steps_length(steps, count);
    const bool pairs = llabs(in->apart) == bytes && llabs(out->apart) == bytes;
    const bool type = in->type == (REAL_BITS == 64 ? ATA_F64 : ATA_F32) && out->type == in->type;
    if (!HAS_STRIPS || count < 2 || !pairs || !type || out->lane != 2 * bytes) return false;
    if (2 * n * bytes >= LONGEST_BYTES) return false;
    if (in->lane != 2 * bytes && (in->row != 2 * bytes || n % 2 != 0)) return false;
    for (int s = 0; s < count; s++)
        if (steps[s].op != ATA_OP_RADIX) return false;
    const radix_functions *first = radix_table[steps[0].n], *last = radix_table[steps[count - 1].n];
    if (!first->stage[PAIRS][SPLIT][NONE]) return false;
    return last->stage[SPLIT][PAIRS][twiddled ? LANES : NONE] != NULL;
}

/* --- In and out -------------------------------------------------------------------------------------------------- */

/* Ask for a row before it is needed: rows lie far apart, where no hardware looks ahead. What is written is written
 * whole, a line of the cache at a time, and better not asked for. */
INLINE void fetch_strip(const char *row, ptrdiff_t bytes)
{
    for (ptrdiff_t byte = 0; byte < bytes; byte += CACHE_LINE) __builtin_prefetch(row + byte, 0, 2);
}

/* A row of a block. */
INLINE void copy_block_row(const char *from, char *to, ptrdiff_t bytes)
{
    for (ptrdiff_t byte = 0; byte < bytes; byte += 2 * (ptrdiff_t)sizeof(vec)) {
        const vec a = *(const vec_anywhere *)(from + byte), b = *(const vec_anywhere *)(from + byte + sizeof(vec));
        *(vec_anywhere *)(to + byte) = a;
        *(vec_anywhere *)(to + byte + sizeof(vec)) = b;
    }
}

/* Columns of an array to or from the buffers of `count` blocks. */
INLINE void copy_columns(const ata_line *line, const ata_way *way, char *array, real *buffer, ptrdiff_t count,
                         const ptrdiff_t bytes, const bool out)
{
    const ptrdiff_t n = (ptrdiff_t)line->n, block = strip_block(line, way->lanes) * (ptrdiff_t)sizeof(real);
    const int64_t row = out ? way->out.row : way->in.row;
    for (ptrdiff_t j = 0; j < n; j++, array += row) {
        char *const at = (char *)buffer + j * bytes;
        if (!out && way->far && j + STRIP_ROWS_AHEAD < n) fetch_strip(array + STRIP_ROWS_AHEAD * row, count * bytes);
        for (ptrdiff_t b = 0; b < count; b++) {
            if (out) copy_block_row(at + b * block, array + b * bytes, bytes);
            else copy_block_row(array + b * bytes, at + b * block, bytes);
        }
    }
}

/* The bytes of a block's row are a literal: half a line of a cache, or a whole one, or all of the strip's. */
static void move_columns(const ata_line *line, const ata_way *way, char *array, real *buffer, ptrdiff_t count, bool out)
{
    enum { HALF = CACHE_LINE / 2 };
    const int64_t bytes = 2 * way->lanes * (int64_t)sizeof(real);
    if (out && bytes == HALF) copy_columns(line, way, array, buffer, count, HALF, true);
    else if (out && bytes == CACHE_LINE) copy_columns(line, way, array, buffer, count, CACHE_LINE, true);
    else if (out) copy_columns(line, way, array, buffer, count, STRIP_ROW_BYTES, true);
    else if (bytes == HALF) copy_columns(line, way, array, buffer, count, HALF, false);
    else if (bytes == CACHE_LINE) copy_columns(line, way, array, buffer, count, CACHE_LINE, false);
    else copy_columns(line, way, array, buffer, count, STRIP_ROW_BYTES, false);
}

/* Two points each of two lines, `step` numbers apart, become two columns of rows that are `row` numbers apart. */
INLINE void turn_square(const real *x, ptrdiff_t step, real *y, ptrdiff_t row)
{
#if REAL_BITS == 32
    distribute_rows(x, step, y, y + row, 2);
#else
    move_point(x, y);
    move_point(x + step, y + 2);
    move_point(x + 2, y + row);
    move_point(x + step + 2, y + row + 2);
#endif
}

/* Lines whose points are neighbours become the columns of a block. */
static void turn_lines(const ata_line *line, const ata_way *way, const char *from, real *to)
{
    const ptrdiff_t n = (ptrdiff_t)line->n, lanes = (ptrdiff_t)way->lanes, row = 2 * lanes;
    const ptrdiff_t step = (ptrdiff_t)(way->in.lane / (int64_t)sizeof(real));
    for (ptrdiff_t l = 0; l < lanes; l += 2) {
        const real *x = (const real *)(from + l * way->in.lane);
        real *y = to + 2 * l;
        for (ptrdiff_t j = 0; j < n; j += 2, x += 4, y += 2 * row) turn_square(x, step, y, row);
    }
}

/* --- A strip ----------------------------------------------------------------------------------------------------- */

/* A block where it lies in its buffer. */
static void run_strip_block(const ata_line *line, const ata_way *way, int64_t rest, real *buffer, real *scratch)
{
    const ptrdiff_t lanes = (ptrdiff_t)way->lanes;
    const bool turned = way->in.apart < 0, turns = way->out.apart < 0;
    const points in = {buffer + turned, buffer + !turned, 2 * lanes, 2};
    const points out = {buffer + turns, buffer + !turns, 2 * lanes, 2};
    lane_twiddles twiddles;
    if (way->between) {
        twiddles = twiddles_of(way->between, rest, way->rest_step, lanes, scratch);
        if (!way->between->tables) scratch += between_numbers(way->between, lanes);
    }
    run_stages(line, in, out, lanes, way->between ? &twiddles : NULL, scratch, NULL);
    if (way->scale != 1) scale_points(out, (ptrdiff_t)line->n, lanes, (real)way->scale);
}

static void run_strip(const ata_line *line, const ata_way *way, const ata_blocks *strip)
{
    const ptrdiff_t block = strip_block(line, way->lanes), count = (ptrdiff_t)strip->count;
    const bool columns = way->in.lane == 2 * (int64_t)sizeof(real);
    real *const buffer = strip->scratch, *const scratch = buffer + strip_blocks(way->lanes) * block;
    char *const from = way->in.apart < 0 ? strip->in_im : strip->in_re;
    char *const to = way->out.apart < 0 ? strip->out_im : strip->out_re;
    if (columns) move_columns(line, way, from, buffer, count, false);
    for (ptrdiff_t b = 0; b < count; b++) {
        if (!columns) turn_lines(line, way, from + b * way->in.next, buffer + b * block);
        run_strip_block(line, way, strip->rest + b * way->lanes * way->rest_step, buffer + b * block, scratch);
    }
    move_columns(line, way, to, buffer, count, true);
}

static void run_strips(const ata_line *line, const ata_way *way, ata_blocks blocks)
{
    const int64_t most = strip_blocks(way->lanes);
    for (int64_t left = blocks.count; left > 0; left -= blocks.count) {
        blocks.count = left < most ? left : most;
        run_strip(line, way, &blocks);
        blocks.rest += blocks.count * way->lanes * way->rest_step;
        advance(&blocks, blocks.count * way->in.next, blocks.count * way->out.next);
    }
}
