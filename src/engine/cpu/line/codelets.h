/* codelets.h - small transforms in registers: radices 1, 2, 3, 4, 5, 7, 8, 9, 11, 13 and 16. Included by line_f32.c and
 * line_f64.c.
 *
 * Each works in place on `re` and `im`, natural order in and out, with compile-time constants throughout: after
 * inlining no array is left and the compiler vectorises the loop around it. Composite ones (8, 9, 16) are two layers of
 * smaller ones.
 */
#define INLINE static inline __attribute__((always_inline))

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* Elements a and b: sum and difference. */
INLINE void dft_2(real *re, real *im, int a, int b)
{
    const real sum_re = re[a] + re[b], sum_im = im[a] + im[b];
    re[b] = re[a] - re[b];
    im[b] = im[a] - im[b];
    re[a] = sum_re;
    im[a] = sum_im;
}

/* Multiply element a by -i. */
INLINE void turn(real *re, real *im, int a)
{
    const real swap = re[a];
    re[a] = im[a];
    im[a] = -swap;
}

/* Multiply element a by exp(-2 pi i k/16) for a constant k, given its cosine and sine. */
INLINE void rotate(real *re, real *im, int a, real cosine, real sine)
{
    const real x = re[a], y = im[a];
    re[a] = x * cosine + y * sine;
    im[a] = y * cosine - x * sine;
}

/* Multiply element a by exp(-2 pi i/8). */
INLINE void rotate_eighth(real *re, real *im, int a)
{
    const real half = (real)0.70710678118654752440;
    const real x = re[a], y = im[a];
    re[a] = (x + y) * half;
    im[a] = (y - x) * half;
}

/* Four elements at a, b, c, d; the results lie there in natural order. */
INLINE void dft_4(real *re, real *im, int a, int b, int c, int d)
{
    dft_2(re, im, a, c);
    dft_2(re, im, b, d);
    turn(re, im, d);
    dft_2(re, im, a, b);
    dft_2(re, im, c, d);
    /* Now a holds 0, b 2, c 1, d 3. */
    const real swap_re = re[b], swap_im = im[b];
    re[b] = re[c];
    im[b] = im[c];
    re[c] = swap_re;
    im[c] = swap_im;
}

INLINE void dft_8(real *re, real *im)
{
    /* Even and odd halves of four, then eight in natural order. */
    dft_4(re, im, 0, 2, 4, 6);
    dft_4(re, im, 1, 3, 5, 7);
    rotate_eighth(re, im, 3);
    turn(re, im, 5);
    rotate_eighth(re, im, 7);
    turn(re, im, 7);
    dft_2(re, im, 0, 1);
    dft_2(re, im, 2, 3);
    dft_2(re, im, 4, 5);
    dft_2(re, im, 6, 7);
    /* Frequencies 0 4 1 5 2 6 3 7 lie in order. */
    const real r[8] = {re[0], re[2], re[4], re[6], re[1], re[3], re[5], re[7]};
    const real i[8] = {im[0], im[2], im[4], im[6], im[1], im[3], im[5], im[7]};
    UNROLL for (int k = 0; k < 8; k++) re[k] = r[k], im[k] = i[k];
}

INLINE void dft_16(real *re, real *im)
{
    const real cosine = (real)0.92387953251128675613, sine = (real)0.38268343236508977173; /* of pi/8 */
    dft_4(re, im, 0, 4, 8, 12);
    dft_4(re, im, 1, 5, 9, 13);
    dft_4(re, im, 2, 6, 10, 14);
    dft_4(re, im, 3, 7, 11, 15);
    /* Element j + 4 k is multiplied by exp(-2 pi i j k/16). */
    rotate(re, im, 5, cosine, sine);
    rotate_eighth(re, im, 6);
    rotate(re, im, 7, sine, cosine);
    rotate_eighth(re, im, 9);
    turn(re, im, 10);
    rotate_eighth(re, im, 11);
    turn(re, im, 11);
    rotate(re, im, 13, sine, cosine);
    rotate_eighth(re, im, 14);
    turn(re, im, 14);
    rotate(re, im, 15, -cosine, -sine);
    dft_4(re, im, 0, 1, 2, 3);
    dft_4(re, im, 4, 5, 6, 7);
    dft_4(re, im, 8, 9, 10, 11);
    dft_4(re, im, 12, 13, 14, 15);
    /* Frequency k1 + 4 k2 lies at 4 k1 + k2: transpose. */
    real r[16], i[16];
    UNROLL for (int k = 0; k < 16; k++) r[k] = re[k], i[k] = im[k];
    UNROLL for (int k = 0; k < 16; k++) re[k] = r[4 * (k % 4) + k / 4], im[k] = i[4 * (k % 4) + k / 4];
}

