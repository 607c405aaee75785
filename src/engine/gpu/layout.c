/* layout.c - layouts of shared memory without bank conflicts: tried one after another. */
#include "engine/gpu/layout.h"

const int ata_gpu_orders[6][3] = {
    {ATA_P, ATA_C, ATA_K}, {ATA_K, ATA_C, ATA_P}, {ATA_C, ATA_K, ATA_P},
    {ATA_C, ATA_P, ATA_K}, {ATA_P, ATA_K, ATA_C}, {ATA_K, ATA_P, ATA_C},
};

bool ata_gpu_is_repeated(int o, const int count[3])
{
    for (int earlier = 0; earlier < o; earlier++) {
        bool same = true;
        int left[3], right[3], lefts = 0, rights = 0;
        for (int k = 0; k < 3; k++) {
            if (count[ata_gpu_orders[o][k]] > 1) left[lefts++] = ata_gpu_orders[o][k];
            if (count[ata_gpu_orders[earlier][k]] > 1) right[rights++] = ata_gpu_orders[earlier][k];
        }
        for (int k = 0; k < lefts; k++) same = same && left[k] == right[k];
        if (same) return true;
    }
    return false;
}

/* The lower part of `count` values of a coordinate; what is beyond it lies along H. */
static int low_count(const ata_gpu_shape *shape, int coordinate, int count)
{
    const int split = coordinate == ATA_K ? shape->k_split : coordinate == ATA_P ? shape->p_split : count;
    return count < split ? count : split;
}

/* How many values a coordinate of a stage's tasks, or its register's digit, has. */
static int count_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, int coordinate)
{
    const int k = stage->count[ATA_K], p = stage->count[ATA_P];
    if (coordinate == ATA_R) return stage->radix / stage->also;
    if (coordinate == ATA_A) return stage->also;
    if (coordinate == ATA_H) return k / low_count(shape, ATA_K, k) * (p / low_count(shape, ATA_P, p));
    return low_count(shape, coordinate, stage->count[coordinate]);
}

/* The coordinate along which a thread's neighbouring tasks lie. */
static int fastest_of(const ata_gpu_stage *stage)
{
    for (int i = 0; i < 3; i++)
        if (stage->unit[i] == 1 && stage->count[i] > 1)
            return (i == ATA_K && stage->k_fast > 1) || (i == ATA_P && stage->p_fast > 1) ? ATA_H : i;
    return ATA_C;
}

/* Where p is split in the exchange behind stage s: the digits of rows, which are split from others, are known when a
 * cluster's blocks exchange points. Kernels split p there all the same, which changes nothing: a block's p is below the
 * split, for the next radix has a digit for every block (ata_gpu_can_exchange). */
static int split_behind(const ata_gpu_shape *shape, int s)
{
    const bool known =
        shape->plane > 0 && ata_gpu_begins_with_rows(shape) && shape->cluster > 1 && s >= shape->cluster_stage;
    return known ? (int)shape->n : shape->p_split;
}

/* How far what one block of a cluster puts lies from the next one's: by the leading part of p. */
static int rank_stride(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES])
{
    const int split = split_behind(shape, shape->cluster_stage);
    return stage->p_rank < split ? stage->p_rank * stride[ATA_P] : stage->p_rank / split * stride[ATA_H];
}

/* Whether pairs may go at once: two neighbours along tasks, or along the register's digit; of which a lane that shares
 * its task writes every other one. */
