/* block.h - blocks of lines from memory to memory. Included by functions.h.
 *
 * Where the caller's points lie as a stage can read them, the line reads them there; otherwise they are gathered into a
 * buffer first. The same holds for the way out. Blocks of several lines are filled up to whole vectors in buffers.
 */

static void run_line(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch)
{
    switch (line->op) {
    case ATA_OP_RADER: run_rader(line, in, out, lanes, scratch); break;
    case ATA_OP_BLUESTEIN: run_bluestein(line, in, out, lanes, scratch); break;
    case ATA_OP_GOOD_THOMAS: run_good_thomas(line, in, out, lanes, scratch); break;
    case ATA_OP_HALF: run_half(line, in, out, lanes, scratch); break;
    case ATA_OP_FULL: run_full(line, in, out, lanes, scratch); break;
    case ATA_OP_MIRROR: run_mirror(line, in, out, lanes, scratch); break;
    case ATA_OP_FOLD:
        if (line->kind == ATA_DCT2 || line->kind == ATA_DST2) run_fold_forward(line, in, out, lanes, scratch);
        else run_fold_inverse(line, in, out, lanes, scratch);
        break;
    case ATA_OP_QUARTER: run_quarter(line, in, out, lanes, scratch); break;
    case ATA_OP_ODD_QUARTER: run_odd_quarter(line, in, out, lanes, scratch); break;
    case ATA_OP_HARTLEY: run_hartley(line, in, out, lanes, scratch); break;
    default:
        if (line->combines) run_single(line, in, out, scratch);
        else run_stages(line, in, out, lanes, NULL, scratch);
        break;
    }
}

/* --- The caller's arrays ----------------------------------------------------------------------------------------- */

/* Lanes of the buffers of a block. */
static ptrdiff_t padded(const ata_line *line, int64_t lanes)
{
    return line->single ? 1 : (ptrdiff_t)((lanes + WIDTH - 1) / WIDTH * WIDTH);
}

/* One side of a block: where it lies, as bytes. Real points that lie packed are complex ones with every other point for
 * the imaginary part. */
static ata_move side_of(const ata_line *line, const ata_block *block, bool out)
{
    ata_move side = {.re = out ? block->out_re : (char *)block->in_re,
                     .im = out ? block->out_im : (char *)block->in_im,
                     .row = out ? block->row_out : block->row_in,
                     .lane = out ? block->lane_out : block->lane_in,
                     .rows = (ptrdiff_t)(out ? line->rows_out : line->rows_in),
                     .lanes = (ptrdiff_t)block->lanes,
                     .scale = (real)block->scale};
    const ata_role packed = out ? ATA_ROLE_REAL_INVERSE : ATA_ROLE_REAL_FORWARD;
    if (line->role == packed && line->packing == ATA_PACKING_HALF) {
        side.im = side.re + side.row;
        side.row *= 2;
    }
    if (line->form == (out ? ATA_FORM_DIF : ATA_FORM_DIT)) side.order = line->index_out;
    return side;
}

static bool is_aligned(const char *pointer)
{
    return (uintptr_t)pointer % sizeof(real) == 0;
}

/* Whether stages can work in the caller's array, and then where. */
static bool reaches(const ata_line *line, const ata_move *side, bool pairs, int64_t next, ata_type type, points *at)
{
    const ata_type native = sizeof(real) == sizeof(double) ? ATA_F64 : ATA_F32;
    if (type != native || !side->im || side->order || !is_aligned(side->re) || !is_aligned(side->im)) return false;
    if ((side->row | next) % (int64_t)sizeof(real) != 0 || (!line->single && side->lanes % WIDTH != 0)) return false;
    const int layout = layout_along(side, line->single ? side->row : side->lane);
    if (layout < 0 || (layout != SPLIT && !pairs)) return false;
    *at = (points){(real *)side->re, (real *)side->im, (ptrdiff_t)(side->row / (int64_t)sizeof(real)),
                   layout == SPLIT ? 1 : 2};
    return true;
}

static void gather(const ata_line *line, ata_move *side, ata_type type, points buffer)
{
    side->buffer_re = buffer.re;
    side->buffer_im = buffer.im;
    side->buffer_row = buffer.row;
    if (side->lanes < buffer.row) { /* what fills up the vectors must be numbers, and no slow ones */
        for (ptrdiff_t j = 0; j < side->rows; j++)
            for (ptrdiff_t l = side->lanes; l < buffer.row; l++)
                buffer.re[j * buffer.row + l] = buffer.im[j * buffer.row + l] = 0;
    }
    if (line->role == ATA_ROLE_REAL_FORWARD && !side->im)
        memset(buffer.im, 0, (size_t)(side->rows * buffer.row) * sizeof(real));
    move_block(side, type, false);
}

static void scatter(ata_move *side, ata_type type, points buffer)
{
    side->buffer_re = buffer.re;
    side->buffer_im = buffer.im;
    side->buffer_row = buffer.row;
    move_block(side, type, true);
}

