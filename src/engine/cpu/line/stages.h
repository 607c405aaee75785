/* stages.h - a line as butterfly stages. Included by functions.h.
 *
 * Stockham's scheme: a stage of radix r with m butterflies side by side, points s rows wide, reads
 *
 *     x[q + s (p + m j)]   j = 0 .. r-1     and writes     y[q + s (r p + k)] = exp(-2 pi i p k / (r m)) * DFT_r(x)[k]
 *
 * for all p < m and q < s; the next stage has s r for s, and its radix times its m is this m. Data goes to and fro
 * between two buffers and ends in order. Vectors run along what is contiguous: the s * lanes numbers of a point.
 *
 * A single line has no lanes. Where its last radix L is at least as wide as a vector, its points are taken for n / L
 * rows of L lanes, which lie in memory just so; the other stages transform the rows, and the last one combines the
 * lanes (stage_combine.h). Otherwise the first stages are done number by number until s is wide enough.
 *
 * Where L fills most of some vectors but not all, and masks leave the rest alone, the first stage pads rows to whole
 * vectors (stage_padded.h): what is computed for nothing costs less than vectors that end where lines of the cache do
 * not. Behind the lanes of a row are zeros then, with which stages go on; nothing comes of them.
 */

/* Where the points of a block lie, in numbers. */
typedef struct points {
    real *re, *im;
    ptrdiff_t row;  /* between the rows */
    ptrdiff_t lane; /* between lanes: 1, or 2 where real and imaginary parts alternate */
} points;

/* What each point of a last stage's output is multiplied with: see stage_form.h. */
typedef struct lane_twiddles {
    const real *each, *lane;
} lane_twiddles;

static void run_line(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch, const ata_crew *crew);
static void run_deep(const ata_line *line, points in, points out, real *scratch, const ata_crew *crew);
static void run_spread(const ata_line *line, points in, points out, real *scratch, const ata_crew *crew);

INLINE int layout_of(points x)
{
    return x.lane == 1 ? SPLIT : x.im > x.re ? PAIRS : TURNED;
}

/* --- Buffers ----------------------------------------------------------------------------------------------------- */

/* Planes are some rows longer than they need be, so that two of them, whose length may be a power of two, do not fall
 * on the same lines of a cache; and as many of those as make whole lines of the cache even of a single lane, or the
 * vectors of what lies behind them would all cross from one to the next. */
enum { SPARE_ROWS = 16 };

INLINE int64_t plane_rows(int64_t rows)
{
    return (rows + 2 * SPARE_ROWS - 1) / SPARE_ROWS * SPARE_ROWS;
}

/* Take a buffer of `rows` rows from scratch. */
INLINE points take_buffer(real **scratch, ptrdiff_t rows, ptrdiff_t lanes)
{
    const ptrdiff_t size = (ptrdiff_t)plane_rows(rows) * lanes;
    const points buffer = {*scratch, *scratch + size, lanes, 1};
    *scratch += 2 * size;
    return buffer;
}

/* --- One stage --------------------------------------------------------------------------------------------------- */

/* So many lanes fill a line of the cache. */
enum { ONE_BY_ONE_LANES = CACHE_LINE / (int)sizeof(real) };

/* How many of `run` lanes a wrapped line is run for at a time: as many as stay in a core's second cache or, if it does
 * them one by one, as fill a line of the cache. One that ends with a wrapped stage itself writes no rows that lie
 * apart, so it takes all of them. */
static int64_t wrapped_lanes(const ata_line *wrapped, int64_t run)
{
    enum { BYTES = 512 << 10, LEAST = 2 * WIDTH };
    if (wrapped->single) return 1;
    if (wrapped->one_by_one) return run < ONE_BY_ONE_LANES ? run : ONE_BY_ONE_LANES;
    if (wrapped->stage && wrapped->stage[wrapped->stage_count - 1].wrapped) return run;
    const int64_t most = BYTES / (int64_t)sizeof(real) / (wrapped->scratch + 1) / LEAST * LEAST;
    const int64_t lanes = most > LEAST ? most : LEAST;
    return lanes < run ? lanes : run;
}

/* A stage that wraps another algorithm: it transforms the rows of each p, then they are twiddled. What was built for
 * single lines is run for every lane by itself. */
static void wrapped_stage(const ata_stage *stage, points in, points out, ptrdiff_t run, real *scratch,
                          const ata_crew *crew)
{
    const ptrdiff_t r = (ptrdiff_t)stage->radix, m = (ptrdiff_t)stage->m, s = (ptrdiff_t)stage->s;
    const ptrdiff_t lanes = (ptrdiff_t)wrapped_lanes(stage->wrapped, run);
    const real *w = stage->twiddle;
    for (ptrdiff_t p = 0; p < m; p++) {
        const points x = {in.re + p * s * in.row, in.im + p * s * in.row, m * s * in.row, 1};
        const points y = {out.re + p * r * run, out.im + p * r * run, run, 1};
        for (ptrdiff_t q = 0; q < run; q += lanes) {
            const points from = {x.re + q, x.im + q, x.row, 1}, to = {y.re + q, y.im + q, y.row, 1};
            run_line(stage->wrapped, from, to, run - q < lanes ? run - q : lanes, scratch, crew);
        }
        if (p == 0) continue;
        const real *const each = w + 2 * p * (r - 1);
        if (run == 1) {
            turn_points(y.re + 1, y.im + 1, each, r - 1);
            continue;
        }
        for (ptrdiff_t k = 1; k < r; k++)
            turn_row(y.re + k * run, y.im + k * run, y.re + k * run, y.im + k * run, each[2 * k - 2], each[2 * k - 1],
                     run);
    }
}

