/* functions.h - the loops of loops.h, for the vectors that a unit loops_*.c has defined before including this:
 *
 *     LOOPS          the name of the table at the end
 *     VECTOR_BYTES   how long a vector is
 *
 * What is plain C here the compiler makes vectors of.
 */
#include <math.h>

#include "core/integer.h"
#include "engine/cpu/loops/loops.h"

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

/* Sums that are under way at once: as many as hide the latency of up to four units, and fit the registers. */
#if defined(__x86_64__) && !defined(__AVX512F__)
#define CHAINS 12
#else
#define CHAINS 20
#endif

enum { DOUBLES = VECTOR_BYTES / sizeof(double) }; /* of a vector */

/* clang-format off */
#define NAME(name) name##_f32
#define real float
#define REAL_BITS 32
#include "engine/cpu/loops/numbers.h"
#undef NAME
#undef real
#undef REAL_BITS
#define NAME(name) name##_f64
#define real double
#define REAL_BITS 64
#include "engine/cpu/loops/numbers.h"
#undef NAME
#undef real
#undef REAL_BITS
#include "engine/cpu/loops/chirp.h"
/* clang-format on */

/* With their signs turned, for a plain copy would become a call of the C library's; and again in each round, because
 * the compiler is told that the memory may have changed. */
static void carry(vec_f32 *restrict to, const vec_f32 *restrict from, int64_t count)
{
    enum { GROUP = 8 };
    for (int64_t i = 0; i < count; i += GROUP) {
        vec_f32 x[GROUP];
        UNROLL for (int k = 0; k < GROUP; k++) x[k] = from[i + k];
        UNROLL for (int k = 0; k < GROUP; k++) to[i + k] = -x[k];
    }
    __asm__ volatile("" ::: "memory");
}

static double exchange(float *memory, int64_t bytes, int64_t rounds)
{
    const int64_t half = bytes / 2 / VECTOR_BYTES;
    vec_f32 *first = (vec_f32 *)memory, *second = first + half;
    for (int64_t r = 0; r < rounds; r++) {
        carry(second, first, half);
        carry(first, second, half);
    }
    return 2.0 * (double)bytes * (double)rounds;
}

const ata_cpu_loops LOOPS = {
    .f32 = {multiply_f32, turn_f32, look_up_f32, squares_f32, round_f32, put_f32, work_f32},
    .f64 = {multiply_f64, turn_f64, look_up_f64, squares_f64, round_f64, put_f64, work_f64},
    .chirp_spectrum = chirp_spectrum,
    .exchange = exchange,
};