/* An odd prime r: pairs x[j] + x[r-j] meet cosines only, and x[j] - x[r-j] sines only, so that half of the products go.
 * `cosine` and `sine` hold those of 2 pi k/r for k = 0 .. r - 1; elements lie at at[0 .. r-1]. */
INLINE void dft_odd(real *re, real *im, const int r, const real *cosine, const real *sine, const int *at)
{
    const int half = (r - 1) / 2;
    real sum_re[7], sum_im[7], difference_re[7], difference_im[7];
    const real first_re = re[at[0]], first_im = im[at[0]];
    real total_re = first_re, total_im = first_im;
    UNROLL for (int j = 1; j <= half; j++)
    {
        sum_re[j] = re[at[j]] + re[at[r - j]];
        sum_im[j] = im[at[j]] + im[at[r - j]];
        difference_re[j] = re[at[j]] - re[at[r - j]];
        difference_im[j] = im[at[j]] - im[at[r - j]];
        total_re += sum_re[j];
        total_im += sum_im[j];
    }
    re[at[0]] = total_re;
    im[at[0]] = total_im;
    UNROLL for (int k = 1; k <= half; k++)
    {
        real even_re = first_re, even_im = first_im, odd_re = 0, odd_im = 0;
        UNROLL for (int j = 1; j <= half; j++)
        {
            even_re += cosine[j * k % r] * sum_re[j];
            even_im += cosine[j * k % r] * sum_im[j];
            odd_re += sine[j * k % r] * difference_im[j];
            odd_im += sine[j * k % r] * difference_re[j];
        }
        re[at[k]] = even_re + odd_re;
        im[at[k]] = even_im - odd_im;
        re[at[r - k]] = even_re - odd_re;
        im[at[r - k]] = even_im + odd_im;
    }
}

/* cos and sin of 2 pi k/r, with more digits than a double holds, so that both precisions round correctly. */
static const real cosine_3[3] = {1, (real)-0.5, (real)-0.5};
static const real sine_3[3] = {0, (real)0.86602540378443864676, (real)-0.86602540378443864676};
static const real cosine_5[5] = {1, (real)0.3090169943749474241023, (real)-0.8090169943749474241023,
                                 (real)-0.8090169943749474241023, (real)0.3090169943749474241023};
static const real sine_5[5] = {0, (real)0.9510565162951535721164, (real)0.5877852522924731291687,
                               (real)-0.5877852522924731291687, (real)-0.9510565162951535721164};
static const real cosine_7[7] = {1,
                                 (real)0.623489801858733530525,
                                 (real)-0.2225209339563144042889,
                                 (real)-0.9009688679024191262361,
                                 (real)-0.9009688679024191262361,
                                 (real)-0.2225209339563144042889,
                                 (real)0.623489801858733530525};
static const real sine_7[7] = {0,
                               (real)0.7818314824680298087084,
                               (real)0.9749279121818236070181,
                               (real)0.4338837391175581204758,
                               (real)-0.4338837391175581204758,
                               (real)-0.9749279121818236070181,
                               (real)-0.7818314824680298087084};
static const real cosine_11[11] = {1,
                                   (real)0.8412535328311811688618,
                                   (real)0.4154150130018864255293,
                                   (real)-0.1423148382732851404438,
                                   (real)-0.6548607339452850640569,
                                   (real)-0.9594929736144973898904,
                                   (real)-0.9594929736144973898904,
                                   (real)-0.6548607339452850640569,
                                   (real)-0.1423148382732851404438,
                                   (real)0.4154150130018864255293,
                                   (real)0.8412535328311811688618};
