/* fit.c - a pass fitted to a device: a row of the tuning tables, or a shape improvised; vectors; what a block can
 * have. */
#include "engine/gpu/fit.h"

#include "engine/gpu/real.h"

enum { MOST_THREADS = 1024 }; /* of a block */

/* --- Threads and lines -------------------------------------------------------------------------------------------- */

/* The radices of the recipe, leg after leg. */
static void take_radices(ata_gpu_shape *shape, const ata_gpu_pass *pass, const ata_recipe *recipe)
{
    shape->stage_count = 0;
    for (int l = 0; l < shape->leg_count; l++) {
        const ata_pass *from = &recipe->pass[pass->leg[l]];
        for (int s = 0; s < from->count; s++) {
            ata_gpu_stage *stage = &shape->stage[shape->stage_count++];
            stage->radix = (int)recipe->steps.step[from->first + s].n;
            stage->leg = l;
            stage->also = 1;
        }
    }
}

/* Whether the radices in the middle of the row (of more than 1) are those taken from the recipe. Real points have no
 * tasks in several lanes. */
static bool row_fits(const ata_gpu_row *row, const ata_gpu_shape *shape)
{
    int s = 0;
    for (int i = 0; i < ATA_GPU_ROW_STAGES && row->radix[i] != 0; i++) {
        if (row->radix[i] == 1) continue;
        if (row->radix[i] > row->points && shape->mirror != ATA_MIRROR_NONE) return false;
        if (s == shape->stage_count || shape->stage[s++].radix != row->radix[i]) return false;
    }
    return s == shape->stage_count;
}

/* The lines of a pass, or more than any tile has. */
static int64_t count_lines(const ata_gpu_pass *pass)
{
    int64_t lines = 1;
    for (int l = 0; l < pass->kernel.loops && lines < 1 << 20; l++) lines *= pass->loop[l].count;
    return lines;
}

/* Whether points are far apart at one end, along every leg. */
static bool is_far(const ata_gpu_end *end, int legs)
{
    enum { FAR = 1 << 17 }; /* strips of 256 bytes were slower where they are 8 KB apart, faster where 512 KB */
    for (int l = 0; l < legs; l++)
        if (ata_gpu_magnitude(end->point[l]) < FAR / (ata_type_bytes(end->type) * (end->split ? 1 : 2))) return false;
    return true;
}

/* Whether what a pass reads lies in its own tiles (tiled.h). */
static bool reads_tiles(const ata_gpu_pass *pass)
{
    return pass->share.tile_lines > 0 && pass->share.second;
}

/* Whether a row's strips suit a pass. Those of a cluster do if there are tiles enough to keep all multiprocessors busy
 * several times over; but wider ones than one block has pay where points are far apart only, and so do all of them
 * for a pass that reads tiles: then which of them is_preferred is the better question. */
static bool suits(const ata_gpu_pass *pass, const ata_gpu_row *row, const ata_device_limits *limits)
{
    enum { TIMES = 4, STRIP = 128 };
    const ata_gpu_kernel *kernel = &pass->kernel;
    if (row->lines == 0 || row->cluster == 1) return true;
    const bool far = is_far(&kernel->in, kernel->shape.leg_count) && is_far(&kernel->out, kernel->shape.leg_count);
    if (!far && (reads_tiles(pass) || row->lines * 2 * kernel->shape.real_bytes > STRIP)) return false;
    const int64_t blocks = (int64_t)limits->multiprocessors * row->blocks;
    return pass->loop[0].count % row->lines == 0 &&
           count_lines(pass) / row->lines >= (TIMES * blocks + row->cluster - 1) / row->cluster;
}

/* Whether strips of so many lines are, at one end, whole pieces of 32 bytes, which is what memory moves at a time. */
static bool has_whole_pieces(const ata_gpu_end *end, int lines)
{
    enum { PIECE = 32 };
    const int64_t bytes = ata_type_bytes(end->type) * (end->split ? 1 : 2);
    return ata_gpu_magnitude(end->line) != 1 || (lines * bytes % PIECE == 0 && end->point[0] * bytes % PIECE == 0);
}

