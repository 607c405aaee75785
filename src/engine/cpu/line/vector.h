/* vector.h - the vocabulary in which everything that is fast is written: vectors of WIDTH numbers of type `real`.
 *
 * The words are the vector extensions of gcc and clang, so that the same text is NEON, SSE2, AVX2 or AVX-512, whichever
 * the unit that includes this is compiled for; products and sums fuse where the machine can (-ffp-contract=fast). Only
 * how a square of numbers is transposed best differs between machines, and what is the lesser of two numbers has no
 * other word than the machine's own.
 *
 * A unit defines WIDTH (2, 4, 8 or 16), `real`, and REAL_BITS (32 or 64) before including this.
 */
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define INLINE static inline __attribute__((always_inline))

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

typedef real vec __attribute__((vector_size(WIDTH * REAL_BITS / 8)));
/* The same in memory, wherever it lies: a caller's pointers need no alignment. */
typedef real vec_anywhere __attribute__((vector_size(WIDTH * REAL_BITS / 8), aligned(1), may_alias));

#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))

INLINE vec vec_load(const real *from)
{
    return *(const vec_anywhere *)from;
}

INLINE void vec_store(real *to, vec x)
{
    *(vec_anywhere *)to = x;
}

INLINE vec vec_all(real x)
{
    return x - (vec){0};
}

/* (a + i b) *= (c + i d) */
INLINE void vec_multiply(vec *a, vec *b, vec c, vec d)
{
    const vec re = FNMA(*b, d, MUL(*a, c)), im = FMA(*b, c, MUL(*a, d));
    *a = re;
    *b = im;
}

/* Call this before going back to code without AVX, which is slow as long as the upper halves of registers are in use.
 * Compilers see to it themselves but where they have inlined much, and forget. */
INLINE void vec_leave(void)
{
#if defined(__AVX__)
    _mm256_zeroupper();
#endif
}

/* --- Limits ------------------------------------------------------------------------------------------------------ */

#if defined(__x86_64__) && REAL_BITS == 32
#define MACHINE_WORD(bits, what) _mm##bits##_##what##_ps
#elif defined(__x86_64__)
#define MACHINE_WORD(bits, what) _mm##bits##_##what##_pd
#endif
#if defined(__x86_64__) && WIDTH * REAL_BITS == 512
#define MIN MACHINE_WORD(512, min)
#define MAX MACHINE_WORD(512, max)
#elif defined(__x86_64__) && WIDTH * REAL_BITS == 256
#define MIN MACHINE_WORD(256, min)
#define MAX MACHINE_WORD(256, max)
#elif defined(__x86_64__)
#define MIN MACHINE_WORD(, min)
#define MAX MACHINE_WORD(, max)
#elif defined(__aarch64__) && WIDTH * REAL_BITS == 128 && REAL_BITS == 32
#define MIN vminq_f32
#define MAX vmaxq_f32
#elif defined(__aarch64__) && WIDTH * REAL_BITS == 128
#define MIN vminq_f64
#define MAX vmaxq_f64
#endif

/* The numbers, or the limits where they are below, or above, those. A NaN stays one. */
INLINE vec vec_at_least(vec x, vec limit)
{
#if defined(MAX)
    return (vec)MAX(limit, x);
#else
    for (int i = 0; i < WIDTH; i++) x[i] = x[i] < limit[i] ? limit[i] : x[i];
    return x;
#endif
}

INLINE vec vec_at_most(vec x, vec limit)
{
#if defined(MIN)
    return (vec)MIN(limit, x);
#else
    for (int i = 0; i < WIDTH; i++) x[i] = x[i] > limit[i] ? limit[i] : x[i];
    return x;
#endif
}

/* --- Shuffles ---------------------------------------------------------------------------------------------------- */

