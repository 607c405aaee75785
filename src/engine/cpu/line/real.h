/* real.h - real transforms on blocks: half-length and full-length. Included by functions.h.
 *
 * With m = n/2, z[j] = x[2j] + i x[2j+1], Z its transform and w = exp(-2 pi i / n), for 0 < k < m:
 *
 *     E = (Z[k] + conj Z[m-k]) / 2,   O = (Z[k] - conj Z[m-k]) / 2i,   X[k] = E + w^k O,   X[m-k] = conj(E - w^k O)
 *
 * and back, without the halves, which makes the result n times x as it should be. The tables hold w^k for k = 0 .. m/2,
 * and w^k / 2 on the way there.
 */

/* One pair of rows k and m - k, forwards: a = Z[k], b = Z[m-k] become X[k] and X[m-k]. T is vec or real. */
#define SEPARATE(T, a_re, a_im, b_re, b_im, w_re, w_im)                                    \
    do {                                                                                   \
        const T even_re = a_re + b_re, even_im = a_im - b_im;                              \
        const T u = a_im + b_im, v = b_re - a_re;                                          \
        const T odd_re = FNMA(v, w_im, MUL(u, w_re)), odd_im = FMA(v, w_re, MUL(u, w_im)); \
        a_re = FMA(even_re, half, odd_re);                                                 \
        a_im = FMA(even_im, half, odd_im);                                                 \
        b_re = FMS(even_re, half, odd_re);                                                 \
        b_im = FNMA(even_im, half, odd_im);                                                \
    } while (0)

/* And back: a = X[k], b = X[m-k] become Z[k] and Z[m-k]. */
#define JOIN(T, a_re, a_im, b_re, b_im, w_re, w_im)                                        \
    do {                                                                                   \
        const T even_re = a_re + b_re, even_im = a_im - b_im;                              \
        const T u = a_re - b_re, v = a_im + b_im;                                          \
        const T odd_re = FMA(v, w_im, MUL(u, w_re)), odd_im = FNMA(u, w_im, MUL(v, w_re)); \
        a_re = even_re - odd_im;                                                           \
        a_im = even_im + odd_re;                                                           \
        b_re = even_re + odd_im;                                                           \
        b_im = odd_re - even_im;                                                           \
    } while (0)

/* WIDTH points from number `at` of each part on. */
INLINE void points_load(points x, ptrdiff_t at, vec *re, vec *im)
{
    if (x.lane == 2) {
        vec_load_pairs(x.re + at, re, im);
    } else {
        *re = vec_load(x.re + at);
        *im = vec_load(x.im + at);
    }
}

INLINE void points_store(points x, ptrdiff_t at, vec re, vec im)
{
    if (x.lane == 2) {
        vec_store_pairs(x.re + at, re, im);
    } else {
        vec_store(x.re + at, re);
        vec_store(x.im + at, im);
    }
}

/* Rows k and m - k of every lane, for first <= k < end, from `from` to `to`; `forward` separates, otherwise joins.
 * Points of one line, which may be the same, or rows of whole vectors. Callers say by constants whether parts
 * alternate. */
