/* plan.c - plans chosen, built, executed. */
#include "plan/plan.h"

#include <stdio.h>
#include <string.h>

#include "core/cpu.h"
#include "core/memory.h"
#include "plan/registry.h"
#include "planner/wisdom.h"

/* Scratch up to this size lies on the stack of whoever executes: borrowing a slot costs as much as a transform of a few
 * points. No more, for a program's threads may have small stacks. */
enum { STACK_SCRATCH_BYTES = 4096 };

/* --- Choosing ---------------------------------------------------------------------------------------------------- */

/* The key of a plan in a wisdom. What was fastest on one machine need not be on another, nor with other vectors. */
static void write_key(const ata_plan *plan, ata_text *text)
{
    const char *isa = ata_registry_isa(plan->engine);
    ata_problem_write(&plan->problem, text);
    ata_text_print(text, " on %s (%s)", plan->engine->name, ata_cpu_get_features());
    if (isa) ata_text_print(text, " with %s", isa);
    ata_text_print(text, " threads %d", plan->threads);
}

/* Take a recipe from text that nobody vouches for. */
static ata_status take_recipe(ata_plan *plan, const char *text)
{
    const ata_costs costs = plan->engine->costs(plan->site, &plan->problem);
    ata_recipe *recipe = &plan->choice.recipe;
    ATA_TRY(ata_recipe_read(recipe, plan->problem.rank, text));
    ATA_TRY(ata_recipe_check(recipe, &plan->problem));
    ATA_TRY(plan->engine->can_run(&plan->problem, recipe));
    plan->choice.seconds = ata_planner_cost(ata_registry_rules, &costs, &plan->problem, recipe);
    return ATA_OK;
}

static bool ask_wisdom(ata_plan *plan, const ata_wisdom *wisdom)
{
    char key[ATA_WISDOM_TEXT_MAX], text[ATA_WISDOM_TEXT_MAX];
    double seconds;
    ata_text writer = {key, sizeof key, 0};
    write_key(plan, &writer);
    return writer.length < sizeof key && ata_wisdom_find(wisdom, key, text, sizeof text, &seconds) &&
           take_recipe(plan, text) == ATA_OK;
}

static ata_status tell_wisdom(const ata_plan *plan, ata_wisdom *wisdom)
{
    char key[ATA_WISDOM_TEXT_MAX], text[ATA_WISDOM_TEXT_MAX];
    ata_text key_writer = {key, sizeof key, 0}, writer = {text, sizeof text, 0};
    write_key(plan, &key_writer);
    ata_recipe_write(&plan->choice.recipe, plan->problem.rank, &writer);
    if (key_writer.length >= sizeof key || writer.length >= sizeof text)
        return ATA_OK; /* too long to be worth remembering */
    return ata_wisdom_add(wisdom, key, text, plan->choice.seconds);
}

static ata_status choose_by_estimate(ata_plan *plan)
{
    const ata_costs costs = plan->engine->costs(plan->site, &plan->problem);
    plan->chosen_by = "estimate";
    ATA_TRY(ata_planner_choose(ata_registry_rules, &costs, &plan->problem, &plan->choice));
    return plan->engine->can_run(&plan->problem, &plan->choice.recipe);
}

/* There is one recipe for an algorithm that is asked for by its name, and nothing to compare. */
static ata_status choose_named(ata_plan *plan)
{
    const ata_costs costs = plan->engine->costs(plan->site, &plan->problem);
    ata_recipe *recipe = &plan->choice.recipe;
    plan->chosen_by = "algorithm";
    ATA_TRY(ata_named_make(ata_registry_named, &plan->problem, recipe));
    ATA_TRY(plan->engine->can_run(&plan->problem, recipe));
    plan->choice.seconds = ata_planner_cost(ata_registry_rules, &costs, &plan->problem, recipe);
    return ATA_OK;
}

static ata_status choose(ata_plan *plan, const ata_options *options)
{
    const char *algorithm = plan->problem.algorithm;
    if (*algorithm && options->recipe)
        return ata_fail(ATA_ERROR_OPTION, "recipe", options->recipe, "NULL with an algorithm",
                        "recipe is given, but the problem asks for the algorithm %s, which is a recipe already; leave "
                        "one of them out",
                        algorithm);
    if (*algorithm) return choose_named(plan);
    if (options->recipe) {
        plan->chosen_by = "caller";
        return take_recipe(plan, options->recipe);
    }
    /* Where an engine computes on a site of its own, a clock here would time the way there and back. */
    if (options->effort == ATA_MEASURE && !plan->site) {
        plan->chosen_by = "measure";
        ATA_TRY(ata_plan_measure(plan));
        return options->wisdom ? tell_wisdom(plan, options->wisdom) : ATA_OK;
    }
    if (options->wisdom && ask_wisdom(plan, options->wisdom)) {
        plan->chosen_by = "wisdom";
        return ATA_OK;
    }
    return choose_by_estimate(plan);
}

