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
 *
 * Threads may share such a line, stage by stage. No vector is cut, so that results do not depend on who did what.
 */
enum { PIECE_GAP = CACHE_LINE / (int)sizeof(real) };

/* From where a plane of a line leaves the first cache. */
enum { SPREAD_BYTES = 64 << 10 };

/* Whether a line is done so, on machines where it was measured. The last stage takes its pieces in whole vectors. */
static bool is_spread(const ata_line *line)
{
#if defined(__aarch64__)
    const bool measured = true;
#else
    const bool measured = false;
#endif
    if (!measured || !line->combines || line->stage_count < 3 || line->n * (int64_t)sizeof(real) < SPREAD_BYTES)
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

/* --- What threads share ------------------------------------------------------------------------------------------ */

/* Numbers of a line of the cache: threads do not write to the same one. */
enum { SHARED_NUMBERS = CACHE_LINE / (int)sizeof(real) };

/* A stage of butterflies. Threads share the numbers of all runs, as if they were one. */
typedef struct spread_stage {
    ata_function function;
    ata_call call; /* of the first butterfly */
    points in, out;
    ptrdiff_t piece;   /* butterflies whose results make one */
    ptrdiff_t factors; /* numbers that each is multiplied with */
} spread_stage;

/* Butterflies p .. p + count - 1 of one piece; of their runs, numbers first .. end - 1. */
static void run_spread_butterflies(const spread_stage *stage, ptrdiff_t p, ptrdiff_t count, ptrdiff_t first,
                                   ptrdiff_t end)
{
    ata_call call = stage->call;
    const ptrdiff_t gaps = p / stage->piece * PIECE_GAP;
    const points x = points_behind(stage->in, p * call.x_step + first * stage->in.lane);
    const points y = points_behind(stage->out, p * call.y_step + gaps + first * stage->out.lane);
    call.count = count;
    call.run = end - first;
    if (call.twiddle) call.twiddle = (const real *)call.twiddle + p * stage->factors;
    stage->function(&call, x.re, x.im, y.re, y.im);
}

static void run_share_of_stage(const void *what, ata_share share)
{
    const spread_stage *stage = what;
    const ptrdiff_t run = stage->call.run, end = (ptrdiff_t)share.end;
    for (ptrdiff_t at = (ptrdiff_t)share.first; at < end;) {
        const ptrdiff_t p = at / run, q = at % run, whole = (end - at) / run;
        if (q > 0 || whole == 0) {
            const ptrdiff_t until = run - q < end - at ? run : q + end - at;
            run_spread_butterflies(stage, p, 1, q, until);
            at += until - q;
        } else {
            const ptrdiff_t left = stage->piece - p % stage->piece, count = whole < left ? whole : left;
            run_spread_butterflies(stage, p, count, 0, run);
            at += count * run;
        }
    }
}

/* All `count` butterflies. Runs are cut where vectors end. */
static void share_stage(const spread_stage *stage, int64_t count, const ata_crew *crew)
{
    const int64_t run = stage->call.run;
    const int64_t unit = run % SHARED_NUMBERS == 0 ? SHARED_NUMBERS : run % WIDTH == 0 ? WIDTH : run;
    ata_crew_share(crew, count * run, unit, run_share_of_stage, stage);
}

/* A stage that combines lanes. Threads share its rows. */
typedef struct spread_combination {
    ata_function function;
    ata_call call; /* of the first row */
    points in, out;
    ptrdiff_t piece; /* rows of each */
    ptrdiff_t lanes;
} spread_combination;

static void run_share_of_combination(const void *what, ata_share share)
{
    const spread_combination *stage = what;
    const ptrdiff_t end = (ptrdiff_t)share.end;
    ata_call call = stage->call;
    for (ptrdiff_t row = (ptrdiff_t)share.first; row < end; row += call.count) {
        const ptrdiff_t piece = row / stage->piece, next = (piece + 1) * stage->piece;
        const points x = points_behind(stage->in, row * stage->lanes + piece * PIECE_GAP);
        const points y = points_behind(stage->out, row * stage->out.lane);
        call.count = (next < end ? next : end) - row;
        call.twiddle = (const real *)stage->call.twiddle + 2 * row * (stage->lanes - 1);
        stage->function(&call, x.re, x.im, y.re, y.im);
    }
}

/* --- Stages ------------------------------------------------------------------------------------------------------ */

/* Stage i, but for the last two: from the caller's points, or from pieces, to the pieces that the next one reads. */
static void run_spread_stage(const ata_line *line, int i, points in, points out, ptrdiff_t lanes, const ata_crew *crew)
{
    const ata_stage *stage = &line->stage[i];
    spread_stage shared = {.in = in,
                           .out = out,
                           .piece = (ptrdiff_t)(stage->m / stage[1].radix),
                           .factors = 2 * (ptrdiff_t)(stage->radix - 1)};
    shared.function = call_of(stage, in, out, lanes, NULL, &shared.call);
    if (i > 0) shared.call.x_next += PIECE_GAP;
    share_stage(&shared, stage->m, crew);
}

/* The last stage of the rows, which leaves every point in its place: one butterfly, whose points are the pieces. */
static void run_spread_rows(const ata_stage *stage, points x, ptrdiff_t lanes, const ata_crew *crew)
{
    spread_stage shared = {.in = x, .out = x, .piece = 1};
    shared.function = call_of(stage, x, x, lanes, NULL, &shared.call);
    shared.call.x_next += PIECE_GAP;
    shared.call.y_next += PIECE_GAP;
    share_stage(&shared, 1, crew);
}

/* The stage that combines lanes, from the pieces of that one. */
static void run_spread_combination(const ata_stage *stage, points in, points out, ptrdiff_t lanes, const ata_crew *crew)
{
    spread_combination shared = {.in = in, .out = out, .piece = (ptrdiff_t)stage[-1].s, .lanes = lanes};
    shared.function = combination_of(stage, out, &shared.call);
    ata_crew_share(crew, stage->m, SHARED_NUMBERS, run_share_of_combination, &shared);
}

/* Scratch: two buffers. Every stage is a step of the crew: the next reads what all of them have written. */
static void run_spread(const ata_line *line, points in, points out, real *scratch, const ata_crew *crew)
{
    const int last = line->stage_count - 1;
    const ptrdiff_t lanes = (ptrdiff_t)line->stage[last].radix;
    const points buffer[2] = {take_spread(&scratch, line->n, lanes), take_spread(&scratch, line->n, lanes)};
    points from = {in.re, in.im, lanes * in.lane, in.lane};
    for (int i = 0; i < last - 1; i++) {
        run_spread_stage(line, i, from, buffer[i % 2], lanes, crew);
        from = buffer[i % 2];
    }
    run_spread_rows(&line->stage[last - 1], from, lanes, crew);
    run_spread_combination(&line->stage[last], from, out, lanes, crew);
}

/* --- Threads ----------------------------------------------------------------------------------------------------- */

/* How many threads may share one line, 1 where neither it nor what it wraps is spread, or deep; and the numbers of
 * scratch that each beyond the first takes, behind all others. */
typedef struct sharing {
    int64_t threads, numbers;
} sharing;

/* Each should have more to do than it takes all to come together behind every stage. */
static sharing sharing_of(const ata_line *line)
{
    sharing most = {1, 0};
    if (!line || !line->single) return most;
    if (line->deep || (line->stage && is_spread(line)))
        return (sharing){line->n * (int64_t)sizeof(real) / SPREAD_BYTES, line->sweep};
    for (int i = 0; i < line->stage_count + 2; i++) {
        const sharing inside = sharing_of(i < 2 ? line->wrapped[i] : line->stage[i - 2].wrapped);
        if (inside.threads > most.threads) most.threads = inside.threads;
        if (inside.numbers > most.numbers) most.numbers = inside.numbers;
    }
    return most;
}

static int64_t most_threads(const ata_line *line)
{
    return sharing_of(line).threads;
}
