/* words.h - the words that the kernels are written in, for the emulator: what gpu.cuh says to CUDA, said to the host's
 * C compiler. Every access to memory goes through the emulator, which checks it (hooks.h).
 *
 * Whatever stands here is compiled with every kernel, so it is short, and the work is done behind the hooks.
 */
#ifndef ATA_KERNEL_WORDS
#define ATA_KERNEL_WORDS /* the same as in gpu.cuh, which is thereby left out */

#include "engine/emu/hooks.h"

#define bool _Bool /* C++ has these */
#define true 1
#define false 0

typedef REAL real;
typedef struct {
    real x, y;
} complex;
typedef struct {
    unsigned int w[4];
} bits128;
typedef struct {
    unsigned int w[2];
} bits64;

const ata_emu_hooks *ata_emu_here;

/* The parameter becomes a variable that the emulator finds by its name; so the kernel need not be called with it, and
 * no thread keeps a copy. */
#define KERNEL(name, parameter)                                                                          \
    parameter __asm__("ata_emu_arguments");                                                              \
    const ata_emu_facts_of_kernel ata_emu_facts = {sizeof(struct { parameter; }), (int)sizeof(complex)}; \
    void name(void) __asm__("ata_emu_entry");                                                            \
    void name(void)
#define INLINE static inline
#define UNROLL
#define KEEP_LOOP
#define THREAD (ata_emu_here->thread)

/* A compiler that knows no instruction for it would call a function of a library that nobody linked. */
#if defined(__aarch64__) || defined(__FMA__)
#define EMU_MULTIPLY_ADD(builtin, hook) __builtin_##builtin
#else
#define EMU_MULTIPLY_ADD(builtin, hook) ata_emu_here->multiply_add_##hook
#endif

INLINE unsigned int tile_index(void)
{
    return ata_emu_here->tile;
}
INLINE int cluster_rank(void)
{
    return ata_emu_here->rank;
}
INLINE void let_next_begin(void)
{
}
INLINE void wait_for_previous(void)
{
    ata_emu_here->wait_for_previous();
}
INLINE int forget(int index)
{
    return index;
}
INLINE void hold(complex *value)
{
    (void)value;
}

INLINE real multiply_add(real a, real b, real c)
{
#if REAL_BITS == 64
    return EMU_MULTIPLY_ADD(fma, f64)(a, b, c);
#else
    return EMU_MULTIPLY_ADD(fmaf, f32)(a, b, c);
#endif
}
INLINE real multiply(real a, real b)
{
    return a * b;
}
INLINE int reverse_bits(int index, int bits)
{
    unsigned int reversed = 0;
    for (int i = 0; i < bits; i++) reversed |= ((unsigned int)index >> i & 1U) << (bits - 1 - i);
    return (int)reversed;
}

INLINE void lanes_butterfly(complex *x, int count, int distance)
{
    const real sign = (real)(THREAD & distance ? -1 : 1);
    complex sum[64];
    const complex *other = (const complex *)ata_emu_here->lanes_meet(x, distance);
    for (int i = 0; i < count; i++) {
        sum[i].x = multiply_add(sign, x[i].x, other[i].x);
        sum[i].y = multiply_add(sign, x[i].y, other[i].y);
    }
    ata_emu_here->lanes_part();
    for (int i = 0; i < count; i++) x[i] = sum[i];
}

/* --- Shared memory ------------------------------------------------------------------------------------------------ */

INLINE void barrier(void)
{
    ata_emu_here->barrier();
}
INLINE complex shared_get(int index)
{
    return *(const complex *)ata_emu_here->shared_get(index, 1);
}
INLINE void shared_put(int index, complex value)
{
    *(complex *)ata_emu_here->shared_put(index, 1) = value;
}
#if REAL_BITS == 32
INLINE void shared_get_pair(int index, complex *a, complex *b)
{
    const complex *pair = (const complex *)ata_emu_here->shared_get(index, 2);
    *a = pair[0], *b = pair[1];
}
INLINE void shared_put_pair(int index, complex a, complex b)
{
    complex *pair = (complex *)ata_emu_here->shared_put(index, 2);
    pair[0] = a, pair[1] = b;
}
#endif

#if CLUSTER > 1
INLINE void remote_expect(int elements)
{
    ata_emu_here->remote_expect(elements);
}
INLINE void remote_arrive(void)
{
    ata_emu_here->remote_arrive();
}
INLINE void remote_ready(void)
{
    ata_emu_here->remote_ready();
}
INLINE void remote_put(int rank, int index, complex value)
{
    *(complex *)ata_emu_here->remote_put(rank, index, 1) = value;
}
#if REAL_BITS == 32
INLINE void remote_put_pair(int rank, int index, complex a, complex b)
{
    complex *pair = (complex *)ata_emu_here->remote_put(rank, index, 2);
    pair[0] = a, pair[1] = b;
}
#endif
INLINE void remote_wait(void)
{
    ata_emu_here->remote_wait();
}
#endif

