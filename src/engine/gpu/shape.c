/* shape.c - what each stage has, and its tasks dealt to threads. */
#include "engine/gpu/shape.h"

#include <limits.h>

#include "engine/gpu/layout.h"

/* --- What each stage has ------------------------------------------------------------------------------------------ */

static int product(const ata_gpu_shape *shape, int first, int end)
{
    int result = 1;
    for (int s = first; s < end; s++) result *= shape->stage[s].radix;
    return result;
}

/* Coordinates that a block has in stage s. Up to the exchange of a cluster its rank is the leading part of the digit
 * of p that comes next; behind it, of the digit of K that came last. */
static void count_coordinates(ata_gpu_shape *shape, int s)
{
    ata_gpu_stage *stage = &shape->stage[s];
    const int split = shape->cluster_stage, clusters = shape->cluster;
    const int before = product(shape, 0, s), after = product(shape, s + 1, shape->stage_count);
    stage->count[ATA_C] = shape->lines;
    stage->count[ATA_K] = before;
    stage->count[ATA_P] = after;
    stage->k_low = before;
    stage->p_low = after;
    stage->k_jump = stage->k_rank = stage->p_jump = stage->p_rank = 0;
    if (clusters > 1 && s <= split) {
        stage->count[ATA_P] = after / clusters;
        stage->p_jump = product(shape, split + 1, shape->stage_count);
        stage->p_low = stage->p_rank = stage->p_jump / clusters;
    } else if (clusters > 1) {
        stage->count[ATA_K] = before / clusters;
        stage->k_jump = product(shape, 0, split + 1);
        stage->k_low = stage->k_rank = stage->k_jump / clusters;
    }
}

/* One behind the last stage of the leg that stage s belongs to. */
static int leg_end(const ata_gpu_shape *shape, int s)
{
    int end = s;
    while (end < shape->stage_count && shape->stage[end].leg == shape->stage[s].leg) end++;
    return end;
}

static int leg_begin(const ata_gpu_shape *shape, int s)
{
    while (s > 0 && shape->stage[s - 1].leg == shape->stage[s].leg) s--;
    return s;
}

/* The stage with the step between real points and complex ones. */
static int find_mirror(const ata_gpu_shape *shape)
{
    const int last = shape->stage_count - 1;
    if (shape->mirror == ATA_MIRROR_OUT) return shape->plane ? leg_end(shape, 0) - 1 : last;
    return shape->plane ? leg_begin(shape, last) : 0;
}

int ata_gpu_least_points(const ata_gpu_shape *shape)
{
    int least = shape->mirror == ATA_MIRROR_NONE ? 1 : 2;
    for (int s = 0; s < shape->stage_count; s++) {
        const int radix = shape->stage[s].radix;
        const bool pairs = shape->plane > radix && s == find_mirror(shape);
        if ((pairs ? 2 : 1) * radix > least) least = (pairs ? 2 : 1) * radix;
    }
    return least;
}

/* How many threads share a task of stage s: the points of one may be too few. */
static int lanes_of(const ata_gpu_shape *shape, int s)
{
    const int radix = shape->stage[s].radix;
    return shape->points > 0 && radix > shape->points ? radix / shape->points : 1;
}

/* The blocks of a plane exchange points where rows, which were whole, become columns, or the opposite: between the step
 * of real points and the other dimensions. Then all of column 0, whose points are packed, is in one block. */
bool ata_gpu_can_exchange(const ata_gpu_shape *shape, int s)
{
    if (s + 1 >= shape->stage_count) return false;
    if (shape->plane > 0) {
        const bool rows = ata_gpu_begins_with_rows(shape);
        if (s != find_mirror(shape) - (rows ? 0 : 1) || shape->plane % shape->cluster != 0) return false;
        return shape->stage[rows ? s + 1 : s].radix % shape->cluster == 0;
    }
    /* Of what a block has behind the exchange, the rank is in digits of one leg. */
    const ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    if (a->radix / a->also % shape->cluster != 0 || a->radix % (shape->cluster * lanes_of(shape, s)) != 0) return false;
    if (shape->rows_first && b->leg > 0)
        return b->leg == 1 && b->also > 1 && b->also % shape->cluster == 0; /* in rows */
    return b->radix % shape->cluster == 0;
}