static int find_pair(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES],
                     bool writes, bool remote)
{
    if (shape->real_bytes != 4) return 0;
    const int fastest = fastest_of(stage);
    const bool along_tasks =
        stage->near >= 2 && stage->tasks >= 2 && stride[fastest] == 1 && count_of(shape, stage, fastest) > 1;
    const bool along_registers =
        !remote && stride[ATA_R] == 1 && stage->radix / stage->also >= 2 && !(writes && stage->lanes * stage->also > 1);
    if (!along_tasks && !along_registers) return 0;
    if (stage->k_reversed || stage->p_reversed) return 0;
    for (int i = 0; i < ATA_COORDINATES; i++) {
        int count = count_of(shape, stage, i);
        if (i == ATA_P && remote) count = shape->cluster; /* other blocks put theirs beside */
        if (count > 1 && stride[i] % 2 != 0 && stride[i] != 1) return 0;
        if (count > 1 && stride[i] == 1 && !(along_tasks && i == fastest) && !(along_registers && i == ATA_R)) return 0;
    }
    if (remote && rank_stride(shape, stage, stride) % 2 != 0) return 0;
    return along_tasks ? 1 : 2;
}

/* Of more than `most`, that it is more. */
static int cost_of(const ata_gpu_shape *shape, const ata_gpu_warp *warp, const int stride[ATA_COORDINATES], int pair,
                   int most)
{
    const int elements = pair ? 2 : 1, bytes = 2 * shape->real_bytes, times = shape->points / elements;
    const int turns = ata_banks_wavefronts(warp, stride, bytes, elements * bytes, most / times - 1);
    return (turns + 1) * times;
}

/* What goes to other blocks goes in pieces of 32 bytes, and dearly. */
static int remote_cost(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES],
                       int pair)
{
    return 2 * ata_banks_sectors(&stage->writes, stride, 2 * shape->real_bytes) * (shape->points / (pair ? 2 : 1));
}

/* The strides of stage a's points as it writes them, and of stage b's as it reads them. */
static void write_strides(const ata_gpu_shape *shape, const ata_gpu_stage *a, const int stride[4],
                          int out[ATA_COORDINATES])
{
    for (int i = 0; i < 4; i++) out[i] = stride[i];
    const int known = a->count[ATA_K], both = known * a->also;
    out[ATA_A] = known < shape->k_split ? known * stride[ATA_K] : known / shape->k_split * stride[ATA_H];
    out[ATA_R] = both < shape->k_split ? both * stride[ATA_K] : both / shape->k_split * stride[ATA_H];
}

static void read_strides(const ata_gpu_stage *b, int p_split, const int stride[4], int in[ATA_COORDINATES])
{
    for (int i = 0; i < 4; i++) in[i] = stride[i];
    const int left = b->count[ATA_P], both = left * (b->radix / b->also);
    in[ATA_R] = left < p_split ? left * stride[ATA_P] : left / p_split * stride[ATA_H];
    in[ATA_A] = both < p_split ? both * stride[ATA_P] : both / p_split * stride[ATA_H];
}

/* A place for every value of C, K and P, counted in an order and with pads in between. One of them may have two parts
 * (its lower one has `low` values), one after the other or the other way round, with a pad between them as well. */
static void lay(ata_gpu_layout *l, const int order[3], const int count[3], const int low[3], const int pad[2],
                int between, bool swapped)
{
    int unit = 1;
    l->stride[ATA_H] = 0;
    for (int i = 0; i < 3; i++) {
        const int coordinate = order[i], high = count[coordinate] / low[coordinate];
        if (high == 1) {
            l->stride[coordinate] = unit;
            l->size = unit * count[coordinate];
        } else {
            const int next = unit * (swapped ? high : low[coordinate]) + between;
            l->stride[coordinate] = swapped ? next : unit;
            l->stride[ATA_H] = swapped ? unit : next;
            l->size = next * (swapped ? low[coordinate] : high);
        }
        unit = l->size + (i < 2 ? pad[i] : 0);
    }
}

/* The layouts that are looked at, by number: an order, pads, and where K or p has two parts those. The number of the
 * next, or -1 behind the last. */
