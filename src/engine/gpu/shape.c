/* shape.c - tasks dealt to threads, and layouts of shared memory without bank conflicts. */
#include "engine/gpu/shape.h"

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

/* Factors between the stages of one line: those of a transform of all that is left; but up to the exchange of a
 * cluster those of the stages up to there alone, and then, at the exchange, all the rest at once. */
static void set_twiddle(ata_gpu_shape *shape, int s)
{
    ata_gpu_stage *stage = &shape->stage[s];
    ata_gpu_twiddle *t = &stage->twiddle;
    if (s == shape->stage_count - 1) return; /* given */
    *t = (ata_gpu_twiddle){.unit = 1, .k_count = 1, .step = 1};
    const bool clusters = shape->cluster > 1;
    const int end = clusters && s <= shape->cluster_stage ? shape->cluster_stage + 1 : shape->stage_count;
    if (clusters && s == shape->cluster_stage) {
        t->turn = ATA_TURN_BY_WHOLE_P;
        t->k_count = t->step = product(shape, 0, s);
        t->count = product(shape, s + 1, shape->stage_count);
        t->period = shape->n;
    } else if (stage->radix > 1) {
        t->turn = ATA_TURN_BY_P;
        t->unit = end < shape->stage_count ? stage->p_low : 1;
        t->count = product(shape, s + 1, end);
        t->period = t->count * stage->radix;
    }
    if (t->count == 1) t->turn = ATA_TURN_NONE;
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

/* Tasks are counted along `order`, the fastest coordinate first. */
static void set_order(const ata_gpu_shape *shape, ata_gpu_stage *stage, const int order[3], int near)
{
    int unit = 1;
    stage->warp.lanes = shape->threads < ATA_WARP ? shape->threads : ATA_WARP;
    for (int i = 0; i < 3; i++) {
        const int coordinate = order[i], count = stage->count[coordinate];
        const bool reversed = coordinate == ATA_K ? stage->k_reversed : coordinate == ATA_P && stage->p_reversed;
        stage->unit[coordinate] = unit;
        for (int lane = 0; lane < stage->warp.lanes; lane++) {
            const int value = lane * near / unit % count;
            stage->warp.at[lane][coordinate] = reversed ? reverse(value, shape->n) : value;
        }
        unit *= count;
    }
    stage->near = near;
}

static const int orders[6][3] = {
    {ATA_P, ATA_C, ATA_K}, {ATA_K, ATA_C, ATA_P}, {ATA_C, ATA_K, ATA_P},
    {ATA_C, ATA_P, ATA_K}, {ATA_P, ATA_K, ATA_C}, {ATA_K, ATA_P, ATA_C},
};

/* Whether an earlier order is the same but for coordinates that have one value only. */
static bool is_repeated(int o, const int count[3])
{
    for (int earlier = 0; earlier < o; earlier++) {
        bool same = true;
        int left[3], right[3], lefts = 0, rights = 0;
        for (int k = 0; k < 3; k++) {
            if (count[orders[o][k]] > 1) left[lefts++] = orders[o][k];
            if (count[orders[earlier][k]] > 1) right[rights++] = orders[earlier][k];
        }
        for (int k = 0; k < lefts; k++) same = same && left[k] == right[k];
        if (same) return true;
    }
    return false;
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
        const bool by_lines = first ? shape->lines_in : shape->lines_out;
        const int *order = by_lines ? orders[first ? 3 : 2] : orders[first ? 0 : 1];
        /* Not more than lie together: a cluster's blocks have parts of a line. */
        const int together = by_lines ? stage->count[ATA_C] : first ? stage->p_low : stage->k_low;
        int wanted = first ? shape->near_in : shape->near_out;
        /* One stage alone has the same neighbours at both ends, and they are lines. */
        if (first && last && shape->near_out < wanted) wanted = shape->near_out;
        if (first && last && !(shape->lines_in && shape->lines_out)) wanted = 1;
        options[0] = (option){order, most_near(stage, order, wanted < together ? wanted : together)};
        return 1;
    }
    int count = 0;
    const int wanted = shape->real_bytes == 4 ? 2 : 1;
    for (int o = 0; o < 6; o++) {
        if (is_repeated(o, stage->count)) continue;
        const int near = most_near(stage, orders[o], wanted);
        options[count++] = (option){orders[o], near};
        if (near > 1) options[count++] = (option){orders[o], 1};
    }
    return count;
}

