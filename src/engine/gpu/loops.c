/* loops.c - lists of loops: made, merged, given to a pass. */
#include "engine/gpu/loops.h"

#include <math.h>

void ata_gpu_loops_add(ata_gpu_loops *list, int64_t count, int64_t in, int64_t out, int leg)
{
    if (count > 1) list->loop[list->count++] = (ata_gpu_loop){count, in, out, leg};
}

void ata_gpu_loops_add_dim(ata_gpu_loops *list, const ata_gpu_pass *pass, const ata_problem *problem, int d)
{
    const bool cut = pass->share.chunks > 0 && pass->share.d == d && pass->share.digits == 0;
    const int64_t all = d >= 0 ? ata_problem_length_between(problem, d) : problem->batch[-1 - d].n;
    ata_gpu_loops_add(list, cut ? pass->share.n : all, ata_gpu_stride(problem, pass->from, d),
                      ata_gpu_stride(problem, pass->to, d), -1);
}

void ata_gpu_loops_add_known(ata_gpu_loops *list, const ata_gpu_pass *pass, int d, int64_t count, int64_t in,
                             int64_t out)
{
    const ata_gpu_share *share = &pass->share;
    if (share->chunks == 0 || share->d != d || share->digits == 0) {
        ata_gpu_loops_add(list, count, in, out, -1);
        return;
    }
    ata_gpu_loops_add(list, share->n, in, out, -1);
    ata_gpu_loops_add(list, count / share->digits, share->digits * in, share->digits * out, -1);
}

void ata_gpu_loops_add_batch(ata_gpu_loops *list, const ata_gpu_pass *pass, const ata_problem *problem)
{
    for (int b = 0; b < problem->batch_rank; b++) ata_gpu_loops_add_dim(list, pass, problem, -1 - b);
}

void ata_gpu_loops_add_chunks(ata_gpu_loops *list, const ata_gpu_pass *pass, const ata_problem *problem)
{
    const ata_gpu_share *share = &pass->share;
    if (share->chunks == 0) return;
    if (list->count == 0) list->loop[list->count++] = (ata_gpu_loop){1, 0, 0, -1};
    const int64_t in = share->n * ata_gpu_stride(problem, pass->from, share->d);
    const int64_t out = share->n * ata_gpu_stride(problem, pass->to, share->d);
    ata_gpu_loops_add(list, share->digits > 0 ? share->digits / share->n : share->chunks, in, out, -1);
    if (share->digits > 0) ata_gpu_loops_add_batch(list, pass, problem); /* each transform has its own */
}

static void swap(ata_gpu_loop *a, ata_gpu_loop *b)
{
    const ata_gpu_loop saved = *a;
    *a = *b;
    *b = saved;
}

void ata_gpu_loops_merge(ata_gpu_loops *list)
{
    for (int i = 0; i < list->count; i++)
        for (int j = i + 1; j < list->count; j++)
            if (ata_gpu_magnitude(list->loop[j].in) < ata_gpu_magnitude(list->loop[i].in))
                swap(&list->loop[i], &list->loop[j]);
    for (int i = 0; i + 1 < list->count;) {
        ata_gpu_loop *a = &list->loop[i], *b = &list->loop[i + 1];
        const bool counted = a->count <= INT32_MAX / b->count; /* by a kernel */
        if (counted && a->leg < 0 && b->leg < 0 && b->in == a->count * a->in && b->out == a->count * a->out) {
            a->count *= b->count;
            for (int j = i + 1; j + 1 < list->count; j++) list->loop[j] = list->loop[j + 1];
            list->count--;
        } else i++;
    }
}

void ata_gpu_loops_take_first(ata_gpu_loops *list, int i)
{
    if (i > 0) swap(&list->loop[0], &list->loop[i]);
}

ata_status ata_gpu_loops_give(const ata_gpu_loops *list, ata_gpu_pass *pass)
{
    if (list->count > ATA_KERNEL_LOOPS)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "batch_rank", "", "fewer dimensions",
                        "batch: the GPU repeats over at most %d dimensions that do not continue each other",
                        ATA_KERNEL_LOOPS);
    for (int l = 0; l < list->count; l++) pass->loop[l] = list->loop[l];
    if (list->count == 0) pass->loop[0] = (ata_gpu_loop){1, 0, 0, -1};
    pass->kernel.loops = list->count > 0 ? list->count : 1;
    pass->kernel.in.line = pass->loop[0].in;
    pass->kernel.out.line = pass->loop[0].out;
    return ATA_OK;
}

ata_status ata_gpu_loops_count(ata_gpu_pass *pass, const ata_problem *problem, int64_t groups)
{
    double tiles = (double)ata_gpu_tile_count(pass) * (double)groups;
    bool counted = pass->loop[0].count <= INT32_MAX;
    for (int l = 1; l < pass->kernel.loops; l++) {
        counted = counted && pass->loop[l].count <= INT32_MAX;
        tiles *= (double)pass->loop[l].count;
    }
    const double most = (double)(INT32_MAX / pass->kernel.shape.cluster);
    pass->tiles = counted && tiles <= most ? (int64_t)tiles : 0;
    if (pass->tiles > 0) return ATA_OK;
    const double batch = (double)ata_problem_batch_count(problem);
    if (batch > 1 && ceil(tiles / batch) <= most)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "batch", "", "fewer transforms",
                        "batch: too many transforms for one launch on a GPU; execute parts of it");
    return ata_fail(ATA_ERROR_UNSUPPORTED, "dim", "", "fewer points",
                    "dim: too many lines for one launch on a GPU; use the engine \"cpu\"");
}