static const real sine_11[11] = {0,
                                 (real)0.5406408174555975821076,
                                 (real)0.9096319953545183714117,
                                 (real)0.9898214418809327323761,
                                 (real)0.755749574354258283774,
                                 (real)0.2817325568414296977114,
                                 (real)-0.2817325568414296977114,
                                 (real)-0.755749574354258283774,
                                 (real)-0.9898214418809327323761,
                                 (real)-0.9096319953545183714117,
                                 (real)-0.5406408174555975821076};
static const real cosine_13[13] = {1,
                                   (real)0.8854560256532098959004,
                                   (real)0.5680647467311558025118,
                                   (real)0.1205366802553230533491,
                                   (real)-0.3546048870425356259696,
                                   (real)-0.7485107481711010986346,
                                   (real)-0.970941817426052027157,
                                   (real)-0.970941817426052027157,
                                   (real)-0.7485107481711010986346,
                                   (real)-0.3546048870425356259696,
                                   (real)0.1205366802553230533491,
                                   (real)0.5680647467311558025118,
                                   (real)0.8854560256532098959004};
static const real sine_13[13] = {0,
                                 (real)0.464723172043768545656,
                                 (real)0.8229838658936563945796,
                                 (real)0.9927088740980539928008,
                                 (real)0.9350162426854148234398,
                                 (real)0.6631226582407952023768,
                                 (real)0.2393156642875577671488,
                                 (real)-0.2393156642875577671488,
                                 (real)-0.6631226582407952023768,
                                 (real)-0.9350162426854148234398,
                                 (real)-0.9927088740980539928008,
                                 (real)-0.8229838658936563945796,
                                 (real)-0.464723172043768545656};

static const int in_order[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

INLINE void dft_9(real *re, real *im)
{
    static const int column[3][3] = {{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}, row[3][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    UNROLL for (int j = 0; j < 3; j++) dft_odd(re, im, 3, cosine_3, sine_3, column[j]);
    rotate(re, im, 4, (real)0.76604444311897803520, (real)0.64278760968653932632); /* exp(-2 pi i 1/9) */
    rotate(re, im, 5, (real)0.17364817766693034885, (real)0.98480775301220805937); /* exp(-2 pi i 2/9) */
    rotate(re, im, 7, (real)0.17364817766693034885, (real)0.98480775301220805937);
    rotate(re, im, 8, (real)-0.93969262078590838405, (real)0.34202014332566873304); /* exp(-2 pi i 4/9) */
    UNROLL for (int j = 0; j < 3; j++) dft_odd(re, im, 3, cosine_3, sine_3, row[j]);
    real r[9], i[9];
    UNROLL for (int k = 0; k < 9; k++) r[k] = re[k], i[k] = im[k];
    UNROLL for (int k = 0; k < 9; k++) re[k] = r[3 * (k % 3) + k / 3], im[k] = i[3 * (k % 3) + k / 3];
}

/* The transform of `radix` elements; the radix is a constant wherever this is inlined. */
INLINE void dft(const int radix, real *re, real *im)
{
    switch (radix) {
    case 2: dft_2(re, im, 0, 1); break;
    case 3: dft_odd(re, im, 3, cosine_3, sine_3, in_order); break;
    case 4: dft_4(re, im, 0, 1, 2, 3); break;
    case 5: dft_odd(re, im, 5, cosine_5, sine_5, in_order); break;
    case 7: dft_odd(re, im, 7, cosine_7, sine_7, in_order); break;
    case 8: dft_8(re, im); break;
    case 9: dft_9(re, im); break;
    case 11: dft_odd(re, im, 11, cosine_11, sine_11, in_order); break;
    case 13: dft_odd(re, im, 13, cosine_13, sine_13, in_order); break;
    case 16: dft_16(re, im); break;
    default: break; /* 1: nothing to do */
    }
}
