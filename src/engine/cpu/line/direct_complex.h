/* direct_complex.h - single complex lines of odd length that are a convolution otherwise, by the definition: with the
 * matrices of direct.h, both parts of a point at once, and vectors along k. Included by functions.h.
 *
 *     s[j] = x[j] + x[n-j],  d[j] = x[j] - x[n-j]                 j, k = 1 .. h,  h = (n - 1) / 2
 *     a[k] = x[0] + sum of s[j] cos(2 pi j k / n),  b[k] = - sum of d[j] sin(2 pi j k / n)
 *     X[k] = a[k] + i b[k],  X[n-k] = a[k] - i b[k]
 */
enum { COMPLEX_VECTORS = MANY_REGISTERS ? 4 : 2 };

/* Measured with vectors of 16 bytes: Bluestein's convolution, of more than twice the points, is worth it later than
 * Rader's. */
static bool is_direct_complex(const ata_line *line)
{
    const int64_t longest = REAL_BITS == 32 ? LONGEST_DIRECT : line->op == ATA_OP_BLUESTEIN ? 107 : 89;
    return line->n % 2 == 1 && line->n >= SHORTEST_DIRECT && line->n <= longest && line->n / 2 >= WIDTH;
}

static ata_status build_direct_complex(ata_line *line)
{
    line->by_definition = line->reads = line->writes = line->pairs_in = line->pairs_out = true;
    return build_matrices(line->n, COMPLEX_VECTORS, &line->table_re);
}

/* What is multiplied by the matrices, and what is not. */
typedef struct complex_terms {
    real first_re, first_im;
    real sum_re[MOST_DIRECT], sum_im[MOST_DIRECT], difference_re[MOST_DIRECT], difference_im[MOST_DIRECT];
} complex_terms;

INLINE void complex_terms_of(points in, const int layout, ptrdiff_t h, complex_terms *terms)
{
    const ptrdiff_t n = 2 * h + 1;
    terms->first_re = in.re[0];
    terms->first_im = in.im[0];
    for (ptrdiff_t j = 0; layout >= 0 && j < h;) {
        vec a_re, a_im, b_re, b_im;
        load_of_line(in, layout, 1 + j, &a_re, &a_im);
        load_of_line(in, layout, n - j - WIDTH, &b_re, &b_im);
        vec_store(terms->sum_re + j, a_re + BACKWARDS(b_re));
        vec_store(terms->sum_im + j, a_im + BACKWARDS(b_im));
        vec_store(terms->difference_re + j, a_re - BACKWARDS(b_re));
        vec_store(terms->difference_im + j, a_im - BACKWARDS(b_im));
        j = j + WIDTH < h && j + 2 * WIDTH > h ? h - WIDTH : j + WIDTH;
    }
    for (ptrdiff_t j = 1; layout < 0 && j <= h; j++) {
        const ptrdiff_t at = j * in.row, mirror = (n - j) * in.row;
        terms->sum_re[j - 1] = in.re[at] + in.re[mirror];
        terms->sum_im[j - 1] = in.im[at] + in.im[mirror];
        terms->difference_re[j - 1] = in.re[at] - in.re[mirror];
        terms->difference_im[j - 1] = in.im[at] - in.im[mirror];
    }
}

/* X[0]. */
INLINE void add_complex_terms(const complex_terms *terms, ptrdiff_t h, points out)
{
    real re = terms->first_re, im = terms->first_im;
    for (ptrdiff_t j = 0; j < h; j++) {
        re += terms->sum_re[j];
        im += terms->sum_im[j];
    }
    out.re[0] = re;
    out.im[0] = im;
}

/* WIDTH frequencies from k on, and their mirrors. */
INLINE void store_frequencies(points out, const int layout, ptrdiff_t n, ptrdiff_t k, const vec *re, const vec *im)
{
    if (layout >= 0) {
        store_of_line(out, layout, k, re[0], im[0]);
        store_of_line(out, layout, n - k - WIDTH + 1, BACKWARDS(re[1]), BACKWARDS(im[1]));
        return;
    }
    for (ptrdiff_t i = 0; i < WIDTH; i++) {
        out.re[(k + i) * out.row] = re[0][i];
        out.im[(k + i) * out.row] = im[0][i];
        out.re[(n - k - i) * out.row] = re[1][i];
        out.im[(n - k - i) * out.row] = im[1][i];
    }
}