/* Multiply what has just been written, and is in the cache still, by the scale. */
static void scale_points(points x, ptrdiff_t rows, ptrdiff_t lanes, bool single, real scale)
{
    const ptrdiff_t inner = single ? rows : lanes, outer = single ? 1 : rows;
    for (ptrdiff_t j = 0; j < outer; j++) {
        real *re = x.re + j * x.row, *im = x.im + j * x.row;
        if (x.lane == 2) {
            real *first = re < im ? re : im;
            for (ptrdiff_t l = 0; l < 2 * inner; l++) first[l] *= scale;
        } else {
            for (ptrdiff_t l = 0; l < inner; l++) re[l] *= scale;
            for (ptrdiff_t l = 0; l < inner; l++) im[l] *= scale;
        }
    }
}

/* On to the next block. */
static void step_side(ata_move *side, points *at, bool direct, int64_t bytes)
{
    if (direct) {
        at->re += bytes / (int64_t)sizeof(real);
        at->im += bytes / (int64_t)sizeof(real);
    } else {
        side->re += bytes;
        if (side->im) side->im += bytes;
    }
}

/* --- A block ----------------------------------------------------------------------------------------------------- */

/* Whether the last stage does the multiplication between passes on its way out. */
static bool twiddles_itself(const ata_line *line)
{
    if (line->op != ATA_OP_LINE || line->form != ATA_FORM_NATURAL || line->single || line->stage_count < 2)
        return false;
    const ata_stage *last = &line->stage[line->stage_count - 1];
    return !last->wrapped && radix_table[last->radix]->stage[SPLIT][PAIRS][LANES];
}

static int64_t between_width(const ata_line *line)
{
    if (line->op == ATA_OP_LINE && line->stage_count > 1) return line->stage[line->stage_count - 1].s;
    int64_t width = 1;
    for (int64_t divisor = 2; divisor * divisor <= line->n; divisor++)
        if (line->n % divisor == 0) width = divisor;
    return width;
}

static size_t block_bytes(const ata_line *line, int64_t lanes, const ata_between *between)
{
    const int64_t width = padded(line, lanes);
    int64_t numbers = width * (2 * (plane_rows(line->rows_in) + plane_rows(line->rows_out)) + line->scratch);
    if (between && !between->tables) numbers += between_numbers(between, width);
    return (size_t)numbers * sizeof(real);
}

/* One block; `in` and `out` are the caller's arrays where the line reads or writes them itself. */
static void run_block(const ata_line *line, const ata_block *block, int64_t rest, ata_move *in_side, ata_move *out_side,
                      const points *direct_in, const points *direct_out)
{
    const ptrdiff_t lanes = padded(line, block->lanes);
    const ata_between *between = block->between;
    real *scratch = block->scratch;
    const points in = direct_in ? *direct_in : take_buffer(&scratch, (ptrdiff_t)line->rows_in, lanes);
    const points out = direct_out ? *direct_out : take_buffer(&scratch, (ptrdiff_t)line->rows_out, lanes);
    if (!direct_in) gather(line, in_side, block->type_in, in);
    if (between) {
        const lane_twiddles twiddles = twiddles_of(between, rest, block->rest_step, lanes, scratch);
        if (!between->tables) scratch += between_numbers(between, lanes);
        if (block->twiddle_first) multiply_between(between, &twiddles, in, lanes);
        if (!block->twiddle_first && direct_out) {
            run_stages(line, in, out, lanes, &twiddles, scratch);
        } else {
            run_line(line, in, out, lanes, scratch);
            if (!block->twiddle_first) multiply_between(between, &twiddles, out, lanes);
        }
    } else {
        run_line(line, in, out, lanes, scratch);
    }
    if (!direct_out) scatter(out_side, block->type_out, out);
    else if (block->scale != 1) scale_points(out, out_side->rows, lanes, line->single, (real)block->scale);
}

static void run_blocks(const ata_line *line, const ata_block *blocks)
{
    const bool after = blocks->between && !blocks->twiddle_first;
    ata_move in_side = side_of(line, blocks, false), out_side = side_of(line, blocks, true);
    points in, out;
    const bool reads = line->reads && !blocks->twiddle_first &&
                       reaches(line, &in_side, line->pairs_in, blocks->next_in, blocks->type_in, &in);
    bool writes = line->writes && reaches(line, &out_side, line->pairs_out, blocks->next_out, blocks->type_out, &out);
    if (after && writes) writes = twiddles_itself(line) && out.lane == 2;
    int64_t rest = blocks->rest;
    for (int64_t i = 0; i < blocks->count; i++) {
        run_block(line, blocks, rest, &in_side, &out_side, reads ? &in : NULL, writes ? &out : NULL);
        rest += blocks->lanes * blocks->rest_step;
        step_side(&in_side, &in, reads, blocks->next_in);
        step_side(&out_side, &out, writes, blocks->next_out);
    }
}
