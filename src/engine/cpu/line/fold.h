/* fold.h - the steps around the transform of a folded line (DCT-II, -III and their sines; see trigonometric.h), for a
 * single line of n points. Included by functions.h.
 *
 * Where n = 4 h, the folded points, packed as n / 2 complex ones z, are the points taken four by four, with vectors:
 * for j < h
 *
 *     x[4j], x[4j+1], x[4j+2], x[4j+3]   =   re z[j], s im z[m-1-j], im z[j], s re z[m-1-j]            m = n / 2
 *
 * where s is -1 for a sine form and 1 otherwise.
 */

/* Whether they are. */
static bool folds_by_fours(ptrdiff_t n, ata_packing packing)
{
    return n % 4 == 0 && packing == ATA_PACKING_HALF;
}

/* Where point j lies in a packed line. */
INLINE real *packed_point(points z, ata_packing packing, ptrdiff_t j)
{
    if (packing == ATA_PACKING_FULL) return z.re + j;
    return (j % 2 ? z.im : z.re) + j / 2;
}

/* Even points forwards, then odd ones backwards. */
static void fold_numbers(const real *x, points z, ata_packing packing, ptrdiff_t n, real sign)
{
    for (ptrdiff_t j = 0; 2 * j < n; j++) *packed_point(z, packing, j) = x[2 * j];
    for (ptrdiff_t j = 0; 2 * j + 1 < n; j++) *packed_point(z, packing, n - 1 - j) = sign * x[2 * j + 1];
}

static void unfold_numbers(points z, ata_packing packing, real *x, ptrdiff_t n, real sign)
{
    for (ptrdiff_t j = 0; 2 * j < n; j++) x[2 * j] = *packed_point(z, packing, j);
    for (ptrdiff_t j = 0; 2 * j + 1 < n; j++) x[2 * j + 1] = sign * *packed_point(z, packing, n - 1 - j);
}

static void fold_points(const real *x, points z, ptrdiff_t n, real sign)
{
    const ptrdiff_t h = n / 4, m = n / 2;
    ptrdiff_t j = 0;
    for (; j + WIDTH <= h; j += WIDTH) {
        vec evens[2], odds[2];
        vec_load_pairs(x + 4 * j, &evens[0], &odds[0]);
        vec_load_pairs(x + 4 * j + 2 * WIDTH, &evens[1], &odds[1]);
        const ptrdiff_t mirror = m - j - WIDTH;
        const vec back_im = EVENS(odds[0], odds[1]) * sign, back_re = ODDS(odds[0], odds[1]) * sign;
        vec_store(z.re + j, EVENS(evens[0], evens[1]));
        vec_store(z.im + j, ODDS(evens[0], evens[1]));
        vec_store(z.re + mirror, BACKWARDS(back_re));
        vec_store(z.im + mirror, BACKWARDS(back_im));
    }
    for (; j < h; j++) {
        z.re[j] = x[4 * j];
        z.im[m - 1 - j] = sign * x[4 * j + 1];
        z.im[j] = x[4 * j + 2];
        z.re[m - 1 - j] = sign * x[4 * j + 3];
    }
}

static void unfold_points(points z, real *x, ptrdiff_t n, real sign)
{
    const ptrdiff_t h = n / 4, m = n / 2;
    ptrdiff_t j = 0;
    for (; j + WIDTH <= h; j += WIDTH) {
        const ptrdiff_t mirror = m - j - WIDTH;
        const vec re = vec_load(z.re + j), im = vec_load(z.im + j);
        const vec ahead_re = vec_load(z.re + mirror) * sign, ahead_im = vec_load(z.im + mirror) * sign;
        const vec back_re = BACKWARDS(ahead_re), back_im = BACKWARDS(ahead_im);
        vec_store_pairs(x + 4 * j, ZIP_FIRST(re, im), ZIP_FIRST(back_im, back_re));
        vec_store_pairs(x + 4 * j + 2 * WIDTH, ZIP_LAST(re, im), ZIP_LAST(back_im, back_re));
    }
    for (; j < h; j++) {
        x[4 * j] = z.re[j];
        x[4 * j + 1] = sign * z.im[m - 1 - j];
        x[4 * j + 2] = z.im[j];
        x[4 * j + 3] = sign * z.re[m - 1 - j];
    }
}

