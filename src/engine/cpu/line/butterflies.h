/* butterflies.h - passes of one stage of radix 2: a sweep over memory, a vector of butterflies at a time. Included by
 * functions.h.
 *
 * The two points of a butterfly lie `half` apart. Where that is a vector or more, neighbouring butterflies have
 * neighbouring points and there is nothing to it. Where it is less, two vectors hold all points of WIDTH butterflies,
 * first and second ones mixed: taking the even and the odd places apart moves the lowest bit of the place to the top,
 * so that after log2(half) + 1 times the first points are in one vector and the second ones in the other. For half = 2:
 *
 *     a0 a1 b0 b1 | a2 a3 b2 b3  ->  a0 b0 a2 b2 | a1 b1 a3 b3  ->  a0 a2 a1 a3 | b0 b2 b1 b3
 *
 * The butterflies come in another order then, for which the factors are laid out.
 *
 * A factor is the product of two: that of the first butterfly of a chunk, and one of a table, the same for all chunks.
 */

typedef struct two_points {
    vec re[2], im[2];
} two_points;

/* Where the points of butterfly q are. */
INLINE int64_t butterfly_at(int64_t half, int64_t q)
{
    return 2 * (q & -half) + (q & (half - 1));
}

/* The points of WIDTH butterflies from q on. */
INLINE two_points load_two(const real *re, const real *im, const int layout, const bool near, int64_t half, int64_t q)
{
    two_points x;
    const int64_t first = near ? 2 * q : butterfly_at(half, q), second = first + (near ? WIDTH : half);
    if (layout == PAIRS) {
        vec_load_pairs(re + 2 * first, &x.re[0], &x.im[0]);
        vec_load_pairs(re + 2 * second, &x.re[1], &x.im[1]);
    } else {
        x = (two_points){{vec_load(re + first), vec_load(re + second)}, {vec_load(im + first), vec_load(im + second)}};
    }
    for (int64_t h = half; near && h > 0; h /= 2)
        x = (two_points){{EVENS(x.re[0], x.re[1]), ODDS(x.re[0], x.re[1])},
                         {EVENS(x.im[0], x.im[1]), ODDS(x.im[0], x.im[1])}};
    return x;
}

INLINE void store_two(real *re, real *im, const int layout, const bool near, int64_t half, int64_t q, two_points x)
{
    const int64_t first = near ? 2 * q : butterfly_at(half, q), second = first + (near ? WIDTH : half);
    for (int64_t h = half; near && h > 0; h /= 2)
        x = (two_points){{ZIP_FIRST(x.re[0], x.re[1]), ZIP_LAST(x.re[0], x.re[1])},
                         {ZIP_FIRST(x.im[0], x.im[1]), ZIP_LAST(x.im[0], x.im[1])}};
    if (layout == PAIRS) {
        vec_store_pairs(re + 2 * first, x.re[0], x.im[0]);
        vec_store_pairs(re + 2 * second, x.re[1], x.im[1]);
    } else {
        vec_store(re + first, x.re[0]);
        vec_store(re + second, x.re[1]);
        vec_store(im + first, x.im[0]);
        vec_store(im + second, x.im[1]);
    }
}

INLINE void run_chunk(const ata_butterflies *what, ata_base in, ata_base out, int64_t first, const int source,
                      const int sink, const bool near_in, const bool near_out)
{
    const ata_root root = root_of(what->roots, first / what->every % what->period);
    const vec first_re = vec_all((real)root.re), first_im = vec_all((real)(what->inverse ? -root.im : root.im));
    const vec scale = vec_all((real)what->scale);
    const real *factors = what->factors;
    for (int64_t q = 0; q < what->chunk; q += WIDTH) {
        vec re = vec_load(factors + q), im = vec_load(factors + what->chunk + q);
        vec_multiply(&re, &im, first_re, first_im);
        two_points x = load_two((const real *)in.re, (const real *)in.im, source, near_in, what->half_in, first + q);
        if (what->factor_first) vec_multiply(&x.re[1], &x.im[1], re, im);
        two_points y = {{x.re[0] + x.re[1], x.re[0] - x.re[1]}, {x.im[0] + x.im[1], x.im[0] - x.im[1]}};
        if (!what->factor_first) vec_multiply(&y.re[1], &y.im[1], re, im);
        UNROLL for (int i = 0; i < 2; i++)
        {
            y.re[i] *= scale;
            y.im[i] *= scale;
        }
        store_two((real *)out.re, (real *)out.im, sink, near_out, what->half_out, first + q, y);
    }
}

INLINE void run_layouts(const ata_butterflies *what, ata_base in, ata_base out, int64_t first, const bool near_in,
                        const bool near_out)
{
    if (what->pairs_in && what->pairs_out) run_chunk(what, in, out, first, PAIRS, PAIRS, near_in, near_out);
    else if (what->pairs_in) run_chunk(what, in, out, first, PAIRS, SPLIT, near_in, near_out);
    else if (what->pairs_out) run_chunk(what, in, out, first, SPLIT, PAIRS, near_in, near_out);
    else run_chunk(what, in, out, first, SPLIT, SPLIT, near_in, near_out);
}

/* Points that are near on the way in are as near on the way out; see butterflies.c for the forms that there are. */
static void run_butterflies(const ata_butterflies *what, ata_base in, ata_base out, int64_t first)
{
    if (what->half_in < WIDTH) run_layouts(what, in, out, first, true, true);
    else if (what->half_out < WIDTH) run_layouts(what, in, out, first, false, true);
    else run_layouts(what, in, out, first, false, false);
}

/* Which butterfly of a vector's is in which place of it. */
static void number_lanes(int64_t half, int64_t lane[WIDTH])
{
    int64_t x[2 * WIDTH], y[2 * WIDTH];
    for (int i = 0; i < 2 * WIDTH; i++) x[i] = half < WIDTH ? i / (2 * half) * half + i % half : i / 2;
    for (int64_t h = half < WIDTH ? half : 1; h > 0; h /= 2) {
        for (int i = 0; i < 2 * WIDTH; i++) y[i % 2 * WIDTH + i / 2] = x[i];
        memcpy(x, y, sizeof x);
    }
    memcpy(lane, x, WIDTH * sizeof lane[0]);
}

static void make_factors(const ata_butterflies *what, void *factors)
{
    real *re = factors, *im = re + what->chunk;
    int64_t lane[WIDTH];
    number_lanes(what->half_in, lane);
    for (int64_t i = 0; i < what->chunk; i++) {
        const int64_t q = i - i % WIDTH + lane[i % WIDTH];
        const ata_root w = root_of(what->roots, q / what->every % what->period);
        re[i] = (real)w.re;
        im[i] = (real)(what->inverse ? -w.im : w.im);
    }
}