/* What a stage does along its own leg. */
static int own_of(const ata_gpu_shape *shape, int s)
{
    return shape->stage[s].radix / shape->stage[s].also;
}

/* What stage s, the first of another leg, does along this one. */
static int also_of(const ata_gpu_shape *shape, int s, int leg)
{
    return s < shape->stage_count && shape->stage[s].leg == leg + 1 ? shape->stage[s].also : 1;
}

static int product_of_own(const ata_gpu_shape *shape, int first, int end)
{
    int result = 1;
    for (int s = first; s < end; s++) result *= own_of(shape, s);
    return result;
}

/* Factors between the stages of one leg: those of a transform of all that is left of it; but up to the exchange of a
 * cluster those of the stages up to there alone, and then, at the exchange, all the rest at once. */
static ata_gpu_twiddle find_twiddle(const ata_gpu_shape *shape, int s)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    const bool clusters = shape->cluster > 1, early = clusters && s <= shape->cluster_stage;
    const int begin = leg_begin(shape, s);
    int end = leg_end(shape, s),
        ends = also_of(shape, end, stage->leg); /* what the next leg's first stage does of this one */
    const int below = product(shape, 0, begin) * shape->stage[begin].also;
    ata_gpu_twiddle t = {.unit = 1, .k_count = 1, .step = 1, .below = below};
    if (s == end - 1 && ends == 1) { /* given */
        t = shape->leg[stage->leg].behind;
        t.below = below;
        t.k_count = t.step = shape->leg[stage->leg].n / own_of(shape, s);
        return t;
    }
    if (clusters && s == shape->cluster_stage) {
        t.turn = ATA_TURN_BY_WHOLE_P;
        t.unit = product(shape, end, shape->stage_count) / ends;
        t.k_count = t.step = product_of_own(shape, begin, s);
        t.count = product_of_own(shape, s + 1, end) * ends;
        t.period = shape->leg[stage->leg].n;
    } else if (stage->radix > 1) {
        const bool beyond = end > shape->cluster_stage + 1 || (end == shape->cluster_stage + 1 && ends > 1);
        if (early && beyond) end = shape->cluster_stage + 1, ends = 1;
        t.turn = ATA_TURN_BY_P;
        t.unit = product(shape, end, shape->stage_count) / ends / (early ? shape->cluster : 1);
        t.count = product_of_own(shape, s + 1, end) * ends;
        t.period = t.count * own_of(shape, s);
    }
    if (t.count == 1) t.turn = ATA_TURN_NONE;
    return t;
}

/* The factors behind the leg before, which ends with a stage of the next one. */
static ata_gpu_twiddle find_cross(const ata_gpu_shape *shape, int s)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    if (stage->also == 1) return (ata_gpu_twiddle){.turn = ATA_TURN_NONE};
    ata_gpu_twiddle t = shape->leg[stage->leg - 1].behind;
    const bool only = s == 0 || shape->stage[s - 1].leg != stage->leg - 1; /* all of that leg is here */
    const int begin = only ? s : leg_begin(shape, s - 1);
    t.below = product(shape, 0, begin) * (only ? 1 : shape->stage[begin].also);
    t.k_count = t.step = shape->leg[stage->leg - 1].n / stage->also;
    return t;
}

/* Lane l of a task has the points l, lanes + l ... of its result: they begin with factors of their own. */
static void part_twiddle(ata_gpu_twiddle *t, int lanes, int digits)
{
    t->starts = t->k_count > 1;
    t->part = lanes > 1 ? t->step : 0;
    t->digits = digits;
    t->k_count *= lanes;
    t->step *= lanes;
}

/* The lanes of a task that is along two legs differ in the first of them. */
static void set_twiddles(ata_gpu_shape *shape, int s)
{
    ata_gpu_stage *stage = &shape->stage[s];
    const bool both = stage->also > 1;
    stage->twiddle = find_twiddle(shape, s);
    stage->cross = find_cross(shape, s);
    part_twiddle(&stage->twiddle, both ? 1 : stage->lanes, stage->held / stage->held_also);
    part_twiddle(&stage->cross, stage->lanes, stage->held_also);
}