/* WIDTH numbers from `at` on, or backwards from `at` on. */
INLINE vec load_way(const real *at, const bool backwards)
{
    if (!backwards) return vec_load(at);
    const vec x = vec_load(at - WIDTH + 1);
    return BACKWARDS(x);
}

INLINE void store_way(real *at, vec x, const bool backwards)
{
    if (backwards) vec_store(at - WIDTH + 1, BACKWARDS(x));
    else vec_store(at, x);
}

/* y[k] = Re U[k], y[n-k] = -Im U[k], U[k] = scale w[k] v[k], w from the tables; `next` numbers apart, from the other
 * end when `reverse`. Callers say by constants how the parts of v lie. */
INLINE void turn_forward(const ata_line *line, points v, real *y, ptrdiff_t next, real scale, const bool reverse)
{
    const real *const w_re = line->table_re, *const w_im = line->table_im;
    const ptrdiff_t n = (ptrdiff_t)line->n, pairs = (n + 1) / 2; /* k and n - k */
    ptrdiff_t k = 1;
    for (; next == 1 && k + WIDTH <= pairs; k += WIDTH) {
        vec re, im;
        points_load(v, k * v.lane, &re, &im);
        vec_multiply(&re, &im, vec_load(w_re + k), vec_load(w_im + k));
        store_way(y + (reverse ? n - 1 - k : k), re * scale, reverse);
        store_way(y + (reverse ? k - 1 : n - k), im * -scale, !reverse);
    }
    for (; k < pairs; k++) {
        real re = v.re[k * v.lane], im = v.im[k * v.lane];
        multiply(&re, &im, w_re[k], w_im[k]);
        y[(reverse ? n - 1 - k : k) * next] = re * scale;
        y[(reverse ? k - 1 : n - k) * next] = im * -scale;
    }
    y[reverse ? (n - 1) * next : 0] = v.re[0] * w_re[0] * scale;
    if (n % 2) return;
    real re = v.re[n / 2 * v.lane], im = v.im[n / 2 * v.lane];
    multiply(&re, &im, w_re[n / 2], w_im[n / 2]);
    y[(reverse ? n / 2 - 1 : n / 2) * next] = re * scale;
}

/* v[k] = conj(w[k]) (x[k] - i x[n-k]), x[n] being 0; x, `next` numbers apart, from the other end when `reverse`. */
INLINE void turn_back(const ata_line *line, const real *x, ptrdiff_t next, points v, const bool reverse)
{
    const real *const w_re = line->table_re, *const w_im = line->table_im;
    const ptrdiff_t n = (ptrdiff_t)line->n;
    ptrdiff_t k = 1;
    for (; next == 1 && k + WIDTH <= n / 2 + 1; k += WIDTH) {
        const vec a = load_way(x + (reverse ? n - 1 - k : k), reverse);
        const vec b = load_way(x + (reverse ? k - 1 : n - k), !reverse);
        const vec c = vec_load(w_re + k), d = vec_load(w_im + k);
        points_store(v, k * v.lane, FNMA(b, d, MUL(a, c)), -FMA(b, c, MUL(a, d)));
    }
    for (; k <= n / 2; k++) {
        const real a = x[(reverse ? n - 1 - k : k) * next], b = x[(reverse ? k - 1 : n - k) * next];
        v.re[k * v.lane] = a * w_re[k] - b * w_im[k];
        v.im[k * v.lane] = -(a * w_im[k] + b * w_re[k]);
    }
    v.re[0] = x[reverse ? (n - 1) * next : 0];
    v.im[0] = 0;
}