/* Whether a row for little data is for a pass: complex lines along one dimension, which is what those were measured
 * for, and narrow strips that are whole. */
static bool is_little(const ata_gpu_pass *pass, const ata_gpu_row *row, const ata_device_limits *limits,
                      const ata_gpu_tuning *tuning)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    const ata_gpu_shape *shape = &kernel->shape;
    const double bytes = (double)(shape->n * 2 * shape->real_bytes) * (double)count_lines(pass);
    if (bytes > tuning->few_rows * (double)limits->cache_bytes) return false;
    return shape->leg_count == 1 && shape->mirror == ATA_MIRROR_NONE && pass->share.tile_lines == 0 &&
           pass->loop[0].count % row->lines == 0 && has_whole_pieces(&kernel->in, row->lines) &&
           has_whole_pieces(&kernel->out, row->lines);
}

/* Of two rows neither of which suits, the one with fewer blocks in a cluster; for a pass that has strips at its output
 * alone, then the one with more of them on a multiprocessor. */
static bool is_preferred(const ata_gpu_pass *pass, const ata_gpu_row *row, const ata_gpu_row *other)
{
    if (row->cluster != other->cluster) return row->cluster < other->cluster;
    return reads_tiles(pass) && row->blocks > other->blocks;
}

/* Of the rows for as many points from the first one on, one that suits, and has the radices of a pass along one
 * dimension; where none suits, the one that is preferred, of several the first. */
static const ata_gpu_row *choose_row(const ata_gpu_row *first, const ata_gpu_pass *pass,
                                     const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    const bool clusters = ata_gpu_tuning_has_clusters(limits) && (shape->mirror == ATA_MIRROR_NONE || shape->plane > 0);
    const ata_gpu_row *best = NULL;
    for (const ata_gpu_row *row = first; row && row->n == shape->n && (row->lines > 0) == (first->lines > 0); row++) {
        if ((row->cluster > 1 && !clusters) || (shape->leg_count == 1 && !row_fits(row, shape))) continue;
        if ((row->how & ATA_ROW_FEW) && !is_little(pass, row, limits, tuning)) continue;
        if (suits(pass, row, limits)) return row;
        if (!best || is_preferred(pass, row, best)) best = row;
    }
    return best;
}

/* A row of the first table that is for such passes. Of the one for narrow numbers it must have the radices: callers and
 * other tables of ways may choose others. */
static const ata_gpu_row *find_row(const ata_gpu_pass *pass, bool side_by_side, const ata_device_limits *limits,
                                   const ata_gpu_tuning *tuning)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    const int64_t n = kernel->shape.n;
    const ata_gpu_row *row = NULL;
    if (kernel->shape.plane > 0) row = ata_gpu_tuning_row(tuning->planes, n, side_by_side);
    if (!row && kernel->shape.leg_count > 1) row = ata_gpu_tuning_row(tuning->joined, n, side_by_side);
    if (row) return choose_row(row, pass, limits, tuning);
    if (kernel->shape.leg_count == 1 && kernel->shape.mirror == ATA_MIRROR_NONE &&
        ata_type_bytes(kernel->in.type) == 2 && ata_type_bytes(kernel->out.type) == 2)
        row = choose_row(ata_gpu_tuning_row(tuning->narrow_rows, n, side_by_side), pass, limits, tuning);
    return row ? row : choose_row(ata_gpu_tuning_row(tuning->rows, n, side_by_side), pass, limits, tuning);
}

/* The threads of a shape that no row is for, and as many blocks as there are registers and shared memory for. Threads
 * have more points where a block would have too many of them. */
