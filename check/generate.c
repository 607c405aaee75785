/* generate.c - dice for every field of a problem.
 *
 * Strides are made so that they are nearly always valid: the axes, batch and all, are put in a random order and each
 * is given a distance beyond all that lie inside it, exactly or with a gap, forwards or backwards. What
 * ata_problem_check turns down all the same is thrown again.
 */
#include "check/generate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/kinds.h"
#include "check/random.h"

enum { ATTEMPTS = 100, MAX_RANK = 8, MAX_BATCH_RANK = 3, MAX_AXES = MAX_RANK + MAX_BATCH_RANK };

static int64_t dice(check_random *random, int64_t low, int64_t high)
{
    return check_random_get_int(random, low, high);
}

static bool chance(check_random *random, int percent)
{
    return dice(random, 1, 100) <= percent;
}

/* Up to `most`, small ones as likely as large ones by their logarithm; powers of two a third of the time. */
static int64_t choose_length(check_random *random, int64_t most, bool power_of_two)
{
    const double logarithm = (check_random_get_unit(random) + 1) / 2 * log2((double)most + 0.999);
    if (power_of_two || chance(random, 33)) return (int64_t)1 << (int)logarithm;
    const int64_t n = (int64_t)exp2(logarithm);
    return n < 1 ? 1 : n > most ? most : n;
}

static void choose_kind(ata_problem *problem, check_random *random)
{
    static const ata_type types[] = {ATA_F32, ATA_F32, ATA_F32, ATA_F64, ATA_F64, ATA_F64, ATA_F16, ATA_BF16};
    const int64_t group = dice(random, 1, 100);
    problem->kind = group <= 40   ? ATA_C2C
                    : group <= 55 ? ATA_R2C
                    : group <= 70 ? ATA_C2R
                                  : (ata_kind)dice(random, ATA_DCT1, ATA_DHT);
    problem->type = types[dice(random, 0, 7)];
    if (problem->kind != ATA_R2C && chance(random, 50)) problem->direction = ATA_INVERSE;
    if (chance(random, 30)) problem->place = ATA_IN_PLACE;
    if (!check_kind_is_real(problem->kind) && chance(random, 25)) problem->layout = ATA_SPLIT;
    if (problem->kind == ATA_C2C && chance(random, 20)) problem->order = ATA_BIT_REVERSED;
}

static void choose_storage(ata_problem *problem, check_random *random)
{
    static const ata_type types[] = {ATA_F32, ATA_F32, ATA_F16, ATA_BF16, ATA_I16, ATA_I8, ATA_F64};
    const int last = problem->type == ATA_F64 ? 6 : 5;
    if (chance(random, 25)) problem->type_in = types[dice(random, 0, last)];
    if (chance(random, 25)) problem->type_out = types[dice(random, 0, last)];
}

static void choose_scale(ata_problem *problem, check_random *random)
{
    static const double numbers[] = {0.5, -1, 2, 0.1, -0.037, 3.25, 10, 0.001};
    const bool integer_out = problem->type_out == ATA_I16 || problem->type_out == ATA_I8;
    if (!integer_out && chance(random, 50)) return;
    problem->scale = (ata_scale)dice(random, ATA_SCALE_N, ATA_SCALE_NUMBER);
    if (problem->scale == ATA_SCALE_NUMBER) problem->scale_number = numbers[dice(random, 0, 7)];
}

static void choose_shape(ata_problem *problem, check_random *random, int64_t max_points)
{
    static const int ranks[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5, 6, 7, 8};
    static const int batch_ranks[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 3};
    const bool powers = problem->order == ATA_BIT_REVERSED;
    const int64_t least = problem->kind == ATA_DCT1 ? 2 : 1;
    /* Half of the time one transform takes all the room, else it leaves some to the batch. */
    int64_t room = chance(random, 50) ? max_points : choose_length(random, max_points, false);
    problem->rank = ranks[dice(random, 0, 16)];
    for (int d = 0; d < problem->rank; d++) {
        /* An equal share of what room is left, in the logarithm, and up to four times it by luck. */
        const int64_t share = (int64_t)pow((double)room, 1.0 / (problem->rank - d)) * dice(random, 1, 4);
        const int64_t n = choose_length(random, share < room ? share : room, powers);
        problem->dim[d].n = n < least ? least : n;
        room = room / problem->dim[d].n > 1 ? room / problem->dim[d].n : 1;
    }
    for (int d = problem->rank - 1; d > 0; d--) { /* the first is not always the longest */
        const int64_t e = dice(random, 0, d);
        const int64_t n = problem->dim[d].n;
        problem->dim[d].n = problem->dim[e].n;
        problem->dim[e].n = n;
    }
    int64_t points = 1;
    for (int d = 0; d < problem->rank; d++) points *= problem->dim[d].n;
    room = max_points / points > 4 ? max_points / points : 4;
    problem->batch_rank = batch_ranks[dice(random, 0, 9)];
    for (int d = 0; d < problem->batch_rank; d++) {
        problem->batch[d].n = choose_length(random, room < 40 ? room : 40, false);
        room = room / problem->batch[d].n > 1 ? room / problem->batch[d].n : 1;
    }
}

