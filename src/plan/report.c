/* report.c - a plan told to a person. */
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "plan/plan.h"
#include "plan/registry.h"

enum { ALTERNATIVES = 5 };

/* 1234567 as 1,234,567. */
static void write_grouped(ata_text *text, int64_t number)
{
    char digits[24];
    if (number < 0) ata_text_print(text, "-");
    const int length = snprintf(digits, sizeof digits, "%lld", (long long)(number < 0 ? -number : number));
    for (int i = 0; i < length; i++) ata_text_print(text, "%s%c", i > 0 && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

static void write_time(ata_text *text, double seconds)
{
    if (seconds < 1e-3) ata_text_print(text, "%.2f us", seconds * 1e6);
    else if (seconds < 1) ata_text_print(text, "%.2f ms", seconds * 1e3);
    else ata_text_print(text, "%.2f s", seconds);
}

/* How far apart the points of a line lie where a pass reads them: the digit of the index that it has, by the form (see
 * recipe.h). In elements; of an array that the plan has between passes, as if it lay as the output does. */
static void write_distance(const ata_plan *plan, int p, ata_text *text)
{
    const ata_recipe *recipe = &plan->choice.recipe;
    const ata_pass *pass = &recipe->pass[p];
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const ata_dim *dim = &plan->problem.dim[pass->dim];
    int64_t weight = place.after; /* what the CPU's passes, and those that reverse bits, find where it was */
    if (pass->form == ATA_FORM_DIT) weight = place.before;
    if (pass->form == ATA_FORM_NATURAL && plan->site) weight = place.before * place.after;
    if (pass->form == ATA_FORM_GEOMETRY) weight = dim->n / place.n;
    if (pass->turned) weight = 1;
    if (place.n == 1) return;
    ata_text_print(text, ", ");
    write_grouped(text, weight * (p < ata_recipe_sweep_end(recipe, 0) ? dim->stride_in : dim->stride_out));
    ata_text_print(text, " apart");
}

/* What a reordering does to the points along its dimension. */
static void write_reorder(const ata_plan *plan, const ata_pass *pass, ata_text *text)
{
    static const char *const words[ATA_REORDER_COUNT] = {
        [ATA_REORDER_REVERSE] = "in bit-reversed order",
        [ATA_REORDER_UNSHUFFLE] = "even ones before odd ones",
        [ATA_REORDER_TRANSPOSE] = "as columns",
    };
    ata_text_print(text, "     along ");
    ata_dim_write(pass->dim, plan->problem.rank, text);
    ata_text_print(text, ": every ");
    write_grouped(text, pass->reorder_n);
    ata_text_print(text, " points stored %s, nothing computed\n", words[pass->reorder]);
}

static void write_pass(const ata_plan *plan, int p, ata_text *text)
{
    const ata_recipe *recipe = &plan->choice.recipe;
    const ata_pass *pass = &recipe->pass[p];
    if (pass->reorder != ATA_REORDER_NONE) {
        write_reorder(plan, pass, text);
        return;
    }
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const int64_t lines = ata_recipe_line_count(recipe, p, &plan->problem);
    ata_text_print(text, "     along ");
    ata_dim_write(pass->dim, plan->problem.rank, text);
    ata_text_print(text, ": ");
    write_grouped(text, lines);
    ata_text_print(text, lines == 1 ? " line of " : " lines of ");
    write_grouped(text, place.n);
    ata_text_print(text, place.n == 1 ? " point" : " points");
    write_distance(plan, p, text);
    if (pass->form == ATA_FORM_DIF) ata_text_print(text, ", left in bit-reversed order");
    if (pass->form == ATA_FORM_DIT) ata_text_print(text, ", from bit-reversed order");
    if (pass->form == ATA_FORM_GEOMETRY) ata_text_print(text, ", stored as neighbours");
    if (pass->lines > 0) ata_text_print(text, ", %d to a tile", pass->lines);
    const bool first = place.index == 0, last = place.index == place.total - 1;
    if (pass->form == ATA_FORM_DIT ? !first : !last)
        ata_text_print(text, ", twiddled %s by roots of order %lld", pass->form == ATA_FORM_DIT ? "before" : "after",
                       (long long)(place.n * (pass->form == ATA_FORM_DIT ? place.before : place.after)));
    /* On a site the passes before the last move the digits (engine/gpu/pass.h), on the CPU the last. */
    const bool moves = plan->site ? pass->form == ATA_FORM_NATURAL && !last : ata_recipe_transposes(recipe, p);
    if (moves) ata_text_print(text, ", stored transposed");
    const int sweeps = plan->site ? ata_recipe_lines_inside(recipe, p) : 1;
    if (sweeps > 1) ata_text_print(text, ", in %d passes over memory, one for each line inside", sweeps);
    ata_text_print(text, "\n");
}

static void write_sweeps(const ata_plan *plan, ata_text *text)
{
    const ata_recipe *recipe = &plan->choice.recipe;
    for (int p = 0, number = 1; p < recipe->pass_count; number++) {
        ata_text_print(text, "  %d  ", number);
        /* Stages along several dimensions are mixed: what each does is told in full. */
        if (plan->problem.rank > 1) ata_sweep_write_full(recipe, p, plan->problem.rank, text);
        else ata_sweep_write(recipe, p, plan->problem.rank, text);
        ata_text_print(text, "\n");
        for (const int end = ata_recipe_sweep_end(recipe, p); p < end; p++) write_pass(plan, p, text);
    }
}

static void write_why(const ata_plan *plan, const ata_choice *choices, int count, ata_text *text)
{
    const char *by = plan->chosen_by;
    const bool first = count == 0 || ata_recipe_equal(&choices[0].recipe, &plan->choice.recipe);
    ata_text_print(text, "chosen by    %s: ", by);
    if (strcmp(by, "estimate") == 0 && !first)
        ata_text_print(text, "the least estimated time of recipes that this device can do");
    else if (strcmp(by, "estimate") == 0 && plan->site)
        ata_text_print(text, "the engine's table of passes and radices");
    else if (strcmp(by, "estimate") == 0)
        ata_text_print(text, "the least estimated time of %d recipe%s", count, count == 1 ? "" : "s");
    if (strcmp(by, "measure") == 0) ata_text_print(text, "the fastest of those timed");
    if (strcmp(by, "wisdom") == 0) ata_text_print(text, "it was the fastest when this problem was tuned");
    if (strcmp(by, "caller") == 0) ata_text_print(text, "the recipe was given");
    if (strcmp(by, "algorithm") == 0) ata_text_print(text, "%s was asked for", plan->problem.algorithm);
    ata_text_print(text, "\n");
}

static void write_alternatives(const ata_plan *plan, const ata_choice *choices, int count, ata_text *text)
{
    for (int c = 0; c < count; c++) {
        const bool mine = ata_recipe_equal(&choices[c].recipe, &plan->choice.recipe);
        ata_text_print(text, "  %s ", mine ? "*" : " ");
        write_time(text, choices[c].seconds);
        ata_text_print(text, "  ");
        ata_recipe_write(&choices[c].recipe, plan->problem.rank, text);
        ata_text_print(text, "\n");
    }
}

static void write_report(const ata_plan *plan, const ata_choice *choices, int count, ata_text *text)
{
    const int64_t moved = ata_planner_bytes(&plan->problem, ata_plan_count_passes(plan));
    const int64_t minimal = ata_problem_minimal_bytes(&plan->problem);
    ata_text_print(text, "problem      ");
    ata_problem_write(&plan->problem, text);
    ata_text_print(text, "\nengine       %s", plan->engine->name);
    if (!plan->site) ata_text_print(text, ", %d thread%s", plan->threads, plan->threads == 1 ? "" : "s");
    ata_text_print(text, "\nrecipe       ");
    ata_recipe_write(&plan->choice.recipe, plan->problem.rank, text);
    ata_text_print(text, "\npasses       %d\n", ata_plan_count_passes(plan));
    write_sweeps(plan, text);
    ata_text_print(text, "bytes moved  ");
    write_grouped(text, moved);
    ata_text_print(text, " (%.3g times the least possible, ", (double)moved / (double)minimal);
    write_grouped(text, minimal);
    /* Inside a pass a GPU has shared memory; a CPU has caches, which lines may be longer than. */
    ata_text_print(text, ")%s\nscratch      ", plan->site || plan->scratch_bytes == 0 ? "" : ", scratch not counted");
    write_grouped(text, (int64_t)plan->scratch_bytes);
    const bool measured = strcmp(plan->chosen_by, "measure") == 0;
    ata_text_print(text, " bytes\n%s", measured ? "measured     " : "estimated    ");
    write_time(text, plan->choice.seconds);
    if (!measured) ata_text_print(text, plan->site ? " at the speed of an H200's memory" : " on one thread");
    ata_text_print(text, "\n");
    write_why(plan, choices, count, text);
    write_alternatives(plan, choices, count, text);
}

/* The recipes to choose from; none, where an algorithm was asked for. */
static ata_status list(const ata_plan *plan, ata_choice *choices, int *count)
{
    const ata_costs costs = plan->engine->costs(plan->site, &plan->problem);
    *count = 0;
    if (plan->problem.algorithm[0]) return ATA_OK;
    return ata_planner_list(ata_registry_rules, &costs, &plan->problem, ALTERNATIVES, choices, count);
}

ata_status ata_plan_write_report(const ata_plan *plan, ata_text *text)
{
    ata_choice *choices;
    int count;
    ATA_TRY(ata_memory_create((void **)&choices, ALTERNATIVES, sizeof *choices, "the report of a plan"));
    const ata_status status = list(plan, choices, &count);
    if (status == ATA_OK) write_report(plan, choices, count, text);
    ata_memory_destroy(choices);
    return status;
}
