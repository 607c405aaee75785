/* convolution.h - Rader's, Bluestein's and Good and Thomas' algorithms on blocks. Included by functions.h. */

/* data[j] *= table[j], row by row, for rows first .. rows - 1 of a buffer. */
static void multiply_rows(points data, const real *table_re, const real *table_im, ptrdiff_t first, ptrdiff_t rows,
                          ptrdiff_t lanes)
{
    if (lanes == 1) {
        ptrdiff_t j = first;
        for (; j + WIDTH <= rows; j += WIDTH) {
            vec re = vec_load(data.re + j), im = vec_load(data.im + j);
            vec_multiply(&re, &im, vec_load(table_re + j), vec_load(table_im + j));
            vec_store(data.re + j, re);
            vec_store(data.im + j, im);
        }
        for (; j < rows; j++) multiply(&data.re[j], &data.im[j], table_re[j], table_im[j]);
        return;
    }
    for (ptrdiff_t j = first; j < rows; j++) {
        real *x = data.re + j * data.row, *y = data.im + j * data.row;
        turn_row(x, y, x, y, table_re[j], table_im[j], lanes);
    }
}

/* A spectrum over m, of which rows 0 to m/2 are kept. A chirp's is the same backwards, whose points are so. Half of
 * Rader's points are the others' conjugates, and row m - k of his is row k with the sign of one part turned: that of
 * the real one if k is odd, of the imaginary one if k is even. */
typedef struct half_spectrum {
    const real *re, *im;
    ptrdiff_t m;
    bool turned; /* Rader's */
} half_spectrum;

INLINE half_spectrum spectrum_of(const ata_line *line)
{
    return (half_spectrum){line->table_re, line->table_im, (ptrdiff_t)line->m, line->op == ATA_OP_RADER};
}

/* Rows first .. end - 1 of a buffer, all of the half that is not kept. */
static void multiply_mirrored_rows(points data, const half_spectrum *by, ptrdiff_t first, ptrdiff_t end,
                                   ptrdiff_t lanes)
{
    const real turned = by->turned ? -1 : 1, re_sign[2] = {1, turned}, im_sign[2] = {turned, 1};
    for (ptrdiff_t j = first; j < end; j++) {
        const ptrdiff_t k = by->m - j;
        real *x = data.re + j * data.row, *y = data.im + j * data.row;
        turn_row(x, y, x, y, by->re[k] * re_sign[k % 2], by->im[k] * im_sign[k % 2], lanes);
    }
}

/* Rows j to j + WIDTH - 1 of a single line, j even, all of that half too. */
INLINE void multiply_mirrored_vector(points data, const half_spectrum *by, ptrdiff_t j)
{
#define OF_ODD(i) ((i) % 2 ? (real)-1 : (real)1)
#define OF_EVEN(i) ((i) % 2 ? (real)1 : (real)-1)
    const vec of_odd = {AS_MANY(OF_ODD, 0)}, of_even = {AS_MANY(OF_EVEN, 0)};
#undef OF_ODD
#undef OF_EVEN
    const ptrdiff_t k = by->m - j - WIDTH + 1;
    vec re = vec_load(data.re + j), im = vec_load(data.im + j), w_re = vec_load(by->re + k),
        w_im = vec_load(by->im + k);
    w_re = BACKWARDS(w_re);
    w_im = BACKWARDS(w_im);
    if (by->turned) {
        w_re *= of_odd;
        w_im *= of_even;
    }
    vec_multiply(&re, &im, w_re, w_im);
    vec_store(data.re + j, re);
    vec_store(data.im + j, im);
}

/* Rows `first` and on of a buffer: those that are kept, and the others, of a single line by vectors from where they lie
 * as its rows do. */
