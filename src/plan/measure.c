/* measure.c - recipes timed against each other, on random data, interleaved.
 *
 * Every candidate runs once to warm up; then rounds go through all of them in turn until time is up, and the best time
 * of each counts: what disturbs a measurement only ever makes it longer.
 */
#include <string.h>

#include "core/clock.h"
#include "core/memory.h"
#include "plan/plan.h"
#include "plan/registry.h"

enum { MOST_CANDIDATES = 8, FEWEST_ROUNDS = 3, MOST_ROUNDS = 200 };
static const double budget_seconds = 0.5;
static const double batch_seconds = 100e-6; /* short transforms are repeated until the clock can tell */

typedef struct contender {
    ata_built *built;
    double best;
    int repeat;
} contender;

/* The arrays that all candidates share. In place they run on `in`, from a copy that is restored before each. */
typedef struct working_set {
    ata_extent extent;
    char *in, *in_imag, *out, *out_imag, *pristine;
    void *scratch;
} working_set;

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Random numbers of a type, of about one in size. */
static void fill(char *memory, int64_t bytes, ata_type type)
{
    uint64_t state = 0x9e3779b97f4a7c15u;
    const int64_t width = ata_type_bytes(type);
    for (int64_t at = 0; at + width <= bytes; at += width) {
        const uint64_t bits = next_random(&state);
        const double value = (double)(int64_t)bits * 0x1p-63;
        const float single = (float)value;
        const uint16_t half = (uint16_t)((bits & 0x83ffu) | 0x3800u), brain = (uint16_t)((bits & 0x807fu) | 0x3f00u);
        const void *from = &bits; /* integers: any bits will do */
        if (type == ATA_F64) from = &value;
        if (type == ATA_F32) from = &single;
        if (type == ATA_F16) from = &half;
        if (type == ATA_BF16) from = &brain;
        memcpy(memory + at, from, (size_t)width);
    }
}

static void working_set_fini(working_set *set)
{
    ata_memory_destroy(set->in);
    ata_memory_destroy(set->in_imag);
    ata_memory_destroy(set->out);
    ata_memory_destroy(set->out_imag);
    ata_memory_destroy(set->pristine);
    ata_memory_destroy(set->scratch);
}

static ata_status create_filled(char **memory, int64_t bytes, ata_type type)
{
    ATA_TRY(ata_memory_create((void **)memory, (size_t)bytes, 1, "measuring"));
    fill(*memory, bytes, type);
    return ATA_OK;
}

static ata_status working_set_init(working_set *set, const ata_problem *problem, size_t scratch_bytes)
{
    const bool split_in = problem->layout == ATA_SPLIT && ata_kind_complex_in(problem->kind);
    const bool split_out = problem->layout == ATA_SPLIT && ata_kind_complex_out(problem->kind);
    ata_problem_reach(problem, &set->extent);
    ATA_TRY(create_filled(&set->in, set->extent.in_bytes, problem->type_in));
    if (split_in) ATA_TRY(create_filled(&set->in_imag, set->extent.in_bytes, problem->type_in));
    if (problem->place == ATA_IN_PLACE) ATA_TRY(create_filled(&set->pristine, set->extent.in_bytes, problem->type_in));
    else {
        ATA_TRY(create_filled(&set->out, set->extent.out_bytes, problem->type_out));
        if (split_out) ATA_TRY(create_filled(&set->out_imag, set->extent.out_bytes, problem->type_out));
    }
    return ata_memory_create(&set->scratch, scratch_bytes, 1, "measuring");
}

/* Seconds of one execution. */
static ata_status time_one(const ata_plan *plan, const working_set *set, const contender *candidate, double *seconds)
{
    const bool in_place = plan->problem.place == ATA_IN_PLACE;
    char *in = set->in + set->extent.in_before, *in_imag = set->in_imag ? set->in_imag + set->extent.in_before : NULL;
    ata_arrays arrays = {.in = in, .in_imag = in_imag, .out = in, .out_imag = in_imag, .scratch = set->scratch};
    if (!in_place) {
        arrays.out = set->out + set->extent.out_before;
        arrays.out_imag = set->out_imag ? set->out_imag + set->extent.out_before : NULL;
    }
    const int repeat = in_place ? 1 : candidate->repeat; /* in place the numbers would grow from one to the next */
    if (in_place) {
        memcpy(set->in, set->pristine, (size_t)set->extent.in_bytes);
        if (in_imag) memcpy(set->in_imag, set->pristine, (size_t)set->extent.in_bytes);
    }
    const double start = ata_clock_get();
    for (int i = 0; i < repeat; i++) ATA_TRY(plan->engine->execute(candidate->built, &arrays));
    *seconds = (ata_clock_get() - start) / repeat;
    return ATA_OK;
}

