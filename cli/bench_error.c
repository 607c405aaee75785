/* bench_error.c - how wrong results are, by the references of check/, where one can be had for the budget.
 *
 * Of a large batch some transforms are compared; of a single transform that would take too long, some outputs.
 */
#include <math.h>
#include <stdlib.h>

#include "check/reference.h"
#include "check/spot.h"
#include "cli/bench.h"

/* Points of a transform whose spots are still looked at: seconds for each contender. Not for the many short ones of a
 * random run, which has a smaller budget. */
#define SPOT_POINTS 0x1p28

struct bench_answer {
    bool spotted; /* are there only spots? */
    check_spots spots;
    check_reference reference;
    check_end out;
    long double scale;
    bool scaled; /* does the reference hold answers with the problem's scale? */
};

bench_answer *cli_bench_answer_create(const bench_data *data, double budget)
{
    bench_answer *answer = calloc(1, sizeof *answer);
    if (!answer) return NULL;
    const void *in = data->seen.in, *imag = data->seen.in_imag;
    ata_status status = check_reference_create(&answer->reference, &data->problem, in, imag, budget, 1);
    if (status == ATA_ERROR_OPTION && budget >= CHECK_BUDGET_USUAL) {
        answer->spotted = true;
        status = check_spots_create(&answer->spots, &data->problem, in, imag, SPOT_POINTS, 1);
    }
    if (status != ATA_OK) {
        free(answer);
        return NULL;
    }
    check_end_init(&answer->out, &data->problem, CHECK_OUT);
    answer->scale = check_problem_get_scale(&data->problem);
    answer->scaled = true;
    return answer;
}

/* Take the scale out of the answers, or put it in again. */
static void set_scaled(bench_answer *answer, bool scaled)
{
    if (answer->scaled == scaled) return;
    check_reference *reference = &answer->reference;
    const long double factor = scaled ? answer->scale : 1 / answer->scale;
    const int64_t count = reference->samples * reference->points * reference->numbers;
    for (int64_t i = 0; i < count; i++) reference->value[i] *= factor;
    answer->scaled = scaled;
}

double cli_bench_answer_compare(bench_answer *answer, const bench_data *data, bool scaled)
{
    if (!answer || (!scaled && answer->scale == 0)) return NAN;
    if (answer->spotted) {
        return check_spots_get_error(&answer->spots, data->seen.out, data->seen.out_imag,
                                     scaled ? 1 : 1 / answer->scale);
    }
    set_scaled(answer, scaled);
    return check_reference_get_error(&answer->reference, &answer->out, data->seen.out, data->seen.out_imag);
}

void cli_bench_answer_destroy(bench_answer *answer)
{
    if (!answer) return;
    if (!answer->spotted) check_reference_destroy(&answer->reference);
    free(answer);
}

bool cli_bench_answer_is_wrong(const bench_data *data, double error)
{
    static const double worst = 0.05; /* far beyond what rounding to bf16 does, far below what a mistake does */
    const ata_type type = data->problem.type_out;
    if (type == ATA_I8 || type == ATA_I16) return false;
    /* Sums of unscaled inputs of about 1 leave the range of f16 at some 2^28 points, those of integers earlier. */
    const bool usual = data->exponent_usual == 0 && data->problem.scale != ATA_SCALE_NUMBER;
    if (type == ATA_F16 && !(usual && check_problem_get_points(&data->problem) < 0x1p27L)) return false;
    return !(error <= worst);
}