static void count_threads(ata_gpu_shape *shape, const ata_device_limits *limits)
{
    while (shape->n * shape->lines / shape->points > MOST_THREADS) shape->points *= 2;
    shape->cluster = 1;
    shape->cluster_stage = 0;
    shape->in_turn = shape->balanced = shape->fetch_ahead = false;
    shape->threads = (int)(shape->n * shape->lines / shape->points);
    const int64_t registers = shape->points * shape->real_bytes / 2 + (shape->points > 2 ? 48 : 24); /* about */
    const int64_t bytes = shape->n * shape->lines * 2 * shape->real_bytes * 9 / 8 + 1024;
    int64_t blocks = limits->registers / (registers * shape->threads);
    if (blocks > limits->shared_total * 3 / 4 / bytes) blocks = limits->shared_total * 3 / 4 / bytes;
    shape->blocks_wanted = blocks < 1 ? 1 : blocks > 16 ? 16 : (int)blocks;
}

/* A shape for radices that no row has: some thousand points a block, lines side by side or alone. Lines one after
 * another in stages of radix 2 are a butterfly a thread. */
static void improvise(ata_gpu_shape *shape, bool side_by_side, const ata_device_limits *limits)
{
    const int least = ata_gpu_least_points(shape);
    const bool narrow = least == 2 && shape->stage_count > 1 && !side_by_side && shape->mirror == ATA_MIRROR_NONE;
    shape->points = narrow ? 2 : shape->real_bytes == 8 ? 8 : 16;
    if (least > shape->points) shape->points = least;
    int64_t lines = side_by_side ? (shape->real_bytes == 8 ? 8 : 16) : 1;
    while (shape->n * lines < 128 * shape->points) lines *= 2;
    while (lines > 1 && shape->n * lines > 512 * shape->points) lines /= 2;
    shape->lines = (int)lines;
    count_threads(shape, limits);
}

/* As many lines as the recipe asks for, a butterfly a thread. */
static void take_lines(ata_gpu_shape *shape, int lines, int64_t all, const ata_device_limits *limits)
{
    while (lines > 1 && lines / 2 >= all) lines /= 2; /* no more than there are */
    shape->lines = lines;
    shape->points = ata_gpu_least_points(shape);
    count_threads(shape, limits);
}

/* Threads, points and cluster of a row. */
static void take_numbers(ata_gpu_shape *shape, const ata_gpu_row *row)
{
    shape->points = row->points;
    shape->threads = row->threads;
    shape->cluster = row->cluster;
    shape->cluster_stage = row->cluster_stage;
    shape->blocks_wanted = row->blocks;
    shape->in_turn = (row->how & ATA_ROW_IN_TURN) != 0;
    shape->balanced = (row->how & ATA_ROW_BALANCED) != 0;
    shape->fetch_ahead = (row->how & ATA_ROW_AHEAD) != 0;
    shape->lines = (int)((int64_t)row->points * row->threads * row->cluster / shape->n);
}

static void take_row(ata_gpu_shape *shape, const ata_gpu_row *row)
{
    take_numbers(shape, row);
    for (shape->stage_count = 0; shape->stage_count < ATA_GPU_ROW_STAGES && row->radix[shape->stage_count] != 0;
         shape->stage_count++) {
        shape->stage[shape->stage_count].radix = row->radix[shape->stage_count];
        shape->stage[shape->stage_count].leg = 0;
        shape->stage[shape->stage_count].also = 1;
    }
}

/* The first stage behind which blocks may exchange points; false where there is none. */
static bool find_cluster_stage(ata_gpu_shape *shape)
{
    if (shape->cluster == 1) return true;
    for (int s = 0; s < shape->stage_count; s++)
        if (ata_gpu_can_exchange(shape, s)) {
            shape->cluster_stage = s;
            return true;
        }
    return false;
}

/* Where a leg ends and the next begins, one stage for both if a thread has points for it; or two lanes, where that
 * spares blocks of a cluster an exchange, which they wait for longer than for each other's numbers. */