/* --- Layouts ------------------------------------------------------------------------------------------------------ */

typedef struct layout {
    int stride[3]; /* along C, K, P */
    int size;
    int out_pair, in_pair;
    int cost; /* wavefronts and instructions of a warp, there and back */
} layout;

/* Whether pairs may go at once: two neighbours along tasks, or along the register's digit. */
static int find_pair(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[4], bool remote)
{
    if (shape->real_bytes != 4) return 0;
    int fastest = ATA_C;
    for (int i = 0; i < 3; i++)
        if (stage->unit[i] == 1 && stage->count[i] > 1) fastest = i;
    const bool along_tasks = stage->near >= 2 && stage->tasks >= 2 && stride[fastest] == 1 && stage->count[fastest] > 1;
    const bool along_registers = !remote && stride[ATA_R] == 1 && stage->radix >= 2;
    if (!along_tasks && !along_registers) return 0;
    if (stage->k_reversed || stage->p_reversed) return 0;
    for (int i = 0; i < 4; i++) {
        int count = i == ATA_R ? stage->radix : stage->count[i];
        if (i == ATA_P && remote) count = shape->cluster; /* other blocks put theirs beside */
        if (count > 1 && stride[i] % 2 != 0 && stride[i] != 1) return 0;
        if (count > 1 && stride[i] == 1 && !(along_tasks && i == fastest) && !(along_registers && i == ATA_R)) return 0;
    }
    return along_tasks ? 1 : 2;
}

static int cost_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[4], int pair)
{
    const int elements = pair ? 2 : 1, element_bytes = 2 * shape->real_bytes;
    return (ata_banks_wavefronts(&stage->warp, stride, element_bytes, elements * element_bytes) + 1) *
           (shape->points / elements);
}

/* What goes to other blocks goes in pieces of 32 bytes, and dearly. */
static int remote_cost(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[4], int pair)
{
    return 2 * ata_banks_sectors(&stage->warp, stride, 2 * shape->real_bytes) * (shape->points / (pair ? 2 : 1));
}

/* The strides of stage a's points as it writes them, and of stage b's as it reads them. */
static void write_strides(const ata_gpu_stage *a, const int stride[3], int out[4])
{
    for (int i = 0; i < 3; i++) out[i] = stride[i];
    out[ATA_R] = a->count[ATA_K] * stride[ATA_K];
}

static void read_strides(const ata_gpu_stage *b, const int stride[3], int in[4])
{
    for (int i = 0; i < 3; i++) in[i] = stride[i];
    in[ATA_R] = b->count[ATA_P] * stride[ATA_P];
}

/* The best layout between stages s and s + 1, whose tasks are dealt already. */
static layout find_layout(const ata_gpu_shape *shape, int s)
{
    static const int pads[] = {0, 1, 2, 4, 8};
    const ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    const bool remote = shape->cluster > 1 && s == shape->cluster_stage;
    /* What lies there: what stage s + 1 has, its register's digit being the leading one of p. */
    const int count[3] = {shape->lines, b->count[ATA_K], b->count[ATA_P] * b->radix};
    const int ideal = 2 * (shape->real_bytes == 4 ? 5 * shape->points / 2 : 5 * shape->points);
    layout best = {.cost = -1};
    for (int o = 0; o < 6; o++) {
        if (shape->plain ? orders[o] != orders[4] : is_repeated(o, count)) continue; /* [4]: line after line */
        for (int i = 0; i < (shape->plain ? 1 : 25); i++) {
            layout l;
            const int pad[2] = {pads[i / 5], pads[i % 5]};
            l.stride[orders[o][0]] = 1;
            l.stride[orders[o][1]] = count[orders[o][0]] + pad[0];
            l.stride[orders[o][2]] = l.stride[orders[o][1]] * count[orders[o][1]] + pad[1];
            l.size = l.stride[orders[o][2]] * count[orders[o][2]];
            int out[4], in[4];
            write_strides(a, l.stride, out);
            read_strides(b, l.stride, in);
            l.out_pair = find_pair(shape, a, out, remote);
            l.cost = cost_of(shape, a, out, l.out_pair);
            if (remote) l.cost += remote_cost(shape, a, out, l.out_pair);
            if (best.cost >= 0 && l.cost >= best.cost) continue;
            l.in_pair = find_pair(shape, b, in, false);
            l.cost += cost_of(shape, b, in, l.in_pair);
            if (best.cost < 0 || l.cost < best.cost || (l.cost == best.cost && l.size < best.size)) best = l;
            if (best.cost == ideal && !remote) return best;
        }
    }
    return best;
}

