/* pass.c - loops, strides, twiddles and scale of a pass. */
#include "engine/gpu/pass.h"

#include "core/integer.h"
#include "engine/gpu/fit.h"
#include "engine/gpu/fold.h"
#include "engine/gpu/keep.h"
#include "engine/gpu/loops.h"
#include "engine/gpu/real.h"
#include "engine/gpu/reorder.h"
#include "engine/gpu/tiled.h"

/* --- Legs --------------------------------------------------------------------------------------------------------- */

/* How far apart the points along the dimension of pass p are; rows of real points are nearest, whatever they are. */
static int64_t distance_of(const ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const int d = recipe->pass[p].dim;
    if (pass->kernel.shape.plane > 0 && d == problem->rank - 1) return -1;
    return ata_gpu_magnitude(ata_gpu_stride(problem, pass->from, d));
}

/* The passes of the recipe that one sweep does, the one with the largest strides first: then the points of the last
 * leg, which a warp reads one after another, are the nearest. Or the other way round. */
static void sort_legs(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int begin, int end,
                      bool flipped)
{
    ata_gpu_shape *shape = &pass->kernel.shape;
    for (int p = begin; p < end; p++) {
        const int64_t stride = distance_of(pass, problem, recipe, p);
        int l = shape->leg_count++;
        for (; l > 0; l--) {
            if ((distance_of(pass, problem, recipe, pass->leg[l - 1]) >= stride) != flipped) break;
            pass->leg[l] = pass->leg[l - 1];
        }
        pass->leg[l] = p;
    }
    shape->n = 1;
    for (int l = 0; l < shape->leg_count; l++) {
        shape->leg[l].n = (int)ata_recipe_place(recipe, pass->leg[l]).n;
        shape->n *= shape->leg[l].n;
    }
}

/* --- Loops -------------------------------------------------------------------------------------------------------- */

/* The strides of the points along the dimension of a leg, and its loops; the one over the digits that are still to come
 * is marked: the factors behind the leg depend on it. */
static void add_own_loops(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int leg,
                          ata_gpu_loops *list)
{
    const int p = pass->leg[leg], d = recipe->pass[p].dim;
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const int64_t in = ata_gpu_stride(problem, pass->from, d), out = ata_gpu_stride(problem, pass->to, d);
    if (pass->share.tile_lines > 0) {
        ata_gpu_tiled_add_loops(list, pass, &place, in, out);
        return;
    }
    const int64_t n = place.n, before = place.before, after = place.after;
    int64_t *from = &pass->kernel.in.point[leg], *to = &pass->kernel.out.point[leg];
    if (recipe->pass[p].turned) {
        *from = in;
        *to = out;
        ata_gpu_loops_add(list, after, n * in, n * out, leg);
        ata_gpu_loops_add(list, before, n * after * in, n * after * out, -1);
        return;
    }
    switch (recipe->pass[p].form) {
    case ATA_FORM_NATURAL:
        *from = after * before * in;
        *to = before * out;
        ata_gpu_loops_add_known(list, pass, d, before, in, out);
        ata_gpu_loops_add(list, after, before * in, before * n * out, leg);
        return;
    case ATA_FORM_DIF:
        *from = after * in;
        *to = after * out;
        ata_gpu_loops_add(list, after, in, out, leg);
        ata_gpu_loops_add(list, before, n * after * in, n * after * out, -1);
        return;
    case ATA_FORM_GEOMETRY:
        *from = after * before * in;
        *to = out;
        ata_gpu_loops_add(list, before, in, n * out, -1);
        ata_gpu_loops_add(list, after, before * in, before * n * out, leg);
        return;
    default: /* decimation in time: the factors before a pass are applied behind the one before it, to which they are
                those of the digits to come, counted in the opposite order */
        *from = before * in;
        *to = before * out;
        ata_gpu_loops_add(list, before, in, out, -1);
        ata_gpu_loops_add(list, after, n * before * in, n * before * out, leg);
    }
}

/* The loop along which lines lie closest comes first, so that a tile is compact; among loops of lines that are
 * contiguous themselves, the longest. */
static void choose_first(ata_gpu_loops *list, const ata_gpu_kernel *kernel)
{
    bool contiguous = false;
    for (int l = 0; l < kernel->shape.leg_count; l++)
        contiguous = contiguous || (kernel->in.point[l] == 1 && kernel->out.point[l] == 1);
    int best = 0;
    for (int i = 1; i < list->count; i++) {
        const ata_gpu_loop *a = &list->loop[i], *b = &list->loop[best];
        const bool better = contiguous ? a->count > b->count
                                       : ata_gpu_magnitude(a->in) + ata_gpu_magnitude(a->out) <
                                             ata_gpu_magnitude(b->in) + ata_gpu_magnitude(b->out);
        if (better) best = i;
    }
    ata_gpu_loops_take_first(list, best);
}

