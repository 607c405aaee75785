/* trigonometric.h - cosine, sine and Hartley transforms on blocks, through real or complex ones. Included by
 * functions.h.
 *
 * The sine forms are cosine forms of the points with alternating signs or in opposite order:
 *
 *     DST-II[k](x)  = DCT-II[n-1-k]((-1)^j x[j])
 *     DST-III[k](x) = (-1)^k DCT-III[k](x[n-1-j])
 *     DST-IV[k](x)  = (-1)^k DCT-IV[k](x[n-1-j])
 */

/* Where real point j lies in a packed buffer. */
INLINE real *packed_row(points data, ata_packing packing, ptrdiff_t j, ptrdiff_t lanes)
{
    if (packing == ATA_PACKING_FULL) return data.re + j * lanes;
    return (j % 2 ? data.im : data.re) + j / 2 * lanes;
}

/* Point j of the cosine form, taken from the sine form's input, and where its output k goes. */
typedef struct form_of_sine {
    bool reverse_in, alternate_in, reverse_out, alternate_out;
} form_of_sine;

static form_of_sine form_of_kind(ata_kind kind)
{
    switch (kind) {
    case ATA_DST2: return (form_of_sine){.alternate_in = true, .reverse_out = true};
    case ATA_DST3:
    case ATA_DST4: return (form_of_sine){.reverse_in = true, .alternate_out = true};
    default: return (form_of_sine){0};
    }
}

INLINE real sign_of(bool alternate, ptrdiff_t j)
{
    return alternate && j % 2 ? (real)-1 : (real)1;
}

/* DCT-I: points 0 .. n-1, then n-2 .. 1. DST-I: 0, points, 0, minus the points backwards. */
INLINE void mirror(const ata_line *line, points in, points out, const ptrdiff_t lanes, real *scratch,
                   const ata_crew *crew)
{
    const ata_line *inner = line->wrapped[0];
    const ptrdiff_t n = (ptrdiff_t)line->n, whole = (ptrdiff_t)line->m;
    const points x = take_buffer(&scratch, (ptrdiff_t)inner->rows_in, lanes);
    const points y = take_buffer(&scratch, (ptrdiff_t)inner->rows_out, lanes);
    const bool sine = line->kind == ATA_DST1;
    memset(x.re, 0, (size_t)(inner->rows_in * lanes) * sizeof(real));
    memset(x.im, 0, (size_t)(inner->rows_in * lanes) * sizeof(real));
    for (ptrdiff_t j = 0; j < n; j++) {
        const ptrdiff_t at = sine ? j + 1 : j, other = at == 0 ? 0 : whole - at;
        scale_row(packed_row(x, inner->packing, other, lanes), in.re + j * in.row, sine ? (real)-1 : (real)1, lanes);
        copy_row(packed_row(x, inner->packing, at, lanes), in.re + j * in.row, lanes);
    }
    run_line(inner, x, y, lanes, scratch, crew);
    for (ptrdiff_t k = 0; k < n; k++) {
        if (sine) scale_row(out.re + k * lanes, y.im + (k + 1) * lanes, -1, lanes);
        else copy_row(out.re + k * lanes, y.re + k * lanes, lanes);
    }
}

/* Where point j of the folded sequence comes from: even points forwards, then odd ones backwards. */
INLINE ptrdiff_t folded(ptrdiff_t j, ptrdiff_t n)
{
    return 2 * j < n ? 2 * j : 2 * (n - 1 - j) + 1;
}

/* Whether fold.h does it. */
INLINE bool folds_alone(points in, points out, const ptrdiff_t lanes)
{
    return lanes == 1 && in.row == 1 && out.row == 1;
}

/* DCT-II: with V the transform of the folded points and U[k] = 2 exp(-pi i k / 2n) V[k], the factor of which is in the
 * tables, the result is Re U[k] at k and -Im U[k] at n - k. */
