/* spread.h - the stages of a long single line, as streams through memory. Included by functions.h.
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
 * last one. Only what the caller gave cannot have gaps: the first radix had better be short. Where pieces would not be
 * whole vectors there are no gaps, and no need of them: such lengths are no multiples of large powers of two. The
 * longest lines part into branches, each of which has such stages: branches.h.
 *
 * Threads may share such a line: the branches, or every stage. No vector is cut, so that results do not depend on who
 * did what.
 */

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
    ptrdiff_t piece;   /* butterflies whose results make one ... */
    ptrdiff_t gap;     /* ... and numbers between two of them */
    ptrdiff_t factors; /* numbers that each is multiplied with */
} spread_stage;

/* Butterflies p .. p + count - 1 of one piece; of their runs, numbers first .. end - 1. */
static void run_spread_butterflies(const spread_stage *stage, ptrdiff_t p, ptrdiff_t count, ptrdiff_t first,
                                   ptrdiff_t end)
{
    ata_call call = stage->call;
    const ptrdiff_t gaps = p / stage->piece * stage->gap;
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

/* The stage that combines lanes. Threads share its rows. */
typedef struct spread_combination {
    ata_function function;
    ata_call call; /* of the first row */
    points in, out;
    int64_t piece, gap;   /* rows of each, of all branches; numbers between two */
    int64_t lanes, pitch; /* of a row; numbers between two */
    int64_t branches;     /* of the line */
    int64_t width;        /* rows whose factors are in the first table ... */
    const real *each;     /* ... and what they are multiplied with; see build_combination() ... */
    int64_t turns;        /* ... and of how many such sets the same branches are combined at a time, at most */
} spread_combination;

static void run_share_of_combination(const void *what, ata_share share)
{
    const spread_combination *all = what;
    enum { ROWS_AHEAD = 4, RESULTS_AHEAD = 2 };
    ata_call call = all->call;
    for (int64_t row = share.first; row < share.end; row += call.count * call.turns) {
        const int64_t piece = row / all->piece, behind = row % all->width;
        int64_t end = (piece + 1) * all->piece;
        if (end > share.end) end = share.end;
        const int64_t sets = behind == 0 ? (end - row) / all->width : 0;
        call.turns = (ptrdiff_t)(sets < 1 ? 1 : sets < all->turns ? sets : all->turns);
        call.x_ahead = call.turns > 1 ? ROWS_AHEAD * call.x_next : call.x_step;
        call.ahead = call.turns > 1 && !call.past ? RESULTS_AHEAD * call.y_step : 0;
        if (end > row - behind + all->width) end = row - behind + all->width;
        const points x = points_behind(all->in, (ptrdiff_t)(row / all->branches * all->pitch + piece * all->gap));
        const points y = points_behind(all->out, (ptrdiff_t)row * all->out.lane);
        call.count = (ptrdiff_t)(end - row);
        call.twiddle = (const real *)all->call.twiddle + 2 * behind * (all->lanes - 1);
        if (all->each) call.lane_twiddle = all->each + row / all->width * 2 * all->lanes;
        all->function(&call, x.re, x.im, y.re, y.im);
    }
    if (call.past) vec_settle();
}

/* --- Stages ------------------------------------------------------------------------------------------------------ */

/* Stage i of a branch, as if that were all of the line, where it does not part that. */
static ata_stage stage_of_branch(const ata_line *line, int i)
{
    ata_stage stage = line->stage[i];
    if (i >= line->parting) stage.s /= line->branches;
    return stage;
}

/* Stage i of a branch, but for the last two: from the caller's points, or from pieces, to the pieces that the next one
 * reads; or the only stage that parts a line, to the pieces of its branches. */
static void run_spread_stage(const ata_line *line, int i, points in, points out, const ata_crew *crew)
{
    const ata_stage stage = stage_of_branch(line, i);
    spread_stage shared = {.in = in,
                           .out = out,
                           .piece = (ptrdiff_t)(stage.m / line->stage[i + 1].radix),
                           .gap = (ptrdiff_t)line->gap,
                           .factors = 2 * (ptrdiff_t)(stage.radix - 1)};
    shared.function = call_of_rows(line, i, &stage, in, out, &shared.call);
    if (i > 0) shared.call.x_next += shared.gap;
    if (i < line->parting) {
        shared.call.y_next = (ptrdiff_t)branch_numbers(line);
        shared.call.y_step = out.row;
    }
    share_stage(&shared, stage.m, crew);
}

/* The last stage of the rows: one butterfly, whose points are the pieces, which it leaves in their places. Vectors must
 * not overlap then, which would transform some points twice: what fills none is done number by number. */
static void run_spread_rows(const ata_line *line, points in, points out, const ata_crew *crew)
{
    const ata_stage stage = stage_of_branch(line, line->stage_count - 2);
    spread_stage shared = {.in = in, .out = out, .piece = 1};
    shared.function = call_of(&stage, in, out, (ptrdiff_t)line->pitch, NULL, &shared.call);
    shared.call.x_next += (ptrdiff_t)line->gap;
    shared.call.y_next += (ptrdiff_t)line->gap;
    ata_call rest = shared.call;
    rest.run %= WIDTH;
    shared.call.run -= rest.run;
    share_stage(&shared, 1, crew);
    if (rest.run == 0) return;
    const points x = points_behind(in, shared.call.run), y = points_behind(out, shared.call.run);
    radix_table[stage.radix]->single[NONE](&rest, x.re, x.im, y.re, y.im);
}

/* Stages `first` and on of the rows, of a branch that lies in place[0]. The last stage of the line is left to do.
 * Return in which place it lies then: in the first, unless it `stays` where its last stage found it. */
static int run_spread_stages(const ata_line *line, int first, const points place[2], bool stays, const ata_crew *crew)
{
    int at = 0;
    for (int i = first; i < line->stage_count - 2; i++, at = !at)
        run_spread_stage(line, i, place[at], place[!at], crew);
    const int last = stays ? at : 0;
    run_spread_rows(line, place[at], place[last], crew);
    return last;
}

/* Whether points, and what is so many numbers behind them, begin lines of the cache. */
INLINE bool begins_lines(points x, ptrdiff_t first, ptrdiff_t second)
{
    const uintptr_t bytes = (uintptr_t)(first | second) * sizeof(real);
    const uintptr_t re = x.lane == 2 && x.im < x.re ? (uintptr_t)x.im : (uintptr_t)x.re;
    const uintptr_t im = x.lane == 2 ? re : (uintptr_t)x.im;
    return (re | im | bytes) % CACHE_LINE == 0;
}

/* The stage that combines lanes. */
static void run_spread_combination(const ata_line *line, points in, points out, const ata_crew *crew)
{
    const ptrdiff_t lanes = row_lanes(line), pitch = (ptrdiff_t)line->pitch;
    const ata_stage *stage = &line->stage[line->stage_count - 1];
    spread_combination shared = {.in = in,
                                 .out = out,
                                 .piece = line->gap > 0 ? stage[-1].s : stage->m,
                                 .gap = line->gap,
                                 .lanes = lanes,
                                 .pitch = pitch,
                                 .branches = line->branches,
                                 .width = stage->m,
                                 .turns = 1};
    int64_t unit = SHARED_NUMBERS;
    shared.function = combination_of(line, out, &shared.call);
    if (line->parting > 0) {
        shared.function = radix_table[stage->radix]->branches[layout_of(out)];
        shared.call.run = (ptrdiff_t)line->group;
        shared.call.x_step = (ptrdiff_t)(line->group / line->branches * pitch);
        shared.call.rows = line->rows;
        shared.width = line->width;
        shared.call.x_next = (ptrdiff_t)(line->width / line->branches * pitch);
        shared.call.y_step = (ptrdiff_t)line->width * out.lane;
        const int64_t turns = TILE_BYTES / (line->width * pitch * 2 * (int64_t)sizeof(real));
        const bool many = line->parting == 2; /* few branches are streams as they come */
        if (many && turns > 1) shared.turns = turns;
        shared.call.past = PAIRS_GO_PAST && many && out.lane == 2 &&
                           2 * line->n * (int64_t)sizeof(real) >= PAST_BYTES &&
                           begins_lines(out, shared.call.y_next, shared.call.y_step);
        shared.each = (const real *)stage->twiddle + 2 * line->width * (lanes - 1);
        unit = line->group % unit == 0 ? line->group : line->group * unit;
    }
    ata_crew_share(crew, stage->m, unit, run_share_of_combination, &shared);
}

/* --- Branches ---------------------------------------------------------------------------------------------------- */

/* A line that parts: the caller's points, where its branches lie, and rooms of so many numbers for threads. */
typedef struct parting {
    const ata_line *line;
    points in, out;
    real *rooms;
    ptrdiff_t room, lanes;
    bool past; /* branches go past the caches */
} parting;

INLINE points room_of(const parting *all, int thread)
{
    real *const re = all->rooms + 2 * thread * all->room;
    return (points){re, re + all->room, all->lanes, 1};
}

/* The first stage for rows first .. first + count - 1 of all branches, from the caller's points. It leaves what the
 * butterflies of the next one read, side by side in a room. */
static void run_first_parting(const parting *all, ptrdiff_t first, ptrdiff_t count, points room)
{
    const ata_stage *stage = &all->line->stage[0];
    const ptrdiff_t next = (ptrdiff_t)stage[1].radix, rows = (ptrdiff_t)stage[1].m;
    const ptrdiff_t block = (ptrdiff_t)block_numbers(all->line);
    ata_call call;
    const ata_function function = call_of_rows(all->line, 0, stage, all->in, room, &call);
    call.count = count;
    call.y_next = next * block;
    call.y_step = room.row;
    real made[MOST_COMPACT];
    for (ptrdiff_t j = 0; j < next; j++) {
        const ptrdiff_t row = j * rows + first;
        const points x = points_behind(all->in, row * all->in.row), y = points_behind(room, j * block);
        call.twiddle = rows_of(stage, row, count, made);
        function(&call, x.re, x.im, y.re, y.im);
    }
}

/* The second one, from there to the branches. */
static void run_second_parting(const parting *all, ptrdiff_t first, ptrdiff_t count, points room)
{
    ata_stage stage = all->line->stage[1];
    const ptrdiff_t radix = (ptrdiff_t)stage.radix, branches = (ptrdiff_t)stage.s;
    const ptrdiff_t piece = (ptrdiff_t)(stage.m / all->line->stage[2].radix);
    const ptrdiff_t at = first * all->lanes + first / piece * (ptrdiff_t)all->line->gap;
    const ptrdiff_t block = (ptrdiff_t)block_numbers(all->line), next = (ptrdiff_t)branch_numbers(all->line);
    stage.s = 1;
    ata_call call;
    const ata_function usual = call_of(&stage, room, all->out, all->lanes, NULL, &call);
    const ata_function function = all->past ? radix_table[radix]->past : usual;
    call.count = count;
    call.x_next = block;
    call.y_next = next;
    call.y_step = all->out.row;
    real made[MOST_COMPACT];
    call.twiddle = rows_of(&stage, first, count, made);
    for (ptrdiff_t k = 0; k < branches; k++) {
        const points x = points_behind(room, k * radix * block), y = points_behind(all->out, k * radix * next + at);
        function(&call, x.re, x.im, y.re, y.im);
    }
}

/* Rows of branches by both stages, some at a time, which end where pieces do. */
static void run_share_of_parting(const void *what, ata_share share)
{
    const parting *all = what;
    const ata_stage *stage = all->line->stage;
    const ptrdiff_t piece = (ptrdiff_t)(stage[1].m / stage[2].radix), most = (ptrdiff_t)block_rows(all->line);
    const points room = room_of(all, share.part);
    for (ptrdiff_t row = (ptrdiff_t)share.first, end; row < share.end; row = end) {
        end = (row / piece + 1) * piece;
        if (end > row + most) end = row + most;
        if (end > share.end) end = (ptrdiff_t)share.end;
        run_first_parting(all, row, end - row, room);
        run_second_parting(all, row, end - row, room);
    }
    if (all->past) vec_settle();
}

/* Whether the branches of a line that two stages part, and rows of them, are whole lines of the cache, and so many that
 * they leave it before they are read again. */
INLINE bool parts_past_caches(const ata_line *line, points place, ptrdiff_t lanes)
{
    return VECTORS_GO_PAST && line->parting == 2 && 2 * line->n * (int64_t)sizeof(real) >= BRANCHES_PAST_BYTES &&
           radix_table[line->stage[1].radix]->past && lanes % WIDTH == 0 &&
           begins_lines(place, (ptrdiff_t)branch_numbers(line), (ptrdiff_t)line->gap);
}

static void run_branch(const parting *all, ptrdiff_t k, int thread, const ata_crew *crew)
{
    const points branch = points_behind(all->out, k * (ptrdiff_t)branch_numbers(all->line));
    const points place[2] = {branch, room_of(all, thread)};
    run_spread_stages(all->line, all->line->parting, place, false, crew);
}

static void run_share_of_branches(const void *what, ata_share share)
{
    for (int64_t k = share.first; k < share.end; k++) run_branch(what, (ptrdiff_t)k, share.part, NULL);
}

/* Threads do as many branches each, in a room of their own, and share those that are left. */
static void run_branches(const parting *all, const ata_crew *crew)
{
    const int64_t count = all->line->branches, threads = crew ? crew->count : 1;
    const int64_t apart = count / threads * threads;
    if (apart > 0) ata_crew_share(crew, apart, 1, run_share_of_branches, all);
    for (int64_t k = apart; k < count; k++) run_branch(all, (ptrdiff_t)k, 0, crew);
}

/* --- All stages -------------------------------------------------------------------------------------------------- */

/* Scratch: a buffer of the line, and a room, or one for each thread where it parts. Every stage that threads share, and
 * all branches that they do, is a step of the crew: the next reads what all of them have written. */
static void run_spread(const ata_line *line, points in, points out, real *scratch, const ata_crew *crew)
{
    const ptrdiff_t lanes = (ptrdiff_t)line->pitch, room = (ptrdiff_t)room_numbers(line);
    const ptrdiff_t size = (ptrdiff_t)(line->branches * branch_numbers(line));
    const points from = {in.re, in.im, row_lanes(line) * in.lane, in.lane};
    const points place[2] = {{scratch, scratch + size, lanes, 1},
                             {scratch + 2 * size, scratch + 2 * size + room, lanes, 1}};
    const bool past = parts_past_caches(line, place[0], lanes);
    const parting all = {line, from, place[0], place[1].re, room, lanes, past};
    int at = 0;
    if (line->parting == 2) {
        ata_crew_share(crew, line->stage[1].m, block_rows(line), run_share_of_parting, &all);
    } else {
        run_spread_stage(line, 0, from, place[0], crew);
    }
    if (line->parting > 0) run_branches(&all, crew);
    else at = run_spread_stages(line, 1, place, true, crew);
    run_spread_combination(line, place[at], out, crew);
}

/* --- Threads ----------------------------------------------------------------------------------------------------- */

/* The wrapped lines of a line, with those of its stages; NULL where there are none. */
INLINE const ata_line *wrapped_line(const ata_line *line, int i)
{
    return i < 2 ? line->wrapped[i] : line->stage[i - 2].wrapped;
}

/* How many threads may share a line, or a block of them: 1 where neither it nor what it wraps is spread, or deep, or
 * done one by one. Each should have more to do than it takes all to come together behind every stage. */
static int64_t most_threads(const ata_line *line)
{
    enum { EACH_BYTES = 64 << 10 };
    int64_t most = 1;
    if (line && line->one_by_one) return ONE_BY_ONE_LANES;
    if (!line || !line->single) return most;
    if (line->deep || line->spread) return line->n * (int64_t)sizeof(real) / EACH_BYTES;
    for (int i = 0; i < line->stage_count + 2; i++) {
        const int64_t inside = most_threads(wrapped_line(line, i));
        if (inside > most) most = inside;
    }
    return most;
}

/* Whether they would share a part of the work: a convolution that is done one by one, and not what is around it. */
static bool shares_part(const ata_line *line)
{
    if (!line) return false;
    for (int i = 0; i < line->stage_count + 2; i++)
        if (shares_part(wrapped_line(line, i))) return true;
    return line->one_by_one;
}

/* How many rooms so many threads need: those that part a line by two stages, or do branches each, one of their own. */
static int64_t rooms_of(const ata_line *line, int64_t threads)
{
    return line->parting == 2 || (line->parting == 1 && threads <= line->branches) ? threads : 1;
}

/* Numbers of scratch that so many threads take, behind all others, beside those that one does. */
static int64_t crew_numbers(const ata_line *line, int64_t threads)
{
    int64_t most = 0;
    if (!line || !line->single) return most;
    if (line->deep) return (threads - 1) * line->sweep;
    if (line->spread) return (rooms_of(line, threads) - 1) * 2 * room_numbers(line);
    for (int i = 0; i < line->stage_count + 2; i++) {
        const int64_t inside = crew_numbers(wrapped_line(line, i), threads);
        if (inside > most) most = inside;
    }
    return most;
}
