/* engine.c - the GPU engine: passes made into kernels and tables on a device, and launched one after another. */
#include "engine/gpu/engine.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "engine/gpu/factors.h"
#include "engine/gpu/fold.h"
#include "engine/gpu/host.h"
#include "engine/gpu/pass.h"
#include "engine/gpu/places.h"
#include "engine/gpu/plane.h"
#include "engine/gpu/real.h"
#include "engine/gpu/relay.h"
#include "engine/gpu/reorder.h"
#include "engine/gpu/tiled.h"
#include "engine/gpu/tuning.h"
#include "engine/gpu/window.h"

enum { PRELUDE_BYTES = 24576, MOST_POINTS = 1 << 20, MOST_FACTORS = 1 << 25 };

struct ata_built {
    const ata_machine *machine;
    ata_device *device; /* the site's, which outlives this */
    size_t array_bytes; /* of one scratch array */
    int array_count;
    size_t counter_bytes; /* of scratch, behind the arrays: the counters of relays */
    pthread_mutex_t lock; /* for executions that share the plan's scratch */
    ata_gpu_host *host;   /* for arrays in the memory of the host */
    int pass_count;
    ata_gpu_pass pass[];
};

/* --- Sites -------------------------------------------------------------------------------------------------------- */

ata_status ata_gpu_open(const ata_machine *machine, int number, ata_site **site)
{
    ata_device *device;
    ATA_TRY(machine->open(number, &device));
    const ata_status status = ata_memory_create((void **)site, 1, sizeof **site, "a plan's GPU");
    if (status != ATA_OK) {
        machine->close(device);
        return status;
    }
    **site = (ata_site){machine, device};
    return ATA_OK;
}

void ata_gpu_close(ata_site *site)
{
    site->machine->close(site->device);
    ata_memory_destroy(site);
}

ata_status ata_gpu_scratch_create(ata_site *site, size_t bytes, void **scratch)
{
    return site->machine->allocate(site->device, bytes, "a plan's scratch", scratch);
}

void ata_gpu_scratch_destroy(ata_site *site, void *scratch)
{
    site->machine->release(site->device, scratch);
}

/* --- Questions ---------------------------------------------------------------------------------------------------- */

ata_status ata_gpu_takes(const ata_problem *problem)
{
    const ata_kind kind = problem->kind;
    if (kind != ATA_C2C && kind != ATA_R2C && kind != ATA_C2R && kind != ATA_REVERSE)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "kind", ata_kind_name(kind), "c2c, r2c, c2r or reverse",
                        "kind is %s; on a GPU there are c2c, r2c, c2r and reverse so far: use the engine \"cpu\"",
                        ata_kind_name(kind));
    for (int d = 0; d < problem->rank; d++) {
        const int64_t n = problem->dim[d].n;
        if ((n & (n - 1)) == 0 && n <= (int64_t)1 << 30) continue;
        char field[48], value[24];
        snprintf(field, sizeof field, "dim[%d].n", d);
        snprintf(value, sizeof value, "%lld", (long long)n);
        return ata_fail(ATA_ERROR_UNSUPPORTED, field, value, "a power of two up to 2^30",
                        "%s is %s; on a GPU there are powers of two up to 2^30 so far: use the engine \"cpu\"", field,
                        value);
    }
    return ATA_OK;
}

/* Whether it is the numbers of two bytes, in lines one after another, that some ways and rows are for. */
static bool is_narrow(const ata_problem *problem)
{
    const ata_dim *line = &problem->dim[0];
    return ata_type_bytes(problem->type) == 2 && ata_type_bytes(problem->type_in) == 2 &&
           ata_type_bytes(problem->type_out) == 2 && line->stride_in == 1 && line->stride_out == 1;
}

