/* columns.c - passes of long lines whose points lie apart: some that lie side by side are copied to where the points of
 * each are neighbours, done there one by one, and copied back.
 *
 * In a block of line/block.h every row of a long line is another line of the cache, or two, and a stage goes over all
 * of them: beyond the caches that is once through memory for every stage. A line by itself goes through memory twice,
 * however long it is, and copying lines as wide as two lines of the cache takes about as long as copying any memory.
 *
 * Threads that share a block share its rows while it is copied, and do a line each, or each line together where it is
 * long.
 */
#include "core/memory.h"
#include "engine/cpu/apart.h"
#include "engine/cpu/collect.h"
#include "engine/cpu/pass.h"
#include "engine/cpu/share.h"

/* Bytes of a point that moves as it is; 0 where its parts lie in two arrays. */
static int64_t unit_of(const ata_view *view)
{
    const int64_t bytes = ata_type_bytes(view->type);
    if (view->is_complex) return view->imag == bytes ? 2 * bytes : 0;
    return bytes;
}

bool ata_cpu_columns_fit(const ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const ata_pass *what = &recipe->pass[p];
    const ata_pass_place place = ata_recipe_place(recipe, p);
    ata_loops loops = pass->loops;
    ata_loops_arrange(&loops);
    const ata_loop lane = ata_loops_take(&loops);
    const int64_t in = unit_of(&pass->view_in), out = unit_of(&pass->view_out);
    return what->form == ATA_FORM_NATURAL && place.total == 1 && in > 0 && lane.in == in && lane.out == out &&
           ata_cpu_collects(problem, what->dim);
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

static void fini(ata_cpu_pass *pass)
{
    ata_cpu_columns *columns = &pass->columns;
    if (columns->line) ata_cpu_pass_fini(columns->line);
    ata_memory_destroy(columns->line);
}

/* The view of a line in the buffer. */
static ata_view view_of_line(const ata_view *view, int dim)
{
    ata_view line = {.type = view->type, .is_complex = view->is_complex, .imag = view->imag};
    line.dim[dim] = unit_of(view);
    return line;
}

/* The pass of a line in the buffer, to where it lies. */
static ata_status init_line(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const int dim = recipe->pass[p].dim;
    ata_cpu_pass *line;
    ATA_TRY(ata_memory_create((void **)&line, 1, sizeof *line, "a pass"));
    *line = (ata_cpu_pass){.work = &ata_cpu_work_lines,
                           .from = ATA_ARRAY_SCRATCH_0,
                           .to = ATA_ARRAY_SCRATCH_0,
                           .view_in = view_of_line(&pass->view_in, dim),
                           .view_out = view_of_line(&pass->view_out, dim),
                           .far_times = 1,
                           .most_threads = 1,
                           .crew = 1,
                           .scale = pass->scale,
                           .window = pass->window};
    pass->columns.line = line;
    pass->window = NULL; /* it is the line's */
    return line->work->init(line, problem, recipe, p);
}

/* How many threads may share a block: each should have enough to do between two meetings. */
static int64_t count_threads(const ata_cpu_columns *columns)
{
    enum { EACH_BYTES = 64 << 10 };
    const int64_t enough = columns->lanes * columns->step / EACH_BYTES;
    const int64_t most = columns->lanes > columns->line->most_threads ? columns->lanes : columns->line->most_threads;
    return enough < 1 ? 1 : enough < most ? enough : most;
}

static ata_status init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    enum { ROW_BYTES = 128, CACHE_LINE = 64 };
    ata_cpu_columns *columns = &pass->columns;
    const int dim = recipe->pass[p].dim;
    ATA_TRY(init_line(pass, problem, recipe, p));
    ata_loops_arrange(&pass->loops);
    columns->lane = ata_loops_take(&pass->loops);
    columns->row_in = pass->view_in.dim[dim];
    columns->row_out = pass->view_out.dim[dim];
    columns->rows_in = ata_problem_length_in(problem, dim);
    columns->rows_out = ata_problem_length_out(problem, dim);
    const int64_t in = columns->rows_in * columns->lane.in, out = columns->rows_out * columns->lane.out;
    const int64_t widest = columns->lane.in > columns->lane.out ? columns->lane.in : columns->lane.out;
    columns->lanes = ROW_BYTES / widest < columns->lane.n ? ROW_BYTES / widest : columns->lane.n;
    /* Lines that are as many bytes apart as some power of two would fall on the same few lines of a cache. */
    columns->step = (int64_t)ata_memory_round((size_t)(in > out ? in : out)) + CACHE_LINE;
    columns->blocks = (columns->lane.n + columns->lanes - 1) / columns->lanes;
    pass->block_count = columns->blocks * ata_loops_count(&pass->loops);
    pass->block_bytes = ata_memory_round((size_t)(columns->lanes * columns->step)) + columns->line->block_bytes;
    pass->most_threads = count_threads(columns);
    return ATA_OK;
}

