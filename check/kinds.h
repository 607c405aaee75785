/* kinds.h - the twelve transforms as one formula. Along a dimension of length n,
 *
 *     Y[k] = sum over j of  weight(j) x[j] wave( 2 pi (in_step j + in_start) (out_step k + out_start) / period )
 *
 * with wave the complex exponential, the cosine, the sine or their sum. The half numbers in the definitions of the
 * cosine and sine transforms become odd numbers over a longer period, so every angle is an exact ratio of integers.
 * A reversal is no such sum: point j goes to place check_reverse_bits(j, n), and its wave is CHECK_MOVE.
 */
#ifndef ATALANTA_CHECK_KINDS_H
#define ATALANTA_CHECK_KINDS_H

#include <stdbool.h>

#include "atalanta.h"

typedef enum check_wave { CHECK_EXP, CHECK_COS, CHECK_SIN, CHECK_CAS, CHECK_MOVE } check_wave;

typedef struct check_kernel {
    check_wave wave;
    int64_t n;
    int64_t period;
    int64_t in_step, in_start;
    int64_t out_step, out_start;
    double weight, weight_first, weight_last; /* the two ends of x may weigh less */
} check_kernel;

/* The kernel of a kind, taken forward, for length n. */
void check_kernel_init(check_kernel *kernel, ata_kind kind, int64_t n);

/* The weight of x[j]. */
double check_kernel_get_weight(const check_kernel *kernel, int64_t j);

/* The kind that a problem computes once its direction is taken in: DCT3 for an inverse DCT2. Others stay. */
ata_kind check_problem_get_kind(const ata_problem *problem);

/* Whether the exponent of a complex or half-complex kind has a plus sign. */
bool check_problem_is_inverse(const ata_problem *problem);

/* An index below n, a power of two, with its bits in opposite order. */
int64_t check_reverse_bits(int64_t index, int64_t n);

/* Whether numbers are complex in both ends, in one, or in none. */
bool check_kind_is_real(ata_kind kind); /* none */

/* What a transform and its inverse multiply their input by, which is the product of the logical lengths, and 1 for a
 * reversal; and the factor every output is multiplied by. */
long double check_problem_get_points(const ata_problem *problem);
long double check_problem_get_scale(const ata_problem *problem);

/* ATA_F64 or ATA_F32: the arithmetic a problem asks for. */
ata_type check_problem_get_arithmetic(const ata_problem *problem);

#endif
