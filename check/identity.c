/* identity.c - what the identities share: test vectors, their size, and running the plan. */
#include "check/identity.h"

#include <math.h>

#include "check/error.h"
#include "check/kinds.h"
#include "check/number.h"
#include "check/random.h"

/* Test vectors are whole multiples of `unit`, up to `most` of them; five times that still fits the type's digits. */
typedef struct grid {
    uint32_t most;
    double unit;
} grid;

static grid get_grid(ata_type type)
{
    switch (type) {
    case ATA_F16: return (grid){256, 0x1p-8};
    case ATA_BF16: return (grid){32, 0x1p-5};
    case ATA_I16: return (grid){6500, 1};
    case ATA_I8: return (grid){25, 1};
    default: return (grid){1 << 21, 0x1p-21};
    }
}

double check_identity_get_random(ata_type type, uint64_t seed, int64_t key)
{
    const grid g = get_grid(type);
    const uint32_t bits = (uint32_t)(check_random_get_keyed(seed, (uint64_t)key) >> 32);
    return ((double)(bits % (2 * g.most + 1)) - (double)g.most) * g.unit;
}

double check_identity_get_random_rms(ata_type type)
{
    const grid g = get_grid(type);
    return (double)g.most * g.unit / sqrt(3);
}

double check_identity_get_gain(const ata_problem *complete)
{
    return (double)(fabsl(check_problem_get_scale(complete)) * sqrtl(check_problem_get_points(complete)));
}

double check_identity_get_peak(const ata_problem *complete)
{
    /* Among 10^8 normally distributed numbers none is expected beyond 6; 10 leaves room for shapes that are not. Some
     * outputs of a real transform are larger than the others, by up to sqrt(2) along each dimension. */
    const double uneven = complete->kind <= ATA_R2C ? 1 : exp2(0.5 * complete->rank);
    return 10 * uneven * check_identity_get_gain(complete);
}

double check_identity_get_amplitude(ata_type from, ata_type to, double peak)
{
    const double largest = check_number_get_largest(to);
    if (to == ATA_I16 || to == ATA_I8) return 0; /* what an integer cuts off, an identity misses */
    if (peak <= largest) return 1;
    if (from == ATA_I16 || from == ATA_I8) return 0;
    const double amplitude = exp2(-ceil(log2(peak / largest)));
    return from == ATA_F16 && amplitude < 0x1p-8 ? 0 : amplitude; /* below it, the grid leaves f16's range */
}

double check_identity_get_bound(const check_subject *subject)
{
    const ata_problem *problem = &subject->arrays->problem;
    return check_error_get_bound(problem) + check_error_get_between(problem, subject->roundings);
}

ata_status check_identity_execute(const check_subject *subject)
{
    const ata_buffers buffers = check_arrays_get_buffers(subject->arrays);
    return ata_plan_execute_with(subject->plan, &buffers);
}

int64_t check_identity_get_logical(const ata_problem *complete, check_side side, int64_t position, int64_t n)
{
    const bool frequency = (side == CHECK_OUT) == (complete->direction == ATA_FORWARD);
    if (complete->order != ATA_BIT_REVERSED || !frequency) return position;
    return check_reverse_bits(position, n);
}

bool check_identity_is_distinct(const ata_problem *complete)
{
    /* True if a copy of the problem with its ends exchanged has a valid output. */
    ata_problem copy = {.rank = complete->rank, .batch_rank = complete->batch_rank};
    copy.kind = complete->kind == ATA_C2R ? ATA_R2C : complete->kind == ATA_R2C ? ATA_C2R : complete->kind;
    for (int d = 0; d < complete->rank; d++) {
        copy.dim[d] = (ata_dim){complete->dim[d].n, 0, complete->dim[d].stride_in};
    }
    for (int d = 0; d < complete->batch_rank; d++) {
        copy.batch[d] = (ata_dim){complete->batch[d].n, 0, complete->batch[d].stride_in};
    }
    return ata_problem_check(&copy, NULL) == ATA_OK;
}
