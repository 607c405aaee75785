/* real.h - real transforms on blocks: half-length and full-length. Included by line_f32.c and line_f64.c.
 *
 * With m = n/2, z[j] = x[2j] + i x[2j+1], Z its transform and w = exp(-2 pi i / n), for 0 < k < m:
 *
 *     E = (Z[k] + conj Z[m-k]) / 2,   O = (Z[k] - conj Z[m-k]) / 2i,   X[k] = E + w^k O,   X[m-k] = conj(E - w^k O)
 *
 * and back, without the halves, which makes the result n times x as it should be. The tables hold w^k for k = 0 .. m/2.
 */

/* X from Z, where both lie in buffers of their own: m rows in, m + 1 rows out. */
static void separate(const ata_line *line, planes z, planes x, ptrdiff_t lanes)
{
    const ptrdiff_t m = (ptrdiff_t)line->n / 2;
    const real *w_re = line->table_re, *w_im = line->table_im;
    for (ptrdiff_t l = 0; l < lanes; l++) {
        x.re[l] = z.re[l] + z.im[l];
        x.im[l] = 0;
        x.re[m * x.row + l] = z.re[l] - z.im[l];
        x.im[m * x.row + l] = 0;
    }
    for (ptrdiff_t k = 1; k <= m / 2; k++) {
        const real *a_re = z.re + k * z.row, *a_im = z.im + k * z.row;
        const real *b_re = z.re + (m - k) * z.row, *b_im = z.im + (m - k) * z.row;
        real *p_re = x.re + k * x.row, *p_im = x.im + k * x.row;
        real *q_re = x.re + (m - k) * x.row, *q_im = x.im + (m - k) * x.row;
        for (ptrdiff_t l = 0; l < lanes; l++) {
            const real half = (real)0.5;
            const real even_re = half * (a_re[l] + b_re[l]), even_im = half * (a_im[l] - b_im[l]);
            real odd_re = half * (a_im[l] + b_im[l]), odd_im = half * (b_re[l] - a_re[l]);
            multiply(&odd_re, &odd_im, w_re[k], w_im[k]);
            q_re[l] = even_re - odd_re;
            q_im[l] = odd_im - even_im;
            p_re[l] = even_re + odd_re;
            p_im[l] = even_im + odd_im;
        }
    }
}

/* Z from X: m + 1 rows in, m rows out. The imaginary parts of X[0] and X[m] count as 0. */
static void join(const ata_line *line, planes x, planes z, ptrdiff_t lanes)
{
    const ptrdiff_t m = (ptrdiff_t)line->n / 2;
    const real *w_re = line->table_re, *w_im = line->table_im;
    for (ptrdiff_t l = 0; l < lanes; l++) {
        const real first = x.re[l], last = x.re[m * x.row + l];
        z.re[l] = first + last;
        z.im[l] = first - last;
    }
    for (ptrdiff_t k = 1; k <= m / 2; k++) {
        const real *p_re = x.re + k * x.row, *p_im = x.im + k * x.row;
        const real *q_re = x.re + (m - k) * x.row, *q_im = x.im + (m - k) * x.row;
        real *a_re = z.re + k * z.row, *a_im = z.im + k * z.row;
        real *b_re = z.re + (m - k) * z.row, *b_im = z.im + (m - k) * z.row;
        for (ptrdiff_t l = 0; l < lanes; l++) {
            const real even_re = p_re[l] + q_re[l], even_im = p_im[l] - q_im[l];
            real odd_re = p_re[l] - q_re[l], odd_im = p_im[l] + q_im[l];
            multiply(&odd_re, &odd_im, w_re[k], -w_im[k]);
            b_re[l] = even_re + odd_im;
            b_im[l] = odd_re - even_im;
            a_re[l] = even_re - odd_im;
            a_im[l] = even_im + odd_re;
        }
    }
}

/* Scratch: a buffer of m rows, and the wrapped line's. */
static void run_half(const ata_line *line, planes in, planes out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t size = (ptrdiff_t)line->m * lanes;
    const planes z = {scratch, scratch + size, lanes};
    if (line->role == ATA_ROLE_REAL_FORWARD) {
        run_line(line->wrapped[0], in, z, lanes, scratch + 2 * size);
        separate(line, z, out, lanes);
    } else {
        join(line, in, z, lanes);
        run_inverse(line->wrapped[0], z, out, lanes, scratch + 2 * size);
    }
}

/* Scratch: a buffer of n rows, and the wrapped line's. */
static void run_full(const ata_line *line, planes in, planes out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t n = (ptrdiff_t)line->n, size = n * lanes;
    const planes x = {scratch, scratch + size, lanes};
    if (line->role == ATA_ROLE_REAL_FORWARD) {
        run_line(line->wrapped[0], in, x, lanes, scratch + 2 * size);
        memcpy(out.re, x.re, (size_t)(line->rows_out * lanes) * sizeof(real));
        memcpy(out.im, x.im, (size_t)(line->rows_out * lanes) * sizeof(real));
        memset(out.im, 0, (size_t)lanes * sizeof(real));
        if (n % 2 == 0) memset(out.im + n / 2 * lanes, 0, (size_t)lanes * sizeof(real));
        return;
    }
    for (ptrdiff_t k = 0; k <= n / 2; k++) {
        const bool own_mirror = k == 0 || 2 * k == n; /* real, whatever its imaginary part says */
        const ptrdiff_t mirror = k == 0 ? 0 : n - k;
        for (ptrdiff_t l = 0; l < lanes; l++) {
            const real re = in.re[k * in.row + l], im = own_mirror ? 0 : in.im[k * in.row + l];
            x.re[mirror * lanes + l] = re;
            x.im[mirror * lanes + l] = -im;
            x.re[k * lanes + l] = re;
            x.im[k * lanes + l] = im;
        }
    }
    run_inverse(line->wrapped[0], x, out, lanes, scratch + 2 * size);
}
