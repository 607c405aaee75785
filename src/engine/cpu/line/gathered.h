/* gathered.h - programs of blocks that do not lie as their line reads and writes: into a buffer, the line, and back.
 * Included by functions.h.
 *
 * Lanes of several runs lie side by side in the buffer, so that columns that are too few for a vector fill some
 * together:
 *
 *     run 0  a0 b0 c0 | a1 b1 c1 | ...     run 1  d0 e0 f0 | d1 e1 f1 | ...
 *     row 0  a0 b0 c0 d0 e0 f0 0 0     row 1  a1 b1 c1 d1 e1 f1 0 0   ...
 */

enum { MOST_LISTED = 128 };

/* Where each lane of the buffer lies, in numbers; what fills up the last vector is a line a second time, which is as
 * good as any other numbers and does no harm where it is written twice. */
static void list_lanes(const ata_way *way, const ata_side *side, ptrdiff_t lanes, ptrdiff_t at[MOST_LISTED])
{
    const ptrdiff_t bytes = (ptrdiff_t)sizeof(real), lane = (ptrdiff_t)side->lane / bytes;
    const ptrdiff_t run = (ptrdiff_t)side->run / bytes;
    ptrdiff_t i = 0;
    for (ptrdiff_t r = 0; r < way->runs; r++)
        for (ptrdiff_t l = 0; l < way->lanes; l++) at[i++] = r * run + l * lane;
    for (; i < lanes; i++) at[i] = at[i - 1];
}

/* Two lanes that are neighbours are moved together, where a vector holds four; `two` is a literal. */
#define HAS_TWO (WIDTH == 4 && REAL_BITS == 32)

INLINE void load_listed(const real *from, const ptrdiff_t *at, const bool two, vec *first, vec *second)
{
    if (!two) {
        vec_load_listed(from, at, first, second);
    } else {
        const vec a = vec_load(from + at[0]), b = vec_load(from + at[2 % WIDTH]);
        *first = EVENS(a, b);
        *second = ODDS(a, b);
    }
}

INLINE void store_listed(real *to, const ptrdiff_t *at, const bool two, vec first, vec second)
{
    if (!two) {
        vec_store_listed(to, at, first, second);
    } else {
        vec_store(to + at[0], ZIP_FIRST(first, second));
        vec_store(to + at[2 % WIDTH], ZIP_LAST(first, second));
    }
}

INLINE void gather_listed(const ata_move move, const int layout, const bool two, const ptrdiff_t *at)
{
    const ptrdiff_t row = (ptrdiff_t)(move.row / (int64_t)sizeof(real));
    const real *re = (const real *)(layout == TURNED ? move.im : move.re), *im = (const real *)move.im;
    real *to_re = layout == TURNED ? move.buffer_im : move.buffer_re;
    real *to_im = layout == TURNED ? move.buffer_re : move.buffer_im;
    for (ptrdiff_t j = move.rows; j > 0; j--, re += row, to_re += move.buffer_row, to_im += move.buffer_row) {
        for (ptrdiff_t l = 0; l < move.buffer_row; l += WIDTH) {
            vec a, b;
            if (layout == SPLIT) a = vec_gather_listed(re, at + l);
            else load_listed(re, at + l, two, &a, &b);
            if (layout == SPLIT && im) b = vec_gather_listed(im, at + l);
            vec_store(to_re + l, a);
            if (layout != SPLIT || im) vec_store(to_im + l, b);
        }
        if (layout == SPLIT && im) im += row;
    }
}

INLINE void scatter_listed(const ata_move move, const int layout, const bool two, const ptrdiff_t *at)
{
    const ptrdiff_t row = (ptrdiff_t)(move.row / (int64_t)sizeof(real));
    const vec scale = vec_all(move.scale);
    real *re = (real *)(layout == TURNED ? move.im : move.re), *im = (real *)move.im;
    const real *from_re = layout == TURNED ? move.buffer_im : move.buffer_re;
    const real *from_im = layout == TURNED ? move.buffer_re : move.buffer_im;
    for (ptrdiff_t j = move.rows; j > 0; j--, re += row, from_re += move.buffer_row, from_im += move.buffer_row) {
        for (ptrdiff_t l = 0; l < move.buffer_row; l += WIDTH) {
            const vec a = vec_load(from_re + l) * scale;
            if (layout == SPLIT) vec_scatter_listed(re, at + l, a);
            else store_listed(re, at + l, two, a, vec_load(from_im + l) * scale);
            if (layout == SPLIT && im) vec_scatter_listed(im, at + l, vec_load(from_im + l) * scale);
        }
        if (layout == SPLIT && im) im += row;
    }
}

