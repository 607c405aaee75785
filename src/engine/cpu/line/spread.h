/* spread.h - the stages of a long single line, whose buffers have gaps. Included by functions.h.
 *
 * The points of a butterfly lie n / radix apart. Of a long line that is a multiple of what a way of the first cache
 * holds, so that they fall on the same few lines of it, and if they are more than it has ways, each drives out another
 * before the next vector beside it is read. So a stage leaves its results in as many pieces as the butterflies of the
 * next one have points, with a line of the cache between them, and a call makes each of the pieces:
 *
 *     n results   0 1 2 3 ...                        the next stage, of radix 4, reads
 *     buffer      piece 0 | piece 1 | piece 2 | piece 3                0 from each piece, then 1 ...
 *
 * Then a stage goes through memory as 2 radix + 2 streams, which hardware looks ahead of in the second cache as in the
 * last one. Only what the caller gave cannot have gaps: the first radix had better be short.
 */
enum { PIECE_GAP = CACHE_LINE / (int)sizeof(real) };

/* Whether a line is done so: from where a plane of it leaves the first cache, on machines where it was measured. The
 * last stage takes its pieces in whole vectors. */
static bool is_spread(const ata_line *line)
{
#if defined(__aarch64__)
    const bool measured = true;
#else
    const bool measured = false;
#endif
    enum { PLANE_BYTES = 64 << 10 };
    if (!measured || !line->combines || line->stage_count < 3 || line->n * (int64_t)sizeof(real) < PLANE_BYTES)
        return false;
    for (int i = 0; i < line->stage_count; i++)
        if (line->stage[i].wrapped) return false;
    return line->stage[line->stage_count - 2].s % WIDTH == 0;
}

/* Numbers of a plane. */
INLINE int64_t spread_numbers(int64_t n)
{
    return n + (LARGEST_RADIX + 1) * PIECE_GAP;
}

static points take_spread(real **scratch, int64_t n, ptrdiff_t lanes)
{
    const ptrdiff_t size = (ptrdiff_t)spread_numbers(n);
    const points buffer = {*scratch, *scratch + size, lanes, 1};
    *scratch += 2 * size;
    return buffer;
}

INLINE points points_behind(points x, ptrdiff_t numbers)
{
    return (points){x.re + numbers, x.im + numbers, x.row, x.lane};
}

/* Stage i, but for the last two: from the caller's points, or from pieces, to the pieces that the next one reads. */
static void run_spread_stage(const ata_line *line, int i, points in, points out, ptrdiff_t lanes)
{
    const ata_stage *stage = &line->stage[i];
    const ptrdiff_t pieces = (ptrdiff_t)stage[1].radix, m = (ptrdiff_t)stage->m / pieces;
    ata_call call;
    const ata_function function = call_of(stage, in, out, lanes, NULL, &call);
    if (i > 0) call.x_next += PIECE_GAP;
    call.count = m;
    for (ptrdiff_t piece = 0; piece < pieces; piece++) {
        const points x = points_behind(in, piece * m * call.x_step);
        const points y = points_behind(out, piece * (m * call.y_step + PIECE_GAP));
        function(&call, x.re, x.im, y.re, y.im);
        call.twiddle = (const real *)call.twiddle + 2 * m * (ptrdiff_t)(stage->radix - 1);
    }
}

/* The last stage of the rows, which leaves every point in its place. */
static void run_spread_rows(const ata_stage *stage, points x, ptrdiff_t lanes)
{
    ata_call call;
    const ata_function function = call_of(stage, x, x, lanes, NULL, &call);
    call.x_next += PIECE_GAP;
    call.y_next += PIECE_GAP;
    function(&call, x.re, x.im, x.re, x.im);
}

/* The stage that combines lanes, from the pieces of that one. */
static void run_spread_combination(const ata_stage *stage, points in, points out, ptrdiff_t lanes)
{
    const ptrdiff_t s = (ptrdiff_t)stage[-1].s;
    ata_call call;
    const ata_function function = combination_of(stage, out, &call);
    call.count = s;
    for (ptrdiff_t piece = 0; piece < stage[-1].radix; piece++) {
        const points x = points_behind(in, piece * (s * lanes + PIECE_GAP)),
                     y = points_behind(out, piece * s * out.lane);
        function(&call, x.re, x.im, y.re, y.im);
        call.twiddle = (const real *)call.twiddle + 2 * s * (lanes - 1);
    }
}

/* Scratch: two buffers. */
static void run_spread(const ata_line *line, points in, points out, real *scratch)
{
    const int last = line->stage_count - 1;
    const ptrdiff_t lanes = (ptrdiff_t)line->stage[last].radix;
    const points buffer[2] = {take_spread(&scratch, line->n, lanes), take_spread(&scratch, line->n, lanes)};
    points from = {in.re, in.im, lanes * in.lane, in.lane};
    for (int i = 0; i < last - 1; i++) {
        run_spread_stage(line, i, from, buffer[i % 2], lanes);
        from = buffer[i % 2];
    }
    run_spread_rows(&line->stage[last - 1], from, lanes);
    run_spread_combination(&line->stage[last], from, out, lanes);
}
