/* definition.h - complex lines of odd length side by side, by the definition. Included by functions.h.
 *
 *     s[j] = x[j] + x[n-j],  d[j] = x[j] - x[n-j]                          j, k = 1 .. h,  h = (n - 1) / 2
 *     a[k] = x[0] + sum of s[j] cos(2 pi j k / n),  b[k] = sum of d[j] sin(2 pi j k / n)
 *     X[k] = a[k] - i b[k],  X[n-k] = a[k] + i b[k],  X[0] = x[0] + sum of s[j]
 *
 * Those are (n - 1)^2 multiplications and additions, more than the convolution of a prime has; but each is one
 * instruction on numbers that are at hand, and nothing is moved around them, so that it takes less time as long as n is
 * no more than about a hundred: measured with vectors of 16 bytes. Factors lie in the order in which they are read,
 * TOGETHER values of k at a time:
 *
 *     k = 1 .. T:  cos 1k .. , sin 1k .. , cos 2k .. , sin 2k ..   k = T+1 .. 2T:  ...
 */
enum {
    LONGEST_DEFINITION = REAL_BITS == 64 ? 89 : 127,
    MOST_TERMS = LONGEST_DEFINITION / 2,
    TOGETHER = MANY_REGISTERS ? 4 : 2
};

/* Whether lines that are a convolution otherwise are done so, but for single ones, which would leave vectors empty. */
static bool is_by_definition(int64_t n)
{
    return n % 2 == 1 && n <= LONGEST_DEFINITION;
}

/* Groups of values of k; of the last, some may be none. */
INLINE int64_t definition_groups(int64_t h)
{
    return (h + TOGETHER - 1) / TOGETHER;
}

static ata_status build_definition(ata_line *line)
{
    const int64_t n = line->n, h = n / 2, groups = definition_groups(h);
    ata_root_table roots;
    ATA_TRY(ata_memory_create(&line->table_re, (size_t)(2 * groups * TOGETHER * h), sizeof(real),
                              "a table of the transform"));
    ATA_TRY(ata_roots_init(&roots, n));
    real *to = line->table_re;
    for (int64_t first = 1; first <= h; first += TOGETHER)
        for (int64_t j = 1; j <= h; j++, to += 2 * TOGETHER)
            for (int64_t i = 0; i < TOGETHER; i++) {
                const ata_root w = root_of(&roots, j * (first + i) % n);
                to[i] = (real)w.re;
                to[TOGETHER + i] = (real)-w.im;
            }
    ata_roots_fini(&roots);
    line->by_definition = true;
    return ATA_OK;
}

/* What a vector of lines has of each j, beside x[0]. */
typedef struct definition_terms {
    vec first_re, first_im;
    vec sum_re[MOST_TERMS], sum_im[MOST_TERMS], difference_re[MOST_TERMS], difference_im[MOST_TERMS];
} definition_terms;

/* Lanes that may be fewer than a vector's. */
INLINE vec load_lanes(const real *from, ptrdiff_t lanes)
{
    if (lanes >= WIDTH) return vec_load(from);
    vec x = {0};
    for (ptrdiff_t l = 0; l < lanes; l++) x[l] = from[l];
    return x;
}

INLINE void store_lanes(real *to, vec x, ptrdiff_t lanes)
{
    if (lanes >= WIDTH) vec_store(to, x);
    else
        for (ptrdiff_t l = 0; l < lanes; l++) to[l] = x[l];
}

/* Number i of those from w on, in all lanes: an element of a vector where instructions take such. */
INLINE vec factor_at(const real *w, const int i)
{
#if defined(__aarch64__)
    return vec_all(vec_load(w + i / WIDTH * WIDTH)[i % WIDTH]);
#else
    return vec_all(w[i]);
#endif
}