#if defined(__clang__)
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define PERMUTE(a, ...) __builtin_shufflevector(a, a, __VA_ARGS__)
#elif REAL_BITS == 32
typedef int32_t vec_index __attribute__((vector_size(WIDTH * 4)));
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (vec_index){__VA_ARGS__})
#define PERMUTE(a, ...) __builtin_shuffle(a, (vec_index){__VA_ARGS__})
#else
typedef int64_t vec_index __attribute__((vector_size(WIDTH * 8)));
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (vec_index){__VA_ARGS__})
#define PERMUTE(a, ...) __builtin_shuffle(a, (vec_index){__VA_ARGS__})
#endif

/* Numbers 0, 2, 4 ... and 1, 3, 5 ... of a and b together; a and b one by one from their beginnings, and from their
 * middles; a backwards; and every two neighbours of a exchanged. */
#if WIDTH == 2
#define EVENS(a, b) SHUFFLE(a, b, 0, 2)
#define ODDS(a, b) SHUFFLE(a, b, 1, 3)
#define ZIP_FIRST(a, b) SHUFFLE(a, b, 0, 2)
#define ZIP_LAST(a, b) SHUFFLE(a, b, 1, 3)
#define BACKWARDS(a) PERMUTE(a, 1, 0)
#define SWAPPED(a) PERMUTE(a, 1, 0)
#elif WIDTH == 4
#define EVENS(a, b) SHUFFLE(a, b, 0, 2, 4, 6)
#define ODDS(a, b) SHUFFLE(a, b, 1, 3, 5, 7)
#define ZIP_FIRST(a, b) SHUFFLE(a, b, 0, 4, 1, 5)
#define ZIP_LAST(a, b) SHUFFLE(a, b, 2, 6, 3, 7)
#define BACKWARDS(a) PERMUTE(a, 3, 2, 1, 0)
#define SWAPPED(a) PERMUTE(a, 1, 0, 3, 2)
#elif WIDTH == 8
#define EVENS(a, b) SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODDS(a, b) SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define ZIP_FIRST(a, b) SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define ZIP_LAST(a, b) SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define BACKWARDS(a) PERMUTE(a, 7, 6, 5, 4, 3, 2, 1, 0)
#define SWAPPED(a) PERMUTE(a, 1, 0, 3, 2, 5, 4, 7, 6)
#else
#define EVENS(a, b) SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODDS(a, b) SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define ZIP_FIRST(a, b) SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define ZIP_LAST(a, b) SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define BACKWARDS(a) PERMUTE(a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define SWAPPED(a) PERMUTE(a, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
#endif

/* WIDTH complex numbers from and to memory where their parts alternate. */
INLINE void vec_load_pairs(const real *from, vec *first, vec *second)
{
    const vec a = vec_load(from), b = vec_load(from + WIDTH);
    *first = EVENS(a, b);
    *second = ODDS(a, b);
}

/* The numbers of two vectors by turns. */
INLINE void vec_zip(vec first, vec second, vec *low, vec *high)
{
#if WIDTH * REAL_BITS == 256
    /* Within halves first: 256-bit registers cross their middle only at a price. */
#if REAL_BITS == 32
    const vec a = SHUFFLE(first, second, 0, 8, 1, 9, 4, 12, 5, 13),
              b = SHUFFLE(first, second, 2, 10, 3, 11, 6, 14, 7, 15);
    *low = SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    *high = SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
#else
    const vec a = SHUFFLE(first, second, 0, 4, 2, 6), b = SHUFFLE(first, second, 1, 5, 3, 7);
    *low = SHUFFLE(a, b, 0, 1, 4, 5);
    *high = SHUFFLE(a, b, 2, 3, 6, 7);
#endif
#else
    *low = ZIP_FIRST(first, second);
    *high = ZIP_LAST(first, second);
#endif
}

INLINE void vec_store_pairs(real *to, vec first, vec second)
{
    vec low, high;
    vec_zip(first, second, &low, &high);
    vec_store(to, low);
    vec_store(to + WIDTH, high);
}

