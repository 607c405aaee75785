/* write.h - lines written as programs. Included by functions.h. */

/* Points whose addresses a run of the program knows: how they lie, and where. */
typedef struct place {
    points like; /* its pointers only tell which part comes first */
    ata_address re, im;
} place;

static place place_of(int layout, ptrdiff_t row, ata_address re, ata_address im)
{
    static real pair[2];
    const points like = {pair + (layout == TURNED), pair + (layout != TURNED), row, layout == SPLIT ? 1 : 2};
    return (place){like, re, im};
}

/* A buffer of `rows` rows, from *scratch bytes into the scratch on. */
static place place_buffer(ata_writer *writer, int64_t *scratch, int64_t rows, ptrdiff_t lanes)
{
    const int64_t plane = plane_rows(rows) * lanes * (int64_t)sizeof(real), at = *scratch;
    *scratch += 2 * plane;
    if ((size_t)*scratch > writer->scratch_bytes) writer->scratch_bytes = (size_t)*scratch;
    return place_of(SPLIT, lanes, (ata_address){ATA_ORIGIN_SCRATCH, at}, (ata_address){ATA_ORIGIN_SCRATCH, at + plane});
}

/* The same with real and imaginary parts exchanged. */
static place place_exchanged(place x)
{
    const points like = {x.like.im, x.like.re, x.like.row, x.like.lane};
    return (place){like, x.im, x.re};
}

static void write_call(ata_writer *writer, ata_function function, const ata_call *call, place in, place out)
{
    const ata_program_step step = {function, in.re, in.im, out.re, out.im, *call};
    ata_writer_add(writer, &step);
}

/* --- Stages ------------------------------------------------------------------------------------------------------ */

/* Butterflies, and nothing but those. */
static bool is_writable(const ata_line *line)
{
    if (line->op != ATA_OP_LINE || line->deep) return false;
    for (int i = 0; i < line->stage_count; i++)
        if (line->stage[i].wrapped) return false;
    return true;
}

/* The function that does all of a single line at once, for short ones of two stages; NULL for none. Where both parts of
 * a number may be in one vector (paired.h), only the shortest are quicker so, but for whole squares of 512 bits whose
 * parts lie apart. */
static ata_function square_of(const ata_line *line, place in, place out)
{
    if (!line->combines || line->stage_count != 2 || line->stage[1].radix != WIDTH) return NULL;
    const int64_t rows = line->stage[0].radix;
    const bool apart = layout_of(in.like) == SPLIT && layout_of(out.like) == SPLIT && prefers_lanes(rows, WIDTH);
    const int64_t most = line->paired && !apart ? 4 : MOST_ROWS_OF_SQUARES;
    if (rows > most || !square_table[rows]) return NULL;
    return square_table[line->stage[0].radix]->form[layout_of(in.like)][layout_of(out.like)];
}

/* How a short line with both parts of a number in one vector goes over several lines, `in` and `out`
 * numbers apart. */
typedef struct paired_runs {
    int64_t count;
    ptrdiff_t in, out;
    ptrdiff_t next; /* from what they write to what the next ones do, if that is to be asked for; or 0 */
} paired_runs;

static bool has_paired_stages(const ata_line *line, place in, place out)
{
    return line->paired && layout_of(in.like) != SPLIT && layout_of(out.like) == layout_of(in.like);
}

/* The function that does all of such lines at once; NULL for none. */
static ata_function paired_square_of(const ata_line *line, place in, place out)
{
    const ata_line_functions *set = has_paired_stages(line, in, out) ? square_set(line) : NULL;
    if (!set) return NULL;
    return set->paired_square(line->stage[0].radix, line->stage[1].radix, layout_of(in.like) == TURNED);
}

/* Whether a line is one butterfly that has such a form for one line whose points are neighbours. */
static bool is_paired_butterfly(const ata_line *line)
{
    return HAS_COMPLEX_WORDS && line->single && is_writable(line) && line->stage_count == 1 &&
           line->form == ATA_FORM_NATURAL && radix_table[line->n]->paired[ADJACENT][PAIRS];
}

static bool is_one_paired_call(const ata_line *line, place in, place out)
{
    return is_paired_butterfly(line) && layout_of(in.like) != SPLIT && layout_of(out.like) == layout_of(in.like) &&
           in.like.row == 2 && out.like.row == 2;
}

static void write_paired_call(ata_writer *writer, const ata_line_functions *set, int64_t radix, ata_paired_form form,
                              const ata_call *call, place in, place out)
{
    write_call(writer, set->paired_stage(radix, form, layout_of(in.like) == TURNED), call, in, out);
}