/* --- Global memory: natural alignment has been checked when the hook returns -------------------------------------- */

#define MEMORY_WORDS(family)                                                    \
    INLINE bits128 family##_get128(const void *from)                            \
    {                                                                           \
        const unsigned int *p = (const unsigned int *)from;                     \
        ata_emu_here->global_get(from, 16);                                     \
        const bits128 bits = {{p[0], p[1], p[2], p[3]}};                        \
        return bits;                                                            \
    }                                                                           \
    INLINE bits64 family##_get64(const void *from)                              \
    {                                                                           \
        const unsigned int *p = (const unsigned int *)from;                     \
        ata_emu_here->global_get(from, 8);                                      \
        const bits64 bits = {{p[0], p[1]}};                                     \
        return bits;                                                            \
    }                                                                           \
    INLINE unsigned int family##_get32(const void *from)                        \
    {                                                                           \
        ata_emu_here->global_get(from, 4);                                      \
        return *(const unsigned int *)from;                                     \
    }                                                                           \
    INLINE unsigned int family##_get16(const void *from)                        \
    {                                                                           \
        ata_emu_here->global_get(from, 2);                                      \
        return *(const unsigned short *)from;                                   \
    }                                                                           \
    INLINE unsigned int family##_get8(const void *from)                         \
    {                                                                           \
        ata_emu_here->global_get(from, 1);                                      \
        return *(const unsigned char *)from;                                    \
    }                                                                           \
    INLINE void family##_put128(void *to, bits128 bits)                         \
    {                                                                           \
        unsigned int *p = (unsigned int *)to;                                   \
        ata_emu_here->global_put(to, 16);                                       \
        p[0] = bits.w[0], p[1] = bits.w[1], p[2] = bits.w[2], p[3] = bits.w[3]; \
    }                                                                           \
    INLINE void family##_put64(void *to, bits64 bits)                           \
    {                                                                           \
        unsigned int *p = (unsigned int *)to;                                   \
        ata_emu_here->global_put(to, 8);                                        \
        p[0] = bits.w[0], p[1] = bits.w[1];                                     \
    }                                                                           \
    INLINE void family##_put32(void *to, unsigned int bits)                     \
    {                                                                           \
        ata_emu_here->global_put(to, 4);                                        \
        *(unsigned int *)to = bits;                                             \
    }                                                                           \
    INLINE void family##_put16(void *to, unsigned int bits)                     \
    {                                                                           \
        ata_emu_here->global_put(to, 2);                                        \
        *(unsigned short *)to = (unsigned short)bits;                           \
    }                                                                           \
    INLINE void family##_put8(void *to, unsigned int bits)                      \
    {                                                                           \
        ata_emu_here->global_put(to, 1);                                        \
        *(unsigned char *)to = (unsigned char)bits;                             \
    }
MEMORY_WORDS(global)
MEMORY_WORDS(kept)
MEMORY_WORDS(held)
#define NUMBER_WORDS(family)                                  \
    INLINE complex family##_get(const void *from)             \
    {                                                         \
        ata_emu_here->global_get(from, (int)sizeof(complex)); \
        return *(const complex *)from;                        \
    }                                                         \
    INLINE void family##_put(void *to, complex value)         \
    {                                                         \
        ata_emu_here->global_put(to, (int)sizeof(complex));   \
        *(complex *)to = value;                               \
    }
NUMBER_WORDS(global)
NUMBER_WORDS(kept)
NUMBER_WORDS(held)
#if REAL_BITS == 32
#define PAIR_WORDS(family)                                                  \
    INLINE void family##_get_pair(const void *from, complex *a, complex *b) \
    {                                                                       \
        ata_emu_here->global_get(from, 16);                                 \
        *a = ((const complex *)from)[0], *b = ((const complex *)from)[1];   \
    }                                                                       \
    INLINE void family##_put_pair(void *to, complex a, complex b)           \
    {                                                                       \
        ata_emu_here->global_put(to, 16);                                   \
        ((complex *)to)[0] = a, ((complex *)to)[1] = b;                     \
    }