/* --- Stores past the caches --------------------------------------------------------------------------------------
 *
 * Memory that a line of the cache is written to is read first, unless all of the line is written at once and past the
 * caches. That takes addresses that are multiples of a line; and vec_settle() before another thread is told of it. */

#if defined(__x86_64__) && WIDTH * REAL_BITS == 512
#define STREAM MACHINE_WORD(512, stream)
#elif defined(__x86_64__) && WIDTH * REAL_BITS == 256
#define STREAM MACHINE_WORD(256, stream)
#endif

/* Whether a vector, and WIDTH complex numbers, are whole lines. */
#if defined(STREAM)
#define VECTORS_GO_PAST (WIDTH * REAL_BITS == 512)
#define PAIRS_GO_PAST 1
#else
#define VECTORS_GO_PAST 0
#define PAIRS_GO_PAST 0
#define STREAM vec_store
#endif

INLINE void vec_store_past(real *to, vec value)
{
    STREAM(to, value);
}

INLINE void vec_store_pairs_past(real *to, vec first, vec second)
{
    vec low, high;
    vec_zip(first, second, &low, &high);
    STREAM(to, low);
    STREAM(to + WIDTH, high);
}

INLINE void vec_settle(void)
{
#if PAIRS_GO_PAST
    _mm_sfence();
#endif
}

/* The same where the order of the numbers does not matter: one that costs least. Number vec_place(i) of each vector is
 * number i. 256-bit registers leave the second and the third quarter exchanged. */