/* Whether a leg runs along dimension d. */
static bool has_leg(const ata_gpu_pass *pass, const ata_recipe *recipe, int d)
{
    for (int l = 0; l < pass->kernel.shape.leg_count; l++)
        if (recipe->pass[pass->leg[l]].dim == d) return true;
    return false;
}

/* Where there are strips, the loop that counts their lines, in pairs, comes first; behind it, in a fold, the one along
 * which lines are mirrored as well. */
static ata_status take_front(ata_gpu_pass *pass, const ata_recipe *recipe, ata_gpu_loops *list, ata_gpu_loops *front)
{
    ata_gpu_shape *shape = &pass->kernel.shape;
    const int x = shape->fold ? list->count - 1 : 0; /* dimensions are listed behind legs, X the last */
    if (shape->fold && list->count > 2)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "another recipe",
                        "recipe: on a GPU the sweep with the step of real points has all of each dimension but X and "
                        "one more");
    front->loop[front->count++] = list->loop[x];
    for (int l = 0; l < list->count; l++)
        if (l != x) front->loop[front->count++] = list->loop[l];
    list->count = 0;
    front->loop[0].count /= 2;
    if (!shape->fold) return ATA_OK;
    if (front->count > 1) shape->fold_count = front->loop[1].count;
    for (int l = 0; l < shape->leg_count; l++) {
        const ata_pass_place place = ata_recipe_place(recipe, pass->leg[l]);
        if (place.before * place.after > 1) shape->fold_leg = l + 1;
    }
    return ATA_OK;
}

static ata_status set_loops(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe)
{
    ata_gpu_loops list = {0}, front = {0};
    for (int l = 0; l < pass->kernel.shape.leg_count; l++) add_own_loops(pass, problem, recipe, l, &list);
    for (int d = 0; d < problem->rank; d++)
        if (!has_leg(pass, recipe, d)) ata_gpu_loops_add_dim(&list, pass, problem, d);
    if (pass->kernel.shape.strips > 0) ATA_TRY(take_front(pass, recipe, &list, &front));
    if (pass->share.digits == 0) ata_gpu_loops_add_batch(&list, pass, problem);
    ata_gpu_loops_merge(&list);
    if (front.count == 0) choose_first(&list, &pass->kernel);
    for (int l = 0; l < list.count; l++) front.loop[front.count + l] = list.loop[l];
    front.count += list.count;
    const int inside = front.count > 0 ? front.count : 1;
    ata_gpu_loops_add_chunks(&front, pass, problem);
    if (front.count > inside) pass->chunk_loops = front.count - inside;
    return ata_gpu_loops_give(&front, pass);
}

/* --- Twiddles ----------------------------------------------------------------------------------------------------- */

/* The factors behind a leg: point k is multiplied by exp(-2 pi i k where / (n after)), `where` being the place of the
 * tile, or of the line, along the loop of the digits that are still to come; of lines in groups, each group
 * has `unit` lines. */
static void set_twiddle(ata_gpu_pass *pass, const ata_recipe *recipe, int leg, int loop, int64_t unit)
{
    if (leg < 0) return;
    const ata_pass_place place = ata_recipe_place(recipe, pass->leg[leg]);
    ata_gpu_twiddle *t = &pass->kernel.shape.leg[leg].behind;
    *t = (ata_gpu_twiddle){.turn = loop == 0 ? ATA_TURN_BY_LINE : ATA_TURN_BY_LOOP,
                           .unit = (int)unit,
                           .loop = loop,
                           .count = place.after,
                           .period = place.n * place.after};
    if (recipe->pass[pass->leg[leg]].form == ATA_FORM_DIT)
        while (((int64_t)1 << t->reversed) < place.after) t->reversed++;
}

