/* rounds.c - which passes are done piece by piece, and where the pieces lie. */
#include "engine/cpu/rounds.h"

#include <stdlib.h>

#include "engine/cpu/tables.h"

/* What a round is looked for with. */
typedef struct search {
    const ata_problem *problem;
    const ata_array *route;
    int first, end;
    bool taken[ATA_MAX_RANK]; /* dimensions that its passes go along */
    ata_view view[ATA_ARRAY_COUNT];
} search;

/* --- Loops ------------------------------------------------------------------------------------------------------- */

static const ata_dim *loop_at(const ata_problem *problem, int which)
{
    return which < problem->rank ? &problem->dim[which] : &problem->batch[which - problem->rank];
}

static int64_t step_of(const search *s, ata_array array, int which)
{
    const ata_view *view = &s->view[array];
    return which < s->problem->rank ? view->dim[which] : view->batch[which - s->problem->rank];
}

static bool is_taken(const search *s, int which)
{
    return which < s->problem->rank && s->taken[which];
}

/* How many steps a loop has at one end of the problem. */
static int64_t length_of(const ata_problem *problem, int which, bool out)
{
    if (which >= problem->rank) return loop_at(problem, which)->n;
    return out ? ata_problem_length_out(problem, which) : ata_problem_length_in(problem, which);
}

/* Whether a loop lies outside of all dimensions of the round, in every array of it. */
static bool is_outside(const search *s, int which)
{
    if (is_taken(s, which) || loop_at(s->problem, which)->n == 1) return false;
    for (int p = s->first; p <= s->end; p++)
        for (int d = 0; d < s->problem->rank; d++)
            if (s->taken[d] && s->problem->dim[d].n > 1 &&
                llabs(step_of(s, s->route[p], which)) < llabs(step_of(s, s->route[p], d)))
                return false;
    return length_of(s->problem, which, false) == length_of(s->problem, which, true);
}

/* --- A round ----------------------------------------------------------------------------------------------------- */

static void add_loop(const search *s, ata_round *round, int which)
{
    int at = round->loop_count++;
    const ata_array last = s->route[s->end];
    for (; at > 0 && llabs(step_of(s, last, round->loop[at - 1].which)) < llabs(step_of(s, last, which)); at--)
        round->loop[at] = round->loop[at - 1];
    round->loop[at] = (ata_round_loop){.which = which, .n = loop_at(s->problem, which)->n, .size = 1};
}

/* Cut the loops into pieces of the best size; false where no loop is left that is worth it. */
static bool cut_loops(const search *s, ata_round *round)
{
    int64_t pieces = 1;
    for (int i = 0; i < round->loop_count; i++) pieces *= round->loop[i].n;
    const int64_t bytes = ata_problem_minimal_bytes(s->problem);
    int64_t size = ata_cpu_piece(bytes, pieces);
    if (size == 0) return false;
    for (; round->loop_count > 0 && round->loop[round->loop_count - 1].n <= size; round->loop_count--)
        size /= round->loop[round->loop_count - 1].n;
    if (round->loop_count == 0) return false;
    ata_round_loop *cut = &round->loop[round->loop_count - 1];
    cut->size = size;
    cut->rest = cut->n % size;
    cut->n = (cut->n + size - 1) / size;
    round->count = 1;
    for (int i = 0; i < round->loop_count; i++) {
        ata_round_loop *loop = &round->loop[i];
        for (int a = 0; a < ATA_ARRAY_COUNT; a++) loop->step[a] = loop->size * step_of(s, (ata_array)a, loop->which);
        round->count *= loop->n;
    }
    return true;
}

/* Whether passes first .. end - 1, of several of which one dimension at least is not, can be done in pieces. */
static bool make_round(const search *s, ata_round *round)
{
    bool whole = true;
    *round = (ata_round){.first = s->first, .end = s->end};
    for (int d = 0; d < s->problem->rank; d++) whole = whole && (s->taken[d] || s->problem->dim[d].n == 1);
    if (whole) return false; /* slices.h */
    for (int which = 0; which < s->problem->rank + s->problem->batch_rank; which++)
        if (is_outside(s, which)) add_loop(s, round, which);
    return cut_loops(s, round);
}

bool ata_cpu_round_find(ata_round *round, const ata_problem *problem, const ata_recipe *recipe, const ata_array *route,
                        int p)
{
    search s = {.problem = problem, .route = route};
    for (int a = 0; a < ATA_ARRAY_COUNT; a++) s.view[a] = ata_view_get(problem, (ata_array)a);
    for (s.first = p; s.first + 2 <= recipe->pass_count; s.first++)
        for (s.end = recipe->pass_count; s.end >= s.first + 2; s.end--) {
            for (int d = 0; d < problem->rank; d++) s.taken[d] = false;
            for (int q = s.first; q < s.end; q++) s.taken[recipe->pass[q].dim] = true;
            if (make_round(&s, round)) return true;
        }
    return false;
}

/* --- Pieces ------------------------------------------------------------------------------------------------------ */

ata_problem ata_cpu_round_piece(const ata_round *round, const ata_problem *problem, bool rest)
{
    ata_problem piece = *problem;
    for (int i = 0; i < round->loop_count; i++) {
        const ata_round_loop *loop = &round->loop[i];
        const int64_t n = rest && i == round->loop_count - 1 ? loop->rest : loop->size;
        if (loop->which < problem->rank) piece.dim[loop->which].n = n;
        else piece.batch[loop->which - problem->rank].n = n;
    }
    return piece;
}

bool ata_cpu_round_has_rest(const ata_round *round)
{
    return round->loop[round->loop_count - 1].rest > 0;
}

int64_t ata_cpu_round_offset(const ata_round *round, int64_t piece, ata_array array)
{
    int64_t offset = 0;
    for (int i = round->loop_count - 1; i >= 0; i--) {
        const ata_round_loop *loop = &round->loop[i];
        offset += piece % loop->n * loop->step[array];
        piece /= loop->n;
    }
    return offset;
}

bool ata_cpu_round_is_rest(const ata_round *round, int64_t piece)
{
    const ata_round_loop *cut = &round->loop[round->loop_count - 1];
    return cut->rest > 0 && piece % cut->n == cut->n - 1;
}