#define MOVE_LISTED(layout, two)                         \
    do {                                                 \
        if (out) scatter_listed(*move, layout, two, at); \
        else gather_listed(*move, layout, two, at);      \
    } while (0)

/* Few lanes, all runs of a way, to or from the buffer. */
static void move_listed(const ata_way *way, const ata_side *side, const ata_move *move, bool out)
{
    ptrdiff_t at[MOST_LISTED];
    const int layout = layout_of_move(move, (int64_t)sizeof(real));
    const bool two = HAS_TWO && way->lanes == 2 && way->runs % 2 == 0 && side->lane == 2 * (int64_t)sizeof(real);
    list_lanes(way, side, move->buffer_row, at);
    if (layout == SPLIT) MOVE_LISTED(SPLIT, false);
    else if (layout == PAIRS && two) MOVE_LISTED(PAIRS, true);
    else if (layout == PAIRS) MOVE_LISTED(PAIRS, false);
    else if (two) MOVE_LISTED(TURNED, true);
    else MOVE_LISTED(TURNED, false);
}

#if HAS_TWO
/* Three lanes that are neighbours, such as the colours of a picture: two numbers at once, and one, which fills up the
 * vector as well. */
INLINE vec load_three(const real *from)
{
    const vec_pair a = *(const pair_anywhere *)from;
    const real last = *(const real_anywhere *)(from + 2);
    return (vec){a[0], a[1], last, last};
}

INLINE void store_three(real *to, vec x)
{
    *(pair_anywhere *)to = (vec_pair){x[0], x[1]};
    *(real_anywhere *)(to + 2) = x[2];
}

INLINE void gather_three(const ata_move move, const int layout)
{
    const ptrdiff_t row = (ptrdiff_t)(move.row / (int64_t)sizeof(real));
    const real *re = (const real *)(layout == TURNED ? move.im : move.re), *im = (const real *)move.im;
    real *to_re = layout == TURNED ? move.buffer_im : move.buffer_re;
    real *to_im = layout == TURNED ? move.buffer_re : move.buffer_im;
    for (ptrdiff_t j = move.rows; j > 0; j--, re += row, to_re += move.buffer_row, to_im += move.buffer_row) {
        if (layout == SPLIT) {
            vec_store(to_re, load_three(re));
            if (!im) continue;
            vec_store(to_im, load_three(im));
            im += row;
        } else {
            const vec_pair last = *(const pair_anywhere *)(re + 4);
            const vec a = vec_load(re), b = {last[0], last[1], last[0], last[1]};
            vec_store(to_re, EVENS(a, b));
            vec_store(to_im, ODDS(a, b));
        }
    }
}

INLINE void scatter_three(const ata_move move, const int layout)
{
    const ptrdiff_t row = (ptrdiff_t)(move.row / (int64_t)sizeof(real));
    const vec scale = vec_all(move.scale);
    real *re = (real *)(layout == TURNED ? move.im : move.re), *im = (real *)move.im;
    const real *from_re = layout == TURNED ? move.buffer_im : move.buffer_re;
    const real *from_im = layout == TURNED ? move.buffer_re : move.buffer_im;
    for (ptrdiff_t j = move.rows; j > 0; j--, re += row, from_re += move.buffer_row, from_im += move.buffer_row) {
        const vec a = vec_load(from_re) * scale;
        if (layout == SPLIT) {
            store_three(re, a);
            if (!im) continue;
            store_three(im, vec_load(from_im) * scale);
            im += row;
        } else {
            const vec b = vec_load(from_im) * scale, last = ZIP_LAST(a, b);
            vec_store(re, ZIP_FIRST(a, b));
            *(pair_anywhere *)(re + 4) = (vec_pair){last[0], last[1]};
        }
    }
}
#endif

/* Whether lanes are neighbours. */
static bool are_neighbours(const ata_side *side)
{
    const int64_t bytes = (int64_t)sizeof(real);
    return side->lane == bytes || (side->lane == 2 * bytes && side->is_complex && llabs(side->apart) == bytes);
}

/* Whether rows of one run are moved by vectors as they are, on both sides: what a list puts down beyond the last lane
 * has to be that lane again, and beyond such a row there is none. */
static bool has_rows(const ata_way *way)
{
    return way->runs == 1 && way->lanes >= WIDTH && are_neighbours(&way->in) && are_neighbours(&way->out);
}

/* Three neighbours; whether they are such. */
static bool move_three(const ata_way *way, const ata_side *side, const ata_move *move, bool out)
{
#if HAS_TWO
    const int layout = layout_along(move, side->lane, (int64_t)sizeof(real));
    if (way->runs > 1 || way->lanes != 3 || layout < 0) return false;
    if (out) FOR_LAYOUT(layout, scatter_three, move);
    else FOR_LAYOUT(layout, gather_three, move);
    return true;
#else
    (void)way, (void)side, (void)move, (void)out;
    return false;
#endif
}