INLINE void turn_rows(rotations w, const rotation_form form, points from, points to, ptrdiff_t m, ptrdiff_t lanes,
                      ptrdiff_t first, ptrdiff_t end, const bool forward)
{
    const real half = (real)0.5;
    ptrdiff_t k = first;
    if (lanes == 1 && end - first >= WIDTH) /* the points of a single line are neighbours */
        for (; k < end; k += WIDTH) {
            if (k > end - WIDTH) {
                if (from.re == to.re) break;
                k = end - WIDTH; /* some are done twice: both ends are places of their own */
            }
            const ptrdiff_t mirror = m - k - WIDTH + 1;
            vec a_re, a_im, b_re, b_im, w_re, w_im;
            rotations_load(w, k, form, forward, &w_re, &w_im);
            points_load(from, k * from.lane, &a_re, &a_im);
            points_load(from, mirror * from.lane, &b_re, &b_im);
            b_re = BACKWARDS(b_re);
            b_im = BACKWARDS(b_im);
            if (forward) SEPARATE(vec, a_re, a_im, b_re, b_im, w_re, w_im);
            else JOIN(vec, a_re, a_im, b_re, b_im, w_re, w_im);
            points_store(to, mirror * to.lane, BACKWARDS(b_re), BACKWARDS(b_im));
            points_store(to, k * to.lane, a_re, a_im); /* after its mirror image, which point m / 2 is itself */
        }
    for (; k < end; k++) {
        const ptrdiff_t a_from = k * from.row, b_from = (m - k) * from.row, a_to = k * to.row, b_to = (m - k) * to.row;
        real one_re, one_im;
        rotation_load(w, k, form, forward, &one_re, &one_im);
        ptrdiff_t l = 0;
        for (; l + WIDTH <= lanes; l += WIDTH) {
            const vec w_re = vec_all(one_re), w_im = vec_all(one_im);
            vec a_re, a_im, b_re, b_im;
            points_load(from, a_from + l * from.lane, &a_re, &a_im);
            points_load(from, b_from + l * from.lane, &b_re, &b_im);
            if (forward) SEPARATE(vec, a_re, a_im, b_re, b_im, w_re, w_im);
            else JOIN(vec, a_re, a_im, b_re, b_im, w_re, w_im);
            points_store(to, b_to + l * to.lane, b_re, b_im);
            points_store(to, a_to + l * to.lane, a_re, a_im);
        }
        for (; l < lanes; l++) {
            real a_re = from.re[a_from + l * from.lane], a_im = from.im[a_from + l * from.lane];
            real b_re = from.re[b_from + l * from.lane], b_im = from.im[b_from + l * from.lane];
            if (forward) SEPARATE(real, a_re, a_im, b_re, b_im, one_re, one_im);
            else JOIN(real, a_re, a_im, b_re, b_im, one_re, one_im);
            to.re[b_to + l * to.lane] = b_re;
            to.im[b_to + l * to.lane] = b_im;
            to.re[a_to + l * to.lane] = a_re;
            to.im[a_to + l * to.lane] = a_im;
        }
    }
}

/* X[0] and X[m] from Z[0]. */
INLINE void separate_ends(const ata_line *line, points z, points x, ptrdiff_t lanes)
{
    const ptrdiff_t last = (ptrdiff_t)line->n / 2 * x.row;
    ptrdiff_t l = 0;
    for (; l + WIDTH <= lanes; l += WIDTH) {
        const vec re = vec_load(z.re + l), im = vec_load(z.im + l), zero = {0};
        points_store(x, l * x.lane, re + im, zero);
        points_store(x, last + l * x.lane, re - im, zero);
    }
    for (; l < lanes; l++) {
        const real re = z.re[l * z.lane], im = z.im[l * z.lane];
        x.re[l * x.lane] = re + im;
        x.im[l * x.lane] = 0;
        x.re[last + l * x.lane] = re - im;
        x.im[last + l * x.lane] = 0;
    }
}

/* Z[0] from X[0] and X[m], whose imaginary parts count as 0. */
INLINE void join_ends(const ata_line *line, points x, points z, ptrdiff_t lanes)
{
    const ptrdiff_t last = (ptrdiff_t)line->n / 2 * x.row;
    ptrdiff_t l = 0;
    for (; l + WIDTH <= lanes; l += WIDTH) {
        vec a, b, ignored;
        points_load(x, l * x.lane, &a, &ignored);
        points_load(x, last + l * x.lane, &b, &ignored);
        vec_store(z.re + l, a + b);
        vec_store(z.im + l, a - b);
    }
    for (; l < lanes; l++) {
        const real a = x.re[l * x.lane], b = x.re[last + l * x.lane];
        z.re[l * z.lane] = a + b;
        z.im[l * z.lane] = a - b;
    }
}