/* --- Building ---------------------------------------------------------------------------------------------------- */

/* How many executions may run at once, when the caller did not say: as many as there are CPUs, within 16 MiB of
 * scratch. */
static int choose_concurrency(size_t scratch_bytes)
{
    const size_t budget = (size_t)16 << 20;
    const size_t fitting = budget / scratch_bytes;
    const int cpus = ata_cpu_get_count();
    const int most = cpus < ATA_MAX_SLOTS ? cpus : ATA_MAX_SLOTS;
    return fitting < 1 ? 1 : fitting < (size_t)most ? (int)fitting : most;
}

static ata_status build(ata_plan *plan, const double *window)
{
    return plan->engine->build(plan->site, &plan->problem, &plan->choice.recipe, plan->threads, window, &plan->built);
}

/* The first of these recipes that can be built. */
static ata_status build_first(ata_plan *plan, const double *window, const ata_choice *choices, int count)
{
    ata_status status = ATA_ERROR_UNSUPPORTED;
    for (int c = 0; c < count && status == ATA_ERROR_UNSUPPORTED; c++) {
        if (plan->engine->can_run(&plan->problem, &choices[c].recipe) != ATA_OK) continue;
        plan->choice = choices[c];
        status = build(plan, window);
    }
    return status;
}

/* In the place of a recipe of the planner's that asks more of a site than it has: the next best that does not. Where
 * there is none, the first one's failure is told. */
static ata_status build_another(ata_plan *plan, const double *window)
{
    enum { MOST = 8 };
    const ata_error why = *ata_error_last();
    const ata_costs costs = plan->engine->costs(plan->site, &plan->problem);
    ata_choice *choices;
    int count;
    ATA_TRY(ata_memory_create((void **)&choices, MOST, sizeof *choices, "the recipes to choose from"));
    ata_status status = ata_planner_list(ata_registry_rules, &costs, &plan->problem, MOST, choices, &count);
    if (status == ATA_OK) /* the first has just failed */
        status = build_first(plan, window, choices + 1, count - 1);
    ata_memory_destroy(choices);
    if (status == ATA_ERROR_UNSUPPORTED) ata_error_restore(&why);
    return status;
}

static ata_status check_window(const ata_problem *problem)
{
    const bool kind = problem->kind == ATA_C2C || problem->kind == ATA_R2C;
    if (kind && problem->rank == 1 && problem->order == ATA_NATURAL) return ATA_OK;
    return ata_fail(ATA_ERROR_UNSUPPORTED, "window", "", "NULL, for this problem",
                    "window is set, but there are windows for c2c and r2c of one dimension in natural order only; "
                    "multiply the input instead");
}

static ata_status make_scratch(ata_plan *plan, const ata_options *options)
{
    const size_t bytes = plan->engine->scratch_bytes(plan->built);
    if (bytes == 0) return ATA_OK;
    plan->scratch_bytes = bytes + ATA_ALIGNMENT;
    if (options->caller_scratch) return ATA_OK;
    if (plan->engine->scratch_create) return plan->engine->scratch_create(plan->site, bytes, &plan->site_scratch);
    plan->stack_scratch = bytes <= STACK_SCRATCH_BYTES;
    if (plan->stack_scratch) return ATA_OK;
    return ata_slots_create(&plan->slots, options->concurrency ? options->concurrency : choose_concurrency(bytes),
                            bytes);
}

/* Arrays with gaps may lie in each other's: only the same array is known to clash. */
static void set_clashes(ata_plan *plan)
{
    const ata_problem *problem = &plan->problem;
    const ata_clash same = {.first = 0, .bytes = 1}, any_other = {.first = 1, .bytes = UINTPTR_MAX};
    const bool in_place = problem->place == ATA_IN_PLACE, dense_out = ata_problem_is_dense_out(problem);
    ata_extent extent;
    ata_problem_reach(problem, &extent);
    const uintptr_t bytes = (uintptr_t)extent.out_bytes;
    plan->clash_out = in_place ? any_other : same;
    plan->clash_imag = same;
    /* From the distance at which the last byte of the one is the first of the other, to the opposite. */
    if (dense_out) plan->clash_imag = (ata_clash){.first = 1 - bytes, .bytes = 2 * bytes - 1};
    if (!in_place && dense_out && ata_problem_is_dense_in(problem))
        plan->clash_out = (ata_clash){.first = (uintptr_t)(extent.out_before - extent.in_before) + 1 - bytes,
                                      .bytes = bytes + (uintptr_t)extent.in_bytes - 1};
}

