/* engine.c - the GPU engine: where it computes, and what the planner asks of it. */
#include "engine/gpu/engine.h"

#include <stdio.h>

#include "core/memory.h"
#include "engine/gpu/fold.h"
#include "engine/gpu/plane.h"
#include "engine/gpu/real.h"
#include "engine/gpu/relay.h"

enum { MOST_POINTS = 1 << 20 };

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

/* Whether it is the data that the ways for about as much as the cache holds are for. Numbers of two bytes were no
 * faster with them. */
static bool is_middling(const ata_gpu_tuning *tuning, const ata_problem *problem, const ata_device_limits *limits)
{
    return problem->kind == ATA_C2C && ata_type_bytes(ata_gpu_scratch_type(problem)) > 2 &&
           (double)ata_gpu_scratch_bytes(problem) <= tuning->between.most * (double)limits->cache_bytes;
}

/* The ways of data that fits the cache: those for few transforms, unless they lack complex lines of this length. */
static const ata_known_way *ways_of_few(const ata_gpu_tuning *tuning, const ata_problem *problem,
                                        const ata_device_limits *limits)
{
    const ata_known_way *way = tuning->few;
    while (way && way->n > 0 && way->n != problem->dim[0].n) way++;
    const bool lacks = !way || way->n == 0;
    return lacks && is_middling(tuning, problem, limits) ? tuning->middling : tuning->few;
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
                       .real_back = tuning->real_back,
                       .sweeps = tuning->sweeps};
    if (problem->rank == 1) {
        /* Where all data fits the cache, a second pass costs less than what a cluster's blocks wait for each other. */
        const bool cached = (double)ata_problem_minimal_bytes(problem) <= tuning->cached * (double)limits->cache_bytes;
        if (problem->order != ATA_NATURAL) costs.few = tuning->reversed;
        else if (cached) costs.few = ways_of_few(tuning, problem, limits);
        else if (is_narrow(problem)) costs.few = tuning->narrow_ways;
        else if (ata_gpu_relay_expected(problem, limits, tuning)) costs.few = tuning->relayed;
        else if (is_middling(tuning, problem, limits)) costs.few = tuning->middling;
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