/* Rows first .. end - 1 and their mirror images, but for the ends, with the rotations for them. */
INLINE void turn_some(const ata_line *line, rotations w, const rotation_form form, points from, points to,
                      ptrdiff_t lanes, ptrdiff_t first, ptrdiff_t end, const bool forward)
{
    const ptrdiff_t m = (ptrdiff_t)line->n / 2;
#if HAS_TURNS
    if (line->turns && from.lane == 2 && to.lane == 2) {
        turn_pairs(turns_of(line, w, form, forward), form, from.re, to.re, m, first, end, forward);
        return;
    }
#endif
    const points parts = {from.re, from.im, from.row, 1}, pairs = {from.re, from.im, from.row, 2};
    const points to_parts = {to.re, to.im, to.row, 1}, to_pairs = {to.re, to.im, to.row, 2};
    if (from.lane == 2 && to.lane == 2) turn_rows(w, form, pairs, to_pairs, m, 1, first, end, forward);
    else if (from.lane == 2) turn_rows(w, form, pairs, to_parts, m, lanes, first, end, forward);
    else if (to.lane == 2) turn_rows(w, form, parts, to_pairs, m, lanes, first, end, forward);
    else turn_rows(w, form, parts, to_parts, m, lanes, first, end, forward);
}

/* Those of a long single line: of a compact one piece by piece. */
INLINE void turn_pieces(const ata_line *line, points from, points to, ptrdiff_t first, ptrdiff_t end,
                        const bool forward)
{
    if (!line->coarse) {
        turn_some(line, (rotations){.re = line->turns}, TURNED_PAIRS, from, to, 1, first, end, forward);
        return;
    }
    for (ptrdiff_t k = first, until; k < end; k = until) {
        until = end;
        const rotations w = rotations_at(line, k, &until);
        turn_some(line, w, COMPACT, from, to, 1, k, until, forward);
    }
}

/* A function of its own, which does not burden short lines. */
static __attribute__((noinline)) void turn_long(const ata_line *line, points from, points to, ptrdiff_t first,
                                                ptrdiff_t end, bool forward)
{
    if (forward) turn_pieces(line, from, to, first, end, true);
    else turn_pieces(line, from, to, first, end, false);
}

/* The same with the rotations of the line. */
INLINE void turn_between(const ata_line *line, points from, points to, ptrdiff_t lanes, ptrdiff_t first, ptrdiff_t end,
                         const bool forward)
{
#if HAS_TURNS
    if (from.lane == 2 && to.lane == 2 && line->turns && !line->coarse) { /* most lines that are short */
        const rotations turns = {.re = line->turns};
        turn_pairs(turns, WHOLE, from.re, to.re, (ptrdiff_t)line->n / 2, first, end, forward);
        return;
    }
#endif
    const rotations all = {.re = line->table_re, .im = line->table_im};
    if (line->coarse || (HAS_TURNS && !line->table_re)) turn_long(line, from, to, first, end, forward);
    else turn_some(line, all, WHOLE, from, to, lanes, first, end, forward);
}

/* All rows between the ends of a single line, as threads share them. */
typedef struct turned_line {
    const ata_line *line;
    points from, to;
    bool forward;
} turned_line;

static void turn_share(const void *what, ata_share share)
{
    const turned_line *turned = what;
    const ptrdiff_t first = (ptrdiff_t)share.first + 1, end = (ptrdiff_t)share.end + 1;
    if (turned->forward) turn_between(turned->line, turned->from, turned->to, 1, first, end, true);
    else turn_between(turned->line, turned->from, turned->to, 1, first, end, false);
}

static void turn_together(const turned_line *turned, const ata_crew *crew)
{
    enum { LEAST_ROWS = 256 }; /* of a thread */
    ata_crew_share(crew, turned->line->n / 4, LEAST_ROWS, turn_share, turned);
}

/* X from Z: m rows in, m + 1 rows out. */
static void separate(const ata_line *line, points z, points x, ptrdiff_t lanes, const ata_crew *crew)
{
    separate_ends(line, z, x, lanes);
    if (crew) turn_together(&(turned_line){line, z, x, true}, crew);
    else turn_between(line, z, x, lanes, 1, (ptrdiff_t)line->n / 4 + 1, true);
}

/* Z from X: m + 1 rows in, m rows out. */
static void join(const ata_line *line, points x, points z, ptrdiff_t lanes, const ata_crew *crew)
{
    join_ends(line, x, z, lanes);
    if (crew) turn_together(&(turned_line){line, x, z, false}, crew);
    else turn_between(line, x, z, lanes, 1, (ptrdiff_t)line->n / 4 + 1, false);
}

