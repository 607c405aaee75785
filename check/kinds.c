/* kinds.c - the definitions of atalanta.h as rows of a table, and what else follows from a problem's kind. */
#include "check/kinds.h"

#include <math.h>

typedef struct definition {
    check_wave wave;
    int period_per_n, period_extra; /* the period is per_n * (n + extra) */
    int in_step, in_start, out_step, out_start;
    double weight, weight_first, weight_last;
    ata_kind inverse;
} definition;

static const definition definitions[] = {
    [ATA_C2C] = {CHECK_EXP, 1, 0, 1, 0, 1, 0, 1, 1, 1, ATA_C2C},
    [ATA_R2C] = {CHECK_EXP, 1, 0, 1, 0, 1, 0, 1, 1, 1, ATA_C2R},
    [ATA_C2R] = {CHECK_EXP, 1, 0, 1, 0, 1, 0, 1, 1, 1, ATA_R2C},
    [ATA_DCT1] = {CHECK_COS, 2, -1, 1, 0, 1, 0, 2, 1, 1, ATA_DCT1},
    [ATA_DCT2] = {CHECK_COS, 4, 0, 2, 1, 1, 0, 2, 2, 2, ATA_DCT3},
    [ATA_DCT3] = {CHECK_COS, 4, 0, 1, 0, 2, 1, 2, 1, 2, ATA_DCT2},
    [ATA_DCT4] = {CHECK_COS, 8, 0, 2, 1, 2, 1, 2, 2, 2, ATA_DCT4},
    [ATA_DST1] = {CHECK_SIN, 2, 1, 1, 1, 1, 1, 2, 2, 2, ATA_DST1},
    [ATA_DST2] = {CHECK_SIN, 4, 0, 2, 1, 1, 1, 2, 2, 2, ATA_DST3},
    [ATA_DST3] = {CHECK_SIN, 4, 0, 1, 1, 2, 1, 2, 2, 1, ATA_DST2},
    [ATA_DST4] = {CHECK_SIN, 8, 0, 2, 1, 2, 1, 2, 2, 2, ATA_DST4},
    [ATA_DHT] = {CHECK_CAS, 1, 0, 1, 0, 1, 0, 1, 1, 1, ATA_DHT},
    [ATA_REVERSE] = {CHECK_MOVE, 1, 0, 1, 0, 1, 0, 1, 1, 1, ATA_REVERSE},
};

void check_kernel_init(check_kernel *kernel, ata_kind kind, int64_t n)
{
    const definition *d = &definitions[kind];
    *kernel = (check_kernel){
        .wave = d->wave,
        .n = n,
        .period = d->period_per_n * (n + d->period_extra),
        .in_step = d->in_step,
        .in_start = d->in_start,
        .out_step = d->out_step,
        .out_start = d->out_start,
        .weight = d->weight,
        .weight_first = d->weight_first,
        .weight_last = d->weight_last,
    };
}

double check_kernel_get_weight(const check_kernel *kernel, int64_t j)
{
    /* With n = 1 the first is also the last; in every kind at most one of the two weighs less then. */
    if (j == 0 && kernel->weight_first != kernel->weight) return kernel->weight_first;
    return j == kernel->n - 1 ? kernel->weight_last : kernel->weight;
}

bool check_kind_is_real(ata_kind kind)
{
    return definitions[kind].wave != CHECK_EXP && definitions[kind].wave != CHECK_MOVE;
}

int64_t check_reverse_bits(int64_t index, int64_t n)
{
    int64_t reversed = 0;
    for (; n > 1; n /= 2, index /= 2) reversed = 2 * reversed + index % 2;
    return reversed;
}

ata_kind check_problem_get_kind(const ata_problem *problem)
{
    const bool turned = check_kind_is_real(problem->kind) && problem->direction == ATA_INVERSE;
    return turned ? definitions[problem->kind].inverse : problem->kind;
}

bool check_problem_is_inverse(const ata_problem *problem)
{
    return problem->kind == ATA_C2R || (problem->kind == ATA_C2C && problem->direction == ATA_INVERSE);
}

long double check_problem_get_points(const ata_problem *problem)
{
    const definition *d = &definitions[problem->kind];
    if (d->wave == CHECK_MOVE) return 1;
    /* What a transform and its inverse make of their input: n, or half the period of a type 2, 3; a quarter of type
     * 4's. */
    const int logical_per_n = d->wave == CHECK_COS || d->wave == CHECK_SIN ? 2 : 1;
    long double points = 1;
    for (int i = 0; i < problem->rank; i++)
        points *= (long double)(logical_per_n * (problem->dim[i].n + d->period_extra));
    return points;
}

long double check_problem_get_scale(const ata_problem *problem)
{
    switch (problem->scale) {
    case ATA_SCALE_N: return 1 / check_problem_get_points(problem);
    case ATA_SCALE_SQRT: return 1 / sqrtl(check_problem_get_points(problem));
    case ATA_SCALE_NUMBER: return problem->scale_number;
    default: return 1;
    }
}

ata_type check_problem_get_arithmetic(const ata_problem *problem)
{
    return problem->type == ATA_F64 ? ATA_F64 : ATA_F32;
}
