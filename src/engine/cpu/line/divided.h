/* divided.h - real lines of odd length n = r m with a small r, at half the cost of complex ones. Included by
 * functions.h.
 *
 * A first stage of radix r on real points, x[p + m j] for j < r, leaves h + 1 sequences of m points, h = r/2, since
 * those of k and r - k are conjugates. Each is transformed by itself, and w = exp(-2 pi i / n):
 *
 *     y_k[p] = w^(p k) sum over j of x[p + m j] exp(-2 pi i j k / r),   Z_k = DFT_m(y_k),   X[r q + k] = Z_k[q]
 *
 * With q = t for the first half of the q and q = m - t for the others, which are the conjugates of what is wanted:
 *
 *     X[r t + k] = Z_k[t],   X[r t - k] = conj Z_k[m - t]          t <= m / 2,   k <= h
 *
 * Sequence 0 is real and is done as a complex one. The way back is the same from the end to the beginning.
 */

/* Where sequence k lies: its points one behind the other, each of `lanes` lanes. */
INLINE points sequence_of(const ata_line *line, points all, ptrdiff_t k, ptrdiff_t lanes)
{
    const ptrdiff_t at = k * (ptrdiff_t)line->sequence * lanes;
    return (points){all.re + at, all.im + at, lanes, 1};
}

/* Rows between sequences: whole vectors, also of a single line. */
static int64_t sequence_rows(int64_t m)
{
    return (m + WIDTH - 1) / WIDTH * WIDTH;
}

/* The stage of real butterflies, whose points are x_next and y_next apart. */
static ata_call call_of_divided(const ata_line *line, ptrdiff_t lanes, ptrdiff_t x_next, ptrdiff_t y_next)
{
    const bool along = lanes == 1;
    return (ata_call){.x_next = x_next,
                      .y_next = y_next,
                      .x_step = lanes,
                      .y_step = lanes,
                      .x_lane = (ptrdiff_t)line->sequence,
                      .run = along ? (ptrdiff_t)line->m : lanes,
                      .count = along ? 1 : (ptrdiff_t)line->m,
                      .twiddle = line->table_re,
                      .lane_twiddle = line->table_im};
}

/* The call that transforms every sequence of a single line, where each is one butterfly; NULL for none. */
static ata_function call_of_sequences(const ata_line *line, ata_call *call)
{
    const ata_line *inner = line->wrapped[0];
    const ptrdiff_t count = (ptrdiff_t)line->divisor / 2 + 1, next = (ptrdiff_t)line->sequence;
    if (inner->op != ATA_OP_LINE || inner->deep || inner->stage_count > 1 || inner->stage[0].wrapped) return NULL;
    *call = (ata_call){.x_next = 1, .y_next = 1, .x_lane = next, .y_lane = next, .run = count, .count = 1};
    return radix_table[inner->n]->single[NONE];
}

/* Transform every sequence, forwards. */
static void run_sequences(const ata_line *line, points from, points to, ptrdiff_t lanes, real *scratch,
                          const ata_crew *crew)
{
    ata_call call;
    const ata_function all = lanes == 1 ? call_of_sequences(line, &call) : NULL;
    if (all) {
        all(&call, from.re, from.im, to.re, to.im);
        return;
    }
    for (ptrdiff_t k = 0; k <= line->divisor / 2; k++)
        run_line(line->wrapped[0], sequence_of(line, from, k, lanes), sequence_of(line, to, k, lanes), lanes, scratch,
                 crew);
}

/* X from Z. */
static void put_frequencies(const ata_line *line, points z, points out, ptrdiff_t lanes)
{
    const ptrdiff_t r = (ptrdiff_t)line->divisor, m = (ptrdiff_t)line->m, h = r / 2;
    const ptrdiff_t next = (ptrdiff_t)line->sequence * lanes;
    for (ptrdiff_t t = 0; t <= m / 2; t++) {
        real *const re = out.re + r * t * out.row, *const im = out.im + r * t * out.row;
        const real *const z_re = z.re + t * lanes, *const z_im = z.im + t * lanes;
        const real *const mirror_re = z.re + (m - t) * lanes, *const mirror_im = z.im + (m - t) * lanes;
        for (ptrdiff_t k = 0; k <= h; k++) {
            copy_row(re + k * out.row, z_re + k * next, lanes);
            copy_row(im + k * out.row, z_im + k * next, lanes);
        }
        for (ptrdiff_t k = 1; k <= h && t > 0; k++) {
            copy_row(re - k * out.row, mirror_re + k * next, lanes);
            scale_row(im - k * out.row, mirror_im + k * next, -1, lanes);
        }
    }
    for (ptrdiff_t l = 0; l < lanes; l++) out.im[l * out.lane] = 0;
}