/* The same as calls, of one line, whichever set has built it: all that depends on the vectors is how many points are
 * done at a time. */
static void separate_line(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const points z = {(real *)in_re, (real *)in_im, call->x_next, call->x_lane};
    const points x = {out_re, out_im, call->y_next, call->y_lane};
    separate_ends(line, z, x, 1);
    turn_between(line, z, x, 1, 1, (ptrdiff_t)line->n / 4 + 1, true);
}

static void join_line(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const points x = {(real *)in_re, (real *)in_im, call->x_next, call->x_lane};
    const points z = {out_re, out_im, call->y_next, call->y_lane};
    join_ends(line, x, z, 1);
    turn_between(line, x, z, 1, 1, (ptrdiff_t)line->n / 4 + 1, false);
}

/* Whether what is between a single line and what is done to it beside may have its parts side by side, as both ends
 * have. */
static bool goes_in_pairs(const ata_line *line, points in, points out, ptrdiff_t lanes)
{
    const ata_line *wrapped = line->wrapped[0];
    return lanes == 1 && layout_of(in) == PAIRS && in.row == 2 && layout_of(out) == PAIRS && out.row == 2 &&
           wrapped->spread && wrapped->pairs_in && wrapped->pairs_out;
}

/* Where that is: the output, for what is touched beside it drives out what the caches hold. Rows change places with
 * their mirror images, as many as a vector holds at a time; with complex words, which do some twice, if all are whole
 * vectors. */
static points place_between(const ata_line *line, points in, points out, ptrdiff_t lanes, points buffer)
{
    const bool stays = line->role == ATA_ROLE_REAL_FORWARD || in.re == out.re, whole = line->n / 4 % (WIDTH / 2) == 0;
    if (!goes_in_pairs(line, in, out, lanes)) return buffer;
    return stays && line->turns && !whole ? (points){buffer.re, buffer.re + 1, 2, 2} : out;
}

/* Scratch: a buffer of m rows, and the wrapped line's. */
static void run_half(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch, const ata_crew *crew)
{
    const points buffer = take_buffer(&scratch, (ptrdiff_t)line->m, lanes);
    const points z = place_between(line, in, out, lanes, buffer);
    if (line->role == ATA_ROLE_REAL_FORWARD) {
        run_line(line->wrapped[0], in, z, lanes, scratch, crew);
        separate(line, z, out, lanes, crew);
    } else {
        join(line, in, z, lanes, crew);
        run_inverse(line->wrapped[0], z, out, lanes, scratch, crew);
    }
}

/* Scratch: a buffer of n rows, and the wrapped line's. */
static void run_full(const ata_line *line, points in, points out, ptrdiff_t lanes, real *scratch, const ata_crew *crew)
{
    const ptrdiff_t n = (ptrdiff_t)line->n;
    const points x = take_buffer(&scratch, n, lanes);
    if (line->role == ATA_ROLE_REAL_FORWARD) {
        run_line(line->wrapped[0], in, x, lanes, scratch, crew);
        memcpy(out.re, x.re, (size_t)(line->rows_out * lanes) * sizeof(real));
        memcpy(out.im, x.im, (size_t)(line->rows_out * lanes) * sizeof(real));
        memset(out.im, 0, (size_t)lanes * sizeof(real));
        if (n % 2 == 0) memset(out.im + n / 2 * lanes, 0, (size_t)lanes * sizeof(real));
        return;
    }
    for (ptrdiff_t k = 0; k <= n / 2; k++) {
        const bool own_mirror = k == 0 || 2 * k == n; /* real, whatever its imaginary part says */
        const ptrdiff_t mirror = k == 0 ? 0 : n - k;
        copy_row(x.re + mirror * lanes, in.re + k * in.row, lanes);
        copy_row(x.re + k * lanes, in.re + k * in.row, lanes);
        if (own_mirror) {
            clear_row(x.im + k * lanes, lanes);
        } else {
            scale_row(x.im + mirror * lanes, in.im + k * in.row, -1, lanes);
            copy_row(x.im + k * lanes, in.im + k * in.row, lanes);
        }
    }
    run_inverse(line->wrapped[0], x, out, lanes, scratch, crew);
}
