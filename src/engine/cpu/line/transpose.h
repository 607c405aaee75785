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
/* `n` neighbouring complex numbers, four or more, each of four lines `lane` numbers apart: a vector for the first of
 * each, one for the second ...; and back. One left over behind squares is moved by itself; of more, some twice. */
INLINE void vec_load_lines(const real *from, ptrdiff_t lane, const int n, vec *points)
{
    const int squares = n % 4 == 1 ? n - 1 : n;
    if (squares < n) points[n - 1] = vec_load_points(from + 2 * (n - 1), lane);
    UNROLL for (int j = 0; j < squares; j += 4)
    {
        const int first = j + 4 <= n ? j : n - 4;
        vec square[4];
        UNROLL for (int i = 0; i < 4; i++) square[i] = vec_load(from + i * lane + 2 * first);
        vec_transpose_points(square);
        UNROLL for (int i = 0; i < 4; i++) points[first + i] = square[i];
    }
}

INLINE void vec_store_lines(real *to, ptrdiff_t lane, const int n, const vec *points)
{
    const int squares = n % 4 == 1 ? n - 1 : n;
    if (squares < n) vec_store_points(to + 2 * (n - 1), lane, points[n - 1]);
    UNROLL for (int j = 0; j < squares; j += 4)
    {
        const int first = j + 4 <= n ? j : n - 4;
        vec square[4];
        UNROLL for (int i = 0; i < 4; i++) square[i] = points[first + i];
        vec_transpose_points(square);
        UNROLL for (int i = 0; i < 4; i++) vec_store(to + i * lane + 2 * first, square[i]);
    }
}
#endif
