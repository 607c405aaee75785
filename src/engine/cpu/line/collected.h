/* collected.h - up to three single lines whose points lie apart, taken from the caller's array into buffers in which
 * they are neighbours, and put back. Included by functions.h.
 *
 *     array   a0 b0 c0   a1 b1 c1   a2 b2 c2 ...      complex numbers, their parts alternating
 *     buffer  a0 a1 a2 ...    b0 b1 b2 ...    c0 c1 c2 ...
 *
 * Numbers are moved as they are, both parts at a time, and of 32 bits those of two rows together: the lines then are
 * done as contiguous ones are, and do not know. Where only one end of a single line lies apart, only that is copied.
 */

enum { MOST_COLLECTED = 3 };

/* Two complex numbers of 32 bits or one of 64, to be moved. */
typedef double moved_pair __attribute__((vector_size(16)));
typedef double moved_anywhere __attribute__((vector_size(16), aligned(1), may_alias));

#if REAL_BITS == 32
#if defined(__clang__)
#define MOVED_SHUFFLE(a, b, i, j) __builtin_shufflevector(a, b, i, j)
#else
typedef long long moved_index __attribute__((vector_size(16)));
#define MOVED_SHUFFLE(a, b, i, j) __builtin_shuffle(a, b, (moved_index){i, j})
#endif

INLINE moved_pair load_apart(const real *first, const real *second)
{
    return (moved_pair){*(const complex_anywhere *)first, *(const complex_anywhere *)second};
}

INLINE void store_apart(real *first, real *second, moved_pair x)
{
    *(complex_anywhere *)first = x[0];
    *(complex_anywhere *)second = x[1];
}

/* Rows a and b of one to three lines become the points at `at` and `at` + 2; the next line's lie `step` behind. */
INLINE void collect_rows(const real *a, const real *b, real *at, ptrdiff_t step, const int lines)
{
    if (lines > 1) {
        const moved_pair x = *(const moved_anywhere *)a, y = *(const moved_anywhere *)b;
        *(moved_anywhere *)at = MOVED_SHUFFLE(x, y, 0, 2);
        *(moved_anywhere *)(at + step) = MOVED_SHUFFLE(x, y, 1, 3);
    }
    if (lines != 2) {
        const int last = 2 * (lines - 1);
        *(moved_anywhere *)(at + (lines - 1) * step) = load_apart(a + last, b + last);
    }
}

INLINE void distribute_rows(const real *at, ptrdiff_t step, real *a, real *b, const int lines)
{
    if (lines > 1) {
        const moved_pair x = *(const moved_anywhere *)at, y = *(const moved_anywhere *)(at + step);
        *(moved_anywhere *)a = MOVED_SHUFFLE(x, y, 0, 2);
        *(moved_anywhere *)b = MOVED_SHUFFLE(x, y, 1, 3);
    }
    if (lines != 2) {
        const int last = 2 * (lines - 1);
        store_apart(a + last, b + last, *(const moved_anywhere *)(at + (lines - 1) * step));
    }
}
#endif

INLINE void move_point(const real *from, real *to)
{
#if REAL_BITS == 32
    *(complex_anywhere *)to = *(const complex_anywhere *)from;
#else
    *(moved_anywhere *)to = *(const moved_anywhere *)from;
#endif
}

INLINE void collect_lines(const real *from, ptrdiff_t row, real *to, ptrdiff_t step, ptrdiff_t rows, const int lines)
{
    ptrdiff_t j = 0;
#if REAL_BITS == 32
    for (; j + 2 <= rows; j += 2, from += 2 * row, to += 4) collect_rows(from, from + row, to, step, lines);
#endif
    for (; j < rows; j++, from += row, to += 2)
        for (int i = 0; i < lines; i++) move_point(from + 2 * i, to + i * step);
}

INLINE void distribute_lines(const real *from, ptrdiff_t step, real *to, ptrdiff_t row, ptrdiff_t rows, const int lines)
{
    ptrdiff_t j = 0;
#if REAL_BITS == 32
    for (; j + 2 <= rows; j += 2, from += 4, to += 2 * row) distribute_rows(from, step, to, to + row, lines);
#endif
    for (; j < rows; j++, from += 2, to += row)
        for (int i = 0; i < lines; i++) move_point(from + i * step, to + 2 * i);
}

/* The call has `count` rows of `run` lines; buffers lie y_step, or x_step, numbers apart. */
static void collect_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const from = in_re < in_im ? in_re : in_im;
    real *const to = out_re < out_im ? out_re : out_im;
    if (call->run == 1) collect_lines(from, call->x_next, to, 0, call->count, 1);
    else if (call->run == 2) collect_lines(from, call->x_next, to, call->y_step, call->count, 2);
    else collect_lines(from, call->x_next, to, call->y_step, call->count, 3);
}

static void distribute_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const from = in_re < in_im ? in_re : in_im;
    real *const to = out_re < out_im ? out_re : out_im;
    if (call->run == 1) distribute_lines(from, 0, to, call->y_next, call->count, 1);
    else if (call->run == 2) distribute_lines(from, call->x_step, to, call->y_next, call->count, 2);
    else distribute_lines(from, call->x_step, to, call->y_next, call->count, 3);
}

/* --- Lines by themselves ------------------------------------------------------------------------------------------ */