static void multiply_by_spectrum(points data, half_spectrum by, ptrdiff_t first, ptrdiff_t lanes)
{
    const ptrdiff_t kept = by.m / 2 + 1;
    multiply_rows(data, by.re, by.im, first, kept, lanes);
    ptrdiff_t j = kept < first ? first : kept;
    if (lanes == 1) {
        const ptrdiff_t whole = WHOLE_VECTORS(j);
        multiply_mirrored_rows(data, &by, j, whole < by.m ? whole : by.m, 1);
        for (j = whole; j + WIDTH <= by.m; j += WIDTH) multiply_mirrored_vector(data, &by, j);
    }
    multiply_mirrored_rows(data, &by, j, by.m, lanes);
}

/* How the points of a single line lie: SPLIT where they are neighbours and their parts apart; -1 for none of these. */
static int layout_of_line(points x)
{
    if (x.row == 1) return SPLIT;
    if (x.row != 2) return -1;
    return x.im == x.re + 1 ? PAIRS : x.im == x.re - 1 ? TURNED : -1;
}

INLINE void load_of_line(points x, const int layout, ptrdiff_t j, vec *re, vec *im)
{
    if (layout == PAIRS) {
        vec_load_pairs(x.re + 2 * j, re, im);
    } else if (layout == TURNED) {
        vec_load_pairs(x.im + 2 * j, im, re);
    } else {
        *re = vec_load(x.re + j);
        *im = vec_load(x.im + j);
    }
}

INLINE void store_of_line(points x, const int layout, ptrdiff_t j, vec re, vec im)
{
    if (layout == PAIRS) {
        vec_store_pairs(x.re + 2 * j, re, im);
    } else if (layout == TURNED) {
        vec_store_pairs(x.im + 2 * j, im, re);
    } else {
        vec_store(x.re + j, re);
        vec_store(x.im + j, im);
    }
}

/* Bluestein's chirp: the same at j and n - j, but for the sign if n is odd. So numbers up to n / 2 are kept, and as
 * many more as a vector reads that begins there. */
typedef struct chirp_table {
    const real *re, *im; /* NULL for no chirp */
    ptrdiff_t n, half;   /* the first number that may be missing */
    real sign;
} chirp_table;

INLINE ptrdiff_t chirp_kept(ptrdiff_t n)
{
    const ptrdiff_t kept = n / 2 + WIDTH;
    return kept < n ? kept : n;
}

INLINE chirp_table chirp_of(const ata_line *line)
{
    const ptrdiff_t n = (ptrdiff_t)line->n;
    return (chirp_table){line->chirp_re, line->chirp_im, n, n / 2 + 1, n % 2 ? -1 : 1};
}

/* WIDTH numbers from j on, j + WIDTH <= n; and one. */
INLINE void chirp_load(const chirp_table *chirp, ptrdiff_t j, vec *re, vec *im)
{
    if (j < chirp->half) {
        *re = vec_load(chirp->re + j);
        *im = vec_load(chirp->im + j);
    } else {
        const ptrdiff_t mirror = chirp->n - j - WIDTH + 1;
        const vec x = vec_load(chirp->re + mirror), y = vec_load(chirp->im + mirror);
        *re = BACKWARDS(x) * chirp->sign;
        *im = BACKWARDS(y) * chirp->sign;
    }
}

INLINE void chirp_get(const chirp_table *chirp, ptrdiff_t j, real *re, real *im)
{
    const bool mirrored = j >= chirp->half;
    const ptrdiff_t at = mirrored ? chirp->n - j : j;
    *re = mirrored ? chirp->sign * chirp->re[at] : chirp->re[at];
    *im = mirrored ? chirp->sign * chirp->im[at] : chirp->im[at];
}

/* As many points of a single line as make whole vectors, times a chirp; how many those are. */
INLINE ptrdiff_t multiply_vectors(points from, const int layout_from, points to, const int layout_to,
                                  const chirp_table *chirp)
{
    ptrdiff_t j = 0;
    for (; j + WIDTH <= chirp->n; j += WIDTH) {
        vec re, im, w_re, w_im;
        load_of_line(from, layout_from, j, &re, &im);
        chirp_load(chirp, j, &w_re, &w_im);
        vec_multiply(&re, &im, w_re, w_im);
        store_of_line(to, layout_to, j, re, im);
    }
    return j;
}

