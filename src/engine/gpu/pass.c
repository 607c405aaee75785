/* pass.c - loops, strides, shape and twiddles of a pass. */
#include "engine/gpu/pass.h"

#include <stdlib.h>

#include "core/integer.h"
#include "engine/gpu/factors.h"
#include "engine/gpu/tuning.h"

/* --- Strides of the arrays ---------------------------------------------------------------------------------------- */

/* Of dimension d, or of batch dimension -1 - d, in elements. */
static int64_t stride_of(const ata_problem *problem, ata_gpu_array array, int d)
{
    const ata_dim *dim = d >= 0 ? &problem->dim[d] : &problem->batch[-1 - d];
    if (array == ATA_GPU_IN) return dim->stride_in;
    if (array == ATA_GPU_OUT) return dim->stride_out;
    int64_t stride = 1;
    for (int i = problem->rank - 1; i >= 0 && i != d; i--) stride *= problem->dim[i].n;
    if (d >= 0) return stride;
    for (int i = problem->batch_rank - 1; i > -1 - d; i--) stride *= problem->batch[i].n;
    return stride;
}

static bool is_split(const ata_problem *problem, ata_gpu_array array)
{
    return problem->layout == ATA_SPLIT && (array == ATA_GPU_IN || array == ATA_GPU_OUT);
}

static ata_type type_of(const ata_problem *problem, ata_gpu_array array)
{
    return array == ATA_GPU_IN    ? problem->type_in
           : array == ATA_GPU_OUT ? problem->type_out
                                  : ata_gpu_scratch_type(problem);
}

/* --- Loops -------------------------------------------------------------------------------------------------------- */

typedef struct loops {
    int count;
    ata_gpu_loop loop[ATA_MAX_RANK + ATA_MAX_BATCH_RANK + 2];
} loops;

static void add_loop(loops *list, int64_t count, int64_t in, int64_t out)
{
    if (count > 1) list->loop[list->count++] = (ata_gpu_loop){count, in, out};
}

/* The loops and the strides of the points along the dimension of the pass. The loop that its factors depend on comes
 * first, or second: returns which, -1 for none. */
static ata_gpu_turn add_own_loops(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                                  loops *list)
{
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const int d = recipe->pass[p].dim;
    const int64_t in = stride_of(problem, pass->from, d), out = stride_of(problem, pass->to, d);
    const int64_t n = place.n, before = place.before, after = place.after;
    ata_gpu_end *from = &pass->kernel.in, *to = &pass->kernel.out;
    switch (recipe->pass[p].form) {
    case ATA_FORM_NATURAL:
        from->point = after * before * in;
        to->point = before * out;
        add_loop(list, before, in, out);
        add_loop(list, after, before * in, before * n * out);
        return after == 1 ? ATA_TURN_NONE : before == 1 ? ATA_TURN_BY_LINE : ATA_TURN_BY_LOOP;
    case ATA_FORM_DIF:
        from->point = after * in;
        to->point = after * out;
        add_loop(list, after, in, out);
        add_loop(list, before, n * after * in, n * after * out);
        return after == 1 ? ATA_TURN_NONE : ATA_TURN_BY_LINE;
    default: /* decimation in time: the factors before a pass are applied behind the one before it, to which they are
                those of the digits to come, counted in the opposite order */
        from->point = before * in;
        to->point = before * out;
        add_loop(list, before, in, out);
        add_loop(list, after, n * before * in, n * before * out);
        return after == 1 ? ATA_TURN_NONE : before == 1 ? ATA_TURN_BY_LINE : ATA_TURN_BY_LOOP;
    }
}

static int64_t magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

static void swap_loops(ata_gpu_loop *a, ata_gpu_loop *b)
{
    const ata_gpu_loop saved = *a;
    *a = *b;
    *b = saved;
}

/* Sort the loops from `first` on by their strides, and make one of two that continue each other. */
static void merge_loops(loops *list, int first)
{
    for (int i = first; i < list->count; i++)
        for (int j = i + 1; j < list->count; j++)
            if (magnitude(list->loop[j].in) < magnitude(list->loop[i].in)) swap_loops(&list->loop[i], &list->loop[j]);
    for (int i = first; i + 1 < list->count;) {
        ata_gpu_loop *a = &list->loop[i], *b = &list->loop[i + 1];
        if (b->in == a->count * a->in && b->out == a->count * a->out) {
            a->count *= b->count;
            for (int j = i + 1; j + 1 < list->count; j++) list->loop[j] = list->loop[j + 1];
            list->count--;
        } else i++;
    }
}