static void merge_stages(ata_gpu_shape *shape)
{
    const int most = shape->points * (shape->cluster > 1 ? ATA_GPU_LANES : 1);
    for (int s = 0; s + 1 < shape->stage_count; s++) {
        ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
        if (a->leg == b->leg || a->also > 1 || a->radix * b->radix > most) continue;
        b->also = a->radix;
        b->radix *= a->radix;
        shape->stage_count--;
        for (int next = s; next < shape->stage_count; next++) shape->stage[next] = shape->stage[next + 1];
    }
}

/* Merged stages, unless the blocks of the cluster could exchange points behind none of them. Whether they can. */
static bool choose_stages(ata_gpu_shape *shape)
{
    if (shape->mirror == ATA_MIRROR_NONE) {
        const ata_gpu_shape apart = *shape;
        merge_stages(shape);
        if (find_cluster_stage(shape)) return true;
        *shape = apart;
    }
    return find_cluster_stage(shape);
}

/* The row for as many points, with other radices; false where they do not go together. */
static bool adapt_row(ata_gpu_shape *shape, const ata_gpu_row *row)
{
    take_numbers(shape, row);
    const int lanes = shape->mirror == ATA_MIRROR_NONE && shape->cluster > 1 ? ATA_GPU_LANES : 1;
    for (const int least = ata_gpu_least_points(shape); lanes * shape->points < least; shape->points *= 2)
        shape->threads /= 2;
    while (!choose_stages(shape) && shape->cluster > 1) { /* fewer, larger blocks */
        shape->cluster /= 2;
        shape->threads *= 2;
        shape->blocks_wanted = (shape->blocks_wanted + 1) / 2;
    }
    return shape->threads >= 32 && shape->threads <= MOST_THREADS &&
           shape->threads * shape->points * shape->real_bytes <= 1 << 16; /* half as much as there may be shared */
}

/* Where there are fewer tiles than multiprocessors, narrower ones: down to 32 bytes a row, what memory moves at a
 * time. */
static void spread(ata_gpu_shape *shape, const ata_gpu_pass *pass, const ata_device_limits *limits)
{
    const ata_gpu_end *end = shape->lines_in ? &pass->kernel.in : &pass->kernel.out;
    const int64_t least = 32 / (ata_type_bytes(end->type) * (end->split ? 1 : 2));
    int64_t others = 1;
    for (int l = 1; l < pass->kernel.loops; l++)
        if (others < limits->multiprocessors) others *= pass->loop[l].count;
    while (shape->lines > least && shape->threads >= 64 &&
           ata_gpu_tile_count(pass) * others < limits->multiprocessors) {
        shape->lines /= 2;
        shape->threads /= 2;
        shape->blocks_wanted *= 2;
    }
}

/* Where a tile would have more lines than loop 0 goes, it goes on along the loop next to that: the lines of loop 0 are
 * groups. Whether it does. */
static bool make_groups(ata_gpu_pass *pass)
{
    ata_gpu_kernel *kernel = &pass->kernel;
    ata_gpu_loop *first = &pass->loop[0];
    const int loops = kernel->loops - pass->chunk_loops; /* lines of a tile are of one chunk */
    if (kernel->shape.mirror != ATA_MIRROR_NONE || kernel->shape.cluster > 1 || loops == 1) return false;
    if (first->count >= kernel->shape.lines || (first->count & (first->count - 1)) != 0) return false;
    int next = 1;
    for (int l = 2; l < loops; l++)
        if (ata_gpu_magnitude(pass->loop[l].in) < ata_gpu_magnitude(pass->loop[next].in)) next = l;
    if (pass->loop[next].count > INT32_MAX / first->count) return false; /* more than a kernel counts */
    pass->group = pass->loop[next];
    pass->group.count = first->count;
    first->count *= pass->loop[next].count;
    kernel->loops--;
    for (int l = next; l < kernel->loops; l++) pass->loop[l] = pass->loop[l + 1];
    kernel->group_lines = pass->group.count;
    kernel->in.group = pass->group.in;
    kernel->out.group = pass->group.out;
    return true;
}