/* The same of points that lie apart, to a buffer. */
static ptrdiff_t multiply_gathered(points from, points to, const chirp_table *chirp)
{
    ptrdiff_t j = 0;
    for (; j + WIDTH <= chirp->n; j += WIDTH) {
        vec re = vec_gather(from.re + j * from.row, from.row), im = vec_gather(from.im + j * from.row, from.row);
        vec w_re, w_im;
        chirp_load(chirp, j, &w_re, &w_im);
        vec_multiply(&re, &im, w_re, w_im);
        store_of_line(to, SPLIT, j, re, im);
    }
    return j;
}

/* to[j] = from[j] * chirp[j] for a single line, one side of which is a buffer. */
static void multiply_line(points from, points to, chirp_table chirp)
{
    const int in = layout_of_line(from), out = layout_of_line(to);
    ptrdiff_t j = 0;
    if (in == SPLIT && out == SPLIT) j = multiply_vectors(from, SPLIT, to, SPLIT, &chirp);
    else if (in == PAIRS && out == SPLIT) j = multiply_vectors(from, PAIRS, to, SPLIT, &chirp);
    else if (in == TURNED && out == SPLIT) j = multiply_vectors(from, TURNED, to, SPLIT, &chirp);
    else if (in == SPLIT && out == PAIRS) j = multiply_vectors(from, SPLIT, to, PAIRS, &chirp);
    else if (in == SPLIT && out == TURNED) j = multiply_vectors(from, SPLIT, to, TURNED, &chirp);
    else if (out == SPLIT) j = multiply_gathered(from, to, &chirp);
    for (; j < chirp.n; j++) {
        real re = from.re[j * from.row], im = from.im[j * from.row], w_re, w_im;
        chirp_get(&chirp, j, &w_re, &w_im);
        multiply(&re, &im, w_re, w_im);
        to.re[j * to.row] = re;
        to.im[j * to.row] = im;
    }
}

/* The same for the rows of a block. */
static void multiply_copies(points from, points to, chirp_table chirp, ptrdiff_t lanes)
{
    for (ptrdiff_t j = 0; j < chirp.n; j++) {
        real re, im;
        chirp_get(&chirp, j, &re, &im);
        turn_row(to.re + j * to.row, to.im + j * to.row, from.re + j * from.row, from.im + j * from.row, re, im, lanes);
    }
}

/* The inverse transform, through the forward one with re and im exchanged. */
static void run_inverse(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch,
                        const ata_crew *crew)
{
    const points in_turned = {in.im, in.re, in.row, in.lane}, out_turned = {out.im, out.re, out.row, out.lane};
    run_line(line, in_turned, out_turned, lanes, scratch, crew);
}

/* Points of a single line in the order of a permutation, to a buffer; and from one, in that of another, backwards. */
static void gather_points(points from, const int64_t *index, points to, ptrdiff_t n)
{
    const real *const re = from.re, *const im = from.im;
    real *const to_re = to.re, *const to_im = to.im;
    for (ptrdiff_t q = 0; q < n; q++) {
        const ptrdiff_t at = (ptrdiff_t)index[q] * from.row;
        const real x = re[at], y = im[at];
        to_re[q] = x;
        to_im[q] = y;
    }
}

static void scatter_points(points from, const int64_t *index, points to, ptrdiff_t n)
{
    const real *const from_re = from.re, *const from_im = from.im;
    real *const re = to.re, *const im = to.im;
    for (ptrdiff_t q = 0; q < n; q++) {
        const ptrdiff_t at = (ptrdiff_t)index[-q] * to.row;
        const real x = from_re[q], y = from_im[q];
        re[at] = x;
        im[at] = y;
    }
}

/* --- Rader -------------------------------------------------------------------------------------------------------- */