/* --- Threads ------------------------------------------------------------------------------------------------------ */

static int reverse(int index, int64_t n)
{
    int result = 0;
    for (int64_t bit = 1; bit < n; bit *= 2) {
        result = 2 * result + index % 2;
        index /= 2;
    }
    return result;
}

/* How many of the digits' values that a block has at the end belong to legs before `leg`. */
static int count_below(const ata_gpu_shape *shape, int leg)
{
    int count = 1, split = 0;
    for (int s = 0; s < shape->stage_count; s++) {
        const ata_gpu_stage *stage = &shape->stage[s];
        if (stage->leg == leg) count *= stage->also;
        if (stage->leg >= leg) continue;
        count *= stage->radix;
        if (s == shape->cluster_stage) split = 1;
    }
    return split && shape->cluster > 1 ? count / shape->cluster : count;
}

/* At the end K is counted along the leg whose points are nearest first, so that a warp writes neighbours. */
static void set_k_fast(ata_gpu_shape *shape)
{
    for (int s = 0; s < shape->stage_count; s++) shape->stage[s].k_fast = shape->stage[s].p_fast = 1;
    ata_gpu_stage *last = &shape->stage[shape->stage_count - 1];
    /* Where points have partners in other lines they are read one by one, in any order; where rows come first they are
     * counted first anyway. */
    const bool counts = !shape->lines_out && shape->strips == 0 && !shape->plain && !ata_gpu_begins_with_rows(shape);
    const int below = counts ? count_below(shape, shape->near_leg) : 1;
    shape->k_split = below > 1 ? below : (int)shape->n;
    if (below > 1 && last->count[ATA_K] > below) last->k_fast = last->count[ATA_K] / below;
    /* Counted in opposite order, the lanes of a warp run along the leading bits: those that are served together. */
    const int together = 64 / shape->real_bytes;
    for (int s = 1, known = shape->stage[0].radix; last->k_reversed && !shape->plain && s < shape->stage_count; s++) {
        if (known > 1 && shape->n / known >= together) shape->k_split = known;
        known *= shape->stage[s].radix;
    }
    shape->p_split = (int)shape->n;
    for (int s = shape->stage_count - 1, left = 1; shape->stage[0].p_reversed && !shape->plain && s > 0; s--) {
        left *= shape->stage[s].radix;
        if (shape->n / left >= together) shape->p_split = left;
    }
    if (!ata_gpu_begins_with_rows(shape) || shape->plain) return;
    /* At the beginning p is counted along the row first, so that a warp reads neighbours. */
    if (shape->leg[0].n < shape->stage[0].radix) return;
    shape->stage[0].p_fast = shape->leg[0].n / shape->stage[0].radix;
    if (shape->plane == 0 && shape->cluster > 1) shape->stage[0].p_fast /= shape->cluster; /* the rank is in rows */
    shape->p_split = shape->stage[0].count[ATA_P] / shape->stage[0].p_fast;
}

/* How many of the K counted first at the end have places together: a cluster's blocks have parts of a line. */
static int k_together(const ata_gpu_shape *shape)
{
    const ata_gpu_stage *last = &shape->stage[shape->stage_count - 1];
    const int below = count_below(shape, shape->near_leg);
    int together = 1;
    for (int s = 0; s < shape->stage_count - 1; s++) {
        if (shape->stage[s].leg == shape->near_leg) together *= own_of(shape, s);
        if (shape->stage[s].leg == shape->near_leg + 1) together *= shape->stage[s].also;
    }
    const bool split = shape->cluster > 1 && shape->stage[shape->cluster_stage].leg == shape->near_leg;
    return split ? last->k_low / below : together;
}

/* How many of the p counted first at the beginning have places together. */
static int p_together(const ata_gpu_shape *shape)
{
    int together = 1;
    if (ata_gpu_begins_with_rows(shape)) {
        const int below = shape->stage[0].p_low / shape->p_split; /* the digits of the row that the rank leaves */
        return shape->plane == 0 && below < shape->stage[0].p_fast ? below : shape->stage[0].p_fast;
    }
    for (int s = 1; s < shape->stage_count; s++)
        if (shape->stage[s].leg == shape->leg_count - 1) together *= own_of(shape, s);
    return together < shape->stage[0].p_low ? together : shape->stage[0].p_low;
}