/* Where nothing else decides, the loop along which lines lie closest comes first, so that a tile is compact; among
 * loops of lines that are contiguous themselves, the longest. */
static void choose_first(loops *list, const ata_gpu_kernel *kernel)
{
    const bool contiguous = kernel->in.point == 1 && kernel->out.point == 1;
    int best = 0;
    for (int i = 1; i < list->count; i++) {
        const ata_gpu_loop *a = &list->loop[i], *b = &list->loop[best];
        const bool better = contiguous ? a->count > b->count
                                       : magnitude(a->in) + magnitude(a->out) < magnitude(b->in) + magnitude(b->out);
        if (better) best = i;
    }
    if (best > 0) swap_loops(&list->loop[0], &list->loop[best]);
}

static ata_status set_loops(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                            ata_gpu_turn *turn)
{
    loops list = {0};
    *turn = add_own_loops(pass, problem, recipe, p, &list);
    const int fixed = *turn == ATA_TURN_NONE ? 0 : *turn == ATA_TURN_BY_LINE ? 1 : 2;
    for (int d = 0; d < problem->rank; d++)
        if (d != recipe->pass[p].dim)
            add_loop(&list, problem->dim[d].n, stride_of(problem, pass->from, d), stride_of(problem, pass->to, d));
    for (int b = 0; b < problem->batch_rank; b++)
        add_loop(&list, problem->batch[b].n, stride_of(problem, pass->from, -1 - b),
                 stride_of(problem, pass->to, -1 - b));
    merge_loops(&list, fixed);
    if (fixed == 0) choose_first(&list, &pass->kernel);
    if (list.count == 0) list.loop[list.count++] = (ata_gpu_loop){1, 0, 0};
    if (list.count > ATA_KERNEL_LOOPS)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "batch_rank", "", "fewer dimensions",
                        "batch: the GPU repeats over at most %d dimensions that do not continue each other",
                        ATA_KERNEL_LOOPS);
    for (int l = 0; l < list.count; l++) pass->loop[l] = list.loop[l];
    pass->kernel.loops = list.count;
    pass->kernel.in.line = list.loop[0].in;
    pass->kernel.out.line = list.loop[0].out;
    return ATA_OK;
}

/* --- Shape -------------------------------------------------------------------------------------------------------- */

/* The radices of the row, if those in the middle (of more than 1) are the recipe's. */
static bool row_fits(const ata_gpu_row *row, const ata_step *step, int count)
{
    int s = 0;
    for (int i = 0; i < 6 && row->radix[i] != 0; i++) {
        if (row->radix[i] == 1) continue;
        if (s == count || step[s++].n != row->radix[i]) return false;
    }
    return s == count;
}

/* A shape for radices that no row has: some thousand points a block, lines side by side or alone, and as many blocks as
 * there are registers and shared memory for. */
static void improvise(ata_gpu_shape *shape, const ata_step *step, int count, bool side_by_side,
                      const ata_device_limits *limits)
{
    shape->points = shape->real_bytes == 8 ? 8 : 16;
    for (int s = 0; s < count; s++) {
        shape->stage[s].radix = (int)step[s].n;
        if (step[s].n > shape->points) shape->points = (int)step[s].n;
    }
    shape->stage_count = count;
    shape->cluster = 1;
    int64_t lines = side_by_side ? (shape->real_bytes == 8 ? 8 : 16) : 1;
    while (shape->n * lines < 128 * shape->points) lines *= 2;
    while (lines > 1 && shape->n * lines > 512 * shape->points) lines /= 2;
    shape->lines = (int)lines;
    shape->threads = (int)(shape->n * lines / shape->points);
    const int64_t registers = shape->points * shape->real_bytes / 2 + 48; /* of a thread, about */
    const int64_t bytes = shape->n * lines * 2 * shape->real_bytes * 9 / 8 + 1024;
    int64_t blocks = limits->registers / (registers * shape->threads);
    if (blocks > limits->shared_total * 3 / 4 / bytes) blocks = limits->shared_total * 3 / 4 / bytes;
    shape->blocks_wanted = blocks < 1 ? 1 : blocks > 16 ? 16 : (int)blocks;
}

static void take_row(ata_gpu_shape *shape, const ata_gpu_row *row)
{
    shape->points = row->points;
    shape->threads = row->threads;
    shape->cluster = row->cluster;
    shape->cluster_stage = row->cluster_stage;
    shape->blocks_wanted = row->blocks;
    shape->in_turn = row->in_turn;
    shape->lines = (int)((int64_t)row->points * row->threads * row->cluster / row->n);
    for (shape->stage_count = 0; shape->stage_count < 6 && row->radix[shape->stage_count] != 0; shape->stage_count++)
        shape->stage[shape->stage_count].radix = row->radix[shape->stage_count];
}