static ata_status make(ata_plan *plan, const ata_problem *problem, const ata_options *options)
{
    plan->problem = *problem;
    plan->split_in = problem->layout == ATA_SPLIT && ata_kind_complex_in(problem->kind);
    plan->split_out = problem->layout == ATA_SPLIT && ata_kind_complex_out(problem->kind);
    plan->threads = options->threads ? options->threads : 1;
    int number;
    if (options->window) ATA_TRY(check_window(problem));
    ATA_TRY(ata_registry_find(options->engine, &plan->engine, &number));
    if (plan->engine->takes) ATA_TRY(plan->engine->takes(&plan->problem));
    if (plan->engine->open) ATA_TRY(plan->engine->open(number, &plan->site));
    const ata_error before = *ata_error_last();
    ATA_TRY(choose(plan, options));
    ata_status status = build(plan, options->window);
    if (status != ATA_OK && strcmp(plan->chosen_by, "wisdom") == 0) { /* no better than one that does not fit */
        ATA_TRY(choose_by_estimate(plan));
        status = build(plan, options->window);
    }
    if (status == ATA_ERROR_UNSUPPORTED && strcmp(plan->chosen_by, "estimate") == 0)
        status = build_another(plan, options->window);
    ATA_TRY(status);
    ata_error_restore(&before); /* what was met on the way is nobody's concern */
    ATA_TRY(make_scratch(plan, options));
    set_clashes(plan);
    /* Scratch that a caller has to bring is looked at, also where it would not be needed. */
    const bool looks = options->caller_scratch && plan->scratch_bytes > 0;
    plan->straight = (ata_straight){.misaligned = UINTPTR_MAX};
    if (plan->engine->straight && !looks) plan->straight = plan->engine->straight(plan->built);
    return ATA_OK;
}

ata_status ata_plan_make(ata_plan **plan, const ata_problem *problem, const ata_options *options)
{
    ATA_TRY(ata_memory_create_zeroed((void **)plan, 1, sizeof **plan, "a plan"));
    const ata_status status = make(*plan, problem, options);
    if (status != ATA_OK) {
        ata_plan_unmake(*plan);
        *plan = NULL;
    }
    return status;
}

void ata_plan_unmake(ata_plan *plan)
{
    if (!plan) return;
    if (plan->built) plan->engine->destroy(plan->built);
    ata_slots_destroy(plan->slots);
    if (plan->site_scratch) plan->engine->scratch_destroy(plan->site, plan->site_scratch);
    if (plan->site) plan->engine->close(plan->site);
    ata_memory_destroy(plan);
}

int ata_plan_count_passes(const ata_plan *plan)
{
    const ata_recipe *recipe = &plan->choice.recipe;
    int passes = 0;
    for (int p = 0; p < recipe->pass_count; p = ata_recipe_sweep_end(recipe, p))
        passes += plan->site ? ata_recipe_lines_inside(recipe, p) : 1;
    return passes;
}

/* --- Executing --------------------------------------------------------------------------------------------------- */

/* Scratch that the caller should have brought, or brought too little of. */
static ata_status refuse_scratch(const ata_plan *plan, const ata_arrays *arrays, size_t scratch_bytes)
{
    char accepted[64], value[32];
    snprintf(accepted, sizeof accepted, "%zu bytes or more", plan->scratch_bytes);
    if (!arrays->scratch)
        return ata_fail(ATA_ERROR_SCRATCH, "scratch", "NULL", accepted,
                        "scratch is NULL, but the plan was made with caller_scratch; pass a buffer of %s", accepted);
    snprintf(value, sizeof value, "%zu", scratch_bytes);
    return ata_fail(ATA_ERROR_SCRATCH, "scratch_bytes", value, accepted, "scratch_bytes is %s; the plan needs %s",
                    value, accepted);
}

static void *align(void *pointer)
{
    const uintptr_t mask = ATA_ALIGNMENT - 1;
    return (char *)pointer + ((ATA_ALIGNMENT - ((uintptr_t)pointer & mask)) & mask);
}

static ata_status run_on_stack(const ata_plan *plan, ata_arrays *arrays)
{
    _Alignas(ATA_ALIGNMENT) char scratch[STACK_SCRATCH_BYTES];
    arrays->scratch = scratch;
    return plan->engine->execute(plan->built, arrays);
}

static ata_status run_in_slot(const ata_plan *plan, ata_arrays *arrays)
{
    arrays->scratch = ata_slots_take(plan->slots);
    const ata_status status = plan->engine->execute(plan->built, arrays);
    ata_slots_give(plan->slots, arrays->scratch);
    return status;
}

ata_status ata_plan_run(const ata_plan *plan, ata_arrays *arrays, size_t scratch_bytes)
{
    if (!arrays->scratch) {
        if (plan->site_scratch) {
            arrays->scratch = plan->site_scratch;
            return plan->engine->execute(plan->built, arrays);
        }
        if (plan->stack_scratch) return run_on_stack(plan, arrays);
        if (plan->slots) return run_in_slot(plan, arrays);
    }
    if (plan->scratch_bytes > 0) {
        if (!arrays->scratch || scratch_bytes < plan->scratch_bytes) return refuse_scratch(plan, arrays, scratch_bytes);
        arrays->scratch = align(arrays->scratch);
    }
    return plan->engine->execute(plan->built, arrays);
}