/* Tasks are counted along `order`, the fastest coordinate first. */
static void set_order(const ata_gpu_shape *shape, ata_gpu_stage *stage, const int order[3], int near)
{
    int unit = 1;
    const int lanes = shape->threads < ATA_WARP ? shape->threads : ATA_WARP, whole = ATA_WARP / stage->lanes;
    ata_gpu_warp *warp = &stage->reads;
    warp->lanes = lanes;
    for (int i = 0; i < 3; i++) {
        const int coordinate = order[i];
        const int count = ata_gpu_tasks_along(shape, stage, coordinate);
        const bool reversed = coordinate == ATA_K ? stage->k_reversed : coordinate == ATA_P && stage->p_reversed;
        stage->unit[coordinate] = unit;
        for (int lane = 0; lane < lanes; lane++) {
            const int counted = lane % whole * near / unit % count;
            const int fast = coordinate == ATA_K ? stage->k_fast : coordinate == ATA_P ? stage->p_fast : 1;
            const int value = counted / fast + counted % fast * (count / fast);
            warp->at[lane][coordinate] = reversed ? reverse(value, shape->n) : value;
        }
        unit *= count;
    }
    for (int lane = 0; lane < lanes; lane++) {
        int *at = warp->at[lane];
        at[ATA_H] = at[ATA_K] / shape->k_split + at[ATA_P] / shape->p_split;
        at[ATA_K] %= shape->k_split;
        at[ATA_P] %= shape->p_split;
        at[ATA_R] = at[ATA_A] = 0;
    }
    stage->writes = stage->reads;
    const int digit = stage->also > 1 ? ATA_A : ATA_R, held = stage->also > 1 ? stage->held_also : stage->held;
    for (int lane = 0; lane < lanes; lane++) {
        stage->reads.at[lane][digit] = lane / whole * held;
        stage->writes.at[lane][digit] = lane / whole;
    }
    stage->near = near;
}

/* How many neighbours of a thread lie along the fastest coordinate. */
static int most_near(const ata_gpu_stage *stage, const int order[3], int wanted)
{
    int near = 1;
    while (near < wanted && near * 2 <= stage->tasks && near * 2 <= stage->count[order[0]]) near *= 2;
    return near;
}

typedef struct option {
    const int *order;
    int near;
} option;

/* The ways in which stage s may count its tasks: at the ends of a line global memory decides. */
enum { OPTIONS = 12 };
static int list_options(const ata_gpu_shape *shape, int s, option options[OPTIONS])
{
    const ata_gpu_stage *stage = &shape->stage[s];
    const bool first = s == 0, last = s == shape->stage_count - 1;
    if (first || last) {
        const bool paired = stage->paired != ATA_C; /* half of its points lie in opposite order */
        const bool by_lines = (paired && shape->strips > 0) || (first ? shape->lines_in : shape->lines_out);
        const int *order = by_lines ? ata_gpu_orders[first ? 3 : 2] : ata_gpu_orders[first ? 0 : 1];
        const int together = by_lines ? stage->count[ATA_C] : first ? p_together(shape) : k_together(shape);
        int wanted = first ? shape->near_in : shape->near_out;
        /* One stage alone has the same neighbours at both ends, and they are lines; unless it writes its own points
         * two by two. */
        if (first && last && !shape->along_out && shape->near_out < wanted) wanted = shape->near_out;
        if (paired || (first && last && !(shape->lines_in && (shape->lines_out || shape->along_out)))) wanted = 1;
        options[0] = (option){order, most_near(stage, order, wanted < together ? wanted : together)};
        return 1;
    }
    int count = 0;
    const int wanted = shape->real_bytes == 4 ? 2 : 1;
    for (int o = 0; o < 6; o++) {
        if (ata_gpu_is_repeated(o, stage->count)) continue;
        const bool along_pairs =
            stage->paired != ATA_C && ata_gpu_orders[o][0] == stage->paired; /* half of them descend */
        const int near = along_pairs ? 1 : most_near(stage, ata_gpu_orders[o], wanted);
        options[count++] = (option){ata_gpu_orders[o], near};
        if (near > 1) options[count++] = (option){ata_gpu_orders[o], 1};
    }
    return count;
}

