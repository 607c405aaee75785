/* deep.h - a single line too long for the cache, inside an algorithm that wraps it: two sweeps over memory in place of
 * one for each stage. Included by functions.h.
 *
 * n = n1 n2. The line is taken for n1 rows of n2 columns: the columns are transformed in blocks of lanes, multiplied as
 * between passes, and laid down in a buffer; then its rows, n2 points each, are transformed in blocks and stored as
 * columns. That is what the passes of a recipe do for a caller's array, here for one line.
 */

/* Lanes of the blocks. */
INLINE int64_t deep_lanes(void)
{
    const int64_t usual = 2 * CACHE_LINE / (2 * (int64_t)sizeof(real)); /* rows of two cache lines */
    return usual < WIDTH ? WIDTH : usual;
}

static ata_side deep_side(points x, int64_t row, int64_t lane)
{
    const int64_t bytes = (int64_t)sizeof(real);
    return (ata_side){.type = REAL_BITS == 64 ? ATA_F64 : ATA_F32,
                      .is_complex = true,
                      .apart = x.lane == 2 ? (x.im - x.re) * bytes : 0,
                      .row = row * x.lane * bytes,
                      .lane = lane * x.lane * bytes,
                      .next = deep_lanes() * lane * x.lane * bytes};
}

/* Lines from side to side, whose blocks threads share. */
typedef struct deep_sweep {
    const ata_line *line;
    ata_way way, tail; /* of full blocks; of the lines that make none, at the end */
    int64_t full;
    ata_blocks first;
    int64_t scratch; /* numbers of each thread */
} deep_sweep;

static void run_share_of_sweep(const void *what, ata_share share)
{
    const deep_sweep *sweep = what;
    const ata_way *way = &sweep->way;
    const int64_t end = share.end < sweep->full ? share.end : sweep->full;
    ata_blocks blocks = sweep->first;
    blocks.scratch = (real *)blocks.scratch + share.part * sweep->scratch;
    blocks.rest = share.first * way->lanes * way->rest_step;
    advance(&blocks, share.first * way->in.next, share.first * way->out.next);
    blocks.count = end - share.first;
    if (blocks.count > 0) run_blocks(sweep->line, way, &blocks);
    if (share.end <= sweep->full) return;
    blocks.rest += blocks.count * way->lanes * way->rest_step;
    advance(&blocks, blocks.count * way->in.next, blocks.count * way->out.next);
    blocks.count = 1;
    run_blocks(sweep->line, &sweep->tail, &blocks);
}

/* All `count` lines. */
static void run_sweep(const ata_line *line, ata_way way, int64_t count, points in, points out, real *scratch,
                      int64_t numbers, const ata_crew *crew)
{
    const int64_t full = count / deep_lanes(), rest = count % deep_lanes();
    way.far = true;
    deep_sweep sweep = {.line = line,
                        .way = way,
                        .tail = way,
                        .full = full,
                        .first = {.in_re = (char *)in.re,
                                  .in_im = (char *)in.im,
                                  .out_re = (char *)out.re,
                                  .out_im = (char *)out.im,
                                  .scratch = scratch},
                        .scratch = numbers};
    sweep.way.lanes = deep_lanes();
    sweep.tail.lanes = rest;
    prepare(line, &sweep.way);
    prepare(line, &sweep.tail);
    ata_crew_share(crew, rest > 0 ? full + 1 : full, 1, run_share_of_sweep, &sweep);
}

/* Scratch: n complex numbers, and those of a block for each thread. */
static void run_deep(const ata_line *line, points in, points out, real *scratch, const ata_crew *crew)
{
    const ata_line *first = line->wrapped[0], *second = line->wrapped[1];
    const points middle = {scratch, scratch + 1, 2, 2};
    scratch += 2 * plane_rows(line->n);
    const ata_between between = {.rows = first->n, .width = between_width(first), .roots = line->roots};
    const ata_way columns = {.in = deep_side(in, second->n, 1),
                             .out = deep_side(middle, second->n, 1),
                             .runs = 1,
                             .scale = 1,
                             .between = &between,
                             .rest_step = 1};
    run_sweep(first, columns, second->n, in, middle, scratch, line->sweep, crew);
    const ata_way rows = {
        .in = deep_side(middle, 1, second->n), .out = deep_side(out, first->n, 1), .runs = 1, .scale = 1};
    run_sweep(second, rows, first->n, middle, out, scratch, line->sweep, crew);
}