/* --- Strides --------------------------------------------------------------------------------------------------- */

typedef struct axes {
    int count;
    int64_t n[MAX_AXES]; /* batch first */
    int64_t stride[MAX_AXES];
} axes;

/* `fixed`: the last axis stays innermost and contiguous, with room for `row` elements. */
static void choose_strides(axes *a, check_random *random, bool fixed, int64_t row)
{
    int order[MAX_AXES]; /* innermost first */
    for (int i = 0; i < a->count; i++) order[i] = a->count - 1 - i;
    const bool permuted = chance(random, 60), padded = chance(random, 50), turned = chance(random, 40);
    for (int i = a->count - 1; permuted && i > fixed; i--) {
        const int64_t j = dice(random, fixed, i);
        const int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    int64_t span = 1;
    for (int i = 0; i < a->count; i++) {
        const int axis = order[i];
        const bool stays = fixed && i == 0;
        const int64_t step = span + (padded && !stays && chance(random, 50) ? dice(random, 1, 5) : 0);
        a->stride[axis] = turned && !stays && chance(random, 50) ? -step : step;
        span = step * (stays ? row : a->n[axis]);
    }
}

/* Let frames of the input overlap: neighbours along some batch axes are a few elements apart, whatever lies between. */
static void overlap(axes *a, check_random *random, int batch_rank)
{
    for (int i = 0; i < batch_rank; i++) {
        if (chance(random, 70)) a->stride[i] = dice(random, 1, 7);
    }
}

static void set_strides(ata_problem *problem, const axes *a, bool in, bool out, int64_t factor_in, int64_t factor_out)
{
    for (int i = 0; i < a->count; i++) {
        ata_dim *dim = i < problem->batch_rank ? &problem->batch[i] : &problem->dim[i - problem->batch_rank];
        const bool last = i == a->count - 1;
        if (in) dim->stride_in = a->stride[i] * (last ? 1 : factor_in);
        if (out) dim->stride_out = a->stride[i] * (last ? 1 : factor_out);
    }
}

static void choose_layout(ata_problem *problem, check_random *random)
{
    axes a = {.count = problem->batch_rank + problem->rank};
    for (int i = 0; i < a.count; i++) {
        a.n[i] = i < problem->batch_rank ? problem->batch[i].n : problem->dim[i - problem->batch_rank].n;
    }
    if (problem->place == ATA_IN_PLACE) {
        const bool halved = problem->kind == ATA_R2C || problem->kind == ATA_C2R;
        if (chance(random, 40)) return;
        /* Distances in complex numbers; the real end counts twice as many, along all but the contiguous rows. */
        choose_strides(&a, random, halved, a.n[a.count - 1] / 2 + 1);
        set_strides(problem, &a, true, true, problem->kind == ATA_R2C ? 2 : 1, problem->kind == ATA_C2R ? 2 : 1);
        return;
    }
    if (chance(random, 65)) {
        choose_strides(&a, random, false, 0);
        set_strides(problem, &a, false, true, 1, 1);
    }
    if (chance(random, 65)) {
        choose_strides(&a, random, false, 0);
        if (chance(random, 25)) overlap(&a, random, problem->batch_rank);
        set_strides(problem, &a, true, false, 1, 1);
    }
}

void check_generate_problem(ata_problem *problem, uint64_t seed, int64_t max_points)
{
    for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        check_random random;
        check_random_init(&random, check_random_get_keyed(seed, attempt));
        memset(problem, 0, sizeof *problem);
        choose_kind(problem, &random);
        choose_storage(problem, &random);
        choose_scale(problem, &random);
        choose_shape(problem, &random, max_points);
        choose_layout(problem, &random);
        if (ata_problem_check(problem, NULL) == ATA_OK) return;
    }
    *problem = (ata_problem){.rank = 1, .dim = {{.n = 1 + (int64_t)(seed % 64)}}};
}
