/* execute.c - what was built, launched: pass after pass, on arrays of the device, or of the host by way of it. */
#include <string.h>

#include "engine/gpu/built.h"
#include "engine/gpu/places.h"
#include "engine/gpu/relay.h"

size_t ata_gpu_scratch(const ata_built *built)
{
    return built->array_bytes * (size_t)built->array_count + built->counter_bytes;
}

/* --- Launches ----------------------------------------------------------------------------------------------------- */

/* Whether an end's pointers are multiples of what it accesses at once. */
static bool is_aligned(const ata_gpu_end *end, bool ahead, const void *re, const void *im)
{
    const int64_t bytes = end->vector * ata_type_bytes(end->type) * (end->split ? 1 : 2);
    const uintptr_t mask = (uintptr_t)(ahead && bytes < 16 ? 16 : bytes) - 1;
    return (((uintptr_t)re | (uintptr_t)(end->split ? im : NULL)) & mask) == 0;
}

typedef struct array {
    void *re, *im; /* im: of split ones */
} array;

static array array_of(const ata_built *built, const ata_arrays *arrays, ata_gpu_array which, const ata_gpu_end *end)
{
    if (end->real) {
        char *re = which == ATA_GPU_IN ? (char *)arrays->in : arrays->out;
        return (array){re, re + end->imag * ata_type_bytes(end->type)};
    }
    switch (which) {
    case ATA_GPU_IN: return (array){(void *)arrays->in, (void *)arrays->in_imag};
    case ATA_GPU_OUT: return (array){arrays->out, arrays->out_imag};
    case ATA_GPU_SCRATCH: return (array){arrays->scratch, NULL};
    default: return (array){(char *)arrays->scratch + built->array_bytes, NULL};
    }
}

/* Whether blocks of the next kernel may come while this one is at work: as soon as all of its own have begun. If it has
 * about as many as there are multiprocessors, those that come would crowd on the few that are free; then they come when
 * its last block has ended, which still hides the launch. */
static bool is_early(const ata_built *built, const ata_gpu_pass *pass)
{
    const int64_t few = 16, many = 8 * (int64_t)built->machine->limits(built->device)->multiprocessors;
    const int64_t blocks = pass->tiles * pass->kernel.shape.cluster;
    return blocks <= few || blocks >= many;
}

static ata_kernel_arguments arguments_of(const ata_built *built, const ata_gpu_pass *pass, const ata_arrays *arrays)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    ata_kernel_arguments a;
    memset(&a, 0, sizeof a);
    const array in = array_of(built, arrays, pass->from, &kernel->in);
    const array out = array_of(built, arrays, pass->to, &kernel->out);
    a.in = in.re;
    a.in_imag = in.im;
    a.out = out.re;
    a.out_imag = out.im;
    a.tables = pass->tables;
    for (int l = 0; l < kernel->loops; l++) {
        a.count[l] = (unsigned int)pass->loop[l].count;
        a.in_stride[l] = pass->loop[l].in;
        a.out_stride[l] = pass->loop[l].out;
    }
    a.tiles = (unsigned int)ata_gpu_tile_count(pass);
    a.tile_count = (unsigned int)pass->tiles;
    a.ahead = (unsigned int)pass->ahead;
    a.scale = pass->scale;
    a.early = is_early(built, pass);
    a.aligned = (is_aligned(&kernel->in, kernel->shape.fetch_ahead, a.in, a.in_imag) ? 1u : 0u) |
                (is_aligned(&kernel->out, false, a.out, a.out_imag) ? 2u : 0u);
    return a;
}

/* A sweep and the next in one launch, of as many blocks as there is room for. */
static ata_status launch_both(const ata_built *built, const ata_gpu_pass *pass, const ata_arrays *arrays)
{
    const int64_t room =
        (int64_t)built->machine->limits(built->device)->multiprocessors * pass->kernel.shape.blocks_wanted;
    const int64_t tiles = pass[0].tiles + pass[1].tiles;
    ata_relay_arguments a;
    memset(&a, 0, sizeof a);
    for (int sweep = 0; sweep < 2; sweep++) a.sweep[sweep] = arguments_of(built, &pass[sweep], arrays);
    ata_gpu_relay_set(pass, &a);
    a.counters = (void *)((char *)arrays->scratch + built->array_bytes * (size_t)built->array_count);
    ATA_TRY(built->machine->clear(built->device, a.counters, ata_gpu_relay_bytes(pass), arrays->stream));
    const ata_launch launch = {.blocks = tiles < room ? tiles : room,
                               .arguments = &a,
                               .argument_bytes = sizeof a,
                               .bytes_written = pass[0].bytes_written + pass[1].bytes_written,
                               .stream = arrays->stream,
                               .alone = true}; /* its counters are cleared first */
    return built->machine->launch(built->device, pass->loaded, &launch);
}

