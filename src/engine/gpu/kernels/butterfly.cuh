/* butterfly.cuh - DFTs of a few points in registers: the CPU's codelets, for one number instead of a vector. */
#define vec real
#define CONSTANT(value) ((real)(value))
#define LOAD(j, re, im) ((re) = x[j].x, (im) = x[j].y)
#define STORE(k, re, im) (x[k].x = (re), x[k].y = (im))
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define FMA(a, b, c) multiply_add(a, b, c)
#define FMS(a, b, c) multiply_add(a, b, -(c))
#define FNMA(a, b, c) multiply_add(-(a), b, c)

INLINE void butterfly_1(complex *x)
{
    (void)x;
}
#if USES_2
INLINE void butterfly_2(complex *x)
#include "engine/cpu/codelets/dft_2.h"
#endif
#if USES_4
INLINE void butterfly_4(complex *x)
#include "engine/cpu/codelets/dft_4.h"
#endif
#if USES_8
INLINE void butterfly_8(complex *x)
#include "engine/cpu/codelets/dft_8.h"
#endif
#if USES_16
INLINE void butterfly_16(complex *x)
#include "engine/cpu/codelets/dft_16.h"
#endif
#if USES_32
INLINE void butterfly_32(complex *x)
#include "engine/cpu/codelets/dft_32.h"
#endif
#if USES_64
INLINE void butterfly_64(complex *x)
#include "engine/cpu/codelets/dft_64.h"
#endif

#undef vec
#undef CONSTANT
#undef LOAD
#undef STORE
#undef ADD
#undef SUB
#undef MUL
#undef FMA
#undef FMS
#undef FNMA