/* A buffer of `count` points whose parts alternate, as those of `like` do. */
static place place_paired(ata_writer *writer, int64_t *scratch, int64_t count, ptrdiff_t row, place like)
{
    const int64_t bytes = (int64_t)sizeof(real);
    const int layout = layout_of(like.like);
    const ata_address first = {ATA_ORIGIN_SCRATCH, *scratch}, second = {ATA_ORIGIN_SCRATCH, *scratch + bytes};
    *scratch += ((count + SPARE_ROWS) * 2 * bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    if ((size_t)*scratch > writer->scratch_bytes) writer->scratch_bytes = (size_t)*scratch;
    return place_of(layout, row, layout == TURNED ? second : first, layout == TURNED ? first : second);
}

/* What run_stages does to the first stages of columns, with both parts beside each other. `stay`: the last of them
 * leaves every point in its place, in `out`, where the one before it has put them. */
static void write_paired_columns(ata_writer *writer, const ata_line *line, int stages, place in, place out,
                                 ptrdiff_t lanes, bool stay, int64_t scratch)
{
    const int last = stages - 1;
    const int64_t size = line->stage[last].s * line->stage[last].radix * lanes;
    place from = in, buffer[2] = {in, in};
    for (int i = 0; i < 2 && i < last - stay; i++) buffer[i] = place_paired(writer, &scratch, size, 2 * lanes, in);
    for (int i = 0; i <= last; i++) {
        const ata_stage *stage = &line->stage[i];
        const ptrdiff_t r = (ptrdiff_t)stage->radix, m = (ptrdiff_t)stage->m, s = (ptrdiff_t)stage->s;
        const place to = i >= last - stay ? out : buffer[i % 2];
        const ptrdiff_t row_in = from.like.row, row_out = to.like.row;
        const bool apart = m == 1 && row_out != 2 * lanes; /* the rows of the output */
        const ata_call call = {.x_next = m * s * row_in,
                               .y_next = s * row_out,
                               .x_step = apart ? row_in : s * row_in,
                               .y_step = apart ? row_out : r * s * row_out,
                               .x_lane = 2,
                               .y_lane = 2,
                               .run = apart ? lanes : s * lanes,
                               .count = apart ? s : m,
                               .twiddle = stage->twiddle};
        const ata_paired_form form = m > 1 ? ATA_PAIRED_TURNING : ATA_PAIRED_COLUMNS;
        const ata_line_functions *set = line->paired ? paired_set(line, i) : find_paired(r, call.run, form);
        write_paired_call(writer, set, r, form, &call, from, to);
        from = to;
    }
}

/* Whether a stage of columns may leave its points in their places: where vectors overlap, some would be transformed
 * twice. */
static bool stays_paired(const ata_line *line, int i, int64_t lanes)
{
    return line->stage[i].s * lanes % (paired_set(line, i)->width / 2) == 0;
}

/* All lines by the one stage, then by the other. Of more stages than two there is one line. */
static void write_paired_stages(ata_writer *writer, const ata_line *line, place in, place out, paired_runs runs,
                                int64_t scratch)
{
    const int last = line->stage_count - 1;
    const int64_t s = line->stage[last].radix, r = line->n / s;
    const ptrdiff_t row = 2 * (ptrdiff_t)s, step = 2 * (ptrdiff_t)line->n;
    const ata_function square = paired_square_of(line, in, out);
    if (square) {
        const ata_call call = {.x_step = runs.in,
                               .y_step = runs.out,
                               .count = (ptrdiff_t)runs.count,
                               .twiddle = line->paired,
                               .ahead = runs.next};
        write_call(writer, square, &call, in, out);
        return;
    }
    const place buffer = place_paired(writer, &scratch, runs.count * line->n, row, in);
    const ata_call columns = {.x_next = row,
                              .y_next = row,
                              .x_step = runs.in,
                              .y_step = step,
                              .x_lane = 2,
                              .y_lane = 2,
                              .run = (ptrdiff_t)s,
                              .count = (ptrdiff_t)runs.count};
    const ata_call rows = {.y_next = 2 * (ptrdiff_t)r,
                           .x_step = step,
                           .y_step = runs.out,
                           .run = (ptrdiff_t)r,
                           .count = (ptrdiff_t)runs.count,
                           .twiddle = line->paired,
                           .ahead = runs.next};
    in.like.row = row;
    if (last == 1) write_paired_call(writer, paired_set(line, 0), r, ATA_PAIRED_COLUMNS, &columns, in, buffer);
    else write_paired_columns(writer, line, last, in, buffer, (ptrdiff_t)s, stays_paired(line, last - 1, s), scratch);
    write_paired_call(writer, paired_set(line, last), s, ATA_PAIRED_LAST, &rows, buffer, out);
}

/* Whether so many rows, so far apart, fall on the same few lines of the first cache and drive each other out: then
 * whole lines of it had better be read or written at a time, which vectors with both parts of a number do not fill. */
static bool rows_conflict(int64_t rows, int64_t next)
{
    enum { MOST_ROWS = 8, CACHE_PERIOD = 4096 };
    return rows > MOST_ROWS && next * (int64_t)sizeof(real) % CACHE_PERIOD == 0;
}

/* The same of what a first stage reads, where caches have but four ways, and of what a last one writes. */
static bool columns_conflict(const ata_line *line, place in, place out)
{
    const ata_stage *first = &line->stage[0], *last = &line->stage[line->stage_count - 1];
    return rows_conflict(last->radix, last->s * out.like.row) ||
           (HAS_COMPLEX_WORDS && rows_conflict(first->radix, first->m * in.like.row));
}

/* Whether the ends of a line cannot be the caller's memory, of which the parts alternate: they are copied then. */
static bool has_copied_ends(const ata_line *line)
{
    return !(line->pairs_in && line->pairs_out);
}

/* Whether columns are done so: where they are too few to fill the widest vectors with their parts apart, they fill
 * vectors half as wide with both parts beside each other; others where all are better so (paired.h), would be copied
 * otherwise, or leave much empty. */
static bool has_paired_columns(const ata_line *line, place in, place out, ptrdiff_t lanes)
{
    const ata_line_functions *widest = ata_line_sets(REAL_BITS == 64 ? ATA_F64 : ATA_F32)[0];
    if (line->single || line->stage_count < 2 || !HAS_PAIRED_STAGES) return false;
    const bool better = has_copied_ends(line) || ata_line_leave_half_empty(lanes, WIDTH);
    const bool paired = pairs_all() || (HAS_PAIRED_LINES && better);
    if (lanes >= widest->width && (!paired || columns_conflict(line, in, out))) return false;
    if (layout_of(in.like) == SPLIT || layout_of(out.like) != layout_of(in.like)) return false;
    for (int i = 0; i < line->stage_count; i++)
        if (!find_paired(line->stage[i].radix, lanes, ATA_PAIRED_TURNING)) return false;
    return true;
}

/* What run_stages and run_single do. Points of a single line are neighbours. */
static void write_stages(ata_writer *writer, const ata_line *line, place in, place out, ptrdiff_t lanes,
                         int64_t scratch)
{
    const int last = line->stage_count - 1;
    if (!is_writable(line) || line->spread) {
        writer->failed = true;
        return;
    }
    const ata_function square = paired_square_of(line, in, out) ? NULL : square_of(line, in, out);
    if (square) {
        write_call(writer, square, &(ata_call){.twiddle = line->stage[last].twiddle}, in, out);
        return;
    }
    if (is_one_paired_call(line, in, out)) {
        write_call(writer, radix_table[line->n]->paired[ADJACENT][layout_of(in.like)],
                   &(ata_call){.run = 1, .count = 1}, in, out);
        return;
    }
    if (has_paired_stages(line, in, out)) {
        write_paired_stages(writer, line, in, out, (paired_runs){.count = 1}, scratch);
        return;
    }
    if (has_paired_columns(line, in, out, lanes)) {
        write_paired_columns(writer, line, line->stage_count, in, out, lanes, false, scratch);
        return;
    }
    const int64_t rows = line->n / row_lanes(line);
    place from = in, buffer[2] = {in, in};
    if (line->combines) lanes = (ptrdiff_t)line->pitch;
    if (line->single) from.like.row = row_lanes(line) * in.like.lane;
    for (int i = 0; i < 2 && i < last; i++) buffer[i] = place_buffer(writer, &scratch, rows, lanes);
    for (int i = 0; i <= last; i++) {
        const bool stay = line->combines && i < last && stays(line, i);
        const place to = i == last ? out : stay ? from : buffer[i % 2];
        ata_call call;
        const ata_function function = line->combines && i == last ? combination_of(line, to.like, &call)
                                      : line->combines
                                          ? call_of_rows(line, i, &line->stage[i], from.like, to.like, &call)
                                          : call_of(&line->stage[i], from.like, to.like, lanes, NULL, &call);
        write_call(writer, function, &call, from, to);
        from = to;
    }
}

/* --- Programs of lines inside other algorithms, from buffer to buffer -------------------------------------------- */

static ata_status make_program(ata_line *line)
{
    if (!line->single || !is_writable(line)) return ATA_OK;
    ata_writer writer;
    ata_writer_begin(&writer);
    write_stages(&writer, line,
                 place_of(SPLIT, 1, (ata_address){ATA_ORIGIN_IN_RE, 0}, (ata_address){ATA_ORIGIN_IN_IM, 0}),
                 place_of(SPLIT, 1, (ata_address){ATA_ORIGIN_OUT_RE, 0}, (ata_address){ATA_ORIGIN_OUT_IM, 0}), 1, 0);
    return ata_program_create(&line->program, &writer);
}

/* Whether a line's program, if it has one, fits these points. */
INLINE bool has_program(const ata_line *line, points in, points out)
{
    return line->program && in.row == 1 && in.lane == 1 && out.row == 1 && out.lane == 1;
}
