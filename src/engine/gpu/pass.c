/* pass.c - loops, strides, twiddles and scale of a pass. */
#include "engine/gpu/pass.h"

#include "core/integer.h"
#include "engine/gpu/fit.h"
#include "engine/gpu/fold.h"
#include "engine/gpu/real.h"

/* --- Strides of the arrays ---------------------------------------------------------------------------------------- */

/* Of dimension d, or of batch dimension -1 - d, in elements. */
static int64_t stride_of(const ata_problem *problem, ata_gpu_array array, int d)
{
    const ata_dim *dim = d >= 0 ? &problem->dim[d] : &problem->batch[-1 - d];
    if (ata_gpu_is_real(problem, array)) return ata_gpu_real_stride(problem, array, d);
    if (array == ATA_GPU_IN) return dim->stride_in;
    if (array == ATA_GPU_OUT) return dim->stride_out;
    int64_t stride = 1;
    for (int i = problem->rank - 1; i >= 0 && i != d; i--) stride *= ata_problem_length_between(problem, i);
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

/* --- Legs --------------------------------------------------------------------------------------------------------- */

/* The passes of the recipe that one sweep does, the one with the largest strides first: then the points of the last
 * leg, which a warp reads one after another, are the nearest. Or the other way round. */
static void sort_legs(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int begin, int end,
                      bool flipped)
{
    ata_gpu_shape *shape = &pass->kernel.shape;
    for (int p = begin; p < end; p++) {
        const int64_t stride = ata_gpu_magnitude(stride_of(problem, pass->from, recipe->pass[p].dim));
        int l = shape->leg_count++;
        for (; l > 0; l--) {
            const int other = recipe->pass[pass->leg[l - 1]].dim;
            if ((ata_gpu_magnitude(stride_of(problem, pass->from, other)) >= stride) != flipped) break;
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

enum { MOST_LOOPS = ATA_MAX_RANK + ATA_MAX_BATCH_RANK + ATA_GPU_LEGS };

typedef struct loops {
    int count;
    ata_gpu_loop loop[MOST_LOOPS];
} loops;

static void add_loop(loops *list, int64_t count, int64_t in, int64_t out, int leg)
{
    if (count > 1) list->loop[list->count++] = (ata_gpu_loop){count, in, out, leg};
}

/* The strides of the points along the dimension of a leg, and its loops; the one over the digits that are still to come
 * is marked: the factors behind the leg depend on it. */
static void add_own_loops(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int leg,
                          loops *list)
{
    const int p = pass->leg[leg], d = recipe->pass[p].dim;
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const int64_t in = stride_of(problem, pass->from, d), out = stride_of(problem, pass->to, d);
    const int64_t n = place.n, before = place.before, after = place.after;
    int64_t *from = &pass->kernel.in.point[leg], *to = &pass->kernel.out.point[leg];
    switch (recipe->pass[p].form) {
    case ATA_FORM_NATURAL:
        *from = after * before * in;
        *to = before * out;
        add_loop(list, before, in, out, -1);
        add_loop(list, after, before * in, before * n * out, leg);
        return;
    case ATA_FORM_DIF:
        *from = after * in;
        *to = after * out;
        add_loop(list, after, in, out, leg);
        add_loop(list, before, n * after * in, n * after * out, -1);
        return;
    default: /* decimation in time: the factors before a pass are applied behind the one before it, to which they are
                those of the digits to come, counted in the opposite order */
        *from = before * in;
        *to = before * out;
        add_loop(list, before, in, out, -1);
        add_loop(list, after, n * before * in, n * before * out, leg);
    }
}

static void swap_loops(ata_gpu_loop *a, ata_gpu_loop *b)
{
    const ata_gpu_loop saved = *a;
    *a = *b;
    *b = saved;
}

/* Sort the loops by their strides, and make one of two that continue each other. */
static void merge_loops(loops *list)
{
    for (int i = 0; i < list->count; i++)
        for (int j = i + 1; j < list->count; j++)
            if (ata_gpu_magnitude(list->loop[j].in) < ata_gpu_magnitude(list->loop[i].in))
                swap_loops(&list->loop[i], &list->loop[j]);
    for (int i = 0; i + 1 < list->count;) {
        ata_gpu_loop *a = &list->loop[i], *b = &list->loop[i + 1];
        if (a->leg < 0 && b->leg < 0 && b->in == a->count * a->in && b->out == a->count * a->out) {
            a->count *= b->count;
            for (int j = i + 1; j + 1 < list->count; j++) list->loop[j] = list->loop[j + 1];
            list->count--;
        } else i++;
    }
}

/* The loop along which lines lie closest comes first, so that a tile is compact; among loops of lines that are
 * contiguous themselves, the longest. */
static void choose_first(loops *list, const ata_gpu_kernel *kernel)
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
    if (best > 0) swap_loops(&list->loop[0], &list->loop[best]);
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
static ata_status take_front(ata_gpu_pass *pass, const ata_recipe *recipe, loops *list, loops *front)
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
    loops list = {0};
    for (int l = 0; l < pass->kernel.shape.leg_count; l++) add_own_loops(pass, problem, recipe, l, &list);
    for (int d = 0; d < problem->rank; d++)
        if (!has_leg(pass, recipe, d))
            add_loop(&list, ata_problem_length_between(problem, d), stride_of(problem, pass->from, d),
                     stride_of(problem, pass->to, d), -1);
    loops front = {0};
    if (pass->kernel.shape.strips > 0) ATA_TRY(take_front(pass, recipe, &list, &front));
    for (int b = 0; b < problem->batch_rank; b++)
        add_loop(&list, problem->batch[b].n, stride_of(problem, pass->from, -1 - b),
                 stride_of(problem, pass->to, -1 - b), -1);
    merge_loops(&list);
    if (front.count == 0) choose_first(&list, &pass->kernel);
    for (int l = 0; l < list.count; l++) front.loop[front.count + l] = list.loop[l];
    front.count += list.count;
    list = front;
    if (list.count == 0) list.loop[list.count++] = (ata_gpu_loop){1, 0, 0, -1};
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

/* --- Twiddles ----------------------------------------------------------------------------------------------------- */

/* The factors behind each leg: point k is multiplied by exp(-2 pi i k where / (n after)), `where` being the place of
 * the tile, or of the line, along the loop of the digits that are still to come. */
static void set_twiddles(ata_gpu_pass *pass, const ata_recipe *recipe)
{
    for (int l = 0; l < pass->kernel.loops; l++) {
        const int leg = pass->loop[l].leg;
        if (leg < 0) continue;
        const ata_pass_place place = ata_recipe_place(recipe, pass->leg[leg]);
        ata_gpu_twiddle *t = &pass->kernel.shape.leg[leg].behind;
        *t = (ata_gpu_twiddle){.turn = l == 0 ? ATA_TURN_BY_LINE : ATA_TURN_BY_LOOP,
                               .unit = 1,
                               .loop = l,
                               .count = place.after,
                               .period = place.n * place.after};
        if (recipe->pass[pass->leg[leg]].form == ATA_FORM_DIT)
            while (((int64_t)1 << t->reversed) < place.after) t->reversed++;
    }
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

static ata_status count_tiles(ata_gpu_pass *pass, const ata_device_limits *limits)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    pass->tiles = ata_gpu_tile_count(pass);
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

static ata_status init(ata_gpu_pass *pass, const ata_problem *outer, const ata_recipe *recipe, int p,
                       ata_gpu_array from, ata_gpu_array to, bool flipped, const ata_device_limits *limits,
                       const ata_gpu_tuning *tuning)
{
    ata_problem packed;
    const ata_problem *problem = ata_gpu_fold_problem(outer, recipe, &packed);
    *pass = (ata_gpu_pass){.from = from, .to = to};
    ata_gpu_kernel *kernel = &pass->kernel;
    const int end = ata_recipe_sweep_end(recipe, p);
    const bool inverse = problem->direction == ATA_INVERSE, first = p == 0, last = end == recipe->pass_count;
    kernel->in = (ata_gpu_end){
        .type = type_of(problem, pass->from), .split = is_split(problem, pass->from), .exchange = inverse && first};
    kernel->out = (ata_gpu_end){
        .type = type_of(problem, pass->to), .split = is_split(problem, pass->to), .exchange = inverse && last};
    ata_gpu_real_set_ends(pass, problem, recipe, p);
    if (problem != outer) ata_gpu_fold_set_ends(pass, outer, recipe, p);
    pass->scale = scale_of(outer, recipe, p);
    kernel->scaled = pass->scale != 1;
    sort_legs(pass, problem, recipe, p, end, flipped);
    ATA_TRY(set_loops(pass, problem, recipe));
    set_twiddles(pass, recipe);
    ata_gpu_fit_choose(pass, problem, recipe, limits, tuning);
    ATA_TRY(ata_gpu_fit_make(pass, limits));
    pass->bytes_written =
        problem == outer ? ata_gpu_bytes_written(pass, problem, recipe, p) : ata_gpu_fold_bytes(pass, outer);
    return count_tiles(pass, limits);
}

ata_status ata_gpu_pass_init(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                             ata_gpu_array from, ata_gpu_array to, const ata_device_limits *limits,
                             const ata_gpu_tuning *tuning)
{
    ATA_TRY(init(pass, problem, recipe, p, from, to, false, limits, tuning));
    /* Lines side by side may have their legs in any order. */
    const ata_gpu_shape *shape = &pass->kernel.shape;
    if (shape->leg_count == 1 || !shape->lines_in || !shape->lines_out || shape->cluster == 1) return ATA_OK;
    ata_gpu_pass other;
    if (init(&other, problem, recipe, p, from, to, true, limits, tuning) != ATA_OK) return ATA_OK;
    const bool larger = other.kernel.shape.cluster > shape->cluster;
    if (larger || (other.kernel.shape.cluster == shape->cluster && other.kernel.shape.cost < shape->cost))
        *pass = other;
    return ATA_OK;
}
