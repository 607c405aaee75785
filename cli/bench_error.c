/* bench_error.c - how wrong results are, by the references of check/, where one can be had for the budget.
 *
 * Of a large batch some transforms are compared; a single transform that would take too long has no known answer.
 */
#include <math.h>
#include <stdlib.h>

#include "check/reference.h"
#include "cli/bench.h"

struct bench_answer {
    check_reference reference;
    check_end out;
    long double scale;
    bool scaled; /* does the reference hold answers with the problem's scale? */
};

bench_answer *cli_bench_answer_create(const bench_data *data, double budget)
{
    bench_answer *answer = malloc(sizeof *answer);
    if (!answer) return NULL;
    const ata_status status =
        check_reference_create(&answer->reference, &data->problem, data->buffers.in, data->buffers.in_imag, budget, 1);
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
    set_scaled(answer, scaled);
    return check_reference_get_error(&answer->reference, &answer->out, data->buffers.out, data->buffers.out_imag);
}

void cli_bench_answer_destroy(bench_answer *answer)
{
    if (!answer) return;
    check_reference_destroy(&answer->reference);
    free(answer);
}