ata_costs ata_gpu_costs(const ata_site *site, const ata_problem *problem)
{
    const ata_device_limits *limits = site->machine->limits(site->device);
    const int bytes = (int)ata_type_bytes(ata_problem_compute_type(problem));
    const ata_gpu_tuning *tuning = ata_gpu_tuning_find(limits, bytes);
    ata_costs costs = {.ways = tuning->ways,
                       .columns = tuning->columns,
                       .short_ways = ata_gpu_tuning_80[bytes == 8].ways,
                       .real = tuning->real,
                       .sweeps = tuning->sweeps};
    if (problem->rank == 1) {
        /* Where all data fits the cache, a second pass costs less than what a cluster's blocks wait for each other. */
        const bool cached = (double)ata_problem_minimal_bytes(problem) <= tuning->cached * (double)limits->cache_bytes;
        if (problem->order != ATA_NATURAL) costs.few = tuning->reversed;
        else if (cached) costs.few = tuning->few;
        else if (is_narrow(problem)) costs.few = tuning->narrow_ways;
        else if (ata_gpu_relay_expected(problem, limits, tuning)) costs.few = tuning->relayed;
        costs.few_backwards = problem->order != ATA_NATURAL && problem->direction == ATA_INVERSE;
    }
    /* A complex point in a pass at the speed of memory, 4 bytes a picosecond; whatever its stages do is hidden behind
     * that. */
    costs.pass = 2 * (double)(ata_type_bytes(problem->type_in) + ata_type_bytes(problem->type_out)) / 4000;
    costs.lanes = costs.narrowest = 1;
    costs.out_of_cache = 1;
    costs.cache_points = costs.split_points = costs.pass_points = (int64_t)1 << 30;
    for (int radix = 1; radix < ATA_COSTS_RADICES; radix *= 2) costs.radix[radix] = costs.pass / 100;
    for (int op = 0; op < ATA_OP_COUNT; op++) costs.bias[op] = 1;
    return costs;
}

/* Reorderings, and what goes with them. */
static ata_status check_forms(const ata_problem *problem, const ata_recipe *recipe)
{
    const bool real = ata_problem_is_real_dim(problem, problem->rank - 1);
    for (int p = 0; p < recipe->pass_count; p++) {
        const ata_pass *pass = &recipe->pass[p];
        const bool usual = pass->form == ata_form_of(problem) && pass->reorder == ATA_REORDER_NONE && pass->lines == 0;
        if (real && !usual)
            return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "another recipe",
                            "recipe: on a GPU reorderings, other forms than the problem's and lines=COUNT are for "
                            "complex points; leave them out");
        if ((pass->lines & (pass->lines - 1)) == 0 && pass->lines * ata_recipe_place(recipe, p).n <= MOST_POINTS)
            continue;
        char value[24];
        snprintf(value, sizeof value, "lines=%d", pass->lines);
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", value, "a power of two",
                        "recipe: %s: on a GPU the lines of a tile are a power of two, and have at most 2^20 points; "
                        "choose another number",
                        value);
    }
    return ATA_OK;
}

ata_status ata_gpu_can_run(const ata_problem *problem, const ata_recipe *recipe)
{
    ATA_TRY(ata_gpu_takes(problem));
    ATA_TRY(check_forms(problem, recipe));
    ata_recipe expanded;
    ATA_TRY(ata_gpu_real_expand(recipe, &expanded));
    ATA_TRY(ata_gpu_fold_check(problem, &expanded));
    ATA_TRY(ata_gpu_plane_check(problem, &expanded));
    for (int s = 0; s < expanded.steps.count; s++) {
        const ata_step *step = &expanded.steps.step[s];
        if (step->op == ATA_OP_RADIX && (step->n & (step->n - 1)) == 0 && step->n <= ATA_GPU_RADIX) continue;
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "radices 2, 4, 8, 16, 32 and 64",
                        "recipe: on a GPU there are stages of radix 2, 4, 8, 16, 32 and 64 so far");
    }
    for (int p = 0; p < expanded.pass_count; p = ata_recipe_sweep_end(&expanded, p)) {
        const int end = ata_recipe_sweep_end(&expanded, p);
        int stages = 0;
        int64_t points = 1;
        for (int q = p; q < end; q++) {
            stages += expanded.pass[q].count;
            const int64_t n = ata_recipe_place(&expanded, q).n;
            points = n > MOST_POINTS || points > MOST_POINTS ? MOST_POINTS + 1 : points * n;
        }
        if (points > MOST_POINTS)
            return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "shorter passes",
                            "recipe: a pass of more than 2^20 points is beyond any GPU; split it into shorter passes");
        const bool real = ata_problem_is_real_dim(problem, problem->rank - 1); /* may have one more */
        if (stages > ATA_GPU_STAGES - (real ? 1 : 0) || end - p > ATA_GPU_LEGS)
            return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "fewer stages in a pass",
                            "recipe: on a GPU a pass has at most %d stages (%d of real points), along at most %d "
                            "dimensions; use more passes or larger radices",
                            ATA_GPU_STAGES, ATA_GPU_STAGES - 1, ATA_GPU_LEGS);
    }
    return ATA_OK;
}

