/* chirp.h - the spectrum of Bluestein's chirp, which core/chirp.h explains, a block of frequencies at a time. Included
 * by functions.h.
 */
/* Arrays of a block begin anywhere. */
typedef double doubles __attribute__((vector_size(VECTOR_BYTES), aligned(8), may_alias));

/* --- The window --------------------------------------------------------------------------------------------------- */

/* Some frequencies at a time, for all of a block would take much of a thread's stack. */
enum { PLACES = ATA_CHIRP_SIDE };

/* How far from the middle of an edge they are: of each, the node of the table that is nearest. */
typedef struct edge_places {
    double node_re[PLACES], node_im[PLACES], slope_re[PLACES], slope_im[PLACES], at[PLACES], rest[PLACES];
} edge_places;

typedef struct edge_values {
    double re[PLACES], im[PLACES];
} edge_values;

/* Of place `first`, in units of 1 / m, `step` and so on; far ones, where the function is 0 or 1, have slope 0. */
static void find_places(const ata_chirp_edge *edge, double unit, int64_t first, int64_t step, edge_places *places)
{
    for (int i = 0; i < PLACES; i++) {
        const double u = unit * (double)(first + step * i), size = fabs(u);
        const bool far = size >= edge->end;
        const int64_t nearest = far ? 0 : (int64_t)(size * ATA_CHIRP_STEPS + 0.5);
        const double *node = edge->node + 4 * nearest;
        const double at = (double)nearest / ATA_CHIRP_STEPS;
        places->node_re[i] = far ? u > 0 : u < 0 ? 1 - node[0] : node[0];
        places->node_im[i] = far ? 0 : u < 0 ? -node[1] : node[1];
        places->slope_re[i] = far ? 0 : u < 0 ? -node[2] : node[2];
        places->slope_im[i] = far ? 0 : u < 0 ? -node[3] : node[3];
        places->at[i] = at;
        places->rest[i] = far ? 0 : size - at;
    }
}

/* The function there: that of the node, and what it grows by from there, as grow() in core/chirp.c has it. */
static void fill_edge(const ata_chirp_edge *edge, const edge_places *places, edge_values *to)
{
    const double factor_re = -2 * edge->square_re, factor_im = -2 * edge->square_im;
    for (int i = 0; i < PLACES; i += DOUBLES) {
        const doubles u = *(const doubles *)(places->at + i), rest = *(const doubles *)(places->rest + i);
        const doubles slope_re = *(const doubles *)(places->slope_re + i);
        const doubles slope_im = *(const doubles *)(places->slope_im + i);
        doubles zero = {0}, before_re = zero, before_im = zero, now_re = zero + 1, now_im = zero, sum_re = zero,
                sum_im = zero, power = zero + 1;
        for (int k = 0; k < ATA_CHIRP_TERMS; k++) {
            power *= rest * ata_chirp_over[k];
            sum_re += now_re * power;
            sum_im += now_im * power;
            const doubles re = u * now_re + (double)k * before_re, im = u * now_im + (double)k * before_im;
            before_re = now_re;
            before_im = now_im;
            now_re = factor_re * re - factor_im * im;
            now_im = factor_re * im + factor_im * re;
        }
        *(doubles *)(to->re + i) = *(const doubles *)(places->node_re + i) + (slope_re * sum_re - slope_im * sum_im);
        *(doubles *)(to->im + i) = *(const doubles *)(places->node_im + i) + (slope_re * sum_im + slope_im * sum_re);
    }
}

static void find_edge(const ata_chirp_edge *edge, double unit, int64_t first, int64_t step, edge_values *to)
{
    edge_places places;
    find_places(edge, unit, first, step, &places);
    fill_edge(edge, &places, to);
}

/* l, or p + q Re(l) + r i Im(l), at the frequencies from `first` on. */
static void fill_turns(const ata_chirp *chirp, int64_t first, double p, double q, double r, ata_chirp_block *to)
{
    const ata_root turn = ata_chirp_root(&chirp->turns, ata_integer_mul_mod(chirp->n, first, chirp->m));
    const double re_x = q * turn.re, re_y = q * turn.im, im_x = -r * turn.im, im_y = r * turn.re;
    for (int i = 0; i < ATA_CHIRP_BLOCK; i += DOUBLES) {
        const doubles x = *(const doubles *)(chirp->first_turns.re + i);
        const doubles y = *(const doubles *)(chirp->first_turns.im + i);
        *(doubles *)(to->re + i) = p + re_x * x + re_y * y;
        *(doubles *)(to->im + i) = im_x * x + im_y * y;
    }
}