/* Rader: with g a generator modulo the prime n, a[q] = x[g^q] and b[q] = exp(-2 pi i g^-q / n),
 *
 *     X[g^-q] = x[0] + (a * b)[q],    X[0] = x[0] + sum of a
 *
 * where * is the cyclic convolution of n - 1 points; the table holds half of the spectrum of b over n - 1. x[0] reaches
 * every point of the convolution by being added to frequency 0 of the product, and frequency 0 of a is its sum. This
 * does a, and X[0]. Scratch: the wrapped line's. */
static void convolve_powers(const ata_line *line, points in, points out, points a, points spectrum, ptrdiff_t lanes,
                            real *scratch, const ata_crew *crew)
{
    const real first_re = ((real *)line->table_re)[0], first_im = ((real *)line->table_im)[0];
    run_line(line->wrapped[0], a, spectrum, lanes, scratch, crew);
    multiply_by_spectrum(spectrum, spectrum_of(line), 1, lanes);
    for (ptrdiff_t l = 0; l < lanes; l++) {
        /* In and out may be the same memory: x[0] is read before X[0] is written. */
        const real re = in.re[l], im = in.im[l];
        const real sum_re = re + spectrum.re[l], sum_im = im + spectrum.im[l];
        multiply(&spectrum.re[l], &spectrum.im[l], first_re, first_im);
        spectrum.re[l] += re;
        spectrum.im[l] += im;
        out.re[l] = sum_re;
        out.im[l] = sum_im;
    }
    run_inverse(line->wrapped[0], spectrum, a, lanes, scratch, crew);
}

/* Scratch: two buffers of n - 1 rows, and the wrapped line's. */
static void run_rader(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch, const ata_crew *crew)
{
    const ptrdiff_t m = (ptrdiff_t)line->m;
    const points a = take_buffer(&scratch, m, lanes), spectrum = take_buffer(&scratch, m, lanes);
    if (lanes == 1) gather_points(in, line->index_in, a, m);
    for (ptrdiff_t q = 0; q < m && lanes > 1; q++) {
        copy_row(a.re + q * lanes, in.re + line->index_in[q] * in.row, lanes);
        copy_row(a.im + q * lanes, in.im + line->index_in[q] * in.row, lanes);
    }
    convolve_powers(line, in, out, a, spectrum, lanes, scratch, crew);
    if (lanes == 1) scatter_points(a, line->index_out, out, m);
    for (ptrdiff_t q = 0; q < m && lanes > 1; q++) {
        copy_row(out.re + line->index_out[-q] * out.row, a.re + q * lanes, lanes);
        copy_row(out.im + line->index_out[-q] * out.row, a.im + q * lanes, lanes);
    }
}

/* --- Bluestein ---------------------------------------------------------------------------------------------------- */

/* Bluestein: with the chirp c[j] = exp(-pi i j^2 / n), X[k] = c[k] sum (x[j] c[j]) conj(c[k - j]), a convolution of m
 * >= 2n - 1 points. The table holds half of the spectrum of the conjugate chirp over m. This does the convolution of a,
 * of which n points are there. Scratch: the wrapped line's. */
static void convolve_chirp(const ata_line *line, points a, points spectrum, ptrdiff_t lanes, real *scratch,
                           const ata_crew *crew)
{
    const ptrdiff_t n = (ptrdiff_t)line->n, m = (ptrdiff_t)line->m;
    memset(a.re + n * lanes, 0, (size_t)((m - n) * lanes) * sizeof(real));
    memset(a.im + n * lanes, 0, (size_t)((m - n) * lanes) * sizeof(real));
    run_line(line->wrapped[0], a, spectrum, lanes, scratch, crew);
    multiply_by_spectrum(spectrum, spectrum_of(line), 0, lanes);
    run_inverse(line->wrapped[0], spectrum, a, lanes, scratch, crew);
}

/* Scratch: two buffers of m rows, and the wrapped line's. */
static void run_bluestein(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch,
                          const ata_crew *crew)
{
    const ptrdiff_t m = (ptrdiff_t)line->m;
    const points a = take_buffer(&scratch, m, lanes), spectrum = take_buffer(&scratch, m, lanes);
    if (lanes == 1) multiply_line(in, a, chirp_of(line));
    else multiply_copies(in, a, chirp_of(line), lanes);
    convolve_chirp(line, a, spectrum, lanes, scratch, crew);
    if (lanes == 1) multiply_line(a, out, chirp_of(line));
    else multiply_copies(a, out, chirp_of(line), lanes);
}

