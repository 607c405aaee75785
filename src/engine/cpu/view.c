/* view.c - views of arrays, and the route of the data through them. */
#include "engine/cpu/view.h"

#include "engine/cpu/line/sets.h"

/* --- Views ------------------------------------------------------------------------------------------------------- */

static ata_view view_of_caller(const ata_problem *problem, bool in)
{
    ata_view view = {.type = in ? problem->type_in : problem->type_out};
    view.is_complex = in ? ata_kind_complex_in(problem->kind) : ata_kind_complex_out(problem->kind);
    const int64_t element = in ? ata_problem_element_bytes_in(problem) : ata_problem_element_bytes_out(problem);
    if (view.is_complex && problem->layout == ATA_INTERLEAVED) view.imag = ata_type_bytes(view.type);
    for (int d = 0; d < problem->rank; d++)
        view.dim[d] = element * (in ? problem->dim[d].stride_in : problem->dim[d].stride_out);
    for (int b = 0; b < problem->batch_rank; b++)
        view.batch[b] = element * (in ? problem->batch[b].stride_in : problem->batch[b].stride_out);
    return view;
}

/* Packed, interleaved, in the computing type. Returns the whole size. */
static int64_t make_scratch_view(const ata_problem *problem, ata_view *view)
{
    *view = (ata_view){.type = ata_problem_compute_type(problem), .is_complex = ata_problem_complex_between(problem)};
    int64_t stride = ata_type_bytes(view->type);
    if (view->is_complex) {
        view->imag = stride;
        stride *= 2;
    }
    for (int d = problem->rank - 1; d >= 0; d--) {
        view->dim[d] = stride;
        stride *= ata_problem_length_between(problem, d);
    }
    for (int b = problem->batch_rank - 1; b >= 0; b--) {
        view->batch[b] = stride;
        stride *= problem->batch[b].n;
    }
    return stride;
}

ata_view ata_view_get(const ata_problem *problem, ata_array array)
{
    if (array == ATA_ARRAY_IN || array == ATA_ARRAY_OUT) return view_of_caller(problem, array == ATA_ARRAY_IN);
    ata_view view;
    make_scratch_view(problem, &view);
    return view;
}

int64_t ata_view_scratch_bytes(const ata_problem *problem)
{
    ata_view view;
    return make_scratch_view(problem, &view);
}

/* --- The route --------------------------------------------------------------------------------------------------- */

/* Whether an array may hold what lies between two passes. */
static bool holds_between(const ata_problem *problem, ata_array array)
{
    if (array >= ATA_ARRAY_SCRATCH_0) return true;
    if (array == ATA_ARRAY_IN && problem->place == ATA_OUT_OF_PLACE) return false;
    const ata_view view = ata_view_get(problem, array);
    return view.type == ata_problem_compute_type(problem) && view.is_complex == ata_problem_complex_between(problem);
}

bool ata_view_same_memory(const ata_problem *problem, ata_array a, ata_array b)
{
    const bool callers = a <= ATA_ARRAY_OUT && b <= ATA_ARRAY_OUT;
    return a == b || (callers && problem->place == ATA_IN_PLACE);
}

/* Whether pass p puts points where others lie that it has not read. What is exchanged two by two can stay in its array:
 * bits reversed, or a square transposed. */
static bool moves(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const ata_pass *pass = &recipe->pass[p];
    const int64_t n = pass->reorder_n, others = problem->dim[pass->dim].n / (n > 0 ? n : 1);
    switch (pass->reorder) {
    case ATA_REORDER_NONE:
        return ata_recipe_transposes(recipe, p) ||
               (pass->form == ATA_FORM_GEOMETRY && ata_recipe_place(recipe, p).total > 1);
    case ATA_REORDER_UNSHUFFLE: return n > 2;
    case ATA_REORDER_TRANSPOSE: return n > 1 && others > 1 && n != others;
    default: return false;
    }
}

/* Whether pass p does columns that are no whole vectors. Between two arrays the last vector of them overlaps the one
 * before it; within one it would find some transformed already, so that they are done in narrower vectors, by more
 * calls. */
static bool has_broken_columns(const ata_problem *problem, const ata_recipe *recipe, int p)
{
    const int width = ata_line_sets(ata_problem_compute_type(problem))[0]->width;
    int64_t vector = ata_problem_complex_between(problem) ? width / 2 : width, columns = 1;
    for (int d = recipe->pass[p].dim + 1; d < problem->rank; d++) columns *= ata_problem_length_between(problem, d);
    while (vector > columns) vector /= 2;
    return vector > 1 && columns % vector != 0;
}

/* What find_route() looks for. */
typedef struct wanted_route {
    const ata_problem *problem;
    const ata_recipe *recipe;
    int scratch;        /* arrays of it, at most */
    bool whole_vectors; /* two arrays for broken columns, too */
} wanted_route;

/* Find arrays for the boundaries from `p` on. */
static bool find_route(const wanted_route *wanted, int p, ata_array *route, bool dead[ATA_MAX_PASSES][ATA_ARRAY_COUNT])
{
    const ata_problem *problem = wanted->problem;
    const ata_recipe *recipe = wanted->recipe;
    static const ata_array preferred[] = {ATA_ARRAY_OUT, ATA_ARRAY_IN, ATA_ARRAY_SCRATCH_0, ATA_ARRAY_SCRATCH_1};
    const bool last = p == recipe->pass_count - 1;
    const bool apart = moves(problem, recipe, p) || (wanted->whole_vectors && has_broken_columns(problem, recipe, p));
    if (dead[p][route[p]]) return false;
    for (int i = 0; i < (last ? 1 : 2 + wanted->scratch); i++) {
        const ata_array to = preferred[i];
        if (!last && !holds_between(problem, to)) continue;
        if (apart && ata_view_same_memory(problem, route[p], to)) continue;
        route[p + 1] = to;
        if (last || find_route(wanted, p + 1, route, dead)) return true;
    }
    dead[p][route[p]] = true;
    return false;
}

/* Whether the dimensions of a problem follow one another as those of scratch do, and there is but one of it. */
static bool lies_in_order(const ata_problem *problem)
{
    const ata_dim *last = &problem->dim[problem->rank - 1];
    if (last->stride_in != 1 || last->stride_out != 1 || ata_problem_batch_count(problem) != 1) return false;
    for (const ata_dim *dim = problem->dim; dim < last; dim++)
        if (dim[0].stride_in < dim[1].stride_in || dim[0].stride_out < dim[1].stride_out) return false;
    return true;
}

/* Whether a scratch array is better than broken columns within one: it lies on the stack, as a rule (engine.c). In
 * place it was measured not to be: the next transform reads what overlapping vectors have just written, and waits. */
static bool spends_scratch(const ata_problem *problem)
{
    enum { TINY_BYTES = 1024 };
    return problem->place == ATA_OUT_OF_PLACE && ata_view_scratch_bytes(problem) <= TINY_BYTES &&
           lies_in_order(problem);
}

int ata_view_route(const ata_problem *problem, const ata_recipe *recipe, ata_array route[ATA_MAX_PASSES + 1])
{
    route[0] = ATA_ARRAY_IN;
    for (int whole_vectors = spends_scratch(problem); whole_vectors >= 0; whole_vectors--)
        for (int scratch = 0; scratch <= (whole_vectors ? 1 : 2); scratch++) {
            const wanted_route wanted = {problem, recipe, scratch, whole_vectors};
            bool dead[ATA_MAX_PASSES][ATA_ARRAY_COUNT] = {{false}};
            if (find_route(&wanted, 0, route, dead)) return scratch;
        }
    return -1;
}