INLINE void vec_load_any_pairs(const real *from, vec *first, vec *second)
{
#if WIDTH * REAL_BITS == 256 && REAL_BITS == 32
    const vec a = vec_load(from), b = vec_load(from + WIDTH);
    *first = SHUFFLE(a, b, 0, 2, 8, 10, 4, 6, 12, 14);
    *second = SHUFFLE(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
#elif WIDTH * REAL_BITS == 256
    const vec a = vec_load(from), b = vec_load(from + WIDTH);
    *first = SHUFFLE(a, b, 0, 4, 2, 6);
    *second = SHUFFLE(a, b, 1, 5, 3, 7);
#else
    vec_load_pairs(from, first, second);
#endif
}

INLINE int vec_place(int i)
{
#if WIDTH * REAL_BITS == 256
    enum { QUARTER = WIDTH / 4 };
    return i / QUARTER == 1 ? i + QUARTER : i / QUARTER == 2 ? i - QUARTER : i;
#else
    return i;
#endif
}

/* Numbers that lie apart, listed: f(i), f(i + 1) ... */
#define TWO(f, i) f(i), f((i) + 1)
#define FOUR(f, i) TWO(f, i), TWO(f, (i) + 2)
#define EIGHT(f, i) FOUR(f, i), FOUR(f, (i) + 4)
#define SIXTEEN(f, i) EIGHT(f, i), EIGHT(f, (i) + 8)
#if WIDTH == 2
#define AS_MANY(f, i) TWO(f, i)
#define HALF_AS_MANY(f, i) f(i)
#elif WIDTH == 4
#define AS_MANY(f, i) FOUR(f, i)
#define HALF_AS_MANY(f, i) TWO(f, i)
#elif WIDTH == 8
#define AS_MANY(f, i) EIGHT(f, i)
#define HALF_AS_MANY(f, i) FOUR(f, i)
#else
#define AS_MANY(f, i) SIXTEEN(f, i)
#define HALF_AS_MANY(f, i) EIGHT(f, i)
#endif

typedef real real_anywhere __attribute__((aligned(1), may_alias));

/* WIDTH real numbers, each `stride` numbers behind the one before it. */
INLINE vec vec_gather(const real *from, ptrdiff_t stride)
{
#define NUMBER(i) ((const real_anywhere *)from)[(i)*stride]
    return (vec){AS_MANY(NUMBER, 0)};
#undef NUMBER
}

INLINE void vec_scatter(real *to, ptrdiff_t stride, vec x)
{
    UNROLL for (int i = 0; i < WIDTH; i++)((real_anywhere *)to)[i * stride] = x[i];
}

/* WIDTH complex numbers that lie so, their parts side by side. Where those are 64 bits together, they are moved as one
 * number. */
#if REAL_BITS == 32
typedef double complex_anywhere __attribute__((aligned(1), may_alias));
typedef double vec_of_complex __attribute__((vector_size(WIDTH * 4)));

/* Half as many of them in one vector, each with both its parts; and back. */
INLINE vec vec_load_points(const real *from, ptrdiff_t stride)
{
#define NUMBER(i) *(const complex_anywhere *)(from + (i)*stride)
    return (vec)(vec_of_complex){HALF_AS_MANY(NUMBER, 0)};
#undef NUMBER
}

INLINE void vec_store_points(real *to, ptrdiff_t stride, vec x)
{
#if WIDTH == 4 /* written out, addresses take fewer instructions */
    *(complex_anywhere *)to = ((vec_of_complex)x)[0];
    *(complex_anywhere *)(to + stride) = ((vec_of_complex)x)[1];
#else
    UNROLL for (int i = 0; i < WIDTH / 2; i++) * (complex_anywhere *)(to + i * stride) = ((vec_of_complex)x)[i];
#endif
}

#if WIDTH == 4
/* Four numbers, of which number i lies at[i - 1] numbers behind the first one. */
INLINE void vec_load_at(const real *from, const ptrdiff_t at[3], vec *first, vec *second)
{
#define NUMBER(i) *(const complex_anywhere *)(from + ((i) > 0 ? at[(i)-1] : 0))
    const vec_of_complex a = {TWO(NUMBER, 0)}, b = {TWO(NUMBER, 2)};
#undef NUMBER
    *first = EVENS((vec)a, (vec)b);
    *second = ODDS((vec)a, (vec)b);
}

INLINE void vec_store_at(real *to, const ptrdiff_t at[3], vec first, vec second)
{
    const vec_of_complex a = (vec_of_complex)ZIP_FIRST(first, second), b = (vec_of_complex)ZIP_LAST(first, second);
    *(complex_anywhere *)to = a[0];
    *(complex_anywhere *)(to + at[0]) = a[1];
    *(complex_anywhere *)(to + at[1]) = b[0];
    *(complex_anywhere *)(to + at[2]) = b[1];
}
#endif

#if WIDTH == 8
/* Numbers are put in the order in which registers of 256 bits need not cross their middle. */
INLINE void vec_load_apart(const real *from, ptrdiff_t stride, vec *first, vec *second)
{
#define NUMBER(i) *(const complex_anywhere *)(from + (i)*stride)
    const vec_of_complex a = {TWO(NUMBER, 0), TWO(NUMBER, 4)}, b = {TWO(NUMBER, 2), TWO(NUMBER, 6)};
#undef NUMBER
    *first = SHUFFLE((vec)a, (vec)b, 0, 2, 8, 10, 4, 6, 12, 14);
    *second = SHUFFLE((vec)a, (vec)b, 1, 3, 9, 11, 5, 7, 13, 15);
}

INLINE void vec_store_apart(real *to, ptrdiff_t stride, vec first, vec second)
{
    const vec_of_complex a = (vec_of_complex)SHUFFLE(first, second, 0, 8, 1, 9, 4, 12, 5, 13);
    const vec_of_complex b = (vec_of_complex)SHUFFLE(first, second, 2, 10, 3, 11, 6, 14, 7, 15);
    UNROLL for (int i = 0; i < 4; i++) * (complex_anywhere *)(to + (i < 2 ? i : i + 2) * stride) = a[i];
    UNROLL for (int i = 0; i < 4; i++) * (complex_anywhere *)(to + (i < 2 ? i + 2 : i + 4) * stride) = b[i];
}
#else
INLINE void vec_load_apart(const real *from, ptrdiff_t stride, vec *first, vec *second)
{
#define NUMBER(i) *(const complex_anywhere *)(from + (i)*stride)
    const vec_of_complex a = {HALF_AS_MANY(NUMBER, 0)}, b = {HALF_AS_MANY(NUMBER, WIDTH / 2)};
#undef NUMBER
    *first = EVENS((vec)a, (vec)b);
    *second = ODDS((vec)a, (vec)b);
}

INLINE void vec_store_apart(real *to, ptrdiff_t stride, vec first, vec second)
{
    const vec_of_complex a = (vec_of_complex)ZIP_FIRST(first, second), b = (vec_of_complex)ZIP_LAST(first, second);
    UNROLL for (int i = 0; i < WIDTH / 2; i++) * (complex_anywhere *)(to + i * stride) = a[i];
    UNROLL for (int i = 0; i < WIDTH / 2; i++) * (complex_anywhere *)(to + (i + WIDTH / 2) * stride) = b[i];
}
#endif
#elif WIDTH == 2
INLINE void vec_load_apart(const real *from, ptrdiff_t stride, vec *first, vec *second)
{
    const vec a = vec_load(from), b = vec_load(from + stride);
    *first = EVENS(a, b);
    *second = ODDS(a, b);
}

INLINE void vec_store_apart(real *to, ptrdiff_t stride, vec first, vec second)
{
    vec_store(to, ZIP_FIRST(first, second));
    vec_store(to + stride, ZIP_LAST(first, second));
}
#else
/* A complex number is 128 bits, which registers of AVX take and give as a whole. Those with even numbers go into one
 * register, those with odd ones into another: then parts are sorted out within 128 bits. */
#if WIDTH == 4
INLINE vec vec_load_points(const real *from, ptrdiff_t stride)
{
    return (vec)_mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(from)), _mm_loadu_pd(from + stride), 1);
}

