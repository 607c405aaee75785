/* numbers.h - the loops that there are for floats and for doubles. Included by functions.h for each, with `real`,
 * REAL_BITS and NAME defined. */

/* Wherever it lies: a caller's pointers need no alignment. */
typedef real NAME(anywhere) __attribute__((aligned(1), may_alias));
typedef real NAME(vec) __attribute__((vector_size(VECTOR_BYTES)));

static void NAME(products)(ata_root_wide a, ata_root_rows b, int64_t count, real *restrict re, real *restrict im)
{
    const double *re_hi = b.first, *im_hi = re_hi + 2 * b.row;
#if REAL_BITS == 64
    const double *re_lo = re_hi + b.row, *im_lo = im_hi + b.row;
    for (int64_t j = 0; j < count; j++) {
        const ata_root product = ata_root_multiply(a, (ata_root_wide){re_hi[j], re_lo[j], im_hi[j], im_lo[j]});
        re[j] = product.re;
        im[j] = product.im;
    }
#else
    /* The low halves would not show. */
    for (int64_t j = 0; j < count; j++) {
        re[j] = (real)(a.re_hi * re_hi[j] - a.im_hi * im_hi[j]);
        im[j] = (real)(a.re_hi * im_hi[j] + a.im_hi * re_hi[j]);
    }
#endif
}

static void NAME(turn)(ata_root_wide a, ata_root_rows b, int64_t count, void *to_re, void *to_im)
{
#if REAL_BITS == 64
    const double *re_hi = b.first, *re_lo = re_hi + b.row, *im_hi = re_lo + b.row, *im_lo = im_hi + b.row;
    real *restrict re = to_re, *restrict im = to_im;
    for (int64_t j = 0; j < count; j++) {
        const double b_re = re_hi[j] + re_lo[j], b_im = im_hi[j] + im_lo[j];
        const double re_first = a.re_hi * re_hi[j] - a.im_hi * im_hi[j]; /* exact, fused or not */
        const double im_first = a.re_hi * im_hi[j] + a.im_hi * re_hi[j];
        re[j] = re_first + ((a.re_hi * re_lo[j] - a.im_hi * im_lo[j]) + (a.re_lo * b_re - a.im_lo * b_im));
        im[j] = im_first + ((a.re_hi * im_lo[j] + a.im_hi * re_lo[j]) + (a.re_lo * b_im + a.im_lo * b_re));
    }
#else
    NAME(products)(a, b, count, to_re, to_im);
#endif
}

/* What roots take from the two tables is laid down in rows first, for vectors to multiply: of floats the high
 * halves. */
static void NAME(look_up)(const ata_root_table *roots, const int64_t *k, int64_t count, void *to_re, void *to_im)
{
    enum { SOME = 64, PARTS = REAL_BITS == 64 ? 4 : 2 };
    double coarse[PARTS][SOME] = {{0}}, fine[PARTS][SOME] = {{0}}, re[SOME], im[SOME];
    real *const out_re = to_re, *const out_im = to_im;
    for (int64_t first = 0; first < count; first += SOME) {
        const int64_t some = count - first < SOME ? count - first : SOME;
        for (int64_t j = 0; j < some; j++) {
            const ata_root_wide *a = &roots->coarse[k[first + j] >> roots->shift];
            const ata_root_wide *b = &roots->fine[k[first + j] & roots->mask];
            coarse[0][j] = a->re_hi, coarse[1][j] = a->im_hi;
            fine[0][j] = b->re_hi, fine[1][j] = b->im_hi;
#if REAL_BITS == 64
            coarse[2][j] = a->re_lo, coarse[3][j] = a->im_lo;
            fine[2][j] = b->re_lo, fine[3][j] = b->im_lo;
#endif
        }
        const int64_t whole = (some + DOUBLES - 1) / DOUBLES * DOUBLES;
        for (int64_t j = 0; j < whole; j++) {
#if REAL_BITS == 64
            const ata_root product =
                ata_root_multiply((ata_root_wide){coarse[0][j], coarse[2][j], coarse[1][j], coarse[3][j]},
                                  (ata_root_wide){fine[0][j], fine[2][j], fine[1][j], fine[3][j]});
#else
            const ata_root product = {coarse[0][j] * fine[0][j] - coarse[1][j] * fine[1][j],
                                      coarse[0][j] * fine[1][j] + coarse[1][j] * fine[0][j]};
#endif
            const ata_root clean = ata_root_clean(product);
            re[j] = clean.re;
            im[j] = clean.im;
        }
        for (int64_t j = 0; j < some; j++) out_re[first + j] = (real)re[j], out_im[first + j] = (real)im[j];
    }
}

static void NAME(reverse)(real *restrict to, const real *restrict from, int64_t count)
{
    for (int64_t j = 0; j < count; j++) to[j] = from[count - 1 - j];
}