/* Whether so many threads do a line each, with scratch of their own, rather than every line together. */
static bool does_each(const ata_cpu_columns *columns, int threads)
{
    enum { MOST_BYTES = 4 << 20 };
    return columns->line->most_threads < threads || columns->line->block_bytes <= MOST_BYTES;
}

static size_t crew_bytes(const ata_cpu_pass *pass, int threads)
{
    const ata_cpu_columns *columns = &pass->columns;
    const size_t buffer = pass->block_bytes - columns->line->block_bytes;
    const size_t together = columns->line->work->crew_bytes(columns->line, threads);
    const size_t apart = does_each(columns, threads) ? (size_t)threads * columns->line->block_bytes : 0;
    return buffer + (apart > together ? apart : together);
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

/* A block of columns. */
typedef struct block {
    const ata_cpu_pass *pass;
    ata_collection in, out;
    char *scratch;
} block;

static void collect_rows(const void *what, ata_share share)
{
    ata_collect(&((const block *)what)->in, share.first, share.end);
}

static void distribute_rows(const void *what, ata_share share)
{
    ata_distribute(&((const block *)what)->out, share.first, share.end);
}

static void run_line(const block *b, int64_t index, void *scratch, const ata_crew *crew)
{
    const ata_cpu_pass *line = b->pass->columns.line;
    char *const at = b->in.buffer + index * b->in.step;
    const ata_base in = {at, at + line->view_in.imag}, out = {at, at + line->view_out.imag};
    ata_cpu_pass_run(line, in, out, 0, line->block_count, scratch, crew);
}

static void run_share_of_lines(const void *what, ata_share share)
{
    const block *b = what;
    char *const scratch = b->scratch + (size_t)share.part * b->pass->columns.line->block_bytes;
    for (int64_t i = share.first; i < share.end; i++) run_line(b, i, scratch, NULL);
}

/* Threads do as many lines each, or none, and share those that are left, where a line can be shared. */
static void run_lines(const block *b, const ata_crew *crew)
{
    const ata_cpu_columns *columns = &b->pass->columns;
    const int threads = crew ? crew->count : 1;
    const int64_t lines = b->in.lines, even = columns->line->most_threads > 1 ? lines / threads * threads : lines;
    const int64_t apart = does_each(columns, threads) ? even : 0;
    if (apart > 0) ata_crew_share(crew, apart, 1, run_share_of_lines, b);
    for (int64_t i = apart; i < lines; i++) run_line(b, i, b->scratch, crew);
}

static void run_block(const block *b, const ata_crew *crew)
{
    enum { SHARED_ROWS = 64 };
    const ata_cpu_columns *columns = &b->pass->columns;
    ata_crew_share(crew, columns->rows_in, SHARED_ROWS, collect_rows, b);
    run_lines(b, crew);
    ata_crew_share(crew, columns->rows_out, SHARED_ROWS, distribute_rows, b);
}

static void run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch,
                const ata_crew *crew)
{
    const ata_cpu_columns *columns = &pass->columns;
    const size_t buffer = pass->block_bytes - columns->line->block_bytes;
    for (int64_t index = first; index < end; index++) {
        const ata_offset place = ata_loops_at(&pass->loops, index / columns->blocks);
        const int64_t lane = index % columns->blocks * columns->lanes, left = columns->lane.n - lane;
        const ata_collection lines = {
            .buffer = scratch, .step = columns->step, .lines = left < columns->lanes ? left : columns->lanes};
        block b = {.pass = pass, .in = lines, .out = lines, .scratch = (char *)scratch + buffer};
        b.in.array = in.re + place.in + lane * columns->lane.in;
        b.in.row = columns->row_in;
        b.in.unit = columns->lane.in;
        b.out.array = out.re + place.out + lane * columns->lane.out;
        b.out.row = columns->row_out;
        b.out.unit = columns->lane.out;
        run_block(&b, crew);
    }
}

const ata_cpu_work ata_cpu_work_columns = {init, fini, run, crew_bytes};