/* Where there are fewer tiles than multiprocessors, narrower ones: down to 32 bytes a row, what memory moves at a
 * time. */
static void narrow(ata_gpu_shape *shape, const ata_gpu_pass *pass, const ata_device_limits *limits)
{
    const ata_gpu_end *end = shape->lines_in ? &pass->kernel.in : &pass->kernel.out;
    const int64_t least = 32 / (ata_type_bytes(end->type) * (end->split ? 1 : 2));
    int64_t others = 1;
    for (int l = 1; l < pass->kernel.loops; l++)
        if (others < limits->multiprocessors) others *= pass->loop[l].count;
    while (shape->lines > least && shape->threads >= 64 &&
           (pass->loop[0].count + shape->lines - 1) / shape->lines * others < limits->multiprocessors) {
        shape->lines /= 2;
        shape->threads /= 2;
        shape->blocks_wanted *= 2;
    }
}

static bool nearer(const ata_gpu_end *end, int64_t lines)
{
    return lines > 1 && magnitude(end->line) < magnitude(end->point);
}

/* Whether an end may access `vector` neighbours at once as far as the strides go: all others have to be multiples. */
static bool may_vector(const ata_gpu_pass *pass, bool in, bool lines, int64_t vector)
{
    const ata_gpu_end *end = in ? &pass->kernel.in : &pass->kernel.out;
    if ((lines ? end->line : end->point) != 1) return false;
    if (lines ? end->point % vector != 0 || pass->loop[0].count % vector != 0 : end->line % vector != 0) return false;
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

static ata_status set_shape(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                            const ata_device_limits *limits)
{
    ata_gpu_kernel *kernel = &pass->kernel;
    ata_gpu_shape *shape = &kernel->shape;
    const ata_pass *from = &recipe->pass[p];
    const ata_step *step = recipe->steps.step + from->first;
    shape->n = ata_recipe_place(recipe, p).n;
    shape->real_bytes = (int)ata_type_bytes(ata_problem_compute_type(problem));
    shape->lines_in = nearer(&kernel->in, pass->loop[0].count);
    shape->lines_out = nearer(&kernel->out, pass->loop[0].count);
    shape->in_reversed = from->form == ATA_FORM_DIT && shape->n > 2;
    shape->out_reversed = from->form == ATA_FORM_DIF && shape->n > 2;
    const bool side_by_side = shape->lines_in || shape->lines_out;
    const ata_gpu_row *row = ata_gpu_tuning_row(ata_gpu_tuning_find(limits, shape->real_bytes), shape->n, side_by_side);
    if (row && row_fits(row, step, from->count)) take_row(shape, row);
    else improvise(shape, step, from->count, side_by_side, limits);
    if (side_by_side && shape->cluster == 1) narrow(shape, pass, limits);
    /* What is written in opposite order goes through one more exchange, to be written in the order of memory. */
    const bool turns = shape->cluster == 1 && shape->n > 2 && shape->stage_count < ATA_GPU_STAGES;
    if (turns && shape->out_reversed && !shape->lines_out && shape->stage[shape->stage_count - 1].radix > 1)
        shape->stage[shape->stage_count++].radix = 1;
    if (turns && shape->in_reversed && !shape->lines_in && shape->stage[0].radix > 1) {
        for (int s = shape->stage_count++; s > 0; s--) shape->stage[s].radix = shape->stage[s - 1].radix;
        shape->stage[0].radix = 1;
    }
    shape->near_in = near_of(pass, true, shape->lines_in);
    shape->near_out = near_of(pass, false, shape->lines_out);
    /* Neighbouring points in opposite order are no neighbours in memory, unless they are counted by their places. */
    if (shape->in_reversed && !shape->lines_in && shape->stage[0].radix > 1) shape->near_in = 1;
    if (shape->out_reversed && !shape->lines_out && shape->stage[shape->stage_count - 1].radix > 1) shape->near_out = 1;
    kernel->ragged = pass->loop[0].count % shape->lines != 0;
    if (row && row->ahead && !kernel->in.split && !kernel->ragged && kernel->in.point == 1 &&
        (kernel->in.line == shape->n || shape->lines == 1) && ata_type_bytes(kernel->in.type) >= 2)
        shape->fetch_ahead = 1;
    return ATA_OK;
}

/* Whether a block of this shape is one that the device can have: recipes from callers may ask for more. */
static ata_status check_limits(const ata_gpu_shape *shape, const ata_device_limits *limits)
{
    const int64_t shared = shape->shared_elements * 2 * shape->real_bytes;
    if (shape->threads <= 1024 && shared <= limits->shared_block && shape->cluster <= limits->largest_cluster)
        return ATA_OK;
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
    const int64_t most =
        limits->shared_total / shared < 2048 / shape->threads ? limits->shared_total / shared : 2048 / shape->threads;
    if (shape->blocks_wanted > most) shape->blocks_wanted = most < 1 ? 1 : (int)most;
}

/* The factors behind the pass: point k is multiplied by exp(-2 pi i k where / (n after)), `where` being the place of
 * the line along the loop of the digits that are still to come. */
static void set_last_twiddle(ata_gpu_pass *pass, const ata_recipe *recipe, int p, ata_gpu_turn turn)
{
    if (turn == ATA_TURN_NONE) return;
    ata_gpu_shape *shape = &pass->kernel.shape;
    ata_gpu_stage *last = &shape->stage[shape->stage_count - 1];
    const ata_pass_place place = ata_recipe_place(recipe, p);
    last->twiddle = (ata_gpu_twiddle){.turn = turn, .unit = 1, .count = place.after, .period = place.n * place.after};
    last->twiddle.k_count = last->twiddle.step = shape->n / last->radix;
    if (recipe->pass[p].form == ATA_FORM_DIT)
        while (((int64_t)1 << last->twiddle.reversed) < place.after) last->twiddle.reversed++;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* The share of the scale that a pass applies: all of it in the last; but where numbers of a narrow range lie between
 * passes, each pass takes a share, so that none overflows that the result would not. */
static double scale_of(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const bool narrow = problem->type == ATA_F16 && recipe->pass_count > 1;
    const double scale = problem->scale_number;
    if (!narrow || scale == 0) return p == recipe->pass_count - 1 ? scale : 1;
    int exponent = 0;
    for (double size = scale < 0 ? -scale : scale; size < 1; size *= 2) exponent--;
    const int share = exponent / recipe->pass_count;
    double part = 1, rest = scale;
    for (int i = 0; i > share; i--) part /= 2;
    for (int q = 0; q < recipe->pass_count - 1; q++) rest /= part;
    return p == recipe->pass_count - 1 ? rest : part;
}

static ata_status count_tiles(ata_gpu_pass *pass, const ata_device_limits *limits)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    pass->tiles = (pass->loop[0].count + shape->lines - 1) / shape->lines;
    bool good = pass->loop[0].count <= INT32_MAX;
    for (int l = 1; l < pass->kernel.loops; l++) {
        good = good && pass->loop[l].count <= INT32_MAX;
        good = !__builtin_mul_overflow(pass->tiles, pass->loop[l].count, &pass->tiles) && good;
    }
    if (!good || pass->tiles > INT32_MAX / shape->cluster)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "batch", "", "fewer transforms",
                        "batch: too many transforms for one launch on a GPU; execute parts of it");
    pass->ahead = (int64_t)limits->multiprocessors * shape->blocks_wanted / shape->cluster;
    return ATA_OK;
}