static ata_status launch(const ata_built *built, const ata_gpu_pass *pass, const ata_arrays *arrays)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    if (ata_gpu_is_launched_before(pass)) return ATA_OK;
    if (pass->share.chunks > 0) return launch_both(built, pass, arrays);
    const ata_kernel_arguments a = arguments_of(built, pass, arrays);
    const ata_launch launch = {.blocks = pass->tiles * shape->cluster,
                               .arguments = &a,
                               .argument_bytes = sizeof a,
                               .bytes_written = pass->bytes_written,
                               .stream = arrays->stream};
    return built->machine->launch(built->device, pass->loaded, &launch);
}

/* The launches of one execution come one after another in the stream: another thread's must not come between them,
 * where both may use the plan's scratch. */
static ata_status run(const void *context, const ata_arrays *arrays)
{
    const ata_built *built = context;
    pthread_mutex_t *lock = ata_gpu_scratch(built) > 0 ? (pthread_mutex_t *)&built->lock : NULL;
    ata_status status = ATA_OK;
    if (lock) pthread_mutex_lock(lock);
    for (int p = 0; p < built->pass_count && status == ATA_OK; p++) status = launch(built, &built->pass[p], arrays);
    if (lock) pthread_mutex_unlock(lock);
    return status;
}

/* --- Arrays ------------------------------------------------------------------------------------------------------- */

static ata_status check_device_arrays(const ata_built *built, const ata_arrays *arrays)
{
    const ata_gpu_end *in = &built->pass[0].kernel.in, *out = &built->pass[built->pass_count - 1].kernel.out;
    const int64_t in_bytes = ata_type_bytes(in->type) * (in->split || in->real ? 1 : 2);
    const int64_t out_bytes = ata_type_bytes(out->type) * (out->split || out->real ? 1 : 2);
    ATA_TRY(ata_gpu_address_check(arrays->in, in_bytes, "in"));
    ATA_TRY(ata_gpu_address_check(arrays->out, out_bytes, "out"));
    if (in->split && !in->real) ATA_TRY(ata_gpu_address_check(arrays->in_imag, in_bytes, "in_imag"));
    return out->split && !out->real ? ata_gpu_address_check(arrays->out_imag, out_bytes, "out_imag") : ATA_OK;
}

static const char *name_of(ata_memory_home home)
{
    return home == ATA_HOME_HOST ? "host" : "device";
}

/* Every array that is used has to lie where the input does. */
static ata_status check_home(const ata_built *built, const void *pointer, const char *field, ata_memory_home in)
{
    ata_memory_home home;
    ATA_TRY(ata_gpu_home_find(built->machine, built->device, pointer, field, &home));
    if (home == in) return ATA_OK;
    return ata_fail(
        ATA_ERROR_PLACE, field, name_of(home), name_of(in),
        "in lies in the memory of the %s and %s in that of the %s; pass all on the host or all on the device",
        name_of(in), field, name_of(home));
}

static ata_status check_homes(const ata_built *built, const ata_arrays *arrays, ata_memory_home in)
{
    if (arrays->out != arrays->in) ATA_TRY(check_home(built, arrays->out, "out", in));
    if (arrays->in_imag) ATA_TRY(check_home(built, arrays->in_imag, "in_imag", in));
    if (arrays->out_imag && arrays->out_imag != arrays->in_imag)
        ATA_TRY(check_home(built, arrays->out_imag, "out_imag", in));
    if (ata_gpu_scratch(built) == 0) return ATA_OK;
    ata_memory_home scratch;
    ATA_TRY(ata_gpu_home_find(built->machine, built->device, arrays->scratch, "scratch", &scratch));
    if (scratch != ATA_HOME_DEVICE)
        return ata_fail(ATA_ERROR_SCRATCH, "scratch", "host", "device",
                        "scratch lies in the memory of the host; a plan on a GPU needs it on the device");
    return ATA_OK;
}

ata_status ata_gpu_execute(const ata_built *built, const ata_arrays *arrays)
{
    ata_memory_home in;
    ATA_TRY(ata_gpu_home_find(built->machine, built->device, arrays->in, "in", &in));
    ATA_TRY(check_homes(built, arrays, in));
    if (in == ATA_HOME_HOST) return ata_gpu_host_run(built->host, arrays, run, built);
    ATA_TRY(check_device_arrays(built, arrays));
    return run(built, arrays);
}