INLINE void vec_store_points(real *to, ptrdiff_t stride, vec x)
{
    _mm_storeu_pd(to, _mm256_castpd256_pd128((__m256d)x));
    _mm_storeu_pd(to + stride, _mm256_extractf128_pd((__m256d)x, 1));
}

#define EVEN_POINTS(a, b) SHUFFLE(a, b, 0, 4, 2, 6)
#define ODD_POINTS(a, b) SHUFFLE(a, b, 1, 5, 3, 7)
#else
INLINE vec vec_load_points(const real *from, ptrdiff_t stride)
{
    const __m256d a = _mm256_castpd128_pd256(_mm_loadu_pd(from));
    const __m256d b = _mm256_castpd128_pd256(_mm_loadu_pd(from + 2 * stride));
    const __m256d low = _mm256_insertf128_pd(a, _mm_loadu_pd(from + stride), 1);
    const __m256d high = _mm256_insertf128_pd(b, _mm_loadu_pd(from + 3 * stride), 1);
    return (vec)_mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}

INLINE void vec_store_points(real *to, ptrdiff_t stride, vec x)
{
    const __m256d low = _mm512_castpd512_pd256((__m512d)x), high = _mm512_extractf64x4_pd((__m512d)x, 1);
    _mm_storeu_pd(to, _mm256_castpd256_pd128(low));
    _mm_storeu_pd(to + stride, _mm256_extractf128_pd(low, 1));
    _mm_storeu_pd(to + 2 * stride, _mm256_castpd256_pd128(high));
    _mm_storeu_pd(to + 3 * stride, _mm256_extractf128_pd(high, 1));
}

#define EVEN_POINTS(a, b) SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODD_POINTS(a, b) SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#endif

INLINE void vec_load_apart(const real *from, ptrdiff_t stride, vec *first, vec *second)
{
    const vec a = vec_load_points(from, 2 * stride), b = vec_load_points(from + stride, 2 * stride);
    *first = EVEN_POINTS(a, b);
    *second = ODD_POINTS(a, b);
}