ata_status ata_gpu_pass_init(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             const ata_gpu_array *route, const ata_device_limits *limits)
{
    *pass = (ata_gpu_pass){.from = route[p], .to = route[p + 1]};
    ata_gpu_kernel *kernel = &pass->kernel;
    const bool inverse = problem->direction == ATA_INVERSE, first = p == 0, last = p == recipe->pass_count - 1;
    kernel->in = (ata_gpu_end){
        .type = type_of(problem, pass->from), .split = is_split(problem, pass->from), .exchange = inverse && first};
    kernel->out = (ata_gpu_end){
        .type = type_of(problem, pass->to), .split = is_split(problem, pass->to), .exchange = inverse && last};
    pass->scale = scale_of(problem, recipe, p);
    kernel->scaled = pass->scale != 1;
    ata_gpu_turn turn;
    ATA_TRY(set_loops(pass, problem, recipe, p, &turn));
    ATA_TRY(set_shape(pass, problem, recipe, p, limits));
    set_last_twiddle(pass, recipe, p, turn);
    ATA_TRY(ata_gpu_shape_make(&kernel->shape));
    ATA_TRY(check_limits(&kernel->shape, limits));
    fit_blocks(&kernel->shape, limits);
    pass->bytes_written =
        ata_problem_points(problem) * ata_problem_batch_count(problem) * 2 * ata_type_bytes(kernel->out.type);
    return count_tiles(pass, limits);
}