static ata_status time_all(const ata_plan *plan, const working_set *set, contender *candidates, int count)
{
    const double start = ata_clock_get();
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (round > FEWEST_ROUNDS && ata_clock_get() - start > budget_seconds) break;
        for (int c = 0; c < count; c++) {
            double seconds;
            if (!candidates[c].built) continue;
            ATA_TRY(time_one(plan, set, &candidates[c], &seconds));
            if (round == 0) { /* warm up, and find how often to repeat */
                candidates[c].best = 1e30;
                const double repeat = batch_seconds / (seconds > 1e-9 ? seconds : 1e-9);
                candidates[c].repeat = repeat < 1 ? 1 : repeat > 10000 ? 10000 : (int)repeat;
            } else if (seconds < candidates[c].best) {
                candidates[c].best = seconds;
            }
        }
    }
    return ATA_OK;
}

/* Build the choices, and find how much scratch the largest needs. One that does not fit into memory stays unbuilt; that
 * is a failure only if it is so with all. */
static ata_status build_all(const ata_plan *plan, const ata_choice *choices, contender *candidates, int count,
                            size_t *scratch_bytes)
{
    ata_status status = ATA_ERROR_MEMORY;
    for (int c = 0; c < count; c++) {
        candidates[c] = (contender){.repeat = 1};
        ATA_TRY(plan->engine->can_run(&plan->problem, &choices[c].recipe));
        const ata_status built = plan->engine->build(plan->site, &plan->problem, &choices[c].recipe, plan->threads,
                                                     NULL, &candidates[c].built);
        if (built == ATA_ERROR_MEMORY) continue;
        ATA_TRY(built);
        status = ATA_OK;
        const size_t bytes = plan->engine->scratch_bytes(candidates[c].built);
        if (bytes > *scratch_bytes) *scratch_bytes = bytes;
    }
    return status;
}

static ata_status measure(ata_plan *plan, const ata_choice *choices, int count)
{
    contender candidates[MOST_CANDIDATES] = {{0}};
    working_set set = {.in = NULL};
    size_t scratch_bytes = 0;
    ata_status status = build_all(plan, choices, candidates, count, &scratch_bytes);
    if (status == ATA_OK) status = working_set_init(&set, &plan->problem, scratch_bytes);
    if (status == ATA_OK) status = time_all(plan, &set, candidates, count);
    if (status == ATA_OK) {
        const contender *best = NULL;
        for (int c = 0; c < count; c++)
            if (candidates[c].built && (!best || candidates[c].best < best->best)) best = &candidates[c];
        plan->choice = choices[best - candidates];
        plan->choice.seconds = best->best;
    }
    working_set_fini(&set);
    for (int c = 0; c < count; c++)
        if (candidates[c].built) plan->engine->destroy(candidates[c].built);
    return status;
}

ata_status ata_plan_measure(ata_plan *plan)
{
    const ata_costs costs = plan->engine->costs(plan->site, &plan->problem);
    ata_choice *choices;
    int count;
    ATA_TRY(ata_memory_create((void **)&choices, MOST_CANDIDATES, sizeof *choices, "the recipes to measure"));
    ata_status status = ata_planner_list(ata_registry_rules, &costs, &plan->problem, MOST_CANDIDATES, choices, &count);
    if (status == ATA_OK && count == 0)
        status = ata_planner_choose(ata_registry_rules, &costs, &plan->problem, &choices[count++]);
    if (status == ATA_OK) status = measure(plan, choices, count);
    ata_memory_destroy(choices);
    return status;
}