INLINE void vec_store_apart(real *to, ptrdiff_t stride, vec first, vec second)
{
    vec_store_points(to, 2 * stride, EVEN_POINTS(first, second));
    vec_store_points(to + stride, 2 * stride, ODD_POINTS(first, second));
}
#endif

/* The same, number i lying at[i] numbers behind `from`, real or complex. */
INLINE vec vec_gather_listed(const real *from, const ptrdiff_t *at)
{
#define NUMBER(i) ((const real_anywhere *)from)[at[i]]
    return (vec){AS_MANY(NUMBER, 0)};
#undef NUMBER
}

INLINE void vec_scatter_listed(real *to, const ptrdiff_t *at, vec x)
{
    UNROLL for (int i = 0; i < WIDTH; i++)((real_anywhere *)to)[at[i]] = x[i];
}

INLINE void vec_load_listed(const real *from, const ptrdiff_t *at, vec *first, vec *second)
{
#if REAL_BITS == 32
#define NUMBER(i) *(const complex_anywhere *)(from + at[i])
    const vec_of_complex a = {HALF_AS_MANY(NUMBER, 0)}, b = {HALF_AS_MANY(NUMBER, WIDTH / 2)};
#undef NUMBER
    *first = EVENS((vec)a, (vec)b);
    *second = ODDS((vec)a, (vec)b);
#else
#define NUMBER(i) ((const real_anywhere *)from)[at[(i) / 2] + (i) % 2]
    const vec a = {AS_MANY(NUMBER, 0)}, b = {AS_MANY(NUMBER, WIDTH)};
#undef NUMBER
    *first = EVENS(a, b);
    *second = ODDS(a, b);
#endif
}

INLINE void vec_store_listed(real *to, const ptrdiff_t *at, vec first, vec second)
{
#if REAL_BITS == 32
    const vec_of_complex a = (vec_of_complex)ZIP_FIRST(first, second), b = (vec_of_complex)ZIP_LAST(first, second);
    UNROLL for (int i = 0; i < WIDTH / 2; i++) * (complex_anywhere *)(to + at[i]) = a[i];
    UNROLL for (int i = 0; i < WIDTH / 2; i++) * (complex_anywhere *)(to + at[i + WIDTH / 2]) = b[i];
#else
    const vec a = ZIP_FIRST(first, second), b = ZIP_LAST(first, second);
    UNROLL for (int i = 0; i < WIDTH; i++)
    {
        ((real_anywhere *)to)[at[i / 2] + i % 2] = a[i];
        ((real_anywhere *)to)[at[(i + WIDTH) / 2] + i % 2] = b[i];
    }
#endif
}