static int lay_number(ata_gpu_layout *l, const int count[3], const int low[3], int number)
{
    static const int pads[] = {0, 1, 2, 4, 8};
    const bool parts = count[ATA_K] > low[ATA_K] || count[ATA_P] > low[ATA_P];
    const int widths = parts ? 3 : 5, betweens = parts ? 5 : 1;
    const int each = widths * widths * betweens * (parts ? 2 : 1);
    while (number < 6 * each && number % each == 0 && ata_gpu_is_repeated(number / each, count)) number += each;
    if (number >= 6 * each) return -1;
    const int pad[2] = {pads[number / widths % widths], pads[number % widths]};
    const int rest = number / (widths * widths);
    lay(l, ata_gpu_orders[number / each], count, low, pad, pads[rest % betweens], parts && rest / betweens % 2 == 1);
    return number + 1;
}

/* The one in the order of the data, line after line, as number 0. */
static int lay_plain(ata_gpu_layout *l, const int count[3], int number)
{
    lay(l, ata_gpu_orders[4], count, count, (const int[2]){0, 0}, 0, false);
    return number == 0 ? 1 : -1;
}

static bool is_remote(const ata_gpu_shape *shape, int s)
{
    return shape->cluster > 1 && s == shape->cluster_stage;
}

int ata_gpu_layout_least(const ata_gpu_shape *shape, int s)
{
    const int here = 2 * (shape->real_bytes == 4 ? 5 * shape->points / 2 : 5 * shape->points);
    return here + (is_remote(shape, s) ? 4 * shape->real_bytes * shape->points : 0);
}

ata_gpu_layout ata_gpu_layout_find(const ata_gpu_shape *shape, int s, int limit)
{
    const ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    const bool remote = is_remote(shape, s);
    /* What lies there: what stage s + 1 has, its register's digit being the leading one of p. */
    const int count[3] = {shape->lines, b->count[ATA_K], b->count[ATA_P] * b->radix};
    const int least = ata_gpu_layout_least(shape, s), p_split = split_behind(shape, s);
    const int low[3] = {count[ATA_C], low_count(shape, ATA_K, count[ATA_K]),
                        count[ATA_P] < p_split ? count[ATA_P] : p_split};
    /* What at least comes to the cost of reading and writing, and before that to the cost of writing. */
    const bool full = shape->threads >= ATA_WARP; /* others cost less */
    const int pieces = full && remote ? 4 * shape->real_bytes * shape->points : 0;
    const int more = full ? (least + pieces) / 2 : 0;
    ata_gpu_layout best = {.cost = limit}, l;
    for (int next = 0; (next = shape->plain ? lay_plain(&l, count, next) : lay_number(&l, count, low, next)) >= 0;) {
        int out[ATA_COORDINATES], in[ATA_COORDINATES];
        write_strides(shape, a, l.stride, out);
        l.out_pair = find_pair(shape, a, out, true, remote);
        l.cost = cost_of(shape, &a->writes, out, l.out_pair, best.cost - more);
        if (l.cost + more > best.cost) continue;
        read_strides(b, p_split, l.stride, in);
        l.in_pair = find_pair(shape, b, in, false, false);
        l.cost += cost_of(shape, &b->reads, in, l.in_pair, best.cost - l.cost - pieces);
        if (l.cost + pieces > best.cost) continue;
        if (remote) l.cost += remote_cost(shape, a, out, l.out_pair);
        if (l.cost < best.cost || (l.cost == best.cost && best.size > 0 && l.size < best.size)) best = l;
        if (best.cost == least) return best;
    }
    return best;
}

void ata_gpu_layout_set(ata_gpu_shape *shape, int s, const ata_gpu_layout *l)
{
    ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    write_strides(shape, a, l->stride, a->out);
    read_strides(b, split_behind(shape, s), l->stride, b->in);
    a->out_rank = is_remote(shape, s) ? rank_stride(shape, a, a->out) : 0;
    a->out_pair = l->out_pair;
    b->in_pair = l->in_pair;
    if (l->size > shape->shared_elements) shape->shared_elements = l->size;
}