size_t ata_gpu_scratch(const ata_built *built)
{
    return built->array_bytes * (size_t)built->array_count + built->counter_bytes;
}

/* --- Building ----------------------------------------------------------------------------------------------------- */

static ata_status upload_tables(const ata_built *built, ata_gpu_pass *pass, const double *window)
{
    ata_gpu_shape *shape = &pass->kernel.shape;
    pass->kernel.window.at = ata_gpu_factors_place(shape);
    const int64_t count = pass->kernel.window.at + pass->kernel.window.count;
    if (count == 0) return ATA_OK;
    if (pass->kernel.window.at > MOST_FACTORS)
        return ata_fail(ATA_ERROR_UNSUPPORTED, "recipe", "", "a longer pass before long ones",
                        "recipe: the factors behind a pass of %lld points would take %lld numbers; begin with longer "
                        "passes",
                        (long long)shape->n, (long long)pass->kernel.window.at);
    const size_t bytes = (size_t)count * 2 * (size_t)shape->real_bytes;
    void *tables;
    ATA_TRY(ata_memory_create(&tables, bytes, 1, "twiddle factors"));
    ata_status status = ata_gpu_factors_write(shape, tables);
    if (window) ata_gpu_window_write(&pass->kernel, window, tables);
    if (status == ATA_OK)
        status = built->machine->allocate(built->device, bytes, "twiddle factors on the GPU", &pass->tables);
    if (status == ATA_OK) status = built->machine->copy_in(built->device, pass->tables, tables, bytes, NULL);
    ata_memory_destroy(tables);
    return status;
}

static ata_status load_kernel(const ata_built *built, ata_gpu_pass *pass)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    const bool moves = pass->reorder.kind != ATA_REORDER_NONE;
    const bool side_by_side = kernel->shape.lines_in || kernel->shape.lines_out;
    char title[96], *prelude;
    snprintf(title, sizeof title, "%s %s to %s, %lld points%s",
             moves ? ata_reorder_name(pass->reorder.kind) : ata_gpu_real_title(kernel), ata_type_name(kernel->in.type),
             ata_type_name(kernel->out.type), (long long)kernel->shape.n,
             moves          ? ""
             : side_by_side ? ", side by side"
                            : ", one after another");
    const bool relayed = pass->share.chunks > 0; /* with the next one */
    int64_t shared = kernel->shape.shared_elements;
    if (relayed && pass[1].kernel.shape.shared_elements > shared) shared = pass[1].kernel.shape.shared_elements;
    ATA_TRY(ata_memory_create((void **)&prelude, 3 * PRELUDE_BYTES, 1, "the constants of a kernel"));
    ata_text text = {prelude, PRELUDE_BYTES, 0}, between = {prelude + PRELUDE_BYTES, 2 * PRELUDE_BYTES, 0};
    if (moves) ata_gpu_reorder_prelude_write(pass, &text);
    else ata_gpu_prelude_write(kernel, &text);
    if (relayed) ata_gpu_relay_write(pass, prelude, &between);
    const ata_kernel_text source = {.title = title,
                                    .name = moves     ? "reorder"
                                            : relayed ? "relay"
                                                      : "pass",
                                    .prelude = prelude,
                                    .between = relayed ? between.buffer : NULL,
                                    .shared_bytes = shared * 2 * kernel->shape.real_bytes,
                                    .threads = kernel->shape.threads,
                                    .cluster = kernel->shape.cluster,
                                    .balanced = kernel->shape.balanced,
                                    .blocks = kernel->shape.blocks_wanted};
    const ata_status status = built->machine->load(built->device, &source, &pass->loaded);
    ata_memory_destroy(prelude);
    return status;
}

/* Compiling takes a few hundred milliseconds a kernel: those of several passes are made ready at once. */
typedef struct loading {
    const ata_built *built;
    ata_gpu_pass *pass;
    pthread_t thread;
    bool started;
    ata_status status;
    ata_error error; /* of that thread */
} loading;

static void *load_in_thread(void *context)
{
    loading *l = context;
    l->status = load_kernel(l->built, l->pass);
    if (l->status != ATA_OK) l->error = *ata_error_last();
    return NULL;
}

/* Whether the pass before has this one in its launch. */
static bool is_launched_before(const ata_gpu_pass *pass)
{
    return pass->share.chunks > 0 && pass->share.second;
}

