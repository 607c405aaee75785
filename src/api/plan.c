/* plan.c - public functions on plans. */
#include "plan/plan.h"

#include "plan/options.h"

/* --- Creating ---------------------------------------------------------------------------------------------------- */

ata_status ata_plan_create(ata_plan **plan, const ata_problem *problem, const ata_options *options)
{
    static const ata_options usual = {0};
    const ata_error before = *ata_error_last();
    ata_problem complete;
    if (!plan) return ata_fail_null("plan", "where the plan is to go");
    *plan = NULL;
    ATA_TRY(ata_problem_complete(problem, &complete));
    if (!options) options = &usual;
    ATA_TRY(ata_plan_check_options(options));
    ATA_TRY(ata_plan_make(plan, &complete, options));
    ata_error_restore(&before); /* rules that gave up, or a wisdom that did not fit, are no errors */
    return ATA_OK;
}

void ata_plan_destroy(ata_plan *plan)
{
    ata_plan_unmake(plan);
}

/* --- Executing --------------------------------------------------------------------------------------------------- */

/* Imaginary parts at an end that has none of their own: the caller takes the arrays for half as long as they are. */
static ata_status refuse_imag(const ata_plan *plan, const char *field, bool is_complex)
{
    const bool mendable = plan->problem.layout == ATA_INTERLEAVED && is_complex;
    if (mendable)
        return ata_fail(
            ATA_ERROR_KIND, field, "an array", "NULL unless layout is ATA_SPLIT",
            "%s is set, but the plan is for interleaved arrays, real and imaginary parts in one; set layout "
            "to ATA_SPLIT (split in text) in the problem, or %s to NULL",
            field, field);
    return ata_fail(ATA_ERROR_KIND, field, "an array", "NULL where numbers are real",
                    "%s is set, but a %s has real numbers at that end; set %s to NULL", field,
                    ata_kind_name(plan->problem.kind), field);
}

static ata_status check_imag(const ata_plan *plan, const ata_arrays *arrays)
{
    const ata_kind kind = plan->problem.kind;
    if (arrays->in_imag && !plan->split_in) return refuse_imag(plan, "in_imag", ata_kind_complex_in(kind));
    if (arrays->out_imag && !plan->split_out) return refuse_imag(plan, "out_imag", ata_kind_complex_out(kind));
    return ATA_OK;
}

static ata_status refuse_parts(const char *imag, const char *real)
{
    return ata_fail(ATA_ERROR_PLACE, imag, "an array that overlaps another", "an array of its own",
                    "%s overlaps %s, but a split layout has real and imaginary parts apart; pass arrays that do not "
                    "overlap",
                    imag, real);
}

/* Whether any output shares memory with an input. */
static bool meets_input(const ata_plan *plan, const ata_arrays *arrays)
{
    const ata_clash clash = plan->clash_out;
    if (ata_clash_meets(clash, arrays->in, arrays->out)) return true;
    if (plan->split_in && ata_clash_meets(clash, arrays->in_imag, arrays->out)) return true;
    if (plan->split_out && ata_clash_meets(clash, arrays->in, arrays->out_imag)) return true;
    return plan->split_in && plan->split_out && ata_clash_meets(clash, arrays->in_imag, arrays->out_imag);
}

/* Fill in what an in-place caller may leave out, and refuse what is missing or does not fit. */
static ata_status check_arrays(const ata_plan *plan, ata_arrays *arrays)
{
    const bool split_in = plan->split_in, split_out = plan->split_out;
    ATA_TRY(check_imag(plan, arrays));
    if (!arrays->in) return ata_fail_null("in", "the input array");
    if (split_in && !arrays->in_imag)
        return ata_fail_null("in_imag", "the imaginary parts of the input (ata_plan_execute_with)");
    if (plan->problem.place == ATA_IN_PLACE) {
        if (!arrays->out) arrays->out = (void *)arrays->in;
        if (!arrays->out_imag) arrays->out_imag = (void *)arrays->in_imag;
        if (arrays->out != arrays->in || (split_out && arrays->out_imag != arrays->in_imag))
            return ata_fail(
                ATA_ERROR_PLACE, "out", "another array than in", "the same as in, or NULL",
                "out is another array than in, but the plan is in place; pass the same for both, or NULL for out");
        if (split_out && ata_clash_meets(plan->clash_imag, arrays->in, arrays->in_imag))
            return refuse_parts("in_imag", "in");
        return ATA_OK;
    }
    if (!arrays->out) return ata_fail_null("out", "the output array");
    if (split_out && !arrays->out_imag)
        return ata_fail_null("out_imag", "the imaginary parts of the output (ata_plan_execute_with)");
    if (split_out && ata_clash_meets(plan->clash_imag, arrays->out, arrays->out_imag))
        return refuse_parts("out_imag", "out");
    if (meets_input(plan, arrays))
        return ata_fail(ATA_ERROR_PLACE, "out", "an array that overlaps another", "an array of its own",
                        "out (or out_imag) overlaps in (or in_imag), but the plan is out of place; pass an array of "
                        "its own, or plan with ATA_IN_PLACE");
    return ATA_OK;
}

