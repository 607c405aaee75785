/* build.c - a recipe made into passes, tables on a device and compiled kernels. */
#include <stdio.h>

#include "core/memory.h"
#include "engine/gpu/built.h"
#include "engine/gpu/factors.h"
#include "engine/gpu/keep.h"
#include "engine/gpu/real.h"
#include "engine/gpu/relay.h"
#include "engine/gpu/reorder.h"
#include "engine/gpu/tiled.h"
#include "engine/gpu/window.h"

enum { PRELUDE_BYTES = 24576, MOST_FACTORS = 1 << 25 };

/* --- Tables ------------------------------------------------------------------------------------------------------- */

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

/* --- Kernels ------------------------------------------------------------------------------------------------------ */

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
        if (ata_gpu_is_launched_before(&built->pass[p])) continue;
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

/* --- All of it ---------------------------------------------------------------------------------------------------- */

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
    if (built->pass_count == 2 && built->pass[0].share.chunks == 0 && built->pass[0].share.tile_lines == 0)
        ata_gpu_keep_between(built->pass, problem, limits, tuning);
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