/* How long the kernel of a pass takes to compile, roughly: by the points that a thread has, once for each stage. */
static int weight_of(const ata_gpu_pass *pass)
{
    int weight = 0;
    for (int sweep = 0; sweep < (pass->share.chunks > 0 ? 2 : 1); sweep++)
        weight += pass[sweep].kernel.shape.points * pass[sweep].kernel.shape.stage_count;
    return weight;
}

/* The kernels that there are to load, those that take longest first: the compiler reads one text at a time. */
static int list_kernels(ata_built *built, loading *all)
{
    int count = 0;
    for (int p = 0; p < built->pass_count; p++) {
        if (is_launched_before(&built->pass[p])) continue;
        int i = count++;
        for (; i > 0 && weight_of(all[i - 1].pass) < weight_of(&built->pass[p]); i--) all[i] = all[i - 1];
        all[i] = (loading){.built = built, .pass = &built->pass[p]};
    }
    return count;
}

static ata_status load_kernels(ata_built *built)
{
    loading *all;
    ATA_TRY(ata_memory_create_zeroed((void **)&all, (size_t)built->pass_count, sizeof *all, "the kernels of a plan"));
    const int count = list_kernels(built, all);
    for (int i = 0; i + 1 < count; i++)
        all[i].started = pthread_create(&all[i].thread, NULL, load_in_thread, &all[i]) == 0;
    for (int i = 0; i < count; i++)
        if (!all[i].started) load_in_thread(&all[i]);
    ata_status status = ATA_OK;
    for (int i = count - 1; i >= 0; i--) {
        if (all[i].started) pthread_join(all[i].thread, NULL);
        if (all[i].status == ATA_OK) continue;
        status = all[i].status;
        ata_error_restore(&all[i].error);
    }
    ata_memory_destroy(all);
    return status;
}

/* A recipe that is expanded. */
static ata_status build_passes(ata_built *built, const ata_problem *problem, const ata_recipe *recipe,
                               const ata_device_limits *limits, const ata_gpu_tuning *tuning, const double *window)
{
    ata_gpu_array route[ATA_MAX_PASSES + 1];
    built->array_count = ata_gpu_route(problem, recipe, route);
    built->array_bytes = ata_memory_round((size_t)ata_gpu_scratch_bytes(problem));
    for (int p = 0; p < recipe->pass_count; p = ata_recipe_sweep_end(recipe, p)) {
        const int index = built->pass_count;
        ata_gpu_pass *pass = &built->pass[index];
        if (!window && ata_gpu_relay_make(pass, problem, recipe, p, &route[index], limits, tuning)) {
            const size_t bytes = ata_memory_round(ata_gpu_relay_bytes(pass));
            if (bytes > built->counter_bytes) built->counter_bytes = bytes;
            built->pass_count += 2;
            p = ata_recipe_sweep_end(recipe, p);
            continue;
        }
        if (p == 0 && ata_gpu_tiled_make(pass, problem, recipe, limits, tuning)) {
            built->array_count = 1;
            built->pass_count = 2;
        } else {
            ATA_TRY(ata_gpu_pass_init(pass, problem, recipe, p, route[index], route[index + 1], NULL, limits, tuning));
            built->pass_count++;
        }
        if (window && p == 0) ATA_TRY(ata_gpu_window_place(pass, problem, recipe));
        if (built->pass_count > index + 1) p = ata_recipe_sweep_end(recipe, p);
    }
    for (int p = 0; p < built->pass_count; p++) /* places the factors, which the constants name */
        ATA_TRY(upload_tables(built, &built->pass[p], p == 0 ? window : NULL));
    ATA_TRY(load_kernels(built));
    return ata_gpu_host_create(&built->host, problem, built->machine, built->device);
}

static bool has_clusters(const ata_built *built)
{
    for (int p = 0; p < built->pass_count; p++)
        if (built->pass[p].kernel.shape.cluster > 1) return true;
    return false;
}