/* No more lines than there are. */
static void leave_lines(ata_gpu_pass *pass)
{
    ata_gpu_shape *shape = &pass->kernel.shape;
    while (shape->lines > 1 && shape->lines / 2 >= pass->loop[0].count && shape->threads > 1) {
        shape->lines /= 2;
        shape->threads /= 2;
    }
}

/* The leg whose points are nearest to each other. */
static int nearest_leg(const ata_gpu_end *end, int legs)
{
    int nearest = legs - 1;
    for (int l = legs - 2; l >= 0; l--)
        if (ata_gpu_magnitude(end->point[l]) < ata_gpu_magnitude(end->point[nearest])) nearest = l;
    return nearest;
}

static bool nearer(const ata_gpu_end *end, int leg, int64_t lines)
{
    return lines > 1 && ata_gpu_magnitude(end->line) < ata_gpu_magnitude(end->point[leg]);
}

/* --- Ends --------------------------------------------------------------------------------------------------------- */

/* Whether an end may access `vector` neighbours at once as far as the strides go: all others have to be multiples. */
static bool may_vector(const ata_gpu_pass *pass, bool in, bool lines, int64_t vector)
{
    const ata_gpu_end *end = in ? &pass->kernel.in : &pass->kernel.out;
    const ata_gpu_shape *shape = &pass->kernel.shape;
    const int near = !in ? shape->near_leg : ata_gpu_begins_with_rows(shape) ? 0 : shape->leg_count - 1;
    const int64_t together = pass->group.count > 0 ? pass->group.count : pass->loop[0].count;
    if ((lines ? end->line : end->point[near]) != 1) return false;
    if (lines ? together % vector != 0 : end->line % vector != 0) return false;
    if (end->group % vector != 0) return false;
    for (int l = 0; l < shape->leg_count; l++)
        if ((lines || l != near) && end->point[l] % vector != 0) return false;
    for (int l = 1; l < pass->kernel.loops; l++)
        if ((in ? pass->loop[l].in : pass->loop[l].out) % vector != 0) return false;
    return true;
}

static int near_of(const ata_gpu_pass *pass, bool in, bool lines)
{
    int vector = ata_gpu_vector(in ? &pass->kernel.in : &pass->kernel.out, 4);
    while (vector > 1 && !may_vector(pass, in, lines, vector)) vector /= 2;
    return vector;
}

/* What is read or written in opposite order goes through one more exchange, to be accessed in the order of memory. */
static void add_exchanges(ata_gpu_shape *shape)
{
    if (shape->cluster > 1 || shape->leg_count > 1 || shape->stage_count == ATA_GPU_STAGES) return;
    if (shape->out_reversed && !shape->lines_out && shape->stage[shape->stage_count - 1].radix > 1)
        shape->stage[shape->stage_count++].radix = 1;
    if (shape->in_reversed && !shape->lines_in && shape->stage[0].radix > 1) {
        for (int s = shape->stage_count++; s > 0; s--) shape->stage[s].radix = shape->stage[s - 1].radix;
        shape->stage[0].radix = 1;
    }
}