/* A square of WIDTH x WIDTH numbers, transposed where it is. */
INLINE void vec_transpose(vec *x)
{
#if WIDTH == 8 && REAL_BITS == 32
    vec t[8], u[8];
    UNROLL for (int i = 0; i < 8; i += 2)
    {
        t[i] = SHUFFLE(x[i], x[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        t[i + 1] = SHUFFLE(x[i], x[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    UNROLL for (int i = 0; i < 8; i += 4) UNROLL for (int j = 0; j < 2; j++)
    {
        u[i + 2 * j] = SHUFFLE(t[i + j], t[i + 2 + j], 0, 1, 8, 9, 4, 5, 12, 13);
        u[i + 2 * j + 1] = SHUFFLE(t[i + j], t[i + 2 + j], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    UNROLL for (int i = 0; i < 4; i++)
    {
        x[i] = SHUFFLE(u[i], u[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        x[i + 4] = SHUFFLE(u[i], u[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
#elif WIDTH == 4 && REAL_BITS == 64
    vec t[4];
    UNROLL for (int i = 0; i < 4; i += 2)
    {
        t[i] = SHUFFLE(x[i], x[i + 1], 0, 4, 2, 6);
        t[i + 1] = SHUFFLE(x[i], x[i + 1], 1, 5, 3, 7);
    }
    UNROLL for (int i = 0; i < 2; i++)
    {
        x[i] = SHUFFLE(t[i], t[i + 2], 0, 1, 4, 5);
        x[i + 2] = SHUFFLE(t[i], t[i + 2], 2, 3, 6, 7);
    }
#else
    UNROLL for (int half = WIDTH / 2, step = 1; step < WIDTH; step *= 2)
    {
        vec t[WIDTH];
        UNROLL for (int i = 0; i < half; i++)
        {
            t[2 * i] = ZIP_FIRST(x[i], x[i + half]);
            t[2 * i + 1] = ZIP_LAST(x[i], x[i + half]);
        }
        UNROLL for (int i = 0; i < WIDTH; i++) x[i] = t[i];
    }
#endif
}

#if WIDTH == 4 && REAL_BITS == 32
/* Two neighbouring complex numbers each of four lines, `stride` numbers apart; and back. */
INLINE void vec_load_two(const real *from, ptrdiff_t stride, vec first[2], vec second[2])
{
    const vec a = vec_load(from), b = vec_load(from + stride);
    const vec c = vec_load(from + 2 * stride), d = vec_load(from + 3 * stride);
    const vec ab = SHUFFLE(a, b, 0, 1, 4, 5), cd = SHUFFLE(c, d, 0, 1, 4, 5);
    const vec ab_next = SHUFFLE(a, b, 2, 3, 6, 7), cd_next = SHUFFLE(c, d, 2, 3, 6, 7);
    first[0] = EVENS(ab, cd);
    second[0] = ODDS(ab, cd);
    first[1] = EVENS(ab_next, cd_next);
    second[1] = ODDS(ab_next, cd_next);
}

INLINE void vec_store_two(real *to, ptrdiff_t stride, const vec first[2], const vec second[2])
{
    const vec ab = ZIP_FIRST(first[0], second[0]), cd = ZIP_LAST(first[0], second[0]);
    const vec ab_next = ZIP_FIRST(first[1], second[1]), cd_next = ZIP_LAST(first[1], second[1]);
    vec_store(to, SHUFFLE(ab, ab_next, 0, 1, 4, 5));
    vec_store(to + stride, SHUFFLE(ab, ab_next, 2, 3, 6, 7));
    vec_store(to + 2 * stride, SHUFFLE(cd, cd_next, 0, 1, 4, 5));
    vec_store(to + 3 * stride, SHUFFLE(cd, cd_next, 2, 3, 6, 7));
}

/* Half a vector: two numbers; and two complex ones, `stride` numbers apart. */
typedef real vec_pair __attribute__((vector_size(8)));
typedef real pair_anywhere __attribute__((vector_size(8), aligned(1), may_alias));

#if defined(__clang__)
#define PAIR_SHUFFLE(a, b, i, j) __builtin_shufflevector(a, b, i, j)
#else
typedef int32_t pair_index __attribute__((vector_size(8)));
#define PAIR_SHUFFLE(a, b, i, j) __builtin_shuffle(a, b, (pair_index){i, j})
#endif

INLINE void pair_load(const real *from, ptrdiff_t stride, vec_pair *first, vec_pair *second)
{
    const vec_pair a = *(const pair_anywhere *)from, b = *(const pair_anywhere *)(from + stride);
    *first = PAIR_SHUFFLE(a, b, 0, 2);
    *second = PAIR_SHUFFLE(a, b, 1, 3);
}

INLINE void pair_store(real *to, ptrdiff_t stride, vec_pair first, vec_pair second)
{
    *(pair_anywhere *)to = PAIR_SHUFFLE(first, second, 0, 2);
    *(pair_anywhere *)(to + stride) = PAIR_SHUFFLE(first, second, 1, 3);
}

/* One complex number in a vector, with zeros behind it. */
INLINE vec vec_load_one(const real *from)
{
    return (vec)(vec_of_complex){*(const complex_anywhere *)from, 0};
}

INLINE void vec_store_one(real *to, vec x)
{
    *(complex_anywhere *)to = ((vec_of_complex)x)[0];
}
#endif
