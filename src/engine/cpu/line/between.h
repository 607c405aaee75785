/* between.h - the multiplication between the passes of a split line. Included by functions.h.
 *
 * Point k of the line with the rest t is multiplied by w^(k t), w = exp(-2 pi i / N). With k = j + width i that is
 * w^(j t) w^(width i t): a block needs width + rows / width factors for each of its lanes and not `rows` of them, each
 * correctly rounded. They lie as a last stage reads them (stage_form.h): first
 *
 *     [width][re, im][lanes]                  then   [rows / width][re, im][lanes]
 *
 * Where no stage reads them the width need not divide the rows, and rows / width is rounded up.
 */
#if REAL_BITS == 32
/* A root of unity good to a float's last bit: the low halves of the tables would not show. */
INLINE ata_root root_of(const ata_root_table *roots, int64_t k)
{
    const ata_root_wide a = roots->coarse[k >> roots->shift], b = roots->fine[k & roots->mask];
    return ata_root_clean((ata_root){a.re_hi * b.re_hi - a.im_hi * b.im_hi, a.re_hi * b.im_hi + a.im_hi * b.re_hi});
}
#else
/* A root of unity, correctly rounded. What ata_roots_get does, with this unit's instructions: a call of a function that
 * was compiled without AVX takes a hundred times longer while the upper halves of the registers are in use. */
INLINE ata_root root_of(const ata_root_table *roots, int64_t k)
{
    return ata_root_clean(ata_root_multiply(roots->coarse[k >> roots->shift], roots->fine[k & roots->mask]));
}
#endif

static int64_t between_pieces(const ata_between *between)
{
    return (between->rows + between->width - 1) / between->width;
}

static int64_t between_numbers(const ata_between *between, int64_t lanes)
{
    return 2 * lanes * (between->width + between_pieces(between));
}

static void make_between(const ata_between *between, int64_t rest, int64_t rest_step, int64_t lanes, void *tables)
{
    real *to = tables;
    const int64_t n = between->roots->n, counts[2] = {between->width, between_pieces(between)};
    for (int half = 0; half < 2; half++)
        for (int64_t j = 0; j < counts[half]; j++, to += 2 * lanes)
            for (int64_t l = 0; l < lanes; l++) {
                int64_t power = (half ? j * between->width : j) * (rest + l * rest_step);
                if (power >= n) power %= n; /* lanes that only fill up a vector */
                const ata_root w = root_of(between->roots, power);
                to[l] = (real)w.re;
                to[lanes + l] = (real)w.im;
            }
}

/* The same from those of the first lanes, from rest 0 on: all but a few factors are products, rounded once more. */
static void step_between(const ata_between *between, int64_t rest, int64_t lanes, real *to)
{
    const real *from = between->steps;
    const int64_t n = between->roots->n, counts[2] = {between->width, between_pieces(between)};
    for (int half = 0; half < 2; half++)
        for (int64_t j = 0; j < counts[half]; j++, from += 2 * lanes, to += 2 * lanes) {
            const ata_root w = root_of(between->roots, (half ? j * between->width : j) * rest % n);
            const vec re = vec_all((real)w.re), im = vec_all((real)w.im);
            for (int64_t l = 0; l < lanes; l += WIDTH) {
                vec a = vec_load(from + l), b = vec_load(from + lanes + l);
                vec_multiply(&a, &b, re, im);
                vec_store(to + l, a);
                vec_store(to + lanes + l, b);
            }
        }
}

/* The tables of one block: those that are kept, or made now at `scratch`. */
static lane_twiddles twiddles_of(const ata_between *between, int64_t rest, int64_t rest_step, ptrdiff_t lanes,
                                 real *scratch)
{
    const real *tables = scratch;
    if (between->tables)
        tables = (const real *)between->tables + rest / between->lanes * between_numbers(between, between->lanes);
    else if (between->steps) step_between(between, rest, lanes, scratch);
    else make_between(between, rest, rest_step, lanes, scratch);
    return (lane_twiddles){.lane = tables, .each = tables + 2 * lanes * between->width};
}

/* The multiplication by itself, where no stage does it on the way. */
static void multiply_between(const ata_between *between, const lane_twiddles *twiddles, points data, ptrdiff_t lanes)
{
    for (ptrdiff_t k = 0; k < between->rows; k++) {
        const real *lane = twiddles->lane + 2 * lanes * (k % between->width);
        const real *each = twiddles->each + 2 * lanes * (k / between->width);
        for (ptrdiff_t l = 0; l < lanes; l += WIDTH) {
            vec re = vec_load(data.re + k * data.row + l), im = vec_load(data.im + k * data.row + l);
            vec c = vec_load(lane + l), d = vec_load(lane + lanes + l);
            vec_multiply(&c, &d, vec_load(each + l), vec_load(each + lanes + l));
            vec_multiply(&re, &im, c, d);
            vec_store(data.re + k * data.row + l, re);
            vec_store(data.im + k * data.row + l, im);
        }
    }
}