/* Neighbouring points in opposite order are no neighbours in memory, unless they are counted by their places. */
static void set_neighbours(ata_gpu_pass *pass)
{
    ata_gpu_shape *shape = &pass->kernel.shape;
    const bool in_apart = shape->in_reversed && !shape->lines_in && shape->stage[0].radix > 1;
    const bool out_apart = shape->out_reversed && !shape->lines_out && shape->stage[shape->stage_count - 1].radix > 1;
    const bool strips = shape->strips > 0; /* half of the lines of which are in opposite order */
    shape->along_out = shape->stage_count == 1 && shape->n == 2 && shape->lines_in && !shape->lines_out &&
                       ata_gpu_vector(&pass->kernel.out, 2) == 2 && may_vector(pass, false, false, 2);
    shape->near_in = in_apart || (strips && shape->lines_in) ? 1 : near_of(pass, true, shape->lines_in);
    shape->near_out = out_apart || (strips && shape->lines_out) ? 1 : near_of(pass, false, shape->lines_out);
    if (shape->plane > 0 && ata_gpu_begins_with_rows(shape))
        shape->near_out = 1; /* points of column 0 are not written with others */
}

/* Whether tiles are pieces of memory that can be fetched ahead: without gaps, and all at multiples of 16 bytes. */
static bool can_fetch(const ata_gpu_pass *pass)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    const ata_gpu_shape *shape = &kernel->shape;
    const int64_t bytes = 2 * ata_type_bytes(kernel->in.type);
    if (kernel->in.split || kernel->ragged || shape->leg_count > 1 || kernel->group_lines > 0) return false;
    const bool rows = kernel->in.point[0] == 1 && (shape->lines == 1 || kernel->in.line == shape->n);
    const bool strips =
        kernel->in.line == 1 && kernel->in.point[0] == shape->lines && pass->loop[0].count == shape->lines;
    if (!rows && !strips) return false;
    if (kernel->in.line * shape->lines * bytes % 16 != 0 || shape->n * shape->lines / shape->cluster * bytes % 16 != 0)
        return false;
    for (int l = 1; l < kernel->loops; l++)
        if (pass->loop[l].in * bytes % 16 != 0) return false;
    return true;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

void ata_gpu_fit_choose(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe,
                        const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    ata_gpu_kernel *kernel = &pass->kernel;
    ata_gpu_shape *shape = &kernel->shape;
    const ata_pass *from = &recipe->pass[pass->leg[0]];
    shape->plain = from->plain;
    shape->real_bytes = (int)ata_type_bytes(ata_problem_compute_type(problem));
    shape->near_leg =
        shape->plane > 0 && ata_gpu_begins_with_rows(shape) ? 0 : nearest_leg(&kernel->out, shape->leg_count);
    shape->lines_in = nearer(&kernel->in, nearest_leg(&kernel->in, shape->leg_count), pass->loop[0].count);
    shape->lines_out = nearer(&kernel->out, shape->near_leg, pass->loop[0].count);
    shape->in_reversed = from->form == ATA_FORM_DIT && shape->n > 2;
    shape->out_reversed = (from->form == ATA_FORM_DIF || from->form == ATA_FORM_GEOMETRY) && shape->n > 2;
    const bool side_by_side = shape->lines_in || shape->lines_out;
    shape->rows_first = shape->rows_first && shape->leg_count > 1 && shape->plane == 0 && !side_by_side &&
                        !shape->in_reversed && !shape->out_reversed && !shape->plain && shape->near_leg == 0 &&
                        nearest_leg(&kernel->in, shape->leg_count) == 0;
    take_radices(shape, pass, recipe);
    const ata_gpu_row *row = find_row(pass, side_by_side, limits, tuning);
    if (pass->share.chunks > 0) take_numbers(shape, pass->share.row);
    else if (from->lines > 0) take_lines(shape, from->lines, count_lines(pass), limits);
    else if (row && shape->leg_count == 1) take_row(shape, row);
    else if (!row || !adapt_row(shape, row)) improvise(shape, side_by_side, limits);
    if (shape->strips > 0) ata_gpu_real_widen(shape);
    const bool shares = pass->share.chunks > 0;
    shape->lines_fixed = from->lines > 0 || shares;
    const bool spreads = side_by_side && shape->cluster == 1 && !shape->lines_fixed;
    if (spreads) spread(shape, pass, limits);
    if (make_groups(pass) && spreads) spread(shape, pass, limits);
    if (shape->lines_fixed && !shares) leave_lines(pass);
    add_exchanges(shape);
    if (shape->plane == 0) ata_gpu_real_add_stage(shape);
    set_neighbours(pass);
}

