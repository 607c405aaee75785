/* stages.h - a line as butterfly stages. Included by line_f32.c and line_f64.c.
 *
 * Natural order uses Stockham's scheme: a stage of radix r with m butterflies side by side, points s rows wide, reads
 *
 *     x[q + s (p + m j)]   j = 0 .. r-1     and writes     y[q + s (r p + k)] = exp(-2 pi i p k / (r m)) * DFT_r(x)[k]
 *
 * for all p < m and q < s; the next stage has s r for s, and its radix times its m is this m. Data goes to and fro
 * between two buffers and ends in order.
 *
 * The bit-reversed forms stay in place. Decimation in frequency (dif) reads rows b r m + p + m j and leaves frequency k
 * at row b r m + p + m rev(k); decimation in time (dit) goes the same way back, with the twiddles first.
 *
 * The innermost loop runs over what is contiguous: the s * lanes numbers of a point, or, when that is a single number,
 * over p.
 */

/* Data of a block: `row` numbers between the rows. */
typedef struct planes {
    real *re, *im;
    ptrdiff_t row;
} planes;

static void run_line(const ata_line *line, planes in, planes out, ptrdiff_t lanes, real *scratch);

/* One loop of butterflies: `count` of them, `x_step`, `y_step` and `w_step` apart; the elements of one are x_next and
 * y_next apart, the twiddles w_next. */
typedef struct butterflies {
    const real *x_re, *x_im;
    real *y_re, *y_im;
    const real *w_re, *w_im; /* NULL for none */
    ptrdiff_t count;
    ptrdiff_t x_step, y_step, w_step;
    ptrdiff_t x_next, y_next, w_next;
} butterflies;