/* What reading the factors of stage s costs beyond those of one task, where tasks of a thread have different ones: they
 * take registers as well, of which planes have none to spare. */
static int factors_cost(const ata_gpu_shape *shape, int s)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    const ata_gpu_twiddle *t = &stage->twiddle;
    if (shape->plane == 0 || t->turn != ATA_TURN_BY_P) return 0;
    int different = 0;
    for (int v = 1, before = 0; v < stage->tasks; v++) {
        const int task = v % stage->near + v / stage->near * (shape->threads * stage->near);
        const int where = task / stage->unit[ATA_P] % stage->count[ATA_P] / t->unit;
        different += where != before;
        before = where;
    }
    return different * stage->radix * 4;
}

/* What the step between real points and complex ones costs beyond one way through it, for the warps some of whose lanes
 * have the tasks of a row with their own partners, which are among the first. */
static int step_cost(const ata_gpu_shape *shape, int s)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    if (shape->plane == 0 || stage->paired == ATA_C) return 0;
    int different = 1;
    for (int lane = 1; lane < stage->reads.lanes; lane++)
        if (stage->reads.at[lane][stage->paired] >= different) different = stage->reads.at[lane][stage->paired] + 1;
    const int all = ata_gpu_tasks_along(shape, stage, stage->paired);
    return different == 1 ? 0 : 6 * shape->points * different / all;
}

/* Deal the tasks of every stage, and lay the exchanges between them, in the way that makes all exchanges together
 * cheapest: the best ways to each option of a stage follow from those of the stage before. */
static void deal(ata_gpu_shape *shape)
{
    option options[ATA_GPU_STAGES][OPTIONS];
    ata_gpu_layout before[ATA_GPU_STAGES][OPTIONS]; /* of the exchange before it, on the best way there */
    int cost[ATA_GPU_STAGES][OPTIONS] = {{0}}, from[ATA_GPU_STAGES][OPTIONS], count[ATA_GPU_STAGES];
    const int last = shape->stage_count - 1;
    for (int s = 0; s <= last; s++) {
        count[s] = list_options(shape, s, options[s]);
        for (int i = 0; i < count[s]; i++) {
            set_order(shape, &shape->stage[s], options[s][i].order, options[s][i].near);
            cost[s][i] = 0;
            from[s][i] = 0;
            for (int j = 0; s > 0 && j < count[s - 1]; j++) {
                /* A warp that is not full costs less than the least. */
                const int least = shape->threads < ATA_WARP ? 0 : ata_gpu_layout_least(shape, s - 1);
                if (j > 0 && cost[s - 1][j] + least >= cost[s][i]) continue;
                set_order(shape, &shape->stage[s - 1], options[s - 1][j].order, options[s - 1][j].near);
                const ata_gpu_layout l =
                    ata_gpu_layout_find(shape, s - 1, j > 0 ? cost[s][i] - cost[s - 1][j] : INT_MAX);
                if (j > 0 && cost[s - 1][j] + l.cost >= cost[s][i]) continue;
                cost[s][i] = cost[s - 1][j] + l.cost;
                from[s][i] = j;
                before[s][i] = l;
            }
            cost[s][i] += factors_cost(shape, s) + step_cost(shape, s);
        }
    }
    shape->cost = cost[last][0];
    for (int s = last, i = 0; s >= 0; i = from[s][i], s--) {
        set_order(shape, &shape->stage[s], options[s][i].order, options[s][i].near);
        if (s > 0) ata_gpu_layout_set(shape, s - 1, &before[s][i]);
    }
}

/* What a warp pays for reading or writing so many neighbours at a time: memory moves 32 bytes, and likes 128. */
static int pieces_cost(const ata_gpu_shape *shape, int together)
{
    const int bytes = together * 2 * shape->real_bytes;
    return shape->points * (bytes >= 128 ? 0 : bytes >= 64 ? 2 : bytes >= 32 ? 6 : 20);
}