/* The call of a stage from `in` to `out`, which only a last stage may find to be anything but a compact buffer. */
static ata_function call_of(const ata_stage *stage, points in, points out, ptrdiff_t lanes,
                            const lane_twiddles *twiddles, ata_call *call)
{
    const ptrdiff_t r = (ptrdiff_t)stage->radix, m = (ptrdiff_t)stage->m, s = (ptrdiff_t)stage->s;
    *call = (ata_call){.x_next = m * s * in.row,
                       .y_next = s * out.row,
                       .x_step = s * in.row,
                       .y_step = r * s * out.row,
                       .x_lane = in.lane,
                       .y_lane = out.lane,
                       .run = s * lanes,
                       .count = m,
                       .twiddle = stage->twiddle};
    int twiddle = m > 1 && r > 1 ? ONE_EACH : NONE;            /* a radix of 1 has none */
    if (m == 1 && (twiddles || out.row != lanes * out.lane)) { /* the rows of the output lie apart */
        call->run = lanes;
        call->count = s;
        call->x_step = in.row;
        call->y_step = out.row;
        if (twiddles) {
            twiddle = LANES;
            call->twiddle = twiddles->each;
            call->lane_twiddle = twiddles->lane;
        }
    }
    const radix_functions *functions = radix_table[r];
    if (call->run < WIDTH) return functions->single[twiddle];
    return functions->stage[layout_of(in)][layout_of(out)][twiddle];
}

/* The lanes of a row of a single line. */
INLINE ptrdiff_t row_lanes(const ata_line *line)
{
    return line->combines ? (ptrdiff_t)line->stage[line->stage_count - 1].radix : 1;
}

/* The call of stage i of the rows of a single line, as it is or in a branch. The first finds rows without gaps, and may
 * leave them padded. */
static ata_function call_of_rows(const ata_line *line, int i, const ata_stage *stage, points in, points out,
                                 ata_call *call)
{
    const ata_function function = call_of(stage, in, out, (ptrdiff_t)line->pitch, NULL, call);
    if (i > 0 || line->pitch == row_lanes(line)) return function;
    call->run = row_lanes(line);
    return radix_table[stage->radix]->padded[layout_of(in)];
}

static void run_stage(const ata_stage *stage, points in, points out, ptrdiff_t lanes, const lane_twiddles *twiddles,
                      real *scratch, const ata_crew *crew)
{
    if (stage->wrapped) {
        wrapped_stage(stage, in, out, (ptrdiff_t)stage->s * lanes, scratch, crew);
        return;
    }
    ata_call call;
    call_of(stage, in, out, lanes, twiddles, &call)(&call, in.re, in.im, out.re, out.im);
}

/* --- All stages -------------------------------------------------------------------------------------------------- */

/* Scratch: none for one stage, a buffer of n rows for two, two buffers for more; then what the wrapped stages need. */
static void run_stages(const ata_line *line, points in, points out, ptrdiff_t lanes, const lane_twiddles *twiddles,
                       real *scratch, const ata_crew *crew)
{
    points buffer[2] = {{0}};
    for (int i = 0; i < 2 && i < line->stage_count - 1; i++)
        buffer[i] = take_buffer(&scratch, (ptrdiff_t)line->n, lanes);
    points from = in;
    for (int i = 0; i < line->stage_count; i++) {
        const bool last = i == line->stage_count - 1;
        const points to = last ? out : buffer[i % 2];
        run_stage(&line->stage[i], from, to, lanes, last ? twiddles : NULL, scratch, crew);
        from = to;
    }
}

/* The call of a last stage, which combines lanes. */
static ata_function combination_of(const ata_line *line, points out, ata_call *call)
{
    const ata_stage *stage = &line->stage[line->stage_count - 1];
    *call = (ata_call){.y_next = (ptrdiff_t)stage->m * out.lane,
                       .x_step = (ptrdiff_t)line->pitch,
                       .count = (ptrdiff_t)stage->m,
                       .twiddle = stage->twiddle};
    return radix_table[stage->radix]->combine[layout_of(out)];
}

/* Whether stage i of a single line leaves every point in its place, so that it needs no other buffer: the last one of
 * the rows, unless vectors overlap, which would transform some points twice. */
static bool stays(const ata_line *line, int i)
{
    const ata_stage *stage = &line->stage[i];
    return i > 0 && stage->m == 1 && !stage->wrapped && stage->s * line->pitch % WIDTH == 0;
}

/* A single line by lanes of its own. */
static void run_single(const ata_line *line, points in, points out, real *scratch, const ata_crew *crew)
{
    const int last = line->stage_count - 1;
    const ptrdiff_t lanes = row_lanes(line), rows = (ptrdiff_t)line->n / lanes;
    if (line->spread) {
        run_spread(line, in, out, scratch, crew);
        return;
    }
    points buffer[2] = {{0}};
    for (int i = 0; i < 2 && i < last; i++) buffer[i] = take_buffer(&scratch, rows, (ptrdiff_t)line->pitch);
    points from = {in.re, in.im, lanes * in.lane, in.lane};
    ata_call call;
    for (int i = 0; i < last; i++) {
        const points to = stays(line, i) ? from : buffer[i % 2];
        const ata_stage *stage = &line->stage[i];
        if (stage->wrapped) wrapped_stage(stage, from, to, (ptrdiff_t)stage->s * lanes, scratch, crew);
        else call_of_rows(line, i, stage, from, to, &call)(&call, from.re, from.im, to.re, to.im);
        from = to;
    }
    combination_of(line, out, &call)(&call, from.re, from.im, out.re, out.im);
}