static void set_layout(ata_gpu_shape *shape, int s, const layout *l)
{
    ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    write_strides(a, l->stride, a->out);
    read_strides(b, l->stride, b->in);
    a->out_pair = l->out_pair;
    b->in_pair = l->in_pair;
    if (l->size > shape->shared_elements) shape->shared_elements = l->size;
}

/* Deal the tasks of every stage in the way that makes all exchanges together cheapest: the best ways to each option of
 * a stage follow from those of the stage before. */
static void deal(ata_gpu_shape *shape)
{
    option options[ATA_GPU_STAGES][OPTIONS];
    int cost[ATA_GPU_STAGES][OPTIONS], from[ATA_GPU_STAGES][OPTIONS], count[ATA_GPU_STAGES];
    const int last = shape->stage_count - 1;
    for (int s = 0; s <= last; s++) {
        count[s] = list_options(shape, s, options[s]);
        for (int i = 0; i < count[s]; i++) {
            set_order(shape, &shape->stage[s], options[s][i].order, options[s][i].near);
            cost[s][i] = 0;
            from[s][i] = 0;
            for (int j = 0; s > 0 && j < count[s - 1]; j++) {
                set_order(shape, &shape->stage[s - 1], options[s - 1][j].order, options[s - 1][j].near);
                const int sum = cost[s - 1][j] + find_layout(shape, s - 1).cost;
                if (j > 0 && sum >= cost[s][i]) continue;
                cost[s][i] = sum;
                from[s][i] = j;
            }
        }
    }
    for (int s = last, i = 0; s >= 0; i = from[s][i], s--)
        set_order(shape, &shape->stage[s], options[s][i].order, options[s][i].near);
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static ata_status check(const ata_gpu_shape *shape)
{
    bool good = shape->stage_count >= 1 && shape->stage_count <= ATA_GPU_STAGES && shape->cluster >= 1;
    good = good && product(shape, 0, shape->stage_count) == shape->n;
    good = good && (int64_t)shape->threads * shape->points * shape->cluster == shape->n * shape->lines;
    for (int s = 0; good && s < shape->stage_count; s++) good = shape->points % shape->stage[s].radix == 0;
    if (good && shape->cluster > 1)
        good = shape->cluster_stage + 1 < shape->stage_count &&
               shape->stage[shape->cluster_stage].radix % shape->cluster == 0 &&
               shape->stage[shape->cluster_stage + 1].radix % shape->cluster == 0;
    if (good) return ATA_OK;
    return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "another recipe",
                    "recipe: the GPU has no kernel of this shape (a pass of %lld points, %d lines, %d threads of %d "
                    "points, clusters of %d)",
                    (long long)shape->n, shape->lines, shape->threads, shape->points, shape->cluster);
}

ata_status ata_gpu_shape_make(ata_gpu_shape *shape)
{
    ATA_TRY(check(shape));
    const int last = shape->stage_count - 1;
    shape->shared_elements = 0;
    for (int s = 0; s <= last; s++) {
        ata_gpu_stage *stage = &shape->stage[s];
        stage->tasks = shape->points / stage->radix;
        stage->p_reversed = s == 0 && shape->in_reversed && stage->radix == 1;
        stage->k_reversed = s == last && shape->out_reversed && stage->radix == 1;
        count_coordinates(shape, s);
        set_twiddle(shape, s);
        stage->in_pair = stage->out_pair = 0;
        for (int i = 0; i < ATA_COORDINATES; i++) stage->in[i] = stage->out[i] = 0;
    }
    deal(shape);
    for (int s = 0; s < last; s++) {
        const layout l = find_layout(shape, s);
        set_layout(shape, s, &l);
    }
    return ATA_OK;
}
