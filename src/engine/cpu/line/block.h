/* block.h - one block of lines from memory to memory: load, twiddle, run, twiddle, store. Included by line_f32.c and
 * line_f64.c. */

static void run_line(const ata_line *line, planes in, planes out, ptrdiff_t lanes, real *scratch)
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
    default: run_stages(line, in, out, lanes, scratch); break;
    }
}

/* Real points that lie packed: even ones in re, odd ones in im. */
static bool is_packed(const ata_line *line, ata_role role)
{
    return line->role == role && line->packing == ATA_PACKING_HALF;
}

static void load(const ata_line *line, const ata_block *block, planes to)
{
    const ptrdiff_t rows = (ptrdiff_t)line->rows_in, lanes = (ptrdiff_t)block->lanes;
    ata_move move = {.re = (char *)block->in_re,
                     .im = (char *)block->in_im,
                     .row = block->row_in,
                     .lane = block->lane_in,
                     .rows = rows,
                     .lanes = lanes,
                     .buffer_re = to.re,
                     .buffer_im = to.im};
    if (is_packed(line, ATA_ROLE_REAL_FORWARD)) {
        move.im = move.re + move.row;
        move.row *= 2;
    } else if (line->role == ATA_ROLE_REAL_FORWARD) {
        memset(to.im, 0, (size_t)(rows * lanes) * sizeof(real));
    }
    gather_table[block->type_in](&move);
}

static void store(const ata_line *line, const ata_block *block, planes from)
{
    ata_move move = {.re = block->out_re,
                     .im = block->out_im,
                     .row = block->row_out,
                     .lane = block->lane_out,
                     .rows = (ptrdiff_t)line->rows_out,
                     .lanes = (ptrdiff_t)block->lanes,
                     .buffer_re = from.re,
                     .buffer_im = from.im,
                     .scale = (real)block->scale};
    if (is_packed(line, ATA_ROLE_REAL_INVERSE)) {
        move.im = move.re + move.row;
        move.row *= 2;
    }
    scatter_table[block->type_out](&move);
}

/* The multiplication between the passes of a split line: point k of lane l by exp(-2 pi i k rest / N). */
static void twiddle(const ata_line *line, const ata_block *block, planes data)
{
    const ptrdiff_t lanes = (ptrdiff_t)block->lanes;
    const int bits = line->form == ATA_FORM_NATURAL ? 0 : ata_integer_log2(line->n);
    for (ptrdiff_t row = 0; row < line->n; row++) {
        const int64_t k = line->form == ATA_FORM_NATURAL ? row : ata_integer_reverse_bits(row, bits);
        for (ptrdiff_t l = 0; l < lanes; l++) {
            const ata_root w = root_of(block->roots, k * (block->rest + l * block->rest_step));
            multiply(&data.re[row * lanes + l], &data.im[row * lanes + l], (real)w.re, (real)w.im);
        }
    }
}

static int64_t block_scratch(const ata_line *line)
{
    return 2 * (line->rows_in + line->rows_out) + line->scratch;
}

static void run_block(const ata_line *line, const ata_block *block)
{
    const ptrdiff_t lanes = (ptrdiff_t)block->lanes;
    const ptrdiff_t size_in = (ptrdiff_t)line->rows_in * lanes, size_out = (ptrdiff_t)line->rows_out * lanes;
    real *scratch = block->scratch;
    const planes in = {scratch, scratch + size_in, lanes};
    const planes out = {scratch + 2 * size_in, scratch + 2 * size_in + size_out, lanes};
    load(line, block, in);
    if (block->roots && block->twiddle_first) twiddle(line, block, in);
    run_line(line, in, out, lanes, scratch + 2 * (size_in + size_out));
    if (block->roots && !block->twiddle_first) twiddle(line, block, out);
    store(line, block, out);
}
