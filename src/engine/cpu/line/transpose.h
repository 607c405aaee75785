/* transpose.h - squares of complex numbers, both parts side by side, transposed in registers. Included by functions.h.
 *
 * As many vectors as one holds numbers, which registers of 256 bits and more do by moving whole numbers.
 */
#if WIDTH * REAL_BITS == 512
/* Quarters of four registers, `step` apart in `to`. */
INLINE void vec_transpose_quarters(const __m512d x[4], vec *to, int step)
{
    const __m512d ab = _mm512_shuffle_f64x2(x[0], x[1], 0x44), ab_next = _mm512_shuffle_f64x2(x[0], x[1], 0xee);
    const __m512d cd = _mm512_shuffle_f64x2(x[2], x[3], 0x44), cd_next = _mm512_shuffle_f64x2(x[2], x[3], 0xee);
    to[0] = (vec)_mm512_shuffle_f64x2(ab, cd, 0x88);
    to[step] = (vec)_mm512_shuffle_f64x2(ab, cd, 0xdd);
    to[2 * step] = (vec)_mm512_shuffle_f64x2(ab_next, cd_next, 0x88);
    to[3 * step] = (vec)_mm512_shuffle_f64x2(ab_next, cd_next, 0xdd);
}
#endif

#if WIDTH == 16
/* Neighbours are put together first. */
INLINE void vec_transpose_points(vec x[8])
{
    __m512d even[4], odd[4];
    UNROLL for (int i = 0; i < 4; i++)
    {
        even[i] = _mm512_unpacklo_pd((__m512d)x[2 * i], (__m512d)x[2 * i + 1]);
        odd[i] = _mm512_unpackhi_pd((__m512d)x[2 * i], (__m512d)x[2 * i + 1]);
    }
    vec_transpose_quarters(even, x, 2);
    vec_transpose_quarters(odd, x + 1, 2);
}
#elif WIDTH == 8 && REAL_BITS == 64
INLINE void vec_transpose_points(vec x[4])
{
    const __m512d quarters[4] = {(__m512d)x[0], (__m512d)x[1], (__m512d)x[2], (__m512d)x[3]};
    vec_transpose_quarters(quarters, x, 1);
}
#elif WIDTH == 8
INLINE void vec_transpose_points(vec x[4])
{
    const __m256d a = (__m256d)x[0], b = (__m256d)x[1], c = (__m256d)x[2], d = (__m256d)x[3];
    const __m256d ab = _mm256_unpacklo_pd(a, b), ab_next = _mm256_unpackhi_pd(a, b);
    const __m256d cd = _mm256_unpacklo_pd(c, d), cd_next = _mm256_unpackhi_pd(c, d);
    x[0] = (vec)_mm256_permute2f128_pd(ab, cd, 0x20);
    x[1] = (vec)_mm256_permute2f128_pd(ab_next, cd_next, 0x20);
    x[2] = (vec)_mm256_permute2f128_pd(ab, cd, 0x31);
    x[3] = (vec)_mm256_permute2f128_pd(ab_next, cd_next, 0x31);
}
#endif

#if WIDTH == 8
/* Two neighbouring complex numbers, half a vector, each of four lines `lane` numbers apart: a vector for the first of
 * each and one for the second; and back. */
#if REAL_BITS == 64
INLINE vec vec_load_halves(const real *low, const real *high)
{
    return (vec)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(low)), _mm256_loadu_pd(high), 1);
}

INLINE void vec_store_halves(real *low, real *high, vec x)
{
    _mm256_storeu_pd(low, _mm512_castpd512_pd256((__m512d)x));
    _mm256_storeu_pd(high, _mm512_extractf64x4_pd((__m512d)x, 1));
}

INLINE void vec_load_two_points(const real *from, ptrdiff_t lane, vec points[2])
{
    const __m512d a = (__m512d)vec_load_halves(from, from + lane);
    const __m512d b = (__m512d)vec_load_halves(from + 2 * lane, from + 3 * lane);
    points[0] = (vec)_mm512_shuffle_f64x2(a, b, 0x88);
    points[1] = (vec)_mm512_shuffle_f64x2(a, b, 0xdd);
}

INLINE void vec_store_two_points(real *to, ptrdiff_t lane, const vec points[2])
{
    vec_store_halves(to, to + lane, SHUFFLE(points[0], points[1], 0, 1, 8, 9, 2, 3, 10, 11));
    vec_store_halves(to + 2 * lane, to + 3 * lane, SHUFFLE(points[0], points[1], 4, 5, 12, 13, 6, 7, 14, 15));
}
#else
INLINE __m256d vec_load_halves(const real *low, const real *high)
{
    return (__m256d)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

INLINE void vec_store_halves(real *low, real *high, __m256d x)
{
    _mm_storeu_ps(low, _mm256_castps256_ps128((__m256)x));
    _mm_storeu_ps(high, _mm256_extractf128_ps((__m256)x, 1));
}

INLINE void vec_load_two_points(const real *from, ptrdiff_t lane, vec points[2])
{
    const __m256d a = vec_load_halves(from, from + 2 * lane), b = vec_load_halves(from + lane, from + 3 * lane);
    points[0] = (vec)_mm256_unpacklo_pd(a, b);
    points[1] = (vec)_mm256_unpackhi_pd(a, b);
}

INLINE void vec_store_two_points(real *to, ptrdiff_t lane, const vec points[2])
{
    const __m256d a = (__m256d)points[0], b = (__m256d)points[1];
    vec_store_halves(to, to + 2 * lane, _mm256_unpacklo_pd(a, b));
    vec_store_halves(to + lane, to + 3 * lane, _mm256_unpackhi_pd(a, b));
}
#endif

/* `n` neighbouring complex numbers, four or more, each of four lines `lane` numbers apart: a vector for the first of
 * each, one for the second ...; and back. What is left over behind squares goes by half vectors, and by itself. */
INLINE void vec_load_lines(const real *from, ptrdiff_t lane, const int n, vec *points)
{
    const int squares = n / 4 * 4;
    UNROLL for (int j = 0; j < squares; j += 4)
    {
        vec square[4];
        UNROLL for (int i = 0; i < 4; i++) square[i] = vec_load(from + i * lane + 2 * j);
        vec_transpose_points(square);
        UNROLL for (int i = 0; i < 4; i++) points[j + i] = square[i];
    }
    if (n % 4 >= 2) vec_load_two_points(from + 2 * squares, lane, points + squares);
    if (n % 2 == 1) points[n - 1] = vec_load_points(from + 2 * (n - 1), lane);
}

INLINE void vec_store_lines(real *to, ptrdiff_t lane, const int n, const vec *points)
{
    const int squares = n / 4 * 4;
    UNROLL for (int j = 0; j < squares; j += 4)
    {
        vec square[4];
        UNROLL for (int i = 0; i < 4; i++) square[i] = points[j + i];
        vec_transpose_points(square);
        UNROLL for (int i = 0; i < 4; i++) vec_store(to + i * lane + 2 * j, square[i]);
    }
    if (n % 4 >= 2) vec_store_two_points(to + 2 * squares, lane, points + squares);
    if (n % 2 == 1) vec_store_points(to + 2 * (n - 1), lane, points[n - 1]);
}
#endif