/* --- Lanes one by one --------------------------------------------------------------------------------------------- */

/* The rows of lanes whose convolution is too long to be done side by side, each lane to a line of its own, or back from
 * there. Row j is number index[j], on the way back index[-j], or j where there is no index, and is multiplied with
 * number j of the chirp, if there is one. Functions have `back` besides, as a constant. */
typedef struct dealing {
    bool back;
    points rows, lines; /* lines: row is 1, lane the distance of two */
    ptrdiff_t lanes;
    const int64_t *index;
    chirp_table chirp;
} dealing;

INLINE ptrdiff_t dealt_row(const dealing *d, const bool back, ptrdiff_t j)
{
    return (d->index ? (ptrdiff_t)d->index[back ? -j : j] : j) * d->rows.row;
}

/* A square of WIDTH rows and lanes. */
INLINE void deal_square(const dealing *d, const bool back, ptrdiff_t j, ptrdiff_t l)
{
    const points from = back ? d->lines : d->rows, to = back ? d->rows : d->lines;
    vec re[WIDTH], im[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        const ptrdiff_t at = back ? (l + i) * from.lane + j : dealt_row(d, back, j + i) + l;
        re[i] = vec_load(from.re + at);
        im[i] = vec_load(from.im + at);
    }
    if (back) {
        vec_transpose(re);
        vec_transpose(im);
    }
    for (int i = 0; i < WIDTH && d->chirp.re; i++) {
        real w_re, w_im;
        chirp_get(&d->chirp, j + i, &w_re, &w_im);
        vec_multiply(&re[i], &im[i], vec_all(w_re), vec_all(w_im));
    }
    if (!back) {
        vec_transpose(re);
        vec_transpose(im);
    }
    for (int i = 0; i < WIDTH; i++) {
        const ptrdiff_t at = back ? dealt_row(d, back, j + i) + l : (l + i) * to.lane + j;
        vec_store(to.re + at, re[i]);
        vec_store(to.im + at, im[i]);
    }
}

INLINE void deal_point(const dealing *d, const bool back, ptrdiff_t j, ptrdiff_t l)
{
    const points from = back ? d->lines : d->rows, to = back ? d->rows : d->lines;
    const ptrdiff_t row = dealt_row(d, back, j) + l, line = l * d->lines.lane + j;
    real re = from.re[back ? line : row], im = from.im[back ? line : row];
    if (d->chirp.re) {
        real w_re, w_im;
        chirp_get(&d->chirp, j, &w_re, &w_im);
        multiply(&re, &im, w_re, w_im);
    }
    to.re[back ? row : line] = re;
    to.im[back ? row : line] = im;
}

/* Some rows, in squares if there are enough lanes: no fewer than WIDTH then. Lines and rows are different memory, so
 * that the last squares may go over some points once more. */
INLINE void deal(const dealing *d, const bool back, ata_share rows)
{
    const ptrdiff_t first = (ptrdiff_t)rows.first, end = (ptrdiff_t)rows.end, last = d->lanes - WIDTH;
    for (ptrdiff_t j = first; j < end && last >= 0; j += WIDTH)
        for (ptrdiff_t l = 0; l < d->lanes; l += WIDTH)
            deal_square(d, back, j + WIDTH <= end ? j : end - WIDTH, l < last ? l : last);
    for (ptrdiff_t j = first; j < end && last < 0; j++)
        for (ptrdiff_t l = 0; l < d->lanes; l++) deal_point(d, back, j, l);
}

static void deal_rows(const void *what, ata_share rows)
{
    const dealing *d = what;
    if (d->back) deal(d, true, rows);
    else deal(d, false, rows);
}

