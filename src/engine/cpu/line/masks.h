/* masks.h - the first numbers of a vector, loaded where there may be no others. Included by functions.h.
 *
 * vec_first(count) is a mask of the first `count` numbers: none where that is less than 1, all where it is more than
 * there are. vec_load_where() loads those; what is not among them is zero in the vector, and not touched in memory.
 */
#if defined(__AVX2__) && WIDTH * REAL_BITS >= 256
#define HAS_MASKS 1
#else
#define HAS_MASKS 0
#endif

#if HAS_MASKS && WIDTH * REAL_BITS == 512
typedef unsigned vec_mask;

INLINE vec_mask vec_first(ptrdiff_t count)
{
    return count <= 0 ? 0 : count >= WIDTH ? (1u << WIDTH) - 1 : (1u << count) - 1;
}

INLINE vec vec_load_where(vec_mask mask, const real *from)
{
#if REAL_BITS == 32
    return (vec)_mm512_maskz_loadu_ps((__mmask16)mask, from);
#else
    return (vec)_mm512_maskz_loadu_pd((__mmask8)mask, from);
#endif
}
#elif HAS_MASKS
#if REAL_BITS == 32
typedef const int32_t *vec_mask; /* to where a vector is loaded from, whose signs are the mask */
#define MINUS_ONES -1, -1, -1, -1, -1, -1, -1, -1
#else
typedef const int64_t *vec_mask;
#define MINUS_ONES -1, -1, -1, -1
#endif

INLINE vec_mask vec_first(ptrdiff_t count)
{
    static const __typeof__(*(vec_mask)0) masks[2 * WIDTH] = {MINUS_ONES};
    return masks + (count <= 0 ? WIDTH : count >= WIDTH ? 0 : WIDTH - count);
}
#undef MINUS_ONES

INLINE vec vec_load_where(vec_mask mask, const real *from)
{
    const __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)mask);
#if REAL_BITS == 32
    return (vec)_mm256_maskload_ps(from, all);
#else
    return (vec)_mm256_maskload_pd(from, all);
#endif
}
#endif

#if HAS_MASKS
/* The same of complex numbers whose parts alternate: the numbers of two vectors, each with its mask. */
INLINE void vec_load_pairs_where(vec_mask low, vec_mask high, const real *from, vec *first, vec *second)
{
    const vec a = vec_load_where(low, from), b = vec_load_where(high, from + WIDTH);
    *first = EVENS(a, b);
    *second = ODDS(a, b);
}
#endif