/* Whether a block of this shape is one that the device can have: recipes from callers may ask for more. */
static ata_status check_limits(const ata_gpu_shape *shape, const ata_device_limits *limits)
{
    const int64_t shared = shape->shared_elements * 2 * shape->real_bytes;
    if (shape->threads <= MOST_THREADS && shared <= limits->shared_block && shape->cluster <= limits->largest_cluster)
        return ATA_OK;
    if (shape->lines_fixed && shape->lines > 1)
        return ata_fail(
            ATA_ERROR_UNSUPPORTED, "recipe", "lines", "fewer lines",
            "recipe: %d lines of %lld points take %lld bytes of shared memory, more than a block of this GPU "
            "has; use a smaller lines=",
            shape->lines, (long long)shape->n, (long long)shared);
    return ata_fail(
        ATA_ERROR_UNSUPPORTED, "recipe", "", "shorter passes",
        "recipe: a pass of %lld points in stages like these takes %d threads and %lld bytes of shared memory, "
        "more than a block of this GPU has; split it into shorter passes",
        (long long)shape->n, shape->threads, (long long)shared);
}

/* No more blocks than a multiprocessor has shared memory and threads for. */
static void fit_blocks(ata_gpu_shape *shape, const ata_device_limits *limits)
{
    const int64_t shared = shape->shared_elements * 2 * shape->real_bytes + 1024;
    const int64_t by_memory = limits->shared_total / shared, by_threads = limits->threads / shape->threads;
    const int64_t most = by_memory < by_threads ? by_memory : by_threads;
    if (shape->blocks_wanted > most) shape->blocks_wanted = most < 1 ? 1 : (int)most;
}

/* Several legs leave a choice of where the blocks of a cluster exchange points: the cheapest. */
static ata_status make_shape(ata_gpu_shape *shape)
{
    ATA_TRY(ata_gpu_shape_make(shape));
    if (shape->leg_count == 1 || shape->cluster == 1) return ATA_OK;
    ata_gpu_shape best = *shape;
    for (int s = shape->cluster_stage + 1; s < shape->stage_count; s++) {
        if (!ata_gpu_can_exchange(shape, s)) continue;
        shape->cluster_stage = s;
        ATA_TRY(ata_gpu_shape_make(shape));
        if (shape->cost < best.cost) best = *shape;
    }
    *shape = best;
    return ATA_OK;
}

ata_status ata_gpu_fit_make(ata_gpu_pass *pass, const ata_device_limits *limits)
{
    ata_gpu_kernel *kernel = &pass->kernel;
    ata_gpu_shape *shape = &kernel->shape;
    ATA_TRY(make_shape(shape));
    /* Some GPUs have less shared memory than the table was made for: fewer lines in a tile. */
    while (shape->shared_elements * 2 * shape->real_bytes > limits->shared_block && shape->cluster == 1 &&
           shape->lines > 1 && shape->threads >= 64 && !shape->lines_fixed) {
        shape->lines /= 2;
        shape->threads /= 2;
        ATA_TRY(ata_gpu_shape_make(shape));
    }
    ATA_TRY(check_limits(shape, limits));
    fit_blocks(shape, limits);
    kernel->ragged = pass->loop[0].count % ata_gpu_tile_lines(shape) != 0;
    shape->fetch_ahead = shape->fetch_ahead && can_fetch(pass);
    kernel->in.vector = ata_gpu_vector(&kernel->in, shape->stage[0].near);
    kernel->out.vector = ata_gpu_vector(&kernel->out, shape->along_out ? 2 : shape->stage[shape->stage_count - 1].near);
    return ATA_OK;
}