INLINE void fold_forward(const ata_line *line, points in, points out, const ptrdiff_t lanes, real *scratch,
                         const ata_crew *crew)
{
    const ata_line *inner = line->wrapped[0];
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const points x = take_buffer(&scratch, (ptrdiff_t)inner->rows_in, lanes);
    const points v = take_buffer(&scratch, (ptrdiff_t)inner->rows_out, lanes);
    const real *w_re = line->table_re, *w_im = line->table_im;
    const form_of_sine form = form_of_kind(line->kind);
    if (inner->packing == ATA_PACKING_FULL && inner->divisor == 0)
        memset(x.im, 0, (size_t)(inner->rows_in * lanes) * sizeof(real));
    if (folds_alone(in, out, lanes)) {
        const real sign = form.alternate_in ? (real)-1 : (real)1;
        if (folds_by_fours(n, inner->packing)) fold_points(in.re, x, n, sign);
        else fold_numbers(in.re, x, inner->packing, n, sign);
        run_line(inner, x, v, 1, scratch, crew);
        if (form.reverse_out) turn_forward(line, v, out.re, 1, 1, true);
        else turn_forward(line, v, out.re, 1, 1, false);
        return;
    }
    for (ptrdiff_t j = 0; j < n; j++) {
        const ptrdiff_t from = folded(j, n);
        scale_row(packed_row(x, inner->packing, j, lanes), in.re + from * in.row, sign_of(form.alternate_in, from),
                  lanes);
    }
    run_line(inner, x, v, lanes, scratch, crew);
    for (ptrdiff_t k = 0; k <= n / 2; k++) {
        const ptrdiff_t other = n - k;
        const bool pair = other < n && other != k; /* otherwise the imaginary part goes nowhere */
        real *y = out.re + (form.reverse_out ? n - 1 - k : k) * lanes;
        real *z = pair ? out.re + (form.reverse_out ? n - 1 - other : other) * lanes : v.im + k * lanes;
        mix_rows(y, z, v.re + k * lanes, v.im + k * lanes, w_re[k], -w_im[k], -w_im[k], -w_re[k], lanes);
    }
}

/* DCT-III, the way back: V[k] = exp(pi i k / 2n) (x[k] - i x[n-k]), x[n] being 0; then the points unfolded. */
INLINE void fold_inverse(const ata_line *line, points in, points out, const ptrdiff_t lanes, real *scratch,
                         const ata_crew *crew)
{
    const ata_line *inner = line->wrapped[0];
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const points v = take_buffer(&scratch, (ptrdiff_t)inner->rows_in, lanes);
    const points y = take_buffer(&scratch, (ptrdiff_t)inner->rows_out, lanes);
    const real *w_re = line->table_re, *w_im = line->table_im;
    const form_of_sine form = form_of_kind(line->kind);
    if (folds_alone(in, out, lanes)) {
        const real sign = form.alternate_out ? (real)-1 : (real)1;
        if (form.reverse_in) turn_back(line, in.re, 1, v, true);
        else turn_back(line, in.re, 1, v, false);
        run_line(inner, v, y, 1, scratch, crew);
        if (folds_by_fours(n, inner->packing)) unfold_points(y, out.re, n, sign);
        else unfold_numbers(y, inner->packing, out.re, n, sign);
        return;
    }
    copy_row(v.re, in.re + (form.reverse_in ? n - 1 : 0) * in.row, lanes);
    clear_row(v.im, lanes);
    for (ptrdiff_t k = 1; k <= n / 2; k++) {
        const real *a = in.re + (form.reverse_in ? n - 1 - k : k) * in.row;
        const real *b = in.re + (form.reverse_in ? k - 1 : n - k) * in.row;
        mix_rows(v.re + k * lanes, v.im + k * lanes, a, b, w_re[k], -w_im[k], -w_im[k], -w_re[k], lanes);
    }
    run_line(inner, v, y, lanes, scratch, crew);
    for (ptrdiff_t j = 0; j < n; j++) {
        const ptrdiff_t to = folded(j, n);
        scale_row(out.re + to * lanes, packed_row(y, inner->packing, j, lanes), sign_of(form.alternate_out, to), lanes);
    }
}

/* DCT-IV, n even, m = n/2: with r[k] = exp(-pi i (8k + 1) / 8n), z[j] = r[j] (x[2j] + i x[n-1-2j]) and T[k] = 2 r[k]
 * Z[k], the result is Re T[k] at 2k and -Im T[k] at n - 1 - 2k. */