/* `count` vectors of frequencies, a literal, the first from `at` + 1 on; the last of all overlaps the one before. */
INLINE void run_frequencies(const complex_terms *terms, ptrdiff_t h, const real *w, ptrdiff_t at, const int count,
                            points out, const int layout)
{
    vec a_re[COMPLEX_VECTORS], a_im[COMPLEX_VECTORS], b_re[COMPLEX_VECTORS], b_im[COMPLEX_VECTORS];
    UNROLL for (int v = 0; v < count; v++)
    {
        a_re[v] = vec_all(terms->first_re);
        a_im[v] = vec_all(terms->first_im);
        b_re[v] = b_im[v] = vec_all(0);
    }
    for (ptrdiff_t j = 0; j < h; j++, w += 2 * count * WIDTH) {
        const vec sum_re = vec_all(terms->sum_re[j]), sum_im = vec_all(terms->sum_im[j]);
        const vec difference_re = vec_all(terms->difference_re[j]), difference_im = vec_all(terms->difference_im[j]);
        UNROLL for (int v = 0; v < count; v++)
        {
            const vec cosine = vec_load(w + 2 * v * WIDTH), sine = vec_load(w + (2 * v + 1) * WIDTH);
            a_re[v] = FMA(sum_re, cosine, a_re[v]);
            a_im[v] = FMA(sum_im, cosine, a_im[v]);
            b_re[v] = FMA(difference_re, sine, b_re[v]);
            b_im[v] = FMA(difference_im, sine, b_im[v]);
        }
    }
    UNROLL for (int v = 0; v < count; v++)
    {
        const ptrdiff_t k = 1 + (at + (v + 1) * WIDTH <= h ? at + v * WIDTH : h - WIDTH);
        const vec re[2] = {SUB(a_re[v], b_im[v]), ADD(a_re[v], b_im[v])};
        const vec im[2] = {ADD(a_im[v], b_re[v]), SUB(a_im[v], b_re[v])};
        store_frequencies(out, layout, 2 * h + 1, k, re, im);
    }
}

/* All points are read before any is written: both sides may be the same. */
INLINE void run_direct_between(const ata_line *line, points in, const int layout_in, points out, const int layout_out)
{
    const ptrdiff_t h = (ptrdiff_t)(line->n / 2);
    const real *w = line->table_re;
    complex_terms terms;
    complex_terms_of(in, layout_in, h, &terms);
    add_complex_terms(&terms, h, out);
    for (ptrdiff_t at = 0; at < h;) {
        const ptrdiff_t left = (h - at + WIDTH - 1) / WIDTH;
        const int count = left < COMPLEX_VECTORS ? (int)left : COMPLEX_VECTORS;
        if (count == 1) run_frequencies(&terms, h, w, at, 1, out, layout_out);
        else if (count == 2) run_frequencies(&terms, h, w, at, 2, out, layout_out);
#if MANY_REGISTERS
        else if (count == 3) run_frequencies(&terms, h, w, at, 3, out, layout_out);
        else run_frequencies(&terms, h, w, at, 4, out, layout_out);
#endif
        at += count * WIDTH;
        w += 2 * count * h * WIDTH;
    }
}

static void run_direct_complex(const ata_line *line, points in, points out)
{
    const int from = layout_of_line(in), to = layout_of_line(out);
    if (from == SPLIT && to == SPLIT) run_direct_between(line, in, SPLIT, out, SPLIT);
    else if (from == PAIRS && to == PAIRS) run_direct_between(line, in, PAIRS, out, PAIRS);
    else if (from == TURNED && to == TURNED) run_direct_between(line, in, TURNED, out, TURNED);
    else run_direct_between(line, in, -1, out, -1);
}
