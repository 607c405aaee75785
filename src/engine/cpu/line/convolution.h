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

/* The inverse transform, through the forward one with re and im exchanged. */
static void run_inverse(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch)
{
    const points in_turned = {in.im, in.re, in.row, in.lane}, out_turned = {out.im, out.re, out.row, out.lane};
    run_line(line, in_turned, out_turned, lanes, scratch);
}

/* Rader: with g a generator modulo the prime n, a[q] = x[g^q] and b[q] = exp(-2 pi i g^-q / n),
 *
 *     X[g^-q] = x[0] + (a * b)[q],    X[0] = x[0] + sum of a
 *
 * where * is the cyclic convolution of n - 1 points; the table holds the spectrum of b over n - 1. x[0] reaches every
 * point of the convolution by being added to frequency 0 of the product, and frequency 0 of a is its sum. Scratch: two
 * buffers of n - 1 rows, and the wrapped line's. */
static void run_rader(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t m = (ptrdiff_t)line->m;
    const points a = take_buffer(&scratch, m, lanes), spectrum = take_buffer(&scratch, m, lanes);
    const real first_re = ((real *)line->table_re)[0], first_im = ((real *)line->table_im)[0];
    for (ptrdiff_t q = 0; q < m; q++) {
        copy_row(a.re + q * lanes, in.re + line->index_in[q] * in.row, lanes);
        copy_row(a.im + q * lanes, in.im + line->index_in[q] * in.row, lanes);
    }
    run_line(line->wrapped[0], a, spectrum, lanes, scratch);
    multiply_rows(spectrum, line->table_re, line->table_im, 1, m, lanes);
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
    run_inverse(line->wrapped[0], spectrum, a, lanes, scratch);
    for (ptrdiff_t q = 0; q < m; q++) {
        copy_row(out.re + line->index_out[q] * out.row, a.re + q * lanes, lanes);
        copy_row(out.im + line->index_out[q] * out.row, a.im + q * lanes, lanes);
    }
}

/* Bluestein: with the chirp c[j] = exp(-pi i j^2 / n), X[k] = c[k] sum (x[j] c[j]) conj(c[k - j]), a convolution of m
 * >= 2n - 1 points. The table holds the spectrum of the conjugate chirp over m. Scratch: two buffers of m rows, and the
 * wrapped line's. */
static void run_bluestein(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t n = (ptrdiff_t)line->n, m = (ptrdiff_t)line->m;
    const points a = take_buffer(&scratch, m, lanes), spectrum = take_buffer(&scratch, m, lanes);
    for (ptrdiff_t j = 0; j < n; j++) {
        copy_row(a.re + j * lanes, in.re + j * in.row, lanes);
        copy_row(a.im + j * lanes, in.im + j * in.row, lanes);
    }
    multiply_rows(a, line->chirp_re, line->chirp_im, 0, n, lanes);
    memset(a.re + n * lanes, 0, (size_t)((m - n) * lanes) * sizeof(real));
    memset(a.im + n * lanes, 0, (size_t)((m - n) * lanes) * sizeof(real));
    run_line(line->wrapped[0], a, spectrum, lanes, scratch);
    multiply_rows(spectrum, line->table_re, line->table_im, 0, m, lanes);
    run_inverse(line->wrapped[0], spectrum, a, lanes, scratch);
    multiply_rows(a, line->chirp_re, line->chirp_im, 0, n, lanes);
    for (ptrdiff_t k = 0; k < n; k++) {
        copy_row(out.re + k * out.row, a.re + k * lanes, lanes);
        copy_row(out.im + k * out.row, a.im + k * lanes, lanes);
    }
}

/* Good and Thomas: n = a b. The points, taken in the order index_in, are an a x b array whose two-dimensional transform
 * has the frequencies in the order index_out. The transform along a works on b * lanes lanes at once. Scratch: two
 * buffers of n rows, and the wrapped lines'. */
static void run_good_thomas(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const ptrdiff_t a = (ptrdiff_t)line->wrapped[0]->n, b = (ptrdiff_t)line->wrapped[1]->n;
    points x = take_buffer(&scratch, n, lanes), y = take_buffer(&scratch, n, lanes);
    x.row = y.row = b * lanes;
    for (ptrdiff_t j = 0; j < n; j++) {
        copy_row(x.re + j * lanes, in.re + line->index_in[j] * in.row, lanes);
        copy_row(x.im + j * lanes, in.im + line->index_in[j] * in.row, lanes);
    }
    run_line(line->wrapped[0], x, y, b * lanes, scratch);
    for (ptrdiff_t k = 0; k < a; k++) {
        const points from = {y.re + k * b * lanes, y.im + k * b * lanes, lanes, 1};
        const points to = {x.re + k * b * lanes, x.im + k * b * lanes, lanes, 1};
        run_line(line->wrapped[1], from, to, lanes, scratch);
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        copy_row(out.re + line->index_out[k] * out.row, x.re + k * lanes, lanes);
        copy_row(out.im + line->index_out[k] * out.row, x.im + k * lanes, lanes);
    }
}