/* Short transforms take less time than looking at all that a caller may have got wrong: what is right at first sight
 * goes straight to the engine. One branch for everything costs less than one for each thing. `others`: the bits of all
 * other pointers of the caller's, which have to be looked at where there are any. */
static inline bool is_straight(const ata_plan *plan, const void *in, const void *out, uintptr_t others)
{
    const uintptr_t misaligned = ((uintptr_t)in | (uintptr_t)out) & plan->straight.misaligned;
    const uintptr_t missing = (uintptr_t)!in | (uintptr_t)!out;
    const uintptr_t misplaced = (uintptr_t)ata_clash_meets(plan->clash_out, in, out);
    return __builtin_expect((misaligned | missing | misplaced | others) == 0, 1);
}

/* Apart from the other way, which needs no room on the stack. */
static __attribute__((noinline)) ata_status run_step(const ata_straight *straight, const char *in, char *out)
{
    straight->step(straight->state, in + straight->in_re, in + straight->in_im, out + straight->out_re,
                   out + straight->out_im);
    return ATA_OK;
}

static inline ata_status run_straight(const ata_straight *straight, const void *in, void *out)
{
    return __builtin_expect(straight->run != NULL, 1) ? straight->run(straight->state, in, out)
                                                      : run_step(straight, in, out);
}

static __attribute__((noinline)) ata_status execute_checked(const ata_plan *plan, const ata_buffers *buffers)
{
    if (!plan) return ata_fail_null("plan", "a plan from ata_plan_create");
    if (!buffers) return ata_fail_null("buffers", "the arrays of this execution");
    ata_arrays arrays = {buffers->in,       buffers->in_imag, buffers->out,
                         buffers->out_imag, buffers->scratch, buffers->stream};
    ATA_TRY(check_arrays(plan, &arrays));
    const uintptr_t others = (uintptr_t)arrays.in_imag | (uintptr_t)arrays.out_imag | (uintptr_t)arrays.scratch;
    if (is_straight(plan, arrays.in, arrays.out, others)) /* now that an output that was left out is there */
        return run_straight(&plan->straight, arrays.in, arrays.out);
    return ata_plan_run(plan, &arrays, buffers->scratch_bytes);
}

ata_status ata_plan_execute_with(const ata_plan *plan, const ata_buffers *buffers)
{
    if (plan && buffers) {
        const uintptr_t others =
            (uintptr_t)buffers->in_imag | (uintptr_t)buffers->out_imag | (uintptr_t)buffers->scratch;
        if (is_straight(plan, buffers->in, buffers->out, others))
            return run_straight(&plan->straight, buffers->in, buffers->out);
    }
    return execute_checked(plan, buffers);
}

ata_status ata_plan_execute(const ata_plan *plan, const void *in, void *out)
{
    if (plan && is_straight(plan, in, out, 0)) return run_straight(&plan->straight, in, out);
    return execute_checked(plan, &(ata_buffers){.in = in, .out = out});
}

/* --- Questions --------------------------------------------------------------------------------------------------- */

ata_status ata_plan_get_info(const ata_plan *plan, ata_plan_info *info)
{
    if (!plan) return ata_fail_null("plan", "a plan from ata_plan_create");
    if (!info) return ata_fail_null("info", "the information to fill in");
    *info = (ata_plan_info){
        .engine = plan->engine->name,
        .chosen_by = plan->chosen_by,
        .threads = plan->threads,
        .passes = ata_plan_count_passes(plan),
        .scratch_bytes = plan->scratch_bytes,
        .bytes_estimated = ata_planner_bytes(&plan->problem, ata_plan_count_passes(plan)),
        .bytes_minimal = ata_problem_minimal_bytes(&plan->problem),
        .flops = ata_problem_flops(&plan->problem),
        .time_estimated = plan->choice.seconds,
    };
    return ATA_OK;
}

static ata_status check_text(const ata_plan *plan, const char *text, size_t size)
{
    if (!plan) return ata_fail_null("plan", "a plan from ata_plan_create");
    if (!text && size > 0) return ata_fail_null("text", "a buffer, or a size of 0");
    return ATA_OK;
}

ata_status ata_plan_print_recipe(const ata_plan *plan, char *text, size_t size, size_t *length)
{
    ATA_TRY(check_text(plan, text, size));
    ata_text writer = {text, size, 0};
    ata_recipe_write(&plan->choice.recipe, plan->problem.rank, &writer);
    if (length) *length = writer.length;
    return ATA_OK;
}

ata_status ata_plan_print_problem(const ata_plan *plan, char *text, size_t size, size_t *length)
{
    ATA_TRY(check_text(plan, text, size));
    ata_text writer = {text, size, 0};
    ata_problem_write(&plan->problem, &writer);
    if (length) *length = writer.length;
    return ATA_OK;
}

ata_status ata_plan_print_report(const ata_plan *plan, char *text, size_t size, size_t *length)
{
    ATA_TRY(check_text(plan, text, size));
    const ata_error before = *ata_error_last();
    ata_text writer = {text, size, 0};
    ATA_TRY(ata_plan_write_report(plan, &writer));
    ata_error_restore(&before);
    if (length) *length = writer.length;
    return ATA_OK;
}
