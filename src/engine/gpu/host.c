/* host.c - arrays of the host, and those on the device that stand for them. */
#include "engine/gpu/host.h"

#include <pthread.h>

#include "core/memory.h"
#include "problem/problem.h"

struct ata_gpu_host {
    const ata_machine *machine;
    ata_device *device;
    ata_extent extent;
    bool in_place;
    bool split_in, split_out;
    bool gaps;       /* the output has places that are not written and have to stay as they are */
    void *memory[4]; /* on the device: in, in_imag, out, out_imag; made for the first execution */
    pthread_mutex_t lock;
};

ata_status ata_gpu_host_create(ata_gpu_host **host, const ata_problem *problem, const ata_machine *machine,
                               ata_device *device)
{
    ATA_TRY(ata_memory_create_zeroed((void **)host, 1, sizeof **host, "executions on arrays of the host"));
    ata_gpu_host *h = *host;
    h->machine = machine;
    h->device = device;
    h->in_place = problem->place == ATA_IN_PLACE;
    h->split_in = problem->layout == ATA_SPLIT && ata_kind_complex_in(problem->kind);
    h->split_out = problem->layout == ATA_SPLIT && ata_kind_complex_out(problem->kind);
    ata_problem_reach(problem, &h->extent);
    h->gaps = !ata_problem_is_dense_out(problem);
    pthread_mutex_init(&h->lock, NULL);
    return ATA_OK;
}

void ata_gpu_host_destroy(ata_gpu_host *host)
{
    if (!host) return;
    for (int i = 0; i < 4; i++)
        if (host->memory[i]) host->machine->release(host->device, host->memory[i]);
    pthread_mutex_destroy(&host->lock);
    ata_memory_destroy(host);
}

static bool has(const ata_gpu_host *host, int i)
{
    const bool split = i < 2 ? host->split_in : host->split_out;
    return (i % 2 == 0 || split) && (i < 2 || !host->in_place);
}

static ata_status allocate(ata_gpu_host *host)
{
    for (int i = 0; i < 4; i++) {
        if (!has(host, i) || host->memory[i]) continue;
        const int64_t bytes = i < 2 ? host->extent.in_bytes : host->extent.out_bytes;
        ATA_TRY(
            host->machine->allocate(host->device, (size_t)bytes, i < 2 ? "an input" : "an output", &host->memory[i]));
    }
    return ATA_OK;
}

static ata_status copy_all(ata_gpu_host *host, const ata_arrays *arrays,
                           ata_status (*run)(const void *context, const ata_arrays *arrays), const void *context)
{
    const ata_extent *e = &host->extent;
    const size_t in_bytes = (size_t)e->in_bytes, out_bytes = (size_t)e->out_bytes;
    const char *from[2] = {arrays->in, arrays->in_imag};
    char *to[2] = {arrays->out, arrays->out_imag};
    char *in[2], *out[2];
    ATA_TRY(allocate(host));
    for (int i = 0; i < 2; i++) {
        in[i] = host->memory[i] ? (char *)host->memory[i] + e->in_before : NULL;
        out[i] = host->in_place ? in[i] : host->memory[2 + i] ? (char *)host->memory[2 + i] + e->out_before : NULL;
        if (has(host, i))
            ATA_TRY(host->machine->copy_in(host->device, in[i] - e->in_before, from[i] - e->in_before, in_bytes,
                                           arrays->stream));
        if (host->gaps && has(host, 2 + i))
            ATA_TRY(host->machine->copy_in(host->device, out[i] - e->out_before, to[i] - e->out_before, out_bytes,
                                           arrays->stream));
    }
    ata_arrays there = *arrays;
    there.in = in[0];
    there.in_imag = in[1];
    there.out = out[0];
    there.out_imag = out[1];
    ATA_TRY(run(context, &there));
    for (int i = 0; i < 2; i++)
        if (out[i])
            ATA_TRY(host->machine->copy_out(host->device, to[i] - e->out_before, out[i] - e->out_before, out_bytes,
                                            arrays->stream));
    return ATA_OK;
}

ata_status ata_gpu_host_run(ata_gpu_host *host, const ata_arrays *arrays,
                            ata_status (*run)(const void *context, const ata_arrays *arrays), const void *context)
{
    pthread_mutex_lock(&host->lock);
    const ata_status status = copy_all(host, arrays, run, context);
    pthread_mutex_unlock(&host->lock);
    return status;
}