static const int reversed_16[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

/* Where element k of a radix-r butterfly lies in the bit-reversed order. */
INLINE int reversed(const int radix, int k)
{
    return radix == 16 ? reversed_16[k] : radix == 8 ? reversed_16[k] / 2 : radix == 4 ? reversed_16[k] / 4 : k;
}

INLINE void multiply(real *re, real *im, real w_re, real w_im)
{
    const real x = *re, y = *im;
    *re = x * w_re - y * w_im;
    *im = x * w_im + y * w_re;
}

INLINE void butterfly_loop(const int radix, const ata_form form, const bool twiddled, const ptrdiff_t w_step,
                           const butterflies *b)
{
    const real *x_re = b->x_re, *x_im = b->x_im, *w_re = b->w_re, *w_im = b->w_im;
    real *y_re = b->y_re, *y_im = b->y_im;
    const ptrdiff_t x_next = b->x_next, y_next = b->y_next, w_next = b->w_next;
    const ptrdiff_t x_step = b->x_step, y_step = b->y_step;
    INDEPENDENT for (ptrdiff_t i = 0; i < b->count; i++)
    {
        real re[16], im[16];
        UNROLL for (int j = 0; j < radix; j++)
        {
            const ptrdiff_t at = i * x_step + x_next * (form == ATA_FORM_DIT ? reversed(radix, j) : j);
            re[j] = x_re[at];
            im[j] = x_im[at];
            if (twiddled && form == ATA_FORM_DIT && j > 0) {
                const ptrdiff_t w = i * w_step + w_next * (j - 1);
                multiply(&re[j], &im[j], w_re[w], w_im[w]);
            }
        }
        dft(radix, re, im);
        UNROLL for (int k = 0; k < radix; k++)
        {
            const ptrdiff_t at = i * y_step + y_next * (form == ATA_FORM_DIF ? reversed(radix, k) : k);
            if (twiddled && form != ATA_FORM_DIT && k > 0) {
                const ptrdiff_t w = i * w_step + w_next * (k - 1);
                multiply(&re[k], &im[k], w_re[w], w_im[w]);
            }
            y_re[at] = re[k];
            y_im[at] = im[k];
        }
    }
}

/* The loop with everything constant that makes a difference: whether there are twiddles, and whether they change along
 * it. Unit steps are told to the compiler as such. */
INLINE void butterfly_loop_of(const int radix, const ata_form form, const butterflies *b)
{
    butterflies unit = *b;
    if (b->w_step == 0 && b->x_step == 1 && b->y_step == 1) {
        unit.x_step = unit.y_step = 1;
        if (b->w_re) butterfly_loop(radix, form, true, 0, &unit);
        else butterfly_loop(radix, form, false, 0, &unit);
    } else {
        if (b->w_re) butterfly_loop(radix, form, true, 1, b);
        else butterfly_loop(radix, form, false, 1, b);
    }
}

#define BUTTERFLY(name, form, radix)       \
    static void name(const butterflies *b) \
    {                                      \
        butterfly_loop_of(radix, form, b); \
    }

BUTTERFLY(natural_1, ATA_FORM_NATURAL, 1)
BUTTERFLY(natural_2, ATA_FORM_NATURAL, 2)
BUTTERFLY(natural_3, ATA_FORM_NATURAL, 3)
BUTTERFLY(natural_4, ATA_FORM_NATURAL, 4)
BUTTERFLY(natural_5, ATA_FORM_NATURAL, 5)
BUTTERFLY(natural_7, ATA_FORM_NATURAL, 7)
BUTTERFLY(natural_8, ATA_FORM_NATURAL, 8)
BUTTERFLY(natural_9, ATA_FORM_NATURAL, 9)
BUTTERFLY(natural_11, ATA_FORM_NATURAL, 11)
BUTTERFLY(natural_13, ATA_FORM_NATURAL, 13)
BUTTERFLY(natural_16, ATA_FORM_NATURAL, 16)
BUTTERFLY(dif_2, ATA_FORM_DIF, 2)
BUTTERFLY(dif_4, ATA_FORM_DIF, 4)
BUTTERFLY(dif_8, ATA_FORM_DIF, 8)
BUTTERFLY(dif_16, ATA_FORM_DIF, 16)
BUTTERFLY(dit_2, ATA_FORM_DIT, 2)
BUTTERFLY(dit_4, ATA_FORM_DIT, 4)
BUTTERFLY(dit_8, ATA_FORM_DIT, 8)
BUTTERFLY(dit_16, ATA_FORM_DIT, 16)

typedef void (*butterfly_function)(const butterflies *b);

/* By form and radix. A radix of 1 is the same in every form. */
static const butterfly_function butterfly_table[ATA_FORM_COUNT][17] = {
    [ATA_FORM_NATURAL] = {[1] = natural_1,
                          [2] = natural_2,
                          [3] = natural_3,
                          [4] = natural_4,
                          [5] = natural_5,
                          [7] = natural_7,
                          [8] = natural_8,
                          [9] = natural_9,
                          [11] = natural_11,
                          [13] = natural_13,
                          [16] = natural_16},
    [ATA_FORM_DIF] = {[1] = natural_1, [2] = dif_2, [4] = dif_4, [8] = dif_8, [16] = dif_16},
    [ATA_FORM_DIT] = {[1] = natural_1, [2] = dit_2, [4] = dit_4, [8] = dit_8, [16] = dit_16},
};

/* --- One stage --------------------------------------------------------------------------------------------------- */

/* A stage that wraps another algorithm: it transforms the rows of each p, then they are twiddled. */
static void wrapped_stage(const ata_stage *stage, planes in, planes out, ptrdiff_t run, real *scratch)
{
    const ptrdiff_t r = (ptrdiff_t)stage->radix, m = (ptrdiff_t)stage->m;
    const real *w_re = stage->twiddle_re, *w_im = stage->twiddle_im;
    for (ptrdiff_t p = 0; p < m; p++) {
        const planes x = {in.re + p * in.row, in.im + p * in.row, m * in.row};
        const planes y = {out.re + p * r * run, out.im + p * r * run, run};
        run_line(stage->wrapped, x, y, run, scratch);
        if (p == 0) continue;
        for (ptrdiff_t k = 1; k < r; k++) {
            const real re = w_re[(k - 1) * m + p], im = w_im[(k - 1) * m + p];
            for (ptrdiff_t q = 0; q < run; q++) multiply(&y.re[k * run + q], &y.im[k * run + q], re, im);
        }
    }
}

/* Stockham's stage: points of `in` are in.row numbers apart (s * lanes once the first stage is done), `run` = s * lanes
 * wide. */
static void natural_stage(const ata_stage *stage, planes in, planes out, ptrdiff_t run, real *scratch)
{
    if (stage->wrapped) {
        wrapped_stage(stage, in, out, run, scratch);
        return;
    }
    const ptrdiff_t r = (ptrdiff_t)stage->radix, m = (ptrdiff_t)stage->m;
    const butterfly_function butterfly = butterfly_table[ATA_FORM_NATURAL][r];
    butterflies b = {.x_re = in.re,
                     .x_im = in.im,
                     .y_re = out.re,
                     .y_im = out.im,
                     .w_re = stage->twiddle_re,
                     .w_im = stage->twiddle_im,
                     .x_next = m * in.row,
                     .y_next = run,
                     .w_next = m};
    if (run == 1) {
        b.count = m;
        b.x_step = in.row;
        b.y_step = r;
        b.w_step = 1;
        butterfly(&b);
        return;
    }
    b.count = run;
    b.x_step = b.y_step = 1;
    for (ptrdiff_t p = 0; p < m; p++) {
        b.x_re = in.re + p * in.row;
        b.x_im = in.im + p * in.row;
        b.y_re = out.re + p * r * run;
        b.y_im = out.im + p * r * run;
        if (stage->twiddle_re) {
            b.w_re = (const real *)stage->twiddle_re + p;
            b.w_im = (const real *)stage->twiddle_im + p;
        }
        butterfly(&b);
    }
}

/* An in-place stage of a bit-reversed form, from `in` to the same rows of `out`. */
static void reversed_stage(const ata_line *line, const ata_stage *stage, planes in, planes out, ptrdiff_t lanes)
{
    const ptrdiff_t r = (ptrdiff_t)stage->radix, m = (ptrdiff_t)stage->m, blocks = (ptrdiff_t)line->n / (r * m);
    const butterfly_function butterfly = butterfly_table[line->form][r];
    butterflies b = {
        .w_re = stage->twiddle_re, .w_im = stage->twiddle_im, .x_next = m * in.row, .y_next = m * out.row, .w_next = m};
    const bool along_points = lanes == 1;
    b.count = along_points ? m : lanes;
    b.x_step = along_points ? in.row : 1;
    b.y_step = along_points ? out.row : 1;
    b.w_step = along_points ? 1 : 0;
    for (ptrdiff_t block = 0; block < blocks; block++)
        for (ptrdiff_t p = 0; p < (along_points ? 1 : m); p++) {
            const ptrdiff_t row = block * r * m + p;
            b.x_re = in.re + row * in.row;
            b.x_im = in.im + row * in.row;
            b.y_re = out.re + row * out.row;
            b.y_im = out.im + row * out.row;
            if (stage->twiddle_re) {
                b.w_re = (const real *)stage->twiddle_re + p;
                b.w_im = (const real *)stage->twiddle_im + p;
            }
            butterfly(&b);
        }
}

/* --- All stages -------------------------------------------------------------------------------------------------- */

/* Scratch: n rows of re and of im, when there is more than one stage; then what the wrapped stages need. */
static void run_stages(const ata_line *line, planes in, planes out, ptrdiff_t lanes, real *scratch)
{
    const ptrdiff_t size = (ptrdiff_t)line->n * lanes;
    if (line->form != ATA_FORM_NATURAL) {
        for (int i = 0; i < line->stage_count; i++)
            reversed_stage(line, &line->stage[i], i == 0 ? in : out, out, lanes);
        return;
    }
    const planes spare = {scratch, scratch + size, lanes};
    real *rest = line->stage_count > 1 ? scratch + 2 * size : scratch;
    planes from = in;
    for (int i = 0; i < line->stage_count; i++) {
        const ata_stage *stage = &line->stage[i];
        const ptrdiff_t run = (ptrdiff_t)stage->s * lanes;
        const planes to = (line->stage_count - 1 - i) % 2 == 0 ? out : spare;
        if (i > 0) from.row = run;
        natural_stage(stage, from, to, run, rest);
        from = to;
    }
}