INLINE void quarter(const ata_line *line, points in, points out, const ptrdiff_t lanes, real *scratch,
                    const ata_crew *crew)
{
    const ptrdiff_t n = (ptrdiff_t)line->n, m = n / 2;
    const points z = take_buffer(&scratch, m, lanes), t = take_buffer(&scratch, m, lanes);
    const real *r_re = line->table_re, *r_im = line->table_im;
    const form_of_sine form = form_of_kind(line->kind);
    for (ptrdiff_t j = 0; j < m; j++) {
        const ptrdiff_t a = 2 * j, b = n - 1 - 2 * j;
        const real *x = in.re + (form.reverse_in ? b : a) * in.row, *y = in.re + (form.reverse_in ? a : b) * in.row;
        copy_row(z.re + j * lanes, x, lanes);
        copy_row(z.im + j * lanes, y, lanes);
    }
    multiply_rows(z, r_re, r_im, 0, m, lanes);
    run_line(line->wrapped[0], z, t, lanes, scratch, crew);
    multiply_rows(t, r_re, r_im, 0, m, lanes);
    for (ptrdiff_t k = 0; k < m; k++) {
        const ptrdiff_t a = 2 * k, b = n - 1 - 2 * k;
        scale_row(out.re + a * lanes, t.re + k * lanes, 2 * sign_of(form.alternate_out, a), lanes);
        scale_row(out.re + b * lanes, t.im + k * lanes, -2 * sign_of(form.alternate_out, b), lanes);
    }
}

/* DCT-IV, any n: 2 Re(exp(-pi i (2k+1) / 4n) Z[k]), Z the transform of exp(-pi i j / 2n) x[j], with as many zeros
 * again. */
INLINE void odd_quarter(const ata_line *line, points in, points out, const ptrdiff_t lanes, real *scratch,
                        const ata_crew *crew)
{
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const points z = take_buffer(&scratch, 2 * n, lanes), t = take_buffer(&scratch, 2 * n, lanes);
    const form_of_sine form = form_of_kind(line->kind);
    memset(z.re, 0, (size_t)(2 * n * lanes) * sizeof(real));
    memset(z.im, 0, (size_t)(2 * n * lanes) * sizeof(real));
    for (ptrdiff_t j = 0; j < n; j++)
        copy_row(z.re + j * lanes, in.re + (form.reverse_in ? n - 1 - j : j) * in.row, lanes);
    multiply_rows(z, line->table_re, line->table_im, 0, n, lanes);
    run_line(line->wrapped[0], z, t, lanes, scratch, crew);
    multiply_rows(t, line->chirp_re, line->chirp_im, 0, n, lanes);
    for (ptrdiff_t k = 0; k < n; k++)
        scale_row(out.re + k * lanes, t.re + k * lanes, 2 * sign_of(form.alternate_out, k), lanes);
}

/* DHT: Re X - Im X at k, Re X + Im X at n - k. */
INLINE void hartley(const ata_line *line, points in, points out, const ptrdiff_t lanes, real *scratch,
                    const ata_crew *crew)
{
    const ata_line *inner = line->wrapped[0];
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const points x = take_buffer(&scratch, (ptrdiff_t)inner->rows_in, lanes);
    const points y = take_buffer(&scratch, (ptrdiff_t)inner->rows_out, lanes);
    if (inner->packing == ATA_PACKING_FULL && inner->divisor == 0)
        memset(x.im, 0, (size_t)(inner->rows_in * lanes) * sizeof(real));
    for (ptrdiff_t j = 0; j < n; j++) copy_row(packed_row(x, inner->packing, j, lanes), in.re + j * in.row, lanes);
    run_line(inner, x, y, lanes, scratch, crew);
    copy_row(out.re, y.re, lanes);
    for (ptrdiff_t k = 1; k <= n / 2; k++)
        mix_rows(out.re + k * lanes, out.re + (n - k) * lanes, y.re + k * lanes, y.im + k * lanes, 1, -1, 1, 1, lanes);
}

/* Single lines get code of their own, without the loops over lanes. */
#define FOR_LANES(name, function)                                                                 \
    static void name(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch, \
                     const ata_crew *crew)                                                        \
    {                                                                                             \
        if (lanes == 1) function(line, in, out, 1, scratch, crew);                                \
        else function(line, in, out, lanes, scratch, crew);                                       \
    }

FOR_LANES(run_mirror, mirror)
FOR_LANES(run_fold_forward, fold_forward)
FOR_LANES(run_fold_inverse, fold_inverse)
FOR_LANES(run_quarter, quarter)
FOR_LANES(run_odd_quarter, odd_quarter)
FOR_LANES(run_hartley, hartley)