static void load_terms(points in, ptrdiff_t h, ptrdiff_t lanes, definition_terms *terms)
{
    const ptrdiff_t last = 2 * h + 1;
    terms->first_re = load_lanes(in.re, lanes);
    terms->first_im = load_lanes(in.im, lanes);
    for (ptrdiff_t j = 1; j <= h; j++) {
        const ptrdiff_t at = j * in.row, mirror = (last - j) * in.row;
        const vec a_re = load_lanes(in.re + at, lanes), b_re = load_lanes(in.re + mirror, lanes);
        const vec a_im = load_lanes(in.im + at, lanes), b_im = load_lanes(in.im + mirror, lanes);
        terms->sum_re[j - 1] = ADD(a_re, b_re);
        terms->sum_im[j - 1] = ADD(a_im, b_im);
        terms->difference_re[j - 1] = SUB(a_re, b_re);
        terms->difference_im[j - 1] = SUB(a_im, b_im);
    }
}

/* X[0]. */
static void add_terms(const definition_terms *terms, ptrdiff_t h, points out, ptrdiff_t lanes)
{
    vec re = terms->first_re, im = terms->first_im;
    for (ptrdiff_t j = 0; j < h; j++) {
        re = ADD(re, terms->sum_re[j]);
        im = ADD(im, terms->sum_im[j]);
    }
    store_lanes(out.re, re, lanes);
    store_lanes(out.im, im, lanes);
}

/* X[k] and X[n-k] for TOGETHER values of k from `first` on, as far as there are so many. */
static void run_group(const definition_terms *terms, ptrdiff_t h, const real *w, ptrdiff_t first, points out,
                      ptrdiff_t lanes)
{
    vec a_re[TOGETHER], a_im[TOGETHER], b_re[TOGETHER], b_im[TOGETHER];
    UNROLL for (int i = 0; i < TOGETHER; i++)
    {
        a_re[i] = terms->first_re;
        a_im[i] = terms->first_im;
        b_re[i] = b_im[i] = vec_all(0);
    }
    for (ptrdiff_t j = 0; j < h; j++, w += 2 * TOGETHER) {
        const vec sum_re = terms->sum_re[j], sum_im = terms->sum_im[j];
        const vec difference_re = terms->difference_re[j], difference_im = terms->difference_im[j];
        UNROLL for (int i = 0; i < TOGETHER; i++)
        {
            const vec cosine = factor_at(w, i), sine = factor_at(w, TOGETHER + i);
            a_re[i] = FMA(sum_re, cosine, a_re[i]);
            a_im[i] = FMA(sum_im, cosine, a_im[i]);
            b_re[i] = FMA(difference_re, sine, b_re[i]);
            b_im[i] = FMA(difference_im, sine, b_im[i]);
        }
    }
    UNROLL for (int i = 0; i < TOGETHER; i++)
    {
        const ptrdiff_t k = first + i, at = k * out.row, mirror = (2 * h + 1 - k) * out.row;
        if (k > h) break;
        store_lanes(out.re + at, ADD(a_re[i], b_im[i]), lanes);
        store_lanes(out.im + at, SUB(a_im[i], b_re[i]), lanes);
        store_lanes(out.re + mirror, SUB(a_re[i], b_im[i]), lanes);
        store_lanes(out.im + mirror, ADD(a_im[i], b_re[i]), lanes);
    }
}

/* A vector of lines at a time, all of which are read before they are written: both sides may be the same. */
static void run_definition(const ata_line *line, points in, points out, ptrdiff_t lanes)
{
    const ptrdiff_t h = (ptrdiff_t)(line->n / 2);
    definition_terms terms;
    for (ptrdiff_t l = 0; l < lanes; l += WIDTH) {
        const points x = {in.re + l, in.im + l, in.row, in.lane}, y = {out.re + l, out.im + l, out.row, out.lane};
        const real *w = line->table_re;
        load_terms(x, h, lanes - l, &terms);
        add_terms(&terms, h, y, lanes - l);
        for (ptrdiff_t k = 1; k <= h; k += TOGETHER, w += 2 * TOGETHER * h) run_group(&terms, h, w, k, y, lanes - l);
    }
}
