/* block.h - blocks of lines from memory to memory. Included by functions.h.
 *
 * Where the caller's points lie as a stage can read them, the line reads them there; otherwise they are gathered into a
 * buffer first. The same holds for the way out. Blocks of several lines are filled up to whole vectors in buffers.
 */

static void run_line(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch, const ata_crew *crew)
{
    if (line->by_definition) {
        if (line->single) run_direct_complex(line, in, out);
        else run_definition(line, in, out, lanes);
        return;
    }
    if (line->one_by_one) {
        run_one_by_one(line, in, out, lanes, scratch, crew);
        return;
    }
    switch (line->op) {
    case ATA_OP_RADER: run_rader(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_BLUESTEIN: run_bluestein(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_GOOD_THOMAS: run_good_thomas(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_HALF: run_half(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_FULL:
        if (line->divisor > 0) run_divided(line, in, out, lanes, scratch, crew);
        else run_full(line, in, out, lanes, scratch, crew);
        break;
    case ATA_OP_MIRROR: run_mirror(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_FOLD:
        if (line->kind == ATA_DCT2 || line->kind == ATA_DST2) run_fold_forward(line, in, out, lanes, scratch, crew);
        else run_fold_inverse(line, in, out, lanes, scratch, crew);
        break;
    case ATA_OP_QUARTER: run_quarter(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_ODD_QUARTER: run_odd_quarter(line, in, out, lanes, scratch, crew); break;
    case ATA_OP_HARTLEY: run_hartley(line, in, out, lanes, scratch, crew); break;
    default:
        if (has_program(line, in, out)) ata_program_run(line->program, in.re, in.im, out.re, out.im, scratch);
        else if (line->deep) run_deep(line, in, out, scratch, crew);
        else if (line->combines) run_single(line, in, out, scratch, crew);
        else run_stages(line, in, out, lanes, NULL, scratch, crew);
        break;
    }
}

/* --- The caller's arrays ----------------------------------------------------------------------------------------- */

/* Lanes of the buffers of a block. */
static ptrdiff_t padded(const ata_line *line, int64_t lanes)
{
    return line->single ? 1 : (ptrdiff_t)((lanes + WIDTH - 1) / WIDTH * WIDTH);
}

/* Lanes that are moved together. */
static ptrdiff_t lanes_moved(const ata_line *line, const ata_way *way)
{
    return line->single ? 1 : (ptrdiff_t)way->lanes;
}

/* Real points that lie packed are complex ones with every other point for the imaginary part. */
static bool is_packed(const ata_line *line, bool out)
{
    return line->packing == ATA_PACKING_HALF && line->role == (out ? ATA_ROLE_REAL_INVERSE : ATA_ROLE_REAL_FORWARD);
}

/* Whether the points come, or go, in bit-reversed order. */
static bool is_reversed(const ata_line *line, bool out)
{
    return line->form == (out ? ATA_FORM_DIF : ATA_FORM_DIT);
}

/* Whether stages can work in the caller's array: its points lie side by side along the lanes, or, for single lines,
 * along the line. */
static void prepare_side(const ata_line *line, ata_side *side, int64_t lanes, bool out)
{
    const int64_t bytes = (int64_t)sizeof(real);
    const bool packed = is_packed(line, out), pairs = out ? line->pairs_out : line->pairs_in;
    const int64_t row = packed ? 2 * side->row : side->row, apart = packed ? side->row : side->apart;
    const int64_t stride = line->single ? row : side->lane;
    side->fits = side->direct = false;
    side->point_row = (ptrdiff_t)(row / bytes);
    side->point_lane = (ptrdiff_t)(stride / bytes);
    const bool reals = line->single && (line->role == ATA_ROLE_TRIGONOMETRIC || line->divisor > 0);
    const bool parts = side->is_complex || packed || reals;
    if (side->type != (REAL_BITS == 64 ? ATA_F64 : ATA_F32) || !parts || is_reversed(line, out)) return;
    if ((row | side->run | side->next) % bytes != 0) return;
    side->fits = stride == bytes || (pairs && stride == 2 * bytes && llabs(apart) == bytes);
    side->direct = side->fits && (line->single || lanes % WIDTH == 0);
}

/* Whether the last stage does the multiplication between passes on its way out. */
static bool twiddles_itself(const ata_line *line)
{
    if (line->op != ATA_OP_LINE || line->form != ATA_FORM_NATURAL || line->single || line->stage_count < 2)
        return false;
    const ata_stage *last = &line->stage[line->stage_count - 1];
    return !last->wrapped && radix_table[last->radix]->stage[SPLIT][PAIRS][LANES];
}

/* The layout of a side that fits. */
static int layout_of_side(const ata_line *line, const ata_side *side, bool out)
{
    if (side->point_lane == 1) return SPLIT;
    return is_packed(line, out) || side->apart > 0 ? PAIRS : TURNED;
}

static void prepare(const ata_line *line, ata_way *way)
{
    prepare_side(line, &way->in, way->lanes, false);
    prepare_side(line, &way->out, way->lanes, true);
    if (!line->reads || way->twiddle_first || way->window) way->in.fits = way->in.direct = false;
    if (!line->writes) way->out.fits = way->out.direct = false;
    if (way->between && !way->twiddle_first && !(twiddles_itself(line) && way->out.point_lane == 2))
        way->out.fits = way->out.direct = false;
}

static bool is_aligned(const char *re, const char *im)
{
    return ((uintptr_t)re | (uintptr_t)im) % sizeof(real) == 0;
}

/* The points of a direct side. */
INLINE points points_at(const ata_line *line, const ata_side *side, char *re, char *im, bool out)
{
    if (is_packed(line, out)) im = re + side->row;
    return (points){(real *)re, (real *)im, side->point_row, side->point_lane};
}

/* --- Copies ------------------------------------------------------------------------------------------------------ */

/* One side of a block as it is copied. */
static ata_move move_of(const ata_line *line, const ata_way *way, char *re, char *im, bool out)
{
    const ata_side *side = out ? &way->out : &way->in;
    const bool packed = is_packed(line, out);
    return (ata_move){.re = re,
                      .im = packed ? re + side->row : im,
                      .row = packed ? 2 * side->row : side->row,
                      .lane = side->lane,
                      .rows = (ptrdiff_t)(out ? line->rows_out : line->rows_in),
                      .lanes = lanes_moved(line, way),
                      .order = is_reversed(line, out) ? line->index_out : NULL,
                      .scale = (real)way->scale,
                      .far = way->far};
}

/* Rows of a single line that threads share. */
typedef struct shared_move {
    ata_move side;
    ata_type type;
    bool out;
} shared_move;

enum { SHARED_ROWS = 1024 }; /* at least, of a thread */

static void move_share(const void *what, ata_share share)
{
    const shared_move *move = what;
    const ptrdiff_t first = (ptrdiff_t)share.first, rows = (ptrdiff_t)share.end - first;
    const ata_move part = part_of(&move->side, first, rows, 0, move->side.lanes);
    move_block(&part, move->type, move->out);
}

static void move_together(const ata_move *side, ata_type type, bool out, const ata_crew *crew)
{
    const shared_move move = {*side, type, out};
    ata_crew_share(crew, side->rows, SHARED_ROWS, move_share, &move);
}

static void gather(const ata_line *line, const ata_way *way, char *re, char *im, points buffer, const ata_crew *crew)
{
    ata_move side = move_of(line, way, re, im, false);
    side.buffer_re = buffer.re;
    side.buffer_im = buffer.im;
    side.buffer_row = buffer.row;
    if (side.lanes < buffer.row) { /* what fills up the vectors must be numbers, and no slow ones */
        for (ptrdiff_t j = 0; j < side.rows; j++)
            for (ptrdiff_t l = side.lanes; l < buffer.row; l++)
                buffer.re[j * buffer.row + l] = buffer.im[j * buffer.row + l] = 0;
    }
    if (line->role == ATA_ROLE_REAL_FORWARD && !side.im && line->divisor == 0)
        memset(buffer.im, 0, (size_t)(side.rows * buffer.row) * sizeof(real));
    move_together(&side, way->in.type, false, crew);
}

/* Multiply what has been gathered by the window; of real points that lie packed, two in a row. */
static void weigh(const ata_line *line, const ata_way *way, int64_t rest, points x)
{
    const bool packed = is_packed(line, false);
    const ptrdiff_t rows = (ptrdiff_t)line->rows_in, lanes = lanes_moved(line, way), step = (ptrdiff_t)way->rest_step;
    const ptrdiff_t per_row = (ptrdiff_t)way->window_row * (packed ? 2 : 1);
    const real *const window = (const real *)way->window + rest;
    for (ptrdiff_t j = 0; j < rows; j++) {
        const real *re = window + j * per_row, *im = packed ? re + 1 : re;
        for (ptrdiff_t l = 0; l < lanes; l++) x.re[j * x.row + l] *= re[l * step];
        for (ptrdiff_t l = 0; l < lanes && line->divisor == 0; l++) x.im[j * x.row + l] *= im[l * step];
    }
}

static void scatter(const ata_line *line, const ata_way *way, char *re, char *im, points buffer, const ata_crew *crew)
{
    ata_move side = move_of(line, way, re, im, true);
    side.buffer_re = buffer.re;
    side.buffer_im = buffer.im;
    side.buffer_row = buffer.row;
    move_together(&side, way->out.type, true, crew);
}

/* Multiply what has just been written, and is in the cache still, by the scale: in rows of numbers, where the lanes of
 * a point are neighbours or the points of a lane. No imaginary parts: NULL. */
static void scale_points(points x, ptrdiff_t rows, ptrdiff_t lanes, real scale)
{
    const bool pairs = x.im && (x.im == x.re + 1 || x.im == x.re - 1), parts = x.im && !pairs;
    const ptrdiff_t beside = pairs ? 2 : 1;
    const bool along = x.row == beside && (x.lane != beside || lanes < rows);
    const ptrdiff_t count = along ? lanes : rows, next = along ? x.lane : x.row;
    const ptrdiff_t length = along ? rows : lanes, step = along ? x.row : x.lane;
    real *const first = pairs && x.im < x.re ? x.im : x.re;
    for (ptrdiff_t i = 0; i < count && step == beside; i++) {
        scale_row(first + i * next, first + i * next, scale, beside * length);
        if (parts) scale_row(x.im + i * next, x.im + i * next, scale, length);
    }
    for (ptrdiff_t i = 0; i < count && step != beside; i++)
        for (ptrdiff_t j = 0; j < length; j++) {
            x.re[i * next + j * step] *= scale;
            if (x.im) x.im[i * next + j * step] *= scale;
        }
}

/* The same for a single line, whose points are one row, which threads share. */
typedef struct scaled_line {
    points x;
    real scale;
} scaled_line;

static void scale_share(const void *what, ata_share share)
{
    const scaled_line *line = what;
    const ptrdiff_t first = (ptrdiff_t)share.first, at = first * line->x.lane;
    const points x = {line->x.re + at, line->x.im ? line->x.im + at : NULL, line->x.row, line->x.lane};
    scale_points(x, 1, (ptrdiff_t)share.end - first, line->scale);
}

static void scale_line(points x, int64_t rows, real scale, const ata_crew *crew)
{
    ata_crew_share(crew, rows, SHARED_ROWS, scale_share, &(scaled_line){x, scale});
}

/* --- A block ----------------------------------------------------------------------------------------------------- */

/* A last stage wants the rows that it has to itself; elsewhere as few factors as can be. */
static int64_t between_width(const ata_line *line)
{
    if (line->op == ATA_OP_LINE && line->stage_count > 1) return line->stage[line->stage_count - 1].s;
    int64_t width = 1;
    while (width * width < line->n) width++;
    return width;
}

static size_t block_bytes(const ata_line *line, int64_t lanes, const ata_between *between, int threads)
{
    const int64_t width = padded(line, lanes);
    int64_t numbers = width * (2 * (plane_rows(line->rows_in) + plane_rows(line->rows_out)) + line->scratch);
    if (threads > 1) numbers += crew_numbers(line, threads);
    if (between && !between->tables) numbers += between_numbers(between, width);
    return (size_t)numbers * sizeof(real);
}

/* Ask for a line of one side, in the second cache. Inlined, since gcc takes a function that only asks for memory to do
 * nothing, and leaves out calls of it. */
INLINE void fetch_array(const ata_side *side, const char *first)
{
    for (int64_t byte = -(int64_t)((uintptr_t)first % CACHE_LINE); byte < side->line; byte += CACHE_LINE)
        __builtin_prefetch(first + byte, 0, 2);
}

INLINE void fetch_line(const ata_side *side, const char *re, const char *im)
{
    const bool alternate = im && side->apart != 0;
    fetch_array(side, alternate && im < re ? im : re);
    if (im && !alternate) fetch_array(side, im);
}

/* How many of the lanes of buffers are done: those that fill up a vector cost nothing, but for lines one by one. */
static ptrdiff_t lanes_done(const ata_line *line, const ata_way *way, ptrdiff_t lanes)
{
    return line->one_by_one ? (ptrdiff_t)way->lanes : lanes;
}

/* A block with a multiplication between passes. */
static void run_between(const ata_line *line, const ata_way *way, const ata_blocks *lines, points in, points out,
                        bool writes, ptrdiff_t lanes, real *scratch)
{
    const lane_twiddles twiddles = twiddles_of(way->between, lines->rest, way->rest_step, lanes, scratch);
    if (!way->between->tables) scratch += between_numbers(way->between, lanes);
    if (way->twiddle_first) multiply_between(way->between, &twiddles, in, lanes);
    if (!way->twiddle_first && writes) {
        run_stages(line, in, out, lanes, &twiddles, scratch, NULL);
        return;
    }
    run_line(line, in, out, lanes_done(line, way, lanes), scratch, lines->crew);
    if (!way->twiddle_first) multiply_between(way->between, &twiddles, out, lanes);
}

/* Some lines on any way: through buffers where it must be. */
static void run_lines(const ata_line *line, const ata_way *way, const ata_blocks *lines, bool reads, bool writes)
{
    const ptrdiff_t lanes = padded(line, way->lanes);
    real *scratch = lines->scratch;
    const points in = reads ? points_at(line, &way->in, lines->in_re, lines->in_im, false)
                            : take_buffer(&scratch, (ptrdiff_t)line->rows_in, lanes);
    const points out = writes ? points_at(line, &way->out, lines->out_re, lines->out_im, true)
                              : take_buffer(&scratch, (ptrdiff_t)line->rows_out, lanes);
    if (!reads) gather(line, way, lines->in_re, lines->in_im, in, lines->crew);
    if (way->window) weigh(line, way, lines->rest, in);
    if (way->between) run_between(line, way, lines, in, out, writes, lanes, scratch);
    else run_line(line, in, out, lanes_done(line, way, lanes), scratch, lines->crew);
    if (!writes) scatter(line, way, lines->out_re, lines->out_im, out, lines->crew);
    else if (way->scale != 1 && line->single) scale_line(out, line->rows_out, (real)way->scale, lines->crew);
    else if (way->scale != 1) scale_points(out, (ptrdiff_t)line->rows_out, lanes, (real)way->scale);
}

/* Go on by so many bytes on either side. */
INLINE void advance(ata_blocks *blocks, int64_t in, int64_t out)
{
    blocks->in_re += in;
    blocks->out_re += out;
    if (blocks->in_im) blocks->in_im += in;
    if (blocks->out_im) blocks->out_im += out;
}

static void run_general(const ata_line *line, const ata_way *way, ata_blocks blocks)
{
    const bool reads = way->in.direct && is_aligned(blocks.in_re, blocks.in_im);
    const bool writes = way->out.direct && is_aligned(blocks.out_re, blocks.out_im);
    const int64_t calls = line->single ? way->lanes : 1; /* of each run */
    for (int64_t i = 0; i < blocks.count; i++) {
        ata_blocks run = blocks;
        for (int64_t r = 0; r < way->runs; r++) {
            ata_blocks lines = run;
            for (int64_t c = 0; c < calls; c++) {
                run_lines(line, way, &lines, reads, writes);
                advance(&lines, way->in.lane, way->out.lane);
            }
            advance(&run, way->in.run, way->out.run);
        }
        blocks.rest += way->lanes * way->rest_step;
        advance(&blocks, way->in.next, way->out.next);
    }
}

/* A block reads its points in the order of its first stage, which hardware does not follow well, and while it computes
 * nothing comes; and stores to memory that nothing has touched wait for it. So before a block is done, what the next
 * one reads and writes is asked for. */
static void run_programs(const ata_way *way, ata_blocks blocks)
{
    const bool fetches = FETCHES_BLOCKS && way->ahead;
    for (int64_t i = 0; i < blocks.count; i++) {
        const ata_blocks block = blocks;
        advance(&blocks, way->in.next, way->out.next);
        if (fetches && i + 1 < blocks.count) {
            fetch_line(&way->in, blocks.in_re, blocks.in_im);
            if (!way->in_place) fetch_line(&way->out, blocks.out_re, blocks.out_im);
        }
        ata_program_run(way->program, block.in_re, block.in_im, block.out_re, block.out_im, block.scratch);
    }
}

static void run_strips(const ata_line *line, const ata_way *way, ata_blocks blocks);

static void run_blocks(const ata_line *line, const ata_way *way, const ata_blocks *blocks)
{
    const bool aligned = is_aligned(blocks->in_re, blocks->in_im) && is_aligned(blocks->out_re, blocks->out_im);
    if (way->strips) run_strips(line, way, *blocks);
    else if (way->program && aligned) run_programs(way, *blocks);
    else run_general(line, way, *blocks);
    vec_leave();
}
