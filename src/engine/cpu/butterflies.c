/* butterflies.c - passes of one stage of radix 2, done where the points lie: the papers' algorithms that go over memory
 * once for every bit. */
#include "core/memory.h"
#include "engine/cpu/line/sets.h"
#include "engine/cpu/pass.h"

enum { CHUNK = 512 }; /* butterflies of a block */

/* --- Building ---------------------------------------------------------------------------------------------------- */

/* Whether the points along dimension `dim` are neighbours, of the computing type. */
static bool is_compact(const ata_view *view, int dim, ata_type type)
{
    const int64_t bytes = ata_type_bytes(type);
    return view->type == type && view->is_complex && view->dim[dim] == (view->imag ? 2 * bytes : bytes);
}

/* The widest vectors that a line fills; NULL where it fills none. */
static const ata_line_functions *find_functions(ata_type type, int64_t count)
{
    const ata_line_functions *const *set = ata_line_sets(type);
    while (*set && (*set)->width > count) set++;
    return *set;
}

bool ata_cpu_butterflies_fit(const ata_problem *problem, const ata_recipe *recipe, int p, const ata_view *in,
                             const ata_view *out)
{
    const ata_pass *pass = &recipe->pass[p];
    const ata_step *step = recipe->steps.step + pass->first;
    const ata_type type = ata_problem_compute_type(problem);
    if (pass->form == ATA_FORM_NATURAL || pass->count != 1 || step->op != ATA_OP_RADIX || step->n != 2) return false;
    return is_compact(in, pass->dim, type) && is_compact(out, pass->dim, type) &&
           find_functions(type, problem->dim[pass->dim].n / 2) != NULL;
}

/* Which points meet, with which factors: see recipe.h. */
static void set_form(ata_butterflies *what, const ata_recipe *recipe, int p)
{
    const ata_pass_place place = ata_recipe_place(recipe, p);
    const ata_form form = recipe->pass[p].form;
    what->factor_first = form == ATA_FORM_DIT;
    what->period = form == ATA_FORM_DIT ? place.before : place.after;
    what->half_in = what->half_out = what->period;
    what->every = 1;
    if (recipe->pass[p].turned) {
        what->half_in = what->half_out = 1;
        what->every = place.after;
    } else if (form == ATA_FORM_GEOMETRY) {
        what->half_in = place.before * place.after;
        what->half_out = 1;
        what->every = place.before;
    }
}

static void fini(ata_cpu_pass *pass)
{
    ata_roots_fini(&pass->butterflies.roots);
    ata_memory_destroy(pass->butterflies.factors);
}

static ata_status init(ata_cpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p)
{
    ata_cpu_butterflies *butterflies = &pass->butterflies;
    ata_butterflies *what = &butterflies->what;
    const int64_t count = problem->dim[recipe->pass[p].dim].n / 2;
    *butterflies = (ata_cpu_butterflies){.chunks = count > CHUNK ? count / CHUNK : 1};
    pass->functions = find_functions(ata_problem_compute_type(problem), count);
    set_form(what, recipe, p);
    what->inverse = problem->direction == ATA_INVERSE;
    what->pairs_in = pass->view_in.imag != 0;
    what->pairs_out = pass->view_out.imag != 0;
    what->chunk = count / butterflies->chunks;
    what->scale = pass->scale;
    ATA_TRY(ata_roots_init(&butterflies->roots, 2 * what->period));
    what->roots = &butterflies->roots;
    ATA_TRY(ata_memory_create(&butterflies->factors, 2 * (size_t)what->chunk, pass->functions->real_bytes,
                              "the factors of a pass"));
    pass->functions->make_factors(what, butterflies->factors);
    what->factors = butterflies->factors;
    ata_loops_arrange(&pass->loops);
    pass->block_count = butterflies->chunks * ata_loops_count(&pass->loops);
    return ATA_OK;
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

static void run(const ata_cpu_pass *pass, ata_base in, ata_base out, int64_t first, int64_t end, void *scratch,
                const ata_crew *crew)
{
    (void)crew;
    (void)scratch;
    const ata_cpu_butterflies *butterflies = &pass->butterflies;
    for (int64_t index = first; index < end; index++) {
        const ata_offset place = ata_loops_at(&pass->loops, index / butterflies->chunks);
        const ata_base from = {in.re + place.in, in.im + place.in}, to = {out.re + place.out, out.im + place.out};
        pass->functions->run_butterflies(&butterflies->what, from, to,
                                         index % butterflies->chunks * butterflies->what.chunk);
    }
}

const ata_cpu_work ata_cpu_work_butterflies = {init, fini, run, NULL};
