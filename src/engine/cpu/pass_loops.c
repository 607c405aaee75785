/* pass_loops.c - loops added, put in order, and followed. */
#include "engine/cpu/pass_loops.h"

#include <stdlib.h>

void ata_loops_add(ata_loops *loops, int64_t n, int64_t in, int64_t out, bool is_rest)
{
    if (n > 1) loops->loop[loops->count++] = (ata_loop){n, in, out, is_rest};
}

void ata_loops_add_others(ata_loops *loops, const ata_problem *problem, int dim, const ata_view *in,
                          const ata_view *out)
{
    for (int b = 0; b < problem->batch_rank; b++)
        ata_loops_add(loops, problem->batch[b].n, in->batch[b], out->batch[b], false);
    for (int d = 0; d < problem->rank; d++)
        if (d != dim) ata_loops_add(loops, ata_problem_length_between(problem, d), in->dim[d], out->dim[d], false);
}

static void merge(ata_loops *loops)
{
    for (bool merged = true; merged;) {
        merged = false;
        for (int a = 0; a < loops->count && !merged; a++)
            for (int b = 0; b < loops->count && !merged; b++) {
                const ata_loop *outer = &loops->loop[a];
                ata_loop *inner = &loops->loop[b];
                if (a == b || outer->is_rest || inner->is_rest) continue;
                if (outer->in != inner->in * inner->n || outer->out != inner->out * inner->n) continue;
                inner->n *= outer->n;
                loops->loop[a] = loops->loop[--loops->count];
                merged = true;
            }
    }
}

static int64_t reach(const ata_loop *loop)
{
    return llabs(loop->in) + llabs(loop->out);
}

void ata_loops_arrange(ata_loops *loops)
{
    merge(loops);
    for (int a = 1; a < loops->count; a++)
        for (int b = a; b > 0 && reach(&loops->loop[b]) > reach(&loops->loop[b - 1]); b--) {
            const ata_loop swap = loops->loop[b];
            loops->loop[b] = loops->loop[b - 1];
            loops->loop[b - 1] = swap;
        }
}

ata_loop ata_loops_take(ata_loops *loops)
{
    return loops->count > 0 ? loops->loop[--loops->count] : (ata_loop){.n = 1};
}

ata_loop ata_loops_take_long(ata_loops *loops, int64_t least)
{
    int i = loops->count - 1;
    while (i >= 0 && loops->loop[i].n < least) i--;
    if (i < 0) return ata_loops_take(loops);
    const ata_loop taken = loops->loop[i];
    for (loops->count--; i < loops->count; i++) loops->loop[i] = loops->loop[i + 1];
    return taken;
}

int64_t ata_loops_count(const ata_loops *loops)
{
    int64_t count = 1;
    for (int i = 0; i < loops->count; i++) count *= loops->loop[i].n;
    return count;
}

ata_offset ata_loops_at(const ata_loops *loops, int64_t index)
{
    ata_offset place = {0, 0, 0};
    for (int i = loops->count - 1; i >= 0; i--) {
        const ata_loop *loop = &loops->loop[i];
        const int64_t at = index % loop->n;
        index /= loop->n;
        place.in += at * loop->in;
        place.out += at * loop->out;
        if (loop->is_rest) place.rest = at;
    }
    return place;
}