/* What threads share: the rows that are dealt out and back, and the lanes between. */
typedef struct lanes_work {
    const ata_line *line;
    points in, out;
    real *scratch;
} lanes_work;

/* Scratch of a lane: a buffer of m rows that has what is dealt; of a thread, behind that of one of the lanes: another,
 * and the wrapped line's. */
static void convolve_lanes(const void *what, ata_share lanes)
{
    const lanes_work *w = what;
    const ata_line *line = w->line;
    const ptrdiff_t m = (ptrdiff_t)line->m;
    real *scratch = w->scratch + lanes.part * (ptrdiff_t)line->scratch;
    const points first = take_buffer(&scratch, m, 1), spectrum = take_buffer(&scratch, m, 1);
    for (ptrdiff_t l = (ptrdiff_t)lanes.first; l < (ptrdiff_t)lanes.end; l++) {
        const ptrdiff_t apart = (l - lanes.part) * (ptrdiff_t)line->scratch;
        const points a = {first.re + apart, first.im + apart, 1, 1};
        const points in = {w->in.re + l, w->in.im + l, w->in.row, 1},
                     out = {w->out.re + l, w->out.im + l, w->out.row, 1};
        if (line->op == ATA_OP_RADER) convolve_powers(line, in, out, a, spectrum, 1, scratch, NULL);
        else convolve_chirp(line, a, spectrum, 1, scratch, NULL);
    }
}

static void run_one_by_one(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch,
                           const ata_crew *crew)
{
    enum { DEALT_ROWS = 16 * WIDTH }; /* to a thread, at least */
    const bool powers = line->op == ATA_OP_RADER;
    const ptrdiff_t rows = (ptrdiff_t)(powers ? line->m : line->n);
    const lanes_work work = {line, in, out, scratch};
    real *first = scratch;
    dealing d = {.rows = in, .lines = take_buffer(&first, (ptrdiff_t)line->m, 1), .lanes = lanes};
    d.lines.lane = (ptrdiff_t)line->scratch;
    d.index = powers ? line->index_in : NULL;
    d.chirp = chirp_of(line);
    ata_crew_share(crew, rows, DEALT_ROWS, deal_rows, &d);
    ata_crew_share(crew, lanes, 1, convolve_lanes, &work);
    d.back = true;
    d.rows = out;
    d.index = powers ? line->index_out : NULL;
    ata_crew_share(crew, rows, DEALT_ROWS, deal_rows, &d);
}

/* --- Good and Thomas ---------------------------------------------------------------------------------------------- */

/* Good and Thomas: n = a b. The points, taken in the order index_in, are an a x b array whose two-dimensional transform
 * has the frequencies in the order index_out. The transform along a works on b * lanes lanes at once. Scratch: two
 * buffers of n rows, and the wrapped lines'. */
static void run_good_thomas(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch,
                            const ata_crew *crew)
{
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const ptrdiff_t a = (ptrdiff_t)line->wrapped[0]->n, b = (ptrdiff_t)line->wrapped[1]->n;
    points x = take_buffer(&scratch, n, lanes), y = take_buffer(&scratch, n, lanes);
    x.row = y.row = b * lanes;
    for (ptrdiff_t j = 0; j < n; j++) {
        copy_row(x.re + j * lanes, in.re + line->index_in[j] * in.row, lanes);
        copy_row(x.im + j * lanes, in.im + line->index_in[j] * in.row, lanes);
    }
    run_line(line->wrapped[0], x, y, b * lanes, scratch, crew);
    for (ptrdiff_t k = 0; k < a; k++) {
        const points from = {y.re + k * b * lanes, y.im + k * b * lanes, lanes, 1};
        const points to = {x.re + k * b * lanes, x.im + k * b * lanes, lanes, 1};
        run_line(line->wrapped[1], from, to, lanes, scratch, crew);
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        copy_row(out.re + line->index_out[k] * out.row, x.re + k * lanes, lanes);
        copy_row(out.im + line->index_out[k] * out.row, x.im + k * lanes, lanes);
    }
}