PAIR_WORDS(global)
PAIR_WORDS(kept)
PAIR_WORDS(held)
#endif
INLINE void fetch_ahead(const void *from, int bytes)
{
    ata_emu_here->fetch_ahead(from, bytes);
}
INLINE complex table_get(const void *tables, int index)
{
    const complex *from = (const complex *)tables + index;
    ata_emu_here->table_get(from, (int)sizeof *from);
    const complex value = {from->x, from->y};
    return value;
}
INLINE void table_get_pair(const void *tables, int index, complex *a, complex *b)
{
#if REAL_BITS == 32
    const complex *from = (const complex *)tables + index;
    ata_emu_here->table_get(from, 16);
    *a = from[0], *b = from[1];
#else
    *a = table_get(tables, index);
    *b = table_get(tables, index + 1);
#endif
}

/* --- Blocks that stay --------------------------------------------------------------------------------------------- */

INLINE unsigned int relay_ask(unsigned int *counter)
{
    return THREAD == 0 ? ata_emu_here->relay_ask(counter) : ~0u; /* others have none */
}
INLINE unsigned int relay_take(unsigned int asked)
{
    barrier();
    if (THREAD == 0) ata_emu_here->relay_take(asked);
    barrier();
    return ata_emu_here->number;
}
INLINE void relay_done(unsigned int *counter)
{
    barrier();
    if (THREAD == 0) ata_emu_here->relay_done(counter);
}
INLINE void relay_wait(const unsigned int *counter, unsigned int count)
{
    if (THREAD == 0) ata_emu_here->relay_wait(counter, count);
    barrier();
}

/* --- Bits as numbers ---------------------------------------------------------------------------------------------- */

typedef union {
    float number;
    unsigned int bits;
} emu_float;
typedef union {
    double number;
    unsigned long long bits;
} emu_double;

INLINE float float_of_bits(unsigned int bits)
{
    const emu_float both = {.bits = bits};
    return both.number;
}
INLINE unsigned int bits_of_float(float value)
{
    const emu_float both = {.number = value};
    return both.bits;
}
INLINE double double_of_bits(unsigned int low, unsigned int high)
{
    const emu_double both = {.bits = (unsigned long long)high << 32 | low};
    return both.number;
}
INLINE unsigned int low_bits_of_double(double value)
{
    const emu_double both = {.number = value};
    return (unsigned int)both.bits;
}
INLINE unsigned int high_bits_of_double(double value)
{
    const emu_double both = {.number = value};
    return (unsigned int)(both.bits >> 32);
}
INLINE float float_of_half(unsigned int bits)
{
    const unsigned int sign = (bits & 0x8000U) << 16, exponent = bits >> 10 & 31, fraction = bits & 0x3ffU;
    if (exponent == 31) return float_of_bits(sign | 0x7f800000U | fraction << 13);
    if (exponent > 0) return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
    const float magnitude = (float)fraction * 0x1p-24F; /* a subnormal number, or zero */
    return sign ? -magnitude : magnitude;
}
INLINE unsigned int half_of_float(float value)
{
    const unsigned int bits = bits_of_float(value), sign = bits >> 16 & 0x8000U, magnitude = bits & 0x7fffffffU;
    if (magnitude > 0x7f800000U) return 0x7fffU;         /* the one NaN that a GPU makes */
    if (magnitude >= 0x477ff000U) return sign | 0x7c00U; /* what rounds to 65536 or more */
    if (magnitude < 0x38800000U) {
        /* A subnormal number: adding this one puts the last bit of the result where that of a float is. */
        return sign | (bits_of_float(float_of_bits(magnitude) + 0.5F) - 0x3f000000U);
    }
    return sign | ((magnitude - 0x38000000U + 0xfffU + (magnitude >> 13 & 1U)) >> 13);
}
/* As the GPU's instructions do it: to the nearest, ties to even; there is one NaN. */
INLINE unsigned int bfloat_of_float(float value)
{
    const unsigned int bits = bits_of_float(value);
    return value != value ? 0x7fffU : (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
}
INLINE unsigned int halves_of_floats(int wide, float first, float second)
{
    return wide ? bfloat_of_float(first) | bfloat_of_float(second) << 16
                : half_of_float(first) | half_of_float(second) << 16;
}
INLINE unsigned int halves_see(int wide, unsigned int word, unsigned int seen)
{
    const unsigned int exponent = wide ? 0x7f80U : 0x7c00U;
    return seen | ((word & exponent) == exponent) | ((word >> 16 & exponent) == exponent);
}
/* To the nearest, ties to even, like the GPU's: a NaN is 0, and what is too large the largest. */
INLINE int nearest_int(float value)
{
    if (value != value) return 0;
    if (value >= 0x1p31F) return 0x7fffffff;
    if (value <= -0x1p31F) return -0x7fffffff - 1;
    const double rounder = 0x1.8p52; /* a sum with it has no bits behind the point */
    return (int)(((double)value + rounder) - rounder);
}

#endif