/* All runs of a way, to or from the buffer. */
static void move_runs(const ata_line *line, const ata_way *way, char *re, char *im, points buffer, bool out)
{
    const ata_side *side = out ? &way->out : &way->in;
    ata_move move = move_of(line, way, re, side->is_complex ? im : NULL, out);
    move.buffer_re = buffer.re;
    move.buffer_im = buffer.im;
    move.buffer_row = buffer.row;
    const bool few = way->lanes % WIDTH != 0 && way->lanes < 2 * WIDTH && !has_rows(way);
    if (!line->single && few && buffer.row <= MOST_LISTED) {
        if (!move_three(way, side, &move, out)) move_listed(way, side, &move, out);
        return;
    }
    for (int64_t r = 0; r < way->runs; r++) {
        move_block(&move, side->type, out);
        move.re += side->run;
        if (move.im) move.im += side->run;
        move.buffer_re += move.lanes;
        move.buffer_im += move.lanes;
    }
}

static void gather_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const ata_way *way = call->way;
    const ptrdiff_t rows = (ptrdiff_t)line->rows_in, row = call->y_next;
    const points buffer = {out_re, out_im, row, 1};
    /* Lanes that are no lines must be numbers, and no slow ones. */
    if (row > lanes_moved(line, way) * way->runs)
        for (ptrdiff_t j = 0; j < rows; j++) {
            vec_store(buffer.re + (j + 1) * row - WIDTH, (vec){0});
            vec_store(buffer.im + (j + 1) * row - WIDTH, (vec){0});
        }
    if (line->role == ATA_ROLE_REAL_FORWARD && !is_packed(line, false) && line->divisor == 0)
        memset(buffer.im, 0, (size_t)(rows * row) * sizeof(real));
    move_runs(line, way, (char *)in_re, (char *)in_im, buffer, false);
}

static void scatter_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const points buffer = {(real *)in_re, (real *)in_im, call->x_next, 1};
    move_runs(call->line, call->way, (char *)out_re, (char *)out_im, buffer, true);
}

/* A line of any kind, from buffer to buffer; its scratch lies y_step numbers behind the second one. */
static void line_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const points in = {(real *)in_re, (real *)in_im, call->x_next, 1}, out = {out_re, out_im, call->y_next, 1};
    run_line(call->line, in, out, call->run, out_re + call->y_step, NULL);
}

/* Whether blocks of so many lanes are better copied, so that lanes of several runs may be side by side: where they do
 * not fill vectors, or do not lie as their stages read and write, with both parts of a number in one vector neither.
 * With complex words, two or three columns fill those well enough. */
static bool gathers(const ata_line *line, const ata_side *in, const ata_side *out, int64_t lanes)
{
    ata_way way = {.in = *in, .out = *out, .lanes = lanes, .runs = 1};
    prepare(line, &way);
    if (line->single || line->form != ATA_FORM_NATURAL || !is_addressable(&way)) return false;
    const bool paired = are_few_columns(line, &way);
    if (lanes < WIDTH) return lanes == 1 || !paired || !HAS_COMPLEX_WORDS;
    return !(way.in.fits && way.out.fits) && !paired;
}

/* What threads may share is no program. */
static bool is_gathered(const ata_line *line, const ata_way *way)
{
    if (most_threads(line) > 1) return false;
    return (!line->single || way->lanes * way->runs == 1) && line->form == ATA_FORM_NATURAL && is_addressable(way);
}

static void write_gathered(ata_writer *writer, const ata_line *line, const ata_way *way)
{
    const ptrdiff_t lanes = padded(line, way->lanes * way->runs);
    int64_t scratch = 0;
    const place from = place_buffer(writer, &scratch, line->rows_in, lanes);
    const place to = place_buffer(writer, &scratch, line->rows_out, lanes);
    const ata_call moves = {.x_next = lanes, .y_next = lanes, .line = line, .way = way};
    write_call(writer, gather_call, &moves, place_of_side(line, &way->in, false), from);
    if (is_writable(line)) {
        write_stages(writer, line, from, to, lanes, scratch);
    } else {
        const int64_t bytes = (int64_t)sizeof(real);
        const ata_call call = {.x_next = lanes,
                               .y_next = lanes,
                               .y_step = (ptrdiff_t)((scratch - to.re.at) / bytes),
                               .run = lanes,
                               .line = line};
        write_call(writer, line_call, &call, from, to);
        const size_t needed = (size_t)(scratch + line->scratch * lanes * bytes);
        if (needed > writer->scratch_bytes) writer->scratch_bytes = needed;
    }
    write_call(writer, scatter_call, &moves, to, place_of_side(line, &way->out, true));
}