static void NAME(multiply)(ata_root_wide a, ata_root_rows b, int64_t count, void *to, int64_t row)
{
    real *re = to, *im = re + row;
    NAME(products)(a, b, count, re, im);
    NAME(reverse)(im + row, re, count);
    NAME(reverse)(im + 2 * row, im, count);
}

/* Of the square of first + i + ATA_CHIRP_SIDE k, first^2 + 2 first ATA_CHIRP_SIDE k, 2 first i, and
 * (i + ATA_CHIRP_SIDE k)^2 give a factor each; of floats the high halves. */
static void NAME(squares)(const ata_root_table *roots, ata_root_rows inside, int64_t first, void *to_re, void *to_im)
{
    const int64_t n = roots->n, twice = 2 * first % n, step = twice * ATA_CHIRP_SIDE % n;
    const double *const re_hi = inside.first, *const im_hi = re_hi + 2 * inside.row;
    real *restrict re = to_re, *restrict im = to_im;
    ata_root_wide near[ATA_CHIRP_SIDE];
    double near_re[ATA_CHIRP_SIDE], near_im[ATA_CHIRP_SIDE];
    int64_t at = 0; /* no division for each: that takes longer than the rest */
    for (int i = 0; i < ATA_CHIRP_SIDE; i++) {
        near[i] = ata_roots_get_wide(roots, at);
        near_re[i] = near[i].re_hi;
        near_im[i] = near[i].im_hi;
        at += at + twice >= n ? twice - n : twice;
    }
#if REAL_BITS == 64
    const double *const re_lo = re_hi + inside.row, *const im_lo = im_hi + inside.row;
    double near_re_lo[ATA_CHIRP_SIDE], near_im_lo[ATA_CHIRP_SIDE];
    for (int i = 0; i < ATA_CHIRP_SIDE; i++) near_re_lo[i] = near[i].re_lo, near_im_lo[i] = near[i].im_lo;
#endif
    at = ata_integer_mul_mod(first, first, n);
    for (int k = 0, j = 0; k < ATA_CHIRP_SIDE; k++) {
        const ata_root_wide far = ata_roots_get_wide(roots, at);
        at += at + step >= n ? step - n : step;
        for (int i = 0; i < ATA_CHIRP_SIDE; i++, j++) {
#if REAL_BITS == 64
            const ata_root_wide outside =
                ata_root_multiply_wide(far, (ata_root_wide){near_re[i], near_re_lo[i], near_im[i], near_im_lo[i]});
            const ata_root square = ata_root_multiply(outside, (ata_root_wide){re_hi[j], re_lo[j], im_hi[j], im_lo[j]});
#else
            const double x = far.re_hi * near_re[i] - far.im_hi * near_im[i];
            const double y = far.re_hi * near_im[i] + far.im_hi * near_re[i];
            const ata_root square = {x * re_hi[j] - y * im_hi[j], x * im_hi[j] + y * re_hi[j]};
#endif
            const ata_root clean = ata_root_clean(square);
            re[j] = (real)clean.re;
            im[j] = (real)clean.im;
        }
    }
}

static void NAME(round)(const double *from, int64_t count, void *to)
{
    real *restrict out = to;
    for (int64_t j = 0; j < count; j++) out[j] = (real)from[j];
}

/* The sum with 0 makes a zero positive, whatever its sign was. */
static void NAME(put)(void *to, const void *re, const void *im, double sign_re, double sign_im, int64_t count)
{
    NAME(anywhere) *restrict out = to;
    const real *restrict x = re, *restrict y = im;
    const real a = (real)sign_re, b = (real)sign_im;
    for (int64_t j = 0; j < count; j++) {
        out[2 * j] = a * x[j] + 0;
        out[2 * j + 1] = b * y[j] + 0;
    }
}

/* x += a x over and over, CHAINS of these that do not wait for each other. With so small an a they stay as they are,
 * which only the author knows. */
static double NAME(work)(int64_t rounds, double *seed)
{
    enum { LANES = VECTOR_BYTES / sizeof(real) };
    const NAME(vec) a = (real)(*seed * 0x1p-60) - (NAME(vec)){0};
    NAME(vec) x[CHAINS];
    UNROLL for (int i = 0; i < CHAINS; i++) x[i] = a + (real)(i + 1);
    for (int64_t r = 0; r < rounds; r++) {
        UNROLL for (int i = 0; i < CHAINS; i++) x[i] = x[i] * a + x[i];
    }
    UNROLL for (int i = 1; i < CHAINS; i++) x[0] += x[i];
    *seed = (double)x[0][0] * 2 / (CHAINS * (CHAINS + 1));
    return 2.0 * CHAINS * LANES * (double)rounds;
}