/* Whether single lines are done so between these sides, which is where their stages read and write pairs. Two that fill
 * vectors with their parts apart are better twins (twins.h). */
static bool is_collected(const ata_line *line, const ata_side *in, const ata_side *out, int64_t lines)
{
    const ata_way way = {.in = *in, .out = *out};
    if (lines == 2 && !line->paired && are_twins(in) && are_twins(out)) return false;
    const bool pairs = line->reads && line->pairs_in && line->writes && line->pairs_out;
    return HAS_PAIRED_STAGES && line->single && is_writable(line) && line->stage_count > 1 &&
           line->form == ATA_FORM_NATURAL && (line->paired || pairs) && layout_of_way(&way) != SPLIT &&
           is_addressable(&way) && !has_neighbours(&way);
}

/* How many of so many lines are done together: only such as lie side by side. */
static int64_t collected_lines(const ata_line *line, const ata_side *in, const ata_side *out, int64_t lines)
{
    const int64_t beside = 2 * (int64_t)sizeof(real);
    if (lines > MOST_COLLECTED || in->lane != beside || out->lane != beside) return 1;
    return is_collected(line, in, out, lines) ? lines : 1;
}

/* All lines of a way, from array to array. */
static void write_collected(ata_writer *writer, const ata_line *line, const ata_way *way, place in, place out)
{
    const int64_t bytes = (int64_t)sizeof(real), beside = 2 * bytes;
    const bool collects = way->lanes > 1 || way->in.row != beside,
               distributes = way->lanes > 1 || way->out.row != beside;
    int64_t scratch = 0;
    place from[MOST_COLLECTED] = {in, in, in}, to[MOST_COLLECTED] = {out, out, out};
    for (int64_t i = 0; i < way->lanes && collects; i++) from[i] = place_paired(writer, &scratch, line->n, 2, in);
    for (int64_t i = 0; i < way->lanes && distributes; i++) to[i] = place_paired(writer, &scratch, line->n, 2, out);
    const ata_call call = {.x_next = (ptrdiff_t)(way->in.row / bytes),
                           .y_next = (ptrdiff_t)(way->out.row / bytes),
                           .x_step = (ptrdiff_t)((to[1].re.at - to[0].re.at) / bytes),
                           .y_step = (ptrdiff_t)((from[1].re.at - from[0].re.at) / bytes),
                           .run = (ptrdiff_t)way->lanes,
                           .count = (ptrdiff_t)line->n};
    if (collects) write_call(writer, collect_call, &call, in, from[0]);
    for (int64_t i = 0; i < way->lanes; i++) write_stages(writer, line, from[i], to[i], 1, scratch);
    if (distributes) write_call(writer, distribute_call, &call, to[0], out);
}

/* --- One column --------------------------------------------------------------------------------------------------- */

/* What is left over of columns that fill vectors is done as two, of which the second is the first once more: that is
 * as good as any other numbers. */
static void double_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const from = in_re < in_im ? in_re : in_im;
    real *const to = out_re < out_im ? out_re : out_im;
    for (ptrdiff_t j = 0; j < call->count; j++) {
        move_point(from + j * call->x_next, to + 4 * j);
        move_point(from + j * call->x_next, to + 4 * j + 2);
    }
}

static void halve_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const real *const from = in_re < in_im ? in_re : in_im;
    real *const to = out_re < out_im ? out_re : out_im;
    for (ptrdiff_t j = 0; j < call->count; j++) move_point(from + 4 * j, to + j * call->y_next);
}

/* How many columns a block of so many is taken for: one that does not fill a vector is done twice. */
INLINE ptrdiff_t columns_of(const ata_way *way)
{
    enum { AT_LEAST = WIDTH > 2 ? 2 : 1 };
    return way->lanes > AT_LEAST ? (ptrdiff_t)way->lanes : AT_LEAST;
}

/* Whether columns can be done with both parts in one vector, and are better so: where they are too few to fill vectors
 * with their parts apart, or all are. */
static bool are_few_columns(const ata_line *line, const ata_way *way)
{
    const int64_t beside = 2 * (int64_t)sizeof(real);
    return line->op == ATA_OP_LINE && is_writable(line) && line->form == ATA_FORM_NATURAL && way->runs == 1 &&
           (way->lanes == 1 || (way->in.lane == beside && way->out.lane == beside)) && is_addressable(way) &&
           layout_of_way(way) != SPLIT &&
           has_paired_columns(line, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true),
                              columns_of(way));
}

static void write_few_columns(ata_writer *writer, const ata_line *line, const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real);
    const place in = place_of_side(line, &way->in, false), out = place_of_side(line, &way->out, true);
    if (way->lanes == columns_of(way)) {
        write_paired_columns(writer, line, line->stage_count, in, out, (ptrdiff_t)way->lanes, false, 0);
        return;
    }
    int64_t scratch = 0;
    const place from = place_paired(writer, &scratch, 2 * line->n, 4, in);
    const place to = place_paired(writer, &scratch, 2 * line->n, 4, out);
    const ata_call call = {.x_next = (ptrdiff_t)(way->in.row / bytes),
                           .y_next = (ptrdiff_t)(way->out.row / bytes),
                           .count = (ptrdiff_t)line->n};
    write_call(writer, double_call, &call, in, from);
    write_paired_columns(writer, line, line->stage_count, from, to, 2, false, scratch);
    write_call(writer, halve_call, &call, to, out);
}