/* 1 + (-1)^n (W l + W conj(l)), the two W at the frequencies from `first` on. */
static void fill_weights(const ata_chirp *chirp, int64_t first, ata_chirp_block *to)
{
    const double sign = chirp->n % 2 ? -1 : 1, unit = 1 / ((double)chirp->m * chirp->spread);
    /* In integers, in units of 1 / m: how far m/2 is from n, and n j / m. */
    const int64_t half = (chirp->m / 2 - chirp->n) * chirp->m, begin = chirp->n * first;
    const double nearest = unit * (double)(half + begin), next = unit * (double)(half - begin);
    const double last = unit * (double)(half - begin - chirp->n * ATA_CHIRP_BLOCK), end = chirp->edge.end;
    const bool both = last >= end, one = next <= -end;
    if (nearest >= end && (both || one)) {
        fill_turns(chirp, first, 1, both ? 2 * sign : sign, both ? 0 : sign, to);
        return;
    }
    fill_turns(chirp, first, 0, 1, 1, to);
    for (int at = 0; at < ATA_CHIRP_BLOCK; at += PLACES) {
        const int64_t from = begin + chirp->n * at;
        edge_values a, b;
        find_edge(&chirp->edge, unit, half + from, chirp->n, &a);
        find_edge(&chirp->edge, unit, half - from, -chirp->n, &b);
        for (int i = 0; i < PLACES; i++) {
            const double re = to->re[at + i], im = to->im[at + i];
            to->re[at + i] = 1 + sign * ((a.re[i] + b.re[i]) * re - (a.im[i] - b.im[i]) * im);
            to->im[at + i] = sign * ((a.im[i] + b.im[i]) * re + (a.re[i] - b.re[i]) * im);
        }
    }
}

/* --- The chirp ---------------------------------------------------------------------------------------------------- */

/* `count` roots, number `first`, first + step, ... */
static void fill_roots(const ata_chirp_roots *roots, int64_t first, int64_t step, int count, double *re, double *im)
{
    int64_t k = first;
    for (int i = 0; i < count; i++) {
        const ata_root root = ata_chirp_root(roots, k);
        re[i] = root.re;
        im[i] = root.im;
        k += step;
        if (k >= roots->n) k -= roots->n;
    }
}

/* Times exp(-pi i n j^2 / m^2), j = first + i + ATA_CHIRP_SIDE k. Of the square, first^2 + 2 first ATA_CHIRP_SIDE k, 2
 * first i, and (i + ATA_CHIRP_SIDE k)^2 give a factor each. */
static void multiply_squares(const ata_chirp *chirp, int64_t first, ata_chirp_block *to)
{
    const int64_t all = chirp->squares.n, product = ata_integer_mul_mod(chirp->n, first, all);
    double near_re[ATA_CHIRP_SIDE], near_im[ATA_CHIRP_SIDE], far_re[ATA_CHIRP_SIDE], far_im[ATA_CHIRP_SIDE];
    fill_roots(&chirp->squares, 0, 2 * product % all, ATA_CHIRP_SIDE, near_re, near_im);
    fill_roots(&chirp->squares, ata_integer_mul_mod(product, first, all),
               ata_integer_mul_mod(2 * ATA_CHIRP_SIDE, product, all), ATA_CHIRP_SIDE, far_re, far_im);
    for (int at = 0; at < ATA_CHIRP_BLOCK; at += DOUBLES) {
        const int k = at / ATA_CHIRP_SIDE, i = at % ATA_CHIRP_SIDE;
        const doubles near_x = *(const doubles *)(near_re + i), near_y = *(const doubles *)(near_im + i);
        const doubles a = far_re[k] * near_x - far_im[k] * near_y, b = far_re[k] * near_y + far_im[k] * near_x;
        const doubles x = *(const doubles *)(chirp->first_squares.re + at);
        const doubles y = *(const doubles *)(chirp->first_squares.im + at);
        const doubles c = a * x - b * y, d = a * y + b * x;
        const doubles u = *(const doubles *)(to->re + at), v = *(const doubles *)(to->im + at);
        *(doubles *)(to->re + at) = c * u - d * v;
        *(doubles *)(to->im + at) = c * v + d * u;
    }
}

static void chirp_spectrum(const ata_chirp *chirp, int64_t first, ata_chirp_block *spectrum)
{
    fill_weights(chirp, first, spectrum);
    multiply_squares(chirp, first, spectrum);
}