static void set_twiddles(ata_gpu_pass *pass, const ata_recipe *recipe)
{
    for (int l = 0; l < pass->kernel.loops; l++) set_twiddle(pass, recipe, pass->loop[l].leg, l, 1);
    if (pass->group.count > 0) set_twiddle(pass, recipe, pass->group.leg, 0, pass->group.count);
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* How many powers of two the points of the sweep that begins with pass p are. */
static int growth_of(const ata_recipe *recipe, int p)
{
    int growth = 0;
    for (const int end = ata_recipe_sweep_end(recipe, p); p < end; p++)
        growth += ata_integer_log2(ata_recipe_place(recipe, p).n);
    return growth;
}

/* The share of the scale that a sweep applies: all of it in the last; but where f16 lies between sweeps, each takes as
 * much of a scale below 1 as it can make numbers grow, until it is used up. Then nothing overflows between sweeps that
 * would not in the result: before that no number exceeds the largest of the input, behind it none the largest of the
 * result. */
static double scale_of(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const double scale = problem->scale_number;
    const bool ends = ata_recipe_sweep_end(recipe, p) == recipe->pass_count;
    if (problem->type != ATA_F16) return ends ? scale : 1;
    int left = 0; /* powers of two that the scale divides by */
    for (double size = scale < 0 ? -scale : scale; size > 0 && size < 1; size *= 2) left++;
    double part = 1, used = 1;
    for (int q = 0; q <= p && ata_recipe_sweep_end(recipe, q) < recipe->pass_count;
         q = ata_recipe_sweep_end(recipe, q)) {
        const int growth = growth_of(recipe, q) + ata_gpu_real_growth(problem, recipe, q);
        const int share = left < growth ? left : growth;
        left -= share;
        part = 1;
        for (int i = 0; i < share; i++) part /= 2;
        used *= part;
    }
    return ends ? scale / used : part;
}

/* What is fetched ahead lies in the L2 cache meanwhile, as a share of it: with more, kernels of every length were
 * slower (h200-shapes.txt). */
enum { AHEAD_SHARE = 10 };

static ata_status count_tiles(ata_gpu_pass *pass, const ata_problem *problem, const ata_device_limits *limits)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    ATA_TRY(ata_gpu_loops_count(pass, problem, 1));
    const int64_t tile = shape->n * shape->lines * 2 * ata_type_bytes(pass->kernel.in.type);
    pass->ahead = limits->cache_bytes / AHEAD_SHARE > tile ? limits->cache_bytes / AHEAD_SHARE / tile : 1;
    return ATA_OK;
}

static ata_status init(ata_gpu_pass *pass, const ata_problem *outer, const ata_recipe *recipe, int p,
                       ata_gpu_array from, ata_gpu_array to, const ata_gpu_share *share, bool flipped,
                       const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    ata_problem packed;
    const ata_problem *problem = ata_gpu_fold_problem(outer, recipe, &packed);
    *pass = (ata_gpu_pass){.from = from, .to = to};
    if (share) pass->share = *share;
    ata_gpu_set_ends(pass, problem, recipe, p);
    ata_gpu_real_set_ends(pass, problem, recipe, p);
    if (problem != outer) ata_gpu_fold_set_ends(pass, outer, recipe, p);
    pass->scale = scale_of(outer, recipe, p);
    pass->kernel.scaled = pass->scale != 1;
    pass->kernel.shape.rows_first = flipped;
    sort_legs(pass, problem, recipe, p, ata_recipe_sweep_end(recipe, p),
              flipped || ata_gpu_begins_with_rows(&pass->kernel.shape));
    ATA_TRY(set_loops(pass, problem, recipe));
    ata_gpu_fit_choose(pass, problem, recipe, limits, tuning);
    set_twiddles(pass, recipe);
    ATA_TRY(ata_gpu_fit_make(pass, limits));
    ata_gpu_keep_sweep(pass, outer, recipe, tuning);
    pass->bytes_written =
        problem == outer ? ata_gpu_bytes_written(pass, problem, recipe, p) : ata_gpu_fold_bytes(pass, outer);
    return count_tiles(pass, outer, limits);
}

/* Of two orders of legs: more blocks to a cluster, fewer stages, or cheaper exchanges. */
static bool is_better(const ata_gpu_shape *a, const ata_gpu_shape *b)
{
    if (a->cluster != b->cluster) return a->cluster > b->cluster;
    if (a->stage_count != b->stage_count) return a->stage_count < b->stage_count;
    return a->cost < b->cost;
}

ata_status ata_gpu_pass_init(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             ata_gpu_array from, ata_gpu_array to, const ata_gpu_share *share,
                             const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    if (recipe->pass[p].reorder != ATA_REORDER_NONE) {
        *pass = (ata_gpu_pass){.from = from, .to = to, .scale = scale_of(problem, recipe, p)};
        pass->kernel.scaled = pass->scale != 1;
        return ata_gpu_reorder_init(pass, problem, recipe, p, limits);
    }
    ATA_TRY(init(pass, problem, recipe, p, from, to, share, false, limits, tuning));
    /* Legs may be in any order, but for those of planes; where rows are contiguous they are first or last. */
    const ata_gpu_shape *shape = &pass->kernel.shape;
    if (shape->leg_count == 1 || shape->plane > 0 || shape->mirror != ATA_MIRROR_NONE || share) return ATA_OK;
    const bool side_by_side = shape->lines_in && shape->lines_out && shape->cluster > 1;
    if (!side_by_side && (shape->lines_in || shape->lines_out)) return ATA_OK;
    const ata_error before = *ata_error_last();
    ata_gpu_pass other;
    if (init(&other, problem, recipe, p, from, to, share, true, limits, tuning) != ATA_OK) {
        ata_error_restore(&before);
        return ATA_OK;
    }
    if ((side_by_side || other.kernel.shape.rows_first) && is_better(&other.kernel.shape, shape)) *pass = other;
    return ATA_OK;
}