/* For a device that has these limits. *clustered, where it fails: whether it had got as far as clusters of blocks. */
static ata_status build_within(ata_site *site, const ata_problem *problem, const ata_recipe *recipe,
                               const ata_device_limits *limits, const ata_gpu_tuning *tuning, const double *window,
                               ata_built **built, bool *clustered)
{
    ata_recipe expanded;
    *clustered = false;
    ATA_TRY(ata_gpu_real_expand(recipe, &expanded));
    if (ata_gpu_route_is_missing(problem, &expanded)) /* there and, as it is, back */
        ATA_TRY(ata_recipe_add_reorder(&expanded, ATA_REORDER_REVERSE, recipe->pass[0].dim, 1));
    const size_t bytes = sizeof **built + (size_t)expanded.pass_count * sizeof(ata_gpu_pass);
    ATA_TRY(ata_memory_create_zeroed((void **)built, 1, bytes, "the passes of a plan"));
    pthread_mutex_init(&(*built)->lock, NULL);
    (*built)->machine = site->machine;
    (*built)->device = site->device;
    const ata_status status = build_passes(*built, problem, &expanded, limits, tuning, window);
    if (status != ATA_OK) {
        *clustered = has_clusters(*built);
        ata_gpu_destroy(*built);
        *built = NULL;
    }
    return status;
}

ata_status ata_gpu_build_with(ata_site *site, const ata_problem *problem, const ata_recipe *recipe,
                              const ata_gpu_tuning *tuning, const double *window, ata_built **built)
{
    bool clustered;
    return build_within(site, problem, recipe, site->machine->limits(site->device), tuning, window, built, &clustered);
}

/* How many blocks find room together shows when a kernel is loaded: of a part of a GPU fewer may than of the whole.
 * Then there are no clusters; what cannot do without fails as it did. */
ata_status ata_gpu_build(ata_site *site, const ata_problem *problem, const ata_recipe *recipe, int threads,
                         const double *window, ata_built **built)
{
    (void)threads;
    const int bytes = (int)ata_type_bytes(ata_problem_compute_type(problem));
    ata_device_limits limits = *site->machine->limits(site->device);
    bool clustered;
    const ata_status status =
        build_within(site, problem, recipe, &limits, ata_gpu_tuning_find(&limits, bytes), window, built, &clustered);
    if (status != ATA_ERROR_UNSUPPORTED || !clustered) return status;
    const ata_error why = *ata_error_last();
    limits.largest_cluster = 1;
    const ata_status again =
        build_within(site, problem, recipe, &limits, ata_gpu_tuning_find(&limits, bytes), window, built, &clustered);
    if (again == ATA_ERROR_UNSUPPORTED) ata_error_restore(&why);
    return again;
}

void ata_gpu_destroy(ata_built *built)
{
    if (!built) return;
    for (int p = 0; p < built->pass_count; p++)
        if (built->pass[p].tables) built->machine->release(built->device, built->pass[p].tables);
    ata_gpu_host_destroy(built->host);
    pthread_mutex_destroy(&built->lock);
    ata_memory_destroy(built);
}

/* --- Executing ---------------------------------------------------------------------------------------------------- */

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
                               .stream = arrays->stream};
    return built->machine->launch(built->device, pass->loaded, &launch);
}

static ata_status launch(const ata_built *built, const ata_gpu_pass *pass, const ata_arrays *arrays)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    if (is_launched_before(pass)) return ATA_OK;
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

/* Device arrays are read and written a number, or an interleaved pair, at a time at least. */
static ata_status check_address(const void *pointer, int64_t bytes, const char *field)
{
    if ((uintptr_t)pointer % (uintptr_t)bytes == 0) return ATA_OK;
    char value[24], accepted[48];
    snprintf(value, sizeof value, "%p", pointer);
    snprintf(accepted, sizeof accepted, "a multiple of %d bytes", (int)bytes);
    return ata_fail(ATA_ERROR_PLACE, field, value, accepted,
                    "%s is at the address %s; on a GPU it must be %s, the size of an element", field, value, accepted);
}

static ata_status check_device_arrays(const ata_built *built, const ata_arrays *arrays)
{
    const ata_gpu_end *in = &built->pass[0].kernel.in, *out = &built->pass[built->pass_count - 1].kernel.out;
    const int64_t in_bytes = ata_type_bytes(in->type) * (in->split || in->real ? 1 : 2);
    const int64_t out_bytes = ata_type_bytes(out->type) * (out->split || out->real ? 1 : 2);
    ATA_TRY(check_address(arrays->in, in_bytes, "in"));
    ATA_TRY(check_address(arrays->out, out_bytes, "out"));
    if (in->split && !in->real) ATA_TRY(check_address(arrays->in_imag, in_bytes, "in_imag"));
    return out->split && !out->real ? check_address(arrays->out_imag, out_bytes, "out_imag") : ATA_OK;
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