/* What it costs a point when blocks have to wait, before they exchange points, until all have read what they exchanged
 * before among their own threads; and what lanes that share a task give each other. */
enum { LATE = 2, LANES = 4 };

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static ata_status check(const ata_gpu_shape *shape)
{
    bool good = shape->stage_count >= 1 && shape->stage_count <= ATA_GPU_STAGES && shape->cluster >= 1;
    good = good && product(shape, 0, shape->stage_count) == shape->n;
    good = good && (int64_t)shape->threads * shape->points * shape->cluster == shape->n * shape->lines;
    for (int s = 0; good && s < shape->stage_count; s++) {
        const int lanes = lanes_of(shape, s);
        good = lanes == 1
                   ? shape->points % shape->stage[s].radix == 0
                   : lanes <= ATA_GPU_LANES && shape->threads % ATA_WARP == 0 && shape->mirror == ATA_MIRROR_NONE;
    }
    good = good && shape->leg_count >= 1 && shape->leg_count <= ATA_GPU_LEGS;
    if (good && shape->mirror != ATA_MIRROR_NONE) good = shape->points % ata_gpu_least_points(shape) == 0;
    if (good && shape->mirror != ATA_MIRROR_NONE) good = shape->cluster == 1 || shape->plane > 0;
    if (good && shape->strips > 0)
        good = shape->lines % 2 == 0 && shape->lines <= shape->strips && shape->points % 4 == 0 &&
               shape->threads % (shape->lines / 2) == 0;
    if (good && shape->cluster > 1) good = ata_gpu_can_exchange(shape, shape->cluster_stage);
    if (good) return ATA_OK;
    return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "another recipe",
                    "recipe: the GPU has no kernel of this shape (a pass of %lld points, %d lines, %d threads of %d "
                    "points, clusters of %d)",
                    (long long)shape->n, shape->lines, shape->threads, shape->points, shape->cluster);
}

ata_status ata_gpu_shape_make(ata_gpu_shape *shape)
{
    for (int s = 0; s < shape->stage_count; s++)
        if (shape->stage[s].also < 1) shape->stage[s].also = 1;
    ATA_TRY(check(shape));
    const int last = shape->stage_count - 1;
    shape->shared_elements = 0;
    shape->mirror_stage = find_mirror(shape);
    for (int s = 0; s <= last; s++) {
        ata_gpu_stage *stage = &shape->stage[s];
        const bool pairs = shape->mirror != ATA_MIRROR_NONE && s == shape->mirror_stage &&
                           (shape->plane > 0 ? shape->plane > stage->radix : shape->n > 1);
        stage->paired = !pairs ? ATA_C : shape->mirror == ATA_MIRROR_IN ? ATA_P : ATA_K;
        stage->lanes = lanes_of(shape, s);
        stage->held = stage->radix / stage->lanes;
        stage->held_also = stage->also > 1 ? stage->also / stage->lanes : 1;
        stage->tasks = shape->points / stage->held / (stage->paired == ATA_C ? 1 : 2);
        stage->p_reversed = s == 0 && shape->in_reversed && stage->radix == 1;
        stage->k_reversed = s == last && shape->out_reversed && stage->radix == 1;
        count_coordinates(shape, s);
        set_twiddles(shape, s);
        stage->in_pair = stage->out_pair = 0;
        for (int i = 0; i < ATA_COORDINATES; i++) stage->in[i] = stage->out[i] = 0;
    }
    set_k_fast(shape);
    deal(shape);
    if (!shape->lines_in) shape->cost += pieces_cost(shape, p_together(shape));
    if (!shape->lines_out) shape->cost += pieces_cost(shape, k_together(shape));
    if (shape->cluster > 1 && shape->cluster_stage > 0) shape->cost += LATE * shape->points;
    for (int s = 0; s <= last; s++) shape->cost += shape->stage[s].lanes > 1 ? LANES * shape->points : 0;
    shape->column_at = shape->shared_elements;
    if (shape->plane > 0) shape->shared_elements += shape->n / shape->plane * shape->lines;
    return ATA_OK;
}