/* And Z, all of it, from X. */
static void get_frequencies(const ata_line *line, points in, points z, ptrdiff_t lanes)
{
    const ptrdiff_t r = (ptrdiff_t)line->divisor, m = (ptrdiff_t)line->m, h = r / 2;
    const ptrdiff_t next = (ptrdiff_t)line->sequence * lanes;
    for (ptrdiff_t t = 0; t <= m / 2; t++) {
        const real *const re = in.re + r * t * in.row, *const im = in.im + r * t * in.row;
        real *const z_re = z.re + t * lanes, *const z_im = z.im + t * lanes;
        real *const mirror_re = z.re + (m - t) * lanes, *const mirror_im = z.im + (m - t) * lanes;
        for (ptrdiff_t k = 0; k <= h; k++) {
            copy_row(z_re + k * next, re + k * in.row, lanes);
            copy_row(z_im + k * next, im + k * in.row, lanes);
        }
        for (ptrdiff_t k = 0; k <= h && t > 0; k++) {
            copy_row(mirror_re + k * next, re - k * in.row, lanes);
            scale_row(mirror_im + k * next, im - k * in.row, -1, lanes);
        }
    }
    clear_row(z.im, lanes); /* X[0] is real, whatever its imaginary part says */
}

/* The stage that ends the way back. Where the sequences of a single line are shorter than a vector, whole vectors go
 * to a buffer. */
static void end_divided(const ata_line *line, points z, points out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t r = (ptrdiff_t)line->divisor, m = (ptrdiff_t)line->m;
    const bool narrow = lanes == 1 && m < WIDTH;
    const ata_function function = real_table[r]->stage_inverse[lanes == 1];
    const ata_call call = call_of_divided(line, lanes, (ptrdiff_t)line->sequence * lanes, narrow ? WIDTH : m * lanes);
    for (ptrdiff_t k = 0; k <= r / 2 && narrow; k++) { /* what fills up the vectors must be numbers */
        clear_row(z.re + k * (ptrdiff_t)line->sequence + m, WIDTH - m);
        clear_row(z.im + k * (ptrdiff_t)line->sequence + m, WIDTH - m);
    }
    function(&call, z.re, z.im, narrow ? scratch : out.re, NULL);
    for (ptrdiff_t j = 0; j < r && narrow; j++)
        for (ptrdiff_t p = 0; p < m; p++) out.re[j * m + p] = scratch[j * WIDTH + p];
}

/* Scratch: two buffers of all sequences; then the wrapped line's, or what end_divided() takes. */
static void run_divided(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch,
                        const ata_crew *crew)
{
    const ptrdiff_t rows = (ptrdiff_t)((line->divisor / 2 + 1) * line->sequence);
    const points y = take_buffer(&scratch, rows, lanes), z = take_buffer(&scratch, rows, lanes);
    if (line->role == ATA_ROLE_REAL_FORWARD) {
        const ata_call call =
            call_of_divided(line, lanes, (ptrdiff_t)line->m * lanes, (ptrdiff_t)line->sequence * lanes);
        if (lanes == 1 && line->m < WIDTH) clear_row(in.re + line->n, WIDTH); /* vectors read beyond the end */
        real_table[line->divisor]->stage_forward[lanes == 1](&call, in.re, NULL, y.re, y.im);
        run_sequences(line, y, z, lanes, scratch, crew);
        put_frequencies(line, z, out, lanes);
        return;
    }
    get_frequencies(line, in, y, lanes);
    const points y_turned = {y.im, y.re, y.row, 1}, z_turned = {z.im, z.re, z.row, 1};
    run_sequences(line, y_turned, z_turned, lanes, scratch, crew);
    end_divided(line, z, out, lanes, scratch);
}
